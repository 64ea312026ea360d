/** One poll of a feed inside n8n: takes up the cursor, reads, and stores the cursor as its very last act. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { toNodeError, type Answer } from '../../shared/errors';
import { isActivation } from '../activation';
import { budgetOf } from '../limits';
import { beginPoll, Memory, staticDataOf, type Poll, type Stored } from '../memory';
import type { Clock } from './budget';
import type { FeedCursor } from './cursor';
import { makeItem, type ItemSettings } from './items';
import { ownCursor, pollFeed, postpone, type FeedSettings, type Polled } from './pollFeed';
import type { FeedRecord, Source } from './source';
import { markTest } from '../words';

const mostSamples = 5;

/**
 * One poll over stored data. The cursor is stored at the very end, and only where no poll that overlapped this one
 * has stored another: what that one did stands, and this one's reading is dropped. With `mayPass`, which
 * activations have, a temporary error is no failure: the next poll fails with it, if it stays.
 */
export async function pollStored(
	stored: Stored<FeedCursor>,
	source: Source,
	settings: FeedSettings,
	clock: Clock,
	mayPass: boolean,
	poll?: Poll,
): Promise<Answer<Polled['emitted']>> {
	const memory = new Memory(stored, settings.redeliver, poll);
	const { cursor, redelivers } = memory;
	const answer = await pollFeed(cursor, source, settings, clock, redelivers);
	if (memory.isOvertaken) return { ok: true, result: [] };
	if (!answer.ok) {
		const isBegun = ownCursor(cursor, settings) !== undefined;
		if (!answer.failure.passing || (isBegun && !mayPass)) return answer;
		if (!isBegun) memory.store(postpone(settings, clock));
		return { ok: true, result: [] };
	}
	memory.store(answer.result.cursor);
	return { ok: true, result: answer.result.emitted };
}

/** One poll of a published workflow, or of a test run, which shows samples and leaves the stored data alone. */
export async function runFeed(
	context: IPollFunctions,
	settings: ItemSettings,
	source: Source,
): Promise<IDataObject[]> {
	const { feed, scope } = settings;
	if (context.getMode() === 'manual') return await makeSamples(context, settings, source);
	const poll = beginPoll(context);
	const stored = staticDataOf<FeedCursor>(context);
	const clock = { now: () => Date.now(), budgetMs: budgetOf(context) };
	keepBeginning(context, stored, feed, clock);
	const mayPass = isActivation(context, stored, scope);
	const answer = await pollStored(stored, source, feed, clock, mayPass, poll);
	if (!answer.ok) throw toNodeError(context.getNode(), answer.failure);
	return answer.result.map((emitted) => makeItem(emitted, settings, clock.now()));
}

/**
 * n8n drops what an activation stores with durable cursors, and the watch would begin a poll later than it was
 * published. So the activation notes its time in the workflow's own static data, which n8n does store.
 */
function keepBeginning(
	context: IPollFunctions,
	stored: Stored<FeedCursor>,
	feed: FeedSettings,
	clock: Clock,
): void {
	if (ownCursor(stored.cursor, feed)) return;
	const ofWorkflow = context.getWorkflowStaticData('global');
	const key = `avalancheTrigger:${context.getNode().id}`;
	if (context.getActivationMode() !== 'update') {
		ofWorkflow[key] = { ...postpone(feed, clock) };
		return;
	}
	const begun = ownCursor(ofWorkflow[key] as FeedCursor | undefined, feed);
	if (begun) stored.cursor = begun;
}

/** The newest records, for a test run in the editor; where there is none, one that is made up. */
export async function makeSamples(
	context: Pick<IPollFunctions, 'getNode'>,
	settings: ItemSettings,
	source: Source,
): Promise<IDataObject[]> {
	const node = context.getNode();
	const head = await source.readEnd();
	if (!head.ok) throw toNodeError(node, head.failure);
	const { end, newest } = head.result;
	const found: FeedRecord[] = newest?.records ?? [];
	for (const blocks of source.way === 'ascending' ? source.sampleBlocks : [end]) {
		if (newest || found.length) break;
		const from = Math.max(0, end - blocks);
		for (let token: string | undefined; ; ) {
			const page = await source.readPage({ from, to: end }, token);
			if (!page.ok) throw toNodeError(node, page.failure);
			found.push(...page.result.records);
			token = page.result.next;
			// Other lists lead on to what is older.
			if (!token || source.way !== 'ascending') break;
		}
	}
	const isMadeUp = !found.length;
	if (isMadeUp) {
		const madeUp = await source.makeUp();
		if (!madeUp.ok) throw toNodeError(node, madeUp.failure);
		found.push(...madeUp.result);
	}
	const records = found.sort((a, b) => b.position - a.position).slice(0, mostSamples);
	return records.map((record) => markTest(makeItem(record, settings, Date.now()), isMadeUp));
}
