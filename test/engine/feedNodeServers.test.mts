/** Feeds by node of servers as they are: apart from each other, limited, refusing, and with odd contracts. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toTransfers } from '../../nodes/feeds/transactions/node/chainRecords';
import { address, hex, word } from '../support/hex.mts';
import { forgetGates, jsonOf, useTrigger } from '../support/useEngine.mts';
import {
	eachCall,
	refuse,
	reply,
	useScript,
	type CallReply,
	type RpcCall,
} from '../support/useScript.mts';

const [ours, other, token] = [address(1), address(2), address(3)];
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const moved = { topics: [transfer, `0x${word(1)}`, `0x${word(2)}`], data: `0x${word(5_000_000)}` };

/** Newest block of each server; they take turns, request by request. */
let heads: number[];
/** Newest block of the server that a gateway sends the calls for logs to, also out of a batch. */
let headOfLogs: number | undefined;
/** How a server says that it does not have a block yet; without words it says nothing of it, or less. */
let early: string | undefined;
/** Logs of the token, and transactions from us to others, by block. */
let logs: Map<number, object[]>;
let sent: Map<number, number>;
/** UNIX seconds of a block. */
let timeOf: (block: number) => number;
/** What the server answers instead. */
let instead: (call: RpcCall) => CallReply;
let takesBatches: boolean;
/** Calls that are answered before all others get a 429, until the next minute. */
let quota: number;

const server = useScript((request, ...rest) => {
	if (request.isBatch && !takesBatches)
		return reply({ id: null, ...refuse('batches are not supported', -32600) });
	quota -= request.calls.length;
	if (quota < 0) return reply(refuse('rate limit', -32005), 429, { 'retry-after': '60' });
	return eachCall(answer)(request, ...rest);
});

const hashOf = (block: number, index: number): string => `0x${word(block * 1000 + index + 1)}`;
const receiptOf = (hash: string): object => ({
	transactionHash: hash,
	status: '0x1',
	gasUsed: '0x5208',
	effectiveGasPrice: '0x1',
});

function answer(call: RpcCall): CallReply {
	const own = heads[(server.received.length - 1) % heads.length]!;
	const [param, isWhole] = call.params;
	const special = instead(call);
	if (special) return special;
	switch (call.method) {
		case 'eth_blockNumber':
			return { result: hex(own) };
		case 'eth_getBlockByNumber': {
			const number = Number(param);
			if (number > own) return early ? refuse(early) : { result: null };
			const transactions = Array.from({ length: sent.get(number) ?? 0 }, (_, i) => ({
				hash: hashOf(number, i),
				from: ours,
				to: other,
				value: hex(i),
				input: '0x',
				type: '0x2',
				gas: '0x5208',
				nonce: hex(i),
				gasPrice: '0x1',
				transactionIndex: hex(i),
			}));
			const place = {
				number: hex(number),
				timestamp: hex(timeOf(number)),
				hash: `0x${word(number)}`,
			};
			return { result: { ...place, transactions: isWhole ? transactions : [] } };
		}
		case 'eth_getLogs': {
			const [first, last] = [Number(param.fromBlock), Number(param.toBlock)];
			if (last > own && early)
				return refuse(`requested to block ${last} after last accepted block ${own}`);
			const end = Math.min(last, headOfLogs ?? own);
			const found = [...logs].filter(([block]) => block >= first && block <= end);
			return {
				result: found.flatMap(([block, list]) =>
					list.map((log, i) => ({
						address: token,
						blockNumber: hex(block),
						transactionHash: hashOf(block, i),
						logIndex: hex(i),
						...log,
					})),
				),
			};
		}
		case 'eth_getTransactionReceipt':
			return { result: receiptOf(param) };
		case 'eth_getBlockReceipts':
			return {
				result: Array.from({ length: sent.get(Number(param)) ?? 0 }, (_, i) =>
					receiptOf(hashOf(Number(param), i)),
				),
			};
		default:
			return { result: `0x${word(6)}` };
	}
}

beforeEach(() => {
	heads = [2000];
	headOfLogs = undefined;
	early = undefined;
	logs = new Map();
	sent = new Map();
	timeOf = (block) => 1_700_000_000 + block;
	instead = () => undefined;
	takesBatches = true;
	quota = Infinity;
});
const create = useTrigger(server, {
	event: 'newTransaction',
	readFrom: 'node',
	chain: 'C',
});
const watchToken = (options: INodeParameters = {}) =>
	create({ watch: 'token', address: token, options });
const events = {
	event: 'contractEvent',
	findBy: 'declaration',
	addresses: token,
	events: 'Transfer(address indexed from, address indexed to, uint256 value)',
};
/** Both read the same logs. */
const ofLogs = { 'token transfers': () => watchToken(), 'contract events': () => create(events) };
type Watch = keyof typeof ofLogs;
const kinds = Object.keys(ofLogs) as Watch[];
const callsOf = (method: string) => server.calls.filter((call) => call.method === method);
const blocksOf = (items: IDataObject[]): unknown[] =>
	items.map(({ event, blockNumber }) => (event === 'gap' ? 'gap' : Number(blockNumber)));
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
/** What a trigger tells until nothing comes any more, with the requests of each poll. */
async function pollOut(trigger: ReturnType<typeof create>, most = 100) {
	const told: IDataObject[] = [];
	const requests: number[] = [];
	for (let polls = 0, quiet = 0; polls < most && quiet < 2; polls++) {
		server.received.length = 0;
		const items = jsonOf(await trigger.poll());
		requests.push(server.received.length);
		quiet = items.length ? 0 : quiet + 1;
		told.push(...items);
	}
	return { told, requests };
}

describe('servers behind one URL that are apart [T2]', () => {
	const lags: number[][] = [
		[0, 10],
		[10, 0],
		[0, 0, 10],
		[0, 10, 10],
		[0, 3, 25, 8],
	];
	/** A poll that meets the one that is behind may fail; the next one goes on. */
	const poll = async (trigger: ReturnType<typeof create>): Promise<IDataObject[]> => {
		try {
			return jsonOf(await trigger.poll());
		} catch (error) {
			expect((error as Error).message).toContain('does not have all of block');
			return [];
		}
	};
	const casesOf = (kind: Watch, lag: number[]) =>
		[true, false].flatMap((inBatches) =>
			[undefined, 'cannot query unfinalized data'].map((words) => ({
				kind,
				lag,
				words,
				inBatches,
			})),
		);
	test.each([
		...lags.flatMap((lag) => casesOf('token transfers', lag)),
		...casesOf('contract events', lags.at(-1)!),
	])('lose no log, and tell none twice: %j', async ({ kind, lag, words, inBatches }) => {
		takesBatches = inBatches;
		early = words;
		const trigger = ofLogs[kind]();
		await trigger.activate();
		const told: IDataObject[] = [];
		for (let head = 2020; head <= 2100; head += 20) {
			for (const block of numbers(head - 20, head)) logs.set(block + 1, [moved]);
			heads = lag.map((behind) => head - behind);
			for (let polls = 0; polls < 3; polls++) told.push(...(await poll(trigger)));
		}
		heads = [2100];
		for (let polls = 0; polls < 2; polls++) told.push(...(await poll(trigger)));
		expect(blocksOf(told).sort()).toEqual(numbers(2001, 2101));
	});

	test.each(kinds)(
		'lose nothing of a quiet contract either, however far they are apart up to 1,000 blocks, also without batches: %s',
		async (kind) => {
			takesBatches = false;
			const trigger = ofLogs[kind]();
			await trigger.activate();
			heads = [2900];
			await trigger.poll();
			logs.set(2901, [moved]).set(2950, [moved]);
			heads = [3000, 3000, 3000, 2010];
			const told = [...(await poll(trigger)), ...(await poll(trigger))];
			heads = [3010];
			told.push(...(await poll(trigger)), ...(await poll(trigger)));
			expect(blocksOf(told)).toEqual([2901, 2950]);
		},
	);

	test.each(kinds)(
		'nor where a gateway sends the calls of a batch to different ones, a few blocks apart: %s',
		async (kind) => {
			const trigger = ofLogs[kind]();
			await trigger.activate();
			for (const block of numbers(2001, 2021)) logs.set(block, [moved]);
			[heads, headOfLogs] = [[2020], 2010];
			const told = jsonOf(await trigger.poll());
			expect(blocksOf(told)).toEqual(numbers(2001, 2011));
			headOfLogs = undefined;
			told.push(...jsonOf(await trigger.poll()));
			expect(blocksOf(told)).toEqual(numbers(2001, 2021));
		},
	);

	test.each(kinds)('what was read is no gap because another server lacks it: %s', async (kind) => {
		const trigger = ofLogs[kind]();
		await trigger.activate();
		heads = [2500];
		await trigger.poll();
		heads = [2600];
		instead = ({ method, params: [number] }) =>
			method === 'eth_getBlockByNumber' && Number(number) < 2550 ? { result: null } : undefined;
		const items = jsonOf(await trigger.poll());
		expect(items).toMatchObject([{ event: 'gap', from: 2501, to: 2550 }]);
	});

	test.each([undefined, 'cannot query unfinalized data'])(
		'blocks are waited for: %s',
		async (words) => {
			early = words;
			const trigger = create({ watch: 'address', address: ours });
			await trigger.activate();
			for (const block of numbers(2001, 2021)) sent.set(block, 1);
			heads = [2020, 2005];
			const told = jsonOf(await trigger.poll());
			heads = [2020];
			told.push(...(await pollOut(trigger)).told);
			expect(blocksOf(told)).toEqual(numbers(2001, 2021));
		},
	);

	test('what was there at the publication is not new, though one lacks the newest block with its transactions', async () => {
		const trigger = create({ watch: 'address', address: ours });
		sent.set(2000, 1);
		const now = Math.floor(Date.now() / 1000);
		timeOf = (block) => (block > 2000 ? now + 30 : now - 30);
		let lacks = 1;
		instead = ({ method, params: [number, isWhole] }) =>
			method === 'eth_getBlockByNumber' && Number(number) === 2000 && isWhole && lacks-- > 0
				? { result: null }
				: undefined;
		expect(jsonOf(await trigger.activate())).toEqual([]);
		heads = [2001];
		sent.set(2001, 1);
		expect(blocksOf((await pollOut(trigger)).told)).toEqual([2001]);
	});
});

describe.each(kinds)('a node that takes no long ranges of logs [T3]: %s', (kind) => {
	const watch = ofLogs[kind];
	const lengthOf = ({ params: [{ fromBlock, toBlock }] }: RpcCall) =>
		Number(toBlock) - Number(fromBlock) + 1;
	test.each([
		[
			'refuses every range',
			() => true,
			/logs of blocks? 2000.* could not be read.*block range is too wide/,
		],
		[
			'refuses one block',
			({ params: [{ toBlock }] }: RpcCall) => Number(toBlock) >= 2300,
			/could not be read/,
		],
	] as Array<[string, (call: RpcCall) => boolean, RegExp]>)(
		'that %s: a failed poll of few requests',
		async (_what, isRefused, words) => {
			const trigger = watch();
			await trigger.activate();
			heads = [102_000];
			logs.set(2250, [moved]);
			instead = (call) =>
				call.method === 'eth_getLogs' && isRefused(call)
					? refuse('block range is too wide')
					: undefined;
			const told: IDataObject[] = [];
			let message = '';
			for (let polls = 0; polls < 5 && !message; polls++) {
				server.received.length = 0;
				try {
					told.push(...jsonOf(await trigger.poll()));
				} catch (error) {
					({ message } = error as Error);
				}
				expect(server.received.length).toBeLessThanOrEqual(50);
			}
			expect(message).toMatch(words);
			// What lies before it is told once, and is no gap.
			expect(blocksOf(told)).toEqual(_what.includes('one') ? [2250] : []);
		},
	);

	test.each([
		[10, 'block range is too wide'],
		[100, 'block range is too wide'],
		[300, 'block range is too wide'],
		[10, 'query must be smaller than size 10'],
		[10, 'this is more than we give at once'],
		[5, 'query returned more than 2 results'],
	])(
		'that takes %i blocks at once, and says "%s": all is emitted, over polls of at most 50 requests',
		async (most, words) => {
			const trigger = watch();
			await trigger.activate();
			heads = [4_000];
			const told = numbers(2001, 4001).filter((block) => block % 97 === 0);
			for (const block of told) logs.set(block, [moved]);
			instead = (call) =>
				call.method === 'eth_getLogs' && lengthOf(call) > most ? refuse(words) : undefined;
			const out: IDataObject[] = [];
			let polls = 0;
			for (; polls < 60 && out.length < told.length; polls++) {
				server.received.length = 0;
				out.push(...jsonOf(await trigger.poll()));
				expect(server.received.length).toBeLessThanOrEqual(50);
			}
			expect(blocksOf(out)).toEqual(told);
		},
	);

	test('of a dense contract: a poll is at most 50 requests', async () => {
		const trigger = watch();
		await trigger.activate();
		heads = [6_000];
		for (const block of numbers(2001, 6001)) logs.set(block, [moved]);
		const { told, requests } = await pollOut(trigger);
		expect(blocksOf(told)).toEqual(numbers(2001, 6001));
		expect(Math.max(...requests)).toBeLessThanOrEqual(50);
	});
});

describe('decimals() of a token [T4]', () => {
	const failures: Array<[string, CallReply]> = [
		['header not found', refuse('header not found')],
		['an internal error', refuse('internal error', -32603)],
		['missing state', refuse('missing trie node 12ab (path ) state 0x12 is not available')],
		['a time-out', refuse('request timed out', -32002)],
		['a limit', refuse('limit exceeded', -32005)],
		['nothing', { result: null }],
		['something else', { result: { decimals: 6 } }],
	];
	test.each(failures)(
		'that cannot be read (%s) is a failed poll, and nothing is dropped',
		async (_what, answered) => {
			const trigger = watchToken({ minimumAmount: '1' });
			await trigger.activate();
			logs.set(2001, [moved, moved]);
			heads = [2001];
			instead = ({ method }) => (method === 'eth_call' ? answered : undefined);
			await expect(trigger.poll()).rejects.toThrow();
			instead = () => undefined;
			expect(jsonOf(await trigger.poll())).toMatchObject([{ amount: 5 }, { amount: 5 }]);
		},
	);

	test.each<[string, CallReply]>([
		['reverts', refuse('execution reverted', 3)],
		['reverts without a code', refuse('execution reverted')],
		['knows no such code', refuse('invalid opcode: INVALID')],
		['answers nothing', { result: '0x' }],
		['answers what is no number of digits', { result: `0x${word(2n ** 255n)}` }],
	])(
		'of a contract that %s are none, and a minimum amount drops nothing',
		async (_what, answered) => {
			instead = ({ method }) => (method === 'eth_call' ? answered : undefined);
			for (const [options, isMarked] of [
				[{}, undefined],
				[{ minimumAmount: '1' }, true],
			] as Array<[INodeParameters, true | undefined]>) {
				heads = [2000];
				logs = new Map([[2001, [moved]]]);
				const trigger = watchToken(options);
				await trigger.activate();
				heads = [2001];
				const items = jsonOf(await trigger.poll());
				expect(items).toHaveLength(1);
				expect(items[0]!.amount).toBeNull();
				expect(items[0]!.isAmountUnknown).toBe(isMarked);
			}
		},
	);
});

describe('symbol() of a token [T4]', () => {
	const inText = (text: string) =>
		`0x${word(32)}${word(text.length)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`;
	const symbolOf = async (answered: CallReply): Promise<unknown> => {
		heads = [2000];
		logs = new Map([[2001, [moved]]]);
		instead = ({ params: [call] }) => (call?.data === '0x95d89b41' ? answered : undefined);
		const trigger = watchToken();
		await trigger.activate();
		heads = [2001];
		const [item] = jsonOf(await trigger.poll());
		expect(item).toMatchObject({ amount: 5 });
		return item!.symbol;
	};

	test('stands beside the amount, as text or in 32 bytes', async () => {
		expect(await symbolOf({ result: inText('USDC') })).toBe('USDC');
		const bytes = Buffer.from('MKR').toString('hex').padEnd(64, '0');
		expect(await symbolOf({ result: `0x${bytes}` })).toBe('MKR');
	});

	test.each<[string, CallReply]>([
		['reverts', refuse('execution reverted', 3)],
		['answers nothing', { result: '0x' }],
		['answers what is no text', { result: '0x1234' }],
		['answers a word that is no text', { result: `0x${word(2n ** 255n)}` }],
		['answers more than a symbol', { result: inText('x'.repeat(2000)) }],
	])('of a contract that %s is left out', async (_what, answered) => {
		expect(await symbolOf(answered)).toBeNull();
	});
});

describe('receipts', () => {
	test('are not read of what a filter drops', async () => {
		for (const filter of [{ contract: token }, { method: '0xa9059cbb' }, { minimumAmount: '1' }]) {
			heads = [2000];
			const trigger = create({ watch: 'chain', options: { status: 'success', ...filter } });
			await trigger.activate();
			for (const block of numbers(2001, 2101)) sent.set(block, 400);
			heads = [2100];
			expect(await trigger.poll()).toBeNull();
			expect(
				callsOf('eth_getTransactionReceipt').length + callsOf('eth_getBlockReceipts').length,
			).toBe(0);
		}
	});

	test('of several transactions of a block come in one call, and one by one where the node has no such call', async () => {
		for (const isKnown of [true, false]) {
			heads = [2000];
			server.received.length = 0;
			const trigger = create({ watch: 'address', address: ours });
			await trigger.activate();
			sent = new Map([
				[2001, 30],
				[2002, 1],
				[2003, 20],
			]);
			heads = [2003];
			instead = ({ method }) =>
				method === 'eth_getBlockReceipts' && !isKnown
					? refuse('the method eth_getBlockReceipts does not exist/is not available', -32601)
					: undefined;
			expect(jsonOf(await trigger.poll()).map(({ status }) => status)).toEqual(
				Array(51).fill('success'),
			);
			expect(callsOf('eth_getTransactionReceipt')).toHaveLength(isKnown ? 1 : 51);
			expect(callsOf('eth_getBlockReceipts').length).toBeLessThanOrEqual(2);
		}
	});

	test('that do not say how a transaction ended make it one that cannot be read [F17]', async () => {
		const trigger = create({ watch: 'address', address: ours });
		await trigger.activate();
		sent.set(2001, 1);
		heads = [2001];
		instead = ({ method, params: [hash] }) =>
			method === 'eth_getTransactionReceipt'
				? { result: { transactionHash: hash, root: '0x1' } }
				: undefined;
		await expect(trigger.poll()).rejects.toThrow('without its "status"');
		instead = () => undefined;
		expect(jsonOf(await trigger.poll())).toMatchObject([{ status: 'success' }]);
	});
});

test.each([
	[-32603, 'internal error'],
	[-32603, 'upstream request timeout'],
	[-32000, 'context deadline exceeded'],
	[-32000, 'no backends available for method'],
	[-32001, 'Unable to complete request at this time.'],
])('a watch begins although its node answers %i %s then [F5]', async (code, words) => {
	const trigger = create({ watch: 'address', address: ours });
	instead = () => refuse(words, code);
	await trigger.activate();
	instead = () => undefined;
	await trigger.poll();
	sent.set(heads[0]! + 1, 1);
	heads = [heads[0]! + 1];
	expect(jsonOf(await trigger.poll())).toHaveLength(1);
});

describe('under a tight rate limit [T3]', () => {
	test.each([
		['chain', { watch: 'chain' }, 10],
		['address', { watch: 'address', address: ours }, 14],
		['token', { watch: 'token', address: token }, 52],
		['contract events', events, 52],
	] as Array<[string, INodeParameters, number]>)(
		'each poll gets further, and tells all once: %s',
		async (_what, watch, perPoll) => {
			const trigger = create(watch);
			await trigger.activate();
			for (const block of numbers(2001, 2301)) {
				sent.set(block, 2);
				logs.set(block, [moved, moved]);
			}
			heads = [2300];
			const told: IDataObject[] = [];
			let polls = 0;
			for (; polls < 150 && told.length < 600; polls++) {
				quota = perPoll;
				forgetGates();
				const items = jsonOf(await trigger.poll());
				expect(items.length).toBeGreaterThan(0);
				told.push(...items);
			}
			expect(blocksOf(told)).toEqual(numbers(2001, 2301).flatMap((block) => [block, block]));
		},
	);

	test('that leaves nothing, a poll fails and moves nothing', async () => {
		const trigger = create({ watch: 'chain' });
		await trigger.activate();
		sent.set(2001, 1);
		heads = [2001];
		quota = 1;
		await expect(trigger.poll()).rejects.toThrow('too many requests');
		quota = Infinity;
		forgetGates();
		expect(jsonOf(await trigger.poll())).toHaveLength(1);
	});
});

describe('odd logs [T4]', () => {
	const parties = [`0x${word(9)}`, `0x${word(1)}`, `0x${word(2)}`];
	/** What no contract can emit, and what does not stand where it was looked for. */
	const incomplete: Array<[string, object]> = [
		['no topics', { topics: undefined, data: '0x' }],
		['topics that are no list', { topics: { 0: transfer }, data: '0x' }],
		['topics that are no words', { topics: [transfer, null, 7], data: `0x${word(1)}` }],
		['short topics', { topics: [transfer, '0x1', '0x2'], data: `0x${word(1)}` }],
		['no data', { topics: moved.topics, data: undefined }],
		['data that is a number', { topics: moved.topics, data: 7 }],
		['data that is no hexadecimal', { topics: moved.topics, data: `0x${'z'.repeat(64)}` }],
		['no block', { ...moved, blockNumber: null }],
		['a block that is no number', { ...moved, blockNumber: 'x' }],
		['another block', { ...moved, blockNumber: '0x1' }],
		['no transaction', { ...moved, transactionHash: null }],
		['no place in its block', { ...moved, logIndex: null }],
	];
	const odd: Array<[string, object]> = [
		['data of half a word', { topics: moved.topics, data: '0x12' }],
		['an empty single', { topics: [single, ...parties], data: '0x' }],
		['a batch without data', { topics: [batch, ...parties], data: '0x' }],
		[
			'a batch far outside',
			{ topics: [batch, ...parties], data: `0x${word(2n ** 255n)}${word(2n ** 255n)}` },
		],
		[
			'a batch off the words',
			{ topics: [batch, ...parties], data: `0x${[33, 65, 1, 1, 1].map(word).join('')}` },
		],
		[
			'a batch longer than its data',
			{ topics: [batch, ...parties], data: `0x${[word(64), word(64), word(2n ** 255n)].join('')}` },
		],
		[
			'a batch of unequal lists',
			{ topics: [batch, ...parties], data: `0x${[64, 128, 1, 7, 0].map(word).join('')}` },
		],
	];
	test.each(odd)('with %s stop nothing', async (_what, log) => {
		const trigger = watchToken();
		await trigger.activate();
		logs.set(2001, [log, moved]).set(2002, [moved]);
		heads = [2002];
		expect(blocksOf(jsonOf(await trigger.poll()))).toEqual([2001, 2002]);
		logs.set(2003, [moved]);
		heads = [2003];
		expect(blocksOf(jsonOf(await trigger.poll()))).toEqual([2003]);
	});

	test.each(incomplete)(
		'with %s are a failed poll, and nothing is lost [F17]',
		async (_what, log) => {
			const trigger = watchToken();
			await trigger.activate();
			heads = [2002];
			logs.set(2001, [log, moved]).set(2002, [moved]);
			await expect(trigger.poll()).rejects.toThrow(/log/);
			logs.set(2001, [moved, moved]);
			expect(blocksOf(jsonOf(await trigger.poll()))).toEqual([2001, 2001, 2002]);
		},
	);

	test('a long batch is read in work that grows with its length', () => {
		const lengthOf = (length: number) => {
			const list = (of: (i: number) => number) => [
				length,
				...Array.from({ length }, (_, i) => of(i)),
			];
			const words = [64, 64 + 32 * (length + 1), ...list((i) => i), ...list((i) => i + 1)];
			const log = {
				address: token,
				topics: [batch, ...parties],
				data: `0x${words.map(word).join('')}`,
				logIndex: '0x0',
			};
			let copied = 0;
			const { slice } = Array.prototype;
			const spy = jest.spyOn(Array.prototype, 'slice').mockImplementation(function (
				this: unknown[],
				...bounds
			) {
				const part = slice.apply(this, bounds);
				copied += part.length;
				return part;
			});
			const transfers = toTransfers(log, { number: '0x1', timestamp: '0x1', hash: '0x' }, {});
			spy.mockRestore();
			expect(transfers).toHaveLength(length);
			expect(transfers.at(-1)).toMatchObject({
				value: String(length),
				erc1155Token: { tokenId: String(length - 1) },
			});
			return copied;
		};
		expect(lengthOf(2_000)).toBeLessThanOrEqual(10 * 2_000);
	});
});
