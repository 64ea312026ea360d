/**
 * Makes answers of EVM methods readable for people and usable for the next node: numbers in everyday units, with their
 * exact text in the last columns, times as ISO 8601, addresses with their checksum.
 */
import { isCChain } from '../shared/avalanche/chains';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { toChecksumAddress } from '../shared/values/checksum';
import { nativeToken } from '../shared/operation/columns';
import { isQuantity, toDecimal, toInteger, toQuantity } from '../shared/values/hex';
import { isHexAddress } from '../shared/values/ids';
import { toUnits } from '../shared/values/numbers';
import type { Values } from '../shared/operation/operations';
import { isRecord, lookUp, put } from '../shared/values/records';
import { writeTime } from '../shared/values/times';

/** How to convert a field of this name, at any depth of any answer. */
interface Kind {
	/** The name of the column, if it differs from the field's. */
	as?: string;
	/** The value of the column. Undefined keeps the value as it came. */
	read: (value: unknown) => unknown;
	unit?: string;
	/** `read` gives decimal text. The column gets it as a number, and `<name>Exact` gets the text. */
	isExact?: true;
	/** The field can hold a list of such values. */
	isMany?: true;
	/** Like `isExact`, but `<name>Exact` is added only if a double cannot hold the number. */
	isCount?: true;
}

/** Numbers of up to this many digits, hexadecimal or decimal, are below 2^53 and need no text. */
const shortest = 15;

function readCount(value: unknown): number | string | undefined {
	if (typeof value !== 'string') return undefined;
	const isDecimal = /^\d{1,77}$/.test(value);
	if (!isDecimal && !isQuantity(value)) return undefined;
	return value.length <= shortest ? Number(value) : String(BigInt(value));
}

/** Real values rarely pass 2^53, but a node can send any number. */
const count: Kind = { isCount: true, read: readCount };
const exact = (decimals: number, unit?: string): Kind => ({
	isExact: true,
	unit,
	read: (value) => {
		// A figure without its unit would be a wrong one.
		if (typeof value === 'number') return toUnits(toInteger(value), decimals);
		return isQuantity(value) ? toUnits(toDecimal(value), decimals) : undefined;
	},
});
/** The native token of every EVM chain has 18 decimals. */
const native = exact(18, nativeToken);
const gwei = exact(9, 'gwei');
const integer = exact(0);
const identifier: Kind = {
	read: (value) => {
		if (Number.isInteger(value)) return String(value);
		return isQuantity(value) ? toDecimal(value) : undefined;
	},
};
const address: Kind = {
	read: (value) =>
		typeof value === 'string' && isHexAddress(value) ? toChecksumAddress(value) : undefined,
};
const status: Kind = {
	read: (value) => lookUp({ '1': 'success', '0': 'failed' }, String(toInteger(value))),
};

/** UNIX seconds, as a number or in hexadecimal, to ISO 8601 in UTC. A genesis block can be of 1970. */
export function toTime(value: unknown): string | undefined {
	if (!isQuantity(value) && !Number.isInteger(value)) return undefined;
	return writeTime(Number(value));
}
const time = (as: string): Kind => ({ as, read: toTime });

const listKinds = (names: string, kind: Kind): Array<[string, Kind]> =>
	names
		.trim()
		.split(/\s+/)
		.map((name) => [name, kind]);

export const readableKinds = new Map<string, Kind>([
	...listKinds('number blockNumber blockHeight oldestBlock settledHeight lastChangedAt', count),
	...listKinds('transactionCount uncleCount peerCount pending queued', count),
	...listKinds('nonce type yParity transactionIndex logIndex size timestampMilliseconds', count),
	...listKinds(
		'gas gasLimit gasUsed cumulativeGasUsed extDataGasUsed blobGasUsed blockGasCost',
		count,
	),
	// The gas market fields of a block have 64 bits.
	...listKinds('difficulty totalDifficulty excessBlobGas minDelayExcess targetExponent', integer),
	...listKinds('minPriceExponent settledExcess settledGasNumerator', integer),
	...listKinds('balance fee', native),
	['value', { ...native, as: 'amount' }],
	...listKinds('gasPrice maxFeePerGas maxPriorityFeePerGas maxFeePerBlobGas', gwei),
	...listKinds('effectiveGasPrice blobGasPrice baseFee priorityFee', gwei),
	...listKinds('baseFeePerGas baseFeePerBlobGas reward priorityFees', { ...gwei, isMany: true }),
	...listKinds('timestamp blockTimestamp', time('time')),
	['settledGasUnix', time('settledGasTime')],
	...listKinds('from to address contractAddress miner', address),
	['transactionHash', { as: 'txHash', read: (hash) => hash }],
	['chainId', identifier],
	['status', status],
]);

/** The units of the number columns of readable records, by column. */
export const readableUnits: Record<string, string> = Object.fromEntries(
	[...readableKinds].flatMap(([name, { as = name, unit }]) => (unit ? [[as, unit]] : [])),
);

/**
 * The columns before and after all others. Amounts come before the wide addresses. The exact texts follow the last
 * columns.
 */
const ofCall = 'function arguments tokenAmount tokenSymbol unlimited tokenTransfers';
const first = `
	pool event number blockNumber oldestBlock time address args amount value balance fee symbol from to contractAddress miner status ${ofCall}
	revertReason transactionCount gasUsed gasLimit baseFeePerGas`;
const last = `
	signature hash txHash parentHash blockHash parentBeaconBlockRoot codeHash storageHash code raw tx input
	output data returnData topics accessList authorizationList accountProof storageProof logs calls transactions`;
const places = new Map([
	...first
		.trim()
		.split(/\s+/)
		.map((name, i, { length }) => [name, i - length] as const),
	...last
		.trim()
		.split(/\s+/)
		.map((name, i) => [name, i + 1] as const),
]);

type Entry = [name: string, value: unknown];

const columnPlaceOf = ([name]: Entry): number => places.get(name) ?? 0;

function isOrdered(entries: Entry[]): boolean {
	for (let i = 1; i < entries.length; i++)
		if (columnPlaceOf(entries[i - 1]) > columnPlaceOf(entries[i])) return false;
	return true;
}

/** Sorts the entries into column order. Looks up each place only once, because this runs for every record. */
function inOrder(entries: Entry[]): Entry[] {
	if (isOrdered(entries)) return entries;
	const placed = entries.map((entry) => ({ entry, place: columnPlaceOf(entry) }));
	return placed.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
}
/** The columns in their order, then the exact texts in the order of their numbers. */
function toRecord(entries: Entry[], texts: Entry[] = []): IDataObject {
	const record: IDataObject = {};
	for (const [name, value] of inOrder(entries)) put(record, name, value);
	for (const [name, text] of inOrder(texts)) put(record, `${name}Exact`, text);
	return record;
}

/** Reads every value in lists of any depth. Unreadable ones become null. Undefined if no value is readable. */
function readAll(value: unknown, read: Kind['read']): unknown {
	if (!Array.isArray(value)) return read(value);
	const list = value.map((entry) => readAll(entry, read));
	const isUnknown = list.length > 0 && list.every((entry) => entry === undefined);
	return isUnknown ? undefined : list.map((entry) => entry ?? null);
}

/** Maps the values in lists of any depth. Null stays null. */
const mapKnown = (value: unknown, turn: (known: unknown) => unknown): unknown => {
	if (Array.isArray(value)) return value.map((entry) => mapKnown(entry, turn));
	return value === null ? null : turn(value);
};

/** True if doubles hold all of these whole numbers exactly. */
const isHeld = (numbers: unknown): boolean =>
	Array.isArray(numbers)
		? numbers.every(isHeld)
		: numbers === null || Number.isSafeInteger(numbers);

/** State dumps and proofs key accounts by address, so keys of that length get their checksum too. */
const readKey = (key: string): string => (key.length === 42 ? String(toChecksumAddress(key)) : key);

type FindKind = (name: string) => Kind | undefined;

const kindOf: FindKind = (name) => readableKinds.get(name);

const readField = (value: unknown, { isMany, read }: Kind): unknown =>
	isMany ? readAll(value, read) : read(value);

/** The columns of a record, and the exact texts of those that are numbers. */
interface Converted {
	entries: Entry[];
	texts: Entry[];
}

/** Adds a number with its exact text where the kind has one, and any other value as it is. */
function addColumn([name, read]: Entry, { isExact, isCount }: Kind, to: Converted): void {
	if (!isExact && !isCount) {
		to.entries.push([name, read]);
		return;
	}
	const numbers = mapKnown(read, Number);
	to.entries.push([name, numbers]);
	if (isExact || !isHeld(numbers)) to.texts.push([name, mapKnown(read, String)]);
}

function convertField([key, value]: Entry, find: FindKind, to: Converted): void {
	const kind = find(key);
	const name = kind?.as ?? key;
	const read = kind && readField(value, kind);
	if (value === null) to.entries.push([name, null]);
	else if (!kind || read === undefined) to.entries.push([readKey(key), convert(value, find)]);
	else addColumn([name, read], kind, to);
}

function convert(node: unknown, find: FindKind): unknown {
	if (Array.isArray(node)) return node.map((entry) => convert(entry, find));
	if (!isRecord(node)) return node;
	const converted: Converted = { entries: [], texts: [] };
	for (const entry of Object.entries(node)) convertField(entry, find, converted);
	return toRecord(converted.entries, converted.texts);
}

const without = (record: IDataObject, names: string[]): IDataObject =>
	!names.length
		? record
		: Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const inNativeToken = ['balance', 'value', 'fee'];

/** Adds the symbol to a record with amounts if the chain's own token is known (C-Chain only). */
const withSymbol = (record: IDataObject, { chain }: Values): IDataObject =>
	isCChain(chain) && inNativeToken.some((name) => isQuantity(record[name]))
		? { ...record, symbol: 'AVAX' }
		: record;

export type Simplify = (record: IDataObject, values?: Values) => IDataObject;

/**
 * Makes a record readable at any depth: `value: '0xde0b6b3a7640000'` becomes `amount: 1` and `amountExact: '1'`,
 * `timestamp` becomes `time`. Unknown fields stay as they are. Drops the fields of the record named in `leftOut`.
 * `values` are the fields of the request.
 */
export const readable =
	(...leftOut: string[]): Simplify =>
	(record, values = {}) =>
		convert(withSymbol(without(record, leftOut), values), kindOf) as IDataObject;

/** Makes an answer readable that is one number of this name. A name without a kind of its own is a count. */
export const readsNumber = (name: string): Simplify => {
	const find: FindKind = (key) => readableKinds.get(key) ?? (key === name ? count : undefined);
	return (record, values = {}) => convert(withSymbol(record, values), find) as IDataObject;
};

const signatureFields = ['v', 'r', 's', 'yParity'];

/** Renames `hash` to `transactionHash`, the name in all other records. */
const nameHash = ({ hash, ...transaction }: IDataObject): IDataObject =>
	hash === undefined ? transaction : { ...transaction, transactionHash: hash };

export const readTransaction: Simplify = (record, values) =>
	readable(...signatureFields)(nameHash(record), values);

const readHeader = readable(
	'logsBloom',
	'sha3Uncles',
	'mixHash',
	'uncles',
	'difficulty',
	'totalDifficulty',
	'nonce',
	'stateRoot',
	'transactionsRoot',
	'receiptsRoot',
	'extraData',
	'extDataHash',
	'blockExtraData',
);

/** A block or header without the fields that only machines read. */
export const readBlock: Simplify = (block, values = {}) => {
	const { transactions } = block;
	if (!Array.isArray(transactions)) return readHeader(block, values);
	const unsigned = transactions.map((entry) =>
		isRecord(entry) ? withSymbol(without(nameHash(entry), signatureFields), values) : entry,
	);
	const transactionCount = transactions.length;
	return readHeader(
		{ ...block, transactionCount, transactions: unsigned as GenericValue[] },
		values,
	);
};

/** Adds the `fee` paid, gas used times effective gas price, if the record has both. */
export function withFee(record: IDataObject): IDataObject {
	const { gasUsed, effectiveGasPrice: price } = record;
	if (!isQuantity(gasUsed) || !isQuantity(price)) return record;
	return { ...record, fee: toQuantity(BigInt(gasUsed) * BigInt(price)) };
}

export const readReceipt: Simplify = (record, values) =>
	readable('logsBloom')(withFee(record), values);

/** A decoded log without its raw topics and data. Its arguments are converted already. */
export function readEvent({ args, amountExact, ...log }: IDataObject): IDataObject {
	const entries: Entry[] = [['args', args], ...Object.entries(readable('topics', 'data')(log))];
	return toRecord(entries, amountExact === undefined ? [] : [['amount', amountExact]]);
}

/** A dump of accounts by address. Nodes write balances in decimal here. */
export function readAccounts({ accounts, ...dump }: IDataObject): IDataObject {
	if (!isRecord(accounts)) return readable()({ ...dump, accounts });
	const inHex = Object.entries(accounts).map(([of, account]): Entry => {
		if (!isRecord(account)) return [of, account];
		const { balance } = account;
		const isDecimal = typeof balance === 'string' && /^\d{1,77}$/.test(balance);
		return [of, isDecimal ? { ...account, balance: toQuantity(balance) } : account];
	});
	return readable()({ ...dump, accounts: Object.fromEntries(inHex) });
}

/** A proof. Storage values become decimal numbers: the field is named `value`, but it is no amount. */
export const readProof: Simplify = ({ storageProof, ...account }, values) => {
	const slots = (Array.isArray(storageProof) ? storageProof : []) as unknown[];
	const inDecimal = slots.map((slot) =>
		isRecord(slot) && isQuantity(slot.value) ? { ...slot, value: toDecimal(slot.value) } : slot,
	);
	return readable()({ ...account, storageProof: inDecimal as GenericValue[] }, values);
};
