/** Once a day the further observers prove that they work. Told is who has no vote, and when all have one again. */
import type { IDataObject } from 'n8n-workflow';
import { markOf, nameItem } from '../../../feeds/identity';
import { toIso } from '../../../feeds/items/words';
import type { WatchSettings } from '../model';
import { isQuietAt } from '../quietHours';
import type { Reading } from '../readings';
import { hostOf } from '../showValidator';
import type { Hearing } from './hear';
import { findReason } from './votes';

/** What is stored of it beside the cursor: some bytes. Times are UNIX seconds. */
export interface WithObservers {
	observers?: {
		/** Mark of the list that the bits are of. */
		of: string;
		/** The last proof. */
		provenAt?: number;
		/** One failed for the first time, which may be an accident: the next poll asks again. */
		isUnsure?: true;
		/** Polls in a row in which the others stood in for the queried node. */
		unread?: number;
		/** Who was told to have no vote: bit 0 is the queried node, and the others follow in their order. */
		failing?: number;
	};
}
type Kept = NonNullable<WithObservers['observers']>;

const everySeconds = 86_400;
/** Until those that failed work again. */
const againSeconds = 3600;
/** A tick can come some seconds early. */
const jitter = 15;

const markList = ({ observers }: WatchSettings): string =>
	markOf(observers!.list.map(({ name, url }) => `${name} ${url}`).join('\n'), 4);

const ownBefore = (stored: WithObservers, settings: WatchSettings): Kept | undefined =>
	stored.observers?.of === markList(settings) ? stored.observers : undefined;

/** Quiet hours hold it. */
export function isProofDue(stored: WithObservers, settings: WatchSettings, at: number): boolean {
	if (!settings.observers || isQuietAt(at, settings)) return false;
	const { provenAt, isUnsure, failing } = ownBefore(stored, settings) ?? {};
	if (provenAt === undefined || at < provenAt || isUnsure) return true;
	return at - provenAt >= (failing ? againSeconds : everySeconds) - jitter;
}

/** Bits of those that fail the proof of now. */
const findFailing = ({ voters = [], asked }: Hearing): number =>
	voters.reduce((bits, voter, i) => bits | (findReason(voter, asked) ? 2 << i : 0), 0);

/** What is new to tell; remembers it. */
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

/** What is remembered with one more poll. Quiet hours tell nothing. */
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

/** An observer, and why it has no vote, where that was asked now. */
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

function renderStandings(
	standings: Standing[],
	{ scope, source }: WatchSettings,
	{ at, node, network }: Pick<Reading, 'at' | 'node' | 'network'>,
): IDataObject {
	const failing = standings.filter(({ works }) => !works);
	const working = standings.filter(({ works }) => works);
	const [first] = failing;
	const title = !first
		? 'All observers have a vote again'
		: failing.length > 1
			? `${failing.length} observers have no vote`
			: `Observer ${first.name} has no vote`;
	const lines = failing.map(({ name, reason }) => `${name}: ${reason ?? 'no vote'}.`);
	const [own] = standings;
	const blind = own.works
		? []
		: ['Meanwhile only Down is checked: no uptimes, no ends, nobody who joins or leaves.'];
	return {
		event: 'observersChanged',
		title,
		severity: first ? 'warning' : 'resolved',
		message: first ? [`${title}.`, ...lines, ...blind].join('\n') : `${title}.`,
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

/** What a test run shows of it: who has no vote now, or else what it would be of the first; nothing without further observers. */
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
