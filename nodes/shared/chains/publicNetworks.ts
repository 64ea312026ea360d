/** The public networks by name; apart from chains.ts, so that the credential's own file holds no more of it. */
export type PublicNetwork = 'mainnet' | 'fuji';

/** A public network by its name in any case; the services also call Fuji `testnet`. */
export function toPublicNetwork(name: unknown): PublicNetwork | undefined {
	const plain = String(name).trim().toLowerCase();
	if (plain === 'mainnet') return plain;
	return plain === 'fuji' || plain === 'testnet' ? 'fuji' : undefined;
}
