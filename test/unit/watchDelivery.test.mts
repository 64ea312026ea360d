/** Reminders, quiet hours, one item per poll, and what a test run shows. */
import type { IDataObject } from 'n8n-workflow';
import { makeWatchSamples } from '../../nodes/Trigger/watch/samples';
import {
	Watcher,
	check,
	day,
	eventsOf,
	hour,
	iso,
	l1Record,
	nameOf,
	play,
	primaryRecord,
	settingsFor,
	start,
	tell,
	type Row,
} from './watchSeries.mts';

describe('a test run shows the shape of [U21]', () => {
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
		['endingSoon', { endsAt: iso(start + 7 * day) }],
		['balanceLow', { lastsUntil: iso(start + 14 * day) }],
		['outdated', { version: 'avalanchego/1.0.0', leastVersion: '1.14.0' }],
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
			const samples = makeWatchSamples(reading, settings);
			expect(samples).toMatchObject([{ event: condition, sample: true, ...facts }]);
			expect(samples[0].message).not.toMatch(/undefined|NaN/);
		},
	);

	test('one item per poll', () => {
		expect(makeWatchSamples(reading, settingsFor({ digest: true }))).toMatchObject([
			{
				event: 'digest',
				sample: true,
				events: ['disconnected'],
				items: [{ event: 'disconnected' }],
			},
		]);
	});
});

describe('reminders [U14]', () => {
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
		expect(first.message).toContain(', for 1 h now (reminder 1): no connection since 00:01 UTC');
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
			['a', 'ended', 'planned end'],
			['b', 'removed', 'no longer in the list'],
			['c', 'absent', 'not in the list'],
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

describe('quiet hours [U15]', () => {
	/** Polls 3 to 7 of a series. */
	const quiet = { from: 3, to: 8, holdsCritical: true };
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
			'what began before a validator left comes ahead of its "left"',
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
			['NodeID-c', 'left', 'removed', iso(start + 300)],
			['NodeID-c', 'belowThreshold', undefined, iso(start + 180)],
			['NodeID-a', 'joined', 'renewed', iso(start + 240)],
			['NodeID-b', 'joined', 'new', iso(start + 180)],
		]);
		expect(told[1].message).toBe(
			'NodeID-c: "Low Uptime" from 00:03 UTC until it left the list.\nNode ID: NodeID-c',
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
				const watcher = new Watcher({
					badPolls: 1,
					quiet: { ...quiet, holdsCritical: true },
					timezone,
				});
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
					events: ['disconnected', 'belowThreshold', 'reconnected'],
					nodeIds: ['NodeID-a', 'NodeID-b'],
				},
			},
		]);
	});
});

describe('one item per poll [U16]', () => {
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
		const [first, second] = alone.map(({ message }) => String(message));
		expect(digests[0].message).toBe(`${first}\n${second}`);
		expect(new Set(digests.map(({ eventId }) => eventId)).size).toBe(2);
	});
});

describe('a test run in the editor [U21]', () => {
	const at = start;
	const validator = { nodeId: 'NodeID-a', validationId: 'v', connected: true, record: {} };

	test('shows what is bad now', () => {
		const validators = new Map([['NodeID-a', { ...validator, connected: false }]]);
		expect(makeWatchSamples({ at, validators }, settingsFor())).toMatchObject([
			{ event: 'disconnected', nodeId: 'NodeID-a', sample: true },
		]);
	});

	test.each(['disconnected', 'belowThreshold', 'left', 'unreachable'] as const)(
		'shows the shape of %s when all is well',
		(condition) => {
			const samples = makeWatchSamples(
				{ at, validators: new Map([['NodeID-a', validator]]) },
				settingsFor({ conditions: [condition] }),
			);
			expect(samples).toMatchObject([{ event: condition, sample: true, since: iso(start) }]);
			expect(samples[0].message).not.toContain('undefined');
		},
	);

	test('has nothing to show of an empty list', () => {
		expect(makeWatchSamples({ at, validators: new Map() }, settingsFor())).toEqual([]);
	});
});

describe('the most urgent items of a poll come first [U32]', () => {
	const primary = {
		source: 'primaryNetwork' as const,
		blockchainId: '',
		conditions: ['disconnected', 'endingSoon', 'left'],
		badPolls: 1,
	};
	const soon = { endTime: String(start + 2 * day) };

	test('at publishing, before all warnings', async () => {
		const records = [
			primaryRecord(nameOf('a'), soon),
			primaryRecord(nameOf('b'), { ...soon, connected: false }),
			primaryRecord(nameOf('c'), soon),
			primaryRecord(nameOf('d'), { connected: false }),
		];
		const items = await new Watcher(primary).see(records);
		expect(items.map(({ severity, nodeId }) => `${String(severity)} ${String(nodeId)}`)).toEqual([
			'critical NodeID-b',
			'critical NodeID-d',
			'warning NodeID-a',
			'warning NodeID-b',
			'warning NodeID-c',
		]);
	});

	test('and recoveries last, but what happened to one validator stays in the order of time', async () => {
		const watcher = new Watcher({
			...primary,
			nodeIds: ['a', 'b', 'c'].map(nameOf),
			quiet: { from: 1, to: 5, holdsCritical: true },
		});
		const [a, b, c] = ['a', 'b', 'c'].map((name) => primaryRecord(nameOf(name)));
		const down = primaryRecord(nameOf('a'), { connected: false });
		await watcher.see([down, b!, c!]);
		await watcher.see([down, b!, primaryRecord(nameOf('c'), soon)]);
		await watcher.see([a!, b!, primaryRecord(nameOf('c'), soon)], 180);
		const items = await watcher.see([a!, primaryRecord(nameOf('b'), { connected: false })]);
		expect(items.map(({ event, nodeId }) => `${String(event)} ${String(nodeId)}`)).toEqual([
			'disconnected NodeID-b',
			'endingSoon NodeID-c',
			'left NodeID-c',
			'reconnected NodeID-a',
		]);
	});
});
