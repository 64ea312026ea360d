/** What an answer that is no success means: in plain words, and what to do about it. */
import type { AvalancheCredential } from '../credential';
import { fail, type Answer, type Failure, type FailureKind } from '../errors';
import type { HttpRequest } from './requests';
import type { HttpAnswer, TooLarge } from './transport';

/** No more of a server's words stands in a message. */
const longestWords = 2000;

/** The error of a JSON-RPC answer. */
export interface RpcError {
	code?: number;
	message?: string;
	data?: unknown;
}

/** What the texts of a node mean; the first that fits speaks. Seen on avalanchego v1.14.2 and 1.15. */
const rpcMeanings: Array<{ text: RegExp; kind: FailureKind; passing?: boolean; hint: string }> = [
	{
		text: /can't find (method|service)|ill-formed|does not exist\/is not available/,
		kind: 'method-unknown',
		hint: 'The method is not part of this node: another version, or an API that is switched off there.',
	},
	{
		text: /there is no (chain|ID) with alias/,
		kind: 'not-found',
		hint: 'Check the chain: a blockchain ID or an alias that this node knows, such as P, X or C.',
	},
	{
		text: /couldn't unmarshal an argument/,
		kind: 'refused',
		hint: 'The node could not read one of the parameters. Check their form.',
	},
	{
		text: /node is not a validator/,
		kind: 'refused',
		hint: 'Uptime exists only for validators of the Primary Network: the node behind the node URL is none now.',
	},
	{
		text: /validationID not found/,
		kind: 'server',
		passing: true,
		hint: 'A validator joined less than a minute ago and the node has not taken it in yet. Try again in a minute, or name the node IDs you want.',
	},
	{
		text: /historical proof query not allowed/,
		kind: 'refused',
		hint: 'The node proves only the newest blocks: the setting historical-proof-query-window of an archive node (0 for all), 32 blocks on a pruning one. Ask for a newer block or another node.',
	},
	{
		text: /firewood .*support/i,
		kind: 'refused',
		hint: 'This node keeps its state in Firewood, a database that cannot answer this. Ask a node whose chain configuration says "state-scheme": "hash".',
	},
	{
		text: /missing trie node|historical state .*not available/,
		kind: 'refused',
		hint: 'The node may have pruned the state of that block. Ask for a newer block, or an archive node; for a proof one whose historical-proof-query-window reaches back to it.',
	},
	{
		text: /cannot query unfinalized data|request beyond head block|after last accepted block|^header not found/,
		kind: 'refused',
		hint: 'The block does not exist yet. Take the tag latest for the newest one.',
	},
	{
		text: /execution reverted/,
		kind: 'refused',
		hint: 'The contract rejected the call. The operation Call Function of Contract reads its reason.',
	},
	{
		text: /nonce too (low|high)/,
		kind: 'refused',
		hint: 'The nonce must be the transaction count of the account. With the block pending it counts those under way too.',
	},
	{
		text: /insufficient funds/,
		kind: 'refused',
		hint: 'The account must hold the value and gas times the fee cap, in the native token.',
	},
	{
		text: /already known/,
		kind: 'refused',
		hint: 'This very transaction waits to be included already. Wait for it instead of sending it again.',
	},
	{
		text: /replacement transaction underpriced/,
		kind: 'refused',
		hint: 'A transaction with this nonce waits already. A replacement must offer at least 10 percent more in both fees.',
	},
	{
		text: /transaction underpriced|max fee per gas less than/,
		kind: 'refused',
		hint: 'The offered fee is below what the node takes. The operation Get Base Fee of Fee says what the next block costs.',
	},
	{
		text: /exceeds the configured cap/,
		kind: 'refused',
		hint: 'The node refuses fees above its cap (100 AVAX by default). Check gas and fees of the transaction.',
	},
	{
		text: /^invalid sender/,
		kind: 'refused',
		hint: 'The transaction is signed for another chain ID, or its signature is broken.',
	},
	{
		text: /unknown account|authentication needed/,
		kind: 'refused',
		hint: 'The node can sign only with unlocked accounts of its own keystore. Sign outside the node and use Send Raw of Transaction.',
	},
	{
		text: /filter not found/,
		kind: 'not-found',
		hint: 'A filter is gone after 5 minutes without a call, and only the node that made it knows it. Make a new one.',
	},
	{
		text: /requested too many blocks/,
		kind: 'refused',
		hint: 'The node bounds how many blocks one query of logs covers. Get Many of Log reads a longer range in parts.',
	},
	{
		text: /cpu profil\w+ already (running|in use)/,
		kind: 'refused',
		hint: 'A CPU profile is being taken already. Stop the CPU profiler first; its file is then written.',
	},
	{
		text: /cpu profiler doesn't exist/,
		kind: 'refused',
		hint: 'No CPU profile is being taken. Start the CPU profiler first.',
	},
	{
		text: /already mapped to an ID|already aliased or already maps/,
		kind: 'refused',
		hint: 'This alias is taken: choose another one. An alias cannot be removed; it lasts until the node restarts.',
	},
	{
		text: /logger with name .* not found/,
		kind: 'refused',
		hint: 'Leave the logger name empty to get all loggers of the node with their names.',
	},
	{
		text: /invalid vmID/,
		kind: 'refused',
		hint: "A file in the node's plugin folder has a name that is no VM ID. Rename or remove it: it keeps all others from being loaded.",
	},
	{
		text: /expected (hrp|chainID to be)/,
		kind: 'refused',
		hint: 'An address belongs to another network or chain than the one asked. Mainnet addresses of the C-Chain start with C-avax1, those of Fuji with C-fuji1.',
	},
	{
		text: /could not find tx|fetching tx/,
		kind: 'refused',
		hint: 'The node knows no atomic transaction with this ID. It may be of another chain, or not have reached this node yet.',
	},
	{
		text: /(missing|invalid) input checksum/,
		kind: 'refused',
		hint: 'These bytes do not end with a valid checksum. Choose the encoding without checksum (hexnc), or add the checksum.',
	},
	{
		text: /request timed out/,
		kind: 'timeout',
		passing: true,
		hint: 'The node gave up on this call. Ask for less at once.',
	},
];

/** A service limits how often it is asked. Words of plans, gateways and nodes; never those of a contract. */
const rateText =
	/rate.?limit|\brate\b.*(exceed|limit)|(exceed|limit).*\brate\b|per.?(second|sec|minute|hour|day)\b|\/ ?(s|sec|second|minute)\b|\brps\b|quota|credits?\b|compute units?|too many requests|throttl|requests? (count|limit)/i;
/** What was asked for is too much at once: a smaller question may be answered. */
const amountText = /\bresults?\b|\bblocks?\b|\brange|\blogs\b|response size|too (large|big)/i;
/** The call may still be under way on the server, which no longer waits for it. */
const givenUpText = /tim(ed|e) ?-?out|deadline exceeded|took too long/i;
/** EIP-1474: limit exceeded. Some servers mean their rate by it, others the size of the answer. */
const limitExceeded = -32005;

/** What is known of the answer that an error came in. */
interface Surroundings {
	httpStatus?: number;
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

/** A JSON-RPC error, explained by its text: all errors of a node share one code. */
export function describeRpcError(
	method: string,
	error: RpcError | string,
	host: string,
	{ httpStatus, retryAfterMs }: Surroundings = {},
): Answer<never> {
	const { code, message, data }: RpcError = typeof error === 'string' ? { message: error } : error;
	const said =
		typeof message === 'string' ? message : message ? JSON.stringify(message) : 'no reason given';
	const detail = said.trim().slice(0, longestWords);
	const known = { httpStatus, rpcCode: code, rpcData: data ?? undefined, detail };
	const meaning = rpcMeanings.find(({ text }) => text.test(detail));
	if (!meaning && isRateLimit({ code, data }, detail, httpStatus))
		return describeLimit(host, `: ${detail}`, nodeLimitHint, { ...known, retryAfterMs });
	const isServerFault =
		!meaning && httpStatus !== undefined && httpStatus >= 500 && httpStatus !== 501;
	return fail(
		meaning?.kind ?? (isServerFault ? 'server' : 'refused'),
		`The node refused ${method}: ${detail}`,
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

const nodeLimitHint = 'Send fewer requests at once, or use a node of your own.';

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
export function describeUnreadable(text: string, host: string): Answer<never> {
	const isCut = /^\s*([[{]|$)/.test(text);
	return fail(
		'not-understood',
		isCut
			? `The answer of ${host} broke off: it is not JSON`
			: `${host} answered with something that is not JSON`,
		{
			passing: isCut,
			isLost: true,
			hint: isCut
				? 'A proxy or the server ended it too early. Try again, or ask for less at once.'
				: 'A proxy or another server may stand at this URL.',
			detail: text.slice(0, 200),
		},
	);
}

/** An answer of which no more was read than the limit allows. */
export function describeTooLarge(
	{ bytes, isAnnounced }: TooLarge,
	host: string,
	mostBytes: number,
): Answer<never> {
	const inMiB = (size: number) => `${(size / 2 ** 20).toFixed(1)} MiB`;
	const size = isAnnounced ? `has ${inMiB(bytes)}` : `was stopped after ${inMiB(bytes)}`;
	return fail(
		'too-large',
		`The answer of ${host} is too large: it ${size}, and at most ${inMiB(mostBytes)} are read`,
		{
			isLost: true,
			hint: 'Ask for less at once, or raise Largest Answer in the options.',
			detail: 'the answer is too large',
		},
	);
}

const tlsCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_INVALID_PROTOCOL/;
const resolveCodes = /ENOTFOUND|EAI_AGAIN/;
/** No connection came about, or the request was refused before it was sent: nothing of it has reached the host. */
const unsentCodes =
	/^(ECONNREFUSED|EHOST\w+|ENET\w+|EADDR\w+|ERR_INVALID_\w+|ERR_UNESCAPED_\w+|ERR_BAD_OPTION\w*)$/;

/** A request that got no HTTP answer. */
export function describeTransport(error: unknown, host: string, timeoutMs: number): Answer<never> {
	const { cause, message } = error as {
		cause?: { code?: string; message?: string };
		message?: string;
	};
	// n8n before 2.37 hands the code on as that of an HTTP answer.
	const { code: own, httpCode } = error as { code?: string; httpCode?: string };
	const code = String(cause?.code ?? own ?? httpCode ?? '');
	if (/ECONNABORTED|ETIMEDOUT/.test(code))
		return fail(
			'timeout',
			`${host} did not answer within ${timeoutMs / 1000} ${timeoutMs === 1000 ? 'second' : 'seconds'}`,
			{
				passing: true,
				isLost: true,
				hint: 'Raise the time limit in the options, or ask for less at once.',
			},
		);
	if (tlsCodes.test(code))
		return fail('tls', `No secure connection to ${host}: ${tlsReason(code)}`, {
			hint: 'Check whether the URL should start with http:// or https://, and the certificate of that host.',
		});
	if (resolveCodes.test(code))
		return fail('unreachable', `The host of ${host} was not found`, {
			passing: true,
			hint: 'Check the URL in the credential and the name resolution of the machine that runs n8n.',
		});
	if (/restricted IP|not allowed/.test(message ?? ''))
		return fail('refused', `n8n does not allow requests to ${host}`, {
			hint: 'The protection of this n8n against requests to internal addresses forbids this host.',
		});
	return fail('unreachable', `${host} could not be reached: ${connectionReason(code)}`, {
		passing: true,
		isLost: !unsentCodes.test(code),
		hint: 'Check the URL in the credential, and that the host is up and reachable from n8n.',
	});
}

const tlsReason = (code: string): string =>
	/SELF_SIGNED|UNABLE_TO_/.test(code)
		? 'nobody known vouches for its certificate'
		: /EXPIRED/.test(code)
			? 'its certificate has expired'
			: /ALTNAME/.test(code)
				? 'its certificate is for another host'
				: 'it does not speak TLS there';

const connectionReason = (code: string): string =>
	/REFUSED/.test(code) ? 'nothing listens at that address' : 'the connection broke off';

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
	const isKeyRefused = status === 401 || (status === 403 && accessText.test(detail));
	const rpcError = isNode ? rpcErrorIn(text) : undefined;
	if (rpcError && (!isKeyRefused || rateText.test(detail)))
		return describeRpcError(request.rpcMethod ?? 'the call', rpcError, host, {
			httpStatus: status,
			retryAfterMs,
		});
	if (status === 429 || (mayLimit(status, isNode) && rateText.test(detail))) {
		const keyHint = `Send fewer requests at once${credential.apiKey ? '' : ', or set an API key, which raises the limit'}.`;
		return describeLimit(host, said, isNode ? nodeLimitHint : keyHint, { ...known, retryAfterMs });
	}
	if (status === 401 || status === 403) {
		// A node says so when the name it is asked under is not one of its own.
		if (text.startsWith('invalid host specified'))
			return fail('refused', `${host} does not answer under this host name`, {
				...known,
				hint: 'The node is started with --http-allowed-hosts: add the host name of the node URL there.',
			});
		return fail(
			'key-refused',
			`${host} refused the ${isNode ? 'authentication' : 'API key'} (${status})${said}`,
			{
				...known,
				hint: isNode
					? 'Check the node authentication in the credential.'
					: credential.apiKey
						? 'Check the API key in the credential.'
						: 'This host wants an API key: set one in the credential.',
			},
		);
	}
	if (redirects.includes(status))
		return fail('refused', `${host} redirects to another address, which is not followed`, {
			...known,
			hint: 'Put the final address into the credential. Redirects could carry the API key to another host.',
		});
	if (status === 404) return describeNotFound(request, host, known, said);
	const chain = chainOf(request.path);
	if (status === 503 && chain !== undefined && text.includes('not done bootstrapping'))
		return describeStarting(chain, host, { ...known, retryAfterMs });
	if (status >= 500)
		return fail('server', `${host} failed (${status})${said}`, {
			...known,
			passing: status !== 501,
			isLost: status !== 501,
			retryAfterMs,
			hint: 'The service itself is out of order. Try again later.',
		});
	if (status < 400)
		return fail(
			'not-understood',
			`${host} answered without the data that was asked for (${status})`,
			{
				...known,
				isLost: true,
				hint: 'A cache or a proxy may stand in between. Try again, or put the address of the service itself into the credential.',
			},
		);
	return fail('refused', `${host} refused the request (${status})${said}`, known);
}

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

function describeNotFound(
	{ host: kind, path }: HttpRequest,
	host: string,
	known: { httpStatus: number; detail: string },
	said: string,
): Answer<never> {
	if (kind !== 'node')
		return fail('not-found', `${host} does not know what was asked for${said}`, {
			...known,
			hint: 'Check the IDs and addresses, and that they belong to the chosen network or chain.',
		});
	const chain = chainOf(path);
	if (chain !== undefined)
		return fail('not-found', `${host} does not serve ${path}`, {
			...known,
			hint: `Either the node does not know the chain "${chain}" (check the ID or alias, and that this node tracks it), or the chain is not created there yet because the node is still starting, or this API is switched off for it.`,
		});
	return fail('not-found', `${host} does not serve ${path}`, {
		...known,
		hint: 'Check that the node URL leads to an Avalanche node and ends before /ext, and that this API is switched on there.',
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
	rpc: 'Only EVM chains have it: the C-Chain and L1s, but neither P nor X.',
	validators:
		'Only chains of the subnet-EVM have it. The validators of P, X and C are those of the Primary Network.',
};

/** A chain that is not bootstrapped: it answers 404 while the node has not created it yet, 503 from then on. */
const describeStarting = (chain: string, host: string, known: Partial<Failure>): Answer<never> =>
	fail(
		'server',
		`${host} does not serve the chain "${chain}" yet: it is still catching up with the network`,
		{
			...known,
			passing: true,
			hint: 'The node answers for this chain once it has caught up.',
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
		return fail(
			'not-found',
			`${host} does not serve ${path}: it does not know the chain "${chain}"`,
			{
				...known,
				hint: 'Check the blockchain ID or alias, and that this node tracks that chain. A chain that was created just now is there some seconds later.',
			},
		);
	const hint = apisOfChains[path.slice(path.lastIndexOf('/') + 1)];
	return fail('not-found', `${host} does not serve ${path}, though it knows the chain "${chain}"`, {
		...known,
		hint:
			hint ?? 'The API may be switched off for that chain, or chains of its kind may have none.',
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
