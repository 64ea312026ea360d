/** Ranges of logs that a server refuses: what is asked for then, how often, and what is told of the rest. */
import type { INodeParameters } from 'n8n-workflow';
import { Search, Span } from '../../nodes/Evm/logLimits';
import { isTooMuch, judgeRefusal, tooMuchWords } from '../../nodes/Evm/logRefusals';
import type { Failure } from '../../nodes/shared/errors';
import { hex } from '../support/hex.mts';
import { useNode } from '../support/useEngine.mts';
import {
	type CallReply,
	eachCall,
	refuse,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server, { returnAll: true, simplify: false });
const getMany = (filters: INodeParameters, limits = {}) =>
	run('log', 'getManyRaw', { filters }, { limits });
const askedLogs = () => server.calls.filter(({ method }) => method === 'eth_getLogs');
const rangeOf = (
	{ params: [{ fromBlock, toBlock }] }: Pick<RpcCall, 'params'>,
	head = 0,
): [first: number, last: number] => [
	Number(fromBlock),
	toBlock === 'latest' ? head : Number(toBlock),
];
/** So many logs in each block of a chain. */
const logsOf = (first: number, last: number, inBlock: (block: number) => number) =>
	Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((block) =>
		Array.from({ length: inBlock(block) }, (_, n) => ({
			blockNumber: hex(block),
			logIndex: hex(n),
		})),
	);
/** A server that judges each range of logs, and refuses with a status; `head` is its newest block. */
const serve = (
	head: number,
	judge: (first: number, last: number) => CallReply,
	errorStatus?: number,
) =>
	server.answer(
		eachCall(
			(call) =>
				call.method === 'eth_getLogs'
					? judge(...rangeOf(call, head))
					: { result: { number: hex(call.params[0] === 'latest' ? head : call.params[0]) } },
			errorStatus,
		),
	);
const requests = () => server.received.length;

describe('a range that fails', () => {
	test('with a time-out is asked for once: who hangs, hangs with half of it too', async () => {
		serve(63, () => undefined);
		const { error } = await getMany({ fromBlock: 0, toBlock: 63 }, { timeLimit: 1, retries: 0 });
		expect(error?.message).toContain('did not answer');
		expect(requests()).toBe(1);
	});

	test('with a time-out in its midst ends the search, and says which blocks are missing', async () => {
		serve(99, (first, last) =>
			last - first >= 10
				? refuse('query exceeds max block range 10')
				: first === 40
					? undefined
					: { result: logsOf(first, last, () => 1) },
		);
		const { error } = await getMany({ fromBlock: 0, toBlock: 99 }, { timeLimit: 2, retries: 0 });
		expect(error?.message).toContain('blocks 40 to 49 could not be read');
		expect(error?.description).toContain('end the range with block 39');
		expect(requests()).toBeLessThan(10);
	});

	test.each([
		[500, 'query timeout exceeded', 5],
		[503, 'block range is too large', 6],
		[504, 'request timed out', 5],
	])(
		'is not repeated where the refusal comes with a status of its own: %i %s',
		async (status, words, times) => {
			serve(4_000, () => refuse(words), status);
			const { error } = await getMany({ fromBlock: 0, toBlock: 3_999 });
			expect(error?.message).toMatch(/blocks? 0( to \d+)? could not be read/);
			expect(askedLogs().length).toBe(times);
		},
	);

	test('because its answer is larger than may be read is read in parts', async () => {
		const data = `0x${'ab'.repeat(20_000)}`;
		serve(99, (first, last) => ({
			result: logsOf(first, last, () => 1).map((log) => ({ ...log, data })),
		}));
		const { items, error } = await getMany({ fromBlock: 0, toBlock: 99 }, { largestAnswer: 1 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(100);
		expect(requests()).toBeLessThan(20);
	});

	test.each([
		['limit exceeded', -32005, 5],
		['request timed out', -32002, 5],
		['this was too much', -32000, 5],
		// Down to one block.
		['query returned more than 10000 results', -32000, 7],
	])(
		'with the same words however short it is (%s) ends the search',
		async (message, code, times) => {
			serve(200_000, () => refuse(message, code));
			const { error } = await getMany({ fromBlock: 0, toBlock: 99_999 });
			expect(error?.message).toMatch(/blocks? 0( to \d+)? could not be read/);
			expect(error?.message).toContain(message);
			// A bare -32005 may be asked for twice each.
			expect(new Set(askedLogs().map((call) => String(rangeOf(call)))).size).toBe(times);
			expect(requests()).toBeLessThanOrEqual(12);
		},
	);

	test('because of one block names it, and reads nothing silently past it', async () => {
		for (const dense of [0, 1_500, 2_047, 9_999]) {
			serve(9_999, (first, last) =>
				last - first >= 2_048
					? refuse('requested too many blocks, maximum is set to 2048')
					: first <= dense && dense <= last
						? refuse('query returned more than 10000 results', -32005)
						: { result: [] },
			);
			const { error } = await getMany({ fromBlock: 0, toBlock: 9_999 });
			expect(error?.message).toContain(`block ${dense} could not be read`);
			expect(requests()).toBeLessThanOrEqual(40);
		}
	});

	test.each([
		['not-understood', { result: { logs: [] } }],
		['refused', refuse('backend is not available')],
	] as Array<[string, CallReply]>)('for another reason (%s) is not cut', async (_kind, reply) => {
		serve(63, () => reply);
		expect((await getMany({ fromBlock: 0, toBlock: 63 })).error).toBeDefined();
		expect(requests()).toBe(1);
	});
});

test('a server that refuses whatever it is asked is told of by its first refusal', async () => {
	server.answerCalls(({ method }) => refuse(`${method}: no`));
	const { error } = await getMany({ fromBlock: 0, toBlock: 9_999 });
	expect(error?.message).toBe('The node refused eth_getLogs: eth_getLogs: no');
	expect(requests()).toBeLessThanOrEqual(2);
});

test('servers that are out of order for a moment are asked again, and the range is not cut', async () => {
	const words = 'no backend is currently healthy to serve traffic';
	let refusals = 2;
	serve(63, () => (refusals-- > 0 ? refuse(words, -32011) : { result: [] }), 503);
	expect((await getMany({ fromBlock: 0, toBlock: 63 })).error).toBeUndefined();
	expect(askedLogs().map((call) => rangeOf(call))).toEqual(Array(3).fill([0, 63]));
	refusals = Infinity;
	const { error } = await getMany({ fromBlock: 0, toBlock: 63 }, { retries: 0 });
	expect(error?.description).toContain('out of order for the moment');
});

describe('a range that can be read in parts', () => {
	const read = async (blocks: number) => {
		const { items, error } = await getMany({ fromBlock: 0, toBlock: blocks - 1 });
		expect(error).toBeUndefined();
		return items.map(({ json }) => `${Number(json.blockNumber)}/${Number(json.logIndex)}`);
	};
	const expected = (blocks: number, inBlock: (block: number) => number) =>
		logsOf(0, blocks - 1, inBlock).map(
			({ blockNumber, logIndex }) => `${Number(blockNumber)}/${Number(logIndex)}`,
		);

	test.each([1_000, 700, 97])(
		'of a server that gives %i results is read in few requests',
		async (most) => {
			const blocks = most * 20;
			serve(blocks, (first, last) =>
				last - first >= most
					? refuse(`query returned more than ${most} results`)
					: { result: logsOf(first, last, () => 1) },
			);
			expect(await read(blocks)).toEqual(expected(blocks, () => 1));
			const shortest = Math.min(
				...askedLogs()
					.map((call) => rangeOf(call))
					.filter(([first, last]) => last - first < most && last < blocks - 1)
					.map(([first, last]) => last - first + 1),
			);
			expect(requests()).toBeLessThanOrEqual(2 * Math.ceil(blocks / shortest) + 20);
			expect(requests()).toBeLessThanOrEqual(80);
		},
	);

	test.each([
		'query returned more than 500 results',
		'Query returned more than 500 results. Try with this block range [0x0, 0x0].',
		'logs count exceeds the limit 500',
		'Log response size exceeded',
	])('down to one block where the refusal is: %s', async (words) => {
		const blocks = 200_000;
		// The contract was busy at its beginning, in one block after another.
		const inBlock = (block: number) => (block < 7 ? 400 : block % 10_000 === 0 ? 1 : 0);
		serve(blocks, (first, last) => {
			const logs = logsOf(first, Math.min(last, first + 100), inBlock);
			if (logs.length > 500) return refuse(words, -32005);
			return { result: logsOf(first, last, inBlock) };
		});
		expect(await read(blocks)).toEqual(expected(blocks, inBlock));
		expect(requests()).toBeLessThanOrEqual(80);
	});

	test('however often it is dense: only refusals without any progress count', async () => {
		const blocks = 3_000;
		const inBlock = (block: number) => (block % 50 < 3 ? 300 : 0);
		serve(blocks, (first, last) => {
			const logs = logsOf(first, last, inBlock);
			return logs.length > 300 ? refuse('query returned more than 300 results') : { result: logs };
		});
		expect(await read(blocks)).toEqual(expected(blocks, inBlock));
	});

	test('of which one place is dense goes on with long parts after it', async () => {
		const blocks = 100_000;
		const inBlock = (block: number) =>
			block >= 30_000 && block < 30_010 ? 400 : block % 50 === 0 ? 1 : 0;
		serve(blocks, (first, last) => {
			if (last - first >= 2_048)
				return refuse(`requested too many blocks from ${first} to ${last}, maximum is set to 2048`);
			const logs = logsOf(first, last, inBlock);
			return logs.length > 500
				? refuse('query returned more than 500 results', -32005)
				: { result: logs };
		});
		expect(await read(blocks)).toEqual(expected(blocks, inBlock));
		expect(requests()).toBeLessThanOrEqual(2 * Math.ceil(blocks / 2_048) + 20);
	});

	test('whatever is dense and whatever the limits are, comes whole and in order, within the bound', async () => {
		let seed = 7;
		const roll = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
		for (let round = 0; round < 12; round++) {
			const blocks = 200 + roll(3_000);
			const longest = 20 + roll(500);
			const most = 20 + roll(200);
			const dense = Array.from({ length: roll(6) }, () => roll(blocks));
			const inBlock = (block: number) => (dense.includes(block) ? most : block % 7 === 0 ? 1 : 0);
			let refused = 0;
			serve(blocks, (first, last) => {
				const logs = logsOf(first, last, inBlock);
				if (last - first < longest && logs.length <= most) return { result: logs };
				refused++;
				return refuse('block range is too wide');
			});
			// A server that names no limit is met from near it.
			const parts = await getMany({ fromBlock: 0, toBlock: blocks - 1 });
			const asked = askedLogs().length;
			expect(refused).toBeLessThanOrEqual(asked - refused + 20);
			expect(parts.error).toBeUndefined();
			const found = parts.items.map(
				({ json }) => `${Number(json.blockNumber)}/${Number(json.logIndex)}`,
			);
			expect(found).toEqual(expected(blocks, inBlock));
		}
	});
});

describe('the newest logs, of servers of which one is behind', () => {
	const head = 120;
	/** Servers take turns; the second is behind, and cuts ranges at its own head without a word. */
	const takeTurns = (heads: number[], inBlock: (block: number) => number) => {
		server.answerCalls((call) => {
			const own = heads[(server.received.length - 1) % heads.length]!;
			if (call.method !== 'eth_getLogs') return { result: { number: hex(own) } };
			const [first, last] = rangeOf(call, own);
			if (last - first >= 50) return refuse('block range is too wide');
			return { result: logsOf(first, Math.min(last, own), inBlock) };
		});
	};

	test.each([
		[[head, head - 10]],
		[[head, head, head - 10]],
		[[head - 10, head]],
		[[head, head - 1, head - 100]],
		[[head, head, head - 10, head]],
		[[head, head, head - 10, head - 10, head, head - 100]],
	])('are not lost without a word: heads %j', async (heads) => {
		takeTurns(heads, (block) => (block > 60 && block < head ? 1 : 0));
		const { items, error } = await getMany({ fromBlock: 0, toBlock: 'latest' });
		if (error) return expect(error.message).toContain('has no blocks after');
		// All of them, up to the newest block of the server that told it.
		const [told] = server.calls
			.filter(({ method }) => method === 'eth_getBlockByNumber')
			.map(() => items.length);
		expect(heads.map((own) => Math.min(own, head - 1) - 60)).toContain(told);
		expect(items.map(({ json }) => Number(json.blockNumber))).toEqual(
			Array.from({ length: items.length }, (_, i) => 61 + i),
		);
	});

	test('are an error where no server has them', async () => {
		let first = true;
		server.answerCalls((call) => {
			if (call.method !== 'eth_getLogs') {
				const own = first ? head : head - 10;
				first = false;
				return { result: { number: hex(own) } };
			}
			const [from, to] = rangeOf(call, head);
			return to - from >= 50 ? refuse('block range is too wide') : { result: [] };
		});
		const { error, items } = await getMany({ fromBlock: 0, toBlock: 'latest' });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/blocks \d+ to \d+ could not be read.*has no blocks after 110/);
	});
});

describe('what servers say', () => {
	const failureOf = (detail: string, more: Partial<Failure> = {}): Failure => ({
		kind: 'refused',
		message: '',
		passing: false,
		rpcCode: -32000,
		detail,
		...more,
	});
	const nextOf = (detail: string, more: Partial<Failure> = {}, refused = 1_000_000) => {
		const search = new Search(new Span(refused));
		return search.refuse(failureOf(detail, more), refused) ? search.span.size : undefined;
	};
	const half = 500_000;

	test.each([
		['requested too many blocks from 7 to 1000006, maximum is set to 2048', 2048],
		['eth_getLogs is limited to a 10,000 range', 10_000],
		['eth_getLogs is limited to 1024 block range. Please check the parameter requirements', 1024],
		['eth_getLogs and eth_newFilter are limited to a 10,000 blocks range', 10_000],
		['ranges over 10000 blocks are not supported on freetier', 10_000],
		['please limit the query to at most 1000 blocks', 1000],
		['exceed maximum block range: 50000', 50_000],
		['query exceeds max block range 100000', 100_000],
		['eth_getLogs range is too large, max is 1k blocks', 1000],
		['Max range: 800', 800],
		['Maximum allowed number of requested blocks is 3500', 3500],
		['block range too large (1000000), maximum allowed is 1000 blocks', 1000],
		['exceeds the range allowed for your plan (1000000 > 3000)', 3000],
		['range 1000000 exceeds limit of 10000', 10_000],
		['block range greater than 10000 max', 10_000],
		['query block range exceeds server limit: 1000000 > 5000; narrow the filter', 5000],
		[
			'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1a, 0x23].',
			10,
		],
		[
			'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response.',
			2000,
		],
		['query returned more than 10000 results. Try with this block range [0x100, 0x1ff].', 256],
		['query exceeds max results 20000, retry with the range 23879634-23879696', half],
		['Query returned more than 10000 results', half],
		['logs matched by query exceeds limit of 10000', half],
		['Too many logs requested. Max logs per response is 20000.', half],
		['Requested range exceeds maximum RPC range limit', half],
		['Block range limit exceeded. See more details at https://docs.example.com/docs/limits', half],
		['block range is too wide', half],
		['response size should not greater than 10000000 bytes', half],
		['Response is too big', half],
		['backend response too large', half],
		['context deadline exceeded', half],
		['The query took too long, narrow your filter', half],
		['query timeout exceeded', half],
		['Query timeout exceeded. Consider reducing your block range.', half],
		['Error serializing response: Error("Memory capacity exceeded")', half],
	])('%s', (words, size) => {
		// A range that is proposed in numbers of blocks far from those that were asked for is one of so many blocks.
		expect(nextOf(words)).toBe(words.includes('retry with') ? 63 : size);
	});

	test('words in the data beside the message count too', () => {
		const data = { error_id: '4ed94073', payload: 'range 1000000 is bigger than range limit 2000' };
		expect(nextOf('invalid params', { rpcCode: -32602, rpcData: data })).toBe(2000);
	});

	/** As providers say it, from their own answers and from what other clients know of them. */
	const saidBy: Record<string, [words: string, blocks: number, code?: number]> = {
		avalanchego: ['requested too many blocks from 7 to 1000006, maximum is set to 2048', 2048],
		'avalanchego (time)': ['request timed out', half, -32002],
		Alchemy: ['Based on your parameters, this block range should work: [0x1a, 0x23].', 10],
		'Alchemy (size)': ['Log response size exceeded.', half],
		Altitude: ['allowed block range threshold exceeded', half],
		Ankr: ['block range is too wide', half, -32600],
		'Ankr (TAC)': ['maximum [from, to] blocks distance: 10000', 10_000],
		Arbitrum: ['logs matched by query exceeds limit of 10000', half],
		Aurora: ['You can make eth_getLogs requests with up to a 2000 block range', 2000],
		'Base, Monad': ['block range too large', half],
		'Blast (paid)': ['exceeds the range allowed for your plan (1000000 > 3000)', 3000],
		BlockPI: ['eth_getLogs is limited to 1024 block', 1024],
		Chainstack: ['Block range limit exceeded.', half],
		Cloudflare: ['Max range: 800', 800],
		Coinbase: ['please limit the query to at most 1,000 blocks', 1000],
		dRPC: ['ranges over 10000 blocks are not supported on freetier', 10_000],
		eRPC: ['getLogs request exceeded max allowed range', half],
		Harmony: ['query must be smaller than size 1024', 1024],
		Hyperliquid: ['query exceeds max block range 1000', 1000],
		'Infura, zkSync': [
			'query returned more than 10000 results. Try with this block range [0x100, 0x1ff].',
			256,
		],
		'LlamaRPC, Ankr, Altitude': ['query exceeds max results 20000', half],
		Merkle: ['eth_getLogs range is too large, max is 10k blocks', 10_000],
		Moonriver: ['block range is too wide (maximum 1024)', 1024],
		NodeReal: ['logs count exceeds the limit 50000', half],
		Optimism: ['Block range is too large', half],
		'Optimism (size)': ['backend response too large', half],
		'Polygon zkEVM': ['query returned more than 20000 results', half],
		PublicNode: ['exceed maximum block range: 50000', 50_000],
		'QuickNode, 1RPC, Blast': ['eth_getLogs is limited to a 10,000 range', 10_000],
		Somnia: ['block range exceeds 1000', 1000],
		Swell: ['block range greater than 10000 max', 10_000],
		thirdweb: ['Maximum allowed number of requested blocks is 3500', 3500],
		TRON: ['exceed max block range: 5000', 5000],
		'1RPC': ['response size should not greater than 10000000 bytes', half],
	};
	const providers = tooMuchWords.filter(({ saidBy }) => saidBy !== 'others');

	test('each provider of the table has its words here, and no other', () => {
		expect(Object.keys(saidBy)).toEqual(providers.map(({ saidBy }) => saidBy));
	});

	test.each(providers)(
		'$saidBy is understood, and its words by its own row',
		({ saidBy: name, text }) => {
			const [words, size, rpcCode = -32000] = saidBy[name];
			expect(words).toMatch(text);
			expect(nextOf(words, { rpcCode })).toBe(size);
		},
	);

	test.each([
		['this query spans too much', -32000],
		['getLogs window of 5000 exceeds what this endpoint gives', -32000],
		['distance between from and to must be under 1000', -32000],
		['computation budget used up', -32000],
		['internal error', -32603],
		['', -32000],
	])('"%s" (%i), which names no other reason, is cut as well', (detail, rpcCode) => {
		expect(judgeRefusal(failureOf(detail, { rpcCode }))).toBe('perhaps');
	});

	test.each([
		['rate limit exceeded', -32005],
		['the method eth_getLogs does not exist', -32601],
		['eth_getLogs is not supported', -32000],
		['eth_getLogs is disabled on this endpoint', -32000],
		['Method not found', -32601],
		['invalid request', -32600],
		['Unauthorized', -32000],
		['project ID does not have access, permission denied', -32000],
		['invalid argument 0: hex string without 0x prefix', -32602],
		['missing value for required argument 0', -32602],
		['missing trie node', -32000],
		['history has been pruned for this block', -32000],
		['block #5 not found', -32000],
		['exceeded max allowed addresses', -32000],
		['requested to block 7 after last accepted block 5', -32000],

		['Too many requests, the limit is 25 blocks per second', -32000],
		['compute units limit exceeded', -32000],
		['number of addresses exceeds the limit of 1000', -32000],
		['exceed max topics', -32000],
		['invalid block range params', -32000],
		['requested to block 120 after last accepted block 110', -32000],
		['block range extends beyond current head block', -32000],
		['unknown block', -32000],
		['execution reverted', 3],
	])('%s (%i) is no reason for a shorter range', (detail, rpcCode) => {
		expect(isTooMuch(failureOf(detail, { rpcCode }))).toBe(false);
	});

	test('neither is a rate limit, nor a time-out of which no server told, in whatever words', () => {
		expect(isTooMuch(failureOf('block range limit exceeded', { kind: 'rate-limited' }))).toBe(
			false,
		);
		expect(isTooMuch(failureOf('', { kind: 'timeout', rpcCode: undefined }))).toBe(false);
		for (const httpStatus of [500, 502, 504])
			expect(
				isTooMuch(
					failureOf('upstream request timed out', {
						kind: 'server',
						rpcCode: undefined,
						httpStatus,
					}),
				),
			).toBe(false);
		expect(isTooMuch(failureOf('request timed out', { kind: 'timeout', rpcCode: -32002 }))).toBe(
			true,
		);
		expect(
			isTooMuch(failureOf('block range is too wide', { rpcCode: undefined, httpStatus: 400 })),
		).toBe(true);
	});
});
