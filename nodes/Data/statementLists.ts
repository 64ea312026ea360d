/** Reads the Data API's lists of an address for a statement, in a range of blocks. */
import type { IDataObject } from 'n8n-workflow';
import { isCChain } from '../shared/avalanche/chains';
import { nothing, type Answer, type FailureKind } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { toRestCall } from '../shared/operation/groups';
import { OddAnswer } from '../shared/operation/pipeline';
import { readPages, type ListOperation } from '../shared/report/reading';
import { isRecord, valueAt } from '../shared/values/records';
import type { BlockRange } from '../shared/chains/blockRange';
import { priceOf, readCurrency } from './prices';
import { unlisted, type StatementRows } from './statementRows';

export interface Question {
	rows: StatementRows;
	chainId: string;
	network: 'mainnet' | 'fuji';
	address: string;
	blocks: BlockRange;
	/** Covers all the blocks, in UNIX seconds. */
	times: { from?: number; to?: number };
}

export interface Lists {
	native: IDataObject[];
	internal: IDataObject[];
	erc20: IDataObject[];
	erc721: IDataObject[];
	erc1155: IDataObject[];
	/** Undefined if the service does not list imports and exports. */
	atomic?: IDataObject[];
}

export interface PagesRead {
	pages: number;
	read: number;
}

async function readAll(
	client: Client,
	row: ListOperation,
	values: Record<string, unknown>,
	reading: PagesRead,
): Promise<Answer<IDataObject[]>> {
	const all: IDataObject[] = [];
	for await (const page of readPages(client, 'data', row, values)) {
		if (!page.ok) return page;
		reading.pages++;
		reading.read += page.result.length;
		for (const record of page.result) all.push(record);
	}
	return { ok: true, result: all };
}

/** A number beyond 2^53 is in no range. */
const whole = /^\d{1,78}$/;

/** The block of a record. An atomic transaction has it as `blockHeight`. */
export function blockNumberOf(record: IDataObject): number {
	const number = String(record.blockNumber ?? record.blockHeight);
	if (!whole.test(number)) throw new OddAnswer('it holds a record without a block');
	return Number(number);
}

/** Drops records outside the range, because the service may treat the last block as inclusive or not. */
const isWithin = ({ from, to }: BlockRange) => {
	return (record: IDataObject): boolean => {
		const block = blockNumberOf(record);
		return block >= from && block < to;
	};
};

const listsOf = ({ transactions, internals, transfers }: StatementRows) =>
	({
		native: transactions,
		internal: internals,
		erc20: transfers,
		erc721: unlisted.erc721,
		erc1155: unlisted.erc1155,
	}) satisfies Record<string, ListOperation>;

/** Failures that waiting does not cure: the service does not keep the requested data. */
export const notKept: FailureKind[] = ['refused', 'not-found', 'method-unknown'];

export async function readLists(
	client: Client,
	{ rows, chainId, network, address, blocks, times }: Question,
	reading: PagesRead,
): Promise<Answer<Lists>> {
	const lists: Lists = {
		native: [],
		internal: [],
		erc20: [],
		erc721: [],
		erc1155: [],
		atomic: [],
	};
	const values = { chainId, address, startBlock: blocks.from, endBlock: blocks.to };
	for (const [name, row] of Object.entries(listsOf(rows))) {
		const answer = await readAll(client, row, values, reading);
		if (!answer.ok) return answer;
		lists[name as keyof Lists] = answer.result.filter(isWithin(blocks));
	}
	if (!isCChain(chainId)) return { ok: true, result: lists };
	const asked = { network, addresses: address, ...toTimestamps(times) };
	const atomic = await readAll(client, unlisted.atomic, asked, reading);
	if (!atomic.ok && !notKept.includes(atomic.failure.kind)) return atomic;
	lists.atomic = atomic.ok ? atomic.result.filter(isWithin(blocks)) : undefined;
	return { ok: true, result: lists };
}

/** Widens the times by a second at both ends, because no document says which bounds the service includes. */
const toTimestamps = ({ from, to }: Question['times']) => ({
	...(from !== undefined && { startTimestamp: Math.max(Math.floor(from) - 1, 0) }),
	...(to !== undefined && { endTimestamp: Math.ceil(to) + 1 }),
});

export interface Held {
	native: bigint;
	/** By the token's address in lower case. Records of the service. */
	tokens: Map<string, IDataObject>;
}

/** The balances of an address after a block. Undefined if the service does not keep them. */
export async function readHeld(
	client: Client,
	{ rows, chainId, address }: Question,
	block: number,
	reading: PagesRead,
): Promise<Answer<Held | undefined>> {
	const asked = { chainId, address, blockNumber: String(block) };
	const native = await client.rest(toRestCall('data', rows.nativeBalance, asked));
	if (!native.ok) return notKept.includes(native.failure.kind) ? nothing : native;
	const balance = valueAt(native.result, 'nativeTokenBalance.balance');
	if (!/^\d+$/.test(String(balance)))
		throw new OddAnswer('it holds no balance of the native token');
	const ofAll = { ...asked, filterSpamTokens: false };
	const listed = await readAll(client, rows.tokenBalances, ofAll, reading);
	if (!listed.ok) return notKept.includes(listed.failure.kind) ? nothing : listed;
	const tokens = new Map(
		listed.result.map((token) => [String(token.address).toLowerCase(), token] as const),
	);
	return { ok: true, result: { native: BigInt(String(balance)), tokens } };
}

/** The currency of all prices of a statement, since the service has no other for a transaction. */
export const priceCurrency = 'USD';

/** The price of the native token at the time of a transaction, or now. */
export interface Price {
	price: string;
	currency: string;
}

/** A price as the service writes it. Undefined if there is none. */
export function toPrice(money: unknown): Price | undefined {
	if (!isRecord(money)) return undefined;
	const [price, currency] = [priceOf(money.value), readCurrency(money.currencyCode)];
	return price && currency ? { price, currency } : undefined;
}

export async function readPrice(
	client: Client,
	chainId: string,
	hash: string,
): Promise<Answer<Price | undefined>> {
	const asked = { chainId, txHash: hash };
	const answer = await client.rest(toRestCall('data', unlisted.transaction, asked));
	if (!answer.ok) return notKept.includes(answer.failure.kind) ? nothing : answer;
	const price = toPrice(valueAt(answer.result, 'networkTokenDetails.historicalPrice'));
	return { ok: true, result: price };
}
