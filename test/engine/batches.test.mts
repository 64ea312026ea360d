/** Batches that a server refuses in whatever form, and those that one slow call holds up: each call gets its answer. */
import { address, hashOf, hex } from '../support/hex.mts';
import { makeItems, useNode, useTrigger } from '../support/useEngine.mts';
import {
	eachCall,
	type Handler,
	refuse,
	reply,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server);
const createTrigger = useTrigger(server);

/** 0 for a call that names no place. */
const placeOf = ({ params }: RpcCall) => Number(params[0] ?? 0) || 0;
const resultOf = (call: RpcCall) => ({
	jsonrpc: '2.0',
	id: call.id,
	result: hex(placeOf(call)),
});
const errorOf = ({ id }: RpcCall, message: string, code = -32000) => ({
	jsonrpc: '2.0',
	id,
	error: { code, message },
});

/** The balances of so many accounts: each is the account's number. */
const getBalances = (count: number, limits = {}) =>
	run(
		'account',
		'getBalance',
		{ chain: 'C', address: '={{ $json.address }}', simplify: true },
		{
			items: makeItems(count, (n) => ({ address: address(n) })),
			onError: 'continueRegularOutput',
			limits,
		},
	);
const told = ({ items }: Awaited<ReturnType<typeof getBalances>>) =>
	items.map(({ json }) => json.error ?? json.balance);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n / 1e18);
const sizes = () => server.received.map(({ calls }) => calls.length);

/** Answers every call, alone or in a batch. */
const serve = eachCall((call) => ({ result: resultOf(call).result }));
/** Answers single calls; what happens to a batch the test says. */
const refusing =
	(batch: Handler): Handler =>
	(request, ...rest) =>
		request.isBatch ? batch(request, ...rest) : serve(request, ...rest);

const refusals: Record<string, Handler> = {
	'text in a 200': () => reply('batch requests are not supported'),
	'a page in a 200': () => reply('<html>No</html>'),
	'an error of JSON-RPC in place of the list': () =>
		reply({
			jsonrpc: '2.0',
			id: null,
			error: { code: -32600, message: 'invalid request' },
		}),
	'an error that is text': () => reply({ error: 'arrays are not supported here' }),
	'an error for each call': ({ calls }) =>
		reply(calls.map((call) => errorOf(call, 'not allowed here'))),
	'an error for each call without its ID': ({ calls }) =>
		reply(calls.map(({}) => ({ id: null, error: { code: -32600, message: 'invalid request' } }))),
	'one error in a list': () =>
		reply([{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'invalid request' } }]),
	'null for every ID': ({ calls }) => reply(calls.map((call) => ({ ...resultOf(call), id: null }))),
	'the same ID for all': ({ calls }) =>
		reply(calls.map((call) => ({ ...resultOf(call), id: calls[0].id }))),
	'an empty list': () => reply([]),
	null: () => reply('null'),
	'a number': () => reply('7'),
	'a list of anything': () => reply([null, 1, 'x']),
	'one answer in place of the list': ({ calls }) => reply(resultOf(calls[0])),
	nothing: () => reply(''),
	'half of the list': ({ calls }) => reply(JSON.stringify(calls.map(resultOf)).slice(0, -100)),
	'a cut connection': (_request, response) => void response.destroy(),
	'half of an answer, each time': (_request, response) => {
		response.writeHead(200, { 'content-length': '1000' });
		response.write('[', () => response.destroy());
	},
	'400': () => reply('Bad Request', 400),
	'404': () => reply('404 page not found', 404),
	'404 in JSON': () => reply({ message: 'Cannot POST /' }, 404),
	'410': () => reply('Gone', 410),
	'403': () => reply('Forbidden', 403),
	'403 in JSON-RPC': () =>
		reply(
			{
				jsonrpc: '2.0',
				id: null,
				error: { code: -32000, message: 'batch calls are not part of your plan' },
			},
			403,
		),
	'405': () => reply('', 405),
	'500': () => reply('Internal Server Error', 500),
	'500 in JSON-RPC': () =>
		reply({ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'internal error' } }, 500),
	'501': () => reply('Not Implemented', 501),
	'502': () => reply('Bad Gateway', 502),
	'503': () => reply('Service Unavailable', 503),
};

test.each(Object.entries(refusals))(
	'a batch that is answered with %s is sent one by one',
	async (_how, batch) => {
		server.answer(refusing(batch));
		const limits = { parallelRequests: 1, retries: 1 };
		expect(told(await getBalances(60, limits))).toEqual(numbers(60));
		// Each call once by itself, and the batches that taught it: two of them, which may be repeated once.
		expect(sizes().filter((size) => size === 1).length).toBe(60);
		expect(sizes().filter((size) => size > 1).length).toBeLessThanOrEqual(4);
	},
);

test.each<[string, (call: RpcCall) => object]>([
	['text', (call: RpcCall) => ({ ...resultOf(call), id: String(call.id) })],
	['numbers, in another order', resultOf],
])('a batch whose answers have IDs that are %s is taken as it is', async (_how, answer) => {
	server.answer(refusing(({ calls }) => reply(calls.map(answer).reverse())));
	expect(told(await getBalances(40))).toEqual(numbers(40));
	expect(sizes()).toEqual([40]);
});

test.each([207, 400, 500])(
	'a whole list that comes with status %i is taken as it is',
	async (status) => {
		server.answer(({ calls }) =>
			reply(
				calls.map((call) => (placeOf(call) === 3 ? errorOf(call, 'bad one') : resultOf(call))),
				status,
			),
		);
		const expected: unknown[] = numbers(40);
		expected[3] = expect.stringContaining('bad one');
		expect(told(await getBalances(40))).toEqual(expected);
		expect(sizes()).toEqual([40]);
	},
);

test.each([
	[() => reply('too large', 413)],
	[() => reply({ error: { code: -32600, message: 'batch size exceeds 12' } })],
	[
		() =>
			reply(
				{ error: { code: -32005, message: 'Batch of more than 12 requests are not allowed' } },
				400,
			),
	],
	[
		({ calls }: { calls: RpcCall[] }) =>
			reply(calls.map((call) => errorOf(call, 'maximum batch size is 12'))),
	],
])(
	'a server that takes smaller batches gets them, and finds out with few requests (%#)',
	async (refuseBatch) => {
		server.answer((request, ...rest) =>
			request.calls.length > 12 ? refuseBatch(request) : serve(request, ...rest),
		);
		expect(told(await getBalances(400, { parallelRequests: 1 }))).toEqual(numbers(400));
		const taken = sizes().filter((size) => size <= 12);
		expect(taken.reduce((sum, size) => sum + size, 0)).toBe(400);
		expect(Math.max(...taken)).toBe(10);
		// Those that were under way as 40 each teach it once more at most.
		expect(sizes().filter((size) => size > 12).length).toBeLessThanOrEqual(20);
	},
);

test('calls beyond what the server takes of a batch are sent again', async () => {
	server.answer(({ calls, isBatch }) =>
		reply(
			isBatch
				? calls.map((call, at) => (at < 10 ? resultOf(call) : errorOf(call, 'batch limit reached')))
				: resultOf(calls[0]),
		),
	);
	expect(told(await getBalances(40))).toEqual(numbers(40));
});

test('a contract that speaks of batches says nothing of this one', async () => {
	server.answer(({ calls }) =>
		reply(
			calls.map((call) =>
				placeOf(call) % 2
					? errorOf(call, 'execution reverted: batch too large', 3)
					: resultOf(call),
			),
		),
	);
	const answers = told(await getBalances(40));
	expect(
		answers.filter((answer) => String(answer).includes('execution reverted: batch too large'))
			.length,
	).toBe(20);
	expect(sizes()).toEqual([40]);
});

test('calls that are missing in the list are sent again', async () => {
	server.answer(({ calls, isBatch }) =>
		reply(isBatch ? calls.slice(0, 30).map(resultOf) : resultOf(calls[0])),
	);
	expect(told(await getBalances(40))).toEqual(numbers(40));
	expect(sizes()).toEqual([40, ...Array<number>(10).fill(1)]);
});

test("what the server refuses alone too is told in the server's words, without asking for every item", async () => {
	server.answer(() => reply({ error: { code: -32000, message: 'this chain is paused' } }));
	for (const message of told(await getBalances(40)))
		expect(message).toContain('this chain is paused');
	expect(server.received.length).toBeLessThanOrEqual(5);
});

test('an error that all calls share is asked about once in a run', async () => {
	server.answerCalls(() => refuse('no such account'));
	for (const message of told(await getBalances(200, { parallelRequests: 1 })))
		expect(message).toContain('no such account');
	expect(sizes().filter((size) => size > 1).length).toBe(5);
	expect(sizes().filter((size) => size === 1).length).toBeLessThanOrEqual(20);
});

describe('a host that serves nothing, neither a batch nor a call', () => {
	test.each([
		['404', 'does not serve'],
		['a cut connection', 'the connection broke off'],
		['503', 'failed (503)'],
	])('with %s is asked few times, and said so', async (how, words) => {
		server.answer(refusals[how]);
		for (const message of told(await getBalances(200, { parallelRequests: 1, retries: 1 })))
			expect(message).toContain(words);
		// Five batches and four calls, each with its repeat, and what explains a 404.
		expect(server.received.length).toBeLessThanOrEqual(20);
	});

	test('for a moment is sent batches again afterwards', async () => {
		let cut = 1;
		server.answer((request, response, incoming) =>
			cut-- > 0 ? void response.destroy() : serve(request, response, incoming),
		);
		const limits = { parallelRequests: 1, retries: 0 };
		expect(told(await getBalances(80, limits))).toEqual(numbers(80));
		expect(Math.max(...sizes().slice(1))).toBeGreaterThan(1);
	});
});

describe('a limit of the rate in a 200', () => {
	const limited = 'rate limit exceeded';

	test('is waited for where a single call meets it', async () => {
		server.answer(({ calls: [call] }) =>
			reply(server.received.length === 1 ? errorOf(call, limited, -32005) : resultOf(call)),
		);
		expect(told(await getBalances(1))).toEqual([0]);
		expect(sizes()).toEqual([1, 1]);
	});

	test('is waited for where it stands for the whole batch', async () => {
		server.answer(({ calls }) =>
			reply(
				server.received.length === 1
					? { error: { code: -32029, message: 'Too many requests' } }
					: calls.map(resultOf),
			),
		);
		expect(told(await getBalances(40))).toEqual(numbers(40));
		expect(sizes()).toEqual([40, 40]);
	});

	test('is waited for where every call meets it', async () => {
		server.answer(({ calls }) =>
			reply(
				calls.map((call) =>
					server.received.length === 1 ? errorOf(call, limited) : resultOf(call),
				),
			),
		);
		expect(told(await getBalances(40))).toEqual(numbers(40));
		expect(sizes()).toEqual([40, 40]);
	});

	test('is waited for by the calls that meet it, and no other', async () => {
		server.answerCalls((call, { calls }) =>
			calls.indexOf(call) < 15
				? { result: resultOf(call).result }
				: refuse('exceeded compute units per second'),
		);
		expect(told(await getBalances(40))).toEqual(numbers(40));
		expect(sizes()).toEqual([40, 25, 10]);
	});

	test('heeds the time that the server asks for', async () => {
		server.answer(({ calls: [call] }) =>
			server.received.length === 1
				? reply(errorOf(call, limited), 200, { 'retry-after': '3600' })
				: reply(resultOf(call)),
		);
		expect(told(await getBalances(1))).toEqual([
			expect.stringMatching(/^Rate limit reached.* from \d{4}-/),
		]);
		expect(sizes()).toEqual([1]);
	});

	test('with words that say neither is waited for once, alone and in a batch', async () => {
		for (const count of [1, 40]) {
			server.answerCalls(() => refuse('limit exceeded', -32005));
			for (const message of told(await getBalances(count)))
				expect(message).toBe('The node refused eth_getBalance: limit exceeded');
			// At most four calls of the batch go alone, each twice.
			expect(server.received.length).toBeLessThanOrEqual(count === 1 ? 2 : 10);
		}
	});
});

describe('a batch that takes too long', () => {
	/** Batches that hold a slow call, and slow calls themselves, are never answered. */
	const slowAt =
		(...places: number[]): Handler =>
		(request, ...rest) => {
			if (request.calls.some((call) => places.includes(placeOf(call)))) return;
			return serve(request, ...rest);
		};

	test.each([0, 3, 17, 39])(
		'for its call %i alone costs no other call its answer',
		async (slow) => {
			server.answer(slowAt(slow));
			const answers = told(await getBalances(40, { timeLimit: 2 }));
			const expected: unknown[] = numbers(40);
			expected[slow] = expect.stringContaining('did not answer within 2 seconds');
			expect(answers).toEqual(expected);
			// The batch, and each call once: the slow one is given its time alone, and not again.
			expect(sizes().sort((a, b) => b - a)).toEqual([40, ...Array<number>(40).fill(1)]);
		},
	);

	test('for several calls that stand together costs no other call its answer', async () => {
		const slow = [0, 1, 2, 3, 4, 5];
		server.answer(slowAt(...slow));
		const expected: unknown[] = numbers(40);
		for (const place of slow)
			expected[place] = expect.stringContaining('did not answer within 2 seconds');
		expect(told(await getBalances(40, { timeLimit: 2 }))).toEqual(expected);
	});

	test('because the node hangs ends with a few requests', async () => {
		server.answer(() => {});
		for (const message of told(await getBalances(200, { timeLimit: 1 })))
			expect(message).toContain('did not answer within 1 second');
		// Five batches, and four calls of each.
		expect(server.received.length).toBeLessThanOrEqual(25);
	});

	test('ends sooner in a node that is known to hang', async () => {
		server.answer(() => {});
		await getBalances(200, { timeLimit: 1, parallelRequests: 1 });
		expect(server.received.length).toBeLessThanOrEqual(25);
		expect(sizes().filter((size) => size === 1).length).toBeLessThanOrEqual(20);
	});

	test('because it is so large is smaller from then on', async () => {
		server.answer((request, ...rest) =>
			request.calls.length > 20 ? undefined : serve(request, ...rest),
		);
		expect(told(await getBalances(120, { timeLimit: 2, parallelRequests: 1 }))).toEqual(
			numbers(120),
		);
	});
});

test('a batch whose answer is too large is sent in smaller ones', async () => {
	server.answer(({ calls, isBatch }) => {
		const padding = ' '.repeat(100_000);
		return reply(
			JSON.stringify(isBatch ? calls.map(resultOf) : resultOf(calls[0])) +
				padding.repeat(calls.length),
		);
	});
	expect(told(await getBalances(40, { largestAnswer: 1, parallelRequests: 1 }))).toEqual(
		numbers(40),
	);
	expect(sizes()).toEqual([40, 20, 10, 10, 10, 10]);
});

test.each([
	'text in a 200',
	'an error for each call',
	'an empty list',
	'null for every ID',
	'403',
	'404',
	'a cut connection',
	'500',
	'502',
])('the trigger reads by single calls where batches are answered with %s', async (how) => {
	const ours = address(7);
	let head = 100;
	const place = (number: number) => ({
		blockNumber: hex(number),
		blockHash: hashOf(number),
		transactionIndex: '0x0',
	});
	const transaction = (number: number) => ({
		...place(number),
		hash: hashOf(1000 + number),
		from: address(8),
		to: ours,
		value: '0x1',
		nonce: '0x0',
		gas: '0x5208',
		gasPrice: '0x1',
		input: '0x',
		type: '0x0',
	});
	const block = (number: number) => ({
		number: hex(number),
		hash: hashOf(number),
		parentHash: hashOf(number - 1),
		logsBloom: `0x${'0'.repeat(512)}`,
		timestamp: hex(Math.floor(Date.now() / 1000) - 1000 + number),
		baseFeePerGas: '0x1',
		transactions: number > 100 ? [transaction(number)] : [],
	});
	const receipt = (number: number) => ({
		...place(number),
		transactionHash: hashOf(1000 + number),
		from: address(8),
		to: ours,
		status: '0x1',
		gasUsed: '0x5208',
		effectiveGasPrice: '0x1',
		contractAddress: null,
		logs: [],
	});
	const answers: Record<string, (params: unknown[]) => unknown> = {
		eth_chainId: () => '0xa86a',
		eth_blockNumber: () => hex(head),
		eth_getBlockByNumber: ([number]) =>
			Number(number) > head ? null : block(number === 'latest' ? head : Number(number)),
		eth_getBlockReceipts: ([number]) => [receipt(Number(number))],
		eth_getTransactionReceipt: ([hash]) => receipt(Number(hash) - 1000),
		eth_getLogs: () => [],
	};
	const answerCall = eachCall(({ method, params }) => ({
		result: answers[method]?.(params) ?? null,
	}));
	server.answer((request, ...rest) =>
		(request.isBatch ? refusals[how] : answerCall)(request, ...rest),
	);
	const trigger = createTrigger({
		event: 'newTransaction',
		watch: 'address',
		readFrom: 'node',
		chain: 'C',
		address: ours,
	});
	expect(await trigger.activate()).toBeNull();
	head = 110;
	const items = await trigger.poll();
	expect(items?.length).toBe(10);
	expect(server.received.some(({ isBatch }) => isBatch)).toBe(true);
});
