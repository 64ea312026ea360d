/** The events that start a workflow, with their subscriptions. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	contractEventFields,
	contractEventOptions,
	readContractEventSettings,
} from '../feeds/contractEvents/settings';
import { criteriaOf, openLogs } from '../feeds/contractEvents/source';
import type { FeedEvent } from '../feeds/cursor';
import type { ItemSettings } from '../feeds/items/items';
import { createReader, type TriggerContext } from '../feeds/parameters';
import type { EventSettings, Unresolved } from '../feeds/settings';
import type { NodeBlocks } from '../feeds/source';
import { topicsBetween } from '../feeds/transactions/node/chainRecords';
import { openNode } from '../feeds/transactions/node/source';
import {
	addressFields,
	nodeOptions,
	readTransactionSettings,
	tokenContract,
} from '../feeds/transactions/settings';
import { evmChain } from '../shared/chains/fields';
import { optional, toProperty } from '../shared/fields/fields';
import { choice, flag, integer } from '../shared/fields/kinds';
import type { Client } from '../shared/network/client';
import { chainCalled } from '../shared/operation/columns';
import type { Values } from '../shared/operation/operations';
import { openNewBlocks, openTransactions, shapeTransaction } from './blocks';
import type { Subscription } from './connection';
import { readBlockSettings, startOptions, streamOptions } from './settings';
import { hourSeconds } from '../shared/values/timeUnits';

export interface StreamWatch {
	settings: ItemSettings;
	/** Its name in the node's paths. */
	chain: string;
	/** Includes new blocks, whose notifications also show that the connection is alive. */
	subscriptions: Subscription[];
	/** True if every block may hold something, because the node has no filter for the event. */
	wakesOnBlocks: boolean;
	open: (client: Client) => NodeBlocks;
	/** True if only notifications report the event. The feed serves for samples only. */
	isTransient?: true;
	/** For transactions that a node reports before their execution. */
	early?: {
		show: (transaction: unknown) => IDataObject;
		/** How long to wait for receipts. Undefined if the user wants none. */
		receiptSeconds?: number;
	};
}

export interface StreamEvent {
	name: string;
	action: string;
	description: string;
	feed: FeedEvent;
	properties: INodeProperties[];
	prepare: (context: TriggerContext) => {
		values: Values;
		/** `called` is the name of the chain, if it is known. */
		complete: (resolved: Values, called?: string) => StreamWatch;
	};
}

const newHeads: Subscription = { kind: 'newHeads', params: [] };

/** Combines the parameters of an event with its subscriptions, once the chain is known. */
const prepare =
	<S extends EventSettings & { values: Values }, V extends Values>(
		read: (context: TriggerContext) => Unresolved<S, V>,
		watch: (settings: S, context: TriggerContext) => Omit<StreamWatch, 'settings' | 'chain'>,
	): StreamEvent['prepare'] =>
	(context) => {
		const { values, complete } = read(context);
		return {
			values,
			complete: (resolved, called) => {
				const named = complete(resolved as V);
				const values = called ? { ...named.values, [chainCalled]: called } : named.values;
				const settings = { ...named, values };
				return { settings, chain: String(resolved.chain), ...watch(settings, context) };
			},
		};
	};

const output = choice(
	{
		displayName: 'Output',
		name: 'output',
		default: 'whole',
		description: 'What to return of each transaction',
		noDataExpression: true,
	},
	[
		{ name: 'Hash', value: 'hash', description: 'The hash alone' },
		{ name: 'Whole Transaction', value: 'whole', description: 'All fields of the transaction' },
	],
);
const addReceipt = flag({
	displayName: 'Wait for Receipt',
	name: 'addReceipt',
	description: 'Whether to wait until the transaction is executed, and add its status and fee',
});
const receiptSeconds = integer(
	{
		displayName: 'Max Receipt Wait (Seconds)',
		name: 'receiptSeconds',
		default: 120,
		description: 'After this time, a transaction without a receipt is not reported',
	},
	1,
	hourSeconds,
);

function readEarly(context: TriggerContext) {
	const { read, readOption } = createReader(context);
	return {
		isWhole: read(output) === 'whole',
		wantsReceipt: readOption(optional(addReceipt)) === true,
		seconds: Number(readOption(optional(receiptSeconds)) ?? receiptSeconds.default),
	};
}

const notice = (displayName: string): INodeProperties => ({
	displayName,
	name: 'notice',
	type: 'notice',
	default: '',
});
const chain = toProperty(evmChain);

/** By value. The editor shows them in this order, the most popular first. */
export const streamEvents: Record<string, StreamEvent> = {
	contractEvent: {
		name: 'Contract Event',
		action: 'On contract event',
		description: 'A contract emits an event, found by its signature, ABI or topics',
		feed: 'contractEvent',
		properties: [
			...contractEventFields.map(toProperty),
			streamOptions({ own: contractEventOptions, samples: ['notDecoded', 'removed'] }),
		],
		prepare: prepare(readContractEventSettings, (settings) => {
			const { address, topics } = criteriaOf(settings.values);
			return {
				subscriptions: [newHeads, { kind: 'logs', params: [{ address, topics }] }],
				wakesOnBlocks: false,
				open: (client) => openLogs(client, settings),
			};
		}),
	},
	tokenTransfer: {
		name: 'Token Transfer',
		action: 'On token transfer',
		description: 'Tokens of a contract are transferred',
		feed: 'newTransaction',
		properties: [
			chain,
			toProperty(tokenContract),
			streamOptions({ own: nodeOptions('token'), samples: ['removed', 'amountUnknown'] }),
		],
		prepare: prepare(
			(context) => readTransactionSettings(context, 'token'),
			(settings) => {
				const { address } = settings.values;
				const { from, to } = settings;
				return {
					subscriptions: [
						newHeads,
						...topicsBetween(from, to).map(
							(topics): Subscription => ({ kind: 'logs', params: [{ address, topics }] }),
						),
					],
					wakesOnBlocks: false,
					open: (client) => openNode(client, settings),
				};
			},
		),
	},
	newTransaction: {
		name: 'Transaction of an Address',
		action: 'On transaction of address',
		description: 'An address sends or receives a transaction',
		feed: 'newTransaction',
		properties: [
			chain,
			...addressFields.map(toProperty),
			streamOptions({ own: nodeOptions('address'), samples: ['amountUnknown'] }),
		],
		prepare: prepare(
			(context) => readTransactionSettings(context, 'address'),
			(settings) => ({
				subscriptions: [newHeads],
				wakesOnBlocks: true,
				open: (client) => openNode(client, settings),
			}),
		),
	},
	newBlock: {
		name: 'New Block',
		action: 'On new block',
		description: 'A block is added to the chain',
		feed: 'newBlock',
		properties: [chain, streamOptions({ own: startOptions })],
		prepare: prepare(
			(context) => readBlockSettings(context, 'newBlock'),
			(settings) => ({
				subscriptions: [newHeads],
				wakesOnBlocks: true,
				open: (client) => openNewBlocks(client, settings),
			}),
		),
	},
	acceptedTransaction: {
		name: 'Accepted Transaction',
		action: 'On accepted transaction',
		description: 'A transaction is accepted, which a node can report before its execution',
		feed: 'acceptedTransaction',
		properties: [
			notice(
				'Since Helicon, a node reports accepted transactions before it executes them. They may still fail. To know their status, add the option Wait for Receipt.',
			),
			chain,
			toProperty(output),
			streamOptions({ own: [toProperty(optional(addReceipt)), ...startOptions] }),
		],
		prepare: prepare(
			(context) => readBlockSettings(context, 'acceptedTransaction'),
			(settings, context) => {
				const shown = readEarly(context);
				const { isWhole, wantsReceipt } = shown;
				const accepted: Subscription = { kind: 'newAcceptedTransactions', params: [isWhole] };
				return {
					subscriptions: wantsReceipt ? [newHeads] : [newHeads, accepted],
					wakesOnBlocks: true,
					open: (client) => openTransactions(client, settings, shown),
					...(!wantsReceipt && {
						early: { show: (transaction) => shapeTransaction(transaction, settings) },
					}),
				};
			},
		),
	},
	pendingTransaction: {
		name: 'Pending Transaction',
		action: 'On pending transaction',
		description: 'A transaction waits to be included, as far as the queried node knows',
		feed: 'pendingTransaction',
		properties: [
			notice(
				'A node reports pending transactions before their execution, and some are never included. What it reported while n8n was not connected is lost.',
			),
			chain,
			toProperty(output),
			streamOptions({
				own: [toProperty(optional(addReceipt)), toProperty(optional(receiptSeconds))],
				followsChain: false,
			}),
		],
		prepare: prepare(
			(context) => readBlockSettings(context, 'pendingTransaction', []),
			(settings, context) => {
				const { isWhole, wantsReceipt, seconds } = readEarly(context);
				return {
					subscriptions: [newHeads, { kind: 'newPendingTransactions', params: [isWhole] }],
					wakesOnBlocks: false,
					open: (client) => openTransactions(client, settings, { isWhole, wantsReceipt: false }),
					isTransient: true,
					early: {
						show: (transaction) => shapeTransaction(transaction, settings),
						...(wantsReceipt && { receiptSeconds: seconds }),
					},
				};
			},
		),
	},
};
