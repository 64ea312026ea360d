/** The native token and the ERC-20 tokens of an address on an EVM chain, read by the operations of each. */
import type { IDataObject } from 'n8n-workflow';
import { fail } from '../shared/errors';
import type { Client } from '../shared/network/client';
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

export const readAllBalances =
	(native: RestOperation, tokens: ListOperation) =>
	async (client: Client, values: Values): Promise<Made> => {
		const at = Date.now();
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
		return { ok: true, result: held };
	};
