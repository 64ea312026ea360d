/** States of alerts that no reading makes. */
import type { AlertState, Subject } from './model';

/**
 * A state without its unconfirmed count, after a break in which nobody looked (or n8n lost what was seen, since it
 * stores a poll's state only with the next item).
 */
export function dropCount(state: AlertState): AlertState | undefined {
	if (state.phase === 'unconfirmed') return undefined;
	return { phase: 'confirmed', since: state.since, count: 0 };
}

/** What was bad already when the watch began, without waiting for more polls. */
export const baselineState = (at: number): AlertState => ({
	phase: 'confirmed',
	since: at,
	count: 0,
});

/** A subject after such a break. */
export function dropCounts(subject: Subject): Subject {
	const settled = Object.entries(subject.states)
		.map(([event, state]) => [event, dropCount(state)] as const)
		.filter((entry): entry is [string, AlertState] => entry[1] !== undefined);
	return { ...subject, states: Object.fromEntries(settled) };
}
