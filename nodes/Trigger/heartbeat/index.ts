/** The heartbeat of a published trigger: after each poll that counts, it is sent where it is due. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Lately } from '../../feeds/lately';
import { renderBeat, renderBlind, type Sight } from './items';
import { ping } from './ping';
import { takePulse, type Pulse } from './pulse';
import type { Heartbeat } from './settings';

/** Static data of a trigger, where the pulse stands beside the cursor. */
export interface WithPulse {
	heartbeat?: Pulse;
}

/** When this process last polled each trigger, UNIX seconds. */
const ownPolls = new Lately<number>(31 * 86_400_000);

/** A poll as a heartbeat sees it. */
export interface Beating {
	stored: WithPulse;
	settings?: Heartbeat;
	scope: string;
	/** When the poll began, UNIX seconds. */
	at: number;
	/** Whether its source could be read. */
	isSeen: boolean;
	/** What it looked at, which takes time to find out. */
	look: () => Sight;
	/** Whether the poll has items of its own. */
	hasItems: boolean;
	/** Whether a time nobody looked is to be reported later. */
	isQuiet?: boolean;
}

/**
 * Takes a poll into account that no other one has overtaken, and pings where that is due. The items to emit besides:
 * neither quiet hours, a digest nor a redelivery holds or repeats a heartbeat.
 */
export function beat(context: IPollFunctions, beating: Beating): IDataObject[] {
	const { stored, settings, scope, at, isSeen, hasItems, isQuiet = false } = beating;
	const ownPolledAt = ownPolls.get(scope);
	ownPolls.set(scope, at);
	if (!settings) {
		// Of a heartbeat that was turned off nothing is taken for a poll of today.
		if (stored.heartbeat) delete stored.heartbeat;
		return [];
	}
	const isTick = context.getActivationMode() === 'update';
	const look = { at, isSeen, isQuiet, isTick, ownPolledAt };
	const { pulse, isDue, blind } = takePulse(stored.heartbeat, look, settings);
	const sight = blind || isDue ? beating.look() : undefined;
	const items = [
		...(sight && blind ? [renderBlind(blind, sight, settings)] : []),
		...(sight && isDue && settings.sendsItem ? [renderBeat(sight, settings, pulse.seenAt)] : []),
	];
	if (isTick && !hasItems && !items.length) pulse.isCommitted = true;
	stored.heartbeat = pulse;
	// Not waited for: n8n drops the items of a poll that takes too long.
	if (isDue && settings.pingUrl) void ping(context, settings.pingUrl, isSeen);
	return items;
}
