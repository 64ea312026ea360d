/**
 * The golden workflows run, and give the items of every operation with Simplify on: their fields are those of the golden items, and keep the rule for what
 * comes out. The mock network gives them; what it has nothing of comes from spec/, through the row's own pipeline.
 */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toColumns } from '../../nodes/shared/operation/columns.ts';
import { cut, finish } from '../../nodes/shared/operation/pipeline.ts';
import {
	nodeAccount,
	ourNodeIds,
	provenOnNodeOnly,
	treasuryWallets,
} from '../../devnet/devnet.mts';
import { listRows, makeExample, toParameters, type Row } from '../../tools/groups.mts';
import { sampleOfRow } from '../../tools/samples.mts';
import { givesSame, withoutFields, type Schema } from '../../tools/schemas.mts';
import { isWriting, useGolden } from '../support/golden.mts';
import { listSaved } from '../support/goldenWorkflows.mts';
import { listCame, listShown } from '../support/schemas.mts';
import { listBreaks, listGaps } from '../support/outputRule.mts';
import { useClock } from '../support/useClock.mts';
import { useDevnet, type UsedDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';
import { ask, makeScene, transferData, type Scene } from './evmScene.mts';
import { enterKnown } from './knownValues.mts';

/** In September, just behind a transaction, with which the service has a price. */
function endBehindPayment({ world }: Scene['devnet']): number {
	const end = Date.parse('2026-10-01') / 1000;
	const { past } = world.ledger.chains.find(({ chainId }) => chainId === '43114')!;
	const isBefore = ({ timestamp, transactions }: (typeof past)[number]) =>
		timestamp < end && transactions.length > 0;
	return past.findLast(isBefore)!.timestamp + 1;
}

const chosen: IDataObject = { validatorsFrom: 'lines', nodeIds: ourNodeIds.join() };

/**
 * What is entered besides what the documentation shows, for a run each: where its example finds nothing, or not all kinds
 * of items.
 */
const entered: Record<string, (scene: Scene) => IDataObject[] | Promise<IDataObject[]>> = {
	'balance getPrimaryNetwork': () =>
		['p-chain', 'x-chain', 'c-chain'].map((blockchainId) => ({ blockchainId })),
	'reward getMany': () => [chosen],
	'reward getReport': () => [
		{
			from: '2026-10-01',
			to: '2026-11-01',
			return: ['items', 'csv', 'page', 'chart'],
			additionalFields: { comparePrevious: true },
			...chosen,
		},
	],
	'fee getHistory': () => [{}, { additionalFields: { splitBlocks: true, percentiles: '50' } }],
	'metric getReport': () => [{ additionalFields: { comparePrevious: true } }],
	'payments getStatement': ({ devnet }) => [
		{
			addresses: treasuryWallets.map((wallet, i) => `${wallet} = Wallet ${i}`).join('\n'),
			period: 'custom',
			from: '2026-07-01',
			to: endBehindPayment(devnet),
			return: ['items', 'csv'],
		},
	],
	'keystore sign': () => [{ address: nodeAccount }],
	'transaction wait': ({ transactionHash, deployment }) =>
		[transactionHash, deployment].map((transaction) => ({ transaction })),
	'transaction getReceipt': ({ transactionHash, deployment }) => [
		{ transactionHash },
		{ transactionHash: deployment },
	],
	// The mock node's clock is ahead of that of these tests.
	'block getByTime': () => [{ additionalFields: { side: 'firstFrom' } }],
	'block getReceipts': ({ block }) => [{ block }, { block: '1' }],
	'filter getChanges': async ({ devnet, contract }) => {
		const logs = await ask(devnet, 'eth_newFilter', {});
		const blocks = await ask(devnet, 'eth_newBlockFilter');
		const call = { from: nodeAccount, to: contract, data: transferData };
		await ask(devnet, 'eth_sendTransaction', call);
		return [logs, blocks].map((filterId: string) => ({ filterId }));
	},
	// Nodes list their peers in any order, and few of them are benched.
	'peer peers': () => [{ returnAll: true }],
	'node getHealth': ({ devnet }) => {
		devnet.setHealth({
			failing: { network: 'no messages received from network' },
			notYetRun: ['X'],
		});
		return [{ report: 'health' }, { report: 'readiness' }];
	},
	'method call': () => [{ method: 'eth_chainId' }],
};

/** Operations of which the mock network has nothing, besides those that only nodes answer: by spec/ as well. */
const absent: Record<string, string> = {
	'block getBad': 'no block is invalid here',
	'keystore getManyPending': 'each transaction is in a block at once',
	'keystore resendTransaction': 'a transaction that waits is replaced only with its own fields',
};

/** Operations whose items nothing here knows, as the schemas that n8n shows say too. */
const unknown = { ...givesSame, ...withoutFields };

const nameOf = ({ resource, operation }: Row) => `${resource} ${operation}`;

useClock('2026-11-02T12:00:00Z');
const real = useDevnet({ separate: true });
const document = useDevnet({ separate: true, profile: 'document' });
const engine = useEngine();
const golden = useGolden();

const scenes: Scene[] = [];
beforeAll(async () => {
	for (const devnet of [real, document]) scenes.push(await makeScene(devnet));
});

const rows = listRows();
const nodesOf = Map.groupBy(rows, ({ description }) => description.name);
/** The example of an operation as the editor saves it. */
function save(at: Row): INodeParameters {
	const parameters = toParameters(at, makeExample(at).entered);
	for (const { name, type } of at.fields)
		if (type === 'resourceLocator' && typeof parameters[name] === 'string')
			parameters[name] = { __rl: true, mode: 'id', value: parameters[name] };
	return parameters;
}
const saved = new Map(
	[...nodesOf].map(([node, own]) => {
		const present = own.map((at): [string, INodeParameters] => [nameOf(at), save(at)]);
		return [node, listSaved(node, own[0]!.description.version as number, present)];
	}),
);

/** The parameters of an operation in saved workflows. */
const savedOf = (at: Row): INodeParameters[] =>
	saved
		.get(at.description.name)!
		.filter(({ name }) => name === nameOf(at))
		.map(({ parameters }) => parameters);

/** The items of each run of an operation. */
const tables = new Map<Row, IDataObject[][]>();

async function run(at: Row, scene: Scene): Promise<IDataObject[]> {
	const { credentials } = scene.devnet as UsedDevnet;
	const items: IDataObject[] = [];
	for (const more of (await entered[nameOf(at)]?.(scene)) ?? [{}])
		for (const example of savedOf(at)) {
			const parameters = { ...enterKnown(scene, at, example), ...more };
			const result = await engine.runNode(at.description.name, parameters, { credentials });
			if (result.error) continue;
			const table = jsonOf(result.items);
			tables.set(at, [...(tables.get(at) ?? []), table]);
			items.push(...table);
		}
	return items;
}

/** What spec/ says that it gives, simplified. */
function takeSample(at: Row): IDataObject[] {
	if (at.output?.kind === 'success') return cut(null, at.output);
	const sample = sampleOfRow(at);
	const asked = { values: makeExample(at).values, at: Date.now() };
	return Object.keys(sample).length ? finish([sample], at.row, asked, 'simplify') : [];
}

/** The items of an operation: from a network as it is, from one of the document, or by spec/. */
async function itemsOf(at: Row): Promise<IDataObject[]> {
	const { row, method } = at;
	const none = 'output' in row && row.output && 'none' in row.output ? row.output.none : undefined;
	for (const scene of scenes) {
		const items = await run(at, scene);
		if (items.some((item) => !isDeepStrictEqual(item, none))) return items;
	}
	return method in provenOnNodeOnly || nameOf(at) in absent ? takeSample(at) : [];
}

const cases = rows.map((at) => [`${at.description.name} ${nameOf(at)}`, at] as const);

describe.each(cases)('%s', (_name, at) => {
	let items: IDataObject[] = [];
	beforeAll(async () => void (items = await itemsOf(at)));

	if (nameOf(at) in unknown) return test('gives nothing here', () => expect(items).toEqual([]));
	test('gives the fields of the golden items', () => {
		expect(items).not.toEqual([]);
		expect(golden.compare(at.description.name, nameOf(at), items)).toEqual([]);
	});
	test('gives the fields that n8n shows before a first run', () => {
		if (!engine.isRecent || isWriting) return;
		const shown = engine.findSchema(at.description.name, 'editor', at) as unknown as Schema;
		expect(listShown(shown)).toEqual(listCame(items));
	});
	test('keeps the rule for what comes out', () => {
		expect(listBreaks(items)).toEqual([]);
	});
	test('gives all items of a run the same columns', () => {
		const kinds = (tables.get(at) ?? []).flatMap((table) => [
			...Map.groupBy(table, ({ isTotal }) => isTotal === true).values(),
		]);
		expect(kinds.flatMap(listGaps)).toEqual([]);
	});
	test('gives the columns that it declares, also of a record of which nothing is known', () => {
		const { simplify } = at.row;
		if (typeof simplify !== 'object') return;
		const known = toColumns(sampleOfRow(at), simplify, makeExample(at).values);
		expect(Object.keys(toColumns({}, simplify, {}))).toEqual(Object.keys(known));
		expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(simplify)));
	});
});

describe.each([...nodesOf])('the workflows of %s', (node, own) => {
	test('have each operation', () => {
		const names = saved.get(node)!.map(({ name }) => name);
		expect(own.map(nameOf).filter((name) => !names.includes(name))).toEqual([]);
	});
	test('enter nothing that this release does not know', () => {
		const unknown = saved.get(node)!.flatMap(({ name, parameters }) => {
			const at = own.find((row) => nameOf(row) === name);
			const extras = ['filters', 'additionalFields'].flatMap((each) =>
				Object.keys((parameters[each] ?? {}) as object),
			);
			return [...Object.keys(parameters), ...extras]
				.filter((key) => !['resource', 'operation', 'filters', 'additionalFields'].includes(key))
				.filter((key) => !at?.fields.some((field) => field.name === key))
				.map((key) => `${name}: ${key}`);
		});
		expect(unknown).toEqual([]);
	});
});

test('no operation of the golden items is gone', () => {
	for (const node of new Set(rows.map(({ description }) => description.name))) {
		const own = rows.filter(({ description }) => description.name === node).map(nameOf);
		expect(golden.namesOf(node).filter((name) => !own.includes(name))).toEqual([]);
	}
});
