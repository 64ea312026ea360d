/** Adds to a reading what was remembered, and what its items need. */
import type { IDataObject } from 'n8n-workflow';
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import { networkByCredential } from '../../shared/chains/network';
import type { Client } from '../../shared/network/client';
import { needsOf } from './conditions';
import { disconnected } from './conditions/disconnected';
import { isOfAddresses, type WatchSettings } from './model';
import type { WatchCursor } from './past';
import type { Reading } from './readings';
import { findNetwork } from './showValidator';
import { addHeliconTime, hasOthers, readOverview } from './sources';

/**
 * Adds details that the items need: the node, its network, the time of Helicon (it decides how long a validator may be
 * offline), and the node's view of all others. To save requests, the last two are read only if the foreseen items need
 * them. A test run foresees no items: it reads the time of Helicon, but not the view.
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
	if (!mayAskMore(reading, settings, lacksHelicon)) return { ...reading, ...about };
	const items = validators ? foresee() : [];
	const wantsHelicon = lacksHelicon && items?.length !== 0;
	const goesDown = items?.some(({ event }) => event === disconnected.event);
	const wantsOthers = (goesDown || isSuspected) && hasOthers(settings);
	const [completed, others] = await Promise.all([
		wantsHelicon ? addHeliconTime(client, reading) : reading,
		wantsOthers ? readOverview(client, settings) : overview,
	]);
	return { ...completed, ...about, overview: others };
}

/** A node that did not answer is not asked for more: n8n gives up a poll that takes too long. */
const mayAskMore = (
	{ overview, isPartial }: Reading,
	settings: WatchSettings,
	lacksHelicon: boolean,
): boolean => !isPartial && (lacksHelicon || (!overview && hasOthers(settings)));

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
