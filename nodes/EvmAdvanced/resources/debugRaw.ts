/** Blocks, receipts and transactions as bytes or as text. */
import { block } from '../../Evm/fields/blocks';
import { plainBlock } from '../../Evm/fields/quantities';
import { transactionHash } from '../../Evm/fields/transactions';
import { list, single, type EvmRows } from '../../Evm/rows';

export const rawData: EvmRows = {
	getRawHeader: {
		name: 'Get Raw Header',
		action: 'Get raw block header',
		description: 'Get a block header in RLP encoding',
		method: 'debug_getRawHeader',
		api: 'database',
		params: [block()],
		...single('rawHeader'),
		instead: 'use Avalanche EVM Chains: Block > Get Header by Number, which returns fields',
	},
	getRawBlock: {
		name: 'Get Raw Block',
		action: 'Get raw block',
		description: 'Get a block in RLP encoding',
		method: 'debug_getRawBlock',
		api: 'database',
		params: [block()],
		...single('rawBlock'),
		instead: 'use Avalanche EVM Chains: Block > Get by Number, which returns fields',
	},
	getRawReceipts: {
		name: 'Get Many Raw Receipts',
		action: 'Get many raw receipts of block',
		description: "Get a block's receipts as bytes",
		method: 'debug_getRawReceipts',
		api: 'database',
		params: [block()],
		...list('rawReceipt'),
		instead: 'use Avalanche EVM Chains: Block > Get Many Receipts, which returns fields',
	},
	getRawTransaction: {
		name: 'Get Raw Transaction',
		action: 'Get raw transaction from debugger',
		description: "Get a transaction's signed bytes",
		method: 'debug_getRawTransaction',
		api: 'database',
		params: [transactionHash],
		...single('rawTransaction'),
		instead: 'use Avalanche EVM Chains: Transaction > Get Raw',
	},
	printBlock: {
		name: 'Print Block',
		action: 'Print block as text',
		description: 'Get a block as the node prints it',
		method: 'debug_printBlock',
		api: 'database',
		params: [plainBlock('block', 'Block', 'Number of the block')],
		...single('text'),
		instead: 'use Avalanche EVM Chains: Block > Get by Number',
	},
};
