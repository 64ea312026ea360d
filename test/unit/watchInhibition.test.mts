/** One outage is one alert: what it brings with it is held, becomes a part of it, and is told if it outlasts it. */
import type { IDataObject } from 'n8n-workflow';
import { inhibitions } from '../../nodes/Trigger/watch/inhibition';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import {
	day,
	eventsOf,
	hour,
	primaryRecord,
	primaryWorld,
	start,
	Watcher,
} from './watchSeries.mts';

/** Its uptime in percent, and whether it is connected, poll by poll. */
type Poll = [uptime: number, isConnected: boolean];
const up = (uptime: number): Poll => [uptime, true];
const down = (uptime: number): Poll => [uptime, false];

const conditions = ['disconnected', 'belowThreshold', 'fell', 'requirementAtRisk', 'left'];

class Validator {
	readonly watcher: Watcher;

	constructor(settings: Partial<WatchSettings> = {}) {
		this.watcher = new Watcher({
			source: 'primaryNetwork',
			blockchainId: '',
			conditions,
			badPolls: 1,
			nodeIds: ['NodeID-a'],
			...settings,
		});
	}

	async see(...polls: Array<Poll | undefined>): Promise<IDataObject[]> {
		const told: IDataObject[] = [];
		for (const poll of polls) {
			const [uptime, connected] = poll ?? [];
			const changes = { uptime: `${uptime}`, connected };
			const records = poll ? [primaryRecord('NodeID-a', changes)] : [];
			told.push(...(await this.watcher.poll(primaryWorld(records, start + 90 * day))));
		}
		return told;
	}
}

describe('who is disconnected does not also tell what comes of it [U5]', () => {
	test('it is told when the outage is over, with the time at which it began', async () => {
		const validator = new Validator();
		const [began] = await validator.see(up(99), down(99));
		// What it costs is a step of the one alert (U57).
		expect(await validator.see(down(60), down(60))).toMatchObject([
			{ event: 'grew', state: 'disconnected', alsoBad: [{}, {}, {}] },
		]);
		const told = await validator.see(up(60));
		expect(eventsOf(told).sort()).toEqual([
			'belowThreshold',
			'fell',
			'reconnected',
			'requirementAtRisk',
		]);
		for (const item of told.filter(({ event }) => event !== 'reconnected'))
			expect(Date.parse(item.since as string) - Date.parse(began.since as string)).toBe(60_000);
		expect(eventsOf(await validator.see(up(99))).sort()).toEqual([
			'aboveThreshold',
			'recovered',
			'requirementSafe',
		]);
	});

	test('what is over before the outage is, or with it, is not told at all', async () => {
		for (const goodPolls of [1, 2]) {
			const validator = new Validator({ goodPolls });
			expect(eventsOf(await validator.see(up(99), down(60), down(60), down(99)))).toEqual([
				'disconnected',
			]);
			const after = await validator.see(down(60), up(99), up(99), up(99), up(99));
			expect(eventsOf(after)).toEqual(['grew', 'reconnected']);
		}
	});

	test('a step of it waits for the end of the outage, whose own step says it [U57]', async () => {
		const validator = new Validator({ conditions: ['disconnected', 'requirementAtRisk'] });
		expect(eventsOf(await validator.see(up(99), up(61)))).toEqual(['requirementAtRisk']);
		expect(eventsOf(await validator.see(down(61)))).toEqual(['disconnected']);
		expect(await validator.see(down(59), down(59))).toMatchObject([
			{ event: 'grew', state: 'disconnected', step: 'none' },
		]);
		const told = await validator.see(up(59));
		expect(told.filter(({ event }) => event !== 'reconnected')).toMatchObject([
			{ event: 'grew', state: 'requirementAtRisk', step: 'none', severity: 'critical' },
		]);
		expect(await validator.see(up(59))).toEqual([]);
	});

	test('it is a fact of the one alert, and of its reminders', async () => {
		const validator = new Validator({ reminderSeconds: hour });
		const [began] = await validator.see(up(99), down(60));
		expect(began).toMatchObject({
			event: 'disconnected',
			severity: 'critical',
			alsoBad: [
				{ event: 'belowThreshold', since: began.since, threshold: 80 },
				{ event: 'fell', since: began.since, fellFrom: 99, fellBy: 39 },
				{ event: 'requirementAtRisk', since: began.since, requiredUptime: 80 },
			],
			message: expect.stringContaining(' Also: Low Uptime, Falling Uptime, Reward at Risk.'),
		});
		const later = await validator.see(...Array.from({ length: 65 }, () => down(60)));
		expect(later).toMatchObject([
			{ event: 'reminder', state: 'disconnected', alsoBad: [{}, {}, { since: began.since }] },
		]);
	});

	test('nothing else is bad: the list is empty, and the message says nothing of it', async () => {
		const [item] = await new Validator().see(up(99), down(99));
		expect(item.alsoBad).toEqual([]);
		expect(item.message).not.toContain('Also');
		const alone = new Validator({ conditions: ['disconnected'] });
		expect((await alone.see(up(99), down(60)))[0].alsoBad).toEqual([]);
	});

	test('what was told before goes on: its reminders pause, and its end comes after the outage', async () => {
		const validator = new Validator({ reminderSeconds: hour, conditions: conditions.slice(0, 2) });
		expect(eventsOf(await validator.see(up(99), up(60)))).toEqual(['belowThreshold']);
		const during = await validator.see(
			...Array.from({ length: 70 }, () => down(60)),
			down(99),
			down(99),
		);
		expect(during.map(({ state }) => state)).toEqual(['disconnected', 'disconnected']);
		expect(eventsOf(await validator.see(up(99))).sort()).toEqual(['aboveThreshold', 'reconnected']);
	});

	test('an outage that is not confirmed yet holds it, too', async () => {
		const validator = new Validator({ badPolls: 2 });
		expect(await validator.see(up(99), up(60), down(60))).toEqual([]);
		expect(eventsOf(await validator.see(down(60)))).toEqual(['disconnected']);
		const flapping = new Validator({ badPolls: 2, conditions: conditions.slice(0, 2) });
		const told = await flapping.see(up(99), down(60), up(60), down(60), up(60));
		expect(eventsOf(told)).toEqual(['belowThreshold']);
	});

	test.each<[string, Partial<WatchSettings>]>([
		['not chosen', { conditions: ['belowThreshold'] }],
		[
			'silenced',
			{ silences: [{ who: 'all', event: 'disconnected', until: start + day, reason: '' }] },
		],
	])('an outage that is %s holds nothing', async (_what, settings) => {
		const validator = new Validator({
			conditions: ['disconnected', 'belowThreshold'],
			...settings,
		});
		expect(eventsOf(await validator.see(up(99), down(60)))).toEqual(['belowThreshold']);
	});

	test('an outage that was not told, because it was there at activation, holds nothing', async () => {
		const validator = new Validator({ conditions: conditions.slice(0, 2), reportExisting: false });
		expect(eventsOf(await validator.see(down(99), down(60)))).toEqual(['belowThreshold']);
	});

	test('who leaves takes it away', async () => {
		const validator = new Validator();
		await validator.see(up(99), down(60), down(60));
		expect(eventsOf(await validator.see(undefined, undefined))).toEqual(['left']);
		expect(eventsOf(await validator.see(up(99), up(99)))).toEqual(['joined']);
	});

	test('many at once are one item', async () => {
		const source = { source: 'primaryNetwork' as const, blockchainId: '' };
		const watcher = new Watcher({ ...source, conditions, suspectShare: 30 });
		const ids = Array.from({ length: 10 }, (_, i) => `NodeID-${i}`);
		const see = async (uptime: string, connected: boolean) => {
			const records = ids.map((id) => primaryRecord(id, { uptime, connected }));
			return eventsOf(await watcher.poll(primaryWorld(records, start + 90 * day)));
		};
		for (let i = 0; i < 2; i++) expect(await see('99', true)).toEqual([]);
		expect(await see('60', false)).toEqual([]);
		expect(await see('60', false)).toEqual(['disconnected']);
		expect(await see('60', false)).toEqual([]);
		expect(await see('99', true)).toEqual(['reconnected']);
	});
});

test.each(inhibitions)(
	'nothing more urgent is held than its cause, unless that brings it about: $cause.event [U5]',
	({ cause, holds, spares }) => {
		expect(cause.words.always).toBe(spares ? 'warning' : 'critical');
		// What holds others is held by none, so that no alert is lost between two.
		for (const held of holds) expect(inhibitions.map((each) => each.cause)).not.toContain(held);
	},
);
