/** Asks a node for the newest block of a chain. */
import { chainPath } from '../../../shared/avalanche/paths';
import type { Answer } from '../../../shared/errors';
import { toInteger } from '../../../shared/values/hex';
import type { NodeClient } from '../readings';

type Ask = (method: string, params: unknown[]) => Promise<Answer>;

/** Calls that are asked for together share a request. */
export const askOf =
	(node: NodeClient, chain: string): Ask =>
	async (method, params) =>
		await node.rpc({ path: chainPath(chain, 'rpc'), method, params, safe: true, batch: true });

export const askChainId = async (ask: Ask): Promise<number | undefined> => {
	const answer = await ask('eth_chainId', []);
	return answer.ok ? toInteger(answer.result) : undefined;
};

export const askNewest = async (ask: Ask): Promise<Answer> =>
	await ask('eth_getBlockByNumber', ['latest', false]);
