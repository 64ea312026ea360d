/** What uptimes, ends and peers show. */
import type { IDataObject } from 'n8n-workflow';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import { readSource } from '../../nodes/Trigger/watch/sources';
import {
	Watcher,
	day,
	eventsOf,
	hour,
	iso,
	l1Record,
	ok,
	primary,
	primaryRecord,
	primaryWorld,
	settingsFor,
	start,
	unreachable,
	worldOf,
} from './watchSeries.mts';

describe('a drop by points within a time [U24]', () => {
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
		expect(items[0].message).toContain('uptime down 5.5 points within 4 h, from 99 % to 93.5 %');
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

describe('the uptime that the reward requires [U22]', () => {
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

	test('is asked for once a day, and not where it does not matter [U1]', async () => {
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

describe('the required uptime is at risk [U23]', () => {
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
		expect(warned.message).toContain('only 21 h 36 min offline left until 1 Dec 00:00 UTC');
		const missed = await see('59');
		expect(missed).toMatchObject({ affordableSeconds: -0.1 * day, bestUptime: 79.5 });
		expect(missed.message).toContain('79.5 % at best');
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

test('the end of a validation is reported once [U25]', async () => {
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

describe('peers [U5]', () => {
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
