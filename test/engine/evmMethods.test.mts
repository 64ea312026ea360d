/**
 * The methods of the EVM endpoints, row by row, on nodes of both generations: each is an operation, each parameter
 * and each part of one arrives in its place, what comes back is what the table says, and where a node does not serve
 * a method the error says which does, and what to use instead.
 */
import type { Field } from '../../nodes/shared/fields/fields.ts';
import { apiOf, defaultEthApis, listRows, type Row } from '../../tools/groups.mts';
import { fundedAccount, nodeAccount, provenOnNodeOnly } from '../../devnet/devnet.mts';
import { evmMethods, objectFields, type EvmMethod } from '../../spec/evmMethods.mts';
import { fillExample } from '../../spec/ground.mts';
import { findProblems, nameRecord, typeOfItem } from '../../spec/items.mts';
import { groundOf } from '../support/contractScene.mts';
import { hashOf, hex } from '../support/hex.mts';
import {
	rows,
	nameOf,
	findMethod,
	worldNames,
	Scene,
	recipient,
	other,
	transferTopic,
	ask,
	run,
	scenes,
	useScenes,
	spelled,
	describeInEditor,
} from './evmScene.mts';

useScenes();

/** Lists that may be empty: no such blocks, and nothing that waits or has happened since. */
const mayBeEmpty = ['block getBad', 'keystore getManyPending', 'filter getChanges'];

const plain = rows.flatMap((at) => {
	const method = findMethod(at);
	return method && !spelled.includes(nameOf(at)) ? [[nameOf(at), at, method] as const] : [];
});

test.each(evmMethods.map(({ method }) => method))('%s is an operation', (method) => {
	expect(plain.map(([, { method: name }]) => name)).toContain(method);
});

test('every operation is a method of the table, or known to be spelled by us', () => {
	const names = [...plain.map(([name]) => name), ...spelled];
	expect(names.sort()).toEqual(rows.map(nameOf).sort());
});

const gone = 'Removed for the C-Chain in avalanchego 1.15 (Helicon); ';
const off = 'Off by default for the C-Chain since avalanchego 1.15 (Helicon); ';
/** The operations that a text says to use instead of one that is gone, those of other nodes with their node. */
function findInstead(text: string, node: string): string[] {
	const [, words = ''] = text.split(text.includes(off) ? off : gone);
	return listRows().flatMap(({ description, group, resource, row }) => {
		const own = `${group.resources[resource].name} > ${row.name}`;
		const name = description.name === node ? own : `${description.displayName}: ${own}`;
		// Transaction > Get stands in Transaction > Get Raw too
		const isNamed = new RegExp(`${name}(?!\\w| [A-Z]| by )`).test(words);
		return isNamed ? [name] : [];
	});
}
const isOn = 'On for the C-Chain since avalanchego 1.15 (Helicon)';

/** The operations that the words name, in a text that says what to use instead. */
const listNamed = (text: string): string[] => text.match(/[A-Z][\w ]+ > [A-Z]/g) ?? [];

/** What the row's API says of the C-Chain since Helicon; undefined for what is on before and after it. */
function sinceHelicon(method: string): 'gone' | 'off' | 'on' | undefined {
	const api = apiOf(method);
	if (!api) return undefined;
	if (!api.api) return 'gone';
	if (!api.isOn) return 'off';
	return defaultEthApis.includes(api.ethApi) ? undefined : 'on';
}

test.each(plain)('%s says in the editor who serves it', (_name, at, { method, deprecated }) => {
	const { menu, notice } = describeInEditor(at);
	const since = sinceHelicon(method);
	expect(notice.includes(gone)).toBe(since === 'gone');
	expect(/removed (for the C-Chain )?in Helicon/i.test(menu)).toBe(since === 'gone');
	expect(notice.includes(off)).toBe(since === 'off');
	expect(/off (for the C-Chain )?since Helicon/i.test(menu)).toBe(since === 'off');
	expect(notice.includes(isOn)).toBe(since === 'on');
	expect(menu.includes('On for the C-Chain since Helicon')).toBe(since === 'on');
	const ethApi = apiOf(method)?.ethApi ?? '';
	const isOff = ethApi !== '' && !defaultEthApis.includes(ethApi);
	expect(notice.includes(`"${ethApi}" in eth-apis of the chain config`)).toBe(isOff);
	if (isOff && since !== 'on') expect(menu).toContain('Own node only');
	expect(menu.startsWith('Deprecated: ')).toBe(deprecated ?? false);
});

test.each(plain)('%s names an operation that exists where it names one', (_name, at) => {
	const { notice } = describeInEditor(at);
	const [, instead = ''] = notice.split(notice.includes(off) ? off : gone);
	expect(findInstead(notice, at.description.name)).toHaveLength(listNamed(instead).length);
});

// ---- parameters

/** What is entered, and what is sent where that is something else. */
type Given = [entered: unknown, sent?: unknown];
interface Example {
	/** What a call needs; left out where it may be. */
	first?: Given;
	/** What is not the preset; left out where only the contract says what to enter. */
	other?: Given;
}
const code = '{result: function() { return 1 }}';
const overrides = {
	[recipient]: {
		balance: '0x1',
		nonce: '0x2',
		code: '0x60',
		stateDiff: { [hashOf(1)]: hashOf(2) },
	},
};
const accessList = [{ address: other, storageKeys: [hashOf(3)] }];

/** By field, or by operation and field where they differ; parts of the transaction by their names. */
const makeExamples = (scene: Scene): Record<string, Example> => ({
	'keystore sign address': { first: [nodeAccount], other: [other] },
	address: { first: [fundedAccount], other: [other] },
	contract: { first: [scene.contract], other: [other] },
	block: { first: ['latest'], other: ['255', '0xff'] },
	...Object.fromEntries(
		['getByNumber', 'getHeaderByNumber', 'getReceipts', 'getTransactionCountByNumber'].map(
			(operation) => [
				`block ${operation} block`,
				{ first: [scene.block, hex(scene.block)], other: ['pending'] },
			],
		),
	),
	...Object.fromEntries(
		[
			'transaction getByBlockNumber',
			'transaction getRawByBlockNumber',
			'debug traceBlockByNumber',
		].map((name) => [
			`${name} block`,
			{ first: [scene.block, hex(scene.block)], other: ['0x00ff', '0xff'] },
		]),
	),
	'debug printBlock block': { first: [1], other: ['0xff', 255] },
	blockHash: { first: [scene.blockHash], other: [hashOf(2)] },
	index: { first: ['0', '0x0'], other: ['3', '0x3'] },
	'debug getStorageRange index': { first: ['1', 1], other: ['0x3', 3] },
	fullTransactions: { first: [false], other: [true] },
	'filter createPendingTransactions fullTransactions': { other: [false] },
	slots: { other: ['0, 0x10', ['0x0', '0x10']] },
	slot: { first: ['0', '0x0'], other: ['17', '0x11'] },
	transactionHash: { first: [scene.transactionHash], other: [hashOf(2)] },
	rawTransaction: { first: [scene.signed], other: ['0x02f86c01'] },
	data: { first: ['0x68656c6c6f'], other: ['0x1234'] },
	blockCount: { first: ['2', '0x2'], other: ['3', '0x3'] },
	lastBlock: { first: ['latest'], other: ['1', '0x1'] },
	percentiles: { other: ['25, 50', [25, 50]] },
	stateOverrides: {
		other: [
			JSON.stringify({ ...overrides, [other]: { balance: '1000000000000000000', nonce: 7 } }),
			{ ...overrides, [other]: { balance: '0xde0b6b3a7640000', nonce: '0x7' } },
		],
	},
	blockOverrides: {
		other: [
			'{"time":"2026-01-01T00:00:00Z","number":"255","gasLimit":21000,"baseFee":"0x0a"}',
			{ time: '0x6955b900', number: '0xff', gasLimit: '0x5208', baseFee: '0xa' },
		],
	},
	gasPrice: { other: ['25.5', '0x5efeb1f00'] },
	gasLimit: { other: ['21000', '0x5208'] },
	timestamp: { other: ['2026-01-01T00:00:00Z', 1_767_225_600] },
	filterId: { first: [scene.filterId], other: ['0x12'] },
	fromBlock: { other: ['0', '0x0'] },
	toBlock: { other: ['latest'] },
	'filter createLogs blockHash': { other: [scene.blockHash] },
	'log getManyRaw blockHash': { other: [scene.blockHash] },
	addresses: { other: [`${recipient}, ${other}`, [recipient, other]] },
	topics: {
		other: [`["${transferTopic}", null, ["${hashOf(1)}"]]`, [transferTopic, null, [hashOf(1)]]],
	},
	// traces
	tracer: { first: ['callTracer'], other: ['prestateTracer'] },
	tracerConfig: { other: ['{"onlyTopCall":true}', { onlyTopCall: true }] },
	timeout: { other: ['1m30s'] },
	reexec: { other: [5] },
	...Object.fromEntries(
		['disableStack', 'disableStorage', 'enableMemory', 'enableReturnData', 'debug'].map((name) => [
			name,
			{ other: [false] },
		]),
	),
	limit: { other: [7] },
	txIndex: { other: ['2', '0x2'] },
	txHash: { other: [hashOf(4)] },
	rawBlock: { first: ['0xf90200'], other: ['0xf90201'] },
	file: { first: ['/tmp/a'], other: ['../a b/c?d#e'] },
	first: { other: ['0x3', 3] },
	last: { other: ['9', 9] },
	// the debugger and the process
	start: { first: ['0x'], other: ['0x1234'] },
	'debug getModifiedByNumber start': { first: [1], other: ['0x10', 16] },
	'debug getModifiedByNumber end': { other: ['0x20', 32] },
	'debug getModifiedByHash start': { first: [hashOf(1)], other: [hashOf(2)] },
	end: { other: [hashOf(9)] },
	maxResults: { first: [100], other: [7] },
	noCode: { first: [true], other: [false] },
	noStorage: { first: [true], other: [false] },
	incompletes: { first: [false], other: [true] },
	from: { first: ['earliest'], other: ['5', '0x5'] },
	to: { first: ['latest'], other: ['7', '0x7'] },
	hash: { first: [hashOf(1)], other: [hashOf(2)] },
	level: { first: [3], other: [5] },
	pattern: { first: ['eth/*=5'], other: ['p2p=4'] },
	filter: { other: ['eth && !p2p'] },
	seconds: { first: [10], other: [7] },
	rate: { first: [1], other: [3] },
	percent: { first: [100], other: [-1] },
	// the keystore
	password: { first: ['correct horse'], other: ['   '] },
	privateKey: { first: ['ab'.repeat(32)], other: [`0x${'CD'.repeat(32)}`, 'cd'.repeat(32)] },
	duration: { other: [7] },
	url: { first: ['keystore:///a'], other: ['ledger://1'] },
	passphrase: { other: ['1234'] },
	path: { first: ["m/44'/60'/0'/0/0"], other: ["m/44'/60'/0'/0/7"] },
	'personal deriveAccount pin': { other: [false] },
	pin: { first: ['1234'], other: ['4321'] },
	signature: { first: [`0x${'11'.repeat(65)}`], other: [`0x${'22'.repeat(65)}`] },
	// a payment of the node's own account
	'transaction from': { first: [nodeAccount], other: [other] },
	'transaction to': { first: [recipient], other: [other] },
	'transaction gas': { first: ['30000', '0x7530'], other: ['0x05208', '0x5208'] },
	'transaction gasPrice': { other: ['25.5', '0x5efeb1f00'] },
	'transaction maxFeePerGas': { first: ['200', '0x2e90edd000'], other: ['30', '0x6fc23ac00'] },
	'transaction maxPriorityFeePerGas': { first: ['1', '0x3b9aca00'], other: [2, '0x77359400'] },
	'transaction value': { other: ['1.5', '0x14d1120d7b160000'] },
	'transaction nonce': { first: [scene.nonce], other: ['77', '0x4d'] },
	'transaction data': { other: ['0x12'] },
	'transaction accessList': { other: [JSON.stringify(accessList), accessList] },
	'transaction chainId': { other: ['43113', '0xa869'] },
});

/** Fields of ours that change what another says: what is entered, and what is sent under which names. */
const ours: Record<string, { entered: Record<string, unknown>; sent: Record<string, unknown> }> = {
	'transaction valueUnit': { entered: { value: '10', valueUnit: 'wei' }, sent: { value: '0xa' } },
	'transaction feeUnit': {
		entered: { gasPrice: '1', maxFeePerGas: '10', maxPriorityFeePerGas: '5', feeUnit: 'wei' },
		sent: { gasPrice: '0x1', maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x5' },
	},
	tracerCode: { entered: { tracerCode: code }, sent: { tracer: code } },
	addFee: { entered: { addFee: true }, sent: {} },
	addTime: { entered: { addTime: true }, sent: {} },
	splitBlocks: { entered: { splitBlocks: true }, sent: {} },
	feeUnit: {
		entered: { gasPrice: '10', feeUnit: 'native' },
		sent: { gasPrice: '0x8ac7230489e80000' },
	},
};

/** A field with its place: the parameter's number, and its name in there where that is an object. */
interface Place {
	/** The name of the field, that of its collection before it. */
	key: string;
	field: Field;
	at: number;
	name?: string;
}

/** The fields that stand in a call; periods.test.mts shows what those of a period do. */
const listSent = ({ fields, row }: Pick<Row, 'fields' | 'row'>): Field[] =>
	fields.filter((field) => field.name !== 'chain' && !row.period?.fields.includes(field));

/** Where the fields of an operation go. */
function placesOf({ fields, method, row }: Row, { params }: EvmMethod): Place[] {
	const own = listSent({ fields, row });
	const places: Place[] = [];
	params.forEach((param, at) => {
		const names = objectFields[param];
		const collection = own.find(({ parts }) => parts);
		for (const name of names ?? []) {
			const of = param === 'TransactionArgs' ? collection!.parts! : own;
			const wanted = param === 'FilterCriteria' && name === 'address' ? 'addresses' : name;
			const field = of.find((one) => (one.apiName ?? one.name) === wanted);
			if (!field) throw new Error(`${method}: nothing is entered for ${name} of ${param}`);
			places.push({ key: of === own ? field.name : `transaction ${field.name}`, field, at, name });
		}
	});
	const taken = [
		...places.map(({ field }) => field),
		...own.filter(({ name, parts }) => parts || name in ours),
	];
	const rest = own.filter((field) => !taken.includes(field));
	const numbers = params.flatMap((param, at) => (param in objectFields ? [] : [at]));
	expect([method, rest.map(({ name }) => name).length]).toEqual([method, numbers.length]);
	return [...places, ...rest.map((field, i) => ({ key: field.name, field, at: numbers[i] }))];
}

const exampleOf = (examples: Record<string, Example>, at: Row, key: string): Example => {
	const found = examples[`${nameOf(at)} ${key}`] ?? examples[key];
	if (!found)
		throw new Error(
			`Give ${key} of ${nameOf(at)} an example, in its contract in spec/evmMethods.mts`,
		);
	return found;
};

/** Values by the keys of their fields, as they are entered. */
function enter(values: Map<string, unknown>): Record<string, unknown> {
	const entered: Record<string, unknown> = {};
	for (const [key, value] of values) {
		const [name, part] = key.split(' ');
		entered[name] = part ? { ...(entered[name] as object), [part]: value } : value;
	}
	return entered;
}

/** The parameters of a call: those that are not there are null, and nothing stands after the last. */
function send(places: Place[], values: Map<string, unknown>): unknown[] {
	const params: unknown[] = [];
	for (const { key, at, name } of places.filter(({ key: one }) => values.has(one))) {
		const value = values.get(key);
		params[at] = name === undefined ? value : { ...(params[at] as object), [name]: value };
	}
	return Array.from(params, (param) => param ?? null);
}

/** Methods that want a parameter even where there is nothing for it: its place, and what stands there. */
const emptyParams: Record<string, [at: number, empty: unknown]> = {
	eth_getProof: [1, []],
	eth_feeHistory: [2, []],
	eth_newFilter: [0, {}],
	eth_getLogs: [0, {}],
};

/** What the contract's example enters, for fields that no example by hand is for. */
function readContract(
	scene: Scene,
	{ example }: EvmMethod,
	places: Place[],
): Record<string, Example> {
	if (!example) return {};
	const values = fillExample(example, groundOf(scene));
	return Object.fromEntries(places.map(({ key, at }) => [key, { first: [values[at]] }]));
}

/** A call of an operation: the first values of all its fields that have some. */
function makeCall(scene: Scene, at: Row, method: EvmMethod) {
	const places = placesOf(at, method);
	const examples = { ...readContract(scene, method, places), ...makeExamples(scene) };
	const [entered, sent] = [new Map<string, unknown>(), new Map<string, unknown>()];
	const put = (key: string, given: Given | undefined) => {
		if (!given) return;
		entered.set(key, given[0]);
		sent.set(key, given.length > 1 ? given[1] : given[0]);
	};
	for (const { key } of places) put(key, exampleOf(examples, at, key).first);
	const params = () => {
		const list = send(places, sent);
		const [place, empty] = emptyParams[method.method] ?? [];
		if (place !== undefined) list[place] ??= empty;
		return list;
	};
	return { examples, places, entered, sent, put, params };
}

describe.each(worldNames)('on a node of %s', (world) => {
	test.each(plain)(
		'%s puts each parameter and each part of one in its place',
		async (_name, at, method) => {
			const scene = scenes[world];
			const check = async (key: string, { entered, params }: ReturnType<typeof makeCall>) => {
				const { sent } = await run(scene, at, enter(entered));
				expect([key, sent?.method, sent?.params]).toEqual([key, method.method, params()]);
			};
			const { places } = makeCall(scene, at, method);
			for (const { key, field } of places) {
				const call = makeCall(scene, at, method);
				const { first, other: given } = exampleOf(call.examples, at, key);
				if (!given) {
					await check(key, call);
					continue;
				}
				expect([key, given[0]]).not.toEqual([key, first ? first[0] : field.default]);
				if (field.type !== 'options' && field.optional)
					expect([key, given[0]]).not.toEqual([key, field.default]);
				call.put(key, given);
				// both or none
				if (key === 'first') call.put('last', call.examples.last.other);
				if (key === 'last') call.put('first', call.examples.first.other);
				await check(key, call);
			}
			const keys = listSent(at).flatMap(
				({ name, parts }) => parts?.map((part) => `${name} ${part.name}`) ?? [name],
			);
			const further = keys.filter((key) => !places.some((place) => place.key === key));
			for (const key of further) {
				const call = makeCall(scene, at, method);
				const [collection] = key.includes(' ') ? key.split(' ') : [''];
				const keyOf = (name: string) => (collection ? `${collection} ${name}` : name);
				for (const [name, value] of Object.entries(ours[key].entered))
					call.entered.set(keyOf(name), value);
				for (const [name, value] of Object.entries(ours[key].sent))
					call.sent.set(keyOf(name), value);
				await check(key, call);
			}
		},
	);

	/** What has to be so before an operation has something to show; gives what undoes it. */
	const prepare: Record<
		string,
		(scene: Scene, call: ReturnType<typeof makeCall>) => Promise<(() => Promise<void>) | void>
	> = {
		'keystore sendTransaction': async ({ devnet }, call) => {
			call.put('transaction nonce', [
				await ask(devnet, 'eth_getTransactionCount', nodeAccount, 'latest'),
			]);
		},
		'keystore resendTransaction': async ({ devnet }, call) => {
			const evm = await devnet.evm();
			const nonce = await ask(devnet, 'eth_getTransactionCount', nodeAccount, 'latest');
			await evm.request('evm_setAutomine', [false]);
			call.put('transaction nonce', [nonce]);
			await ask(devnet, 'eth_sendTransaction', call.params()[0]);
			call.put('gasPrice', ['400', '0x5d21dba000']);
			return async () => void (await evm.request('evm_setAutomine', [true]));
		},
	};
	test.each(plain)('%s answers as the table says', async (name, at, method) => {
		const scene = scenes[world];
		const call = makeCall(scene, at, method);
		if (at.method === 'eth_getLogs') call.put('fromBlock', call.examples.fromBlock.other);
		const undo = await prepare[name]?.(scene, call);
		const { items, error, sent } = await run(scene, at, enter(call.entered), { returnAll: true });
		await undo?.();
		expect(sent?.params).toEqual(call.params());
		const since = sinceHelicon(method.method);
		const isUnserved = since === 'gone' || since === 'off';
		if ((world === 'avalanchego 1.15' && isUnserved) || method.method in provenOnNodeOnly) {
			expect(error?.message).toContain(`${method.method} does not exist/is not available`);
			if (isUnserved) {
				expect(error?.description).toContain(since === 'gone' ? gone : off);
				expect(error?.description).toContain(String(at.row.removed?.split('; ')[1]));
			}
			// What the operator can write depends on what runs the chain: test/engine/apis.test.mts.
			if (world !== 'avalanchego 1.15')
				expect(error?.description).toContain(`"${apiOf(method.method)?.ethApi}" in eth-apis`);
			return;
		}
		expect(error).toBeUndefined();
		const { result } = method;
		if (result === 'null') return expect(items).toEqual([{ found: false }]);
		if (result === 'success') return expect(items).toEqual([{ success: true }]);
		const { output = { kind: 'record' } } = at;
		if (!at.isList) expect(items).toHaveLength(1);
		else if (!mayBeEmpty.includes(name)) expect(items).not.toEqual([]);
		const type = method.item ? nameRecord(method.item, 'value') : typeOfItem(output, result);
		expect(items.flatMap((item) => findProblems(item, type, true))).toEqual([]);
	});
});
