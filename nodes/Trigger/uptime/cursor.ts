/**
 * What the trigger remembers between polls, small enough for n8n's static data: at most 64 bytes for each
 * watched validator and 8 KB besides.
 */
import { createHash } from 'node:crypto';
import type { Condition, Entry } from './conditions';

/** The newest form of a cursor that this code reads; a newer one stops the trigger with an error. */
export const cursorVersion = 2;

export interface UptimeCursor {
	/** Version 1 is the same form without what later conditions remember, and is read as it is. */
	version: 1 | typeof cursorVersion;
	event: 'uptimeDrop';
	/** Source and blockchain this is about; another one starts afresh. */
	source: string;
	/** Start of the latest reading, UNIX seconds. */
	at: number;
	/** Seconds between the last two polls. */
	interval?: number;
	/** The source itself: its packed entry while it cannot be read. */
	unreachable?: string;
	/** Up to when reminders that the source cannot be read were told, UNIX seconds. */
	remindedAt?: number;
	/** The network's upgrades, where they matter, and when they were read: UNIX seconds. */
	upgrades?: { readAt: number; heliconAt: number };
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
		/** Time of the {@link WatchState.balance} of all, UNIX seconds, and the fee it was measured to be. */
		fee?: { since: number; nanoAvaxPerSecond?: number };
	};
}

/** What is remembered of one watched validator. */
export interface WatchState {
	/** Mark of its validation, see {@link markOf}; empty while it is in no list. */
	validation: string;
	/** End of its validation in UNIX minutes, where it has one. */
	endsAtMinute?: number;
	entries: Partial<Record<Condition, Entry>>;
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
		.slice(0, 3);

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A whole number in `length` base-64 digits; what does not fit becomes the largest that does. */
function packNumber(value: number, length: number): string {
	let rest = Math.min(Math.max(0, Math.floor(value)), 64 ** length - 1);
	let packed = '';
	for (let i = 0; i < length; i++) {
		packed = digits[rest % 64] + packed;
		rest = Math.floor(rest / 64);
	}
	return packed;
}

const unpackNumber = (packed: string): number =>
	[...packed].reduce((value, digit) => value * 64 + digits.indexOf(digit), 0);

/** 2020-01-01: with five digits, seconds reach to 2054, and with four, minutes to 2051. */
const epoch = 1_577_836_800;

type Kind = Pick<Entry, 'phase' | 'told' | 'settling'>;
const firstConditions: Condition[] = ['disconnected', 'belowThreshold', 'inactive', 'left', 'unreachable'];
const laterConditions: Condition[] = ['fell', 'requirementAtRisk', 'endingSoon', 'balanceLow', 'outdated'];
const firstKinds: Kind[] = [
	{ phase: 'suspect', settling: false },
	{ phase: 'suspect', settling: true },
	{ phase: 'alert', told: 'alone' },
	{ phase: 'alert', told: 'inGroup' },
	{ phase: 'alert', told: 'silently' },
	{ phase: 'recovering', told: 'alone' },
	{ phase: 'recovering', told: 'inGroup' },
	{ phase: 'recovering', told: 'silently' },
];
const laterKinds: Kind[] = [
	{ phase: 'alert', told: 'waiting' },
	{ phase: 'recovering', told: 'waiting' },
];
const combine = (conditions: Condition[], kinds: Kind[]) =>
	conditions.flatMap((condition) => kinds.map((kind) => ({ condition, kind })));

/** What an entry can be, by its code. The order is part of the stored form: only ever append. */
const codes = [
	...combine(firstConditions, firstKinds),
	...combine(laterConditions, firstKinds),
	...combine([...firstConditions, ...laterConditions], laterKinds),
];
/** Codes from here on take a second digit after this one. */
const longCode = 63;

const packCode = (code: number): string =>
	code < longCode ? packNumber(code, 1) : packNumber(longCode, 1) + packNumber(code - longCode, 1);

/**
 * One or two digits for condition and kind, five for the time it began; then, for what is not settled, one for the
 * count and, for what recovers, three for the seconds since its first good reading.
 */
function packEntry(condition: Condition, entry: Entry, at: number): string {
	const code = codes.findIndex(
		({ condition: coded, kind: { phase, told, settling } }) =>
			coded === condition &&
			phase === entry.phase &&
			(phase === 'suspect' ? settling === !!entry.settling : told === entry.told),
	);
	return (
		packCode(code) +
		packNumber(entry.since - epoch, 5) +
		(entry.phase === 'alert' ? '' : packNumber(entry.count, 1)) +
		(entry.phase === 'recovering' ? packNumber(at - entry.goodSince!, 3) : '')
	);
}

export function packEntries(entries: WatchState['entries'], at: number): string {
	return Object.entries(entries)
		.map(([condition, entry]) => packEntry(condition as Condition, entry, at))
		.join('');
}

/** Reads packed entries; `at` is the time of the poll that packed them. */
export function unpackEntries(packed: string, at: number): WatchState['entries'] {
	const entries: WatchState['entries'] = {};
	let position = 0;
	const take = (length: number) => packed.slice(position, (position += length));
	while (position < packed.length) {
		const first = unpackNumber(take(1));
		const { condition, kind } = codes[first < longCode ? first : longCode + unpackNumber(take(1))];
		const since = unpackNumber(take(5)) + epoch;
		const count = kind.phase === 'alert' ? 0 : unpackNumber(take(1));
		const goodSince = kind.phase === 'recovering' ? at - unpackNumber(take(3)) : undefined;
		entries[condition] = { ...kind, since, count, goodSince };
	}
	return entries;
}

const nodeIdPrefix = 'NodeID-';

/**
 * All states as one text, with spaces between them: `<node ID>.<mark>.<end>.<entries>` each, then `.<highs>`
 * and `.<balance>` where something follows.
 */
export function packStates(states: ReadonlyMap<string, WatchState>, at: number): string {
	const rows = [...states].map(([key, { validation, endsAtMinute, entries, highs = [], balance }]) => {
		const end = endsAtMinute === undefined ? '' : packNumber(endsAtMinute - epoch / 60, 4);
		const name = key.startsWith(nodeIdPrefix) ? key.slice(nodeIdPrefix.length) : `!${key}`;
		const uptimes = highs.map((high) => packNumber(high, 2)).join('');
		const money = balance === undefined ? '' : packNumber(balance, 9);
		const more = money ? [uptimes, money] : uptimes ? [uptimes] : [];
		return [name, validation, end, packEntries(entries, at), ...more].join('.');
	});
	return rows.join(' ');
}

/** The states that {@link packStates} packed at the time `at`. */
export function unpackStates(packed: string, at: number): Map<string, WatchState> {
	const states = new Map<string, WatchState>();
	for (const row of packed.split(' ').filter(Boolean)) {
		const [name, validation, end, entries, uptimes, balance] = row.split('.');
		states.set(name.startsWith('!') ? name.slice(1) : nodeIdPrefix + name, {
			validation,
			...(end && { endsAtMinute: unpackNumber(end) + epoch / 60 }),
			entries: unpackEntries(entries, at),
			...(uptimes && { highs: uptimes.match(/../g)!.map(unpackNumber) }),
			...(balance && { balance: unpackNumber(balance) }),
		});
	}
	return states;
}
