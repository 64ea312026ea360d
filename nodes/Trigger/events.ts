import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import {
	contractEventProperties,
	readContractEventSettings,
} from '../feeds/contractEvents/settings';
import { openLogs } from '../feeds/contractEvents/source';
import { cursorVersion as feedCursorVersion, type PolledEvent } from '../feeds/cursor';
import { scopeOf } from '../feeds/identity';
import { atNetwork } from '../feeds/items/items';
import { resolveSettings } from '../feeds/parameters';
import { readRewardSettings, rewardProperties } from '../feeds/rewards/settings';
import { openRewards } from '../feeds/rewards/source';
import { demandStarted, type EventSettings, type Unresolved } from '../feeds/settings';
import type { Source } from '../feeds/source';
import { staticDataOf } from '../feeds/stored';
import { openNode } from '../feeds/transactions/node/source';
import { openNodeWallets } from '../feeds/transactions/node/wallets';
import { openService } from '../feeds/transactions/service';
import {
	transactionChains,
	readTransactionSettings,
	transactionProperties,
	watch,
} from '../feeds/transactions/settings';
import { wallets } from '../feeds/transactions/walletFields';
import { forTestRun } from '../feeds/transactions/walletSamples';
import {
	openDress,
	tellOnce,
	openWallets,
	readWalletSettings,
} from '../feeds/transactions/wallets';
import { evmChain, l1Chain } from '../shared/chains/fields';
import { callResolved, type Field } from '../shared/fields/fields';
import type { Client } from '../shared/network/client';
import { chainCalled } from '../shared/operation/columns';
import type { Values } from '../shared/operation/operations';
import { isTriedByUser } from './activation';
import { heartbeatOf, withHeartbeat, type BeatingSettings } from './feed/beats';
import { runGroup } from './feed/groupPoll';
import { runFeed } from './feed/poll';
import { sayRead, type FeedChoices } from './feed/sayRead';
import { balanceEvent, readBalanceSettings } from './watch/balanceSettings';
import { conditions } from './watch/conditions';
import type { WatchSettings } from './watch/model';
import { watchCursorEvent, watchCursorVersion } from './watch/past';
import { pollWatch } from './watch/poll';
import { readSettings, watchEvents, watchProperties } from './watch/settings';

interface TriggerEvent {
	name: string;
	action: string;
	description: string;
	/** The event name in the stored cursor, and the newest version of the cursor that this code reads. */
	cursor: { event: string; version: number };
	properties: INodeProperties[];
	/** Reads and checks the parameters before the client is opened. The poll stores its cursor as its very last act. */
	prepare: (context: IPollFunctions) => (client: Client) => Promise<IDataObject[]>;
}

/** Settings with the chain that its host knows. Its name is no part of the identity, so it joins them last. */
async function complete<S extends EventSettings & { values: Values }, V extends Values>(
	context: IPollFunctions,
	client: Client,
	chains: Field[],
	unresolved: Unresolved<S, V>,
): Promise<S> {
	const { values } = unresolved;
	const resolved = await resolveSettings(context, client, chains, values);
	const settings = unresolved.complete(resolved);
	const called = await callResolved(chains, values, resolved, client);
	return called ? { ...settings, values: { ...settings.values, [chainCalled]: called } } : settings;
}

/** What a heartbeat needs besides the settings of a feed. */
const beatsOf = (
	event: PolledEvent,
	heartbeat: BeatingSettings['heartbeat'],
	choices: FeedChoices,
): Pick<BeatingSettings, 'heartbeat' | 'reads'> => ({
	heartbeat,
	reads: sayRead(feeds[event].name, choices),
});

/** A feed whose chain may have to be looked up on a host first. */
const onChain =
	<S extends EventSettings & { values: Values }, V extends Values>(
		event: PolledEvent,
		read: (context: IPollFunctions) => Unresolved<S, V>,
		open: (client: Client, settings: S) => Source,
		chains: Field[],
	): TriggerEvent['prepare'] =>
	(context) => {
		const unresolved = read(context);
		const heartbeat = heartbeatOf(context);
		return async (client) => {
			const settings = await complete(context, client, chains, unresolved);
			const ofItems = { ...atNetwork(client, settings), ...beatsOf(event, heartbeat, settings) };
			return await runFeed(context, ofItems, open(client, settings));
		};
	};

const ofTransactions = onChain(
	'newTransaction',
	readTransactionSettings,
	(client, settings) => (settings.fromNode ? openNode : openService)(client, settings),
	transactionChains,
);

/** One watch of the movements of several addresses. */
const ofWallets: TriggerEvent['prepare'] = (context) => {
	const unresolved = readWalletSettings(context);
	const heartbeat = heartbeatOf(context);
	return async (client) => {
		const settings = await complete(context, client, transactionChains, unresolved);
		const group = (settings.fromNode ? openNodeWallets : openWallets)(client, settings);
		return await runGroup(
			context,
			{ ...atNetwork(client, settings), ...beatsOf('newTransaction', heartbeat, settings) },
			context.getMode() === 'manual' ? forTestRun(group, settings) : group,
			{
				dress: openDress(settings),
				pick: (items) => tellOnce(items, settings),
			},
		);
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
			const heartbeat = heartbeatOf(context);
			return async (client) => {
				const ofItems = {
					...atNetwork(client, settings),
					...beatsOf('newReward', heartbeat, settings),
				};
				return await runFeed(context, ofItems, openRewards(client, settings));
			};
		},
	},
	newTransaction: {
		name: 'New Transaction',
		action: 'On new transaction or payment',
		description:
			'A new transaction of an address, of up to 50 wallets, or of a token, chain or asset',
		properties: transactionProperties,
		prepare: (context) =>
			(context.getNodeParameter('watch', watch.default) === wallets ? ofWallets : ofTransactions)(
				context,
			),
	},
	contractEvent: {
		name: 'Contract Event',
		action: 'On contract event',
		description: 'A contract emits an event, found by its signature, ABI or topics',
		properties: contractEventProperties,
		prepare: onChain('contractEvent', readContractEventSettings, openLogs, [evmChain]),
	},
};

/** Resolves the chains of a watch and of its conditions to the names that its node uses. */
async function resolveWatch(
	context: IPollFunctions,
	client: Client,
	settings: WatchSettings,
): Promise<WatchSettings> {
	const resolved = await resolveSettings(context, client, [l1Chain], settings);
	const chainName = await callResolved([l1Chain], settings, resolved, client);
	const rules = { ...resolved.rules };
	for (const { event, resolves } of conditions)
		if (resolves && rules[event])
			rules[event] = await resolveSettings(context, client, resolves, rules[event]);
	return { ...resolved, rules, ...(chainName && { chainName }) };
}

const ofWatch = (
	{ name, action, description }: Pick<TriggerEvent, 'name' | 'action' | 'description'>,
	properties: INodeProperties[],
	read: (context: IPollFunctions) => WatchSettings,
): TriggerEvent => ({
	name,
	action,
	description,
	cursor: { event: watchCursorEvent, version: watchCursorVersion },
	properties,
	prepare: (context) => {
		const settings = read(context);
		return async (client) =>
			await pollWatch(context, await resolveWatch(context, client, settings), client);
	},
});

/** Many users look for these, so the editor lists them first. */
const first = ['validatorDown', 'newTransaction', 'newReward'];
const rankOf = (value: string): number => first.indexOf(value) + 1 || first.length + 1;

/** By the value of the Event parameter, in the order of the editor. */
export const triggerEvents: Record<string, TriggerEvent> = Object.fromEntries(
	[
		...Object.entries(feeds).map(([value, feed]): [string, TriggerEvent] => [
			value,
			{
				...feed,
				cursor: { event: value, version: feedCursorVersion },
				properties: withHeartbeat(feed.properties),
				prepare: (context) => {
					const run = feed.prepare(context);
					if (isTriedByUser(context, staticDataOf(context), scopeOf(context)))
						demandStarted(context);
					return run;
				},
			},
		]),
		...Object.entries(watchEvents).map(([value, event]): [string, TriggerEvent] => [
			value,
			ofWatch(event, watchProperties(event), (context) => readSettings(context, event)),
		]),
		['balance', ofWatch(balanceEvent, balanceEvent.properties, readBalanceSettings)] as const,
	].sort(([a, { name }], [b, other]) => rankOf(a) - rankOf(b) || (name < other.name ? -1 : 1)),
);
