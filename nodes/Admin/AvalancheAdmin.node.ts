import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { admin } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Node Admin',
		name: 'avalancheAdmin',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/admin.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(admin),
		description:
			'Manage aliases, loggers, virtual machines and profiles of your own Avalanche node',
		defaults: { name: 'Avalanche Node Admin' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Changes a node of your own, which must serve the Admin API. To read a node, use Avalanche Node Info.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheInfo',
					relationHint: 'Reads the version, peers and network of a node',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(admin),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	execute = executeGroup(admin);
}
