/**
 * The methods of the EVM endpoints, row by row, on nodes of both generations: each is an operation, each parameter
 * and each part of one arrives in its place, what comes back is what the table says, and where a node does not serve
 * a method the error says which does, and what to use instead.
 */
import { Wallet } from 'ethers';
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../nodes/shared/fields.ts';
import { listRows, type Row, toParameters } from '../../tools/groups.mts';
import {
	demoL1Chain,
	type Devnet,
	type DevnetOptions,
	fundedAccount,
	fundedKey,
	nodeAccount,
	provenOnNodeOnly,
	startDevnet,
} from '../../devnet/devnet.mts';
import { type EvmMethod, evmMethods, objectFields } from '../../spec/evmMethods.mts';
import { findProblems, nameRecord, typeOfItem } from '../../spec/items.mts';
import { type Engine, loadEngine } from '../support/engine.mts';

/** Operations whose request is not spelled by who enters them, each with what is entered and what is then sent. */
const spelled = [
	'contract callFunction',
	'contract encodeCall',
	'log getMany',
	'transaction wait',
	'method call',
];
/** Lists that may be empty: no such blocks, and nothing that waits or has happened since. */
const mayBeEmpty = ['block getBad', 'transaction getPending', 'filter getChanges'];

const rows = listRows().filter(({ description }) => description.name === 'avalancheEvm');
const nameOf = ({ resource, operation }: Row) => `${resource} ${operation}`;
const findMethod = (row: Row): EvmMethod | undefined =>
	evmMethods.find(({ method }) => method === row.method);
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
function findInstead(text: string): string[] {
	const [, words = ''] = text.split(text.includes(off) ? off : gone);
	const named = listRows().flatMap(({ description, group, resource, row }) => {
		const own = `${group.resources[resource].name} > ${row.name}`;
		const name = description.name === 'avalancheEvm' ? own : `${description.displayName}: ${own}`;
		return words.includes(name) ? [name] : [];
	});
	// Transaction > Get stands in Transaction > Get Raw too
	return named.filter(
		(name) => !named.some((longer) => longer !== name && longer.startsWith(name)),
	);
}
const isOn = 'On for the C-Chain since avalanchego 1.15 (Helicon)';
/** What the menu says of an operation, and its Chain field, which has the whole where the menu has a note. */
function describeInEditor({ description: { properties }, resource, operation }: Row): {
	menu: string;
	chain: string;
} {
	const shown = (name: string) =>
		properties.filter(
			(property) =>
				property.name === name && property.displayOptions?.show?.resource?.includes(resource),
		);
	const options = shown('operation').flatMap(
		({ options: of }) => of as Array<{ value: string; description: string }>,
	);
	const fields = shown('chain').filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes(operation),
	);
	return {
		menu: options.find(({ value }) => value === operation)!.description,
		chain: fields.map(({ description = '' }) => description).join(''),
	};
}

test.each(plain)('%s says in the editor who serves it', (_name, at, method) => {
	const { api, sinceHelicon, instead, deprecated } = method;
	const { menu, chain } = describeInEditor(at);
	expect(chain.includes(gone)).toBe(sinceHelicon === 'gone');
	expect(menu.includes('Removed for the C-Chain in Helicon')).toBe(sinceHelicon === 'gone');
	expect(chain.includes(off)).toBe(sinceHelicon === 'off');
	expect(menu.includes('Off for the C-Chain since Helicon')).toBe(sinceHelicon === 'off');
	expect(findInstead(chain)).toEqual(instead ? [instead] : []);
	expect(chain.includes(isOn)).toBe(sinceHelicon === 'on');
	expect(menu.includes('On for the C-Chain since Helicon')).toBe(sinceHelicon === 'on');
	if (api) expect(chain).toContain(`"${api}" in eth-apis of the chain config`);
	if (api && sinceHelicon !== 'on') expect(menu).toContain('Needs your own node');
	expect(menu.startsWith('Deprecated: ')).toBe(deprecated ?? false);
});

// ---- nodes

const worlds = {
	document: { profile: 'document' },
	'avalanchego 1.14': { profile: 'real' },
	'avalanchego 1.15': { profile: 'real', version: '1.15' },
} satisfies Record<string, DevnetOptions>;
type WorldName = keyof typeof worlds;
const worldNames = Object.keys(worlds) as WorldName[];

/** What there is on the C-Chain of a node. */
interface Scene {
	devnet: Devnet;
	contract: string;
	transactionHash: string;
	blockHash: string;
	/** Of a block with one transaction, which logs. */
	block: string;
	/** A transaction that is signed and not yet sent. */
	signed: string;
	/** Nonce of the next transaction of the node's own account. */
	nonce: string;
	/** A filter of logs that finds some. */
	filterId: string;
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const hashOf = (n: number) => `0x${word(BigInt(n))}`;
const recipient = '0x00000000000000000000000000000000000000aa';
const other = '0x00000000000000000000000000000000000000bb';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true. */
const runtime = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const creation = `0x603a80600b6000396000f3${runtime}`;
const transferData = `0xa9059cbb${word(BigInt(recipient))}${word(7n)}`;

async function ask(devnet: Devnet, method: string, ...params: unknown[]): Promise<any> {
	const response = await fetch(`${devnet.nodeUrl}/ext/bc/C/rpc`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const { result, error } = (await response.json()) as {
		result: unknown;
		error?: { message: string };
	};
	if (error) throw new Error(`${method}: ${error.message}`);
	return result;
}

async function makeScene(options: DevnetOptions): Promise<Scene> {
	const devnet = await startDevnet(options);
	const wallet = new Wallet(fundedKey);
	const sign = async (nonce: number, to: string | null, data: string) =>
		await wallet.signTransaction({
			...{ type: 2, chainId: 43_114, nonce, to, data, gasLimit: 200_000 },
			...{ maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
		});
	const send = async (raw: string) => await ask(devnet, 'eth_sendRawTransaction', raw);
	const deployment = await send(await sign(0, null, creation));
	const contract = (await ask(devnet, 'eth_getTransactionReceipt', deployment))
		.contractAddress as string;
	const transactionHash = await send(await sign(1, contract, transferData));
	const { blockHash, blockNumber } = await ask(
		devnet,
		'eth_getTransactionReceipt',
		transactionHash,
	);
	// waits for ever, for those before it
	await send(await sign(1_000, recipient, '0x'));
	const nonce = await ask(devnet, 'eth_getTransactionCount', nodeAccount, 'latest');
	const filterId = await ask(devnet, 'eth_newFilter', { fromBlock: '0x0' });
	const signed = await sign(2, recipient, '0x');
	return {
		...{ devnet, contract, transactionHash, blockHash, signed, nonce, filterId },
		block: String(Number(blockNumber)),
	};
}

let engine: Engine;
const scenes = {} as Record<WorldName, Scene>;
beforeAll(async () => {
	engine = await loadEngine();
	for (const name of worldNames) scenes[name] = await makeScene(worlds[name]);
}, 60_000);
afterAll(async () => {
	for (const { devnet } of Object.values(scenes)) await devnet.close();
	engine.close();
});

async function run(
	{ devnet }: Scene,
	at: Row,
	entered: Record<string, unknown>,
	more: IDataObject = {},
) {
	devnet.clearLog();
	const chain = findMethod(at)?.only === 'subnet-EVM' ? demoL1Chain.blockchainId : 'C';
	const { items, error } = await engine.runNode(
		'avalancheEvm',
		{
			...toParameters(at, { ...(at.isOffline ? {} : { chain }), ...entered }),
			simplify: false,
			options: { retries: 0 },
			...more,
		},
		{ credentials: { avalancheApi: { nodeUrl: devnet.nodeUrl } } },
	);
	const [sent] = devnet.log
		.filter(({ url }) => url === `/ext/bc/${chain}/rpc`)
		.flatMap(({ body }) => JSON.parse(body) as { method: string; params: unknown[] });
	return { items: items.map(({ json }) => json), error, sent };
}

// ---- parameters

/** What is entered, and what is sent where that is something else. */
type Given = [entered: unknown, sent?: unknown];
interface Example {
	/** What a call needs; left out where it may be. */
	first?: Given;
	/** What is not the preset. */
	other: Given;
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
	'account sign address': { first: [nodeAccount], other: [other] },
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
	'filter createPendingTransactions fullTransactions': { other: [true] },
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
			{ other: [true] },
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
	'personal deriveAccount pin': { other: [true] },
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
const hex = (number: string) => `0x${Number(number).toString(16)}`;

/** Fields of ours that change what another says: what is entered, and what is sent under which names. */
const ours: Record<string, { entered: Record<string, unknown>; sent: Record<string, unknown> }> = {
	'transaction valueUnit': { entered: { value: '10', valueUnit: 'wei' }, sent: { value: '0xa' } },
	'transaction feeUnit': {
		entered: { gasPrice: '1', maxFeePerGas: '10', maxPriorityFeePerGas: '5', feeUnit: 'wei' },
		sent: { gasPrice: '0x1', maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x5' },
	},
	tracerCode: { entered: { tracerCode: code }, sent: { tracer: code } },
	addFee: { entered: { addFee: true }, sent: {} },
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

/** Where the fields of an operation go. */
function placesOf({ fields, method }: Row, { params }: EvmMethod): Place[] {
	const own = fields.filter(({ name }) => name !== 'chain');
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
	if (!found) throw new Error(`there is no example of ${key} for ${nameOf(at)}`);
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

/** A call of an operation: the first values of all its fields that have some. */
function makeCall(scene: Scene, at: Row, method: EvmMethod) {
	const examples = makeExamples(scene);
	const places = placesOf(at, method);
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
				expect([key, given[0]]).not.toEqual([key, first ? first[0] : field.default]);
				if (field.type !== 'options' && field.optional)
					expect([key, given[0]]).not.toEqual([key, field.default]);
				call.put(key, given);
				// both or none
				if (key === 'first') call.put('last', call.examples.last.other);
				if (key === 'last') call.put('first', call.examples.first.other);
				await check(key, call);
			}
			const all = at.fields.filter(({ name }) => name !== 'chain');
			const keys = all.flatMap(
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
		'transaction send': async ({ devnet }, call) => {
			call.put('transaction nonce', [
				await ask(devnet, 'eth_getTransactionCount', nodeAccount, 'latest'),
			]);
		},
		'transaction resend': async ({ devnet }, call) => {
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
		const isUnserved = ['gone', 'off'].includes(method.sinceHelicon ?? '');
		if ((world === 'avalanchego 1.15' && isUnserved) || method.method in provenOnNodeOnly) {
			expect(error?.message).toContain(`${method.method} does not exist/is not available`);
			if (isUnserved) {
				expect(error?.description).toContain(method.sinceHelicon === 'gone' ? gone : off);
				expect(findInstead(error!.description!)).toEqual(method.instead ? [method.instead] : []);
			}
			// What the operator can write depends on what runs the chain: test/engine/apis.test.mts.
			if (method.api && world !== 'avalanchego 1.15')
				expect(error?.description).toContain(`"${method.api}" in eth-apis`);
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

// ---- what is spelled by us

const signature = 'transfer(address to, uint256 value) returns (bool ok)';
const transferEvent = 'Transfer(address indexed from, address indexed to, uint256 value)';
/** Approval(address,address,uint256) */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const abi = JSON.stringify([
	{ type: 'function', name: 'number', inputs: [], outputs: [{ type: 'uint256' }] },
	{ type: 'function', name: 'name', inputs: [], outputs: [{ type: 'string' }] },
	{
		type: 'event',
		name: 'Approval',
		inputs: ['owner', 'spender', 'value'].map((name, i) => ({
			name,
			type: i < 2 ? 'address' : 'uint256',
			indexed: i < 2,
		})),
	},
	{ type: 'event', name: 'Paused', inputs: [] },
]);
/** number() */
const numberData = '0x8381f58a';

/** Field by field: what is entered beside the base, and what is then sent first. */
const spelledCases: Array<
	[
		name: string,
		field: string,
		entered: IDataObject,
		method: string,
		params: (scene: Scene) => unknown[],
	]
> = [
	...(
		[
			['contract', { contract: other }, { to: other }, 'latest'],
			[
				'function',
				{ function: 'number() returns (uint256)', arguments: '[]' },
				{ data: numberData },
				'latest',
			],
			[
				'arguments',
				{ arguments: { to: other, value: '1' } },
				{ data: `0xa9059cbb${word(BigInt(other))}${word(1n)}` },
				'latest',
			],
			[
				'functionName',
				{ function: abi, functionName: 'number', arguments: '[]' },
				{ data: numberData },
				'latest',
			],
			['block', { block: '255' }, {}, '0xff'],
			['from', { from: other }, { from: other }, 'latest'],
			['value', { value: '0.5' }, { value: '0x6f05b59d3b20000' }, 'latest'],
			['valueUnit', { value: '10', valueUnit: 'wei' }, { value: '0xa' }, 'latest'],
			['gas', { gas: '21000' }, { gas: '0x5208' }, 'latest'],
		] as const
	).map(([field, entered, sent, block]) => {
		const params = ({ contract }: Scene) => [{ to: contract, data: transferData, ...sent }, block];
		return [
			'contract callFunction',
			field,
			entered as IDataObject,
			'eth_call',
			params,
		] as (typeof spelledCases)[number];
	}),
	...(
		[
			['events', { events: transferEvent }, { topics: [transferTopic] }],
			['fromBlock', { fromBlock: '0' }, { fromBlock: '0x0' }],
			['toBlock', { toBlock: 'finalized' }, { toBlock: 'finalized' }],
			['blockHash', { blockHash: hashOf(1) }, { blockHash: hashOf(1) }],
			['addresses', { addresses: [recipient, other] }, { address: [recipient, other] }],
			['eventName', { events: abi, eventName: 'Approval' }, { topics: [approvalTopic] }],
			[
				'arguments',
				{ arguments: { to: [recipient, other] } },
				{
					topics: [
						transferTopic,
						null,
						[`0x${word(BigInt(recipient))}`, `0x${word(BigInt(other))}`],
					],
				},
			],
		] as const
	).map(([field, entered, sent]) => {
		const params = () => [{ topics: [transferTopic], ...sent }];
		return [
			'log getMany',
			field,
			entered as unknown as IDataObject,
			'eth_getLogs',
			params,
		] as (typeof spelledCases)[number];
	}),
	[
		'transaction wait',
		'transaction',
		{ transaction: hashOf(2), timeLimit: 1 },
		'eth_getTransactionReceipt',
		() => [hashOf(2)],
	],
	[
		'method call',
		'method',
		{ method: 'eth_getBlockByNumber' },
		'eth_getBlockByNumber',
		() => ['latest'],
	],
	[
		'method call',
		'parameters',
		{ parameters: '["0x1", false]' },
		'eth_getHeaderByNumber',
		() => ['0x1', false],
	],
];
const bases: Record<string, (scene: Scene) => Record<string, unknown>> = {
	'contract callFunction': ({ contract }) => ({
		...{ contract, function: signature, arguments: [recipient, 7], block: 'latest' },
	}),
	'contract encodeCall': () => ({ function: signature, arguments: `["${recipient}", "0x7"]` }),
	'log getMany': () => ({ events: transferEvent }),
	'transaction wait': ({ transactionHash }) => ({ transaction: transactionHash, timeLimit: 5 }),
	'method call': () => ({ method: 'eth_getHeaderByNumber', parameters: '["latest"]' }),
};
const rowOf = (name: string) => rows.find((at) => nameOf(at) === name)!;

/** Fields that nothing on the wire shows; the tests below show what they do. */
const unsent = [
	...['function', 'arguments', 'functionName'].map((field) => `contract encodeCall ${field}`),
	...['timeLimit', 'confirmations'].map((field) => `transaction wait ${field}`),
];
test('every field of what is spelled by us has a case', () => {
	const fields = spelled.flatMap((name) =>
		rowOf(name)
			.fields.map((field) => `${name} ${field.name}`)
			.filter((field) => !field.endsWith(' chain')),
	);
	expect([...spelledCases.map(([name, field]) => `${name} ${field}`), ...unsent].sort()).toEqual(
		fields.sort(),
	);
});

describe.each(worldNames)('on a node of %s', (world) => {
	test.each(spelledCases)('%s spells %s of %j', async (name, _field, entered, method, params) => {
		const scene = scenes[world];
		const { sent } = await run(scene, rowOf(name), { ...bases[name](scene), ...entered });
		expect([sent.method, sent.params]).toEqual([method, params(scene)]);
	});

	test('a call is encoded, without the node', async () => {
		const encode = async (entered: object) => {
			const { items, sent } = await run(scenes[world], rowOf('contract encodeCall'), {
				...bases['contract encodeCall'](scenes[world]),
				...entered,
			});
			expect(sent).toBeUndefined();
			return items;
		};
		expect(await encode({})).toEqual([{ data: transferData }]);
		expect(await encode({ arguments: [other, 1] })).toEqual([
			{ data: `0xa9059cbb${word(BigInt(other))}${word(1n)}` },
		]);
		expect(await encode({ function: abi, functionName: 'number', arguments: '[]' })).toEqual([
			{ data: numberData },
		]);
	});

	test('a contract is called and its logs are read by signature', async () => {
		const scene = scenes[world];
		const called = await run(
			scene,
			rowOf('contract callFunction'),
			bases['contract callFunction'](scene),
		);
		expect(called.items).toEqual([{ ok: true }]);
		const read = await run(scene, rowOf('log getMany'), {
			...bases['log getMany'](scene),
			blockHash: scene.blockHash,
		});
		const { transactionHash, blockHash } = scene;
		expect(read.items).toMatchObject([{ event: 'Transfer', transactionHash, blockHash }]);
		expect(read.items[0].args).toEqual({
			...{ from: fundedAccount, to: '0x00000000000000000000000000000000000000AA', value: '7' },
		});
	});

	test('a transaction is waited for, for so long and for so many blocks', async () => {
		const scene = scenes[world];
		const wait = async (entered: object) =>
			await run(scene, rowOf('transaction wait'), {
				...bases['transaction wait'](scene),
				...entered,
			});
		const { items } = await wait({});
		expect(items).toMatchObject([{ transactionHash: scene.transactionHash, status: '0x1' }]);
		expect(scene.devnet.log).toHaveLength(1);
		expect((await wait({ transaction: hashOf(2), timeLimit: 1 })).error?.message).toContain(
			'within 1 s',
		);
		const evm = await scene.devnet.evm();
		const head = Number(await evm.request('eth_blockNumber'));
		const waiting = wait({ confirmations: head + 1, timeLimit: 20 });
		await evm.request('anvil_mine', [`0x${(head + 1).toString(16)}`]);
		expect((await waiting).items).toMatchObject([{ transactionHash: scene.transactionHash }]);
		expect(
			scene.devnet.log.map(({ rpcMethod, rpcMethods }) => rpcMethod ?? rpcMethods?.[0]),
		).toContain('eth_blockNumber');
	});
});

describe('since Helicon', () => {
	const ask15 = async (
		name: string,
		entered: Record<string, unknown> = {},
		more: IDataObject = {},
	) => await run(scenes['avalanchego 1.15'], rowOf(name), entered, { simplify: true, ...more });

	test('the client names itself and its parts', async () => {
		expect((await ask15('chain getClientVersion')).items[0].clientVersion).toMatch(
			/^avalanchego\/1\.15\.\d+ \[database=\S+, rpcchainvm=\d+, go=\S+\]$/,
		);
	});

	test('safe and finalized lie behind latest, and the fields of a block are readable, old and new', async () => {
		const read = async (block: string) =>
			(await ask15('block getByNumber', { block, fullTransactions: false })).items[0];
		const [latest, safe, finalized, pending] = await Promise.all(
			['latest', 'safe', 'finalized', 'pending'].map(read),
		);
		expect(safe).toEqual(finalized);
		expect(Number(safe.number)).toBe(Number(latest.number) - 1);
		expect(latest).toMatchObject({
			...{ settledHeight: safe.number, settledExcess: '0', settledGasNumerator: '0' },
			...{ targetExponent: '0', minPriceExponent: '0' },
			settledGasUnix: expect.stringMatching(/^\d{10}$/),
			settledGasUnixIso: expect.stringMatching(/^\d{4}-.*Z$/),
			hash: expect.stringMatching(/^0x/),
		});
		expect(pending).toMatchObject({ number: latest.number, hash: null, miner: null });
		const { items } = await ask15(
			'block getByNumber',
			{ block: 'pending', fullTransactions: false },
			{ simplify: false },
		);
		expect(items[0]).toMatchObject({ nonce: null, difficulty: '0x1', totalDifficulty: '0x0' });
	});

	test('the warp methods are gone, and the error of Call Any Method says what to use', async () => {
		const { error } = await ask15('method call', {
			method: 'warp_getMessage',
			parameters: '["x"]',
		});
		expect(error?.message).toContain('warp_getMessage does not exist');
		expect(error?.description).toMatch(/avalanchego 1\.15 \(Helicon\).*signature aggregator/);
		const { menu, chain } = describeInEditor(rowOf('method call'));
		expect(`${menu} ${chain}`).not.toMatch(/warp_/);
	});

	test('a chain of subnet-EVM goes on as before', async () => {
		const { items, error } = await ask15('chain getCoinbase', { chain: demoL1Chain.blockchainId });
		expect(error).toBeUndefined();
		expect(items).toEqual([{ address: '0x0100000000000000000000000000000000000000' }]);
	});
});
