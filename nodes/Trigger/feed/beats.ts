/** The heartbeat of a feed: what the user chooses, and what a poll or a test run emits of it. */
import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { ItemSettings } from '../../feeds/items/items';
import { collectOptions, createReader, type TriggerContext } from '../../feeds/parameters';
import type { Failure } from '../../shared/errors';
import type { Beating } from '../heartbeat';
import type { Sight } from '../heartbeat/items';
import { sampleBeats } from '../heartbeat/samples';
import { heartbeatProperties, readHeartbeat, type Heartbeat } from '../heartbeat/settings';

/** A feed that somebody outside may watch in turn. */
export interface BeatingSettings extends ItemSettings {
	/** Nothing where it is off. */
	heartbeat?: Heartbeat;
}

/** The properties of a feed, with the heartbeat among the options. */
export const withHeartbeat = (properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) => {
		if (property.name !== 'options') return property;
		return collectOptions([...(property.options as INodeProperties[]), ...heartbeatProperties]);
	});

export const heartbeatOf = (context: IPollFunctions & TriggerContext): Heartbeat | undefined =>
	readHeartbeat(context, createReader(context));

/** What a heartbeat says of a feed. */
export const sightOf = (
	{ scope, timezone, network }: ItemSettings,
	nowMs: number,
	failure?: Failure,
): Sight => ({ at: Math.floor(nowMs / 1000), timezone, scope, network, failure, bad: [] });

/** What a test run shows of the heartbeat. */
export const sampleBeatsOf = (settings: BeatingSettings): IDataObject[] =>
	sampleBeats(settings.heartbeat, sightOf(settings, Date.now()));

/** Where a heartbeat is due, its item says that the source cannot be read; the next poll fails again. */
export function tellsFailure(
	context: IPollFunctions,
	beats: IDataObject[],
	mayPass: boolean,
): boolean {
	const isTick = !mayPass || context.getActivationMode() === 'update';
	return isTick && beats.some(({ event, seen }) => event === 'heartbeat' && !seen);
}

/** What a heartbeat needs to know of a poll that counts. */
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
	// What else there is to say waits for a poll that reads its source.
	isQuiet: !!sight.failure,
	hasItems,
});
