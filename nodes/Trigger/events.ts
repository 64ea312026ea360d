/** The events that start a workflow. */
import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { l1Chain } from '../shared/chains';
import type { Client } from '../shared/network/client';
import { cursorVersion as feedCursorVersion } from './feed/cursor';
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
import { cursorVersion as watchCursorVersion } from './watch/past';
import { readSettings, watchProperties } from './watch/settings';

export interface TriggerEvent {
	name: string;
	action: string;
	description: string;
	/** The newest form of its cursor that this code reads. */
	cursorVersion: number;
	properties: INodeProperties[];
	/** Reads and checks the parameters before the client is opened; the poll stores its cursor as its last act. */
	prepare: (context: IPollFunctions) => (client: Client) => Promise<IDataObject[]>;
}

export const events: Record<string, TriggerEvent> = {
	newReward: {
		name: 'New Reward',
		action: 'On new reward',
		description: 'A staking reward is paid to an address or for a validator',
		cursorVersion: feedCursorVersion,
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
		cursorVersion: feedCursorVersion,
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
	uptimeDrop: {
		name: 'Uptime Drop',
		action: 'On uptime drop',
		description: 'A validator disconnects, loses uptime, becomes inactive, leaves, or recovers',
		cursorVersion: watchCursorVersion,
		properties: watchProperties,
		prepare: (context) => {
			const settings = readSettings(context);
			return async (client) =>
				await pollWatch(context, await resolve(context, client, [l1Chain], settings), client);
		},
	},
};
