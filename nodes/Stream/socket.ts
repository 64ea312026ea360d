/** One WebSocket from handshake to end: JSON-RPC calls and notifications. */
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
	/** The largest message that is read. */
	mostBytes: number;
	/** The longest wait for the handshake, and for the answer to a call, in ms. */
	answerMs: number;
}

/** Callbacks for messages that are no answers. */
interface Receiver {
	/** `id` is the node's ID of the subscription. */
	notified(id: string, result: unknown): void;
	/** A message was dropped because it is too large or not JSON-RPC. */
	dropped(reason: string): void;
}

/** Nothing about the shape of a node's message is certain. */
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

/** Node.js's WebSocket takes headers, unlike the standard. */
type Connect = new (url: string, init: { headers: Record<string, string> }) => WebSocket;

export class Socket {
	private readonly socket: WebSocket;
	private readonly calls = new Map<number, Call>();
	private lastId = 0;
	private readonly over = new AbortController();
	private readonly shaken = Promise.withResolvers<boolean>();
	private readonly finished = Promise.withResolvers<Answer<never>>();
	private readonly released = Promise.withResolvers<void>();
	/** The time of the last message, on the clock of `performance.now`. */
	heardAt = performance.now();

	/** Begins the handshake. Throws if the URL or a header is invalid. */
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

	/** True if the handshake succeeded. Resolves when it is over. A WebSocket does not tell why it failed. */
	get isOpen(): Promise<boolean> {
		return this.shaken.promise;
	}

	get ended(): AbortSignal {
		return this.over.signal;
	}

	get failure(): Promise<Answer<never>> {
		return this.finished.promise;
	}

	/** Calls a method. If no answer comes in time, the failure has no `rpcCode`. */
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

	/** Ends the connection. Resolves once it is closed, which takes minutes if the node does not answer. */
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
		// A repeated or late answer has no call any more.
		const call = this.calls.get(id);
		call?.resolve(this.read(call.method, message!));
	}

	private read(method: string, { error, result }: Message): Answer {
		if (error !== undefined && error !== null)
			return describeRpcError(method, error, this.settings.host);
		return { ok: true, result };
	}
}
