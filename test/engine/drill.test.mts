/** The drill: one marked alert through the published workflow for each change of a text. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { createTrigger, disconnect, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
type Trigger = ReturnType<typeof createTrigger>;
async function poll(trigger: Trigger): Promise<IDataObject[]> {
	clock.advance(60);
	return jsonOf(await trigger.poll());
}
const alertWhen = ['disconnected', 'unreachable'];
const create = (drill: string, options: INodeParameters = {}, more = {}) =>
	createTrigger({ alertWhen, options: { drill, ...options } }, more);

describe.each([false, true])('durable cursors: %s', (durable) => {
	test('it comes once for each change of the text, marked, beside the real alerts [U43]', async () => {
		const trigger = create('first', { names: `${ours} = Frankfurt-1` }, { durable });
		const [drill, ...more] = jsonOf(await trigger.activate());
		expect(more).toEqual([]);
		expect(Object.entries(drill!)[0]).toEqual(['drill', true]);
		expect(drill).toMatchObject({
			event: 'disconnected',
			severity: 'drill',
			nodeId: ours,
			title: '[DRILL] Frankfurt-1: no connection',
			message: expect.stringMatching(/^\[DRILL\] Frankfurt-1 /),
			alertId: expect.stringMatching(/^drill-/),
			eventId: expect.stringMatching(/^drill-/),
		});
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		trigger.restart();
		expect(await poll(trigger)).toEqual([]);
		disconnect(ours);
		const [real] = await poll(trigger);
		expect(real).toMatchObject({ event: 'disconnected', severity: 'critical' });
		expect(real).not.toHaveProperty('drill');
		const changed = create('second', {}, { durable, staticData: trigger.stored });
		const [again] = jsonOf(await changed.activate());
		expect(again!.eventId).toMatch(/^drill-/);
		expect(again!.eventId).not.toBe(drill!.eventId);
		expect(await poll(changed)).toEqual([]);
	});
});

test('quiet hours and a silence do not hold it, and a digest wraps it [U43]', async () => {
	const quiet = { quietFrom: '00:00', quietTo: '23:59', quietCritical: true };
	const trigger = create('now', { ...quiet, digest: true, silences: 'all, all, 2099-01-01, x' });
	const [digest, ...more] = jsonOf(await trigger.activate());
	expect(more).toEqual([]);
	expect(digest).toMatchObject({
		drill: true,
		event: 'digest',
		severity: 'drill',
		title: expect.stringMatching(/^\[DRILL\] NodeID-/),
		items: [{ drill: true, event: 'disconnected', severity: 'drill' }],
	});
});

test('a redelivery does not repeat it, and a test run does not send it [U43]', async () => {
	const trigger = create('once', { redeliver: true });
	expect(jsonOf(await trigger.activate())).toHaveLength(1);
	trigger.restart();
	expect(await poll(trigger)).toEqual([]);
	const { items } = await create('never').testRun();
	expect(jsonOf(items)[0]).not.toHaveProperty('drill');
});

test('off by default, and a switch is refused [U43]', async () => {
	expect(await createTrigger({ alertWhen }).activate()).toBeNull();
	const error = await createTrigger({ options: { drill: true } as INodeParameters })
		.activate()
		.catch((thrown: Error) => thrown);
	expect(saidBy(error as Error)).toContain('Drill must be a word or a date');
});
