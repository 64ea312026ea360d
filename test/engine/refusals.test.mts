/** What a server says in words is told and understood, whatever status it comes with. */
import { Readable } from 'node:stream';
import { useNode } from '../support/useEngine.mts';
import {
	eachCall,
	type Handler,
	notFound,
	reply,
	type RpcError,
	useScript,
} from '../support/useScript.mts';

const server = useScript();
const runEvm = useNode('avalancheEvm', server);
const runNative = useNode('avalancheNative', server);

const account = `0x${'1'.repeat(40)}`;
const onError = 'continueRegularOutput';
const run = (resource: string, operation: string, parameters = {}, limits = {}) =>
	runEvm(
		resource,
		operation,
		{ chain: 'C', ...parameters },
		{ onError, limits: { retries: 0, ...limits } },
	);
const errorOf = async (running: ReturnType<typeof run>): Promise<string> =>
	String((await running).items[0].json.error);
/** Every call gets this error. */
const refuse = (error: RpcError, status: number): Handler => eachCall(() => ({ error }), status);

describe.each([400, 403, 404, 405, 422, 429, 500, 502, 503])('with status %i', (status) => {
	test('the words of a JSON-RPC error are told and understood', async () => {
		const send = { rawTransaction: '0x02f86c01' };
		server.answer(
			refuse({ code: -32000, message: 'nonce too low: next nonce 5, tx nonce 0' }, status),
		);
		const { items } = await run('transaction', 'sendRaw', send);
		expect(items[0].json.error).toBe(
			"The node refused eth_sendRawTransaction: nonce too low: next nonce 5, tx nonce 0. The nonce must be the account's transaction count. At the block pending, the count includes waiting transactions.",
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
		const tooMuch = { code: -32005, message: 'query returned more than 10000 results' };
		server.answer(
			eachCall(({ method, params }) => {
				if (method === 'eth_getBlockByNumber') return { result: { number: '0x27' } };
				const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
				if (Number(toBlock) - Number(fromBlock) >= 10) return { error: tooMuch };
				return { result: [{ blockNumber: fromBlock }] };
			}, status),
		);
		const { items } = await run('log', 'getManyRaw', {
			returnAll: true,
			filters: { fromBlock: 0, toBlock: 39 },
		});
		expect(items[0].json.error).toBeUndefined();
		expect(items.length).toBeGreaterThanOrEqual(4);
	});

	test('a method that the node does not know goes by its other name', async () => {
		const unknown = 'the method native.getAtomicTx does not exist/is not available';
		server.answer(
			eachCall(
				({ method }) =>
					method.startsWith('native.')
						? { error: { code: -32601, message: unknown } }
						: { result: { status: 'Accepted', blockHeight: '7' } },
				status,
			),
		);
		const txId = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
		const { items } = await runNative(
			'transaction',
			'getAtomicTxStatus',
			{ chain: 'C', txId },
			{ onError },
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
			server.answer(() => reply(body, status));
			const { items } = await run('chain', 'getId');
			expect(items[0].json.error).toBe(
				`${server.url} received too many requests: ${words}. Send fewer requests, or raise the limit of this node, or of the proxy or plan before it.`,
			);
		}
	},
);

test.each([
	[401, 'Must be authenticated!'],
	[403, 'Invalid API key'],
	[403, 'forbidden'],
	[403, ''],
])('a key that is refused stays one: %i %s', async (status, message) => {
	server.answer(() => reply({ jsonrpc: '2.0', error: { code: -32000, message } }, status));
	expect(await errorOf(run('chain', 'getId'))).toContain(
		status === 401 ? 'requires authentication (401)' : `refused the authentication (${status})`,
	);
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
	server.answer(
		eachCall(
			() =>
				server.received.length === 1
					? { error: { code: -32603, message: 'internal error' } }
					: { result: '0x1' },
			500,
		),
	);
	const { items } = await run('chain', 'getId', {}, { retries: 1 });
	expect(items[0].json.chainId).toBe('1');
});

describe('a chain that is still starting', () => {
	const unserved = eachCall(({ method }) =>
		method === 'info.isBootstrapped' ? { result: { isBootstrapped: false } } : notFound,
	);
	const resting: Handler = () =>
		reply('API call rejected because chain is not done bootstrapping', 503);

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
				server.credentials.avalancheNodesApi as never,
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
