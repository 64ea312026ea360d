/** The native token and the ERC-20 tokens of an address on an EVM chain, read by the operations of each. */
import type { IDataObject } from 'n8n-workflow';
import { fail, nothing, type Answer } from '../shared/errors';
import { fieldValue, optional } from '../shared/fields/fields';
import { moment } from '../shared/fields/moments';
import type { Client } from '../shared/network/client';
import { checkNotFuture } from '../shared/operation/blockOfTime';
import { toRestCall } from '../shared/operation/groups';
import {
	outputOf,
	type Made,
	type RestOperation,
	type Values,
} from '../shared/operation/operations';
import { cut, finish } from '../shared/operation/pipeline';
import { otherService, readPages, type ListOperation } from '../shared/report/reading';
import { isRecord, valueAt } from '../shared/values/records';
import { searchIndexedBlocks } from './blockTimes';

export const blockTime = optional(
	moment({
		displayName: 'Block Time',
		name: 'blockTimestamp',
		notSent: true,
		description: 'As of this time',
	}),
);

export const checkBlockTime = (values: Values) => {
	const time = fieldValue(values, blockTime);
	return time && checkNotFuture('Block Time', time);
};

/** The last block up to the time that was asked for. Undefined without a time. */
async function findAskedBlock(client: Client, values: Values): Promise<Answer<number | undefined>> {
	const time = fieldValue(values, blockTime);
	if (!time) return nothing;
	const search = searchIndexedBlocks(client, String(values.chainId));
	const found = await search.lastUpTo(time.toSeconds());
	if (!found.ok || found.result !== undefined) return found;
	return fail('not-found', 'The chain has no block up to Block Time', {
		hint: 'Enter a later Block Time.',
	});
}

export const readAllBalances =
	(native: RestOperation, tokens: ListOperation) =>
	async (client: Client, given: Values): Promise<Made> => {
		const at = Date.now();
		const block = await findAskedBlock(client, given);
		if (!block.ok) return block;
		const blockNumber = block.result;
		const ofBlock = blockNumber === undefined ? {} : { blockNumber: String(blockNumber) };
		const values: Values = { ...given, ...ofBlock };
		const answer = await client.rest(toRestCall('data', native, values));
		if (!answer.ok) return answer;
		const output = outputOf(native, values);
		if ('field' in output && !isRecord(valueAt(answer.result, output.field ?? '')))
			return fail('not-understood', `The answer holds no "${output.field}"`, {
				hint: otherService,
			});
		const held: IDataObject[] = finish(
			cut(answer.result, output),
			native,
			{ values, at },
			'extend',
		);
		for await (const page of readPages(client, 'data', tokens, values)) {
			if (!page.ok) return page;
			for (const record of page.result) held.push(record);
		}
		if (blockNumber === undefined) return { ok: true, result: held };
		return { ok: true, result: held.map((record) => ({ ...record, blockNumber })) };
	};
