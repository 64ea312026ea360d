/** Which severities an end closes: those that this process told, or both if it cannot know. */
import type { IPollFunctions } from 'n8n-workflow';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import { noteTold, openTold } from '../../nodes/Trigger/watch/toldSeverities';

const settings = { payloads: ['alertmanager'] } as Partial<WatchSettings> as WatchSettings;
const contextOf = (id: string) =>
	({
		getMode: () => 'trigger',
		getWorkflow: () => ({ id }),
		getNode: () => ({ id: 'node' }),
	}) as Partial<Record<keyof IPollFunctions, unknown>> as unknown as IPollFunctions;

type Stored = Parameters<typeof openTold>[2];
const at = (place: string) => ({ cursor: { place } }) as unknown as Stored;

function poll(id: string, stored: Stored, left: string) {
	const close = openTold(contextOf(id), settings, stored);
	stored.cursor = at(left).cursor;
	return close();
}

test('what began here is known, with its later items [U46]', () => {
	noteTold(poll('a', at('0'), '1'), 'x', { event: 'disconnected', severity: 'warning' });
	noteTold(poll('a', at('1'), '2'), 'x', { event: 'grew', severity: 'critical' });
	expect([...poll('a', at('2'), '3').get('x')!]).toEqual(['warning', 'critical']);
});

test('nothing is known once another process polled in between [U46]', () => {
	noteTold(poll('b', at('0'), '1'), 'x', { event: 'disconnected', severity: 'warning' });
	expect(poll('b', at('2'), '3').get('x')).toBeUndefined();
});

test('an alert that began elsewhere, or comes again after a restart, stays unknown [U46]', () => {
	const told = poll('c', at('0'), '1');
	noteTold(told, 'x', { event: 'grew', severity: 'critical' });
	noteTold(told, 'y', { event: 'disconnected', severity: 'warning', again: true });
	expect(told.size).toBe(0);
});
