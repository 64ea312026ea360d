/** One watch of an event inside n8n: the connection, the reader of the chain, and the executions. */
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { waitForTransaction } from '../Evm/waitForTransaction';
import { atNetwork, makeItem } from '../feeds/items/items';
import { makeSamples } from '../feeds/items/samples';
import { noSuchEvent, refuse } from '../feeds/parameters';
import { postpone } from '../feeds/begin';
import type { NodeBlocks, FeedRecord, Gap } from '../feeds/source';
import type { Stored } from '../feeds/stored';
import { evmChain } from '../shared/chains/fields';
import { nothing, toNodeError, type Answer, type Failure } from '../shared/errors';
import { callResolved, resolveValues } from '../shared/fields/fields';
import type { Client } from '../shared/network/client';
import { backoffOf } from '../shared/network/pauses';
import { chainPath } from '../shared/avalanche/paths';
import { isHash, toInteger } from '../shared/values/hex';
import { isRecord } from '../shared/values/records';
import { pauseFor } from './bell';
import { withReceipt } from './blocks';
import { openConnection, type Connection, type Listener } from './connection';
import type { StreamCursor } from './delivery';
import { Executions, type Outlet } from './executions';
import type { StreamEvent, StreamWatch } from './events';
import { Follower } from './follow';
import { hashOf, isTransaction, Pending } from './pending';
import { Recent } from './recent';
import { readRemoval, showRemoval } from './removal';
import type { StreamSettings } from './settings';

/** Handles the notifications of a connection, and works until the workflow ends. */
interface Worker {
	/** Must succeed before a workflow is published. */
	begin?(): Promise<Answer<undefined>>;
	run(): Promise<void>;
	listener: Pick<Listener, 'opened' | 'notified'> & Partial<Listener>;
}

/** Handles the result of a notification, by kind of subscription. Also gets the parameters of the subscription. */
type Hearers = Record<
	StreamWatch['subscriptions'][number]['kind'],
	(result: unknown, params: unknown[]) => void
>;

export interface StreamChoice {
	event: ReturnType<StreamEvent['prepare']>;
	settings: StreamSettings;
}

/** The start of executions, and the storage of the progress. */
interface StreamGoal {
	stored: Stored<StreamCursor>;
	start: Outlet['start'];
}

export class Stream {
	private readonly closing = new AbortController();
	private connection: Connection | undefined;
	private running: Promise<void> | undefined;
	private report: ((failure: Failure) => void) | undefined;
	/** The failure that ended it for good. */
	private ended: Failure | undefined;
	private watched: StreamWatch | undefined;
	/** Texts already logged. A node may repeat an odd message without end. */
	private readonly warned = new Set<string>();

	constructor(
		private readonly context: ITriggerFunctions,
		private client: Client,
		private readonly chosen: StreamChoice,
		private readonly goal: StreamGoal,
	) {}

	/** Connects and follows the chain. With `reopen`, retries the lookup of the chain after temporary failures. */
	async start(reopen?: () => Promise<Client>): Promise<Answer<undefined>> {
		const { closing } = this;
		const { event } = this.chosen;
		let resolved = await resolveValues([evmChain], event.values, this.client);
		for (let tries = 1; !resolved.ok && reopen && resolved.failure.passing; tries++) {
			if (!(await pauseFor(backoffOf(tries), closing.signal))) return nothing;
			// A client caches its answers, so a retry needs a new one.
			this.client = await reopen();
			resolved = await resolveValues([evmChain], event.values, this.client);
		}
		if (closing.signal.aborted) return nothing;
		const { client } = this;
		if (!resolved.ok) {
			this.fail(resolved.failure);
			return resolved;
		}
		const called = await callResolved([evmChain], event.values, resolved.result, client);
		const asked = event.complete(resolved.result, called);
		const watched = { ...asked, settings: atNetwork(client, asked.settings) };
		this.watched = watched;
		const worker = watched.isTransient ? this.listen(watched) : this.follow(watched);
		const begun = (await worker.begin?.()) ?? nothing;
		if (closing.signal.aborted) return begun;
		this.running = worker.run();
		this.connection = openConnection(
			{
				client,
				path: chainPath(watched.chain, 'ws'),
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

	/** Samples of the chosen events, from the newest blocks. Throws if there are none. */
	async sample(): Promise<IDataObject[]> {
		const { client, context } = this;
		const watched = this.watched!;
		const { settings, open } = watched;
		const { testEvent = 'newest' } = settings;
		// A stream keeps retrying an unreadable record. A sample stops there.
		const samples = { ...settings, stopsAtUnreadable: true };
		const items = await makeSamples(context, samples, open(client));
		if (testEvent === 'newest') return items.slice(0, 1);
		const isOfLogs = watched.subscriptions.some(({ kind }) => kind === 'logs');
		const removed = isOfLogs && items.length ? [showRemoval(watched.settings, items[0])] : [];
		if (testEvent === 'removed' && !isOfLogs) throw refuse(context.getNode(), ...noSuchEvent());
		if (testEvent === 'removed') return removed;
		return testEvent === 'each' ? [...items, ...removed] : items;
	}

	/** The workflow is published. Reports failures from now on, and one from before. */
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

	/** Reports a failure. After one that no later attempt can change, ignores all others. */
	private fail(failure: Failure): void {
		if (this.closing.signal.aborted || this.ended) return;
		if (!failure.passing) this.ended = failure;
		this.report?.(failure);
	}

	private warn(text: string): void {
		if (this.warned.has(text)) return;
		this.warned.add(text);
		const { logger } = this.context;
		logger.warn(`${this.context.getNode().name}: ${text}`, {
			workflowId: this.context.getWorkflow().id,
		});
	}

	/** The item of a record or a gap. `lag` is in blocks. */
	private toItem({ settings }: StreamWatch, emitted: FeedRecord | Gap, lag: number): IDataObject {
		const isGap = 'reason' in emitted;
		const told = isGap ? emitted : { ...emitted, json: { ...emitted.json, lagBlocks: lag } };
		return makeItem(told, settings, Date.now());
	}

	private openOutlet(toItem: Outlet['toItem']): Outlet {
		return {
			toItem,
			start: this.goal.start,
			closing: this.closing.signal,
			report: (failure) => this.fail(failure),
			now: () => Date.now(),
		};
	}

	/** Reads the chain whenever a notification says that there may be something new. */
	private follow(watched: StreamWatch): Worker {
		const early = new EarlyBirds();
		const follower = this.openFollower(watched, early);
		const hear = this.hearersOf(watched, follower, early);
		return {
			begin: async () => await follower.begin(),
			run: async () => await follower.run(),
			listener: {
				opened: () => follower.opened(),
				lost: (failure) => follower.lost(failure),
				// The content of a dropped message is read from the chain.
				dropped: () => follower.wake(),
				notified: (subscription, result) => {
					const { kind, params } = watched.subscriptions[subscription];
					hear[kind](result, params);
				},
			},
		};
	}

	private openFollower(watched: StreamWatch, early: EarlyBirds): Follower {
		let reader = this.client;
		const { feed, scope } = watched.settings;
		const outlet = this.openOutlet((emitted) => {
			const lag = 'reason' in emitted ? 0 : follower.lagOf(emitted.position);
			return this.toItem(watched, emitted, lag);
		});
		const open = async (afterFailure: boolean) => {
			if (afterFailure) reader = this.client.afresh();
			const source = watched.open(reader);
			return watched.early ? early.keepOutOf(source) : source;
		};
		const warn = (text: string) => this.warn(text);
		const settings = { ...this.chosen.settings, feed, scope };
		const follower = new Follower(this.goal.stored, settings, { ...outlet, open, warn });
		return follower;
	}

	private hearersOf(watched: StreamWatch, follower: Follower, early: EarlyBirds): Hearers {
		// Events that wait for confirmations come with a later block.
		const wakesOnBlocks = watched.wakesOnBlocks || watched.settings.feed.confirmations > 0;
		return {
			newHeads: (result) => {
				const block = readBlock(result, 'number');
				follower.sawBlock(block);
				if (wakesOnBlocks) follower.wake(block);
			},
			logs: (result) => {
				if (isRecord(result) && result.removed === true)
					follower.takeBack(readRemoval(watched.settings, result));
				else follower.wake(readBlock(result, 'blockNumber'));
			},
			// A transaction without a block is in no feed yet.
			newPendingTransactions: () => {},
			newAcceptedTransactions: (result, [isWhole]) => {
				if (!isTransaction(result, isWhole === true)) return this.warn(oddTransaction);
				const key = hashOf(result);
				// It comes with its block.
				if (this.chosen.settings.grouping !== 'event' || early.isKnown(key)) return;
				const record = { position: 0, key, json: watched.early!.show(result) };
				if (follower.deliverEarly(this.toItem(watched, record, 0))) early.send(key);
			},
		};
	}

	/** Takes transactions from their notifications only. */
	private listen(watched: StreamWatch): Worker {
		const pending = this.openPending(watched);
		return {
			run: async () => await pending.run(),
			listener: {
				opened: () => {},
				notified: (subscription, result) => {
					const { kind, params } = watched.subscriptions[subscription];
					if (kind === 'newHeads') return;
					if (!isHash(hashOf(result))) return this.warn(oddTransaction);
					// Some servers send only the hash, whatever the subscription asked for.
					pending.take(params[0] === true ? result : hashOf(result));
				},
			},
		};
	}

	private openPending(watched: StreamWatch): Pending {
		const { settings } = watched;
		const { show, receiptSeconds } = watched.early!;
		const toItem = (transaction: unknown, missed: number): IDataObject => {
			const json = { ...show(transaction), ...(missed > 0 && { missedBefore: missed }) };
			const record = { position: 0, key: hashOf(transaction), json };
			return makeItem(record, settings, Date.now());
		};
		const complete =
			receiptSeconds === undefined ? undefined : this.openCompletion(watched, receiptSeconds);
		return new Pending(this.openExecutions(watched), { toItem, complete }, this.closing.signal);
	}

	private openExecutions(watched: StreamWatch): Executions {
		const { stored } = this.goal;
		const { feed, scope } = watched.settings;
		stored.cursor = postpone(feed, Date);
		const settings = { ...this.chosen.settings, scope };
		const outlet = this.openOutlet((emitted) => this.toItem(watched, emitted, 0));
		return new Executions(settings, outlet);
	}

	/** Adds the receipt to a transaction. Undefined if there is none in time. */
	private openCompletion({ chain }: StreamWatch, timeLimit: number) {
		let reader = this.client;
		const path = chainPath(chain, 'rpc');
		return async (transaction: unknown): Promise<unknown> => {
			const wanted = { transaction: hashOf(transaction), timeLimit };
			const receipt = await waitForTransaction(reader, { path }, wanted);
			if (receipt.ok) return withReceipt(transaction, receipt.result[0]);
			reader = this.client.afresh();
			return undefined;
		};
	}
}

const oddTransaction =
	'The node reported a transaction without a valid hash, or not in the form that was subscribed to. Such reports are left out.';

const readBlock = (result: unknown, field: 'number' | 'blockNumber'): number | undefined =>
	isRecord(result) ? toInteger(result[field]) : undefined;

/** Transactions that went out before their block was read. */
class EarlyBirds {
	private readonly sent = new Recent<true>();
	/** Transactions of blocks that were read. */
	private readonly read = new Recent<true>();

	isKnown(key: string): boolean {
		return this.read.has(key) || this.sent.has(key);
	}

	send(key: string): void {
		this.sent.add(key, true);
	}

	/** The source without the transactions that went out early. Notes the transactions that it reads. */
	keepOutOf(source: NodeBlocks): NodeBlocks {
		return {
			...source,
			readPage: async (range, token) => {
				const page = await source.readPage(range, token);
				if (!page.ok) return page;
				const records = page.result.records.filter(({ key }) => {
					this.read.add(key, true);
					return !this.sent.has(key);
				});
				return { ok: true, result: { ...page.result, records } };
			},
		};
	}
}

/** Reports to n8n. A temporary failure becomes a failed execution, a lasting one deactivates the workflow. */
export const reportTo =
	(context: ITriggerFunctions) =>
	(failure: Failure): void => {
		const error = toNodeError(context.getNode(), failure);
		if (failure.passing) context.saveFailedExecution?.(error);
		else context.emitError(error);
	};
