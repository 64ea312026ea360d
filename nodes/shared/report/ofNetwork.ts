/** Titles and names of files say a network other than the mainnet, so that a test network passes for no real one. */
import { nameNetwork } from '../avalanche/chains';

const otherOf = (network = 'mainnet'): string | undefined =>
	network === 'mainnet' ? undefined : nameNetwork(network);

/** For a title, behind its subject. Empty on the mainnet. */
export function sayOnNetwork(network: string | undefined): string {
	const other = otherOf(network);
	return other === undefined ? '' : ` on ${other}`;
}

/** For the name of a file, behind its first word. Empty on the mainnet. */
export function fileOnNetwork(network: string | undefined): string {
	const other = otherOf(network);
	return other === undefined ? '' : `-${other.toLowerCase().replace(/\W+/g, '-')}`;
}
