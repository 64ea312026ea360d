/** Whether a node's answer holds what was asked for; what does not fails the poll, because an event may be missing in it. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../shared/errors';
import { isBytes, isHash, toInteger } from '../../shared/values/hex';
import { isHexAddress } from '../../shared/values/ids';
import { isRecord } from '../../shared/values/records';
import type { FeedRecord } from '../source';
import { isNoList, timeIn } from '../unreadable';

/** The failure of an answer that is something else; the next poll asks again. */
export const notAsked = (message: string): Answer<never> =>
	fail('not-understood', message, {
		passing: true,
		hint: 'The next poll asks again. If the message stays, use another node.',
	});

export const isAddress = (value: unknown): boolean =>
	typeof value === 'string' && isHexAddress(value);

/** The first field that a transaction lacks. */
function lackOfTransaction({ hash, from, to }: IDataObject): string | undefined {
	if (!isHash(hash)) return 'hash';
	if (!isAddress(from)) return 'from';
	return to === null || isAddress(to) ? undefined : 'to';
}

/** A block with its transactions, and with those that cannot be read. */
export interface WholeBlock {
	block: IDataObject;
	transactions: IDataObject[];
	unread: FeedRecord[];
}

/** A block that was asked for with its transactions, if it has them, and none of another block. */
export function checkTransactions(block: IDataObject, number: number): Answer<WholeBlock> {
	const refusal = notAsked(`The node returned block ${number} without its whole transactions`);
	const { transactions, timestamp } = block;
	if (!Array.isArray(transactions) || !transactions.every(isRecord)) return refusal;
	const readable: IDataObject[] = [];
	const unread: FeedRecord[] = [];
	for (const transaction of transactions) {
		const { blockNumber = null, hash } = transaction;
		if (blockNumber !== null && toInteger(blockNumber) !== number) return refusal;
		const lack = lackOfTransaction(transaction);
		if (lack === undefined) {
			readable.push(transaction);
			continue;
		}
		const reason = `came without its "${lack}"`;
		const time = timeIn(timestamp, undefined);
		unread.push({
			position: number,
			rank: toInteger(transaction.transactionIndex),
			key: isHash(hash) ? String(hash) : JSON.stringify(transaction),
			json: {},
			unreadable: { reason, record: transaction, time, refusal },
		});
	}
	if (isNoList(readable.length, unread.length)) return refusal;
	return { ok: true, result: { block, transactions: readable, unread } };
}

const sameText = (a: unknown, b: unknown): boolean =>
	typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

/** Whether a receipt is that of a transaction of a block. */
export const isReceiptOf = (receipt: unknown, hash: unknown, block: number): boolean =>
	isRecord(receipt) &&
	sameText(receipt.transactionHash, hash) &&
	(receipt.blockNumber === undefined || toInteger(receipt.blockNumber) === block);

/** The first field that a log lacks of what tells it from others; what a contract wrote into it may be odd. */
export function lackOfLog(log: IDataObject): string | undefined {
	if (toInteger(log.blockNumber) === undefined) return 'blockNumber';
	if (!isHash(log.transactionHash)) return 'transactionHash';
	return toInteger(log.logIndex) === undefined ? 'logIndex' : undefined;
}

/** Whether a contract can have emitted this, however odd it is. */
export const isOfContract = ({ topics, data }: IDataObject): boolean =>
	Array.isArray(topics) && topics.every(isHash) && isBytes(data);
