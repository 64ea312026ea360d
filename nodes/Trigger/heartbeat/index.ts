/** Sends the heartbeat of a published trigger after each poll that counts, if it is due. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Lately } from '../../feeds/lately';
import { renderBeat, renderBlind, type Sight } from './items';
import { ping } from './ping';
import { followPings, notePing, renderPings } from './pings';
import { takePulse, type Pulse } from './pulse';
import type { Heartbeat } from './settings';
import { dayMs } from '../../shared/values/timeUnits';

/** Static data of a trigger. The pulse is stored beside the cursor. */
export interface WithPulse {
	heartbeat?: Pulse;
}

/** When this process last polled each trigger, UNIX seconds. */
const ownPolls = new Lately<number>(31 * dayMs);

export interface Beating {
	stored: WithPulse;
	settings?: Heartbeat;
	scope: string;
	/** When the poll began, UNIX seconds. */
	at: number;
	/** True if the poll could read its source. */
	isSeen: boolean;
	/** Called only if an item is due, because it takes time. */
	look: () => Sight;
	hasItems: boolean;
	/** If true, a gap in polling is reported by a later poll. */
	isQuiet?: boolean;
}

type Due = ReturnType<typeof takePulse> & { pings: ReturnType<typeof followPings> };

/** `look` takes time, so it is called only for an item. */
function renderDue(
	{ pulse, isDue, blind, pings }: Due,
	look: Beating['look'],
	settings: Heartbeat,
): IDataObject[] {
	if (!blind && !isDue && !pings) return [];
	const sight = look();
	return [
		...(pings ? [renderPings(pings, sight, settings)] : []),
		...(blind ? [renderBlind(blind, sight, settings)] : []),
		...(isDue && settings.sendsItem ? [renderBeat(sight, settings, pulse.seenAt)] : []),
	];
}

/**
 * Call it only for polls that no other poll has overtaken. Returns items to emit in addition: quiet hours, digests and
 * redelivery neither hold nor repeat a heartbeat. Pings if that is due.
 */
export function beat(context: IPollFunctions, beating: Beating): IDataObject[] {
	const { stored, settings, scope, at, isSeen, hasItems, isQuiet = false } = beating;
	const ownPolledAt = ownPolls.get(scope);
	ownPolls.set(scope, at);
	if (!settings) return turnOff(context, beating);
	const isTick = context.getActivationMode() === 'update';
	const look = { at, isSeen, isQuiet, isTick, ownPolledAt };
	const { pulse, isDue, blind } = takePulse(stored.heartbeat, look, settings);
	const pings = isQuiet ? undefined : followPings(pulse, scope, settings);
	const items = renderDue({ pulse, isDue, blind, pings }, beating.look, settings);
	if (isTick && !hasItems && !items.length) pulse.isCommitted = true;
	stored.heartbeat = pulse;
	// Not awaited: n8n drops the items of a poll that takes too long.
	if (isDue && settings.pingUrl) void pingAndNote(context, settings.pingUrl, beating);
	return items;
}

/** Ends what was reported of the pings. Also in quiet hours: nothing is followed any more that could end it later. */
function turnOff(context: IPollFunctions, { stored, scope, look }: Beating): IDataObject[] {
	const { heartbeat: pulse } = stored;
	if (!pulse) return [];
	// If the heartbeat is turned on again later, an old pulse must not count as a recent poll.
	delete stored.heartbeat;
	const change = followPings(pulse, scope, {});
	const watching = context.getNodeParameter('event') as string;
	return change ? [renderPings(change, look(), { watching })] : [];
}

/** A receiver may not know the address for failures, so a refusal of it says nothing of the URL. */
async function pingAndNote(
	context: IPollFunctions,
	pingUrl: string,
	{ scope, at, isSeen }: Beating,
): Promise<void> {
	const reason = await ping(context, pingUrl, isSeen);
	if (isSeen) notePing({ scope, pingUrl }, { at, reason });
}
