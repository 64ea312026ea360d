/** Checks the hosts of a credential, and explains in plain words what is wrong. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { nameNetwork } from '../avalanche/chains';
import { askNetworkId, networkIdCall } from '../chains/network';
import {
	fail,
	isNodeNewEnough,
	needsNewerNode,
	type Answer,
	type Failure,
	type FailureKind,
} from '../errors';
import type { InvalidField } from '../fields/invalid';
import { Client, type Call } from '../network/client';
import {
	findEmptyAuthentication,
	findWrongSecret,
	headersFor,
	namesHosts,
	urlOf,
	type AvalancheCredential,
} from '../network/credential';
import { hosts, type Host, type Service } from '../network/hosts';
import { adviseHost } from '../network/meanings/advice';
import { oncePerClient } from '../network/oncePerClient';
import type { Settings } from '../network/requests';
import type { RestCall } from '../network/rest';
import { infoCall } from '../network/rpcCall';
import type { Send } from '../network/transport';
import { valueAt } from '../values/records';
import { readLimits, toSettings } from './limits';

const nameCall = infoCall('info.getNetworkName');
const versionCall = infoCall('info.getNodeVersion');
const probeOf = (host: Service): RestCall => ({ host, ...hosts[host].probe });

/** The requests of a connection check if all hosts answer. */
export const checkCalls: Call[] = [
	{ kind: 'rpc', ...nameCall },
	{ kind: 'rpc', ...versionCall },
	{ kind: 'rpc', ...networkIdCall },
	{ kind: 'rest', ...probeOf('data') },
	{ kind: 'rest', ...probeOf('metrics') },
];

interface NodeFacts {
	/** The node's name for it, such as mainnet. */
	network: string;
	networkID?: number;
	version: string;
}

const otherKinds = ['not-found', 'not-understood', 'method-unknown'];

/** A node or its gateway may refuse to tell its version. An answer that cannot be understood is still a fault. */
const keptSecret: FailureKind[] = ['method-unknown', 'refused', 'key-refused', 'not-found'];

/** Hints at a path in the user's URL, without showing it: providers put keys there. */
function sayPath({ credential }: Client, host: Host): string {
	const hasPath = new URL(urlOf(credential, host)).pathname !== '/';
	if (hasPath)
		return 'The URL has a path after the host. Remove it, unless your provider gave it to you.';
	const entered = String(credential[`${host}Url`] ?? '').trim();
	const { apiPath } = hosts[host];
	return host === 'node' && apiPath.test(entered) ? 'The path of an API behind it is ignored.' : '';
}

/** What else serves the URL of a node, as far as its answer shows. */
function sayOther(name: Answer): string {
	if (!name.ok && name.failure.kind === 'method-unknown')
		return 'The Node URL must lead to an Avalanche node, not to the C-Chain alone.';
	return name.ok || name.failure.kind === 'not-understood'
		? 'It is a server of another kind. The Node URL must lead to an Avalanche node, such as http://127.0.0.1:9650.'
		: 'It is a server of another kind, or it serves the C-Chain alone. The Node URL must lead to an Avalanche node.';
}

/** Asks the node for its network and version. Fails if the server is not an Avalanche node. */
async function checkNode(client: Client): Promise<Answer<NodeFacts>> {
	const name = await client.rpc(nameCall);
	const network = name.ok ? (name.result as { networkName?: unknown })?.networkName : undefined;
	if (typeof network !== 'string') {
		if (!name.ok && !otherKinds.includes(name.failure.kind)) return name;
		return fail(
			'not-understood',
			`${client.nameOf('node')} answers, but not as an Avalanche node`,
			{
				hint: adviseHost(client.credential, `${sayOther(name)} ${sayPath(client, 'node')}`),
				...(!name.ok && { detail: name.failure.detail, httpStatus: name.failure.httpStatus }),
			},
		);
	}
	const [version, id] = await Promise.all([askVersion(client), askNetworkId(client)]);
	const lost = [version, id].find(
		(answer) => !answer.ok && !keptSecret.includes(answer.failure.kind),
	);
	if (lost && !lost.ok) return lost;
	return {
		ok: true,
		result: {
			network,
			version: version.ok ? version.result : '',
			...(id.ok && { networkID: id.result }),
		},
	};
}

/** Asks a service for a list. Fails if the server is of another kind. Undefined without a URL in the credential. */
async function checkService(client: Client, host: Service): Promise<Answer | undefined> {
	const { label, api, version, publicUrls, probed } = hosts[host];
	if (!urlOf(client.credential, host)) return undefined;
	const answer = await client.rest(probeOf(host));
	if (answer.ok ? Array.isArray(valueAt(answer.result, probed)) : isOfService(answer.failure))
		return answer;
	return fail('not-understood', `${client.nameOf(host)} answers, but not as the ${api}`, {
		hint: adviseHost(
			client.credential,
			`The ${label} must lead to the ${api}, such as ${publicUrls.mainnet}, and end before ${version}. ${sayPath(client, host)}`,
		),
		...(!answer.ok && { detail: answer.failure.detail, httpStatus: answer.failure.httpStatus }),
	});
}

const isOfService = ({ kind }: Failure): boolean => !otherKinds.includes(kind);

function describeAnswer(answer: Answer | undefined): IDataObject {
	if (!answer) return { status: 'none' };
	if (answer.ok) return { status: 'ok' };
	const { message, hint = '' } = answer.failure;
	return { status: 'failed', reason: message, hint };
}

/** The report on the hosts. Made once a run and copied, because it is the same for all items. */
export async function checkConnection(client: Client): Promise<Answer<IDataObject[]>> {
	return { ok: true, result: [structuredClone(await makeReport(client))] };
}

const checkHosts = async (client: Client) =>
	await Promise.all([
		checkNode(client),
		checkService(client, 'data'),
		checkService(client, 'metrics'),
	]);

/** What the two services say of the API key. */
function keyStatusOf({ credential }: Client, services: Array<Answer | undefined>): string {
	if (!credential.apiKey?.trim()) return 'none';
	const isRefused = services.some(
		(answer) => answer?.ok === false && answer.failure.kind === 'key-refused',
	);
	if (isRefused) return 'refused';
	return services.some((answer) => answer?.ok) ? 'accepted' : 'unknown';
}

/**
 * One record: the network's name and ID and the node's version (null if the node did not tell), limits (those in use,
 * and those announced by each host), node, data and metrics, each {url, status: ok, failed or none, reason, hint}, the
 * node also with network and version, and apiKey: {status: none, accepted, refused or unknown}.
 */
const makeReport = oncePerClient(async (client): Promise<IDataObject> => {
	const [node, data, metrics] = await checkHosts(client);
	const keyStatus = keyStatusOf(client, [data, metrics]);
	const { network, networkID = null, version } = node.ok ? node.result : {};
	const nameOf = (host: Host) => (urlOf(client.credential, host) ? client.nameOf(host) : null);
	return {
		network: network === undefined ? null : nameNetwork(network),
		networkID,
		version: version || null,
		limits: {
			inUse: { ...readLimits(client.credential) },
			announced: Object.fromEntries(client.announced) as IDataObject,
		},
		node: { url: nameOf('node'), ...describeAnswer(node), ...(node.ok && { network, version }) },
		data: { url: nameOf('data'), ...describeAnswer(data) },
		metrics: { url: nameOf('metrics'), ...describeAnswer(metrics) },
		apiKey: { status: keyStatus },
	};
});

const askVersion = oncePerClient(async (client): Promise<Answer<string>> => {
	const answer = await client.rpc(versionCall);
	if (!answer.ok) return answer;
	const text = valueAt(answer.result, 'version');
	return typeof text === 'string'
		? { ok: true, result: text }
		: fail('not-understood', 'The node did not say its version');
});

/** The version of the node behind the node URL, such as avalanchego/1.15.2, asked once a run. */
export async function readNodeVersion(client: Client): Promise<string | undefined> {
	const version = await askVersion(client);
	return version.ok ? version.result : undefined;
}

/** Stricter limits for a credential test, because the user waits for it. */
const testSettings = (credential: AvalancheCredential): Settings => ({
	...toSettings(readLimits(credential)),
	timeoutMs: 10_000,
	retries: 0,
	waitUntil: 0,
	asksAnyway: true,
});

/** Finds mistakes in a credential before anything is sent. */
function findMistake(credential: AvalancheCredential): string | undefined {
	const wrong = findWrongSecret(credential);
	if (wrong) return `${wrong.message}. ${wrong.hint}`;
	const [empty] = findEmptyAuthentication(credential);
	if (empty)
		return `The node authentication has no ${empty}. Enter it, or set Node Authentication to None.`;
	try {
		readLimits(credential);
		return undefined;
	} catch (error) {
		const { message, description } = error as InvalidField;
		return `${message}. ${description}`;
	}
}

/** The credential test. Checks the version of Node.js, then each host of the credential. */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	if (!isNodeNewEnough())
		return { status: 'Error', message: `${needsNewerNode.message}. ${needsNewerNode.description}` };
	const credential = data as AvalancheCredential;
	const mistake = findMistake(credential);
	if (mistake) return { status: 'Error', message: mistake };
	const { helpers } = this;
	// A credential test only has this older helper. It obeys n8n's proxy and SSRF settings.
	const send: Send = async ({ url, headers, body, qs, method, timeout }) => {
		const answer = await helpers.request({
			method,
			timeout,
			uri: url,
			qs,
			headers: { ...headers, ...headersFor(credential, url) },
			...(body !== undefined && { body: JSON.stringify(body) }),
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		});
		return { status: answer.statusCode, headers: answer.headers, body: answer.body };
	};
	const client = new Client(send, credential, testSettings(credential));
	const message = sayFailed(await checkHosts(client), client);
	return message
		? { status: 'Error', message }
		: { status: 'OK', message: 'Connection successful' };
}

type Checked = Awaited<ReturnType<typeof checkHosts>>;

/** The hosts that fail, after a node that answers. Empty if none fails. */
function sayFailed([node, data, metrics]: Checked, client: Client): string {
	const { credential } = client;
	const failures = [
		...sayFailure('node', credential, node),
		...sayFailure('data', credential, data),
		...sayFailure('metrics', credential, metrics),
	];
	if (!failures.length) return '';
	// A hint that several hosts share comes once, after their messages.
	const texts = [...Map.groupBy(failures, ({ hint }) => hint)].flatMap(([hint, of]) => [
		...of.map(({ words }) => words),
		hint,
	]);
	const answering = node.ok ? sayNode(node.result, client) : [];
	return [...answering, ...texts].filter(Boolean).join('\n');
}

/** The host's field, or what serves there if the dialog has no field for it. */
const sayHost = (host: Host, credential: AvalancheCredential): string => {
	if (namesHosts(credential)) return hosts[host].label;
	return host === 'node' ? 'Node' : hosts[host].api;
};

function sayFailure(
	host: Host,
	credential: AvalancheCredential,
	answer?: Answer,
): Array<{ words: string; hint: string }> {
	if (!answer || answer.ok) return [];
	const { message, kind, hint = '' } = answer.failure;
	const label = sayHost(host, credential);
	const isNamed = kind === 'not-configured' || message.includes(label);
	return [{ words: `${isNamed ? '' : `${label}: `}${message}.`, hint }];
}

/** Operations that need the node alone work although a service does not answer. The URL is shown as it is used. */
const sayNode = ({ network, version }: NodeFacts, client: Client): string[] => [
	`The node answers at ${client.nameOf('node')}: ${[nameNetwork(network), version].filter(Boolean).join(', ')}.`,
	namesHosts(client.credential)
		? 'To use the node alone, choose None under Data and Metrics APIs. What fails:'
		: 'Operations that need only the node work. What fails:',
];
