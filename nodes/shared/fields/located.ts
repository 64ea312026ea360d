/** What was entered into a field whose value is chosen from a list, or entered as an ID or a name. */
import { isRecord } from '../values/records';

/** What n8n stores for it; a name goes with a value that was chosen from a list. */
export interface Locator {
	__rl?: true;
	mode: string;
	value: unknown;
	cachedResultName?: string;
}

export const isLocator = (entered: unknown): entered is Locator =>
	isRecord(entered) && 'mode' in entered && 'value' in entered;

/** The value alone, also where an expression, an agent or a program gave no more than that. */
export const located = (entered: unknown): unknown =>
	isLocator(entered) ? entered.value : entered;
