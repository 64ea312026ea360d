/** Options for the newest block of a chain: the chain, and the nodes that show that a block is due. */
import { evmChain } from '../../../shared/chains/fields';
import { optional, type Field } from '../../../shared/fields/fields';
import { InvalidField } from '../../../shared/fields/invalid';
import { integer } from '../../../shared/fields/kinds';
import type { ReadOption } from '../conditions/condition';
import { dataApiName, furtherObservers, type Observer } from '../observers/settings';

export interface HeadRule {
	/** As the queried node calls it. */
	headChain: string;
	/** A block is due once a further node is this many blocks ahead. */
	blocksAhead: number;
	observers: Observer[];
}

export const headChain: Field = optional({
	...evmChain,
	name: 'headChain',
	description: 'EVM chain whose newest block must move on',
});

const blocksAhead = optional(
	integer(
		{
			displayName: 'Blocks Ahead',
			name: 'blocksAhead',
			default: 10,
			description: 'By how many blocks another node must be ahead of yours, which stands',
		},
		1,
		1_000_000,
	),
);

/** Only nodes: the Data API does not say when it read a block. */
export const otherNodes: Field = {
	...furtherObservers,
	placeholder: 'e.g. Public = https://api.avax.network',
	description: 'Nodes whose newest block is compared with yours: "name = URL" per line',
	encode: (value, context) => {
		const list = furtherObservers.encode(value, context) as Observer[];
		if (list.every(({ url }) => url)) return list;
		throw new InvalidField(
			`must have nodes alone here: in place of ${dataApiName}, use "Public = https://api.avax.network"`,
		);
	},
};

export const headOptions = [headChain, blocksAhead, otherNodes];

export const readHeadRule = (read: ReadOption): HeadRule => ({
	headChain: read(headChain, 'C') as string,
	blocksAhead: read(blocksAhead) as number,
	observers: read(otherNodes, []) as Observer[],
});
