/** The operations that ask a node more than once for one item: waiting for a transaction, and logs of a range. */
import type { INodeParameters } from 'n8n-workflow';
import type { NodeOptions } from '../support/engine.mts';
import { hashOf, hex } from '../support/hex.mts';
import { makeItems, pass, until, useNode } from '../support/useEngine.mts';
import { type CallReply, type Handler, refuse, reply, useScript } from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server);

const itemsOf = (count: number) => makeItems(count, (n) => ({ n }));

describe('a transaction is waited for no longer than the limit', () => {
	const atomic = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
	const wait = (parameters: INodeParameters, options: NodeOptions = {}) =>
		run('transaction', 'wait', { transaction: hashOf(1), timeLimit: 1, ...parameters }, options);
	// The client alone would go on for 11 seconds and more.
	test.each([
		['fails', () => reply('', 503), 'failed (503)'],
		['asks for patience', () => reply('', 429, { 'retry-after': '60' }), 'too many requests'],
		['has too much to do', () => reply('', 429), 'too many requests'],
		['never answers', () => undefined, 'answer'],
		[
			'does not tell how the chain stands',
			({ path }) => (path === '/ext/info' ? undefined : reply('', 404)),
			'answer',
		],
	] as Array<[string, Handler, string]>)('of a node that %s', async (_what, greeting, reason) => {
		server.answer(greeting);
		for (const transaction of [atomic, hashOf(1)]) {
			const { error } = await wait({ transaction });
			expect(error?.message).toContain('was not accepted within 1 s');
			expect(error?.description).toContain(reason);
			// What was sent before the end may arrive after it.
			await pass(300);
			const { length } = server.received;
			await pass(300);
			expect(server.received.length).toBe(length);
		}
	});

	test('and nothing more is sent for it while others go on waiting', async () => {
		server.answer(() => reply('', 503));
		const items = makeItems(2, (n) => ({ limit: n ? 5 : 1, hash: hashOf(n) }));
		const parameters = {
			transaction: '={{ $json.hash }}',
			timeLimit: '={{ $json.limit }}',
		};
		const running = wait(parameters, {
			items,
			onError: 'continueRegularOutput',
			limits: { batchSize: 1 },
		});
		await pass(2_500);
		server.received.length = 0;
		const { items: ended } = await running;
		expect(ended.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('within 1 s'),
			expect.stringContaining('within 5 s'),
		]);
		expect(new Set(server.calls.map(({ params }) => params[0]))).toEqual(new Set([hashOf(1)]));
	});

	test.each(['9'.repeat(80_000), `0x${'f'.repeat(80_000)}`, 'x', true])(
		'of a node that names no number of a block (%#): the answer is not understood',
		async (blockNumber) => {
			server.answerCalls(({ method }) => ({
				result:
					method === 'eth_blockNumber'
						? blockNumber
						: { transactionHash: hashOf(1), blockNumber, status: '0x1' },
			}));
			const { error } = await wait({ timeLimit: 30, additionalFields: { confirmations: 2 } });
			expect(error?.message).toContain('no number of a block');
		},
	);

	test('a receipt without a block is of a transaction that waits, and an empty one is none', async () => {
		const receipt = { transactionHash: hashOf(1), status: '0x1' };
		server.answerCalls(() => ({
			result: { ...receipt, blockNumber: server.calls.length < 3 ? null : '0x10' },
		}));
		const { items } = await wait({ timeLimit: 30 });
		expect(items).toMatchObject([{ json: { blockNumber: 16 } }]);
		server.answerCalls(() => ({ result: {} }));
		const { error } = await wait({ timeLimit: 30 });
		expect(error?.message).toContain('no number of a block');
	});

	test('and one that is in a block, and lacks only those after it, is not called unaccepted', async () => {
		const receipt = { transactionHash: hashOf(1), blockNumber: '0x10', status: '0x1' };
		// The last answers are of a server that lags.
		server.answerCalls(({ method }) => ({
			result: method === 'eth_blockNumber' ? '0x11' : server.calls.length > 4 ? null : receipt,
		}));
		const { error } = await wait({ timeLimit: 3, additionalFields: { confirmations: 2 } });
		expect(error?.message).toContain('is in block 16, but 2 blocks did not follow within 3 s');
		expect(error?.description).toContain('Do not send it again');
		server.answerCalls(({ method }) => ({
			result: method === 'eth_blockNumber' ? '0x12' : receipt,
		}));
		const { items } = await wait({ timeLimit: 30, additionalFields: { confirmations: 2 } });
		expect(items).toMatchObject([{ json: { blockNumber: 16 } }]);
	});

	test('and an atomic one is looked for on the chain that is chosen', async () => {
		server.answerCalls(() => ({ result: { status: 'Accepted', blockHeight: '7' } }));
		const chain = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
		const { items } = await wait({ transaction: atomic, chain, timeLimit: 30 });
		expect(items).toMatchObject([{ json: { chain: 'C-Chain', status: 'success' } }]);
		// Two more requests tell whether its block is executed, and when it was made.
		expect(server.received.map(({ path }) => path)).toEqual([
			`/ext/bc/${chain}/native`,
			`/ext/bc/${chain}/rpc`,
			`/ext/bc/${chain}/rpc`,
		]);
	});

	test('and what passes meanwhile is no failure', async () => {
		const receipt = { transactionHash: hashOf(1), blockNumber: '0x10', status: '0x1' };
		server.answerCalls(() => (server.received.length < 3 ? reply('', 503) : { result: receipt }));
		const { items } = await wait({ timeLimit: 20 }, { limits: { retries: 0 } });
		expect(items).toMatchObject([{ json: { blockNumber: 16, status: 'success' } }]);
	});

	test('and what does not pass ends it at once', async () => {
		server.answer(() => reply('', 401));
		const { error } = await wait({ timeLimit: 3600 });
		expect(error?.message).toContain('requires authentication (401)');
		expect(server.received.length).toBe(1);
	});

	test.each([
		['fails', () => reply('', 503)],
		['never answers', () => undefined],
	] as Array<[string, Handler]>)(
		'and can be canceled while the node %s',
		async (_what, greeting) => {
			server.answer(greeting);
			const running = wait({ timeLimit: 3600 });
			await until(() => server.received.length > 0);
			await pass(300);
			running.cancel();
			expect((await running).error?.message).toContain('canceled');
			await pass(300);
			const { length } = server.received;
			await pass(1_000);
			expect(server.received.length).toBe(length);
		},
	);
});

describe('logs', () => {
	const getMany = (filters: INodeParameters, options: NodeOptions = {}) =>
		run('log', 'getManyRaw', { returnAll: true, filters }, options);
	/** A log in each block; ranges of more blocks than `most` are refused. */
	const serve = (most: number, refusal: CallReply) => {
		server.answerCalls(({ method, params: [filter] }) => {
			if (method === 'eth_getBlockByNumber') return { result: { number: hex(39) } };
			const last = filter.toBlock === 'latest' ? 39 : Number(filter.toBlock);
			const first = Number(filter.fromBlock);
			if (last - first >= most) return refusal;
			return {
				result: Array.from({ length: last - first + 1 }, (_, n) => ({
					blockNumber: hex(first + n),
				})),
			};
		});
	};
	const numbers = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, n) => from + n);

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
		serve(10, refuse(message));
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
		serve(0, refuse(message, code));
		// A limit of the rate would be waited for.
		const asked = { fromBlock: 0, toBlock: 39 };
		const { error } = await getMany(asked, { limits: { retries: 0 } });
		expect(error?.message).toContain(message);
		expect(server.received.length).toBe(1);
	});

	const ofItems = { fromBlock: '={{ $json.n }}', toBlock: '={{ $json.n === 7 ? 26 : $json.n }}' };

	test('of 40 items travel in one request', async () => {
		serve(100, refuse(''));
		const { items } = await getMany(
			{ ...ofItems, toBlock: '={{ $json.n }}' },
			{ items: itemsOf(40) },
		);
		expect(items.map(({ json }) => json.blockNumber)).toEqual(numbers(0, 39));
		expect(server.received.length).toBe(1);
	});

	test.each([
		['requested too many blocks from 7 to 26, maximum is set to 10', -32000],
		['request timed out', -32002],
		['response too large', -32003],
	])('of one item among 40 are read in parts where the server says: %s', async (message, code) => {
		serve(10, refuse(message, code));
		const { items } = await getMany(ofItems, { items: itemsOf(40) });
		const expected = numbers(0, 39).flatMap((n) => (n === 7 ? numbers(7, 26) : n));
		expect(items.map(({ json }) => json.blockNumber)).toEqual(expected);
		expect(server.received[0].calls).toHaveLength(40);
		const later = server.received.slice(1).flatMap(({ calls }) => calls);
		expect(
			later.every(
				({ params: [{ fromBlock }] }) => Number(fromBlock) >= 7 && Number(fromBlock) <= 26,
			),
		).toBe(true);
		// The range once more by itself, where the node cut the batch off, and its two parts.
		expect(later.length).toBe(code === -32003 ? 3 : 2);
	});

	test('of the items after a refused one still travel together', async () => {
		serve(10, refuse('block range is too wide'));
		const parameters = { returnAll: true, filters: ofItems };
		const { items } = await run('log', 'getManyRaw', parameters, {
			items: itemsOf(80),
			limits: { parallelRequests: 1 },
		});
		expect(items.length).toBe(80 + 19);
		// Two batches and the two parts, and the last item, whose turn came when those were read.
		expect(server.received.length).toBe(5);
	});

	test('of 40 items up to the latest block find its number in one request', async () => {
		serve(39, refuse('block range is too wide'));
		const { items } = await getMany({ fromBlock: 0, toBlock: 'latest' }, { items: itemsOf(40) });
		expect(items.length).toBe(40 * 40);
		// What proves that a server has the newest blocks travels with their logs.
		const lookups = server.received.filter(({ calls }) =>
			calls.every(({ method }) => method === 'eth_getBlockByNumber'),
		);
		expect(lookups.length).toBe(1);
		expect(server.received.length).toBeLessThan(10);
	});

	test('beyond the last block are refused in the words of the server, wherever the range lies', async () => {
		const early = refuse('requested from block 20000 after last accepted block 39');
		server.answerCalls(({ method, params: [filter] }) => {
			if (method === 'eth_getBlockByNumber') return { result: { number: hex(39) } };
			const [first, last] = [Number(filter.fromBlock), Number(filter.toBlock)];
			if (last - first >= 10) return refuse('block range is too wide');
			return first > 39 ? early : { result: [] };
		});
		const filters = {
			fromBlock: '={{ $json.n ? 20000 : 0 }}',
			toBlock: '={{ $json.n ? 30000 : 30 }}',
		};
		const parameters = { returnAll: true, filters };
		for (const count of [2, 1]) {
			const items = itemsOf(2).slice(-count);
			const { error } = await run('log', 'getManyRaw', parameters, {
				items,
				limits: { parallelRequests: 1, batchSize: 1 },
			});
			expect(error?.message).toContain('after last accepted block 39');
		}
	});

	test('up to a block that is far from made are read to the last one, without a request for each after it', async () => {
		serve(10, refuse('block range is too wide'));
		const { items } = await getMany({ fromBlock: 0, toBlock: 99_999_999 });
		expect(items.slice(0, 40).map(({ json }) => json.blockNumber)).toEqual(numbers(0, 39));
		// Up to a thousand blocks beyond the last, in small ranges.
		expect(server.received.length).toBeLessThan(400);
	});
});
