/** Blocks that the node rejected, and uncles. Avalanche has no uncles. */
import { blockHash, blockNumberOrTag, transactionIndex } from '../../Evm/fields/blocks';
import { readable, readBlock } from '../../Evm/readable';
import { found, foundNumber, type EvmResource } from '../../Evm/rows';

const noUncles = 'Never finds anything, because Avalanche has no uncle blocks';

export const advancedBlockResource: EvmResource = {
	name: 'Block',
	operations: {
		getBad: {
			name: 'Get Many Bad',
			action: 'Get many bad blocks',
			description: 'Get recent invalid blocks, with the reason',
			method: 'eth_getBadBlocks',
			api: 'badBlocks',
			output: { kind: 'list' },
			simplify: readable('rlp'),
		},
		getUncleByNumber: {
			name: 'Get Uncle by Number',
			action: 'Get uncle of block by number',
			description: noUncles,
			method: 'eth_getUncleByBlockNumberAndIndex',
			api: 'chain',
			params: [
				blockNumberOrTag(),
				{ ...transactionIndex, description: 'Position of the uncle in the block, starting at 0' },
			],
			...found(readBlock),
		},
		getUncleByHash: {
			name: 'Get Uncle by Hash',
			action: 'Get uncle of block by hash',
			description: noUncles,
			method: 'eth_getUncleByBlockHashAndIndex',
			api: 'chain',
			params: [
				blockHash,
				{ ...transactionIndex, description: 'Position of the uncle in the block, starting at 0' },
			],
			...found(readBlock),
		},
		getUncleCountByNumber: {
			name: 'Get Uncle Count by Number',
			action: 'Get uncle count of block by number',
			description: "Count a block's uncles (always 0 on Avalanche)",
			method: 'eth_getUncleCountByBlockNumber',
			api: 'chain',
			params: [blockNumberOrTag()],
			...foundNumber('uncleCount', 'chain', 'block'),
		},
		getUncleCountByHash: {
			name: 'Get Uncle Count by Hash',
			action: 'Get uncle count of block by hash',
			description: "Count a block's uncles (always 0 on Avalanche)",
			method: 'eth_getUncleCountByBlockHash',
			api: 'chain',
			params: [blockHash],
			...foundNumber('uncleCount', 'chain', 'blockHash'),
		},
	},
};
