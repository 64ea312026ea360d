/** Pages of explorers. What is no plain ID has none, so that nobody else's text becomes part of a URL. */
import { isHexAddress, isNodeId } from '../values/ids';
import { explorerOf } from './chains';
import type { PublicNetwork } from './publicNetworks';

/** True if it can stand in a URL's path as it is. */
const isPlain = (id: string): boolean => /^[0-9A-Za-z]{1,80}$/.test(id);

/** Where the pages of a chain of the Primary Network begin. */
export const pagesOf = (network: PublicNetwork, chain: 'c-chain' | 'p-chain'): string =>
	`${explorerOf(network)}/${chain}`;

/** The page of a record of a chain, whose pages begin with `pages`. */
export const pageOf = (
	pages: string,
	kind: 'address' | 'block' | 'tx',
	id: string,
): string | undefined =>
	(kind === 'address' ? isHexAddress(id) : isPlain(id)) ? `${pages}/${kind}/${id}` : undefined;

/** The page of a validator of the Primary Network. */
export const pageOfValidator = (network: PublicNetwork, nodeId: string): string | undefined =>
	isNodeId(nodeId) ? `${explorerOf(network)}/validators/${nodeId}` : undefined;

/** True for pages of Avalanche's own explorer. Those of a chain can be of a host that its owners chose. */
export const isOfAvalanche = (pages: string, network: PublicNetwork): boolean =>
	pages.startsWith(`${explorerOf(network)}/`);
