/** The heartbeat in a test run. */
import type { IDataObject } from 'n8n-workflow';
import { renderBeat, renderBlind, type Sight } from './items';
import { renderPings } from './pings';
import type { Heartbeat } from './settings';

/** The length of a sample gap: a restart of n8n that took too long. */
const sampleSeconds = 25 * 60;

/** A heartbeat, if it is sent as an item, a gap in polling, and pings that are not taken. Empty if the heartbeat is off. */
export function sampleBeats(settings: Heartbeat | undefined, sight: Sight): IDataObject[] {
	if (!settings) return [];
	const { at } = sight;
	const blind = { from: at - sampleSeconds, to: at };
	return [
		...(settings.sendsItem ? [renderBeat(sight, settings, at)] : []),
		renderBlind(blind, sight, settings),
		...(settings.pingUrl === undefined
			? []
			: [renderPings({ turned: 'refused', since: at, at, reason: 'HTTP 404' }, sight, settings)]),
	];
}
