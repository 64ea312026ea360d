import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { native } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheNative implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Cross-Chain Transfers',
		name: 'avalancheNative',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/cross-chain-transfers.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(native),
		description:
			'Issue and follow cross-chain transfers of the C-Chain (atomic transactions and UTXOs)',
		defaults: { name: 'Avalanche Cross-Chain Transfers' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Imports and exports between the C-Chain and the X-Chain or P-Chain: UTXOs and signed atomic transactions. For the balances there, use Avalanche Data API.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheEvm',
					relationHint: 'Follows a transaction until it is executed',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheData',
					relationHint: 'Reads balances of the X-Chain and the P-Chain',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(native),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	execute = executeGroup(native);
}
