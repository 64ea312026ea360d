/** An option or a limit that is left empty is its default; whatever else is no valid value is refused in words, and no item is lost. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { listDescriptions } from '../support/descriptions.mts';
import type { Limits } from '../support/engine.mts';
import { makeItems, useEngine, saidBy } from '../support/useEngine.mts';
import { eachCall, type Handler, reply, useScript } from '../support/useScript.mts';

/** Balances to each call alone or in a batch; 60 chains or transactions to a GET. */
const serve: Handler = (request, ...rest) => {
	if (request.calls.length) return eachCall(() => ({ result: '0x1' }))(request, ...rest);
	const chains = Array.from({ length: 60 }, (_, i) => ({ chainId: `${i}` }));
	const transactions = chains.map(({ chainId: txHash }) => ({ chainId: '43114', txHash }));
	return reply({ chains, transactions });
};
const server = useScript(serve);
const engine = useEngine(server);

const run = (
	type: string,
	parameters: INodeParameters,
	count = 1,
	onError?: 'continueRegularOutput',
	limits?: Limits,
) =>
	engine.runNode(type, parameters, {
		items: makeItems(count, (i) => ({ i, blank: ' ', none: null })),
		onError,
		limits,
	});

const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const balances = { resource: 'account', operation: 'getBalance', address };
const chains = { resource: 'chain', operation: 'getMany' };
const latest = {
	chainId: '43114',
	resource: 'transaction',
	operation: 'getManyLatest',
};

/** What an expression gives that finds nothing, and what a person leaves behind. */
const empties = [
	'',
	'   ',
	'\t',
	'={{ undefined }}',
	'={{ null }}',
	'={{ $json.nothing }}',
	'={{ $json.blank }}',
	'={{ $json.none }}',
	'={{ "" }}',
	null,
	undefined,
];
const limits = ['parallelRequests', 'batchSize', 'retries', 'timeLimit', 'largestAnswer'];

test.each(limits)('%s left empty is its default', async (name) => {
	// The server hands out what an expression of a credential gave.
	for (const empty of ['', '   ', '\t', null, undefined]) {
		const { items, error } = await run('avalancheEvm', balances, 50, undefined, { [name]: empty });
		expect([empty, error?.message]).toEqual([empty, undefined]);
		expect(items).toHaveLength(50);
		// 40 in a batch
		expect(
			server.received.splice(0).map(({ body }) => (JSON.parse(body) as unknown[]).length),
		).toEqual([40, 10]);
	}
});

test('limits count only where they are chosen', async () => {
	const avalancheNodesApi = {
		...server.credentials.avalancheNodesApi,
		limits: 'default',
		batchSize: 1,
	};
	const { items } = await engine.runNode('avalancheEvm', balances, {
		items: makeItems(3),
		credentials: { avalancheNodesApi },
	});
	expect(items).toHaveLength(3);
	expect(server.received).toHaveLength(1);
});

test.each(['options', 'additionalFields', 'filters'])(
	'%s left empty as a whole are without entries',
	async (name) => {
		for (const empty of empties.filter((value) => String(value).trim() !== '' || value === '')) {
			for (const [type, parameters] of [
				['avalancheEvm', balances],
				['avalancheData', chains],
			] as const) {
				const { items, error } = await run(type, { ...parameters, [name]: empty } as never);
				expect([empty, error?.message]).toEqual([empty, undefined]);
				expect(items.length).toBeGreaterThan(0);
			}
		}
	},
);

test('a limit left empty is its default, and so is every option of a list', async () => {
	for (const empty of empties) {
		const { items, error } = await run('avalancheData', {
			...chains,
			limit: empty,
			filters: { network: empty, feature: empty },
		} as never);
		expect([empty, error?.message, items.length]).toEqual([empty, undefined, 50]);
		const paged = await run('avalancheData', {
			...latest,
			options: { pageSize: empty, pageToken: empty, wholeResponse: empty },
		} as never);
		expect([empty, paged.error?.message, paged.items.length]).toEqual([empty, undefined, 50]);
	}
	expect(new Set(server.received.map(({ path }) => path))).toEqual(
		new Set(['/v1/chains', '/v1/chains/43114/transactions?pageSize=50']),
	);
});

const wrong = [
	'many',
	'0x10',
	'1e3',
	'1.5',
	'-1',
	'={{ NaN }}',
	'={{ 1/0 }}',
	'={{ -1/0 }}',
	'={{ true }}',
	'={{ [] }}',
	'={{ [5] }}',
	'={{ ({}) }}',
	'={{ $now }}',
	'={{ new Date() }}',
	'NaN',
	'Infinity',
	'９',
	'1_000',
	'={{ 2**53 }}',
	1.5,
	true,
];
const shown: Record<string, string> = {
	parallelRequests: 'Parallel Requests',
	batchSize: 'Batch Size',
	retries: 'Retries',
	timeLimit: 'Time Limit (Seconds)',
	largestAnswer: 'Largest Answer (MiB)',
};
/** What is no limit, whether a person wrote it or an expression of the credential gave it. */
const wrongLimits = [
	...wrong.filter((value) => !String(value).startsWith('=')),
	NaN,
	1 / 0,
	-1,
	[],
	[5],
	{},
	new Date(),
	2 ** 53,
];

test.each(limits)(
	'%s of another kind is refused in words before anything is sent',
	async (name) => {
		for (const value of wrongLimits) {
			const { error } = await run('avalancheEvm', balances, 3, undefined, { [name]: value });
			expect([value, saidBy(error)]).toEqual([
				value,
				expect.stringMatching(
					/must be a whole number from \d+ to \d+|: an expression gave an? (list|object)/,
				),
			]);
			expect(error?.message).toContain(shown[name]);
			const kept = await run('avalancheEvm', balances, 3, 'continueRegularOutput', {
				[name]: value,
			});
			expect(kept.items.map(({ json }) => String(json.error).includes(shown[name]))).toEqual([
				true,
				true,
				true,
			]);
			const trigger = engine.createPoll(
				'avalancheTrigger',
				{ event: 'ownNode' },
				{ limits: { [name]: value } },
			);
			await expect(trigger.activate()).rejects.toThrow(shown[name]);
		}
		expect(server.received).toEqual([]);
	},
);

test.each([
	['limit', 'Limit', (value: unknown) => ({ ...chains, limit: value })],
	['pageSize', 'Page Size', (value: unknown) => ({ ...latest, options: { pageSize: value } })],
])('%s of another kind is refused in words', async (_name, title, toParameters) => {
	for (const value of wrong) {
		const { error } = await run('avalancheData', toParameters(value) as never);
		expect([value, saidBy(error)]).toEqual([
			value,
			expect.stringMatching(
				new RegExp(
					`${title} must be a whole number|${title}: an expression gave an? (list|object)`,
				),
			),
		]);
	}
	expect(server.received).toEqual([]);
});

test('a run whose items were not all answered is an error, whatever number of workers is computed', async () => {
	const load = createRequire(join(process.cwd(), 'package.json'));
	const { parallelRequests } = load('./dist/index.js').limitFields;
	const { encode } = parallelRequests;
	for (const computed of [NaN, 0, -1, 'x']) {
		parallelRequests.encode = () => computed;
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const { error } = await run('avalancheEvm', balances, 3, onError, { parallelRequests: 5 });
			expect(error?.message).toBe('3 of 3 items were not answered');
		}
	}
	parallelRequests.encode = encode;
});

describe('a block that begins or ends a range', () => {
	const ofBlocks = ['startBlock', 'endBlock', 'startOverBlock'];
	const added = listDescriptions().flatMap(({ name: node, properties }) =>
		properties
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options = [] }) => options as INodeProperties[])
			.filter(({ name }) => ofBlocks.includes(name))
			.map(({ name, default: value }) => [node, name, value] as const),
	);

	test('is empty when it is added, so that nobody reads a whole chain by accident', () => {
		expect(new Set(added.map(([, name]) => name))).toEqual(new Set(ofBlocks));
		expect(added.filter(([, , value]) => value !== '')).toEqual([]);
	});

	test.each([
		['left empty', '', null],
		['0, as saved workflows have it', 0, '0'],
		['a number', 70_999_900, '70999900'],
		['text', '70999900', '70999900'],
	])('of a list is asked for as it was entered: %s', async (_name, startBlock, asked) => {
		const { error } = await run('avalancheData', {
			resource: 'transaction',
			operation: 'getManyNative',
			chainId: '43114',
			address,
			filters: { startBlock },
		});
		expect(error).toBeUndefined();
		const { searchParams } = new URL(server.received[0]!.path, server.url);
		expect(searchParams.get('startBlock')).toBe(asked);
	});
});
