/** Period of lists through n8n's engine: the blocks of moments, found by halving in a chain of the test's own. */
import type { IDataObject } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy, useNode } from '../support/useEngine.mts';
import {
	type RpcCall,
	eachCall,
	refuse,
	reply,
	useScript,
	type Handler,
} from '../support/useScript.mts';

useClock('2026-11-24T12:00:00Z');
const server = useScript();
const evm = useNode('avalancheEvm', server);
const data = useNode('avalancheData', server);

const owner = `0x${'1'.repeat(40)}`;
const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
const iso = (seconds: number) => new Date((start + seconds) * 1000).toISOString();
const hex = (value: number) => `0x${value.toString(16)}`;
const hashOf = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/** The chain of the test: the time of each block, seconds after the start. */
let times: number[] = [];
/** Blocks that the servers do not have. */
let missing = new Set<number>();
/** True if no block holds a record. */
let isQuiet = false;

const head = () => times.length - 1;
const numberOf = (block = 'latest') => (block === 'latest' ? head() : Number(block));

function answerNode({ method, params }: RpcCall) {
	if (method === 'eth_getLogs') {
		const [from, to] = [params[0].fromBlock, params[0].toBlock].map(numberOf);
		if (from > to) return refuse('invalid block range params');
		const numbers = times
			.map((_, number) => number)
			.filter((n) => !isQuiet && n >= from && n <= to);
		return {
			result: numbers.map((number) => ({
				address: owner,
				topics: [hashOf(7)],
				data: '0x',
				blockNumber: hex(number),
				transactionHash: hashOf(number),
				logIndex: '0x0',
				blockHash: hashOf(number),
				transactionIndex: '0x0',
				removed: false,
			})),
		};
	}
	const number = numberOf(params[0]);
	if (method !== 'eth_getBlockByNumber') return refuse('the method does not exist', -32601);
	if (number > head() || missing.has(number)) return { result: null };
	const timestamp = hex(start + times[number]!);
	return { result: { number: hex(number), timestamp, hash: hashOf(number), transactions: [] } };
}

const blockOf = (number: number) => ({
	blockNumber: String(number),
	blockTimestamp: start + times[number]!,
	chainId: '43114',
	blockHash: hashOf(number),
});
const party = (address: string) => ({ address });

function answerData(path: string) {
	const { pathname, searchParams } = new URL(path, 'http://service');
	const block = /\/blocks\/(\d+)$/.exec(pathname)?.[1];
	if (block !== undefined)
		return Number(block) > head() || missing.has(Number(block))
			? reply({ message: 'Not Found', statusCode: 404 }, 404)
			: reply(blockOf(Number(block)));
	if (pathname.endsWith('/blocks')) return reply({ blocks: [blockOf(head())] });
	const [first, end] = ['startBlock', 'endBlock'].map((name) => searchParams.get(name));
	const isAsked = (n: number) => !isQuiet && n >= Number(first ?? 0) && n < Number(end ?? Infinity);
	const transactions = times
		.map((_, number) => number)
		.filter(isAsked)
		.reverse()
		.map((number) => ({
			...blockOf(number),
			txHash: hashOf(number),
			from: party(owner),
			to: party(owner),
			value: '1',
			gasUsed: '1',
			gasPrice: '1',
			txStatus: '1',
			logIndex: 0,
			erc20Token: { address: owner, name: 'A', symbol: 'A', decimals: 6, ercType: 'ERC-20' },
		}));
	return reply({ [pathname.endsWith('/transfers') ? 'transfers' : 'transactions']: transactions });
}

const answer: Handler = (request, ...rest) =>
	request.calls.length ? eachCall(answerNode)(request, ...rest) : answerData(request.path);

function playChain(chain: number[], without: number[] = []): void {
	times = chain;
	missing = new Set(without);
	isQuiet = false;
	server.answer(answer);
}

interface List {
	run: typeof evm;
	resource: string;
	operation: string;
	parameters: IDataObject;
	/** Fields of an own range of blocks: its first, and its end, whose last block counts or not. */
	bounds: [first: string, last: string];
	isInclusive: boolean;
}
const ofData = (resource: string, operation: string): [string, List] => [
	`${resource} ${operation}`,
	{
		run: data,
		resource,
		operation,
		parameters: { chainId: '43114', address: owner },
		bounds: ['startBlock', 'endBlock'],
		isInclusive: false,
	},
];
const ofNode = (operation: string, parameters: IDataObject): [string, List] => [
	`log ${operation}`,
	{
		run: evm,
		resource: 'log',
		operation,
		parameters: { chain: 'C', ...parameters },
		bounds: ['fromBlock', 'toBlock'],
		isInclusive: true,
	},
];
const lists: Array<[string, List]> = [
	ofData('transaction', 'getManyNative'),
	ofData('transaction', 'getManyInternal'),
	ofData('transfer', 'getMany'),
	ofData('transfer', 'getManyErc20OfAddress'),
	ofNode('getManyRaw', {}),
];

async function list(
	{ run: ask, resource, operation, parameters }: List,
	period: IDataObject,
	filters: IDataObject = {},
) {
	const {
		items,
		error,
		run: done,
	} = await ask(
		resource,
		operation,
		{ ...parameters, returnAll: true, ...period, filters },
		{ settings: { timezone: 'UTC' } },
	);
	const hint = done.data.resultData.runData.Node?.[0]?.hints?.[0]?.message;
	const numbers = jsonOf(items).map((item) => Number(item.blockNumber));
	return { numbers: numbers.sort((a, b) => a - b), error, hint };
}
const between = (from: number, to: number): IDataObject => ({
	period: 'custom',
	from: iso(from),
	to: iso(to),
});
const expected = (from: number, to: number) =>
	times.flatMap((time, number) => (time >= from && time < to ? [number] : []));

/** Several blocks in one second, a pause, and one block for some seconds more. */
const crowded = [0, 0, 0, 5, 5, 9, 9, 9, 9, 60, 60, 61, 62, 62];

describe.each(lists)('Period of %s', (_name, at) => {
	test.each([
		['begins and ends within a second of several blocks', 5, 9],
		['begins at the first block', 0, 5],
		['ends behind the last block', 60, 4000],
		['lies in a pause', 10, 60],
		['lies before the first block', -500, 0],
		['lies behind the last block', 63, 4000],
		['holds all', -500, 4000],
		['holds one second', 62, 63],
		['begins between two seconds', 4.5, 9.001],
	])('%s: its blocks are exact at both ends', async (_case, from, to) => {
		playChain(crowded);
		const { numbers, error } = await list(at, between(from, to));
		expect(error).toBeUndefined();
		expect(numbers).toEqual(expected(from, to));
	});

	test('of seconds one after another holds each record once', async () => {
		playChain(crowded);
		const all: number[] = [];
		for (let second = -2; second < 66; second += 4)
			all.push(...(await list(at, between(second, second + 4))).numbers);
		expect(all.sort((a, b) => a - b)).toEqual(crowded.map((_, number) => number));
	});

	test('a workflow from before Period asks as it did', async () => {
		playChain(crowded);
		const { numbers } = await list(at, {}, { [at.bounds[0]]: 3 });
		expect(numbers).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
		// Of internal transactions, some are read by their hash, too.
		const lists = server.received.filter(({ path }) => !path.includes('/transactions/0x'));
		expect(lists).toHaveLength(1);
	});

	test('that is not over yet is open at its end', async () => {
		playChain(crowded);
		const { numbers, hint } = await list(at, { period: 'thisYear' }, { [at.bounds[0]]: 3 });
		expect(numbers).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
		expect(hint).toMatch(/^Period begins with block 0 \(found with \d+ requests\)\./);
		expect(server.received.at(-1)!.path).not.toContain('endBlock');
		if (at.isInclusive)
			expect(server.calls.at(-1)!.params[0]).toMatchObject({ fromBlock: '0x3', toBlock: 'latest' });
	});

	test.each([
		['3', '12', 5, 10],
		['6', '8', 5, 62],
		['0', '8', 5, 62],
		['4', '13', 5, 62],
		['12', '13', 5, 9],
	])('with blocks %s to %s too, the narrower holds', async (first, last, from, to) => {
		playChain(crowded);
		const filters = { [at.bounds[0]]: Number(first), [at.bounds[1]]: Number(last) };
		const { numbers, error } = await list(at, between(from, to), filters);
		expect(error).toBeUndefined();
		const end = Number(last) + (at.isInclusive ? 1 : 0);
		const inside = expected(from, to).filter((n) => n >= Number(first) && n < end);
		expect(numbers).toEqual(inside);
	});

	test('that holds nothing sends the user to the period, and not to the address', async () => {
		playChain(crowded);
		const { numbers, hint } = await list(at, between(-200, -100));
		expect(numbers).toEqual([]);
		expect(hint).toContain('Nothing was found. Choose another Period, or other bounds beside it.');
	});

	test('with blocks but no record is said to be one that may have none, before what to check', async () => {
		playChain(crowded);
		isQuiet = true;
		const { numbers, hint } = await list(at, between(5, 62));
		expect(numbers).toEqual([]);
		const advice = 'Nothing was found. The period may have none: choose another Period. Check the ';
		expect(hint).toContain(advice);
		expect((await list(at, {})).hint).toContain('Nothing was found. Check the ');
	});

	test('a block that is missing fails in words', async () => {
		playChain(
			Array.from({ length: 3000 }, (_, i) => i),
			Array.from({ length: 2900 }, (_, i) => i),
		);
		const { error } = await list(at, between(100, 200));
		expect(saidBy(error)).toContain('is missing, so the blocks of the time are not known');
		expect(saidBy(error)).toContain('enter block numbers');
	});

	test('a server that lags behind another is asked again for the newest blocks', async () => {
		playChain(crowded);
		let lacks = 3;
		server.answer((request, ...rest) => {
			const isNewest = request.path.endsWith('/blocks/12') || request.body.includes('"0xc"');
			if (isNewest && lacks-- > 0) missing.add(12);
			else missing.delete(12);
			return answer(request, ...rest);
		});
		const { numbers, error } = await list(at, between(62, 63));
		expect(error).toBeUndefined();
		expect(numbers).toEqual([12, 13]);
		lacks = 9;
		expect(saidBy((await list(at, between(62, 63))).error)).toContain('one of them lags behind');
	});

	test('a recent period needs no old block', async () => {
		playChain(
			Array.from({ length: 3000 }, (_, i) => i),
			Array.from({ length: 2400 }, (_, i) => i),
		);
		const { numbers, error } = await list(at, between(2990, 2995));
		expect(error).toBeUndefined();
		expect(numbers).toEqual([2990, 2991, 2992, 2993, 2994]);
	});
});

/** Lists that begin with their newest record, and whose service knows no times: pages of three. */
const latest = (pages: Array<Array<number | undefined>>) =>
	server.answer(({ path }) => {
		const page = Number(new URL(path, 'http://service').searchParams.get('pageToken') ?? 0);
		const transactions = pages[page]!.map((second, n) => ({
			txHash: hashOf(page * 100 + n),
			chainId: '43114',
			blockNumber: String(n),
			...(second !== undefined && { blockTimestamp: start + second }),
			from: party(owner),
			to: party(owner),
			value: '1',
			txStatus: '1',
		}));
		const isLast = page === pages.length - 1;
		return reply({ transactions, ...(!isLast && { nextPageToken: String(page + 1) }) });
	});
const listLatest = async (more: IDataObject = {}) =>
	await data('transaction', 'getManyLatest', {
		chainId: '43114',
		returnAll: true,
		...between(10, 50),
		...more,
	});

describe('a list that begins with its newest record', () => {
	test('is read up to the page that is past the period', async () => {
		latest([
			[90, 60, 50],
			[49, 30, 30],
			[10, 9, 9],
			[5, 4, 3],
		]);
		const { items, error } = await listLatest();
		expect(error).toBeUndefined();
		expect(jsonOf(items).map(({ time }) => Date.parse(String(time)) / 1000 - start)).toEqual([
			49, 30, 30, 10,
		]);
		expect(server.received).toHaveLength(3);
	});

	test('is read on behind one record with a false time', async () => {
		latest([
			[49, 1, 48],
			[47, 46, 2],
			[45, 9, 8],
			[7, 6, 5],
		]);
		const { items } = await listLatest();
		expect(items).toHaveLength(5);
		expect(server.received).toHaveLength(3);
	});

	test.each([undefined, -start, 999 * start])(
		'fails in words where a record has the time %p',
		async (odd) => {
			latest([[49, odd, 30]]);
			const { error } = await listLatest();
			expect(saidBy(error)).toContain('it holds a record without a possible time');
			// Any Time needs none.
			latest([[49, undefined, 30]]);
			expect((await listLatest({ period: 'allTime' })).items).toHaveLength(3);
		},
	);

	test('has its limit after the period', async () => {
		latest([
			[90, 60, 55],
			[49, 30, 30],
			[10, 9, 9],
		]);
		const { items } = await listLatest({ returnAll: false, limit: 2 });
		expect(items).toHaveLength(2);
	});
});

type ByTime = (askedTime: unknown, more?: IDataObject) => ReturnType<typeof evm>;
const fromNode: ByTime = (askedTime, more = {}) =>
	evm('block', 'getByTime', { chain: 'C', askedTime, additionalFields: more });
const fromService: ByTime = (askedTime, more = {}) =>
	data('block', 'getByTime', {
		chainId: '43114',
		askedTime,
		additionalFields: more,
	});

describe.each([
	['from a node', fromNode, 'number'],
	['from the Data API', fromService, 'blockNumber'],
])('Block > Get by Time %s', (_from, byTime, numberField) => {
	test.each([
		['between two blocks', 7, 4, 5],
		['in a second of several blocks', 9, 8, 5],
		['in the second of the first blocks', 0, 2, 0],
		['at the newest block', 62, 13, 12],
		['before the first block', -1, undefined, 0],
		['behind the newest block', 70, 13, undefined],
		['a part of a second later', 9.5, 8, 9],
	])('a time %s', async (_case, second, last, first) => {
		playChain(crowded);
		for (const [side, number] of [
			['lastUpTo', last],
			['firstFrom', first],
		] as const) {
			const { items, error } = await byTime(iso(second), { side });
			expect(error).toBeUndefined();
			const [item] = jsonOf(items);
			const asked = iso(second).replace('.000Z', 'Z');
			if (number === undefined) expect(item).toMatchObject({ found: false, askedTime: asked });
			else expect(item).toMatchObject({ [numberField]: number, askedTime: asked });
		}
	});

	test('a time in the future is refused before anything is sent', async () => {
		playChain(crowded);
		const { error } = await byTime('2027-01-01');
		expect(saidBy(error)).toContain('Time is in the future');
		expect(server.received).toEqual([]);
	});
});

test('items with one time share the search for its block', async () => {
	playChain(Array.from({ length: 3000 }, (_, i) => i));
	const items = [1, 2, 3].map((n): { json: IDataObject } => ({ json: { n } }));
	const asked = { chain: 'C', askedTime: iso(1000) };
	const { error } = await evm('block', 'getByTime', asked, { items });
	expect(error).toBeUndefined();
	const different = new Set(server.calls.map(({ params }) => JSON.stringify(params)));
	// Each item reads its own block.
	expect(server.calls.length).toBeLessThanOrEqual(different.size + 3);
});
