/** Advice names only fields of the credential that its dialog shows then, or says how to come to them. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeProperties,
} from 'n8n-workflow';
import { AvalancheNodesApi } from '../../credentials/AvalancheNodesApi.credentials';
import { testConnection } from '../../nodes/shared/connection/connection';
import type { Answer } from '../../nodes/shared/errors';
import { urlOf, type AvalancheCredential } from '../../nodes/shared/network/credential';
import type { Host, Service } from '../../nodes/shared/network/hosts';
import { describeOther, describeStatus } from '../../nodes/shared/network/meanings/statuses';
import { describeNoUrl, describeTransport } from '../../nodes/shared/network/meanings/transport';
import { describeTooLarge } from '../../nodes/shared/network/meanings/unreadable';
import { TooLarge } from '../../nodes/shared/network/transport';

const { properties } = new AvalancheNodesApi();
const labelOf = ({ displayName }: INodeProperties) => displayName.replace(/ \(.*\)$/, '');
/** Labels of one word, such as Token, are words of other texts, too. */
const labels = [...new Set(properties.map(labelOf))].filter((label) => label.includes(' '));

type Values = Record<string, string>;
const optionNames = (name: string, values: unknown[]): string[] =>
	properties
		.filter((each) => each.name === name)
		.flatMap(({ options = [] }) => options)
		.filter((option) => 'value' in option && values.includes(option.value))
		.map(({ name: label }) => label);

/** True if the dialog shows the field, or the text names each choice that would show it. */
const isReachable = (property: INodeProperties, values: Values, text: string): boolean =>
	Object.entries(property.displayOptions?.show ?? {}).every(
		([name, shown]) =>
			shown!.includes(values[name]!) ||
			optionNames(name, shown!).some((choice) => text.includes(choice)),
	);
const hiddenIn = (text: string, values: Values): string[] =>
	labels
		.filter((label) => text.includes(label))
		.filter(
			(label) =>
				!properties.some((each) => labelOf(each) === label && isReachable(each, values, text)),
		);

const own = { nodeUrl: 'http://127.0.0.1:9710', nodeAuthentication: 'none' };
const at = (url: string) => ({ services: 'urls', dataUrl: url, metricsUrl: url });
const dialogs: Values[] = [
	{ network: 'mainnet' },
	{ network: 'fuji' },
	{ network: 'ownNode', services: 'none', ...own },
	{ network: 'ownNode', ...own, ...at('http://10.0.0.7:1234') },
	{
		network: 'hosted',
		...own,
		...at('https://data-api.avax.network'),
		nodeUrl: 'https://a.example',
	},
].flatMap((values) => [
	{ ...values, limits: 'default' },
	{ ...values, limits: 'custom' },
]);
const kinds: Host[] = ['node', 'data', 'metrics'];
const paths = { node: '/ext/info', data: '/v1/chains', metrics: '/v2/chains' };
const codes = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'ECONNRESET'];
const statuses = [204, 302, 400, 401, 403, 404, 429, 500, 502, 503];
const bodies = [
	'',
	'<html></html>',
	'{"statusCode":404,"message":"Cannot GET /v1"}',
	'{"error":"no"}',
];

/** All failures of a host, with what the test of the credential and the runs of operations say. */
function answersOf(kind: Host, credential: AvalancheCredential): Answer[] {
	const name = urlOf(credential, kind);
	if (!name) return [describeNoUrl(kind)];
	const asked = { kind, name, credential };
	const request = { host: kind, method: 'GET' as const, path: paths[kind], safe: true };
	return [
		...codes.map((code) => describeTransport({ cause: { code } }, asked, 10_000)),
		describeTooLarge(new TooLarge(2e9, true), asked, 1e9),
		...(kind === 'node' ? [] : [describeOther(kind satisfies Service, { host: name, credential })]),
		...statuses.flatMap((status) =>
			bodies.map((text) =>
				describeStatus(request, { status, headers: {}, text }, name, credential),
			),
		),
	];
}

test.each(dialogs)('no advice names a field that is hidden with %j', (values) => {
	for (const kind of kinds)
		for (const answer of answersOf(kind, values as unknown as AvalancheCredential)) {
			const { message, hint = '' } = (answer as Extract<Answer, { ok: false }>).failure;
			const text = `${message}. ${hint}`;
			expect([text, ...hiddenIn(text, values)]).toEqual([text]);
		}
});

describe('the test of a credential, without internet', () => {
	const offline = {
		helpers: {
			request: () => Promise.reject(Object.assign(new Error('lost'), { code: 'ENOTFOUND' })),
		},
	} as unknown as ICredentialTestFunctions;
	test.each(dialogs.filter(({ limits }) => limits === 'default'))('%j', async (values) => {
		const tested = { data: { ...values, apiKey: '' } } as unknown as ICredentialsDecrypted;
		const { status, message } = await testConnection.call(offline, tested);
		expect(status).toBe('Error');
		expect(message).toContain('was not found');
		expect([message, ...hiddenIn(message, values)]).toEqual([message]);
		if (values.network === 'mainnet')
			expect(message.split('\n').at(-1)).toBe(
				'Check that the machine that runs n8n reaches the internet. Without internet, choose Own Node as Network in the credential, and choose None under Data and Metrics APIs.',
			);
	});
});

test('a host that fails gets the advice for its kind', () => {
	const values = { network: 'ownNode', ...own, ...at('http://127.0.0.1:1234') };
	const credential = values as unknown as AvalancheCredential;
	const hintOf = (kind: Host) => {
		const asked = { kind, name: urlOf(credential, kind), credential };
		const answer = describeTransport({ cause: { code: 'ECONNREFUSED' } }, asked, 1);
		return answer.ok ? '' : answer.failure.hint;
	};
	expect(hintOf('node')).toMatch(
		/^Check that the node runs\..*enter the name of the node's host\.$/,
	);
	expect(hintOf('data')).toMatch(
		/^Check the Data URL in the credential: the public one is https:\/\/data-api\.avax\.network\./,
	);
	expect(hintOf('metrics')).toMatch(/^Check the Metrics URL .*https:\/\/metrics\.avax\.network\./);
	for (const kind of ['data', 'metrics'] as const) {
		expect(hintOf(kind)).not.toMatch(/node/);
		expect(hintOf(kind)).toContain('choose None under Data and Metrics APIs');
	}
});

test.each([
	['http://api.avax.network', 'Mainnet'],
	['https://api.avax-test.network:9650', 'Fuji'],
])('the public node %s that is not reached needs no URL', (nodeUrl, network) => {
	const credential = { network: 'ownNode', ...own, nodeUrl } as unknown as AvalancheCredential;
	for (const code of ['ENOTFOUND', 'ECONNREFUSED']) {
		const asked = { kind: 'node' as const, name: nodeUrl, credential };
		const answer = describeTransport({ cause: { code } }, asked, 1);
		expect(answer.ok ? '' : answer.failure.hint).toBe(
			`Check that the machine that runs n8n reaches the internet. This is the public node of ${network}: with ${network} as Network, the credential needs no URL.`,
		);
	}
});
