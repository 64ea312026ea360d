import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists, wholeLists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { metrics } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheMetrics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Chain Metrics',
		name: 'avalancheMetrics',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/metrics.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(metrics),
		description:
			'Get transactions, gas, fees, addresses and contracts of Avalanche chains over time',
		defaults: { name: 'Avalanche Chain Metrics' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'A chain over time, as points for a chart: transactions, addresses, gas and fees. For one address, use Avalanche Data API.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheData',
					relationHint: 'Reads single transactions and addresses',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(metrics),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: lists,
		loadOptions: wholeLists,
	};

	execute = executeGroup(metrics);
}
