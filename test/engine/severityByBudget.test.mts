/** Severity by Budget: who is down, and has days in hand, wakes nobody. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-25T08:00:00Z');
const minute = 60;
const day = 24 * 60 * minute;

const byBudget = { failedChecks: 1, goodChecks: 1, severityByBudget: true };
const watch = (options: INodeParameters = {}, more: INodeParameters = {}) =>
	createTrigger({ alertWhen: ['disconnected'], ...more, options: { ...byBudget, ...options } });
async function poll(trigger: ReturnType<typeof watch>, seconds = minute): Promise<IDataObject[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.poll());
}
const told = (items: IDataObject[]) =>
	items.map(({ event, step, severity }) => [event, step, severity]);

/** A validation of 100 days that allows 20 days offline, so many days of which are over. */
function begin(nodeID: string, days = 50, percentage = 100): void {
	const validator = devnet.world.primary.find((each) => each.nodeID === nodeID)!;
	validator.startTime = Math.round(devnet.world.time - days * day);
	validator.endTime = Math.round(devnet.world.time + (100 - days) * day);
	validator.uptime.start = validator.startTime;
	devnet.world.setUptime({ nodeIDs: [nodeID], percentage });
}

test('an outage is a warning while more than a tenth of the time offline is left, and critical from then on [U62]', async () => {
	begin(ours);
	const trigger = watch();
	await trigger.activate();
	disconnect(ours);
	const items = await poll(trigger);
	expect(items[0]!.message).toContain('can be offline for 19 d 23 h more');
	for (let days = 0; days < 21; days++) items.push(...(await poll(trigger, day)));
	expect(told(items)).toEqual([
		['disconnected', undefined, 'warning'],
		['grew', 'half', 'warning'],
		['grew', 'tenth', 'critical'],
		['grew', 'none', 'critical'],
	]);
});

test('it is off by default [U62]', async () => {
	begin(ours);
	const trigger = watch({ severityByBudget: false });
	await trigger.activate();
	disconnect(ours);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'critical']]);
});

test.each<[string, () => void]>([
	['little is left', () => begin(ours, 50, 63)],
	['nothing is left', () => begin(ours, 50, 50)],
	['the validation is an hour old', () => begin(ours, 0.02)],
	[
		'the uptime is not known',
		() => {
			begin(ours);
			devnet.faults([
				{
					host: 'node',
					change: (reply) =>
						JSON.parse(JSON.stringify(reply), (key, value: unknown) =>
							key === 'uptime' ? undefined : value,
						),
				},
			]);
		},
	],
])('it is critical where %s [U62]', async (_what, prepare) => {
	prepare();
	const trigger = watch();
	await trigger.activate();
	disconnect(ours);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'critical']]);
});

test('all that is left of a validation can be missed: a warning [U62]', async () => {
	begin(ours, 99.5, 81);
	const trigger = watch();
	await trigger.activate();
	disconnect(ours);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'warning']]);
});

test('what Down holds is as urgent by itself, so that nothing urgent is held [U5, U62]', async () => {
	begin(ours);
	begin(other);
	const alertWhen = ['belowThreshold', 'fell'];
	const trigger = watch(
		{ threshold: 95, dropPoints: 1, dropHours: 1 },
		{ alertWhen, nodeIds: ours },
	);
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 90 });
	expect(new Set((await poll(trigger)).map(({ severity }) => severity))).toEqual(
		new Set(['warning']),
	);
});

test('a group, and many at once, stay critical [U62]', async () => {
	begin(ours);
	begin(other);
	const names = `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`;
	const trigger = watch({ names });
	await trigger.activate();
	disconnect(ours, other);
	expect(await poll(trigger)).toMatchObject([
		{ event: 'disconnected', group: 'fra', severity: 'critical' },
	]);
});

const beginAll = (...nodeIDs: string[]) => nodeIDs.forEach((nodeID) => begin(nodeID));

test.each([
	['without groups', `${ours} = Frankfurt-1\n${other} = Zurich-1`, 'Frankfurt-1', 'Zurich-1'],
	[
		'of two groups',
		`${ours} = Frankfurt-1 [fra]\n${other} = Zurich-1 [zrh]`,
		'Frankfurt-1 (fra)',
		'Zurich-1 (zrh)',
	],
])(
	'two that go down in one check, %s, are critical, and each item names the other [U62]',
	async (_what, names, first, second) => {
		beginAll(ours, other);
		const trigger = watch({ names });
		await trigger.activate();
		disconnect(ours, other);
		const items = await poll(trigger);
		const why = (who: string) =>
			`1 other fails, too: ${who}. A shared cause is likely, so this is critical.`;
		const byName = new Map(items.map((item) => [item.name, item]));
		expect(byName.get('Frankfurt-1')).toMatchObject({
			severity: 'critical',
			message: expect.stringContaining(why(second)),
		});
		expect(byName.get('Zurich-1')).toMatchObject({
			severity: 'critical',
			message: expect.stringContaining(why(first)),
		});
	},
);

test('another one that goes down while one is down is critical, and so is the reminder of the first [U62]', async () => {
	beginAll(ours, other);
	const names = `${ours} = Frankfurt-1\n${other} = Frankfurt-2`;
	const trigger = watch({ names, reminderHours: 1 });
	await trigger.activate();
	disconnect(ours);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'warning']]);
	disconnect(other);
	const [second] = await poll(trigger);
	expect(second).toMatchObject({ name: 'Frankfurt-2', severity: 'critical' });
	expect(second!.message).toContain('1 other fails, too: Frankfurt-1.');
	expect(told(await poll(trigger, 59 * minute))).toEqual([['reminder', undefined, 'critical']]);
	devnet.world.reconnect({ nodeIDs: [other] });
	await poll(trigger);
	expect(told(await poll(trigger, 60 * minute))).toEqual([['reminder', undefined, 'warning']]);
});

test('one that answers again counts no more, before its end is told [U62]', async () => {
	beginAll(ours, other);
	const trigger = watch({ goodChecks: 2 });
	await trigger.activate();
	disconnect(other);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'warning']]);
	devnet.world.reconnect({ nodeIDs: [other] });
	disconnect(ours);
	const [second] = await poll(trigger);
	expect(second).toMatchObject({ event: 'disconnected', severity: 'warning' });
	expect(second!.message).not.toContain('other fails');
});

test('one that is silenced makes no other one critical [U62]', async () => {
	beginAll(ours, other);
	const silences = `${other}, all, 2027-01-01T00:00, moved`;
	const trigger = watch({ silences });
	await trigger.activate();
	disconnect(ours, other);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'warning']]);
});

test('uptimes that fall or are low in one check are critical, a low one of long ago is not counted [U62]', async () => {
	beginAll(ours, other);
	const alertWhen = ['belowThreshold'];
	const trigger = watch({ threshold: 95 }, { alertWhen });
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 90 });
	expect((await poll(trigger)).map(({ severity }) => severity)).toEqual(['warning']);
	devnet.world.setUptime({ nodeIDs: [other], percentage: 90 });
	expect((await poll(trigger)).map(({ severity }) => severity)).toEqual(['warning']);
	devnet.world.setUptime({ nodeIDs: [ours, other], percentage: 100 });
	await poll(trigger);
	devnet.world.setUptime({ nodeIDs: [ours, other], percentage: 90 });
	expect((await poll(trigger)).map(({ severity }) => severity)).toEqual(['critical', 'critical']);
});

test('a low uptime and the Down of another in one check share no cause [U62]', async () => {
	beginAll(ours, other);
	const alertWhen = ['disconnected', 'belowThreshold'];
	const trigger = watch({ threshold: 95 }, { alertWhen });
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 90 });
	disconnect(other);
	const items = await poll(trigger);
	expect(told(items)).toEqual([
		['belowThreshold', undefined, 'warning'],
		['disconnected', undefined, 'warning'],
	]);
	expect(items.map(({ message }) => message).join()).not.toContain('fails, too');
});

test('Down is as urgent as a low uptime that began with that of another in one check [U5, U62]', async () => {
	beginAll(ours, other);
	const alertWhen = ['disconnected', 'belowThreshold'];
	const trigger = watch({ threshold: 95 }, { alertWhen });
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [ours, other], percentage: 90 });
	disconnect(ours);
	expect(new Set((await poll(trigger)).map(({ severity }) => severity))).toEqual(
		new Set(['critical']),
	);
});

test('in quiet hours several that go down together are reported, and so are their ends [U62, U41]', async () => {
	beginAll(ours, other);
	const trigger = watch({ quietFrom: '00:00', quietTo: '23:59' });
	await trigger.activate();
	disconnect(ours, other);
	expect((await poll(trigger)).map(({ severity }) => severity)).toEqual(['critical', 'critical']);
	devnet.world.reconnect({ nodeIDs: [ours, other] });
	expect((await poll(trigger)).map(({ event }) => event)).toEqual(['reconnected', 'reconnected']);
});

test('in quiet hours the end of each of several comes, also of the last one to recover [U62, U41]', async () => {
	beginAll(ours, other);
	const trigger = watch({ quietFrom: '00:00', quietTo: '23:59' });
	await trigger.activate();
	disconnect(ours, other);
	expect((await poll(trigger)).map(({ severity }) => severity)).toEqual(['critical', 'critical']);
	for (const nodeId of [ours, other]) {
		devnet.world.reconnect({ nodeIDs: [nodeId!] });
		expect((await poll(trigger)).map(({ event }) => event)).toEqual(['reconnected']);
		// More than the checks in which the one that came back first still counts.
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	}
});

test('validators of an L1 have no such option [U62]', async () => {
	const trigger = createTrigger({ ...onL1, alertWhen: ['disconnected'], options: byBudget });
	await trigger.activate();
	disconnect(ours);
	expect(told(await poll(trigger))).toEqual([['disconnected', undefined, 'critical']]);
});

test('quiet hours hold the warning, and let it come once it is critical [U62]', async () => {
	begin(ours, 50, 64.1);
	const trigger = watch({ quietFrom: '00:00', quietTo: '23:59' });
	await trigger.activate();
	disconnect(ours);
	expect(await poll(trigger)).toEqual([]);
	for (let i = 0; i < 3; i++) expect(await poll(trigger, minute)).toEqual([]);
	expect(told(await poll(trigger, 3 * 60 * minute))).toEqual([
		['disconnected', undefined, 'critical'],
	]);
});

test('on-call services get both severities under one incident, and its end ends both [U46, U62]', async () => {
	begin(ours, 50, 64.1);
	const trigger = watch({ payloads: ['pagerDuty', 'alertmanager'] });
	await trigger.activate();
	disconnect(ours);
	const levels = (item: IDataObject) =>
		(item.alertmanager as Array<{ labels: IDataObject }>).map(({ labels }) => labels.severity);
	const [began] = await poll(trigger);
	expect(levels(began!)).toEqual(['warning']);
	expect(began!.pagerDuty).toMatchObject([{ payload: { severity: 'warning' } }]);
	const [grown] = await poll(trigger, 3 * 60 * minute);
	expect(grown).toMatchObject({ event: 'grew', alertId: began!.alertId });
	expect(levels(grown!)).toEqual(['critical', 'warning']);
	devnet.world.reconnect({ nodeIDs: [ours] });
	const [ended] = await poll(trigger);
	expect(levels(ended!)).toEqual(['critical', 'warning']);
	expect(ended!.pagerDuty).toMatchObject([{ event_action: 'resolve' }]);
});

test('what was only a warning ends nothing critical [U46, U62]', async () => {
	begin(ours);
	const trigger = watch({ payloads: ['alertmanager'], reminderHours: 1 });
	await trigger.activate();
	disconnect(ours);
	const levels = (items: IDataObject[]) =>
		(items[0]!.alertmanager as Array<{ labels: IDataObject }>).map(({ labels }) => labels.severity);
	expect(levels(await poll(trigger))).toEqual(['warning']);
	expect(levels(await poll(trigger, 60 * minute))).toEqual(['warning']);
	devnet.world.reconnect({ nodeIDs: [ours] });
	expect(levels(await poll(trigger))).toEqual(['warning']);
});
