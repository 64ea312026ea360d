/** What must not be sent twice, and whose answer was lost, is told as what it is: nobody knows whether it was done. */
import { createHash } from 'node:crypto';
import { keccak256 } from 'ethers';
import { encodeCb58 } from '../../nodes/shared/values/ids';
import { credentialsFor, type Credentials } from '../support/engine.mts';
import { useEngine } from '../support/useEngine.mts';
import { refuse, reply, eachCall, useScript, type Handler } from '../support/useScript.mts';

const server = useScript();
const engine = useEngine(server);

type Operation = [node: string, parameters: Record<string, unknown>, hash?: string];

const raw = '0x02f86c01';
const atomic = Buffer.from('00000000000030390102', 'hex');
const hex = (bytes: Buffer) => `0x${bytes.toString('hex')}`;
const account = `0x${'1'.repeat(40)}`;
const advanced = (resource: string, operation: string, more = {}): Operation => [
	'avalancheEvmAdvanced',
	{ resource, operation, chain: 'C', ...more },
];
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
	'a transaction that the node signs': advanced('keystore', 'sendTransaction', {
		transaction: { from: account, to: account },
	}),
	'an account of the node': advanced('personal', 'newAccount', { password: 'correct horse 1' }),
	'a filter': advanced('filter', 'createBlocks'),
	'changes of a filter, which are used up': advanced('filter', 'getChanges', { filterId: '0x1' }),
	'a trace': advanced('debug', 'traceTransaction', { transactionHash: `0x${'1'.repeat(64)}` }),
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
const run = (
	[node, parameters]: Operation,
	limits = {},
	credentials: Credentials = server.credentials,
) => engine.runNode(node, parameters, { credentials, limits: { largestAnswer: 1, ...limits } });

/** Ends the wait for the answer of the request that is under way. */
let giveUp = (): void => {};

/** Waits give up when {@link giveUp} says so: on a busy machine, any short time would end before the request arrives. */
function waitByHand(): AbortSignal {
	const wait = new AbortController();
	giveUp = () => wait.abort(new DOMException('timed out', 'TimeoutError'));
	return wait.signal;
}

const ways: Record<string, Handler> = {
	'never came': () => giveUp(),
	'was cut off with the connection': (_request, response) => void response.destroy(),
	'was cut off amid its body': (_request, response) => {
		response.writeHead(200, { 'content-length': '500' });
		response.write('{"jsonrpc"');
		setTimeout(() => response.destroy(), 20);
	},
	'was half of the JSON': () => reply('{"jsonrpc":"2.0","id":1,"resu'),
	'was empty': () => reply(''),
	'was a page of a gateway': () => reply('<html>Bad gateway</html>'),
	'was no JSON-RPC': () => reply({}),
	'was too large': () => reply(' '.repeat(2 ** 20 + 1)),
	'was 408': () => reply('', 408),
	'was 425': () => reply('', 425),
	'was 499': () => reply('', 499),
	'was 500': () => reply('oops', 500),
	'was 502': () => reply('<html>', 502),
	'was 503 of a gateway': () => reply('no upstream', 503),
	'was 504': () => reply('', 504),
	'was 502 in the words of JSON-RPC': eachCall(
		() => refuse('upstream reset before headers', -32603),
		502,
	),
	'was 503 in the words of JSON-RPC': eachCall(
		() => refuse('Service temporarily unavailable, try again later', -32000),
		503,
	),
	'says that the gateway cannot complete it': eachCall(() =>
		refuse('Unable to complete request at this time.', -32001),
	),
	'says that the node gave up waiting': eachCall(() => refuse('request timed out', -32002)),
};

describe.each(Object.entries(operations))('%s', (_what, operation) => {
	test.each(Object.entries(ways))('whose answer %s', async (way, handler) => {
		server.answer(handler);
		const neverCame = way === 'never came';
		const clock = jest.spyOn(AbortSignal, 'timeout');
		if (neverCame) clock.mockImplementation(waitByHand);
		const { error } = await run(operation, neverCame ? { timeLimit: 1 } : {});
		clock.mockRestore();
		expect(error?.message).toContain(
			'It is unknown whether the node carried out the call. Check before you send it again.',
		);
		expect(`${error?.message} ${error?.description}`).not.toMatch(
			/Raise Time|could not be reached: nothing|be back later/,
		);
		if (operation[2]) expect(error?.message).toContain(operation[2]);
		else expect(error?.message).not.toContain('transaction is');
		// n8n takes it for no passing fault, which it might repeat.
		expect((error as { failure?: unknown } | undefined)?.failure).toBeUndefined();
		expect(server.received.length).toBe(1);
	});
});

const known: Record<string, [Handler, string]> = {
	'was refused in words': [eachCall(() => refuse('nonce too low')), 'nonce too low'],
	'was refused in words with 500': [eachCall(() => refuse('nonce too low'), 500), 'nonce too low'],
	'was refused as bad': [() => reply('bad', 400), 'refused the request (400)'],
	'was not let in': [() => reply('who are you', 401), 'requires authentication (401)'],
	'came while the chain still starts': [
		() => reply('API call rejected because chain is not done bootstrapping', 503),
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
		const url = nodeUrl === 'https' ? server.url.replace('http:', 'https:') : nodeUrl;
		const { error } = await run(operation, {}, credentialsFor(url));
		expect(error?.message).toContain(words);
		expect(error?.message).not.toContain('It is unknown');
	});
});

test('a limit of the rate is no lost answer: the transaction is sent again', async () => {
	server.answerCalls(() =>
		server.received.length < 3 ? reply('slow down', 429) : { result: keccak256(raw) },
	);
	const { items } = await run(operations['a signed transaction']);
	expect(items[0].json.txHash).toBe(keccak256(raw));
	expect(server.received.length).toBe(3);
});

test('what is safe to repeat is repeated after a time-out of a gateway', async () => {
	server.answerCalls(() => (server.received.length < 2 ? reply('', 408) : { result: '0x1' }));
	const { items } = await run(evm('account', 'getBalance', { address: account }), { retries: 1 });
	expect(items).toHaveLength(1);
	expect(server.received.length).toBe(2);
});

test('what is safe to repeat is repeated, and told in its own words', async () => {
	server.answer((_request, response) => void response.destroy());
	const { error } = await run(evm('account', 'getBalance', { address: account }), { retries: 1 });
	expect(error?.message).toContain('the connection broke off');
	expect(server.received.length).toBe(2);
});
