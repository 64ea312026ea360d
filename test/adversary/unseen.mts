/**
 * What cannot be seen from the answers: a change of a kind of field, after which the answer is one that a server could
 * have given, and which nothing else in the same run contradicts. Everything that stands here has its reason, and no
 * operation and no event stands here as a whole.
 */
import { type Call, hasIdentity, type Json, type Kind, type Spot, valueAt } from './answers.mts';

/** What is known of a change beside its name. */
export interface Circumstances {
	call: Call;
	spot: Spot;
	spots: Spot[];
	/** The operation, or the event that reads again and again. */
	name: string;
	isEvent?: true;
	/** What came in place of the value, once it is known. */
	after?: Json;
}

interface Unseen {
	changes: string[];
	/** Any kind where none is named. */
	kinds?: Kind[];
	reason: string;
	/** Where it holds; everywhere where nothing is said. */
	when?: (of: Circumstances) => boolean;
}

const isOfSocket = ({ call }: Circumstances): boolean => call.method === 'eth_subscription';
/** Nothing else tells the record apart: the answers hold two that are the same, and true. */
const hasNoIdentity = ({ call, spot, name }: Circumstances): boolean =>
	!spot.isTop ||
	!hasIdentity((spot.value as Json[])[0], call) ||
	/internal/i.test(call.url) ||
	/ (endpoint|method) call$/.test(name);
/** An operation reads a node's list in one answer: no page of it can come twice. */
const isOnePiece = ({ call, isEvent }: Circumstances): boolean =>
	call.method !== undefined && !isEvent;
/** Go writes an empty list as null; logs, blocks and receipts are none of these. */
const isOfGo = (of: Circumstances): boolean => isOnePiece(of) && !/^eth_get/.test(of.call.method!);
const isRecipient = ({ spot }: Circumstances): boolean => spot.path.includes('to');
/** Whether another answer names another subject than was asked about. */
const contradicts = ({ spots, after }: Circumstances): boolean =>
	spots.some(({ kind, path, value }) => {
		const other = after === undefined ? null : valueAt(after, path);
		return kind === 'subject' && other !== undefined && other !== value;
	});
/** The names in it are data, and may be any. */
const isMap = ({ call }: Circumstances): boolean =>
	/^(rpc_modules|txpool_|admin\.get\w*Level|info\.getVMs)/.test(call.method ?? '') ||
	/-chain\/balances/.test(call.url);
/** A node's health holds its checks by their names, which are those of its chains and plugins, too. */
const isOfChecks = ({ call, spot: { path } }: Circumstances): boolean =>
	call.url.startsWith('/ext/health') && path[0] === 'checks' && path.length <= 2;
/** The newest transactions of a chain must reach down to the block that was read last. */
const isOfLatest = ({ call }: Circumstances): boolean =>
	/\/v1\/chains\/\d+\/transactions\?/.test(call.url);

export const unseen: Unseen[] = [
	{
		changes: ['edge', 'negative'],
		kinds: ['amount'],
		reason: 'another amount is an amount: balances, prices and counts take any value',
	},
	{
		changes: ['badText', 'otherText', 'empty'],
		kinds: ['text', 'data'],
		reason: 'words and data of others may be any; what is made of them is judged all the same',
	},
	{
		changes: ['otherType'],
		kinds: ['amount'],
		reason: 'a number in place of its text says another amount',
		when: ({ after }) => typeof after === 'number',
	},
	{
		changes: ['otherType'],
		kinds: ['time'],
		reason: 'a number in place of its text says another time before now',
		when: ({ after, isEvent }) => typeof after === 'number' && !isEvent,
	},
	{
		changes: ['null'],
		kinds: ['record'],
		reason: 'a node without checks writes null',
		when: ({ call, spot: { path } }) =>
			call.url.startsWith('/ext/health') && path.join('.') === 'checks',
	},
	{
		changes: ['flipped'],
		kinds: ['flag'],
		reason: 'both values of a switch are true at some time',
	},
	{
		changes: ['takenBack'],
		reason: 'a node that told of a log may take it back',
	},
	{
		changes: ['another'],
		kinds: ['identifier'],
		reason: 'an ID or an address that was not asked about may be any',
		when: (of) => !isOfSocket(of) || /accepted/i.test(String(of.call.params)),
	},
	{
		changes: ['longAgo', 'behind', 'ahead'],
		kinds: ['time', 'height', 'head'],
		reason:
			'another time before now, and another height of the chain, are as good as the true ones',
		when: (of) => !isOfSocket(of),
	},
	{
		changes: ['milliseconds', 'farFuture', 'negative', 'edge', 'farAhead'],
		kinds: ['time', 'height', 'head'],
		reason: 'a single record may name a time to come, as an end or a release: no feed moves by it',
		when: ({ isEvent }) => !isEvent,
	},
	{
		changes: ['cut', 'empty'],
		kinds: ['list'],
		reason: 'a shorter list is a list',
		when: (of) => !isOfSocket(of),
	},
	{
		changes: ['drop', 'null', 'otherType', 'empty'],
		kinds: ['token'],
		reason: 'a list without a token has ended',
		when: (of) => !(of.isEvent && isOfLatest(of)),
	},
	{
		changes: ['drop', 'empty'],
		kinds: ['record', 'list', 'amount', 'text'],
		reason: 'a map with fewer names is a map',
		when: (of) => isMap(of) || isOfChecks(of),
	},
	{
		changes: ['reordered'],
		kinds: ['list'],
		reason: 'no service promises an order within a time or a block',
	},
	{
		changes: ['doubled', 'overlapped'],
		kinds: ['list'],
		reason: 'records without an identity of their own may be there twice',
		when: hasNoIdentity,
	},
	{
		changes: ['doubled'],
		kinds: ['list'],
		reason: 'a list in one piece has no pages that overlap: what stands in it twice was told twice',
		when: isOnePiece,
	},
	{
		changes: ['null'],
		kinds: ['list', 'record'],
		reason: 'nodes write an empty list as null',
		when: isOfGo,
	},
	{
		changes: ['drop', 'null', 'otherType', 'empty'],
		reason: 'a log that fits no declaration is left out, and a hint counts it',
		when: ({ name, spot }) =>
			name.endsWith(' log getMany') && /topics|data/.test(String(spot.path)),
	},
	{
		changes: ['drop', 'null', 'empty'],
		reason: 'a transaction without a recipient creates a contract',
		when: isRecipient,
	},
	{
		changes: ['everNewTokens'],
		reason: 'who asks for one page gets the token that came with it, and reads no further',
		when: ({ name }) => / (endpoint|method) call$/.test(name),
	},
	{
		changes: ['otherType'],
		kinds: ['list'],
		reason: "the API's description lets the balances of a kind be a value in place of a list",
		when: ({ call }) => /-chain\/balances/.test(call.url),
	},
	{
		changes: ['swappedSubject', 'swappedChain'],
		kinds: ['body'],
		reason: 'an answer that does not name what was asked about may be that of any other',
		when: (of) => !contradicts(of),
	},
];

/** Why a change cannot be seen; undefined where it can. */
export const whyUnseen = (change: string, of: Circumstances): string | undefined =>
	unseen.find(
		({ changes, kinds, when }) =>
			changes.includes(change) && (!kinds || kinds.includes(of.spot.kind)) && (!when || when(of)),
	)?.reason;
