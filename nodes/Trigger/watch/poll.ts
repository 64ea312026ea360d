/** One poll of a watch of validators or nodes inside n8n: reads, finds the items, and stores the memory. */
import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { staticDataOf, type Stored } from '../../feeds/stored';
import type { Client } from '../../shared/network/client';
import { beat, type WithPulse } from '../heartbeat';
import { pingsEvent } from '../heartbeat/pings';
import * as memory from '../memory';
import { keepLast, keepToo, listAgain, markAgain } from './again';
import { completeReading, withKnownUpgrades } from './complete';
import { drillOnce, type WithDrill } from './drill';
import { isLate } from './head/late';
import { askHeads, readHead, withHead } from './head/read';
import { readSelfMetrics, withFigures } from './metrics/read';
import { dropLower } from './lowerBlock';
import { isWithoutNetwork, type WatchSettings } from './model';
import type { Contacts } from './observers/ask';
import { withRemoved, withSilences, type Observation } from './observation';
import { hear } from './observers/hear';
import { isProofDue, tellObservers, type WithObservers } from './observers/proof';
import { coverOwnNode, recognizeNode } from './ownNode';
import { ownWatchCursor, type WatchCursor } from './past';
import { addPayloads } from './payloads';
import { openTold } from './toldSeverities';
import { isQuietAt } from './quietHours';
import type { Reading } from './readings';
import { demandFirst, refuseOwnNode, refusePublicNode } from './refusals';
import { askItself, testRemarks } from './remarks';
import { sightOfWatch } from './sight';
import { rememberSilences } from './silencesRemoved';
import { tellSilences, type WithSilences } from './silencesTold';
import { readUrlSilences, tryUrlSilences, type UrlSilences } from './silencesUrl';
import { readSource } from './sources';
import { step } from './step';
import { showSamples, withRemarks } from './testRun';

export type StoredWatch = Stored<WatchCursor> &
	WithPulse &
	WithSilences &
	WithDrill &
	WithObservers;

export async function pollWatch(
	context: IPollFunctions,
	settings: WatchSettings,
	client: Client,
): Promise<IDataObject[]> {
	const stored: StoredWatch = context.getMode() === 'manual' ? {} : staticDataOf(context);
	const close = openTold(context, settings, stored);
	const items = await pollOnce(context, settings, client);
	const known = { views: stored.cursor?.views, told: close() };
	return items.map((item) => addPayloads(item, settings, known));
}

/** One poll of a published workflow, or a test run. */
async function pollOnce(
	context: IPollFunctions,
	entered: WatchSettings,
	client: Client,
): Promise<IDataObject[]> {
	const node = context.getNode();
	if (entered.source === 'health') refusePublicNode(node, client);
	refuseOwnNode(node, client, entered);
	if (context.getMode() === 'manual') return await runTest(context, entered, client);
	const poll = memory.beginPoll(context);
	const stored: StoredWatch = staticDataOf(context);
	const seen = await lookOnce(context, client, entered, stored);
	if (!ownWatchCursor(stored.cursor, seen.settings)) await demandFirst(node, client, seen);
	return takeUp(context, seen, stored, poll);
}

/** Shows samples with remarks. It uses no stored data, because a newer version may have written them. */
async function runTest(
	context: IPollFunctions,
	entered: WatchSettings,
	client: Client,
): Promise<IDataObject[]> {
	const seen = await lookOnce(context, client, entered);
	const samples = await showSamples(context.getNode(), client, seen);
	const { hearing, settings, fromUrl } = seen;
	const { reading } = hearing;
	const heads = await askHeads(context, client, settings);
	const ownId = reading.failure ? undefined : await askItself(client, settings);
	return withRemarks(samples, testRemarks(reading, settings, { heads, fromUrl, ownId }), seen);
}

/** Reads everything that is watched, and the additions that its items need. Without `stored`, it is a test run. */
async function lookOnce(
	context: IPollFunctions,
	client: Client,
	entered: WatchSettings,
	stored?: StoredWatch,
): Promise<Observation> {
	const contacts = { context, client };
	const at = Math.floor(Date.now() / 1000);
	const known = stored && ownWatchCursor(stored.cursor, entered);
	const wasProofDue = stored !== undefined && isProofDue(stored, entered, at);
	// A test run shows which observers answer.
	const asks = { cursor: known, isProofDue: !stored || wasProofDue };
	const [hearing, fromUrl] = await Promise.all([
		readWatched(contacts, entered, at, known).then(
			async (read) => await hear(contacts, entered, read, asks),
		),
		(stored ? readUrlSilences : tryUrlSilences)(context, entered, at),
	]);
	const read = withKnownUpgrades(hearing.reading, entered, known);
	const settings = stored
		? withRemoved(withSilences(entered, fromUrl), fromUrl, at)
		: withSilences(entered);
	const foresee = () => stored && step(stored.cursor, read, { ...settings, digest: false }).items;
	const isSuspected = known?.suspected !== undefined;
	const completed = await completeReading(client, settings, read, { foresee, isSuspected });
	const reading = isWithoutNetwork(settings.source)
		? await recognizeNode(client, completed, known, foresee)
		: completed;
	const about = { fromUrl, settings: coverOwnNode(settings, reading), wasProofDue };
	return { hearing: { ...hearing, reading }, ...about };
}

/** Turns the observation into items. There is no await in it, so overlapping polls see each other's results. */
function takeUp(
	context: IPollFunctions,
	{ hearing, fromUrl, settings, wasProofDue }: Observation,
	stored: StoredWatch,
	poll: memory.Poll | undefined,
): IDataObject[] {
	const { reading } = hearing;
	const before = stored.cursor;
	const isStart = memory.isStart(context);
	const tellMore = () => tellObservers(stored, hearing, settings, { wasDue: wasProofDue });
	const items = pollStoredWatch(stored, reading, settings, { isStart, poll, tellMore });
	// An overlapping poll has stored its result, so nothing of this one is stored.
	if (stored.cursor === before) return items;
	rememberSilences(settings, reading.at);
	items.push(...tellSilences(stored, withOwn(fromUrl, settings), settings, reading.at));
	items.push(...drillOnce(stored, reading, settings));
	const beating = {
		stored,
		settings: settings.heartbeat,
		scope: settings.scope,
		at: reading.at,
		isSeen: !reading.failure && !isLate(reading.blockAge),
		look: () => sightOfWatch(stored.cursor!, reading, settings),
		hasItems: items.length > 0,
		isQuiet: isQuietAt(reading.at, settings),
	};
	const beats = beat(context, beating);
	const ofPings = beats.filter(({ event }) => event === pingsEvent);
	if (settings.redeliver) stored.cursor = keepToo(stored.cursor!, deepCopy(ofPings));
	return [...items, ...beats];
}

async function readWatched(
	contacts: Contacts,
	settings: WatchSettings,
	at: number,
	known: WatchCursor | undefined,
): Promise<Reading> {
	const { client } = contacts;
	const [reading, head, metrics] = await Promise.all([
		readSource(client, settings, at, known),
		readHead(contacts, settings, at, known),
		readSelfMetrics(client, settings),
	]);
	const ofNow = dropLower(reading, client.nameOf('node'), known);
	return withFigures(withHead(ofNow, head, known), metrics, settings, known);
}

/** Reports refused lines of the option together with those of the URL. */
const withOwn = (
	fromUrl: UrlSilences | undefined,
	{ refusedSilences: own = [] }: WatchSettings,
): UrlSilences | undefined =>
	own.length
		? { silences: [], ...fromUrl, refused: [...own, ...(fromUrl?.refused ?? [])] }
		: fromUrl;

interface Taking {
	isStart?: boolean;
	poll?: memory.Poll;
	/** More items that come again after a restart. Called only if no other poll has overtaken this one. */
	tellMore?: () => IDataObject[];
}

/** Takes a reading into account. After a start of n8n, the first poll also repeats the items that were emitted last. */
export function pollStoredWatch(
	stored: StoredWatch,
	reading: Reading,
	settings: WatchSettings,
	{ isStart = false, poll, tellMore = () => [] }: Taking = {},
): IDataObject[] {
	const held = new memory.Memory(stored, settings.redeliver && isStart, poll);
	if (held.isOvertaken) return [];
	const before = ownWatchCursor(held.cursor, settings);
	const { items: ofStep, cursor } = step(held.cursor, reading, settings);
	const items = [...ofStep, ...tellMore()];
	const again = held.redelivers && before ? listAgain(before, cursor, reading, settings) : [];
	held.store(settings.redeliver ? keepLast(cursor, before, [...again, ...items]) : cursor);
	return deepCopy([...again.map(markAgain), ...items]);
}
