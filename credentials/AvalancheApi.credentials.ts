import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { headersFor, type AvalancheCredential } from '../nodes/shared/credential';

/** What a server repeats of the credential is hidden (nodes/shared/secrets.ts). */
const hiddenWhereUnmistakable =
	'hidden in answers if it has 12 characters or more with letters and digits mixed, else in errors only';
const hiddenEverywhere = 'Hidden wherever a server repeats it, if it has 6 characters or more; else in errors only';

/**
 * Where the Avalanche network is reached, and the secrets of these places. Each secret goes to its own host alone.
 * Tested by the nodes (nodes/shared/connection.ts), which say in plain words what is wrong.
 */
export class AvalancheApi implements ICredentialType {
	name = 'avalancheApi';

	displayName = 'Avalanche API';

	icon: Icon = { light: 'file:../icons/avalanche.svg', dark: 'file:../icons/avalanche.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-avalanche/n8n-nodes-avalanche#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Node URL',
			name: 'nodeUrl',
			type: 'string',
			default: 'https://api.avax.network',
			required: true,
			placeholder: 'e.g. http://127.0.0.1:9650',
			description: `URL of an Avalanche node, without /ext. A key in it is ${hiddenWhereUnmistakable}.`,
			hint: "The public node does not serve what concerns one node (its ID, IP, VMs and the admin API), the debug methods, or the validators of an L1, which only that L1's own nodes know",
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
			description: 'What a hosted node asks for; it is sent to the node alone',
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
			description: `What a server repeats of it is ${hiddenWhereUnmistakable}`,
			displayOptions: { show: { nodeAuthentication: ['basic'] } },
		},
		{
			displayName: 'Password',
			name: 'nodePassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: `What a server repeats of it is ${hiddenWhereUnmistakable}`,
			displayOptions: { show: { nodeAuthentication: ['basic'] } },
		},
		{
			displayName: 'Data URL',
			name: 'dataUrl',
			type: 'string',
			default: 'https://data-api.avax.network',
			required: true,
			description: 'URL of the data service (transactions, balances, rewards), without /v1',
			hint: 'The public service knows mainnet, Fuji and the L1s it indexes, not a local network',
		},
		{
			displayName: 'Metrics URL',
			name: 'metricsUrl',
			type: 'string',
			default: 'https://metrics.avax.network',
			required: true,
			description: 'URL of the metrics service, without /v2',
			hint: 'The public service knows the EVM chains of mainnet and Fuji, not a local network',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				`Optional: raises the rate limits of the data and metrics services. It is sent to these two and to nothing else. ${hiddenEverywhere}.`,
		},
	];

	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const target = (request.baseURL ?? '') + request.url;
		const secret = URL.canParse(target) ? headersFor(credential as AvalancheCredential, target) : {};
		return { ...request, headers: { ...request.headers, ...secret } };
	};
}
