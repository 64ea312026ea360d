/** Explains the error of a JSON-RPC answer. */
import { fail, type Answer, type Failure } from '../../errors';
import { internalError, limitExceeded } from './rpcCodes';
import { rpcMeanings } from './rpcMeanings';
import { isPublic } from '../hosts';

/** Most characters of a server's own words in a message. */
const longestWords = 2000;

export interface RpcError {
	code?: number;
	message?: string;
	data?: unknown;
}

/** Words of plans, gateways and nodes for a limit on how often they may be asked. Never those of a contract. */
export const rateText =
	/rate.?limit|\brate\b.*(exceed|limit)|(exceed|limit).*\brate\b|per.?(second|sec|minute|hour|day)\b|\/ ?(s|sec|second|minute)\b|\brps\b|quota|credits?\b|compute units?|too many requests|throttl|requests? (count|limit)/i;
/** Words for a request of too much at once. A smaller one may be answered. */
const amountText = /\bresults?\b|\bblocks?\b|\brange|\blogs\b|response size|too (large|big)/i;
/** The server no longer waits for the call, but may still carry it out. */
const givenUpText = /tim(ed|e) ?-?out|deadline exceeded|took too long/i;

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

/** True for a limit whose words do not say if waiting helps, or asking for less. */
export const isUnclearLimit = (failure: Failure): boolean =>
	failure.kind === 'refused' &&
	failure.rpcCode === limitExceeded &&
	!isAboutAmount(failure) &&
	!/\bbatch/i.test(failure.detail ?? '');

/** True if the words are about how much one call asked for. */
export const isAboutAmount = ({ detail = '' }: Failure): boolean => amountText.test(detail);

/** Tags of the newest block at the time of the answer. */
const newestTags = ['latest', 'accepted', 'safe', 'finalized', 'pending'];

const asksNewest = (params: unknown): boolean =>
	Array.isArray(params) && params.some((param) => newestTags.includes(param));

/** The server's own words. Some servers send an object instead. */
function wordsOf({ message }: RpcError): string {
	const words = typeof message === 'string' ? message : message && JSON.stringify(message);
	return (words || 'no reason given').trim().slice(0, longestWords);
}

/** Gateways answer so if they gave up on a request: timed out, too early, or closed. */
const givenUp = [408, 425, 499];

/** 501, not implemented, is a fault of the method and not of the server. */
export const isServerFault = (httpStatus = 0): boolean =>
	givenUp.includes(httpStatus) || (httpStatus >= 500 && httpStatus !== 501);

/** A fault inside the server may pass. Some servers use its code for what they refuse, and then name a reason. */
const isInternal = ({ code, data }: RpcError, detail: string): boolean =>
	code === internalError && data === undefined && internalText.test(detail);
const internalText = /^(internal|server)\b.*\berror\b|^upstream\b/i;

/** Explains a JSON-RPC error by its text, because all errors of a node share one code. */
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
			isLost: meaning.isLost ?? (givenUpText.test(detail) || undefined),
		});
	if (isRateLimit(error, detail, httpStatus))
		return describeLimit(host, `: ${detail}`, nodeLimitHint(host), { ...known, retryAfterMs });
	const isOfServer = isServerFault(httpStatus) || isInternal(error, detail);
	return fail(isOfServer ? 'server' : 'refused', `${refusalOf(method)}: ${detail}`, {
		...known,
		passing: isOfServer,
		retryAfterMs: isOfServer ? retryAfterMs : undefined,
		// A gateway speaks for a node behind it, which may have carried out the call.
		isLost: isOfServer || givenUpText.test(detail) || undefined,
	});
}

const refusalOf = (method: string): string => `The node refused ${method}`;

/** Advice against a node's rate limit. A node of one's own has a gateway or settings that can be changed. */
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
