import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists, wholeLists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { validators } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheValidators implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Validators',
		name: 'avalancheValidators',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/validators.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(validators),
		description:
			'Get validators of the Primary Network, an L1 or a subnet: uptime, stake and balance',
		defaults: { name: 'Avalanche Validators' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Reads validators now: uptime, stake, end, and the balance of L1 validators. To be alerted, use Avalanche Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheTrigger',
					relationHint: 'Alerts when a validator goes down or is at risk',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheData',
					relationHint: 'Reports the rewards of validators',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(validators),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: lists,
		loadOptions: wholeLists,
	};

	execute = executeGroup(validators);
}
