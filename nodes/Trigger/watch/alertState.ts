/** States of alerts that no reading produces. */
import type { AlertState, Subject } from './model';

/**
 * The state after a break in which nobody looked, or whose polls n8n lost: it stores a poll's state only with the next
 * item. An unconfirmed alert is dropped, and any other one is confirmed again.
 */
export function dropCount(state: AlertState): AlertState | undefined {
	if (state.phase === 'unconfirmed') return undefined;
	return { phase: 'confirmed', since: state.since, count: 0 };
}

/** For an alert that was bad when the watch began: confirmed without further polls. */
export const baselineState = (at: number): AlertState => ({
	phase: 'confirmed',
	since: at,
	count: 0,
});

/** A subject after a break, see {@link dropCount}. */
export function dropCounts(subject: Subject): Subject {
	const settled = Object.entries(subject.states)
		.map(([event, state]) => [event, dropCount(state)] as const)
		.filter((entry): entry is [string, AlertState] => entry[1] !== undefined);
	return { ...subject, states: Object.fromEntries(settled) };
}
