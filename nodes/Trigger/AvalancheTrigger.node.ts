import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import {
	chosenEvent,
	eventProperties,
	openTriggerClient,
	eventSubtitle,
} from '../feeds/parameters';
import { refuseNewer } from '../feeds/stored';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { demandNewerNode } from '../shared/errors';
import { lists, wholeLists } from '../shared/operation/lists';
import { triggerEvents } from './events';
import { restrictTo } from './limits';
import { credentialName } from '../shared/network/credential';

const defaultEvent = 'validatorDown';

export class AvalancheTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Trigger',
		name: 'avalancheTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('trigger.md'),
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle(triggerEvents),
		description:
			'Starts a workflow when a validator is down or at risk, a balance passes a limit, or a payment, transaction, contract event or reward comes',
		eventTriggerDescription:
			'Waits for a validator that is down or at risk, a balance that passes a limit, or a payment, transaction, contract event or reward',
		activationMessage: 'The workflow now checks Avalanche at the poll times that you set.',
		defaults: { name: 'Avalanche Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Starts a workflow when a validator is down or at risk, a balance passes a limit, or on each payment, transaction, contract event or reward. To read by schedule, use Schedule Trigger and another node.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheValidators',
					relationHint: 'Reads a validator that an alert names',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheData',
					relationHint: 'Lists past rewards and transactions',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: eventProperties(triggerEvents, defaultEvent),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: lists,
		loadOptions: wholeLists,
	};

	/** One poll of the chosen event. If it throws, no cursor moves. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		demandNewerNode(this.getNode());
		const event = chosenEvent(this, triggerEvents, defaultEvent);
		const run = event.prepare(this);
		refuseNewer(this, event.cursor);
		const client = await openTriggerClient(this, restrictTo(this));
		const items = await run(client);
		return items.length ? [items.map((json) => ({ json }))] : null;
	}
}
