/** The heartbeat of a feed: its options, and the items of a poll or a test run. */
import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { ItemSettings } from '../../feeds/items/items';
import { collectOptions, createReader, type TriggerContext } from '../../feeds/parameters';
import type { Failure } from '../../shared/errors';
import type { Beating } from '../heartbeat';
import type { Sight } from '../heartbeat/items';
import { sampleBeats } from '../heartbeat/samples';
import { heartbeatProperties, readHeartbeat, type Heartbeat } from '../heartbeat/settings';

export interface BeatingSettings extends ItemSettings {
	/** Undefined if the heartbeat is off. */
	heartbeat?: Heartbeat;
	/** What is read, in words. */
	reads?: string;
}

/** Adds the heartbeat to the options of a feed's properties. */
export const withHeartbeat = (properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) => {
		if (property.name !== 'options') return property;
		return collectOptions([...(property.options as INodeProperties[]), ...heartbeatProperties]);
	});

export const heartbeatOf = (context: IPollFunctions & TriggerContext): Heartbeat | undefined =>
	readHeartbeat(context, createReader(context));

export const sightOf = (
	{ scope, timezone, network, reads }: BeatingSettings,
	nowMs: number,
	failure?: Failure,
): Sight => ({ at: Math.floor(nowMs / 1000), timezone, scope, network, reads, failure, bad: [] });

export const sampleBeatsOf = (settings: BeatingSettings): IDataObject[] =>
	sampleBeats(settings.heartbeat, sightOf(settings, Date.now()));

/** True if a due heartbeat item reports the failure, so that this poll need not throw. The next poll fails again. */
export function tellsFailure(
	context: IPollFunctions,
	beats: IDataObject[],
	mayPass: boolean,
): boolean {
	const isTick = !mayPass || context.getActivationMode() === 'update';
	return isTick && beats.some(({ event, seen }) => event === 'heartbeat' && !seen);
}

export const beatingOf = (
	{ heartbeat: settings, scope }: BeatingSettings,
	sight: Sight,
	hasItems: boolean,
): Omit<Beating, 'stored'> => ({
	settings,
	scope,
	at: sight.at,
	look: () => sight,
	isSeen: !sight.failure,
	// A gap is reported by the next poll that reads its source.
	isQuiet: !!sight.failure,
	hasItems,
});
