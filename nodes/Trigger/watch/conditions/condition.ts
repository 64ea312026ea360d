/** A condition describes one thing that can be wrong with a subject. Everything else is derived from it. */
import type { Field } from '../../../shared/fields/fields';
import type { Alert, Context, Evidence, Facts, WatchSource } from '../model';
import type { Validator } from '../readings';

/** Data that must be read or measured besides the list of validators. */
export interface Needs {
	heliconTime?: boolean;
	/** The network upgrades that begin within this many seconds. */
	upgradesWithin?: number;
	/** The continuous fee of L1 validators. */
	fee?: boolean;
	/** The highest uptime within this many seconds. */
	highestWithin?: number;
}

/** The encoded value of an option. If the user did not add it, `otherwise`, which defaults to the field's default. */
export type ReadOption = <T>(option: Field<T>, otherwise?: T) => Exclude<T, undefined>;

export interface LadderStep {
	/** Shown as `step` in items. */
	name: string;
	/** Reached with this much left, or less. */
	at: number;
	/** Follows a comma in titles and messages. Left out if the words of the alert say it already. */
	what?: string;
	/** True if the words about one validator say the same in figures. Those about several do not. */
	isSaid?: true;
}

/** Makes an alert grow: the less is left, the more steps it has reached. */
export interface Ladder {
	/** The amount above the first step. The steps go down from there. */
	whole: number;
	steps: LadderStep[];
	/** Undefined if it is unknown or does not matter. */
	left(validator: Validator, context: Context): number | undefined;
	/** For test runs: the changes to a subject that leave this much. */
	sample(left: number, validator: Validator, context: Context): Sampled;
}

export interface Condition<Rule = unknown> extends Alert {
	/** Judged once, for the source. Otherwise once per validator. */
	of?: 'source';
	/** It reports that something cannot be read. One such poll may be an accident, so `unreadPolls` applies. */
	isOfReading?: true;
	/** Shown under Options while this alert is chosen. */
	options?: Field[];
	/** Shown below Alert When while this alert is chosen and the option `unless` is not added. */
	notice?: { text: string; unless: Field };
	readRule?(read: ReadOption, source: WatchSource): Rule;
	/** Rule fields whose values may take a request to resolve, such as a chain. */
	resolves?: Field[];
	/** The part of the rule that makes it a separate condition, with separate alerts. */
	identity?(rule: Rule): string | undefined;
	/** The rule of one subject, if some have their own: another object than `rule`. */
	ruleOf?(rule: Rule, key: string): Rule;
	needs?(rule: Rule): Needs;
	/** Seconds that it must stay bad, however few checks the user asks for. */
	confirmSeconds?(source: WatchSource): number;
	/** True if one bad poll is enough. */
	isSure?(validator: Validator): boolean;
	/** True if the queried node may be wrong about it for a minute. */
	isDoubtful?(context: Context): boolean;
	/** Text to remember and to compare with later readings. */
	fingerprint?(validator: Validator): string | undefined;
	judge(validator: Validator, rule: Rule, context: Context): Evidence;
	/** The fact that it is judged by. Of whom it is not known is never reported, so test runs and heartbeats say so. */
	reads?: Read;
	/** The alert is reported again at each step. */
	ladder?: Ladder;
	/** Facts about the rule. Items about many validators have them too. */
	ruleFacts?(rule: Rule): Facts;
	facts?(validator: Validator, rule: Rule, context: Context, isEnd: boolean): Facts;
	/** The fields of `facts` with nothing known, so that all items of the alert have the same fields. */
	unknownFacts?: Facts;
	/** For test runs: the changes to a good validator, and to the context of its judgement, that make it bad. */
	sample?(validator: Validator, rule: Rule, context: Context): Sampled;
	/** The same for the end of the alert. */
	sampleEnd?(validator: Validator, rule: Rule, context: Context): Sampled;
}

/** The changes that a sample makes to a reading. */
interface Sampled {
	validator?: Partial<Validator>;
	context?: Partial<Context>;
}

/** A fact of a validator or an address. */
interface Read {
	/** Completes "the ... of 2 is not known". */
	what: string;
	isKnown(validator: Validator): boolean;
}

export const uptimeRead: Read = { what: 'uptime', isKnown: ({ uptime }) => uptime !== undefined };
export const balanceRead: Read = {
	what: 'balance',
	isKnown: ({ balance }) => balance !== undefined,
};

/** Undefined is unknown. */
export function badIf(isBad: boolean | undefined): Evidence {
	if (isBad === undefined) return 'unknown';
	return isBad ? 'bad' : 'good';
}
