/** The samples of a feed for a test run in the editor: its newest records, or anything else it can report. */
import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type IPollFunctions,
} from 'n8n-workflow';
import { fail, toNodeError, type Answer } from '../../shared/errors';
import { toIsoTime } from '../../shared/operation/columns';
import type { FeedNotice } from '../backlog';
import { timeDoubtful } from '../doubts';
import { noSuchEvent, refuse } from '../parameters';
import { refuseBeyond } from '../startOver';
import type { FeedRecord, Gap, RecordPage, Source } from '../source';
import type { TestRecord } from '../testEvent';
import { haveMinimum } from '../transactions/minimums';
import { makeItem, type ItemSettings } from './items';
import { markTest, type Origin } from './words';
import { dayMs, hourSeconds } from '../../shared/values/timeUnits';

const mostSamples = 5;

function succeed<T>(node: INode, answer: Answer<T>): T {
	if (!answer.ok) throw toNodeError(node, answer.failure);
	return answer.result;
}

/** The newest records, or a made-up one if there is none. `end` is the feed's end. Refuses a start far beyond it. */
async function findNewest(
	node: INode,
	source: Source,
	{ feed }: ItemSettings,
): Promise<{ records: FeedRecord[]; isMadeUp: boolean; end: number }> {
	const head = succeed(node, await source.readEnd());
	const { end, newest } = head;
	const beyond = refuseBeyond('Start Block', feed.start, head);
	if (beyond) succeed(node, beyond);
	const found: FeedRecord[] = newest?.records ?? [];
	for (const blocks of source.way === 'ascending' ? source.sampleBlocks : [end]) {
		if (newest || found.length) break;
		const from = Math.max(0, end - blocks);
		for (let token: string | undefined; ; ) {
			const page = succeed<RecordPage>(node, await source.readPage({ from, to: end }, token));
			found.push(...page.records);
			token = page.next;
			// Further pages of other lists lead to older records.
			if (!token || source.way !== 'ascending') break;
		}
	}
	const isMadeUp = !found.length;
	if (isMadeUp) found.push(...succeed(node, await source.makeUp()));
	return { records: pickNewest(found), isMadeUp, end };
}

/** Newest first. In a list of several subjects, each gets one record before any gets a second. */
function pickNewest(found: FeedRecord[]): FeedRecord[] {
	const sorted = found.sort((a, b) => b.position - a.position);
	const firstOf = new Map(sorted.toReversed().map((record) => [record.subject, record]));
	const isFirst = (record: FeedRecord) => firstOf.get(record.subject) === record;
	const picked = [...sorted.filter(isFirst), ...sorted.filter((record) => !isFirst(record))];
	return picked.slice(0, mostSamples).sort((a, b) => b.position - a.position);
}

export interface PlacedItem {
	item: IDataObject;
	/** That of its record. */
	position: number;
}

/** Only the newest records, each marked as a test. Nothing is made up. */
export async function sampleNewest(
	context: Pick<IPollFunctions, 'getNode'>,
	settings: ItemSettings,
	source: Source,
	most = mostSamples,
): Promise<PlacedItem[]> {
	const { records, isMadeUp } = await findNewest(context.getNode(), source, settings);
	const shown = isMadeUp ? [] : records.slice(0, most);
	return shown.map((record) => ({
		item: markTest(makeItem(record, settings, Date.now())),
		position: record.position,
	}));
}

/** A gap as this source would report it. A list of ranges never has one. */
function makeGap({ way, positions }: Source, end: number): Gap[] {
	if (way === 'ranged') return [];
	const length = positions === 'blocks' ? 50 : hourSeconds;
	const from = Math.max(0, end - 2 * length);
	const reason =
		positions === 'blocks'
			? 'the node does not have these blocks'
			: 'more than 500 pages of newer records come first';
	return [{ from, to: from + length, reason }];
}

/** Seconds since the oldest waiting record could have been emitted, and since the backlog was reported. */
const [sampleLag, sampleLasted] = [3 * hourSeconds, 25 * 60];

/** The notices behind and caughtUp, if the settings report them. */
function sampleBacklog({ positions }: Source, { feed }: ItemSettings, end: number): FeedNotice[] {
	const { behindSeconds } = feed;
	if (behindSeconds === undefined) return [];
	const at = Math.floor(Date.now() / 1000);
	const lagSeconds = Math.max(sampleLag, behindSeconds);
	const to = positions === 'blocks' ? end : at;
	const from = Math.max(0, positions === 'blocks' ? end - 5000 : at - lagSeconds);
	const told = { id: from, since: at - sampleLasted };
	return [
		{ notice: 'behind', ...told, positions, from, to, lagSeconds },
		{ notice: 'caughtUp', ...told, lastedSeconds: sampleLasted },
	];
}

/** The record as it comes with an unknown amount. The amount fields stay, as null. */
function withoutAmount({ key, json, ...rest }: FeedRecord): FeedRecord {
	const amounts = ['amount', 'amountExact', 'value', 'valueExact'].filter((name) => name in json);
	const unknown = Object.fromEntries(amounts.map((name) => [name, null]));
	// Simplified records have this field in its place already, others get it in front.
	const mark = { isAmountUnknown: true };
	const marked = 'isAmountUnknown' in json ? { ...json, ...mark } : { ...mark, ...json };
	return { ...rest, key: `${key} amount`, json: { ...marked, ...unknown } };
}

/** A record as it comes if it cannot be read, unless such a record stops the feed. */
function sampleUnreadable(
	{ position }: FeedRecord,
	{ feed, stopsAtUnreadable }: ItemSettings,
): FeedRecord[] {
	const lack = feed.record === 'log' ? 'transactionHash' : 'txHash';
	const reason = `came without its "${lack}"`;
	const refusal = fail('not-understood', `The record ${reason}`);
	const record = { [lack]: null, value: '0' };
	const unreadable = { reason, record, refusal };
	return stopsAtUnreadable ? [] : [{ position, key: 'unreadable', json: {}, unreadable }];
}

/** The record as it comes if the service gives a time in the future. */
function withLateTime({ key, json, ...rest }: FeedRecord): FeedRecord {
	const later = toIsoTime(Math.floor((Date.now() + dayMs) / 1000));
	const times = ['receivedAt', 'time'].filter((name) => typeof json[name] === 'string');
	const late = Object.fromEntries(times.map((name) => [name, later]));
	const marked = { ...timeDoubtful, ...json, ...late };
	return { ...rest, key: `${key} time`, time: undefined, json: marked };
}

/** The newest record with something in doubt, as far as these settings let such a record come. */
function makeDoubtful(
	record: FeedRecord,
	settings: ItemSettings,
	source: Source,
): Partial<Record<TestRecord, FeedRecord>> {
	return {
		...(haveMinimum(settings) && { amountUnknown: withoutAmount(record) }),
		...(source.positions === 'seconds' && { timeDoubtful: withLateTime(record) }),
	};
}

/** The options that send what a test run may ask for. */
const neededFor: Partial<Record<TestRecord, string>> = {
	heartbeat: 'Heartbeat Item',
	behind: 'Report When Behind (Minutes)',
	amountUnknown: 'Minimum Amount',
};

/** The items of a test run, each marked as a test. `beats` are a heartbeat's items. Throws if there is none to show. */
export async function makeSamples(
	context: Pick<IPollFunctions, 'getNode'>,
	settings: ItemSettings,
	source: Source,
	beats: IDataObject[] = [],
): Promise<IDataObject[]> {
	const node = context.getNode();
	const { testEvent: wanted = 'newest' } = settings;
	const wants = (kind: TestRecord) => wanted === kind || wanted === 'each';
	const { records, isMadeUp, end } = await findNewest(node, source, settings);
	const origin = isMadeUp ? 'noneFound' : 'found';
	const unread = wants('notDecoded') && source.way === 'ascending' && source.makeUpUnread?.();
	const show = (emitted: FeedRecord | Gap | FeedNotice, origin: Origin) =>
		markTest(makeItem(emitted, settings, Date.now()), origin);
	const showMadeUp = (emitted: FeedRecord | Gap | FeedNotice) => show(emitted, 'asked');
	const readable = records.find(({ unreadable }) => !unreadable);
	const doubtful = Object.entries(readable ? makeDoubtful(readable, settings, source) : {})
		.filter(([kind]) => wants(kind as TestRecord))
		.map(([, record]) => record);
	const items = [
		...(wants('newest') || wants('removed') ? records : []).map((record) => show(record, origin)),
		...(wants('gap') ? makeGap(source, end) : []).map(showMadeUp),
		...(wants('behind') ? sampleBacklog(source, settings, end) : []).map(showMadeUp),
		...(wants('heartbeat') ? beats.map((item) => markTest(item, 'asked')) : []),
		...(unread ? succeed(node, await unread) : []).map(showMadeUp),
		...doubtful.map(showMadeUp),
		...(wants('unreadable') ? sampleUnreadable(records[0], settings) : []).map(showMadeUp),
	];
	if (items.length) return items;
	throw wanted === 'newest'
		? new NodeOperationError(node, 'Nothing was found')
		: refuse(node, ...noSuchEvent(neededFor[wanted]));
}
