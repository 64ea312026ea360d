/**
 * Finds out if n8n refuses to publish a workflow when this poll throws. n8n does not say so: its usual engine loads the
 * static data at an activation and keeps it. With durable cursors, each poll has its own static data, and n8n calls
 * every poll except an activation "update". It calls publishing again "update", too.
 */
import type { IPollFunctions } from 'n8n-workflow';

/** Static data that this process has polled with. */
const used = new WeakSet<object>();
/** Triggers whose last poll was the first one with its static data. */
const usedOnce = new Set<string>();
/** More triggers than one process runs. The limit only clears triggers that are gone. */
const mostUsedOnce = 10_000;

const seemsActivated = (context: IPollFunctions, stored: object, scope: string): boolean =>
	!used.has(stored) && (context.getActivationMode() !== 'update' || !usedOnce.has(scope));

/** n8n's activations without a user: it starts, or another process takes over. */
const byItself = ['init', 'leadershipChange'];

/** True for a test run, and for an activation by a user, who can mend the settings. */
export const isTriedByUser = (context: IPollFunctions, stored: object, scope: string): boolean =>
	context.getMode() === 'manual' ||
	(!byItself.includes(context.getActivationMode()) && seemsActivated(context, stored, scope));

/** `scope` names the trigger. Call it only once in each poll. */
export function isActivation(context: IPollFunctions, stored: object, scope: string): boolean {
	if (used.has(stored)) {
		usedOnce.delete(scope);
		return false;
	}
	const isLoaded = seemsActivated(context, stored, scope);
	used.add(stored);
	usedOnce.delete(scope);
	usedOnce.add(scope);
	const [oldest] = usedOnce;
	if (usedOnce.size > mostUsedOnce) usedOnce.delete(oldest);
	return isLoaded;
}
