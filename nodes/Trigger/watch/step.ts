/**
 * One poll of the event Uptime Drop as a pure function: what the trigger remembered and one reading make the
 * items to emit and what to remember next.
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	advance,
	doesRenew,
	followedAnyway,
	isSettling,
	judge,
	ofOneValidation,
	resume,
	takeAsFound,
	type Circumstances,
	type Condition,
	type Entry,
	type Evidence,
	type Moment,
} from './conditions';
import {
	cursorVersion,
	hourOf,
	markOf,
	packEntries,
	packStates,
	unpackEntries,
	unpackStates,
	type UptimeCursor,
	type WatchState,
} from './cursor';
import { bringUp, type FormerCursor } from './formerCursors';
import {
	countReminders,
	makeDigest,
	makeGroupItem,
	makeItem,
	makeUnknownItem,
	type Change,
	type Reason,
} from './items';
import { lastByMeasured, lastByTold, type Lasting } from './lasting';
import { measureFee } from './measuredFee';
import { isQuietAt, type UptimeSettings } from './settings';
import { needsVersion, ownKey, type Reading, type Validator } from './source';
import { findNeeded, findUnknown } from './upgrades';

/** With fewer validators at once, each gets its own item whatever their share. */
const leastGroup = 5;

/**
 * A reading that started this much before the last one was not overtaken: the clock was set back. A poll makes
 * at most three requests one after another, and gives each up after 20 s.
 */
const longestPoll = 120;

/** In so many slots the time is divided in which a fall is looked for; the newest one is not over yet. */
const slotCount = 4;
const highsPerPoint = 40;

/** The slot of a time: its length in seconds, and its number since 1970. */
function findSlot(at: number, { fellSeconds }: UptimeSettings): [seconds: number, newest: number] {
	const seconds = Math.ceil(fellSeconds / slotCount);
	return [seconds, Math.floor(at / seconds)];
}

/**
 * The highest uptimes with one more reading: of the newest slot, the newest two, and so on; what would only
 * repeat at the end is left out. They reach back for three to four slots, so never longer than the whole time.
 */
function raiseHighs(
	highs: number[] | undefined,
	uptime: number,
	[formerSeconds, formerSlot] = [0, 0],
	[seconds, slot]: readonly [number, number],
): number[] {
	const high = Math.floor(uptime * highsPerPoint);
	const passed = slot - formerSlot;
	if (!highs || formerSeconds !== seconds || passed < 0) return [high];
	const raised = Array.from({ length: slotCount }, (_, age) =>
		age < passed ? high : Math.max(high, highs[Math.min(age - passed, highs.length - 1)]),
	);
	return raised.slice(0, raised.indexOf(raised[slotCount - 1]) + 1);
}

/** What is remembered of the settings' own source, or nothing where they name another one now. */
export const recall = (
	cursor: UptimeCursor | FormerCursor | undefined,
	settings: UptimeSettings,
): UptimeCursor | undefined =>
	cursor?.event === 'uptimeDrop' && cursor.source === nameSource(settings)
		? bringUp(cursor)
		: undefined;

const nameSource = ({ source, blockchainId, subnetId }: UptimeSettings): string =>
	`${source}:${blockchainId || subnetId}`;

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
	cursor: UptimeCursor | FormerCursor | undefined,
	reading: Reading,
	settings: UptimeSettings,
): { items: IDataObject[]; cursor: UptimeCursor } {
	const known = recall(cursor, settings);
	const { at } = reading;
	if (known && at < known.at && known.at - at < longestPoll) return { items: [], cursor: known };

	const moment = { at, isQuiet: isQuietAt(at, settings) };
	const memory = remember(known, at);
	const judgedSince = recallJudged(known, settings, at);
	const source = followSource(memory.unreachable, known, reading, settings, moment, judgedSince);
	const upgrades = reading.upgrades ?? known?.upgrades;
	const fee = reading.fee ?? known?.fee;
	const unknown = findUntold(known, reading, settings, moment);
	const toldUpgrade = unknown?.name ?? known?.toldUpgrade;
	const next: UptimeCursor = {
		version: cursorVersion,
		event: 'uptimeDrop',
		source: nameSource(settings),
		at,
		...(known && { interval: at < known.at ? known.interval : at - known.at }),
		judgedSince: noteJudged(judgedSince, settings.conditions.filter(isOfSource), at),
		...(source.entry && { unreachable: packEntries({ unreachable: source.entry }, at) }),
		...(settings.reminderSeconds && {
			remindedAt: moment.isQuiet ? (known?.remindedAt ?? at) : at,
		}),
		...(upgrades && { upgrades }),
		...(fee && { fee }),
		...(toldUpgrade && { toldUpgrade }),
	};
	const ofSource = [
		...source.items,
		...(unknown ? [makeUnknownItem(unknown, settings, reading)] : []),
	];
	const { states } = memory;
	const tell = (items: IDataObject[]) =>
		settings.digest && items.length ? [makeDigest(items, settings, reading)] : items;
	if (!reading.validators) {
		const watched = states && { ...known!.watched!, states: packStates(states, at) };
		return { items: tell(ofSource), cursor: { ...next, ...(watched && { watched }) } };
	}
	const choice = nameChoice(settings);
	const isFirst = known?.watched?.choice !== choice;
	const since = isFirst ? at : putBefore(known!.watched!.since, at);
	// A poll in the very second of the first one must not be taken for it.
	const seenAt = isFirst ? at : Math.max(at, since + 1);
	const seen = { ...reading, ...moment, validators: reading.validators, at: seenAt };
	const watch = new Watch(states, seen, settings, since, known, judgedSince);
	const items = [...ofSource, ...watch.tell()];
	const watched = { choice, since, states: packStates(watch.states, at), ...watch.history };
	const judged = noteJudged(judgedSince, watch.listJudged(), at);
	return { items: tell(items), cursor: { ...next, judgedSince: judged, watched } };
}

type JudgedSince = NonNullable<UptimeCursor['judgedSince']>;

/** Whether a condition is judged by any reading, also one that failed. */
const isOfSource = (condition: Condition): boolean => condition === 'unreachable';

/** When each chosen condition was first judged; nothing of those that were not yet. */
function recallJudged(
	known: UptimeCursor | undefined,
	{ conditions }: UptimeSettings,
	at: number,
): JudgedSince {
	if (!known) return {};
	const of = (condition: Condition) => (known.judgedSince ? known.judgedSince[condition] : 0);
	const chosen = conditions.filter((each) => of(each) !== undefined);
	return Object.fromEntries(chosen.map((each) => [each, putBefore(of(each)!, at)]));
}

/** A time that was remembered: to a clock that was set back it may be yet to come. */
const putBefore = (time: number, at: number): number => (time > at ? at - 1 : time);

/** When they were first judged, with those conditions that a reading just did. */
const noteJudged = (before: JudgedSince, judged: Condition[], at: number): JudgedSince => ({
	...Object.fromEntries(judged.map((each) => [each, at])),
	...before,
});

/**
 * The entries of a cursor. After a break far longer than the polls were apart, and where the clock was set back,
 * half counts are dropped.
 */
function remember(known: UptimeCursor | undefined, at: number) {
	if (!known) return {};
	const { unreachable } = unpackEntries(known.unreachable ?? '', known.at);
	const states = known.watched && unpackStates(known.watched.states, known.at);
	const hadBreak = at < known.at || at - known.at > 3 * (known.interval ?? 3600) + 120;
	if (!hadBreak) return { unreachable, states };
	for (const state of states?.values() ?? []) {
		const entries = Object.entries(state.entries).map(
			([condition, entry]) => [condition, resume(entry)] as const,
		);
		state.entries = Object.fromEntries(entries.filter(([, entry]) => entry));
		// What was paid since it was read was paid in a time that nobody knows.
		if (at < known.at) state.balance = undefined;
	}
	return { unreachable: unreachable && resume(unreachable), states };
}

/** An upgrade of which it is time to tell, for the first time, that its version is not known. */
function findUntold(
	known: UptimeCursor | undefined,
	{ upgrades }: Reading,
	settings: UptimeSettings,
	{ at, isQuiet }: Moment,
) {
	if (!upgrades || isQuiet || !needsVersion(settings)) return undefined;
	const unknown = findUnknown(upgrades.times, at + settings.upgradeSeconds);
	return unknown?.name === known?.toldUpgrade ? undefined : unknown;
}

/** Whether the source can be read. */
function followSource(
	before: Entry | undefined,
	known: UptimeCursor | undefined,
	reading: Reading,
	settings: UptimeSettings,
	moment: Moment,
	{ unreachable: judgedSince }: JudgedSince,
) {
	if (!settings.conditions.includes('unreachable')) return { items: [] };
	const evidence = reading.failure ? 'bad' : 'good';
	const next = advance('unreachable', before, evidence, settings, moment, reading.isTakingIn);
	const isFound = judgedSince === undefined && !settings.reportExisting;
	const entry = next.entry && isFound ? takeAsFound(moment.at) : next.entry;
	const turned = entry?.told === 'silently' ? [] : next.turned;
	const makeChange = (turn: Change['turned']): Change => ({
		condition: 'unreachable',
		turned: turn,
		key: '',
		since: entry!.since,
		goodSince: entry!.goodSince,
		wasFound: !known?.watched || entry!.since <= (judgedSince ?? moment.at),
	});
	const isDue =
		entry && !turned.length && isReminderDue(entry, known?.remindedAt, settings, moment);
	const changes = [...turned, ...(isDue ? ['lasts' as const] : [])].map(makeChange);
	return {
		entry: next.turned.includes('ended') ? undefined : entry,
		items: changes
			.filter((change) => isChosen(change, settings))
			.map((change) => makeItem(change, settings, reading)),
	};
}

/** Whether a reminder fell due since those of `remindedAt`; those of quiet hours wait for their end. */
const isReminderDue = (
	{ phase, since, told }: Entry,
	remindedAt: number | undefined,
	settings: UptimeSettings,
	{ at, isQuiet }: Moment,
): boolean =>
	phase === 'alert' &&
	told !== 'silently' &&
	!isQuiet &&
	countReminders(since, settings, at) > countReminders(since, settings, remindedAt ?? at);

const isChosen = (
	{ condition, turned }: Change,
	{ conditions, reportEnds }: UptimeSettings,
): boolean => conditions.includes(condition) && (turned !== 'ended' || reportEnds);

/** The upgrade that decides which version is needed now, where the user does not. */
export const findNeededNow = (
	{ at, upgrades }: Reading,
	settings: UptimeSettings,
): Circumstances['needed'] =>
	upgrades && needsVersion(settings)
		? findNeeded(upgrades.times, at + settings.upgradeSeconds)
		: undefined;

/** Whether it was told that a validator left, or was not to be told. */
const hasLeft = ({ entries: { left } }: WatchState): boolean =>
	left?.phase === 'alert' && left.told !== 'waiting';

const asNumber = (value: bigint | undefined): number | undefined =>
	value === undefined ? undefined : Number(value);

/** All watched validators under one reading. */
class Watch {
	readonly states = new Map<string, WatchState>();
	/** What is remembered of all of them besides. */
	readonly history: Pick<NonNullable<UptimeCursor['watched']>, 'slots' | 'fee' | 'remindedAt'>;
	private readonly changes: Change[] = [];
	/** How long balances last. */
	private readonly lasting?: Lasting;
	/** The upgrade that decides which version is needed, where the user does not. */
	private readonly needed: Circumstances['needed'];
	/** Ends of what began together: they are told together. */
	private readonly endedTogether = new Set<Change>();
	/** What was remembered of all besides. */
	private readonly was: UptimeCursor['watched'];

	constructor(
		private readonly before: ReadonlyMap<string, WatchState> | undefined,
		private readonly reading: Reading & Moment & { validators: ReadonlyMap<string, Validator> },
		private readonly settings: UptimeSettings,
		/** When states were last taken as found. */
		private readonly since: number,
		known: UptimeCursor | undefined,
		private readonly judgedSince: JudgedSince,
	) {
		const { at, isQuiet } = reading;
		const was = known?.watched;
		this.was = was;
		this.needed = findNeededNow(reading, settings);
		this.history = {
			...(settings.reminderSeconds && { remindedAt: isQuiet ? (was?.remindedAt ?? at) : at }),
			...(settings.conditions.includes('fell') && { slots: findSlot(at, settings) }),
		};
		if (settings.conditions.includes('balanceLow')) {
			const fee = reading.fee
				? undefined
				: measureFee(reading, known && { at: known.at, fee: was?.fee }, before);
			if (fee) this.history.fee = fee;
			this.lasting = fee ? lastByMeasured(reading, fee) : lastByTold(reading, reading.fee!);
		}
		for (const key of this.listKeys()) {
			const validator = reading.validators.get(key);
			const known = before?.get(key);
			this.states.set(key, validator ? this.follow(key, validator, known) : this.miss(key, known));
		}
	}

	/** What is to be remembered of a validator's uptime and balance. */
	private keepHistory(
		{ uptime, balance }: Validator,
		known: WatchState | undefined,
		isRenewed: boolean,
	) {
		const { slots, fee } = this.history;
		const highs = isRenewed ? undefined : known?.highs;
		return {
			...(slots &&
				uptime !== undefined && { highs: raiseHighs(highs, uptime, this.was?.slots, slots) }),
			...(fee && { balance: fee.since === this.reading.at ? asNumber(balance) : known?.balance }),
		};
	}

	/** The conditions that this reading judged: how long a balance lasts, only once the fee is known. */
	listJudged(): Condition[] {
		const isFeeKnown = this.lasting?.feeRate !== undefined;
		return this.settings.conditions.filter((each) => each !== 'balanceLow' || isFeeKnown);
	}

	/** Whether a chosen condition was not judged before, so that what is bad already is as found. */
	private isNew(condition: Condition): boolean {
		return (
			this.settings.conditions.includes(condition) && this.judgedSince[condition] === undefined
		);
	}

	private listKeys(): Iterable<string> {
		if (this.settings.source === 'node') return [ownKey];
		if (this.settings.nodeIds.length) return this.settings.nodeIds;
		return new Set([...(this.before?.keys() ?? []), ...this.reading.validators.keys()]);
	}

	/** A validator that the source lists. */
	private follow(key: string, validator: Validator, was: WatchState | undefined): WatchState {
		const { at, isQuiet } = this.reading;
		const { endsAt, validationId, balance } = validator;
		const validation = markOf(validationId);
		const endsAtHour = endsAt && hourOf(endsAt);
		const entries = { ...was?.entries };
		// A validation never changes its end, but one that renews itself may keep its ID.
		const isProlonged = !!endsAtHour && endsAtHour > (was?.endsAtHour ?? Infinity);
		// Who left has no validation any more that the next one could renew.
		const former = was && !hasLeft(was) ? was.validation : '';
		const isRenewed = !!former && (former !== validation || isProlonged);
		const gone = isRenewed ? ofOneValidation : [];
		const listed = Object.keys(judge) as Array<keyof typeof judge>;
		const isFollowed = (each: Condition) =>
			this.settings.conditions.includes(each) || followedAnyway.includes(each);
		const anew = followedAnyway.filter((each) => this.isNew(each));
		const unfollowed = listed.filter((each) => !isFollowed(each));
		for (const condition of [...gone, ...unfollowed, ...anew]) delete entries[condition];
		const isFound = was === undefined && this.since === at;
		// Who left and came back in quiet hours has "returned" when they are over.
		const hasJoined = isRenewed ? entries.left?.told !== 'waiting' : was === undefined && !isFound;
		const reason = isRenewed ? ('renewed' as const) : ('new' as const);
		const joined = was?.joined ?? (hasJoined ? { since: at, reason } : undefined);
		if (joined && !isQuiet) this.tellJoined(key, joined, validator);
		const settling = isSettling(validator, !!former && !isRenewed, !!was?.entries.inactive, at);
		const kept = this.keepHistory(validator, was, isRenewed);
		const circumstances: Circumstances = {
			at,
			heliconAt: this.reading.upgrades?.times.helicon,
			needed: this.needed,
			highest: kept.highs && kept.highs[kept.highs.length - 1] / highsPerPoint,
			feeRate: this.lasting?.feeRate,
			lastsFor: balance === 0n ? 0 : this.lasting?.seconds.get(key),
		};
		const turn = (condition: Condition, evidence: Evidence, reason?: Reason) =>
			this.turn(entries, condition, evidence, {
				key,
				validator,
				circumstances,
				isFound,
				settling,
				reason,
			});
		turn('left', 'good', 'returned');
		for (const condition of listed.filter(isFollowed))
			turn(condition, judge[condition](validator, this.settings, circumstances));
		const untold = joined && isQuiet && { joined };
		const end = {
			...(endsAtHour && { endsAtHour }),
			...(doesRenew(validator) && { renews: true as const }),
		};
		return { validation, ...end, entries, ...untold, ...kept };
	}

	private tellJoined(
		key: string,
		joined: NonNullable<WatchState['joined']>,
		validator?: Validator,
	): void {
		this.add({ condition: 'left', turned: 'ended', key, validator, ...joined });
	}

	/** A watched validator that the source does not list. */
	private miss(key: string, known: WatchState = { validation: '', entries: {} }): WatchState {
		const { joined, ...was } = known;
		const { validation, endsAtHour, renews } = was;
		const { isQuiet } = this.reading;
		const leftAt = was.entries.left?.since ?? this.reading.at;
		const hasEnded = endsAtHour !== undefined && endsAtHour * 3600 <= leftAt;
		const atItsEnd = renews ? 'notRenewed' : 'ended';
		const reason = !validation ? 'absent' : hasEnded ? atItsEnd : 'removed';
		const entries = { ...was.entries };
		if (this.isNew('left')) delete entries.left;
		const isFound = !validation && !was.entries.left && this.since === this.reading.at;
		const about = { key, isFound, settling: false };
		// What began in quiet hours is told before it goes with the validator.
		if (joined && !isQuiet) this.tellJoined(key, joined);
		for (const [condition, entry] of Object.entries(was.entries) as Array<[Condition, Entry]>) {
			if (condition !== 'left' && entry.told === 'waiting')
				this.turn(entries, condition, 'unknown', about);
		}
		this.turn(entries, 'left', 'bad', { ...about, reason });
		return { ...was, entries, ...(joined && isQuiet && { joined }) };
	}

	private turn(
		entries: WatchState['entries'],
		condition: Condition,
		evidence: Evidence,
		about: Pick<Change, 'key' | 'validator' | 'circumstances' | 'reason'> & {
			isFound: boolean;
			settling: boolean;
		},
	): void {
		const { settling, reason, ...who } = about;
		const isFound = about.isFound || this.isNew(condition);
		const mayBeIllusion = settling && condition === 'disconnected';
		const before = entries[condition];
		const next = advance(condition, before, evidence, this.settings, this.reading, mayBeIllusion);
		let { entry, turned } = next;
		if (isFound && entry && evidence !== 'good' && !this.settings.reportExisting) {
			entry = takeAsFound(this.reading.at);
			turned = [];
		}
		for (const turn of turned) {
			const { since, goodSince, told } = entry!;
			// Told late, after quiet hours: why a validator was gone is not known any more.
			const why =
				turn === 'began' && evidence === 'good' && condition === 'left' ? 'removed' : reason;
			const wasFound = this.wasFound(condition, since);
			const change: Change = {
				...who,
				condition,
				turned: turn,
				since,
				goodSince,
				wasFound,
				reason: why,
			};
			const isTold = told !== 'silently' && this.add(change);
			if (turn === 'ended' && told === 'inGroup') this.endedTogether.add(change);
			if (turn === 'began' && !isTold) entry = { ...entry!, told: 'silently' };
		}
		if (entry && !turned.length && this.isToRemind(entry)) {
			const { since } = entry;
			const wasFound = this.wasFound(condition, since);
			this.add({ ...who, condition, turned: 'lasts', since, wasFound, reason });
		}
		if (entry && !turned.includes('ended')) entries[condition] = entry;
		else delete entries[condition];
	}

	/** Whether it was so when it was first looked for: in the first reading of all, or of this condition. */
	private wasFound(condition: Condition, since: number): boolean {
		return since === this.since || since <= (this.judgedSince[condition] ?? this.reading.at);
	}

	private isToRemind(entry: Entry): boolean {
		return isReminderDue(entry, this.was?.remindedAt, this.settings, this.reading);
	}

	/** Notes a change that is to be told; returns whether it is. */
	private add(change: Change): boolean {
		const isTold = isChosen(change, this.settings);
		if (isTold) this.changes.push(change);
		return isTold;
	}

	/** The items of this reading; settles which states are kept. */
	tell(): IDataObject[] {
		const isNew = ({ reason }: Change) => reason === 'new' || reason === 'renewed';
		// In the order of time: who is new comes before it leaves, and leaves before it returns.
		const tellers: Array<[(change: Change) => boolean, (changes: Change[]) => IDataObject[]]> = [
			[isNew, (changes) => this.tellEnded(changes)],
			[({ turned }) => turned === 'began', (changes) => this.tellBegan(changes)],
			[
				(change) => change.turned === 'ended' && !isNew(change),
				(changes) => this.tellEnded(changes),
			],
			[({ turned }) => turned === 'lasts', (changes) => this.tellLasting(changes)],
		];
		const items: IDataObject[] = [];
		for (const condition of new Set(this.changes.map((change) => change.condition))) {
			for (const [isKind, tell] of tellers) {
				const changes = this.changes.filter(
					(change) => change.condition === condition && isKind(change),
				);
				if (changes.length) items.push(...tell(changes));
			}
		}
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
			const { entries } = this.states.get(key)!;
			// What came and went in quiet hours has no entry any more.
			if (entries[condition])
				entries[condition] = { phase: 'alert', since, count: 0, told: 'inGroup' };
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

	private tellLasting(changes: Change[]): IDataObject[] {
		return this.isGroup(changes.length)
			? [this.makeGroupItem(changes)]
			: changes.map((change) => this.makeItem(change));
	}

	/** A validator that left takes its other conditions with it; one that nobody named is forgotten. */
	private forgetLeft(): void {
		for (const [key, state] of this.states) {
			if (!hasLeft(state)) continue;
			const { validation, endsAtHour, renews, entries } = state;
			if (this.settings.nodeIds.length || key === ownKey)
				this.states.set(key, { validation, endsAtHour, renews, entries: { left: entries.left } });
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
