/** What a crash, an overlap or a year of polls leaves of the memory. */
import type { IDataObject } from 'n8n-workflow';
import { packSubjects, unpackSubjects } from '../../nodes/Trigger/watch/cursor';
import type { Subject, WatchSettings } from '../../nodes/Trigger/watch/model';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import { pollStoredWatch, type StoredWatch } from '../../nodes/Trigger/watch/poll';
import { step } from '../../nodes/Trigger/watch/step';
import { makeNodeId, throwDice } from '../../devnet/ids.mts';
import { N8nStorage } from '../support/n8nStorage.mts';
import {
	Watcher,
	day,
	hour,
	iso,
	nameOf,
	ok,
	primaryRecord,
	primaryWorld,
	settingsFor,
	start,
	unreachable,
	worldOf,
} from './watchSeries.mts';

/** Polls of validators, each with those that are down, in an n8n that keeps or loses what they left. */
class Host {
	readonly executed: IDataObject[] = [];
	private readonly storage: N8nStorage<StoredWatch>;
	private at = start;
	/** n8n's usual engine says so in every poll after a start. */
	private isStart = false;

	constructor(
		private readonly settings: WatchSettings,
		private readonly names: string[],
		private readonly engine: 'memory' | 'durable' = 'memory',
	) {
		this.storage = new N8nStorage(engine);
	}

	/** One poll; n8n may crash after it stored what the poll left, or where both go together, before that. */
	poll(down: string[], doesCrash = false): void {
		const validators = this.names.map((nodeId) => [
			nodeId,
			{
				nodeId,
				connected: !down.includes(nodeId),
				record: { nodeID: nodeId, more: 'x'.repeat(200) },
			},
		]);
		const reading = {
			at: this.at,
			validators: new Map(validators as Array<[string, { record: IDataObject }]>),
		};
		const items = pollStoredWatch(this.storage.load(), reading, this.settings, {
			isStart: this.isStart,
		});
		this.at += 60;
		if (this.engine === 'memory' || !doesCrash) this.storage.save(items.length > 0);
		if (doesCrash) this.restart();
		else this.executed.push(...items);
	}

	restart(): void {
		this.storage.restart();
		this.isStart = this.engine === 'memory';
	}

	get size(): number {
		return Buffer.byteLength(JSON.stringify(this.storage.load().cursor));
	}
}

describe('at least once across a crash [U17]', () => {
	const names = ['a', 'b'].map(nameOf);
	const [a] = names as [string];
	const settings = { badPolls: 1, redeliver: true };
	const unmark = ({ again: _again, ...item }: IDataObject) => item;
	const idsOf = (items: IDataObject[]) => items.map(({ eventId }) => eventId);
	/** What a run without a crash tells. */
	const wanted = () => {
		const host = new Host(settingsFor({ badPolls: 1 }), names);
		for (const down of [[], [a], [a], [a], []]) host.poll(down);
		return host.executed;
	};

	test.each([
		['a beginning', 1],
		['an end', 4],
	])('%s comes again, as it was, at the next start', (_what, crashAt) => {
		const host = new Host(settingsFor(settings), names);
		for (const [poll, down] of [[], [a], [a], [a], [], []].entries())
			host.poll(down, poll === crashAt);
		expect(host.executed.map(unmark)).toEqual(wanted());
		expect(host.executed.map(({ again }) => again)).toContain(true);
	});

	test('once for each start, until others come', () => {
		const host = new Host(settingsFor(settings), names);
		for (const down of [[], [a], [a]]) host.poll(down);
		host.restart();
		for (const down of [[a], [a], []]) host.poll(down);
		host.restart();
		for (const down of [[], []]) host.poll(down);
		const [began, beganAgain, ended, endedAgain, ...more] = host.executed;
		expect([began.event, ended.event, more]).toEqual(['disconnected', 'reconnected', []]);
		expect([beganAgain, endedAgain]).toEqual(
			[began, ended].map((item) => ({ again: true, ...item })),
		);
	});

	test('a second crash before they were executed loses nothing', () => {
		const host = new Host(settingsFor(settings), names);
		for (const [down, doesCrash] of [
			[[], false],
			[[a], true],
			[names, true],
			[names, false],
		] as Array<[string[], boolean]>)
			host.poll(down, doesCrash);
		expect(host.executed.map(({ event, nodeId }) => [event, nodeId])).toEqual(
			names.map((name) => ['disconnected', name]),
		);
	});

	test('without the option what was not executed does not come again, but never twice', () => {
		const host = new Host(settingsFor({ badPolls: 1 }), names);
		for (const [poll, down] of [[], [a], [a], [a], [], []].entries()) host.poll(down, poll === 1);
		expect(idsOf(host.executed)).toEqual(idsOf(wanted()).slice(1));
	});

	test('with durable cursors everything comes exactly once without the option', () => {
		const host = new Host(settingsFor({ badPolls: 1 }), names, 'durable');
		for (const [poll, down] of [[], [a], [a], [a], [], []].entries()) host.poll(down, poll === 1);
		expect(host.executed.map(({ event }) => event)).toEqual(['disconnected', 'reconnected']);
	});

	test.each([
		[1, false],
		[12, false],
		[12, true],
		[300, false],
		[300, true],
	])('and the memory stays small: %d validators, one item per poll %s [U20]', (count, digest) => {
		const all = Array.from({ length: count }, (_, i) => makeNodeId('P1', i));
		const host = new Host(settingsFor({ ...settings, digest }), all);
		for (const down of [[], all, all.slice(1), [], all, []]) {
			host.poll(down);
			expect(host.size).toBeLessThanOrEqual(8192 + 64 * count);
		}
		const last = host.executed.slice(digest ? -1 : -count);
		const told = host.executed.length;
		host.restart();
		host.poll([]);
		const again = host.executed.slice(told);
		expect(idsOf(again)).toEqual(idsOf(last.slice(0, again.length)));
		// As many as fit.
		expect(again.length).toBeGreaterThanOrEqual(count <= 12 ? last.length : digest ? 0 : 25);
	});
});

describe('polls that overlap report nothing twice [U18]', () => {
	test.each<[string, Partial<WatchSettings>]>([
		['a beginning', {}],
		['one item per poll', { digest: true }],
		['a reminder', { reminderSeconds: hour }],
	])('%s', (_what, more) => {
		const settings = settingsFor({ badPolls: 1, ...more });
		const validators = (connected: boolean) =>
			new Map([['NodeID-a', { nodeId: 'NodeID-a', connected, record: {} }]]);
		const seed = step(undefined, { at: start, validators: validators(true) }, settings);
		const down = step(seed.cursor, { at: start + 60, validators: validators(false) }, settings);
		const again = step(down.cursor, { at: start + 60, validators: validators(false) }, settings);
		expect([down.items.length, again.items.length]).toEqual([1, 0]);
		const late = step(
			down.cursor,
			{ at: start + 61 + hour, validators: validators(false) },
			settings,
		);
		const overtaken = step(
			late.cursor,
			{ at: start + 60 + hour, validators: validators(false) },
			settings,
		);
		expect([late.items.length, overtaken.items.length]).toEqual([more.reminderSeconds ? 1 : 0, 0]);
	});
});

describe('the cursor stays at or below 8 KB plus 64 bytes for each watched validator [U20]', () => {
	const limit = (count: number) => 8192 + 64 * count;
	/** All that the Primary Network can tell of, as early and as often as it can be set. */
	const everything: Partial<WatchSettings> = {
		source: 'primaryNetwork',
		blockchainId: '',
		rules: {
			belowThreshold: { threshold: 'reward' },
			requirementAtRisk: { riskSeconds: 8760 * hour },
			endingSoon: { endingSeconds: 365 * day },
			fell: { points: 1, withinSeconds: 30 * day },
		},
		timezone: 'Europe/Zurich',
		conditions: [
			'belowThreshold',
			'disconnected',
			'endingSoon',
			'fell',
			'left',
			'requirementAtRisk',
			'unreachable',
		],
		badPolls: 1,
		reminderSeconds: 5 * day,
		quiet: { from: 22 * 60, to: 6 * 60, holdsCritical: true },
		suspectShare: 100,
	};
	const nameAll = (count: number) =>
		Array.from({ length: count }, (_, i) => makeNodeId('validator', i));

	test.each([
		['a thousand validators in all alerts at once', 1000, 1, { goodPolls: 30 }],
		['two hundred that come and go', 200, 0.2, { goodPolls: 3, digest: true }],
		['thirty that come and go', 30, 0.2, { goodPolls: 3 }],
	])('over a simulated year of polls: %s', async (_what, count, share, settings) => {
		const dice = throwDice(count);
		const watcher = new Watcher({ ...everything, ...settings });
		// An outage holds what it causes, so one in ten loses uptime without one.
		const validators = nameAll(count).map((name, i) => ({
			name,
			staysConnected: i % 10 === 0,
			uptime: 100,
			start,
			end: start + dice.between(300, 400) * day,
			isDown: false,
		}));
		const told = new Map<string, number>();
		let largest = 0;
		let most = 0;
		for (const end = start + 365 * day; watcher.at < end; ) {
			for (const validator of validators) {
				// Each goes down at a time of its own, and its uptime with it.
				validator.isDown = dice.chance(0.1) ? dice.chance(share) : validator.isDown;
				validator.uptime += validator.isDown ? (validator.uptime > 8 ? -4 : 0) : 4;
				validator.uptime = Math.min(100, validator.uptime);
				if (validator.end < watcher.at)
					Object.assign(validator, {
						start: watcher.at,
						end: watcher.at + dice.between(14, 300) * day,
					});
			}
			const records = validators
				.filter(() => dice.chance(0.98))
				.map(({ name, uptime, start: begin, end: endTime, isDown, staysConnected }) =>
					primaryRecord(name, {
						txID: `${name} ${begin}`,
						startTime: String(begin),
						endTime: String(endTime),
						uptime: uptime.toFixed(4),
						connected: staysConnected || !isDown,
					}),
				);
			const world = worldOf((method) => {
				if (dice.chance(0.03)) return { ok: false, failure: unreachable };
				return ok(
					method === 'info.upgrades'
						? { heliconTime: iso(start + 100 * day) }
						: { validators: records },
				);
			});
			const items = await watcher.poll(world, dice.between(36, 96) * hour);
			for (const event of items.flatMap((item) => item.events ?? item.event) as string[])
				told.set(event, (told.get(event) ?? 0) + 1);
			const size = Buffer.byteLength(watcher.stored!);
			expect(size).toBeLessThanOrEqual(limit(count));
			largest = Math.max(largest, size);
			if (size < largest) continue;
			const { watched, at } = JSON.parse(watcher.stored!) as WatchCursor;
			const states = [...unpackSubjects(watched!.states, at).values()].map((each) => each.states);
			most = Math.max(
				most,
				states.reduce((sum, each) => sum + Object.keys(each).length, 0),
			);
		}
		process.stdout.write(
			`${count} validators, up to ${(most / count).toFixed(2)} conditions each: ` +
				`${largest} bytes of ${limit(count)}, ${(largest / count).toFixed(1)} each\n`,
		);
		for (const event of [
			'belowThreshold',
			'disconnected',
			'fell',
			'endingSoon',
			'requirementAtRisk',
			'reminder',
		])
			expect(told.get(event)).toBeGreaterThan(0);
		if (share === 1) expect(most / count).toBeGreaterThan(4.5);
	});

	test.each([1, 60, 1000, 3000])('whatever the states are of %d', (count) => {
		const since = start - day;
		const recovering = { phase: 'recovering', since, count: 3, goodSince: start - hour } as const;
		const confirmed = { phase: 'confirmed', since, count: 0 } as const;
		const kept = ['disconnected', 'belowThreshold', 'requirementAtRisk', 'endingSoon', 'left'];
		for (const [state, how] of [
			[recovering, 'waiting'],
			[confirmed, 'alone'],
		] as const) {
			const events = [...kept, 'fell'];
			const subject: Subject = {
				validation: 'abc',
				endsAtHour: start / hour,
				states: Object.fromEntries(events.map((event) => [event, state])),
				reported: Object.fromEntries(events.map((event) => [event, how])),
				fingerprints: { fell: 12_345 },
				joined: { since, reason: 'new' },
				highs: [1000, 2000, 3000, 4000],
			};
			const packed = packSubjects(new Map(nameAll(count).map((name) => [name, subject])), start);
			expect(packed.length).toBeLessThanOrEqual(6144 + 64 * count);
			const subjects = unpackSubjects(packed, start);
			expect([...subjects.keys()]).toEqual(nameAll(count));
			for (const { states } of subjects.values()) {
				expect(Object.keys(states)).toEqual(expect.arrayContaining(kept));
				expect(Object.values(states).every((each) => each.since === since)).toBe(true);
			}
		}
	});

	test('what finds no room is not forgotten: its beginning, a drop too, and its end are reported later, and only once', async () => {
		const count = 800;
		const watcher = new Watcher({
			...everything,
			goodPolls: 3,
			quiet: undefined,
			reminderSeconds: 0,
		});
		const world = (uptime: string, connected: boolean) =>
			primaryWorld(
				nameAll(count).map((name) => primaryRecord(name, { uptime, connected })),
				start + day,
			);
		const told: IDataObject[] = [];
		for (const [uptime, isUp, polls] of [
			['99.0000', true, 1],
			['60.0000', true, 2],
			['60.0000', false, 2],
			['99.9000', true, 40],
		] as const)
			for (let i = 0; i < polls; i++) {
				told.push(...(await watcher.poll(world(uptime, isUp), hour)));
				expect(Buffer.byteLength(watcher.stored!)).toBeLessThanOrEqual(limit(count));
			}
		const of = (wanted: string) => told.filter(({ event }) => event === wanted);
		for (const [began, ended] of [
			['disconnected', 'reconnected'],
			['belowThreshold', 'aboveThreshold'],
			['fell', 'recovered'],
		] as const) {
			expect(of(began)).toHaveLength(count);
			expect(new Set(of(ended).map(({ alertId }) => alertId))).toEqual(
				new Set(of(began).map(({ alertId }) => alertId)),
			);
			expect(of(ended)).toHaveLength(count);
		}
		// Not all found room at once.
		expect(new Set(of('reconnected').map(({ observedAt }) => observedAt)).size).toBeGreaterThan(1);
	});
});
