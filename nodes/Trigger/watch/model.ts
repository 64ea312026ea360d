/** Types that the files of `watch/` share. To avoid import cycles, it imports only types from them. */
import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../shared/errors';
import type { Names } from '../../shared/fields/names';
import type { UpgradeTimes } from '../../shared/validators/upgrades';
import type { Heartbeat } from '../heartbeat/settings';
import type { Observers } from './observers/settings';
import type { HasDowns, LeavesOut, Reading, Validator } from './readings';

export type WatchSource =
	| 'primaryNetwork'
	| 'blockchain'
	| 'balances'
	| 'peers'
	| 'node'
	| 'health'
	| BalanceSource
	| 'l1Balance';

/** The native token or an ERC-20 token of an EVM chain, or AVAX on the P-Chain. */
export type BalanceSource = 'native' | 'erc20' | 'pChain';

const ofAddresses: Record<BalanceSource, true> = { native: true, erc20: true, pChain: true };

/** True if addresses are watched, not validators or nodes. */
export const isOfAddresses = (source: WatchSource | undefined): source is BalanceSource =>
	source !== undefined && Object.hasOwn(ofAddresses, source);

/** True if the queried node itself is the only subject. */
export const isOfQueriedNode = (source: WatchSource): boolean =>
	source === 'node' || source === 'health';

/** Sources whose records never tell their network, as an owner's address does. */
const withoutNetwork: readonly WatchSource[] = ['node', 'health', 'peers', 'blockchain'];
export const isWithoutNetwork = (source: WatchSource): boolean => withoutNetwork.includes(source);

/** Sources whose records say who is connected to the queried node. Other nodes can say so, too. */
export const connectionSources: readonly WatchSource[] = ['primaryNetwork', 'blockchain'];

/** True if balances are watched against a limit. Each then has its own items, and they are never grouped. */
export const isOfLimits = (source: WatchSource): boolean =>
	isOfAddresses(source) || source === 'l1Balance';

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

/** Key of the queried node, if it is watched itself. */
export const ownKey = 'self';
/** Key of the source. It is a subject like a validator, and its alerts say that it cannot be read. */
export const sourceKey = '';

/** Hours in which only critical alerts are reported, unless `holdsCritical` is set. */
export interface QuietHours {
	/** Minutes since midnight in the workflow's time zone. */
	from: number;
	to: number;
	/** The days on which quiet hours begin, 1 for Monday. Every day if absent. */
	days?: number[];
	/** True if critical alerts wait, too. */
	holdsCritical?: boolean;
}

export interface Silence {
	/** Keys (node IDs or addresses), or everything that is watched, the source included. */
	who: string[] | 'all';
	/** The group of Names that the line names, if it does. */
	group?: string;
	/** If set, the line acknowledges this one alert and silences nobody. */
	alertId?: string;
	/** The event that begins the silenced alert. All alerts if absent. */
	event?: string;
	/** UNIX seconds. It holds from now on if `from` is absent. */
	from?: number;
	until: number;
	reason: string;
	/** It was taken out before its end, and a poll missed it at `until`. */
	isRemoved?: true;
	/** The line of the option, such as "line 3". Absent if the silence comes from the URL. */
	place?: string;
}

export type Payload = 'alertmanager' | 'pagerDuty';

/** The user's choices, read and checked. */
export interface WatchSettings {
	/** Sets the events of one trigger node apart from those of any other. */
	scope: string;
	source: WatchSource;
	/** Blockchain ID or alias; empty for the other sources. */
	blockchainId: string;
	/** The name of that chain, if the list of chains was read for it. */
	chainName?: string;
	/** Subnet ID of the L1 whose balances are watched; empty for the other sources. */
	subnetId: string;
	/** Address of the ERC-20 token whose balances are watched. */
	token?: string;
	/** The tokens of further balances, by the keys of these balances. */
	tokens?: Record<string, string>;
	/** Node IDs or addresses to watch. If empty, all that the source lists. */
	nodeIds: string[];
	/** The user's names. They never take part in the identity of a watch or an item. */
	names?: Names;
	/** Event names of the alerts to report. */
	conditions: string[];
	/** The user's choices for each condition, by its event. */
	rules: Record<string, unknown>;
	badPolls: number;
	/** Failed readings in a row before that is reported, if not `badPolls`. */
	unreadPolls?: number;
	goodPolls: number;
	/** Seconds that an alert must stay bad, or good again, besides the number of polls. */
	minimumSeconds: number;
	/** Time between the reminders of an alert; 0 for none. */
	reminderSeconds: number;
	/** True if the user set them to 0, which a test run says. */
	neverReminds?: boolean;
	/** After this time an alert gets a reminder, and everything reported of it later is critical. */
	louderSeconds?: number;
	/** If true, alerts with {@link Alert.words.byBudget} are warnings while enough time offline is left. */
	severityByBudget?: boolean;
	timezone: string;
	quiet?: QuietHours;
	silences?: Silence[];
	/** Those that were taken out while they held, as far as this process knows. */
	removedSilences?: Silence[];
	/** The lines come from an expression that reads the clock. */
	silencesMove?: boolean;
	/** Complaints about lines of Silences that cannot be read. */
	refusedSilences?: string[];
	/** Source of more silences. A secret. */
	silencesUrl?: string;
	/** If true, each poll puts everything into one item. */
	digest: boolean;
	/** If true, an item shows its validator in columns, otherwise the record as it was read. */
	isSimple: boolean;
	reportEnds: boolean;
	/** If true, the last items come again when n8n starts. */
	redeliver: boolean;
	/** If true, alerts that are already bad in the first reading are reported. */
	reportExisting: boolean;
	/** A drill is due whenever this text changes. */
	drill?: string;
	payloads?: Payload[];
	/** True if alerts that share an item share an incident of PagerDuty. */
	incidentsByItem?: boolean;
	/** Template of the user's page about an alert, with placeholders in braces. */
	runbookUrl?: string;
	heartbeat?: Heartbeat;
	/** The kind of samples in a test run; `now` if absent. */
	testEvent?: TestEvent;
	observers?: Observers;
	/** The queried node is the suspect if more than this percentage of the watched validators fails. */
	suspectShare: number;
}

/** The evidence of one reading. `unknown` neither begins nor ends an alert. */
export type Evidence = 'bad' | 'good' | 'unknown';

/** The state of one alert of one subject. An alert without a state is good. Times are UNIX seconds. */
export interface AlertState {
	phase: 'unconfirmed' | 'confirmed' | 'recovering';
	/** Time of the first bad reading. */
	since: number;
	/** Bad readings so far while unconfirmed, good ones while recovering. */
	count: number;
	/** Time of the first good reading while recovering. */
	goodSince?: number;
	/** Only while unconfirmed: the queried node may be wrong about it for a minute. */
	isDoubtful?: boolean;
}

/** The step of its ladder that an alert has reached, and the number of steps reported since it began. */
export interface Grown {
	step: number;
	told: number;
	/** A higher step that only one reading has shown so far. */
	rising?: number;
}

/** Somebody works on an alert until this time, UNIX seconds. */
export interface Acknowledged {
	until: number;
	/**
	 * The severity when the acknowledgement began, or `unsure` until a reading says it. `over` once the alert ended or
	 * its severity rose. `apart` if the line is about an item of several alerts, and this one began later.
	 */
	level: Severity | 'unsure' | 'over' | 'apart';
}

/** How the beginning of a confirmed alert was reported: alone, in an item about many, never, or not yet. */
export type Reported = 'alone' | 'inGroup' | 'silently' | 'waiting';

/** True if an item reported the beginning. */
export const hasItem = (reported: Reported | undefined): reported is 'alone' | 'inGroup' =>
	reported === 'alone' || reported === 'inGroup';

export interface Joined {
	since: number;
	reason: 'new' | 'renewed';
}

export type Reason = Joined['reason'] | 'returned' | 'ended' | 'notRenewed' | 'removed' | 'absent';

/** The memory of one subject between polls. */
export interface Subject extends HasDowns {
	/** Mark of its validation. Empty while no list has it. */
	validation: string;
	/** End of its validation in UNIX hours, if it has one. */
	endsAtHour?: number;
	/** Set if the next validation is to follow by itself. */
	renews?: true;
	/** By event. */
	states: Record<string, AlertState>;
	/** How each confirmed alert was reported, by event. */
	reported: Record<string, Reported>;
	/** How far reported alerts have grown, by event. */
	grown?: Record<string, Grown>;
	/** Acknowledged alerts, by event. Alerts that are over stay until the time of their acknowledgement. */
	acknowledged?: Record<string, Acknowledged>;
	/** Alerts whose louder reminder is due but could not be sent yet. */
	loudDue?: string[];
	/** Fingerprints that conditions compare with later ones, numbers below 2^28, by event. */
	fingerprints?: Record<string, number>;
	/** Reminders that were due and not sent, by event. Below 0 if more were sent. */
	unsent?: Record<string, number>;
	/** Set if it joined in quiet hours or under a silence, and this is still to be reported. */
	joined?: Joined;
	/** Highest uptimes, in fortieths of a point: of the newest slot of time, of the newest two, and so on. */
	highs?: number[];
	/** An earlier balance, to measure the continuous fee, nAVAX. */
	balance?: number;
}

/** The basis of a judgement, besides the subject's record. */
export interface Context extends HasDowns, Pick<Reading, 'isTakingIn' | 'lowerFor'> {
	/** UNIX seconds. */
	at: number;
	source: WatchSource;
	upgrades?: UpgradeTimes;
	/** Highest uptime within the time window of a fall, percent. */
	highest?: number;
	/** Fee of each active L1 validator, nAVAX a second. Undefined while unknown. */
	feeRate?: number;
	/** Seconds until the balance of an L1 validator is used up. Infinity if that is too far ahead to compute. */
	lastsFor?: number;
	/** True if the queried node may not have noticed yet that the validator joined or became active again. */
	isSettling?: boolean;
	/** True if the condition's fingerprint differs from the remembered one. Undefined if none is remembered. */
	hasChanged?: boolean;
	/** Set if the source could not be read. */
	failure?: Failure;
	/** Seconds since the newest block of the source, if they show that it is late. */
	blockAge?: number;
	/** Node IDs of the validators that were down when the source was last read. */
	downBefore?: string[];
	/** Of a sample: when its alert began, UNIX seconds. */
	since?: number;
	/** True if this alert of this subject is confirmed already. */
	isConfirmed?: boolean;
}

/** Figures of an alert, for people to read and workflows to count with. */
export type Facts = IDataObject;

/** Critical means act now, warning means plan for it. */
export type Severity = 'critical' | 'warning';

/** The problem and the advice, in sentences of at most 20 words. */
export interface Words {
	severity: Severity;
	/** Completes "NodeID-...:", without a full stop. */
	what: string;
	/** The same in a few words for a title, if `what` is long. */
	title?: string;
	todo?: string;
	/** The sentences of `todo` with its own figures, which messages about several repeat for each. */
	figures?: string;
}

export interface Told {
	facts: Facts;
	validator?: Validator;
	reason?: Reason;
	/** UNIX seconds, with the workflow's time zone. */
	at: number;
	timezone: string;
	failure?: Failure;
	blockAge?: number;
	/** Validators on which no observer has a vote although the source was read, and their names in a list. */
	undecided?: { count: number; called: string };
	source?: WatchSource;
	/** Severity by Budget is on, enough time offline is left, and no other validator fails. */
	isWithinBudget?: boolean;
}

/** A kind of alert of a subject. */
export interface Alert {
	/** Its number in the stored form. Never change it, and never give it to another alert. */
	code: number;
	/** The event that begins it. It is also the name of the alert. */
	event: string;
	/** The event that ends it. Without one, it is over as soon as it is reported. */
	endEvent?: string;
	/** The subject's state after the end. */
	goodState: string;
	option: { name: string; description: string };
	/** The sources that can show it, and if it is chosen there by default. */
	sources: Partial<Record<WatchSource, 'default' | 'optional'>>;
	/** Belongs to one validation, so the next validation begins without it. */
	endsWithValidation?: true;
	/** Followed even if it is not reported, because other judgements rest on it. */
	isAlwaysFollowed?: true;
	/** Nobody can end it sooner, so Remind Louder After leaves it alone. */
	neverLouder?: true;
	/** Dropped first if the memory has no room for all. */
	forgottenFirst?: true;
	/** If many begin at once, the queried node itself is the suspect. */
	suspectsQueriedNode?: true;
	words: {
		began: (told: Told) => Words;
		/** Completes "NodeID-...:", too. */
		ended: (told: Told) => string;
		/** A sentence about the cost of the alert, once it is over. Empty if that is unknown. */
		cost?: (told: Told) => string;
		/** Both complete "5 of 9 watched validators". `manyEnded` must also fit "2 more are not yet". */
		manyBegan: string;
		manyEnded: string;
		/** The advice in an item about several, for each alert with such items. */
		manyTodo?: string;
		/** The words name the time that matters, and that is not when the alert began. */
		saysWhen?: true;
		/** It has begun before it can be seen. */
		seenLate?: true;
		/** Its severity, if that never changes. Otherwise it may be a warning at one time and critical at another. */
		always?: Severity;
		/** Always critical, unless Severity by Budget is on. */
		byBudget?: true;
	};
}

/** An alert that began, grew or ended with a reading, or lasts. */
export interface Notice extends LeavesOut {
	alert: Alert;
	turned: 'began' | 'grew' | 'ended' | 'lasts';
	/** Node ID, {@link ownKey}, or {@link sourceKey}. */
	key: string;
	validator?: Validator;
	/** Start of the alert, and start of the good readings that end it, UNIX seconds. */
	since: number;
	goodSince?: number;
	/** True if it was bad already when it was first looked for. */
	wasFound?: boolean;
	/** True if nobody looked right before it was seen. It may then have begun, or ended, earlier. */
	mayBeginEarlier?: boolean;
	mayEndEarlier?: boolean;
	/** True if it began long ago and was held back until now, by a silence for example. */
	isLate?: boolean;
	/** True if it is over already, which the next notice tells. */
	isOver?: boolean;
	reason?: Reason;
	context?: Context;
	/** Its step, if it grew. */
	grown?: Grown;
	/** The number of the reminder, if it lasts. */
	reminder?: number;
	/** Set in an item about several: true if that puts the queried node in doubt. */
	isDoubted?: boolean;
	/** Alerts of the same subject that this alert brings with it. */
	alsoBad?: Notice[];
	/** Keys of all that fail alike with this check. Set if Severity by Budget is on. */
	failing?: ReadonlySet<string>;
}

/** Notices of one kind that share an item: those of many validators, or of several in one group. */
export interface GroupNotice extends LeavesOut {
	/** The group of Names that all of them belong to. */
	group?: string;
	notices: Notice[];
	/** Keys of the others that are still bad. In a named group, only its members. */
	stillBad: string[];
	/** Number of watched validators. In a named group, only its members. */
	watchedCount: number;
	/** Number of those that fail together. Besides these, some were confirmed before, and some are not yet. */
	failing?: number;
	/** Number of those that failed too few checks so far. */
	unconfirmed?: number;
}
