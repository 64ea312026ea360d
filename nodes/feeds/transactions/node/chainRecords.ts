/** A node's blocks, receipts and logs in the shape of the Data API's records. */
import type { IDataObject } from 'n8n-workflow';
import type { TokenUnit } from '../../../Evm/tokenUnits';
import { readTransfers, topicsOf, type Transfer } from '../../../Evm/transferLogs';
import { toDecimal } from '../../../shared/values/hex';
import { hasSucceeded } from '../../node/answers';

const blockFieldsOf = ({ number, timestamp, hash }: IDataObject): IDataObject => ({
	blockNumber: toDecimal(number),
	blockTimestamp: Number(timestamp),
	blockHash: hash,
});

/** A transaction of a block. Its receipt, if there is one, tells how it ended. */
export function toTransaction(
	transaction: IDataObject,
	block: IDataObject,
	receipt: IDataObject | undefined,
): IDataObject {
	const { hash, from, to, input, type, gas, nonce, transactionIndex, value } = transaction;
	const called = typeof input === 'string' && input.length >= 10 ? input.slice(0, 10) : '';
	const kindOfCall = called ? 'CONTRACT_CALL' : 'NATIVE_TRANSFER';
	const price = receipt?.effectiveGasPrice ?? transaction.gasPrice;
	return {
		...blockFieldsOf(block),
		blockIndex: Number(transactionIndex),
		txHash: hash,
		...(receipt && { txStatus: statusOf(receipt), gasUsed: toDecimal(receipt.gasUsed) }),
		txType: Number(type ?? 0),
		gasLimit: toDecimal(gas),
		...(price !== undefined && { gasPrice: toDecimal(price) }),
		nonce: toDecimal(nonce),
		from: { address: from },
		to: { address: to ?? receipt?.contractAddress },
		method: {
			callType: to ? kindOfCall : 'CONTRACT_CREATION',
			methodHash: to ? called : '',
		},
		value: toDecimal(value),
	};
}

/** As the Data API writes it. Undefined if the receipt does not say. */
function statusOf(receipt: IDataObject): string | undefined {
	const isSuccess = hasSucceeded(receipt);
	if (isSuccess === undefined) return undefined;
	return isSuccess ? '1' : '0';
}

export const transferTopics = Object.values(topicsOf);

/** An address as a topic. Null matches any address. */
const topicOf = (address: string | undefined): string | null =>
	address ? `0x${address.slice(2).toLowerCase().padStart(64, '0')}` : null;

/** The topics by which a node finds the transfers between two addresses: one list per position of the addresses. */
export const topicsBetween = (
	from?: string,
	to?: string,
): Array<Array<string | string[] | null>> =>
	from || to
		? [
				[topicsOf.transfer, topicOf(from), topicOf(to)],
				[[topicsOf.single, topicsOf.batch], null, topicOf(from), topicOf(to)],
			]
		: [[transferTopics]];

/** The topics of ERC-20 transfers from any of these addresses, and to any of them. */
export const topicsFrom = (addresses: string[]) => [topicsOf.transfer, addresses.map(topicOf)];
export const topicsTo = (addresses: string[]) => [topicsOf.transfer, null, addresses.map(topicOf)];

/** The token of a transfer, in the field of its standard. */
function tokenOf({ ercType, tokenId }: Transfer, address: unknown, unit: TokenUnit): IDataObject {
	const { decimals, symbol } = unit;
	const token = { address, ercType, ...(symbol !== undefined && { symbol }) } as IDataObject;
	switch (ercType) {
		case 'ERC-20':
			return { erc20Token: { ...token, ...(decimals !== undefined && { decimals }) } };
		case 'ERC-721':
			return { erc721Token: { ...token, tokenId } };
		case 'ERC-1155':
			return { erc1155Token: { ...token, tokenId } };
	}
}

/** The transfers in a log. Empty if the log is another event, or does not follow its standard. */
export const toTransfers = (log: IDataObject, block: IDataObject, unit: TokenUnit): IDataObject[] =>
	readTransfers(log).map((transfer) => ({
		...blockFieldsOf(block),
		txHash: log.transactionHash,
		logIndex: Number(log.logIndex),
		from: { address: transfer.from },
		to: { address: transfer.to },
		...(transfer.value !== undefined && { value: transfer.value }),
		...tokenOf(transfer, log.address, unit),
	}));
