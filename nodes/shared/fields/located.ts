/** The value of a field that is chosen from a list, or entered as an ID or a name. */
import { isRecord } from '../values/records';

/** The form that n8n stores. A value chosen from a list comes with its name. */
interface Locator {
	__rl?: true;
	mode: string;
	value: unknown;
	cachedResultName?: string;
}

export const isLocator = (entered: unknown): entered is Locator =>
	isRecord(entered) && 'mode' in entered && 'value' in entered;

/** The plain value. Expressions, agents and programs may give only that. */
export const located = (entered: unknown): unknown =>
	isLocator(entered) ? entered.value : entered;
