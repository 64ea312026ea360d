/** Reads the newest block of a chain on the queried node, and the signs that another block is due. */
import { nameChain } from '../../../shared/avalanche/chains';
import { fail, type Answer } from '../../../shared/errors';
import { chainPath } from '../../../shared/avalanche/paths';
import { sayName } from '../../../shared/values/foreign';
import { toInteger } from '../../../shared/values/hex';
import { valueAt } from '../../../shared/values/records';
import type { PlainContext } from '../../plainRequest';
import { headNotMoving } from '../conditions/headNotMoving';
import { nodeBehind } from '../conditions/nodeBehind';
import { ownKey, type WatchSettings } from '../model';
import { rpcOf, type Contacts } from '../observers/ask';
import type { Observer } from '../observers/settings';
import { hadBreak, type WatchCursor } from '../past';
import type { Behind, NewestBlock, NodeClient, OtherHead, Reading, SeenHead } from '../readings';
import { ageOf, compareHeads, isBusy } from './behind';
import { isLeap, judgeHead } from './due';
import { askChainId, askNewest, askOf } from './newest';
import type { BehindRule, HeadRule } from './settings';

const addObservers = 'Add Further Observers such as "Public = https://api.avax.network"';

/** The rules of the alerts that are watched. They share the chain and the further nodes. */
interface Rules {
	headChain: string;
	observers: Observer[];
	stands?: HeadRule;
	behind?: BehindRule;
}

function rulesOf({ rules }: WatchSettings): Rules | undefined {
	const stands = rules[headNotMoving.event] as HeadRule | undefined;
	const behind = rules[nodeBehind.event] as BehindRule | undefined;
	const either = stands ?? behind;
	return either && { headChain: either.headChain, observers: either.observers, stands, behind };
}

/** The newest block of the queried node. `servesPool` is false if its txpool_status is off. */
interface Own extends Pick<NewestBlock, 'height' | 'blockAt' | 'waiting'> {
	servesPool: boolean;
	/** Asked for if the clock alone may have to show how far the node is behind. */
	chainId?: number;
}

/** One request. Fails only for lasting reasons: the node lacks the chain, or the method is off. */
async function readOwn(
	node: NodeClient,
	{ headChain, stands, behind }: Rules,
): Promise<Answer<Own | undefined>> {
	const ask = askOf(node, headChain);
	const [block, pool, chainId] = await Promise.all([
		askNewest(ask),
		stands && ask('txpool_status', []),
		behind && askChainId(ask),
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
			waiting: pool?.ok ? toInteger(valueAt(pool.result, 'pending')) : undefined,
			servesPool: !pool || pool.ok || pool.failure.kind !== 'method-unknown',
			chainId,
		},
	};
}

/** The newest block of a further node, if that block is of the same chain. */
async function askOther(
	context: PlainContext,
	{ name, url }: Observer,
	{ headChain, behind }: Rules,
	chainId: number | undefined,
): Promise<OtherHead> {
	const rpc = rpcOf(context, url!);
	const path = chainPath(headChain, 'rpc');
	const [id, newest] = await Promise.all([
		rpc(path, 'eth_chainId', []),
		behind
			? rpc(path, 'eth_getBlockByNumber', ['latest', false])
			: rpc(path, 'eth_blockNumber', []),
	]);
	const silent = (reason: string): OtherHead => ({ name, height: null, reason });
	if (!newest.ok) return silent(newest.failure.message);
	if (!id.ok) return silent(id.failure.message);
	const height = toInteger(behind ? valueAt(newest.result, 'number') : newest.result);
	const blockAt = behind && toInteger(valueAt(newest.result, 'timestamp'));
	if (chainId === undefined) return silent('the queried node does not say its chain ID');
	if (toInteger(id.result) !== chainId) return silent('is of another chain');
	if (height === undefined) return silent('gave no block number');
	return { name, height, ...(blockAt !== undefined && { blockAt }), reason: null };
}

async function askOthers(
	context: PlainContext,
	node: NodeClient,
	rules: Rules,
): Promise<OtherHead[]> {
	const { headChain, observers } = rules;
	if (!observers.length) return [];
	const chainId = await askChainId(askOf(node, headChain));
	return await Promise.all(
		observers.map(async (each) => await askOther(context, each, rules, chainId)),
	);
}

/** For test runs: asks the further nodes even if the newest block moves on. */
export async function askHeads(
	context: PlainContext,
	node: NodeClient,
	settings: WatchSettings,
): Promise<OtherHead[]> {
	const rules = rulesOf(settings);
	return rules ? await askOthers(context, node, rules) : [];
}

interface SeenBefore {
	before?: SeenHead;
	isOfLastPoll: boolean;
}

/** The last head seen of this chain. After a break a higher block still proves a move, an equal one proves nothing. */
function seenBefore(cursor: WatchCursor | undefined, { headChain }: Rules, at: number): SeenBefore {
	const before = cursor?.head?.chain === headChain ? cursor.head : undefined;
	return { before, isOfLastPoll: !!cursor && !hadBreak(cursor, at) };
}

/** Without other nodes, some alerts could never begin. */
function refuseBlind(
	own: Own,
	{ headChain, observers, stands, behind }: Rules,
): Answer<never> | undefined {
	if (observers.length) return undefined;
	const chain = `the ${sayName(nameChain(headChain))}`;
	if (stands && !own.servesPool)
		return fail('refused', `Nothing shows when a block of ${chain} is due`, {
			hint: `${addObservers}, or let the node serve txpool_status.`,
		});
	if (behind && own.chainId !== undefined && !isBusy(own.chainId))
		return fail('refused', `Nothing shows whether the node is behind on ${chain}`, {
			hint: `${addObservers}. Without them, only the C-Chain of Mainnet shows it.`,
		});
	return undefined;
}

/** Other nodes show it, or, where blocks never cease, the clock. */
function findBehind(
	{ client }: Contacts,
	{ own, others }: Compared,
	{ before, isOfLastPoll }: SeenBefore,
	at: number,
): Behind {
	const compared = compareHeads(own, others);
	const { blockAt } = own;
	const isByClock = compared.seconds === undefined && isBusy(own.chainId) && blockAt !== undefined;
	return {
		...compared,
		...(isByClock && { seconds: ageOf(blockAt, [at, client.timeOf('node')]) }),
		others,
		before: isOfLastPoll ? before?.behind : undefined,
	};
}

/** Undefined if it is not watched, or the node does not say. */
export async function readHead(
	contacts: Contacts,
	settings: WatchSettings,
	at: number,
	cursor: WatchCursor | undefined,
): Promise<Answer<NewestBlock | undefined>> {
	const rules = rulesOf(settings);
	if (!rules) return { ok: true, result: undefined };
	const first = await readOwn(contacts.client, rules);
	if (!first.ok || !first.result) return first as Answer<undefined>;
	const blind = cursor ? undefined : refuseBlind(first.result, rules);
	if (blind) return blind;
	const past = seenBefore(cursor, rules, at);
	const compared = await compare(contacts, rules, first.result, past);
	if (!compared.ok || !compared.result) return compared as Answer<undefined>;
	const seen = toNewest(compared.result, past);
	const behind = rules.behind && findBehind(contacts, compared.result, past, at);
	if (!behind) return { ok: true, result: seen };
	const isToldAsStanding = !!rules.stands && judgeHead(seen, rules.stands) === 'bad';
	return { ok: true, result: { ...seen, behind: { ...behind, isToldAsStanding } } };
}

/** The newest block of the queried node beside those of the further nodes, if they had to be asked. */
interface Compared {
	own: Own;
	others: OtherHead[];
	/** True if the newest block is that of the last poll, so that Head Not Moving needs the others. */
	stands: boolean;
}

/** The node is read again after the others, so that a block that came meanwhile puts nobody ahead. */
async function compare(
	{ context, client: node }: Contacts,
	rules: Rules,
	first: Own,
	{ before, isOfLastPoll }: SeenBefore,
): Promise<Answer<Compared | undefined>> {
	const stands = !!rules.stands && isOfLastPoll && first.height === before?.height;
	const others = stands || rules.behind ? await askOthers(context, node, rules) : [];
	if (!others.length) return { ok: true, result: { own: first, others, stands } };
	const again = await readOwn(node, rules);
	if (!again.ok || !again.result) return again as Answer<undefined>;
	return { ok: true, result: { own: again.result, others, stands } };
}

const toNewest = (
	{ own: { height, blockAt, waiting }, others, stands }: Compared,
	{ before, isOfLastPoll }: SeenBefore,
): NewestBlock => ({
	height,
	blockAt,
	waiting,
	heightBefore: before?.height,
	hadWaiting: isOfLastPoll && before?.hasWaiting,
	hadMoved: before?.hasMoved,
	hadLeapt: before?.hasLeapt,
	others: stands ? others : [],
});

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
	const rules = rulesOf(settings);
	const head = validators?.get(ownKey)?.head;
	if (!rules || !head) return rules && before;
	const { height, waiting = 0, hadMoved = false, behind } = head;
	const evidence = rules.stands ? judgeHead(head, rules.stands) : 'unknown';
	const hasMoved = evidence === 'good' || (evidence === 'unknown' && hadMoved);
	return {
		chain: rules.headChain,
		height,
		hasWaiting: waiting > 0,
		hasMoved,
		hasLeapt: isLeap(head),
		...(behind?.seconds !== undefined && { behind: behind.seconds }),
	};
}
