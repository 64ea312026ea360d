/** The subscriptions of one chain over a WebSocket. Replaces it, for ever, whenever it breaks or falls silent. */
import type { NodeEgressFilter } from 'n8n-workflow';
import { fail, nothing, type Answer, type Failure, type FailureKind } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { findMisfit, headersFor, joinUrl, urlOf } from '../shared/network/credential';
import { blocksApart } from '../shared/network/hosts';
import { describeNoUrl, describeTransport } from '../shared/network/meanings/transport';
import { heededMs } from '../shared/network/pauses';
import { toInteger } from '../shared/values/hex';
import { pauseFor } from './bell';
import { Socket, type SocketSettings } from './socket';
import { minuteMs } from '../shared/values/timeUnits';

export interface Subscription {
	kind: 'newHeads' | 'logs' | 'newPendingTransactions' | 'newAcceptedTransactions';
	/** The parameters after the kind: the filter of logs, or true to send whole transactions. */
	params: unknown[];
}

/** The callbacks of a connection. None is called after `close`. */
export interface Listener {
	/** Connected and everything subscribed, for the first time or after a loss. */
	opened(): void;
	/** `subscription` is an index into the subscriptions of the settings. `result` is parsed without rounding. */
	notified(subscription: number, result: unknown): void;
	/** The connection was lost or could not be opened. Another attempt follows. */
	lost(failure: Failure): void;
	/** A message was dropped because it is too large or not JSON-RPC. */
	dropped(reason: string): void;
	/** The connection is impossible (refused, no such chain). No attempt follows. */
	ended(failure: Failure): void;
}

export interface Connection {
	/** The result of the first attempt. The listener learns if another one follows. */
	first: Promise<Answer<undefined>>;
	/** Resolves once the WebSocket is closed, or after a second if the node does not answer. */
	close(): Promise<void>;
}

/** Times in ms. */
interface ConnectionLimits {
	/** Of one message. Larger ones are dropped, because parsing them would block n8n for too long. */
	mostBytes: number;
	/** The longest wait for a handshake, for the answer to a call, and for a block that the node has announced. */
	answerMs: number;
	/** Queries the node after this long without a block, or without any message if no blocks are subscribed. */
	quietMs: number;
	/** A restarting node may not know a chain that it served, for up to this long. */
	returnMs: number;
	firstPauseMs: number;
	longestPauseMs: number;
}

/** Replaces a silent connection within `quietMs` and twice `answerMs`: 50 seconds. */
export const defaultLimits: ConnectionLimits = {
	mostBytes: 2 ** 20,
	answerMs: 10_000,
	quietMs: 30_000,
	returnMs: 10 * minuteMs,
	firstPauseMs: 500,
	longestPauseMs: minuteMs,
};

export interface ConnectionSettings {
	/** Queries the same node over HTTP after a failed handshake. Ended together with the connection. */
	client: Client;
	/** The path of the WebSocket below the node URL, such as /ext/bc/C/ws. */
	path: string;
	subscriptions: Subscription[];
	limits?: Partial<ConnectionLimits>;
	/** n8n's rules for outgoing connections (n8n 2.33 and later). */
	egress?: Pick<NodeEgressFilter, 'validateUrl'>;
}

/** Connects, and stays connected until it is closed or a connection is impossible. */
export function openConnection(settings: ConnectionSettings, listener: Listener): Connection {
	return new LastingConnection(settings, listener);
}

/** HTTP statuses of a failed handshake that leave hope: the server has this path, or may have it later. */
const noHandshake = [400, 405, 426];

/**
 * Failures that may pass if this server answered well some minutes ago. A restarting node does not know the chains of
 * L1s for a while, and a gateway refuses what it cannot pass on to a node.
 */
export const mayReturnIfServed: FailureKind[] = ['not-found', 'refused', 'method-unknown'];

/** True if another attempt cannot succeed unless somebody changes something. */
const isLasting = ({ kind, passing, httpStatus = 0 }: Failure): boolean =>
	!passing &&
	kind !== 'not-understood' &&
	!(kind === 'refused' && noHandshake.includes(httpStatus));

/** The time that the node gets to answer the close of a WebSocket. */
const closingMs = 1000;

class LastingConnection implements Connection {
	readonly first: Promise<Answer<undefined>>;
	private readonly tried = Promise.withResolvers<Answer<undefined>>();
	private readonly closing = new AbortController();
	private readonly limits: ConnectionLimits;
	private readonly running: Promise<void>;
	/** Ended sockets that the runtime has not closed yet, because the node does not answer. */
	private readonly unclosed = new Set<Socket>();
	/** The newest block notified since the connection was opened. A block far from the previous one replaces it. */
	private told = -1;
	private headAt = 0;
	/** The end of the last open connection, on the clock of `performance.now`. */
	private servedAt = -Infinity;

	constructor(
		private readonly settings: ConnectionSettings,
		private readonly listener: Listener,
	) {
		this.limits = { ...defaultLimits, ...settings.limits };
		this.first = this.tried.promise;
		this.running = this.run();
	}

	async close(): Promise<void> {
		this.closing.abort();
		this.settings.client.end();
		await this.running;
		const closed = Promise.all([...this.unclosed].map(async (socket) => await socket.close()));
		await Promise.race([closed, pauseFor(closingMs)]);
	}

	private async run(): Promise<void> {
		const { longestPauseMs, firstPauseMs } = this.limits;
		const { signal } = this.closing;
		for (let failures = 0; ; ) {
			const startedAt = performance.now();
			const failure = await this.connect();
			this.tried.resolve({ ok: false, failure });
			if (signal.aborted) return;
			const isServed = performance.now() - this.servedAt < this.limits.returnMs;
			const mayReturn = mayReturnIfServed.includes(failure.kind) && isServed;
			if (isLasting(failure) && !mayReturn) return this.listener.ended(failure);
			this.listener.lost(mayReturn ? { ...failure, passing: true } : failure);
			// A connection that lasted does not add to the failures before it.
			failures = performance.now() - startedAt > longestPauseMs ? 1 : failures + 1;
			const backoffMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
			// A node that does not even answer a close keeps our end open, so open new sockets less often.
			const pauseMs = backoffMs * (0.5 + 0.5 * Math.random()) * (1 + this.unclosed.size);
			if (!(await pauseFor(Math.max(pauseMs, heededMs(failure.retryAfterMs)), signal))) return;
		}
	}

	/** Runs one WebSocket from beginning to end. Returns the reason of its end. */
	private async connect(): Promise<Failure> {
		const ids = new Map<string, number>();
		const place = await this.findPlace();
		if (!place.ok) return place.failure;
		if (this.closing.signal.aborted) return fail('cancelled', 'The connection was closed').failure;
		let socket: Socket;
		try {
			socket = new Socket(place.result, {
				notified: (id, result) => this.pass(ids.get(id), result),
				dropped: (reason) => this.listener.dropped(reason),
			});
		} catch {
			return await this.explain();
		}
		const onClose = () => void socket.close();
		this.closing.signal.addEventListener('abort', onClose);
		this.unclosed.add(socket);
		try {
			if (!(await socket.isOpen))
				return this.closing.signal.aborted ? await failureOf(socket) : await this.explain();
			const refused = await this.subscribe(socket, ids);
			if (refused) return this.hide(refused);
			this.tried.resolve(nothing);
			this.listener.opened();
			void socket.failure.then(() => (this.servedAt = performance.now()));
			return this.hide(
				await Promise.race([failureOf(socket), this.watch(socket), this.guard(socket)]),
			);
		} finally {
			this.closing.signal.removeEventListener('abort', onClose);
			void socket.close().then(() => this.unclosed.delete(socket));
		}
	}

	private hide(failure: Failure): Failure {
		const hidden = this.settings.client.secrets.hideInFailure({ ok: false, failure });
		return hidden.ok ? failure : hidden.failure;
	}

	private async findPlace(): Promise<Answer<SocketSettings>> {
		const { client, path, egress } = this.settings;
		const { credential, secrets } = client;
		const base = urlOf(credential, 'node');
		if (!base) return describeNoUrl('node');
		// The HTTP probe explains what is wrong with the credential, and sends nothing.
		if (findMisfit(credential, 'node')) return { ok: false, failure: await this.explain() };
		if (typeof WebSocket === 'undefined')
			return fail('refused', 'This Node.js has no WebSocket', {
				hint: 'Update n8n: its Node.js must be 22 or newer.',
			});
		const url = joinUrl(base, path);
		const host = client.nameOf('node');
		const allowed = await egress?.validateUrl(url);
		if (allowed && !allowed.ok)
			return describeTransport(allowed.error, { kind: 'node', name: host, credential }, 0);
		const headers = headersFor(credential, url);
		const { mostBytes, answerMs } = this.limits;
		const socketUrl = url.replace(/^http/, 'ws');
		return { ok: true, result: { url: socketUrl, headers, host, secrets, mostBytes, answerMs } };
	}

	/** A request that costs the node next to nothing. avalanchego answers it with 400. */
	private async probe(more: { deadline?: number } = {}): Promise<Answer> {
		const { client, path } = this.settings;
		// The node's state of the chain may have changed, so use no cached answers.
		const asking = client.afresh();
		const call = { path, method: 'eth_chainId', params: [], safe: true, ...more };
		return await asking.rpc({ ...call, worth: () => 0 });
	}

	/** Explains a failed connection by HTTP, because a WebSocket does not report the status of a refusal. */
	private async explain(): Promise<Failure> {
		const { client, path } = this.settings;
		const probe = await this.probe();
		if (!probe.ok && !noHandshake.includes(probe.failure.httpStatus ?? 0)) return probe.failure;
		return fail('unreachable', `${client.nameOf('node')} opened no WebSocket at ${path}`, {
			passing: true,
			hint: 'The node answers HTTP here. A proxy between n8n and the node must let WebSockets pass.',
		}).failure;
	}

	private async subscribe(socket: Socket, ids: Map<string, number>): Promise<Failure | undefined> {
		const { subscriptions, client } = this.settings;
		this.told = -1;
		this.headAt = performance.now();
		for (const [i, { kind, params }] of subscriptions.entries()) {
			const answer = await socket.call('eth_subscribe', [kind, ...params]);
			if (!answer.ok) return answer.failure;
			const id = answer.result;
			if (typeof id !== 'string' || ids.has(id))
				return fail(
					'not-understood',
					`${client.nameOf('node')} did not name the subscription ${kind}`,
					{ hint: 'This URL may lead to a proxy or to another server.' },
				).failure;
			ids.set(id, i);
		}
		return undefined;
	}

	private pass(subscription: number | undefined, result: unknown): void {
		if (subscription === undefined) return;
		if (this.settings.subscriptions[subscription].kind === 'newHeads') {
			this.headAt = performance.now();
			const { number } = (result ?? {}) as { number?: unknown };
			this.noteBlock(toInteger(number));
		}
		this.listener.notified(subscription, result);
	}

	private noteBlock(block: number | undefined): void {
		if (block === undefined) return;
		const isFar = Math.abs(block - this.told) > blocksApart.most;
		this.told = isFar ? block : Math.max(this.told, block);
	}

	/** True if a notification named this block or one soon after it. */
	private hasTold(block: number): boolean {
		return this.told >= block && this.told <= block + blocksApart.most;
	}

	/**
	 * Ends the connection for the node's sake. While avalanchego (seen on v1.14.2) waits to add a chain, it answers no
	 * HTTP requests and waits for all WebSockets to end. This happens if a WebSocket is opened while the node starts.
	 */
	private async guard(socket: Socket): Promise<Failure> {
		const { answerMs, quietMs } = this.limits;
		do {
			const probe = await this.probe({ deadline: Date.now() + answerMs });
			if (!probe.ok && probe.failure.kind === 'timeout')
				return fail(
					'timeout',
					`${this.settings.client.nameOf('node')} answers no HTTP request while its WebSocket is open`,
					{ passing: true, hint: 'The node may be starting. A new connection is opened later.' },
				).failure;
		} while (await pauseFor(quietMs, socket.ended));
		return await failureOf(socket);
	}

	/** Gives a failure once the connection is useless. Waits while the node answers and reports its blocks. */
	private async watch(socket: Socket): Promise<Failure> {
		const { answerMs, quietMs } = this.limits;
		const tellsHeads = this.settings.subscriptions.some(({ kind }) => kind === 'newHeads');
		const quietSince = () => (tellsHeads ? this.headAt : socket.heardAt);
		let known = Infinity;
		let height = NaN;
		/** True if new blocks came since the last query, but no notification reported the newest one. */
		const isUntold = () => tellsHeads && height > known && !this.hasTold(height);
		while (!socket.ended.aborted) {
			const askedAt = performance.now();
			const answer = await socket.call('eth_blockNumber', []);
			if (!answer.ok && answer.failure.rpcCode === undefined) return answer.failure;
			height = (answer.ok ? toInteger(answer.result) : undefined) ?? NaN;
			// The notification of this block may be on its way.
			if (isUntold() && (await pauseFor(answerMs, socket.ended)) && isUntold())
				return fail(
					'timeout',
					`${this.settings.client.nameOf('node')} reports no new blocks on its WebSocket, though there are some`,
					{ passing: true, hint: 'A new connection is opened.' },
				).failure;
			known = height;
			const waitFrom = () => Math.max(quietSince(), askedAt);
			for (
				let leftMs = quietMs;
				leftMs > 0 && (await pauseFor(leftMs, socket.ended));
				leftMs = waitFrom() + quietMs - performance.now()
			);
		}
		return await failureOf(socket);
	}
}

const failureOf = async (socket: Socket): Promise<Failure> => {
	const ended = await socket.failure;
	return (ended as Extract<Answer<never>, { ok: false }>).failure;
};
