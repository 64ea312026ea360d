/** A line of Silences that names an alert: somebody works on it, so it is told no more until it ends or rises. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain, ownNodeId } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { useReceiver } from '../support/useReceiver.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-25T08:00:00Z');
const receiver = useReceiver();
const minute = 60;

type Trigger = ReturnType<typeof createTrigger>;
async function poll(trigger: Trigger, minutes = 1): Promise<IDataObject[]> {
	clock.advance(minutes * minute);
	return jsonOf(await trigger.poll());
}
const inMinutes = (minutes: number): string =>
	new Date(Date.now() + minutes * minute * 1000).toISOString().slice(0, 16) + 'Z';
const told = (items: IDataObject[]) => items.map(({ event, nodeId }) => [event, nodeId]);

const down = { alertWhen: ['disconnected', 'unreachable'] };
const options = { failedChecks: 1, goodChecks: 1, reminderHours: 1 };
const reconnect = () => devnet.world.reconnect({ nodeIDs: [ours, other] });

/** The same workflow, published again with these lines. */
async function publishAgain(
	before: Trigger,
	silences: string,
	parameters: INodeParameters = down,
	kind: { durable?: boolean } = {},
) {
	const more = { ...options, ...(parameters.options as object), silences };
	const trigger = createTrigger(
		{ ...parameters, options: more },
		{ ...kind, staticData: before.stored },
	);
	await trigger.activate();
	return trigger;
}

test('a heartbeat says which alert is acknowledged, and until when [U61][U38]', async () => {
	const before = createTrigger({ ...down, options });
	await before.activate();
	disconnect(ours, other);
	const began = await poll(before);
	const [{ alertId }] = began.filter(({ nodeId }) => nodeId === ours) as [IDataObject];
	const until = inMinutes(150);
	const line = `${alertId as string}, all, ${until}, Ada is on it`;
	const beating = { ...options, heartbeatItem: true, heartbeatMinutes: 5 };
	const trigger = await publishAgain(before, line, { ...down, options: beating });
	const items = await poll(trigger, 10);
	const beat = items.find(({ event }) => event === 'heartbeat')!;
	const bad = beat.bad as IDataObject[];
	expect(bad.find(({ nodeId }) => nodeId === ours)).toMatchObject({
		isSilenced: false,
		silencedUntil: null,
		acknowledgedUntil: new Date(until).toISOString().replace('.000Z', 'Z'),
	});
	expect(bad.find(({ nodeId }) => nodeId === other)).toMatchObject({ acknowledgedUntil: null });
	expect(beat.message).toMatch(/ Down \(acknowledged until .*\d\d:\d\d EST\)/);
	expect(beat.silencedCount).toBe(0);
});

describe.each([{}, { durable: true }])('an acknowledged alert: %j', (kind) => {
	test('has no reminders until the line is over; its end is told, and others remind as ever [U61]', async () => {
		const before = createTrigger({ ...down, options }, kind);
		await before.activate();
		disconnect(ours, other);
		const began = await poll(before);
		const [{ alertId }] = began.filter(({ nodeId }) => nodeId === ours) as [IDataObject];
		const line = `${alertId as string}, all, ${inMinutes(150)}, Ada is on it`;
		const trigger = await publishAgain(before, line, down, kind);
		expect(told(await poll(trigger, 61))).toEqual([['reminder', other]]);
		clock.advance(11 * minute);
		expect(jsonOf(await trigger.start())).toEqual([]);
		expect(told(await poll(trigger, 50))).toEqual([['reminder', other]]);
		// The line is over.
		const both = told(await poll(trigger, 60)).sort();
		expect(both).toEqual(
			[
				['reminder', ours],
				['reminder', other],
			].sort(),
		);
		reconnect();
		expect(told(await poll(trigger)).map(([event]) => event)).toEqual([
			'reconnected',
			'reconnected',
		]);
	});

	test('is told when it ends, and its next beginning is another matter [U61]', async () => {
		const before = createTrigger({ ...down, options }, kind);
		await before.activate();
		disconnect(ours);
		const [{ alertId }] = (await poll(before)) as [IDataObject];
		const line = `${alertId as string}, Down, ${inMinutes(600)}`;
		const trigger = await publishAgain(before, line, down, kind);
		expect(await poll(trigger, 61)).toEqual([]);
		reconnect();
		expect(told(await poll(trigger))).toEqual([['reconnected', ours]]);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		disconnect(ours);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', alertId }]);
		expect(told(await poll(trigger, 61))).toEqual([['reminder', ours]]);
		// With a later time it is acknowledged again.
		const again = await publishAgain(
			trigger,
			`${alertId as string}, all, ${inMinutes(900)}`,
			down,
			kind,
		);
		expect(await poll(again, 61)).toEqual([]);
		reconnect();
	});
});

test('it tells no step until its severity rises, and reminds again from then on [U61]', async () => {
	const setDays = (days: number) => devnet.world.setRunway({ nodeIDs: [ours], days });
	const watch: INodeParameters = {
		event: 'l1Validator',
		source: 'balances',
		subnetId: demoL1Chain.subnetId,
		nodeIds: ours,
		alertWhen: ['balanceLow'],
		options: { balanceDays: 30 },
	};
	setDays(400);
	const before = createTrigger({ ...watch, options: { ...options, balanceDays: 30 } });
	await before.activate();
	setDays(20);
	const [{ alertId }] = (await poll(before)) as [IDataObject];
	setDays(20);
	const trigger = await publishAgain(
		before,
		`${alertId as string}, all, ${inMinutes(3000)}`,
		watch,
	);
	setDays(13);
	expect(await poll(trigger, 61)).toEqual([]);
	setDays(2.9);
	expect(await poll(trigger)).toMatchObject([
		{ event: 'grew', step: '3 days', severity: 'critical', alertId },
	]);
	setDays(2.9);
	expect(await poll(trigger, 61)).toMatchObject([{ event: 'reminder', severity: 'critical' }]);
	// Acknowledged again, now that it is critical.
	const again = await publishAgain(trigger, `${alertId as string}, all, ${inMinutes(4000)}`, watch);
	setDays(0);
	expect(await poll(again, 61)).toEqual([]);
	setDays(90);
	expect(await poll(again)).toMatchObject([{ event: 'balanceRestored', alertId }]);
});

test('a figure that is unknown for a while uses up no acknowledgement [U61]', async () => {
	const watch = { event: 'nodeHealth', alertWhen: ['diskLow'] };
	const before = createTrigger({ ...watch, options });
	await before.activate();
	devnet.setHealth({ diskPercentage: 5 });
	const [{ alertId }] = (await poll(before)) as [IDataObject];
	devnet.setHealth({ diskPercentage: 'unread' as unknown as number });
	const trigger = await publishAgain(before, `${alertId as string}, all, ${inMinutes(300)}`, watch);
	expect(await poll(trigger)).toEqual([]);
	devnet.setHealth({ diskPercentage: 5 });
	expect(await poll(trigger)).toEqual([]);
	devnet.setHealth({ diskPercentage: 'unread' as unknown as number });
	expect(await poll(trigger)).toEqual([]);
	devnet.setHealth({ diskPercentage: 5 });
	expect(await poll(trigger, 61)).toEqual([]);
	expect(await poll(trigger, 61)).toEqual([]);
	devnet.setHealth({ diskPercentage: 80 });
	expect(await poll(trigger)).toMatchObject([{ event: 'diskFree', alertId }]);
});

test('the URL acknowledges an alert, too, and that is told once [U61]', async () => {
	receiver.reply = { status: 200, body: '' };
	const silencesUrl = `${receiver.url}/lines`;
	const trigger = createTrigger({ ...down, options: { ...options, silencesUrl } });
	await trigger.activate();
	disconnect(ours);
	const [{ alertId }] = (await poll(trigger)) as [IDataObject];
	receiver.reply.body = `${alertId as string}, all, ${inMinutes(200)}, Ada`;
	const [changed, ...more] = await poll(trigger, 6);
	expect(more).toEqual([]);
	expect(changed).toMatchObject({
		event: 'silencesChanged',
		began: [{ alertId, nodeIds: [], alert: 'all', reason: 'Ada' }],
		message: expect.stringMatching(`^Alert ${alertId as string}: acknowledged until .+ \\(Ada\\)$`),
	});
	for (let i = 0; i < 12; i++) expect(await poll(trigger, 10)).toEqual([]);
	reconnect();
	expect(told(await poll(trigger))).toEqual([['reconnected', ours]]);
});

test('the alertId of an item about many acknowledges all of it [U61]', async () => {
	const all = { ...down, validatorsFrom: 'all' };
	const before = createTrigger({ ...all, options });
	await before.activate();
	const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID).slice(1);
	disconnect(...nodeIDs);
	const [many] = (await poll(before)).filter(({ nodeIds }) => nodeIds) as [IDataObject];
	const line = `${many.alertId as string}, all, ${inMinutes(300)}`;
	const trigger = await publishAgain(before, line, all);
	expect((await poll(trigger, 61)).flatMap(({ nodeIds }) => nodeIds ?? [])).toEqual([]);
	devnet.world.reconnect({ nodeIDs });
	expect((await poll(trigger)).map(({ event }) => event)).toContain('reconnected');
});

test('the alertId of an item about a group acknowledges those of it [U61]', async () => {
	const names = `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`;
	const both = { ...down, nodeIds: `${ours}, ${other}`, options: { ...options, names } };
	const before = createTrigger(both);
	await before.activate();
	disconnect(ours, other);
	const [group] = (await poll(before)).filter(({ members }) => members) as [IDataObject];
	const line = `${group.alertId as string}, all, ${inMinutes(300)}`;
	const trigger = await publishAgain(before, line, both);
	expect(await poll(trigger, 61)).toEqual([]);
	devnet.world.reconnect({ nodeIDs: [ours, other] });
	expect(await poll(trigger)).toMatchObject([{ event: 'reconnected', group: 'fra' }]);
});

test('who goes down after a line about a group is not acknowledged by it, but by its own or a later one [U61]', async () => {
	const third = devnet.world.primary
		.map(({ nodeID }) => nodeID)
		.find((nodeID) => ![ours, other, ownNodeId].includes(nodeID))!;
	const ids = [ours, other, third];
	const names = ids.map((id, i) => `${id} = V${i} [fra]`).join('\n');
	const watch = { ...down, nodeIds: ids.join(', '), options: { ...options, names } };
	const before = createTrigger(watch);
	await before.activate();
	disconnect(ours, other);
	const [group] = (await poll(before)) as [IDataObject];
	expect(group).toMatchObject({ event: 'disconnected', group: 'fra' });
	const line = `${group.alertId as string}, all, ${inMinutes(600)}`;
	const trigger = await publishAgain(before, line, watch);
	expect(await poll(trigger)).toEqual([]);
	disconnect(third);
	const [{ alertId }] = (await poll(trigger)) as [IDataObject];
	for (let i = 0; i < 2; i++) expect(told(await poll(trigger, 61))).toEqual([['reminder', third]]);
	const own = `${line}\n${alertId as string}, all, ${inMinutes(100)}`;
	expect(await poll(await publishAgain(trigger, own, watch), 61)).toEqual([]);
	const later = `${group.alertId as string}, all, ${inMinutes(900)}`;
	expect(await poll(await publishAgain(trigger, later, watch), 61)).toEqual([]);
	devnet.world.reconnect({ nodeIDs: ids });
});

test('who goes down after a line about many is not acknowledged by it [U61]', async () => {
	const all = devnet.world.primary
		.map(({ nodeID }) => nodeID)
		.filter((nodeID) => nodeID !== ownNodeId)
		.slice(0, 10);
	const [first, second] = [all.slice(0, 5), all.slice(5)];
	const watch = { alertWhen: ['disconnected'], nodeIds: all.join(', ') };
	const more = { ...options, failedChecks: 2 };
	const before = createTrigger({ ...watch, options: more });
	await before.activate();
	disconnect(...first);
	await poll(before);
	const [many] = (await poll(before)) as [IDataObject];
	expect(many.nodeIds).toHaveLength(5);
	const line = `${many.alertId as string}, all, ${inMinutes(6000)}`;
	const trigger = await publishAgain(before, line, { ...watch, options: more });
	expect(await poll(trigger, 61)).toEqual([]);
	devnet.world.reconnect({ nodeIDs: first });
	expect(await poll(trigger)).toMatchObject([{ event: 'reconnected' }]);
	// The last of them is one reading behind.
	disconnect(...second.slice(0, 4));
	await poll(trigger);
	disconnect(second[4]!);
	expect((await poll(trigger)).flatMap(({ nodeIds }) => nodeIds)).toHaveLength(4);
	expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', nodeId: second[4] }]);
	const reminded = await poll(trigger, 61);
	expect(reminded).toMatchObject([{ event: 'reminder' }]);
	expect(reminded[0]!.nodeIds).toHaveLength(5);
	devnet.world.reconnect({ nodeIDs: all });
});
