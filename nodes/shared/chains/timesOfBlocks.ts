/** The times of the blocks that records name. Most nodes give the time with the block only. */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Answer } from '../errors';
import type { Client } from '../network/client';
import { oncePerClient } from '../network/oncePerClient';
import { isQuantity, toQuantity } from '../values/hex';
import { isRecord } from '../values/records';
import { blockCall } from './blockHead';

/** True for a record of a block that does not say the time itself. A pending record has no block yet. */
export const isUntimed = ({ blockNumber, blockTimestamp }: IDataObject): boolean =>
	isQuantity(blockNumber) && !isQuantity(blockTimestamp);

export const numberOfBlock = ({ blockNumber }: IDataObject): number => Number(blockNumber);

/** The time as nodes write it, in hexadecimal. Undefined if the node does not return the block. Asked once a run. */
export const readBlockTime = oncePerClient(
	async (client: Client, path: string, number: number): Promise<Answer<GenericValue>> => {
		const answer = await client.rpc(blockCall(path, toQuantity(number)));
		if (!answer.ok) return answer;
		const { timestamp } = (isRecord(answer.result) ? answer.result : {}) as IDataObject;
		return { ok: true, result: timestamp as GenericValue };
	},
);

/** The same for a column: null if the node does not tell it. Fails for an answer that is about something else. */
export async function readKnownTime(
	client: Client,
	path: string,
	number: number,
): Promise<Answer<GenericValue>> {
	const time = await readBlockTime(client, path, number);
	if (!time.ok && time.failure.kind === 'not-understood') return time;
	return { ok: true, result: (time.ok ? time.result : null) ?? null };
}
