/** One poll of a watch of validators or nodes inside n8n: reads, finds the items, and stores the memory. */
import {
	deepCopy,
	NodeOperationError,
	type IDataObject,
	type INode,
	type IPollFunctions,
} from 'n8n-workflow';
import { putMarks } from '../../feeds/items/words';
import { neverSent, noSuchEvent, refuse } from '../../feeds/parameters';
import { staticDataOf, type Stored } from '../../feeds/stored';
import { refuseBlockchain } from '../../shared/chains/listed';
import { networkByCredential } from '../../shared/chains/network';
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import { toNodeError, type Failure } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import { isPublic } from '../../shared/network/hosts';
import { beat, type WithPulse } from '../heartbeat';
import * as memory from '../memory';
import { keepLast, listAgain, markAgain } from './again';
import { needsOf } from './conditions';
import { disconnected } from './conditions/disconnected';
import { drillOnce, type WithDrill } from './drill';
import { isLate } from './head/late';
import { askHeads, readHead, withHead } from './head/read';
import { readSelfMetrics, withFigures } from './metrics/read';
import { isOfAddresses, isWithoutNetwork, type WatchSettings } from './model';
import type { Contacts } from './observers/ask';
import { hear, type Hearing } from './observers/hear';
import { isProofDue, tellObservers, type WithObservers } from './observers/proof';
import { coverOwnNode, recognizeNode } from './ownNode';
import { ownWatchCursor, type WatchCursor } from './past';
import { addPayloads } from './payloads';
import { openTold } from './toldSeverities';
import { isQuietAt } from './quietHours';
import type { Reading } from './readings';
import { remarkHeld } from './remarkHeld';
import { askItself, openAlertRemarks, testRemarks } from './remarks';
import { isOther, makeWatchSamples, missingForMany, neededFor, showsPresent } from './samples';
import { findNetwork } from './showValidator';
import { sightOfWatch } from './sight';
import { tellSilences, type WithSilences } from './silencesTold';
import { readUrlSilences, tryUrlSilences, type UrlSilences } from './silencesUrl';
import { addHeliconTime, hasOthers, readOverview, readSource } from './sources';
import { step } from './step';

export type StoredWatch = Stored<WatchCursor> &
	WithPulse &
	WithSilences &
	WithDrill &
	WithObservers;

/** The error if nobody is listed. The ID may be that of a blockchain, which looks the same. */
const refuseEmpty = (node: INode, { source, subnetId }: WatchSettings): NodeOperationError =>
	source === 'balances' || source === 'l1Balance'
		? new NodeOperationError(node, 'Check Subnet: it has no L1 validators', {
				description: `The node lists no L1 validators of ${subnetId}. Choose the subnet from the list, or enter its ID: a blockchain ID is another one.`,
			})
		: new NodeOperationError(node, 'There are no validators to watch', {
				description:
					'The node lists none. Check which validators are chosen, and the network of the credential.',
			});

/** The public node serves no health, so it is refused before a request is sent. */
function refusePublicNode(node: INode, client: Client): void {
	const host = client.nameOf('node');
	if (isPublic(host, ['node']))
		throw refuse(
			node,
			`Node Health needs your own node: ${host} serves no health`,
			'Put the URL of your own node into the credential. To watch validators from the public node, use Validator Down or at Risk.',
		);
}

/** The queried node must not vote twice: one sick node would count as two. */
function refuseOwnNode(node: INode, client: Client, { observers }: WatchSettings): void {
	const same = observers?.list.find(({ url }) => url !== undefined && client.isNode(url));
	if (!same) return;
	throw refuse(
		node,
		`Further Observers has the node of your credential, as "${same.name}"`,
		'That node is asked anyway. Enter the URL of another node, or remove the line.',
	);
}

/** Throws if the subnet ID is a blockchain ID. Such a watch would stay silent for ever. */
async function demandSubnet(
	node: INode,
	client: Client,
	{ source, subnetId }: WatchSettings,
	{ validators }: Reading,
): Promise<void> {
	if (source !== 'balances' || validators?.size !== 0) return;
	const failure = await refuseBlockchain(client, subnetId);
	if (failure) throw toNodeError(node, failure);
}

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

/** The result of a poll's requests, and the settings with the silences of the URL. */
interface Observation {
	hearing: Hearing;
	fromUrl?: UrlSilences;
	settings: WatchSettings;
	/** True if the observers were due to prove that they work. */
	wasProofDue: boolean;
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
	const settings = withSilences(entered, stored && fromUrl);
	const foresee = () => stored && step(stored.cursor, read, { ...settings, digest: false }).items;
	const isSuspected = known?.suspected !== undefined;
	const completed = await completeReading(client, settings, read, { foresee, isSuspected });
	const reading = isWithoutNetwork(settings.source)
		? await recognizeNode(client, completed, known, foresee)
		: completed;
	const about = { fromUrl, settings: coverOwnNode(settings, reading), wasProofDue };
	return { hearing: { ...hearing, reading }, ...about };
}

async function showSamples(
	node: INode,
	client: Client,
	{ hearing: { reading }, settings }: Observation,
): Promise<IDataObject[]> {
	if (reading.failure) return showFailure(node, reading.failure, { reading, settings });
	await demandSubnet(node, client, settings, reading);
	const samples = makeWatchSamples(reading, settings);
	if (samples.length) return samples;
	const fewest = missingForMany(reading, settings);
	if (fewest) throw refuse(node, ...neverSent(`Watch ${fewest} validators or more`));
	if (isOther(settings.testEvent)) throw refuse(node, ...noSuchEvent(neededFor(settings)));
	throw refuseEmpty(node, settings);
}

/** A node that cannot be read now is what is wrong now, unless nobody could publish such a watch. */
function showFailure(
	node: INode,
	failure: Failure,
	{ reading, settings }: { reading: Reading; settings: WatchSettings },
): IDataObject[] {
	const isShown = failure.passing && showsPresent(reading, settings);
	const samples = isShown ? makeWatchSamples(reading, settings) : [];
	if (!samples.length) throw toNodeError(node, failure);
	return samples;
}

/** n8n takes no hints from a poll, so each sample carries the remarks. */
function withRemarks(
	samples: IDataObject[],
	ofAll: string[],
	{ hearing, fromUrl, settings }: Observation,
): IDataObject[] {
	const silenced = coverOwnNode(withSilences(settings, fromUrl), hearing.reading);
	const about = { settings, at: hearing.reading.at };
	const remarkAlert = openAlertRemarks(samples, settings);
	return samples.map((item) => {
		const held = remarkHeld(item, silenced.silences!, about);
		const remarks = [...ofAll, ...remarkAlert(item), ...held];
		const { sample, ...rest } = item;
		return remarks.length ? putMarks(rest, { sample, remarks }) : item;
	});
}

/** The first poll of a watch fails if its source can never be read. */
async function demandFirst(
	node: INode,
	client: Client,
	{ hearing: { reading }, settings }: Observation,
): Promise<void> {
	if (reading.failure && !reading.failure.passing) throw toNodeError(node, reading.failure);
	await demandSubnet(node, client, settings, reading);
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
	const items = pollStoredWatch(stored, reading, settings, { isStart, poll });
	// An overlapping poll has stored its result, so nothing of this one is stored.
	if (stored.cursor === before) return items;
	items.push(...tellSilences(stored, withOwn(fromUrl, settings), settings, reading.at));
	items.push(...tellObservers(stored, hearing, settings, { wasDue: wasProofDue }));
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
	return [...items, ...beat(context, beating)];
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
	return withFigures(withHead(reading, head, known), metrics, settings, known);
}

/** Reports refused lines of the option together with those of the URL. */
const withOwn = (
	fromUrl: UrlSilences | undefined,
	{ refusedSilences: own = [] }: WatchSettings,
): UrlSilences | undefined =>
	own.length
		? { silences: [], ...fromUrl, refused: [...own, ...(fromUrl?.refused ?? [])] }
		: fromUrl;

const withSilences = (
	settings: WatchSettings,
	{ silences }: UrlSilences = { silences: [], refused: [] },
): WatchSettings => ({ ...settings, silences: [...(settings.silences ?? []), ...silences] });

/**
 * Adds details that the items need: the node, its network, the time of Helicon (it decides how long a validator may be
 * offline), and the node's view of all others. To save requests, the last two are read only if the foreseen items need
 * them. A test run foresees no items: it reads the time of Helicon, but not the view.
 */
async function completeReading(
	client: Client,
	settings: WatchSettings,
	reading: Reading,
	{ foresee, isSuspected }: { foresee: () => IDataObject[] | undefined; isSuspected: boolean },
): Promise<Reading> {
	const { validators, overview, isPartial } = reading;
	const node = client.nameOf('node');
	const about = { node, network: networkFor(client, settings, node, reading) };
	const wantsHelicon = settings.source === 'primaryNetwork' && !needsOf(settings).heliconTime;
	// If the node did not answer, it is not asked for more: n8n gives up a poll that takes too long.
	const mayAsk = !isPartial && (wantsHelicon || (!overview && hasOthers(settings)));
	const items = validators && mayAsk ? foresee() : [];
	const goesDown = items?.some(({ event }) => event === disconnected.event);
	const wantsOthers = (goesDown || isSuspected) && hasOthers(settings);
	const [completed, others] = await Promise.all([
		mayAsk && wantsHelicon && (!items || items.length) ? addHeliconTime(client, reading) : reading,
		wantsOthers && mayAsk ? readOverview(client, settings) : overview,
	]);
	return { ...completed, ...about, overview: others };
}

/** The remembered time of Helicon decides how far a Down has grown. No request is sent for it. */
const withKnownUpgrades = (
	reading: Reading,
	{ source }: WatchSettings,
	known: WatchCursor | undefined,
): Reading =>
	source === 'primaryNetwork' && !reading.isPartial && !reading.upgrades && known?.upgrades
		? { ...reading, upgrades: known.upgrades }
		: reading;

/** A balance does not show its network, but the credential may. */
const networkFor = (
	client: Client,
	{ source }: WatchSettings,
	node: string,
	reading: Reading,
): PublicNetwork | undefined =>
	findNetwork(node, reading) ?? (isOfAddresses(source) ? networkByCredential(client) : undefined);

/** Takes a reading into account. After a start of n8n, the first poll also repeats the items that were emitted last. */
export function pollStoredWatch(
	stored: StoredWatch,
	reading: Reading,
	settings: WatchSettings,
	{ isStart = false, poll }: { isStart?: boolean; poll?: memory.Poll } = {},
): IDataObject[] {
	const held = new memory.Memory(stored, settings.redeliver && isStart, poll);
	if (held.isOvertaken) return [];
	const before = ownWatchCursor(held.cursor, settings);
	const { items, cursor } = step(held.cursor, reading, settings);
	const again = held.redelivers && before ? listAgain(before, cursor, reading, settings) : [];
	held.store(settings.redeliver ? keepLast(cursor, before, [...again, ...items]) : cursor);
	return deepCopy([...again.map(markAgain), ...items]);
}
