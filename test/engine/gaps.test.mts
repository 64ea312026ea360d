/** A time in which nobody looked, or could see: what is found after it may have begun, or ended, earlier. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T14:00:00Z');
const minute = 60;
type Trigger = ReturnType<typeof createTrigger>;
const timezone = { settings: { timezone: 'UTC' } };
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });

async function poll(trigger: Trigger, minutes = 1): Promise<IDataObject[]> {
	clock.advance(minutes * minute);
	return jsonOf(await trigger.poll());
}
async function pollOften(trigger: Trigger, polls: number): Promise<void> {
	for (let i = 0; i < polls; i++) await poll(trigger);
}
async function publish(parameters: INodeParameters = {}, durable = false) {
	const trigger = createTrigger(parameters, { ...timezone, durable });
	await trigger.activate();
	await pollOften(trigger, 2);
	return trigger;
}
const messageOf = (items: IDataObject[], event: string): string =>
	String(items.find((item) => item.event === event)?.message);

describe.each([false, true])('an outage after a gap, durable cursors: %s [U32]', (durable) => {
	test('may have begun earlier, and says so until it is over', async () => {
		const trigger = await publish({ options: { reminderHours: 1 } }, durable);
		disconnect(ours);
		const [item] = await poll(trigger, 30);
		expect(item!.message).toMatch(/: no connection since \d\d:\d\d UTC or earlier\. /);
		// What it was is known as of the last poll.
		expect(item).toMatchObject({ event: 'disconnected', previousState: 'connected' });
		const reminders: IDataObject[] = [];
		for (let i = 0; i < 62; i++) reminders.push(...(await poll(trigger)));
		expect(messageOf(reminders, 'reminder')).toMatch(/since \d\d:\d\d UTC or earlier\. /);
		reconnect(ours);
		expect(messageOf(await poll(trigger), 'reconnected')).toMatch(
			/again since \d\d:\d\d UTC, after 1 h \d min or more\./,
		);
		// Nothing of it stays.
		disconnect(ours);
		expect(messageOf(await poll(trigger), 'disconnected')).not.toContain('or earlier');
	});

	test('may have ended earlier', async () => {
		const trigger = await publish({}, durable);
		disconnect(ours);
		expect(messageOf(await poll(trigger), 'disconnected')).not.toContain('or earlier');
		reconnect(ours);
		expect(messageOf(await poll(trigger, 120), 'reconnected')).toMatch(
			/again since \d\d:\d\d UTC or earlier, after 2 h( \d min)? or less\./,
		);
	});

	test('may have done both', async () => {
		const trigger = await publish({}, durable);
		disconnect(ours);
		await poll(trigger, 30);
		await pollOften(trigger, 2);
		reconnect(ours);
		expect(messageOf(await poll(trigger, 120), 'reconnected')).toMatch(
			/ or earlier, after about 2 h/,
		);
	});
});

test('with more checks before an alert, its first one counts [U32]', async () => {
	const trigger = await publish({ options: { failedChecks: 3, goodChecks: 2 } });
	disconnect(ours);
	expect(await poll(trigger, 30)).toEqual([]);
	expect(await poll(trigger)).toEqual([]);
	const told = [...(await poll(trigger)), ...(await poll(trigger))];
	expect(messageOf(told, 'disconnected')).toContain(' or earlier. ');
});

test('a node that could not be read for long is a gap for its validators, and a short one is none [U32]', async () => {
	for (const [polls, isGap] of [
		[2, false],
		[12, true],
	] as const) {
		const trigger = await publish();
		devnet.faults([{ host: 'node', status: 503 }]);
		const failed = await poll(trigger);
		expect(messageOf(failed, 'unreachable')).not.toContain('or earlier');
		await pollOften(trigger, polls - 1);
		disconnect(ours);
		devnet.faults([]);
		const told = await poll(trigger);
		expect(messageOf(told, 'disconnected').includes(' or earlier. ')).toBe(isGap);
		expect(messageOf(told, 'reachable')).not.toContain('or earlier');
		reconnect(ours);
	}
});

test('so does the source itself, and who joins [U32]', async () => {
	const trigger = await publish({ ...onL1, validatorsFrom: 'all' });
	devnet.world.addValidators({ on: 'l1', nodeIDs: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'] });
	expect(messageOf(await poll(trigger, 30), 'joined')).toContain(' UTC or earlier.');
	devnet.faults([{ host: 'node', status: 503 }]);
	expect(messageOf(await poll(trigger, 600), 'unreachable')).toContain(' UTC or earlier. ');
});

test('several of one group, too [U32]', async () => {
	const trigger = await publish({
		options: { names: `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]` },
	});
	disconnect(ours, other);
	const [item] = await poll(trigger, 30);
	expect(item!.message).toMatch(/have no connection since \d\d:\d\d UTC or earlier\. They are/);
});
