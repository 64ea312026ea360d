/** Reads logs of any range of blocks, in as many requests as the server wants it cut into. */
import type { IDataObject } from 'n8n-workflow';
import { mostBehind, type Client } from '../shared/client';
import { fail, type Answer, type Failure } from '../shared/errors';
import { isRecord } from '../shared/records';

/** FilterCriteria, as eth_getLogs takes it. */
export type Criteria = Record<string, unknown>;

/** Ranges read at once, in their order. */
const atOnce = 5;

/** The largest number of blocks that worked in a run, by the path of the chain. */
const sizesOfRuns = new WeakMap<Client, Map<string, number>>();

/**
 * The logs of the criteria in the order of the chain, at least `most` of them where there are so many. A range that
 * the server refuses as too much ("requested too many blocks from %d to %d, maximum is set to %d", a response too
 * large, a query that takes too long) is cut into ranges that it takes, for the rest of the run too. What `convert`
 * makes of a log counts; undefined leaves it out.
 */
export async function readLogs(
	client: Client,
	path: string,
	criteria: Criteria,
	most: number,
	convert: (log: IDataObject) => IDataObject | undefined | Promise<IDataObject | undefined> = (log) => log,
): Promise<Answer<IDataObject[]>> {
	const sizes = sizesOfRuns.get(client) ?? new Map<string, number>();
	sizesOfRuns.set(client, sizes);

	const ask = async (range: Criteria, batch = true): Promise<Answer<IDataObject[]>> => {
		const params = [{ ...criteria, ...range }];
		const answer = await client.rpc({ path, method: 'eth_getLogs', params, safe: true, batch });
		if (!answer.ok) return answer;
		const logs = Array.isArray(answer.result) ? (answer.result as IDataObject[]) : [];
		const found: IDataObject[] = [];
		for (const log of logs) {
			const converted = await convert(log);
			if (converted !== undefined) found.push(converted);
		}
		return { ok: true, result: found };
	};

	const learn = (failure: Failure, blocks: number): void => {
		sizes.set(path, Math.min(sizes.get(path) ?? Infinity, allowedBlocks(failure, blocks)));
	};

	const readRange = async (first: number, last: number, batch: boolean): Promise<Answer<IDataObject[]>> => {
		const answer = await ask({ fromBlock: toHex(first), toBlock: toHex(last) }, batch);
		if (answer.ok || first === last || !isTooMuch(answer.failure)) return answer;
		learn(answer.failure, last - first + 1);
		return await readRanges(first, last);
	};

	const readRanges = async (first: number, last: number): Promise<Answer<IDataObject[]>> => {
		const logs: IDataObject[] = [];
		// In a batch the parts of a range would wait for each other and share the server's limits of time and size.
		const isPart = last - first >= sizes.get(path)!;
		for (let next = first; next <= last && logs.length < most; ) {
			const size = sizes.get(path)!;
			const ranges: Array<Promise<Answer<IDataObject[]>>> = [];
			for (; next <= last && ranges.length < atOnce; next += size)
				ranges.push(readRange(next, Math.min(next + size - 1, last), !isPart));
			for (const answer of await Promise.all(ranges)) {
				if (!answer.ok) return answer;
				for (const log of answer.result) logs.push(log);
			}
		}
		return { ok: true, result: logs };
	};

	const whole = sizes.has(path) && criteria.blockHash === undefined ? undefined : await ask({});
	if (whole && (whole.ok || criteria.blockHash !== undefined || !isTooMuch(whole.failure))) return whole;
	const bounds = await Promise.all(
		[criteria.fromBlock, criteria.toBlock].map(async (block) => await findNumber(client, path, block)),
	);
	const [first, last] = bounds;
	if (!first.ok) return first;
	if (!last.ok) return last;
	// The server's own words for a range of one block or one that runs backwards.
	if (first.result >= last.result) return whole ?? (await ask({}));
	if (whole) learn(whole.failure, last.result - first.result + 1);
	if (last.result - first.result <= mostBehind) return await readRanges(first.result, last.result);
	// No thousands of requests for blocks that are not made yet.
	const head = await findNumber(client, path);
	if (!head.ok) return head;
	// At least one block is asked for: what is wrong with it the server says itself.
	const end = Math.max(first.result, Math.min(last.result, head.result + mostBehind));
	return await readRanges(first.result, end);
}

const toHex = (block: number): string => `0x${block.toString(16)}`;

/** The number of a block that is given as a number, as a tag, or not at all, which means the latest. */
async function findNumber(client: Client, path: string, block: unknown = 'latest'): Promise<Answer<number>> {
	if (block === 'earliest') return { ok: true, result: 0 };
	if (String(block).startsWith('0x')) return { ok: true, result: Number(block) };
	const answer = await client.rpc({
		path,
		method: 'eth_getBlockByNumber',
		params: [block, false],
		safe: true,
		batch: true,
	});
	if (!answer.ok) return answer;
	const number = isRecord(answer.result) ? Number(answer.result.number) : NaN;
	return Number.isSafeInteger(number)
		? { ok: true, result: number }
		: fail('not-understood', `The node tells no number of the block ${String(block)}`);
}

/** The words of servers and of the services in front of them; a needless cut costs some requests and ends at one block. */
const tooMuchText =
	/too many (blocks|results|logs)|\branges?\b|too (large|big)|size (exceeded|should not)|more than [\d,]+ (results|logs)|max(imum)? (results|logs)|exceeds? (the )?(max|limit)|limit exceeded|query timeout|timed out/i;
/** What shorter ranges do not help against. */
const otherText =
	/\brate|per (second|minute|day)|too many requests|requests? (count|limit)|quota|credit|compute units|(max|maximum|many) address|address(es)? (exceed|limit)|topics|invalid (block )?range|beyond .*\bhead|unknown block|not found/i;
/** Timed out and response too large (seen on avalanchego v1.14.2), limit exceeded (EIP-1474). */
const tooMuchCodes = [-32002, -32003, -32005];

const isTooMuch = ({ kind, rpcCode = 0, httpStatus, detail = '' }: Failure): boolean =>
	kind === 'timeout' ||
	httpStatus === 413 ||
	(!otherText.test(detail) && (tooMuchCodes.includes(rpcCode) || tooMuchText.test(detail)));

/** How many blocks to ask for after so many were refused: what the server says, or half. */
function allowedBlocks({ detail = '' }: Failure, refused: number): number {
	const said = Number(/maximum is set to (\d+)/.exec(detail)?.[1]);
	return said >= 1 && said < refused ? said : refused >> 1;
}
