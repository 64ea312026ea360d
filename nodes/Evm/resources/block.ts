/** Blocks, their headers and what belongs to a whole block. */
import type { IDataObject } from 'n8n-workflow';
import type { Values } from '../../shared/operations';
import { block, blockHash, blockNumber, fullTransactions } from '../fields/blocks';
import { readBlock, readReceipt } from '../readable';
import { found, foundList, foundNumber, number, type EvmResource } from '../rows';

/** What a header cannot tell since blocks are executed after they are accepted. */
const ofHeader = {
	details:
		'Since the network upgrade Helicon, the base fee is the highest possible, and the state root is an older one. Receipts have the fees paid',
};

/** A block; since Helicon, where it tells what it settles, with the word that its base fee is an upper bound. */
const readStoredBlock = (block: IDataObject, values: Values): IDataObject =>
	readBlock(
		'settledHeight' in block ? { ...block, baseFeeIsHighestPossible: true } : block,
		values,
	);

export const blockResource: EvmResource = {
	name: 'Block',
	operations: {
		getByNumber: {
			name: 'Get by Number',
			action: 'Get block by number',
			description: 'Get a block by number or tag. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getBlockByNumber',
			params: [blockNumber(), fullTransactions],
			...found(readStoredBlock),
		},
		getByHash: {
			name: 'Get by Hash',
			action: 'Get block by hash',
			description: 'Get a block by hash. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getBlockByHash',
			params: [blockHash, fullTransactions],
			...found(readStoredBlock),
		},
		getLatestNumber: {
			name: 'Get Latest Number',
			action: 'Get latest block number',
			description:
				'Get the number of the last accepted block (since avalanchego 1.15: last executed block)',
			method: 'eth_blockNumber',
			...number('blockNumber'),
		},
		getHeaderByNumber: {
			name: 'Get Header by Number',
			action: 'Get block header by number',
			description: 'Get a block header. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getHeaderByNumber',
			params: [blockNumber()],
			...found(readStoredBlock),
		},
		getHeaderByHash: {
			name: 'Get Header by Hash',
			action: 'Get block header by hash',
			description: 'Get a block header. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getHeaderByHash',
			params: [blockHash],
			...found(readStoredBlock),
		},
		getReceipts: {
			name: 'Get Many Receipts',
			action: 'Get many receipts of block',
			description:
				'Get receipts and fees of a block. Since Helicon, waits until the block is executed',
			method: 'eth_getBlockReceipts',
			params: [block()],
			...foundList(readReceipt),
		},
		getTransactionCountByNumber: {
			name: 'Get Transaction Count by Number',
			action: 'Get transaction count of block by number',
			description: 'Count the transactions in a block',
			method: 'eth_getBlockTransactionCountByNumber',
			params: [blockNumber()],
			...foundNumber('transactionCount', 'chain', 'block'),
		},
		getTransactionCountByHash: {
			name: 'Get Transaction Count by Hash',
			action: 'Get transaction count of block by hash',
			description: 'Count the transactions in a block',
			method: 'eth_getBlockTransactionCountByHash',
			params: [blockHash],
			...foundNumber('transactionCount', 'chain', 'blockHash'),
		},
	},
};
