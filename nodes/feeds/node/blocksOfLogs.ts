/** The blocks of logs, read together with the logs' tokens. */
import type { IDataObject } from 'n8n-workflow';
import { nothing, type Answer } from '../../shared/errors';
import type { Chain } from './chain';
import { blockOf } from './logs';

interface BlocksOfLogs {
	/** By number. */
	blocks: Map<number, IDataObject>;
	/** The first block that a limit leaves for the next poll. */
	limitedAt?: number;
}

const noTokens = async (): Promise<Answer<number | undefined>> => nothing;

/** `readTokens` returns the first block with a token left for the next poll. `known` blocks are not asked for. */
export async function readBlocksOf(
	chain: Chain,
	logs: IDataObject[],
	readTokens = noTokens,
	known?: Map<number, IDataObject>,
): Promise<Answer<BlocksOfLogs>> {
	const numbers = [...new Set(logs.map(blockOf))];
	const [leftAt, read] = await Promise.all([readTokens(), chain.readBlocks(numbers, known)]);
	if (!leftAt.ok) return leftAt;
	if (!read.ok) return read;
	const blocks = read.result;
	const unread = numbers.find((number) => !blocks.has(number));
	return { ok: true, result: { blocks, limitedAt: earliest(leftAt.result, unread) } };
}

const earliest = (one = Infinity, other = Infinity): number | undefined =>
	one === Infinity && other === Infinity ? undefined : Math.min(one, other);
