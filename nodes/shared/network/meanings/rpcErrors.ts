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

/** A JSON-RPC error, explained by its text: all errors of a node share one code. */
export function describeRpcError(
	method: string,
	error: RpcError | string,
	host: string,
	{ httpStatus, params, retryAfterMs }: ErrorContext = {},
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
