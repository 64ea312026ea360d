/** The events New Transaction and Contract Event from a node alone: blocks and logs of a scripted chain, through n8n's own polls. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { address, hex, word } from '../support/hex.mts';
import { fitsTopics } from '../support/ledgerNode.mts';
import { jsonOf, useEngine, useTrigger } from '../support/useEngine.mts';
import {
	type CallReply,
	eachCall,
	refuse,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

interface Log {
	topics: string[];
	data: string;
}
interface Transaction {
	from: string;
	to: string | null;
	value: bigint;
	input: string;
	success: boolean;
	logs: Log[];
}

const [ours, other, token] = [address(1), address(2), address(3)];
const startTime = 1_700_000_000;

const server = useScript(eachCall(answer));
/** Blocks by number. */
let blocks: Transaction[][];
/** The node has no blocks below this one. */
let oldest: number;
/** How the node says that it does not have a block: an error in these words, or without any, null. */
let refusal: string | undefined;
/** The node has blocks below this one, but no receipts and no logs of them. */
let synced: number;
/** The node has no index of transactions below this block. */
let indexed: number;
/** What the server behind the URL holds, where it is behind the one that told the newest block. */
let behind: number;
/** The node has nothing of these blocks, and says nothing of them: from, up to and not including. */
let holes: Array<[from: number, to: number]>;
let failing: string | undefined;

const hashOf = (block: number, index: number): string => `0x${word(block * 1000 + index + 1)}`;

function writeBlock(number: number, isWhole: boolean) {
	if (number < oldest && refusal) throw new Error(refusal);
	const isInHole = holes.some(([from, to]) => number >= from && number < to);
	if (isInHole || number < oldest || number >= blocks.length - behind) return null;
	const transactions = blocks[number]!.map(({ from, to, value, input }, index) => ({
		hash: hashOf(number, index),
		from,
		to,
		value: hex(value),
		input,
		type: '0x2',
		gas: '0x5208',
		nonce: '0x7',
		gasPrice: '0x1',
		transactionIndex: hex(index),
		blockNumber: hex(number),
	}));
	return {
		number: hex(number),
		timestamp: hex(startTime + 2 * number),
		hash: `0x${word(number)}`,
		transactions: isWhole ? transactions : transactions.map(({ hash }) => hash),
	};
}

function listTransactions() {
	return blocks.flatMap((block, number) =>
		block.map((transaction, index) => ({ transaction, number, index })),
	);
}

const writeReceipt = ({ success }: Transaction, number: number, index: number) => ({
	transactionHash: hashOf(number, index),
	status: success ? '0x1' : '0x0',
	gasUsed: '0x5208',
	effectiveGasPrice: '0x5d21dba00',
});

const methods: Record<string, (params: any[]) => unknown> = {
	eth_blockNumber: () => hex(blocks.length - 1),
	eth_getBlockByNumber: ([number, isWhole]) => writeBlock(Number(number), isWhole),
	eth_getTransactionReceipt: ([hash]) => {
		const found = listTransactions().find(({ number, index }) => hashOf(number, index) === hash)!;
		const isKnown = found.number >= Math.max(synced, indexed);
		return isKnown ? writeReceipt(found.transaction, found.number, found.index) : null;
	},
	eth_getBlockReceipts: ([block]) => {
		const number = Number(block);
		if (!writeBlock(number, false)) return null;
		const transactions = blocks[number]!;
		if (number < synced) throw new Error(`receipts length mismatch: ${transactions.length} vs 0`);
		return transactions.map((transaction, index) => writeReceipt(transaction, number, index));
	},
	eth_getLogs: ([{ fromBlock, toBlock, address: contract, topics }]) => {
		if (Number(fromBlock) < synced)
			throw new Error(`failed to get logs for block #${Number(fromBlock)} (0x314c34..e6fbb6)`);
		return listTransactions()
			.filter(
				({ number, transaction }) =>
					number >= Number(fromBlock) &&
					number <= Number(toBlock) &&
					(!contract || [contract].flat().includes(transaction.to)),
			)
			.flatMap(({ transaction, number, index }) =>
				transaction.logs.map((log, logIndex) => ({
					...log,
					address: transaction.to,
					blockNumber: hex(number),
					transactionHash: hashOf(number, index),
					logIndex: hex(logIndex),
				})),
			)
			.filter((log) => fitsTopics(log.topics, topics));
	},
	eth_call: () => `0x${word(6)}`,
};

function answer({ method, params }: RpcCall): CallReply {
	if (method === failing) return refuse('request timed out', -32002);
	try {
		return { result: methods[method]!(params) };
	} catch (error) {
		return refuse((error as Error).message);
	}
}

beforeEach(() => {
	blocks = Array.from({ length: 200 }, () => []);
	oldest = 0;
	refusal = undefined;
	synced = 0;
	indexed = 0;
	behind = 0;
	holes = [];
	failing = undefined;
});

const add = (...transactions: Array<Partial<Transaction>>) =>
	void blocks.push(
		transactions.map((fields) => ({
			from: other,
			to: ours,
			value: 10n ** 18n,
			input: '0x',
			success: true,
			logs: [],
			...fields,
		})),
	);
const engine = useEngine(server);
const create = useTrigger(server, {
	event: 'newTransaction',
	watch: 'address',
	readFrom: 'node',
	chain: 'C',
	address: ours,
});
/** What is watched in blocks, and in logs. */
const watches = {
	address: {},
	wallets: { watch: 'wallets', addresses: ours, kinds: ['address'] },
	walletTokens: { watch: 'wallets', addresses: ours, kinds: ['erc20'] },
	token: { watch: 'token', address: token },
	events: {
		event: 'contractEvent',
		findBy: 'declaration',
		addresses: token,
		events: 'Transfer(address indexed from, address indexed to, uint256 value)',
	},
};
type Watch = keyof typeof watches;
const ofLogs: Watch[] = ['token', 'walletTokens', 'events'];
const allWatches: Watch[] = ['address', 'wallets', ...ofLogs];

/** What the node answers to one method, changed until it is as it was. */
function changeAnswers(method: string, change: (result: any, params: any[]) => unknown): void {
	const truly = methods[method]!;
	changed.set(method, truly);
	methods[method] = (params) => change(truly(params), params);
}
const changed = new Map<string, (params: any[]) => unknown>();
function restoreAnswers(): void {
	for (const [method, truly] of changed) methods[method] = truly;
	changed.clear();
}
afterEach(restoreAnswers);

const transfer = {
	topics: [
		'0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
		...[other, ours].map((party) => `0x${word(party)}`),
	],
	data: `0x${word(5)}`,
};
const addWatched = () => add({ from: ours, to: token, logs: [transfer] });
const beginnings = allWatches.flatMap((watch) =>
	[false, true].map((durable) => ({ watch, durable })),
);

describe.each(beginnings)('$watch, durable $durable: where the watch begins', (beginning) => {
	const { watch, durable } = beginning;
	/** Begins with disturbed answers, and tells what came of what lay before. */
	async function begin(disturb: () => void) {
		// An older n8n plays the same with its usual engine.
		const isDurable = durable && engine.isRecent;
		for (let i = 0; i < 4; i++) addWatched();
		const trigger = create(watches[watch], { durable: isDurable });
		const said: string[] = [];
		const poll = async (): Promise<IDataObject[]> =>
			await trigger.poll().then(jsonOf, (error: Error) => {
				said.push(error.message);
				return [];
			});
		if (!isDurable) disturb();
		await trigger.activate();
		disturb();
		const told = await poll();
		restoreAnswers();
		told.push(...(await poll()));
		addWatched();
		const later = await poll();
		return { before: told.length, later: later.length, said };
	}

	test.each([1, 4, 40, 200])(
		'an end told %i blocks too low makes nothing new [F19]',
		async (low) => {
			const result = await begin(() => {
				restoreAnswers();
				changeAnswers('eth_blockNumber', (told) => hex(Math.max(0, Number(told) - low)));
			});
			expect(result).toMatchObject({ before: 0, later: 1 });
		},
	);

	test.each([
		['in milliseconds', (time: number) => time * 1000],
		['14 days ahead', () => Math.floor(Date.now() / 1000) + 14 * 86_400],
		['none', () => 0],
	])('a time of the newest block that is %s makes nothing new [F19]', async (_what, make) => {
		const result = await begin(() => {
			restoreAnswers();
			changeAnswers('eth_getBlockByNumber', (block, [number]) =>
				block && Number(number) === blocks.length - 1
					? { ...block, timestamp: hex(make(Number(block.timestamp))) }
					: block,
			);
		});
		expect(result).toMatchObject({ before: 0, later: 1 });
	});
});

test('of an address: nothing old, then all of the newest block without delay, in the shape of the Data API [F4, F15, T1]', async () => {
	add({});
	const trigger = create();
	expect(await trigger.activate()).toBeNull();
	add({}, { from: other, to: token }, { from: ours, to: null, input: '0x6001', success: false });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{
			direction: 'incoming',
			txHash: hashOf(201, 0),
			blockNumber: 201,
			time: new Date((startTime + 402) * 1000).toISOString().replace('.000', ''),
			from: other,
			to: ours,
			amount: 1,
			symbol: 'AVAX',
			fee: 0.000525,
			gasPrice: 25,
			status: 'success',
			gasUsed: 21_000,
			amountExact: '1',
			feeExact: '0.000525',
		},
		{ direction: 'outgoing', txHash: hashOf(201, 2), status: 'failed' },
	]);
	expect(await trigger.poll()).toBeNull();
});

test('blocks and receipts travel in batches, and only the wanted transactions have theirs read', async () => {
	const trigger = create();
	await trigger.activate();
	server.received.length = 0;
	add({ to: token }, {});
	await trigger.poll();
	expect(server.calls.map(({ method }) => method)).toEqual([
		'eth_blockNumber',
		'eth_getBlockByNumber',
		'eth_getTransactionReceipt',
	]);
});

test('of a chain, with filters', async () => {
	const trigger = create({
		watch: 'chain',
		options: { method: '0xa9059cbb', contract: token, status: 'success' },
	});
	await trigger.activate();
	const called = { to: token, input: `0xa9059cbb${word(1)}` };
	add({}, called, { ...called, success: false }, { to: token, input: '0x23b872dd' });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ txHash: hashOf(200, 1) }]);
});

test('of an address, by direction and minimum amount', async () => {
	const trigger = create({ direction: 'incoming', options: { minimumAmount: '1.5' } });
	await trigger.activate();
	const value = 15n * 10n ** 17n;
	add({ value: value - 1n }, { value }, { value, from: ours, to: other });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ txHash: hashOf(200, 1), amount: 1.5 }]);
});

test('of a token contract: ERC-20, ERC-721 and ERC-1155', async () => {
	const trigger = create({ watch: 'token', address: token, options: { simplify: false } });
	await trigger.activate();
	const topics = (signature: string, ...values: Array<bigint | number | string>) => [
		signature,
		...values.map((value) => `0x${word(value)}`),
	];
	const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
	const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
	const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
	add({
		to: token,
		logs: [
			{ topics: topics(transfer, ours, other), data: `0x${word(2_500_000)}` },
			{ topics: topics(transfer, ours, other, 77), data: '0x' },
			{ topics: topics(single, 9, ours, other), data: `0x${word(5)}${word(3)}` },
			{
				topics: topics(batch, 9, ours, other),
				data: `0x${[64, 160, 2, 7, 8, 2, 1, 4].map(word).join('')}`,
			},
		],
	});
	const items = jsonOf(await trigger.poll());
	expect(items).toMatchObject([
		{
			value: '2500000',
			valueDecimal: '2.5',
			from: { address: ours },
			to: { address: other },
			erc20Token: { decimals: 6 },
		},
		{ erc721Token: { tokenId: '77' } },
		{ value: '3', erc1155Token: { tokenId: '5' } },
		{ value: '1', erc1155Token: { tokenId: '7' } },
		{ value: '4', erc1155Token: { tokenId: '8' } },
	]);
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(5);
	expect(await trigger.poll()).toBeNull();
});

test('starts at a time [F4]', async () => {
	for (let i = 0; i < 10; i++) add({});
	const trigger = create({ options: { startTime: startTime + 2 * 205 } });
	expect(jsonOf(await trigger.activate()).map(({ blockNumber }) => blockNumber)).toEqual([
		205, 206, 207, 208, 209,
	]);
});

test('a call that fails moves nothing, whichever it is [F6]', async () => {
	const trigger = create();
	await trigger.activate();
	await trigger.poll();
	add({});
	for (const method of ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getTransactionReceipt']) {
		failing = method;
		await expect(trigger.poll()).rejects.toThrow('timed out');
	}
	failing = undefined;
	expect(jsonOf(await trigger.poll())).toHaveLength(1);
});

test('a server that is behind the others is waited for [T5]', async () => {
	const trigger = create();
	await trigger.activate();
	add({});
	add({});
	behind = 1;
	expect(jsonOf(await trigger.poll()).map(({ blockNumber }) => blockNumber)).toEqual([200]);
	expect(await trigger.poll()).toBeNull();
	behind = 0;
	expect(jsonOf(await trigger.poll()).map(({ blockNumber }) => blockNumber)).toEqual([201]);
});

const lacks: Array<[what: string, lack: () => void]> = [
	['blocks that it says nothing of', () => void (oldest = 350)],
	['blocks that it refuses', () => void ([oldest, refusal] = [350, 'pruned history unavailable'])],
	['blocks it cannot find', () => void ([oldest, refusal] = [350, 'block #200 not found'])],
	['receipts and logs', () => void ([oldest, synced] = [250, 350])],
];
test.each(lacks.flatMap(([what, lack]) => allWatches.map((watch) => ({ what, watch, lack }))))(
	'what the node no longer has is a gap item, not a poll that fails for ever: $watch, $what [F9]',
	async ({ watch, lack }) => {
		const trigger = create(watches[watch]);
		await trigger.activate();
		for (let i = 0; i < 300; i++) add({});
		lack();
		const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
		add({
			to: ofLogs.includes(watch) ? token : ours,
			logs: [{ topics: [transfer, `0x${word(1)}`, `0x${word(2)}`], data: `0x${word(1)}` }],
		});
		const items: IDataObject[] = [];
		for (let i = 0; i < 5; i++) items.push(...jsonOf(await trigger.poll()));
		expect(items[0]).toMatchObject({
			event: 'gap',
			from: 200,
			to: 350,
			reason: expect.stringContaining('does not have these blocks'),
		});
		expect(items.filter(({ event }) => event === 'gap')).toHaveLength(1);
		expect(items.slice(1).map(({ blockNumber }) => Number(blockNumber))).toEqual(
			ofLogs.includes(watch) ? [500] : Array.from({ length: 151 }, (_, i) => 350 + i),
		);
	},
);

const transferred = (): Partial<Transaction> => ({
	to: token,
	logs: [
		{
			topics: [
				'0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
				`0x${word(1)}`,
				`0x${word(2)}`,
			],
			data: `0x${word(1)}`,
		},
	],
});
/** What a poll told, in its order: block numbers, and gaps. */
const placesOf = (items: INodeExecutionData[] | null): unknown[] =>
	jsonOf(items).map(({ event, from, to, blockNumber }) =>
		event === 'gap' ? [from, to] : Number(blockNumber),
	);

test.each(allWatches)(
	'each hole is a gap of its own, in its place among what can be read: %s [F9]',
	async (watch) => {
		const trigger = create(watches[watch]);
		await trigger.activate();
		const hasLogs = ofLogs.includes(watch);
		for (let i = 0; i < 1500; i++) add(...(i % 100 === 5 ? [hasLogs ? transferred() : {}] : []));
		holes = hasLogs
			? [[330, 1350]]
			: [
					[240, 241],
					[260, 280],
					[330, 1350],
				];
		const told: unknown[] = [];
		for (let i = 0; i < 6; i++) told.push(...placesOf(await trigger.poll()));
		expect(told).toEqual(
			[205, ...holes.slice(0, -1), 305, [330, 1350], 1405, 1505, 1605]
				.map((place) => ({ place, from: [place].flat()[0] as number }))
				.sort((a, b) => a.from - b.from)
				.map(({ place }) => place),
		);
	},
);

test.each(ofLogs)(
	'logs that end inside a page are emitted before the gap: %s [F9]',
	async (watch) => {
		const trigger = create(watches[watch]);
		await trigger.activate();
		for (let i = 0; i < 300; i++) add(...(i % 50 === 5 ? [transferred()] : []));
		// A state sync left a node that has all blocks, and no logs of some.
		const { eth_getLogs } = methods;
		methods.eth_getLogs = (params) => {
			const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)];
			if (from < 400 && to >= 280)
				throw new Error(`failed to get logs for block #${Math.max(from, 280)}`);
			return eth_getLogs!(params);
		};
		const told: unknown[] = [];
		for (let i = 0; i < 3; i++) told.push(...placesOf(await trigger.poll()));
		methods.eth_getLogs = eth_getLogs!;
		expect(told).toEqual([205, 255, [280, 400], 405, 455]);
	},
);

test.each(allWatches)(
	'a Start Time that the node no longer has begins with a gap: %s [F9]',
	async (watch) => {
		holes = [[1, 150]];
		add(ofLogs.includes(watch) ? transferred() : {});
		const trigger = create({ ...watches[watch], options: { startTime: startTime + 2 * 10 } });
		expect(placesOf(await trigger.activate())).toEqual([[1, 150], 200]);
		expect(await trigger.poll()).toBeNull();
	},
);

test.each(allWatches)(
	'a server that is far behind the others loses nothing: %s [T5]',
	async (watch) => {
		const trigger = create(watches[watch]);
		await trigger.activate();
		for (let i = 0; i < 200; i++) add(ofLogs.includes(watch) ? transferred() : {});
		behind = 150;
		expect(placesOf(await trigger.poll())).toEqual(Array.from({ length: 50 }, (_, i) => 200 + i));
		expect(await trigger.poll()).toBeNull();
		behind = 0;
		expect(placesOf(await trigger.poll())).toEqual(Array.from({ length: 150 }, (_, i) => 250 + i));
	},
);

test('a start at a time is not taken from a server that is behind [T5]', async () => {
	for (let i = 0; i < 200; i++) add({});
	const trigger = create({ options: { startTime: startTime + 2 * 300 } });
	behind = 150;
	expect(await trigger.activate()).toBeNull();
	await expect(trigger.poll()).rejects.toThrow('does not have all of block');
	behind = 0;
	expect(placesOf(await trigger.poll())[0]).toBe(300);
});

test('receipts that are in no index of transactions come from their block [F9]', async () => {
	const trigger = create();
	await trigger.activate();
	for (let i = 0; i < 100; i++) add({ success: false });
	indexed = 280;
	expect(jsonOf(await trigger.poll()).map(({ status }) => status)).toEqual(
		Array(100).fill('failed'),
	);
});

test('history that a node refuses for another reason is a failed poll, and nothing is skipped [F9]', async () => {
	const trigger = create();
	await trigger.activate();
	await trigger.poll();
	for (let i = 0; i < 100; i++) add({});
	[oldest, refusal] = [250, 'service temporarily unavailable'];
	await expect(trigger.poll()).rejects.toThrow('temporarily unavailable');
	oldest = 0;
	expect(jsonOf(await trigger.poll())).toHaveLength(100);
});

test('a test run shows the newest of the last blocks [F12]', async () => {
	add({});
	expect(jsonOf((await create().testRun()).items)).toMatchObject([
		{ sample: true, blockNumber: 200 },
	]);
});
