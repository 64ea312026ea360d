/** Silences from a URL. They are kept for an hour in this process, and refused if they could end alerting. */
import type { IPollFunctions } from 'n8n-workflow';
import { Lately } from '../../feeds/lately';
import { InvalidField } from '../../shared/fields/invalid';
import { getPlain, sayNoAnswer } from '../plainRequest';
import { listLines } from './lines';
import type { Silence, WatchSettings } from './model';
import { isOn, mostLines, readSilence, secondsOf, takeReadable } from './silences';
import { daySeconds, hourSeconds } from '../../shared/values/timeUnits';

/** A silence with its line, by which it is recognized. */
export interface TakenSilence extends Silence {
	line: string;
}

export interface UrlSilences {
	/** The silences that still hold. */
	silences: TakenSilence[];
	/** Complaints about lines, in words. */
	refused: string[];
	/** Set if the last try to read the URL failed. */
	failure?: string;
	/** The last answer, UNIX seconds. Undefined if there was none since n8n started. */
	answeredAt?: number;
}

interface Known extends UrlSilences {
	triedAt: number;
}

const limits = { timeoutMs: 5_000, mostBytes: 64 * 1024 };
/** If the URL is the webhook of a workflow, each request is an execution. */
const secondsBetween = 5 * 60;
/** A tick can come some seconds early. */
const jitter = 15;
/** An answer counts this long if no newer one comes. */
export const keptSeconds = hourSeconds;
const longestDays = 7;

const lastRead = new Lately<Known>(2 * keptSeconds * 1000);

/** Reads the URL if that is due. Undefined if there is no URL. Never throws. */
export async function readUrlSilences(
	context: Pick<IPollFunctions, 'helpers'>,
	settings: WatchSettings,
	at: number,
): Promise<UrlSilences | undefined> {
	const { silencesUrl: url, scope } = settings;
	if (!url) return undefined;
	const key = `${scope} ${url}`;
	const known = lastRead.get(key);
	const isFresh = known && at >= known.triedAt && at - known.triedAt < secondsBetween - jitter;
	const read = isFresh ? known : await readAnew(context, url, settings, { at, known });
	lastRead.set(key, read);
	const silences = read.silences.filter((silence) => isOn(silence, at));
	const isKept = read.answeredAt !== undefined && at - read.answeredAt < keptSeconds;
	return { ...read, silences: isKept ? silences : [] };
}

/** Reads the URL for a test run, which neither takes nor changes what this process knows of it. Never throws. */
export const tryUrlSilences = async (
	context: Pick<IPollFunctions, 'helpers'>,
	settings: WatchSettings,
	at: number,
): Promise<UrlSilences | undefined> =>
	settings.silencesUrl
		? await readAnew(context, settings.silencesUrl, settings, { at })
		: undefined;

async function readAnew(
	context: Pick<IPollFunctions, 'helpers'>,
	url: string,
	settings: WatchSettings,
	{ at, known }: { at: number; known?: Known },
): Promise<Known> {
	const before = { silences: [], refused: [], ...known, triedAt: at };
	try {
		const { status, text } = await getPlain(context, url, limits);
		if (status !== 200) return { ...before, failure: `HTTP ${status}` };
		return { ...readLines(text, settings, at), triedAt: at, answeredAt: at };
	} catch (error) {
		return { ...before, failure: sayNoAnswer(error) };
	}
}

function readLines(
	text: string,
	{ names, timezone }: WatchSettings,
	at: number,
): Pick<UrlSilences, 'silences' | 'refused'> {
	const lines = listLines(text);
	const tooMany = lines.length > mostLines ? [`only ${mostLines} lines are taken`] : [];
	const readOne = ([line, place]: [string, string]): TakenSilence => {
		const silence = readSilence(line, place, { names, timezone });
		const why = refuse(silence, at);
		if (why) throw new InvalidField(`${place} ${why}`);
		return { ...silence, line };
	};
	const { silences, refused } = takeReadable(lines.slice(0, mostLines), readOne);
	return { silences, refused: [...tooMany, ...refused] };
}

/** The owner of the URL must not be able to end alerting unseen. */
function refuse(silence: Silence, at: number): string | undefined {
	if (silence.who === 'all') return 'has all, which only the option Silences may have';
	if (secondsOf(silence, at) > longestDays * daySeconds)
		return `lasts longer than ${longestDays} days`;
	return undefined;
}
