/** A node over WebSockets that answers as the test says, message by message or byte by byte. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Handler, reply, type RpcCall, type Script, useScript } from './useScript.mts';

/** The server's end of one WebSocket. */
export interface ScriptedSocket {
	headers: IncomingHttpHeaders;
	/** The calls that came so far. */
	calls: RpcCall[];
	/** Sends text as it is, everything else as JSON. */
	send(message: unknown): void;
	/** One notification of a subscription. */
	notify(subscription: string, result: unknown): void;
	/** Writes bytes that need not be a frame. */
	write(bytes: Buffer): void;
	/** Reads nothing more, not even that the client closes. */
	turnDeaf(): void;
	cut(): void;
	/** The code with which the WebSocket closed. */
	closed: Promise<number>;
}

/** The result of a call, or `{ error }`; undefined: no answer. */
export type AnswerCall = (call: RpcCall, socket: ScriptedSocket) => unknown;
/** Takes a handshake in hand: true where it did all that is to be done. */
export type Shake = (incoming: IncomingMessage, connection: Duplex) => boolean;

export interface SocketScript extends Script {
	/** All WebSockets since the test began. */
	sockets: ScriptedSocket[];
	answerSocket(answer: AnswerCall, shake?: Shake): void;
}

/** Answers as a node does that has a chain of this height, with subscriptions 0x1, 0x2 ... in their order. */
export const asNode =
	(height = () => 1): AnswerCall =>
	({ method }, { calls }) =>
		method === 'eth_subscribe'
			? `0x${calls.filter((call) => call.method === method).length}`
			: `0x${height().toString(16)}`;

/** What a node answers to a request for the path of a WebSocket. */
export const noSocket: Handler = () =>
	reply('Bad Request\n', 400, { 'content-type': 'text/plain' });

/** Refuses a handshake with a status, as a server does over HTTP. */
export const refuseWith =
	(status: number): Shake =>
	(_, connection) => {
		connection.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
		return true;
	};

export function useSocketScript(): SocketScript {
	const server = new WebSocketServer({ noServer: true });
	const connections = new Set<Duplex>();
	let answer: AnswerCall;
	let shake: Shake;
	const script = Object.assign(useScript(noSocket), {
		sockets: [] as ScriptedSocket[],
		answerSocket(next: AnswerCall, nextShake: Shake = () => false) {
			answer = next;
			shake = nextShake;
		},
	});
	beforeAll(() => {
		script.server.on('upgrade', (incoming, connection, head) => {
			connections.add(connection.on('close', () => connections.delete(connection)));
			connection.on('error', () => {});
			if (shake(incoming, connection)) return;
			server.handleUpgrade(incoming, connection, head, (ws) => {
				const calls: RpcCall[] = [];
				const send = (message: unknown) =>
					ws.send(typeof message === 'string' ? message : JSON.stringify(message));
				const socket: ScriptedSocket = {
					headers: incoming.headers,
					calls,
					send,
					notify: (subscription, result) =>
						send({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }),
					write: (bytes) => void connection.write(bytes),
					turnDeaf: () => void connection.removeAllListeners('data').pause(),
					cut: () => ws.terminate(),
					closed: once(ws, 'close').then(([code]) => code as number),
				};
				script.sockets.push(socket);
				ws.on('error', () => {});
				ws.on('message', (data) => {
					const call = { ...JSON.parse(String(data)), path: incoming.url } as RpcCall;
					calls.push(call);
					const result = answer(call, socket);
					const { error } = (result ?? {}) as { error?: unknown };
					if (result !== undefined)
						send({ jsonrpc: '2.0', id: call.id, ...(error ? { error } : { result }) });
				});
			});
		});
	});
	const cutAll = () => {
		for (const connection of connections) connection.destroy();
	};
	beforeEach(() => {
		script.sockets = [];
		script.answerSocket(asNode());
	});
	afterEach(cutAll);
	return script;
}
