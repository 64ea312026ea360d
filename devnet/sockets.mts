import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { answerText, parseError, writeNotification } from './evm/jsonRpc.mts';
import type { EvmCall } from './evm/jsonRpc.mts';
import type { Tell } from './evm/subscriptions.mts';
import { checkArguments } from './evm/arguments.mts';
import type { Circumstances, Verdict } from './faults.mts';
import type { Reply } from './http.mts';
import { findFlaw, fail } from './jsonRpc.mts';
import { readJson } from './json.mts';

/** The WebSockets of the node: its JSON-RPC, and the notifications of subscriptions. */

/** What an EVM chain does for a socket. */
export interface SocketService {
	call: EvmCall;
	/** Begins a subscription; what ends it. Throws an RpcError. */
	subscribe(params: unknown, tell: Tell): Promise<() => void>;
}

/** One message of a client, noted in the log: what happens to it, and what notes its end. */
export interface Judged {
	verdict: Verdict;
	finish(status: number): void;
}

export interface Client {
	service: SocketService;
	/** Judges a message of the client, and of the server: its notifications. */
	receive(body: string): Judged;
	judge(circumstances: Pick<Circumstances, 'rpcMethod'>, text: string): Verdict;
}

const largestMessage = 32 * 1024 * 1024;

/** All sockets of one server. `nextId` gives subscriptions their IDs. */
export function createSockets(batchLimit: number, nextId: () => string) {
	const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage });

	function serve(socket: WebSocket, { service, receive, judge }: Client) {
		const subscriptions = new Map<string, () => void>();
		let told = Promise.resolve();
		const send = (text: string) => socket.readyState === socket.OPEN && socket.send(text);
		const change = ({ changes }: Verdict, text: string) =>
			changes.reduce<Reply>((reply, next) => next(reply), { status: 200, text }).text ?? text;

		/** Notifications keep their order, and follow the answer that names their subscription. */
		const tellOf =
			(id: string, isNamed: Promise<void>): Tell =>
			(result) => {
				told = told.then(async () => {
					await isNamed;
					const text = writeNotification(id, result);
					const verdict = judge({ rpcMethod: 'eth_subscription' }, text);
					if (verdict.latencyMs) await wait(verdict.latencyMs, undefined, { ref: false });
					if (verdict.cut) socket.terminate();
					else if (!verdict.drop) send(change(verdict, text));
				});
			};
		const callFor =
			(verdict: Verdict, isNamed: Promise<void>): EvmCall =>
			async (method, params) => {
				const error = verdict.failCall?.(method);
				if (error) throw error;
				if (method === 'eth_subscribe') {
					const id = nextId();
					subscriptions.set(id, await service.subscribe(params, tellOf(id, isNamed)));
					return id;
				}
				if (method !== 'eth_unsubscribe') return await service.call(method, params);
				const [id] = checkArguments(params, 'filterId') as [string];
				if (!subscriptions.has(id)) throw fail('subscription not found');
				subscriptions.get(id)!();
				return subscriptions.delete(id);
			};

		async function answer(body: string) {
			const { verdict, finish } = receive(body);
			if (verdict.latencyMs) await wait(verdict.latencyMs, undefined, { ref: false });
			if (verdict.cut === 'before' || (verdict.reply && verdict.reply.json === undefined)) {
				finish(0);
				return socket.terminate();
			}
			let message: unknown;
			try {
				message = readJson(body);
			} catch {
				const flaw = findFlaw(body.trim());
				if (flaw.startsWith('invalid')) send(parseError(flaw));
				finish(0);
				return socket.terminate();
			}
			const named = Promise.withResolvers<void>();
			const text = verdict.reply
				? JSON.stringify(verdict.reply.json)
				: await answerText(message, callFor(verdict, named.promise), batchLimit);
			finish(verdict.cut ? 0 : 200);
			if (verdict.cut) return socket.terminate();
			if (text !== undefined && !verdict.drop) send(change(verdict, text));
			named.resolve();
		}

		socket.on('message', (data) => {
			answer(data.toString()).catch((error: Error) => {
				console.error(`The mock network failed: ${error.stack}`);
				socket.terminate();
			});
		});
		socket.on('error', () => {});
		socket.on('close', () => {
			for (const end of subscriptions.values()) end();
		});
	}

	const cut = () => {
		for (const socket of server.clients) socket.terminate();
	};
	return {
		/** Shakes hands, and serves the socket from then on. */
		accept: (incoming: IncomingMessage, connection: Duplex, head: Buffer, client: Client) =>
			server.handleUpgrade(incoming, connection, head, (socket) => serve(socket, client)),
		/** Cuts all connections. */
		cut,
	};
}
