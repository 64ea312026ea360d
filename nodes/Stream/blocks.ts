/** Feeds of a chain's blocks and of their transactions. Records have the shape of the EVM node's items. */
import type { IDataObject } from 'n8n-workflow';
import { evm } from '../Evm/operations';
import { beforeLimit, Chain, notYet } from '../feeds/node/chain';
import { Paging } from '../feeds/node/paging';
import { openBlocks, type BlockPages } from '../feeds/node/source';
import { shape } from '../feeds/service';
import type { EventSettings } from '../feeds/settings';
import type { NodeBlocks, FeedRecord } from '../feeds/source';
import { fail, type Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { isHash, toInteger, zeroAddress, zeroHash } from '../shared/values/hex';
import { isRecord } from '../shared/values/records';
import { hashOf, isTransaction } from './pending';

export interface BlockSettings extends EventSettings {
	values: { chain: string };
}

const { getByNumber } = evm.resources.block.operations;
const { get } = evm.resources.transaction.operations;

/** Makes the records of one block. */
type Read = (block: IDataObject, position: number) => Promise<Answer<FeedRecord[]>>;

function openPages(chain: Chain, isWhole: boolean, readBlock: Read): BlockPages {
	const isThere = async (number: number): Promise<Answer<boolean>> => {
		const block = await chain.readBlock(number);
		return block.ok ? { ok: true, result: block.result !== undefined } : block;
	};
	const paging = new Paging(chain, isThere);
	return {
		sampleBlocks: [1],
		async readPage(range, token, end) {
			const page = paging.begin(range, token, end);
			const { first, numbers } = page;
			const asked = numbers.map(async (number) => await chain.readBlock(number, isWhole));
			const blocks = beforeLimit(await chain.together(asked));
			if (!blocks.ok) return blocks;
			const there = untilMissing(blocks.result);
			chain.isLimited ||= there.length === blocks.result.length && there.length < numbers.length;
			const read = there.map(async (block, i) => await readBlock(block, first + i));
			const records: FeedRecord[] = [];
			for (const answer of await Promise.all(read)) {
				if (!answer.ok) return answer;
				for (const record of answer.result) records.push(record);
			}
			return await paging.finish(page, first + there.length, records);
		},
	};
}

function untilMissing(blocks: Array<IDataObject | undefined>): IDataObject[] {
	const missing = blocks.indexOf(undefined);
	return (missing < 0 ? blocks : blocks.slice(0, missing)) as IDataObject[];
}

export function openNewBlocks(client: Client, { values, isSimple }: BlockSettings): NodeBlocks {
	const chain = new Chain(client, values.chain);
	const read: Read = async (block, position) => {
		// Without a hash, different blocks would count as one.
		if (!isHash(block.hash)) return lacks(position, 'a hash');
		const json = shape(block, getByNumber, values, isSimple);
		return {
			ok: true,
			result: [{ position, key: block.hash, json, time: toInteger(block.timestamp) }],
		};
	};
	return openBlocks(
		chain,
		openPages(chain, false, read),
		async () =>
			await read({ number: '0x0', timestamp: '0x0', hash: zeroHash, transactions: [] }, 0),
	);
}

const lacks = (block: number, part: string): Answer<never> =>
	fail('not-understood', `The node returned block ${block} without ${part}`, {
		passing: true,
		hint: 'The node is at fault, or a server between it and n8n. The block is read again.',
	});

/** The item of a transaction: whole, or only its hash. */
export const shapeTransaction = (
	transaction: unknown,
	{ values, isSimple }: BlockSettings,
): IDataObject =>
	shape(isRecord(transaction) ? transaction : { hash: String(transaction) }, get, values, isSimple);

const noBlock = { blockNumber: '0x0', blockHash: zeroHash };
/** A made-up transaction for the sample. */
const emptyTransaction = {
	...noBlock,
	hash: zeroHash,
	from: zeroAddress,
	to: zeroAddress,
	value: '0x0',
	input: '0x',
	gas: '0x0',
	gasPrice: '0x0',
	nonce: '0x0',
	transactionIndex: '0x0',
	type: '0x0',
};

interface Shown {
	/** True for whole transactions, false for their hashes. */
	isWhole: boolean;
	wantsReceipt: boolean;
}

/** The transactions of blocks, keyed by hash. With status and fee if the user wants receipts. */
export function openTransactions(
	client: Client,
	settings: BlockSettings,
	{ isWhole, wantsReceipt }: Shown,
): NodeBlocks {
	const chain = new Chain(client, settings.values.chain);
	const read: Read = async ({ transactions }, position) => {
		// Without this check, a broken block would pass for an empty one.
		if (!Array.isArray(transactions)) return lacks(position, 'its transactions');
		const listed: unknown[] = transactions;
		if (!listed.every((one) => isTransaction(one, isWhole)))
			return lacks(position, isWhole ? 'its whole transactions' : 'the hashes of its transactions');
		const hashes = listed.map(hashOf);
		const receipts: Answer<IDataObject[] | undefined> = wantsReceipt
			? await chain.readReceipts(position, hashes)
			: { ok: true, result: [] };
		if (!receipts.ok) return receipts;
		// The server asked for the receipts lags behind.
		if (!receipts.result) return notYet(position);
		const { result } = receipts;
		const records = listed.map((one, rank) => ({
			position,
			rank,
			key: hashes[rank],
			json: shapeTransaction(withReceipt(one, result[rank]), settings),
		}));
		return { ok: true, result: records };
	};
	return openBlocks(chain, openPages(chain, isWhole, read), async () => {
		const transaction = isWhole ? emptyTransaction : zeroHash;
		const receipt = { status: '0x1', gasUsed: '0x0', effectiveGasPrice: '0x0', ...noBlock };
		const shown = withReceipt(transaction, wantsReceipt ? receipt : undefined);
		const json = shapeTransaction(shown, settings);
		return { ok: true, result: [{ position: 0, key: zeroHash, json }] };
	});
}

/** A transaction, whole or only its hash, with the status, gas and price of its receipt. */
export function withReceipt(transaction: unknown, receipt: IDataObject | undefined): unknown {
	if (!receipt) return transaction;
	const { status, gasUsed, effectiveGasPrice, blockNumber, blockHash } = receipt;
	return {
		...(isRecord(transaction) ? transaction : { hash: transaction as string }),
		blockNumber,
		blockHash,
		status,
		gasUsed,
		effectiveGasPrice,
	};
}
