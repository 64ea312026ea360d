/** One watch of an event inside n8n: the connection, what reads the chain, and the executions. */
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { waitForTransaction } from '../Evm/waitForTransaction';
import { evmChain } from '../shared/chains';
import { toIsoTime } from '../shared/columns';
import { toNodeError, type Answer, type Failure } from '../shared/errors';
import { resolveValues } from '../shared/fields';
import type { Client } from '../shared/network/client';
import { backoffOf } from '../shared/network/gate';
import { isRecord } from '../shared/records';
import { atNetwork, makeItem } from '../Trigger/feed/items';
import { makeSamples } from '../Trigger/feed/poll';
import { postpone } from '../Trigger/feed/pollFeed';
import type { Ascending, FeedRecord, Gap } from '../Trigger/feed/source';
import { nameItem } from '../Trigger/identity';
import type { Stored } from '../Trigger/memory';
import { pauseFor } from './bell';
import { withReceipt } from './blocks';
import { openConnection, type Connection, type Listener } from './connection';
import { Delivery, type Outlet, type StreamCursor } from './delivery';
import type { StreamEvent, Watched } from './events';
import { Follower } from './follow';
import { hashOf, Pending, Recent } from './pending';
import type { StreamSettings } from './settings';

/** Something that hears the connection, and works until the workflow ends. */
interface Worker {
	/** What has to succeed before a workflow is published. */
	begin?(): Promise<Answer<undefined>>;
	run(): Promise<void>;
	listener: Pick<Listener, 'opened' | 'notified'> & Partial<Listener>;
}

export class Stream {
	private readonly closing = new AbortController();
	private connection: Connection | undefined;
	private running: Promise<void> | undefined;
	private report: ((failure: Failure) => void) | undefined;
	/** What ended it, for good. */
	private ended: Failure | undefined;
	private watched: Watched | undefined;

	constructor(
		private readonly context: ITriggerFunctions,
		private client: Client,
		private readonly event: ReturnType<StreamEvent['prepare']>,
		private readonly settings: StreamSettings,
		private readonly stored: Stored<StreamCursor>,
		private readonly startExecution: Outlet['start'],
	) {}

	/** Connects, and begins to follow the chain. With `reopen`, a chain that cannot be looked up is looked up again. */
	async start(reopen?: () => Promise<Client>): Promise<Answer<undefined>> {
		const { closing, event } = this;
		const done: Answer<undefined> = { ok: true, result: undefined };
		let resolved = await resolveValues([evmChain], event.values, this.client);
		for (let tries = 1; !resolved.ok && reopen && resolved.failure.passing; tries++) {
			if (!(await pauseFor(backoffOf(tries), closing.signal))) return done;
			// A client knows what it once asked.
			this.client = await reopen();
			resolved = await resolveValues([evmChain], event.values, this.client);
		}
		if (closing.signal.aborted) return done;
		const { client } = this;
		if (!resolved.ok) {
			this.fail(resolved.failure);
			return resolved;
		}
		const asked = event.complete(resolved.result);
		const watched = { ...asked, settings: atNetwork(client, asked.settings) };
		this.watched = watched;
		const worker = watched.isTransient ? this.listen(watched) : this.follow(watched);
		const begun = (await worker.begin?.()) ?? done;
		if (closing.signal.aborted) return begun;
		this.running = worker.run();
		this.connection = openConnection(
			{
				client,
				path: pathOf(watched, 'ws'),
				subscriptions: watched.subscriptions,
				egress: this.context.helpers.getSecureEgressFilter?.(),
			},
			{
				lost: () => {},
				dropped: () => {},
				ended: (failure) => this.fail(failure),
				...worker.listener,
			},
		);
		const connected = await this.connection.first;
		return connected.ok ? begun : connected;
	}

	/** What an event may look like, from the newest blocks; throws where there is none. */
	async sample(): Promise<IDataObject[]> {
		const { client, context } = this;
		const { settings, open } = this.watched!;
		return (await makeSamples(context, settings, open(client))).slice(0, 1);
	}

	/** The workflow is published: from now on failures are reported, and one that came before, too. */
	reportTo(report: (failure: Failure) => void): void {
		this.report = report;
		if (this.ended) report(this.ended);
	}

	async close(): Promise<void> {
		this.closing.abort();
		this.client.end();
		await this.connection?.close();
		await this.running;
	}

	/** A failure that lasts is told; one that no later attempt changes, only once. */
	private fail(failure: Failure): void {
		if (this.closing.signal.aborted || this.ended) return;
		if (!failure.passing) this.ended = failure;
		this.report?.(failure);
	}

	/** The items of an event, whose lag is in blocks. */
	private toItem({ settings }: Watched, emitted: FeedRecord | Gap, lag: number): IDataObject {
		const isGap = 'reason' in emitted;
		const told = isGap ? emitted : { ...emitted, json: { ...emitted.json, lagBlocks: lag } };
		return makeItem(told, settings, Date.now());
	}

	private openOutlet(toItem: Outlet['toItem']): Outlet {
		return { toItem, start: this.startExecution, closing: this.closing.signal };
	}

	/** Reads the chain whenever a notification says that there may be something. */
	private follow(watched: Watched): Worker {
		const { client } = this;
		const { subscriptions, open, early } = watched;
		// What waits for confirmations comes with a later block.
		const wakesOnBlocks = watched.wakesOnBlocks || watched.settings.feed.confirmations > 0;
		let reader = client;
		/** Those that went out before their block was read, and those of blocks that were read. */
		const [sent, read] = [new Recent<true>(), new Recent<true>()];
		/** The items of logs that went out, by the place of the log. */
		const logs = new Recent<string[]>();
		const follower: Follower = new Follower(
			this.stored,
			{ ...this.settings, feed: watched.settings.feed, scope: watched.settings.scope },
			{
				...this.openOutlet((emitted) => {
					if ('reason' in emitted) return this.toItem(watched, emitted, 0);
					const item = this.toItem(watched, emitted, follower.lagOf(emitted.position));
					const place = placeOf(emitted.json);
					logs.add(place, [...(logs.get(place) ?? []), String(item.eventId)]);
					return item;
				}),
				open: async (afterFailure) => {
					if (afterFailure) reader = client.afresh();
					const source = open(reader);
					return early ? without(source, sent, read) : source;
				},
				report: (failure) => this.fail(failure),
				now: () => Date.now(),
			},
		);
		const notified = (subscription: number, result: unknown): void => {
			const { kind } = subscriptions[subscription];
			if (kind === 'newAcceptedTransactions') {
				const key = hashOf(result);
				if (this.settings.grouping !== 'event' || read.has(key) || sent.has(key)) return;
				const record = { position: 0, key, json: early!.show(result) };
				if (follower.deliverEarly(this.toItem(watched, record, 0))) sent.add(key, true);
				return;
			}
			if (!isRecord(result)) return follower.wake();
			const block = Number(kind === 'newHeads' ? result.number : result.blockNumber);
			if (!Number.isSafeInteger(block)) return follower.wake();
			if (kind === 'newHeads') follower.sawBlock(block);
			if (kind === 'logs' && result.removed === true)
				follower.takeBack(
					block,
					(logs.take(placeOf(result)) ?? []).map((id) => nameRemoval(watched, result, id)),
				);
			else if (kind === 'logs' || wakesOnBlocks) follower.wake(block);
		};
		return {
			begin: async () => await follower.begin(),
			run: async () => await follower.run(),
			listener: {
				opened: () => follower.opened(),
				lost: (failure) => follower.lost(failure),
				// What it told of is read all the same.
				dropped: () => follower.wake(),
				notified,
			},
		};
	}

	/** Takes transactions from their notifications alone. */
	private listen(watched: Watched): Worker {
		const { client, closing, stored } = this;
		const { settings, subscriptions } = watched;
		const { show, receiptSeconds } = watched.early!;
		stored.cursor = postpone(settings.feed, Date);
		const delivery = new Delivery(
			stored,
			stored.cursor,
			{ ...this.settings, scope: settings.scope },
			this.openOutlet((emitted) => this.toItem(watched, emitted, 0)),
		);
		let reader = client;
		const complete = async (transaction: unknown): Promise<unknown> => {
			const receipt = await waitForTransaction(
				reader,
				{ path: pathOf(watched, 'rpc'), method: '', params: [], safe: true },
				{ transaction: hashOf(transaction), timeLimit: receiptSeconds },
			);
			if (receipt.ok) return withReceipt(transaction, receipt.result[0]);
			reader = client.afresh();
			return undefined;
		};
		const pending = new Pending(
			delivery,
			{
				toItem: (transaction, missed) => {
					const json = { ...show(transaction), ...(missed > 0 && { missedBefore: missed }) };
					const record = { position: 0, key: hashOf(transaction), json };
					return makeItem(record, settings, Date.now());
				},
				...(receiptSeconds !== undefined && { complete }),
			},
			closing.signal,
		);
		return {
			run: async () => await pending.run(),
			listener: {
				opened: () => {},
				notified: (subscription, result) => {
					if (subscriptions[subscription].kind !== 'newHeads') pending.take(result);
				},
			},
		};
	}
}

/** By what the logs of items and of notifications are the same. */
const placeOf = ({ transactionHash, txHash, logIndex }: IDataObject): string =>
	`${String(transactionHash ?? txHash)} ${Number(logIndex)}`;

/** The item that takes another one back. */
const nameRemoval = (
	{ settings: { feed, scope } }: Watched,
	{ transactionHash, blockHash, blockNumber, logIndex }: IDataObject,
	removes: string,
): IDataObject => ({
	event: 'removed',
	removes,
	transactionHash,
	blockNumber: Number(blockNumber),
	logIndex: Number(logIndex),
	observedAt: toIsoTime(Math.floor(Date.now() / 1000)),
	eventId: nameItem('removed', scope, feed.feed, removes, blockHash),
});

const pathOf = ({ chain }: Watched, api: 'ws' | 'rpc'): string =>
	`/ext/bc/${encodeURIComponent(chain)}/${api}`;

/** The source without what went out before; what it reads is noted. */
const without = (source: Ascending, sent: Recent<true>, read: Recent<true>): Ascending => ({
	...source,
	readPage: async (range, token) => {
		const page = await source.readPage(range, token);
		if (!page.ok) return page;
		const records = page.result.records.filter(({ key }) => {
			read.add(key, true);
			return !sent.has(key);
		});
		return { ok: true, result: { ...page.result, records } };
	},
});

/** Reports to n8n: what may pass as a failed execution, what cannot by deactivating the workflow until it can. */
export const reportTo =
	(context: ITriggerFunctions) =>
	(failure: Failure): void => {
		const error = toNodeError(context.getNode(), failure);
		if (failure.passing) context.saveFailedExecution?.(error);
		else context.emitError(error);
	};
