/** What an answer that is no success means: in plain words, and what to do about it. */
import type { AvalancheCredential } from './credential';
import { fail, type Answer, type Failure } from '../errors';
import { hosts, type Host, type Service } from './hosts';
import { rpcMeanings } from './rpcMeanings';
import type { HttpAnswer, HttpRequest, TooLarge } from './transport';
import { lookUp } from '../values/records';

/** No more of a server's words stands in a message. */
const longestWords = 2000;

/** The error of a JSON-RPC answer. */
export interface RpcError {
	code?: number;
	message?: string;
	data?: unknown;
}

/** A service limits how often it is asked. Words of plans, gateways and nodes; never those of a contract. */
const rateText =
	/rate.?limit|\brate\b.*(exceed|limit)|(exceed|limit).*\brate\b|per.?(second|sec|minute|hour|day)\b|\/ ?(s|sec|second|minute)\b|\brps\b|quota|credits?\b|compute units?|too many requests|throttl|requests? (count|limit)/i;
/** What was asked for is too much at once: a smaller question may be answered. */
const amountText = /\bresults?\b|\bblocks?\b|\brange|\blogs\b|response size|too (large|big)/i;
/** The server may still carry out the call, but no longer waits for it. */
const givenUpText = /tim(ed|e) ?-?out|deadline exceeded|took too long/i;
/** EIP-1474: limit exceeded. Some servers mean their rate by it, others the size of the answer. */
const limitExceeded = -32005;

/** What is known of the answer that an error came in. */
interface Surroundings {
	httpStatus?: number;
	/** Parameters of the call. */
	params?: unknown;
	retryAfterMs?: number;
}

function isRateLimit({ code, data }: RpcError, detail: string, httpStatus?: number): boolean {
	if (/revert/i.test(detail) || (typeof data === 'string' && data.startsWith('0x'))) return false;
	if (rateText.test(detail)) return true;
	const isUnclear = code === limitExceeded || code === 429 || httpStatus === 429;
	return (
		isUnclear &&
		!amountText.test(detail) &&
		(code !== limitExceeded || httpStatus === 429 || /\brate\b/i.test(detail))
	);
}

/** A limit of which the words do not say whether waiting helps or asking for less. */
export const isUnclearLimit = (failure: Failure): boolean =>
	failure.kind === 'refused' &&
	failure.rpcCode === limitExceeded &&
	!isAboutAmount(failure) &&
	!/\bbatch/i.test(failure.detail ?? '');

/** Whether the words are about how much one call asked for. */
export const isAboutAmount = ({ detail = '' }: Failure): boolean => amountText.test(detail);

/** Tags of the block that is newest when the node answers. */
const newestTags = ['latest', 'accepted', 'safe', 'finalized', 'pending'];

const asksNewest = (params: unknown): boolean =>
	Array.isArray(params) && params.some((param) => newestTags.includes(param));

/** A JSON-RPC error, explained by its text: all errors of a node share one code. */
export function describeRpcError(
	method: string,
	error: RpcError | string,
	host: string,
	{ httpStatus, params, retryAfterMs }: Surroundings = {},
): Answer<never> {
	const { code, message, data }: RpcError = typeof error === 'string' ? { message: error } : error;
	const said =
		typeof message === 'string' ? message : message ? JSON.stringify(message) : 'no reason given';
	const detail = said.trim().slice(0, longestWords);
	const known = { httpStatus, rpcCode: code, rpcData: data ?? undefined, detail };
	const meaning = rpcMeanings.find(
		({ text, ofNewest }) => text.test(detail) && (!ofNewest || asksNewest(params)),
	);
	if (!meaning && isRateLimit({ code, data }, detail, httpStatus))
		return describeLimit(host, `: ${detail}`, nodeLimitHint(host), { ...known, retryAfterMs });
	const isServerFault =
		!meaning && httpStatus !== undefined && httpStatus >= 500 && httpStatus !== 501;
	return fail(
		meaning?.kind ?? (isServerFault ? 'server' : 'refused'),
		`${meaning?.says ?? `The node refused ${method}`}: ${detail}`,
		{
			...known,
			hint: meaning?.hint,
			passing: meaning?.passing ?? isServerFault,
			retryAfterMs: meaning?.passing || isServerFault ? retryAfterMs : undefined,
			// A gateway speaks for a node behind it that may have done it.
			isLost: isServerFault || givenUpText.test(detail) || undefined,
		},
	);
}

/** What helps against the limit of a node: one's own has a gateway or settings that can be changed. */
const nodeLimitHint = (host: string): string =>
	isPublic(host)
		? 'Send fewer requests, or use your own node.'
		: 'Send fewer requests, or raise the limit of this node, or of the proxy or plan before it.';

const describeLimit = (
	host: string,
	said: string,
	hint: string,
	known: Partial<Failure>,
): Answer<never> =>
	fail('rate-limited', `${host} received too many requests${said}`, {
		...known,
		passing: true,
		hint,
	});

/** An answer that is no JSON. One that begins like JSON broke off, and the next may be whole. */
/** An answer that was read and is not what was asked for. */
export const describeOtherForm = (host: string): Answer<never> =>
	fail('not-understood', `The answer of ${host} does not have the expected form`, {
		isLost: true,
		hint: otherHost,
	});

const otherHost = 'This URL may lead to a proxy or to another server.';

export function describeUnreadable(text: string, host: string): Answer<never> {
	const isCut = /^\s*([[{]|$)/.test(text);
	return fail(
		'not-understood',
		isCut
			? `The answer of ${host} ended early and is not JSON`
			: `${host} answered with something that is not JSON`,
		{
			passing: isCut,
			isLost: true,
			hint: isCut
				? 'A proxy or the server cut the answer off. Try again, or request less data.'
				: otherHost,
			detail: text.slice(0, 200),
		},
	);
}

export const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** An answer of which no more was read than the limit allows. */
export function describeTooLarge(
	{ bytes, isAnnounced }: TooLarge,
	host: string,
	mostBytes: number,
): Answer<never> {
	const size = isAnnounced ? `it has ${inMiB(bytes)}` : `reading stopped after ${inMiB(bytes)}`;
	return fail(
		'too-large',
		`The answer of ${host} is too large: ${size}, and the limit is ${inMiB(mostBytes)}`,
		{
			isLost: true,
			hint: "Request less data, or raise Largest Answer in the credential's limits.",
			detail: 'the answer is too large',
		},
	);
}

const timeoutCodes = /ECONNABORTED|ETIMEDOUT/;
const tlsCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_INVALID_PROTOCOL/;
const resolveCodes = /ENOTFOUND|EAI_AGAIN/;
/** No connection came about, or the request was refused before it was sent: nothing of it has reached the host. */
const unsentCodes =
	/^(ECONNREFUSED|EHOST\w+|ENET\w+|EADDR\w+|ERR_INVALID_\w+|ERR_UNESCAPED_\w+|ERR_BAD_OPTION\w*)$/;

/** A host that the credential of an own or hosted node leaves out. */
export function describeNoUrl(host: Host): Answer<never> {
	const { label, publicUrls } = hosts[host];
	return fail('not-configured', `The credential has no ${label}`, {
		hint:
			host === 'node'
				? 'Enter the URL of your node in the credential, such as http://127.0.0.1:9650.'
				: `This operation reads the ${hosts[host].api}. In the credential, Data and Metrics APIs must be At These URLs, with a ${label}. ${publicUrls.mainnet} serves Mainnet and Fuji.`,
	});
}

/** A request that got no HTTP answer. */
export function describeTransport(error: unknown, host: string, timeoutMs: number): Answer<never> {
	const { cause, message } = error as {
		cause?: { code?: string; message?: string };
		message?: string;
	};
	// n8n before 2.37 hands the code on as that of an HTTP answer.
	const { code: own, httpCode } = error as { code?: string; httpCode?: string };
	const code = String(cause?.code ?? own ?? httpCode ?? '');
	if (timeoutCodes.test(code))
		return fail(
			'timeout',
			`${host} did not answer within ${timeoutMs / 1000} ${timeoutMs === 1000 ? 'second' : 'seconds'}`,
			{
				passing: true,
				isLost: true,
				hint: "Request less data, or raise Time Limit in the credential's limits.",
			},
		);
	if (code === 'ERR_INVALID_HTTP_TOKEN')
		return fail('not-configured', "The credential's Header Name is not the name of a header", {
			hint: 'It is letters, digits and hyphens, such as x-api-key.',
		});
	if (code === 'ERR_INVALID_CHAR')
		return fail('not-configured', 'A key or token in the credential does not fit into a header', {
			hint: 'It holds a character that no header can have. Copy it again.',
		});
	if (tlsCodes.test(code))
		return fail('tls', `No secure connection to ${host}: ${tlsReason(code)}`, {
			hint: "Check the host's certificate, and whether the URL should start with http:// or https://.",
		});
	if (resolveCodes.test(code))
		return fail('unreachable', `The host of ${host} was not found`, {
			passing: true,
			hint: isPublic(host)
				? 'Check that the machine that runs n8n reaches the internet, and its DNS.'
				: 'Check the URL in the credential, and the DNS of the machine that runs n8n.',
		});
	if (/\brestricted\b|not allowed/.test(message ?? ''))
		return fail('refused', `n8n does not allow requests to ${host}`, {
			hint: "This n8n's protection against requests to internal addresses blocks this host.",
		});
	return fail('unreachable', `${host} could not be reached: ${connectionReason(code)}`, {
		passing: true,
		isLost: !unsentCodes.test(code),
		hint: isPublic(host)
			? 'Check that the machine that runs n8n reaches the internet.'
			: sayWhereToLook(host),
	});
}

/** Why a host gave no HTTP answer, without the host, from the code of the error. */
export function sayNoAnswerOf(code: string): string {
	if (timeoutCodes.test(code)) return 'no answer in time';
	if (tlsCodes.test(code)) return `no secure connection: ${tlsReason(code)}`;
	return resolveCodes.test(code) ? 'its host was not found' : connectionReason(code);
}

/** What to check of a host where nothing answers. */
function sayWhereToLook(host: string): string {
	const { hostname, port } = URL.parse(host) ?? {};
	if (port === '9651') return 'Port 9651 is for staking. The APIs of a node are at port 9650.';
	return hostname !== undefined && /^(?:localhost|127\.)/.test(hostname)
		? `Check that the node runs. If n8n runs in a container, ${hostname} is the container: enter the name of the node's host.`
		: 'Check the URL in the credential, and that the host is up and reachable from n8n.';
}

/** Whether it is one of the hosts that the user does not name. */
const isPublic = (url: string): boolean =>
	Object.values(hosts).some(({ publicUrls }) => Object.values(publicUrls).includes(url));

const tlsReason = (code: string): string =>
	/SELF_SIGNED|UNABLE_TO_/.test(code)
		? 'no trusted authority issued its certificate'
		: /EXPIRED/.test(code)
			? 'its certificate has expired'
			: /ALTNAME/.test(code)
				? 'its certificate is for another host'
				: 'it does not use TLS on this port';

const connectionReason = (code: string): string =>
	/REFUSED/.test(code) ? 'nothing listens at that address' : 'the connection broke off';

/** An HTTP answer that is no success, with what all that explain it need. */
interface Refusal {
	request: HttpRequest;
	status: number;
	text: string;
	host: string;
	credential: AvalancheCredential;
	isNode: boolean;
	/** The server's own words, and the same behind a colon. */
	detail: string;
	said: string;
	known: { httpStatus: number; detail: string };
	retryAfterMs?: number;
}

/** A node that answers with an error of JSON-RPC says more by it than by the status, unless it is about the key. */
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

/** Who asks may not: nothing was sent to prove who it is, or it was refused. */
function describeAccess(refusal: Refusal): Answer<never> | undefined {
	const { status, text, host, credential, isNode, said, known } = refusal;
	if (status !== 401 && status !== 403) return undefined;
	// A node says so when the name it is asked under is not one of its own.
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
	if (isNode && status === 401 && credential.nodeAuthentication === 'none')
		return fail('key-refused', `${host} requires authentication (${status})${said}`, {
			...known,
			hint: 'None was sent. In the credential, choose Node Authentication, and enter what your provider gave you.',
		});
	const what = isNode ? 'authentication' : 'API key';
	return fail('key-refused', `${host} refused the ${what} (${status})${said}`, {
		...known,
		hint: isNode
			? 'Check the node authentication in the credential.'
			: 'Check the API key in the credential.',
	});
}

/** What was asked for is elsewhere, nowhere, or not there yet. */
function describePlace(refusal: Refusal): Answer<never> | undefined {
	const { request, status, text, host, said, known, retryAfterMs } = refusal;
	if (redirects.includes(status))
		return fail('refused', `${host} redirects to another address, and redirects are not followed`, {
			...known,
			hint: 'Put the final address into the credential. A redirect could carry the API key to another host.',
		});
	if (status === 404) return describeNotFound(request, host, known, text, said);
	const chain = chainOf(request.path);
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
	if (status >= 500)
		return fail('server', `${host} failed (${status})${said}`, {
			...known,
			passing: status !== 501,
			isLost: status !== 501,
			retryAfterMs,
			hint: sayUnavailable(status, isNode && !isPublic(host)),
		});
	if (status < 400)
		return fail('not-understood', `${host} answered without the requested data (${status})`, {
			...known,
			isLost: true,
			hint: "A cache or a proxy may be in between. Try again, or put the service's own address into the credential.",
		});
	return fail('refused', `${host} refused the request (${status})${said}`, known);
}

/** Only gateways and proxies answer so, where what is behind them does not. */
const ofProxy = [502, 504];

const sayUnavailable = (status: number, isOwnNode: boolean): string =>
	isOwnNode && ofProxy.includes(status)
		? 'A proxy before the node answers so while the node does not. Check that the node is up, and that the proxy leads to it. Try again later.'
		: 'The service is currently unavailable. Try again later.';

/** Statuses with which servers tell of a limit in words. The services echo what was asked for in their 400. */
const mayLimit = (status: number, isNode: boolean): boolean =>
	status === 403 || status === 503 || (isNode && status >= 400 && status !== 401 && status !== 404);

const redirects = [301, 302, 303, 307, 308];

/** What a 403 says where it is about who asks, and not about what is asked. */
const accessText =
	/api.?key|token|auth|credential|forbidden|access denied|permission|project.?id|^$/i;

/** The error of a JSON-RPC answer that came with a status of failure: of one call, or of all calls of a batch. */
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

/** The words of a 404 of the Data API or the Metrics API; undefined where another server wrote it. */
function notFoundWords(text: string): string | undefined {
	try {
		const { statusCode, message } = JSON.parse(text) as { statusCode?: unknown; message?: unknown };
		return statusCode === undefined ? undefined : String(message);
	} catch {
		return undefined;
	}
}

/** Something answers under the URL of a service, and is not that service. */
export function describeOther(
	service: Service,
	host: string,
	known: Partial<Failure> = {},
): Answer<never> {
	const { api, label, version } = hosts[service];
	return fail('not-found', `${host} answers, but not as the ${api}`, {
		...known,
		hint: `Check the ${label} in the credential: the URL ends before ${version}.`,
	});
}

function describeNotFound(
	{ host: kind, path }: HttpRequest,
	host: string,
	known: { httpStatus: number; detail: string },
	text: string,
	said: string,
): Answer<never> {
	const words = notFoundWords(text);
	if (kind !== 'node' && words === undefined) return describeOther(kind, host, known);
	if (kind !== 'node' && words?.startsWith('Cannot GET '))
		return fail('not-found', `The ${hosts[kind].api} does not know the path ${path}`, {
			...known,
			hint: `Check the path, and the ${hosts[kind].label} in the credential, ${host}: the URL ends before ${hosts[kind].version}.`,
		});
	if (kind !== 'node')
		return fail('not-found', `The ${hosts[kind].api} did not find what was requested${said}`, {
			...known,
			hint: `Check the IDs and addresses, and that they belong to the chosen network or chain. ${host} has no ${path}.`,
		});
	const chain = chainOf(path);
	if (chain !== undefined && !/^[PXC]$/.test(chain))
		return fail('not-found', `${host} does not serve ${path}`, {
			...known,
			hint: `Check that this node tracks the chain "${chain}". The node may still be starting, or have this API switched off.`,
		});
	return fail('not-found', `${host} does not serve ${path}`, {
		...known,
		hint: 'Check that the Node URL in the credential leads to an Avalanche node, and that this API is switched on.',
	});
}

/** The chain that a path of a node belongs to: its ID or alias. The chains of the Primary Network stand below /ext too. */
export function chainOf(path: string): string | undefined {
	const [, chain, ownChain] =
		/^\/ext\/(?:bc\/([^/?]+)|([PXC]|platform|avm|evm)(?=[/?]|$))/.exec(path) ?? [];
	try {
		return ownChain ?? (chain && decodeURIComponent(chain));
	} catch {
		return chain;
	}
}

/** How a node stands with a chain, as info.isBootstrapped tells: not yet, bootstrapped, or not its own. */
export type ChainStanding = 'starting' | 'served' | 'unknown';

/** Which chains have an API, by the end of its path. */
const apisOfChains: Record<string, string> = {
	rpc: 'Only EVM chains have this API: the C-Chain and L1s, but neither P nor X.',
	ws: 'Only EVM chains have WebSockets, and on the public node only the C-Chain. Use a node that tracks this chain.',
	validators:
		'Only subnet-EVM chains have this API. The validators of P, X and C are those of the Primary Network.',
};

/** A chain that is not bootstrapped: it answers 404 while the node has not created it yet, 503 from then on. */
const describeStarting = (chain: string, host: string, known: Partial<Failure>): Answer<never> =>
	fail(
		'server',
		`${host} does not serve the chain "${chain}" yet: it is still catching up with the network`,
		{
			...known,
			passing: true,
			hint: 'The node serves this chain once it has caught up. Try again later.',
		},
	);

/** The 404 of a chain, once it is known how the node stands with that chain. */
export function describeUnserved(
	path: string,
	chain: string,
	host: string,
	standing: ChainStanding,
): Answer<never> {
	const known = { httpStatus: 404 };
	if (standing === 'starting') return describeStarting(chain, host, known);
	if (standing === 'unknown')
		return fail('not-found', `This node does not know the chain "${chain}"`, {
			...known,
			hint: `Check the ID or alias, and that this node tracks the chain. A new one takes some seconds. ${host} has no ${path}.`,
		});
	const hint = lookUp(apisOfChains, path.slice(path.lastIndexOf('/') + 1));
	return fail('not-found', `${host} does not serve ${path}, though it knows the chain "${chain}"`, {
		...known,
		hint:
			hint ?? 'The API may be switched off for this chain, or this kind of chain may not have it.',
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

/** A host that asks to wait for longer is asked again after a year all the same. */
const longestRetryMs = 365 * 86_400_000;

/** How long a host asks to wait, in ms: Retry-After (seconds or an HTTP date), or when its limit begins anew. */
export function readRetryAfter(headers: HttpAnswer['headers']): number | undefined {
	const header = headers['retry-after'] ?? headers['ratelimit-reset'];
	const text = String(header ?? '').trim();
	if (!text) return undefined;
	const ms = /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestRetryMs);
}
