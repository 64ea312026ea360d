import {
	NodeConnectionTypes,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { openClient, type Client } from '../shared/client';
import { testConnection } from '../shared/connection';
import { demandNewerNode, toNodeError } from '../shared/errors';
import { cursorVersion as feedCursorVersion } from './feed/cursor';
import { runFeed } from './feed/poll';
import { refuse } from './refuse';
import { readRewardSettings, rewardProperties } from './rewards/settings';
import { openRewards } from './rewards/source';
import { openNode } from './transactions/node';
import { openService } from './transactions/service';
import { readTransactionSettings, transactionProperties } from './transactions/settings';
import { cursorVersion } from './watch/cursor';
import { pollStored, type Stored } from './watch/poll';
import { makeSamples } from './watch/samples';
import { readSettings, uptimeProperties } from './watch/settings';
import { readSource } from './watch/source';
import { recall } from './watch/step';

/** A poll that takes longer would run into the next one. */
const timeoutMs = 20_000;
/** A host that limits the rate for longer is left to n8n, which polls later then. */
const patienceMs = 5_000;

interface TriggerEvent {
	name: string;
	action: string;
	description: string;
	/** The newest form of its cursor that this code reads. */
	cursorVersion: number;
	properties: INodeProperties[];
	/** Reads and checks the parameters before the client is opened; the poll stores its cursor as its last act. */
	prepare: (context: IPollFunctions) => (client: Client) => Promise<IDataObject[]>;
}

const events: Record<string, TriggerEvent> = {
	newReward: {
		name: 'New Reward',
		action: 'On new reward',
		description: 'A staking reward is paid to an address, or for a validator',
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
		description: 'A transaction of an address, a token, a chain or an asset',
		cursorVersion: feedCursorVersion,
		properties: transactionProperties,
		prepare: (context) => {
			const settings = readTransactionSettings(context);
			const open = settings.fromNode ? openNode : openService;
			return async (client) => await runFeed(context, settings, open(client, settings));
		},
	},
	uptimeDrop: {
		name: 'Uptime Drop',
		action: 'On uptime drop',
		description:
			'A validator disconnects, falls below an uptime, becomes inactive or leaves, or the source cannot be read; and the end of each',
		cursorVersion,
		properties: uptimeProperties,
		prepare: (context) => {
			const settings = readSettings(context);
			return async (client) => {
				const node = context.getNode();
				const isTest = context.getMode() === 'manual';
				// A test run rests on nothing that is stored: a newer version may have left that.
				const known = isTest
					? undefined
					: recall((context.getWorkflowStaticData('node') as Stored).cursor, settings);
				const reading = await readSource(client, settings, Math.floor(Date.now() / 1000), known);
				if (isTest) {
					if (reading.failure) throw toNodeError(node, reading.failure);
					const samples = makeSamples(reading, settings);
					if (!samples.length) throw new NodeOperationError(node, 'The source lists no validators');
					return samples;
				}
				// Taken up after the reading, without a pause in between: polls that overlap see each other's results.
				const stored = context.getWorkflowStaticData('node') as Stored;
				const isActivation = !recall(stored.cursor, settings);
				if (isActivation && reading.failure && !reading.failure.passing)
					throw toNodeError(node, reading.failure);
				return pollStored(stored, reading, settings);
			};
		},
	},
};

const showFor = (event: string, properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, event: [event] },
		},
	}));

const actions = Object.fromEntries(
	Object.entries(events).map(([event, { action }]) => [event, action]),
);

export class AvalancheTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Trigger',
		name: 'avalancheTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${JSON.stringify(actions)}[$parameter["event"]] }}`,
		description:
			'Starts a workflow on a new transaction or staking reward of the Avalanche network, or when a validator goes down, and when it is back',
		eventTriggerDescription:
			'Waits for a transaction, a reward, or a validator that goes down or comes back',
		activationMessage: 'From now on the network is watched at the poll times.',
		defaults: { name: 'Avalanche Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'avalancheApi', required: true, testedBy: 'testConnection' }],
		properties: [
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				noDataExpression: true,
				options: Object.entries(events).map(([value, { name, action, description }]) => ({
					name,
					value,
					action,
					description,
				})),
				default: 'uptimeDrop',
			},
			...Object.entries(events).flatMap(([event, { properties }]) => showFor(event, properties)),
		],
	};

	methods = { credentialTest: { testConnection } };

	/** One poll of the chosen event; an error moves nothing. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const node = this.getNode();
		demandNewerNode(node);
		const name = this.getNodeParameter('event', 'uptimeDrop') as string;
		const event = Object.hasOwn(events, name) && events[name];
		if (!event) throw refuse(node, `Event must be one of ${Object.keys(events).join(', ')}`);
		const run = event.prepare(this);
		const cursor = this.getWorkflowStaticData('node').cursor as
			| { version: number; event?: string }
			| undefined;
		const isOwn = cursor && (cursor.event ?? name) === name;
		if (isOwn && cursor.version > event.cursorVersion && this.getMode() !== 'manual') {
			throw new NodeOperationError(
				node,
				'A newer version of this node left a state that this one cannot read',
				{
					description:
						'Update the package to the version that ran before, or replace this node by a new one to start afresh.',
				},
			);
		}
		// The next poll is the next try: repeats would only make polls overlap.
		const waitUntil = Date.now() + Math.min(timeoutMs, this.getPollBudgetMs?.() ?? Infinity);
		const client = await openClient(this, { timeoutMs, retries: 0, patienceMs, waitUntil });
		const items = await run(client);
		return items.length ? [items.map((json) => ({ json }))] : null;
	}
}
