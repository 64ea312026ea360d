/** Options for the newest block of a chain: the chain, and the nodes that show that a block is due. */
import { evmChain } from '../../../shared/chains/fields';
import { optional, type Field } from '../../../shared/fields/fields';
import { InvalidField } from '../../../shared/fields/invalid';
import { integer } from '../../../shared/fields/kinds';
import type { ReadOption } from '../conditions/condition';
import { dataApiName, furtherObservers, type Observer } from '../observers/settings';
import { dayMinutes } from '../../../shared/values/timeUnits';

interface ChainRule {
	/** As the queried node calls it. */
	headChain: string;
	observers: Observer[];
}

export interface HeadRule extends ChainRule {
	/** A block is due once a further node is this many blocks ahead. */
	blocksAhead: number;
}

export interface BehindRule extends ChainRule {
	/** The node is behind once its newest block is this much older than that of another node. */
	behindSeconds: number;
}

export const headChain = optional({
	...evmChain,
	name: 'headChain',
	description: 'EVM chain whose newest block your node must have',
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

export const behindMinutes = optional(
	integer(
		{
			displayName: 'Minutes Behind',
			name: 'behindMinutes',
			default: 5,
			description:
				'By how much the newest block of your node may be older than that of another node',
		},
		1,
		dayMinutes,
	),
);

/** Only nodes: the Data API does not say when it read a block. */
export const otherNodes: Field<Observer[]> = {
	...furtherObservers,
	placeholder: 'e.g. Public = https://api.avax.network',
	description: 'Nodes whose newest block is compared with yours: "name = URL" per line',
	encode: (value, context) => {
		const list = furtherObservers.encode(value, context);
		if (list.every(({ url }) => url)) return list;
		throw new InvalidField(
			`must have nodes alone here: in place of ${dataApiName}, use "Public = https://api.avax.network"`,
		);
	},
};

export const headOptions = [headChain, blocksAhead, otherNodes];
export const behindOptions = [headChain, behindMinutes, otherNodes];

const readChainRule = (read: ReadOption): ChainRule => ({
	headChain: read(headChain, 'C') as string,
	observers: read(otherNodes, []),
});

export const readHeadRule = (read: ReadOption): HeadRule => ({
	...readChainRule(read),
	blocksAhead: read(blocksAhead),
});

export const readBehindRule = (read: ReadOption): BehindRule => ({
	...readChainRule(read),
	behindSeconds: 60 * read(behindMinutes),
});
