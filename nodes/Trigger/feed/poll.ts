/** One poll of a feed inside n8n: takes up the cursor, reads, and stores the cursor as its very last act. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { FeedNotice } from '../../feeds/backlog';
import type { PollClock } from '../../feeds/budget';
import { ownCursor, postpone } from '../../feeds/begin';
import { packSeen, seenFrom, type FeedCursor } from '../../feeds/cursor';
import { makeItem, type ItemSettings } from '../../feeds/items/items';
import { makeSamples } from '../../feeds/items/samples';
import { addRemarks } from '../../feeds/items/words';
import type { FeedSettings } from '../../feeds/feedSettings';
import { pollFeed, type Feed, type Polled } from '../../feeds/pollFeed';
import type { Source } from '../../feeds/source';
import { keepStarted } from '../../feeds/startOver';
import { staticDataOf, type Stored } from '../../feeds/stored';
import { Patience } from '../../feeds/unreadable';
import { toNodeError, type Answer, type Failure } from '../../shared/errors';
import { isActivation } from '../activation';
import { beat, type WithPulse } from '../heartbeat';
import type { Sight } from '../heartbeat/items';
import { remarkPingUrl } from '../heartbeat/settings';
import { budgetOf } from '../limits';
import { beginPoll, Memory, type Poll } from '../memory';
import { beatingOf, sampleBeatsOf, sightOf, tellsFailure, type BeatingSettings } from './beats';
import { readNote, writeNote } from './note';

interface PollContext {
	/** If true, the poll does not fail with a temporary error. */
	mayPass: boolean;
	poll?: Poll;
	log?: (text: string) => void;
	/** Called with the failure, if there is one, unless another poll has overtaken this one. */
	counts?: (failure?: Failure) => void;
	patience?: Patience;
}

/**
 * One poll over stored data. It stores the cursor at the very end, unless an overlapping poll has stored one: that
 * result stands, and this reading is dropped. With `mayPass` (activations), a temporary error is left to the next poll.
 */
export async function pollStored(
	stored: Stored<FeedCursor>,
	feed: Feed,
	clock: PollClock,
	{ mayPass, poll, log = () => {}, counts = () => {}, patience }: PollContext,
): Promise<Answer<Array<Polled['emitted'][number] | FeedNotice>>> {
	const { settings } = feed;
	const memory = new Memory(stored, settings.redeliver, poll);
	const { cursor, redelivers } = memory;
	const recalling = { redelivers, mayTakeBack: true, patience };
	const answer = await pollFeed(cursor, feed, clock, recalling);
	if (memory.isOvertaken) {
		memory.giveUp();
		return { ok: true, result: [] };
	}
	counts(answer.ok ? undefined : answer.failure);
	if (!answer.ok) {
		const isBegun = ownCursor(cursor, settings) !== undefined;
		if (!answer.failure.passing || (isBegun && !mayPass)) return answer;
		if (!isBegun) memory.store({ ...postpone(settings, clock), ...keepStarted(cursor) });
		return { ok: true, result: [] };
	}
	memory.store(answer.result.cursor);
	if (answer.result.note) log(answer.result.note);
	const { emitted, notices } = answer.result;
	return { ok: true, result: [...emitted, ...notices] };
}

/** Adds what a test run says of the settings, once it has read. */
export function remarkSamples(
	samples: IDataObject[],
	{ remark, heartbeat }: BeatingSettings,
): IDataObject[] {
	const remarks = [...(remark?.() ?? []), ...remarkPingUrl(heartbeat)];
	return samples.map((item) => addRemarks(item, remarks));
}

/** One poll of a published workflow, or a test run, which shows samples and leaves the stored data alone. */
export async function runFeed(
	context: IPollFunctions,
	settings: BeatingSettings,
	source: Source,
): Promise<IDataObject[]> {
	const { feed, scope } = settings;
	if (context.getMode() === 'manual') {
		const samples = await makeSamples(context, settings, source, sampleBeatsOf(settings));
		return remarkSamples(samples, settings);
	}
	const poll = beginPoll(context);
	const stored: Stored<FeedCursor> & WithPulse = staticDataOf<FeedCursor>(context);
	const clock = { now: () => Date.now(), budgetMs: budgetOf(context) };
	keepBeginning(context, stored, feed, clock);
	const mayPass = isActivation(context, stored, scope);
	const log = (text: string) => context.logger.warn(`Avalanche Trigger: ${text}`);
	const beganMs = clock.now();
	let sight: Sight | undefined;
	const counts = (failure?: Failure) => (sight = sightOf(settings, beganMs, failure));
	const patience = openPatience(settings, feed, beganMs);
	const pollContext = { mayPass, poll, log, counts, patience };
	const answer = await pollStored(stored, { source, settings: feed }, clock, pollContext);
	const items = answer.ok
		? answer.result.map((emitted) => makeItem(emitted, settings, clock.now()))
		: [];
	const beats = sight
		? beat(context, { stored, ...beatingOf(settings, sight, items.length > 0) })
		: [];
	if (!answer.ok) {
		if (tellsFailure(context, beats, mayPass)) return beats;
		throw toNodeError(context.getNode(), answer.failure);
	}
	keepKnown(context, stored, feed);
	return [...items, ...beats];
}

/** Counts polls that meet an unreadable record. Undefined if such records are to stop the feed. */
export const openPatience = (
	{ scope, stopsAtUnreadable }: ItemSettings,
	{ feed }: FeedSettings,
	nowMs: number,
): Patience | undefined =>
	stopsAtUnreadable ? undefined : new Patience(`${scope} ${feed}`, Math.floor(nowMs / 1000));

/** At an activation, notes the time of publication. At a tick, a watch without a cursor begins at that time. */
function keepBeginning(
	context: IPollFunctions,
	stored: Stored<FeedCursor>,
	feed: FeedSettings,
	clock: PollClock,
): void {
	if (ownCursor(stored.cursor, feed)) return;
	if (context.getActivationMode() !== 'update') {
		writeNote(context, postpone(feed, clock));
		return;
	}
	const begun = ownCursor(readNote(context), feed);
	if (begun) stored.cursor = { ...begun, ...keepStarted(stored.cursor) };
}

/** Notes the records with a time in the future at publication, so that the first poll after it does not report them. */
function keepKnown(
	context: IPollFunctions,
	{ cursor }: Stored<FeedCursor>,
	feed: FeedSettings,
): void {
	if (context.getActivationMode() === 'update' || !cursor?.place) return;
	const begun = ownCursor(readNote(context), feed);
	const known = packSeen(seenFrom(cursor.place));
	if (begun && known) writeNote(context, { ...begun, known });
}
