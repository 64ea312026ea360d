/** Every operation of EVM, EVM Advanced, Native and Admin through n8n's engine, on one node with all its APIs on. */
import type { INodeParameters } from 'n8n-workflow';
import { listRows, type Row, toParameters } from '../../tools/groups.mts';
import { provenOnNodeOnly } from '../../devnet/evm/provenOnNodeOnly.mts';
import { noteSighting } from '../support/sightings.mts';
import { useEngine } from '../support/useEngine.mts';
import { findProblems } from '../../spec/items.mts';
import { contractOf, enterExample, itemOf } from '../support/contracts.mts';
import { byTransaction, callTrace, number, one, seen, tables } from './evmOperations.mts';
import { contract, greeting, groundOf, made, node, runtime, useScene } from './evmScene.mts';
import { pause } from './nodes.mts';

useScene();
const engine = useEngine();
const rows = listRows();
const nameOf = ({ resource, operation }: Row) => `${resource}.${operation}`;

/** Runs one operation with its parameters by name, simplified, and all of a list. */
async function run(
	type: string,
	name: string,
	entered: Record<string, unknown> = {},
	more: INodeParameters = {},
) {
	const row = rows.find(
		({ description, resource, operation }) =>
			description.name === type && `${resource}.${operation}` === name,
	)!;
	const { items, error } = await engine.runNode(
		type,
		{
			...toParameters(row, { chain: 'C', ...entered }),
			...more,
			returnAll: true,
		} as INodeParameters,
		{ credentials: { avalancheNodesApi: { network: 'ownNode', nodeUrl: node.url } } },
	);
	return { records: items.map(({ json }) => json), error };
}

describe.each(Object.entries(tables))('%s', (type, table) => {
	const own = rows.filter(({ description }) => description.name === type);
	const byHand = Object.keys(table);
	test('has no case for what is no operation', () => {
		expect(byHand.filter((name) => !own.some((at) => nameOf(at) === name))).toEqual([]);
	});

	test.each(Object.entries(table))('%s', async (name, makeCase) => {
		const end = Date.now() + 30_000;
		for (;;) {
			const given = await makeCase();
			try {
				const { records, error } = await run(type, name, given.parameters);
				seen[name] = records;
				if ('refusal' in given) {
					expect(error?.message).toContain(given.refusal);
				} else {
					expect(error).toBeUndefined();
					expect(records).toEqual(given.expect);
				}
				// the page shall not change with the hashes of a run
				const refusal =
					'refusal' in given ? given.refusal.replace(/0x[0-9a-f]{64}/, '0x…') : undefined;
				noteSighting({ type, operation: name, refusal });
				return;
			} catch (error) {
				if (!given.passing || Date.now() > end) throw error;
				await pause(0.2);
			}
		}
	});

	for (const at of own.filter((one) => !byHand.includes(nameOf(one))))
		test(`${nameOf(at)}, by its contract`, async () => await runContract(at));
});

/** Runs the example of a contract. The items have to be as the contract describes them. */
async function runContract(at: Row): Promise<void> {
	const [entered, contract] = [enterExample(at, groundOf()), contractOf(at)];
	if (!contract || !entered)
		throw new Error(
			`Write an example into the contract of ${at.method} in spec/, or a case into evmOperations.mts`,
		);
	const [type, name] = [at.description.name, nameOf(at)];
	// The C-Chain, unless it does not serve the method.
	if (contract.only === 'subnet-EVM') entered.chain = made.chainID;
	const { records, error } = await run(type, name, entered, { simplify: false });
	expect(error).toBeUndefined();
	expect(records.flatMap((item) => findProblems(item, itemOf(at, contract), true))).toEqual([]);
	if (!at.isList) expect(records).toHaveLength(1);
	noteSighting({ type, operation: name });
}

const selectors = { '0xa9059cbb-64': 1 };
const readTransfer = expect.objectContaining(callTrace);
/** What further tracers tell of the transfer. */
const tracers: Record<string, { tracerConfig?: string; expect: unknown }> = {
	'4byteTracer': { expect: one(selectors) },
	flatCallTracer: {
		expect: one({
			result: one({ type: 'call', action: expect.objectContaining({ to: contract }) }),
		}),
	},
	muxTracer: {
		tracerConfig: '{"callTracer": {}, "4byteTracer": {}}',
		expect: one({ callTracer: readTransfer, '4byteTracer': selectors }),
	},
	noopTracer: { expect: one({ result: {} }) },
	opcountTracer: { expect: one({ result: number }) },
	prestateTracer: {
		expect: one({ [contract]: expect.objectContaining({ code: `0x${runtime}`, balance: 0 }) }),
	},
};
test.each(Object.entries(tracers))('%s', async (tracer, { tracerConfig, expect: expected }) => {
	const { records, error } = await run('avalancheEvmAdvanced', 'debug.traceTransaction', {
		...byTransaction(),
		tracer,
		...(tracerConfig && { tracerConfig }),
	});
	expect(error).toBeUndefined();
	expect(records).toEqual(expected);
});

const blsSignature = expect.stringMatching(/^0x[0-9a-f]{192}$/);
const noValidators = 'cannot retrieve validator set';
/** Methods without an operation of their own. */
const methods: Record<string, () => { parameters: unknown[]; expect?: unknown; refusal?: string }> =
	{
		warp_getMessage: () => ({
			parameters: [made.warpMessage],
			expect: expect.stringContaining(greeting.slice(2)),
		}),
		warp_getMessageSignature: () => ({ parameters: [made.warpMessage], expect: blsSignature }),
		warp_getBlockSignature: () => ({ parameters: [made.warpBlock], expect: blsSignature }),
		warp_getMessageAggregateSignature: () => ({
			parameters: [made.warpMessage, 67, ''],
			refusal: noValidators,
		}),
		warp_getBlockAggregateSignature: () => ({
			parameters: [made.warpBlock, 67, ''],
			refusal: noValidators,
		}),
	};
test.each(Object.entries(methods))('%s by its name', async (method, makeCase) => {
	const { parameters, expect: expected, refusal } = makeCase();
	const { records, error } = await run('avalancheEvm', 'method.call', {
		method,
		parameters: JSON.stringify(parameters),
	});
	if (refusal) expect(error?.message).toContain(refusal);
	else expect(records).toEqual([{ result: expected }]);
});

test('whatever is proven on a node alone is proven here', () => {
	const proven = [
		...rows.map(({ method }) => method),
		...Object.keys(tracers),
		...Object.keys(methods),
	];
	expect(proven).toEqual(expect.arrayContaining(Object.keys(provenOnNodeOnly)));
});
