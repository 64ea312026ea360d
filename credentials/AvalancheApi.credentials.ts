import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { headersFor, type AvalancheCredential } from '../nodes/shared/credential';
import { toProperty } from '../nodes/shared/fields';
import { limitFields } from '../nodes/shared/limits';
import { hosts } from '../nodes/shared/network/hosts';

/** What a server repeats of the credential is hidden (nodes/shared/secrets.ts). */
const hiddenWhereUnmistakable =
	'If a server repeats it, the nodes show ***: everywhere from 12 mixed letters and digits on, otherwise in messages only';
const hiddenEverywhere =
	'If a server repeats it, the nodes show ***: everywhere from 6 characters on, otherwise in messages only';

/**
 * Where the Avalanche network is reached, and the secrets of these places. Each secret goes to its own host alone.
 * Tested by the nodes (nodes/shared/connection.ts), which say in plain words what is wrong.
 */
export class AvalancheApi implements ICredentialType {
	name = 'avalancheApi';

	displayName = 'Avalanche API';

	icon: Icon = { light: 'file:../icons/avalanche.svg', dark: 'file:../icons/avalanche.dark.svg' };

	// A literal, as n8n's linter demands; a test compares it with nodes/shared/docs.ts.
	documentationUrl =
		'https://github.com/n8n-nodes-avalanche/n8n-nodes-avalanche/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Node URL',
			name: 'nodeUrl',
			type: 'string',
			default: hosts.node.publicUrls.mainnet,
			required: true,
			placeholder: 'e.g. http://127.0.0.1:9650',
			description:
				'URL of an Avalanche node, without /ext. If a server repeats a key in it, the nodes show *** instead (see the docs).',
			hint: 'The public node has no admin or debug API, no node details (ID, IP, VMs) and no L1 validators. Use your own node.',
		},
		{
			displayName: 'Node Authentication',
			name: 'nodeAuthentication',
			type: 'options',
			options: [
				{ name: 'Basic', value: 'basic' },
				{ name: 'Bearer Token', value: 'bearer' },
				{ name: 'Header', value: 'header' },
				{ name: 'None', value: 'none' },
			],
			default: 'none',
			description: 'Authentication that a hosted node requires. Sent to the node only.',
		},
		{
			displayName: 'Header Name',
			name: 'nodeHeaderName',
			type: 'string',
			default: '',
			placeholder: 'e.g. x-api-key',
			displayOptions: { show: { nodeAuthentication: ['header'] } },
		},
		{
			displayName: 'Header Value',
			name: 'nodeHeaderSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: hiddenEverywhere,
			displayOptions: { show: { nodeAuthentication: ['header'] } },
		},
		{
			displayName: 'Token',
			name: 'nodeToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: hiddenEverywhere,
			displayOptions: { show: { nodeAuthentication: ['bearer'] } },
		},
		{
			displayName: 'User',
			name: 'nodeUser',
			type: 'string',
			default: '',
			description: hiddenWhereUnmistakable,
			displayOptions: { show: { nodeAuthentication: ['basic'] } },
		},
		{
			displayName: 'Password',
			name: 'nodePassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: hiddenWhereUnmistakable,
			displayOptions: { show: { nodeAuthentication: ['basic'] } },
		},
		{
			displayName: 'Data URL',
			name: 'dataUrl',
			type: 'string',
			default: hosts.data.publicUrls.mainnet,
			required: true,
			description: 'URL of the Data API (transactions, balances, rewards), without /v1',
			hint: 'The public Data API covers mainnet, Fuji and the L1s it indexes, but no local network',
		},
		{
			displayName: 'Metrics URL',
			name: 'metricsUrl',
			type: 'string',
			default: hosts.metrics.publicUrls.mainnet,
			required: true,
			description: 'URL of the Metrics API, without /v2',
			hint: 'The public Metrics API covers the EVM chains of mainnet and Fuji, but no local network',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: `Optional. Raises the rate limits of the Data API and the Metrics API, and is sent only to these. ${hiddenEverywhere}.`,
		},
		{
			displayName: 'Limits',
			name: 'limits',
			type: 'options',
			options: [
				{ name: 'Default', value: 'default', description: 'What suits the public hosts' },
				{ name: 'Custom', value: 'custom' },
			],
			default: 'default',
			description: 'How much to ask of the hosts, and how long to wait for them',
		},
		...Object.values(limitFields).map((field) => ({
			...toProperty(field),
			displayOptions: { show: { limits: ['custom'] } },
		})),
	];

	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const target = (request.baseURL ?? '') + request.url;
		const secret = URL.canParse(target)
			? headersFor(credential as AvalancheCredential, target)
			: {};
		return { ...request, headers: { ...request.headers, ...secret } };
	};
}
