/** A node's blocks, receipts and logs in the shape of the Data API's records. */
import type { IDataObject } from 'n8n-workflow';
import { transferTopic } from '../../../Evm/logAmounts';
import type { TokenUnit } from '../../../Evm/tokenUnits';
import { isHash, toDecimal } from '../../../shared/values/hex';

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
function statusOf({ status }: IDataObject): string | undefined {
	if (status === '0x1') return '1';
	return status === '0x0' ? '0' : undefined;
}

/** keccak256 of the event signatures. */
const topicsOf = {
	transfer: transferTopic,
	/** TransferSingle(address,address,address,uint256,uint256), of ERC-1155. */
	single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
	/** TransferBatch(address,address,address,uint256[],uint256[]), of ERC-1155. */
	batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
};
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

const addressIn = (topic: string): string => `0x${topic.slice(-40)}`;

/** The whole words of a log's data. They are read one by one, because data may be long and mostly irrelevant. */
class Words {
	readonly count: number;
	constructor(private readonly data: string) {
		this.count = Math.floor((data.length - 2) / 64);
	}

	at(index: number): bigint | undefined {
		const word = `0x${this.data.slice(2 + 64 * index, 66 + 64 * index)}`;
		return isHash(word) ? BigInt(word) : undefined;
	}

	/** The list whose offset stands in this word. Undefined unless the whole list lies in the data. */
	listAt(index: number): Array<bigint | undefined> | undefined {
		const start = Number(this.at(index) ?? NaN) / 32;
		if (!Number.isInteger(start) || start >= this.count) return undefined;
		const length = Number(this.at(start) ?? NaN);
		if (!(length <= this.count - start - 1)) return undefined;
		return Array.from({ length }, (_, i) => this.at(start + 1 + i));
	}
}

/** The IDs and values that an ERC-1155 log moves. Empty if its data does not match the event. */
function pairsIn(topic: string, words: Words): Array<[id: bigint, value: bigint]> {
	const [ids, values] =
		topic === topicsOf.single ? [[words.at(0)], [words.at(1)]] : [words.listAt(0), words.listAt(1)];
	if (!ids || !values || ids.length !== values.length) return [];
	const pairs = ids.map((id, i) => [id, values[i]]);
	return pairs.every((pair): pair is [bigint, bigint] => !pair.includes(undefined)) ? pairs : [];
}

/** The transfers in a log. Empty if the log is another event, or does not follow its standard. */
export function toTransfers(
	log: IDataObject,
	block: IDataObject,
	{ decimals, symbol }: TokenUnit,
): IDataObject[] {
	const { address, data, topics: all } = log;
	if (!Array.isArray(all) || !all.every(isHash) || typeof data !== 'string') return [];
	const [topic, ...topics] = all as string[];
	const words = new Words(data);
	const base = {
		...blockFieldsOf(block),
		txHash: log.transactionHash,
		logIndex: Number(log.logIndex),
	};
	const between = (from: string, to: string) => ({
		...base,
		from: { address: addressIn(from) },
		to: { address: addressIn(to) },
	});
	const ercType = standardOf(topic, topics.length);
	const token = { address, ercType, ...(symbol !== undefined && { symbol }) };
	switch (ercType) {
		case 'ERC-721': {
			const erc721Token = { ...token, tokenId: toDecimal(topics[2]) };
			return [{ ...between(topics[0], topics[1]), erc721Token }];
		}
		case 'ERC-20': {
			const value = words.count === 1 ? words.at(0) : undefined;
			if (value === undefined) return [];
			const erc20Token = { ...token, ...(decimals !== undefined && { decimals }) };
			return [{ ...between(topics[0], topics[1]), value: String(value), erc20Token }];
		}
		case 'ERC-1155':
			return pairsIn(topic, words).map(([id, value]) => ({
				...between(topics[1], topics[2]),
				value: String(value),
				erc1155Token: { ...token, tokenId: String(id) },
			}));
		default:
			return [];
	}
}

/** The standard of a transfer, told by its event and the number of indexed parameters. */
function standardOf(topic: string, indexed: number) {
	if (topic === topicsOf.transfer && indexed === 2) return 'ERC-20';
	if (indexed !== 3) return undefined;
	if (topic === topicsOf.transfer) return 'ERC-721';
	return topic === topicsOf.single || topic === topicsOf.batch ? 'ERC-1155' : undefined;
}
