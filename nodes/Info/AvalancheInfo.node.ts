import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { lists } from '../shared/operation/lists';
import { compileProperties, operationSubtitle } from '../shared/operation/properties';
import { executeGroup } from '../shared/operation/runner';
import { info } from './operations';
import { credentialName } from '../shared/network/credential';

export class AvalancheInfo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Node Info',
		name: 'avalancheInfo',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/node-info.md'),
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(info),
		description:
			'Get the health, metrics, versions, peers, uptime and upgrades of an Avalanche node',
		defaults: { name: 'Avalanche Node Info' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Tells whether a node is healthy and has caught up with the network, its metrics, version, ID, peers and upgrades. To watch a validator, use Avalanche Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheTrigger',
					relationHint: 'Alerts on a validator that is down and on a new node version',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheAdmin',
					relationHint: 'Changes log levels and aliases of the node',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: compileProperties(info),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	execute = executeGroup(info);
}
