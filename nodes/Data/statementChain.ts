/** What a statement says of its chain: names, native token and explorer. */
import { isCChain, nameChain, nameOnNetwork } from '../shared/avalanche/chains';
import { pagesOf } from '../shared/avalanche/explorer';
import { fail, type Answer } from '../shared/errors';
import { oncePerClient } from '../shared/network/oncePerClient';
import { toRestCall } from '../shared/operation/groups';
import { otherService } from '../shared/report/reading';
import { sayName, sayWord } from '../shared/values/foreign';
import { isRecord, valueAt } from '../shared/values/records';
import { toSlug } from '../shared/values/text';
import { unlisted } from './statementRows';

export interface ChainFacts {
	name: string;
	symbol: string;
	decimals: number;
	/** The name in file names. */
	slug: string;
	/** Where the pages of its explorer begin. */
	explorer?: string;
	network: 'mainnet' | 'fuji';
}

/** An explorer URL of the service, accepted only if it is a plain https URL. */
const readExplorer = (url: unknown): string | undefined =>
	typeof url === 'string' && /^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/.test(url)
		? url.replace(/\/$/, '')
		: undefined;

export const askChain = oncePerClient(
	async (client, chainId: string): Promise<Answer<ChainFacts>> => {
		const answer = await client.rest(toRestCall('data', unlisted.chain, { chainId }));
		if (!answer.ok) return answer;
		const { networkToken, isTestnet, chainName, explorerUrl } = isRecord(answer.result)
			? answer.result
			: {};
		const decimals = valueAt(networkToken, 'decimals');
		if (typeof isTestnet !== 'boolean' || !Number.isInteger(decimals))
			return fail('not-understood', 'The service did not name the native token of the chain', {
				hint: otherService,
			});
		const network = isTestnet ? 'fuji' : 'mainnet';
		const known = isCChain(chainId) ? String(nameChain(chainId)) : sayName(chainName);
		const name = nameOnNetwork(known, network);
		return {
			ok: true,
			result: {
				name,
				slug: toSlug(name) || chainId,
				symbol: sayWord(valueAt(networkToken, 'symbol')),
				decimals: decimals as number,
				explorer: isCChain(chainId) ? pagesOf(network, 'c-chain') : readExplorer(explorerUrl),
				network,
			},
		};
	},
);
