/** A condition: all that is known of one thing that can be wrong with a subject. Everything else is derived. */
import type { Field } from '../../../shared/fields/fields';
import type { Alert, Context, Evidence, Facts, WatchSource } from '../model';
import type { Validator } from '../readings';

/** What must be read or measured besides the list of validators. */
export interface Needs {
	/** When the Helicon upgrade begins. */
	heliconTime?: boolean;
	/** The network's upgrades that begin within so many seconds. */
	upgradesWithin?: number;
	/** The continuous fee of L1 validators. */
	fee?: boolean;
	/** The highest uptime within so many seconds. */
	highestWithin?: number;
}

/** The encoded value of an option, or `otherwise` where the user did not add it: its default, unless named. */
export type ReadOption = (option: Field, otherwise?: unknown) => unknown;

/** One step of a ladder. */
export interface LadderStep {
	/** As items name it. */
	name: string;
	/** With so much left, or less, it is reached. */
	at: number;
	/** Goes on after what is wrong, and a comma, where that does not say it. */
	what?: string;
}

/** How an alert grows: the less is left, the more steps it has reached. */
export interface Ladder {
	/** From most to least, the whole above the first. */
	whole: number;
	steps: LadderStep[];
	/** What is left; nothing where that is not known, or does not matter. */
	left(validator: Validator, context: Context): number | undefined;
	/** So much left, in a test run. */
	sample(left: number, validator: Validator, context: Context): Sampled;
}

export interface Condition<Rule = unknown> extends Alert {
	/** Of whom it is; of each validator, unless it is of the source. */
	of?: 'source';
	/** Whether it says that something cannot be read: one poll alone may be an accident. */
	isOfReading?: true;
	/** What the user can set, as options. */
	options?: Field[];
	/** Shown below the choice of alerts while it is chosen, as long as this option is empty. */
	notice?: { text: string; unless: Field };
	readRule?(read: ReadOption, source: WatchSource): Rule;
	/** Fields of the rule, by their names, whose values a host may have to be asked for. */
	resolves?: Field[];
	/** What of the rule makes it another condition, with alerts of its own. */
	identity?(rule: Rule): string;
	needs?(rule: Rule): Needs;
	/** Seconds that it has to stay bad, however few polls the user asks for. */
	confirmSeconds?(source: WatchSource): number;
	/** Whether one poll is enough for it. */
	isSure?(validator: Validator): boolean;
	/** Whether the queried node may be wrong about it for a minute. */
	isDoubtful?(context: Context): boolean;
	/** What is remembered of a validator, to be compared with what it is later. */
	fingerprint?(validator: Validator): string | undefined;
	judge(validator: Validator, rule: Rule, context: Context): Evidence;
	/** At which steps it is reported again. */
	ladder?: Ladder;
	/** What an item says of the rule, also one about many. */
	ruleFacts?(rule: Rule): Facts;
	facts?(validator: Validator, rule: Rule, context: Context, isEnd: boolean): Facts;
	/** The same where nothing is known, so that its items all have the same fields. */
	unknownFacts?: Facts;
	/** The validator as a test run shows it, if nothing is wrong with any, and what the judgement would rest on. */
	sample?(validator: Validator, rule: Rule, context: Context): Sampled;
	/** The same of its end. */
	sampleEnd?(validator: Validator, rule: Rule, context: Context): Sampled;
}

/** What differs in a sample from what was read. */
interface Sampled {
	validator?: Partial<Validator>;
	context?: Partial<Context>;
}

/** Bad if so, good if not, unknown if not known. */
export const badIf = (isBad: boolean | undefined): Evidence =>
	isBad === undefined ? 'unknown' : isBad ? 'bad' : 'good';
