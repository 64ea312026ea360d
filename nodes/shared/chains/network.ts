/** The network that the credential is for. Its node is asked only if the credential does not tell. */
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import { networkOfPublicNode } from '../network/hosts';
import { oncePerClient } from '../network/oncePerClient';
import { infoCall } from '../network/rpcCall';
import { toDecimal } from '../values/hex';
import { readNumber } from '../values/numbers';
import { valueAt } from '../values/records';
import { cChainIdOf, networkWith, type Network } from '../avalanche/chains';
import { toPublicNetwork, type PublicNetwork } from '../avalanche/publicNetworks';

/** The credential's network, if it takes no request to know it. */
export function networkByCredential(client: Client): PublicNetwork | undefined {
	return toPublicNetwork(client.credential.network) ?? networkOfPublicNode(client.nameOf('node'));
}

export async function networkOf(client: Client): Promise<Answer<Network>> {
	const chosen = networkByCredential(client);
	return chosen ? { ok: true, result: chosen } : await askNetwork(client);
}

async function askNetwork(client: Client): Promise<Answer<Network>> {
	const answer = await askNetworkId(client);
	if (!answer.ok) return answer;
	const { result: id } = answer;
	return { ok: true, result: networkWith({ id }) ?? id };
}

export const networkIdCall = infoCall('info.getNetworkID');

export const askNetworkId = oncePerClient(async (client): Promise<Answer<number>> => {
	const answer = await client.rpc(networkIdCall);
	if (!answer.ok) return answer;
	const id = readNumber(valueAt(answer.result, 'networkID'));
	return Number.isSafeInteger(id) && id! > 0
		? { ok: true, result: id! }
		: fail('not-understood', 'The node did not say its network');
});

/** The EVM chain ID of the C-Chain on the credential's network. */
export async function findCChainId(client: Client): Promise<Answer<string>> {
	const network = await networkOf(client);
	if (!network.ok) return network;
	const id = cChainIdOf(network.result);
	return id === undefined ? await askCChainId(client) : { ok: true, result: id };
}

const askCChainId = oncePerClient(async (client): Promise<Answer<string>> => {
	const call = { path: '/ext/bc/C/rpc', method: 'eth_chainId', params: [], safe: true };
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	const id = toDecimal(answer.result);
	return id !== undefined
		? { ok: true, result: id }
		: fail('not-understood', 'The node did not say the EVM chain ID of its C-Chain');
});
