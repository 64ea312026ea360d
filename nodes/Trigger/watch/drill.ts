/** A drill: one marked alert through the published workflow, once for each change of a text. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../feeds/identity';
import { Lately } from '../../feeds/lately';
import type { WatchSettings } from './model';
import type { Reading } from './readings';
import { renderDigest } from './render';
import { makeAlert } from './samples';

/** What is stored of it beside the cursor. */
export interface WithDrill {
	/** Mark of the text that was drilled last. */
	drill?: string;
}

const markLength = 8;
const mark = '[DRILL] ';

/** What this process drilled last, by trigger: n8n may drop what the poll of a publication stores. */
const drilled = new Lately<string>(86_400_000);

/** The drill, where its text is another one than before. */
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
	// Nobody to make one of: the next poll tries again.
	if (!alert) return [];
	stored.drill = text;
	drilled.set(scope, text);
	const item = markDrill(alert, text);
	return [digest ? markDrill(renderDigest([item], settings, reading), text) : item];
}

/** Nobody may take it for a real one: neither a person, nor what keeps incidents by these IDs. */
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
