/** Reads the newest block of a chain on the queried node, and the signs that another block is due. */
import { nameChain } from '../../../shared/avalanche/chains';
import { fail, type Answer } from '../../../shared/errors';
import { chainPath } from '../../../shared/avalanche/paths';
import { sayName } from '../../../shared/values/foreign';
import { toInteger } from '../../../shared/values/hex';
import { valueAt } from '../../../shared/values/records';
import type { PlainContext } from '../../plainRequest';
import { headNotMoving } from '../conditions/headNotMoving';
import { ownKey, type WatchSettings } from '../model';
import { rpcOf, type Contacts } from '../observers/ask';
import type { Observer } from '../observers/settings';
import { hadBreak, type WatchCursor } from '../past';
import type { NewestBlock, NodeClient, OtherHead, Reading, SeenHead } from '../readings';
import { isLeap, judgeHead } from './due';
import type { HeadRule } from './settings';

const ruleOf = ({ rules }: WatchSettings): HeadRule | undefined =>
	rules[headNotMoving.event] as HeadRule | undefined;

/** The newest block of the queried node. `servesPool` is false if its txpool_status is off. */
type Own = Pick<NewestBlock, 'height' | 'blockAt' | 'waiting'> & { servesPool: boolean };

const askOf =
	(node: NodeClient, chain: string) =>
	async (method: string, params: unknown[]): Promise<Answer> =>
		await node.rpc({ path: chainPath(chain, 'rpc'), method, params, safe: true, batch: true });

/** One request. Fails only for lasting reasons: the node lacks the chain, or the method is off. */
async function readOwn(node: NodeClient, chain: string): Promise<Answer<Own | undefined>> {
	const ask = askOf(node, chain);
	const [block, pool] = await Promise.all([
		ask('eth_getBlockByNumber', ['latest', false]),
		ask('txpool_status', []),
	]);
	if (!block.ok)
		return ['not-found', 'method-unknown'].includes(block.failure.kind)
			? block
			: { ok: true, result: undefined };
	const height = toInteger(valueAt(block.result, 'number'));
	if (height === undefined) return { ok: true, result: undefined };
	return {
		ok: true,
		result: {
			height,
			blockAt: toInteger(valueAt(block.result, 'timestamp')),
			waiting: pool.ok ? toInteger(valueAt(pool.result, 'pending')) : undefined,
			servesPool: pool.ok || pool.failure.kind !== 'method-unknown',
		},
	};
}

/** The newest block of a further node, if that block is of the same chain. */
async function askOther(
	context: PlainContext,
	{ name, url }: Observer,
	chain: string,
	chainId: number | undefined,
): Promise<OtherHead> {
	const rpc = rpcOf(context, url!);
	const [id, newest] = await Promise.all([
		rpc(chainPath(chain, 'rpc'), 'eth_chainId', []),
		rpc(chainPath(chain, 'rpc'), 'eth_blockNumber', []),
	]);
	const silent = (reason: string): OtherHead => ({ name, height: null, reason });
	if (!newest.ok) return silent(newest.failure.message);
	if (!id.ok) return silent(id.failure.message);
	const height = toInteger(newest.result);
	if (chainId === undefined) return silent('the queried node does not say its chain ID');
	if (toInteger(id.result) !== chainId) return silent('is of another chain');
	return height === undefined ? silent('gave no block number') : { name, height, reason: null };
}

async function askOthers(
	context: PlainContext,
	node: NodeClient,
	{ headChain, observers }: HeadRule,
): Promise<OtherHead[]> {
	if (!observers.length) return [];
	const answer = await askOf(node, headChain)('eth_chainId', []);
	const chainId = answer.ok ? toInteger(answer.result) : undefined;
	return await Promise.all(
		observers.map(async (each) => await askOther(context, each, headChain, chainId)),
	);
}

/** For test runs: asks the further nodes even if the newest block moves on. */
export async function askHeads(
	context: PlainContext,
	node: NodeClient,
	settings: WatchSettings,
): Promise<OtherHead[]> {
	const rule = ruleOf(settings);
	return rule ? await askOthers(context, node, rule) : [];
}

/** The last head seen of this chain. After a break a higher block still proves a move, an equal one proves nothing. */
function seenBefore(
	cursor: WatchCursor | undefined,
	{ headChain }: HeadRule,
	at: number,
): { before?: SeenHead; isOfLastPoll: boolean } {
	const before = cursor?.head?.chain === headChain ? cursor.head : undefined;
	return { before, isOfLastPoll: !!cursor && !hadBreak(cursor, at) };
}

/** Without other nodes and txpool_status, the alert could never begin. */
const nothingShows = (chain: string): Answer<never> =>
	fail('refused', `Nothing shows when a block of the ${sayName(nameChain(chain))} is due`, {
		hint: 'Add Further Observers such as "Public = https://api.avax.network", or let the node serve txpool_status.',
	});

/** Undefined if it is not watched, or the node does not say. */
export async function readHead(
	{ context, client: node }: Contacts,
	settings: WatchSettings,
	at: number,
	cursor: WatchCursor | undefined,
): Promise<Answer<NewestBlock | undefined>> {
	const rule = ruleOf(settings);
	if (!rule) return { ok: true, result: undefined };
	const first = await readOwn(node, rule.headChain);
	if (!first.ok || !first.result) return first as Answer<undefined>;
	if (!cursor && !rule.observers.length && !first.result.servesPool)
		return nothingShows(rule.headChain);
	const { before, isOfLastPoll } = seenBefore(cursor, rule, at);
	const stands = isOfLastPoll && first.result.height === before?.height;
	const others = stands ? await askOthers(context, node, rule) : [];
	// Read again after the others, so that a block that came meanwhile puts nobody ahead.
	const own = others.length ? await readOwn(node, rule.headChain) : first;
	if (!own.ok || !own.result) return own as Answer<undefined>;
	const { height, blockAt, waiting } = own.result;
	const heightBefore = before?.height;
	const hadWaiting = isOfLastPoll && before?.hasWaiting;
	const { hasMoved: hadMoved, hasLeapt: hadLeapt } = before ?? {};
	return {
		ok: true,
		result: { height, blockAt, waiting, heightBefore, hadWaiting, hadMoved, hadLeapt, others },
	};
}

/** Adds the newest block to the reading of the node. Only a first poll fails if it cannot be read. */
export function withHead(
	reading: Reading,
	head: Answer<NewestBlock | undefined>,
	cursor: WatchCursor | undefined,
): Reading {
	const own = reading.validators?.get(ownKey);
	if (!own || (head.ok && !head.result)) return reading;
	// A node that starts again does not serve the chain for a while, and the rest of the reading still holds.
	if (!head.ok)
		return cursor ? reading : { ...reading, validators: undefined, failure: head.failure };
	return { ...reading, validators: new Map([[ownKey, { ...own, head: head.result }]]) };
}

/** The head for the next poll to compare with. If the node did not say, the head from before. */
export function rememberHead(
	{ validators }: Reading,
	before: SeenHead | undefined,
	settings: WatchSettings,
): SeenHead | undefined {
	const rule = ruleOf(settings);
	const head = validators?.get(ownKey)?.head;
	if (!rule || !head) return rule && before;
	const { height, waiting = 0, hadMoved = false } = head;
	const evidence = judgeHead(head, rule);
	const hasMoved = evidence === 'good' || (evidence === 'unknown' && hadMoved);
	return {
		chain: rule.headChain,
		height,
		hasWaiting: waiting > 0,
		hasMoved,
		hasLeapt: isLeap(head),
	};
}
