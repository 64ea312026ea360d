/** Checks that a node's answer holds the requested data. If not, the poll fails, because an event may be missing. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../shared/errors';
import { isBytes, isHash, toInteger } from '../../shared/values/hex';
import { isHexAddress } from '../../shared/values/ids';
import { isRecord } from '../../shared/values/records';
import type { FeedRecord } from '../source';
import { isNoList, timeIn } from '../unreadable';

/** The failure of an answer to something else. The next poll asks again. */
export const notAsked = (message: string): Answer<never> =>
	fail('not-understood', message, {
		passing: true,
		hint: 'The next poll asks again. If the message stays, use another node.',
	});

export const isAddress = (value: unknown): boolean =>
	typeof value === 'string' && isHexAddress(value);

function lackOfTransaction({ hash, from, to }: IDataObject): string | undefined {
	if (!isHash(hash)) return 'hash';
	if (!isAddress(from)) return 'from';
	return to === null || isAddress(to) ? undefined : 'to';
}

/** A block with its readable transactions, and with those that cannot be read. */
export interface WholeBlock {
	block: IDataObject;
	transactions: IDataObject[];
	unread: FeedRecord[];
}

/** The record of a transaction that cannot be judged. */
function toUnread(
	transaction: IDataObject,
	{ number, timestamp }: IDataObject,
	reason: string,
	refusal: Answer<never>,
): FeedRecord {
	const { hash, transactionIndex } = transaction;
	return {
		position: toInteger(number)!,
		rank: toInteger(transactionIndex),
		key: isHash(hash) ? hash : JSON.stringify(transaction),
		json: {},
		unreadable: { reason, record: transaction, time: timeIn(timestamp, undefined), refusal },
	};
}

/** The transaction as unreadable if its receipt does not say how it ended, or which contract it created. */
export function checkReceipt(
	receipt: IDataObject,
	transaction: IDataObject,
	block: IDataObject,
): FeedRecord | undefined {
	const lack = lackOfReceipt(receipt, transaction);
	if (lack === undefined) return undefined;
	const refusal = notAsked(
		`The node returned the receipt of transaction ${String(transaction.hash)} without its "${lack}"`,
	);
	return toUnread(transaction, block, `came without the "${lack}" of its receipt`, refusal);
}

function lackOfReceipt(receipt: IDataObject, { to }: IDataObject): string | undefined {
	const isSuccess = hasSucceeded(receipt);
	if (isSuccess === undefined) return 'status';
	const creates = isSuccess && to === null;
	return creates && !isAddress(receipt.contractAddress) ? 'contractAddress' : undefined;
}

/** True if the transaction of a receipt succeeded, false if it failed. Undefined if the receipt does not say. */
export function hasSucceeded({ status }: IDataObject): boolean | undefined {
	const code = toInteger(status);
	return code === 0 || code === 1 ? code === 1 : undefined;
}

/** Checks that a block has its whole transactions, and none of another block. Fails if not. */
export function checkTransactions(block: IDataObject, number: number): Answer<WholeBlock> {
	const refusal = notAsked(`The node returned block ${number} without its whole transactions`);
	const { transactions } = block;
	if (!Array.isArray(transactions) || !transactions.every(isRecord)) return refusal;
	const readable: IDataObject[] = [];
	const unread: FeedRecord[] = [];
	for (const transaction of transactions) {
		const { blockNumber = null } = transaction;
		if (blockNumber !== null && toInteger(blockNumber) !== number) return refusal;
		const lack = lackOfTransaction(transaction);
		if (lack === undefined) readable.push(transaction);
		else unread.push(toUnread(transaction, block, `came without its "${lack}"`, refusal));
	}
	if (isNoList(readable.length, unread.length)) return refusal;
	return { ok: true, result: { block, transactions: readable, unread } };
}

const sameText = (a: unknown, b: unknown): boolean =>
	typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

/** True if the receipt is that of a transaction in a block. It may lack the block number. */
export const isReceiptOf = (receipt: unknown, hash: unknown, block: number): boolean =>
	isRecord(receipt) &&
	sameText(receipt.transactionHash, hash) &&
	(receipt.blockNumber === undefined || toInteger(receipt.blockNumber) === block);

/** The first identifying field that a log lacks. The contract's own data in it may be odd. */
export function lackOfLog(log: IDataObject): string | undefined {
	if (toInteger(log.blockNumber) === undefined) return 'blockNumber';
	if (!isHash(log.transactionHash)) return 'transactionHash';
	if (toInteger(log.logIndex) === undefined) return 'logIndex';
	// Servers may leave it out. Any other word for true would let in a log that the chain took back.
	return typeof (log.removed ?? false) === 'boolean' ? undefined : 'removed';
}

/** True if a contract can have emitted this, however odd it is. */
export const isOfContract = ({ topics, data }: IDataObject): boolean =>
	Array.isArray(topics) && topics.every(isHash) && isBytes(data);
