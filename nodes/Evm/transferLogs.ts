/** Reads the transfers of tokens in logs: ERC-20 (EIP-20), ERC-721 (EIP-721) and ERC-1155 (EIP-1155). */
import type { IDataObject } from 'n8n-workflow';
import { isHash, toDecimal } from '../shared/values/hex';
import { transferTopic } from './logAmounts';

/** keccak256 of the event signatures. */
export const topicsOf = {
	transfer: transferTopic,
	/** TransferSingle(address,address,address,uint256,uint256), of ERC-1155. */
	single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
	/** TransferBatch(address,address,address,uint256[],uint256[]), of ERC-1155. */
	batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
};

/** A transfer that a log tells of. */
export interface Transfer {
	from: string;
	to: string;
	ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155';
	/** In base units, in decimal. Undefined for ERC-721. */
	value?: string;
	/** Undefined for ERC-20. */
	tokenId?: string;
}

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
export function readTransfers({ topics: all, data }: IDataObject): Transfer[] {
	if (!Array.isArray(all) || !all.every(isHash) || typeof data !== 'string') return [];
	const [topic, ...topics] = all as string[];
	const words = new Words(data);
	const ercType = standardOf(topic, topics.length);
	switch (ercType) {
		case 'ERC-721':
			return [{ ...between(topics[0], topics[1]), ercType, tokenId: toDecimal(topics[2]) }];
		case 'ERC-20': {
			const value = words.count === 1 ? words.at(0) : undefined;
			if (value === undefined) return [];
			return [{ ...between(topics[0], topics[1]), ercType, value: String(value) }];
		}
		case 'ERC-1155': {
			const parties = between(topics[1], topics[2]);
			return pairsIn(topic, words).map(([id, value]) => ({
				...parties,
				ercType,
				value: String(value),
				tokenId: String(id),
			}));
		}
		default:
			return [];
	}
}

const between = (from: string, to: string) => ({ from: addressIn(from), to: addressIn(to) });

/** The standard of a transfer, told by its event and the number of indexed parameters. */
function standardOf(topic: string, indexed: number): Transfer['ercType'] | undefined {
	if (topic === topicsOf.transfer && indexed === 2) return 'ERC-20';
	if (indexed !== 3) return undefined;
	if (topic === topicsOf.transfer) return 'ERC-721';
	return topic === topicsOf.single || topic === topicsOf.batch ? 'ERC-1155' : undefined;
}
