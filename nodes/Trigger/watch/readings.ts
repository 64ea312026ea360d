/** Types of what a poll reads of validators and nodes. */
import type { PublicNetwork } from '../../shared/chains/publicNetworks';
import type { Failure } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import type { HealthCheck } from '../../shared/validators/health';
import type { UpgradeTimes } from '../../shared/validators/upgrades';
import type { ReportedValidator, TimedClient } from '../../shared/validators/validators';

/** The part of the client that a reading needs. */
export type NodeClient = TimedClient & Pick<Client, 'rest'>;

/** What a balance is counted in. */
export interface BalanceUnit {
	symbol?: string;
	decimals: number;
	/** The block that the balance is of. */
	block?: number;
}

/** A validator, or an address, as one reading shows it; what its source does not say is undefined. */
export interface Validator extends ReportedValidator {
	/** The checks that the queried node makes of itself. */
	checks?: HealthCheck[];
	/** The newest block of a chain on the queried node. */
	head?: NewestBlock;
	/** What the queried node measures of itself, by the alerts that need it; nothing where it does not say. */
	figures?: Record<string, Figure[]>;
	/** Of its node, like `avalanchego/1.14.2`. */
	version?: string;
	/** Of a balance that is no L1 validator's. */
	asset?: BalanceUnit;
	/** Why its balance is not known. */
	failure?: Failure;
	/** What each observer says of its connection, where more than the queried node were asked. */
	votes?: Vote[];
}

/** What one observer says of a validator: nothing where it has no vote, and why. */
export interface Vote {
	name: string;
	vote: 'up' | 'down' | null;
	reason: string | null;
}

/** The newest block of a chain as a further node sees it: nothing where it does not say, and why. */
export interface OtherHead {
	name: string;
	height: number | null;
	reason: string | null;
}

/** The newest block of a chain on the queried node, and what shows that the next one is due. */
export interface NewestBlock {
	height: number;
	/** The time of that block, UNIX seconds. */
	blockAt?: number;
	/** The newest block at the poll before, where there was one. */
	heightBefore?: number;
	/** Transactions that wait on the node, where it says so. */
	waiting?: number;
	/** Whether some waited at the poll before, too. */
	hadWaiting?: boolean;
	/** Whether it moved on since a block was due last, as far as the polls before know. */
	hadMoved?: boolean;
	/** Whether it was, in the poll before, far higher than ever. */
	hadLeapt?: boolean;
	/** Asked only while the newest block is that of the poll before. */
	others: OtherHead[];
}

/** What is remembered of a head for the next poll. */
export interface SeenHead {
	chain: string;
	height: number;
	hasWaiting: boolean;
	/** Whether it moved on since a block was due last. */
	hasMoved: boolean;
	/** Whether it was far higher than ever before. */
	hasLeapt?: boolean;
}

/** A figure of one chain, by its alias or ID; of the whole node without one. */
export interface Figure {
	chain: string;
	value: number;
}

/** Counters of a node as they are remembered for the next poll, and the last figures they made. */
export interface SeenMetrics {
	/** The ID of the node. */
	of: string;
	counts: Record<string, number[]>;
	figures: Record<string, number>;
}

/** The network's upgrades, and when they were read: UNIX seconds. */
export interface Upgrades {
	readAt: number;
	times: UpgradeTimes;
}

/** The constants of the continuous fee, and its state, as decimal texts, because they reach beyond 2^53. */
export interface ReportedFee {
	/** platform.getValidatorFeeConfig, and when it was read: UNIX seconds. */
	config: Record<'capacity' | 'target' | 'minPrice' | 'excessConversionConstant', string>;
	configReadAt: number;
	/** The P-Chain's time that the state is of, UNIX seconds. */
	at: number;
	excess: string;
	/** nAVAX a second. */
	price: string;
	/** How many L1 validators are active, once two states showed by how much that moves the excess. */
	current?: string;
}

/** The fee as balances show it: the time of the balances that are remembered, UNIX seconds, and the fee once it is known. */
export interface MeasuredFee {
	since: number;
	nanoAvaxPerSecond?: number;
}

/** From when on alerts are named by this network and node. Those that began before the first view keep an older form. */
export interface View {
	/** UNIX seconds. */
	since: number;
	network?: PublicNetwork;
	/** Mark of the node's URL. */
	node: string;
}

/** How many validators the queried node should be connected to, and to how many of these it is not. */
export interface Overview {
	disconnected: number;
	judged: number;
}

/** What one poll saw: the validators by node ID, or why it saw nothing. */
export interface Reading {
	/** When it was started, UNIX seconds. */
	at: number;
	validators?: ReadonlyMap<string, Validator>;
	failure?: Failure;
	/** The failure is that of the minute after a validator joined, in which a subnet-EVM cannot give its list. */
	isTakingIn?: boolean;
	/** The ID of the queried node, where the source is that node itself. */
	nodeId?: string;
	/** The network's upgrades, where the settings or the items need them. */
	upgrades?: Upgrades;
	/** The network, where it is known and public. */
	network?: PublicNetwork;
	/** The URL of the queried node, without path and user. */
	node?: string;
	/** How the queried node sees all validators, where those that are watched are a part of them. */
	overview?: Overview;
	/** By what alerts are named since when. */
	views?: View[];
	/** The queried node could not be read: other observers say who is connected, and nothing else is known. */
	isPartial?: true;
	/** Why nobody has a vote on some validators, by observer. */
	voteless?: Vote[];
	/** Why each further observer has no vote on anybody, where they were asked. */
	furtherObservers?: Array<Pick<Vote, 'name' | 'reason'>>;
	/** What the next poll compares the counters of the queried node with, where they were read. */
	metrics?: SeenMetrics;
	/** How many alerts last that a silence covers, after this reading. */
	silencedCount?: number;
	/** The fee of L1 validators, where it matters and the node reports it. */
	fee?: ReportedFee;
	/** What the node reported of it before, where this answer of it is not understood. */
	feeBefore?: ReportedFee;
}
