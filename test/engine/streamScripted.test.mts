/** The stream trigger against a scripted node: what a mock network does not do. */
import { transferTopic } from '../support/contractScene.mts';
import { useGolden } from '../support/golden.mts';
import { word } from '../support/hex.mts';
import { eachCall, notFound, refuse, reply, type RpcCall } from '../support/useScript.mts';
import { pass, settle, until } from '../support/useEngine.mts';
import { asNode, refuseWith } from '../support/useSocketScript.mts';
import { contract, transactionsOf, useScriptedChain } from './streamScript.mts';

const node = 'avalancheStreamTrigger';
const golden = useGolden();
const { server, create, chain, answer, socket, add, tell, tellHead, watch, writeLog } =
	useScriptedChain();

test('notifications that are missing, repeated, too early or no log lose and double nothing [S1]', async () => {
	const stream = watch();
	await stream.activate();
	const first = add(1, false);
	add(2);
	tell(first);
	tell(first);
	await until(() => stream.items.length >= 2);
	socket().send('this is not JSON');
	socket().notify('0x2', 'no log');
	// The node tells of a block that the server behind its URL does not have yet.
	const early = { block: chain.head + 1, index: 0, transaction: 3 };
	chain.logs.push(early);
	tell(early);
	await until(() => server.calls.length > 8);
	chain.head++;
	tell(early);
	await until(() => stream.items.length >= 3);
	expect(transactionsOf(stream)).toEqual([1, 2, 3]);
});

test('a log that is taken back is named, and what stands in its place comes [S9]', async () => {
	const stream = watch();
	await stream.activate();
	const old = add(1);
	await until(() => stream.items.length === 1);
	chain.logs = [{ ...old, transaction: 2 }];
	tell(old, true);
	tell(chain.logs[0]!);
	await until(() => stream.items.length >= 3);
	expect(stream.items.map(({ event }) => event)).toEqual(['log', 'removed', 'log']);
	expect(stream.items[1]).toMatchObject({ removes: stream.items[0]!.eventId });
	expect(transactionsOf(stream)).toEqual([1, 1, 2]);
	expect(golden.compare(node, 'removed', stream.items.slice(1, 2))).toEqual([]);
});

test('a transaction that comes after others were left out says how many', async () => {
	const stream = create({ event: 'pendingTransaction', output: 'hash' });
	stream.isSlow = true;
	await stream.activate();
	const waiting = 1_000;
	const running = 5;
	for (let i = 1; i <= running + waiting + 3; i++) socket().notify('0x2', `0x${word(i)}`);
	await until(() => stream.items.length === running);
	await settle(server);
	// The next one had been taken up before any was left out.
	for (const more of [1, 2]) {
		stream.running.shift()!();
		await until(() => stream.items.length === running + more);
	}
	const told = stream.items.filter(({ missedBefore }) => missedBefore);
	expect(told).toMatchObject([{ missedBefore: 2 }]);
	expect(golden.compare(node, 'missedBefore', told)).toEqual([]);
});

test('nothing is asked while the node finds nothing [S5]', async () => {
	const stream = watch();
	await stream.activate();
	await until(() => server.calls.some(({ method }) => method === 'eth_getLogs'));
	await settle(server);
	const before = server.received.length;
	for (let i = 0; i < 50; i++) {
		chain.head++;
		tellHead();
	}
	await settle(server);
	expect(server.received.length).toBe(before);
	add(1);
	await until(() => stream.items.length === 1);
});

test('a node that restarts, and does not know its chain for a moment, ends nothing [S6]', async () => {
	const stream = watch();
	await stream.activate();
	add(1);
	await until(() => stream.items.length === 1);
	server.answerCalls(({ path, params }) => {
		if (path.startsWith('/ext/bc/')) return notFound;
		if (params.chain === 'P') return { result: { isBootstrapped: true } };
		return refuse("there is no chain with alias/ID 'C'");
	});
	add(2);
	const isAboutChain = ({ method, params }: Omit<RpcCall, 'id'>) =>
		method === 'info.isBootstrapped' && params.chain === 'C';
	// The node is asked each time: what it said before need not hold any more.
	await until(() => server.calls.filter(isAboutChain).length >= 2);
	server.answer(eachCall(answer));
	await until(() => stream.items.length >= 2);
	expect(transactionsOf(stream)).toEqual([1, 2]);
	expect([...stream.errors, ...stream.failures]).toEqual([]);
});

test('a node that restarts, and lacks the state of its newest block for a moment, ends nothing [S6]', async () => {
	const stream = create({ event: 'tokenTransfer', address: contract });
	let misses = 0;
	const lacking = 'missing trie node 12ab (path ) state 0x12ab is not available, not found';
	const topics = [transferTopic, `0x${word(1)}`, `0x${word(2)}`];
	const toTransfer = (log: ReturnType<typeof writeLog>) => ({
		...log,
		topics,
		data: `0x${word(5)}`,
	});
	server.answer(
		eachCall((call) => {
			if (call.method === 'eth_getCode') return { result: '0x60' };
			if (call.method === 'eth_call')
				return ++misses > 4 ? { result: `0x${word(6)}` } : refuse(lacking);
			if (call.method !== 'eth_getLogs') return answer(call);
			return { result: chain.logs.map((log) => toTransfer(writeLog(log))) };
		}),
	);
	await stream.activate();
	add(1);
	await until(() => stream.items.length >= 1);
	expect(stream.items).toMatchObject([{ txHash: `0x${word(1)}`, amount: 0.000005 }]);
	expect([...stream.errors, ...stream.failures]).toEqual([]);
});

test('a node that refused for its rate is asked anew, and events go on [S1]', async () => {
	const stream = watch();
	await stream.activate();
	add(1);
	await until(() => stream.items.length === 1);
	server.answer(() => reply({ error: 'too many requests' }, 429));
	const { length: before } = server.received;
	add(2);
	// What this client knows of the node is that it refuses.
	await until(() => server.received.length > before);
	server.answer(eachCall(answer));
	add(3);
	await until(() => stream.items.length >= 3);
	expect(transactionsOf(stream)).toEqual([1, 2, 3]);
	expect([...stream.errors, ...stream.failures]).toEqual([]);
});

/** Words of nodes and gateways, in passing. */
const refusals: Array<[code: number, words: string]> = [
	[-32603, 'internal error'],
	[-32603, 'upstream request timeout'],
	[-32000, 'context deadline exceeded'],
	[-32000, 'no backends available for method'],
	[-32001, 'Unable to complete request at this time.'],
	[-32005, 'limit exceeded'],
	[-32000, 'words that nobody knows'],
	[-32601, 'the method is not available'],
];

test.each(refusals)(
	'a node that answers once with %i %s ends nothing [S6]',
	async (code, words) => {
		const stream = watch();
		await stream.activate();
		add(1);
		await until(() => stream.items.length === 1);
		let refused = 0;
		server.answer(eachCall((call) => (refused++ < 2 ? refuse(words, code) : answer(call))));
		add(2);
		await until(() => refused >= 2);
		add(3);
		await until(() => stream.items.length >= 3);
		expect(transactionsOf(stream)).toEqual([1, 2, 3]);
		expect(stream.errors).toEqual([]);
	},
);

test.each(refusals)(
	'a node that refuses a subscription once with %i %s, after a cut, ends nothing [S6]',
	async (code, message) => {
		const stream = watch();
		await stream.activate();
		add(1);
		await until(() => stream.items.length === 1);
		let refused = 0;
		const honest = asNode(() => chain.head);
		server.answerSocket((call, ...rest) =>
			call.method === 'eth_subscribe' && refused++ < 1
				? { error: { code, message } }
				: honest(call, ...rest),
		);
		const { length: before } = server.sockets;
		socket().cut();
		add(2, false);
		await until(() => server.sockets.length >= before + 2);
		await until(() => stream.items.length >= 2);
		expect(transactionsOf(stream)).toEqual([1, 2]);
		expect(stream.errors).toEqual([]);
	},
);

test('an activation that fails half-way leaves nothing behind [S8]', async () => {
	server.answerSocket(asNode(), refuseWith(503));
	await expect(watch().activate()).rejects.toThrow();
	// Its reads had begun already.
	expect(server.calls.map(({ method }) => method)).toContain('eth_getBlockByNumber');
	server.answerSocket(asNode(() => chain.head));
	const before = server.received.length;
	await pass(1_000);
	expect(server.sockets).toEqual([]);
	expect(server.received.length).toBe(before);
});

test('what cannot pass is reported to n8n, once [S6]', async () => {
	const stream = watch();
	await stream.activate();
	server.answer(() => reply({ error: 'unauthorized' }, 401));
	server.answerSocket(asNode(), (_, connection) => {
		connection.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
		return true;
	});
	socket().cut();
	await until(() => stream.errors.length > 0);
	expect(stream.errors).toHaveLength(1);
	expect(stream.failures).toEqual([]);
});

const restarts = ['event', 'block'].flatMap((executions) =>
	[1, 2, 3].flatMap((lag) => [true, false].map((isSlow) => ({ executions, lag, isSlow }))),
);
test.each(restarts)(
	'after a restart, a node that is $lag blocks behind for a while doubles nothing: $executions, running $isSlow [S1]',
	async ({ executions, lag, isSlow }) => {
		const stream = watch({ executions });
		stream.isSlow = isSlow;
		await stream.activate();
		for (const transaction of [1, 2, 3]) {
			add(transaction);
			await until(() => stream.items.length >= transaction);
		}
		const { head } = chain;
		for (let times = 0; times < 2; times++) {
			await stream.kill();
			chain.head = head - lag;
			const { length: before } = server.received;
			await stream.activate('init');
			await until(() => server.received.length > before);
			await settle(server);
			chain.head = head;
			tellHead();
			tell(chain.logs.at(-1)!);
			await settle(server);
		}
		add(4);
		await until(() => transactionsOf(stream).includes(4));
		expect(transactionsOf(stream)).toEqual([1, 2, 3, 4]);
	},
);
