/** One incident in PagerDuty while the queried node is the likely cause of many Downs, and one each after that. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ownNodeId } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });
const listOthers = (count: number) =>
	devnet.world.primary
		.map(({ nodeID }) => nodeID)
		.filter((nodeID) => nodeID !== ownNodeId)
		.slice(0, count);

/** What PagerDuty has open, by its keys, as it takes these events. */
class PagerDuty {
	readonly open = new Map<string, string>();
	/** How many incidents were ever opened. */
	opened = 0;
	take(items: IDataObject[]): void {
		for (const item of items)
			for (const event of (item.pagerDuty as IDataObject[] | undefined) ?? []) {
				const key = event.dedup_key as string;
				const { summary } = (event.payload ?? {}) as { summary: string };
				if (event.event_action === 'resolve') this.open.delete(key);
				else if (!this.open.has(key)) {
					this.open.set(key, summary);
					this.opened++;
				}
			}
	}
	get summaries(): string[] {
		return [...this.open.values()].sort();
	}
}

function watch(nodeIds: string[], options: INodeParameters = {}, parameters: INodeParameters = {}) {
	const all = { payloads: ['pagerDuty'], failedChecks: 1, goodChecks: 1, ...options };
	const trigger = createTrigger({ nodeIds: nodeIds.join(), options: all, ...parameters });
	const service = new PagerDuty();
	const poll = async (seconds = 60): Promise<IDataObject[]> => {
		clock.advance(seconds);
		const items = jsonOf(await trigger.poll());
		service.take(items);
		return items;
	};
	/** n8n stops, and polls when it starts again. */
	const startN8n = async (): Promise<IDataObject[]> => {
		clock.advance(60);
		const items = jsonOf(await trigger.start());
		service.take(items);
		return items;
	};
	return { trigger, poll, startN8n, service };
}

test('many Downs of a node in doubt are one incident, which ends with them [U46][U12]', async () => {
	const all = listOthers(8);
	const { trigger, poll, service } = watch(all, { reminderHours: 1 });
	await trigger.activate();
	disconnect(...listOthers(60));
	const [item] = await poll();
	expect(item).toMatchObject({
		suspect: 'watchingNode',
		suspectAlertId: item!.alertId,
		suspectState: 'lasts',
	});
	expect(item!.pagerDuty).toMatchObject([
		{ event_action: 'trigger', payload: { custom_details: { suspect: 'watchingNode' } } },
	]);
	// A reminder is about the same incident.
	expect(await poll(3600)).toHaveLength(1);
	expect(service.open.size).toBe(1);
	reconnect(...listOthers(60));
	const [end] = await poll();
	expect(end).toMatchObject({ event: 'reconnected', suspectState: 'over' });
	expect(service.open.size).toBe(0);
	expect(service.opened).toBe(1);
});

test('who stays down when the node is well again gets an incident, and only who does [U46][U12]', async () => {
	const all = listOthers(8);
	const { trigger, poll, service } = watch(all, { names: `${all[0]} = Frankfurt-1` });
	await trigger.activate();
	disconnect(...listOthers(60));
	await poll();
	expect(service.summaries).toEqual([expect.stringMatching(/^8 of 8 watched validators/)]);
	reconnect(...listOthers(60).slice(1));
	const items = await poll();
	expect(items.map(({ event }) => event).sort()).toEqual(['reconnected', 'reminder']);
	expect(service.summaries).toEqual([expect.stringMatching(/^Frankfurt-1: no connection/)]);
	reconnect(all[0]!);
	await poll();
	expect(service.summaries).toEqual([]);
});

test('who is down for itself is told also where nobody of the others was watched [U46][U12]', async () => {
	const { trigger, poll, service } = watch([ours, other!]);
	await trigger.activate();
	disconnect(...listOthers(60));
	await poll();
	expect(service.open.size).toBe(1);
	expect(await poll()).toEqual([]);
	// The node sees the network again, and both of ours are still down.
	reconnect(...listOthers(60).filter((nodeID) => ![ours, other].includes(nodeID)));
	const items = await poll();
	expect(items.map(({ event }) => event)).toEqual(['reminder', 'reminder']);
	expect(service.open.size).toBe(2);
	expect(await poll()).toEqual([]);
	reconnect(ours, other!);
	await poll();
	expect(service.summaries).toEqual([]);
});

test('nobody gets an incident while he comes back, check by check [U46][U12]', async () => {
	const all = listOthers(8);
	const { trigger, poll, service } = watch(all, { goodChecks: 3 });
	await trigger.activate();
	disconnect(...listOthers(60));
	await poll();
	for (let i = 0; i < 4; i++) {
		reconnect(...listOthers(60).slice(0, 4 + 4 * i));
		await poll();
	}
	reconnect(...listOthers(60));
	for (let i = 0; i < 4; i++) await poll();
	expect(service.summaries).toEqual([]);
	expect(service.opened).toBe(1);
});

test('who goes down later for itself has an incident of its own meanwhile [U46]', async () => {
	const all = listOthers(20);
	const { trigger, poll, service } = watch(all);
	await trigger.activate();
	disconnect(...all.slice(0, 12), ...listOthers(60).slice(20));
	await poll();
	expect(service.open.size).toBe(1);
	const [blamed] = service.open.keys();
	reconnect(...all.slice(0, 12), ...listOthers(60).slice(20));
	disconnect(all[19]!);
	await poll();
	expect(service.open.size).toBe(1);
	expect(service.open.has(blamed!)).toBe(false);
});

/** Without Reward at Risk, which the same uptime brings about. */
const ofUptime = { alertWhen: ['disconnected', 'belowThreshold'] };

test('a low uptime that outlasts a Down meanwhile is of that incident, and has its own after it [U46][U12]', async () => {
	const all = listOthers(8);
	const names = `${all[0]} = Frankfurt-1`;
	const { trigger, poll, service } = watch(all, { names }, ofUptime);
	await trigger.activate();
	disconnect(...listOthers(60));
	const [down] = await poll();
	devnet.world.setUptime({ nodeIDs: [all[0]!], percentage: 40 });
	reconnect(all[0]!);
	const [low, up] = await poll();
	expect(up).toMatchObject({ event: 'reconnected', nodeId: all[0] });
	expect(low).toMatchObject({
		event: 'belowThreshold',
		suspect: 'watchingNode',
		suspectAlertId: down!.alertId,
		suspectState: 'lasts',
		message: expect.stringContaining('Check the node of your credential first'),
	});
	expect([...service.open.keys()]).toEqual([down!.alertId]);
	reconnect(...listOthers(60));
	const after = await poll();
	expect(after.map(({ event }) => event).sort()).toEqual(['reconnected', 'reminder']);
	expect(service.summaries).toEqual([expect.stringMatching(/^Frankfurt-1: uptime 40 %/)]);
	devnet.world.setUptime({ nodeIDs: [all[0]!], percentage: 99 });
	await poll();
	expect(service.summaries).toEqual([]);
	expect(service.opened).toBe(2);
});

test('a low uptime from before the node was in doubt keeps its own incident [U46]', async () => {
	const all = listOthers(8);
	const { trigger, poll, service } = watch(all, { reminderHours: 1 }, ofUptime);
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [all[0]!], percentage: 40 });
	const [low] = await poll();
	disconnect(...listOthers(60).slice(1));
	await poll();
	expect(service.open.size).toBe(2);
	const items = await poll(3600);
	const reminder = items.find(({ alertId }) => alertId === low!.alertId);
	expect(reminder).not.toHaveProperty('suspectState');
	reconnect(...listOthers(60));
	await poll();
	expect([...service.open.keys()]).toEqual([low!.alertId]);
});

test('what blames the node for many is one incident, until the last of them is well [U46][U12]', async () => {
	const all = listOthers(8);
	const { trigger, poll, service } = watch(all);
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: all, percentage: 40 });
	const [item] = await poll();
	expect(item).toMatchObject({ event: 'belowThreshold', suspect: 'watchingNode' });
	expect(service.summaries).toEqual([
		'8 of 8 watched validators are at risk of losing their reward',
		'8 of 8 watched validators have an uptime below the threshold',
	]);
	devnet.world.setUptime({ nodeIDs: all.slice(1), percentage: 99 });
	await poll();
	expect(service.open.size).toBe(2);
	devnet.world.setUptime({ nodeIDs: all, percentage: 99 });
	await poll();
	expect(service.open.size).toBe(0);
	expect(service.opened).toBe(2);
});

test('if all of them leave the list, it ends with the item that says so [U46]', async () => {
	const all = listOthers(8);
	const { trigger, poll, service } = watch(all);
	await trigger.activate();
	disconnect(...listOthers(60));
	const [down] = await poll();
	const blamed = down!.suspectAlertId as string;
	expect([...service.open.keys()]).toEqual([blamed]);
	reconnect(...listOthers(60).slice(8));
	devnet.world.removeValidators({ on: 'primary', nodeIDs: all });
	const items = await poll();
	expect(items.map(({ event }) => event)).toEqual(['left']);
	expect(service.open.has(blamed)).toBe(false);
	expect(service.summaries.filter((summary) => /no connection/.test(summary))).toEqual([]);
});

test('it lasts across restarts of n8n, and an item that comes again opens nothing that is over [U46][U17]', async () => {
	const all = listOthers(8);
	const { trigger, poll, startN8n, service } = watch(all);
	await trigger.activate();
	disconnect(...listOthers(60));
	await poll();
	const again = await startN8n();
	expect(again).toMatchObject([{ again: true, suspectState: 'lasts' }]);
	expect(service.opened).toBe(1);
	reconnect(...listOthers(60).slice(1));
	const [first, ...more] = await startN8n();
	expect(first).toMatchObject({ again: true, event: 'disconnected' });
	expect(first).not.toHaveProperty('suspectState');
	expect(more.map(({ event }) => event).sort()).toEqual(['reconnected', 'reminder']);
	expect(service.summaries).toEqual([expect.stringMatching(/no connection/)]);
	reconnect(all[0]!);
	await startN8n();
	expect(service.summaries).toEqual([]);
});

test('one item per check has it, too [U46]', async () => {
	const { trigger, poll, service } = watch(listOthers(8), { digest: true });
	await trigger.activate();
	disconnect(...listOthers(60));
	await poll();
	expect(service.open.size).toBe(1);
	reconnect(...listOthers(60).slice(1));
	await poll();
	expect(service.open.size).toBe(1);
	reconnect(...listOthers(60));
	await poll();
	expect(service.open.size).toBe(0);
});

test('without the ends of alerts, or where the node is never blamed, each has an incident [U46]', async () => {
	for (const options of [{ reportRecovery: false }, { watcherProblemShare: 100 }]) {
		const { trigger, poll, service } = watch(listOthers(8), options);
		await trigger.activate();
		disconnect(...listOthers(60));
		await poll();
		expect(service.open.size).toBe(8);
		reconnect(...listOthers(60));
		await poll();
	}
});

test('without PagerDuty, items say nothing of an incident [U46]', async () => {
	const { trigger, poll } = watch(listOthers(8), { payloads: ['alertmanager'] });
	await trigger.activate();
	disconnect(...listOthers(60));
	const [item] = await poll();
	expect(item).not.toHaveProperty('suspectState');
	expect(item!.alertmanager).toHaveLength(8);
});

test('the test events Many Together and Many Recover open and resolve one incident [U46]', async () => {
	const service = new PagerDuty();
	const show = async (testEvent: string) => {
		const options = { payloads: ['pagerDuty'], testEvent };
		const { items } = await createTrigger({ nodeIds: listOthers(8).join(), options }).testRun();
		service.take(jsonOf(items));
	};
	await show('many');
	expect(service.open.size).toBe(1);
	await show('manyEnded');
	expect(service.open.size).toBe(0);
});

describe('with One for Each Item, those that share an item are one incident [U46]', () => {
	const eleven = () => listOthers(11);
	let [fra1, fra2, fra3, zurich] = ['', '', '', ''];
	let groups = '';
	beforeEach(() => {
		[fra1, fra2, fra3, zurich] = listOthers(4) as [string, string, string, string];
		groups = `${fra1} = fra-1 [fra]\n${fra2} = fra-2 [fra]\n${fra3} = fra-3 [fra]\n${zurich} = Zurich-1`;
	});
	const byItem = (nodeIds: string[], options: INodeParameters = {}) =>
		watch(nodeIds, { pagerDutyIncidents: 'item', ...options });

	test('many that a healthy node sees, until the last of them is well again', async () => {
		const { trigger, poll, service } = byItem(eleven());
		await trigger.activate();
		disconnect(...eleven());
		const [item] = await poll();
		expect(item).not.toHaveProperty('suspectState');
		expect(service.summaries).toEqual([expect.stringMatching(/^11 of 11 watched validators/)]);
		reconnect(...eleven().slice(1));
		await poll();
		expect(service.open.size).toBe(1);
		reconnect(eleven()[0]!);
		await poll();
		expect(service.open.size).toBe(0);
		expect(service.opened).toBe(1);
	});

	test('a group, and who goes down later has one of his own', async () => {
		const { trigger, poll, service } = byItem([fra1, fra2, fra3, zurich], {
			names: groups,
			reminderHours: 1,
		});
		await trigger.activate();
		disconnect(fra1, fra2);
		await poll();
		expect(service.summaries).toEqual([expect.stringMatching(/^fra: 2 of 3 watched/)]);
		disconnect(fra3);
		await poll();
		expect(service.summaries).toEqual([
			expect.stringMatching(/^fra-3/),
			expect.stringMatching(/^fra: 2 of 3 watched/),
		]);
		// A reminder of all three opens nothing, and hides nobody.
		await poll(3600);
		expect(service.opened).toBe(2);
		reconnect(fra1, fra2);
		await poll();
		expect(service.summaries).toEqual([expect.stringMatching(/^fra-3/)]);
		// Who was in it and goes down again is not in it any more.
		disconnect(fra1);
		reconnect(fra3);
		await poll();
		expect(service.summaries).toEqual([expect.stringMatching(/^fra-1/)]);
		reconnect(fra1);
		await poll();
		expect(service.open.size).toBe(0);
	});

	test('a second outage of the same validators, while the first lasts, is another one', async () => {
		const all = listOthers(30);
		const { trigger, poll, service } = byItem(all, { watcherProblemShare: 99 });
		await trigger.activate();
		disconnect(...all.slice(0, 11));
		await poll();
		await poll(1200);
		disconnect(...all.slice(11, 22));
		await poll();
		expect(service.open.size).toBe(2);
		reconnect(...all.slice(0, 11));
		await poll();
		expect(service.open.size).toBe(1);
		reconnect(...all);
		await poll();
		expect(service.open.size).toBe(0);
	});

	test('two of one check, while another lasts, end one by one [U44]', async () => {
		const all = listOthers(40);
		const [lasting, heard, alone] = [all.slice(0, 11), all.slice(11, 22), all.slice(22, 33)];
		const furtherObservers = `zurich = ${devnet.url}/observers/zurich`;
		const { trigger, poll, service } = byItem(all, { watcherProblemShare: 99, furtherObservers });
		await trigger.activate();
		disconnect(...lasting);
		await poll();
		await poll(1200);
		const isListed = ({ nodeID }: IDataObject) => !alone.includes(nodeID as string);
		devnet.faults([
			{
				path: '/observers/zurich/ext/bc/P',
				change: (reply) => {
					const { result } = reply.json as { result: { validators: IDataObject[] } };
					return { ...reply, json: { result: { validators: result.validators.filter(isListed) } } };
				},
			},
		]);
		disconnect(...heard, ...alone);
		expect(await poll()).toMatchObject([{ validatorCount: 11 }, { validatorCount: 11 }]);
		expect(service.open.size).toBe(3);
		reconnect(...heard);
		await poll();
		expect(service.open.size).toBe(2);
		reconnect(...alone);
		await poll();
		expect(service.open.size).toBe(1);
		reconnect(...lasting);
		await poll();
		expect(service.open.size).toBe(0);
	});

	test('it lasts across restarts of n8n, and an end that came again ends it', async () => {
		const { trigger, poll, startN8n, service } = byItem([fra1, fra2, zurich], { names: groups });
		await trigger.activate();
		disconnect(fra1, fra2);
		// n8n stopped before the workflow ran with the item.
		clock.advance(60);
		await trigger.poll();
		expect(await startN8n()).toMatchObject([{ again: true, event: 'disconnected' }]);
		expect(service.summaries).toEqual([expect.stringMatching(/^fra: 2 of 2 watched/)]);
		reconnect(fra1);
		await poll();
		await startN8n();
		expect(service.open.size).toBe(1);
		reconnect(fra2);
		clock.advance(60);
		await trigger.poll();
		expect(service.open.size).toBe(1);
		expect(await startN8n()).toMatchObject([{ again: true, event: 'reconnected' }]);
		expect(service.open.size).toBe(0);
	});

	test('one whose last validators leave ends with the item that says so', async () => {
		const { trigger, poll, service } = byItem([fra1, fra2, zurich], { names: groups });
		await trigger.activate();
		disconnect(fra1, fra2);
		await poll();
		expect(service.open.size).toBe(1);
		devnet.world.removeValidators({ on: 'primary', nodeIDs: [fra1, fra2] });
		await poll();
		expect(service.summaries.filter((summary) => /no connection/.test(summary))).toEqual([]);
	});

	test('one item per check has it, too', async () => {
		const { trigger, poll, service } = byItem([fra1, fra2, zurich], {
			names: groups,
			digest: true,
		});
		await trigger.activate();
		disconnect(fra1, fra2, zurich);
		await poll();
		expect(service.open.size).toBe(2);
		reconnect(fra1, zurich);
		await poll();
		expect(service.summaries).toEqual([expect.stringMatching(/^fra: 2 of 2 watched/)]);
		reconnect(fra2);
		await poll();
		expect(service.open.size).toBe(0);
	});

	test('what is open ends also after the option is taken out', async () => {
		const { trigger, poll, service } = byItem([fra1, fra2, zurich], { names: groups });
		await trigger.activate();
		disconnect(fra1, fra2);
		await poll();
		const options = { payloads: ['pagerDuty'], failedChecks: 1, goodChecks: 1, names: groups };
		const nodeIds = [fra1, fra2, zurich].join();
		const later = createTrigger({ nodeIds, options }, { staticData: trigger.stored });
		reconnect(fra1, fra2);
		clock.advance(60);
		service.take(jsonOf(await later.poll()));
		expect(service.open.size).toBe(0);
	});

	test('while the node is in doubt, its incident stands for all', async () => {
		const all = listOthers(8);
		const { trigger, poll, service } = byItem(all);
		await trigger.activate();
		disconnect(...listOthers(60));
		await poll();
		expect(service.open.size).toBe(1);
		reconnect(...listOthers(60));
		await poll();
		expect(service.open.size).toBe(0);
	});

	test('without PagerDuty it is refused, and without the ends each has an incident', async () => {
		const options = { pagerDutyIncidents: 'item' };
		const { error } = await createTrigger({ nodeIds: fra1, options }).testRun();
		expect(saidBy(error)).toContain(
			'PagerDuty Incidents is One for Each Item, and PagerDuty is not chosen',
		);
		const { trigger, poll, service } = byItem([fra1, fra2], {
			names: groups,
			reportRecovery: false,
		});
		await trigger.activate();
		disconnect(fra1, fra2);
		await poll();
		expect(service.open.size).toBe(2);
	});

	test('the test events Many Together and Many Recover open and resolve one incident', async () => {
		const service = new PagerDuty();
		const show = async (testEvent: string) => {
			const options = {
				payloads: ['pagerDuty'],
				pagerDutyIncidents: 'item',
				names: groups,
				testEvent,
			};
			const nodeIds = [fra1, fra2, zurich].join();
			const { items } = await createTrigger({ nodeIds, options }).testRun();
			service.take(jsonOf(items));
		};
		await show('many');
		expect([...service.open.keys()]).toEqual(
			[...service.open.keys()].map(() => expect.stringMatching(/^test-/)),
		);
		expect(service.open.size).toBeGreaterThan(0);
		await show('manyEnded');
		expect(service.open.size).toBe(0);
	});
});
