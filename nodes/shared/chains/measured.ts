/** The chains that have metrics: the data service lists others, too, such as Ethereum. */
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import { oncePerClient } from '../network/oncePerClient';
import { isRecord, valueAt } from '../values/records';
import type { ListedChain } from './listed';

/** A list without an end is left at so many pages. */
const mostPages = 50;

/** The EVM chain IDs that the metrics service lists (OpenAPI description of the Metrics API, listChains). */
const listMeasured = oncePerClient(async (client): Promise<Answer<Set<string>>> => {
	const ids = new Set<string>();
	let pageToken: string | undefined;
	for (let page = 0; page < mostPages; page++) {
		const answer = await client.rest({
			host: 'metrics',
			path: '/v2/chains',
			query: { pageToken },
			computeUnits: 1,
		});
		if (!answer.ok) return answer;
		const chains = valueAt(answer.result, 'chains');
		if (!Array.isArray(chains)) break;
		for (const { evmChainId } of chains.filter(isRecord)) ids.add(String(evmChainId));
		const next = valueAt(answer.result, 'nextPageToken');
		if (typeof next !== 'string' || next === '') return { ok: true, result: ids };
		pageToken = next;
	}
	return fail('not-understood', 'The metrics service gave no list of chains');
});

/** The chains without those that are known to have no metrics. */
export async function keepMeasured(client: Client, chains: ListedChain[]): Promise<ListedChain[]> {
	const measured = await listMeasured(client);
	if (!measured.ok) return chains;
	return chains.filter(({ evmChainId = '' }) => measured.result.has(evmChainId));
}
