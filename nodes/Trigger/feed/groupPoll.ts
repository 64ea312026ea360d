/** One poll of several lists inside n8n: takes up the cursor, reads, and stores the cursor as its very last act. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { FeedCursor } from '../../feeds/cursor';
import {
	pollGroup,
	postponeGroup,
	type GroupEmitted,
	type ListGroup,
	type GroupPolled,
	type Part,
} from '../../feeds/group';
import { makeItem } from '../../feeds/items/items';
import { makeSamples, sampleNewest, type PlacedItem } from '../../feeds/items/samples';
import { ownCursor } from '../../feeds/begin';
import type { FeedSettings } from '../../feeds/feedSettings';
import { staticDataOf, type Stored } from '../../feeds/stored';
import { toNodeError, type Failure } from '../../shared/errors';
import { isActivation } from '../activation';
import { beat, type WithPulse } from '../heartbeat';
import { budgetOf } from '../limits';
import { beginPoll, Memory } from '../memory';
import { beatingOf, sampleBeatsOf, sightOf, tellsFailure, type BeatingSettings } from './beats';
import { readNote, writeNote } from './note';
import { openPatience, remarkSamples } from './poll';

interface Telling {
	dress: (item: IDataObject, part: Part) => IDataObject;
	/** Leaves out items that others of the same poll say better. */
	pick: (items: IDataObject[]) => IDataObject[];
}

/** One poll of a published workflow, or a test run, which shows samples and leaves the stored data alone. */
export async function runGroup(
	context: IPollFunctions,
	settings: BeatingSettings,
	group: ListGroup,
	{ dress, pick }: Telling,
): Promise<IDataObject[]> {
	if (context.getMode() === 'manual')
		return remarkSamples(pick(await sampleGroup(context, settings, group, dress)), settings);
	const { feed, scope } = settings;
	const poll = beginPoll(context);
	const stored: Stored<FeedCursor> & WithPulse = staticDataOf<FeedCursor>(context);
	const clock = { now: () => Date.now(), budgetMs: budgetOf(context) };
	takeUpBeginning(context, stored, feed);
	const mayPass = isActivation(context, stored, scope);
	const memory = new Memory(stored, feed.redeliver, poll);
	const beganMs = clock.now();
	const patienceOf = (part: Part) => openPatience(settings, part.settings, beganMs);
	const { cursor: known, redelivers } = memory;
	const answer = await pollGroup(known, group, clock, { redelivers, patienceOf });
	if (memory.isOvertaken) {
		memory.giveUp();
		return [];
	}
	const beatOf = (failure: Failure | undefined, hasItems: boolean) =>
		beat(context, {
			stored,
			...beatingOf(settings, sightOf(settings, beganMs, failure), hasItems),
		});
	if (!answer.ok) {
		const { failure } = answer;
		const beats = beatOf(failure, false);
		const isBegun = ownCursor(memory.cursor, feed) !== undefined;
		if (!failure.passing || (isBegun && !mayPass)) {
			if (tellsFailure(context, beats, mayPass)) return beats;
			throw toNodeError(context.getNode(), failure);
		}
		begin(context, memory, postponeGroup(memory.cursor, group, clock));
		return beats;
	}
	const { emitted, cursor, failed } = answer.result;
	begin(context, memory, cursor);
	const beats = beatOf(failed[0] && nameFailure(failed[0]), emitted.length > 0);
	if (!tellsFailure(context, beats, mayPass))
		report(
			context,
			answer.result,
			mayPass ? failed.filter(({ failure }) => !failure.passing) : failed,
		);
	const make = ({ part, record }: GroupEmitted) =>
		dress(makeItem(record, { ...settings, feed: part.settings }, clock.now()), part);
	return [...pick(inOrder(emitted).map(make)), ...beats];
}

/** The order of the chain, whichever list was read first. Notices of lists come last. Each list keeps its own order. */
function inOrder(emitted: GroupEmitted[]): GroupEmitted[] {
	const positionOf = ({ record }: GroupEmitted): number => {
		if ('position' in record) return record.position;
		return 'reason' in record ? record.from : Infinity;
	};
	return emitted
		.map((each) => ({ each, position: positionOf(each) }))
		.sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))
		.map(({ each }) => each);
}

/** Stores the cursor, and also notes it, because with durable cursors n8n drops the data that an activation stores. */
function begin(context: IPollFunctions, memory: Memory<FeedCursor>, cursor: FeedCursor): void {
	memory.store(cursor);
	keepBeginning(context, cursor);
}

const nameFailure = ({ part, failure }: GroupPolled['failed'][number]): Failure => ({
	...failure,
	message: `${part.label}: ${failure.message}`,
});

/**
 * A list that cannot be read does not hold back the others. If the poll emits nothing, it throws, and n8n lists a
 * failed execution. Otherwise the failures go to n8n's log.
 */
function report(
	context: IPollFunctions,
	{ emitted }: GroupPolled,
	failed: GroupPolled['failed'],
): void {
	const [first] = failed;
	if (!first) return;
	if (!emitted.length) throw toNodeError(context.getNode(), nameFailure(first));
	for (const one of failed) context.logger.warn(`Avalanche Trigger: ${nameFailure(one).message}`);
}

/** Limits of a test run: addresses shown, addresses asked, and newest records shown of each list. */
const shownAddresses = 3;
const askedAddresses = 10;
const shownOfEach = 2;

/** The newest records of lists of one kind. Addresses without records are skipped. */
async function sampleKind(
	context: IPollFunctions,
	settings: BeatingSettings,
	lists: Part[],
	dress: Telling['dress'],
): Promise<PlacedItem[]> {
	const most = lists.length > 1 ? shownOfEach : undefined;
	const shown: PlacedItem[][] = [];
	for (const part of lists.slice(0, askedAddresses)) {
		const ofPart = { ...settings, feed: part.settings };
		const found = await sampleNewest(context, ofPart, part.source, most);
		if (found.length)
			shown.push(found.map(({ item, position }) => ({ item: dress(item, part), position })));
		if (shown.length === shownAddresses) break;
	}
	return shown.flat();
}

/** Samples of each kind of list: the newest of several addresses, or else those of the first list of the kind. */
async function sampleGroup(
	context: IPollFunctions,
	settings: BeatingSettings,
	{ parts }: ListGroup,
	dress: Telling['dress'],
): Promise<IDataObject[]> {
	const found: PlacedItem[] = [];
	const others: IDataObject[] = [];
	const own = parts.filter(({ address }) => address === parts[0].address);
	// One heartbeat covers all lists.
	const isBeat = settings.testEvent === 'heartbeat';
	const isNewest = (settings.testEvent ?? 'newest') === 'newest';
	for (const [i, part] of (isBeat ? own.slice(0, 1) : own).entries()) {
		// `parts` lists all kinds of the first address, then all kinds of the next one, in the same order.
		const ofKind = parts.filter((_, n) => n % own.length === i);
		const newest = isNewest ? await sampleKind(context, settings, ofKind, dress) : [];
		found.push(...newest);
		if (newest.length) continue;
		const beats = i === 0 ? sampleBeatsOf(settings) : [];
		const ofPart = { ...settings, feed: part.settings };
		const items = await makeSamples(context, ofPart, part.source, beats);
		others.push(...items.map((item) => dress(item, part)));
	}
	// Whoever looks for the payment of today finds it in front, whichever wallet and kind it is of.
	const newestFirst = found.sort((a, b) => b.position - a.position).map(({ item }) => item);
	return [...newestFirst, ...others];
}

/** Notes the beginning of all lists at an activation. */
function keepBeginning(context: IPollFunctions, cursor: FeedCursor): void {
	if (context.getActivationMode() === 'update') return;
	writeNote(context, cursor);
}

/** Lists that the stored cursor does not know begin at the place that the activation noted. */
function takeUpBeginning(
	context: IPollFunctions,
	stored: Stored<FeedCursor>,
	feed: FeedSettings,
): void {
	if (context.getActivationMode() !== 'update') return;
	const begun = ownCursor(readNote(context), feed);
	const known = ownCursor(stored.cursor, feed);
	if (!begun || known?.pending !== undefined) return;
	if (!known) {
		stored.cursor = begun;
		return;
	}
	const { parts = {}, since = {} } = begun;
	const isKnown =
		Object.keys(parts).every((key) => known.parts?.[key]) &&
		Object.keys(since).every((subject) => known.since?.[subject] !== undefined);
	if (isKnown) return;
	const added = Object.keys(since).length && { since: { ...since, ...known.since } };
	stored.cursor = { ...known, parts: { ...parts, ...known.parts }, ...added };
}
