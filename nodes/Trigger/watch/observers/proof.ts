/** Once a day the further observers prove that they work. An item says who has no vote, and who has one again. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../../feeds/identity';
import type { WatchSettings } from '../model';
import { isQuietAt } from '../quietHours';
import type { Reading } from '../readings';
import { hostOf } from '../showValidator';
import type { Hearing } from './hear';
import { renderChange, type Change, type ObserverStanding } from './told';
import { findReason } from './votes';
import { daySeconds, hourSeconds } from '../../../shared/values/timeUnits';

/** Stored beside the cursor, a few bytes. Times are UNIX seconds. */
export interface WithObservers {
	observers?: {
		/** Mark of the list of observers that `failing` refers to. */
		of: string;
		provenAt?: number;
		/** An observer failed for the first time, which may be an accident. The next poll asks again. */
		isUnsure?: true;
		/** Polls in a row in which the other observers stood in for the queried node. */
		unread?: number;
		/** Observers reported to have no vote. Bit 0 is the queried node. The others follow in their order. */
		failing?: number;
		/** Since when they have no vote, by the place of their bit. That of the queried node begins with its first failed reading. */
		since?: Record<string, number>;
	};
}
type Kept = NonNullable<WithObservers['observers']>;

const everySeconds = daySeconds;
/** Time between proofs while an observer fails. */
const againSeconds = hourSeconds;
/** A poll can come some seconds early. */
const jitter = 15;

const markList = ({ observers }: WatchSettings): string =>
	markOf(observers!.list.map(({ name, url }) => `${name} ${url}`).join('\n'), 4);

const ownBit = 1;

/** Of other further observers, only what is known of the queried node holds. */
function ownBefore({ observers: kept }: WithObservers, settings: WatchSettings): Kept | undefined {
	const of = markList(settings);
	if (!kept || kept.of === of) return kept;
	const { unread, failing = 0, since = {} } = kept;
	return {
		of,
		...(unread && { unread }),
		...(failing & ownBit && { failing: ownBit }),
		...(since[0] !== undefined && { since: { 0: since[0] } }),
	};
}

/** Quiet hours postpone the proof. */
export function isProofDue(stored: WithObservers, settings: WatchSettings, at: number): boolean {
	if (!settings.observers || isQuietAt(at, settings)) return false;
	const { provenAt, isUnsure, failing } = ownBefore(stored, settings) ?? {};
	if (provenAt === undefined || at < provenAt || isUnsure) return true;
	return at - provenAt >= (failing ? againSeconds : everySeconds) - jitter;
}

const findFailing = ({ voters = [], asked }: Hearing): number =>
	voters.reduce((bits, voter, i) => bits | (findReason(voter, asked) ? 2 << i : 0), 0);

/** An item if it has changed who has no vote: one about the queried node, one about the others. Updates `stored`. */
export function tellObservers(
	stored: WithObservers,
	hearing: Hearing,
	settings: WatchSettings,
	{ wasDue }: { wasDue: boolean },
): IDataObject[] {
	const { observers: kept } = stored;
	const render = (change: Change): IDataObject => renderChange(change, settings, hearing.reading);
	if (!settings.observers) {
		if (kept) delete stored.observers;
		return closeTold(kept?.failing, hearing).map(render);
	}
	const before = ownBefore(stored, settings);
	const now = goOn(before, hearing, settings, wasDue);
	stored.observers = now;
	const gone = kept && kept.of !== now.of ? kept.failing : 0;
	const changes = [
		...closeTold((gone ?? 0) & ~ownBit, hearing),
		...findChanges(before, now, hearing, settings),
	];
	return changes.map(render);
}

/** Ends what was told of observers that are no longer chosen. */
function closeTold(failing = 0, { reading }: Hearing): Change[] {
	const standings = [{ name: nameOwn(reading), works: true, reason: null }];
	const close = (part: Change['part']): Change => ({
		part,
		standings,
		returned: [],
		isClosed: true,
	});
	return [
		...(failing & ownBit ? [close('own')] : []),
		...(failing & ~ownBit ? [close('further')] : []),
	];
}

function findChanges(
	before: Kept | undefined,
	now: Kept,
	hearing: Hearing,
	settings: WatchSettings,
): Change[] {
	const was = before?.failing ?? 0;
	const { failing = 0 } = now;
	const since = { ...before?.since, ...now.since };
	const standings = listStandings(failing, hearing, settings).map((each, i) => ({
		...each,
		since: since[i],
	}));
	const hasReturned = (place: number): boolean => !!(was & ~failing & (1 << place));
	const changeOf = (part: Change['part'], bits: number): Change[] => {
		const isOf = (place: number): boolean => !!(bits & (1 << place));
		const returned = standings.filter((_each, i) => isOf(i) && hasReturned(i));
		return (was ^ failing) & bits ? [{ part, standings, returned }] : [];
	};
	return [...changeOf('own', ownBit), ...changeOf('further', ~ownBit)];
}

/** Which further observers surely have no vote. One that fails its first proof may yet have one. */
function prove(
	{ failing: told = 0, isUnsure: wasUnsure }: Partial<Kept> = {},
	hearing: Hearing,
	isProof: boolean,
): { sure: number; isUnsure?: boolean } {
	const found = isProof ? findFailing(hearing) : told & ~ownBit;
	const sure = wasUnsure ? found : found & told;
	return { sure, isUnsure: isProof ? found !== sure : wasUnsure };
}

/** The stored data after one more poll. In quiet hours `failing` stays as it is, so nothing is reported. */
function goOn(
	before: Kept | undefined,
	hearing: Hearing,
	settings: WatchSettings,
	wasDue: boolean,
): Kept {
	const { at, isPartial } = hearing.reading;
	const { failing: told = 0, unread: wasUnread = 0 } = before ?? {};
	const isProof = wasDue && hearing.voters !== undefined;
	const { sure, isUnsure } = prove(before, hearing, isProof);
	const unread = isPartial ? Math.min(wasUnread + 1, 99) : 0;
	const isLost = unread >= Math.max(2, settings.badPolls);
	const failing = isQuietAt(at, settings) ? told : sure | (isLost ? ownBit : 0);
	const provenAt = isProof ? at : before?.provenAt;
	const since = rememberSince(before, failing | (unread ? ownBit : 0), at);
	return {
		of: markList(settings),
		...(provenAt !== undefined && { provenAt }),
		...(isUnsure && { isUnsure: true as const }),
		...(unread && { unread }),
		...(failing && { failing }),
		...(since && { since }),
	};
}

/** A further observer failed its last proof, too, if that left it unsure. What an older version told has no time. */
function rememberSince(before: Kept | undefined, bits: number, at: number): Kept['since'] {
	const { failing: told = 0, unread = 0, isUnsure, provenAt, since = {} } = before ?? {};
	const known = told | (unread ? ownBit : 0);
	const begin = (place: number): number | undefined => {
		const isKnown = known & (1 << place);
		if (isKnown) return since[place];
		return place > 0 && isUnsure ? provenAt : at;
	};
	const entries = [0, 1, 2, 3, 4, 5]
		.filter((place) => bits & (1 << place))
		.map((place) => [place, begin(place)] as const)
		.filter(([, time]) => time !== undefined);
	return entries.length ? (Object.fromEntries(entries) as Kept['since']) : undefined;
}

function listStandings(
	failing: number,
	{ reading, voters, asked, ownReason = 'no answer' }: Hearing,
	{ observers }: WatchSettings,
): ObserverStanding[] {
	const further = observers!.list.map(({ name }, i): ObserverStanding => {
		const works = !(failing & (2 << i));
		const reason = !works && voters?.[i] ? (findReason(voters[i], asked) ?? null) : null;
		return { name, works, reason };
	});
	const isRead = !(failing & 1);
	const own = { name: nameOwn(reading), works: isRead, reason: isRead ? null : ownReason };
	return [own, ...further];
}

const nameOwn = ({ node = '' }: Reading): string => hostOf(node);

/** How long a made-up failure has lasted. */
const sampleSeconds = hourSeconds;

/** For test runs: the observers without a vote now, or else a made-up failure of the first further observer. */
export function sampleObservers(settings: WatchSettings, reading: Reading): IDataObject[] {
	if (!settings.observers) return [];
	const { furtherObservers = [] } = reading;
	const render = (standings: ObserverStanding[]): IDataObject =>
		renderChange({ part: 'further', standings, returned: [] }, settings, reading);
	if (furtherObservers.some(({ reason }) => reason)) {
		const own = { name: nameOwn(reading), works: true, reason: null };
		const further = furtherObservers.map((each) => ({
			...each,
			works: !each.reason,
			since: reading.at,
		}));
		return [render([own, ...further])];
	}
	const standings = listStandings(2, { reading, asked: [] }, settings);
	const [own, failing, ...others] = standings;
	const since = reading.at - sampleSeconds;
	return [render([own, { ...failing, reason: 'no answer', since }, ...others])];
}
