/** Reminders: which one it is, and how loud it comes. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, ours } from './watchScene.mts';

const clock = useClock('2026-11-25T08:00:00Z');
const minute = 60;

type Kind = Parameters<typeof createTrigger>[1];
/** A watch of one validator whose balance lasts 13 days: a warning that lasts. */
function watch(options: INodeParameters = {}, kind?: Kind) {
	return createTrigger(
		{
			event: 'l1Validator',
			source: 'balances',
			subnetId: demoL1Chain.subnetId,
			nodeIds: ours,
			alertWhen: ['balanceLow'],
			options: { failedChecks: 1, goodChecks: 1, ...options },
		},
		kind,
	);
}
type Trigger = ReturnType<typeof watch>;
const setDays = (days: number) => devnet.world.setRunway({ nodeIDs: [ours], days });
/** What comes in so many minutes, with the minute. */
async function follow(
	trigger: Trigger,
	minutes: number,
	every = 1,
): Promise<Array<[number, IDataObject]>> {
	const told: Array<[number, IDataObject]> = [];
	for (let i = every; i <= minutes; i += every) {
		clock.advance(every * minute);
		for (const item of jsonOf(await trigger.poll())) told.push([i, item]);
	}
	return told;
}
const brief = (told: Array<[number, IDataObject]>) =>
	told.map(([at, { event, reminder, severity }]) => [at, event, reminder, severity]);
async function begin(options: INodeParameters, kind?: Kind, days = 13) {
	setDays(400);
	const trigger = watch(options, kind);
	await trigger.activate();
	setDays(days);
	clock.advance(minute);
	const [began, ...more] = jsonOf(await trigger.poll());
	expect(more).toEqual([]);
	expect(began).toMatchObject({ event: 'balanceLow', severity: 'warning' });
	return { trigger, began: began! };
}

test('a digest has the highest reminder of its items, and none without one [U16]', async () => {
	setDays(400);
	const trigger = watch({ reminderHours: 1, digest: true });
	await trigger.activate();
	setDays(13);
	const [began, ...reminders] = (await follow(trigger, 125)).map(([, item]) => item);
	expect(began).toMatchObject({ event: 'digest', events: ['balanceLow'] });
	expect(began).not.toHaveProperty('reminder');
	expect(reminders).toMatchObject([1, 2].map((reminder) => ({ event: 'digest', reminder })));
	expect(reminders[0]).not.toHaveProperty('alertId');
});

test('a reminder says which one it is, and is as loud as its alert by default [U14]', async () => {
	const { trigger } = await begin({ reminderHours: 1 });
	const told = await follow(trigger, 125);
	expect(brief(told)).toEqual([
		[60, 'reminder', 1, 'warning'],
		[120, 'reminder', 2, 'warning'],
	]);
	expect(told[1]![1].title).toMatch(/, for 2 h now \(reminder 2\)$/);
	expect(told[1]![1].message).toMatch(/, for 2 h now \(reminder 2\): /);
});

test('reminders can come each half hour [U14]', async () => {
	const { trigger } = await begin({ reminderHours: 0.5 });
	expect(brief(await follow(trigger, 65))).toEqual([
		[30, 'reminder', 1, 'warning'],
		[60, 'reminder', 2, 'warning'],
	]);
});

describe.each<[string, Kind]>([
	['usual engine', {}],
	['durable cursors', { durable: true }],
])('the number counts what came (%s)', (_engine, kind) => {
	const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

	test('after a silence, also of an alert that it held back at first [U14][U40]', async () => {
		for (const isHeldAtFirst of [false, true]) {
			setDays(400);
			const silences = (from: number) =>
				`${ours}, all, ${inHours(from)}, ${inHours(from + 5)}, disk`;
			const options = { reminderHours: 1, silences: silences(isHeldAtFirst ? 0 : 1.5) };
			const trigger = watch(options, kind);
			await trigger.activate();
			setDays(13);
			const told = brief(await follow(trigger, 9 * 60, 10));
			const numbers = told.flatMap(([, event, number]) => (event === 'reminder' ? [number] : []));
			expect(numbers.length).toBeGreaterThan(2);
			expect(numbers).toEqual(numbers.map((_, i) => i + 1));
		}
	});

	test('of reminders that were chosen while it lasted [U14]', async () => {
		const { trigger: before } = await begin({}, kind);
		await follow(before, 200, 10);
		const trigger = watch({ reminderHours: 1 }, { ...kind, staticData: before.stored });
		await trigger.activate();
		const told = brief(await follow(trigger, 130, 10));
		expect(told.map(([, , number]) => number)).toEqual([1, 2]);
	});

	test('and each has an ID of its own, also across a restart [U14][U17]', async () => {
		setDays(400);
		const silences = `${ours}, all, ${inHours(1.5)}, ${inHours(4)}, disk`;
		const trigger = watch({ reminderHours: 1, silences }, kind);
		await trigger.activate();
		setDays(13);
		const told = await follow(trigger, 4 * 60 + 30, 10);
		trigger.restart();
		told.push(...(await follow(trigger, 3 * 60, 10)));
		const reminders = told.map(([, item]) => item).filter(({ event }) => event === 'reminder');
		expect(reminders.length).toBeGreaterThan(3);
		expect(new Set(reminders.map(({ eventId }) => eventId)).size).toBe(reminders.length);
	});
});

describe.each<[string, Kind]>([
	['usual engine', {}],
	['durable cursors', { durable: true }],
])('%s', (_engine, kind) => {
	test('louder from ten minutes on, each reminder once, also across a restart [U60]', async () => {
		const { trigger, began } = await begin({ louderMinutes: 10, reminderHours: 1 }, kind);
		const told = await follow(trigger, 11);
		expect(brief(told)).toEqual([[10, 'reminder', 1, 'critical']]);
		clock.advance(11 * minute);
		expect(jsonOf(await trigger.start())).toEqual([]);
		told.push(...(await follow(trigger, 100)));
		expect(brief(told.slice(1))).toEqual([
			[38, 'reminder', 2, 'critical'],
			[98, 'reminder', 3, 'critical'],
		]);
		for (const [, item] of told) expect(item.alertId).toBe(began.alertId);
		expect(new Set([began, ...told.map(([, item]) => item)].map((item) => item.eventId)).size).toBe(
			4,
		);
		setDays(400);
		expect(await follow(trigger, 1)).toMatchObject([
			[1, { event: 'balanceRestored', severity: 'resolved' }],
		]);
	});
});

test('the one loud reminder comes without others, too, and what is critical stays critical [U60]', async () => {
	const { trigger } = await begin({ louderMinutes: 15 });
	expect(brief(await follow(trigger, 90))).toEqual([[15, 'reminder', 1, 'critical']]);
	const down = createTrigger({
		alertWhen: ['disconnected'],
		options: { failedChecks: 1, louderMinutes: 15 },
	});
	await down.activate();
	disconnect(ours);
	expect(brief(await follow(down, 90))).toEqual([
		[1, 'disconnected', undefined, 'critical'],
		[16, 'reminder', 1, 'critical'],
	]);
});

test('a step after it is as loud [U60]', async () => {
	const { trigger } = await begin({ louderMinutes: 10, balanceDays: 30 }, {}, 20);
	expect(brief(await follow(trigger, 11))).toEqual([[10, 'reminder', 1, 'critical']]);
	setDays(13);
	expect(brief(await follow(trigger, 2))).toEqual([[1, 'grew', undefined, 'critical']]);
});

test('quiet hours hold it, and let it come afterwards [U60]', async () => {
	const { trigger: before } = await begin({});
	const to = new Date(Date.now() + 30 * minute * 1000).toISOString().slice(11, 16);
	const from = new Date(Date.now() - 60 * minute * 1000).toISOString().slice(11, 16);
	const trigger = watch(
		{ louderMinutes: 10, quietFrom: from, quietTo: to },
		{ staticData: before.stored, settings: { timezone: 'UTC' } },
	);
	await trigger.activate();
	const told = await follow(trigger, 60);
	expect(told).toMatchObject([[expect.any(Number), { event: 'reminder', severity: 'critical' }]]);
	expect(told[0]![0]).toBeGreaterThan(25);
});

test('on-call services get the louder severity under the same incident [U60]', async () => {
	const payloads = ['alertmanager', 'pagerDuty'];
	const { trigger, began } = await begin({ louderMinutes: 10, payloads });
	const [[, reminder]] = (await follow(trigger, 10)) as [[number, IDataObject]];
	expect(reminder.pagerDuty).toMatchObject([
		{ event_action: 'trigger', dedup_key: began.alertId, payload: { severity: 'critical' } },
	]);
	expect(reminder.alertmanager).toMatchObject([
		{ labels: { severity: 'critical', alertId: began.alertId } },
		{ labels: { severity: 'warning' }, endsAt: reminder.observedAt },
	]);
	setDays(400);
	const [[, ended]] = (await follow(trigger, 1)) as [[number, IDataObject]];
	const ends = ended.alertmanager as Array<{ labels: IDataObject; endsAt: string }>;
	expect(ends.map(({ labels, endsAt }) => [labels.severity, endsAt])).toEqual([
		['critical', ended.since],
		['warning', ended.since],
	]);
});

describe('a louder reminder that could not come at its time comes later, once [U60]', () => {
	const inMinutes = (minutes: number): string =>
		new Date(Date.now() + minutes * minute * 1000).toISOString().slice(0, 16) + 'Z';
	/** Published again with Remind Louder After 20, and something else besides. */
	async function goOn({ stored }: Trigger, options: INodeParameters) {
		const trigger = watch({ louderMinutes: 20, ...options }, { staticData: stored });
		await trigger.activate();
		return trigger;
	}

	test('after an acknowledgement', async () => {
		const { trigger: before, began } = await begin({ louderMinutes: 20 });
		const silences = `${began.alertId as string}, all, ${inMinutes(40)}, Ada`;
		const trigger = await goOn(before, { silences });
		expect(brief(await follow(trigger, 120))).toEqual([
			[expect.any(Number), 'reminder', 1, 'critical'],
		]);
	});

	test('after a silence', async () => {
		const { trigger: before } = await begin({ louderMinutes: 20 });
		const trigger = await goOn(before, { silences: `all, all, ${inMinutes(40)}, disk` });
		expect(brief(await follow(trigger, 120))).toEqual([
			[expect.any(Number), 'reminder', 1, 'critical'],
		]);
	});

	test('after a good reading that did not last', async () => {
		const { trigger } = await begin({ louderMinutes: 20, goodChecks: 2 });
		expect(await follow(trigger, 19)).toEqual([]);
		setDays(400);
		expect(await follow(trigger, 1)).toEqual([]);
		setDays(13);
		expect(brief(await follow(trigger, 90))).toEqual([[1, 'reminder', 1, 'critical']]);
	});

	test('when the option is turned on later', async () => {
		const { trigger: before } = await begin({});
		expect(await follow(before, 60)).toEqual([]);
		const trigger = watch({ louderMinutes: 20 }, { staticData: before.stored });
		expect(jsonOf(await trigger.activate())).toMatchObject([
			{ event: 'reminder', severity: 'critical' },
		]);
		expect(await follow(trigger, 60)).toEqual([]);
	});

	test.each<[string, () => INodeParameters]>([
		['confirmed late', () => ({ failedChecks: 30 })],
		['begun under a silence', () => ({ silences: `all, all, ${inMinutes(30)}, disk` })],
	])('what is %s begins loud', async (_what, optionsOf) => {
		setDays(400);
		const trigger = watch({ louderMinutes: 20, ...optionsOf() });
		await trigger.activate();
		setDays(13);
		expect(brief(await follow(trigger, 120))).toEqual([
			[expect.any(Number), 'balanceLow', undefined, 'critical'],
		]);
	});
});
