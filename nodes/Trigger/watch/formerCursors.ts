/** Cursors that earlier versions left, brought into the form of today. Nothing here changes any more. */
import type { Condition, Entry } from './conditions';
import {
	cursorVersion,
	nodeIdPrefix,
	packEntries,
	packStates,
	Packed,
	unpackNumber,
	type UptimeCursor,
	type WatchState,
} from './cursor';

/** Version 1 is version 2 without what later conditions remember. */
export interface FormerCursor extends Omit<UptimeCursor, 'version' | 'upgrades'> {
	version: 1 | 2;
	upgrades?: { readAt: number; heliconAt: number };
}

/** A cursor of any version in the form of today. */
export function bringUp(cursor: UptimeCursor | FormerCursor): UptimeCursor {
	if (cursor.version === cursorVersion) return cursor;
	const { upgrades, unreachable, watched, at } = cursor;
	return {
		...cursor,
		version: cursorVersion,
		upgrades: upgrades && { readAt: upgrades.readAt, times: { helicon: upgrades.heliconAt } },
		unreachable: unreachable && packEntries(unpackEntries(unreachable, at), at),
		watched: watched && {
			...watched,
			states: packStates(unpackFormerStates(watched.states, at), at),
		},
	};
}

/** 2020-01-01. */
const epoch = 1_577_836_800;

type Kind = Pick<Entry, 'phase' | 'told' | 'settling'>;
const firstConditions: Condition[] = [
	'disconnected',
	'belowThreshold',
	'inactive',
	'left',
	'unreachable',
];
const laterConditions: Condition[] = [
	'fell',
	'requirementAtRisk',
	'endingSoon',
	'balanceLow',
	'outdated',
];
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

const codes = [
	...combine(firstConditions, firstKinds),
	...combine(laterConditions, firstKinds),
	...combine([...firstConditions, ...laterConditions], laterKinds),
];
/** Codes from here on take a second digit after this one. */
const longCode = 63;

/**
 * One or two digits for condition and kind, five for the time it began; then, for what is not settled, one for the
 * count and, for what recovers, three for the seconds since its first good reading.
 */
function unpackEntries(text: string, at: number): WatchState['entries'] {
	const packed = new Packed(text);
	const entries: WatchState['entries'] = {};
	while (!packed.isOver) {
		const first = packed.takeNumber(1);
		const { condition, kind } = codes[first < longCode ? first : longCode + packed.takeNumber(1)];
		const since = packed.takeNumber(5) + epoch;
		const count = kind.phase === 'alert' ? 0 : packed.takeNumber(1);
		const goodSince = kind.phase === 'recovering' ? at - packed.takeNumber(3) : undefined;
		entries[condition] = { ...kind, since, count, goodSince };
	}
	return entries;
}

/** `<node ID>.<mark>.<end in minutes>.<entries>.<highs>.<balance>` each, with spaces between them. */
export function unpackFormerStates(text: string, at: number): Map<string, WatchState> {
	const states = new Map<string, WatchState>();
	for (const row of text.split(' ').filter(Boolean)) {
		const [name, validation, end, entries, uptimes, balance] = row.split('.');
		states.set(name.startsWith('!') ? name.slice(1) : nodeIdPrefix + name, {
			validation,
			...(end && { endsAtHour: Math.floor((unpackNumber(end) + epoch / 60) / 60) }),
			entries: unpackEntries(entries, at),
			...(uptimes && { highs: uptimes.match(/../g)!.map(unpackNumber) }),
			...(balance && { balance: unpackNumber(balance) }),
		});
	}
	return states;
}
