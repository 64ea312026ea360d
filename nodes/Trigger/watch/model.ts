/** Types that the files of `watch/` share; it imports nothing but types of them. */
import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../shared/errors';
import type { Names } from '../../shared/fields/names';
import type { UpgradeTimes } from '../../shared/validators/upgrades';
import type { Heartbeat } from '../heartbeat/settings';
import type { Observers } from './observers/settings';
import type { Validator } from './readings';

export type WatchSource =
	| 'primaryNetwork'
	| 'blockchain'
	| 'balances'
	| 'peers'
	| 'node'
	| 'health'
	| BalanceSource
	| 'l1Balance';

/** Balances of addresses: of the native token or an ERC-20 token of an EVM chain, or of AVAX on the P-Chain. */
export type BalanceSource = 'native' | 'erc20' | 'pChain';

const ofAddresses: Record<BalanceSource, true> = { native: true, erc20: true, pChain: true };

/** Whether addresses are watched, and no validators or nodes. */
export const isOfAddresses = (source: WatchSource | undefined): source is BalanceSource =>
	source !== undefined && Object.hasOwn(ofAddresses, source);

/** Whether the queried node itself is watched, and nobody else. */
export const isOfQueriedNode = (source: WatchSource): boolean =>
	source === 'node' || source === 'health';

/** Whether balances are watched against a limit: each is a matter of its own, and no group. */
export const isOfLimits = (source: WatchSource): boolean =>
	isOfAddresses(source) || source === 'l1Balance';

/** What a test run can show. */
export type TestEvent =
	| 'now'
	| 'began'
	| 'ended'
	| 'many'
	| 'manyEnded'
	| 'reminder'
	| 'grew'
	| 'unreachable'
	| 'digest'
	| 'heartbeat'
	| 'silences'
	| 'observers'
	| 'each';

/** Under this key stands the queried node itself, when it is the source of uptimes. */
export const ownKey = 'self';
/** Under this key stands the source: it is a subject like a validator, and can be read or not. */
export const sourceKey = '';

/** Hours in which the trigger reports nothing but what is spared. */
export interface QuietHours {
	/** Minutes since midnight of the workflow's time zone. */
	from: number;
	to: number;
	/** The days on which they begin, 1 for Monday; every day where none is named. */
	days?: number[];
	/** Whether critical alerts wait, too. */
	holdsCritical?: boolean;
}

export interface Silence {
	/** Node IDs or addresses, or all that is watched, the source itself with it. */
	who: string[] | 'all';
	/** The group of Names that these are, where the line names one. */
	group?: string;
	/** It acknowledges this one alert, and covers nobody. */
	alertId?: string;
	/** The event that begins the alert; all of them where none is named. */
	event?: string;
	/** UNIX seconds. */
	until: number;
	reason: string;
	/** Where it stands in the option. */
	place?: string;
}

export type Payload = 'alertmanager' | 'pagerDuty';

/** What the user chose, read and checked. */
export interface WatchSettings {
	/** Tells the events of one trigger node from those of any other. */
	scope: string;
	source: WatchSource;
	/** Blockchain ID or alias; empty for the other sources. */
	blockchainId: string;
	/** Subnet ID of the L1 whose balances are watched; empty for the other sources. */
	subnetId: string;
	/** Address of the ERC-20 token whose balances are watched. */
	token?: string;
	/** Node IDs or addresses to watch; none means all that the source lists. */
	nodeIds: string[];
	/** What the user calls them; never a part of what tells one watch or one item from another. */
	names?: Names;
	/** Names of the alerts to report. */
	conditions: string[];
	/** What each condition needs to know of the user's choices, by its name. */
	rules: Record<string, unknown>;
	badPolls: number;
	/** How many polls in a row cannot read something before that is reported, where it is another number. */
	unreadPolls?: number;
	goodPolls: number;
	/** How long something must be bad, or good again, besides. */
	minimumSeconds: number;
	/** Time between reminders of what lasts; 0 for none. */
	reminderSeconds: number;
	/** After this time comes a reminder, and all that comes later of an alert is critical. */
	louderSeconds?: number;
	/** Whether alerts of {@link Alert.words.byBudget} are warnings while enough time offline is left. */
	severityByBudget?: boolean;
	/** The workflow's time zone. */
	timezone: string;
	/** Hours in which what is not critical waits. */
	quiet?: QuietHours;
	/** What is followed and not told, until when. */
	silences?: Silence[];
	/** What is wrong with lines of Silences that say nothing. */
	refusedSilences?: string[];
	/** Where more silences come from. A secret. */
	silencesUrl?: string;
	/** Whether all of one poll goes into one item. */
	digest: boolean;
	/** Whether an item shows its validator in columns, and not as it was read. */
	isSimple: boolean;
	/** Whether the end of an alert is reported. */
	reportEnds: boolean;
	/** Whether the last items come again when n8n starts. */
	redeliver: boolean;
	/** Whether what is bad already in the first reading is reported. */
	reportExisting: boolean;
	/** A drill is due whenever this text changes. */
	drill?: string;
	/** What is added to items for on-call services. */
	payloads?: Payload[];
	/** The user's page about an alert, with places in braces. */
	runbookUrl?: string;
	/** How somebody outside learns that the trigger still looks. */
	heartbeat?: Heartbeat;
	/** What a test run shows; nothing for what is wrong now. */
	testEvent?: TestEvent;
	/** Who else says which validators are down. */
	observers?: Observers;
	/** Percent of the watched validators that makes the queried node the suspect. */
	suspectShare: number;
}

/** What one reading says of a condition. Unknown is neither down nor recovered. */
export type Evidence = 'bad' | 'good' | 'unknown';

/** How one alert of one subject stands; one without a state is good. Times are UNIX seconds. */
export interface AlertState {
	phase: 'unconfirmed' | 'confirmed' | 'recovering';
	/** Time of the first bad reading. */
	since: number;
	/** Bad readings so far of what is unconfirmed, good ones of what recovers. */
	count: number;
	/** Time of the first good reading of what recovers. */
	goodSince?: number;
	/** Unconfirmed, and the queried node may be wrong about it for a minute. */
	isDoubtful?: boolean;
}

/** Which step of its ladder an alert has reached, and how many steps were reported since it began. */
export interface Grown {
	step: number;
	told: number;
	/** A further step that one reading showed, and no second one yet. */
	rising?: number;
}

/** Until when somebody works on an alert, in UNIX seconds. */
export interface Acknowledged {
	until: number;
	/**
	 * How urgent it was then, `unsure` where no reading said so yet; `over` once it ended or that rose; `apart` where it
	 * began later than a line about several, which does not mean this one.
	 */
	level: Severity | 'unsure' | 'over' | 'apart';
}

/** How the beginning of a confirmed alert was reported: in an item of its own, in one for a group, not at all, or not yet. */
export type Reported = 'alone' | 'inGroup' | 'silently' | 'waiting';

/** Whether an item was about its beginning. */
export const hasItem = (reported: Reported | undefined): reported is 'alone' | 'inGroup' =>
	reported === 'alone' || reported === 'inGroup';

/** Why a validator joined, and since when. */
export interface Joined {
	since: number;
	reason: 'new' | 'renewed';
}

/** Why a validator left or joined. */
export type Reason = Joined['reason'] | 'returned' | 'ended' | 'notRenewed' | 'removed' | 'absent';

/** What is remembered of one subject between polls. */
export interface Subject {
	/** Mark of its validation; empty while it is in no list. */
	validation: string;
	/** End of its validation in UNIX hours, where it has one. */
	endsAtHour?: number;
	/** That the next one is to follow by itself. */
	renews?: true;
	/** By the names of the alerts. */
	states: Record<string, AlertState>;
	/** How each confirmed state was reported. */
	reported: Record<string, Reported>;
	/** How far reported alerts have grown, by their names. */
	grown?: Record<string, Grown>;
	/** Those that were acknowledged, and until then also those that are over. */
	acknowledged?: Record<string, Acknowledged>;
	/** Alerts whose louder reminder fell due, and could not come yet. */
	loudDue?: string[];
	/** What conditions compare with what they see later, as numbers below 2^28. */
	fingerprints?: Record<string, number>;
	/** That it joined in quiet hours, and is still to be reported. */
	joined?: Joined;
	/** Highest uptimes, in fortieths of a point: of the newest slot of time, of the newest two, and so on. */
	highs?: number[];
	/** An earlier balance for the continuous fee, nAVAX. */
	balance?: number;
}

/** What a judgement of a subject rests on, besides its record. */
export interface Context {
	/** UNIX seconds. */
	at: number;
	source: WatchSource;
	upgrades?: UpgradeTimes;
	/** Highest uptime within the time that a fall is looked for in, percent. */
	highest?: number;
	/** What each active L1 validator pays, nAVAX a second, once it is known. */
	feeRate?: number;
	/** Seconds until the balance of an L1 validator is used up; Infinity beyond what is looked ahead. */
	lastsFor?: number;
	/** Whether the queried node may not have noticed yet that the validator joined or became active again. */
	isSettling?: boolean;
	/** Whether a condition's fingerprint differs from the remembered one; nothing where none is remembered. */
	hasChanged?: boolean;
	/** Of the source. */
	failure?: Failure;
	/** Node IDs of those that were down when the source was last read. */
	downBefore?: string[];
	isTakingIn?: boolean;
	/** Whether this alert of this subject is confirmed already. */
	isConfirmed?: boolean;
}

/** Figures of an alert, for people to read and workflows to count with. */
export type Facts = IDataObject;

/** How urgent it is: to act on now, or to plan for. */
export type Severity = 'critical' | 'warning';

/** What is wrong, and what to do about it: sentences of at most 20 words. */
export interface Words {
	severity: Severity;
	/** Completes "NodeID-...:", without a full stop. */
	what: string;
	/** The same in a few words for a title, where `what` is long. */
	title?: string;
	todo?: string;
}

/** What the words of an alert are made of. */
export interface Told {
	facts: Facts;
	validator?: Validator;
	reason?: Reason;
	/** UNIX seconds, and the workflow's time zone. */
	at: number;
	timezone: string;
	failure?: Failure;
	/** The source was read, and nobody has a vote on some validators. */
	isUndecided?: boolean;
	source?: WatchSource;
	/** Severity by Budget is on, and enough time offline is left. */
	isWithinBudget?: boolean;
}

/** What can be reported of a subject: it begins, and may end. */
export interface Alert {
	/** Its number in the stored form: never changed, and never given to another. */
	code: number;
	/** The event that begins it, which is its name. */
	event: string;
	/** The event that ends it; without one it is over as soon as it is reported. */
	endEvent?: string;
	/** The state in which the end leaves its subject. */
	goodState: string;
	option: { name: string; description: string };
	/** The sources that can show it, and whether it is chosen by default. */
	sources: Partial<Record<WatchSource, 'default' | 'optional'>>;
	/** Belongs to one validation, so that the next one begins without it. */
	endsWithValidation?: true;
	/** Other judgements rest on it: followed even where it is not reported. */
	isAlwaysFollowed?: true;
	/** Forgotten first where there is no room for all. */
	forgottenFirst?: true;
	/** If many begin at once, the queried node itself is the suspect. */
	suspectsQueriedNode?: true;
	words: {
		began: (told: Told) => Words;
		/** Completes "NodeID-...:", too. */
		ended: (told: Told) => string;
		/** A sentence of what it took, once it is over; empty where nobody knows. */
		cost?: (told: Told) => string;
		/** Complete "5 of 9 watched validators"; the end is a state that others "are not yet" in. */
		manyBegan: string;
		manyEnded: string;
		/** Its words name the time that matters, which is not when it began. */
		saysWhen?: true;
		/** How urgent it always is; one without may be a warning and critical at different times. */
		always?: Severity;
		/** It is always critical, unless the user lets the time offline that is left decide it. */
		byBudget?: true;
	};
}

/** An alert that began, grew or ended with a reading, or lasts. */
export interface Notice {
	alert: Alert;
	turned: 'began' | 'grew' | 'ended' | 'lasts';
	/** Node ID, {@link ownKey}, or {@link sourceKey}. */
	key: string;
	validator?: Validator;
	/** Start of the alert, and of its end: UNIX seconds. */
	since: number;
	goodSince?: number;
	/** Whether it was so already in the first reading. */
	wasFound?: boolean;
	/** Whether nobody looked right before it was seen, so that it may have begun, or ended, earlier. */
	mayBeginEarlier?: boolean;
	mayEndEarlier?: boolean;
	reason?: Reason;
	/** What its judgement rested on. */
	context?: Context;
	/** What it grew to, where it grew. */
	grown?: Grown;
	/** Alerts of the same subject that are facts of this one. */
	alsoBad?: Notice[];
}

/** Notices of one kind in one item: of many, or of several of one group. */
export interface GroupNotice {
	/** The group of Names that all of them are of. */
	group?: string;
	notices: Notice[];
	/** Keys of the others that stay bad; of a group those of its own. */
	stillBad: string[];
	/** Of a group, how many of it are watched. */
	watchedCount: number;
}
