/**
 * Simplify turns a record into columns for the next nodes. An amount is a number in the unit that people use
 * (`amount`). Its exact text (`amountExact`) comes after all other columns. A time is ISO 8601. The type of a column
 * never depends on its value.
 */
import type { IDataObject } from 'n8n-workflow';
import { nameChain } from '../avalanche/chains';
import { toChecksumAddress } from '../values/checksum';
import { readAmount, readNumber, toDecimalText, toUnits } from '../values/numbers';
import { isRecord, lookUp, put, readBoolean, valueAt } from '../values/records';
import { readSecond, readTime, writeTime } from '../values/times';

/** Turns a record's value into a column's. `asked` holds the field values. Undefined means unknown and becomes null. */
type Read = (value: unknown, record: IDataObject, asked: Record<string, unknown>) => unknown;

export interface Column {
	/** Path in the record: `a.b`, or `a.b|c.d` for the first one found. */
	path: string;
	/** Takes the value from a field of the operation, not from the record. */
	isAsked?: true;
	read?: Read;
	/** Adds `<name>Exact`, the decimal text of the number. */
	isExact?: true;
	/** Adds `<name>Exact` only for numbers beyond 2^53. */
	isCount?: true;
	/** For the documentation and AI agents, if the name does not tell it. */
	unit?: string;
}

/** Columns in order, by name. A path alone takes the value as it is. */
export type Columns = Record<string, string | Column>;

/** A number, plus its exact text, from decimal text that is already in the column's unit: `amountDecimal`. */
export const exact = (path: string): Column => ({ path, isExact: true, read: readAmount });

/** Like `exact`, from an integer in a smaller unit: wei with 9 decimals becomes gwei. */
export const inUnits = (path: string, decimals: number): Column => ({
	path,
	isExact: true,
	read: (value) => toUnits(readAmount(value), decimals),
});

/** The token of the Primary Network. Nodes count it in billionths. */
export const avax = 'AVAX';
export const avaxDecimals = 9;
export const inAvax = (path: string): Column => ({ ...inUnits(path, avaxDecimals), unit: avax });
/** The symbol AVAX, if the record has a value at the path. */
export const avaxWith = (path: string): Column => ({ path, read: () => avax });

/** A number, also from text, that seldom passes 2^53. */
export const count = (path: string): Column => ({ path, isCount: true, read: toDecimalText });

/** True or false. Unknown if the server wrote anything else. */
export const truth = (path: string): Column => ({ path, read: readBoolean });

/** UNIX seconds, as number or text, to ISO 8601 in UTC. Unknown if no record of the network can have such a time. */
export const time = (path: string): Column => ({
	path,
	read: (value) => {
		const seconds = readSecond(value);
		return seconds === undefined ? undefined : writeTime(seconds);
	},
});

/** A time in the node's own zone to ISO 8601 in UTC, cut to the second. */
export const writtenTime = (path: string): Column => ({
	path,
	read: (text) => {
		const seconds = readTime(text);
		return seconds === undefined ? undefined : writeTime(Math.floor(seconds));
	},
});

/** Nodes set an upgrade that is not scheduled for the year 9999 (avalanchego v1.14.2). */
export const isScheduled = (written: unknown): boolean =>
	typeof written === 'string' && !written.startsWith('9999-');

/** The time of an upgrade, which is null while it is not scheduled. */
export const scheduled = ({ read, ...column }: Column): Column => ({
	...column,
	read: (...values) => {
		const written = read?.(...values);
		return isScheduled(written) ? written : undefined;
	},
});

/** An EVM address with its checksum. Anything else stays as it is. */
export const address = (path: string): Column => ({ path, read: toChecksumAddress });

/** Unit of an amount in a chain's own token. If the record has a `symbol`, that is shown instead. */
export const nativeToken = 'the native token';

/** Units of the simplified numbers, by column. */
export const listUnits = (simplify: unknown): Record<string, string> =>
	isRecord(simplify)
		? Object.fromEntries(
				Object.entries(simplify as Columns).flatMap(([name, column]) =>
					typeof column === 'object' && column.unit ? [[name, column.unit]] : [],
				),
			)
		: {};

/** The value of a field of the operation. */
export const asked = (field: string): Column => ({ path: field, isAsked: true });

/** A chain by its name or ID. */
export const chainOf = (path: string): Column => ({ path, read: nameChain });

/** Among the field values, the name of the requested chain, if it is known. */
export const chainCalled = 'chainCalled';

/** The requested chain, by the name or ID that the items of all nodes use. */
export const askedChain = (field: string): Column => ({
	path: field,
	isAsked: true,
	read: (chain, _record, values) => {
		const named = nameChain(chain);
		return named === chain ? (values[chainCalled] ?? chain) : named;
	},
});

/** The EVM chain that a service was asked about, by name and by ID. */
export const askedEvmChain: Columns = {
	chain: askedChain('chainId|chain'),
	chainId: asked('chainId'),
};

/** A code in capitals, such as that of a currency. */
export const capitals = (path: string): Column => ({
	path,
	read: (value) => (typeof value === 'string' ? value.toUpperCase() : undefined),
});

/** The Data API writes a transaction's status as `1` or `0`. Other text stays as it is. */
export const status = (path: string): Column => ({
	path,
	read: (value) => {
		const text = typeof value === 'number' ? String(value) : value;
		if (typeof text !== 'string') return undefined;
		return lookUp({ '1': 'success', '0': 'failed' }, text) ?? text;
	},
});

/** UNIX seconds as ISO 8601 in UTC; undefined if they are zero, negative or unreadable. */
export function toIsoTime(value: unknown): string | undefined {
	const seconds = readNumber(value);
	return seconds === undefined || seconds <= 0 ? undefined : writeTime(seconds);
}

const exactOf = (name: string): string => `${name}Exact`;

/**
 * Puts columns before and after a record's own. The exact texts of all numbers come last. If a name occurs twice, the
 * record's own value stays.
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

/** Moves the exact texts of numbers behind all other columns. */
export const putExactLast = (record: IDataObject): IDataObject => putBetween({}, record, {});

function firstAt(record: unknown, paths: string[]): unknown {
	for (const path of paths) {
		const value = valueAt(record, path);
		if (value !== undefined && value !== null) return value;
	}
	return undefined;
}

/** A column with everything worked out that is the same for all records. */
interface Plan {
	name: string;
	exactName: string;
	paths: string[];
	column: Column;
}

const plans = new WeakMap<Columns, Plan[]>();

/** Cached, because it is needed for every record. */
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

/** Missing values become null, because the next nodes sort a list with gaps wrongly. `values` are the field values. */
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
