/** Reads validators in the forms of the document and of the node, and the fee of L1 validators. */
import type { IDataObject } from 'n8n-workflow';
import { platformPath } from '../avalanche/paths';
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import { readNumber, toDecimalText } from '../values/numbers';
import { isRecord, readBoolean } from '../values/records';
import { isAhead, readSecond, readTime } from '../values/times';

/** A validator as a node reports it. Unreported fields are undefined. Times are UNIX seconds. */
export interface ReportedValidator {
	nodeId?: string;
	validationId?: string;
	connected?: boolean;
	/** True if an L1 validator pays its fee. An inactive one does not take part. */
	active?: boolean;
	/** Percent, as seen by the node that answered. */
	uptime?: number;
	startedAt?: number;
	endsAt?: number;
	/** Length of the next validation in seconds, if it renews itself (ACP-236). 0 if it ends instead. */
	nextPeriod?: number;
	/** The share of its reward, in percent, that an auto-renewed validator adds to its stake. */
	autoCompound?: number;
	/** The owner that may change or end the renewal. */
	authority?: IDataObject;
	/** The rest of an L1 validator's balance for the continuous fee, in nAVAX. */
	balance?: bigint;
	/** The node's record, with weights as decimal text and without the list of delegators. */
	record: IDataObject;
}

/** Reads a record of platform.getCurrentValidators or validators.getCurrentValidators. */
export function readValidator(answered: IDataObject) {
	const record = { ...answered };
	delete record.delegators;
	if (record.weight !== undefined) record.weight = toDecimalText(record.weight) as string;
	return {
		nodeId: record.nodeID as string,
		validationId: readString(record.validationID ?? record.txID),
		connected: readBoolean(record.isConnected ?? record.connected),
		active: readBoolean(record.isActive),
		uptime: readPercent(record.uptimePercentage ?? record.uptime),
		startedAt: readSecond(record.startTimestamp ?? record.startTime),
		endsAt: readSecond(record.endTime),
		nextPeriod: readNumber(record.nextPeriod),
		autoCompound: readPercent(readShare(record.autoCompoundRewardShares)),
		authority: record.validatorAuthority as IDataObject | undefined,
		balance: readUint64(record.balance),
		record,
	} satisfies ReportedValidator;
}

/** An auto-renewed validation has all of these fields, any other has none. */
const renewalFields = ['nextPeriod', 'autoCompoundRewardShares', 'validatorAuthority'];

/**
 * True if the next validation follows by itself (ACP-236). Undefined if the node reports only some of the renewal
 * fields.
 */
export function doesRenew({
	nextPeriod,
	record,
}: Pick<ReportedValidator, 'nextPeriod' | 'record'>): boolean | undefined {
	if (nextPeriod !== undefined) return nextPeriod > 0;
	return renewalFields.some((field) => (record[field] ?? null) !== null) ? undefined : false;
}

/** Sorts the records, because nodes return them in another order each time. Returns anything but a list unchanged. */
export function largestFirst<T>(list: T, sizeOf: (record: IDataObject) => bigint | undefined): T {
	if (!Array.isArray(list)) return list;
	const sized = (list as IDataObject[]).map((record) => ({
		record,
		size: (isRecord(record) && sizeOf(record)) || 0n,
		name: isRecord(record) ? String(record.nodeID) : '',
	}));
	sized.sort((a, b) => Number(b.size - a.size) || (a.name < b.name ? -1 : 1));
	return sized.map(({ record }) => record) as T;
}

/** Whoever has the least left comes first, and who is not known to have a limit comes last. Others stay in their order. */
export function leastFirst<T>(list: T, leftOf: (record: IDataObject) => number | undefined): T {
	if (!Array.isArray(list)) return list;
	const measured = (list as IDataObject[]).map((record) => ({
		record,
		left: (isRecord(record) ? leftOf(record) : undefined) ?? Infinity,
	}));
	measured.sort((a, b) => (a.left === b.left ? 0 : a.left - b.left));
	return measured.map(({ record }) => record) as T;
}

export const readString = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;
export const readPercent = (value: unknown): number | undefined => {
	const percent = readNumber(value);
	return percent !== undefined && percent >= 0 && percent <= 100 ? percent : undefined;
};
/** Millionths, the node's unit of shares, in percent. */
const readShare = (value: unknown): number | undefined => {
	const millionths = readNumber(value);
	return millionths === undefined ? undefined : millionths / 10_000;
};

export const maximumUint64 = 2n ** 64n - 1n;

/** An unsigned 64-bit integer from the client: a number, or decimal text beyond 2^53. */
export function readUint64(value: unknown): bigint | undefined {
	const isWhole =
		typeof value === 'number'
			? Number.isSafeInteger(value) && value >= 0
			: /^\d{1,20}$/.test(String(value));
	if (!isWhole || (typeof value !== 'number' && typeof value !== 'string')) return undefined;
	const number = BigInt(value);
	return number <= maximumUint64 ? number : undefined;
}

/** The continuous fee of L1 validators (ACP-77): the P-Chain's time in UNIX seconds, and nAVAX per second. */
export interface FeeNow {
	at: number;
	excess: bigint;
	price: bigint;
}

/** A client that may know its hosts' time. */
export type TimedClient = Pick<Client, 'rpc'> & Partial<Pick<Client, 'timeOf'>>;

const feeOfTheFuture: Answer<never> = fail(
	'not-understood',
	'The node gave the fee of L1 validators of a time in the future',
	{ hint: 'Ask another node. If the message stays, check the clock of the machine that runs n8n.' },
);

/** Reads platform.getValidatorFeeState, which nodes have since avalanchego 1.12.2. */
export async function readFeeNow(node: TimedClient): Promise<Answer<FeeNow>> {
	const method = 'platform.getValidatorFeeState';
	const answer = await node.rpc({ path: platformPath, method, params: {}, safe: true });
	if (!answer.ok) return answer;
	const { excess, price, timestamp } = (answer.result ?? {}) as Record<string, unknown>;
	const [readExcess, readPrice] = [readUint64(excess), readUint64(price)];
	const at = readTime(timestamp);
	if (readExcess === undefined || readPrice === undefined || at === undefined)
		return feeNotUnderstood('state');
	if (isAhead(at, node.timeOf?.('node'))) return feeOfTheFuture;
	return { ok: true, result: { at: Math.floor(at), excess: readExcess, price: readPrice } };
}

export const feeNotUnderstood = (what: string): Answer<never> =>
	fail('not-understood', `The node gave no ${what} of the fee of L1 validators`);
