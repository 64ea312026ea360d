/** One poll of a feed inside n8n: takes up the cursor, reads, and stores the cursor as its very last act. */
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { toNodeError, type Answer } from '../../shared/errors';
import { isActivation } from '../activation';
import { budgetOf } from '../limits';
import { Memory, staticDataOf, type Stored } from '../memory';
import type { FeedCursor } from './cursor';
import {
	pollFeed,
	postpone,
	recall,
	type Clock,
	type FeedRecord,
	type FeedSettings,
	type Polled,
	type World,
} from './feed';
import { makeItem } from './items';
import type { Chosen } from './settings';

const mostSamples = 5;

/**
 * One poll over stored data. The cursor is stored at the very end, and only where no poll that overlapped this one
 * has stored another: what that one did stands, and this one's reading is dropped. With `mayPass`, which
 * activations have, a fault that may pass is no failure: the next poll tells of it, if it stays.
 */
export async function pollStored(
	stored: Stored<FeedCursor>,
	world: World,
	settings: FeedSettings,
	clock: Clock,
	mayPass: boolean,
): Promise<Answer<Polled['emitted']>> {
	const memory = new Memory(stored, settings.redeliver);
	const { cursor, redelivers } = memory;
	const answer = await pollFeed(cursor, world, settings, clock, redelivers);
	if (memory.isOvertaken) return { ok: true, result: [] };
	if (!answer.ok) {
		const isBegun = recall(cursor, settings) !== undefined;
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
	{ feed, scope }: Chosen,
	world: World,
): Promise<IDataObject[]> {
	if (context.getMode() === 'manual') return await makeSamples(context, { feed, scope }, world);
	const stored = staticDataOf<FeedCursor>(context);
	const now = () => Date.now();
	const mayPass = isActivation(context, stored, scope);
	const answer = await pollStored(
		stored,
		world,
		feed,
		{ now, budgetMs: budgetOf(context) },
		mayPass,
	);
	if (!answer.ok) throw toNodeError(context.getNode(), answer.failure);
	return answer.result.map((emitted) => makeItem(emitted, feed, scope, now()));
}

/** The newest records, for a test run in the editor. */
async function makeSamples(
	context: IPollFunctions,
	{ feed, scope }: Pick<Chosen, 'feed' | 'scope'>,
	world: World,
): Promise<IDataObject[]> {
	const node = context.getNode();
	const end = await world.readEnd();
	if (!end.ok) throw toNodeError(node, end.failure);
	const found: FeedRecord[] = [];
	const range = { from: world.sampleFrom(end.result), to: end.result };
	for (let token: string | undefined; ; ) {
		const page = await world.readPage(range, token);
		if (!page.ok) throw toNodeError(node, page.failure);
		found.push(...page.result.records);
		token = page.result.next;
		// Other lists lead on to what is older.
		if (!token || page.result.doneTo === undefined) break;
	}
	const records = found.sort((a, b) => b.position - a.position).slice(0, mostSamples);
	if (!records.length) {
		throw new NodeOperationError(node, 'Nothing to show was found among the newest records', {
			description:
				'The published workflow will wait for what comes. Check the filters, if something should be there.',
		});
	}
	return records.map((record) => ({ ...makeItem(record, feed, scope, Date.now()), sample: true }));
}
