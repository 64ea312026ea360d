import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { testConnection } from '../shared/connection';
import { docsPage } from '../shared/docs';
import { lists } from '../shared/lists';
import { compileProperties } from '../shared/properties';
import { executeGroup } from '../shared/runner';
import { admin } from './operations';

export class AvalancheAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Node Admin',
		name: 'avalancheAdmin',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('operations/admin.md'),
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Manage aliases, loggers, virtual machines and profiles of your own Avalanche node',
		defaults: { name: 'Avalanche Node Admin' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'avalancheApi', required: true, testedBy: 'testConnection' }],
		properties: compileProperties(admin),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	execute = executeGroup(admin);
}
