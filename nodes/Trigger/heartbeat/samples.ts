/** What a test run shows of the heartbeat. */
import type { IDataObject } from 'n8n-workflow';
import { renderBeat, renderBlind, type Sight } from './items';
import type { Heartbeat } from './settings';

/** As long as a restart of n8n that takes too long. */
const sampleSeconds = 25 * 60;

/** A heartbeat where it is an item, and a time nobody looked; nothing where it is off. */
export function sampleBeats(settings: Heartbeat | undefined, sight: Sight): IDataObject[] {
	if (!settings) return [];
	const { at } = sight;
	const blind = { from: at - sampleSeconds, to: at };
	return [
		...(settings.sendsItem ? [renderBeat(sight, settings, at)] : []),
		renderBlind(blind, sight, settings),
	];
}
