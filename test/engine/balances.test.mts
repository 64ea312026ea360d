/** Balance Below or Above: one item when a balance crosses a limit, one when it is back, and nothing that nobody said. */
import { readFileSync } from 'node:fs';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { demoL1Chain, ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import type { Received, Reply } from '../../devnet/http.mts';
import { encodeBech32, makeBytes } from '../../devnet/ids.mts';
import { writeJson } from '../../devnet/json.mts';
import { useClock } from '../support/useClock.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useTrigger } from '../support/useEngine.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
const create = useTrigger(devnet, { event: 'balance', chain: 'C' });

const wallet = (n: number) => `0x${String(n).padStart(40, '0')}`;
const [hot, cold] = [wallet(1001), wallet(1002)];
const onP = `P-${ourRewardAddress}`;
const [ours] = ourNodeIds as [string];
/** Addresses of the P-Chain that hold nothing. */
const makeAddress = (n: number) => `P-${encodeBech32('avax', makeBytes(20, 1, 'holder', n))}`;

const holds = async (address: string, amount: string, token?: string) =>
	await devnet.setBalance({ address, amount, token });
const eventsOf = (items: INodeExecutionData[] | null) => jsonOf(items).map(({ event }) => event);
const linesOf = (count: number) =>
	Array.from({ length: count }, (_, n) => wallet(n + 1)).join('\n');

/** Each asset: who holds it, and what sets it. */
const assets: Record<string, { parameters: () => INodeParameters; set: (amount: string) => void }> =
	{
		native: {
			parameters: () => ({ source: 'native', addresses: `${hot} = Hot wallet` }),
			set: async (amount) => await holds(hot, amount),
		},
		erc20: {
			parameters: () => ({
				source: 'erc20',
				token: devnet.token,
				addresses: `${hot} = Hot wallet`,
			}),
			set: async (amount) => await holds(hot, amount, devnet.token),
		},
		pChain: {
			parameters: () => ({ source: 'pChain', addresses: `${onP} = Hot wallet` }),
			set: async (amount) => await holds(onP, amount),
		},
		l1Balance: {
			parameters: () => ({
				source: 'l1Balance',
				subnetId: demoL1Chain.subnetId,
				validatorsFrom: 'lines',
				nodeIds: `${ours} = Hot wallet`,
			}),
			set: (amount) => {
				const validator = devnet.world.l1.find(({ nodeID }) => nodeID === ours)!;
				const left = BigInt(Math.round(Number(amount) * 1e9));
				// The fee takes nothing from it, so that a limit is met to the last digit.
				const get = () => devnet.world.getFee().paid + left;
				Object.defineProperty(validator, 'balance', { get, configurable: true });
			},
		},
	};

/** A published trigger, and polls a minute apart. */
function watch(parameters: INodeParameters, more: object = {}) {
	const trigger = create(parameters, more);
	return {
		get stored() {
			return trigger.stored;
		},
		activate: async () => await trigger.activate(),
		poll: async () => {
			clock.advance(60);
			return await trigger.poll();
		},
	};
}

describe.each(Object.entries(assets))('%s', (source, { parameters, set }) => {
	test('one item when it crosses, one when it is back [B1]', async () => {
		await set('20');
		const trigger = watch({ ...parameters(), below: '10', above: '50' });
		expect(await trigger.activate()).toBeNull();
		await set('10');
		expect(await trigger.poll()).toBeNull();
		await set('9.999999');
		const [below, ...more] = jsonOf(await trigger.poll());
		expect(more).toEqual([]);
		expect(below).toMatchObject({
			event: 'balanceBelow',
			severity: 'warning',
			// A validator has a name, and an address one that a user gave it.
			[source === 'l1Balance' ? 'name' : 'addressName']: 'Hot wallet',
			balance: 9.999999,
			balanceExact: '9.999999',
			limit: 10,
			backAt: 10.5,
		});
		expect(below!.title).toMatch(/^Hot wallet: balance 9\.999999 \S+, below 10 \S+$/);
		expect(await trigger.poll()).toBeNull();
		const ended = async () => [await trigger.poll(), await trigger.poll()].flatMap(jsonOf);
		await set('10.4');
		expect(await ended()).toEqual([]);
		await set('10.5');
		const [back] = await ended();
		expect(back).toMatchObject({ event: 'balanceNoLongerBelow', severity: 'resolved' });
		expect(back!.alertId).toBe(below!.alertId);
		expect(back!.eventId).not.toBe(below!.eventId);
		await set('50.000001');
		const [above] = jsonOf(await trigger.poll());
		expect(above).toMatchObject({ event: 'balanceAbove', severity: 'warning', limit: 50 });
		expect(above!.alertId).not.toBe(below!.alertId);
		await set('47.6');
		expect(await ended()).toEqual([]);
		await set('47.5');
		expect(await ended()).toMatchObject([{ event: 'balanceNoLongerAbove' }]);
	});

	test('a balance that is below at activation is told once [B2]', async () => {
		await set('0');
		const trigger = watch({ ...parameters(), below: '10' });
		expect(jsonOf(await trigger.activate())).toMatchObject([
			{ event: 'balanceBelow', severity: 'critical', previousState: 'unknown' },
		]);
		expect(await trigger.poll()).toBeNull();
		await set('20');
		expect(await trigger.poll()).toBeNull();
		expect(eventsOf(await trigger.poll())).toEqual(['balanceNoLongerBelow']);
		const silent = watch({ ...parameters(), below: '30', options: { reportExisting: false } });
		expect(await silent.activate()).toBeNull();
	});
});

test('a source that cannot be read is unknown, and ends nothing [B3]', async () => {
	await holds(hot, '1');
	const trigger = watch({ source: 'native', addresses: hot, below: '10' });
	expect(eventsOf(await trigger.activate())).toEqual(['balanceBelow']);
	devnet.faults([{ host: 'node', status: 503 }]);
	expect(await trigger.poll()).toBeNull();
	const [gone] = jsonOf(await trigger.poll());
	expect(gone).toMatchObject({ event: 'unreachable', address: null });
	expect(gone!.message).toContain('No balance is checked until the node answers.');
	expect(gone).not.toHaveProperty('downBefore');
	devnet.faults([]);
	await trigger.poll();
	expect(eventsOf(await trigger.poll())).toEqual(['reachable']);
});

/** Makes the node fail the calls whose parameters say so. */
const failWhere =
	(isMet: (call: IDataObject) => boolean, message: string) =>
	(reply: Reply, { body }: Received): Reply => {
		const calls = [JSON.parse(body) as IDataObject | IDataObject[]].flat();
		const change = (answer: IDataObject): IDataObject => {
			const call = calls.find(({ id }) => id === answer.id);
			const error = { code: -32000, message };
			return call && isMet(call) ? { jsonrpc: '2.0', id: answer.id!, error } : answer;
		};
		const told = JSON.parse(reply.text ?? writeJson(reply.json)) as IDataObject | IDataObject[];
		const json = Array.isArray(told) ? told.map(change) : change(told);
		return { ...reply, text: undefined, json };
	};
const names = (address: string) => (call: IDataObject) =>
	JSON.stringify(call.params).includes(address.slice(2));

describe.each(['native', 'erc20', 'pChain'])('%s', (source) => {
	const other = source === 'pChain' ? makeAddress(1) : cold;
	test('an address that cannot be read is unknown, told once, and holds back only itself [B3]', async () => {
		const { parameters, set } = assets[source]!;
		const first = source === 'pChain' ? onP : hot;
		await set('1');
		const addresses = `${first} = Hot wallet\n${other} = Cold wallet`;
		const trigger = watch({ ...parameters(), addresses, below: '10', above: '5000' });
		expect(eventsOf(await trigger.activate())).toEqual(['balanceBelow', 'balanceBelow']);
		devnet.faults([{ host: 'node', change: failWhere(names(other), 'internal trouble') }]);
		expect(await trigger.poll()).toBeNull();
		const [told, ...more] = jsonOf(await trigger.poll());
		expect(more).toEqual([]);
		expect(told).toMatchObject({
			event: 'balanceUnreadable',
			severity: 'critical',
			addressName: 'Cold wallet',
		});
		expect(told!.message).toContain('It is neither below nor above a limit until it can be read.');
		await set('20');
		await trigger.poll();
		expect(eventsOf(await trigger.poll())).toEqual(['balanceNoLongerBelow']);
		devnet.faults([]);
		await trigger.poll();
		expect(eventsOf(await trigger.poll())).toEqual(['balanceReadable']);
	});
});

describe('requests [B4]', () => {
	const blockOf = ({ params }: IDataObject) => (params as unknown[]).at(-1);
	const sent = () =>
		devnet.log
			.filter(({ host }) => host === 'node')
			.map(({ rpcMethod, rpcMethods }) => rpcMethods ?? [rpcMethod]);
	const calls = () =>
		devnet.log.flatMap(({ body }) => [JSON.parse(body) as IDataObject | IDataObject[]].flat());

	test.each([
		[1, 2],
		[10, 2],
		[100, 4],
	])('of %d addresses, all at one block', async (count, requests) => {
		for (const more of [
			{ source: 'native' },
			{ source: 'erc20', token: devnet.token },
		] as INodeParameters[]) {
			const trigger = create({
				...more,
				addresses: linesOf(count),
				below: '1',
				options: { digest: true },
			});
			await trigger.activate();
			devnet.clearLog();
			await trigger.poll();
			expect(sent()).toHaveLength(requests);
			const read = calls().filter(({ method }) =>
				['eth_getBalance', 'eth_call'].includes(method as string),
			);
			const ofHolders = read.filter(({ params }) => !JSON.stringify(params).includes('latest'));
			expect(ofHolders).toHaveLength(count);
			expect(new Set(ofHolders.map(blockOf)).size).toBe(1);
		}
	});

	test('of the P-Chain, one for each address, at most 40', async () => {
		const addresses = Array.from({ length: 10 }, (_, n) => makeAddress(n));
		const trigger = create({ source: 'pChain', addresses: addresses.join(), below: '1' });
		await trigger.activate();
		devnet.clearLog();
		await trigger.poll();
		expect(sent()).toEqual(Array.from({ length: 10 }, () => ['platform.getBalance']));
		const many = Array.from({ length: 41 }, (_, n) => makeAddress(n)).join();
		const { error } = await create({ source: 'pChain', addresses: many, below: '1' }).testRun();
		expect(saidBy(error)).toMatch(/at most 40 addresses/);
	});

	test.each([
		['native', makeAddress(1), 'choose AVAX on the P-Chain as Asset'],
		['pChain', hot, 'Choose Native Token or ERC-20 Token as Asset'],
	])(
		'with %s, an address of another chain is answered with its asset',
		async (source, address, says) => {
			const { error } = await create({ source, addresses: address, below: '1' }).testRun();
			expect(saidBy(error)).toContain(says);
		},
	);

	test('of the L1, one for the list of its validators', async () => {
		const parameters = { source: 'l1Balance', subnetId: demoL1Chain.subnetId, below: '0.1' };
		const trigger = create(parameters);
		await trigger.activate();
		devnet.clearLog();
		await trigger.poll();
		expect(sent()).toEqual([['platform.getCurrentValidators']]);
	});

	test('a server that does not know the block yet is asked for the block before, once', async () => {
		await (await devnet.evm()).request('anvil_mine', ['0x5']);
		const trigger = watch({
			source: 'native',
			addresses: `${hot}\n${cold}`,
			below: '10',
			options: { failedChecks: 1 },
		});
		let newest: unknown;
		const behind = failWhere(
			(call) => call.method === 'eth_getBalance' && (newest ??= blockOf(call)) === blockOf(call),
			'cannot query unfinalized data',
		);
		devnet.faults([{ host: 'node', change: behind }]);
		const items = jsonOf(await trigger.activate());
		expect(items).toMatchObject([{ event: 'balanceBelow' }, { event: 'balanceBelow' }]);
		expect(items[0]!.blockNumber).toBe(Number(newest) - 1);
		expect(sent()).toHaveLength(3);
		const always = failWhere(
			({ method }) => method === 'eth_getBalance',
			'cannot query unfinalized data',
		);
		devnet.faults([{ host: 'node', change: always }]);
		devnet.clearLog();
		expect(eventsOf(await trigger.poll())).toEqual(['unreachable']);
		expect(
			new Set(
				calls()
					.filter(({ method }) => method === 'eth_getBalance')
					.map(blockOf),
			).size,
		).toBe(2);
	});
});

test('with another limit an alert begins afresh, and the other one goes on [B5]', async () => {
	await holds(hot, '1');
	const parameters = { source: 'native', addresses: hot, below: '10' };
	const trigger = watch(parameters);
	const [first] = jsonOf(await trigger.activate());
	const changed = watch({ ...parameters, below: '5' }, { staticData: trigger.stored });
	const [second] = jsonOf(await changed.poll());
	expect(second).toMatchObject({ event: 'balanceBelow', limit: 5, previousState: 'unknown' });
	expect(second!.alertId).not.toBe(first!.alertId);
	const added = watch(
		{ ...parameters, below: '5.0', addresses: `${hot}\n${cold}` },
		{ staticData: changed.stored },
	);
	expect(jsonOf(await added.poll())).toMatchObject([{ event: 'balanceBelow', address: cold }]);
});

describe('limits of single wallets [B6]', () => {
	const parameters = {
		source: 'native',
		addresses: `${hot} = Hot wallet\n${cold} = Cold wallet`,
		below: '10',
	};
	const own = (belowByWallet: unknown, more: object = {}) => ({
		...parameters,
		...more,
		options: { belowByWallet } as INodeParameters,
	});
	const told = (items: INodeExecutionData[] | null) =>
		jsonOf(items).map(({ event, addressName, limitExact }) => [event, addressName, limitExact]);
	beforeEach(async () => {
		await holds(hot, '20');
		await holds(cold, '20');
	});

	test.each([
		['a name', 'hot WALLET = 50'],
		['an address', `${hot} = 50`],
		['an object', { 'Hot wallet': 50 }],
	])('%s has its own limit, and others that of all', async (_, lines) => {
		const trigger = watch(own(lines));
		expect(told(await trigger.activate())).toEqual([['balanceBelow', 'Hot wallet', '50']]);
		await holds(cold, '9');
		expect(told(await trigger.poll())).toEqual([['balanceBelow', 'Cold wallet', '10']]);
		await holds(hot, '52');
		await trigger.poll();
		expect(await trigger.poll()).toBeNull();
		await holds(hot, '53');
		await trigger.poll();
		expect(told(await trigger.poll())).toEqual([['balanceNoLongerBelow', 'Hot wallet', '50']]);
	});

	test('alone, they say nothing of other wallets', async () => {
		const trigger = watch(own('Hot wallet = 15', { below: '' }));
		await trigger.activate();
		await holds(hot, '1');
		await holds(cold, '1');
		expect(told(await trigger.poll())).toEqual([['balanceBelow', 'Hot wallet', '15']]);
		const { items } = await create(own('Cold wallet = 0.5', { below: '' })).testRun();
		const [sample, ...more] = jsonOf(items);
		expect(more).toEqual([]);
		expect(sample).toMatchObject({ addressName: 'Cold wallet', limit: 0.5 });
		expect(String(sample!.remarks)).toContain('No limit holds for Hot wallet');
		expect(sample!.remarks).toContainEqual(
			expect.stringMatching(/^Cold wallet: the balance is [\d,.]+ AVAX, Below is 0\.5 AVAX\.$/),
		);
	});

	test('another limit of one wallet begins its alert afresh, and no other', async () => {
		await holds(cold, '1');
		const trigger = watch(own('Hot wallet = 50'));
		const before = jsonOf(await trigger.activate());
		expect(before).toHaveLength(2);
		let last = trigger;
		const go = (lines: string, more = {}) =>
			(last = watch(own(lines, more), { staticData: last.stored }));
		const raised = go('Hot wallet = 60');
		const [again, ...none] = jsonOf(await raised.poll());
		expect(none).toEqual([]);
		expect(again).toMatchObject({ limit: 60, previousState: 'unknown', address: hot });
		expect(again!.alertId).not.toBe(before.find(({ address }) => address === hot)!.alertId);
		expect(told(await go('Cold wallet = 2\nHot wallet = 60').poll())).toEqual([
			['balanceBelow', 'Cold wallet', '2'],
		]);
		expect(await go('Cold wallet = 2\nHot wallet = 60', { below: '15' }).poll()).toBeNull();
		expect(told(await go('Hot wallet = 60', { below: '15' }).poll())).toEqual([
			['balanceBelow', 'Cold wallet', '15'],
		]);
		expect(await go('Hot wallet = 60', { below: '15' }).poll()).toBeNull();
	});

	test('an own limit equal to that of all goes on with the alert', async () => {
		await holds(hot, '1');
		const trigger = watch(parameters);
		expect(told(await trigger.activate())).toHaveLength(1);
		const changed = watch(own('Hot wallet = 10.0'), { staticData: trigger.stored });
		expect(await changed.poll()).toBeNull();
		const back = watch(parameters, { staticData: trigger.stored });
		expect(await back.poll()).toBeNull();
		await holds(hot, '20');
		await back.poll();
		expect(told(await back.poll())).toEqual([['balanceNoLongerBelow', 'Hot wallet', '10']]);
	});

	test.each([
		['a name of nobody', 'Payroll = 5', /no wallet is called "Payroll" \(line 1\)/],
		['a wallet not watched', `${wallet(7)} = 5`, /is not watched \(line 1\)/],
		['a wallet twice', `Hot wallet = 5\n${hot} = 6`, /has two limits \(line 2\)/],
		['no amount', 'Hot wallet = much', /^Check Below by Wallet, line 1: it cannot be "much"$/],
		['nothing', 'Hot wallet = 0', /Below must be more than 0/],
		['a pair that cannot be', 'Hot wallet = 100', /Above must be more than Below for 0x/],
	])('%s is refused before anything is sent', async (_, lines, message) => {
		devnet.log.length = 0;
		await expect(watch(own(lines, { above: '90' })).activate()).rejects.toThrow(message);
		expect(devnet.log).toEqual([]);
	});
});

test('the cursor of a released version is read on [U19]', async () => {
	const released = JSON.parse(
		readFileSync('test/golden/watch-1-balances.json', 'utf8'),
	) as IDataObject;
	await holds(hot, '1');
	// It was written on 24 November.
	clock.advance(23 * 86_400);
	const trigger = watch(
		{ source: 'native', addresses: `${hot}\n${cold}`, below: '10', options: { goodChecks: 1 } },
		{ staticData: released },
	);
	await holds(cold, '20');
	const [back, ...more] = jsonOf(await trigger.poll());
	expect(more).toEqual([]);
	expect(back).toMatchObject({ event: 'balanceNoLongerBelow', address: cold });
});

test('the memory of a hundred addresses stays within its bound, with the last items in it [U20]', async () => {
	const addresses = linesOf(100);
	const trigger = watch({
		source: 'native',
		addresses,
		below: '10',
		above: '20',
		options: { redeliver: true, reminderHours: 1 },
	});
	expect(jsonOf(await trigger.activate())).toHaveLength(100);
	expect(JSON.stringify(trigger.stored.cursor).length).toBeLessThan(8192 + 64 * 100);
	await holds(wallet(1), '50');
	await trigger.poll();
	await trigger.poll();
	expect(JSON.stringify(trigger.stored.cursor).length).toBeLessThan(8192 + 64 * 100);
});

test('amounts are compared to the last unit, in any decimals [B1]', async () => {
	const trigger = watch({ source: 'native', addresses: hot, below: '12345678.123456789012345678' });
	await holds(hot, '12345678.123456789012345678');
	expect(await trigger.activate()).toBeNull();
	await holds(hot, '12345678.123456789012345677');
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ balanceExact: '12345678.123456789012345677', limitExact: '12345678.123456789012345678' },
	]);
});

test.each([
	['no limit', { addresses: hot }, 'Fill in Below or Above'],
	['a limit below which nothing is', { addresses: hot, below: '0.0' }, 'Below must be more than 0'],
	[
		'limits that cross',
		{ addresses: hot, below: '10', above: '9' },
		'Above must be more than Below',
	],
	['no number', { addresses: hot, below: 'ten' }, 'Below must be'],
	['a wrong address', { addresses: `${hot}1`, below: '1' }, 'Check Addresses'],
	['no address', { addresses: '', below: '1' }, 'Fill in Addresses'],
	['too many addresses', { addresses: linesOf(101), below: '1' }, 'at most 100 addresses'],
	['no token', { source: 'erc20', addresses: hot, below: '1' }, 'Fill in Token Contract'],
	[
		'no token there',
		{ source: 'erc20', token: cold, addresses: hot, below: '1' },
		'not an ERC-20 token',
	],
	[
		'an address of another chain',
		{ source: 'pChain', addresses: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5', below: '1' },
		'Check Addresses',
	],
])('%s refuses the activation', async (_what, parameters, message) => {
	const trigger = create(parameters as INodeParameters);
	const error = await trigger.activate().catch((failure: Error) => failure);
	expect(saidBy(error as Error)).toContain(message);
});

const wei = `1${'0'.repeat(20)}`;
test.each([
	['wei', 'native', { below: wei }, /^Below is more AVAX than there is.*counts wei, enter 100\.$/s],
	[
		'nAVAX',
		'native',
		{ below: '1', above: '5000000000' },
		/^Above is more AVAX than there is.*counts nAVAX, enter 5\.$/s,
	],
	[
		'either unit',
		'pChain',
		{ below: '50000000000000000' },
		/counts nAVAX, enter 50000000\. If it counts wei, enter 0\.05\.$/,
	],
	[
		'AVAX that do not exist',
		'l1Balance',
		{ below: '720000001' },
		/counts nAVAX, enter 0\.720000001\.$/,
	],
	[
		'wei for one wallet',
		'native',
		{ options: { belowByWallet: `${hot} = ${wei}` } },
		/^Check Below by Wallet: more AVAX than there is in line 1.*enter 100\.$/s,
	],
])('a limit in %s is refused before anything is sent', async (_unit, asset, limit, message) => {
	const { parameters } = assets[asset as keyof typeof assets];
	const trigger = create({ ...parameters(), below: '', ...(limit as INodeParameters) });
	devnet.log.length = 0;
	const error = await trigger.activate().catch((failure: Error) => failure);
	expect(saidBy(error as Error)).toMatch(message);
	expect(devnet.log).toEqual([]);
});

test.each(['native', 'erc20'] as const)(
	'the supply of AVAX limits no other token: %s',
	async (asset) => {
		const chain = asset === 'native' ? { chain: 'https://l1.example.com/rpc' } : {};
		const trigger = create({ ...assets[asset].parameters(), ...chain, below: wei });
		const error = await trigger.activate().catch((failure: Error) => failure);
		expect(saidBy(error as Error)).not.toContain('more AVAX');
	},
);

test('the example warns as it stands', async () => {
	const { nodes } = JSON.parse(readFileSync('examples/balance-warning.json', 'utf8')) as {
		nodes: Array<{ name: string; parameters: INodeParameters }>;
	};
	const { parameters } = nodes.find(({ name }) => name === 'Avalanche Trigger')!;
	const [first, second] = String(parameters.addresses)
		.split('\n')
		.map((line) => line.split(' = ')[0]!) as [string, string];
	await holds(first, '11');
	await holds(second, '1');
	const trigger = watch(parameters);
	expect(jsonOf(await trigger.activate())).toMatchObject([
		{ title: expect.stringMatching(/^Payments: /) },
	]);
	await holds(first, '9');
	const [item] = jsonOf(await trigger.poll());
	expect(item!.message).toMatch(
		/^Hot wallet \(0x8db9\.\.\.52FC\): balance 9 AVAX, below 10 AVAX, since /,
	);
});

test('test events: each kind that the settings can send is there [U36]', async () => {
	for (const { parameters } of Object.values(assets)) {
		const trigger = create({
			...parameters(),
			below: '10',
			above: '50',
			options: { testEvent: 'each' },
		});
		const { items, error } = await trigger.testRun();
		expect(error).toBeUndefined();
		const told = jsonOf(items);
		expect(told.map(({ event }) => event)).toEqual(
			expect.arrayContaining([
				'balanceBelow',
				'balanceAbove',
				'balanceNoLongerBelow',
				'balanceNoLongerAbove',
				'unreachable',
				'reachable',
			]),
		);
		for (const { title, message } of told)
			for (const text of [title, message])
				expect(text).toMatch(/^\[TEST\] (?!.*(NaN|undefined|null))/s);
	}
});

describe('limits of further tokens [B7]', () => {
	const parameters = (belowByAsset: unknown, more: INodeParameters = {}): INodeParameters => ({
		source: 'native',
		addresses: `${hot} = Hot wallet\n${cold} = Cold wallet`,
		below: '10',
		...more,
		options: { belowByAsset, ...(more.options as object) } as INodeParameters,
	});
	const told = (items: INodeExecutionData[] | null) =>
		jsonOf(items).map(({ event, addressName, token, limitExact }) => [
			event,
			addressName,
			lower(token),
			limitExact,
		]);
	const lower = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text);
	const ofToken = () => lower(devnet.token);
	beforeEach(async () => {
		for (const wallet of [hot, cold]) {
			await holds(wallet, '20');
			await holds(wallet, '2000', devnet.token);
		}
	});

	test('each wallet and token has a limit, an item and an alertId of its own', async () => {
		const trigger = watch(parameters(`${devnet.token} = 1000`));
		expect(await trigger.activate()).toBeNull();
		await holds(hot, '999', devnet.token);
		await holds(hot, '9');
		const items = jsonOf(await trigger.poll());
		expect(items).toMatchObject([
			{ address: expect.any(String), token: null, source: 'native', balanceExact: '9' },
			{ source: 'erc20', balanceExact: '999', limitExact: '1000', addressName: 'Hot wallet' },
		]);
		expect(items.map(({ address }) => lower(address))).toEqual([hot, hot]);
		expect(lower(items[1]!.token)).toBe(ofToken());
		expect(new Set(items.map(({ alertId }) => alertId)).size).toBe(2);
		expect(items[1]!.title).toMatch(/^Hot wallet: balance 999 \S+, below 1,000 \S+$/);
		expect(items[1]!.message).toMatch(new RegExp(`Address: ${hot}`, 'i'));
		await holds(cold, '1', devnet.token);
		expect(told(await trigger.poll())).toEqual([
			['balanceBelow', 'Cold wallet', ofToken(), '1000'],
		]);
		await holds(hot, '2000', devnet.token);
		await trigger.poll();
		const [back] = jsonOf(await trigger.poll());
		expect(back).toMatchObject({ event: 'balanceNoLongerBelow', alertId: items[1]!.alertId });
	});

	test('the alertId is that of a watch of this token alone', async () => {
		await holds(hot, '999', devnet.token);
		const [further] = jsonOf(await watch(parameters(`${devnet.token} = 1000`)).activate());
		const alone = { source: 'erc20', token: devnet.token, addresses: hot, below: '1000' };
		const [own] = jsonOf(await watch(alone).activate());
		expect(further!.alertId).toBe(own!.alertId);
	});

	test('neither Above nor Below of the asset holds for a further token', async () => {
		const trigger = watch(parameters(`${devnet.token} = 1000`, { above: '50' }));
		expect(await trigger.activate()).toBeNull();
		const alone = watch(parameters(`${devnet.token} = 3000`, { below: '' }));
		expect(told(await alone.activate())).toEqual([
			['balanceBelow', 'Hot wallet', ofToken(), '3000'],
			['balanceBelow', 'Cold wallet', ofToken(), '3000'],
		]);
	});

	test('Above by Token has maximums, of other tokens or of the same', async () => {
		const options = { aboveByAsset: `${devnet.token} = 5000` };
		const trigger = watch(parameters(`${devnet.token} = 1000`, { options }));
		expect(await trigger.activate()).toBeNull();
		await holds(hot, '5001', devnet.token);
		await holds(cold, '999', devnet.token);
		expect(told(await trigger.poll())).toEqual([
			['balanceAbove', 'Hot wallet', ofToken(), '5000'],
			['balanceBelow', 'Cold wallet', ofToken(), '1000'],
		]);
		const alone = watch(parameters('', { below: '', options }));
		expect(told(await alone.activate())).toEqual([
			['balanceAbove', 'Hot wallet', ofToken(), '5000'],
		]);
	});

	test.each([
		['its name', 'hot WALLET'],
		['its address', hot],
	])(
		'a line with a wallet by %s holds for it alone, and goes before that of its token',
		async (_, name) => {
			await holds(hot, '999', devnet.token);
			await holds(cold, '1', devnet.token);
			const own = `${name}, ${devnet.token} = 1000`;
			expect(told(await watch(parameters(own)).activate())).toEqual([
				['balanceBelow', 'Hot wallet', ofToken(), '1000'],
			]);
			const beside = watch(parameters(`${own}\n${devnet.token} = 5`));
			expect(told(await beside.activate())).toEqual([
				['balanceBelow', 'Hot wallet', ofToken(), '1000'],
				['balanceBelow', 'Cold wallet', ofToken(), '5'],
			]);
		},
	);

	test('a token that only lines of wallets name is watched for these alone', async () => {
		const options = { heartbeatMinutes: 10, heartbeatItem: true };
		const trigger = watch(parameters(`Hot wallet, ${devnet.token} = 1000`, { options }));
		await trigger.activate();
		clock.advance(600);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'heartbeat', watchedCount: 3 }]);
	});

	test('a maximum below the minimum of the same token is refused by its contract', async () => {
		const options = { aboveByAsset: `${devnet.token} = 1000` };
		const { error } = await create(parameters(`${devnet.token} = 1000`, { options })).testRun();
		expect(saidBy(error).toLowerCase()).toContain(
			`above must be more than below for ${ofToken() as string}`,
		);
		const beside = { aboveByAsset: `${devnet.token} = 5` };
		expect((await create(parameters('', { options: beside })).testRun()).error).toBeUndefined();
	});

	test('a contract that is no token holds back only itself', async () => {
		await holds(hot, '999', devnet.token);
		const trigger = watch(parameters(`${devnet.token} = 1000\n${wallet(77)} = 5`));
		expect(told(await trigger.activate())).toEqual([
			['balanceBelow', 'Hot wallet', ofToken(), '1000'],
		]);
		expect(told(await trigger.poll())).toEqual([
			['balanceUnreadable', 'Hot wallet', wallet(77), undefined],
			['balanceUnreadable', 'Cold wallet', wallet(77), undefined],
		]);
	});

	test('a heartbeat tells the tokens apart', async () => {
		await holds(hot, '9');
		await holds(hot, '999', devnet.token);
		const options = { heartbeatMinutes: 10, heartbeatItem: true };
		const trigger = watch(parameters(`${devnet.token} = 1000`, { options }));
		await trigger.activate();
		clock.advance(600);
		const [beat] = jsonOf(await trigger.poll());
		expect(beat).toMatchObject({ event: 'heartbeat', watchedCount: 4, badCount: 2 });
		const tokens = (beat!.bad as IDataObject[]).map(({ token }) => lower(token));
		expect(tokens).toEqual([null, ofToken()]);
		const short = `${devnet.token.slice(0, 6)}...${devnet.token.slice(-4)}`;
		expect(String(beat!.message).toLowerCase()).toContain(
			`hot wallet balance below, hot wallet balance below (${short})`.toLowerCase(),
		);
	});

	test('a silence of a wallet is of all its tokens, and a test run names their limits', async () => {
		await holds(hot, '999', devnet.token);
		const silences = `${hot}, all, 2026-12-01T00:00, moving`;
		const trigger = watch(parameters(`${devnet.token} = 1000`, { options: { silences } }));
		expect(await trigger.activate()).toBeNull();
		await holds(cold, '999', devnet.token);
		expect(told(await trigger.poll())).toEqual([
			['balanceBelow', 'Cold wallet', ofToken(), '1000'],
		]);
		const { items } = await create(parameters(`${devnet.token} = 1000`)).testRun();
		const remarks = jsonOf(items).flatMap(({ remarks: said }) => said as string[]);
		expect(remarks).toContainEqual(
			expect.stringMatching(/^Hot wallet: the balance is 999 \S+, below the limit of 1,000 \S+\.$/),
		);
	});

	test.each([
		[
			'no contract',
			'USDC = 5',
			/Below by Token, line 1: .*symbol.*Enter its contract.*0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E.*Others can take the same symbol/s,
		],
		['no contract behind a wallet', 'Hot wallet, USDC = 5', /line 1: .*symbol.*"USDC"/s],
		[
			'AVAX of one wallet',
			'Hot wallet, AVAX = 20',
			/AVAX has no contract \(line 1\).*Native Token.*"Hot wallet = 20" under Below by Wallet/s,
		],
		['AVAX of all', 'avax = 20', /With Native Token as Asset, enter 20 under Below\./],
		[
			'a wallet alone',
			'Hot wallet = 20',
			/"Hot wallet" is no contract of a token \(line 1\).*symbol of a token, enter its contract.*under Below by Wallet.*"Hot wallet, contract = 20"/s,
		],
		[
			'an unknown wallet',
			`Payroll, ${wallet(5)} = 5`,
			/no wallet is called "Payroll".*Hot wallet/s,
		],
		['a wallet that is not watched', `${wallet(6)}, ${wallet(5)} = 5`, /is not watched \(line 1\)/],
		['no wallet before the comma', `, ${wallet(5)} = 5`, /no wallet before the comma in line 1/],
		[
			'a contract before its wallet',
			`${wallet(5)}, Hot wallet = 5`,
			/Enter Hot wallet, 0x\w{40} = 5\./,
		],
		[
			'a contract before the address of its wallet',
			`${wallet(5)}, ${hot} = 5`,
			new RegExp(`Enter ${hot}, ${wallet(5)} = 5\\.`, 'i'),
		],
		[
			'a pair twice',
			`Hot wallet, ${wallet(5)} = 1\n${hot}, ${wallet(5)} = 2`,
			/twice, the second time in line 2.*one wallet/s,
		],
		['no amount', `${wallet(5)} = much`, /Below by Token.*number/],
		['a token twice', `${wallet(5)} = 1\n${wallet(5)} = 2`, /Below by Token.*twice/],
		['zero', `${wallet(5)} = 0`, /Below must be more than 0/],
	])('%s is refused', async (_, lines, message) => {
		const { error } = await create(parameters(lines)).testRun();
		expect(saidBy(error)).toMatch(message);
	});

	test('the token of Token Contract, and more balances than a trigger watches, are refused', async () => {
		const ofErc20 = { source: 'erc20', token: devnet.token };
		const twice = await create(parameters(`${devnet.token} = 5`, ofErc20)).testRun();
		expect(saidBy(twice.error)).toMatch(/Below by Token has the token of Token Contract/);
		const pair = parameters(`Hot wallet, ${devnet.token} = 5`, ofErc20);
		expect(saidBy((await create(pair).testRun()).error)).toMatch(/under Below by Wallet/);
		const above = { ...ofErc20, options: { aboveByAsset: `${devnet.token} = 5` } };
		const again = await create(parameters('', above)).testRun();
		expect(saidBy(again.error)).toMatch(/Above by Token has the token.*under Above/s);
		const many = { addresses: linesOf(60) };
		const { error } = await create(parameters(`${devnet.token} = 5`, many)).testRun();
		expect(saidBy(error)).toMatch(/make 120 balances, and a trigger watches at most 100/);
	});
});
