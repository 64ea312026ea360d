/** Promises of the event Uptime Drop by their numbers, and what its later conditions and sources tell. */
import type { IDataObject } from 'n8n-workflow';
import { packSubjects, unpackSubjects } from '../../nodes/Trigger/watch/cursor';
import type { Subject, WatchSettings } from '../../nodes/Trigger/watch/model';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import { pollStored, type Stored } from '../../nodes/Trigger/watch/poll';
import { readSource } from '../../nodes/Trigger/watch/sources';
import { makeSamples } from '../../nodes/Trigger/watch/samples';
import { step } from '../../nodes/Trigger/watch/step';
import { makeNodeId, throwDice } from '../../devnet/ids.mts';
import { N8nStorage } from '../support/n8nStorage.mts';
import {
	balanceRecord,
	l1Record,
	lacksFee,
	nameOf,
	ok,
	play,
	primaryRecord,
	settingsFor,
	start,
	tell,
	unreachable,
	Watcher,
	worldOf,
} from './uptimeSeries.mts';

type Row = [
	what: string,
	lines: Record<string, string>,
	told: string[],
	settings?: Partial<WatchSettings>,
];
const check = async (...[, lines, told, settings]: Row) => {
	expect(await tell(lines, settings)).toEqual(told);
};

const hour = 3600;
const day = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);

/** Polls of validators, each with those that are down, in an n8n that keeps or loses what they left. */
class Host {
	readonly executed: IDataObject[] = [];
	private readonly storage: N8nStorage<Stored>;
	private at = start;

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
		const items = pollStored(this.storage.load(), reading, this.settings);
		this.at += 60;
		if (this.engine === 'memory' || !doesCrash) this.storage.save(items.length > 0);
		if (doesCrash) this.restart();
		else this.executed.push(...items);
	}

	restart(): void {
		this.storage.restart();
	}

	get size(): number {
		return Buffer.byteLength(JSON.stringify(this.storage.load().cursor));
	}
}

describe('P1 at least once across a crash', () => {
	const names = ['a', 'b'].map(nameOf);
	const [a] = names as [string];
	const settings = { badPolls: 1, redeliver: true };
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
		expect(host.executed).toEqual(wanted());
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
		expect([beganAgain, endedAgain]).toEqual([began, ended]);
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
	])('and P16 is kept: %d validators, one item per poll %s', (count, digest) => {
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
		expect(again.length).toBeGreaterThanOrEqual(count <= 12 ? last.length : digest ? 0 : 30);
	});
});

describe('P10 flapping is suppressed by N bad and M good polls and a minimum time', () => {
	test.each<Row>([
		['each second poll bad, two of them needed', { a: '.x.x.x.x.x.' }, []],
		[
			'each second poll bad, one needed, two good ones',
			{ a: '.x.x.x...' },
			['1 disconnected a', '7 reconnected a'],
			{ badPolls: 1, goodPolls: 2 },
		],
		[
			'two bad ones of three',
			{ a: '.xx.xx.xx..' },
			['2 disconnected a', '10 reconnected a'],
			{ goodPolls: 2 },
		],
		['bad for less than the minimum time', { a: '.xxx.xxx.' }, [], { minimumSeconds: 180 }],
		[
			'bad for the minimum time',
			{ a: '.xxxx....' },
			['4 disconnected a', '8 reconnected a'],
			{ badPolls: 1, minimumSeconds: 180 },
		],
		[
			'good for less than the minimum time',
			{ a: '.xxxx..xx....' },
			['4 disconnected a', '12 reconnected a'],
			{ badPolls: 1, minimumSeconds: 180 },
		],
		[
			'the minimum time, but too few polls',
			{ a: '.xxxxx' },
			['5 disconnected a'],
			{ badPolls: 5, minimumSeconds: 60 },
		],
		['a source that comes and goes', { a: '.?.?.?.' }, []],
		[
			'a source, with a minimum time',
			{ a: '.????....' },
			['4 unreachable source', '8 reachable source'],
			{ minimumSeconds: 180 },
		],
		[
			'one item per transition however long it lasts',
			{ a: `.${'x'.repeat(60)}${'.'.repeat(60)}` },
			['2 disconnected a', '61 reconnected a'],
		],
	])('%s', check);
});

describe('P11 unreachable, absent and down are three things, and none of them means recovered', () => {
	const nodeIds = [nameOf('a')];
	test.each<Row>([
		['down', { a: '.xx' }, ['2 disconnected a']],
		['absent', { a: '.--' }, ['2 left a'], { nodeIds }],
		['unreachable', { a: '.??' }, ['2 unreachable source']],
		['down, then absent', { a: '.xx--' }, ['2 disconnected a', '4 left a'], { nodeIds }],
		['down, then unreachable', { a: '.xx??' }, ['2 disconnected a', '4 unreachable source']],
		[
			'down, unreachable, still down',
			{ a: '.xx???xxx' },
			['2 disconnected a', '4 unreachable source', '6 reachable source'],
		],
		[
			'down behind an unreachable source',
			{ a: '.??xx' },
			['2 unreachable source', '3 reachable source', '4 disconnected a'],
		],
		[
			'absent, then unreachable',
			{ a: '.--??-' },
			['2 left a', '4 unreachable source', '5 reachable source'],
			{ nodeIds },
		],
		[
			'absent, then back and down',
			{ a: '.--xx' },
			['2 left a', '3 joined a', '4 disconnected a'],
			{ nodeIds },
		],
		[
			'absent in between counts neither for down nor against it',
			{ a: '.x-x-x' },
			['5 disconnected a'],
			{ badPolls: 3, nodeIds },
		],
		[
			'what cannot be seen in between counts neither for down nor against it',
			{ a: '.xixix' },
			['5 disconnected a'],
			{ badPolls: 3 },
		],
		[
			'nor for its end',
			{ a: '.xxx.i..' },
			['3 disconnected a', '7 reconnected a'],
			{ badPolls: 3, goodPolls: 3 },
		],
		[
			'low, then inactive: nothing is known of its uptime',
			{ a: '.lliii' },
			['2 belowThreshold a', '4 inactive a'],
		],
		[
			'low, then unreachable, then fine',
			{ a: '.ll??.' },
			['2 belowThreshold a', '4 unreachable source', '5 reachable source', '5 aboveThreshold a'],
		],
	])('%s', check);
});

describe('P12 an alert re-arms for the next period', () => {
	test.each<Row>([
		[
			'the next outage',
			{ a: '.xx.xx.' },
			['2 disconnected a', '3 reconnected a', '5 disconnected a', '6 reconnected a'],
		],
		[
			'the next low uptime',
			{ a: '.ll.ll' },
			['2 belowThreshold a', '3 aboveThreshold a', '5 belowThreshold a'],
		],
		[
			'the next unreadable source',
			{ a: '.??.??' },
			['2 unreachable source', '3 reachable source', '5 unreachable source'],
		],
		[
			'the next absence',
			{ a: '.--.--' },
			['2 left a', '3 joined a', '5 left a'],
			{ nodeIds: [nameOf('a')] },
		],
		[
			'without ends',
			{ a: '.xx.xx.xx' },
			['2 disconnected a', '5 disconnected a', '8 disconnected a'],
			{ reportEnds: false },
		],
	])('%s', check);

	const each = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };

	test('each validation of a node tells its end ahead once', async () => {
		const watcher = new Watcher({ ...each, conditions: ['endingSoon'] });
		const ending = (end: number, txID: string) =>
			primaryRecord('NodeID-a', { txID, endTime: String(start + end) });
		const told = [];
		for (const [end, txID] of [
			[8, 'first'],
			[8, 'first'],
			[8, 'first'],
			[40, 'next'],
			[40, 'next'],
		] as const)
			told.push(eventsOf(await watcher.see([ending(end * day, txID)], day)));
		for (let i = 0; i < 32; i++)
			told.push(eventsOf(await watcher.see([ending(40 * day, 'next')], day)));
		expect(told.flat()).toEqual(['endingSoon', 'endingSoon']);
		expect(told[1]).toEqual(['endingSoon']);
	});

	test('a validation that renews itself under the same ID is a new period', async () => {
		const watcher = new Watcher(each);
		const low = (end: number) =>
			primaryRecord('NodeID-a', { uptime: '50.0000', endTime: String(start + end) });
		expect(eventsOf(await watcher.see([low(day)]))).toEqual(['belowThreshold']);
		expect(eventsOf(await watcher.see([low(day)]))).toEqual([]);
		expect(eventsOf(await watcher.see([low(15 * day)]))).toEqual(['joined', 'belowThreshold']);
	});
});

describe('P14 a test run shows the shape of', () => {
	const validator = {
		nodeId: 'NodeID-a',
		connected: true,
		uptime: 99,
		startedAt: start - 30 * day,
		endsAt: start + 30 * day,
		balance: 30_000_000_000n,
		version: 'avalanchego/1.14.2',
		record: {},
	};
	const upgrades = { readAt: start, times: { granite: start - day, helicon: start + day } };
	const reading = { at: start, validators: new Map([['NodeID-a', validator]]), upgrades };

	test.each([
		['fell', { fellBy: 1, fellFrom: 99, withinHours: 24 }],
		['requirementAtRisk', { requiredUptime: 80, endsAt: iso(start + 30 * day) }],
		['endingSoon', { endsAt: iso(start + 30 * day) }],
		['balanceLow', { lastsUntil: iso(start + 14 * day) }],
		['outdated', { version: 'avalanchego/1.14.2', leastVersion: '1.14.0' }],
		['outdated', { upgrade: 'Helicon', leastVersion: '1.15.0', daysLeft: 1 }, ''],
	] as Array<[string, IDataObject, string?]>)(
		'%s',
		(condition, facts, minimumVersion = '1.14.0') => {
			const source = condition === 'outdated' ? { source: 'peers' as const } : {};
			const settings = settingsFor({
				conditions: [condition],
				rules: { outdated: { minimumVersion, upgradeSeconds: 14 * day } },
				...source,
			});
			const samples = makeSamples(reading, settings);
			expect(samples).toMatchObject([{ event: condition, sample: true, ...facts }]);
			expect(samples[0].message).not.toMatch(/undefined|NaN/);
		},
	);

	test('one item per poll', () => {
		expect(makeSamples(reading, settingsFor({ digest: true }))).toMatchObject([
			{
				event: 'digest',
				sample: true,
				events: ['disconnected'],
				items: [{ event: 'disconnected' }],
			},
		]);
	});
});

describe('P15 polls that overlap tell nothing twice', () => {
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

describe('P16 the cursor stays at or below 8 KB plus 64 bytes for each watched validator', () => {
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
		quiet: { from: 22 * 60, to: 6 * 60 },
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
		const validators = nameAll(count).map((name) => ({
			name,
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
				.map(({ name, uptime, start: begin, end: endTime, isDown }) =>
					primaryRecord(name, {
						txID: `${name} ${begin}`,
						startTime: String(begin),
						endTime: String(endTime),
						uptime: uptime.toFixed(4),
						connected: !isDown,
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
			`P16: ${count} validators, up to ${(most / count).toFixed(2)} conditions each: ` +
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

	test('what finds no room is told later, and only once', async () => {
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

describe('fell by points within a time', () => {
	const settings = {
		conditions: ['fell' as const],
		badPolls: 1,
		rules: { fell: { points: 5, withinSeconds: 4 * hour } },
	};
	const see = async (uptimes: number[], more: Partial<WatchSettings> = {}) => {
		const watcher = new Watcher({ ...settings, ...more });
		const told: string[] = [];
		const items: IDataObject[] = [];
		for (const [poll, uptimePercentage] of uptimes.entries()) {
			const seen = await watcher.see([l1Record('NodeID-a', { uptimePercentage })], hour);
			told.push(...eventsOf(seen).map((event) => `${poll} ${event}`));
			items.push(...seen);
		}
		return { told, items };
	};

	test.each<[string, number[], string[]]>([
		['at once', [99, 94, 94], ['1 fell']],
		['over three hours', [99, 97, 95.5, 94], ['3 fell']],
		['more slowly than that', [99, 98, 97, 96, 95, 94, 93, 92], []],
		['not by as much', [99, 94.1, 94.1], []],
		['from the highest of the time', [90, 99, 98, 94], ['3 fell']],
		['and rises again', [99, 93, 93, 95], ['1 fell', '3 recovered']],
		['and stays there', [99, 93, 93, 93, 93, 93], ['1 fell', '4 recovered']],
		['twice', [99, 93, 93, 93, 93, 87], ['1 fell', '4 recovered', '5 fell']],
	])('%s', async (_what, uptimes, told) => {
		expect((await see(uptimes)).told).toEqual(told);
	});

	test('says from where, by how much and within what time', async () => {
		const { items } = await see([99, 93.5]);
		expect(items).toMatchObject([
			{
				event: 'fell',
				state: 'fell',
				previousState: 'steady',
				fellFrom: 99,
				fellBy: 5.5,
				withinHours: 4,
			},
		]);
		expect(items[0].message).toContain(
			'fell by 5.5 points within 4 h, from an uptime of 99 % to 93.5 %',
		);
	});

	test('what was seen before another time was chosen does not count', async () => {
		const watcher = new Watcher(settings);
		await watcher.see([l1Record('NodeID-a', { uptimePercentage: 99 })], hour);
		watcher.settings.rules.fell = { points: 5, withinSeconds: 8 * hour };
		expect(await watcher.see([l1Record('NodeID-a', { uptimePercentage: 90 })], hour)).toEqual([]);
	});

	test('another validation begins anew', async () => {
		const watcher = new Watcher(settings);
		await watcher.see([l1Record('NodeID-a', { uptimePercentage: 99 })], hour);
		const next = l1Record('NodeID-a', { uptimePercentage: 50, validationID: 'next' });
		expect(await watcher.see([next], hour)).toEqual([]);
	});
});

/** The Primary Network with validators and the time of Helicon, and the methods that were asked. */
const primaryWorld = (records: IDataObject[], heliconAt: number, asked: string[] = []) =>
	worldOf((method) => {
		asked.push(method);
		return ok(
			method === 'info.upgrades' ? { heliconTime: iso(heliconAt) } : { validators: records },
		);
	});
const primary = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };

describe('the uptime that the reward takes', () => {
	const helicon = start - 10 * day;
	test.each([
		['started before Helicon, 85 %', -11, '85', []],
		['started before Helicon, 79 %', -11, '79', ['belowThreshold']],
		['started with Helicon, 85 %', -10, '85', ['belowThreshold']],
		['started after Helicon, 91 %', -5, '91', []],
	])('%s', async (_what, began, uptime, told) => {
		const watcher = new Watcher({
			...primary,
			rules: { belowThreshold: { threshold: 'reward' } },
			conditions: ['belowThreshold'],
		});
		const record = primaryRecord('NodeID-a', { startTime: String(start + began * day), uptime });
		const items = await watcher.poll(primaryWorld([record], helicon));
		expect(eventsOf(items)).toEqual(told);
		if (told.length) expect(items[0].threshold).toBe(began < -10 ? 80 : 90);
	});

	test('is asked for once a day, and not where it does not matter', async () => {
		const asked: string[] = [];
		const world = primaryWorld([primaryRecord('NodeID-a')], helicon, asked);
		const watcher = new Watcher({ ...primary, rules: { belowThreshold: { threshold: 'reward' } } });
		for (let poll = 0; poll < 25; poll++) await watcher.poll(world, hour);
		expect(asked.filter((method) => method === 'info.upgrades')).toHaveLength(2);
		asked.length = 0;
		await readSource(world, settingsFor(primary), start);
		expect(asked).toEqual(['platform.getCurrentValidators']);
	});

	test('that cannot be asked for makes the source unreachable, unless it is known', async () => {
		const watcher = new Watcher({ ...primary, rules: { belowThreshold: { threshold: 'reward' } } });
		const silent = worldOf((method) =>
			method === 'info.upgrades'
				? { ok: false, failure: unreachable }
				: ok({ validators: [primaryRecord('NodeID-a')] }),
		);
		expect(eventsOf(await watcher.poll(silent))).toEqual(['unreachable']);
		expect(
			eventsOf(await watcher.poll(primaryWorld([primaryRecord('NodeID-a')], helicon), 2 * day)),
		).toEqual(['reachable']);
		expect(await watcher.poll(silent)).toEqual([]);
	});
});

describe('the required uptime is at risk', () => {
	const record = (uptime: string, from: number, to: number) =>
		primaryRecord('NodeID-a', {
			uptime,
			startTime: String(start + from * day),
			endTime: String(start + to * day),
		});
	const never = Date.UTC(9999, 11, 1) / 1000;
	test.each<[string, IDataObject, number, boolean]>([
		['80 %: 3 of 4 days are used, one is left', record('70', -10, 10), never, false],
		['80 %: less than one is left', record('69', -10, 10), never, true],
		['80 %: none is left', record('59', -10, 10), never, true],
		['90 %: a day and a half of two is left', record('95', -10, 10), start - 20 * day, false],
		['90 %: less than one is left', record('89', -10, 10), start - 20 * day, true],
		['a short one, with more than half of what it was allowed', record('99', -1, 2), never, false],
		['it can be offline for all that is left', record('88', -10, 0.5), never, false],
		['just begun', record('0', -0.01, 14), never, false],
	])('%s', async (_what, validator, heliconAt, isAtRisk) => {
		const watcher = new Watcher({ ...primary, conditions: ['requirementAtRisk'] });
		expect(eventsOf(await watcher.poll(primaryWorld([validator], heliconAt)))).toEqual(
			isAtRisk ? ['requirementAtRisk'] : [],
		);
	});

	test('says what is left, and when nothing is', async () => {
		const see = async (uptime: string) =>
			(
				await new Watcher({ ...primary, conditions: ['requirementAtRisk'] }).poll(
					primaryWorld([record(uptime, -10, 10)], never),
				)
			)[0];
		const warned = await see('69');
		expect(warned).toMatchObject({
			requiredUptime: 80,
			affordableSeconds: 0.9 * day,
			bestUptime: 84.5,
		});
		expect(warned.message).toContain(
			'can be offline for only 21 h 36 min more before it misses the 80 %',
		);
		const missed = await see('59');
		expect(missed).toMatchObject({ affordableSeconds: -0.1 * day, bestUptime: 79.5 });
		expect(missed.message).toContain('can reach 79.5 % at most');
	});

	test('and is safe again once so little is left that nothing can be missed', async () => {
		const watcher = new Watcher({ ...primary, conditions: ['requirementAtRisk'] });
		const told = [];
		for (let poll = 0; poll < 21; poll++)
			told.push(
				...eventsOf(
					await watcher.poll(
						primaryWorld(
							[record(String(Math.max(69, 100 - 310 / (10 + poll / 2))), -10, 10)],
							never,
						),
						day / 2,
					),
				),
			);
		expect(told).toEqual(['requirementAtRisk', 'requirementSafe']);
	});
});

describe('ahead of the loss', () => {
	test('the end of a validation', async () => {
		const watcher = new Watcher({ ...primary, conditions: ['endingSoon'] });
		const record = primaryRecord('NodeID-a', { endTime: String(start + 8 * day) });
		expect(await watcher.see([record], day)).toEqual([]);
		expect(await watcher.see([record], day)).toMatchObject([
			{
				event: 'endingSoon',
				state: 'endingSoon',
				previousState: 'endingLater',
				endsAt: iso(start + 8 * day),
			},
		]);
		expect(await watcher.see([record], day)).toEqual([]);
	});

	describe('a balance that runs out', () => {
		const settings = {
			source: 'balances' as const,
			blockchainId: '',
			subnetId: 'subnet',
			badPolls: 1,
			conditions: ['balanceLow' as const],
		};
		const rate = 512;
		const lasting = (days: number) => rate * days * day;

		test('is told at the fee that was measured, once', async () => {
			const watcher = new Watcher(settings);
			const asked: unknown[] = [];
			const told = [];
			for (let poll = 0; poll < 60; poll++) {
				const spent = rate * poll * 600;
				const records = [
					balanceRecord('NodeID-a', lasting(14.2) - spent),
					balanceRecord('NodeID-b', lasting(90) - spent),
				];
				const world = worldOf((method, params) => {
					asked.push([method, params]);
					return lacksFee(method) ?? ok({ validators: records });
				});
				told.push(...(await watcher.poll(world, 600)).map((item) => ({ poll, item })));
			}
			// 14.2 days are down to 14 after 4.8 hours.
			expect(told.map(({ poll, item }) => [poll, item.event, item.nodeId])).toEqual([
				[29, 'balanceLow', 'NodeID-a'],
			]);
			expect(told[0].item).toMatchObject({
				feeRate: rate,
				lastsUntil: iso(start + 14.2 * day),
				subnetId: 'subnet',
			});
			expect(asked).toEqual(
				Array.from({ length: 60 }, () => [
					['platform.getCurrentValidators', { subnetID: 'subnet' }],
					['platform.getValidatorFeeState', {}],
				]).flat(),
			);
		});

		test('nothing is said before the fee is measured, unless there is none left', async () => {
			const watcher = new Watcher(settings);
			const items = await watcher.see([balanceRecord('NodeID-a', 1), balanceRecord('NodeID-b', 0)]);
			expect(items).toMatchObject([{ event: 'balanceLow', nodeId: 'NodeID-b' }]);
		});

		/** Polls a minute apart, each after so many seconds of the fee were paid of these balances. */
		const watchMinutes = async (
			balances: Record<string, number>,
			spentAt: (poll: number) => number,
			polls: number,
			more: Partial<WatchSettings> = {},
		) => {
			const watcher = new Watcher({ ...settings, ...more });
			const told: Array<{ poll: number; item: IDataObject }> = [];
			for (let poll = 0; poll < polls; poll++) {
				const records = Object.entries(balances).map(([name, balance]) =>
					balanceRecord(name, balance - rate * spentAt(poll)),
				);
				told.push(...(await watcher.see(records)).map((item) => ({ poll, item })));
			}
			return { watcher, told };
		};

		test('nothing is told before five minutes of the fee were seen; what is low then is as found', async () => {
			const balances = { 'NodeID-a': lasting(1), 'NodeID-b': lasting(100) };
			for (const [badPolls, poll] of [
				[1, 5],
				[2, 6],
			] as const) {
				const { told } = await watchMinutes(balances, (at) => at * 60, 10, { badPolls });
				expect(told).toMatchObject([
					{
						poll,
						item: {
							event: 'balanceLow',
							nodeId: 'NodeID-a',
							previousState: 'unknown',
							since: iso(start + 300),
							feeRate: rate,
						},
					},
				]);
			}
		});

		test('what is low then is not told where what is already bad is not, nor its end, but the next', async () => {
			const watcher = new Watcher({ ...settings, reportExisting: false });
			const told: string[] = [];
			for (let poll = 0; poll < 60; poll++) {
				const days = {
					'NodeID-a': poll < 20 || poll > 40 ? 1 : 90,
					'NodeID-b': 14.015,
					'NodeID-c': 0,
				};
				const records = Object.entries(days).map(([name, each]) =>
					balanceRecord(name, each && lasting(each) - rate * poll * 60),
				);
				for (const { event, nodeId, previousState } of await watcher.see(records))
					told.push(`${poll} ${String(event)} ${String(nodeId)} after ${String(previousState)}`);
			}
			expect(told).toEqual([
				'22 balanceLow NodeID-b after balanceSufficient',
				'41 balanceLow NodeID-a after balanceSufficient',
			]);
		});

		test('one that was filled up before the fee was known is told when it is low again, at once too', async () => {
			const watcher = new Watcher({ ...settings, reportExisting: false });
			const told: string[] = [];
			for (let poll = 0; poll < 9; poll++) {
				const days = { 'NodeID-a': poll < 2 ? 0 : poll < 6 ? 90 : 1, 'NodeID-b': 90 };
				const records = Object.entries(days).map(([name, each]) =>
					balanceRecord(name, each && lasting(each) - rate * poll * 60),
				);
				for (const { event, nodeId } of await watcher.see(records))
					told.push(`${poll} ${String(event)} ${String(nodeId)}`);
			}
			expect(told).toEqual(['6 balanceLow NodeID-a']);
		});

		test('a fee that doubles is followed within an hour and five minutes', async () => {
			const doubledAt = 150;
			const spentAt = (poll: number) => 60 * (poll + Math.max(0, poll - doubledAt));
			const { watcher } = await watchMinutes({ 'NodeID-a': lasting(90) }, spentAt, doubledAt + 66);
			expect((JSON.parse(watcher.stored!) as WatchCursor).watched!.fee!.nanoAvaxPerSecond).toBe(
				2 * rate,
			);
		});

		test('the fee is the median: one that was filled up a little seems to pay less', async () => {
			const watcher = new Watcher(settings);
			const told: IDataObject[] = [];
			for (let poll = 0; poll < 8; poll++) {
				const filled = poll < 2 ? 0 : rate * 200;
				const records = ['a', 'b', 'c'].map((name) =>
					balanceRecord(nameOf(name), lasting(10) - rate * poll * 60 + (name === 'a' ? filled : 0)),
				);
				told.push(...(await watcher.see(records)));
			}
			expect(told.map(({ nodeId, feeRate }) => [nodeId, feeRate])).toEqual(
				['a', 'b', 'c'].map((name) => [nameOf(name), rate]),
			);
		});

		test.each([
			[1800, 50],
			[1800, 150],
			[5430, 150],
			[86_430, 150],
		])(
			'a clock that was set back makes the fee no higher: by %i s in poll %i',
			async (back, when) => {
				for (const isRead of [true, false]) {
					const watcher = new Watcher(settings);
					for (let poll = 0; poll < when + 150; poll++) {
						const isWhen = poll === when;
						if (isWhen) watcher.at -= back;
						if (isWhen && !isRead) await watcher.fail();
						else await watcher.see([balanceRecord('NodeID-a', lasting(90) - rate * poll * 60)]);
						const { fee } = (JSON.parse(watcher.stored!) as WatchCursor).watched!;
						expect(fee!.nanoAvaxPerSecond ?? rate).toBe(rate);
						if (poll > when) expect(fee!.since).toBeLessThanOrEqual(watcher.at);
					}
				}
			},
		);

		test('a new validator and one that is filled up do not change what the fee is', async () => {
			const watcher = new Watcher(settings);
			const others = (poll: number) => ['NodeID-b', 'NodeID-c'].slice(0, poll > 3 ? 2 : 0);
			const told = [];
			for (let poll = 0; poll < 9; poll++) {
				const spent = rate * poll * 600;
				const filled = lasting(poll < 3 ? 20 : 40) - spent;
				const records = [
					balanceRecord('NodeID-a', filled),
					...others(poll).map((name) => balanceRecord(name, lasting(13) - spent)),
				];
				told.push(...(await watcher.see(records, 600)));
			}
			expect(told).toMatchObject([
				{ event: 'balanceLow', nodeId: 'NodeID-b', feeRate: rate },
				{ event: 'balanceLow', nodeId: 'NodeID-c', feeRate: rate },
			]);
			expect((JSON.parse(watcher.stored!) as WatchCursor).watched!.fee!.nanoAvaxPerSecond).toBe(
				rate,
			);
		});

		test('ends when it is filled up, which does not change what the fee was', async () => {
			const watcher = new Watcher(settings);
			const balances = [
				lasting(10),
				lasting(10) - rate * 600,
				lasting(10) - rate * 1200,
				lasting(100),
				lasting(100) - rate * 600,
			];
			const told = [];
			for (const balance of balances)
				told.push(...(await watcher.see([balanceRecord('NodeID-a', balance)], 600)));
			expect(eventsOf(told)).toEqual(['balanceLow', 'balanceRestored']);
			expect(told[1]).toMatchObject({ feeRate: rate });
		});
	});

	describe("a version that is older than the network's upgrades take", () => {
		const settings = {
			source: 'peers' as const,
			blockchainId: '',
			badPolls: 1,
			conditions: ['outdated' as const],
			nodeIds: ['NodeID-a'],
			rules: { outdated: { minimumVersion: '', upgradeSeconds: 14 * day } },
		};
		const never = Date.UTC(9999, 11, 1) / 1000;
		const network = (version: string, times: Record<string, number>, asked: string[] = []) =>
			worldOf((method) => {
				asked.push(method);
				return method === 'info.peers'
					? ok({ numPeers: '1', peers: [{ nodeID: 'NodeID-a', version }] })
					: ok({
							...Object.fromEntries(
								Object.entries(times).map(([name, at]) => [`${name}Time`, iso(at)]),
							),
							graniteEpochDuration: 300_000_000_000,
							cortinaXChainStopVertexID: 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
						});
			});
		const past = { fortuna: start - 200 * day, granite: start - 100 * day };

		test.each<[string, string, Record<string, number>, string[]]>([
			['none is scheduled, the last one', '1.14.0', { ...past, helicon: never }, []],
			[
				'none is scheduled, older than the last one',
				'1.13.5',
				{ ...past, helicon: never },
				['outdated'],
			],
			['the next one is far ahead', '1.14.2', { ...past, helicon: start + 15 * day }, []],
			['the next one is near', '1.14.2', { ...past, helicon: start + 14 * day }, ['outdated']],
			['the next one is near, and the node ready', '1.15.0', { ...past, helicon: start + day }, []],
			['the next one began', '1.14.2', { ...past, helicon: start - day }, ['outdated']],
			[
				'all of a local network',
				'1.13.0',
				{ banff: start, granite: start, etna: start },
				['outdated'],
			],
		])('%s', async (_what, version, times, told) => {
			expect(
				eventsOf(await new Watcher(settings).poll(network(`avalanchego/${version}`, times))),
			).toEqual(told);
		});

		test('says which upgrade, when, what it takes and what runs', async () => {
			const watcher = new Watcher(settings);
			const upgradeAt = start + 12 * day + hour;
			const world = network('avalanchego/1.14.2', { ...past, helicon: upgradeAt });
			const [item] = await watcher.poll(world);
			expect(item).toMatchObject({
				event: 'outdated',
				nodeId: 'NodeID-a',
				version: 'avalanchego/1.14.2',
				leastVersion: '1.15.0',
				upgrade: 'Helicon',
				upgradeAt: iso(upgradeAt),
				daysLeft: 12,
			});
			expect(item.message).toBe(
				`Validator NodeID-a runs avalanchego/1.14.2, but the upgrade Helicon takes 1.15.0; it begins on ${iso(upgradeAt)}, in 12 days`,
			);
			expect(
				await watcher.poll(network('avalanchego/1.15.3', { ...past, helicon: upgradeAt })),
			).toMatchObject([{ event: 'upToDate', alertId: item.alertId }]);
		});

		test('is asked for once a day, and not where the user names it', async () => {
			const asked: string[] = [];
			const world = network('avalanchego/1.14.2', past, asked);
			const watcher = new Watcher(settings);
			for (let poll = 0; poll < 25; poll++) await watcher.poll(world, hour);
			expect(asked.filter((method) => method === 'info.upgrades')).toHaveLength(2);
			asked.length = 0;
			const named = new Watcher({
				...settings,
				rules: { outdated: { minimumVersion: '1.14.3' } },
			});
			expect(await named.poll(world)).toMatchObject([
				{ event: 'outdated', leastVersion: '1.14.3' },
			]);
			expect(asked).toEqual(['info.peers']);
		});

		test('an upgrade whose version is not known is told once, and nodes are judged by the others', async () => {
			const watcher = new Watcher(settings);
			const times = { ...past, someday: start + 20 * day };
			const world = network('avalanchego/1.14.2', times);
			expect(await watcher.poll(world, 7 * day)).toEqual([]);
			const [item, ...more] = await watcher.poll(world);
			expect(more).toEqual([]);
			expect(item).toMatchObject({
				event: 'versionUnknown',
				state: 'versionUnknown',
				nodeId: null,
				upgrade: 'Someday',
				upgradeAt: iso(start + 20 * day),
				daysLeft: 13,
				hint: expect.stringContaining('Least Version'),
			});
			expect(await watcher.poll(world)).toEqual([]);
			expect(eventsOf(await watcher.poll(network('avalanchego/1.13.0', times)))).toEqual([
				'outdated',
			]);
			const later = network('avalanchego/1.14.2', { ...times, another: start + 21 * day });
			expect(eventsOf(await watcher.poll(later, 2 * day))).toEqual(['upToDate']);
			expect(await watcher.poll(later)).toMatchObject([
				{ event: 'versionUnknown', upgrade: 'Another' },
			]);
		});

		test('waits for the end of quiet hours, and is one of the items of a digest', async () => {
			const quiet = { from: 0, to: 2 };
			const watcher = new Watcher({ ...settings, quiet, digest: true });
			const world = network('avalanchego/1.14.2', { ...past, someday: start });
			expect([await watcher.poll(world), await watcher.poll(world)]).toEqual([[], []]);
			expect(await watcher.poll(world)).toMatchObject([
				{ event: 'digest', events: ['versionUnknown'] },
			]);
		});

		test('a node that tells no upgrades is said so', async () => {
			const [item] = await new Watcher({
				...settings,
				conditions: ['outdated', 'unreachable'],
			}).poll(worldOf((method) => ok(method === 'info.peers' ? { peers: [] } : {})));
			expect(item).toMatchObject({
				event: 'unreachable',
				hint: expect.stringContaining('Least Version'),
			});
		});
	});

	test('a version that is older than the one that the user names', async () => {
		const watcher = new Watcher({
			source: 'peers',
			blockchainId: '',
			badPolls: 1,
			conditions: ['outdated'],
			nodeIds: ['NodeID-a'],
		});
		const peer = (version: string) =>
			worldOf(() => ok({ numPeers: '1', peers: [{ nodeID: 'NodeID-a', version }] }));
		const told = [];
		for (const version of [
			'avalanchego/1.14.2',
			'avalanchego/1.9.20',
			'avalanchego/1.15.0',
			'avalanchego/1.15.1',
			'avalanchego/2.0.0',
			'other',
		])
			told.push(eventsOf(await watcher.poll(peer(version))));
		expect(told).toEqual([['outdated'], [], ['upToDate'], [], [], []]);
	});
});

describe('peers', () => {
	const settings = {
		source: 'peers' as const,
		blockchainId: '',
		badPolls: 1,
		nodeIds: ['NodeID-a', 'NodeID-b'],
	};
	const see = (...names: string[]) =>
		worldOf(() =>
			ok({ numPeers: String(names.length), peers: names.map((nodeID) => ({ nodeID })) }),
		);

	test('a watched node that the asked node sees no more is disconnected, and reconnected', async () => {
		const watcher = new Watcher(settings);
		const asked: unknown[] = [];
		await watcher.poll(
			worldOf(
				(method, params) => (
					asked.push([method, params]),
					ok({ peers: [{ nodeID: 'NodeID-a' }, { nodeID: 'NodeID-b' }] })
				),
			),
		);
		expect(asked).toEqual([['info.peers', { nodeIDs: ['NodeID-a', 'NodeID-b'] }]]);
		expect(await watcher.poll(see('NodeID-b'))).toMatchObject([
			{ event: 'disconnected', nodeId: 'NodeID-a', previousState: 'connected', source: 'peers' },
		]);
		expect(await watcher.poll(see('NodeID-b'))).toEqual([]);
		expect(await watcher.poll(see('NodeID-a', 'NodeID-b'))).toMatchObject([
			{ event: 'reconnected', nodeId: 'NodeID-a' },
		]);
	});

	test('an answer that is no list of peers says nothing of any node', async () => {
		const watcher = new Watcher(settings);
		await watcher.poll(see('NodeID-a', 'NodeID-b'));
		expect(eventsOf(await watcher.poll(worldOf(() => ok({ numPeers: '0' }))))).toEqual([
			'unreachable',
		]);
	});
});

describe('reminders', () => {
	const every = { reminderSeconds: hour, badPolls: 1 };
	test('come every so often while a condition lasts', async () => {
		const told = await play({ a: `.${'x'.repeat(130)}...` }, every);
		expect(told.map(({ poll, item }) => [poll, item.event])).toEqual([
			[1, 'disconnected'],
			[61, 'reminder'],
			[121, 'reminder'],
			[131, 'reconnected'],
		]);
		const [began, first, second] = told.map(({ item }) => item);
		expect(first).toMatchObject({
			state: 'disconnected',
			previousState: 'disconnected',
			since: began.since,
			lastedSeconds: hour,
			alertId: began.alertId,
			nodeId: 'NodeID-a',
		});
		expect(first.message).toContain('for 1 h now');
		expect(new Set([began, first, second].map(({ eventId }) => eventId)).size).toBe(3);
	});

	test('of a source that cannot be read too, and none for what was not told', async () => {
		const source = await tell({ a: `.${'?'.repeat(70)}` }, every);
		expect(source).toEqual(['1 unreachable source', '61 reminder source']);
		for (const sign of 'x?')
			expect(await tell({ a: sign.repeat(70) }, { ...every, reportExisting: false })).toEqual([]);
		expect(await tell({ a: `.${'x'.repeat(70)}` }, { ...every, conditions: ['left'] })).toEqual([]);
	});

	test('of who left say why, as its beginning did', async () => {
		const hours = 4;
		const watcher = new Watcher({
			...every,
			source: 'primaryNetwork',
			blockchainId: '',
			nodeIds: ['a', 'b', 'c'].map(nameOf),
		});
		const ends = (name: string, at: number) =>
			primaryRecord(nameOf(name), { endTime: String(start + at * hour) });
		const told: IDataObject[] = await watcher.see([ends('a', 0.5), ends('b', 2.5)], hour);
		for (let poll = 0; poll < hours; poll++) told.push(...(await watcher.see([], hour)));
		for (const [name, reason, words] of [
			['a', 'ended', 'reached its end'],
			['b', 'removed', 'is no longer in the list'],
			['c', 'absent', 'is not in the list'],
		] as const) {
			const items = told.filter(({ nodeId }) => nodeId === nameOf(name));
			expect(eventsOf(items)).toEqual(['left', ...eventsOf(items).slice(1).fill('reminder')]);
			expect(items.length).toBeGreaterThanOrEqual(hours);
			expect(new Set(items.map((item) => item.reason))).toEqual(new Set([reason]));
			for (const { message } of items) expect(message).toContain(words);
		}
		// Back with its next validation, it has returned, and no more than that.
		const back = await watcher.see([
			primaryRecord(nameOf('b'), { txID: 'next', endTime: String(start + 30 * day) }),
		]);
		expect(back.filter(({ event }) => event !== 'reminder')).toMatchObject([
			{ event: 'joined', reason: 'returned', nodeId: nameOf('b') },
		]);
	});

	test('of many at once in one item', async () => {
		const lines = Object.fromEntries([...'abcdef'].map((name) => [name, `.${'x'.repeat(62)}`]));
		expect(await tell(lines, { ...every, suspectShare: 50 })).toEqual([
			'1 disconnected 6 at once',
			'61 reminder 6 at once',
		]);
	});
});

describe('quiet hours', () => {
	/** Polls 3 to 7 of a series. */
	const quiet = { from: 3, to: 8 };
	test.each<Row>([
		['what begins in them is told after them', { a: '...xxxxxxx' }, ['8 disconnected a']],
		[
			'what begins and ends in them is told after them',
			{ a: '...xxx.......' },
			['8 disconnected a', '8 reconnected a'],
		],
		[
			'what ends in them is told after them',
			{ a: '.xxxx.....' },
			['2 disconnected a', '8 reconnected a'],
		],
		[
			'what comes and goes in them is one',
			{ a: '...xx.xx..' },
			['8 disconnected a', '8 reconnected a'],
		],
		['a blip in them is nothing', { a: '...x.x.x..' }, []],
		[
			'before and after them as always',
			{ a: '.xx......xx.' },
			['2 disconnected a', '8 reconnected a', '10 disconnected a', '11 reconnected a'],
		],
		['an unreadable source', { a: '...???...' }, ['8 unreachable source', '8 reachable source']],
		['a new validator', { a: '..........', b: '----......' }, ['8 joined b']],
		['the next validation', { a: '....nnnnnn' }, ['8 joined a']],
		['one that leaves', { a: '..........', b: '....------' }, ['8 left b']],
		[
			'one that leaves and comes back',
			{ a: '....--....' },
			['8 left a', '8 joined a'],
			{ nodeIds: [nameOf('a')] },
		],
		[
			'what came and went in the next validation',
			{ a: '....nLLnnn' },
			['8 joined a', '8 belowThreshold a', '8 aboveThreshold a'],
		],
		[
			'what came and went of a new validator',
			{ a: '..........', b: '---.xx....' },
			['8 joined b', '8 disconnected b', '8 reconnected b'],
		],
		[
			'what began of one that left then',
			{ a: '..........', b: '...xx-----' },
			['8 disconnected b', '8 left b'],
		],
		['one that came and left', { a: '..........', b: '---..-----' }, ['8 joined b', '8 left b']],
		[
			'one that left and came back with its next validation',
			{ a: '....--nnnn' },
			['8 left a', '8 joined a'],
			{ nodeIds: [nameOf('a')] },
		],
		['what was so at activation', { a: '...xxxxxx' }, ['8 disconnected a']],
		[
			'many at once',
			Object.fromEntries([...'abcdef'].map((name) => [name, '...xxxx...'])),
			['8 disconnected 6 at once', '8 reconnected 6 at once'],
			{ suspectShare: 50 },
		],
		[
			'reminders',
			{ a: `.${'x'.repeat(9)}` },
			['2 disconnected a', '8 reminder a', '9 reminder a'],
			{ reminderSeconds: 240 },
		],
		[
			'reminders of a source that cannot be read',
			{ a: `.${'?'.repeat(9)}` },
			['2 unreachable source', '8 reminder source', '9 reminder source'],
			{ reminderSeconds: 240 },
		],
	])('%s', async (...[what, lines, told, settings]: Row) =>
		check(what, lines, told, { ...settings, quiet }),
	);

	test('keep since when who is new or renewed joined, and say of who left only what is known', async () => {
		const told = (await play({ a: '....nnnnnn', b: '---.......', c: '...ll-----' }, { quiet })).map(
			({ item }) => item,
		);
		expect(told.map(({ nodeId, event, reason, since }) => [nodeId, event, reason, since])).toEqual([
			['NodeID-a', 'joined', 'renewed', iso(start + 240)],
			['NodeID-b', 'joined', 'new', iso(start + 180)],
			['NodeID-c', 'left', 'removed', iso(start + 300)],
			['NodeID-c', 'belowThreshold', undefined, iso(start + 180)],
		]);
		expect(told[3].message).toBe(
			`Validator NodeID-c was belowThreshold before it left the list since ${iso(start + 180)}`,
		);
	});

	test('keep since when it was so', async () => {
		const [began, ended] = (await play({ a: '...xxx.......' }, { quiet })).map(({ item }) => item);
		expect(began).toMatchObject({ since: iso(start + 180), observedAt: iso(start + 480) });
		expect(ended).toMatchObject({
			since: iso(start + 360),
			lastedSeconds: 180,
			alertId: began.alertId,
		});
	});

	test.each([
		['over midnight', { from: 23 * 60, to: 60 }, 'UTC', [23, 0], [22, 1]],
		[
			"in the workflow's time zone",
			{ from: 22 * 60, to: 6 * 60 },
			'Europe/Zurich',
			[21, 4],
			[20, 5],
		],
	] as const)('%s', async (_what, quiet, timezone, silent, loud) => {
		for (const [list, expected] of [
			[silent, 0],
			[loud, 1],
		] as const) {
			for (const at of list) {
				const watcher = new Watcher({ badPolls: 1, quiet, timezone });
				watcher.at = start + at * hour;
				expect(await watcher.see([l1Record('NodeID-a', { isConnected: false })])).toHaveLength(
					expected,
				);
			}
		}
	});

	test('with one item per poll, all of them in one item', async () => {
		const told = await play({ a: '...xxx....', b: '...lllllll' }, { quiet, digest: true });
		expect(told).toMatchObject([
			{
				poll: 8,
				item: {
					event: 'digest',
					events: ['disconnected', 'reconnected', 'belowThreshold'],
					nodeIds: ['NodeID-a', 'NodeID-b'],
				},
			},
		]);
	});
});

describe('one item per poll', () => {
	test('holds what each would have said', async () => {
		const lines = { a: '.xx.', b: '.ll.' };
		const alone = (await play(lines)).map(({ item }) => item);
		const digests = (await play(lines, { digest: true })).map(({ item }) => item);
		expect(digests).toHaveLength(2);
		expect(digests.flatMap(({ items }) => items as IDataObject[])).toEqual(alone);
		expect(digests[0]).toMatchObject({
			event: 'digest',
			events: ['disconnected', 'belowThreshold'],
		});
		expect(String(digests[0].message).split('\n')).toEqual(
			alone.slice(0, 2).map(({ message }) => message),
		);
		expect(new Set(digests.map(({ eventId }) => eventId)).size).toBe(2);
	});
});
