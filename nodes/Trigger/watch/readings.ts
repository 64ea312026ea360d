/** The readings that a poll makes of validators and nodes. */
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import type { Failure } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import type { HealthCheck } from '../../shared/validators/health';
import type { UpgradeTimes } from '../../shared/validators/upgrades';
import type { ReportedValidator, TimedClient } from '../../shared/validators/validators';

/** The part of the client that a reading needs. */
export type NodeClient = TimedClient & Pick<Client, 'rest'>;

export interface BalanceUnit {
	symbol?: string;
	decimals: number;
	/** The block at which the balance was read. */
	block?: number;
}

/** The P-Chain has balances in nAVAX. */
export const avaxUnit: BalanceUnit = { symbol: 'AVAX', decimals: 9 };

/** A validator or an address in one reading. Fields that its source does not report are undefined. */
export interface Validator extends ReportedValidator {
	checks?: HealthCheck[];
	head?: NewestBlock;
	/** Metrics of the queried node, by event of the alert that needs them. Undefined if it does not report them. */
	figures?: Record<string, Figure[]>;
	/** Version of its node, like `avalanchego/1.14.2`. */
	version?: string;
	/** Set for balances other than those of L1 validators. */
	asset?: BalanceUnit;
	/** Set if the balance could not be read. */
	failure?: Failure;
	/** Each observer's vote on its connection, if further observers were asked. */
	votes?: Vote[];
	/** True if a node sees it down now, and only records that may be older say up. That ends no alert. */
	isContradicted?: boolean;
}

/** One observer's view of a validator. `vote` is null if the observer has no vote, and `reason` says why. */
export interface Vote {
	name: string;
	vote: 'up' | 'down' | null;
	reason: string | null;
}

/** The newest block of a chain on a further node. `height` is null if it is unknown, and `reason` says why. */
export interface OtherHead {
	name: string;
	height: number | null;
	/** The time of that block, UNIX seconds, if it was asked for. */
	blockAt?: number;
	reason: string | null;
}

/** How far the queried node is behind a chain. */
export interface HeadLag {
	/** By the time in the newest block. Undefined if nothing shows it. */
	seconds?: number;
	blocks?: number;
	/** The further node that is ahead. Without one, the clock shows it. */
	than?: string;
	/** The seconds at the poll before. */
	before?: number;
	/** True while Head Not Moving, if it is watched, says that the node stands. */
	isToldAsStanding?: boolean;
	others: OtherHead[];
}

/** The newest block of a chain on the queried node, with the signs that the next one is due. */
export interface NewestBlock {
	height: number;
	/** The time of that block, UNIX seconds. */
	blockAt?: number;
	/** The height at the poll before, if there was one. */
	heightBefore?: number;
	/** Transactions that wait on the node, if it reports them. */
	waiting?: number;
	/** True if some waited at the poll before. */
	hadWaiting?: boolean;
	/** True if the chain moved on since a block was last due, as far as earlier polls know. */
	hadMoved?: boolean;
	/** True if the height at the poll before was far above any earlier one. */
	hadLeapt?: boolean;
	/** Asked only while the newest block is that of the poll before. */
	others: OtherHead[];
	/** Set if Node Behind is watched. */
	behind?: HeadLag;
}

/** The highest block at which balances were judged, and since when there are only lower ones, UNIX seconds. */
export interface SeenBlock {
	height: number;
	lowerSince?: number;
}

/** The memory of a head for the next poll. */
export interface SeenHead {
	chain: string;
	height: number;
	hasWaiting: boolean;
	/** True if the chain moved on since a block was last due. */
	hasMoved: boolean;
	/** True if the height was far above any earlier one. */
	hasLeapt?: boolean;
	/** By how many seconds the node was behind, if that is known. */
	behind?: number;
}

/** A figure of one chain, by its alias or ID. For the whole node, `chain` is empty. */
export interface Figure {
	chain: string;
	value: number;
	/** What a percentage of the disk is in bytes, if the node says it. */
	bytes?: number;
}

/** Counters of a node for the next poll, and the last figures made from them. */
export interface SeenMetrics {
	/** The ID of the node. */
	of: string;
	counts: Record<string, number[]>;
	figures: Record<string, number>;
}

/** The network's upgrades, and when they were read (UNIX seconds). */
export interface Upgrades {
	readAt: number;
	times: UpgradeTimes;
}

/** The constants and the state of the continuous fee, as decimal texts, because they reach beyond 2^53. */
export interface ReportedFee {
	/** Result of platform.getValidatorFeeConfig, and when it was read (UNIX seconds). */
	config: Record<'capacity' | 'target' | 'minPrice' | 'excessConversionConstant', string>;
	configReadAt: number;
	/** The P-Chain's time of the state, UNIX seconds. */
	at: number;
	excess: string;
	/** nAVAX a second. */
	price: string;
	/** Number of active L1 validators. Known once two states show how fast the excess moves. */
	current?: string;
}

/** The fee measured from balances: the time of the remembered balances (UNIX seconds), and the fee once it is known. */
export interface MeasuredFee {
	since: number;
	nanoAvaxPerSecond?: number;
}

/** Alert IDs are made from this network and node. Alerts from before the first view keep an older form. */
export interface View {
	/** UNIX seconds. */
	since: number;
	network?: PublicNetwork;
	/** Mark of the node's URL. */
	node: string;
	/** Host and port of the node, for labels. Older versions did not store it. */
	host?: string;
}

/** How many validators the queried node should be connected to (`judged`), and to how many it is not. */
export interface Overview {
	disconnected: number;
	judged: number;
}

/** The queried node says of itself that it may be wrong about connections. */
export interface Unfit {
	state: 'starting' | 'unhealthy';
	/** The failing checks in its own words. Undefined if it does not name them. */
	failing?: string;
}

/** An incident about the queried node, in place of one for each validator that it lost. */
export interface Suspicion {
	alertId: string;
	state: 'lasts' | 'over';
	/** UNIX seconds. Alerts that began earlier have incidents of their own. */
	since: number;
}

/** An incident that stands for several alerts of one event. */
export interface Incident {
	id: string;
	event: string;
	/** Keys of those that belonged to it before this poll, or since it. */
	members: string[];
	/** Keys of those whose alerts last after this poll. */
	lasting: string[];
	/** It is over, and no item of this poll is about an end of its alerts. */
	isUnsaid?: boolean;
	/** It lasts, or still has to be ended. */
	isKept?: boolean;
}

/** An incident, the event of its alerts, and a bit for each subject in the order in which they are stored. */
export type PackedIncident = [id: string, event: string, bits: string];

/** Keys of those whose reported alerts last, by event. */
export type LastingAlerts = ReadonlyMap<string, string[]>;

/** Who else is down after this reading, besides those that an item names. */
export interface AlsoDown {
	/** In the order of the time that each has left. */
	keys: string[];
	/** Those under a silence, whom no item names. */
	silencedCount: number;
	watchedCount: number;
}

/** Set for Down, in an item about one or about a named group. */
export interface LeavesOut {
	alsoDown?: AlsoDown;
}

/** The result of one poll: the validators by node ID, or the failure. */
export interface Reading {
	/** Start of the poll, UNIX seconds. */
	at: number;
	validators?: ReadonlyMap<string, Validator>;
	failure?: Failure;
	/** Seconds since the newest block from which balances are, where blocks never cease. */
	blockAge?: number;
	/** The block of the balances, with the highest one judged before if this is lower. */
	block?: SeenBlock;
	/** Seconds since when blocks are lower than one already judged. Its balances are not used. */
	lowerFor?: number;
	/** True if the failure is that of the minute after a validator joined, when a subnet-EVM cannot give its list. */
	isTakingIn?: boolean;
	/** The ID of the queried node, if that node is the source. */
	nodeId?: string;
	/** Set if the settings or the items need them. */
	upgrades?: Upgrades;
	/** Set if the network is known and public. */
	network?: PublicNetwork;
	/** The URL of the queried node, without path and user. */
	node?: string;
	/** The queried node's view of all validators, if only some are watched. */
	overview?: Overview;
	/** Set if the queried node puts itself in doubt. It is asked only if a Down is to be reported, or is its fault so far. */
	unfit?: Unfit;
	/** The networks and nodes from which alert IDs are made, the oldest first. */
	views?: View[];
	/** The queried node could not be read. Other observers say who is connected, and nothing else is known. */
	isPartial?: true;
	/** Set if no observer has a vote on some validators: each observer with its reason. */
	voteless?: Vote[];
	/** Those validators, if the queried node answered. */
	undecided?: string[];
	/** Each further observer, if they were asked, with the reason if it has no vote on anybody. */
	furtherObservers?: Array<Pick<Vote, 'name' | 'reason'>>;
	/** Counters of the queried node for the next poll, if they were read. */
	metrics?: SeenMetrics;
	/** Set while the queried node is the likely cause of many Downs, and in the poll that ends this. */
	suspicion?: Suspicion;
	/** Incidents that stand for several alerts, after this reading. */
	incidents?: Incident[];
	/** What lasts after this reading, for a digest. */
	lasting?: LastingAlerts;
	/** Number of lasting alerts that a silence covers, after this reading. */
	silencedCount?: number;
	/** The fee of L1 validators, if a condition needs it and the node reports it. */
	fee?: ReportedFee;
	/** The last fee that the node reported, if its present answer is not understood. */
	feeBefore?: ReportedFee;
}

/** A count of Downs that nobody knows. */
export const uncounted = 4095;

/** Downs that are over, with less than a day between each and the next. Times are UNIX seconds. */
export interface Downs {
	/** Below {@link uncounted}, or that. */
	count: number;
	/** When the first of them began. */
	since: number;
	endedAt: number;
}

export interface HasDowns {
	/** The earlier ones. Undefined if there was none for a day, unknown if they had no room. */
	downs?: Downs | 'unknown';
}
