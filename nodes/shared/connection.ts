/** Whether the three hosts of a credential answer, and what is wrong where they do not, in plain words. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { headersFor, type AvalancheCredential } from './credential';
import { fail, isNodeNewEnough, needsNewerNode, type Answer } from './errors';
import { Client } from './network/client';
import { hosts } from './network/hosts';
import type { RpcCall } from './network/jsonRpc';
import { defaultSettings } from './network/requests';
import type { RestCall } from './network/rest';
import type { Send } from './network/transport';
import type { Call } from './operations';

const infoCall = (method: string): RpcCall => ({
	path: '/ext/info',
	method,
	params: {},
	safe: true,
});
const nameCall = infoCall('info.getNetworkName');
const versionCall = infoCall('info.getNodeVersion');
const dataCall: RestCall = { host: 'data', ...hosts.data.probe };
const metricsCall: RestCall = { host: 'metrics', ...hosts.metrics.probe };

/** What the check of a connection sends where all hosts answer. */
export const checkCalls: Call[] = [
	{ kind: 'rpc', ...nameCall },
	{ kind: 'rpc', ...versionCall },
	{ kind: 'rest', ...dataCall },
	{ kind: 'rest', ...metricsCall },
];

/** Asks the node for its network and version; refuses a server that is no Avalanche node. */
async function checkNode(client: Client): Promise<Answer<{ network: string; version: string }>> {
	const name = await client.rpc(nameCall);
	const network = name.ok ? (name.result as { networkName?: unknown })?.networkName : undefined;
	if (typeof network !== 'string') {
		if (!name.ok && !['not-found', 'not-understood', 'method-unknown'].includes(name.failure.kind))
			return name;
		return fail(
			'not-understood',
			`${client.nameOf('node')} answers, but not as an Avalanche node`,
			{
				hint: 'The node URL must lead to a node and end before /ext.',
				...(!name.ok && { detail: name.failure.detail, httpStatus: name.failure.httpStatus }),
			},
		);
	}
	return { ok: true, result: { network, version: (await readNodeVersion(client)) ?? '' } };
}

const describe = (answer: Answer): IDataObject =>
	answer.ok
		? { status: 'ok' }
		: { status: 'failed', reason: answer.failure.message, hint: answer.failure.hint ?? '' };

const reports = new WeakMap<Client, Promise<IDataObject>>();

/** The report on the hosts: the same for all items of a run, so it is made once. */
export async function checkConnection(client: Client): Promise<Answer<IDataObject[]>> {
	const report = reports.get(client) ?? makeReport(client);
	reports.set(client, report);
	return { ok: true, result: [structuredClone(await report)] };
}

/**
 * Asks all three hosts at once. One record: node, data and metrics, each {url, status: ok or failed, reason, hint},
 * the node with its network and version; apiKey: {status: none, accepted, refused or unknown}.
 */
async function makeReport(client: Client): Promise<IDataObject> {
	const [node, data, metrics] = await Promise.all([
		checkNode(client),
		client.rest(dataCall),
		client.rest(metricsCall),
	]);
	const services = [data, metrics];
	const refused = services.find((answer) => !answer.ok && answer.failure.kind === 'key-refused');
	const keyStatus = !client.credential.apiKey?.trim()
		? 'none'
		: refused
			? 'refused'
			: services.some((answer) => answer.ok)
				? 'accepted'
				: 'unknown';
	return {
		node: { url: client.nameOf('node'), ...describe(node), ...(node.ok && node.result) },
		data: { url: client.nameOf('data'), ...describe(data) },
		metrics: { url: client.nameOf('metrics'), ...describe(metrics) },
		apiKey: { status: keyStatus },
	};
}

const versions = new WeakMap<Client, Promise<string | undefined>>();

/** What the node behind the node URL says of itself, such as avalanchego/1.15.2; asked once a run. */
export async function readNodeVersion(client: Client): Promise<string | undefined> {
	const version =
		versions.get(client) ??
		client.rpc(versionCall).then((answer) => {
			const text = answer.ok ? (answer.result as { version?: unknown } | null)?.version : undefined;
			return typeof text === 'string' ? text : undefined;
		});
	versions.set(client, version);
	return await version;
}

/** The credential's test: whether nodes can run here, the node's network, and where a key is set, whether the data service takes it. */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	if (!isNodeNewEnough())
		return { status: 'Error', message: `${needsNewerNode.message}. ${needsNewerNode.description}` };
	const credential = data as AvalancheCredential;
	const { helpers } = this;
	// A credential test has no other helper than this older one; it obeys n8n's proxy and SSRF settings.
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
	const client = new Client(send, credential, {
		...defaultSettings,
		timeoutMs: 10_000,
		retries: 0,
	});
	const node = await checkNode(client);
	const failed = node.ok && credential.apiKey?.trim() ? await client.rest(dataCall) : node;
	if (!failed.ok)
		return {
			status: 'Error',
			message: [failed.failure.message, failed.failure.hint].filter(Boolean).join('. '),
		};
	return { status: 'OK', message: 'Connection successful' };
}
