import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { evm } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheEvm implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche EVM Chains',
		name: 'avalancheEvm',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/evm.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(evm),
		description: 'Read data from the C-Chain and other Avalanche EVM chains, and send transactions',
		defaults: { name: 'Avalanche EVM Chains' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Reads accounts, blocks, contracts, tokens, logs and fees from a node, and sends signed transactions. For the history of an address, use Avalanche Data API.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheData',
					relationHint: 'Reads balances in fiat, transfers and history of an address',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheEvmAdvanced',
					relationHint: 'Debugs transactions and reads the transaction pool',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(evm),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	execute = executeGroup(evm);
}
