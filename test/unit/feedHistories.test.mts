/**
 * A thousand random histories from a seed, for the promises F1 to F9: things happen, some of them late, requests
 * fail, page tokens expire, history is pruned, polls overlap and n8n crashes between any two steps. Each history
 * has at least one crash or fault; the run prints how many of each kind there were.
 */
import { mostSeen, type FeedCursor } from '../../nodes/feeds/cursor';
import { throwDice } from '../../devnet/ids.mts';
import type { FeedSettings } from '../../nodes/feeds/feedSettings';
import type { Gap } from '../../nodes/feeds/source';
import {
	Host,
	ScriptedFeed,
	kinds,
	settingsOf,
	upwards,
	type CrashPoint,
	type Entry,
} from './feedWorld.mts';

const histories = 1000;
const crashPoints: CrashPoint[] = ['before storing', 'before the execution', 'after it'];

type Happening =
	| CrashPoint
	| 'failed request'
	| 'expired token'
	| 'long outage'
	| 'pruned history'
	| 'hole behind unread records'
	| 'start that is to come'
	| 'record that a filter drops'
	| 'overlapping polls'
	| 'feed that is behind'
	| 'list that takes longer than a poll'
	| 'late record'
	| 'ranges of logs that the node refuses'
	| 'restart';
const counts = new Map<Happening, number>();
const count = (happening: Happening) => counts.set(happening, (counts.get(happening) ?? 0) + 1);

/** What was there when the watch began (and so is old), or what the user's start makes of it. */
interface Beginning {
	floor: number;
	old: Set<string>;
	/** What happened in the very moment at which it began may count as either. */
	either: Set<string>;
}

async function play(seed: number) {
	const dice = throwDice(seed);
	const kind = kinds[seed % kinds.length]!;
	const engine = dice.pick(['memory', 'durable'] as const);
	const redeliver = engine === 'memory' && dice.chance(0.7);
	const feed = new ScriptedFeed(kind, dice);
	feed.requestSeconds = dice.pick([0.01, 0.2, 2]);
	const isUpwards = upwards.includes(kind);
	const canBeLate = !isUpwards;
	/** Below what may be late, so that a late record is found in time. */
	const longestLate = 300;
	for (let i = dice.between(0, 30); i > 0; i--) {
		feed.time += dice.between(0, 20);
		feed.add();
	}
	feed.time += dice.between(0, 30);
	// A start at a position or a time, which may be far ahead.
	const ahead = dice.chance(0.3) ? dice.between(1, 1500) : -dice.between(0, 40);
	const start = dice.pick<FeedSettings['start']>([
		...Array.from({ length: 6 }, () => ({ at: 'now' }) as const),
		{ at: 'position', position: feed.position + ahead },
		{ at: 'time', time: Math.floor(feed.time) + ahead },
	]);
	if (start.at !== 'now' && ahead > 0) count('start that is to come');
	const behindSeconds = dice.pick([undefined, 60, 600]);
	const host = new Host(engine, feed, settingsOf(kind, { redeliver, start, behindSeconds }));
	host.budgetMs = dice.pick([0, 3000, 20_000]);

	if (kind === 'logs') feed.widestRange = dice.pick([Infinity, 100, 7]);
	if (feed.widestRange < Infinity) count('ranges of logs that the node refuses');

	/** The share of records that a filter drops. */
	const dropped = dice.pick([0, 0, 0.3, 0.9]);

	let faults = 0;
	let lateUntil = 0;
	let beginning: Beginning | undefined;
	const wanted = new Set<Entry>();
	const add = (late: number): void => {
		const entry = feed.add(late);
		entry.isUnwanted = dice.chance(dropped);
		if (entry.isUnwanted) count('record that a filter drops');
		lateUntil = Math.max(lateUntil, feed.time + late);
	};
	/** One step of n8n; notes what was there when a watch begins in it. */
	const step = async (work: () => Promise<void>): Promise<void> => {
		const before: FeedCursor | undefined = host.cursor;
		const { end } = feed;
		const keysOf = (isWanted: (entry: Entry) => boolean) =>
			new Set(feed.shown.filter(isWanted).map(({ key }) => key));
		const shown = keysOf(({ position }) => position < end);
		const either = keysOf(({ position }) => position >= end);
		await work();
		const after = host.cursor;
		if (before?.place || !after?.place) return;
		const none = new Set<string>();
		if (start.at === 'position') beginning = { floor: start.position, old: none, either: none };
		else if (start.at === 'time')
			beginning = { floor: feed.positionAt(start.time), old: none, either: none };
		// It begins at the time at which it was published: what happened since is new.
		else if (before)
			beginning = { floor: feed.positionAt(before.pending!), old: none, either: none };
		else beginning = { floor: end - 1, old: shown, either };
	};

	const crashOrNot = (): CrashPoint | undefined => {
		if (!dice.chance(0.15)) return undefined;
		const crash = dice.pick(crashPoints);
		count(crash);
		faults++;
		return crash;
	};
	await step(async () => await host.activate());
	const steps = dice.between(10, 30);
	for (let i = 0; i < steps || faults === 0; i++) {
		const happened = dice.between(0, dice.chance(0.1) ? 60 : 4);
		for (let n = 0; n < happened; n++) {
			const isLate = canBeLate && dice.chance(0.15);
			if (isLate) count('late record');
			add(isLate ? dice.between(1, longestLate) : 0);
			if (dice.chance(0.5)) feed.time += dice.between(0, 5);
		}
		feed.time += 60;
		if (dice.chance(0.05)) {
			count('long outage');
			faults++;
			for (let n = dice.between(30, 150); n > 0; n--) {
				add(0);
				feed.time += dice.pick([0, 0.5, 30]);
			}
			feed.time += 3;
		}
		if (dice.chance(0.03) && host.cursor?.place) {
			count('pruned history');
			faults++;
			// Only what nobody has read yet can be missed by it.
			feed.goneTo = Math.max(
				feed.goneTo,
				Math.min(feed.position, host.cursor.place.next + dice.between(1, 40)),
			);
		}
		if (isUpwards && dice.chance(0.1) && host.cursor?.place) {
			count('hole behind unread records');
			faults++;
			for (let n = dice.between(1, 2), at = host.cursor.place.next; n > 0; n--) {
				const from = at + dice.between(0, 20);
				const to = Math.min((at = from + dice.between(1, 20)), feed.position);
				if (from < to) feed.holes.push({ from, to });
			}
		}
		if (dice.chance(0.15)) {
			count('failed request');
			faults++;
			feed.failing.add(feed.requests + dice.between(1, 6));
		}
		if (canBeLate && dice.chance(0.1)) {
			count('expired token');
			faults++;
			feed.expiring = dice.between(1, 2);
		}
		const crash = crashOrNot();
		await step(async () => {
			if (!crash && engine === 'memory' && dice.chance(0.1)) {
				count('overlapping polls');
				await Promise.all([host.poll(), host.poll()]);
			} else await host.poll(crash);
		});
		if (host.cursor?.descent) count('list that takes longer than a poll');
		feed.expiring = 0;
		if (crash || dice.chance(0.05)) {
			if (!crash) count('restart');
			await step(async () => await host.activate());
		}
	}

	feed.failing.clear();
	feed.expiring = 0;
	feed.time = Math.max(feed.time, lateUntil) + 5;
	// A list whose history is gone shows where it ends only when it has something again.
	feed.add();
	feed.time += 5;
	const { end } = feed;
	const { errors } = host;
	// For longer than the settle age, so that late records come where not everything is read again with each poll.
	for (let idle = 0, polls = 0; idle < 15; polls++) {
		if (polls > 3000) throw new Error(`history ${seed} never comes to an end`);
		await step(async () => await host.poll());
		feed.time += 60;
		const { floor = -1, next = -1 } = host.cursor?.place ?? {};
		if (Math.max(floor, next) >= end) idle++;
	}
	// Where more happens than a poll takes, it catches up once polls are free and no time passes.
	feed.requestSeconds = 0;
	feed.widestRange = Infinity;
	host.budgetMs = 20_000;
	for (let polls = 0; host.cursor?.backlog && polls < 1000; polls++)
		await step(async () => await host.poll());
	const failed = host.errors - errors;
	for (const entry of feed.entries) {
		const { old, either, floor } = beginning!;
		const isOld = old.has(entry.key) || either.has(entry.key) || entry.position < floor;
		if (!isOld && !entry.isUnwanted) wanted.add(entry);
	}
	return {
		kind,
		engine,
		redeliver,
		feed,
		host,
		wanted: [...wanted],
		beginning: beginning!,
		faults,
		failed,
	};
}

/** So many came since the position of a late record that their marks no longer reach back to it. */
const isBeyondMemory = ({ position, isLate, shownFrom }: Entry, { feed }: Host): boolean => {
	const isRemembered = (other: Entry) =>
		!other.isUnwanted && other.position >= position && other.shownFrom < shownFrom + 600;
	return isLate && feed.entries.filter(isRemembered).length >= mostSeen;
};

/** What the feed said of itself: behind and caught up in turn, each pair of its own, and in the end nothing waits. */
function judgeNotices({ notices }: Host, redeliver: boolean): string[] {
	const nameOf = ({ notice, id }: (typeof notices)[number]): string => `${notice} ${id}`;
	const names = notices.map(nameOf);
	const once = [...new Set(names)];
	if (once.length) count('feed that is behind');
	const isInTurn = once.every((name, i) =>
		i % 2 === 0 ? name.startsWith('behind ') : name === `caughtUp ${once[i - 1]!.split(' ')[1]}`,
	);
	const came = new Set(notices.filter(({ isLost }) => !isLost).map(nameOf));
	return [
		...(isInTurn && once.length % 2 === 0 ? [] : [`F27: ${once.join(', ')}`]),
		...(redeliver || once.length === names.length ? [] : [`F27: twice, of ${names.join(', ')}`]),
		...(redeliver && came.size < once.length ? ['F1: what the feed said was lost'] : []),
	];
}

/** What is wrong with a history, in words; nothing where all promises held. */
function judge({
	redeliver,
	host,
	wanted,
	beginning,
	kind,
	feed,
	failed,
}: Awaited<ReturnType<typeof play>>): string[] {
	const problems: string[] = [];
	if (failed) problems.push(`F4, F6: ${failed} polls failed where nothing was wrong`);
	const times = new Map<string, number>();
	for (const { key } of host.delivered) times.set(key, (times.get(key) ?? 0) + 1);
	const isIn =
		({ position }: Entry) =>
		(gap: Gap) =>
			position >= gap.from && position < gap.to;
	const lost = new Set(host.lost.map(({ key }) => key));

	const byKey = new Map(feed.entries.map((entry) => [entry.key, entry]));
	for (const key of times.keys()) {
		if (beginning.old.has(key)) problems.push(`F4: ${key} is old and was emitted`);
		if (byKey.get(key)?.isUnwanted) problems.push(`${key} was to be dropped`);
		if (!byKey.has(key)) problems.push(`${key} never happened`);
	}
	for (const entry of wanted) {
		const emitted = times.get(entry.key) ?? 0;
		const isLost = !redeliver && (lost.has(entry.key) || host.lostGaps.some(isIn(entry)));
		const mayMiss = host.gaps.some(isIn(entry)) || isLost || isBeyondMemory(entry, host);
		if (emitted === 0 && !mayMiss)
			problems.push(`${redeliver ? 'F1' : 'F2'}: ${entry.key} at ${entry.position} was missed`);
		if (emitted > 1 && !redeliver) problems.push(`F3: ${entry.key} was emitted ${emitted} times`);
	}
	if (redeliver) {
		// Each activation brings back one batch at most.
		const most = 1 + host.activations;
		for (const [key, emitted] of times)
			if (emitted > most) problems.push(`F1: ${key} was emitted ${emitted} times`);
	}
	if (upwards.includes(kind) && !redeliver) {
		const positions = host.emitted.map((emitted) =>
			'from' in emitted ? emitted.from : emitted.position,
		);
		if (positions.some((position, i) => i > 0 && position < positions[i - 1]!))
			problems.push('F8: out of order');
		for (const { from, to } of host.gaps)
			for (let position = from; position < to; position++) {
				// A node is asked for some of a hole's blocks: a short stretch between two holes may not be seen.
				const isBetween = kind === 'logs' && position > from && position < to - 1;
				if (!feed.isGone(position) && !isBetween)
					problems.push(`F9: ${position} is there, and was called gone`);
			}
	}
	problems.push(...judgeNotices(host, redeliver));
	const size = JSON.stringify({ cursor: host.cursor }).length;
	if (size > 8192) problems.push(`F14: the cursor has ${size} bytes`);
	return problems;
}

test(`the promises hold in ${histories} random histories [F1, F2, F3, F4, F6, F8, F9, F10, F14, F27]`, async () => {
	const problems: string[] = [];
	let without = 0;
	let delivered = 0;
	for (let seed = 1; seed <= histories; seed++) {
		const history = await play(seed);
		delivered += history.host.delivered.length;
		if (history.faults === 0) without++;
		const { kind, engine, redeliver } = history;
		for (const problem of judge(history))
			problems.push(
				`seed ${seed} (${kind}, ${engine}${redeliver ? ', redeliver' : ''}): ${problem}`,
			);
	}
	const lines = [...counts]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([happening, n]) => `  ${happening}: ${n}`);
	process.stdout.write(`${histories} histories, ${delivered} deliveries\n${lines.join('\n')}\n`);
	expect(problems.slice(0, 20)).toEqual([]);
	expect(without).toBe(0);
});
