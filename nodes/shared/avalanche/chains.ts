/** Facts about chains that need no request. `C`, `C-Chain`, its EVM chain ID and its blockchain ID are one chain. */
import { zeroId } from '../values/ids';
import type { PublicNetwork } from './publicNetworks';

/** A public network, or the ID of another one. */
export type Network = PublicNetwork | number;
export type Letter = 'P' | 'X' | 'C';

interface NetworkFacts {
	id: number;
	name: string;
	cChainId: string;
	/** The asset ID of AVAX. Anyone can create another asset with that symbol. */
	avaxId: string;
	/** Prefix of its P-Chain and X-Chain addresses. */
	prefix: string;
	explorer: string;
}

export const networks: Record<PublicNetwork, NetworkFacts> = {
	mainnet: {
		id: 1,
		name: 'Mainnet',
		cChainId: '43114',
		avaxId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
		prefix: 'avax',
		explorer: 'https://subnets.avax.network',
	},
	fuji: {
		id: 5,
		name: 'Fuji',
		cChainId: '43113',
		avaxId: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
		prefix: 'fuji',
		explorer: 'https://subnets-test.avax.network',
	},
};

export const networkWith = (facts: Partial<NetworkFacts>): PublicNetwork | undefined =>
	(Object.keys(networks) as PublicNetwork[]).find((network) =>
		Object.entries(facts).every(
			([name, fact]) => networks[network][name as keyof NetworkFacts] === fact,
		),
	);

export const explorerOf = (network: PublicNetwork): string => networks[network].explorer;

/** The name to show. A name unknown here stays as the node gave it. */
export function nameNetwork(network: string | number): string {
	if (typeof network === 'number') return `network ${network}`;
	return Object.hasOwn(networks, network) ? networks[network as PublicNetwork].name : network;
}

/** The C-Chain's EVM chain ID; undefined unless the network is public. */
export const cChainIdOf = (network: Network): string | undefined =>
	typeof network === 'number' ? undefined : networks[network].cChainId;

/** Blockchain IDs of the Primary Network. The P-Chain has the same one on every network. */
const primaryIds: Record<string, { letter: Letter; network?: PublicNetwork }> = {
	[zeroId]: { letter: 'P' },
	'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM': { letter: 'X', network: 'mainnet' },
	'2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm': { letter: 'X', network: 'fuji' },
	'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5': { letter: 'C', network: 'mainnet' },
	yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp: { letter: 'C', network: 'fuji' },
};

/** The chain of the Primary Network with this blockchain ID, if any. */
export const findPrimary = (blockchainId: string): (typeof primaryIds)[string] | undefined =>
	Object.hasOwn(primaryIds, blockchainId) ? primaryIds[blockchainId] : undefined;

/** `C` for C, c, C-Chain, "Avalanche C-Chain" and the like, and for Avalanche, the name that wallets use. */
export function letterOf(entered: string): Letter | undefined {
	const plainly = entered.toLowerCase().replace(/[\s()_-]/g, '');
	if (plainly === 'avalanche' || plainly === 'avax') return 'C';
	const [, letter] =
		/^(?:the|avalanche|avax|network)*([pxc])(?:chain)?(?:avalanche|avax)?$/.exec(plainly) ?? [];
	return letter?.toUpperCase() as Letter | undefined;
}

const cChains = new Set<unknown>([
	'C',
	'evm',
	...Object.values(networks).map(({ cChainId }) => cChainId),
	...Object.keys(primaryIds).filter((id) => primaryIds[id].letter === 'C'),
]);

/** True for the C-Chain, by its IDs and by the aliases that every node knows. Its token is AVAX. */
export const isCChain = (asked: unknown): boolean => cChains.has(asked);

/** The name of a chain with its network, where that is not the mainnet and the name does not say so. */
export const nameOnNetwork = (name: string, network?: PublicNetwork): string =>
	network === 'fuji' && !/fuji|testnet/i.test(name) ? `${networks.fuji.name} ${name}` : name;

/** A chain of the Primary Network by one name, such as C-Chain or Fuji C-Chain. Any other stays as it was. */
export function nameChain(chain: unknown): unknown {
	if (typeof chain !== 'string') return chain;
	const letter = isCChain(chain) ? 'C' : (findPrimary(chain)?.letter ?? letterOf(chain));
	const network = networkWith({ cChainId: chain }) ?? findPrimary(chain)?.network;
	return letter ? nameOnNetwork(`${letter}-Chain`, network) : chain;
}
