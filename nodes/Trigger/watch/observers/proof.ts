/** Once a day the further observers prove that they work. An item says who has no vote, and when all have one again. */
import type { IDataObject } from 'n8n-workflow';
import { markOf, nameItem } from '../../../feeds/identity';
import { toIso } from '../../../feeds/items/words';
import type { WatchSettings } from '../model';
import { isQuietAt } from '../quietHours';
import type { Reading } from '../readings';
import { hostOf } from '../showValidator';
import type { Hearing } from './hear';
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

const ownBefore = (stored: WithObservers, settings: WatchSettings): Kept | undefined =>
	stored.observers?.of === markList(settings) ? stored.observers : undefined;

/** Quiet hours postpone the proof. */
export function isProofDue(stored: WithObservers, settings: WatchSettings, at: number): boolean {
	if (!settings.observers || isQuietAt(at, settings)) return false;
	const { provenAt, isUnsure, failing } = ownBefore(stored, settings) ?? {};
	if (provenAt === undefined || at < provenAt || isUnsure) return true;
	return at - provenAt >= (failing ? againSeconds : everySeconds) - jitter;
}

const findFailing = ({ voters = [], asked }: Hearing): number =>
	voters.reduce((bits, voter, i) => bits | (findReason(voter, asked) ? 2 << i : 0), 0);

/** An item if the set of observers without a vote has changed. Updates `stored`. */
export function tellObservers(
	stored: WithObservers,
	hearing: Hearing,
	settings: WatchSettings,
	{ wasDue }: { wasDue: boolean },
): IDataObject[] {
	if (!settings.observers) {
		if (stored.observers) delete stored.observers;
		return [];
	}
	const before = ownBefore(stored, settings);
	const now = goOn(before, hearing, settings, wasDue);
	stored.observers = now;
	const { failing = 0 } = now;
	return failing === (before?.failing ?? 0) ? [] : [renderTold(failing, hearing, settings)];
}

/** The stored data after one more poll. In quiet hours `failing` stays as it is, so nothing is reported. */
function goOn(
	before: Kept | undefined,
	hearing: Hearing,
	settings: WatchSettings,
	wasDue: boolean,
): Kept {
	const { at, isPartial } = hearing.reading;
	const { failing: told = 0, isUnsure: wasUnsure, unread: wasUnread = 0 } = before ?? {};
	const isProof = wasDue && hearing.voters !== undefined;
	const found = isProof ? findFailing(hearing) : told & ~1;
	const sure = wasUnsure ? found : found & told;
	const isUnsure = isProof ? found !== sure : wasUnsure;
	const unread = isPartial ? Math.min(wasUnread + 1, 99) : 0;
	const isLost = unread >= Math.max(2, settings.badPolls);
	const failing = isQuietAt(at, settings) ? told : sure | (isLost ? 1 : 0);
	const provenAt = isProof ? at : before?.provenAt;
	return {
		of: markList(settings),
		...(provenAt !== undefined && { provenAt }),
		...(isUnsure && { isUnsure }),
		...(unread && { unread }),
		...(failing && { failing }),
	};
}

/** `reason` is null for an observer that works, and for one that this poll did not ask. */
interface Standing {
	name: string;
	works: boolean;
	reason: string | null;
}

function listStandings(
	failing: number,
	{ reading, voters, asked, ownReason = 'no answer' }: Hearing,
	{ observers }: WatchSettings,
): Standing[] {
	const further = observers!.list.map(({ name }, i): Standing => {
		const works = !(failing & (2 << i));
		const reason = !works && voters?.[i] ? (findReason(voters[i], asked) ?? null) : null;
		return { name, works, reason };
	});
	const isRead = !(failing & 1);
	const own = { name: nameOwn(reading), works: isRead, reason: isRead ? null : ownReason };
	return [own, ...further];
}

const nameOwn = ({ node = '' }: Reading): string => hostOf(node);

function renderTold(failing: number, hearing: Hearing, settings: WatchSettings): IDataObject {
	const { at, node, network } = hearing.reading;
	const standings = listStandings(failing, hearing, settings);
	return renderStandings(standings, settings, { at, node, network });
}

function sayVoteless(failing: Standing[]): string {
	const [first, ...others] = failing;
	if (!first) return 'All observers have a vote again';
	return others.length
		? `${failing.length} observers have no vote`
		: `Observer ${first.name} has no vote`;
}

function renderStandings(
	standings: Standing[],
	{ scope, source }: WatchSettings,
	{ at, node, network }: Pick<Reading, 'at' | 'node' | 'network'>,
): IDataObject {
	const failing = standings.filter(({ works }) => !works);
	const working = standings.filter(({ works }) => works);
	const title = sayVoteless(failing);
	const lines = failing.map(({ name, reason }) => `${name}: ${reason ?? 'no vote'}.`);
	const [own] = standings;
	const blind = own.works
		? []
		: ['Meanwhile only Down is checked: no uptimes, no ends, nobody who joins or leaves.'];
	return {
		event: 'observersChanged',
		title,
		severity: failing.length ? 'warning' : 'resolved',
		message: [`${title}.`, ...lines, ...blind].join('\n'),
		observers: [...failing, ...working].map(({ name, works, reason }) => ({ name, works, reason })),
		source,
		...(node && { queriedNode: node, network: network ?? null }),
		observedAt: toIso(at),
		eventId: nameItem(
			'observersChanged',
			scope,
			failing.map(({ name }) => name),
			at,
		),
	};
}

/** For test runs: the observers without a vote now, or else a made-up failure of the first further observer. */
export function sampleObservers(settings: WatchSettings, reading: Reading): IDataObject[] {
	if (!settings.observers) return [];
	const { furtherObservers = [] } = reading;
	if (furtherObservers.some(({ reason }) => reason)) {
		const own = { name: nameOwn(reading), works: true, reason: null };
		const further = furtherObservers.map((each) => ({ ...each, works: !each.reason }));
		return [renderStandings([own, ...further], settings, reading)];
	}
	const standings = listStandings(2, { reading, asked: [] }, settings);
	const [own, failing, ...others] = standings;
	const sample = [own, { ...failing, reason: 'no answer' }, ...others];
	return [renderStandings(sample, settings, reading)];
}
