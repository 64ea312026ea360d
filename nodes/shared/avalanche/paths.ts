/** The paths of a node's chains. */

export const platformPath = '/ext/bc/P';

/** The path of a chain's API on a node. `chain` is an alias such as C, or a blockchain ID. */
export const chainPath = (chain: string, api: 'rpc' | 'ws' | 'validators'): string =>
	`/ext/bc/${encodeURIComponent(chain)}/${api}`;
