/** One chain has many names, and means the same in every node. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain } from '../../devnet/devnet.mts';
import { credentialsFor } from '../support/engine.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, outputOf, saidBy, useEngine } from '../support/useEngine.mts';
import { notFound, useScript } from '../support/useScript.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);
const server = useScript(() => notFound);

const mainnetC = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const { blockchainId, chainId } = demoL1Chain;
const paths = () => devnet.log.map(({ url }) => url.replace(/\?.*/, ''));
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const block = async (chain: unknown, options: IDataObject = {}) =>
	await engine.runNode(
		'avalancheEvm',
		{ resource: 'block', operation: 'getLatestNumber', chain, options: { retries: 0 } },
		options,
	);
const latest = async (chain: unknown) =>
	await engine.runNode('avalancheData', {
		resource: 'transaction',
		operation: 'getManyLatest',
		chainId: chain,
		limit: 1,
	});
const metric = async (chain: unknown) =>
	await engine.runNode('avalancheMetrics', {
		resource: 'metric',
		operation: 'getMany',
		chainId: chain,
		limit: 1,
	});

describe('the C-Chain', () => {
	test.each([
		'C',
		'c',
		'C-Chain',
		'c-chain',
		' Avalanche C-Chain ',
		{ __rl: true, mode: 'list', value: 'C' },
	])('%j costs a node no request more', async (chain) => {
		expect((await block(chain)).error).toBeUndefined();
		expect(paths()).toEqual(['/ext/bc/C/rpc']);
	});

	test('is what runs where nothing was chosen', async () => {
		expect(
			(await engine.runNode('avalancheEvm', { resource: 'block', operation: 'getLatestNumber' }))
				.error,
		).toBeUndefined();
		expect(paths()).toEqual(['/ext/bc/C/rpc']);
	});

	test('43114 asks a node for its network, once a run', async () => {
		const items = [1, 2, 3].map((n) => ({ json: { n } }));
		expect((await block('43114', { items })).items).toHaveLength(3);
		expect(new Set(paths())).toEqual(new Set(['/ext/info', '/ext/bc/C/rpc']));
		expect(paths().filter((path) => path === '/ext/info')).toHaveLength(1);
	});

	test.each(['C', 'c-chain', '43114'])('%s is 43114 for the services', async (chain) => {
		const [transaction] = jsonOf((await latest(chain)).items);
		expect(transaction.chainId).toBe('43114');
		const [point] = jsonOf((await metric(chain)).items);
		expect(point.chainId).toBe('43114');
	});

	test('the metrics service gets 43114 for the blockchain ID', async () => {
		const [point] = jsonOf((await metric(mainnetC)).items);
		expect(point.chainId).toBe('43114');
		expect(paths()).toEqual(['/v2/chains/43114/metrics/txCount']);
	});
});

describe('an L1', () => {
	test.each([
		['its EVM chain ID', chainId],
		['its name', byName('demo l1')],
		['its name as text', 'Demo L1'],
	])('by %s, looked up once a run', async (_how, chain) => {
		const items = [1, 2].map((n) => ({ json: { n } }));
		const { error } = await block(chain, { items });
		expect(error).toBeUndefined();
		expect(paths().filter((path) => path === '/v1/chains')).toHaveLength(1);
		expect(new Set(paths().filter((path) => path.startsWith('/ext/bc')))).toEqual(
			new Set([`/ext/bc/${blockchainId}/rpc`]),
		);
	});

	test('by its name and blockchain ID in the services', async () => {
		for (const chain of [byName('Demo L1'), chainId]) {
			const [transaction] = jsonOf((await latest(chain)).items);
			expect(transaction.chainId).toBe(chainId);
		}
		const [point] = jsonOf((await metric(blockchainId)).items);
		expect(point.chainId).toBe(chainId);
	});

	test('stands in items by the name that the list or the user gave, without a request for it', async () => {
		const chosen = (line: string) => ({
			__rl: true,
			mode: 'list',
			value: chainId,
			cachedResultName: line,
		});
		const listed = chosen(`Demo L1 · ${chainId} · Fuji`);
		for (const run of [latest, metric]) {
			devnet.log.length = 0;
			expect(jsonOf((await run(listed)).items)).toMatchObject([{ chain: 'Demo L1', chainId }]);
			expect(paths()).not.toContain('/v1/chains');
			for (const named of [byName('demo l1'), 'Demo L1'])
				expect(jsonOf((await run(named)).items)).toMatchObject([{ chain: 'Demo L1', chainId }]);
			const ofAnother = chosen('Another · 77 · Fuji');
			for (const nameless of [chainId, ofAnother, chosen('Demo L1')])
				expect(jsonOf((await run(nameless)).items)).toMatchObject([{ chain: chainId, chainId }]);
		}
	});

	test('stands in items of a node by its name, where the list was read', async () => {
		const balance = async (chain: unknown) =>
			await engine.runNode('avalancheEvm', {
				resource: 'account',
				operation: 'getBalance',
				chain,
				address: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
			});
		for (const named of [byName('demo l1'), chainId])
			expect(jsonOf((await balance(named)).items)).toMatchObject([{ chain: 'Demo L1' }]);
		expect(jsonOf((await balance(blockchainId)).items)).toMatchObject([{ chain: blockchainId }]);
	});

	test('validators by its name', async () => {
		const running = engine.runNode('avalancheValidators', {
			resource: 'validator',
			operation: 'getCurrentValidators',
			limit: 1,
			blockchainId: byName('Demo L1'),
		});
		expect(await outputOf(running)).toMatchObject([{ blockchainId }]);
	});

	test('that nobody lists fails its own item', async () => {
		const items = [{ json: { chain: 'C' } }, { json: { chain: '987654321' } }];
		const { items: given } = await block('={{ $json.chain }}', {
			items,
			onError: 'continueRegularOutput',
		});
		expect(given.map(({ json }) => json.error)).toEqual([
			undefined,
			expect.stringMatching(/^Check Chain: no chain 987654321 is listed by /),
		]);
	});
});

test('a chain that nobody lists is no fault of an address', async () => {
	const address = [1, 2].map((n) => `0x${String(n).padStart(40, '0')}`).join(', ');
	const { error } = await engine.runNode('avalancheEvm', {
		resource: 'account',
		operation: 'getBalance',
		chain: '987654321',
		address,
	});
	expect(error?.message).toMatch(/^Check Chain: no chain 987654321 is listed by /);
});

test.each<[string, RegExp]>([
	['Avalanch', /Did you mean "Avalanche C-Chain" \(43114\) or /],
	['Polygon', /It may be no Avalanche chain\. If it is one, choose/],
	['Demo L2', /Did you mean Demo L1 \(\d+\)\?/],
])('of %s, the nearest name that is listed is offered, if there is one', async (entered, says) => {
	expect(saidBy((await latest(entered)).error)).toMatch(says);
});

test('an ID that was entered as a name is said to be one', async () => {
	const { error } = await latest(byName('43114'));
	expect(saidBy(error)).toMatch(/looks like an EVM chain ID: switch the field to By ID/);
});

test.each(['mainnet', 'testnet', 'total'])('%s is for metrics alone', async (many) => {
	for (const run of [block, latest]) {
		const { error } = await run(many);
		expect(saidBy(error)).toMatch(
			/(?:stands for many chains|is a network, and no chain).*enter C for the C-Chain/,
		);
	}
	expect(devnet.log).toEqual([]);
	const [point] = jsonOf((await metric(many)).items);
	expect(point.chainId).toBe(many);
});

test('an event finds its chain by name, and keeps its identity', async () => {
	const poll = async (chain: unknown) => {
		const trigger = engine.createPoll('avalancheTrigger', {
			event: 'newTransaction',
			watch: 'chain',
			chainId: chain,
		} as INodeParameters);
		await trigger.activate();
		const { feed } = trigger.stored.cursor as IDataObject;
		const [item] = jsonOf((await trigger.testRun()).items);
		return { feed, chain: item!.chain };
	};
	const asked = await poll(chainId);
	expect(asked).toEqual({ feed: expect.any(String), chain: chainId });
	expect(await poll(byName('Demo L1'))).toEqual({ feed: asked.feed, chain: 'Demo L1' });
});

test('a listed chain that the node does not track says so', async () => {
	server.answer((request) => {
		if (request.path === '/v1/chains')
			return {
				body: {
					chains: [
						{ chainId, chainName: 'Dexalot', platformChainId: blockchainId, isTestnet: false },
					],
				},
			};
		const [call] = request.calls;
		if (call?.method !== 'info.isBootstrapped') return notFound;
		const isKnown = call.params.chain === 'P';
		const body = { jsonrpc: '2.0', id: call.id };
		return {
			body: isKnown
				? { ...body, result: { isBootstrapped: true } }
				: { ...body, error: { code: -32000, message: "there is no chain with alias/ID 'x'" } },
		};
	});
	const { error } = await block(blockchainId, { credentials: credentialsFor(server.url) });
	expect(error?.description).toContain(
		'Dexalot is a chain of Avalanche, but this node does not track it.',
	);
});
