/**
 * One poll of the event Uptime Drop as a pure function: what the trigger remembered and one reading make the
 * items to emit and what to remember next.
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { fail } from '../../shared/errors';
import { advance, isSettling, judge, resume, type Condition, type Entry } from './conditions';
import {
	cursorVersion,
	markOf,
	packEntries,
	packStates,
	unpackEntries,
	unpackStates,
	type UptimeCursor,
	type WatchState,
} from './cursor';
import { makeGroupItem, makeItem, type Change, type Reason } from './items';
import type { UptimeSettings } from './settings';
import { ownKey, type Reading, type Validator } from './source';

/** With fewer validators at once, each gets its own item whatever their share. */
const leastGroup = 5;

/** A reading that started this much before the last one was not overtaken: the clock was set back. */
const longestPoll = 600;

/** What is remembered of the settings' own source, or nothing where they name another one now. */
export const recall = (
	cursor: UptimeCursor | undefined,
	settings: UptimeSettings,
): UptimeCursor | undefined =>
	cursor?.event === 'uptimeDrop' && cursor.source === nameSource(settings) ? cursor : undefined;

const nameSource = ({ source, blockchainId }: UptimeSettings): string => `${source}:${blockchainId}`;

const nameChoice = ({ nodeIds }: UptimeSettings): string =>
	nodeIds.length
		? createHash('sha256')
				.update([...nodeIds].sort().join())
				.digest('base64url')
				.slice(0, 8)
		: 'all';

/**
 * Takes one reading into account. Nothing is told twice: a reading that a later one overtook is dropped, and
 * a reading that failed leaves all that is known of the validators as it is.
 */
export function step(
	cursor: UptimeCursor | undefined,
	reading: Reading,
	settings: UptimeSettings,
): { items: IDataObject[]; cursor: UptimeCursor } {
	const known = recall(cursor, settings);
	const { at } = reading;
	if (known && at < known.at && known.at - at < longestPoll) return { items: [], cursor: known };

	const memory = remember(known, at);
	const source = followSource(memory.unreachable, !known?.watched, reading, settings);
	const next: UptimeCursor = {
		version: cursorVersion,
		event: 'uptimeDrop',
		source: nameSource(settings),
		at,
		...(known && { interval: at - known.at }),
		...(source.entry && { unreachable: packEntries({ unreachable: source.entry }, at) }),
	};
	const { states } = memory;
	if (!reading.validators) {
		const watched = states && { ...known!.watched!, states: packStates(states, at) };
		return { items: source.items, cursor: { ...next, ...(watched && { watched }) } };
	}
	const choice = nameChoice(settings);
	const isFirst = known?.watched?.choice !== choice;
	const since = isFirst ? at : known!.watched!.since;
	// A poll in the very second of the first one must not be taken for it.
	const seen = { ...reading, validators: reading.validators, at: isFirst ? at : Math.max(at, since + 1) };
	const watch = new Watch(states, seen, settings, since);
	const items = [...source.items, ...watch.tell()];
	return { items, cursor: { ...next, watched: { choice, since, states: packStates(watch.states, at) } } };
}

/** The entries of a cursor. After a break far longer than the polls were apart, half counts are dropped. */
function remember(known: UptimeCursor | undefined, at: number) {
	if (!known) return {};
	const { unreachable } = unpackEntries(known.unreachable ?? '', known.at);
	const states = known.watched && unpackStates(known.watched.states, known.at);
	const hadBreak = at - known.at > 3 * (known.interval ?? 3600) + 120;
	if (!hadBreak) return { unreachable, states };
	for (const state of states?.values() ?? []) {
		const entries = Object.entries(state.entries).map(
			([condition, entry]) => [condition, resume(entry)] as const,
		);
		state.entries = Object.fromEntries(entries.filter(([, entry]) => entry));
	}
	return { unreachable: unreachable && resume(unreachable), states };
}

/** Whether the source can be read. */
function followSource(
	before: Entry | undefined,
	wasNeverRead: boolean,
	reading: Reading,
	settings: UptimeSettings,
) {
	const evidence = reading.failure ? 'bad' : 'good';
	const { entry, turned } = advance('unreachable', before, evidence, settings, reading, reading.isTakingIn);
	const change: Change | undefined = turned && {
		condition: 'unreachable',
		turned,
		key: '',
		since: entry!.since,
		goodSince: entry!.goodSince,
		wasFound: wasNeverRead,
	};
	const isTold = change && isChosen(change, settings);
	return {
		entry: turned === 'ended' ? undefined : entry,
		items: isTold ? [makeItem(change, settings, reading)] : [],
	};
}

const isChosen = ({ condition, turned }: Change, { conditions, reportEnds }: UptimeSettings): boolean =>
	conditions.includes(condition) && (turned === 'began' || reportEnds);

/** All watched validators under one reading. */
class Watch {
	readonly states = new Map<string, WatchState>();
	private readonly changes: Change[] = [];
	/** Ends of what began together: they are told together. */
	private readonly endedTogether = new Set<Change>();

	constructor(
		private readonly before: ReadonlyMap<string, WatchState> | undefined,
		private readonly reading: Reading & { validators: ReadonlyMap<string, Validator> },
		private readonly settings: UptimeSettings,
		/** When states were last taken as found. */
		private readonly since: number,
	) {
		for (const key of this.listKeys()) {
			const validator = reading.validators.get(key);
			const was = before?.get(key);
			this.states.set(key, validator ? this.follow(key, validator, was) : this.miss(key, was));
		}
	}

	private listKeys(): Iterable<string> {
		if (this.settings.source === 'node') return [ownKey];
		if (this.settings.nodeIds.length) return this.settings.nodeIds;
		return new Set([...(this.before?.keys() ?? []), ...this.reading.validators.keys()]);
	}

	/** A validator that the source lists. */
	private follow(key: string, validator: Validator, was: WatchState | undefined): WatchState {
		const { at } = this.reading;
		const { endsAt, validationId } = validator;
		const validation = markOf(validationId);
		const entries = { ...was?.entries };
		const isRenewed = !!was?.validation && was.validation !== validation;
		if (isRenewed) delete entries.belowThreshold;
		const isFound = was === undefined && this.since === at;
		if (isRenewed || (was === undefined && !isFound)) {
			const reason = isRenewed ? 'renewed' : 'new';
			this.add({ condition: 'left', turned: 'ended', key, validator, since: at, reason });
		}
		const settling = isSettling(validator, !!was?.validation && !isRenewed, !!was?.entries.inactive, at);
		const turn = (condition: Condition, evidence: 'bad' | 'good' | 'unknown', reason?: Reason) =>
			this.turn(entries, condition, evidence, { key, validator, isFound, settling, reason });
		turn('left', 'good', 'returned');
		for (const [condition, look] of Object.entries(judge)) {
			turn(condition as Condition, look(validator, this.settings, at));
		}
		return { validation, ...(endsAt && { endsAtMinute: Math.floor(endsAt / 60) }), entries };
	}

	/** A watched validator that the source does not list. */
	private miss(key: string, was: WatchState = { validation: '', entries: {} }): WatchState {
		const { validation, endsAtMinute } = was;
		const hasEnded = endsAtMinute !== undefined && endsAtMinute * 60 <= this.reading.at;
		const reason = !validation ? 'absent' : hasEnded ? 'ended' : 'removed';
		const entries = { ...was.entries };
		const isFound = !validation && !was.entries.left && this.since === this.reading.at;
		this.turn(entries, 'left', 'bad', { key, isFound, settling: false, reason });
		return { ...was, entries };
	}

	private turn(
		entries: WatchState['entries'],
		condition: Condition,
		evidence: 'bad' | 'good' | 'unknown',
		about: { key: string; validator?: Validator; isFound: boolean; settling: boolean; reason?: Reason },
	): void {
		const { key, validator, isFound, settling, reason } = about;
		const { at } = this.reading;
		const mayBeIllusion = settling && condition === 'disconnected';
		const before = entries[condition];
		let { entry, turned } = advance(condition, before, evidence, this.settings, this.reading, mayBeIllusion);
		if (isFound && entry && !this.settings.reportExisting) {
			// Taken as found, without a word and without waiting for more polls.
			entry = { phase: 'alert', since: at, count: 0, told: 'silently' };
			turned = undefined;
		}
		if (entry && turned) {
			const { since, goodSince, told } = entry;
			const wasFound = since === this.since;
			const change: Change = { condition, turned, key, validator, since, goodSince, wasFound, reason };
			const isTold = told !== 'silently' && this.add(change);
			if (told === 'inGroup') this.endedTogether.add(change);
			if (turned === 'began' && !isTold) entry = { ...entry, told: 'silently' };
		}
		if (entry && turned !== 'ended') entries[condition] = entry;
		else delete entries[condition];
	}

	/** Notes a change that is to be told; returns whether it is. */
	private add(change: Change): boolean {
		const isTold = isChosen(change, this.settings);
		if (isTold) this.changes.push(change);
		return isTold;
	}

	/** The items of this reading; settles which states are kept. */
	tell(): IDataObject[] {
		const kinds = new Map<string, Change[]>();
		for (const change of this.changes) {
			const kind = `${change.condition}:${change.turned}`;
			kinds.set(kind, [...(kinds.get(kind) ?? []), change]);
		}
		const items = [...kinds.values()].flatMap((changes) =>
			changes[0].turned === 'began' ? this.tellBegan(changes) : this.tellEnded(changes),
		);
		this.forgetLeft();
		return items;
	}

	private isGroup(count: number): boolean {
		return count >= leastGroup && count * 100 > this.settings.suspectShare * this.states.size;
	}

	private tellBegan(changes: Change[]): IDataObject[] {
		const { condition } = changes[0];
		const suspects = [...this.states].filter(([, { entries }]) => {
			const entry = entries[condition];
			return entry?.phase === 'suspect' && !entry.settling;
		});
		if (!this.isGroup(changes.length + suspects.length))
			return changes.map((change) => this.makeItem(change));
		// Those on their way down go with the rest, or they would follow one by one in the next polls.
		const followers = suspects.map(
			([key, { entries }]): Change => ({
				condition,
				turned: 'began',
				key,
				validator: this.reading.validators.get(key),
				since: entries[condition]!.since,
			}),
		);
		const all = [...changes, ...followers];
		for (const { key, since } of all) {
			const entry: Entry = { phase: 'alert', since, count: 0, told: 'inGroup' };
			this.states.get(key)!.entries[condition] = entry;
		}
		return [this.makeGroupItem(all)];
	}

	private tellEnded(changes: Change[]): IDataObject[] {
		const together = changes.filter((change) => this.endedTogether.has(change));
		if (this.isGroup(changes.length)) return [this.makeGroupItem(changes)];
		if (together.length < 2) return changes.map((change) => this.makeItem(change));
		const alone = changes.filter((change) => !this.endedTogether.has(change));
		return [this.makeGroupItem(together), ...alone.map((change) => this.makeItem(change))];
	}

	/** A validator that left takes its other conditions with it; one that nobody named is forgotten. */
	private forgetLeft(): void {
		for (const [key, { entries }] of this.states) {
			const { left } = entries;
			if (!left || left.phase !== 'alert') continue;
			if (this.settings.nodeIds.length || key === ownKey)
				this.states.set(key, { validation: '', entries: { left } });
			else this.states.delete(key);
		}
	}

	private makeItem(change: Change): IDataObject {
		return makeItem(change, this.settings, this.reading);
	}

	private makeGroupItem(changes: Change[]): IDataObject {
		const { condition } = changes[0];
		const isAlert = ({ entries }: WatchState) => entries[condition]?.phase === 'alert';
		const stillBad = [...this.states].filter(([, state]) => isAlert(state)).map(([key]) => key);
		return makeGroupItem(changes, stillBad.sort(), this.states.size, this.settings, this.reading);
	}
}

const mostSamples = 5;
const sampleOrder: Condition[] = ['disconnected', 'left', 'inactive', 'belowThreshold', 'unreachable'];

/** Items for a test run in the editor: what is bad now, or else one in the shape of a real alert. */
export function makeSamples(reading: Reading, settings: UptimeSettings): IDataObject[] {
	const { items } = step(undefined, reading, { ...settings, badPolls: 1, reportExisting: true });
	const [first] = reading.validators ?? [];
	const samples =
		items.length || !first ? items.slice(0, mostSamples) : [makeSample(...first, reading, settings)];
	return samples.map((item) => ({ ...item, sample: true }));
}

function makeSample(
	key: string,
	validator: Validator,
	reading: Reading,
	settings: UptimeSettings,
): IDataObject {
	const condition = sampleOrder.find((each) => settings.conditions.includes(each))!;
	const change = { condition, turned: 'began' as const, since: reading.at, reason: 'removed' as const };
	if (condition === 'unreachable') {
		const { failure } = fail('unreachable', 'no answer came');
		return makeItem({ ...change, key: '', reason: undefined }, settings, { ...reading, failure });
	}
	const uptime = condition === 'belowThreshold' ? Math.max(0, settings.threshold - 1) : validator.uptime;
	const reason = condition === 'left' ? change.reason : undefined;
	return makeItem({ ...change, key, validator: { ...validator, uptime }, reason }, settings, reading);
}
