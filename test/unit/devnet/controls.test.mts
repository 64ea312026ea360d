/** What can be changed on a mock network: its validators, its faults, its origins. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	demoAccount,
	demoL1Chain,
	type Devnet,
	type Fault,
	ourNodeIds,
	ourRewardAddress,
	ownNodeId,
	treasuryWallets,
} from '../../../devnet/devnet.mts';
import { encodeBech32, isBech32, isId, isNodeId } from '../../../devnet/ids.mts';
import { readJson, writeJson } from '../../../devnet/json.mts';
import {
	noon,
	validatorsPath,
	getValidators,
	start,
	send,
	post,
	call,
	get,
	control,
} from './devnetScene.mts';

const mainX = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
test('identifiers have the checksums of the network', () => {
	expect(
		isId(mainX) && isId('11111111111111111111111111111111LpoYY') && isId(demoL1Chain.blockchainId),
	).toBe(true);
	expect(isId(`${mainX.slice(0, -1)}N`)).toBe(false);
	expect([...ourNodeIds, ownNodeId].every(isNodeId)).toBe(true);
	expect(
		isBech32('avax', ourRewardAddress) &&
			isBech32('local', 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'),
	).toBe(true);
	expect(isBech32('avax', encodeBech32('fuji', Buffer.alloc(20, 9)))).toBe(false);
	expect(demoAccount).toMatch(/^0x[0-9a-fA-F]{40}$/);
});

describe('what can be changed', () => {
	test('a validator that disconnects is gone everywhere, and its uptime falls', async () => {
		let time = noon;
		const devnet = await start({ now: () => time });
		const [nodeID] = ourNodeIds as [string];
		const look = async () => {
			const [onL1] = (await call(devnet, validatorsPath, getValidators, { nodeIDs: [nodeID] }))
				.result.validators;
			const [onPrimary] = (
				await call(devnet, '/ext/bc/P', 'platform.getCurrentValidators', { nodeIDs: [nodeID] })
			).result.validators;
			const { numPeers } = (await call(devnet, '/ext/info', 'info.peers', { nodeIDs: [nodeID] }))
				.result;
			return {
				onL1: onL1.isConnected,
				onPrimary: onPrimary.connected,
				numPeers,
				uptime: onL1.uptimePercentage,
				seconds: onL1.uptimeSeconds,
			};
		};
		const before = await look();
		expect(before).toMatchObject({ onL1: true, onPrimary: true, numPeers: '1' });
		expect((await control(devnet, 'disconnect', { nodeIDs: [nodeID] })).status).toBe(200);
		time += 86_400_000;
		const during = await look();
		expect(during).toMatchObject({
			onL1: false,
			onPrimary: false,
			numPeers: '0',
			seconds: before.seconds,
		});
		expect(during.uptime).toBeLessThan(before.uptime);
		await control(devnet, 'reconnect', { nodeIDs: [nodeID] });
		time += 60_000;
		expect(await look()).toMatchObject({
			onL1: true,
			onPrimary: true,
			seconds: before.seconds + 60,
		});
		expect(await control(devnet, 'disconnect', { nodeIDs: [ownNodeId] })).toMatchObject({
			status: 400,
			json: { message: expect.stringContaining('cannot lose itself') },
		});
	});

	test('inactive, misreported and new validators', async () => {
		let time = noon;
		const devnet = await start({ now: () => time });
		const read = async (nodeIDs?: string[]) =>
			await call(devnet, validatorsPath, getValidators, { nodeIDs });
		const members = (await read()).result.validators;
		expect(members.filter(({ isActive }: any) => !isActive)).toEqual([
			expect.objectContaining({ isConnected: false }),
		]);
		expect(
			members.filter(({ isActive, isConnected }: any) => isActive && !isConnected),
		).toHaveLength(1);
		await control(devnet, 'deactivate', { nodeIDs: [ourNodeIds[1]] });
		await control(devnet, 'reportConnected', { nodeIDs: [ourNodeIds[1]], connected: true });
		expect((await read([ourNodeIds[1]!])).result.validators[0]).toMatchObject({
			isActive: false,
			isConnected: true,
		});
		const used = devnet.world.l1.find(({ nodeID }) => nodeID === ourNodeIds[1])!;
		expect(devnet.world.getBalance(used)).toBe(0n);
		await control(devnet, 'setUptime', { nodeIDs: [ourNodeIds[2]], percentage: 42.5 });
		expect((await read([ourNodeIds[2]!])).result.validators[0].uptimePercentage).toBe(42.5);

		await control(devnet, 'setRunway', { nodeIDs: [ourNodeIds[0]], days: '2' });
		const runway = devnet.world.l1.find(({ nodeID }) => nodeID === ourNodeIds[0])!;
		expect(Number(devnet.world.getBalance(runway)) / 512 / 86_400).toBeCloseTo(2, 1);
		await control(devnet, 'setRunway', { nodeIDs: [ourNodeIds[1]], days: '2' });
		expect(used.isActive).toBe(true);
		await control(devnet, 'deactivate', { nodeIDs: [ourNodeIds[1]] });
		await control(devnet, 'activate', { nodeIDs: [ourNodeIds[1]] });
		expect(Number(devnet.world.getBalance(used)) / 512 / 86_400).toBeCloseTo(90, 1);

		const [added] = (await control(devnet, 'addValidators', { on: 'l1', failSeconds: 60 })).json;
		expect((await read()).error.message).toMatch(
			/^failed to get uptime for validation ID (\w+): validationID not found: \1$/,
		);
		expect((await read([ourNodeIds[0]!])).result.validators).toHaveLength(1);
		time += 61_000;
		expect((await read()).result.validators).toHaveLength(members.length + 1);
		await control(devnet, 'removeValidators', { on: 'l1', nodeIDs: [added] });
		expect((await read([added])).result.validators).toEqual([]);
	});

	test('a payment is the newest transaction of its receiver', async () => {
		const devnet = await start();
		const { txHash } = (await control(devnet, 'pay', { amount: '1.5' })).json;
		const path = `/v1/chains/43114/addresses/${demoAccount}/transactions:listNative`;
		const [newest] = (await get(devnet, path)).transactions;
		expect(newest).toMatchObject({
			txHash,
			to: { address: demoAccount },
			value: '1500000000000000000',
		});
	});

	test('a payment of an account is its newest transaction, of AVAX and of tokens; what no payment has is refused', async () => {
		const devnet = await start();
		const [from, to] = [treasuryWallets[1]!, demoAccount];
		const path = `/v1/chains/43114/addresses/${from}/transactions`;
		const { txHash } = (await control(devnet, 'pay', { amount: '2', from, to })).json;
		expect((await get(devnet, `${path}:listNative`)).transactions[0]).toMatchObject({
			txHash,
			from: { address: from },
			to: { address: to },
		});
		await control(devnet, 'pay', { amount: '3', from, to, token: 'DEUR' });
		expect((await get(devnet, `${path}:listErc20`)).transactions[0]).toMatchObject({
			from: { address: from },
			to: { address: to },
		});
		for (const [choice, says] of [
			[{ form: from }, 'takes from, to, amount and token, and no form'],
			[{ from: 'Treasury' }, 'Treasury is no EVM address'],
		] as const) {
			const refused = await control(devnet, 'pay', choice);
			expect(refused.status).toBe(400);
			expect(refused.text).toContain(says);
		}
	});

	test('a payment keeps every digit, and one that no record can hold is refused in words', async () => {
		const devnet = await start();
		const path = `/v1/chains/43114/addresses/${demoAccount}/transactions`;
		await control(devnet, 'pay', { amount: '12.345678901234567891' });
		expect((await get(devnet, `${path}:listNative`)).transactions[0]).toMatchObject({
			value: '12345678901234567891',
		});
		await control(devnet, 'pay', { amount: '0.000001', token: 'DEUR' });
		expect((await get(devnet, `${path}:listErc20`)).transactions[0]).toMatchObject({
			value: '1',
			erc20Token: { symbol: 'DEUR', decimals: 6 },
		});
		for (const [amount, token, places] of [
			['1.0000000000000000001', '', 18],
			['0.0000001', 'DEUR', 6],
		]) {
			const refused = await control(devnet, 'pay', { amount, token });
			expect(refused.status).toBeGreaterThanOrEqual(400);
			expect(refused.text).toContain(`at most ${places} places`);
		}
	});

	test('rewards are added where they belong, chains come and go, the own standing falls', async () => {
		const devnet = await start();
		const path = `/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds[0]}`;
		await control(devnet, 'addRewards', { nodeIDs: [ourNodeIds[0]], amount: '9007199254740993' });
		const [newest] = (await get(devnet, path)).historicalRewards;
		expect(newest).toMatchObject({
			nodeId: ourNodeIds[0],
			endTimestamp: noon / 1000,
			reward: { amount: '9007199254740993' },
		});
		await control(devnet, 'setChain', { chain: 'demo', state: 'bootstrapping' });
		expect(await post(devnet.url + validatorsPath, '{}')).toMatchObject({
			status: 503,
			text: 'API call rejected because chain is not done bootstrapping\n',
		});
		expect(
			(await call(devnet, '/ext/info', 'info.isBootstrapped', { chain: 'demo' })).result
				.isBootstrapped,
		).toBe(false);
		await control(devnet, 'setChain', { chain: 'demo', state: 'unknown' });
		expect((await post(devnet.url + validatorsPath, '{}')).status).toBe(404);
		await control(devnet, 'setStanding', { rewardingStakePercentage: 0.02 });
		expect((await call(devnet, '/ext/info', 'info.uptime')).result.rewardingStakePercentage).toBe(
			'0.0200',
		);
		await control(devnet, 'setStanding', { isValidator: false });
		expect((await call(devnet, '/ext/info', 'info.uptime')).error.message).toBe(
			"couldn't get node uptime: node is not a validator",
		);
	});
});

describe('faults', () => {
	test('stand on the page in words', async () => {
		const network = await start();
		network.faults([
			{ host: 'node', status: 503 },
			{ latencyMs: 3000 },
			{ path: '/observers/zurich', status: 503 },
			{ host: 'data', drop: true },
		]);
		const state = (await get(network, '/control/state')) as { faults: string[] };
		expect(state.faults).toEqual([
			'The node answers 503',
			'Every host answers 3 seconds later',
			'What is asked at /observers/zurich answers 503',
			'The Data API has drop true',
		]);
	});

	let devnet: Devnet;
	const path = '/v1/chains/43114/transactions?pageSize=2';
	beforeAll(async () => {
		devnet = await start();
	});
	beforeEach(() => {
		devnet.faults([]);
		devnet.clearLog();
	});

	test.each([400, 401, 403, 404, 429, 500, 502, 503])(
		'status %i, twice and no more',
		async (status) => {
			await control(devnet, 'faults', [{ host: 'data', status, retryAfter: 3, times: 2 }]);
			const answers = [await send(devnet.url + path), await send(devnet.url + path)];
			for (const { status: sent, json, headers } of answers) {
				expect({ sent, statusCode: json.statusCode, wait: headers.get('retry-after') }).toEqual({
					sent: status,
					statusCode: status,
					wait: '3',
				});
			}
			expect((await send(devnet.url + path)).status).toBe(200);
			expect(devnet.log.map((entry) => entry.status)).toEqual([status, status, 200]);
		},
	);

	const faultCases: Array<[string, Fault, object]> = [
		[
			'an HTML page',
			{ body: 'html', status: 502 },
			{ status: 502, text: expect.stringMatching(/^<html>/) },
		],
		['half the JSON', { body: 'half' }, { status: 200, text: expect.stringMatching(/[^}]$/) }],
		['an empty body', { body: 'empty' }, { status: 200, text: '' }],
		['a redirect', { redirect: 'http://127.0.0.1:9' }, { status: 307 }],
		[
			'an empty page with a token',
			{ emptyPage: true },
			{ json: { transactions: [], nextPageToken: expect.any(String) } },
		],
		[
			'an error with the key',
			{ status: 403, echoKey: true },
			{ status: 403, text: expect.stringContaining('k/y k%2Fy ay95') },
		],
		['no key', { requireKey: 'k/y' }, { status: 200 }],
		['another key', { requireKey: 'other' }, { status: 403 }],
	];
	test.each(faultCases)('%s', async (_, fault, expected) => {
		devnet.faults([fault]);
		expect(
			await send(devnet.url + path, { headers: { 'x-glacier-api-key': 'k/y' } }),
		).toMatchObject(expected);
	});

	test('a key is required', async () => {
		devnet.faults([{ host: 'data', requireKey: 'k' }]);
		expect((await send(devnet.url + path)).status).toBe(401);
		expect((await post(`${devnet.url}/ext/info`, '{}')).status).toBe(200);
	});

	test('cut connections are logged as status 0', async () => {
		for (const cut of ['before', 'during'] as const) {
			devnet.faults([{ cut }]);
			await expect(send(devnet.url + path)).rejects.toThrow();
		}
		expect(devnet.log.map(({ status }) => status)).toEqual([0, 0]);
	});

	test('more than so many at once are refused, and the log tells how many there were', async () => {
		// Long enough for all of them to come before the first is answered.
		devnet.faults([{ maxInFlight: 5, retryAfter: 1 }, { latencyMs: 2_000 }]);
		const statuses = await Promise.all(
			Array.from({ length: 12 }, async () => (await send(devnet.url + path)).status),
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(5);
		expect(
			devnet.log
				.filter(({ inFlight }) => inFlight > 5)
				.every(({ status, sentHeaders }) => status === 429 && sentHeaders!['retry-after'] === '1'),
		).toBe(true);
	});

	test('a seed decides which requests fail', async () => {
		const runs = [];
		for (const seed of [1, 1, 2]) {
			devnet.faults([{ random: { seed, errors: 0.3, cuts: 0.2 } }]);
			devnet.clearLog();
			for (let i = 0; i < 30; i++) await send(devnet.url + path).catch(() => undefined);
			runs.push(devnet.log.map(({ status }) => status).join());
		}
		expect(runs[0]).toBe(runs[1]);
		expect(runs[0]).not.toBe(runs[2]);
		for (const status of ['0', '200', '500']) expect(runs[0]!.split(',')).toContain(status);
	});

	test('a page token that comes again, one JSON-RPC method that fails, fields of any size', async () => {
		const { nextPageToken } = await get(devnet, path);
		devnet.faults([{ repeatToken: true }]);
		expect((await get(devnet, `${path}&pageToken=${nextPageToken}`)).nextPageToken).toBe(
			nextPageToken,
		);
		devnet.faults([{ rpcMethod: 'info.uptime', rpcError: { code: -32000, message: 'no' } }]);
		expect((await call(devnet, '/ext/info', 'info.uptime')).error.message).toBe('no');
		expect((await call(devnet, '/ext/info', 'info.getNetworkID')).result.networkID).toBe('1');
		const fields = '{"more":{"big":[18446744073709551615,-9223372036854775809,1e21,85.71429]}}';
		devnet.faults([{ addFields: fields }]);
		expect((await send(devnet.url + path)).text.split(fields.slice(1, -1))).toHaveLength(3);
		expect(
			(await post(`${devnet.url}/ext/info`, '{"jsonrpc":"2.0","id":1,"method":"info.uptime"}'))
				.text,
		).toContain(fields.slice(1, -1));
		expect(() => devnet.faults([{ statsu: 500 } as Fault])).toThrow('A fault has no field statsu');
	});

	test('a client that goes away is seen', async () => {
		devnet.faults([{ latencyMs: 60_000 }]);
		const leave = new AbortController();
		const gone = fetch(devnet.url + path, { signal: leave.signal }).catch(() => undefined);
		while (!devnet.log.length) await new Promise((resolve) => setTimeout(resolve, 5));
		leave.abort();
		await gone;
		while (devnet.log[0]!.finishedAt === undefined)
			await new Promise((resolve) => setTimeout(resolve, 5));
		expect(devnet.log[0]!.status).toBeUndefined();
	});
});

test('three origins serve each their own', async () => {
	const { nodeUrl, dataUrl, metricsUrl, log } = await start({ separate: true });
	expect(new Set([nodeUrl, dataUrl, metricsUrl]).size).toBe(3);
	const paths = ['/ext/bc/C/rpc', '/v1/chains', '/v2/chains'];
	const statuses = await Promise.all(
		[nodeUrl, dataUrl, metricsUrl].map((url) =>
			Promise.all(paths.map(async (path) => (await send(url + path)).status)),
		),
	);
	expect(statuses).toEqual([
		[200, 404, 404],
		[404, 200, 404],
		[404, 404, 200],
	]);
	expect(
		log
			.filter(({ status }) => status === 200)
			.map(({ host }) => host)
			.sort(),
	).toEqual(['data', 'metrics', 'node']);
});

test('the page for people names our validators and how to disconnect one', async () => {
	const devnet = await start();
	const { text } = await send(devnet.url);
	for (const nodeID of ourNodeIds) expect(text).toContain(nodeID);
	expect(text).toContain('/control/disconnect');
	expect(devnet.log).toEqual([]);
});

test('the command line prints its address and stops on SIGINT', async () => {
	const child = spawn(process.execPath, [
		'devnet/main.mts',
		'--port',
		'0',
		'--validators',
		'5',
		'--rewards',
		'9',
	]);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))![0];
	expect((await send(`${url}/v1/health-check`)).status).toBe(200);
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});

test('JSON keeps numbers as they were written', () => {
	const text = '{"a":18446744073709551615,"b":[1e21,85.71429,-0.0,1.50],"c":"12"}';
	expect(writeJson(readJson(text))).toBe(text);
	expect(writeJson({ a: 2n ** 64n - 1n })).toBe('{"a":18446744073709551615}');
});
