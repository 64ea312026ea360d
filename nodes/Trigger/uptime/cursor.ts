/**
 * What the trigger remembers between polls, small enough for n8n's static data: at most 64 bytes for each
 * watched validator and 8 KB besides.
 */
import { createHash } from 'node:crypto';
import type { Condition, Entry } from './conditions';

/** The newest form of a cursor that this code reads; a newer one stops the trigger with an error. */
export const cursorVersion = 1;

export interface UptimeCursor {
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
	/** Set with the first reading that succeeds. */
	watched?: {
		/** Which node IDs were asked for; with others, those not seen before are taken as found. */
		choice: string;
		/** When the states were last taken as found, UNIX seconds. */
		since: number;
		/** Packed states, see {@link packStates}. */
		states: string;
	};
}

/** What is remembered of one watched validator. */
export interface WatchState {
	/** Mark of its validation, see {@link markOf}; empty while it is in no list. */
	validation: string;
	/** End of its validation in UNIX minutes, where it has one. */
	endsAtMinute?: number;
	entries: Partial<Record<Condition, Entry>>;
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

// The order of both lists is part of the stored form: only ever append.
const packedConditions: Condition[] = ['disconnected', 'belowThreshold', 'inactive', 'left', 'unreachable'];
const packedKinds: Array<Pick<Entry, 'phase' | 'told' | 'settling'>> = [
	{ phase: 'suspect', settling: false },
	{ phase: 'suspect', settling: true },
	{ phase: 'alert', told: 'alone' },
	{ phase: 'alert', told: 'inGroup' },
	{ phase: 'alert', told: 'silently' },
	{ phase: 'recovering', told: 'alone' },
	{ phase: 'recovering', told: 'inGroup' },
	{ phase: 'recovering', told: 'silently' },
];

/**
 * One digit for condition and kind, five for the time it began; then, for what is not settled, one for the
 * count and, for what recovers, three for the seconds since its first good reading.
 */
function packEntry(condition: Condition, entry: Entry, at: number): string {
	const kind = packedKinds.findIndex(
		({ phase, told, settling }) =>
			phase === entry.phase && (phase === 'suspect' ? settling === !!entry.settling : told === entry.told),
	);
	return (
		packNumber(packedConditions.indexOf(condition) * packedKinds.length + kind, 1) +
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
		const code = unpackNumber(take(1));
		const kind = packedKinds[code % packedKinds.length];
		const since = unpackNumber(take(5)) + epoch;
		const count = kind.phase === 'alert' ? 0 : unpackNumber(take(1));
		const goodSince = kind.phase === 'recovering' ? at - unpackNumber(take(3)) : undefined;
		entries[packedConditions[Math.floor(code / packedKinds.length)]] = { ...kind, since, count, goodSince };
	}
	return entries;
}

const nodeIdPrefix = 'NodeID-';

/** All states as one text: `<node ID>.<mark>.<end>.<entries>` each, with spaces between them. */
export function packStates(states: ReadonlyMap<string, WatchState>, at: number): string {
	const rows = [...states].map(([key, { validation, endsAtMinute, entries }]) => {
		const end = endsAtMinute === undefined ? '' : packNumber(endsAtMinute - epoch / 60, 4);
		const name = key.startsWith(nodeIdPrefix) ? key.slice(nodeIdPrefix.length) : `!${key}`;
		return [name, validation, end, packEntries(entries, at)].join('.');
	});
	return rows.join(' ');
}

/** The states that {@link packStates} packed at the time `at`. */
export function unpackStates(packed: string, at: number): Map<string, WatchState> {
	const states = new Map<string, WatchState>();
	for (const row of packed.split(' ').filter(Boolean)) {
		const [name, validation, end, entries] = row.split('.');
		states.set(name.startsWith('!') ? name.slice(1) : nodeIdPrefix + name, {
			validation,
			...(end && { endsAtMinute: unpackNumber(end) + epoch / 60 }),
			entries: unpackEntries(entries, at),
		});
	}
	return states;
}
