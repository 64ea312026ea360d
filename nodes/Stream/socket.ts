/** One WebSocket, from its handshake to its end: JSON-RPC calls, and what the node sends unasked. */
import { fail, type Answer } from '../shared/errors';
import { describeRpcError, type RpcError } from '../shared/network/meanings/rpcErrors';
import { inMiB } from '../shared/network/meanings/unreadable';
import type { Secrets } from '../shared/network/secrets';
import { parseJson } from '../shared/values/numbers';
import { pauseFor } from './bell';

export interface SocketSettings {
	/** Begins with ws:// or wss://. */
	url: string;
	headers: Record<string, string>;
	/** The node's name in messages. */
	host: string;
	secrets: Secrets;
	/** Of one message. */
	mostBytes: number;
	/** The longest wait for the handshake, and for the answer to a call, in ms. */
	answerMs: number;
}

/** What comes without being asked for. */
export interface Receiver {
	/** `id` names the subscription, as the node does. */
	notified(id: string, result: unknown): void;
	/** A message was dropped: too large, or not JSON-RPC. */
	dropped(reason: string): void;
}

/** A message of the node; nothing about its form is sure. */
interface Message {
	id?: unknown;
	result?: unknown;
	error?: RpcError | string | null;
	method?: unknown;
	params?: { subscription?: unknown; result?: unknown } | null;
}

interface Call {
	method: string;
	resolve(answer: Answer): void;
}

/** Node.js's own WebSocket takes headers, which the standard does not know. */
type Connect = new (url: string, init: { headers: Record<string, string> }) => WebSocket;

export class Socket {
	private readonly socket: WebSocket;
	private readonly calls = new Map<number, Call>();
	private lastId = 0;
	private readonly over = new AbortController();
	private readonly shaken = Promise.withResolvers<boolean>();
	private readonly finished = Promise.withResolvers<Answer<never>>();
	private readonly released = Promise.withResolvers<void>();
	/** When the node was heard last, on the clock of `performance.now`. */
	heardAt = performance.now();

	/** Begins the handshake. Throws where the URL or a header cannot be. */
	constructor(
		private readonly settings: SocketSettings,
		private readonly receiver: Receiver,
	) {
		const { url, headers, host, answerMs } = settings;
		this.socket = new (WebSocket as unknown as Connect)(url, { headers });
		this.socket.addEventListener('open', () => this.shaken.resolve(true));
		this.socket.addEventListener('message', ({ data }) => this.receive(data));
		this.socket.addEventListener('close', ({ code, reason }) => {
			this.released.resolve();
			const said = reason ? `: ${reason}` : '';
			this.end(
				fail('unreachable', `${host} closed the connection (${code})${said}`, {
					passing: true,
					detail: reason,
					hint: 'The node may have restarted, or a proxy limits the life of connections.',
				}),
			);
		});
		void pauseFor(answerMs, this.over.signal).then(
			(isLate) => isLate && this.shaken.resolve(false),
		);
	}

	/** Whether the handshake succeeded, once it is over. Why it failed, a WebSocket does not tell. */
	get isOpen(): Promise<boolean> {
		return this.shaken.promise;
	}

	/** Aborted once the connection is over. */
	get ended(): AbortSignal {
		return this.over.signal;
	}

	/** Why the connection is over. */
	get failure(): Promise<Answer<never>> {
		return this.finished.promise;
	}

	/** The result of a call, or why there is none. Without an answer in time, the failure has no code of JSON-RPC. */
	async call(method: string, params: unknown[]): Promise<Answer> {
		const { host, answerMs } = this.settings;
		if (this.over.signal.aborted) return await this.failure;
		const id = ++this.lastId;
		const answered = new AbortController();
		const answer = new Promise<Answer>((resolve) => {
			this.calls.set(id, { method, resolve });
			void pauseFor(answerMs, this.over.signal, answered.signal).then((isLate) => {
				const seconds = answerMs / 1000;
				if (isLate)
					resolve(
						fail('timeout', `${host} did not answer on its WebSocket within ${seconds} seconds`, {
							passing: true,
							hint: 'The connection may be broken. A new one is opened.',
						}),
					);
				else if (this.over.signal.aborted) void this.failure.then(resolve);
			});
			this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
		});
		return await answer.finally(() => {
			this.calls.delete(id);
			answered.abort();
		});
	}

	/** Ends the connection; resolves when it is closed, which a node that does not answer can put off for minutes. */
	async close(): Promise<void> {
		this.end(fail('cancelled', 'The connection was closed'));
		this.socket.close();
		await this.released.promise;
	}

	private end(failure: Answer<never>): void {
		this.shaken.resolve(false);
		this.finished.resolve(failure);
		this.over.abort();
	}

	private receive(data: unknown): void {
		if (this.over.signal.aborted) return;
		this.heardAt = performance.now();
		const { mostBytes, secrets } = this.settings;
		if (typeof data !== 'string') return this.receiver.dropped('a message held bytes, not text');
		if (data.length > mostBytes)
			return this.receiver.dropped(
				`a message has ${inMiB(data.length)}, and the limit is ${inMiB(mostBytes)}`,
			);
		let message: Message | null;
		try {
			message = parseJson(secrets.hideInAnswer(data)) as Message | null;
		} catch {
			return this.receiver.dropped('a message is not JSON');
		}
		const { id, method, params } = message ?? {};
		if (method === 'eth_subscription' && typeof params?.subscription === 'string')
			return this.receiver.notified(params.subscription, params.result);
		if (typeof id !== 'number')
			return this.receiver.dropped('a message is neither an answer nor a notification');
		// An answer that came twice, or too late, has no call any more.
		const call = this.calls.get(id);
		call?.resolve(this.read(call.method, message!));
	}

	private read(method: string, { error, result }: Message): Answer {
		if (error !== undefined && error !== null)
			return describeRpcError(method, error, this.settings.host);
		return { ok: true, result };
	}
}
