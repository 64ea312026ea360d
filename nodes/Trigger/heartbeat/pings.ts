/** Whether the receiver takes the pings: an item says once that it does not, and once that it does again. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, markOf, nameItem } from '../../feeds/identity';
import { sayTime, toIso } from '../../feeds/items/words';
import { Lately } from '../../feeds/lately';
import { sayDuration } from '../../shared/values/durations';
import { dayMs } from '../../shared/values/timeUnits';
import type { Sight } from './items';
import type { Pulse } from './pulse';
import { pingUrl as pingUrlField, type Heartbeat } from './settings';

export const pingsEvent = 'pingsChanged';

interface Result {
	/** Start of the poll that pinged, UNIX seconds. */
	at: number;
	/** Why the ping was not taken. */
	reason?: string;
}

/** A change that is to be reported: the receiver takes no ping, or takes pings again, or is no longer pinged. */
interface PingsChange extends Result {
	turned: 'refused' | 'taken' | 'off';
	since: number;
}

/** The last results of this process. */
const lastResults = new Lately<Result>(31 * dayMs);

interface Receiver {
	scope: string;
	pingUrl: string;
}

const keyOf = ({ scope, pingUrl }: Receiver): string => `${scope} ${pingUrl}`;

export const notePing = (receiver: Receiver, result: Result): void =>
	lastResults.set(keyOf(receiver), result);

const markLength = 8;

/** The change since the last report. Another URL that is refused, too, is a change. Updates the pulse. */
export function followPings(
	pulse: Pulse,
	scope: string,
	{ pingUrl }: Pick<Heartbeat, 'pingUrl'>,
): PingsChange | undefined {
	const { unpingedSince: since, polledAt } = pulse;
	if (pingUrl === undefined) {
		delete pulse.unpingedSince;
		delete pulse.unpingedUrl;
		return since === undefined ? undefined : { turned: 'off', since, at: polledAt };
	}
	const last = lastResults.get(keyOf({ scope, pingUrl }));
	if (!last) return undefined;
	const { at, reason } = last;
	const mark = markOf(pingUrl, markLength);
	const isOther = pulse.unpingedUrl !== undefined && pulse.unpingedUrl !== mark;
	if (reason !== undefined && (since === undefined || isOther)) {
		pulse.unpingedSince = at;
		pulse.unpingedUrl = mark;
		return { turned: 'refused', since: at, at, reason };
	}
	if (reason === undefined && since !== undefined) {
		delete pulse.unpingedSince;
		delete pulse.unpingedUrl;
		return { turned: 'taken', since, at };
	}
	return undefined;
}

const { displayName } = pingUrlField;

const titles: Record<PingsChange['turned'], string> = {
	refused: `${displayName} takes no ping`,
	taken: `${displayName} takes pings again`,
	off: `${displayName} was removed`,
};

function sayChange({ turned, since, at, reason }: PingsChange, sight: Sight): string {
	if (turned === 'off') return `${titles.off}, so no ping is sent any more.`;
	if (turned === 'taken') return `${titles.taken}, after ${sayDuration(Math.max(0, at - since))}.`;
	return `${displayName} has taken no ping since ${sayTime(since, sight)} (${reason}). Its receiver does not notice if this trigger stops. Check the URL, and that its check exists there.`;
}

export function renderPings(
	change: PingsChange,
	sight: Sight,
	{ watching }: Pick<Heartbeat, 'watching'>,
): IDataObject {
	const { turned, since, at, reason } = change;
	const { scope } = sight;
	const isOver = turned !== 'refused';
	return {
		event: pingsEvent,
		title: titles[turned],
		severity: isOver ? 'resolved' : 'warning',
		message: sayChange(change, sight),
		alertId: fingerprint(pingsEvent, scope),
		since: toIso(isOver ? at : since),
		...(isOver && { lastedSeconds: Math.max(0, at - since) }),
		reason: reason ?? null,
		watching,
		queriedNode: sight.queriedNode ?? null,
		network: sight.network ?? null,
		observedAt: toIso(sight.at),
		eventId: nameItem(pingsEvent, scope, turned, since),
	};
}
