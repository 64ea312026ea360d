/** Planned work: lines "who, alert, until, reason", or with "from, until". Alerts that they cover are followed but not reported. */
import { DateTime } from 'luxon';
import { findCalled, sayNames } from '../../shared/fields/byName';
import { readEach } from '../../shared/fields/faults';
import { InvalidField, show } from '../../shared/fields/invalid';
import type { Names } from '../../shared/fields/names';
import { isEvmAddress } from '../../shared/values/checksum';
import { exampleTime } from '../../shared/values/exampleTimes';
import { sayText } from '../../shared/values/foreign';
import { isBech32Address, isNodeId } from '../../shared/values/ids';
import { isNearName } from '../../shared/values/nearNames';
import { alerts } from './conditions';
import { listLines } from './lines';
import type { Silence, Subject, WatchSettings, WatchSource } from './model';
import { readPlain } from './plainLines';
import { isProposal, lineForm, mustHaveAll, otherMarks, propose } from './proposedLines';
import { readLineTime, readSeconds, refuseOffsets } from './silenceTimes';
import { readSpoken, writeOut, type Side } from './spokenTimes';
import { addressOf, toKey } from './tokenKeys';
import { unknownUpgradeEvent } from './unknownUpgradeEvent';
import { daySeconds } from '../../shared/values/timeUnits';

export const mostLines = 500;

export const isSilenced = (
	key: string,
	event: string,
	at: number,
	{ silences = [] }: Pick<WatchSettings, 'silences'>,
): boolean => silences.some((each) => covers(each, key, event, at));

/** When the last silence over it ends, UNIX seconds. Undefined if none covers it now. */
export function silencedUntil(
	key: string,
	event: string,
	at: number,
	{ silences = [] }: Pick<WatchSettings, 'silences'>,
): number | undefined {
	const ends = silences.filter((each) => covers(each, key, event, at)).map(({ until }) => until);
	return ends.length ? Math.max(...ends) : undefined;
}

export const isOn = (
	{ from = -Infinity, until }: Pick<Silence, 'from' | 'until'>,
	at: number,
): boolean => from <= at && at < until;

export const covers = (silence: Silence, key: string, event: string, at: number): boolean => {
	const { who, event: only } = silence;
	const isMeant = who === 'all' || who.includes(addressOf(key));
	return isMeant && (only === undefined || only === event) && isOn(silence, at);
};

/** How long it lasts from now on, or from its beginning if that is to come. */
export const secondsOf = ({ from = -Infinity, until }: Silence, at: number): number =>
	until - Math.max(from, at);

export function countSilenced(
	subjects: ReadonlyMap<string, Subject>,
	at: number,
	settings: WatchSettings,
): number {
	if (!settings.silences?.length) return 0;
	return [...subjects].flatMap(([key, { states }]) =>
		Object.entries(states).filter(
			([event, { phase }]) =>
				phase !== 'unconfirmed' &&
				settings.conditions.includes(event) &&
				isSilenced(key, event, at, settings),
		),
	).length;
}

const isPlatformAddress = (text: string): boolean => text.startsWith('P-') && isBech32Address(text);

const isSubject = (text: string): boolean =>
	isNodeId(text) || isPlatformAddress(text) || isEvmAddress(text);

/** More suggestions help nobody. */
const mostMeant = 3;

function sayMeant(entered: string, known: string[]): string {
	const near = [...new Set(known)].filter((name) => isNearName(entered, name));
	const isFew = near.length > 0 && near.length <= mostMeant;
	return isFew ? `; perhaps ${near.map((name) => show(name)).join(' or ')} is meant` : '';
}

/** A group in brackets. No name can look like this. */
const bracketed = /^\[(.*)\]$/;

/** The `alertId` of items about one validator, or about many. */
const alertIdPattern = /^[0-9a-f]{16}$/i;

/** Finds whom a line names. An ID goes before a name, a name before a group, and a group before an alertId. */
function readWho(
	entered: string,
	names: Names,
	place: string,
): Pick<Silence, 'who' | 'group' | 'alertId'> {
	const wanted = entered.toLowerCase();
	if (wanted === 'all') return { who: 'all' };
	if (isSubject(entered)) return { who: [toKey(entered)] };
	const [, group] = bracketed.exec(entered) ?? [];
	const called = (group ?? entered).trim();
	const found = findCalled(names, called, undefined, group === undefined ? undefined : ['group']);
	if (found) return { who: found.ids.map(toKey), ...(found.kind === 'group' && { group: called }) };
	if (alertIdPattern.test(entered)) return { who: [], alertId: wanted };
	const known = Object.values(names).flatMap(({ name, group: of }) =>
		[name ?? [], of ?? []].flat(),
	);
	throw new InvalidField(
		`nobody is called ${show(entered)} (${place}${sayMeant(called, known)})`,
		undefined,
		`${sayNames(names)} Or begin the line with all, a node ID, an address or an alertId.`,
	);
}

/** The event of the alert that a line names, by an item's event or the name in Alert When. Undefined for all. */
function readAlert(entered: string, place: string, source?: WatchSource): string | undefined {
	const wanted = entered.toLowerCase();
	if (wanted === 'all') return undefined;
	if (wanted === unknownUpgradeEvent.toLowerCase()) return unknownUpgradeEvent;
	const found = alerts.find(({ event, endEvent, option }) =>
		[event, endEvent, option.name].some((each) => each?.toLowerCase() === wanted),
	);
	if (found) return found.event;
	const usual = alerts.filter(({ sources }) => source === undefined || sources[source]);
	const known = usual.map(({ option }) => option.name);
	throw new InvalidField(
		`no alert is called ${show(entered)} (${place}${sayMeant(entered, known)})`,
		undefined,
		`Use all, or one of these: ${known.join(', ')}.`,
	);
}

/** A date or a time of day, and nothing else. No reason looks like this. */
const timeLike = /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\S*)?|\d{1,2}:\d\d\S*)(?: [A-Z]{1,5})?$/i;
const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** A number can be that of a ticket, so it is an end only after a beginning in UNIX seconds. */
function isEnd(entered: string, from: string, timezone: string): boolean {
	if (isNumber(entered) && !isNumber(from)) return false;
	return timeLike.test(entered) || readSeconds(entered, timezone) !== undefined;
}

/** The moments of a text, by words or written out. One alone is an end, unless it is said to be a beginning. */
function readMoments(entered: string, now: DateTime, side?: Side): DateTime[] | undefined {
	const seconds = readSeconds(entered, now.zoneName!, side);
	return seconds === undefined
		? readSpoken(entered, now, side)
		: [DateTime.fromSeconds(seconds, { zone: now.zone })];
}

interface InWords {
	said: string;
	/** True if the end is past. Nobody means that, so no line is proposed. */
	isOver: boolean;
	/** What follows who and which alert, with the times written out. */
	parts: string[];
}

/** Finds times in words, such as "2h". Behind a time that is written out, one without a digit is a reason. */
function findWords([first, second = '', ...rest]: string[], timezone: string): InWords | undefined {
	const isWritten = readSeconds(first, timezone) !== undefined;
	const now = DateTime.now().setZone(timezone);
	const from = readMoments(first, now, 'from');
	const isReason = isNumber(second) || (isWritten && !/\d/.test(second));
	const hasEnd = from?.length === 1 && !isReason;
	const until = hasEnd ? readMoments(second, from[0]) : undefined;
	const said = isWritten ? second : first;
	const isInWords = from && (!isWritten || (until && readSeconds(second, timezone) === undefined));
	if (!isInWords) return undefined;
	const times = until ? [...from, ...until] : readMoments(first, now)!;
	const parts = [...times.map(writeOut), ...(until ? [] : [second]), ...rest].filter(Boolean);
	return { said, isOver: times.at(-1)! <= now, parts };
}

/** Such times move with the clock, so the error has the line to enter. */
function refuseWords(
	[who, alert, ...period]: string[],
	timezone: string,
	place: string,
): InvalidField | undefined {
	const found = findWords(period, timezone);
	if (!found) return undefined;
	return new InvalidField(
		`must have a time such as ${exampleTime()} in ${place}, not ${show(found.said)}`,
		undefined,
		found.isOver ? lineForm() : propose([who, alert, ...found.parts], timezone),
	);
}

/** True if a part of a line can be read. */
function canRead(read: () => unknown): boolean {
	try {
		read();
		return true;
	} catch {
		return false;
	}
}

/** The line to enter in place of one with other marks than commas, such as "Frankfurt-1; all; 2h". */
function refuseOtherMarks(line: string, place: string, about: About): InvalidField | undefined {
	if (line.includes(',') || !otherMarks.test(line)) return undefined;
	const parts = line.split(otherMarks).map((part) => part.trim());
	try {
		readParts(parts.join(', '), place, about);
	} catch (fault) {
		return isProposal(fault) ? fault : undefined;
	}
	return mustHaveAll(line, place, propose(parts, about.timezone));
}

/** The line to enter in place of "Frankfurt-1 until 18:00". */
function refusePlain(line: string, place: string, about: About): InvalidField | undefined {
	const { names = {}, timezone, source } = about;
	const now = DateTime.now().setZone(timezone);
	const plain = readPlain(line, {
		isWho: (text) => canRead(() => readWho(text, names, place)),
		isAlert: (text) => canRead(() => readAlert(text, place, source)),
		readMoments: (text, side) => readMoments(text, now, side),
	});
	if (!plain || plain.times.at(-1)! <= now) return undefined;
	const { who, alert, times, reason } = plain;
	const parts = [who, alert, ...times.map(writeOut), reason].filter(Boolean);
	return mustHaveAll(line, place, propose(parts, timezone));
}

/** Reads a line's end and reason, or its beginning, end and reason. */
function readPeriod(
	[who, alert, first, second = '', ...rest]: string[],
	timezone: string,
	place: string,
): Pick<Silence, 'from' | 'until' | 'reason'> {
	if (!isEnd(second, first, timezone)) {
		const reason = [second, ...rest].filter(Boolean).join(', ');
		return { until: readLineTime(first, { timezone, place }), reason };
	}
	const from = readLineTime(first, { timezone, place, side: 'from' });
	const until = readLineTime(second, { timezone, place });
	if (from < until) return { from, until, reason: rest.join(', ') };
	const isTurned = until < from && from > DateTime.now().toSeconds();
	throw new InvalidField(
		`the beginning ${show(first)} is not before the end ${show(second)} (${place})`,
		undefined,
		isTurned ? propose([who, alert, second, first, ...rest], timezone) : lineForm(),
	);
}

interface About {
	names?: Names;
	timezone: string;
	/** The watched source. The error about an unknown alert proposes the alerts of this source. */
	source?: WatchSource;
}

/** Reads one line. Throws an InvalidField that completes "Silences". */
export function readSilence(line: string, place: string, about: About): Silence {
	try {
		return readParts(line, place, about);
	} catch (fault) {
		throw refuseOtherMarks(line, place, about) ?? refusePlain(line, place, about) ?? fault;
	}
}

function readParts(line: string, place: string, { names = {}, timezone, source }: About): Silence {
	const [who, alert, ...period] = line.split(',').map((part) => part.trim());
	if (!period[0]) throw mustHaveAll(line, place, lineForm());
	const covered = { ...readWho(who, names, place), event: readAlert(alert, place, source) };
	const parts = [who, alert, ...period];
	const refused = refuseOffsets(parts, timezone, place) ?? refuseWords(parts, timezone, place);
	if (refused) throw refused;
	return { ...covered, ...readPeriod(parts, timezone, place) };
}

/** All lines of the option, and complaints about those that cannot be read. */
export interface OwnSilences {
	silences: Silence[];
	refused: string[];
}

/** Throws if a line cannot be read. If `isLenient`, a running watch goes on without that line. */
export function readSilences(value: unknown, about: About, isLenient: boolean): OwnSilences {
	const text = Array.isArray(value) ? value.join('\n') : value;
	if (typeof text !== 'string')
		throw new InvalidField(`must be lines "who, alert, until, reason", not ${show(value)}`);
	const lines = listLines(text);
	if (lines.length > mostLines)
		throw new InvalidField(`must have at most ${mostLines} lines, not ${lines.length}`);
	const readOne = (line: string, place: string): Silence => ({
		...readSilence(line, place, about),
		place,
	});
	return isLenient
		? takeReadable(lines, (line) => readOne(...line))
		: { silences: readEach(lines, readOne), refused: [] };
}

/** Reads each line on its own, so that one that cannot be read does not affect the others. */
export function takeReadable<Line, S>(
	lines: Line[],
	readOne: (line: Line) => S,
): { silences: S[]; refused: string[] } {
	const silences: S[] = [];
	const refused: string[] = [];
	for (const line of lines) {
		try {
			silences.push(readOne(line));
		} catch (error) {
			refused.push(sayText((error as Error).message));
		}
	}
	return { silences, refused };
}

/** n8n evaluates an expression anew at each poll. */
const clockWords = /\$(?:now|today)\b|\bDateTime\.(?:now|local|utc)\b|\bDate\.now\b|\bnew Date\(\)/;

/** True if the entered expression reads the clock. */
export const readsClock = (raw: unknown): boolean =>
	typeof raw === 'string' && raw.startsWith('=') && clockWords.test(raw);

const movingNote =
	'the expression reads the clock at each check, so an end made of it never comes (enter a fixed time)';

const yearSeconds = 366 * daySeconds;

/** Lines of the option that do nothing, or hide more than was meant. Nothing else points them out. */
export function noteSilences(
	{ silences = [], silencesMove }: Pick<WatchSettings, 'silences' | 'silencesMove'>,
	at: number,
	subjects?: Subject[],
): string[] {
	const acknowledged = subjects?.flatMap((each) => Object.values(each.acknowledged ?? {}));
	const isUsed = ({ until }: Silence): boolean =>
		acknowledged === undefined || acknowledged.some((each) => each.until >= until);
	const noteOf = (silence: Silence): string | undefined => {
		if (silence.until <= at) return 'is over';
		if ((silence.from ?? at) - at > yearSeconds) return 'begins in more than a year';
		const isIdle = silence.alertId !== undefined && isOn(silence, at) && !isUsed(silence);
		if (isIdle) return 'names no alert that lasts';
		return secondsOf(silence, at) > yearSeconds ? 'lasts more than a year' : undefined;
	};
	const notes = silences.flatMap((silence) => {
		const note = silence.place === undefined ? undefined : noteOf(silence);
		return note ? [`${silence.place} ${note}`] : [];
	});
	return silencesMove ? [...notes, movingNote] : notes;
}
