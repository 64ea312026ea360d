/** What must not be sent twice, and whose answer was lost, is told as what it is: nobody knows whether it was done. */
import { createHash } from 'node:crypto';
import { keccak256 } from 'ethers';
import { encodeCb58 } from '../../nodes/shared/ids';
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

type Operation = [node: string, parameters: Record<string, unknown>, hash?: string];

const raw = '0x02f86c01';
const atomic = Buffer.from('00000000000030390102', 'hex');
const hex = (bytes: Buffer) => `0x${bytes.toString('hex')}`;
const account = `0x${'1'.repeat(40)}`;
const evm = (resource: string, operation: string, more = {}): Operation => [
	'avalancheEvm',
	{ resource, operation, chain: 'C', ...more },
];

const named = ([node, parameters]: Operation, hash: string): Operation => [node, parameters, hash];

/** One of each kind that must not be sent twice. */
const operations: Record<string, Operation> = {
	'a signed transaction': named(
		evm('transaction', 'sendRaw', { rawTransaction: raw }),
		keccak256(raw),
	),
	'a transaction that the node signs': evm('transaction', 'send', {
		transaction: { from: account, to: account },
	}),
	'an account of the node': evm('personal', 'newAccount', { password: 'correct horse 1' }),
	'a filter': evm('filter', 'createBlocks'),
	'changes of a filter, which are used up': evm('filter', 'getChanges', { filterId: '0x1' }),
	'a trace': evm('debug', 'traceTransaction', { transactionHash: `0x${'1'.repeat(64)}` }),
	'any call': named(
		evm('method', 'call', {
			method: 'eth_sendRawTransaction',
			additionalFields: { parameters: JSON.stringify([raw]) },
		}),
		keccak256(raw),
	),
	'an atomic transaction': [
		'avalancheNative',
		{
			resource: 'transaction',
			operation: 'issueTx',
			chain: 'C',
			tx: hex(Buffer.concat([atomic, Buffer.alloc(4)])),
		},
		encodeCb58(createHash('sha256').update(atomic).digest()),
	],
	'an order of the operator': ['avalancheAdmin', { resource: 'profile', operation: 'lockProfile' }],
};
const run = async ([node, parameters]: Operation, options = {}) =>
	await engine.runNode(
		node,
		{ ...parameters, options: { timeout: 1, largestAnswer: 1, ...options } } as never,
		{
			credentials: server.credentials,
		},
	);

const ways: Record<string, Handler> = {
	'never came': () => {},
	'was cut off with the connection': (response) => response.destroy(),
	'was cut off amid its body': (response) => {
		response.writeHead(200, { 'content-length': '500' });
		response.write('{"jsonrpc"');
		setTimeout(() => response.destroy(), 20);
	},
	'was half of the JSON': (response) => reply(response, '{"jsonrpc":"2.0","id":1,"resu'),
	'was empty': (response) => reply(response, ''),
	'was a page of a gateway': (response) => reply(response, '<html>Bad gateway</html>'),
	'was no JSON-RPC': (response) => reply(response, {}),
	'was too large': (response) => reply(response, ' '.repeat(2 ** 20 + 1)),
	'was 500': (response) => reply(response, 'oops', 500),
	'was 502': (response) => reply(response, '<html>', 502),
	'was 503 of a gateway': (response) => reply(response, 'no upstream', 503),
	'was 504': (response) => reply(response, '', 504),
	'was 502 in the words of JSON-RPC': (response, { calls: [{ id }] }) =>
		reply(
			response,
			{ jsonrpc: '2.0', id, error: { code: -32603, message: 'upstream reset before headers' } },
			502,
		),
	'says that the node gave up waiting': (response, { calls: [{ id }] }) =>
		reply(response, { jsonrpc: '2.0', id, error: { code: -32002, message: 'request timed out' } }),
};

describe.each(Object.entries(operations))('%s', (_what, operation) => {
	test.each(Object.entries(ways))('whose answer %s', async (_way, handler) => {
		server.answer(handler);
		const { error } = await run(operation);
		expect(error?.message).toContain(
			'It is unknown whether the node carried out the call. Check before you send it again.',
		);
		expect(`${error?.message} ${error?.description}`).not.toMatch(
			/Raise Timeout|could not be reached: nothing|be back later/,
		);
		if (operation[2]) expect(error?.message).toContain(operation[2]);
		else expect(error?.message).not.toContain('transaction is');
		// n8n takes it for no passing fault, which it might repeat.
		expect((error as { failure?: unknown } | undefined)?.failure).toBeUndefined();
		expect(server.received.length).toBe(1);
	});
});

const known: Record<string, [Handler, string]> = {
	'was refused in words': [
		(response, { calls: [{ id }] }) =>
			reply(response, { jsonrpc: '2.0', id, error: { code: -32000, message: 'nonce too low' } }),
		'nonce too low',
	],
	'was refused in words with 500': [
		(response, { calls: [{ id }] }) =>
			reply(
				response,
				{ jsonrpc: '2.0', id, error: { code: -32000, message: 'nonce too low' } },
				500,
			),
		'nonce too low',
	],
	'was refused as bad': [(response) => reply(response, 'bad', 400), 'refused the request (400)'],
	'was not let in': [
		(response) => reply(response, 'who are you', 401),
		'refused the authentication',
	],
	'came while the chain still starts': [
		(response) => reply(response, 'API call rejected because chain is not done bootstrapping', 503),
		'still catching up',
	],
};
const onChain = Object.entries(operations).filter(([, [node]]) => node !== 'avalancheAdmin');
describe.each(onChain)('%s', (_what, operation) => {
	test.each(Object.entries(known))(
		'is known not to be done where it %s',
		async (_way, [handler, words]) => {
			server.answer(handler);
			const { error } = await run(operation);
			expect(error?.message).toContain(words);
			expect(error?.message).not.toContain('It is unknown');
		},
	);

	test.each([
		['http://127.0.0.1:1', 'nothing listens'],
		['http://nowhere.invalid', 'was not found'],
		['https', 'No secure connection'],
	])('was not sent to %s', async (nodeUrl, words) => {
		const [node, parameters] = operation;
		const { error } = await engine.runNode(
			node,
			{ ...parameters, options: { timeout: 5 } } as never,
			{
				credentials: {
					avalancheApi: {
						nodeUrl: nodeUrl === 'https' ? server.url.replace('http:', 'https:') : nodeUrl,
					},
				},
			},
		);
		expect(error?.message).toContain(words);
		expect(error?.message).not.toContain('It is unknown');
	});
});

test('a limit of the rate is no lost answer: the transaction is sent again', async () => {
	server.answer((response, { calls: [{ id }] }) =>
		server.received.length < 3
			? reply(response, 'slow down', 429)
			: reply(response, { jsonrpc: '2.0', id, result: keccak256(raw) }),
	);
	const { items } = await run(operations['a signed transaction']);
	expect(items[0].json.transactionHash).toBe(keccak256(raw));
	expect(server.received.length).toBe(3);
});

test('what is safe to repeat is repeated, and told in its own words', async () => {
	server.answer((response) => response.destroy());
	const { error } = await run(evm('account', 'getBalance', { address: account }), { retries: 1 });
	expect(error?.message).toContain('the connection broke off');
	expect(server.received.length).toBe(2);
});
