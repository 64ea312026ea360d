/** Prices of the native token by block: at both ends of a statement, and of its imports and exports. */
import { nothing, type Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import { toRestCall } from '../shared/operation/groups';
import { valueAt } from '../shared/values/records';
import { readSecond } from '../shared/values/times';
import {
	notKept,
	priceCurrency,
	readPrice,
	toPrice,
	type Price,
	type Question,
} from './statementLists';
import type { StatementRows } from './statementRows';
import { daySeconds } from '../shared/values/timeUnits';

/** Nearly every block has a transaction. The service has a past price with a transaction only. */
const mostBlocks = 5;

interface Found {
	hash: string;
	/** UNIX seconds. */
	time: number;
}

type Reading = [rows: StatementRows, chainId: string, block: number];

/** A transaction of a block. Undefined if the service has none. */
async function findIn(
	client: Client,
	...[rows, chainId, block]: Reading
): Promise<Answer<Found | undefined>> {
	const call = toRestCall('data', rows.blockTransactions, { chainId, blockId: String(block) });
	const answer = await client.rest({ ...call, query: { ...call.query, pageSize: 1 } });
	if (!answer.ok) return notKept.includes(answer.failure.kind) ? nothing : answer;
	const listed = valueAt(answer.result, 'transactions');
	const first: unknown = Array.isArray(listed) ? listed[0] : undefined;
	const hash = valueAt(first, 'txHash');
	const seconds = readSecond(valueAt(first, 'blockTimestamp'));
	if (typeof hash !== 'string' || seconds === undefined) return nothing;
	return { ok: true, result: { hash, time: seconds } };
}

/** The last transaction up to a block, looked for in a few blocks. Asked once a run. */
const findLast = oncePerClient(
	async (client, ...[rows, chainId, last]: Reading): Promise<Answer<Found | undefined>> => {
		for (let block = last; block > Math.max(0, last - mostBlocks); block--) {
			const found = await findIn(client, rows, chainId, block);
			if (!found.ok || found.result) return found;
		}
		return nothing;
	},
	(_rows, chainId, last) => `${chainId} ${last}`,
);

const askPrice = oncePerClient(readPrice);

type Asked = Pick<Question, 'rows' | 'chainId' | 'blocks' | 'address'>;

/** The price of the last transaction up to a block, unless that is before `from`. Undefined if the service has none. */
async function readLastPrice(
	client: Client,
	{ rows, chainId }: Pick<Asked, 'rows' | 'chainId'>,
	{ block, from }: { block: number; from: number },
): Promise<Answer<Price | undefined>> {
	const last = await findLast(client, rows, chainId, block);
	if (!last.ok) return last;
	if (!last.result || last.result.time < from) return nothing;
	return await askPrice(client, chainId, last.result.hash);
}

/** The price of the last day before a time, as of the last of these blocks. */
const readPastPrice = (
	client: Client,
	asked: Asked,
	to: number,
): Promise<Answer<Price | undefined>> =>
	readLastPrice(client, asked, { block: asked.blocks.to - 1, from: to - daySeconds });

/** The price of the same day, in UTC, as of a block. An import or export has none of its own. */
export const readPriceOfBlock = (
	client: Client,
	asked: Pick<Asked, 'rows' | 'chainId'>,
	{ block, time }: { block: number; time: number },
): Promise<Answer<Price | undefined>> =>
	readLastPrice(client, asked, { block, from: Math.floor(time / daySeconds) * daySeconds });

/** The price of now, as the balances of any address have it. Asked once a run. */
const readPriceOfNow = oncePerClient(
	async (client, ...[rows, chainId, address]: [StatementRows, string, string]) => {
		const asked = { chainId, address, currency: priceCurrency.toLowerCase() };
		const answer = await client.rest(toRestCall('data', rows.nativeBalance, asked));
		if (!answer.ok) return notKept.includes(answer.failure.kind) ? nothing : answer;
		const result = toPrice(valueAt(answer.result, 'nativeTokenBalance.price'));
		return { ok: true, result } as Answer<Price | undefined>;
	},
	(_rows, chainId) => chainId,
);

/** An end of the period, by the name of its balance. */
export type PeriodEnd = 'opening' | 'closing';

interface EndPrices {
	/** Undefined where the service has none. */
	prices: Partial<Record<PeriodEnd, Price>>;
	/** False if the service has no price of the chain's token at all. */
	isChainPriced: boolean;
}

/** Those of a statement without values. */
export const noEndPrices: Answer<EndPrices> = {
	ok: true,
	result: { prices: {}, isChainPriced: false },
};

/** The first moment of the period and the one after its last, as far as both have passed and there are such. */
type Ends = Partial<Record<PeriodEnd, number>>;

/** The prices at both ends of a period. Closing balances of now have the price of now: `closing` is undefined then. */
export async function readEndPrices(
	client: Client,
	asked: Asked,
	{ opening, closing }: Ends,
): Promise<Answer<EndPrices>> {
	const before = { ...asked, blocks: { ...asked.blocks, to: asked.blocks.from } };
	const first = opening === undefined ? nothing : await readPastPrice(client, before, opening);
	if (!first.ok) return first;
	const last = closing === undefined ? nothing : await readPastPrice(client, asked, closing);
	if (!last.ok) return last;
	const prices = { opening: first.result, closing: last.result };
	if (closing !== undefined && last.result)
		return { ok: true, result: { prices: inOneCurrency(prices), isChainPriced: true } };
	const now = await readPriceOfNow(client, asked.rows, asked.chainId, asked.address);
	if (!now.ok) return now;
	if (closing === undefined) prices.closing = now.result;
	const isChainPriced = (now.result ?? first.result) !== undefined;
	return { ok: true, result: { prices: inOneCurrency(prices), isChainPriced } };
}

/** One column names the currency of both values, so an opening price in another one is none. */
function inOneCurrency({ opening, closing }: EndPrices['prices']): EndPrices['prices'] {
	const isOther = opening && closing && opening.currency !== closing.currency;
	return { opening: isOther ? undefined : opening, closing };
}
