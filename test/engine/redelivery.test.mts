/** What comes again when n8n starts, and what does not: n8n may have stopped before a workflow ran with the last items. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { ownNodeId } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { listScenes, namesIn } from '../support/scenes.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const engine = useEngine();
const clock = useClock('2026-11-25T08:00:00Z');
const minute = 60;
const week = 7 * 24 * 60 * minute;
const reconnect = () => devnet.world.reconnect({ nodeIDs: [ours] });

type Trigger = ReturnType<typeof createTrigger>;
/** The alerts alone are of interest, and not what ends or joins by itself in a week. */
const create = (options: INodeParameters = {}, more: Parameters<typeof createTrigger>[1] = {}) =>
	createTrigger({ alertWhen: ['disconnected', 'unreachable'], options }, more);
async function poll(trigger: Trigger): Promise<IDataObject[]> {
	clock.advance(minute);
	return jsonOf(await trigger.poll());
}
/** n8n was away for so many seconds. */
async function start(trigger: Trigger, seconds = minute): Promise<IDataObject[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.start());
}
/** A published trigger that has just reported one validator. */
async function alerted(
	options: INodeParameters = {},
	more: Parameters<typeof createTrigger>[1] = {},
): Promise<{ trigger: Trigger; alert: IDataObject }> {
	const trigger = create(options, more);
	await trigger.activate();
	disconnect(ours);
	const [alert] = (await poll(trigger)).filter(({ event }) => event === 'disconnected');
	expect(alert).not.toHaveProperty('again');
	return { trigger, alert: alert! };
}
const again = (...items: IDataObject[]) => items.map((item) => ({ again: true, ...item }));

describe.each([
	['usual engine', {}],
	['scheduler without durable cursors', { scheduled: true }],
	['scheduler with durable cursors', { durable: true }],
])('%s', (_engine, kind) => {
	test.each([{}, { redeliver: true }])(
		'an alert comes once over 20 polls, and as often as n8n starts in the usual engine alone: %j [U17]',
		async (options) => {
			if (!engine.isRecent && Object.keys(kind).length) return;
			const { trigger, alert } = await alerted(options, kind);
			for (let i = 0; i < 5; i++) expect(await poll(trigger)).toEqual([]);
			const isUsual = Object.keys(kind).length === 0;
			expect(await start(trigger)).toEqual(isUsual ? again(alert) : []);
			for (let i = 0; i < 20; i++) expect(await poll(trigger)).toEqual([]);
			reconnect();
			expect(await poll(trigger)).toMatchObject([{ event: 'reconnected', alertId: alert.alertId }]);
			for (let i = 0; i < 20; i++) expect(await poll(trigger)).toEqual([]);
		},
	);
});

test('its scheduler without durable cursors forgets the polls without items, so that no alert has two checks [U17]', async () => {
	if (!engine.isRecent) return;
	for (const [failedChecks, events] of [
		[2, []],
		[1, ['disconnected']],
	] as const) {
		const trigger = create({ failedChecks }, { scheduled: true });
		await trigger.activate();
		disconnect(ours);
		const items = [await poll(trigger), await poll(trigger), await poll(trigger)].flat();
		expect(items.map(({ event }) => event)).toEqual(events);
		reconnect();
	}
});

test('what n8n dropped between its two writes comes with the next start [U17]', async () => {
	let isAlive = true;
	const survives = (step: string) => isAlive || step !== 'stored';
	const trigger = create({}, { observer: { survives } });
	await trigger.activate();
	disconnect(ours);
	isAlive = false;
	expect(await poll(trigger)).toEqual([]);
	isAlive = true;
	expect(await start(trigger)).toMatchObject([
		{ again: true, event: 'disconnected', nodeId: ours, severity: 'critical' },
	]);
});

test('a process that takes over is a start, and a publication is none [U17]', async () => {
	const { trigger, alert } = await alerted();
	expect(jsonOf(await trigger.start('leadershipChange'))).toEqual(again(alert));
	for (const mode of ['activate', 'update'] as const) {
		trigger.restart();
		expect(await trigger.activate(mode)).toBeNull();
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	}
});

describe('a start repeats nothing [U17]', () => {
	test('older than ten minutes, a week later neither', async () => {
		const { trigger, alert } = await alerted();
		expect(await start(trigger, 590)).toEqual(again(alert));
		// It counts from when it was last emitted: n8n may stop again before the workflow runs.
		expect(await start(trigger, 590)).toEqual(again(alert));
		expect(await start(trigger, 610)).toEqual([]);
		expect(await start(trigger)).toEqual([]);
		expect(await start(trigger, week)).toEqual([]);
	});

	test('that is over: a beginning whose alert has ended', async () => {
		const { trigger, alert } = await alerted();
		reconnect();
		const [end, ...more] = await start(trigger);
		expect(more).toEqual([]);
		expect(end).toMatchObject({ event: 'reconnected', alertId: alert.alertId });
		expect(end).not.toHaveProperty('again');
		expect(await start(trigger)).toEqual(again(end!));
	});

	test('that is over: an end whose alert has begun again', async () => {
		const { trigger } = await alerted();
		reconnect();
		expect(await poll(trigger)).toMatchObject([{ event: 'reconnected' }]);
		disconnect(ours);
		const [began, ...more] = await start(trigger);
		expect(more).toEqual([]);
		expect(began).toMatchObject({ event: 'disconnected' });
		expect(began).not.toHaveProperty('again');
	});

	test('where the option is off, and then the memory holds no items', async () => {
		const { trigger } = await alerted({ redeliver: false });
		expect(trigger.stored.cursor).not.toHaveProperty('last');
		expect(await start(trigger)).toEqual([]);
	});
});

test('what lasts comes again with what is new, and both with the next start [U17]', async () => {
	const { trigger, alert } = await alerted({ goodChecks: 2 });
	disconnect(other);
	reconnect();
	const [first, second, ...more] = await start(trigger);
	expect(more).toEqual([]);
	// One good check of two: the alert lasts.
	expect(first).toEqual(again(alert)[0]);
	expect(second).toMatchObject({ event: 'disconnected', nodeId: other });
	expect(await start(trigger)).toMatchObject([
		{ event: 'disconnected', nodeId: other, again: true },
		{ event: 'reconnected', nodeId: ours },
	]);
});

test('a source that cannot be read ends nothing, and comes again itself [U17]', async () => {
	const { trigger, alert } = await alerted();
	devnet.faults([{ host: 'node', status: 503 }]);
	const [first, unreachable, ...more] = await start(trigger);
	expect([first, ...more]).toEqual(again(alert));
	expect(unreachable).toMatchObject({ event: 'unreachable' });
	expect(await start(trigger)).toEqual(again(alert, unreachable!));
	devnet.faults([]);
	const items = await start(trigger);
	expect(items.map(({ event }) => event)).toEqual(['disconnected', 'reachable']);
});

test('a reminder and one item per check come again while a part of them lasts [U17]', async () => {
	const trigger = create({ digest: true, reminderHours: 1 });
	await trigger.activate();
	disconnect(ours, other);
	const [digest] = await poll(trigger);
	const items = digest!.items as IDataObject[];
	expect(items).toHaveLength(2);
	reconnect();
	const [repeated, ended, ...more] = await start(trigger);
	expect(more).toEqual([]);
	expect(repeated).toEqual({ again: true, ...digest, items: again(...items) });
	expect(ended).toMatchObject({ events: ['reconnected'] });
	clock.advance(60 * minute);
	const [reminder] = await poll(trigger);
	expect(reminder).toMatchObject({ events: ['reminder'] });
	expect(await start(trigger)).toMatchObject([{ again: true, eventId: reminder!.eventId }]);
});

test('parts of a digest that is too large to keep whole come again with their reminder [U14][U17]', async () => {
	const watched = devnet.world.primary
		.map(({ nodeID }) => nodeID)
		.filter((id) => id !== ownNodeId && devnet.world.nodes.get(id)!.connected)
		.slice(0, 12);
	const trigger = createTrigger({
		nodeIds: watched.join(),
		alertWhen: ['disconnected', 'unreachable'],
		options: { digest: true, reminderHours: 1 },
	});
	await trigger.activate();
	disconnect(...watched.slice(0, 4));
	await poll(trigger);
	clock.advance(60 * minute);
	const [digest] = await poll(trigger);
	const remindersOf = (item?: IDataObject) =>
		(item?.items as IDataObject[]).map(({ reminder }) => reminder);
	expect(remindersOf(digest)).toEqual([1, 1, 1, 1]);
	const [repeated] = await start(trigger);
	expect(repeated).toMatchObject({ again: true, reminder: 1 });
	// Without this, it was kept whole, and shows nothing.
	expect((repeated!.items as IDataObject[])[0]).not.toHaveProperty('validator');
	expect(remindersOf(repeated)).toEqual([1, 1, 1, 1]);
});

describe('validators that nobody named [U17]', () => {
	const all = { validatorsFrom: 'all', alertWhen: ['disconnected', 'left'] };
	const listMany = () => devnet.world.primary.slice(-30).map(({ nodeID }) => nodeID);

	test('many in one item come again until the last of them is back', async () => {
		const trigger = createTrigger(all);
		await trigger.activate();
		disconnect(...listMany());
		const [group] = await poll(trigger);
		const [last, ...others] = group!.nodeIds as [string, ...string[]];
		expect(others.length).toBeGreaterThan(20);
		devnet.world.reconnect({ nodeIDs: others });
		expect((await start(trigger))[0]).toEqual(again(group!)[0]);
		devnet.world.reconnect({ nodeIDs: [last] });
		expect(await start(trigger)).toMatchObject([
			{ event: 'reconnected', again: true },
			{ event: 'reconnected', nodeId: last },
		]);
	});

	test('one that left comes again while it is gone', async () => {
		const trigger = createTrigger(all);
		await trigger.activate();
		const [nodeID] = listMany() as [string];
		devnet.world.removeValidators({ on: 'primary', nodeIDs: [nodeID] });
		const [gone] = await poll(trigger);
		expect(gone).toMatchObject({ event: 'left', nodeId: nodeID });
		expect(await start(trigger)).toEqual(again(gone!));
		devnet.world.addValidators({ on: 'primary', nodeIDs: [nodeID] });
		expect(await start(trigger)).toMatchObject([{ event: 'joined', nodeId: nodeID }]);
	});
});

test('of every event of a state, what began comes again until it ends [U17]', async () => {
	const dice = throwDice(1, 'redelivery');
	for (const scene of listScenes(devnet).filter(({ isState, isStream }) => isState && !isStream)) {
		const trigger = createTrigger(scene.parameters);
		const named = (items: IDataObject[]) => [scene.name, ...namesIn(scene, items)];
		// Whatever happened to it in the scenes before.
		if (scene.listHappened().length % 2) await scene.happen(dice, 1);
		await trigger.activate();
		await scene.happen(dice, 1);
		const begun = await poll(trigger);
		expect(named(begun)).toEqual([scene.name, scene.listHappened().at(-1)]);
		expect(await start(trigger)).toEqual(again(...begun));
		await scene.happen(dice, 1);
		expect(named(await start(trigger))).toEqual([scene.name, scene.listHappened().at(-1)]);
	}
});

test('items that an older version left have no time beside them, and come again [U17]', async () => {
	const { trigger, alert } = await alerted();
	const { cursor } = trigger.stored as { cursor: IDataObject };
	expect(cursor.lastAt).toBe(cursor.at);
	const older = { ...trigger.stored, cursor: { ...cursor, lastAt: undefined } } as IDataObject;
	const updated = create({}, { staticData: older });
	expect(await start(updated)).toEqual(again(alert));
});

describe('with Heartbeat Item, an alert after which nothing was stored [U17]', () => {
	const heartbeat = { heartbeatItem: true, heartbeatMinutes: 10 };
	const alertsOf = (items: IDataObject[]) =>
		items.filter(({ event }) => event !== 'heartbeat' && event !== 'notWatched');

	test('comes again whatever its age, while it lasts', async () => {
		const { trigger, alert } = await alerted(heartbeat);
		expect(alertsOf(await start(trigger, week))).toEqual(again(alert));
		reconnect();
		expect(alertsOf(await start(trigger, week))).toMatchObject([{ event: 'reconnected' }]);
	});

	test('does not where a heartbeat shows that n8n went on', async () => {
		const { trigger } = await alerted(heartbeat);
		for (let i = 0; i < 10; i++) expect(alertsOf(await poll(trigger))).toEqual([]);
		expect(alertsOf(await start(trigger, week))).toEqual([]);
	});
});
