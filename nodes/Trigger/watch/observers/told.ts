/** What `observersChanged` says. The credential's node is one alert, and all further observers are another. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint, nameItem } from '../../../feeds/identity';
import { sayTime, toIso } from '../../../feeds/items/words';
import { sayDuration } from '../../../shared/values/durations';
import { listFew } from '../../../shared/values/lists';
import type { WatchSettings } from '../model';
import type { Reading } from '../readings';
import { observersChanged } from '../ownAlerts';
import { furtherObservers } from './settings';

/** `reason` is null for an observer that works, and for one that this poll did not ask. */
export interface ObserverStanding {
	name: string;
	works: boolean;
	reason: string | null;
	/** Since when it has, or had, no vote, UNIX seconds. Undefined if that is not known. */
	since?: number;
}

export interface Change {
	/** `own` is the node of the credential. */
	part: 'own' | 'further';
	/** All observers, the node of the credential first. */
	standings: ObserverStanding[];
	/** Who has a vote again. */
	returned: ObserverStanding[];
	/** Set if the observers that it was about are no longer chosen. */
	isClosed?: true;
}

interface Clock {
	at: number;
	timezone: string;
}

interface Said {
	title: string;
	lines: string[];
}

const saySince = ({ since }: ObserverStanding, clock: Clock): string =>
	since === undefined ? '' : ` since ${sayTime(since, clock)}`;

const sayAfter = ({ since }: ObserverStanding, { at }: Clock): string =>
	since === undefined ? '' : ` after ${sayDuration(at - since)}`;

function sayOwn(own: ObserverStanding, clock: Clock): Said {
	const called = `${own.name}, the node of your credential,`;
	if (own.works) {
		const lasted = sayAfter(own, clock);
		return {
			title: `${called} can be read again`,
			lines: [`${called} can be read again${lasted}. Everything is checked again.`],
		};
	}
	return {
		title: `${called} cannot be read`,
		lines: [
			`${called} has not been readable${saySince(own, clock)}: ${own.reason ?? 'no answer'}. Check that it runs.`,
			`Meanwhile, ${furtherObservers.displayName} say who is down. Nothing else is checked: no uptimes, no ends, nobody who joins or leaves.`,
		],
	};
}

const sayWho = (those: ObserverStanding[]): string =>
	those.length === 1
		? `Observer ${those[0].name}`
		: `${those.length} observers (${listFew(those, 5, ({ name }) => name).join(', ')})`;

function sayFurther(failing: ObserverStanding[], returned: ObserverStanding[], clock: Clock): Said {
	const again = returned.map((each) => `${each.name} says it again${sayAfter(each, clock)}.`);
	if (!failing.length) {
		const whom = returned.length ? sayWho(returned) : furtherObservers.displayName;
		const title = `${whom} can say again who is down`;
		return { title, lines: [`${title}.`, ...again] };
	}
	const title = `${sayWho(failing)} cannot say who is down`;
	const why = failing.map(
		(each) => `${each.name}: ${each.reason ?? 'no vote'}${saySince(each, clock)}.`,
	);
	const todo = `The others decide meanwhile. Check ${failing.length === 1 ? 'this node and its line' : 'these nodes and their lines'} under ${furtherObservers.displayName}.`;
	return { title, lines: [`${title}.`, ...why, ...again, todo] };
}

type About = Pick<Reading, 'at' | 'node' | 'network'>;

const earliest = (those: ObserverStanding[]): number | undefined => {
	const known = those.map(({ since }) => since).filter((since) => since !== undefined);
	return known.length ? Math.min(...known) : undefined;
};

/** As in an end of other alerts, `since` is then the end, and `lastedSeconds` leads back to the beginning. */
function showTimes(
	failing: ObserverStanding[],
	returned: ObserverStanding[],
	at: number,
): IDataObject {
	const since = earliest(failing.length ? failing : returned);
	if (failing.length) return { since: since === undefined ? null : toIso(since) };
	return { since: toIso(at), lastedSeconds: since === undefined ? null : at - since };
}

function sayChange({ part, standings, returned, isClosed }: Change, clock: Clock): Said {
	const [own, ...further] = standings;
	if (isClosed) {
		const title = `${furtherObservers.displayName} was changed`;
		return { title, lines: [`${title}. What was reported of the former ones is over.`] };
	}
	return part === 'own'
		? sayOwn(returned[0] ?? own, clock)
		: sayFurther(
				further.filter(({ works }) => !works),
				returned,
				clock,
			);
}

export function renderChange(
	change: Change,
	{ scope, source, timezone }: WatchSettings,
	{ at, node, network }: About,
): IDataObject {
	const { part, standings, returned } = change;
	const { title, lines } = sayChange(change, { at, timezone });
	const voteless = standings.filter(({ works }) => !works);
	const ofPart = part === 'own' ? standings.slice(0, 1) : standings.slice(1);
	const failing = ofPart.filter(({ works }) => !works);
	const listed = [...voteless, ...standings.filter(({ works }) => works)];
	return {
		event: observersChanged.event,
		title,
		severity: failing.length ? 'warning' : 'resolved',
		message: lines.join('\n'),
		alertId: fingerprint(observersChanged.event, scope, part),
		...showTimes(failing, returned, at),
		observers: listed.map(({ name, works, reason }) => ({ name, works, reason })),
		source,
		...(node && { queriedNode: node, network: network ?? null }),
		observedAt: toIso(at),
		eventId: nameItem(
			observersChanged.event,
			scope,
			failing.map(({ name }) => name),
			at,
			part,
		),
	};
}
