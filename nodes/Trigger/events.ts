/** The events that start a workflow. */
import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { l1Chain } from '../shared/chains';
import type { Client } from '../shared/network/client';
import { cursorVersion as feedCursorVersion, type FeedCursor } from './feed/cursor';
import { runFeed } from './feed/poll';
import { resolve } from './parameters';
import { readRewardSettings, rewardProperties } from './rewards/settings';
import { openRewards } from './rewards/source';
import { openNode } from './transactions/node/source';
import { openService } from './transactions/service';
import {
	chainFields,
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

const feeds: Record<FeedCursor['event'], Omit<TriggerEvent, 'cursor'>> = {
	newReward: {
		name: 'New Reward',
		action: 'On new reward',
		description: 'A staking reward is paid to an address or for a validator',
		properties: rewardProperties,
		prepare: (context) => {
			const settings = readRewardSettings(context);
			return async (client) => await runFeed(context, settings, openRewards(client, settings));
		},
	},
	newTransaction: {
		name: 'New Transaction',
		action: 'On new transaction',
		description: 'A new transaction of an address, token, chain or asset',
		properties: transactionProperties,
		prepare: (context) => {
			const { values } = readTransactionSettings(context);
			return async (client) => {
				const chosen = await resolve(context, client, chainFields, values);
				const settings = readTransactionSettings(context, chosen);
				const open = settings.fromNode ? openNode : openService;
				return await runFeed(context, settings, open(client, settings));
			};
		},
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
