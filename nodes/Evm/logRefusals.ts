/** Reads why a server refuses a query of logs. Matches the words of servers and of the services in front of them. */
import type { Failure } from '../shared/errors';
import {
	internalError,
	invalidParams,
	limitExceeded,
	methodNotFound,
	parseError,
	requestTimedOut,
	responseTooLarge,
} from '../shared/network/meanings/rpcCodes';

/** The measure in a refusal. Fewer blocks surely help against blocks, results and bytes, and perhaps otherwise. */
type Measure = 'blocks' | 'results' | 'bytes' | 'time' | 'anything';

/** Known refusals by server. `readLimit` reads a number of blocks from them, `readProposal` a proposed range. */
export const tooMuchWords: Array<{ saidBy: string; counts: Measure; text: RegExp }> = [
	{ saidBy: 'avalanchego', counts: 'blocks', text: /requested too many blocks/i },
	{ saidBy: 'avalanchego (time)', counts: 'time', text: /request timed out/i },
	{ saidBy: 'Alchemy', counts: 'blocks', text: /this block range should work/i },
	{ saidBy: 'Alchemy (size)', counts: 'bytes', text: /log response size exceeded/i },
	{ saidBy: 'Altitude', counts: 'blocks', text: /block range threshold exceeded/i },
	{ saidBy: 'Ankr', counts: 'blocks', text: /block range is too wide/i },
	{ saidBy: 'Ankr (TAC)', counts: 'blocks', text: /maximum \[from, to\] blocks distance/i },
	{ saidBy: 'Arbitrum', counts: 'results', text: /logs matched by query exceeds limit/i },
	{ saidBy: 'Aurora', counts: 'blocks', text: /up to a [\d,.]+ block range/i },
	{ saidBy: 'Base, Monad', counts: 'blocks', text: /block range too large/i },
	{ saidBy: 'Blast (paid)', counts: 'blocks', text: /exceeds the range allowed for your plan/i },
	{ saidBy: 'BlockPI', counts: 'blocks', text: /limited to [\d,.]+ block/i },
	{ saidBy: 'Chainstack', counts: 'blocks', text: /block range limit exceeded/i },
	{ saidBy: 'Cloudflare', counts: 'blocks', text: /max range: \d/i },
	{ saidBy: 'Coinbase', counts: 'blocks', text: /limit the query to at most [\d,.]+ blocks/i },
	{ saidBy: 'dRPC', counts: 'blocks', text: /ranges over \d+ blocks/i },
	{
		saidBy: 'eRPC',
		counts: 'blocks',
		text: /exceeded max allowed range|range threshold exceeded/i,
	},
	{ saidBy: 'Harmony', counts: 'blocks', text: /query must be smaller than size \d/i },
	{ saidBy: 'Hyperliquid', counts: 'blocks', text: /query exceeds max block range/i },
	{ saidBy: 'Infura, zkSync', counts: 'results', text: /try with this block range/i },
	{ saidBy: 'LlamaRPC, Ankr, Altitude', counts: 'results', text: /query exceeds max results/i },
	{ saidBy: 'Merkle', counts: 'blocks', text: /range is too large, max is \d+k blocks/i },
	{ saidBy: 'Moonriver', counts: 'blocks', text: /block range is too wide \(maximum \d/i },
	{ saidBy: 'NodeReal', counts: 'results', text: /logs count exceeds the limit/i },
	{ saidBy: 'Optimism', counts: 'blocks', text: /block range is too large/i },
	{ saidBy: 'Optimism (size)', counts: 'bytes', text: /backend response too large/i },
	{ saidBy: 'Polygon zkEVM', counts: 'results', text: /query returned more than \d+ results/i },
	{ saidBy: 'PublicNode', counts: 'blocks', text: /maximum block range: \d/i },
	{
		saidBy: 'QuickNode, 1RPC, Blast',
		counts: 'blocks',
		text: /limited to a [\d,.]+ (block )?range/i,
	},
	{ saidBy: 'Somnia', counts: 'blocks', text: /block range exceeds \d/i },
	{ saidBy: 'Swell', counts: 'blocks', text: /block range greater than [\d,.]+ max/i },
	{ saidBy: 'thirdweb', counts: 'blocks', text: /maximum allowed number of requested blocks/i },
	{ saidBy: 'TRON', counts: 'blocks', text: /exceed max block range/i },
	{ saidBy: '1RPC', counts: 'bytes', text: /response size should not (be )?greater than/i },
	// Catch-alls for servers that are not listed.
	{
		saidBy: 'others',
		counts: 'results',
		text: /(many|max(imum)?|more than [\d,]+) (results|logs)\b|\b(results|logs)\b.*(exceed|limit|too many)/i,
	},
	{
		saidBy: 'others',
		counts: 'bytes',
		text: /(response|answer|result|payload).{0,40}(too (large|big)|size)|size (exceeded|should not)|capacity exceeded/i,
	},
	{
		saidBy: 'others',
		counts: 'time',
		text: /time-?out|timed out|deadline exceeded|(took|takes|taking|take) too long|too slow/i,
	},
	{
		saidBy: 'others',
		counts: 'blocks',
		text: /too many blocks|\branges?\b|more than [\d,]+ blocks|limit the query|(narrow|reduce|shorten) (your |the )?(query|filter|search|block)|\bblocks? (distance|count|span|window|limit)/i,
	},
	{
		saidBy: 'others',
		counts: 'anything',
		text: /too (large|big|wide|broad|many)|max(imum)? allowed|exceed(s|ed)? (the )?(max|limit)|limit exceeded/i,
	},
];

/** Refusals of a range whose end the server does not have yet. */
export const behindText = /after last accepted block|beyond .*\bhead|unfinalized/i;

/**
 * Refusals that lack history. avalanchego v1.14.2 has no logs and no receipts of the blocks just below its state sync
 * ("failed to get logs for block #1", "receipts length mismatch: 1 vs 0"), and none of transactions that it did not
 * index yet. Other nodes refuse blocks that they have pruned.
 */
const goneText =
	/missing trie node|\bpruned|failed to get logs for block|receipts length mismatch|indexing is in progress|(block|header|receipts?|history)( [#\w]+)? (is )?(not (found|available)|unavailable)/i;

/** True if the server lacks a block or part of it, gone or not yet there. `explainMissing` finds out which. */
export const isMissing = ({ rpcCode, kind, detail = '' }: Failure): boolean =>
	rpcCode !== undefined &&
	kind !== 'method-unknown' &&
	(goneText.test(detail) || behindText.test(detail));

/** Reasons that a shorter range never cures: rate, plan, addresses, topics, an odd range. They outrank all others. */
const otherText =
	/\brate|per (second|minute|day)|too many requests|requests? (count|limit)|quota|credit|compute units|(max|maximum|many|allowed) address|address(es)? (exceed|limit)|(max|maximum|many|allowed) topics|invalid (block )?range|unknown block|not found/i;
/** Reasons that a shorter range hardly cures, such as method and permission. Count only if no words blame the size. */
const hardlyText =
	/\bmethod\b|not (available|supported|enabled|allowed|permitted|implemented|authorized)|unsupported|disabled|unauthorized|authenticat|authoriz|permission|forbidden|denied|api.?key|\btoken\b|invalid|\bparams?\b|\bparameters?\b|\bargument|unmarshal|malformed|hex string|revert/i;
const otherCodes = [methodNotFound, invalidParams, parseError];
const measureOfCode: Record<number, Measure> = {
	[requestTimedOut]: 'time',
	[responseTooLarge]: 'bytes',
};
/** Measures that something else than the range may have exceeded, too. */
const vague: Measure[] = ['time', 'anything'];
/** What a shorter range never cures. */
const uncurable = [otherText, goneText, behindText];
/** HTTP statuses that leave the reason open. The refusal may be about the size of the query. */
const unclearStatuses = [undefined, 200, 400, 413, 416, 422];

/** The server's message together with the data beside it. */
export const wordsOf = ({ detail = '', rpcData }: Failure): string =>
	[detail, rpcData === undefined ? '' : JSON.stringify(rpcData)]
		.map((text) => text.slice(0, 1000))
		.join(' ');

/** Says if the range may be cut: "sure" if the server blames its size, "perhaps" if it names no other reason. */
type RangeVerdict = 'sure' | 'perhaps' | 'no';

/**
 * Judges by exclusion: a refusal that names no other reason may be about the length of the range. A rate limit is
 * another reason. So is a time-out that no server reported: a server that hangs does so with a shorter range too.
 */
export function judgeRefusal(failure: Failure): RangeVerdict {
	const { kind, rpcCode = 0, httpStatus } = failure;
	if (httpStatus === 413 || kind === 'too-large') return 'sure';
	if (!isOfServer(failure)) return 'no';
	const words = wordsOf(failure);
	if (uncurable.some((text) => text.test(words))) return 'no';
	const measure = measureOfCode[rpcCode] ?? measureIn(words);
	if (measure) return vague.includes(measure) ? 'perhaps' : 'sure';
	if (rpcCode === limitExceeded) return 'perhaps';
	if (otherCodes.includes(rpcCode) || hardlyText.test(words)) return 'no';
	return isExplained(failure) && rpcCode !== internalError ? 'no' : 'perhaps';
}

/** If the failure may pass, has a known meaning, or came with its own HTTP status, only clear words count. */
const isExplained = ({ passing, hint, httpStatus }: Failure): boolean =>
	passing || hint !== undefined || !unclearStatuses.includes(httpStatus);

/** True if the server itself said why it does not answer. */
const isOfServer = ({ kind, rpcCode, detail }: Failure): boolean =>
	(kind === 'refused' && detail !== undefined) ||
	((kind === 'server' || kind === 'timeout') && rpcCode !== undefined);

const measureIn = (words: string): Measure | undefined =>
	tooMuchWords.find(({ text }) => text.test(words))?.counts;

/** True if a shorter range is worth a try. */
export const isTooMuch = (failure: Failure): boolean => judgeRefusal(failure) !== 'no';

/** A bound in front of a number of blocks. Skips numbers of results, bytes, seconds or addresses. */
const namedLimit =
	/(?:\bmax(?:imum)?|\blimit(?:ed)?|\bup to|\bat most|\bover|\ballowed|\bexceeds?|\b(?:more|greater|bigger|larger|smaller) than|>)(?:(?!results?\b|logs\b|size (?:exceeded|should)|response|bytes|address|topic|second)[^\d]){0,60}?(\d[\d,]*)(?![\d,x])(k\b)?(?!\s*(?:results?|logs|addresses|topics|requests|bytes|[kmg]i?b\b|m?s\b|seconds))/gi;
/** "Try with this block range [0x1, 0x5]", "retry with the range 1-5", "this block range should work: [0x0, 0x1]". */
const namedRange =
	/(?:(?:re)?try with|should work)[^\d[]{0,40}\[?(0x[\da-f]+|\d+)\s*[,-]\s*(0x[\da-f]+|\d+)/i;

/** The server's limit of blocks per query. Undefined if the words name none below `refused`. */
export function readLimit(words: string, refused: number): number | undefined {
	if (!/block|range|query must be smaller/i.test(words)) return undefined;
	const numbers = [...words.matchAll(namedLimit)]
		.map(([, digits, thousands]) => Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1))
		.filter((blocks) => blocks >= 1 && blocks < refused);
	return numbers.length ? Math.min(...numbers) : undefined;
}

/** The length of the range that the server proposes. It fits these logs only and is no general limit. */
export function readProposal(words: string, refused: number): number | undefined {
	const [, first, last] = namedRange.exec(words) ?? [];
	const blocks = Number(last) - Number(first) + 1;
	return blocks >= 1 && blocks < refused ? blocks : undefined;
}
