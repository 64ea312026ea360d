/** The price of the native token at the end of a statement, which gives its closing balances a value. */
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import { toRestCall } from '../shared/operation/groups';
import { readNumber } from '../shared/values/numbers';
import { valueAt } from '../shared/values/records';
import { notKept, readPrice, type Price, type Question } from './statementLists';
import type { StatementRows } from './statementRows';

/** Nearly every block has a transaction. The service has a price with a transaction only. */
const mostBlocks = 5;

const daySeconds = 86_400;

type Asked = Pick<Question, 'rows' | 'chainId' | 'blocks'>;

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
	const none = { ok: true, result: undefined } as const;
	if (!answer.ok) return notKept.includes(answer.failure.kind) ? none : answer;
	const listed = valueAt(answer.result, 'transactions');
	const first: unknown = Array.isArray(listed) ? listed[0] : undefined;
	const hash = valueAt(first, 'txHash');
	const seconds = readNumber(valueAt(first, 'blockTimestamp'));
	if (typeof hash !== 'string' || seconds === undefined) return none;
	return { ok: true, result: { hash, time: seconds } };
}

/** The last transaction up to a block, looked for in a few blocks. Asked once a run. */
const findLast = oncePerClient(
	async (client, ...[rows, chainId, last]: Reading): Promise<Answer<Found | undefined>> => {
		for (let block = last; block > Math.max(0, last - mostBlocks); block--) {
			const found = await findIn(client, rows, chainId, block);
			if (!found.ok || found.result) return found;
		}
		return { ok: true, result: undefined };
	},
	(_rows, chainId, last) => `${chainId} ${last}`,
);

const askPrice = oncePerClient(readPrice);

/**
 * The price at the end of a period, of its last day. Undefined if the service has none. Closing balances of now have
 * the price of now: `to` is undefined.
 */
export async function readClosingPrice(
	client: Client,
	{ rows, chainId, blocks }: Asked,
	to: number | undefined,
): Promise<Answer<Price | undefined>> {
	const last = await findLast(client, rows, chainId, blocks.to - 1);
	if (!last.ok) return last;
	const isOld = to !== undefined && last.result !== undefined && last.result.time < to - daySeconds;
	if (!last.result || isOld) return { ok: true, result: undefined };
	const kind = to === undefined ? 'currentPrice' : 'historicalPrice';
	return await askPrice(client, chainId, last.result.hash, kind);
}
