import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists, wholeLists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { data } from './operations';
import { sayTextAmounts } from './remarks';
import { credentialName } from '../shared/network/credential';

export class AvalancheData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Data API',
		name: 'avalancheData',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/data.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(data),
		description:
			'Get balances, statements, transactions, token transfers and staking rewards from the Avalanche Data API',
		defaults: { name: 'Avalanche Data API' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Balances, statements, token prices, transfers, history and staking rewards of any address, without a node. For the newest state or for contracts, use Avalanche EVM Chains.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheEvm',
					relationHint: 'Reads the state of a chain and contracts from a node',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheTrigger',
					relationHint: 'Starts on each new transaction or reward',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(data),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: lists,
		loadOptions: wholeLists,
	};

	execute = executeGroup({ ...data, remarks: [sayTextAmounts] });
}
