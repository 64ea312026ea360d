/** The one rule for what comes out of Simplify, held against items. */
import { getAddress } from 'ethers';
import { isObject } from '../../spec/check.mts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Seconds from 2001 to 2096, as number or text. */
const isUnixTime = (value: unknown): boolean =>
	['number', 'string'].includes(typeof value) && /^[1-3]\d{9}(\.\d+)?$/.test(String(value));

/** What breaks the rule in a field of a record. */
function judgeField(record: object, key: string, value: unknown): string[] {
	const fields: Record<string, unknown> = { ...record };
	const keys = Object.keys(record);
	const broken = (isBroken: boolean, how: string) => (isBroken ? [how] : []);
	const isText = typeof value === 'string';
	const number = key.replace(/Exact$/, '');
	const isExact = number !== key;
	const isUnknown = value === null && fields[number] === null;
	const isLast = keys.slice(keys.indexOf(key)).every((later) => later.endsWith('Exact'));
	return [
		...broken(/(Decimal|Iso)$/.test(key), 'has a name of the past'),
		...broken(key === 'txStatus', 'is no status as "success"'),
		...broken(isExact && !isUnknown && !isEach(value, 'string'), 'is no text'),
		...broken(
			isExact && !isUnknown && !isEach(fields[number], 'number'),
			'has no number beside it',
		),
		...broken(isExact && !isLast, 'stands before other columns'),
		...broken(isRounded(value) && !(`${key}Exact` in record), 'may be rounded, and has no text'),
		...broken(/time|date/i.test(key) && isUnixTime(value), 'is UNIX time'),
		...broken(
			isText && /^\d{4}-\d\d-\d\dT/.test(value) && !isoTime.test(value),
			'is no plain ISO time',
		),
		...broken(isText && !isChecksummed(value), 'is no address with checksum'),
	];
}

/** Whether it is a whole number beyond what a double holds for sure. */
const isRounded = (value: unknown): boolean =>
	[value].flat().some((entry) => Number.isInteger(entry) && !Number.isSafeInteger(entry));

/** One value of a type, or a list of them: those of the blocks of a history. */
const isEach = (value: unknown, type: string): boolean =>
	[value].flat().every((entry) => typeof entry === type);

const isChecksummed = (text: string): boolean =>
	!/^0x[0-9a-fA-F]{40}$/.test(text) || getAddress(text.toLowerCase()) === text;

/** What breaks the rule in a value, at any depth, each once: `transfers[].blockTimestamp is UNIX time`. */
export function listBreaks(value: unknown, at = ''): string[] {
	const all = Array.isArray(value)
		? value.flatMap((entry) => listBreaks(entry, `${at}[]`))
		: isObject(value)
			? Object.entries(value).flatMap(([key, entry]) => {
					const name = at ? `${at}.${key}` : key;
					const broken = judgeField(value, key, entry).map((how) => `${name} ${how}`);
					return [...broken, ...listBreaks(entry, name)];
				})
			: [];
	return [...new Set(all)];
}

/** Which items lack a field that others of their kind have: a list with gaps is sorted wrongly by the nodes that follow. */
export function listGaps(items: object[]): string[] {
	const fields = new Set(items.flatMap(Object.keys));
	const lacking = [...fields].filter((field) => items.some((item) => !Object.hasOwn(item, field)));
	return lacking.map((field) => `${field} is missing in some items`);
}
