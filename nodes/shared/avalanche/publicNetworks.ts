/** The public networks. Apart from chains.ts, so that the credential's bundle needs no more than this. */
export type PublicNetwork = 'mainnet' | 'fuji';

/** A public network by its name in any case. The services also call Fuji `testnet`. */
export function toPublicNetwork(name: unknown): PublicNetwork | undefined {
	const plain = String(name).trim().toLowerCase();
	if (plain === 'mainnet') return plain;
	return plain === 'fuji' || plain === 'testnet' ? 'fuji' : undefined;
}
