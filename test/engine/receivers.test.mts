/** What the mock network's receivers, as strict as PagerDuty and Alertmanager, make of the payloads of a published watch. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PageState } from '../../devnet/page.mts';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { useTrigger } from '../support/useEngine.mts';

const devnet = useFreshDevnet({ validators: 20, rewards: 0 });
const create = useTrigger(devnet);
const routing_key = 'x'.repeat(32);

const send = async (receiver: string, body: unknown) => {
	const url = `${devnet.url}/receivers/${receiver}`;
	const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
	return status;
};
const readState = async () =>
	(await (await fetch(`${devnet.url}/control/state`)).json()) as PageState;

test('they take an alert of one and of several, and what ends each', async () => {
	const trigger = create({
		event: 'validatorDown',
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.map((nodeId, i) => `${nodeId} = Ours-${i} [fra]`).join('\n'),
		alertWhen: ['disconnected'],
		options: {
			failedChecks: 1,
			goodChecks: 1,
			payloads: ['pagerDuty', 'alertmanager'],
			watcherProblemShare: 100,
		},
	});
	await trigger.activate();
	for (const nodeIDs of [ourNodeIds.slice(0, 1), ourNodeIds.slice(1)])
		for (const [change, state] of [
			['disconnect', 'open'],
			['reconnect', 'ended'],
		] as const) {
			devnet.world[change]({ nodeIDs });
			for (const { json } of (await trigger.poll())!) {
				for (const event of json.pagerDuty as object[])
					expect(await send('pagerduty', { routing_key, ...event })).toBe(202);
				expect(await send('alertmanager', json.alertmanager)).toBe(200);
			}
			// A watch counts whole seconds, so an alert can end at the next one.
			if (state === 'ended') await wait(1000);
			const { incidents, refusals } = await readState();
			expect(refusals).toEqual([]);
			const newest = incidents.slice(0, 2 * nodeIDs.length);
			expect(newest.map((each) => each.service).sort()).toEqual([
				...nodeIDs.map(() => 'Alertmanager'),
				...nodeIDs.map(() => 'PagerDuty'),
			]);

			expect(new Set(newest.map((each) => each.state))).toEqual(new Set([state]));
		}
});
