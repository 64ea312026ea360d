import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { evmAdvanced } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheEvmAdvanced implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche EVM Advanced',
		name: 'avalancheEvmAdvanced',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/evm-advanced.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(evmAdvanced),
		description:
			'For those who run EVM nodes and chains: debugging, transaction pool, filters and keystore',
		defaults: { name: 'Avalanche EVM Advanced' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Needs a node of your own that serves these APIs. For accounts, blocks, contracts, logs and fees, use Avalanche EVM Chains.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheEvm',
					relationHint: 'Does what public nodes serve',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheAdmin',
					relationHint: 'Writes profiles and sets log levels of the node',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		hints: [
			{
				message:
					'Public nodes rarely serve this. Put the URL of your own node into the credential.',
				displayCondition:
					'={{ ["debug", "keystore", "personal", "transactionPool"].includes($parameter["resource"]) }}',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
			},
		],
		// Keys and signatures, from any operation.
		sensitiveOutputFields: ['words', 'signature', 'raw', 'tx.v', 'tx.r', 'tx.s', 'tx.yParity'],
		properties: compileProperties(evmAdvanced),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	execute = executeGroup(evmAdvanced);
}
