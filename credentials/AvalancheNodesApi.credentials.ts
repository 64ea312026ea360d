import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDisplayOptions,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import {
	credentialName,
	headersFor,
	type AvalancheCredential,
} from '../nodes/shared/network/credential';
import { toProperty } from '../nodes/shared/fields/fields';
import { limitFields } from '../nodes/shared/connection/limits';
import { hosts } from '../nodes/shared/network/hosts';

/** The networks for which the user enters the hosts. */
const namedHosts: IDisplayOptions = { show: { network: ['ownNode', 'hosted'] } };

const withServices: IDisplayOptions = { show: { ...namedHosts.show, services: ['urls'] } };

const publicHosts: IDisplayOptions = { show: { network: ['mainnet', 'fuji'] } };

/** Shown if the credential reaches the Data API and the Metrics API. */
const apiKey: INodeProperties = {
	displayName: 'API Key',
	name: 'apiKey',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	placeholder: 'Optional: raises the rate limits',
	description:
		'Optional. Raises the rate limits of the Data API and the Metrics API, and is sent only to these.',
};

const withAuthentication = (kind: string): IDisplayOptions => ({
	show: { ...namedHosts.show, nodeAuthentication: [kind] },
});

/**
 * Hosts of the Avalanche network and their secrets. Each secret goes to its own host only. The nodes test the
 * credential (nodes/shared/connection/connection.ts), because they can explain failures in plain words.
 */
export class AvalancheNodesApi implements ICredentialType {
	name = credentialName;

	displayName = 'Avalanche API';

	icon: Icon = { light: 'file:../icons/avalanche.svg', dark: 'file:../icons/avalanche.dark.svg' };

	// A literal, as n8n's linter demands. A test compares it with nodes/shared/docs.ts.
	documentationUrl =
		'https://github.com/n8n-nodes-avalanche/n8n-nodes-avalanche/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Network',
			name: 'network',
			type: 'options',
			options: [
				{ name: 'Mainnet', value: 'mainnet', description: 'Real AVAX, through the public hosts' },
				{
					name: 'Fuji (Test Network)',
					value: 'fuji',
					description: 'Free test AVAX, through the public hosts',
				},
				{
					name: 'Own Node',
					value: 'ownNode',
					description:
						'A node of any network that you run: also for admin and debug calls, and L1 uptimes',
				},
				{
					name: 'Hosted Provider',
					value: 'hosted',
					description: 'A node that a provider runs, with a key of yours',
				},
			],
			default: 'mainnet',
			description:
				'Which network to use, and whose servers to reach it through. To see which network answers, run Node Info > Connection > Check.',
			// A notice would be orange, like a warning.
			hint: 'Mainnet and Fuji need no address and no key. Own Node and Hosted Provider need the URL of a node.',
		},
		{
			displayName: 'Node URL',
			name: 'nodeUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. http://127.0.0.1:9650',
			description:
				'URL that leads to your node. The path of an API, such as /ext/bc/C/rpc, is ignored.',
			hint: 'If n8n runs in a container, 127.0.0.1 is the container itself. Use the host name of the node.',
			displayOptions: { show: { network: ['ownNode'] } },
		},
		{
			displayName: 'Node URL',
			name: 'nodeUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://avalanche.example.com/your-key/ext/bc/C/rpc',
			description: 'URL as the provider shows it, with your key if it has one',
			hint: 'The path of an API, such as /ext/bc/C/rpc, is ignored. A URL that serves the C-Chain alone does not work.',
			displayOptions: { show: { network: ['hosted'] } },
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
			description:
				'How the node knows you. Choose None for an open node, or if the key is in the URL. Sent to the node only.',
			displayOptions: namedHosts,
		},
		{
			displayName: 'Header Name',
			name: 'nodeHeaderName',
			type: 'string',
			default: '',
			placeholder: 'e.g. x-api-key',
			description: 'Name of the header that carries the key, as the provider says',
			displayOptions: withAuthentication('header'),
		},
		{
			displayName: 'Header Value',
			name: 'nodeHeaderSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Key that the provider gave you',
			displayOptions: withAuthentication('header'),
		},
		{
			displayName: 'Token',
			name: 'nodeToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Token that the provider gave you',
			displayOptions: withAuthentication('bearer'),
		},
		{
			displayName: 'User',
			name: 'nodeUser',
			type: 'string',
			default: '',
			description: 'User name for the node',
			displayOptions: withAuthentication('basic'),
		},
		{
			displayName: 'Password',
			name: 'nodePassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Password for the node',
			displayOptions: withAuthentication('basic'),
		},
		{
			displayName: 'Data and Metrics APIs',
			name: 'services',
			type: 'options',
			options: [
				{ name: 'At These URLs', value: 'urls', description: 'The public ones, or your own' },
				{
					name: 'None',
					value: 'none',
					description: 'For a local network: operations that need these APIs say so',
				},
			],
			default: 'urls',
			description:
				'Services with balances, rewards, lists of transactions and statistics. The public ones cover Mainnet and Fuji.',
			displayOptions: namedHosts,
		},
		{
			displayName: 'Data URL',
			name: 'dataUrl',
			type: 'string',
			default: hosts.data.publicUrls.mainnet,
			description: 'URL of the Data API (transactions, balances, rewards), with or without /v1',
			hint: 'The public Data API covers Mainnet, Fuji and the L1s it indexes.',
			displayOptions: withServices,
		},
		{
			displayName: 'Metrics URL',
			name: 'metricsUrl',
			type: 'string',
			default: hosts.metrics.publicUrls.mainnet,
			description: 'URL of the Metrics API, with or without /v2',
			hint: 'The public Metrics API covers the EVM chains of Mainnet and Fuji.',
			displayOptions: withServices,
		},
		...[publicHosts, withServices].map((displayOptions) => ({ ...apiKey, displayOptions })),
		{
			displayName: 'Limits',
			name: 'limits',
			type: 'options',
			options: [
				{ name: 'Default', value: 'default', description: 'What suits the public hosts' },
				{
					name: 'Custom',
					value: 'custom',
					description: 'Retries, time limit, batch size and more',
				},
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
