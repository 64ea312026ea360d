/** The limits of time and size hold from sending to the last byte, and what is not read to its end is closed. */
import { createHash } from 'node:crypto';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { hashOf } from '../support/hex.mts';
import { makeItems, until, useEngine } from '../support/useEngine.mts';
import { type Handler, reply, useScript } from '../support/useScript.mts';

const server = useScript();
const engine = useEngine(server);

const limits = { retries: 0, largestAnswer: 1 };
const mebi = 2 ** 20;

type Operation = [node: string, parameters: Record<string, unknown>];
const getNodeID: Operation = ['avalancheInfo', { resource: 'node', operation: 'getNodeID' }];
const listChains: Operation = [
	'avalancheData',
	{ resource: 'endpoint', operation: 'call', path: '/v1/chains' },
];
const nodes: Array<[what: string, ...Operation]> = [
	['a call to the node', ...getNodeID],
	[
		'a batch',
		'avalancheEvm',
		{ resource: 'account', operation: 'getBalance', chain: 'C', address: `0x${'1'.repeat(40)}` },
	],
	['a GET of the data service', ...listChains],
	[
		'a call that is never sent twice',
		'avalancheEvm',
		{ resource: 'transaction', operation: 'sendRaw', chain: 'C', rawTransaction: '0x02f86c01' },
	],
];
const run = ([type, parameters]: Operation, more = {}) =>
	engine.runNode(type, parameters, {
		items: makeItems(parameters.resource === 'account' ? 2 : 1),
		limits: { ...limits, ...more },
	});

/** A byte now and then, each well within the limit. */
const drip: Handler = (_request, response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const timer = setInterval(() => response.write(' '), 100);
	response.on('close', () => clearInterval(timer));
};
/** Headers that never end. */
const dripHeaders: Handler = (_response, _request, { socket }) => {
	socket.write('HTTP/1.1 200 OK\r\n');
	const timer = setInterval(() => socket.write('x-more: 1\r\n'), 100);
	socket.on('close', () => clearInterval(timer));
};
/** Without end, as fast as it is read. */
const flood: Handler = (_request, response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = Buffer.alloc(64 * 1024, ' ');
	const pour = (): void => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', pour);
	pour();
};

describe.each(nodes)('%s', (_what, ...operation) => {
	test.each([
		['comes byte by byte', drip],
		['has headers without end', dripHeaders],
		['never comes', () => {}],
	])('is given up at the time limit where its answer %s', async (_how, handler) => {
		server.answer(handler);
		const { error } = await run(operation, { timeLimit: 1 });
		expect(error?.message).toContain('did not answer within 1 second');
		await until(() => server.received.every(({ isClosed }) => isClosed));
	});

	test('is stopped at the limit of size, and the connection closed', async () => {
		server.answer(flood);
		const { error } = await run(operation);
		expect(error?.message).toMatch(
			/is too large: reading stopped after 1\.\d MiB, and the limit is 1\.0 MiB/,
		);
		await until(() => server.received.every(({ isClosed }) => isClosed));
		// What was read, and what the buffers in between took.
		for (const { sent } of server.received) expect(sent).toBeLessThan(16 * mebi);
	});
});

test.each([
	['gzip', gzipSync],
	['deflate', deflateSync],
	['br', brotliCompressSync],
])('an answer counts unpacked: %s', async (encoding, pack) => {
	const packed = pack(Buffer.alloc(8 * mebi, ' '));
	expect(packed.length).toBeLessThan(mebi / 2);
	server.answer((_request, response) => {
		response.writeHead(200, { 'content-encoding': encoding });
		response.end(packed);
	});
	const { error } = await run(getNodeID);
	expect(error?.message).toMatch(/too large: reading stopped after 1\.\d MiB/);
});

test('every host is asked to pack its answers', async () => {
	let asked: string | undefined;
	server.answer((request, response) => {
		asked = request.headers['accept-encoding'];
		response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
		response.end(
			gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { nodeID: 'NodeID-1' } })),
		);
	});
	const { items } = await run(getNodeID);
	expect(asked).toMatch(/\bgzip\b/);
	expect(items).toHaveLength(1);
});

test('a packed answer without end is stopped', async () => {
	server.answer((_request, response) => {
		response.writeHead(200, { 'content-encoding': 'gzip' });
		const gzip = createGzip();
		gzip.pipe(response);
		const chunk = Buffer.alloc(mebi);
		const pour = (): void => {
			while (!response.destroyed && gzip.write(chunk));
		};
		gzip.on('drain', pour);
		pour();
	});
	const { error } = await run(getNodeID);
	expect(error?.message).toContain('too large');
	await until(() => server.received.every(({ isClosed }) => isClosed));
});

test('an answer that announces too much is not read, and its size is told', async () => {
	server.answer((_request, response) => {
		response.writeHead(200, { 'content-length': String(700 * mebi) });
		response.write('{');
	});
	const { error } = await run(getNodeID);
	expect(error?.message).toContain('is too large: it has 700.0 MiB, and the limit is 1.0 MiB');
	expect(error?.description).toContain('Largest Answer');
});

test('an answer of all but the limit comes whole', async () => {
	const nodeID = 'x'.repeat(mebi - 100);
	server.answer(({ calls: [{ id }] }) => reply({ jsonrpc: '2.0', id, result: { nodeID } }));
	const { items, error } = await run(getNodeID);
	expect(error).toBeUndefined();
	expect((items[0].json.nodeID as string).length).toBe(nodeID.length);
});

test('an answer in many pieces is put together, whatever letters they cut in two', async () => {
	const text = 'é€😀'.repeat(2000);
	server.answer(({ calls: [{ id }] }, response) => {
		const bytes = Buffer.from(
			`\uFEFF${JSON.stringify({ jsonrpc: '2.0', id, result: { nodeID: text } })}`,
		);
		response.writeHead(200);
		for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
		response.end();
	});
	const { items } = await run(getNodeID);
	expect(createHash('sha1').update(String(items[0].json.nodeID)).digest('hex')).toBe(
		createHash('sha1').update(text).digest('hex'),
	);
});

test.each([
	['comes byte by byte', drip],
	['has headers without end', dripHeaders],
])('cancelling ends a request whose answer %s', async (_how, handler) => {
	server.answer(handler);
	const running = engine.runNode(...getNodeID);
	await until(() => server.received.length > 0);
	await new Promise((resolve) => setTimeout(resolve, 150));
	running.cancel();
	expect((await running).run.status).toBe('canceled');
	await until(() => server.received.every(({ isClosed }) => isClosed));
});

const { timeout } = AbortSignal;
/** The clock of the limits runs so many times as fast. */
const hasten = (times: number) =>
	void jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, ms / times));

describe('an operation that takes the node long', () => {
	beforeEach(() => hasten(1000));
	afterEach(() => {
		jest.restoreAllMocks();
	});
	const trace = { resource: 'debug', operation: 'traceTransaction', transactionHash: hashOf(1) };
	const profile = { resource: 'debug', operation: 'recordCpuProfile', file: '/tmp/a', seconds: 60 };

	test.each([
		['has a time limit of its own', trace, 1, 300],
		['has time for what it was told to do', profile, 1, 90],
		["has the credential's time limit where that is longer", trace, 600, 600],
	])('%s', async (_what, parameters, timeLimit, seconds) => {
		const { error } = await engine.runNode(
			'avalancheEvmAdvanced',
			{ chain: 'C', ...parameters },
			{ limits: { retries: 0, timeLimit } },
		);
		expect(error?.message).toContain(`did not answer within ${seconds} seconds`);
	});
});

describe('where nobody can set the limit', () => {
	beforeEach(() => hasten(100));
	afterEach(() => {
		jest.restoreAllMocks();
	});
	const expectClosed = async () =>
		await until(() => server.received.every(({ isClosed }) => isClosed));

	test.each([
		['is too large', flood, 'the limit is 64.0 MiB'],
		['comes byte by byte', drip, 'did not answer within 10 seconds'],
		['has headers without end', dripHeaders, 'did not answer within 10 seconds'],
	])('the test of the credential ends where an answer %s', async (_how, handler, reason) => {
		server.answer(handler);
		// To read so much takes a busy machine its time.
		if (handler === flood) hasten(0.1);
		const answer = await engine.testCredential('avalancheNodesApi', {
			...server.credentials.avalancheNodesApi,
			apiKey: '',
		});
		expect(answer).toMatchObject({ status: 'Error', message: expect.stringContaining(reason) });
		// The older helper takes no signal: it closes the connection when it sees the headers, or at its own limit.
		if (handler !== dripHeaders) await expectClosed();
	});

	test.each([
		['comes byte by byte', drip],
		['has headers without end', dripHeaders],
		['never comes', () => {}],
	])('a poll says unreachable where the answer %s', async (_how, handler) => {
		server.answer(handler);
		const nodeIds = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const trigger = engine.createPoll('avalancheTrigger', {
			event: 'validatorDown',
			validatorsFrom: 'lines',
			nodeIds,
			options: { failedChecks: 1, goodChecks: 1 },
		});
		const items = [...((await trigger.activate()) ?? []), ...((await trigger.poll()) ?? [])];
		expect(items.map(({ json }) => json.event)).toEqual(['unreachable']);
		expect(items[0].json.message).toContain('did not answer within 20 seconds');
		await expectClosed();
	});
});

describe('a broken answer', () => {
	const whole = (id: number) =>
		JSON.stringify({ jsonrpc: '2.0', id, result: { nodeID: 'NodeID-1' } });
	const breaks: Array<[string, Handler]> = [
		[
			'is shorter than announced',
			({ calls: [{ id }] }, response) => {
				response.writeHead(200, { 'content-length': '500' });
				response.write(whole(id));
				setTimeout(() => response.destroy(), 50);
			},
		],
		['is half of the JSON', ({ calls: [{ id }] }) => reply(whole(id).slice(0, 30))],
		['is empty', () => reply('')],
		[
			'is cut amid its last piece',
			({ calls: [{ id }] }, response) => {
				response.writeHead(200);
				response.write(whole(id).slice(0, 30));
				setTimeout(() => response.destroy(), 50);
			},
		],
	];

	test.each(breaks)('that %s is asked for again', async (_how, handler) => {
		server.answer((request, ...rest) =>
			server.received.length === 1 ? handler(request, ...rest) : reply(whole(request.calls[0].id)),
		);
		const { items, error } = await engine.runNode(...getNodeID);
		expect(error).toBeUndefined();
		expect(items[0].json.nodeID).toBe('NodeID-1');
		expect(server.received.length).toBe(2);
	});

	test.each(breaks)('that %s is asked for again in a GET', async (_how, handler) => {
		server.answer((request, ...rest) =>
			server.received.length === 1
				? handler({ ...request, calls: [{ path: '', id: 1, method: '', params: [] }] }, ...rest)
				: reply({ chains: [] }),
		);
		const { error } = await engine.runNode(...listChains);
		expect(error).toBeUndefined();
		expect(server.received.length).toBe(2);
	});

	test('that is a page for people is not', async () => {
		server.answer(() => reply('<html>Welcome</html>'));
		const { error } = await engine.runNode(...getNodeID);
		expect(error?.message).toContain('something that is not JSON');
		expect(server.received.length).toBe(1);
	});

	test.each([
		[200, { error: 'the node is tired' }, 'the node is tired'],
		[200, { error: { message: 'the node is tired' } }, 'the node is tired'],
		[200, { error: { code: -1, message: { reason: 'tired' } } }, '"reason":"tired"'],
		[400, { error: 'the node is tired' }, 'the node is tired'],
		[400, { error: { message: 'the node is tired' } }, 'the node is tired'],
		[500, [{ error: { message: 'the node is tired' } }], 'the node is tired'],
	])('with status %i and %j tells its words', async (status, body, words) => {
		server.answer(() => reply(body, status));
		const { error } = await run(getNodeID);
		expect(error?.message).toContain(words);
	});

	test.each([300, 304])('with status %i is no redirect', async (status) => {
		server.answer((_request, response) => void response.writeHead(status).end());
		for (const operation of [getNodeID, listChains]) {
			const { error } = await run(operation);
			expect(error?.message).not.toContain('redirect');
			expect(error?.message).toContain(`without the requested data (${status})`);
		}
	});
});
