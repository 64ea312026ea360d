/** What a watch tells of itself, as on-call services take it: a warning that ends, or one about the past. */
import { pingsEvent } from '../heartbeat/pings';
import type { Alert } from './model';

export interface OwnAlert extends Pick<Alert, 'event' | 'option'> {
	words: Pick<Alert['words'], 'always' | 'byBudget'>;
	/** It was over when it was told, so no item ends it. */
	isPast?: true;
}

const always = { always: 'warning' } as const;

/** Each is named as its section of docs/trigger/alerts.md. */
export const observersChanged: OwnAlert = {
	event: 'observersChanged',
	option: { name: 'Further observers', description: 'An observer has no vote' },
	words: always,
};

const notWatched: OwnAlert = {
	event: 'notWatched',
	option: { name: 'Heartbeat', description: 'Nobody looked for a while' },
	words: always,
	isPast: true,
};

const pingsChanged: OwnAlert = {
	event: pingsEvent,
	option: { name: 'Heartbeat', description: 'The heartbeat receiver takes no ping' },
	words: always,
};

export const ownAlerts = [observersChanged, notWatched, pingsChanged];
