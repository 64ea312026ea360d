/** What the error of a JSON-RPC answer means. */
import { fail, type Answer, type Failure } from '../../errors';
import { limitExceeded } from './rpcCodes';
import { rpcMeanings } from './rpcMeanings';
import { isPublic } from '../hosts';

/** No more of a server's words stands in a message. */
const longestWords = 2000;

/** The error of a JSON-RPC answer. */
export interface RpcError {
	code?: number;
	message?: string;
	data?: unknown;
}

/** A service limits how often it is asked. Words of plans, gateways and nodes; never those of a contract. */
export const rateText =
	/rate.?limit|\brate\b.*(exceed|limit)|(exceed|limit).*\brate\b|per.?(second|sec|minute|hour|day)\b|\/ ?(s|sec|second|minute)\b|\brps\b|quota|credits?\b|compute units?|too many requests|throttl|requests? (count|limit)/i;
/** What was asked for is too much at once: a smaller question may be answered. */
const amountText = /\bresults?\b|\bblocks?\b|\brange|\blogs\b|response size|too (large|big)/i;
/** The server may still carry out the call, but no longer waits for it. */
const givenUpText = /tim(ed|e) ?-?out|deadline exceeded|took too long/i;

/** What is known of the answer that an error came in. */
interface ErrorContext {
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

/** What the server said; some send an object in place of words. */
function wordsOf({ message }: RpcError): string {
	const words = typeof message === 'string' ? message : message && JSON.stringify(message);
	return (words || 'no reason given').trim().slice(0, longestWords);
}

/** Not implemented is a fault of the method, and no other one of the server's. */
const isServerFault = (httpStatus = 0): boolean => httpStatus >= 500 && httpStatus !== 501;

/** A JSON-RPC error, explained by its text: all errors of a node share one code. */
export function describeRpcError(
	method: string,
	thrown: RpcError | string,
	host: string,
	{ httpStatus, params, retryAfterMs }: ErrorContext = {},
): Answer<never> {
	const error: RpcError = typeof thrown === 'string' ? { message: thrown } : thrown;
	const detail = wordsOf(error);
	const known = { httpStatus, rpcCode: error.code, rpcData: error.data ?? undefined, detail };
	const meaning = rpcMeanings.find(
		({ text, ofNewest }) => text.test(detail) && (!ofNewest || asksNewest(params)),
	);
	if (meaning)
		return fail(meaning.kind, `${meaning.says ?? refusalOf(method)}: ${detail}`, {
			...known,
			hint: meaning.hint,
			passing: meaning.passing ?? false,
			retryAfterMs: meaning.passing ? retryAfterMs : undefined,
			isLost: givenUpText.test(detail) || undefined,
		});
	if (isRateLimit(error, detail, httpStatus))
		return describeLimit(host, `: ${detail}`, nodeLimitHint(host), { ...known, retryAfterMs });
	const isOfServer = isServerFault(httpStatus);
	return fail(isOfServer ? 'server' : 'refused', `${refusalOf(method)}: ${detail}`, {
		...known,
		passing: isOfServer,
		retryAfterMs: isOfServer ? retryAfterMs : undefined,
		// A gateway speaks for a node behind it that may have done it.
		isLost: isOfServer || givenUpText.test(detail) || undefined,
	});
}

const refusalOf = (method: string): string => `The node refused ${method}`;

/** What helps against the limit of a node: one's own has a gateway or settings that can be changed. */
export const nodeLimitHint = (host: string): string =>
	isPublic(host)
		? 'Send fewer requests, or use your own node.'
		: 'Send fewer requests, or raise the limit of this node, or of the proxy or plan before it.';

export const describeLimit = (
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
