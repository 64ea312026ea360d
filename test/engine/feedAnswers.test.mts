/** Feeds of a node whose answers are not what was asked for: the poll says so, and no event is lost. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { address, hex, word } from '../support/hex.mts';
import { fitsTopics } from '../support/ledgerNode.mts';
import { jsonOf, useTrigger } from '../support/useEngine.mts';
import { eachCall, type RpcCall, useScript } from '../support/useScript.mts';

const [ours, other, token] = [address(1), address(2), address(3)];
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hashOf = (block: number, index: number): string => `0x${word(block * 1000 + index + 1)}`;

/** How many transactions, each with a transfer of the token, are in each block. */
let blocks: number[];
/** The time of block 0. */
let secondsOfStart: number;
/** What the node makes of its answer to a method. */
let changes: Record<string, (result: any) => unknown>;

const places = (block: number) => Array.from({ length: blocks[block]! }, (_, i) => i);
const writeTransaction = (block: number, i: number) => ({
	hash: hashOf(block, i),
	from: other,
	to: ours,
	value: hex(10n ** 18n),
	input: '0x',
	type: '0x2',
	gas: '0x5208',
	nonce: '0x7',
	gasPrice: '0x1',
	transactionIndex: hex(i),
	blockNumber: hex(block),
});
const writeReceipt = (block: number, i: number) => ({
	transactionHash: hashOf(block, i),
	blockNumber: hex(block),
	status: '0x1',
	gasUsed: '0x5208',
	effectiveGasPrice: '0x1',
});
const writeLog = (block: number, i: number) => ({
	address: token,
	topics: [transfer, `0x${word(2)}`, `0x${word(1)}`],
	data: `0x${word(5)}`,
	blockNumber: hex(block),
	transactionHash: hashOf(block, i),
	logIndex: hex(i),
	removed: false,
});
const methods: Record<string, (params: any[]) => unknown> = {
	eth_blockNumber: () => hex(blocks.length - 1),
	eth_getBlockByNumber: ([text, isWhole]) => {
		const number = Number(text);
		if (number >= blocks.length) return null;
		return {
			number: hex(number),
			hash: `0x${word(number)}`,
			timestamp: hex(secondsOfStart + number),
			transactions: places(number).map((i) =>
				isWhole ? writeTransaction(number, i) : hashOf(number, i),
			),
		};
	},
	eth_getBlockReceipts: ([text]) => places(Number(text)).map((i) => writeReceipt(Number(text), i)),
	eth_getTransactionReceipt: ([hash]) => {
		const nth = Number(BigInt(hash as string)) - 1;
		return writeReceipt(Math.floor(nth / 1000), nth % 1000);
	},
	eth_getLogs: ([{ fromBlock, toBlock, topics }]) =>
		blocks
			.flatMap((_, number) =>
				number >= Number(fromBlock) && number <= Number(toBlock)
					? places(number).map((i) => writeLog(number, i))
					: [],
			)
			.filter((log) => fitsTopics(log.topics, topics)),
	eth_call: () => `0x${word(6)}`,
};
const server = useScript(
	eachCall(({ method, params }: RpcCall) => {
		const result = methods[method]!(params);
		return { result: changes[method] ? changes[method](result) : result };
	}),
);

beforeEach(() => {
	blocks = Array.from({ length: 200 }, () => 0);
	changes = {};
	secondsOfStart = 1_700_000_000;
});

const create = useTrigger(server, { event: 'newTransaction', readFrom: 'node', chain: 'C' });
const watches: Record<string, INodeParameters> = {
	address: { watch: 'address', address: ours },
	chain: { watch: 'chain' },
	wallets: { watch: 'wallets', addresses: ours, kinds: ['address'] },
	walletTokens: { watch: 'wallets', addresses: ours, kinds: ['erc20'] },
	token: { watch: 'token', address: token },
	events: {
		event: 'contractEvent',
		addresses: token,
		findBy: 'declaration',
		events: 'Transfer(address indexed from, address indexed to, uint256 value)',
	},
};
const ofBlocks = ['address', 'chain', 'wallets'];
const ofLogs = ['token', 'walletTokens', 'events'];
const all = [...ofBlocks, ...ofLogs];

/** Changes a block that was asked for whole. */
const inBlock = (change: (block: IDataObject) => unknown) => (block: any) =>
	block?.transactions?.some((one: unknown) => typeof one === 'object') ? change(block) : block;
const withTransactions = (change: (transactions: any[]) => unknown) =>
	inBlock((block) => ({ ...block, transactions: change(block.transactions as any[]) }));
const inEach = (change: object) => (list: any) =>
	Array.isArray(list) ? list.map((entry) => ({ ...entry, ...change })) : list;
const isAny = (list: unknown): list is unknown[] => Array.isArray(list) && list.length > 0;

type Change = [method: string, what: string, change: (result: any) => unknown, watches: string[]];
const table: Change[] = [
	[
		'eth_getBlockByNumber',
		'hashes',
		withTransactions((all) => all.map(({ hash }) => hash)),
		ofBlocks,
	],
	[
		'eth_getBlockByNumber',
		'hashes among others',
		withTransactions(([one, ...rest]) => [one.hash, ...rest]),
		ofBlocks,
	],
	['eth_getBlockByNumber', 'null in place of the list', withTransactions(() => null), ofBlocks],
	['eth_getBlockByNumber', 'no list', withTransactions(() => undefined), ofBlocks],
	[
		'eth_getBlockByNumber',
		'null among others',
		withTransactions(([, ...rest]) => [null, ...rest]),
		ofBlocks,
	],
	['eth_getBlockByNumber', 'a list as text', withTransactions(String), ofBlocks],
	[
		'eth_getBlockByNumber',
		'no sender',
		withTransactions((all) => all.map((one) => ({ ...one, from: null }))),
		ofBlocks,
	],
	[
		'eth_getBlockByNumber',
		'no recipient',
		withTransactions((all) => all.map((one) => ({ ...one, to: undefined }))),
		ofBlocks,
	],
	[
		'eth_getBlockByNumber',
		'transactions of another block',
		withTransactions((all) => all.map((one) => ({ ...one, blockNumber: '0x1' }))),
		ofBlocks,
	],
	['eth_getBlockByNumber', 'another block', (block) => block && { ...block, number: '0x1' }, all],
	[
		'eth_getBlockByNumber',
		'a block without a number',
		(block) => block && { ...block, number: null },
		all,
	],
	['eth_getBlockByNumber', 'text', (block) => block && 'block', all],
	['eth_getBlockByNumber', 'a list', (block) => block && [block], all],
	['eth_getBlockByNumber', 'null', () => null, all],
	['eth_getBlockReceipts', 'null', () => null, ofBlocks],
	['eth_getBlockReceipts', 'an object', () => ({}), ofBlocks],
	['eth_getBlockReceipts', 'fewer', (list) => (isAny(list) ? list.slice(1) : list), ofBlocks],
	['eth_getBlockReceipts', 'none', () => [], ofBlocks],
	[
		'eth_getBlockReceipts',
		'hashes',
		(list) => (isAny(list) ? list.map(({ transactionHash }: any) => transactionHash) : list),
		ofBlocks,
	],
	['eth_getBlockReceipts', 'those of another block', inEach({ blockNumber: '0x1' }), ofBlocks],
	['eth_getBlockReceipts', 'those of others', inEach({ transactionHash: hashOf(1, 1) }), ofBlocks],
	[
		'eth_getTransactionReceipt',
		'that of another',
		(receipt) => ({ ...receipt, transactionHash: hashOf(1, 1) }),
		ofBlocks,
	],
	[
		'eth_getTransactionReceipt',
		'one of another block',
		(receipt) => ({ ...receipt, blockNumber: '0x1' }),
		ofBlocks,
	],
	['eth_getTransactionReceipt', 'text', () => 'receipt', ofBlocks],
	...[undefined, null, '0x2', true].flatMap((status): Change[] => [
		['eth_getBlockReceipts', `the status ${status}`, inEach({ status }), ofBlocks],
		[
			'eth_getTransactionReceipt',
			`the status ${status}`,
			(receipt) => ({ ...receipt, status }),
			ofBlocks,
		],
	]),
	['eth_getLogs', 'null', () => null, ofLogs],
	['eth_getLogs', 'an object', () => ({}), ofLogs],
	['eth_getLogs', 'text', () => 'logs', ofLogs],
	['eth_getLogs', 'null among others', ([, ...rest]) => [null, ...rest], ofLogs],
	[
		'eth_getLogs',
		'hashes',
		(list) => list.map(({ transactionHash }: any) => transactionHash),
		ofLogs,
	],
	['eth_getLogs', 'logs without a block', inEach({ blockNumber: null }), ofLogs],
	['eth_getLogs', 'logs of other blocks', inEach({ blockNumber: '0x1' }), ofLogs],
	['eth_getLogs', 'logs without a transaction', inEach({ transactionHash: undefined }), ofLogs],
	['eth_blockNumber', 'null', () => null, all],
	['eth_blockNumber', 'nothing', () => '', all],
	['eth_blockNumber', 'a list', () => [], all],
	['eth_blockNumber', 'a record', () => ({}), all],
];

/** Hashes that a poll reports; what it says where it fails. */
async function pollOnce(
	trigger: ReturnType<typeof create>,
): Promise<{ told: unknown[]; said: string }> {
	try {
		const items = jsonOf(await trigger.poll());
		const told = items.map(({ txHash, transactionHash }) => txHash ?? transactionHash);
		return { told, said: '' };
	} catch (error) {
		return { told: [], said: (error as Error).message };
	}
}

const cases = table.flatMap(([method, what, change, watched]) =>
	watched.map((watch) => ({ method, what, change, watch })),
);
/** A server that says nothing of a block or its receipts may just lack them. */
const mayLack = ['eth_getBlockByNumber null', 'eth_getBlockReceipts null'];

/** A filter by status, which only watches of transactions have. */
const filterOf = (watch: string): INodeParameters =>
	ofBlocks.includes(watch) ? { options: { status: 'success' } } : {};

test.each(cases)('$method answers $what: $watch loses nothing [F17]', async (each) => {
	const { method, what, change, watch } = each;
	const trigger = create({ ...watches[watch], ...filterOf(watch) });
	await trigger.activate();
	blocks.push(2, 1, 0, 3, ...Array.from({ length: 40 }, () => 0));
	const expected = [200, 201, 203].flatMap((block) => places(block).map((i) => hashOf(block, i)));
	changes = { [method]: change };
	const disturbed = await pollOnce(trigger);
	changes = {};
	const told = [...disturbed.told];
	for (let polls = 0; polls < 4; polls++) told.push(...(await pollOnce(trigger)).told);
	expect(told).toEqual(expected);
	const isSaid = disturbed.told.length === expected.length || disturbed.said !== '';
	expect(isSaid || mayLack.includes(`${method} ${what}`)).toBe(true);
});

test.each(all.flatMap((watch) => [30, 900, 70_000_000].map((more) => ({ watch, more }))))(
	'a height $more too high moves nothing, whether a watch of $watch begins or goes on [F19]',
	async ({ watch, more }) => {
		const raise = () => {
			changes = { eth_blockNumber: (head: string) => hex(Number(head) + more) };
		};
		// It begins at the time of its publication, when blocks are in time.
		secondsOfStart = Math.floor(Date.now() / 1000) - 200 + 1;
		const trigger = create(watches[watch]);
		raise();
		await trigger.activate();
		changes = {};
		const expected: string[] = [];
		const told: unknown[] = [];
		for (let i = 0; i < 6; i++) {
			blocks.push(1);
			expected.push(hashOf(blocks.length - 1, 0));
			if (i === 3) raise();
			told.push(...(await pollOnce(trigger)).told);
			changes = {};
		}
		told.push(...(await pollOnce(trigger)).told);
		expect(told).toEqual(expected);
	},
);

test.each(all)('a watch of %s begins at no height that the node did not give', async (watch) => {
	blocks = Array.from({ length: 200 }, () => 1);
	changes = { eth_blockNumber: () => null };
	const trigger = create(watches[watch]);
	await expect(trigger.activate()).rejects.toThrow('block number');
	changes = {};
	expect(await trigger.activate()).toBeNull();
	blocks.push(1);
	expect((await pollOnce(trigger)).told).toEqual([hashOf(200, 0)]);
});

/** The middle one of three blocks' only records lacks this. */
const lacking: Record<string, Change> = Object.fromEntries([
	...ofBlocks.map((watch): [string, Change] => [
		watch,
		[
			'eth_getBlockByNumber',
			'from',
			inBlock((block) =>
				block.number === hex(201)
					? {
							...block,
							transactions: (block.transactions as IDataObject[]).map((one) => ({
								...one,
								from: null,
							})),
						}
					: block,
			),
			[],
		],
	]),
	...ofLogs.map((watch): [string, Change] => [
		watch,
		[
			'eth_getLogs',
			watch === 'events' ? 'logIndex' : 'topics or data',
			(logs: IDataObject[]) =>
				logs.map((log) =>
					log.blockNumber === hex(201)
						? { ...log, ...(watch === 'events' ? { logIndex: null } : { data: null }) }
						: log,
				),
			[],
		],
	]),
]);

test.each(['any', 'success'])(
	'a receipt without the contract that it created loses nothing with Status %s [F17]',
	async (status) => {
		const contract = address(9);
		const options = { contract, status };
		const trigger = create({ ...watches.address, watch: 'chain', options });
		await trigger.activate();
		blocks.push(1, ...Array.from({ length: 40 }, () => 0));
		const creates = withTransactions((all) => all.map((one) => ({ ...one, to: null })));
		changes = { eth_getBlockByNumber: creates };
		expect((await pollOnce(trigger)).said).toContain('without its "contractAddress"');
		changes = {
			eth_getBlockByNumber: creates,
			eth_getTransactionReceipt: (receipt) => ({ ...receipt, contractAddress: contract }),
		};
		expect((await pollOnce(trigger)).told).toEqual([hashOf(200, 0)]);
	},
);

test('a status of other digits is read as what it says', async () => {
	const trigger = create({ ...watches.address, options: { status: 'success' } });
	await trigger.activate();
	changes = { eth_getTransactionReceipt: (receipt) => ({ ...receipt, status: '0x01' }) };
	blocks.push(1, ...Array.from({ length: 40 }, () => 0));
	expect((await pollOnce(trigger)).told).toEqual([hashOf(200, 0)]);
});

describe('a record of a node that cannot be read', () => {
	/** Polls until something comes, and how many it took. */
	async function pollOn(watch: string, more: INodeParameters = {}) {
		const [method, , change] = lacking[watch]!;
		const trigger = create({ ...watches[watch], ...more });
		await trigger.activate();
		blocks.push(1, 1, 1);
		changes = { [method]: change };
		const said: string[] = [];
		for (let polls = 1; polls <= 12; polls++) {
			try {
				const items = jsonOf(await trigger.poll());
				if (items.length) return { trigger, items, polls, said };
			} catch (error) {
				said.push((error as Error).message);
			}
		}
		return { trigger, items: [], polls: 12, said };
	}

	test.each(all)('%s: comes as it is after three polls if it is old [F25]', async (watch) => {
		const { trigger, items, polls, said } = await pollOn(watch);
		expect(polls).toBe(3);
		expect(said).toEqual([said[0], said[0]]);
		const told = items.find(({ event }) => event === 'unreadable')!;
		expect(told).toMatchObject({
			severity: 'warning',
			reason: expect.stringContaining(lacking[watch]![1]),
		});
		expect(JSON.parse(told.record as string)).toMatchObject({ blockNumber: hex(201) });
		expect(items.map(({ txHash, transactionHash }) => txHash ?? transactionHash)).toEqual([
			hashOf(200, 0),
			undefined,
			hashOf(202, 0),
		]);
		changes = {};
		blocks.push(...Array.from({ length: 40 }, () => 0), 1);
		const after: unknown[] = [];
		for (let i = 0; i < 4; i++) after.push(...(await pollOnce(trigger)).told);
		expect(after).toEqual(expect.arrayContaining([hashOf(243, 0)]));
		expect(after.filter((hash) => hash === undefined)).toEqual([]);
	});

	test.each(all)('%s: comes as it is after ten polls if it is new [F25]', async (watch) => {
		secondsOfStart = Math.floor(Date.now() / 1000) - 200;
		const { polls, items } = await pollOn(watch);
		expect([polls, items.length]).toEqual([10, 3]);
	});

	test.each(all)('%s: fails all polls with Stop [F25]', async (watch) => {
		const { items, said } = await pollOn(watch, { options: { whenUnreadable: 'stop' } });
		expect([items, said.length]).toEqual([[], 12]);
	});
});

test('a transaction that cannot be read, but is between others, is not of this address', async () => {
	const trigger = create(watches.address);
	await trigger.activate();
	blocks.push(1, 1);
	changes = {
		eth_getBlockByNumber: withTransactions(([one]) => [
			...(one ? [one, { ...one, hash: null, from: other, to: token }] : []),
		]),
	};
	expect(await pollOnce(trigger)).toEqual({ told: [hashOf(200, 0), hashOf(201, 0)], said: '' });
});
