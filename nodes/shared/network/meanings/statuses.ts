/** Explains an HTTP answer that is no success. */
import { fail, type Answer, type Failure } from '../../errors';
import { namesHosts, type AvalancheCredential } from '../credential';
import { hosts, isPublic, type Service } from '../hosts';
import { nowOf, readResetMs, toWaitMs } from '../quota';
import type { HttpAnswer, HttpRequest } from '../transport';
import { adviseHost, between } from './advice';
import { chainInPath, describeStarting } from './chains';
import {
	describeLimit,
	describeRpcError,
	isServerFault,
	nodeLimitHint,
	rateText,
	type RpcError,
} from './rpcErrors';
import { dayMs } from '../../values/timeUnits';

interface Refusal {
	request: HttpRequest;
	status: number;
	text: string;
	host: string;
	credential: AvalancheCredential;
	isNode: boolean;
	/** The server's own words. `said` has them after a colon. */
	detail: string;
	said: string;
	known: { httpStatus: number; detail: string };
	retryAfterMs?: number;
}

/** A JSON-RPC error from a node says more than the status, unless it is about the key. */
function describeOwnError(refusal: Refusal): Answer<never> | undefined {
	const { request, status, text, host, isNode, detail, retryAfterMs } = refusal;
	const rpcError = isNode ? rpcErrorIn(text) : undefined;
	const isKeyRefused = status === 401 || (status === 403 && accessText.test(detail));
	if (!rpcError || (isKeyRefused && !rateText.test(detail))) return undefined;
	return describeRpcError(request.rpcMethod ?? 'the call', rpcError, host, {
		httpStatus: status,
		retryAfterMs,
	});
}

/** Too many requests, by the status or in words. */
function describeRate(refusal: Refusal): Answer<never> | undefined {
	const { status, host, credential, isNode, detail, said, known, retryAfterMs } = refusal;
	if (status !== 429 && !(mayLimit(status, isNode) && rateText.test(detail))) return undefined;
	const keyHint = `Send fewer requests${credential.apiKey ? '' : ', or set an API key to raise the limit'}.`;
	return describeLimit(host, said, isNode ? nodeLimitHint(host) : keyHint, {
		...known,
		retryAfterMs,
	});
}

/** Authentication is missing, or was refused. */
function describeAccess(refusal: Refusal): Answer<never> | undefined {
	const { status, text, host, credential, isNode, said, known } = refusal;
	if (status !== 401 && status !== 403) return undefined;
	// A node answers so if it is asked under a name that is not one of its own.
	if (text.startsWith('invalid host specified'))
		return fail('refused', `${host} does not answer under this host name`, {
			...known,
			hint: "The node was started with --http-allowed-hosts. Add the node URL's host name there.",
		});
	if (!isNode && !credential.apiKey)
		return fail('key-refused', `${host} requires an API key (${status})${said}`, {
			...known,
			hint: 'Enter an API key in the credential.',
		});
	if (isNode && !namesHosts(credential))
		return fail('key-refused', `${host} refused the request (${status})${said}`, {
			...known,
			hint: between,
		});
	if (isNode && status === 401 && credential.nodeAuthentication === 'none')
		return fail('key-refused', `${host} requires authentication (${status})${said}`, {
			...known,
			hint: 'None was sent. In the credential, choose Node Authentication, and enter what your provider gave you.',
		});
	const what = isNode ? 'authentication' : 'API key';
	return fail('key-refused', `${host} refused the ${what} (${status})${said}`, {
		...known,
		hint: isNode
			? 'Check Node Authentication in the credential.'
			: 'Check the API key in the credential.',
	});
}

/** The requested data is elsewhere, nowhere, or not there yet. */
function describePlace(refusal: Refusal): Answer<never> | undefined {
	const { request, status, text, host, credential, known, retryAfterMs } = refusal;
	if (redirects.includes(status))
		return fail('refused', `${host} redirects to another address, and redirects are not followed`, {
			...known,
			hint: adviseHost(
				credential,
				`Put the final address into the ${hosts[request.host].label} of the credential. A redirect could carry the API key to another host.`,
			),
		});
	if (status === 404) return describeNotFound(refusal);
	const chain = chainInPath(request.path);
	return status === 503 && chain !== undefined && text.includes('not done bootstrapping')
		? describeStarting(chain, host, { ...known, retryAfterMs })
		: undefined;
}

/** An HTTP answer that is no success, explained for the host and path it came from. */
export function describeStatus(
	request: HttpRequest,
	{ status, headers, text }: HttpAnswer,
	host: string,
	credential: AvalancheCredential,
): Answer<never> {
	const detail = reasonIn(text);
	const said = detail ? `: ${detail}` : '';
	const known = { httpStatus: status, detail };
	const isNode = request.host === 'node';
	const retryAfterMs = readRetryAfter(headers);
	const about = { request, status, text, host, credential };
	const refusal: Refusal = { ...about, isNode, detail, said, known, retryAfterMs };
	const understood =
		describeOwnError(refusal) ??
		describeRate(refusal) ??
		describeAccess(refusal) ??
		describePlace(refusal);
	if (understood) return understood;
	if (status >= 500 || isServerFault(status))
		return fail('server', `${host} failed (${status})${said}`, {
			...known,
			passing: isServerFault(status),
			isLost: isServerFault(status),
			retryAfterMs,
			hint: sayUnavailable(refusal),
		});
	if (status < 400)
		return fail('not-understood', `${host} answered without the requested data (${status})`, {
			...known,
			isLost: true,
			hint: adviseHost(
				credential,
				`A cache or a proxy may be in between. Try again, or put the host's own address into the ${hosts[request.host].label} of the credential.`,
			),
		});
	return fail('refused', `${host} refused the request (${status})${said}`, known);
}

/** Only gateways and proxies answer so, if the server behind them does not. */
const ofProxy = [502, 504];

function sayUnavailable({ status, isNode, host, credential }: Refusal): string {
	const isOfUser = isNode && !isPublic(host);
	if (isOfUser && ofProxy.includes(status))
		return 'A proxy before the node answers so while the node does not. Check that the node is up, and that the proxy leads to it. Try again later.';
	if (isOfUser && credential.network === 'ownNode')
		return 'Check that the node runs, and what its log says.';
	return 'Try again later.';
}

/** Statuses that come with a limit in words. The services' 400 is not one, because it echoes the request. */
const mayLimit = (status: number, isNode: boolean): boolean =>
	status === 403 || status === 503 || (isNode && status >= 400 && status !== 401 && status !== 404);

const redirects = [301, 302, 303, 307, 308];

/** Words of a 403 that is about the caller and not about the request. */
const accessText =
	/api.?key|token|auth|credential|forbidden|access denied|permission|project.?id|^$/i;

/** The error of a JSON-RPC answer with a status of failure, for one call or all calls of a batch. */
function rpcErrorIn(text: string): RpcError | string | undefined {
	try {
		const [answer] = [JSON.parse(text)].flat() as Array<{
			jsonrpc?: unknown;
			error?: RpcError | string;
		}>;
		const error = answer?.error;
		const isOne =
			typeof error === 'object'
				? error?.message !== undefined
				: typeof error === 'string' && answer.jsonrpc;
		return isOne ? error : undefined;
	} catch {
		return undefined;
	}
}

/** The words of a 404 from the Data API or the Metrics API. Undefined if another server wrote it. */
function notFoundWords(text: string): string | undefined {
	try {
		const { statusCode, message } = JSON.parse(text) as { statusCode?: unknown; message?: unknown };
		return statusCode === undefined ? undefined : String(message);
	} catch {
		return undefined;
	}
}

/** Something other than this service answers under its URL. */
export function describeOther(
	service: Service,
	{ host, credential }: Pick<Refusal, 'host' | 'credential'>,
	known: Partial<Failure> = {},
): Answer<never> {
	const { api, label, version } = hosts[service];
	return fail('not-found', `${host} answers, but not as the ${api}`, {
		...known,
		hint: adviseHost(
			credential,
			`Check the ${label} in the credential: the URL ends before ${version}.`,
		),
	});
}

function describeNotFound(refusal: Refusal): Answer<never> {
	const { request, host, credential, known, text, said } = refusal;
	const { host: kind, path } = request;
	const words = notFoundWords(text);
	if (kind !== 'node' && words === undefined) return describeOther(kind, refusal, known);
	if (kind !== 'node' && words?.startsWith('Cannot GET '))
		return fail('not-found', `The ${hosts[kind].api} does not know the path ${path}`, {
			...known,
			hint: namesHosts(credential)
				? `Check the path, and the ${hosts[kind].label} in the credential, ${host}: the URL ends before ${hosts[kind].version}.`
				: 'Check the path.',
		});
	if (kind !== 'node')
		return fail('not-found', `The ${hosts[kind].api} did not find what was requested${said}`, {
			...known,
			hint: `Check the IDs and addresses, and that they belong to the chosen network or chain. ${host} has no ${path}.`,
		});
	const chain = chainInPath(path);
	if (chain !== undefined && !/^[PXC]$/.test(chain))
		return fail('not-found', `${host} does not serve ${path}`, {
			...known,
			hint: `Check that this node tracks the chain "${chain}". The node may still be starting, or have this API switched off.`,
		});
	return fail('not-found', `${host} does not serve ${path}`, {
		...known,
		hint: namesHosts(credential)
			? 'Check that the Node URL in the credential leads to an Avalanche node, and that this API is switched on.'
			: 'The public node does not serve this API. Use a node of your own, on which it is switched on.',
	});
}

/** The service's own words in an error body: {message: text or list, error: text or {message}}, or plain text. */
function reasonIn(text: string): string {
	try {
		const [body] = [JSON.parse(text)].flat() as Array<
			{ message?: unknown; error?: unknown } | undefined
		>;
		const error = body?.error as { message?: unknown } | string | undefined;
		const words = [body?.message ?? (typeof error === 'object' ? error?.message : error)].flat();
		return words
			.filter((word) => typeof word === 'string')
			.join('; ')
			.slice(0, 300);
	} catch {
		return /^\s*</.test(text) ? '' : text.trim().slice(0, 300);
	}
}

/** If a host asks to wait for longer, it is asked again after a year all the same. */
const longestRetryMs = 365 * dayMs;

const readWait = (text: string, headers: HttpAnswer['headers']): number =>
	/^[-+]?\d+(\.\d+)?$/.test(text)
		? toWaitMs(Number(text), headers)
		: Date.parse(text) - nowOf(headers);

/** How long a host asks to wait, in ms: Retry-After (seconds or an HTTP date), else until its limit begins anew. */
export function readRetryAfter(headers: HttpAnswer['headers']): number | undefined {
	const text = String(headers['retry-after'] ?? '').trim();
	const ms = text ? readWait(text, headers) : readResetMs(headers);
	return ms === undefined || Number.isNaN(ms)
		? undefined
		: Math.min(Math.max(0, ms), longestRetryMs);
}
