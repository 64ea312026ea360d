/** The item about the Silences URL: each silence once when it begins, refused lines, and failures to read it. */
import type { IDataObject } from 'n8n-workflow';
import { markOf, nameItem } from '../../feeds/identity';
import { sayMoment, sayTime, toIso, type ZonedTime } from '../../feeds/items/words';
import { Lately } from '../../feeds/lately';
import type { Names } from '../../shared/fields/names';
import { sayText } from '../../shared/values/foreign';
import { countOf } from '../../shared/values/writing';
import { alerts } from './conditions';
import type { Silence, WatchSettings } from './model';
import { sayShort } from './sayNames';
import { keptSeconds, type TakenSilence, type UrlSilences } from './silencesUrl';
import { dayMs, hourSeconds } from '../../shared/values/timeUnits';

/** Stored beside the cursor. It has only marks, no list. */
export interface WithSilences {
	silences?: {
		/** Mark of the silences that were reported. */
		told: string;
		/** Mark of the refused lines that were reported. */
		refused?: string;
		/** Set while the URL cannot be read. */
		isFailing?: true;
	};
}

const markLength = 16;
const markAll = (texts: string[]): string =>
	texts.length ? markOf([...texts].sort().join('\n'), markLength) : '';

/** The lines that this process reported, by trigger. After a start, only the stored mark is left. */
const toldLines = new Lately<string[]>(31 * dayMs);

/** Longest lists in a message: silences or refused lines, and names. */
const mostListed = 10;
const mostNamed = 5;

/** What no item has reported yet. */
interface News extends Pick<UrlSilences, 'refused' | 'failure'> {
	began: TakenSilence[];
}

type Marks = NonNullable<WithSilences['silences']>;

/** The item about the news, if there are any. It also remembers them in `stored`. */
export function tellSilences(
	stored: WithSilences,
	read: UrlSilences | undefined,
	settings: WatchSettings,
	at: number,
): IDataObject[] {
	if (!read) {
		if (stored.silences) delete stored.silences;
		return [];
	}
	const marks = markRead(read);
	const news = findNews(read, marks, stored.silences, settings);
	toldLines.set(settings.scope, listLinesOf(read));
	stored.silences = marks;
	return isAny(news) ? [renderTold({ ...read, ...news }, settings, at)] : [];
}

const listLinesOf = ({ silences }: UrlSilences): string[] => silences.map(({ line }) => line);

function markRead(read: UrlSilences): Marks {
	const refused = markAll(read.refused);
	return {
		told: markAll(listLinesOf(read)),
		...(refused && { refused }),
		...(read.failure !== undefined && { isFailing: true }),
	};
}

function findNews(
	{ silences, refused, failure }: UrlSilences,
	marks: Marks,
	before: Marks | undefined,
	{ scope }: WatchSettings,
): News {
	const isKnown = ({ line }: TakenSilence): boolean =>
		marks.told === before?.told || !!toldLines.get(scope)?.includes(line);
	return {
		began: silences.filter((silence) => !isKnown(silence)),
		refused: marks.refused === before?.refused ? [] : refused,
		failure: before?.isFailing ? undefined : failure,
	};
}

const isAny = ({ began, refused, failure }: News): boolean =>
	began.length > 0 || refused.length > 0 || failure !== undefined;

const describeSilence = ({
	who,
	group,
	alertId,
	event,
	until,
	reason,
}: TakenSilence): IDataObject => ({
	nodeIds: who as string[],
	...(group !== undefined && { group }),
	...(alertId !== undefined && { alertId }),
	alert: event ?? 'all',
	until: toIso(until),
	reason: sayText(reason),
});

function renderTold(
	{ silences, silences: { length }, ...news }: UrlSilences & News,
	{ scope, timezone, names }: WatchSettings,
	at: number,
): IDataObject {
	const { began, refused, failure, answeredAt } = news;
	const clock = { at, timezone };
	const lines = [
		...began.slice(0, mostListed).map((silence) => saySilence(silence, clock, names)),
		...(began.length > mostListed ? [`And ${began.length - mostListed} more.`] : []),
		...refused.slice(0, mostListed).map((why) => `Refused: ${why}.`),
		...(failure
			? [`The Silences URL was not read (${failure}). ${sayKept(answeredAt, clock)}`]
			: []),
	];
	return {
		event: 'silencesChanged',
		title: sayTitle(news),
		severity: 'warning',
		message: lines.join('\n'),
		silenceCount: length,
		began: began.map(describeSilence),
		refused,
		reason: failure ?? null,
		observedAt: toIso(at),
		eventId: nameItem(
			'silencesChanged',
			scope,
			silences.map(({ line }) => line),
			refused,
			at,
		),
	};
}

function sayTitle({ began, refused, failure }: News): string {
	if (failure) return 'The Silences URL cannot be read';
	if (!began.length) return 'Lines of Silences are refused';
	const begin = `${countOf(began.length, 'silence')} ${began.length === 1 ? 'begins' : 'begin'}`;
	return refused.length ? `${begin}, ${countOf(refused.length, 'line')} refused` : begin;
}

/** The alert's name in the dialog. */
const nameAlert = (event: string): string =>
	alerts.find((alert) => alert.event === event)?.option.name ?? event;

function sayWho({ who, group }: Silence, names?: Names): string {
	if (who === 'all') return 'all';
	const called = who.map((key) => sayShort(key, { names }));
	const shown = called.slice(0, mostNamed);
	const more = called.length > shown.length ? ` and ${called.length - shown.length} more` : '';
	const whom = `${shown.join(', ')}${more}`;
	return group === undefined ? whom : `${group} (${whom})`;
}

/** "Frankfurt-1: all alerts, silenced until 18:00 CET, in 2 hours (new disk)". A group comes before its validators. */
export function saySilence(silence: Silence, clock: ZonedTime, names?: Names): string {
	const { alertId, event, from = clock.at, until, reason } = silence;
	const why = reason ? ` (${sayText(reason)})` : '';
	const begin = from > clock.at ? `from ${sayTime(from, clock)} ` : '';
	const when = `${begin}until ${sayMoment(toIso(until), clock)}${why}`;
	if (alertId !== undefined) return `Alert ${alertId}: acknowledged ${when}`;
	const what = event === undefined ? 'all alerts' : `alert ${nameAlert(event)}`;
	return `${sayWho(silence, names)}: ${what}, silenced ${when}`;
}

const sayKept = (answeredAt: number | undefined, clock: ZonedTime): string =>
	answeredAt === undefined
		? 'Until it answers, nothing is silenced by it.'
		: `Its last answer counts until ${sayTime(answeredAt + keptSeconds, clock)}.`;

const sampleSeconds = 2 * hourSeconds;

/** Samples for a test run. Of the option alone, only lines that cannot be read are told. */
export function sampleTold(settings: WatchSettings, who: string[], at: number): IDataObject[] {
	const { silencesUrl, silences = [] } = settings;
	const silence = { who, until: at + sampleSeconds, reason: 'planned work', line: 'sample' };
	if (silencesUrl && who.length)
		return [renderTold({ silences: [silence], began: [silence], refused: [] }, settings, at)];
	const places = silences.map(({ place = '' }) => Number(/\d+/.exec(place) ?? 0));
	const refused = [`nobody is called "Frankfurt-9" (line ${Math.max(0, ...places) + 1})`];
	return silences.length ? [renderTold({ silences: [], began: [], refused }, settings, at)] : [];
}
