/** Silences that were taken out while they held. This process knows them, because the memory of a watch lists no silences. */
import { Lately } from '../../feeds/lately';
import { ownKey, sourceKey, type Silence, type WatchSettings } from './model';
import { isOn } from './silences';
import type { UrlSilences } from './silencesUrl';

interface Seen {
	/** Those that held at the last poll. */
	holding: Silence[];
	/** Those that were taken out before it. Each ends with the poll that missed it. */
	removed: Silence[];
}

const lastSeen = new Lately<Seen>(31 * 86_400_000);

/** An alert that was held back may wait longer, for quiet hours or a node that does not answer. */
const keptSeconds = 86_400;
const mostKept = 100;

/** Only what was entered: the keys of the node itself are added once its ID is known. */
const listEntered = (who: string[]): string[] =>
	who.filter((key) => key !== ownKey && key !== sourceKey);

const identify = ({ who, event, from, until, reason }: Silence): string =>
	JSON.stringify([who === 'all' ? who : listEntered(who), event, from, until, reason]);

/** Until the URL answers, nobody knows which lines it has. */
const isKnown = ({ place }: Silence, fromUrl: UrlSilences | undefined): boolean =>
	place !== undefined || fromUrl?.failure === undefined;

/** `settings` has the silences of this poll. An end that moves with the clock makes another silence at each poll. */
export function listRemoved(
	{ scope, silences = [], silencesMove }: WatchSettings,
	fromUrl: UrlSilences | undefined,
	at: number,
): Silence[] {
	const { holding, removed } = lastSeen.get(scope) ?? { holding: [], removed: [] };
	if (silencesMove) return [];
	const present = new Set(silences.map(identify));
	const missing = holding.filter(
		(each) => each.until > at && !present.has(identify(each)) && isKnown(each, fromUrl),
	);
	const kept = removed.filter(({ until }) => at - until < keptSeconds);
	const now = missing.map((each): Silence => ({ ...each, until: at, isRemoved: true }));
	return [...kept, ...now].slice(-mostKept);
}

export function rememberSilences(
	{ scope, silences = [], removedSilences: removed = [] }: WatchSettings,
	at: number,
): void {
	const holding = silences.filter((each) => isOn(each, at));
	if (holding.length || removed.length) lastSeen.set(scope, { holding, removed });
	else lastSeen.delete(scope);
}
