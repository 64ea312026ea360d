/** The two items of the heartbeat: the trigger looked, or nobody looked for a while. */
import { listFew } from '../../shared/values/lists';
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, nameItem } from '../../feeds/identity';
import { sayTime, toIso } from '../../feeds/items/words';
import type { Failure } from '../../shared/errors';
import { countOf } from '../../shared/values/writing';
import { sayId } from '../../shared/values/foreign';
import { sayDuration } from '../../shared/values/durations';
import { shortenHex, shortenNodeId } from '../../shared/values/ids';
import type { Blind } from './pulse';
import type { Heartbeat } from './settings';

export interface Bad extends IDataObject {
	nodeId: string | null;
	name?: string | null;
	/** Used by a watch of balances, in place of the name. */
	address?: string | null;
	addressName?: string | null;
	/** Of a balance, if those of several tokens are watched. Null for the native token. */
	token?: string | null;
	/** The event that began the alert, and the alert's name in the dialog. */
	event: string;
	alert: string;
	since: string | null;
	isSilenced: boolean;
	/** When the silence is over, and when the acknowledgement is. Null without one. */
	silencedUntil: string | null;
	acknowledgedUntil: string | null;
}

/** The state of the watch at one poll. */
export interface Sight {
	/** Start of the poll, UNIX seconds. */
	at: number;
	timezone: string;
	scope: string;
	/** Set for feeds only: what is read, in words. */
	reads?: string;
	/** Set if the source could not be read. */
	failure?: Failure;
	/** Set if what the source says is old: "newest block of the node is 12 min old". */
	late?: string;
	/** Set for validators and nodes only. */
	watchedCount?: number;
	bad: Bad[];
	/** What failed too few checks so far to be an alert. */
	unconfirmed?: Bad[];
	/** Lines of Silences that do nothing, or that last very long. */
	silenceNotes?: string[];
	/** Of whom chosen alerts cannot be judged now. */
	notKnown?: string[];
	queriedNode?: string;
	network?: string;
}

const mostListed = 50;

/** More than these would fill the screen of a telephone. `bad` holds the others. */
const mostNamed = 10;

/** " (silenced until 18:00 CET)", for those who wonder why they heard nothing. */
function sayHeld(
	{ isSilenced, silencedUntil, acknowledgedUntil }: Bad,
	sight: Sight,
): string | undefined {
	const until = (time: string | null): string =>
		time === null ? '' : ` until ${sayTime(Date.parse(time) / 1000, sight)}`;
	if (isSilenced) return `(silenced${until(silencedUntil)})`;
	return acknowledgedUntil === null ? undefined : `(acknowledged${until(acknowledgedUntil)})`;
}

function sayBad(bad: Bad, sight: Sight): string {
	const { name, nodeId, addressName, address, alert, token } = bad;
	const id = nodeId ? shortenNodeId(sayId(nodeId)) : address;
	return [name ?? addressName ?? id, alert, token && `(${shortenHex(token)})`, sayHeld(bad, sight)]
		.filter(Boolean)
		.join(' ');
}

const sayWatched = ({ watchedCount, reads }: Sight): string | undefined =>
	watchedCount === undefined ? reads : `${watchedCount} watched`;

const countSilenced = ({ bad }: Sight): number => bad.filter(({ isSilenced }) => isSilenced).length;

function sayState(sight: Sight): string {
	const { length } = sight.bad;
	const silenced = countSilenced(sight);
	const alerts = length ? countOf(length, 'alert') : 'no alert';
	const unconfirmed = sight.unconfirmed?.length;
	const more = unconfirmed ? `, ${unconfirmed} not confirmed yet` : '';
	const unknown = sight.notKnown?.length ? ', not all is known' : '';
	return `${alerts}${silenced ? ` (${silenced} silenced)` : ''}${more}${unknown}`;
}

/** A line of its own, or nothing. */
const sayList = (head: string, entries: string[]): string =>
	entries.length ? `\n${head}: ${entries.join(', ')}` : '';

function sayBeat(sight: Sight, seenAt: number | undefined): { title: string; sentence: string } {
	const { failure, late, watchedCount } = sight;
	const watched = sayWatched(sight);
	const state = sayState(sight);
	if (!failure && !late) {
		const isRead = watchedCount === undefined ? `${watched ?? 'the source'} is read` : watched;
		const known = `Heartbeat: ${isRead}, ${state}`;
		return { title: known, sentence: `${known}.` };
	}
	const title = `Heartbeat: the ${failure ? 'source cannot be read' : late}`;
	const what = failure ? 'It was' : 'What is true now was';
	const last = seenAt === undefined ? 'never read' : `last read at ${sayTime(seenAt, sight)}`;
	// Some alerts began after the source was last read, such as that of the source.
	const known = [watched, state].filter(Boolean).join(', ');
	return { title, sentence: `${title}. ${what} ${last}. Known now: ${known}.` };
}

/** The item of a heartbeat. `seenAt` is the time at which the source was last read, UNIX seconds. */
export function renderBeat(
	sight: Sight,
	{ watching }: Heartbeat,
	seenAt: number | undefined,
): IDataObject {
	const { at, failure, late, bad, unconfirmed = [], silenceNotes = [], notKnown = [] } = sight;
	const { title, sentence } = sayBeat(sight, seenAt);
	const say = (each: Bad): string => sayBad(each, sight);
	const lines = [
		sayList('Alerts', listFew(bad, mostNamed, say)),
		sayList('Not confirmed yet', listFew(unconfirmed, mostNamed, say)),
		sayList('Silences', silenceNotes),
		...notKnown.map((note) => `\n${note}`),
	];
	return {
		event: 'heartbeat',
		title,
		severity: 'heartbeat',
		message: sentence + lines.join(''),
		seen: !failure && !late,
		lastSeenAt: seenAt === undefined ? null : toIso(seenAt),
		reason: failure?.message ?? (late ? `The ${late}` : null),
		watching,
		watchedCount: sight.watchedCount ?? null,
		badCount: bad.length,
		unconfirmedCount: unconfirmed.length,
		silencedCount: countSilenced(sight),
		silenceNotes,
		notKnown,
		bad: bad.slice(0, mostListed),
		unconfirmed: unconfirmed.slice(0, mostListed),
		queriedNode: sight.queriedNode ?? null,
		network: sight.network ?? null,
		observedAt: toIso(at),
		eventId: nameItem('heartbeat', sight.scope, at),
	};
}

/** The item about a gap in polling. */
export function renderBlind(
	{ from, to }: Blind,
	sight: Sight,
	{ watching }: Heartbeat,
): IDataObject {
	const { at, scope } = sight;
	const length = sayDuration(to - from);
	const times = `from ${sayTime(from, sight)} to ${sayTime(to, sight)}`;
	const missed =
		sight.watchedCount === undefined
			? 'Its records come now.'
			: 'What came and went in this time was not seen.';
	return {
		event: 'notWatched',
		title: `Nobody looked for ${length}`,
		severity: 'warning',
		message: `Nobody looked ${times} (${length}). ${missed} Check that n8n runs.`,
		alertId: fingerprint('notWatched', scope),
		since: toIso(from),
		from: toIso(from),
		to: toIso(to),
		lastedSeconds: to - from,
		watching,
		queriedNode: sight.queriedNode ?? null,
		network: sight.network ?? null,
		observedAt: toIso(at),
		eventId: nameItem('notWatched', scope, from, to),
	};
}
