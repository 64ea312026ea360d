/** The connection of the stream trigger, against a node that follows a script. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { notFound, refuse, reply } from '../support/useScript.mts';
import {
	asNode,
	noSocket,
	refuseWith,
	type ScriptedSocket,
	useSocketScript,
} from '../support/useSocketScript.mts';
import { chain, connect as connectTo, head, type Options, until } from './heardScene.mts';

const server = useSocketScript();
const connect = ({ credential, ...options }: Options = {}) =>
	connectTo({ ...options, credential: { nodeUrl: server.url, ...credential } });

/** Where nothing listens any more. */
async function freeUrl(): Promise<string> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return `http://127.0.0.1:${port}`;
}

test('it subscribes, and passes each notification with the index of its subscription', async () => {
	const filter = { address: '0xab', topics: [] };
	const { first, wait, heard } = connect({
		subscriptions: [
			{ kind: 'newHeads', params: [] },
			{ kind: 'logs', params: [filter] },
		],
	});
	expect(await first).toEqual({ ok: true, result: undefined });
	const [socket] = server.sockets;
	await until(() => socket.calls.length === 3);
	expect(socket.calls.map(({ path, method, params }) => [path, method, params])).toEqual([
		[chain, 'eth_subscribe', ['newHeads']],
		[chain, 'eth_subscribe', ['logs', filter]],
		[chain, 'eth_blockNumber', []],
	]);
	socket.notify('0x2', { data: '0x' });
	socket.send(
		'{"method":"eth_subscription","params":{"subscription":"0x1","result":{"number":"0x2","n":12345678901234567890}}}',
	);
	socket.notify('0x3', 'of nobody');
	socket.notify('0x1', head(3));
	await wait('notified', 3);
	expect(heard).toEqual([
		{ event: 'opened' },
		{ event: 'notified', subscription: 1, result: { data: '0x' } },
		{ event: 'notified', subscription: 0, result: { number: '0x2', n: '12345678901234567890' } },
		{ event: 'notified', subscription: 0, result: head(3) },
	]);
});

/** Messages of the node in a whole session: four answers, then notifications. */
const answers = 3;
const notifications = 3;
test.each(Array.from({ length: answers + notifications + 1 }, (_, i) => i))(
	'cut after message %i, it connects anew and loses nothing that is sent from then on',
	async (cutAfter) => {
		let sent = 0;
		const count = (socket: ScriptedSocket) => {
			if (server.sockets.length === 1 && sent++ === cutAfter) socket.cut();
		};
		server.answerSocket((call, socket) => {
			count(socket);
			if (call.method === 'eth_blockNumber')
				for (let i = 0; i < notifications; i++) {
					count(socket);
					socket.notify(i % 2 ? '0x2' : '0x1', head(i));
				}
			return asNode()(call, socket);
		});
		const { wait, of, heard } = connect({
			subscriptions: [
				{ kind: 'newHeads', params: [] },
				{ kind: 'logs', params: [{}] },
			],
		});
		if (cutAfter === answers + notifications) {
			await wait('notified', notifications);
			server.sockets[0].cut();
		}
		const { failure } = await wait('lost');
		expect(failure).toMatchObject({
			passing: true,
			message: `${server.url} closed the connection (1006)`,
		});
		const before = of('notified').length;
		await wait('notified', before + notifications);
		const after = heard.slice(heard.findIndex(({ event }) => event === 'lost') + 1);
		expect(after).toEqual([
			{ event: 'opened' },
			{ event: 'notified', subscription: 0, result: head(0) },
			{ event: 'notified', subscription: 1, result: head(1) },
			{ event: 'notified', subscription: 0, result: head(2) },
		]);
	},
);

describe('a connection that is of no use is replaced', () => {
	const replaced = async (message: RegExp, connection: ReturnType<typeof connect>) => {
		expect(await connection.wait('lost')).toMatchObject({
			failure: { passing: true, message: expect.stringMatching(message) },
		});
		server.answerSocket(asNode());
		const before = connection.of('opened').length;
		await connection.wait('opened', before + 1);
	};

	test('one that accepts and never shakes hands', async () => {
		server.answerSocket(asNode(), () => true);
		server.answer(() => {});
		await replaced(
			/did not answer within 0\.05 seconds/,
			connect({ limits: { answerMs: 50 }, timeoutMs: 50 }),
		);
	});

	test('one that shakes hands and never answers', async () => {
		server.answerSocket(() => undefined);
		const connection = connect({ limits: { answerMs: 50 } });
		await replaced(/did not answer on its WebSocket within 0\.05 seconds/, connection);
		expect(connection.of('opened')).toHaveLength(1);
	});

	test('one that is silent while blocks move on', async () => {
		let height = 1;
		server.answerSocket(asNode(() => height++));
		await replaced(
			/reports no new blocks on its WebSocket, though there are some/,
			connect({ limits: { answerMs: 300, quietMs: 20 } }),
		);
	});

	test('one that told of a block far ahead, and is silent while blocks move on [S5]', async () => {
		let height = 1;
		const answerAsNode = asNode(() => height++);
		server.answerSocket((call, socket) => {
			if (call.method === 'eth_blockNumber')
				for (const number of [null, '0x42c1d7f']) socket.notify('0x1', { number });
			return answerAsNode(call, socket);
		});
		await replaced(
			/reports no new blocks on its WebSocket, though there are some/,
			connect({ limits: { answerMs: 300, quietMs: 20 } }),
		);
	});

	test('one that went deaf, though TCP still holds it', async () => {
		const connection = connect({ limits: { answerMs: 200, quietMs: 20 } });
		await connection.wait('opened');
		server.sockets[0].turnDeaf();
		await replaced(/did not answer on its WebSocket/, connection);
	});

	test('one over which the node holds up all HTTP requests', async () => {
		const connection = connect({ limits: { quietMs: 20, answerMs: 300 } });
		await connection.wait('opened');
		await until(() => server.received.length);
		server.answer(() => {});
		await connection.wait('lost');
		server.answer(noSocket);
		await replaced(/answers no HTTP request while its WebSocket is open/, connection);
	});

	test('one that gives two subscriptions one ID', async () => {
		server.answerSocket(() => '0x1');
		const kinds = ['newHeads', 'newAcceptedTransactions'] as const;
		const { failure } = await connect({
			subscriptions: kinds.map((kind) => ({ kind, params: [] })),
		}).wait('lost');
		expect(failure.message).toMatch(/did not name the subscription newAcceptedTransactions$/);
	});

	test('one with frames that are malformed, or text that is no UTF-8', async () => {
		for (const bytes of [
			[0xff, 0x05, 1, 2, 3],
			[0x81, 0x02, 0xff, 0xfe],
			[0x83, 0x01, 0x00],
		]) {
			const connection = connect();
			await connection.wait('opened');
			server.sockets.at(-1)!.write(Buffer.from(bytes));
			await replaced(/closed the connection/, connection);
			await connection.close();
		}
	});
});

test('a chain that stands still is no reason to connect anew', async () => {
	const { wait, heard } = connect({ limits: { quietMs: 5 } });
	await wait('opened');
	const [socket] = server.sockets;
	await until(() => socket.calls.length >= 6);
	expect(heard).toEqual([{ event: 'opened' }]);
	expect(server.sockets).toHaveLength(1);
});

test('a block that is told after it was asked for is no reason either', async () => {
	let height = 1;
	server.answerSocket((call, socket) => {
		if (call.method === 'eth_blockNumber') setImmediate(() => socket.notify('0x1', head(height)));
		return asNode(() => ++height)(call, socket);
	});
	const { wait, of } = connect({ limits: { quietMs: 5, answerMs: 100 } });
	await wait('notified', 4);
	expect(of('lost')).toEqual([]);
});

test('what repeats is passed as often as it comes, and answers that repeat are not', async () => {
	server.answerSocket((call, socket) => {
		const result = asNode()(call, socket);
		for (let i = 0; i < 2; i++) socket.send({ jsonrpc: '2.0', id: call.id, result });
		return undefined;
	});
	const { wait, heard } = connect();
	await wait('opened');
	for (let i = 0; i < 2; i++) server.sockets[0].notify('0x1', head(7));
	await wait('notified', 2);
	expect(heard.map(({ event }) => event)).toEqual(['opened', 'notified', 'notified']);
});

test('messages that are too large or malformed are dropped and reported, and the connection stays', async () => {
	const { wait, of } = connect({ limits: { mostBytes: 2 ** 20 } });
	await wait('opened');
	const [socket] = server.sockets;
	socket.notify('0x1', 'x'.repeat(2 ** 20));
	socket.send('{"half": ');
	socket.send('null');
	socket.send('{}');
	socket.write(Buffer.from([0x82, 0x01, 0x00]));
	socket.notify('0x1', head(1));
	await wait('notified');
	expect(of('dropped').map(({ reason }) => reason)).toEqual([
		'a message has 1.0 MiB, and the limit is 1.0 MiB',
		'a message is not JSON',
		'a message is neither an answer nor a notification',
		'a message is neither an answer nor a notification',
		'a message held bytes, not text',
	]);
	expect(of('lost')).toEqual([]);
});

describe('what cannot come about is not tried again', () => {
	const refusals: Array<[string, () => void, RegExp, string]> = [
		[
			'a wrong token',
			() => {
				server.answerSocket(asNode(), refuseWith(401));
				server.answer(() => reply('Unauthorized\n', 401, { 'content-type': 'text/plain' }));
			},
			/Unauthorized/,
			'key-refused',
		],
		[
			'a chain that the node does not know',
			() => {
				server.answerSocket(asNode(), refuseWith(404));
				server.answerCalls(({ path, method, params }) => {
					if (path === chain) return notFound;
					if (method !== 'info.isBootstrapped') return notFound;
					if (params.chain === 'P') return { result: { isBootstrapped: true } };
					return refuse("there is no chain with alias/ID 'C'");
				});
			},
			/does not know the chain "C"/,
			'not-found',
		],
		[
			'a chain without WebSockets',
			() => {
				server.answerSocket(asNode(), refuseWith(404));
				server.answerCalls(({ path }) =>
					path === chain ? notFound : { result: { isBootstrapped: true } },
				);
			},
			/does not serve \/ext\/bc\/C\/ws, though it knows the chain/,
			'not-found',
		],
		[
			'a redirect',
			() => {
				server.answerSocket(asNode(), refuseWith(302));
				server.answer(() => reply('', 302, { location: 'http://127.0.0.1:1/' }));
			},
			/redirects are not followed/,
			'refused',
		],
		[
			'a kind that the node does not know',
			() =>
				server.answerSocket(() => refuse('no "newHeads" subscription in eth namespace', -32601)),
			/no "newHeads" subscription/,
			'method-unknown',
		],
		[
			'a node that subscribes to nothing',
			() => server.answerSocket(() => refuse('notifications not supported', -32601)),
			/notifications not supported/,
			'method-unknown',
		],
	];
	test.each(refusals)('%s', async (_, script, message, kind) => {
		script();
		const { first, wait, heard } = connect();
		const { failure } = await wait('ended');
		expect(failure).toMatchObject({
			kind,
			message: expect.stringMatching(message),
			passing: false,
		});
		expect(failure.hint).toBeDefined();
		expect(await first).toEqual({ ok: false, failure });
		expect(heard).toHaveLength(1);
	});

	test('a chain that the node served, and does not know for longer than a restart takes', async () => {
		const { wait, of } = connect({ limits: { returnMs: 300 } });
		await wait('opened');
		server.answerSocket(asNode(), refuseWith(404));
		server.answerCalls(({ path, params }) => {
			if (path === chain) return notFound;
			if (params.chain === 'P') return { result: { isBootstrapped: true } };
			return refuse("there is no chain with alias/ID 'C'");
		});
		server.sockets[0].cut();
		await wait('ended');
		const failures = of('lost').map(({ failure }) => failure);
		expect(failures.length).toBeGreaterThan(1);
		expect(failures.every(({ passing }) => passing)).toBe(true);
	});

	test("an address that n8n's rules for outgoing connections do not allow", async () => {
		const asked: unknown[] = [];
		const error = new Error(
			'The request was blocked because it resolves to a restricted IP address',
		);
		const { wait } = connect({
			egress: {
				validateUrl: async (url) => {
					asked.push(url);
					return { ok: false, error };
				},
			},
		});
		const { failure } = await wait('ended');
		expect(failure.message).toBe(`n8n does not allow requests to ${server.url}`);
		expect(asked).toEqual([`${server.url}${chain}`]);
		expect(server.sockets).toEqual([]);
	});
});

test.each(['99999999', 'Thu, 01 Jan 2099 00:00:00 GMT', '9'.repeat(400)])(
	'a host that asks to wait for years is asked again after an hour: Retry-After: %s',
	async (retryAfter) => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		server.answerSocket(asNode(), refuseWith(503));
		server.answer(() => reply('', 503, { 'retry-after': retryAfter }));
		const { wait } = connect();
		await wait('lost');
		await until(() => timeout.mock.calls.some(([ms]) => ms > 60_000));
		const longest = Math.max(...timeout.mock.calls.map(([ms]) => ms));
		timeout.mockRestore();
		expect(longest).toBe(60 * 60 * 1000);
	},
);

describe('what may come about later is tried for ever', () => {
	const replies: Array<[string, number, string, RegExp]> = [
		['a proxy that lets no WebSocket pass', 400, 'Bad Request', /opened no WebSocket at/],
		[
			'a chain that is catching up',
			503,
			'API call rejected because chain is not done bootstrapping',
			/still catching up/,
		],
		['a node behind a proxy that is down', 502, '<html></html>', /failed \(502\)/],
	];
	test.each(replies)('%s', async (_, status, body, message) => {
		server.answerSocket(asNode(), refuseWith(status));
		server.answer(() => reply(body, status, { 'content-type': 'text/plain' }));
		const { first, wait, of } = connect();
		expect(await first).toMatchObject({
			ok: false,
			failure: { passing: true, message: expect.stringMatching(message) },
		});
		await wait('lost', 4);
		expect(of('ended')).toEqual([]);
		server.answerSocket(asNode());
		await wait('opened');
	});

	test('a host where nothing listens', async () => {
		const nodeUrl = await freeUrl();
		const { wait } = connect({ credential: { nodeUrl } });
		const { failure } = await wait('lost', 3);
		expect(failure.message).toBe(
			`${nodeUrl} could not be reached: nothing listens at that address`,
		);
	});
});

describe('the secret of the node', () => {
	const credential = {
		nodeAuthentication: 'header',
		nodeHeaderName: 'x-node-token',
		nodeHeaderSecret: 'secret-1234567',
	} as const;

	test('goes with the handshake, and is hidden wherever the node repeats it', async () => {
		server.answerSocket((call, socket) =>
			call.method === 'eth_blockNumber'
				? asNode()(call, socket)
				: refuse(`${String(socket.headers['x-node-token'])} may not subscribe`, -32001),
		);
		const { wait } = connect({ credential });
		const { failure } = await wait('ended');
		expect(failure.message).toBe('The node refused eth_subscribe: *** may not subscribe');
		expect(failure.detail).toBe('*** may not subscribe');
	});

	test('does not follow a redirect', async () => {
		server.answerSocket(asNode(), (incoming, connection) => {
			const status = incoming.url === chain ? 302 : 401;
			connection.write(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${server.url}/elsewhere\r\n`);
			connection.end('content-length: 0\r\nconnection: close\r\n\r\n');
			expect(incoming.url).toBe(chain);
			return true;
		});
		server.answer(() => reply('', 302, { location: `${server.url}/elsewhere` }));
		await connect({ credential }).wait('ended');
		expect(server.received.map(({ path }) => path)).toEqual([chain]);
	});
});

describe('closing', () => {
	/** Sockets and timers that keep a process alive, ours on the server's side among them. */
	const handles = () =>
		process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|Timeout/.test(name)).length;

	const states: Array<[string, (connection: ReturnType<typeof connect>) => Promise<unknown>]> = [
		['before anything', async () => {}],
		[
			'during the handshake',
			async () => {
				await until(() => shaking);
			},
		],
		[
			'while it subscribes',
			async () => {
				await until(() => server.sockets[0]?.calls.length);
			},
		],
		['when it is open', async ({ wait }) => await wait('opened')],
		['between two attempts', async ({ wait }) => await wait('lost')],
		['when it ended', async ({ wait }) => await wait('ended')],
	];
	let shaking = false;
	test.each(states)('%s ends all, and nothing is heard any more', async (state, reach) => {
		shaking = false;
		server.answerSocket(
			(call, socket) => (state === 'while it subscribes' ? undefined : asNode()(call, socket)),
			(_, connection) => {
				shaking = true;
				if (state === 'during the handshake') return true;
				if (/attempts|ended/.test(state)) return refuseWith(400)(_, connection);
				return false;
			},
		);
		server.answer(() => reply('', state === 'when it ended' ? 401 : 503));
		const before = handles();
		const connection = connect({ limits: { firstPauseMs: 60_000, longestPauseMs: 60_000 } });
		await reach(connection);
		await connection.close();
		const heard = connection.heard.length;
		await until(() => {
			server.server.closeIdleConnections();
			return handles() <= before;
		});
		expect(connection.heard).toHaveLength(heard);
		expect(connection.of('lost').every(({ failure }) => failure.kind !== 'cancelled')).toBe(true);
	});

	test('a node that is deaf does not hold it up', async () => {
		const { wait, close } = connect();
		await wait('opened');
		server.sockets[0].turnDeaf();
		await close();
	});
});
