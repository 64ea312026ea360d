/** Answers of EVM methods as people read them: exact decimal numbers, amounts in whole tokens, times as dates. */
import { DateTime } from 'luxon';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { isQuantity, toDecimal, toQuantity } from '../shared/hex';
import { toUnits } from '../shared/numbers';
import { isRecord } from '../shared/records';

/** Decimals of the native token of every EVM chain. */
const nativeDecimals = 18;

/** Fields that hold a number in hexadecimal, at any depth of any answer. */
const quantities = new Set([
	...['blockNumber', 'chainId', 'oldestBlock', 'transactionCount', 'uncleCount', 'peerCount'],
	// blocks, with what Avalanche adds before and after Helicon
	...[
		'number',
		'difficulty',
		'totalDifficulty',
		'size',
		'gasLimit',
		'gasUsed',
		'timestamp',
		'timestampMilliseconds',
	],
	...[
		'blobGasUsed',
		'excessBlobGas',
		'extDataGasUsed',
		'blockGasCost',
		'minDelayExcess',
		'targetExponent',
	],
	...[
		'minPriceExponent',
		'settledHeight',
		'settledExcess',
		'settledGasNumerator',
		'settledGasUnix',
	],
	// transactions, receipts and logs
	...[
		'nonce',
		'gas',
		'type',
		'transactionIndex',
		'v',
		'yParity',
		'cumulativeGasUsed',
		'status',
		'logIndex',
	],
	...['blobGasPrice', 'blockTimestamp'],
	// how many transactions the pool holds
	...['pending', 'queued'],
]);

/** Fields that hold an amount of the native token in its smallest unit, in hexadecimal. */
const amounts = new Set([
	...['balance', 'value', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'maxFeePerBlobGas'],
	...['effectiveGasPrice', 'baseFeePerGas', 'baseFee', 'reward', 'fee'],
]);

/** Fields that hold UNIX seconds in hexadecimal. */
const times = new Set(['timestamp', 'blockTimestamp', 'settledGasUnix']);

/** Turns every quantity of a value, at any depth of its lists, with `convert`; the rest stays. */
const mapQuantities = (
	value: unknown,
	convert: (quantity: string) => string | undefined,
): unknown => {
	if (Array.isArray(value)) return value.map((entry) => mapQuantities(entry, convert));
	return isQuantity(value) ? convert(value) : value;
};

const toNative = (quantity: string): string | undefined =>
	toUnits(toDecimal(quantity), nativeDecimals);
const toIso = (quantity: string): string | undefined =>
	DateTime.fromSeconds(Number(quantity), { zone: 'utc' }).toISO() ?? undefined;

const holdsQuantity = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 0 && value.every(holdsQuantity) : isQuantity(value);

/**
 * The record with its quantities as decimal text, at any depth: `value: '0xde0b6b3a7640000'` becomes
 * `value: '1000000000000000000'` and `valueDecimal: '1'`; a timestamp gets an ISO 8601 time beside it
 * (`timestampIso`). Fields it does not know stay as they are; the record's fields that are named are left out.
 */
export const readable =
	(...leftOut: string[]) =>
	(record: IDataObject): IDataObject => {
		const kept = Object.entries(record).filter(([key]) => !leftOut.includes(key));
		return convert(Object.fromEntries(kept)) as IDataObject;
	};

function convert(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(convert);
	if (!isRecord(node)) return node;
	// Not by assignment, which would drop a field that is named __proto__.
	return Object.fromEntries(
		Object.entries(node).flatMap(([key, value]): Array<[string, unknown]> => {
			const isAmount = amounts.has(key);
			if (!(isAmount || quantities.has(key)) || !holdsQuantity(value))
				return [[key, convert(value)]];
			const entries: Array<[string, unknown]> = [[key, mapQuantities(value, toDecimal)]];
			if (isAmount) entries.push([`${key}Decimal`, mapQuantities(value, toNative)]);
			if (times.has(key)) entries.push([`${key}Iso`, mapQuantities(value, toIso)]);
			return entries;
		}),
	);
}

/** A transaction without its signature. */
export const readTransaction = readable('v', 'r', 's', 'yParity');

const readHeader = readable(
	...['logsBloom', 'sha3Uncles', 'mixHash', 'uncles', 'difficulty', 'totalDifficulty', 'nonce'],
	...[
		'stateRoot',
		'transactionsRoot',
		'receiptsRoot',
		'extraData',
		'extDataHash',
		'blockExtraData',
	],
);

/** A block or header without what only machines read of it. */
export function readBlock({ transactions, ...header }: IDataObject): IDataObject {
	if (!Array.isArray(transactions)) return readHeader(header);
	const read = transactions.map((entry) => (isRecord(entry) ? readTransaction(entry) : entry));
	return { ...readHeader(header), transactions: read as GenericValue[] };
}

/** The record with the `fee` that was paid, where it says so: gas used times the price of gas. */
export function withFee(record: IDataObject): IDataObject {
	const { gasUsed, effectiveGasPrice: price } = record;
	if (!isQuantity(gasUsed) || !isQuantity(price)) return record;
	return { ...record, fee: toQuantity(BigInt(gasUsed) * BigInt(price)) };
}

/** A receipt, with `success` and the `fee` that was paid. */
export function readReceipt(record: IDataObject): IDataObject {
	const { status } = record;
	return readable('logsBloom')(
		withFee({ ...record, ...(isQuantity(status) && { success: status === '0x1' }) }),
	);
}

/** Accounts by their addresses, whose balances nodes write in decimal here. */
export function readAccounts({ accounts, ...dump }: IDataObject): IDataObject {
	if (!isRecord(accounts)) return { ...dump, accounts };
	const read = Object.entries(accounts).map(([address, account]) => {
		if (!isRecord(account)) return [address, account] as const;
		const { balance, ...others } = account;
		return [
			address,
			{ balance, balanceDecimal: toUnits(balance, nativeDecimals), ...others },
		] as const;
	});
	return { ...dump, accounts: Object.fromEntries(read) };
}

/** A proof; what stands in storage is a number, but no amount. */
export function readProof({ storageProof, ...account }: IDataObject): IDataObject {
	const slots = Array.isArray(storageProof) ? storageProof : [];
	return {
		...readable()(account),
		storageProof: slots.map((slot) =>
			isRecord(slot)
				? { ...slot, value: mapQuantities(slot.value, toDecimal) as GenericValue }
				: slot,
		),
	};
}
