/** The events that start a workflow. */
import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { evmChain, l1Chain } from '../shared/chains';
import type { Field } from '../shared/fields';
import type { Client } from '../shared/network/client';
import type { Values } from '../shared/operations';
import { contractEventProperties, readContractEventSettings } from './contractEvents/settings';
import { openLogs } from './contractEvents/source';
import { cursorVersion as feedCursorVersion, type PolledEvent } from './feed/cursor';
import { atNetwork } from './feed/items';
import { runFeed } from './feed/poll';
import type { EventSettings, Unresolved } from './feed/settings';
import type { Source } from './feed/source';
import { resolve } from './parameters';
import { readRewardSettings, rewardProperties } from './rewards/settings';
import { openRewards } from './rewards/source';
import { openNode } from './transactions/node/source';
import { openService } from './transactions/service';
import {
	transactionChains,
	readTransactionSettings,
	transactionProperties,
} from './transactions/settings';
import { pollWatch } from './watch/poll';
import { cursorEvent, cursorVersion as watchCursorVersion } from './watch/past';
import { readSettings, watchEvents, watchProperties } from './watch/settings';

export interface TriggerEvent {
	name: string;
	action: string;
	description: string;
	/** What its stored cursor is called, and the newest form that this code reads. */
	cursor: { event: string; version: number };
	properties: INodeProperties[];
	/** Reads and checks the parameters before the client is opened; the poll stores its cursor as its last act. */
	prepare: (context: IPollFunctions) => (client: Client) => Promise<IDataObject[]>;
}

/** A feed whose chain a host may have to be asked for. */
const onChain =
	<S extends EventSettings, V extends Values>(
		read: (context: IPollFunctions) => Unresolved<S, V>,
		open: (client: Client, settings: S) => Source,
		chains: Field[],
	): TriggerEvent['prepare'] =>
	(context) => {
		const { values, complete } = read(context);
		return async (client) => {
			const settings = complete(await resolve(context, client, chains, values));
			return await runFeed(context, atNetwork(client, settings), open(client, settings));
		};
	};

const feeds: Record<PolledEvent, Omit<TriggerEvent, 'cursor'>> = {
	newReward: {
		name: 'New Reward',
		action: 'On new reward',
		description: 'A staking reward is paid to an address or for a validator',
		properties: rewardProperties,
		prepare: (context) => {
			const settings = readRewardSettings(context);
			return async (client) =>
				await runFeed(context, atNetwork(client, settings), openRewards(client, settings));
		},
	},
	newTransaction: {
		name: 'New Transaction',
		action: 'On new transaction or payment',
		description: 'A new transaction of an address, token, chain or asset',
		properties: transactionProperties,
		prepare: onChain(
			readTransactionSettings,
			(client, settings) => (settings.fromNode ? openNode : openService)(client, settings),
			transactionChains,
		),
	},
	contractEvent: {
		name: 'Contract Event',
		action: 'On contract event',
		description: 'A contract emits an event, found by its signature, ABI or topics',
		properties: contractEventProperties,
		prepare: onChain(readContractEventSettings, openLogs, [evmChain]),
	},
};

/** Many users look for these; the editor lists them first. */
const first = ['validatorDown', 'newTransaction', 'newReward'];
const placeOf = (value: string): number => first.indexOf(value) + 1 || first.length + 1;

/** By value, in the order of the editor. */
export const events: Record<string, TriggerEvent> = Object.fromEntries(
	[
		...Object.entries(feeds).map(([value, feed]): [string, TriggerEvent] => [
			value,
			{ ...feed, cursor: { event: value, version: feedCursorVersion } },
		]),
		...Object.entries(watchEvents).map(([value, event]): [string, TriggerEvent] => [
			value,
			{
				name: event.name,
				action: event.action,
				description: event.description,
				cursor: { event: cursorEvent, version: watchCursorVersion },
				properties: watchProperties(event),
				prepare: (context) => {
					const settings = readSettings(context, event);
					return async (client) =>
						await pollWatch(context, await resolve(context, client, [l1Chain], settings), client);
				},
			},
		]),
	].sort(([a, { name }], [b, other]) => placeOf(a) - placeOf(b) || (name < other.name ? -1 : 1)),
);
