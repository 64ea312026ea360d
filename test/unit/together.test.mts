/** Severity by Budget: all that fail alike are one set, however many ask for it. */
import { disconnected } from '../../nodes/Trigger/watch/conditions/disconnected';
import type { Advanced } from '../../nodes/Trigger/watch/machine';
import type { Alert, WatchSettings } from '../../nodes/Trigger/watch/model';
import { listFailing } from '../../nodes/Trigger/watch/together';

const settings = { severityByBudget: true } as Partial<WatchSettings> as WatchSettings;

test('of many that are down, no notice makes a set of its own [U62]', () => {
	const alert = disconnected as Alert;
	const state = { phase: 'confirmed', since: 0 };
	const advanced = Array.from({ length: 1_200 }, (_, i) => ({
		key: `NodeID-${i}`,
		subject: { states: { [alert.event]: state }, reported: {} },
		moves: [],
	})) as unknown as Advanced[];
	const failing = listFailing(advanced, settings, 0);
	for (const turned of ['began', 'ended'] as const) {
		const sets = new Set(advanced.map(({ key }) => failing({ alert, key, turned })));
		expect([...sets].map((set) => set?.size)).toEqual([1_200]);
	}
});
