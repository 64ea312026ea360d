/** What a server says in words is told and understood, whatever status it comes with. */
import { Readable } from 'node:stream';
import { type Engine, loadEngine } from './harness.mts';
import { type Handler, type RawServer, reply, startRaw } from './rawServer.mts';

let engine: Engine;
let server: RawServer;
beforeAll(async () => {
	[engine, server] = await Promise.all([loadEngine(), startRaw()]);
});
afterAll(() => {
	server.close();
	engine.close();
});

const account = `0x${'1'.repeat(40)}`;
const run = async (resource: string, operation: string, parameters = {}, options = {}, items = 1) =>
	await engine.runNode(
		'avalancheEvm',
		{
			resource,
			operation,
			chain: 'C',
			...parameters,
			options: { retries: 0, ...options },
		} as never,
		{
			credentials: server.credentials,
			items: Array.from({ length: items }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		},
	);
const errorOf = async (running: ReturnType<typeof run>): Promise<string> =>
	String((await running).items[0].json.error);
/** An answer with this error to every call. */
const refuse =
	(error: unknown, status: number, headers = {}): Handler =>
	(response, { calls, isBatch }) => {
		const envelopes = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }));
		reply(response, isBatch ? envelopes : envelopes[0], status, headers);
	};

describe.each([400, 403, 404, 405, 422, 429, 500, 502, 503])('with status %i', (status) => {
	test('the words of a JSON-RPC error are told and understood', async () => {
		const send = { rawTransaction: '0x02f86c01' };
		server.answer(
			refuse({ code: -32000, message: 'nonce too low: next nonce 5, tx nonce 0' }, status),
		);
		const { items } = await run('transaction', 'sendRaw', send);
		expect(items[0].json.error).toBe(
			'The node refused eth_sendRawTransaction: nonce too low: next nonce 5, tx nonce 0',
		);
		expect(server.received.length).toBe(1);
	});

	test('a revert keeps its data, so that its reason can be read', async () => {
		const reason = `0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'4e4f'.padEnd(64, '0')}`;
		server.answer(
			refuse({ code: 3, message: 'execution reverted: rate limit exceeded', data: reason }, status),
		);
		const parameters = { contract: account, function: 'function f() view returns (uint256)' };
		expect(await errorOf(run('contract', 'callFunction', parameters, { batchSize: 1 }))).toContain(
			'NO',
		);
		expect(server.received.length).toBe(1);
	});

	test('a limit of logs is understood: the range is read in parts', async () => {
		server.answer((response, request, incoming) => {
			const [{ id, method, params }] = request.calls;
			if (method === 'eth_getBlockByNumber')
				return reply(response, { jsonrpc: '2.0', id, result: { number: '0x27' } });
			const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
			if (Number(toBlock) - Number(fromBlock) >= 10)
				return refuse({ code: -32005, message: 'query returned more than 10000 results' }, status)(
					response,
					request,
					incoming,
				);
			reply(response, { jsonrpc: '2.0', id, result: [{ blockNumber: fromBlock }] });
		});
		const { items } = await run('log', 'getManyRaw', {
			returnAll: true,
			filters: { fromBlock: 0, toBlock: 39 },
		});
		expect(items[0].json.error).toBeUndefined();
		expect(items.length).toBeGreaterThanOrEqual(4);
	});

	test('a method that the node does not know goes by its other name', async () => {
		server.answer((response, request, incoming) => {
			const [{ id, method }] = request.calls;
			if (method.startsWith('native.'))
				return refuse(
					{
						code: -32601,
						message: 'the method native.getAtomicTx does not exist/is not available',
					},
					status,
				)(response, request, incoming);
			reply(response, { jsonrpc: '2.0', id, result: { status: 'Accepted', blockHeight: '7' } });
		});
		const { items } = await engine.runNode(
			'avalancheNative',
			{
				resource: 'transaction',
				operation: 'getAtomicTxStatus',
				chain: 'C',
				txId: '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
			} as never,
			{ credentials: server.credentials, onError: 'continueRegularOutput' },
		);
		expect(items[0].json).toMatchObject({ status: 'Accepted' });
	});
});

test.each([
	['You have exceeded your requests per second limit', 403],
	['Monthly quota exceeded, upgrade your plan', 403],
	['compute units exhausted', 400],
	['Too many requests', 503],
	['25/second request limit reached - reduce calls per second', 500],
])(
	'a plan that is used up is no wrong key and no bad request: %s with %i',
	async (words, status) => {
		for (const body of [
			{ jsonrpc: '2.0', error: { code: -32000, message: words } },
			{ error: { message: words } },
			{ message: words },
			words,
		]) {
			server.answer((response) => reply(response, body, status));
			const { items } = await run('chain', 'getId');
			expect(items[0].json.error).toBe(`${server.url} received too many requests: ${words}`);
		}
	},
);

test.each([
	[401, 'Must be authenticated!'],
	[403, 'Invalid API key'],
	[403, 'forbidden'],
	[403, ''],
])('a key that is refused stays one: %i %s', async (status, message) => {
	server.answer((response) =>
		reply(response, { jsonrpc: '2.0', error: { code: -32000, message } }, status),
	);
	expect(await errorOf(run('chain', 'getId'))).toContain(`refused the authentication (${status})`);
});

test('what a plan does not include is told in the words of the server', async () => {
	server.answer(
		refuse({ code: -32000, message: 'archive requests are not part of your plan' }, 403),
	);
	expect(await errorOf(run('chain', 'getId'))).toContain(
		'archive requests are not part of your plan',
	);
});

test('a fault of the server in words is passing: it is asked again', async () => {
	server.answer((response, request, incoming) =>
		server.received.length === 1
			? refuse({ code: -32603, message: 'internal error' }, 500)(response, request, incoming)
			: reply(response, { jsonrpc: '2.0', id: request.calls[0].id, result: '0x1' }),
	);
	const { items } = await run('chain', 'getId', {}, { retries: 1 });
	expect(items[0].json.chainId).toBe('1');
});

describe('a chain that is still starting', () => {
	const unserved: Handler = (response, { calls: [{ id, method }] }) =>
		method === 'info.isBootstrapped'
			? reply(response, { jsonrpc: '2.0', id, result: { isBootstrapped: false } })
			: reply(response, '404 page not found\n', 404);
	const resting: Handler = (response) =>
		reply(response, 'API call rejected because chain is not done bootstrapping', 503);

	test.each([
		'/ext/bc/P',
		'/ext/P',
		'/ext/X',
		'/ext/bc/X',
		'/ext/C/rpc',
		'/ext/bc/C/rpc',
		'/ext/platform',
	])('is explained alike on %s', async (path) => {
		const { Client } = await import('../../nodes/shared/network/client');
		const { defaultSettings } = await import('../../nodes/shared/network/requests');
		for (const handler of [unserved, resting]) {
			server.answer(handler);
			const client = new Client(
				async ({ url, method, body, headers }) => {
					const answer = await fetch(url, {
						method,
						headers: headers as HeadersInit,
						body: JSON.stringify(body),
					});
					return {
						status: answer.status,
						headers: Object.fromEntries(answer.headers),
						body: Readable.from([Buffer.from(await answer.arrayBuffer())]),
					};
				},
				server.credentials.avalancheApi as never,
				{ ...defaultSettings, retries: 0 },
			);
			const answer = await client.rpc({
				path,
				method: 'platform.getHeight',
				params: {},
				safe: true,
			});
			expect(!answer.ok && answer.failure.message).toContain(
				'it is still catching up with the network',
			);
		}
	});
});
