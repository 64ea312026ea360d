/** The chains that have metrics. The data service also lists others, such as Ethereum. */
import type { ListedChain } from '../chains/listed';
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import { oncePerClient } from '../network/oncePerClient';
import { isRecord, valueAt } from '../values/records';
import { walkPages } from './paging';

/** Gives up on an endless list after this many pages. */
const mostPages = 50;

/** The EVM chain IDs that the metrics service lists (OpenAPI description of the Metrics API, listChains). */
const listMeasured = oncePerClient(async (client): Promise<Answer<Set<string>>> => {
	const ids = new Set<string>();
	let pages = 0;
	const read = async (token?: string) => await readPage(client, token);
	for await (const page of walkPages({ read, hint: '' })) {
		if (!page.ok) return page;
		for (const id of page.result.ids) ids.add(id);
		if (++pages === mostPages && page.result.next) return noList;
	}
	return { ok: true, result: ids };
});

const noList = fail('not-understood', 'The metrics service gave no list of chains');

async function readPage(
	client: Client,
	pageToken: string | undefined,
): Promise<Answer<{ ids: string[]; next?: string }>> {
	const answer = await client.rest({
		host: 'metrics',
		path: '/v2/chains',
		query: { pageToken },
		computeUnits: 1,
	});
	if (!answer.ok) return answer;
	const chains = valueAt(answer.result, 'chains');
	if (!Array.isArray(chains)) return noList;
	const ids = chains.filter(isRecord).map(({ evmChainId }) => String(evmChainId));
	const next = valueAt(answer.result, 'nextPageToken');
	return { ok: true, result: { ids, next: typeof next === 'string' && next ? next : undefined } };
}

/** Drops chains known to have no metrics. Keeps all of them if the metrics service cannot be asked. */
export async function keepMeasured(client: Client, chains: ListedChain[]): Promise<ListedChain[]> {
	const measured = await listMeasured(client);
	if (!measured.ok) return chains;
	return chains.filter(({ evmChainId = '' }) => measured.result.has(evmChainId));
}
