/**
 * Answers of EVM methods for people and for the next node: numbers in the unit that people use, with the same as exact
 * text behind all other columns, times as ISO 8601, addresses with their checksum.
 */
import { isCChain } from '../shared/chains/chains';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { toChecksumAddress } from '../shared/values/checksum';
import { nativeToken, writeTime } from '../shared/operation/columns';
import { isQuantity, toDecimal, toQuantity } from '../shared/values/hex';
import { isHexAddress } from '../shared/values/ids';
import { toUnits } from '../shared/values/numbers';
import type { Values } from '../shared/operation/operations';
import { isRecord, lookUp, put } from '../shared/values/records';

/** What a field holds, at any depth of any answer. */
interface Kind {
	/** The name of the column, where it is not the field's. */
	as?: string;
	/** The value of the column; undefined for a value of another form, which stays as it came. */
	read: (value: unknown) => unknown;
	/** What the number counts. */
	unit?: string;
	/** What is read is decimal text: the column is its number, and the text is `<name>Exact`. */
	isExact?: true;
	/** Some methods give a list of them under the name. */
	isMany?: true;
	/** The same, but the text stands only beside a number that a double may not hold. */
	isCount?: true;
}

/** So many characters of hexadecimal or decimal digits are below 2^53, and need no text. */
const shortest = 15;

function readCount(value: unknown): number | string | undefined {
	if (typeof value !== 'string') return undefined;
	const isDecimal = /^\d{1,77}$/.test(value);
	if (!isDecimal && !isQuantity(value)) return undefined;
	return value.length <= shortest ? Number(value) : String(BigInt(value));
}

/** Seldom passes 2^53; what a node says may. */
const count: Kind = { isCount: true, read: readCount };
const exact = (decimals: number, unit?: string): Kind => ({
	isExact: true,
	unit,
	read: (value) => (isQuantity(value) ? toUnits(toDecimal(value), decimals) : undefined),
});
/** The native token of every EVM chain has 18 decimals. */
const native = exact(18, nativeToken);
const gwei = exact(9, 'gwei');
const integer = exact(0);
const identifier: Kind = {
	read: (value) =>
		Number.isInteger(value) ? String(value) : isQuantity(value) ? toDecimal(value) : undefined,
};
const address: Kind = {
	read: (value) =>
		typeof value === 'string' && isHexAddress(value) ? toChecksumAddress(value) : undefined,
};
const status: Kind = {
	read: (value) =>
		typeof value === 'string' ? lookUp({ '0x1': 'success', '0x0': 'failed' }, value) : undefined,
};

/** UNIX seconds, as a number or in hexadecimal, as ISO 8601 in UTC; the first block of a chain may be of 1970. */
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

const kinds = new Map<string, Kind>([
	...listKinds('number blockNumber blockHeight oldestBlock settledHeight lastChangedAt', count),
	...listKinds('transactionCount uncleCount peerCount pending queued', count),
	...listKinds('nonce type yParity transactionIndex logIndex size timestampMilliseconds', count),
	...listKinds(
		'gas gasLimit gasUsed cumulativeGasUsed extDataGasUsed blobGasUsed blockGasCost',
		count,
	),
	// What a block keeps of the market for gas has 64 bits.
	...listKinds('difficulty totalDifficulty excessBlobGas minDelayExcess targetExponent', integer),
	...listKinds('minPriceExponent settledExcess settledGasNumerator', integer),
	...listKinds('balance value fee', native),
	...listKinds('gasPrice maxFeePerGas maxPriorityFeePerGas maxFeePerBlobGas', gwei),
	...listKinds('effectiveGasPrice blobGasPrice baseFee', gwei),
	...listKinds('baseFeePerGas baseFeePerBlobGas reward', { ...gwei, isMany: true }),
	...listKinds('timestamp blockTimestamp', time('time')),
	['settledGasUnix', time('settledGasTime')],
	...listKinds('from to address contractAddress miner', address),
	['transactionHash', { as: 'txHash', read: (hash) => hash }],
	['chainId', identifier],
	['status', status],
]);

/** The fields that hold numbers, by the names they come under. */
export const numberFields: string[] = [...kinds]
	.filter(([, { isExact, isCount }]) => isExact || isCount)
	.map(([name]) => name);

/** What the numbers of readable records count, by field. */
export const readableUnits: Record<string, string> = Object.fromEntries(
	[...kinds].flatMap(([name, { as = name, unit }]) => (unit ? [[as, unit]] : [])),
);

/**
 * The columns before and after all others: what moved before the wide addresses of who moved it; the exact
 * texts follow them.
 */
const first = `
	pool event number blockNumber oldestBlock time address args amount value balance fee symbol from to contractAddress miner status
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

const placeOf = ([name]: Entry): number => places.get(name) ?? 0;

function isOrdered(entries: Entry[]): boolean {
	for (let i = 1; i < entries.length; i++)
		if (placeOf(entries[i - 1]) > placeOf(entries[i])) return false;
	return true;
}

/** In the order of the columns; each place is looked up once, for this runs for every record. */
function inOrder(entries: Entry[]): Entry[] {
	if (isOrdered(entries)) return entries;
	const placed = entries.map((entry) => ({ entry, place: placeOf(entry) }));
	return placed.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
}
/** The columns in their order, then the exact texts in the order of their numbers. */
function toRecord(entries: Entry[], texts: Entry[] = []): IDataObject {
	const record: IDataObject = {};
	for (const [name, value] of inOrder(entries)) put(record, name, value);
	for (const [name, text] of inOrder(texts)) put(record, `${name}Exact`, text);
	return record;
}

/** Every value of lists of any depth by `read`: null where one is of another form, undefined where all are. */
function readAll(value: unknown, read: Kind['read']): unknown {
	if (!Array.isArray(value)) return read(value);
	const list = value.map((entry) => readAll(entry, read));
	const isUnknown = list.length > 0 && list.every((entry) => entry === undefined);
	return isUnknown ? undefined : list.map((entry) => entry ?? null);
}

/** Every value that is known. */
const mapKnown = (value: unknown, turn: (known: unknown) => unknown): unknown => {
	if (Array.isArray(value)) return value.map((entry) => mapKnown(entry, turn));
	return value === null ? null : turn(value);
};

/** Whether doubles hold all of these whole numbers. */
const isHeld = (numbers: unknown): boolean =>
	Array.isArray(numbers)
		? numbers.every(isHeld)
		: numbers === null || Number.isSafeInteger(numbers);

/** Addresses are keys where accounts stand by them. */
const readKey = (key: string): string => (key.length === 42 ? String(toChecksumAddress(key)) : key);

function convert(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(convert);
	if (!isRecord(node)) return node;
	const entries: Entry[] = [];
	const texts: Entry[] = [];
	for (const [key, value] of Object.entries(node)) {
		const kind = kinds.get(key);
		const read = kind?.isMany ? readAll(value, kind.read) : kind?.read(value);
		const name = kind?.as ?? key;
		if (read === undefined) entries.push([readKey(key), convert(value)]);
		else if (kind?.isExact || kind?.isCount) {
			const numbers = mapKnown(read, Number);
			entries.push([name, numbers]);
			if (kind.isExact || !isHeld(numbers)) texts.push([name, mapKnown(read, String)]);
		} else entries.push([name, read]);
	}
	return toRecord(entries, texts);
}

const without = (record: IDataObject, names: string[]): IDataObject =>
	!names.length
		? record
		: Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const inNativeToken = ['balance', 'value', 'fee'];

/** The record with the symbol of its amounts, where the chain's own token is known. */
const withSymbol = (record: IDataObject, { chain }: Values): IDataObject =>
	isCChain(chain) && inNativeToken.some((name) => isQuantity(record[name]))
		? { ...record, symbol: 'AVAX' }
		: record;

export type Simplify = (record: IDataObject, values?: Values) => IDataObject;

/**
 * The record for people and for the next node, at any depth: `value: '0xde0b6b3a7640000'` becomes `value: 1` and
 * `valueExact: '1'`, `timestamp` becomes `time`. Fields it does not know stay as they are; the record's fields that are
 * named are left out. `values` are what was asked for.
 */
export const readable =
	(...leftOut: string[]): Simplify =>
	(record, values = {}) =>
		convert(withSymbol(without(record, leftOut), values)) as IDataObject;

const signatureFields = ['v', 'r', 's', 'yParity'];

/** A transaction by the name that its hash has in every record. */
const nameHash = ({ hash, ...transaction }: IDataObject): IDataObject =>
	hash === undefined ? transaction : { ...transaction, transactionHash: hash };

/** A transaction without its signature. */
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

/** A block or header without what only machines read of it. */
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

/** The record with the `fee` that was paid, where it says so: gas used times the price of gas. */
export function withFee(record: IDataObject): IDataObject {
	const { gasUsed, effectiveGasPrice: price } = record;
	if (!isQuantity(gasUsed) || !isQuantity(price)) return record;
	return { ...record, fee: toQuantity(BigInt(gasUsed) * BigInt(price)) };
}

/** A receipt, with the `fee` that was paid. */
export const readReceipt: Simplify = (record, values) =>
	readable('logsBloom')(withFee(record), values);

/** A log that was decoded, without what was decoded; its arguments are values already. */
export function readEvent({ args, amountExact, ...log }: IDataObject): IDataObject {
	const entries: Entry[] = [['args', args], ...Object.entries(readable('topics', 'data')(log))];
	return toRecord(entries, amountExact === undefined ? [] : [['amount', amountExact]]);
}

/** Accounts by their addresses, whose balances nodes write in decimal here. */
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

/** A proof; what stands in storage is a number, but no amount. */
export const readProof: Simplify = ({ storageProof, ...account }, values) => {
	const slots = (Array.isArray(storageProof) ? storageProof : []) as unknown[];
	const inDecimal = slots.map((slot) =>
		isRecord(slot) && isQuantity(slot.value) ? { ...slot, value: toDecimal(slot.value) } : slot,
	);
	return readable()({ ...account, storageProof: inDecimal as GenericValue[] }, values);
};
