/**
 * Whether n8n refuses to publish a workflow when this poll throws. n8n does not say so: its usual engine loads the
 * static data at an activation and keeps it. With durable cursors each poll has its own static data, and n8n calls
 * every poll but an activation an update, as it calls publishing again.
 */
import type { IPollFunctions } from 'n8n-workflow';

/** Static data that this n8n process has polled with. */
const used = new WeakSet<object>();
/** The triggers whose last poll was the first with its static data. */
const usedOnce = new Set<string>();
/** Of more triggers than one process runs; those that are gone leave nothing else behind. */
const mostUsedOnce = 10_000;

/** `scope` names the trigger. Asked once in each poll. */
export function isActivation(context: IPollFunctions, stored: object, scope: string): boolean {
	if (used.has(stored)) {
		usedOnce.delete(scope);
		return false;
	}
	const isLoaded = context.getActivationMode() !== 'update' || !usedOnce.has(scope);
	used.add(stored);
	usedOnce.delete(scope);
	usedOnce.add(scope);
	const [oldest] = usedOnce;
	if (usedOnce.size > mostUsedOnce) usedOnce.delete(oldest);
	return isLoaded;
}
