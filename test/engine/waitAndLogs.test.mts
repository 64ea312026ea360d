/** The operations that ask a node more than once for one item: waiting for a transaction, and logs of a range. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { type Engine, loadEngine, type NodeOptions } from '../support/engine.mts';

type Call = { id: number; method: string; params: any[] };
type Reply = { result: unknown } | { error: { code: number; message: string } };

let engine: Engine;
let server: Server;
let received: Array<Call | Call[]> = [];
/** The status, and headers beside it, that the next request is answered with; undefined: no answer at all. */
let greet: (path?: string) => { status: number; headers?: IncomingHttpHeaders } | undefined;
let answer: (call: Call) => Reply;

beforeAll(async () => {
	server = createServer(async (incoming, outgoing) => {
		let text = '';
		for await (const chunk of incoming) text += String(chunk);
		const body = JSON.parse(text) as Call | Call[];
		received.push(body);
		const greeting = greet(incoming.url);
		if (!greeting) return;
		outgoing.writeHead(greeting.status, {
			'content-type': 'application/json',
			...greeting.headers,
		});
		const reply = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) });
		const replies = Array.isArray(body) ? body.map(reply) : reply(body);
		outgoing.end(greeting.status === 200 ? JSON.stringify(replies) : '');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	engine = await loadEngine();
});
beforeEach(() => {
	received = [];
	greet = () => ({ status: 200 });
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
	engine.close();
});

const run = (
	resource: string,
	operation: string,
	parameters: INodeParameters,
	options: NodeOptions = {},
) => {
	const nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const all = { resource, operation, ...parameters };
	return engine.runNode('avalancheEvm', all, {
		credentials: { avalancheApi: { nodeUrl } },
		...options,
	});
};
const calls = (): Call[] => received.flat();
const hex = (value: number) => `0x${value.toString(16)}`;
const hashOf = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

describe('a transaction is waited for no longer than the limit', () => {
	const atomic = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
	const wait = (parameters: INodeParameters, options: NodeOptions = {}) =>
		run('transaction', 'wait', { transaction: hashOf(1), timeLimit: 1, ...parameters }, options);
	beforeEach(() => {
		answer = () => ({ result: null });
	});

	// The client alone would go on for 11 seconds and more; jest ends a test after 5.
	test.each([
		['fails', () => ({ status: 503 }), 'failed (503)'],
		[
			'asks for patience',
			() => ({ status: 429, headers: { 'retry-after': '60' } }),
			'too many requests',
		],
		['has too much to do', () => ({ status: 429 }), 'too many requests'],
		['never answers', () => undefined, 'answer'],
		[
			'does not tell how the chain stands',
			(path) => (path === '/ext/info' ? undefined : { status: 404 }),
			'answer',
		],
	] as Array<[string, typeof greet, string]>)(
		'of a node that %s',
		async (_what, greeting, reason) => {
			greet = greeting;
			for (const transaction of [atomic, hashOf(1)]) {
				const { error } = await wait({ transaction });
				expect(error?.message).toContain('was not accepted within 1 s');
				expect(error?.description).toContain(reason);
				// What was sent before the end may arrive after it.
				await new Promise((resume) => setTimeout(resume, 300));
				const { length } = received;
				await new Promise((resume) => setTimeout(resume, 300));
				expect(received.length).toBe(length);
			}
		},
		12_000,
	);

	test('and nothing more is sent for it while others go on waiting', async () => {
		greet = () => ({ status: 503 });
		const items = itemsOf(2).map(({ json: { n } }) => ({
			json: { limit: n ? 4 : 1, hash: hashOf(n) },
		}));
		const parameters = {
			transaction: '={{ $json.hash }}',
			timeLimit: '={{ $json.limit }}',
			options: { batchSize: 1 },
		};
		const running = wait(parameters, { items, onError: 'continueRegularOutput' });
		await new Promise((resume) => setTimeout(resume, 1_500));
		received = [];
		const { items: ended } = await running;
		expect(ended.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('within 1 s'),
			expect.stringContaining('within 4 s'),
		]);
		expect(new Set(calls().map(({ params }) => params[0]))).toEqual(new Set([hashOf(1)]));
	}, 15_000);

	test('and one that is in a block, and lacks only those after it, is not called unaccepted', async () => {
		const receipt = { transactionHash: hashOf(1), blockNumber: '0x10', status: '0x1' };
		// The last answers are of a server that lags.
		answer = ({ method }) => ({
			result: method === 'eth_blockNumber' ? '0x11' : calls().length > 4 ? null : receipt,
		});
		const { error } = await wait({ additionalFields: { confirmations: 2 } });
		expect(error?.message).toContain('is in block 16, but 2 blocks did not follow within 1 s');
		expect(error?.description).toContain('Do not send it again');
		answer = ({ method }) => ({ result: method === 'eth_blockNumber' ? '0x12' : receipt });
		expect((await wait({ additionalFields: { confirmations: 2 } })).items).toMatchObject([
			{ json: { blockNumber: '16' } },
		]);
	}, 10_000);

	test('and an atomic one is looked for on the chain that is chosen', async () => {
		const paths: Array<string | undefined> = [];
		greet = (path) => {
			paths.push(path);
			return { status: 200 };
		};
		answer = () => ({ result: { status: 'Accepted', blockHeight: '7' } });
		const chain = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
		const { items } = await wait({ transaction: atomic, chain });
		expect(items).toMatchObject([{ json: { status: 'Accepted' } }]);
		// The second request tells whether its block is executed.
		expect(paths).toEqual([`/ext/bc/${chain}/native`, `/ext/bc/${chain}/rpc`]);
	});

	test('and what passes meanwhile is no failure', async () => {
		greet = () => ({ status: received.length < 3 ? 503 : 200 });
		answer = () => ({ result: { transactionHash: hashOf(1), blockNumber: '0x10', status: '0x1' } });
		const { items } = await wait({ timeLimit: 20, options: { retries: 0 } });
		expect(items).toMatchObject([{ json: { blockNumber: '16', success: true } }]);
	}, 20_000);

	test('and what does not pass ends it at once', async () => {
		greet = () => ({ status: 401 });
		const { error } = await wait({ timeLimit: 3600 });
		expect(error?.message).toContain('refused the authentication');
		expect(received.length).toBe(1);
	});

	test.each([
		['fails', () => ({ status: 503 })],
		['never answers', () => undefined],
	] as Array<[string, typeof greet]>)(
		'and can be canceled while the node %s',
		async (_what, greeting) => {
			greet = greeting;
			const running = wait({ timeLimit: 3600 });
			await new Promise((resume) => setTimeout(resume, 300));
			running.cancel();
			expect((await running).error?.message).toContain('canceled');
			await new Promise((resume) => setTimeout(resume, 300));
			const { length } = received;
			await new Promise((resume) => setTimeout(resume, 1_000));
			expect(received.length).toBe(length);
		},
	);
});

describe('logs', () => {
	const getMany = (filters: INodeParameters, options: NodeOptions = {}) =>
		run('log', 'getManyRaw', { returnAll: true, filters }, options);
	const refusal = (message: string, code = -32000): Reply => ({ error: { code, message } });
	/** A log in each block; ranges of more blocks than `most` are refused. */
	const serve = (most: number, refuse: Reply) => {
		answer = ({ method, params: [filter] }) => {
			if (method === 'eth_getBlockByNumber') return { result: { number: hex(39) } };
			const last = filter.toBlock === 'latest' ? 39 : Number(filter.toBlock);
			const first = Number(filter.fromBlock);
			if (last - first >= most) return refuse;
			return {
				result: Array.from({ length: last - first + 1 }, (_, n) => ({
					blockNumber: hex(first + n),
				})),
			};
		};
	};
	const numbers = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

	test.each([
		'eth_getLogs is limited to a 10,000 range',
		'eth_getLogs is limited to a 10000 blocks range',
		'ranges over 10000 blocks are not supported on freetier',
		'You can make eth_getLogs requests with up to a 10 block range',
		'Log response size exceeded',
		'block range is too wide',
		'exceed maximum block range: 2000',
		'query exceeds max results 20000, retry with the range 1-5',
		'query returned more than 10,000 results',
		'Please specify less number of addresses or narrow the block range',
		'max range: 2000',
		'logs matched by query exceeds limit of 10000',
		'the number of blocks exceeds the limit',
		'too many results',
	])('are read in parts where the server says: %s', async (message) => {
		serve(10, refusal(message));
		const { items } = await getMany({ fromBlock: 0, toBlock: 'latest' });
		expect(items.map(({ json }) => json.blockNumber)).toEqual(numbers(0, 39));
	});

	test.each([
		['rate limit exceeded', -32005],
		['daily request count exceeded, request rate limited', -32005],
		['Too many requests, the limit is 25 per second', -32000],
		['request rate exceeds the limit', -32000],
		['compute units limit exceeded', -32000],
		['number of addresses exceeds the limit of 1000', -32000],
		['exceed max addresses or topics per search position', -32000],
		['invalid block range params', -32000],
		['block range extends beyond current head block', -32000],
		['unknown block', -32000],
	])('are not asked for in parts where the server says: %s', async (message, code) => {
		serve(0, refusal(message, code));
		// A limit of the rate would be waited for.
		const parameters = {
			returnAll: true,
			filters: { fromBlock: 0, toBlock: 39 },
			options: { retries: 0 },
		};
		const { error } = await run('log', 'getManyRaw', parameters);
		expect(error?.message).toContain(message);
		expect(received.length).toBe(1);
	});

	const ofItems = { fromBlock: '={{ $json.n }}', toBlock: '={{ $json.n === 7 ? 26 : $json.n }}' };

	test('of 40 items travel in one request', async () => {
		serve(100, refusal(''));
		const { items } = await getMany(
			{ ...ofItems, toBlock: '={{ $json.n }}' },
			{ items: itemsOf(40) },
		);
		expect(items.map(({ json }) => json.blockNumber)).toEqual(numbers(0, 39));
		expect(received.length).toBe(1);
	});

	test.each([
		['requested too many blocks from 7 to 26, maximum is set to 10', -32000],
		['request timed out', -32002],
		['response too large', -32003],
	])('of one item among 40 are read in parts where the server says: %s', async (message, code) => {
		serve(10, refusal(message, code));
		const { items } = await getMany(ofItems, { items: itemsOf(40) });
		const expected = numbers(0, 39).flatMap((n) => (n === '7' ? numbers(7, 26) : n));
		expect(items.map(({ json }) => json.blockNumber)).toEqual(expected);
		expect(Array.isArray(received[0]) && received[0].length).toBe(40);
		const later = received.slice(1).flat();
		expect(
			later.every(
				({ params: [{ fromBlock }] }) => Number(fromBlock) >= 7 && Number(fromBlock) <= 26,
			),
		).toBe(true);
		// The range once more by itself, where the node cut the batch off, and its two parts.
		expect(later.length).toBe(code === -32003 ? 3 : 2);
	});

	test('of the items after a refused one still travel together', async () => {
		serve(10, refusal('block range is too wide'));
		const parameters = { returnAll: true, filters: ofItems, options: { maxInFlight: 1 } };
		const { items } = await run('log', 'getManyRaw', parameters, { items: itemsOf(80) });
		expect(items.length).toBe(80 + 19);
		// Two batches and the two parts, and the last item, whose turn came when those were read.
		expect(received.length).toBe(5);
	});

	test('of 40 items up to the latest block find its number in one request', async () => {
		serve(39, refusal('block range is too wide'));
		const { items } = await getMany({ fromBlock: 0, toBlock: 'latest' }, { items: itemsOf(40) });
		expect(items.length).toBe(40 * 40);
		// What proves that a server has the newest blocks travels with their logs.
		const lookups = received.filter((body) =>
			[body].flat().every(({ method }) => method === 'eth_getBlockByNumber'),
		);
		expect(lookups.length).toBe(1);
		expect(received.length).toBeLessThan(10);
	});

	test('beyond the last block are refused in the words of the server, wherever the range lies', async () => {
		const early = refusal('requested from block 20000 after last accepted block 39');
		answer = ({ method, params: [filter] }) => {
			if (method === 'eth_getBlockByNumber') return { result: { number: hex(39) } };
			const [first, last] = [Number(filter.fromBlock), Number(filter.toBlock)];
			if (last - first >= 10) return refusal('block range is too wide');
			return first > 39 ? early : { result: [] };
		};
		const filters = {
			fromBlock: '={{ $json.n ? 20000 : 0 }}',
			toBlock: '={{ $json.n ? 30000 : 30 }}',
		};
		const parameters = { returnAll: true, filters, options: { maxInFlight: 1, batchSize: 1 } };
		for (const count of [2, 1]) {
			const items = itemsOf(2).slice(-count);
			const { error } = await run('log', 'getManyRaw', parameters, { items });
			expect(error?.message).toContain('after last accepted block 39');
		}
	});

	test('up to a block that is far from made are read to the last one, without a request for each after it', async () => {
		serve(10, refusal('block range is too wide'));
		const { items } = await getMany({ fromBlock: 0, toBlock: 99_999_999 });
		expect(items.slice(0, 40).map(({ json }) => json.blockNumber)).toEqual(numbers(0, 39));
		// Up to a thousand blocks beyond the last, in small ranges.
		expect(received.length).toBeLessThan(400);
	});
});
