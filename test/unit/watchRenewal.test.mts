/** Validators of the Primary Network that renew themselves (ACP-236), and validations of hours. */
import type { IDataObject } from 'n8n-workflow';
import { ok, primaryRecord, start, Watcher, worldOf } from './watchSeries.mts';

const hour = 3600;
const day = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');
const helicon = start - 100 * day;
const onPrimary = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };

/** As the newest nodes answer: the three fields only of those that renew themselves, numbers as texts. */
const record = (from: number, to: number, more: IDataObject = {}) =>
	primaryRecord('NodeID-a', {
		startTime: String(from),
		endTime: String(to),
		uptime: '100.0000',
		...more,
	});
const renewing = (nextPeriod: number, more: IDataObject = {}) => ({
	validatorAuthority: { locktime: '0', threshold: '1', addresses: ['P-avax1'] },
	nextPeriod: String(nextPeriod),
	autoCompoundRewardShares: '300000',
	...more,
});
const world = (records: IDataObject[]) =>
	worldOf((method) =>
		ok(method === 'info.upgrades' ? { heliconTime: iso(helicon) } : { validators: records }),
	);

describe('a validation that renews itself does not end [U28]', () => {
	test('is not told of one that renews itself, cycle after cycle', async () => {
		const watcher = new Watcher({
			...onPrimary,
			conditions: ['endingSoon', 'left', 'requirementAtRisk', 'disconnected'],
		});
		const told: IDataObject[] = [];
		for (let poll = 0; poll < 24 * 8; poll++) {
			const cycle = start + Math.floor(poll / 48) * 2 * day;
			told.push(
				...(await watcher.poll(world([record(cycle, cycle + 2 * day, renewing(2 * day))]), hour)),
			);
		}
		expect(told.map(({ event, reason }) => [event, reason])).toEqual(
			Array.from({ length: 3 }, () => ['joined', 'renewed']),
		);
		expect(told[0]).toMatchObject({
			renews: true,
			nextPeriodSeconds: 2 * day,
			autoCompoundPercent: 30,
		});
	});

	test('is told of one that was to renew itself, once its next period is 0, and no more once it is not', async () => {
		const watcher = new Watcher({ ...onPrimary, conditions: ['endingSoon'] });
		const see = async (nextPeriod: number) =>
			await watcher.poll(
				world([record(start - 20 * day, start + 3 * day, renewing(nextPeriod))]),
				60,
			);
		expect(await see(20 * day)).toEqual([]);
		expect(await see(0)).toMatchObject([
			{ event: 'endingSoon', renews: false, nextPeriodSeconds: 0, endsAt: iso(start + 3 * day) },
		]);
		const [again] = await see(20 * day);
		expect(again).toMatchObject({ event: 'endingLater', renews: true });
		expect(again.message).toContain('validation renews itself on 24 Nov 00:00 UTC, in 2 d 23 h');
	});

	test.each([
		['48 hours', 2 * day, 7, 24, 'in 1 d'],
		['12 hours', 12 * hour, 7, 6, 'in 6 h'],
		['48 hours, and 12 hours are wished', 2 * day, 0.5, 12, 'in 12 h'],
		['3 hours, in the last minutes', 3 * hour, 0.04, 0.96, 'in 57 min'],
		['two weeks', 14 * day, 7, 7 * 24, 'in 7 d'],
		['two weeks, and all of them are wished', 14 * day, 14, 14 * 24 - 1, 'in 13 d 23 h'],
	])('of a validation of %s is told in hours', async (_what, length, days, hoursAhead, words) => {
		const watcher = new Watcher({
			...onPrimary,
			conditions: ['endingSoon'],
			rules: { endingSoon: { endingSeconds: Math.round(days * day) } },
		});
		const told: IDataObject[] = [];
		watcher.at += hour;
		while (watcher.at < start + length)
			told.push(...(await watcher.poll(world([record(start, start + length)]), 36)));
		expect(told).toHaveLength(1);
		const renewal = { renews: false, nextPeriodSeconds: null, autoCompoundPercent: null };
		expect(told[0]).toMatchObject({ event: 'endingSoon', ...renewal });
		const ahead = (start + length - Date.parse(told[0].observedAt as string) / 1000) / hour;
		expect(Math.abs(ahead - hoursAhead)).toBeLessThan(0.011);
		expect(told[0].message).toMatch(new RegExp(`validation ends (at|on) .* UTC, ${words}\\.`));
	});
});

describe('a missed uptime of one that renews itself costs its place [U28]', () => {
	const see = async (uptime: string, more: IDataObject) =>
		await new Watcher({ ...onPrimary, conditions: ['requirementAtRisk'] }).poll(
			world([record(start - 10 * day, start + 10 * day, { uptime, ...more })]),
		);

	test.each([
		[
			'79.0000',
			'misses the required uptime of 90 %: 89.5 % at best',
			'The reward is lost, and the network removes the validator at its end.',
		],
		[
			'85.0000',
			'only 12 h offline left until 1 Dec 00:00 UTC',
			'Below 90 % of uptime it loses its reward and its renewal; keep it online.',
		],
	])('at %s', async (uptime, begin, end) => {
		const [item] = await see(uptime, renewing(20 * day));
		expect(item).toMatchObject({ event: 'requirementAtRisk', requiredUptime: 90, renews: true });
		expect(item.message).toContain(begin);
		expect(item.message).toContain(end);
		// One that ends anyway loses no more than its reward.
		for (const [more, said] of [
			[{}, {}],
			[renewing(0), { renews: false }],
		]) {
			const [other] = await see(uptime, more!);
			expect(other).toMatchObject({ event: 'requirementAtRisk', ...said });
			expect(other.message).toContain('reward');
			expect(other.message).not.toMatch(/remove|renewal/);
		}
	});

	test.each([
		['was to renew itself', renewing(2 * day), 'notRenewed', 'not renewed'],
		['was to end', renewing(0), 'ended', 'planned end: no outage'],
		['never renews itself', {}, 'ended', 'planned end: no outage'],
	])('one that %s and is gone at its end', async (_what, more, reason, words) => {
		for (const nodeIds of [[], ['NodeID-a']]) {
			const watcher = new Watcher({
				...onPrimary,
				conditions: ['left'],
				nodeIds,
				reminderSeconds: hour,
			});
			await watcher.poll(world([record(start - day, start + day, more)]), day + hour);
			const [left] = await watcher.poll(world([]), hour);
			expect(left).toMatchObject({ event: 'left', reason });
			expect(left.message).toContain(words);
			// Reminders say the same.
			expect(await watcher.poll(world([]))).toMatchObject(
				nodeIds.length ? [{ event: 'reminder', reason }] : [],
			);
		}
	});

	test('one that goes before its end was removed, whatever it would have become', async () => {
		const watcher = new Watcher({ ...onPrimary, conditions: ['left'] });
		await watcher.poll(world([record(start - day, start + day, renewing(2 * day))]));
		expect(await watcher.poll(world([]))).toMatchObject([{ event: 'left', reason: 'removed' }]);
	});
});

test('each item about an auto-renewed validator says so [U28]', async () => {
	const watcher = new Watcher(onPrimary);
	const down = (more: IDataObject) => [
		record(start - day, start + 30 * day, { connected: false, ...more }),
	];
	const [item] = await watcher.poll(
		world(down(renewing(15 * day, { autoCompoundRewardShares: 1_000_000 }))),
	);
	expect(item).toMatchObject({
		event: 'disconnected',
		renews: true,
		nextPeriodSeconds: 15 * day,
		autoCompoundPercent: 100,
	});
	const l1 = new Watcher({ badPolls: 1 });
	expect(
		(await l1.see([{ nodeID: 'NodeID-a', isConnected: false, isActive: true }]))[0],
	).not.toHaveProperty('renews');
});

describe('servers that take turns, one of which shows the validation of before [U10]', () => {
	const old = record(start - 20 * day, start + hour, { txID: 'old' });
	const next = record(start, start + 20 * day, { txID: 'next', uptime: '1.0000' });
	const all = ['left', 'endingSoon', 'fell', 'belowThreshold', 'disconnected'];
	const watch = async (polls: IDataObject[], conditions: string[]) => {
		const watcher = new Watcher({ ...onPrimary, conditions });
		const told: IDataObject[] = [];
		for (const each of polls) told.push(...(await watcher.poll(world([each]), 600)));
		return told.map(({ event, reason }) => [event, reason].filter(Boolean).join(' '));
	};
	const turns = Array.from({ length: 10 }, (_, i) => (i % 2 ? old : next));

	test('a new validation is reported once', async () => {
		expect(await watch([old, ...turns], ['left', 'endingSoon', 'fell'])).toEqual([
			'endingSoon',
			'joined renewed',
		]);
	});

	test('a connection that is lost is reported, whoever shows it', async () => {
		const off = { ...old, connected: false };
		expect(await watch([old, next, off, off, next], all)).toEqual(
			expect.arrayContaining(['disconnected', 'reconnected']),
		);
	});

	test('one that renews itself is renewed once, with the ID that it had', async () => {
		const cycle = (n: number) =>
			record(start + (n - 9) * day, start + (n + 1) * day, renewing(day, { txID: 'same' }));
		expect(await watch([cycle(1), cycle(4), cycle(1), cycle(4), cycle(1)], ['left'])).toEqual([
			'joined renewed',
		]);
	});

	test('one that was removed and added again with an earlier end is new', async () => {
		const added = record(start + 600, start + 5 * day, { txID: 'again' });
		expect(await watch([next, added, added], ['left'])).toEqual(['joined renewed']);
	});
});
