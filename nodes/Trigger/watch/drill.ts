/** A drill: each time its text changes, one marked alert goes through the published workflow. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../feeds/identity';
import { Lately } from '../../feeds/lately';
import type { WatchSettings } from './model';
import type { Reading } from './readings';
import { renderDigest } from './digest';
import { makeAlert } from './samples';
import { dayMs } from '../../shared/values/timeUnits';

/** Stored beside the cursor. */
export interface WithDrill {
	/** Mark of the text of the last drill. */
	drill?: string;
}

const markLength = 8;
const mark = '[DRILL] ';

/** Last drills of this process, by trigger: n8n may lose the data that the first poll after publishing stores. */
const drilled = new Lately<string>(dayMs);

/** The drill, if its text is new. Updates `stored`. */
export function drillOnce(
	stored: WithDrill,
	reading: Reading,
	settings: WatchSettings,
): IDataObject[] {
	const { drill, scope, digest } = settings;
	if (!drill) {
		if (stored.drill) delete stored.drill;
		drilled.delete(scope);
		return [];
	}
	const text = markOf(drill, markLength);
	if (stored.drill === text) return [];
	if (drilled.get(scope) === text) {
		stored.drill = text;
		return [];
	}
	const alert = makeAlert(reading, settings);
	// There is no validator to show. The next poll tries again.
	if (!alert) return [];
	stored.drill = text;
	drilled.set(scope, text);
	const item = markDrill(alert, text);
	return [digest ? markDrill(renderDigest([item], settings, reading), text) : item];
}

/** Nobody may take it for a real alert, neither people nor services that track incidents by these IDs. */
function markDrill(alert: IDataObject, text: string): IDataObject {
	const marked: IDataObject = {
		drill: true,
		...alert,
		title: withMark(alert.title),
		severity: 'drill',
		message: withMark(alert.message),
		eventId: `drill-${text}`,
	};
	if ('alertId' in alert) marked.alertId = `drill-${text}`;
	return marked;
}

const withMark = (text: unknown): string =>
	String(text).startsWith(mark) ? String(text) : `${mark}${String(text)}`;
