/** The heartbeat's view of a watch: whom it watches, and which alerts last. */
import { toIso } from '../../feeds/items/words';
import { groupColumn, nameOf } from '../../shared/fields/names';
import { toChecksumAddress } from '../../shared/values/checksum';
import type { Bad, Sight } from '../heartbeat/items';
import { isAcknowledged } from './acknowledgement';
import { alerts, isChosen } from './conditions';
import { unpackSubjects } from './cursor';
import { alwaysOf } from './facts';
import { isLate, sayLate } from './head/late';
import {
	isOfAddresses,
	sourceKey,
	type Acknowledged,
	type Alert,
	type Severity,
	type Subject,
	type WatchSettings,
} from './model';
import { noteNotKnown } from './notKnown';
import { isOwnNode } from './ownNode';
import type { WatchCursor } from './past';
import type { Reading } from './readings';
import { isSilenced, noteSilences, silencedUntil } from './silences';
import { addressOf, balanceSettingsOf } from './tokenKeys';

/** With its checksum. Null for the native token. */
const showToken = ({ token }: WatchSettings): string | null =>
	token === undefined ? null : (toChecksumAddress(token) as string);

const toTime = (seconds: number | undefined): string | null =>
	seconds === undefined ? null : toIso(seconds);

const acknowledgedUntil = (
	acknowledged: Acknowledged | undefined,
	at: number,
): number | undefined =>
	acknowledged && isAcknowledged(acknowledged) && at < acknowledged.until
		? acknowledged.until
		: undefined;

interface Listed {
	bad: Bad[];
	unconfirmed: Bad[];
}

/** The alerts of a subject: those that last, and those that failed too few checks so far. */
function listBad(
	[key, { states, acknowledged }]: [string, Subject],
	{ at, nodeId }: Reading,
	settings: WatchSettings,
): Listed {
	const id = isOwnNode(key, settings) ? nodeId : key;
	const subject = id === sourceKey || id === undefined ? undefined : addressOf(id);
	const token = settings.tokens && showToken(balanceSettingsOf(key, settings));
	const isAddress = isOfAddresses(settings.source);
	const name = (subject && nameOf(settings.names, subject)) || null;
	const show = ({ event, option }: Alert): Bad => ({
		nodeId: (!isAddress && subject) || null,
		...(isAddress ? { address: subject ?? null, addressName: name } : { name }),
		...(token !== undefined && { token }),
		...groupColumn(settings.names, subject ?? null),
		event,
		alert: option.name,
		since: toIso(states[event].since),
		isSilenced: isSilenced(key, event, at, settings),
		silencedUntil: toTime(silencedUntil(key, event, at, settings)),
		acknowledgedUntil: toTime(acknowledgedUntil(acknowledged?.[event], at)),
	});
	const found = alerts.filter((alert) => isChosen(alert, settings) && states[alert.event]);
	const isSure = ({ event }: Alert): boolean => states[event].phase !== 'unconfirmed';
	return {
		bad: found.filter(isSure).map(show),
		unconfirmed: found.filter((alert) => !isSure(alert)).map(show),
	};
}

const urgencies: Partial<Record<Severity, number>> = { critical: 0, warning: 2 };
/** An alert that can be a warning at one time and critical at another. */
const between = 1;

/** Who reads only the first of them reads about their own, and the most urgent. */
function sortBad(bad: Bad[], settings: WatchSettings): Bad[] {
	const rankOf = ({ nodeId, address, name, addressName, event, isSilenced }: Bad): number[] => {
		const isStranger = !(name ?? addressName) && (nodeId ?? address) != null;
		const always = alwaysOf(alerts.find((alert) => alert.event === event)!, settings);
		return [Number(isSilenced), Number(isStranger), urgencies[always!] ?? between];
	};
	return bad
		.map((each) => ({ each, rank: rankOf(each) }))
		.sort((a, b) => a.rank.map((part, i) => part - b.rank[i]).find((part) => part !== 0) ?? 0)
		.map(({ each }) => each);
}

/** `listed` is the number of validators that the source lists. */
export const describeSight = (
	reading: Reading,
	settings: WatchSettings,
	listed: number,
	{ bad, unconfirmed, silenceNotes }: Pick<Sight, 'bad' | 'unconfirmed' | 'silenceNotes'>,
): Sight => ({
	at: reading.at,
	silenceNotes,
	notKnown: noteNotKnown(reading, settings),
	timezone: settings.timezone,
	scope: settings.scope,
	failure: reading.failure,
	late: isLate(reading.blockAge) ? sayLate(reading.blockAge) : undefined,
	bad,
	unconfirmed,
	network: reading.network,
	watchedCount: settings.nodeIds.length || listed,
	queriedNode: reading.node,
});

/** The sight after a poll. If the source cannot be read, it shows the last known state. */
export function sightOfWatch(
	{ ofSource, watched, at }: WatchCursor,
	reading: Reading,
	settings: WatchSettings,
): Sight {
	const unpack = (text: string) => unpackSubjects(text, at);
	const validators = watched ? unpack(watched.states) : new Map<string, Subject>();
	const subjects = [...unpack(ofSource), ...validators];
	const found = subjects.map((subject) => listBad(subject, reading, settings));
	const sort = (each: keyof Listed) =>
		sortBad(
			found.flatMap((listed) => listed[each]),
			settings,
		);
	const silenceNotes = noteSilences(
		settings,
		reading.at,
		subjects.map(([, subject]) => subject),
	);
	return describeSight(reading, settings, validators.size, {
		bad: sort('bad'),
		unconfirmed: sort('unconfirmed'),
		silenceNotes,
	});
}
