/** Alerts that grow: they are told again at each step of their ladder, and each step once. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-25T08:00:00Z');
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

type Trigger = ReturnType<typeof createTrigger>;
type Kind = Parameters<typeof createTrigger>[1];
async function poll(trigger: Trigger, seconds = minute): Promise<IDataObject[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.poll());
}
async function start(trigger: Trigger, seconds = 11 * minute): Promise<IDataObject[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.start());
}
const told = (items: IDataObject[]) =>
	items.map(({ event, step, severity }) => [event, step, severity]);

const setDays = (days: number, ...nodeIDs: string[]) => devnet.world.setRunway({ nodeIDs, days });
const everybody = () =>
	devnet.world.l1.filter(({ isActive }) => isActive).map((each) => each.nodeID);
const watchBalance = (more: INodeParameters = {}, kind?: Kind) => {
	setDays(400, ...everybody());
	const { options, ...parameters } = more;
	return createTrigger(
		{
			event: 'l1Validator',
			source: 'balances',
			subnetId: demoL1Chain.subnetId,
			alertWhen: ['balanceLow'],
			...parameters,
			options: { failedChecks: 1, goodChecks: 1, ...(options as object) },
		},
		kind,
	);
};

/** A validation of 100 days, half of which is over, that allows 20 days offline. */
function beginHalfway(nodeID: string): void {
	const validator = devnet.world.primary.find((each) => each.nodeID === nodeID)!;
	const now = devnet.world.time;
	validator.startTime = Math.round(now - 50 * day);
	validator.endTime = Math.round(now + 50 * day);
	validator.uptime.start = validator.startTime;
	devnet.world.setUptime({ nodeIDs: [nodeID], percentage: 100 });
}

describe.each<[string, Kind]>([
	['usual engine', {}],
	['durable cursors', { durable: true }],
])('a balance, %s', (_engine, kind) => {
	test('is told again at 14, 3 and 0 days, each once, also across restarts [U57]', async () => {
		const trigger = watchBalance({ options: { balanceDays: 30 } }, kind);
		await trigger.activate();
		setDays(20, ours);
		const [began] = await poll(trigger);
		expect(began).toMatchObject({ event: 'balanceLow', severity: 'warning' });
		const items = [began!];
		for (const [days, step, severity] of [
			[13.9, '14 days', 'warning'],
			[2.9, '3 days', 'critical'],
			[0, '0 days', 'critical'],
		] as const) {
			setDays(days, ours);
			const [grown, ...more] = await poll(trigger);
			expect(more).toEqual([]);
			expect(grown).toMatchObject({
				event: 'grew',
				state: 'balanceLow',
				step,
				severity,
				nodeId: ours,
				alertId: began!.alertId,
				since: began!.since,
				lastedSeconds: expect.any(Number),
			});
			items.push(grown!);
			for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
			expect(await start(trigger)).toEqual([]);
			expect(await poll(trigger)).toEqual([]);
		}
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(4);
		setDays(90, ours);
		expect(await poll(trigger)).toMatchObject([
			{ event: 'balanceRestored', alertId: began!.alertId },
		]);
	});
});

test('what an item about a step says [U57]', async () => {
	const trigger = watchBalance({ options: { names: `${ours} = Frankfurt-1` } });
	await trigger.activate();
	setDays(13, ours);
	await poll(trigger);
	clock.advance(10 * day);
	setDays(2.5, ours);
	const [{ title, message }] = (await poll(trigger)) as [IDataObject];
	expect(title).toMatch(
		/^Frankfurt-1: balance for the fee lasts until .+, in 2 d 11 h, top up 3.88 AVAX$/,
	);
	expect(message).toMatch(
		/^Frankfurt-1 \(NodeID-.+\), for 10 d 1 min now: balance for the fee lasts/,
	);
	expect(message).toContain(', in 2 d 11 h. The balance is');
	expect(message).not.toContain('3 days or less');
});

test('a balance that flaps around a step is told once, and again after a real top-up [U57]', async () => {
	const trigger = watchBalance();
	await trigger.activate();
	setDays(13, ours);
	expect(told(await poll(trigger))).toEqual([['balanceLow', undefined, 'warning']]);
	const ids = new Set<unknown>();
	const see = async (days: number) => {
		setDays(days, ours);
		const items = await poll(trigger);
		for (const { eventId } of items) ids.add(eventId);
		return told(items);
	};
	expect(await see(2.9)).toEqual([['grew', '3 days', 'critical']]);
	for (const days of [3.1, 2.9, 4, 2, 8, 2.5]) expect(await see(days)).toEqual([]);
	// More than halfway back to 14 days: what falls then is news.
	expect(await see(9)).toEqual([]);
	expect(await see(2.9)).toEqual([['grew', '3 days', 'critical']]);
	expect(ids.size).toBe(2);
});

describe.each<[string, Kind]>([
	['usual engine', {}],
	['durable cursors', { durable: true }],
])('with two checks before an alert, %s', (_engine, kind) => {
	test('one false reading is no step, and a true one comes with the second [U57]', async () => {
		const trigger = watchBalance({ options: { failedChecks: 2, balanceDays: 30 } }, kind);
		await trigger.activate();
		setDays(20, ours);
		expect([...(await poll(trigger)), ...(await poll(trigger))]).toHaveLength(1);
		const follow = async (...days: number[]): Promise<unknown[]> => {
			const items: IDataObject[] = [];
			for (const each of days) {
				setDays(each, ours);
				items.push(...(await poll(trigger)));
			}
			return items.map(({ step }) => step);
		};
		expect(await follow(0, 19, 0, 19)).toEqual([]);
		expect(await follow(0, 13, 13)).toEqual(['14 days']);
		expect(await follow(2.9)).toEqual([]);
		expect(await follow(2.9)).toEqual(['3 days']);
		expect(await follow(0, 0)).toEqual(['0 days']);
	});
});

test('the step at which an alert begins is no news, and the end of the balance has an alert of its own [U57]', async () => {
	const trigger = watchBalance({ alertWhen: ['balanceLow', 'balanceUsedUp'] });
	await trigger.activate();
	setDays(2, ours);
	expect(told(await poll(trigger))).toEqual([['balanceLow', undefined, 'critical']]);
	expect(await poll(trigger)).toEqual([]);
	setDays(0, ours);
	expect(told(await poll(trigger))).toEqual([['balanceUsedUp', undefined, 'critical']]);
	setDays(2, ours);
	expect((await poll(trigger)).map(({ event }) => event)).toEqual(['balanceToppedUp']);
	expect(await poll(trigger)).toEqual([]);
});

test('many that pass a step together are one item [U57]', async () => {
	const trigger = watchBalance({ validatorsFrom: 'all' });
	await trigger.activate();
	setDays(13, ...everybody());
	expect(await poll(trigger)).toMatchObject([{ event: 'balanceLow' }]);
	setDays(2.9, ...everybody());
	const [grown, ...more] = await poll(trigger);
	expect(more).toEqual([]);
	expect(grown).toMatchObject({
		event: 'grew',
		state: 'balanceLow',
		step: '3 days',
		severity: 'critical',
		title: expect.stringMatching(/have a low balance, 3 days or less, for 1 min now$/),
	});
	expect(Object.keys(grown!.alertIds as object)).toHaveLength(everybody().length);
});

test('an outage is told again when half, a tenth and none of the time offline is left [U57]', async () => {
	beginHalfway(ours);
	const trigger = createTrigger({ alertWhen: ['disconnected'] });
	await trigger.activate();
	disconnect(ours);
	const [began] = await poll(trigger);
	expect(began).toMatchObject({ event: 'disconnected', severity: 'critical' });
	const steps: unknown[] = [];
	for (let days = 0; days < 24; days++) {
		const items = await poll(trigger, day);
		for (const item of items)
			expect(item).toMatchObject({ alertId: began!.alertId, severity: 'critical' });
		if (items.length) steps.push([days + 1, ...told(items).map(([event, step]) => [event, step])]);
	}
	expect(steps).toEqual([
		[10, ['grew', 'half']],
		[18, ['grew', 'tenth']],
		[20, ['grew', 'none']],
	]);
	devnet.world.reconnect({ nodeIDs: [ours] });
	expect(await poll(trigger)).toMatchObject([{ event: 'reconnected' }]);
});

test.each<[string, Kind]>([
	['usual engine', {}],
	['durable cursors', { durable: true }],
])(
	'a Down says how often it was down, after it came back twice, %s [U6]',
	async (_engine, kind) => {
		const trigger = createTrigger({ alertWhen: ['disconnected'] }, kind);
		await trigger.activate();
		const items: IDataObject[] = [];
		for (let time = 0; time < 3; time++) {
			disconnect(ours);
			items.push(...(await poll(trigger, 10 * minute)));
			devnet.world.reconnect({ nodeIDs: [ours] });
			items.push(...(await poll(trigger, 10 * minute)));
		}
		const [first] = items;
		expect(items.map(({ event, timesDown }) => [event, timesDown])).toEqual(
			[1, 2, 3].flatMap((times) => [
				['disconnected', times],
				['reconnected', times],
			]),
		);
		expect(items.slice(-2)).toMatchObject([
			{
				timesDownSince: first!.since,
				message: expect.stringContaining(' It was down 3 times in 40 min.'),
			},
			{
				timesDownSince: first!.since,
				message: expect.stringContaining(' It was down 3 times in 50 min.'),
			},
		]);
	},
);

test('a reward at risk is told again when it is lost [U57]', async () => {
	beginHalfway(other);
	const trigger = createTrigger({ alertWhen: ['requirementAtRisk'], nodeIds: other });
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [other], percentage: 61 });
	expect(told(await poll(trigger))).toEqual([['requirementAtRisk', undefined, 'warning']]);
	devnet.world.setUptime({ nodeIDs: [other], percentage: 59 });
	const [lost] = await poll(trigger);
	expect(lost).toMatchObject({ event: 'grew', step: 'none', severity: 'critical' });
	expect(lost!.title).toMatch(/misses the required uptime of 80 %, no time offline left$/);
});

test('quiet hours hold a step that is no emergency, and spare one that is [U57]', async () => {
	const quiet = { quietFrom: '00:00', quietTo: '23:59', balanceDays: 30 };
	const before = watchBalance({ options: { balanceDays: 30 } });
	await before.activate();
	setDays(20, ours);
	expect(told(await poll(before))).toEqual([['balanceLow', undefined, 'warning']]);
	const trigger = watchBalance({ options: quiet }, { staticData: before.stored });
	setDays(20, ours);
	await trigger.activate();
	setDays(13, ours);
	expect(await poll(trigger)).toEqual([]);
	setDays(2, ours);
	expect(told(await poll(trigger))).toEqual([['grew', '3 days', 'critical']]);
});

test('a step under a silence is told when that is over [U57]', async () => {
	const until = new Date(Date.now() + 30 * minute * 1000).toISOString().slice(0, 16) + 'Z';
	const before = watchBalance();
	await before.activate();
	setDays(13, ours);
	expect(told(await poll(before))).toEqual([['balanceLow', undefined, 'warning']]);
	const silences = `${ours}, all, ${until}, top-up is on its way`;
	const trigger = watchBalance({ options: { silences } }, { staticData: before.stored });
	setDays(13, ours);
	await trigger.activate();
	setDays(2.9, ours);
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	expect(told(await poll(trigger, hour))).toEqual([['grew', '3 days', 'critical']]);
});

test('a step that n8n dropped between its two writes comes with the next start [U17]', async () => {
	let isAlive = true;
	const survives = (step: string) => isAlive || step !== 'stored';
	const trigger = watchBalance({}, { observer: { survives } });
	await trigger.activate();
	setDays(13, ours);
	await poll(trigger);
	isAlive = false;
	setDays(2.9, ours);
	expect(await poll(trigger)).toEqual([]);
	isAlive = true;
	expect(await start(trigger, minute)).toMatchObject([
		{ again: true, event: 'grew', step: '3 days', state: 'balanceLow' },
	]);
	expect(await poll(trigger)).toEqual([]);
});

test('on-call services get the step under the same incident, with its severity [U46]', async () => {
	const trigger = watchBalance({ options: { payloads: ['alertmanager', 'pagerDuty'] } });
	await trigger.activate();
	setDays(13, ours);
	const [began] = await poll(trigger);
	setDays(2.9, ours);
	const [grown] = await poll(trigger);
	const [event] = grown!.pagerDuty as IDataObject[];
	expect(event).toMatchObject({
		event_action: 'trigger',
		dedup_key: began!.alertId,
		payload: { severity: 'critical', class: 'balanceLow' },
	});
	const alerts = grown!.alertmanager as Array<{ labels: IDataObject; endsAt: string }>;
	expect(alerts.map(({ labels }) => labels.severity)).toEqual(['critical', 'warning']);
	expect(alerts[1]!.endsAt).toBe(grown!.observedAt);
});
