/** One poll of a feed inside n8n: takes up the cursor, reads, and stores the cursor as its very last act. */
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { toNodeError, type Answer } from '../../shared/errors';
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

/** n8n gives up a poll, or starts the next one, at some time; the rest of it is for the last request. */
const budgetShare = 0.6;
const longestBudgetMs = 40_000;

const mostSamples = 5;

/** Static data that this n8n process has polled with: what is not among it was just loaded from the database. */
const polled = new WeakSet<object>();

/** Static data that this n8n process has tried to poll with, and the triggers whose last one it used just once. */
const tried = new WeakSet<object>();
const triedOnce = new Set<string>();

/**
 * Whether n8n refuses to publish a workflow when this poll throws. n8n does not say so: its usual engine loads the
 * static data at an activation and keeps it; with durable cursors each poll has its own, and all but activations
 * are called an update, as publishing again is.
 */
function isActivation(context: IPollFunctions, stored: Stored, scope: string): boolean {
	if (tried.has(stored)) {
		triedOnce.delete(scope);
		return false;
	}
	const isLoaded = context.getActivationMode() !== 'update' || !triedOnce.has(scope);
	tried.add(stored);
	triedOnce.add(scope);
	return isLoaded;
}

/** What a poll finds of the last one, and leaves for the next: the node's static data. */
export interface Stored {
	cursor?: FeedCursor;
}

/**
 * One poll over stored data. The cursor is stored at the very end, and only where no poll that overlapped this one
 * has stored another: what that one did stands, and this one's reading is dropped. With `mayPass`, which
 * activations have, a fault that may pass is no failure: the next poll tells of it, if it stays.
 */
export async function pollStored(
	stored: Stored,
	world: World,
	settings: FeedSettings,
	clock: Clock,
	mayPass: boolean,
): Promise<Answer<Polled['emitted']>> {
	const { cursor } = stored;
	const before = JSON.stringify(cursor);
	const again = settings.redeliver && !polled.has(stored);
	const answer = await pollFeed(cursor, world, settings, clock, again);
	// Where nothing is new, a redelivery leaves no trace but this one.
	const isOvertaken = JSON.stringify(stored.cursor) !== before || (again && polled.has(stored));
	if (isOvertaken) return { ok: true, result: [] };
	if (!answer.ok) {
		const isBegun = recall(cursor, settings) !== undefined;
		if (!answer.failure.passing || (isBegun && !mayPass)) return answer;
		if (!isBegun) stored.cursor = postpone(settings, clock);
		return { ok: true, result: [] };
	}
	polled.add(stored);
	stored.cursor = answer.result.cursor;
	return { ok: true, result: answer.result.emitted };
}

/** One poll of a published workflow, or of a test run, which shows samples and leaves the stored data alone. */
export async function runFeed(
	context: IPollFunctions,
	{ feed, scope }: Chosen,
	world: World,
): Promise<IDataObject[]> {
	if (context.getMode() === 'manual') return await makeSamples(context, { feed, scope }, world);
	const stored = context.getWorkflowStaticData('node') as Stored;
	const now = () => Date.now();
	const budgetMs = Math.min(longestBudgetMs, (context.getPollBudgetMs?.() ?? 30_000) * budgetShare);
	const mayPass = isActivation(context, stored, scope);
	const answer = await pollStored(stored, world, feed, { now, budgetMs }, mayPass);
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
