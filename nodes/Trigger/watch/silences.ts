/** Planned work: lines "who, which alert, until when, reason". What they cover is followed, and not told. */
import { isEvmAddress } from '../../shared/checksum';
import { InvalidField, show } from '../../shared/fields';
import { isBech32Address, isNodeId } from '../../shared/ids';
import { timestamp } from '../../shared/moments';
import type { Names } from '../../shared/names';
import { alerts } from './conditions';
import { listLines } from './lines';
import type { Subject, WatchSettings } from './model';
import { unknownUpgradeEvent } from './unknownUpgradeEvent';

export interface Silence {
	/** Node IDs, or all that is watched, the source itself with it. */
	who: string[] | 'all';
	/** The event that begins the alert; all of them where none is named. */
	event?: string;
	/** UNIX seconds. */
	until: number;
	reason: string;
}

export const mostLines = 500;

/** Whether a silence covers this alert of this subject. */
export const isSilenced = (
	key: string,
	event: string,
	at: number,
	{ silences = [] }: Pick<WatchSettings, 'silences'>,
): boolean => silences.some((each) => covers(each, key, event, at));

export const covers = (
	{ who, event: only, until }: Silence,
	key: string,
	event: string,
	at: number,
): boolean =>
	at < until && (who === 'all' || who.includes(key)) && (only === undefined || only === event);

/** How many confirmed alerts silences cover. */
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

/** The group stands behind a name: `Frankfurt-1 [fra]`. */
const namePattern = /^(.*?)(?:\s*\[([^\]]+)\])?$/;

const isAddress = (text: string): boolean => isEvmAddress(text);
const isPlatformAddress = (text: string): boolean => text.startsWith('P-') && isBech32Address(text);

/** Whom a line names. */
function readWho(entered: string, names: Names, place: string): Silence['who'] {
	if (entered.toLowerCase() === 'all') return 'all';
	if (isNodeId(entered) || isPlatformAddress(entered)) return [entered];
	if (isAddress(entered)) return [entered.toLowerCase()];
	const isNamed = (name: string): boolean =>
		[name, ...(namePattern.exec(name) ?? []).slice(1)].some(
			(each) => each?.trim().toLowerCase() === entered.toLowerCase(),
		);
	const keys = Object.keys(names).filter((id) => isNamed(names[id]));
	if (keys.length) return keys;
	throw new InvalidField(
		`must have all, a node ID, an address, or a name or group of Names in ${place}, not ${show(entered)}`,
	);
}

/** Which alert a line names: as items call its beginning or its end, or as Alert When does. */
function readAlert(entered: string, place: string): string | undefined {
	const wanted = entered.toLowerCase();
	if (wanted === 'all') return undefined;
	if (wanted === unknownUpgradeEvent.toLowerCase()) return unknownUpgradeEvent;
	const found = alerts.find(({ event, endEvent, option }) =>
		[event, endEvent, option.name].some((each) => each?.toLowerCase() === wanted),
	);
	if (found) return found.event;
	throw new InvalidField(
		`must have all or an alert such as disconnected in ${place}, not ${show(entered)}`,
	);
}

const time = timestamp({ displayName: '', name: 'until', description: '' });

/** UNIX seconds, or nothing for what is no time. */
function toSeconds(entered: string, timezone: string): number | undefined {
	try {
		return time.encode(entered, { timezone }) as number;
	} catch {
		return undefined;
	}
}

function readUntil(entered: string, timezone: string, place: string): number {
	const until = toSeconds(entered, timezone);
	if (until !== undefined) return until;
	throw new InvalidField(
		`must have a time such as 2026-01-31T18:00 in ${place}, not ${show(entered)}`,
	);
}

export interface About {
	names?: Names;
	timezone: string;
}

/** One line; throws an InvalidField that completes "Silences". */
export function readSilence(line: string, place: string, { names = {}, timezone }: About): Silence {
	const [who, alert, until, ...reason] = line.split(',').map((part) => part.trim());
	if (!until)
		throw new InvalidField(`must have "who, alert, until, reason" in ${place}, not ${show(line)}`);
	return {
		who: readWho(who, names, place),
		event: readAlert(alert, place),
		until: readUntil(until, timezone, place),
		reason: reason.join(', '),
	};
}

/** All lines of the option. */
export function readSilences(value: unknown, about: About): Silence[] {
	const text = Array.isArray(value) ? value.join('\n') : value;
	if (typeof text !== 'string')
		throw new InvalidField(`must be lines "who, alert, until, reason", not ${show(value)}`);
	const lines = listLines(text);
	if (lines.length > mostLines)
		throw new InvalidField(`must have at most ${mostLines} lines, not ${lines.length}`);
	return lines.map(([line, place]) => readSilence(line, place, about));
}
