import type { IDataObject } from 'n8n-workflow';
import {
	blockTimeFields,
	checkAskedTime,
	findBlock,
	writeAskedTime,
} from '../../shared/operation/blockOfTime';
import type { Answer } from '../../shared/errors';
import { optional } from '../../shared/fields/fields';
import { toQuantity } from '../../shared/values/hex';
import type { Client } from '../../shared/network/client';
import type { RpcCall } from '../../shared/network/rpcCall';
import type { Asked, Values } from '../../shared/operation/operations';
import { mostProbes } from '../../shared/chains/blockSearch';
import { demand, OddAnswer } from '../../shared/operation/pipeline';
import { isRecord } from '../../shared/values/records';
import { searchNodeBlocks } from '../blockTimes';
import { block, blockHash, blockNumberOrTag, fullTransactions } from '../fields/blocks';
import { readBlock, readReceipt } from '../readable';
import { found, foundList, foundNumber, number, type EvmResource } from '../rows';

/** Since Helicon, blocks are executed after they are accepted, so headers lack some results. */
const ofHeader = {
	isWarning: true,
	details:
		'Since the network upgrade Helicon, the base fee is the highest possible, and the state root is an older one. Receipts have the fees paid',
};

/** A block. A header of Helicon names the block that it settles. Its base fee is then marked as an upper bound. */
const readStoredBlock = (block: IDataObject, values: Values): IDataObject =>
	readBlock(
		'settledHeight' in block ? { ...block, baseFeeIsHighestPossible: true } : block,
		values,
	);

/** Checks that a block has its transactions in the requested form. Otherwise it could pass for one without payments. */
function demandTransactions(block: IDataObject, { values }: Asked): IDataObject {
	if (block.found === false) return block;
	const transactions = demand(block.transactions, Array.isArray, 'list of transactions');
	const isRight = (entry: unknown) =>
		isRecord(entry) || (!values.fullTransactions && typeof entry === 'string');
	if (transactions.every(isRight)) return block;
	throw new OddAnswer('it does not hold the transactions as they were asked for');
}

/** The block of a time, found by binary search and then read in the requested form. */
async function readByTime(
	client: Client,
	call: RpcCall,
	values: Values,
): Promise<Answer<IDataObject[]>> {
	const number = await findBlock(searchNodeBlocks(client, call.path), values);
	if (!number.ok) return number;
	if (number.result === undefined) return { ok: true, result: [{ found: false }] };
	const params = [toQuantity(number.result), values.fullTransactions === true];
	const answer = await client.rpc({ ...call, params });
	if (!answer.ok) return answer;
	return { ok: true, result: [demand(answer.result, isRecord, 'block')] };
}

const readBlockOfTime = (block: IDataObject, values: Values): IDataObject => ({
	...readStoredBlock(block, values),
	askedTime: writeAskedTime(values),
});

export const blockResource: EvmResource = {
	name: 'Block',
	operations: {
		getByNumber: {
			name: 'Get by Number',
			action: 'Get block by number',
			description: 'Get a block by number or tag. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getBlockByNumber',
			api: 'chain',
			params: [blockNumberOrTag(), fullTransactions],
			extend: demandTransactions,
			...found(readStoredBlock),
		},
		getByHash: {
			name: 'Get by Hash',
			action: 'Get block by hash',
			description: 'Get a block by hash. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getBlockByHash',
			api: 'chain',
			params: [blockHash, fullTransactions],
			extend: demandTransactions,
			...found(readStoredBlock),
		},
		getByTime: {
			name: 'Get by Time',
			action: 'Get block by time',
			description: 'Get the last block at or before a time, or the first at or after it',
			details: `Takes ${mostProbes + 1} requests at most for each time. The node must have the blocks around it`,
			method: 'eth_getBlockByNumber',
			api: 'chain',
			params: [...blockTimeFields, optional(fullTransactions)],
			check: checkAskedTime,
			toParams: () => ['latest', false],
			run: readByTime,
			extend: demandTransactions,
			...found(readBlockOfTime),
		},
		getLatestNumber: {
			name: 'Get Latest Number',
			action: 'Get latest block number',
			description:
				'Get the number of the last accepted block (since avalanchego 1.15: last executed block)',
			method: 'eth_blockNumber',
			api: 'chain',
			...number('blockNumber'),
		},
		getHeaderByNumber: {
			name: 'Get Header by Number',
			action: 'Get block header by number',
			description: 'Get a block header. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getHeaderByNumber',
			api: 'chain',
			params: [blockNumberOrTag()],
			...found(readStoredBlock),
		},
		getHeaderByHash: {
			name: 'Get Header by Hash',
			action: 'Get block header by hash',
			description: 'Get a block header. Since Helicon, its base fee is an upper bound',
			...ofHeader,
			method: 'eth_getHeaderByHash',
			api: 'chain',
			params: [blockHash],
			...found(readStoredBlock),
		},
		getReceipts: {
			name: 'Get Many Receipts',
			action: 'Get many receipts of block',
			description:
				'Get receipts and fees of a block. Since Helicon, waits until the block is executed',
			method: 'eth_getBlockReceipts',
			api: 'chain',
			params: [block()],
			...foundList(readReceipt),
		},
		getTransactionCountByNumber: {
			name: 'Get Transaction Count by Number',
			action: 'Get transaction count of block by number',
			description: 'Count the transactions in a block',
			method: 'eth_getBlockTransactionCountByNumber',
			api: 'transactions',
			params: [blockNumberOrTag()],
			...foundNumber('transactionCount', 'chain', 'block'),
		},
		getTransactionCountByHash: {
			name: 'Get Transaction Count by Hash',
			action: 'Get transaction count of block by hash',
			description: 'Count the transactions in a block',
			method: 'eth_getBlockTransactionCountByHash',
			api: 'transactions',
			params: [blockHash],
			...foundNumber('transactionCount', 'chain', 'blockHash'),
		},
	},
};
