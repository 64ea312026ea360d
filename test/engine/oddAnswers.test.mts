/** An answer that is not what its operation expects fails its own item, in plain words: every operation, every kind of oddness. */
import { listPaths } from '../support/columns.mts';
import { listRows, makeExample, type Row } from '../../tools/groups.mts';
import { everyReward } from '../support/everyReward.mts';
import type { NodeOptions } from '../support/engine.mts';
import { makeItems, useRows } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

/** Each call gets the next of these texts, the last one for ever: as result of a call, as body of a GET. */
let texts: string[];
const server = useScript(({ calls: [call] }) => {
	const text = texts.length > 1 ? texts.shift()! : texts[0];
	if (!call) return reply(text);
	// a text that begins with a name is a part of its own
	const part = text.startsWith('"error":') ? text : `"result":${text}`;
	return reply(`{"jsonrpc":"2.0","id":${call.id},${part}}`);
});
const runRow = useRows(server);

/** What may stand where something else is expected, as JSON. */
const odd = [
	'null',
	'true',
	'0',
	'-1',
	'1.5',
	'1e400',
	'123456789012345678901234567890',
	`1${'0'.repeat(900)}`,
	'""',
	'" "',
	'"null"',
	'"NaN"',
	'"0x"',
	'"0xzz"',
	'"0x1"',
	`"0x${'f'.repeat(300)}"`,
	'"text"',
	'"1e9999"',
	'[]',
	'[null]',
	'[[]]',
	'[5]',
	'["x"]',
	'[{}]',
	'[[null,5,"x",{}]]',
	'{}',
	'{"a":null}',
	'{"0":{"1":[null]}}',
	'{"__proto__":null,"constructor":5,"toString":7,"length":-1}',
];

/** Names that code looks for somewhere, in answers of any operation. */
const names = [
	'blockNumber',
	'number',
	'hash',
	'timestamp',
	'transactions',
	'status',
	'gasUsed',
	'effectiveGasPrice',
	'value',
	'storageProof',
	'key',
	'accounts',
	'balance',
	'logs',
	'topics',
	'data',
	'address',
	'reward',
	'baseFeePerGas',
	'startIndex',
	'endIndex',
	'utxos',
	'numFetched',
	'encoding',
	'nextPageToken',
	'tokens',
	'from',
	'to',
];

/** An object that has this under all the names that the operation may look for. */
function fill({ row, output }: Row, value: string): string {
	const { exact = [], numeric = [], units = [], simplify = {} } = row;
	const paths = [
		...units.flat().map(String),
		...(typeof simplify === 'object' ? listPaths(simplify) : []),
	];
	const field = output && 'field' in output && output.field;
	const all = [...names, ...exact, ...numeric, ...paths.flatMap((path) => path.split(/[.|]/))];
	const pairs = [...new Set(all)]
		.filter((name) => name !== field)
		.map((name) => `"${name}":${value}`);
	// A reward of another type is left out.
	return `{${[...pairs, '"rewardType":"VALIDATOR"']}}`;
}

/** The answer in which this stands for a record of the operation. */
function wrap({ output }: Row, record: string): string {
	const field = output && 'field' in output ? output.field : undefined;
	const part =
		output?.kind === 'list'
			? `[${record}]`
			: ['map', 'lists'].includes(output?.kind ?? '')
				? `{"a":${record}}`
				: record;
	return field === undefined ? part : `{"${field}":${part}}`;
}

/** In place of the answer, of the part that is read, of a record in it, and of each field of a record. */
const answersOf = (at: Row): string[] => [
	...new Set([
		...odd,
		...odd.map((value) => wrap(at, value)),
		...odd.map((value) => wrap(at, fill(at, value))),
		...odd.map((value) => wrap(at, fill(at, `{"0":${value},"a":[${value}],"amount":${value}}`))),
	]),
];

/** One item for each of the answers; only one request at a time gives them in their order. */
function runOdd(at: Row, answers: string[], parallelRequests = 1, options: NodeOptions = {}) {
	texts = [...answers];
	const { entered } = makeExample(at, everyReward);
	// the one operation that waits for another answer, in vain where there are many
	const timeLimit = answers.length > 1 ? 1 : 30;
	const wait = 'timeLimit' in entered ? { timeLimit, confirmations: 1 } : {};
	return runRow(
		at,
		{ ...entered, ...wait },
		{
			items: makeItems(answers.length),
			limits: { parallelRequests, retries: 0, ...(at.group.batches && { batchSize: 1 }) },
			...options,
		},
		at.isList ? { returnAll: true } : {},
	);
}

/** Words that are those of the machine, not for people. */
const machineWords =
	/Cannot (read|convert|mix|destructure|create|access)|is not (a function|iterable|an object|valid)|BigInt|undefined|malformed|Unexpected token|stack|requires a numerical|Invalid|\[object/i;

const rows = listRows().filter(({ isOffline }) => !isOffline);
const byName = rows.map((at) => [at.description.name, at.resource, at.operation, at] as const);

test.each(byName)('%s %s %s', async (_node, _resource, _operation, at) => {
	const { items, error } = await runOdd(at, answersOf(at), 100, {
		onError: 'continueRegularOutput',
	});
	expect(error?.message).toBeUndefined();
	const words = items.map(({ json }) => json.error).filter((said) => said !== undefined);
	// A method may be called as such a word.
	const ownWords = words.map((said) => String(said).replace(at.method, ''));
	expect(ownWords.filter((said) => machineWords.test(said))).toEqual([]);
});

/** What stopped a run with words of the machine: operation, answer, and what the answer is called. */
const stopped: Array<
	[node: string, resource: string, operation: string, answer: string, of: string]
> = [
	[
		'avalancheData',
		'balance',
		'getNative',
		'{"nativeTokenBalance":{"balance":"1","decimals":{"toString":1}}}',
		'balances:getNative',
	],
	[
		'avalancheData',
		'reward',
		'getMany',
		'{"historicalRewards":[{"rewardType":"VALIDATOR","reward":{"amount":{"toString":1},"historicalPrice":{"value":{"toString":1}}}}]}',
		'rewards',
	],
	[
		'avalancheData',
		'transaction',
		'getManyLatest',
		'{"transactions":[{"value":{"toString":1}}]}',
		'transactions',
	],
	['avalancheMetrics', 'metric', 'getMany', '{"results":[{"value":5}]}', 'metrics'],
	[
		'avalancheMetrics',
		'metric',
		'getMany',
		'{"results":[{"value":5,"timestamp":null}]}',
		'metrics',
	],
	['avalancheMetrics', 'metric', 'getMany', '{"results":["x"]}', 'metrics'],
	['avalancheEvm', 'account', 'getProof', '{"storageProof":5}', 'eth_getProof'],
	['avalancheEvm', 'account', 'getProof', '{"storageProof":[null]}', 'eth_getProof'],
	['avalancheEvmAdvanced', 'debug', 'dumpBlock', '{"accounts":{"0x1":null}}', 'debug_dumpBlock'],
	[
		'avalancheEvmAdvanced',
		'debug',
		'getAccountRange',
		'{"accounts":{"0x1":null}}',
		'debug_accountRange',
	],
	['avalancheEvm', 'log', 'getMany', '[null]', 'eth_getLogs'],
	['avalancheEvm', 'log', 'getManyRaw', '[null]', 'eth_getLogs'],
	['avalancheEvm', 'transaction', 'wait', '{"blockNumber":true}', 'eth_getTransactionReceipt'],
	['avalancheInfo', 'network', 'getTxFee', '{"txFee":{"toString":1}}', 'info.getTxFee'],
	['avalancheNative', 'utxo', 'getUTXOs', '{"utxos":[{"toString":1}]}', 'native.getUTXOs'],
];

describe('without continuing on fail, the words are for people', () => {
	test.each(stopped)('%s %s %s: %s', async (node, resource, operation, answer, of) => {
		const at = rows.find(
			(row) =>
				row.description.name === node && row.resource === resource && row.operation === operation,
		)!;
		const { error, items } = await runOdd(at, [answer]);
		if (!error) return expect(JSON.stringify(items)).not.toMatch(machineWords);
		expect(error.message).toContain('could not be read');
		expect(error.message).toContain(of);
		expect(error.message).not.toMatch(machineWords);
		expect(error.description).toBe(
			'The server may be of another kind or version than this operation expects.',
		);
		expect(error.context?.itemIndex).toBe(0);
	});
});

test.each([
	[
		'avalancheValidators',
		'validator',
		'getCurrentValidators',
		'{"validators":5}',
		'{"validators":{}}',
		'{"validators":"x"}',
	],
	[
		'avalancheInfo',
		'peer',
		'peers',
		'{"peers":5}',
		'{"peers":{}}',
		'{"peers":"x"}',
		'{"peers":false}',
	],
	['avalancheInfo', 'node', 'getVMs', '{"vms":5}', '{"vms":["x"]}', '{"vms":"x"}', '{"vms":false}'],
	[
		'avalancheData',
		'balance',
		'getPrimaryNetwork',
		'{"balances":5}',
		'{"balances":[]}',
		'{"balances":"x"}',
		'{"balances":true}',
	],
])(
	'%s %s %s: what is no list where one is expected is told, and not taken for an empty one',
	async (node, resource, operation, ...answers) => {
		const at = rows.find(
			(row) =>
				row.description.name === node && row.resource === resource && row.operation === operation,
		)!;
		const { items } = await runOdd(at, answers, 1, { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => String(json.error))).toEqual(
			answers.map(() =>
				expect.stringMatching(/could not be read: it holds no (list|map) where one is expected/),
			),
		);
	},
);

test('an odd answer among right ones fails its own item alone', async () => {
	const at = rows.find(
		({ description, operation }) =>
			description.name === 'avalancheEvm' && operation === 'getTransactionCount',
	)!;
	const right = '"0x1"';
	const answers = [right, '{"storageProof":5}', right, '[]', right];
	const { items, error } = await runOdd(at, answers, 1, { onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	expect(
		items.map(({ json, pairedItem }) => [(pairedItem as { item: number }).item, 'error' in json]),
	).toEqual([
		[0, false],
		[1, true],
		[2, false],
		[3, true],
		[4, false],
	]);
});

test.each([
	'5',
	'"text"',
	'[]',
	'[null]',
	'{}',
	'{"message":null}',
	'{"message":["a"]}',
	'{"message":{"toString":1}}',
	'{"message":0}',
	'{"message":false}',
	'{"message":"odd","data":{"toString":1}}',
	'{"code":{},"data":[{}]}',
])('an odd JSON-RPC error fails its own item alone, in words: %s', async (wrong) => {
	const at = rows.find(({ method }) => method === 'eth_getBalance')!;
	const { items, error } = await runOdd(at, ['"0x1"', `"error":${wrong}`, '"0x2"'], 1, {
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.balance)).toEqual([1e-18, undefined, 2e-18]);
	expect(items[1].json.error).toMatch(/eth_getBalance/);
	expect(items[1].json.error).not.toMatch(machineWords);
});
