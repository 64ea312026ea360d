/**
 * A scripted feed with its own clock, and hosts that treat what is stored as n8n's two engines do. A world is
 * of one of four kinds. Three are as the sources of the trigger are, and one is a node behind the real source of events:
 *   ranged      lists of an address: newest first, in pages, for a range of blocks
 *   descending  the list of rewards: newest first, in pages, always from the top
 *   ascending   blocks of a node: upwards, nothing ever late
 *   logs        logs of a contract, of which the node drops those with another topic
 */
import { id } from 'ethers';
import type { ContractEventSettings } from '../../nodes/feeds/contractEvents/settings';
import { openLogs } from '../../nodes/feeds/contractEvents/source';
import type { FeedNotice } from '../../nodes/feeds/backlog';
import type { FeedCursor } from '../../nodes/feeds/cursor';
import type { FeedSettings } from '../../nodes/feeds/feedSettings';
import type {
	AscendingPage,
	FeedRecord,
	Gap,
	Head,
	ListPage,
	PositionRange,
	Source,
} from '../../nodes/feeds/source';
import { pollStored } from '../../nodes/Trigger/feed/poll';
import type { Stored } from '../../nodes/feeds/stored';
import { fail, type Answer } from '../../nodes/shared/errors';
import type { Client } from '../../nodes/shared/network/client';
import type { RpcCall } from '../../nodes/shared/network/rpcCall';
import { throwDice } from '../../devnet/ids.mts';
import { address, hashOf, hex } from '../support/hex.mts';
import { N8nStorage } from '../support/n8nStorage.mts';

export type Kind = 'ranged' | 'descending' | 'ascending' | 'logs';
/** Kinds that read blocks upwards. */
export const upwards: Kind[] = ['ascending', 'logs'];

/** A record, and the time (seconds) from which the source shows it. */
export interface Entry {
	position: number;
	key: string;
	shownFrom: number;
	isLate: boolean;
	/** A filter drops it. */
	isUnwanted?: boolean;
}

const failure = fail('server', 'The service has a problem', { passing: true, httpStatus: 503 });
const expired = fail('refused', 'Invalid page token', { httpStatus: 400 });

const startTime = 1_700_000_000;
const secondsOfBlock = 2;
const pageSize = 10;
const blocksOfPage = 100;

export class ScriptedFeed {
	entries: Entry[] = [];
	/** Nothing below this position can be read any more. */
	goneTo = 0;
	/** Nor can these. */
	readonly holes: PositionRange[] = [];
	/** Seconds since 1970. */
	time = startTime;
	/** Requests so far; each takes this long. */
	requests = 0;
	requestSeconds = 0.2;
	/** Numbers of requests, counted on, that fail. */
	readonly failing = new Set<number>();
	/** How many pages asked for by a token will find it expired. */
	expiring = 0;
	/** How many blocks the node gives the logs of. */
	widestRange = Infinity;
	private readonly lists = new Map<string, Entry[]>();
	private added = 0;

	constructor(
		readonly kind: Kind,
		private readonly dice = throwDice(1),
	) {}

	/** The feed as the trigger reads it. */
	get source(): Source {
		if (this.kind === 'logs') return openLogs(this.node, eventSettings);
		const readEnd = async () => await this.readEnd();
		const ofBlocks = {
			positions: 'blocks',
			readEnd,
			seek: async (time: number) => await this.seek(time),
			timeOf: async (block: number) => await this.timeOf(block),
		} as const;
		const makeUp: Source['makeUp'] = async () => ({ ok: true, result: [] });
		const readList = async (range: PositionRange, token?: string) =>
			await this.readList(range, token);
		if (this.kind === 'ranged')
			return {
				...ofBlocks,
				way: 'ranged',
				span: 1_000_000_000,
				readPage: readList,
				makeUp,
			};
		return this.kind === 'descending'
			? { way: 'descending', positions: 'seconds', readEnd, readPage: readList, makeUp }
			: {
					...ofBlocks,
					way: 'ascending',
					sampleBlocks: [20],
					makeUp,
					readPage: async (range, token) => await this.readBlocks(range, token),
				};
	}

	/** The position of what happens now. */
	get position(): number {
		return this.kind === 'descending'
			? Math.floor(this.time)
			: Math.floor((this.time - startTime) / secondsOfBlock) + 1000;
	}

	/** Something happens: now, or at an earlier position; the source shows it after a while. */
	add(lateSeconds = 0, position = this.position): Entry {
		const entry = {
			position,
			key:
				this.kind === 'logs'
					? JSON.stringify([hashOf(++this.added), hex(this.added)])
					: `record ${++this.added}`,
			shownFrom: this.time + lateSeconds,
			isLate: lateSeconds > 0,
		};
		this.entries.push(entry);
		return entry;
	}

	get shown(): Entry[] {
		return this.entries.filter((entry) => this.isShown(entry));
	}

	private isShown({ shownFrom, position }: Entry): boolean {
		return shownFrom <= this.time && !this.isGone(position);
	}

	private shownIn({ from, to }: PositionRange): Entry[] {
		return this.entries.filter(
			(entry) => entry.position >= from && entry.position < to && this.isShown(entry),
		);
	}

	isGone(position: number): boolean {
		return (
			position < this.goneTo || this.holes.some(({ from, to }) => position >= from && position < to)
		);
	}

	/** The first position of a range that is gone, or its end. */
	private firstGone(from: number, to: number): number {
		if (this.isGone(from)) return from;
		const later = this.holes.map((hole) => hole.from).filter((position) => position > from);
		return Math.min(to, ...later);
	}

	private request(): boolean {
		this.time += this.requestSeconds;
		return !this.failing.has(++this.requests);
	}

	async readEnd(): Promise<Answer<Head>> {
		await Promise.resolve();
		if (!this.request()) return failure;
		return { ok: true, result: { end: this.end } };
	}

	/** The first position that does not exist yet; a node shows a block only when it is whole. */
	get end(): number {
		if (upwards.includes(this.kind)) return this.position;
		if (this.kind === 'ranged') return this.position + 1;
		return Math.max(-1, ...this.shown.map(({ position }) => position)) + 1;
	}

	async readList({ from, to }: PositionRange, token?: string): Promise<Answer<ListPage>> {
		await Promise.resolve();
		if (!this.request()) return failure;
		if (token && this.expiring > 0) {
			this.expiring--;
			this.lists.clear();
		}
		if (token && !this.lists.has(token.split('/')[0]!)) return expired;
		const isIn = ({ position }: Entry) =>
			this.kind === 'descending' || (position >= from && position < to);
		const list = token
			? this.lists.get(token.split('/')[0]!)!
			: this.shown.filter(isIn).sort((a, b) => b.position - a.position);
		const name = token?.split('/')[0] ?? String(this.requests);
		this.lists.set(name, list);
		const offset = Number(token?.split('/')[1] ?? 0);
		// What came in meanwhile has moved the last record of a page to the next one.
		const overlap = offset && this.dice.chance(0.3) ? 1 : 0;
		const page = list.slice(offset - overlap, offset + pageSize);
		const isMore = offset + pageSize < list.length;
		const isBelow =
			this.kind === 'descending' &&
			page.length > 0 &&
			page.every(({ position }) => position < from);
		const gone =
			this.goneTo > from ? { to: Math.min(this.goneTo, to), reason: 'pruned' } : undefined;
		return {
			ok: true,
			result: {
				records: this.dice.shuffle(toRecords(page)),
				...(page.length && { lowest: Math.min(...page.map(({ position }) => position)) }),
				...(gone && { gone }),
				...(isMore && !isBelow && { next: `${name}/${offset + pageSize}` }),
			},
		};
	}

	private async readBlocks(
		{ from, to }: PositionRange,
		token?: string,
	): Promise<Answer<AscendingPage>> {
		await Promise.resolve();
		if (!this.request()) return failure;
		const first = token ? Number(token) : from;
		const last = this.firstGone(first, Math.min(to, first + blocksOfPage));
		if (last === first) {
			let there = first;
			while (there < to && this.isGone(there)) there++;
			const next = there < to ? { next: String(there) } : {};
			return {
				ok: true,
				result: { records: [], gone: { to: there, reason: 'pruned' }, doneTo: there, ...next },
			};
		}
		const records = toRecords(this.shownIn({ from: first, to: last }));
		return {
			ok: true,
			result: { records, doneTo: last, ...(last < to && { next: String(last) }) },
		};
	}

	/** A node, as the source of events asks it. */
	private get node(): Client {
		let batch: Promise<boolean> | undefined;
		const ask = async ({ method, params }: RpcCall): Promise<Answer> => {
			if (method === 'eth_blockNumber') {
				const head = await this.readEnd();
				return head.ok ? { ok: true, result: hex(head.result.end - 1) } : head;
			}
			// Calls that are made together are one request.
			batch ??= Promise.resolve().then(() => {
				batch = undefined;
				return this.request();
			});
			if (!(await batch)) return failure;
			const [param] = params as [string | Record<string, string>];
			if (typeof param === 'string') {
				const number = Number(param);
				const isThere = number < this.end && !this.isGone(number);
				const timestamp = hex(startTime + secondsOfBlock * (number - 1000));
				return { ok: true, result: isThere ? { number: param, timestamp } : null };
			}
			return this.readLogs(param);
		};
		const timeOf = (): number => this.time;
		return { rpc: ask, takesTogether: () => true, timeOf } as unknown as Client;
	}

	private readLogs({ fromBlock, toBlock, topics = [] }: Record<string, unknown>): Answer {
		const [first, last] = [Number(fromBlock), Number(toBlock)];
		const refuse = (detail: string) => fail('refused', detail, { rpcCode: -32000, detail });
		if (last - first >= this.widestRange) return refuse('block range is too wide');
		const gone = this.firstGone(first, last + 1);
		if (gone <= last) return refuse(`failed to get logs for block #${gone}`);
		const range = { from: first, to: Math.min(last + 1, this.end) };
		const found = this.shownIn(range).map(({ position, key, isUnwanted }) => {
			const [transactionHash, logIndex] = JSON.parse(key) as [string, string];
			const topic = isUnwanted ? hashOf(0) : noteTopic;
			const log = { transactionHash, logIndex, topics: [topic], data: hashOf(position) };
			return { ...log, address: address(1), blockNumber: hex(position) };
		});
		return {
			ok: true,
			result: found.filter((log) => log.topics[0] === ((topics as string[])[0] ?? log.topics[0])),
		};
	}

	async seek(time: number): Promise<Answer<number>> {
		await Promise.resolve();
		if (!this.request()) return failure;
		return { ok: true, result: this.positionAt(time) };
	}

	async timeOf(block: number): Promise<Answer<number | undefined>> {
		await Promise.resolve();
		if (!this.request()) return failure;
		return { ok: true, result: startTime + secondsOfBlock * (block - 1000) };
	}

	/** The first position at or after a time. */
	positionAt(time: number): number {
		return this.kind === 'descending'
			? time
			: Math.ceil((time - startTime) / secondsOfBlock) + 1000;
	}
}

const toRecords = (entries: Entry[]): FeedRecord[] =>
	entries
		.filter(({ isUnwanted }) => !isUnwanted)
		.map(({ position, key }) => ({
			position,
			rank: Number(/\d+/.exec(key)?.[0] ?? 0),
			key,
			json: {},
		}));

const eventOf = {
	ranged: 'newTransaction',
	descending: 'newReward',
	ascending: 'newTransaction',
	logs: 'contractEvent',
} as const;
const recordOf = {
	ranged: 'transaction',
	descending: 'reward',
	ascending: 'transaction',
	logs: 'log',
} as const;

export const settingsOf = (kind: Kind, more: Partial<FeedSettings> = {}): FeedSettings => ({
	event: eventOf[kind],
	record: recordOf[kind],
	feed: 'scripted',
	start: { at: 'now' },
	confirmations: 0,
	settleSeconds: upwards.includes(kind) ? 0 : 600,
	redeliver: false,
	...more,
});

/** What else an item is made with. */
export const itemTraits = { scope: 'scope', isSimple: false, timezone: 'UTC' };

const noteTopic = id('Note(uint256)');
const eventSettings: ContractEventSettings = {
	feed: settingsOf('logs'),
	...itemTraits,
	isSimple: true,
	values: { chain: 'C', events: 'Note(uint256 value)' },
};

export type CrashPoint = 'before storing' | 'before the execution' | 'after it';

/** n8n around a trigger, which crashes where a test says. */
export class Host {
	/** What executions got, in order. */
	readonly delivered: FeedRecord[] = [];
	readonly gaps: Gap[] = [];
	/** Both, in their order. */
	readonly emitted: Array<FeedRecord | Gap> = [];
	/** What the feed said of itself, whether an execution got it or not. */
	readonly notices: Array<FeedNotice & { isLost: boolean }> = [];
	errors = 0;
	crashes = 0;
	activations = 0;
	/** Items that were saved as emitted and that no execution got. */
	readonly lost: FeedRecord[] = [];
	readonly lostGaps: Gap[] = [];
	budgetMs = 20_000;
	private readonly storage: N8nStorage<Stored<FeedCursor>>;

	constructor(
		readonly engine: 'memory' | 'durable',
		readonly feed: ScriptedFeed,
		readonly settings: FeedSettings,
	) {
		this.storage = new N8nStorage(engine);
	}

	get cursor(): FeedCursor | undefined {
		return this.storage.load().cursor;
	}

	/** n8n starts, or the workflow is published: what was saved is loaded, and the first poll comes at once. */
	async activate(crash?: CrashPoint): Promise<void> {
		this.storage.restart();
		this.activations++;
		await this.poll(crash, true);
	}

	async poll(crash?: CrashPoint, isActivation = false): Promise<void> {
		const stored = this.storage.load();
		const clock = { now: () => this.feed.time * 1000, budgetMs: this.budgetMs };
		const answer = await pollStored(
			stored,
			{ source: this.feed.source, settings: this.settings },
			clock,
			{
				mayPass: isActivation,
			},
		);
		if (!answer.ok) {
			this.errors++;
			return;
		}
		if (crash === 'before storing') return this.crash();
		const records = answer.result.filter((emitted) => 'key' in emitted);
		const gaps = answer.result.filter((emitted) => 'reason' in emitted);
		const notices = answer.result.filter((emitted) => 'notice' in emitted);
		const isEmpty = answer.result.length === 0;
		this.storage.save(isActivation || !isEmpty);
		// In one commit with the execution, an engine cannot stop in between.
		if (crash === 'before the execution' && this.engine === 'memory' && !isEmpty) {
			this.lost.push(...records);
			this.lostGaps.push(...gaps);
			this.notices.push(...notices.map((notice) => ({ ...notice, isLost: true })));
			return this.crash();
		}
		this.delivered.push(...records);
		this.gaps.push(...gaps);
		for (const one of answer.result) if (!('notice' in one)) this.emitted.push(one);
		this.notices.push(...notices.map((notice) => ({ ...notice, isLost: false })));
		if (crash) this.crash();
	}

	private crash(): void {
		this.crashes++;
		this.storage.restart();
	}
}

export const kinds: Kind[] = ['ranged', 'descending', 'ascending', 'logs'];
export const lists: Kind[] = ['ranged', 'descending'];
export const chains: Kind[] = ['ranged', 'ascending', 'logs'];
export const keysOf = (list: Array<{ key: string }>) => list.map(({ key }) => key);

/** A watch of a feed that held something before, activated. */
export async function watch(kind: Kind, engine: 'memory' | 'durable' = 'memory', more = {}) {
	const feed = new ScriptedFeed(kind);
	for (let i = 0; i < 25; i++) {
		feed.time += 10;
		feed.add();
	}
	feed.time += 10;
	const host = new Host(engine, feed, settingsOf(kind, more));
	await host.activate();
	feed.time += 60;
	return { feed, host };
}
