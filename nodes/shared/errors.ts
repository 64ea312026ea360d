/** Failures of calls in words for people, and their conversion to n8n's errors. */
import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import { keepBrackets } from './values/text';
import { sayUtc } from './values/times';

export type FailureKind =
	| 'invalid-input'
	| 'not-configured'
	| 'unreachable'
	| 'tls'
	| 'timeout'
	| 'rate-limited'
	| 'server'
	| 'key-refused'
	| 'not-found'
	| 'method-unknown'
	| 'refused'
	| 'not-understood'
	| 'too-large'
	| 'unknown-outcome'
	| 'used-up'
	| 'cancelled';

export interface Failure {
	kind: FailureKind;
	/** The problem in plain words. */
	message: string;
	/** Advice for the user. */
	hint?: string;
	/** True if the same call may succeed later although nobody changes anything. */
	passing: boolean;
	httpStatus?: number;
	/** Code of a JSON-RPC error, and its data if the node sent any. */
	rpcCode?: number;
	rpcData?: unknown;
	/** The node's or the service's own words. */
	detail?: string;
	/** The field whose value the host does not know, if it is clear which. */
	fieldName?: string;
	retryAfterMs?: number;
	/** When the host refused an earlier request, in ms since 1970. Then nothing was asked now. */
	refusedAt?: number;
	/** True if the request was sent but its answer was lost. It may have been carried out. */
	isLost?: boolean;
}

export type Answer<T = unknown> = { ok: true; result: T } | { ok: false; failure: Failure };

/** The answer of what went well and has no result, or found none. */
export const nothing: Readonly<{ ok: true; result: undefined }> = Object.freeze({
	ok: true,
	result: undefined,
});

export const fail = (
	kind: FailureKind,
	message: string,
	more: Partial<Omit<Failure, 'kind' | 'message'>> = {},
): { ok: false; failure: Failure } => ({
	ok: false,
	failure: { kind, message, passing: false, ...more },
});

export const cancelled = fail('cancelled', 'The execution was canceled');

/** The run has sent its maximum of requests. */
export const usedUp = (most: number): { ok: false; failure: Failure } =>
	fail('used-up', `One call sends ${most} requests at most, and this one needs more`, {
		hint: 'Ask for fewer values, a shorter period or a lower limit.',
	});

/** A rate limit that lasted too long. `waitedMs` is the time without a success. */
export function limitReached(failure: Failure, waitedMs: number, now: number): Failure {
	const { message, retryAfterMs, refusedAt } = failure;
	const waited = Math.round(waitedMs / 1000);
	const words = `Rate limit reached${waited ? `; waited ${waited} s` : ''}. ${message}`;
	if (!retryAfterMs) return { ...failure, message: words };
	const known =
		refusedAt === undefined ? '' : ` That was at ${sayUtc(refusedAt)}, and nothing was asked now.`;
	const opens = `Requests are accepted again from ${sayUtc(now + retryAfterMs)}`;
	return { ...failure, message: `${words}.${known} ${opens}` };
}

/** For a lost answer to a call that must not be sent twice. `hash` is the transaction of the call. */
export function outcomeUnknown(failure: Failure, hash?: string): { ok: false; failure: Failure } {
	const { message, httpStatus, rpcCode, detail } = failure;
	const which = hash === undefined ? '' : ` Its transaction is ${hash}.`;
	return fail(
		'unknown-outcome',
		`It is unknown whether the node carried out the call. Check before you send it again.${which} Reason: ${message}`,
		{
			httpStatus,
			rpcCode,
			detail,
			hint:
				hash === undefined
					? "Look on the node or the network for the call's effect."
					: 'Look for this transaction. If the network does not know it after some minutes, send the same bytes again.',
		},
	);
}

/** True if the credential or its host is at fault, not a single value. */
export const isOfAccess = ({ kind }: Failure): boolean =>
	['not-configured', 'key-refused', 'tls', 'unreachable'].includes(kind);

const ofWholeHost = [502, 503];

/** True if the host would fail for any other value, too. */
export const isOfHost = (failure: Failure): boolean =>
	isOfAccess(failure) ||
	failure.kind === 'rate-limited' ||
	ofWholeHost.includes(failure.httpStatus ?? 0);

/** The cause for n8n (2.37 and later), which slows polls down or asks for a new credential by it. */
function toN8nFailure({ kind, passing, retryAfterMs }: Failure) {
	if (kind === 'rate-limited') return { cause: 'rate-limited' as const, retryAfterMs };
	if (kind === 'key-refused') return { cause: 'credential-invalid' as const };
	if (passing) return { cause: 'temporarily-unavailable' as const, retryAfterMs };
	if (kind === 'not-found' || kind === 'not-configured')
		return { cause: 'configuration-invalid' as const };
	return undefined;
}

/** Converts to n8n's error. Uses only our own words, so that no header or URL can leak through it. */
export function toNodeError(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const { httpStatus, rpcCode } = failure;
	const [message, hint] = [keepBrackets(failure.message), keepBrackets(failure.hint ?? '')];
	const error = new NodeApiError(
		node,
		{ message, ...(rpcCode !== undefined && { rpcCode }) } as JsonObject,
		{
			message,
			description: hint || undefined,
			...(httpStatus !== undefined && { httpCode: String(httpStatus) }),
			itemIndex,
			failure: toN8nFailure(failure),
		},
	);
	// n8n replaces messages with the name of a system error in them, such as the EACCES in eth_createAccessList.
	error.message = message;
	return error;
}

/**
 * True if n8n sends items with `details` beside `error` to the error output, as it does since 2.35. Detected by a field
 * that errors have since 2.37. An older n8n would take the item for a success.
 */
export const takesDetails = (node: INode): boolean =>
	'failure' in toNodeError(node, fail('rate-limited', 'A limit').failure);

/** The client uses Promise.withResolvers, which came with Node.js 22. */
export const isNodeNewEnough = (): boolean => 'withResolvers' in Promise;

export const needsNewerNode = {
	message: 'This node needs Node.js 22 or newer',
	description: 'Older versions lack functions that this node uses. Update n8n.',
};

/** Throws if Node.js is too old. */
export function demandNewerNode(node: INode): void {
	if (isNodeNewEnough()) return;
	const { message, description } = needsNewerNode;
	throw new NodeOperationError(node, message, { description });
}
