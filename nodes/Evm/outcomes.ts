/** When transactions were included, and whether they succeeded. A transaction itself names only its block. */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import { completeRecord } from '../shared/operation/complete';
import type { Remark } from '../shared/operation/operations';
import { recordsOf } from '../shared/operation/remarks';
import { isQuantity, toInteger } from '../shared/values/hex';
import { readNumber } from '../shared/values/numbers';
import { isRecord } from '../shared/values/records';
import { countOf } from '../shared/values/writing';
import { isUntimed, numberOfBlock, readKnownTime } from '../shared/chains/timesOfBlocks';

/** The receipt of a transaction. Since Helicon, a node answers once it has executed the block. Asked once a run. */
export const askReceipt = oncePerClient(
	async (client: Client, path: string, hash: unknown): Promise<Answer> =>
		await client.rpc({
			path,
			method: 'eth_getTransactionReceipt',
			params: [hash],
			safe: true,
			batch: true,
			// A block that is not executed within one time limit would hold up the item for many.
			worth: ({ kind }) => (kind === 'timeout' ? 0 : Infinity),
		}),
);

/** Null if no answer came. Fails for an answer that cannot be read or is about something else. */
function toKnownStatus(receipt: Answer): Answer<GenericValue> {
	if (!receipt.ok && receipt.failure.kind === 'not-understood') return receipt;
	const status = receipt.ok && isRecord(receipt.result) ? receipt.result.status : null;
	return { ok: true, result: (status ?? null) as GenericValue };
}

async function readTime(
	client: Client,
	path: string,
	record: IDataObject,
): Promise<Answer<GenericValue>> {
	return isUntimed(record)
		? await readKnownTime(client, path, numberOfBlock(record))
		: { ok: true, result: record.blockTimestamp as GenericValue };
}

export const isPending = ({ blockNumber }: IDataObject): boolean => !isQuantity(blockNumber);

async function withOutcome(
	client: Client,
	path: string,
	record: IDataObject,
): Promise<Answer<IDataObject>> {
	if (record.found === false) return { ok: true, result: record };
	if (isPending(record))
		return { ok: true, result: { ...record, blockTimestamp: null, status: null } };
	const [timed, receipt] = await Promise.all([
		readTime(client, path, record),
		askReceipt(client, path, record.hash),
	]);
	const status = toKnownStatus(receipt);
	if (!timed.ok) return timed;
	if (!status.ok) return status;
	const outcome = { blockTimestamp: timed.result, status: status.result };
	return { ok: true, result: { ...record, ...outcome } };
}

/** Adds the time of its block and the status of its receipt to a transaction. They are null where unknown. */
export const addOutcome = completeRecord(
	async (record, { client, call: { path } }) => await withOutcome(client, path, record),
);

/** Adds the time of its block to a receipt, or to an executed atomic transaction. Null where the node does not tell it. */
export const addTime = completeRecord(async (record, { client, call: { path } }) => {
	const height = toInteger(record.blockNumber) ?? readNumber(record.blockHeight);
	if (height === undefined) return { ok: true, result: record };
	const timed = await readKnownTime(client, path, height);
	if (!timed.ok) return timed;
	return { ok: true, result: { ...record, blockTimestamp: timed.result } };
});

/** True if the transaction is in a block, so that its outcome exists, and some of it is unknown. */
const isUntold = ({ blockNumber, time, status, tokenTransfers }: IDataObject): boolean =>
	typeof blockNumber === 'number' && [time, status, tokenTransfers].includes(null);

/** Says why a transaction of a block lacks its time, status or transfers. It could pass for a pending one. */
export const sayUntold: Remark = (given) => {
	const transactions = recordsOf(given.filter(({ isSimplified }) => isSimplified));
	const untold = transactions.filter(isUntold).length;
	if (!untold) return undefined;
	const lack = untold === 1 ? 'lacks its' : 'lack their';
	return `${untold} of ${countOf(transactions.length, 'transaction')} ${lack} time, status or token transfers: the node may not have executed the block yet. Try again later.`;
};

/** Says why a receipt lacks its time, which a node tells with the block alone. */
export const sayUntimed: Remark = (given) => {
	const receipts = recordsOf(given.filter(({ isSimplified }) => isSimplified));
	const untimed = receipts.filter(({ found, time }) => found !== false && time === null).length;
	if (!untimed) return undefined;
	const lack = untimed === 1 ? 'lacks its' : 'lack their';
	return `${untimed} of ${countOf(receipts.length, 'receipt')} ${lack} time: the node did not return the block. Try again later.`;
};
