/**
 * What the trigger remembers between polls, small enough for n8n's static data: at most 64 bytes for each
 * watched validator and 8 KB besides.
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { decodeCb58, encodeCb58 } from '../../shared/ids';
import { resume, type Condition, type Entry } from './conditions';
import type { ToldFee } from './feeSource';
import type { MeasuredFee } from './measuredFee';
import type { UpgradeTimes } from './upgrades';

/** The newest form of a cursor that this code reads; a newer one stops the trigger with an error. */
export const cursorVersion = 3;

export interface UptimeCursor {
	/** Those of earlier versions are brought into this form by `formerCursors.ts`. */
	version: typeof cursorVersion;
	event: 'uptimeDrop';
	/** Source and blockchain this is about; another one starts afresh. */
	source: string;
	/** Start of the latest reading, UNIX seconds. */
	at: number;
	/** Seconds between the last two polls. */
	interval?: number;
	/** The source itself: its packed entry while it cannot be read. */
	unreachable?: string;
	/**
	 * When each chosen condition was first judged, UNIX seconds: what was bad then was taken as found. Where this is
	 * missing, which no version before wrote, all of them were.
	 */
	judgedSince?: Partial<Record<Condition, number>>;
	/** Up to when reminders that the source cannot be read were told, UNIX seconds. */
	remindedAt?: number;
	/** The network's upgrades, where they matter, and when they were read: UNIX seconds. */
	upgrades?: { readAt: number; times: UpgradeTimes };
	/** The upgrade of which was told that nobody here knows the version it takes. */
	toldUpgrade?: string;
	/** The fee of L1 validators as the node last told it, where that matters. */
	fee?: ToldFee;
	/** The last items, where they are to come again after a restart. */
	last?: IDataObject[];
	/** Set with the first reading that succeeds. */
	watched?: {
		/** Which node IDs were asked for; with others, those not seen before are taken as found. */
		choice: string;
		/** When the states were last taken as found, UNIX seconds. */
		since: number;
		/** Packed states, see {@link packStates}. */
		states: string;
		/** Up to when reminders were told, UNIX seconds. */
		remindedAt?: number;
		/** Seconds of a slot of {@link WatchState.highs}, and the number of the newest one since 1970. */
		slots?: [seconds: number, newest: number];
		/** The fee as it is measured with the {@link WatchState.balance} of all, where the node does not tell it. */
		fee?: MeasuredFee;
	};
}

/** What is remembered of one watched validator. */
export interface WatchState {
	/** Mark of its validation, see {@link markOf}; empty while it is in no list. */
	validation: string;
	/** End of its validation in UNIX hours, where it has one, see {@link hourOf}. */
	endsAtHour?: number;
	/** That the next one is to follow by itself. */
	renews?: true;
	entries: Partial<Record<Condition, Entry>>;
	/** That it joined in quiet hours, when, and that it is still to be told. */
	joined?: { since: number; reason: 'new' | 'renewed' };
	/** Highest uptimes, in fortieths of a point: of the newest slot of time, of the newest two, and so on. */
	highs?: number[];
	/** An earlier balance for the continuous fee, nAVAX. */
	balance?: number;
}

/** A short mark that tells apart the validations of one node. */
export const markOf = (validationId: string | undefined): string =>
	createHash('sha256')
		.update(validationId ?? '')
		.digest('base64url')
		.slice(0, markLength);

const markLength = 3;
const noMark = '.'.repeat(markLength);

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A whole number in `length` base-64 digits; what does not fit becomes the largest that does. */
function packNumber(value: number, length: number): string {
	const whole = Math.min(Math.max(0, Math.floor(value)), 64 ** length - 1);
	const first = Math.floor(whole / 64 ** quickDigits);
	let rest = whole - first * 64 ** quickDigits;
	let packed = '';
	for (let i = Math.min(length, quickDigits); i > 0; i--, rest >>= 6)
		packed = digits[rest & 63] + packed;
	return length > quickDigits ? packNumber(first, length - quickDigits) + packed : packed;
}
/** Numbers of so many digits are below 2^31, and much quicker than those beyond. */
const quickDigits = 5;

export const unpackNumber = (packed: string): number =>
	[...packed].reduce((value, digit) => value * 64 + digits.indexOf(digit), 0);

/** A packed text, taken in from its start. */
export class Packed {
	private position = 0;
	constructor(private readonly text: string) {}
	get isOver(): boolean {
		return this.position >= this.text.length;
	}
	take(length: number): string {
		return this.text.slice(this.position, (this.position += length));
	}
	takeNumber(length: number): number {
		return unpackNumber(this.take(length));
	}
	takeUntil(end: string): string {
		const text = this.take(this.text.indexOf(end, this.position) - this.position);
		this.position += end.length;
		return text;
	}
}

/** 2026-01-01: so many seconds and hours reach to 2043 and 2055. */
const epoch = 1_767_225_600;
const mostSeconds = 2 ** 29;

/** 17 bits hold hours up to 2040; one more says that the validation renews itself. */
const mostHours = 2 ** 17;

/** The hour of an end as it is remembered: one that is further away than fits in counts as the last that does. */
export const hourOf = (endsAt: number): number =>
	Math.min(Math.max(0, Math.floor(endsAt / 3600)), epoch / 3600 + mostHours - 1);

/** The order of both lists is part of the stored form. */
const conditions: Condition[] = [
	...(['disconnected', 'belowThreshold', 'inactive', 'left', 'unreachable'] as const),
	...(['fell', 'requirementAtRisk', 'endingSoon', 'balanceLow', 'outdated'] as const),
];
const kinds: Array<Pick<Entry, 'phase' | 'told' | 'settling'>> = [
	{ phase: 'suspect', settling: false },
	{ phase: 'suspect', settling: true },
	...(['alert', 'recovering'] as const).flatMap((phase) =>
		(['alone', 'inGroup', 'silently', 'waiting'] as const).map((told) => ({ phase, told })),
	),
];
/** After the codes of all conditions and kinds come those of who joined in quiet hours. */
const joinedCode = conditions.length * kinds.length;
const joinedReasons = ['new', 'renewed'] as const;
const codesOfEntry = 128;

/** A code and the time it is about. */
const packTime = (code: number, since: number): string =>
	packNumber(Math.min(Math.max(0, since - epoch), mostSeconds - 1) * codesOfEntry + code, 6);

/**
 * Six digits for condition, kind and the time it began; then, for what is not settled, one for the count and, for
 * what recovers, three for the seconds since its first good reading.
 */
function packEntry(condition: Condition, entry: Entry, at: number): string {
	const kind = kinds.findIndex(
		({ phase, told, settling }) =>
			phase === entry.phase &&
			(phase === 'suspect' ? settling === !!entry.settling : told === entry.told),
	);
	const code = conditions.indexOf(condition) * kinds.length + kind;
	return (
		packTime(code, entry.since) +
		(entry.phase === 'alert' ? '' : packNumber(entry.count, 1)) +
		(entry.phase === 'recovering' ? packNumber(at - entry.goodSince!, 3) : '')
	);
}

export function packEntries(entries: WatchState['entries'], at: number): string {
	return Object.entries(entries)
		.map(([condition, entry]) => packEntry(condition as Condition, entry, at))
		.join('');
}

function takeEntry(packed: Packed, at: number): Pick<WatchState, 'entries' | 'joined'> {
	const number = packed.takeNumber(6);
	const code = number % codesOfEntry;
	const since = epoch + Math.floor(number / codesOfEntry);
	if (code >= joinedCode)
		return { entries: {}, joined: { since, reason: joinedReasons[code - joinedCode] } };
	const kind = kinds[code % kinds.length];
	const count = kind.phase === 'alert' ? 0 : packed.takeNumber(1);
	const goodSince = kind.phase === 'recovering' ? at - packed.takeNumber(3) : undefined;
	return {
		entries: {
			[conditions[Math.floor(code / kinds.length)]]: { ...kind, since, count, goodSince },
		},
	};
}

/** Reads packed entries; `at` is the time of the poll that packed them. */
export function unpackEntries(text: string, at: number): WatchState['entries'] {
	const packed = new Packed(text);
	const entries: WatchState['entries'] = {};
	while (!packed.isOver) Object.assign(entries, takeEntry(packed, at).entries);
	return entries;
}

export const nodeIdPrefix = 'NodeID-';
/** No node ID is longer, and no longer name of a node fits into {@link bytesOfState}. */
export const mostKeyLength = 40;

/** The 20 bytes of a node ID in 27 characters, or any other key between two signs that those never have. */
function packKey(key: string): string {
	const bytes = key.startsWith(nodeIdPrefix)
		? decodeCb58(key.slice(nodeIdPrefix.length))
		: undefined;
	if (bytes?.length === nodeIdLength) return bytes.toString('base64url');
	return `!${Buffer.from(key).toString('base64url')}!`;
}
const nodeIdLength = 20;
const packedNodeIdLength = 27;

function takeKey(packed: Packed): string {
	const first = packed.take(1);
	if (first === '!') return Buffer.from(packed.takeUntil('!'), 'base64url').toString();
	const bytes = Buffer.from(first + packed.take(packedNodeIdLength - 1), 'base64url');
	return nodeIdPrefix + encodeCb58(bytes);
}

/** How many highs there are, or that there is a balance: no source tells uptimes and balances. */
const balanceFollows = 5;
const waysToFollow = 6;

/**
 * `<node ID><mark><end><how much follows><highs, or the balance><entries>`: with a node ID and no more than five
 * conditions that are settled, 64 characters at most.
 */
function packState(key: string, state: WatchState, at: number): string {
	const { validation, endsAtHour, renews, entries, joined, highs = [], balance } = state;
	const follows = balance === undefined ? highs.length : balanceFollows;
	return [
		packKey(key),
		validation || noMark,
		packNumber(
			(endsAtHour === undefined ? 0 : Math.max(0, endsAtHour - epoch / 3600)) +
				(renews ? mostHours : 0),
			3,
		),
		packNumber((Object.keys(entries).length + (joined ? 1 : 0)) * waysToFollow + follows, 1),
		balance === undefined
			? highs.map((high) => packNumber(high, 2)).join('')
			: packNumber(balance, 9),
		packEntries(entries, at),
		joined ? packTime(joinedCode + joinedReasons.indexOf(joined.reason), joined.since) : '',
	].join('');
}

/** A state without what can be found out again: highest uptimes, and counts of polls that are not complete. */
function strip(state: WatchState): WatchState {
	const settled = Object.entries(state.entries)
		.map(([condition, entry]) => [condition, resume(entry)] as const)
		.filter(([, entry]) => entry);
	return { ...state, highs: undefined, entries: Object.fromEntries(settled) };
}

/** A stripped state with no more than fits: what was not told yet goes first, then a fall. */
function cut(state: WatchState): WatchState {
	const { joined, entries, ...rest } = strip(state);
	const rank = ([condition, { told }]: [string, Entry]) =>
		told === 'waiting' ? 2 : condition === 'fell' ? 1 : 0;
	const kept = Object.entries(entries)
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, mostSettled);
	const isFull = kept.length === mostSettled;
	return { ...rest, entries: Object.fromEntries(kept), ...(joined && !isFull && { joined }) };
}

/** So many conditions fit into {@link bytesOfState} with a validator. */
const mostSettled = 5;

const bytesOfState = 64;
/** Of the 8 KB that a cursor may have besides, the rest of it takes no more than 2. */
const bytesBesides = 6 * 1024;

/**
 * All states as one text, never longer than {@link bytesOfState} for each and {@link bytesBesides}. Where more is
 * wrong than fits in, the last ones are stripped: the others are through with their counts some polls later, and
 * make room. Only beyond a thousand validators with more than five settled conditions each is one of those cut.
 */
export function packStates(states: ReadonlyMap<string, WatchState>, at: number): string {
	const rows = [...states].map(([key, state]) => packState(key, state, at));
	let excess = rows.join('').length - bytesBesides - bytesOfState * rows.length;
	const keys = excess > 0 ? [...states.keys()] : [];
	for (const shorten of [strip, cut]) {
		for (let i = keys.length - 1; i >= 0 && excess > 0; i--) {
			const shortened = packState(keys[i], shorten(states.get(keys[i])!), at);
			excess -= rows[i].length - shortened.length;
			rows[i] = shortened;
		}
	}
	return rows.join('');
}

/** The states that {@link packStates} packed at the time `at`. */
export function unpackStates(text: string, at: number): Map<string, WatchState> {
	const packed = new Packed(text);
	const states = new Map<string, WatchState>();
	while (!packed.isOver) {
		const key = takeKey(packed);
		const mark = packed.take(markLength);
		const end = packed.takeNumber(3);
		const hours = end % mostHours;
		const head = packed.takeNumber(1);
		const follows = head % waysToFollow;
		const hasBalance = follows === balanceFollows;
		const highs = hasBalance ? [] : Array.from({ length: follows }, () => packed.takeNumber(2));
		const balance = hasBalance ? packed.takeNumber(9) : undefined;
		const entries: WatchState['entries'] = {};
		let joined: WatchState['joined'];
		for (let left = Math.floor(head / waysToFollow); left > 0; left--) {
			const taken = takeEntry(packed, at);
			Object.assign(entries, taken.entries);
			joined ??= taken.joined;
		}
		states.set(key, {
			validation: mark === noMark ? '' : mark,
			...(hours > 0 && { endsAtHour: hours + epoch / 3600 }),
			...(end >= mostHours && { renews: true as const }),
			entries,
			...(joined && { joined }),
			...(highs.length > 0 && { highs }),
			...(balance !== undefined && { balance }),
		});
	}
	return states;
}
