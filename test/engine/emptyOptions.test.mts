/** An option that is left empty is its default; whatever else is no valid value is refused in words, and no item is lost. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { makeItems, useEngine, saidBy } from '../support/useEngine.mts';
import { eachCall, type Handler, reply, useScript } from '../support/useScript.mts';

/** Balances to each call alone or in a batch; 60 chains or transactions to a GET. */
const serve: Handler = (request, ...rest) => {
	if (request.calls.length) return eachCall(() => ({ result: '0x1' }))(request, ...rest);
	const records = Array.from({ length: 60 }, (_, i) => ({ chainId: `${i}`, txHash: `${i}` }));
	return reply({ chains: records, transactions: records });
};
const server = useScript(serve);
const engine = useEngine(server);

const run = (
	type: string,
	parameters: INodeParameters,
	count = 1,
	onError?: 'continueRegularOutput',
) =>
	engine.runNode(type, parameters, {
		items: makeItems(count, (i) => ({ i, blank: ' ', none: null })),
		onError,
	});

const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const balances = { resource: 'account', operation: 'getBalance', address };
const chains = { resource: 'chain', operation: 'getMany' };
const latest = { resource: 'transaction', operation: 'getManyLatest' };

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
const runOptions = ['maxInFlight', 'batchSize', 'retries', 'timeout'];

test.each(runOptions)('%s left empty is its default', async (name) => {
	for (const empty of empties) {
		const { items, error } = await run(
			'avalancheEvm',
			{ ...balances, options: { [name]: empty } as never },
			50,
		);
		expect([empty, error?.message]).toEqual([empty, undefined]);
		expect(items).toHaveLength(50);
		// 40 in a batch
		expect(
			server.received.splice(0).map(({ body }) => (JSON.parse(body) as unknown[]).length),
		).toEqual([40, 10]);
	}
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
	maxInFlight: 'Parallel Requests',
	batchSize: 'Batch Size',
	retries: 'Retries',
	timeout: 'Timeout (Seconds)',
};

test.each(runOptions)(
	'%s of another kind is refused in words before anything is sent',
	async (name) => {
		for (const value of wrong) {
			const { error } = await run(
				'avalancheEvm',
				{ ...balances, options: { [name]: value } as never },
				3,
			);
			expect([value, saidBy(error)]).toEqual([
				value,
				expect.stringMatching(/must be a whole number from \d+ to \d+, not "/),
			]);
			expect(error?.message).toContain(shown[name]);
			const kept = await run(
				'avalancheEvm',
				{ ...balances, options: { [name]: value } as never },
				3,
				'continueRegularOutput',
			);
			expect(kept.items.map(({ json }) => String(json.error).includes(shown[name]))).toEqual([
				true,
				true,
				true,
			]);
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
			expect.stringContaining(`${title} must be a whole number`),
		]);
	}
	expect(server.received).toEqual([]);
});

test('a run whose items were not all answered is an error, whatever number of workers is computed', async () => {
	const load = createRequire(join(process.cwd(), 'package.json'));
	const { maxInFlight } = load('./dist/nodes/shared/properties.js').runOptions;
	const { encode } = maxInFlight;
	for (const computed of [NaN, 0, -1, 'x']) {
		maxInFlight.encode = () => computed;
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const { error } = await run(
				'avalancheEvm',
				{ ...balances, options: { maxInFlight: 5 } },
				3,
				onError,
			);
			expect(error?.message).toBe('3 of 3 items were not answered');
		}
	}
	maxInFlight.encode = encode;
});
