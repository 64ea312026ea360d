/** Adds to a reading what was remembered, and what its items need. */
import type { IDataObject } from 'n8n-workflow';
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import { networkByCredential } from '../../shared/chains/network';
import type { Client } from '../../shared/network/client';
import { isPublic } from '../../shared/network/hosts';
import { needsOf } from './conditions';
import { disconnected } from './conditions/disconnected';
import { connectionSources, isOfAddresses, type WatchSettings } from './model';
import { askOwnDoubt } from './observers/ask';
import { listSuspects } from './observers/votes';
import type { WatchCursor } from './past';
import type { Reading } from './readings';
import { findNetwork } from './showValidator';
import { addHeliconTime, hasOthers, readOverview } from './sources';

/**
 * Adds details that the items need: the node, its network, the time of Helicon (it decides how long a validator may be
 * offline), the node's view of all others, and its health. To save requests, the last three are read only if the foreseen
 * items need them. A test run foresees no items: it reads the time of Helicon, but not the view.
 */
export async function completeReading(
	client: Client,
	settings: WatchSettings,
	reading: Reading,
	{ foresee, isSuspected }: { foresee: () => IDataObject[] | undefined; isSuspected: boolean },
): Promise<Reading> {
	const { validators, overview } = reading;
	const node = client.nameOf('node');
	const about = { node, network: networkFor(client, settings, node, reading), overview };
	const lacksHelicon = settings.source === 'primaryNetwork' && !needsOf(settings).heliconTime;
	const mayWantMore = lacksHelicon || mayLookAtNode(client, settings, reading);
	// A node that did not answer is not asked for more: n8n gives up a poll that takes too long.
	if (reading.isPartial || !mayWantMore) return { ...reading, ...about };
	const items = validators ? foresee() : [];
	const wantsHelicon = lacksHelicon && items?.length !== 0;
	const goesDown = items?.some(({ event }) => event === disconnected.event);
	const isInDoubt = validators && (goesDown || isSuspected);
	const [completed, ofNode] = await Promise.all([
		wantsHelicon ? addHeliconTime(client, reading) : reading,
		isInDoubt ? lookAtNode(client, settings, reading) : { overview },
	]);
	return { ...completed, ...about, ...ofNode };
}

/** What shows if the queried node itself is the cause: whom it sees, and what it says of itself. */
async function lookAtNode(
	client: Client,
	settings: WatchSettings,
	reading: Reading,
): Promise<Pick<Reading, 'overview' | 'unfit'>> {
	const [others, unfit] = await Promise.all([
		hasOthers(settings) ? readOverview(client, settings) : reading.overview,
		mayDoubtItself(client, settings, reading) ? askOwnDoubt(client, settings) : undefined,
	]);
	return { overview: others, ...(unfit && { unfit }) };
}

const mayLookAtNode = (client: Client, settings: WatchSettings, reading: Reading): boolean =>
	mayDoubtItself(client, settings, reading) || (!reading.overview && hasOthers(settings));

/** Further Observers take the vote of a sick node. Behind a public URL are many nodes, and none serves its health. */
const mayDoubtItself = (
	client: Client,
	settings: WatchSettings,
	{ validators, at }: Reading,
): boolean =>
	!settings.observers &&
	settings.suspectShare < 100 &&
	connectionSources.includes(settings.source) &&
	!isPublic(client.nameOf('node'), ['node']) &&
	validators !== undefined &&
	listSuspects(validators, settings, at).length > 0;

/** The remembered time of Helicon decides how far a Down has grown. No request is sent for it. */
export const withKnownUpgrades = (
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
