/** Whether a node's answer holds what was asked for; what does not fails the poll, because an event may be missing in it. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../shared/errors';
import { isBytes, isHash, toInteger } from '../../shared/hex';
import { isHexAddress } from '../../shared/ids';
import { isRecord } from '../../shared/records';
import type { Range } from '../feed/source';

/** The failure of an answer that is something else; the next poll asks again. */
export const notAsked = (message: string): Answer<never> =>
	fail('not-understood', message, {
		passing: true,
		hint: 'The next poll asks again. If the message stays, use another node.',
	});

const isAddress = (value: unknown): boolean => typeof value === 'string' && isHexAddress(value);

/** Whether a transaction is there as a whole, and none of another block. */
function isWhole(transaction: unknown, block: number): boolean {
	if (!isRecord(transaction)) return false;
	const { hash, from, to, blockNumber = null } = transaction;
	return (
		isHash(hash) &&
		isAddress(from) &&
		(to === null || isAddress(to)) &&
		(blockNumber === null || toInteger(blockNumber) === block)
	);
}

/** A block that was asked for with its transactions, if it has them. */
export function checkTransactions(block: IDataObject, number: number): Answer<IDataObject> {
	const { transactions } = block;
	const isListed = Array.isArray(transactions);
	if (isListed && transactions.every((transaction) => isWhole(transaction, number)))
		return { ok: true, result: block };
	return notAsked(`The node returned block ${number} without its whole transactions`);
}

const sameText = (a: unknown, b: unknown): boolean =>
	typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

/** Whether a receipt is that of a transaction of a block. */
export const isReceiptOf = (receipt: unknown, hash: unknown, block: number): boolean =>
	isRecord(receipt) &&
	sameText(receipt.transactionHash, hash) &&
	(receipt.blockNumber === undefined || toInteger(receipt.blockNumber) === block);

/** Whether it is a log of these blocks that can be told from others; what a contract wrote into it may be odd. */
export function isLogIn(log: unknown, { from, to }: Range): boolean {
	if (!isRecord(log)) return false;
	const block = toInteger(log.blockNumber) ?? NaN;
	const isNamed = isHash(log.transactionHash) && toInteger(log.logIndex) !== undefined;
	return isNamed && block >= from && block < to;
}

/** Whether a contract can have emitted this, however odd it is. */
export const isOfContract = ({ topics, data }: IDataObject): boolean =>
	Array.isArray(topics) && topics.every(isHash) && isBytes(data);
