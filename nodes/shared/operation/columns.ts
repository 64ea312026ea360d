/**
 * What Simplify makes of a record: columns for the nodes that follow. An amount is a number in the unit that people use
 * (`amount`), with the same as exact text (`amountExact`) behind all other columns. A time is ISO 8601. The type of a
 * column never depends on its value.
 */
import type { IDataObject } from 'n8n-workflow';
import { nameChain } from '../chains/chains';
import { toChecksumAddress } from '../values/checksum';
import { readNumber, toDecimalText, toUnits } from '../values/numbers';
import { isRecord, lookUp, put, valueAt } from '../values/records';
import { readTime } from '../values/times';

/** How a value of a record becomes that of a column; `asked` are the fields' values. Undefined is unknown: null. */
type Read = (value: unknown, record: IDataObject, asked: Record<string, unknown>) => unknown;

export interface Column {
	/** Where the value stands in the record: `a.b`, or `a.b|c.d` for the first found. */
	path: string;
	/** The value is that of a field of the operation, not of the record. */
	isAsked?: true;
	read?: Read;
	/** Adds `<name>Exact`, the decimal text of the number. */
	isExact?: true;
	/** Adds it only where the number is beyond 2^53. */
	isCount?: true;
	/** What it counts, for the documentation and for an AI agent, where the name does not say it. */
	unit?: string;
}

/** Columns in their order, by name; a path alone takes the value as it is. */
export type Columns = Record<string, string | Column>;

/** Decimal text in the unit of the column, such as `amountDecimal`: a number, and its exact text as `<name>Exact`. */
export const exact = (path: string): Column => ({ path, isExact: true, read: toDecimalText });

/** An integer of a smaller unit, as `exact` in the unit that has so many decimals: gwei of wei by 9. */
export const inUnits = (path: string, decimals: number): Column => ({
	path,
	isExact: true,
	read: (value) => toUnits(value, decimals),
});

/** The token of the Primary Network, which nodes count in billionths. */
export const avax = 'AVAX';
export const avaxDecimals = 9;
export const inAvax = (path: string): Column => ({ ...inUnits(path, avaxDecimals), unit: avax });
/** The symbol of the amounts, where the record has the one at the path. */
export const avaxWith = (path: string): Column => ({ path, read: () => avax });

/** A number that seldom passes 2^53, also where it came as text. */
export const count = (path: string): Column => ({ path, isCount: true, read: toDecimalText });

/** UNIX seconds, as number or text, as ISO 8601 in UTC; 0 and less stand for no time. */
export const time = (path: string): Column => ({ path, read: toIsoTime });

/** A time that a node writes in its own zone, as ISO 8601 in UTC, to the second. */
export const writtenTime = (path: string): Column => ({
	path,
	read: (text) => {
		const seconds = readTime(text);
		return seconds === undefined ? undefined : writeTime(Math.floor(seconds));
	},
});

/** An address of an EVM chain, with its checksum; anything else as it is. */
export const address = (path: string): Column => ({ path, read: toChecksumAddress });

/** The unit of an amount in a chain's own token, whose symbol stands beside where it is known. */
export const nativeToken = 'the native token';

/** What the numbers of a simplified record count, by column. */
export const listUnits = (simplify: unknown): Record<string, string> =>
	isRecord(simplify)
		? Object.fromEntries(
				Object.entries(simplify as Columns).flatMap(([name, column]) =>
					typeof column === 'object' && column.unit ? [[name, column.unit]] : [],
				),
			)
		: {};

/** What was asked for, by the field's name. */
export const asked = (field: string): Column => ({ path: field, isAsked: true });

/** A chain by its name or ID. */
export const chainOf = (path: string): Column => ({ path, read: nameChain });

/** The chain that was asked, by the name or ID that is the same in the items of all nodes. */
export const askedChain = (field: string): Column => ({ ...chainOf(field), isAsked: true });

/** The EVM chain that a service was asked about, by its name too. */
export const askedEvmChain: Columns = {
	chain: askedChain('chainId|chain'),
	chainId: asked('chainId'),
};

/** A code in capitals, as currencies have it. */
export const capitals = (path: string): Column => ({
	path,
	read: (value) => (typeof value === 'string' ? value.toUpperCase() : undefined),
});

/** A status of a transaction as the Data API writes it: `1` or `0`; other text as it is. */
export const status = (path: string): Column => ({
	path,
	read: (value) => {
		const text = typeof value === 'number' ? String(value) : value;
		if (typeof text !== 'string') return undefined;
		return lookUp({ '1': 'success', '0': 'failed' }, text) ?? text;
	},
});

/** UNIX seconds as ISO 8601 in UTC, without milliseconds; undefined where they are none. */
export function toIsoTime(value: unknown): string | undefined {
	const seconds = readNumber(value);
	return seconds === undefined || seconds <= 0 ? undefined : writeTime(seconds);
}

/** UNIX seconds as ISO 8601 in UTC, without milliseconds where there are none; undefined beyond what a date can be. */
export function writeTime(seconds: number): string | undefined {
	const moment = new Date(seconds * 1000);
	return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().replace('.000Z', 'Z');
}

/** The name of the exact text of a number. */
const exactOf = (name: string): string => `${name}Exact`;

/**
 * A record between columns that stand before and behind it, with the exact texts of all numbers behind all other columns.
 * Where a name stands twice, the record's own value stays.
 */
export function putBetween(
	before: IDataObject,
	own: IDataObject,
	behind: IDataObject,
): IDataObject {
	const record: IDataObject = {};
	const parts = [before, own, behind];
	for (const isExact of [false, true])
		for (const part of parts)
			for (const name of Object.keys(part))
				if (name.endsWith('Exact') === isExact)
					put(record, name, Object.hasOwn(own, name) ? own[name] : part[name]);
	return record;
}

/** The record with the exact texts of its numbers behind all other columns. */
export const putExactLast = (record: IDataObject): IDataObject => putBetween({}, record, {});

/** Where in a record the columns look, each path on its own. */
export const listPaths = (columns: Columns): string[] =>
	Object.values(columns)
		.map((given): Column => (typeof given === 'string' ? { path: given } : given))
		.filter(({ isAsked }) => !isAsked)
		.flatMap(({ path }) => path.split('|'));

function firstAt(record: unknown, paths: string[]): unknown {
	for (const path of paths) {
		const value = valueAt(record, path);
		if (value !== undefined && value !== null) return value;
	}
	return undefined;
}

/** A column with what is the same for all records worked out. */
interface Plan {
	name: string;
	exactName: string;
	paths: string[];
	column: Column;
}

const plans = new WeakMap<Columns, Plan[]>();

/** Worked out once: this runs for every record. */
function planOf(columns: Columns): Plan[] {
	const known = plans.get(columns);
	if (known) return known;
	const plan = Object.entries(columns).map(([name, given]): Plan => {
		const column: Column = typeof given === 'string' ? { path: given } : given;
		return { name, exactName: exactOf(name), paths: column.path.split('|'), column };
	});
	plans.set(columns, plan);
	return plan;
}

/**
 * The record's columns, null where it has no value: a list with gaps is sorted wrongly. `values` are what was asked for.
 */
export function toColumns(
	record: IDataObject,
	columns: Columns,
	values: Record<string, unknown>,
): IDataObject {
	const row: IDataObject = {};
	const texts: IDataObject = {};
	for (const { name, exactName, paths, column } of planOf(columns)) {
		const found = firstAt(column.isAsked ? values : record, paths);
		const value = found !== undefined && column.read ? column.read(found, record, values) : found;
		if (!column.isExact && !column.isCount) {
			row[name] = (value ?? null) as IDataObject[string];
			continue;
		}
		const number = readNumber(value);
		row[name] = number ?? null;
		const isLarge = number !== undefined && Math.abs(number) > Number.MAX_SAFE_INTEGER;
		if (column.isExact || isLarge) texts[exactName] = number === undefined ? null : String(value);
	}
	return Object.assign(row, texts);
}
