import {
	NodeConnectionTypes,
	NodeOperationError,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { openClient } from '../shared/client';
import { testConnection } from '../shared/connection';
import { toNodeError } from '../shared/errors';
import { cursorVersion, type UptimeCursor } from './uptime/cursor';
import { readSettings, uptimeProperties } from './uptime/settings';
import { readSource } from './uptime/source';
import { makeSamples, recall, step } from './uptime/step';

/** A poll that takes longer would run into the next one. */
const timeoutMs = 20_000;

export class AvalancheTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Trigger',
		name: 'avalancheTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ { uptimeDrop: "On uptime drop" }[$parameter["event"]] }}',
		description: 'Starts a workflow when a validator of the Avalanche network goes down, and when it is back',
		eventTriggerDescription: 'Waits for a validator to go down or come back',
		activationMessage: 'From now on the validators are watched at the poll times.',
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
				options: [
					{
						name: 'Uptime Drop',
						value: 'uptimeDrop',
						action: 'On uptime drop',
						description:
							'A validator disconnects, falls below an uptime, becomes inactive or leaves, or the source cannot be read; and the end of each',
					},
				],
				default: 'uptimeDrop',
			},
			...uptimeProperties,
		],
	};

	methods = { credentialTest: { testConnection } };

	/**
	 * Reads the source once and stores what is to be remembered as its very last act, so that an error moves
	 * nothing. The stored state is taken up after the reading, without a pause in between: polls that overlap
	 * see each other's results and tell nothing twice.
	 */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const node = this.getNode();
		const settings = readSettings(this);
		// The next poll is the next try: repeats would only make polls overlap.
		const client = await openClient(this, { timeoutMs, retries: 0 });
		const reading = await readSource(client, settings, Math.floor(Date.now() / 1000));

		if (this.getMode() === 'manual') {
			if (reading.failure) throw toNodeError(node, reading.failure);
			const samples = makeSamples(reading, settings);
			if (!samples.length) throw new NodeOperationError(node, 'The source lists no validators');
			return [samples.map((json) => ({ json }))];
		}

		const stored = this.getWorkflowStaticData('node');
		const cursor = stored.cursor as UptimeCursor | undefined;
		if (cursor && cursor.version > cursorVersion) {
			throw new NodeOperationError(
				node,
				'A newer version of this node left a state that this one cannot read',
				{
					description:
						'Update the package to the version that ran before, or replace this node by a new one to start afresh.',
				},
			);
		}
		const isActivation = !recall(cursor, settings);
		if (isActivation && reading.failure && !reading.failure.passing) throw toNodeError(node, reading.failure);
		const { items, cursor: next } = step(cursor, reading, settings);
		stored.cursor = next as unknown as typeof stored;
		return items.length ? [items.map((json) => ({ json }))] : null;
	}
}
