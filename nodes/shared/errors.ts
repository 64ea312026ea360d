/** What can go wrong with a call, in words for people, and as n8n's errors. */
import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import { keepBrackets } from './values/text';

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
	/** What happened, in plain words. */
	message: string;
	/** What to do about it. */
	hint?: string;
	/** Whether the same call may succeed later without anybody changing anything. */
	passing: boolean;
	httpStatus?: number;
	/** The code of a JSON-RPC error, and its data where the node sent any. */
	rpcCode?: number;
	rpcData?: unknown;
	/** The node's or the service's own words. */
	detail?: string;
	retryAfterMs?: number;
	/** Whether the request may have been carried out all the same: it was sent, and its answer was lost. */
	isLost?: boolean;
}

export type Answer<T = unknown> = { ok: true; result: T } | { ok: false; failure: Failure };

export const fail = (
	kind: FailureKind,
	message: string,
	more: Partial<Omit<Failure, 'kind' | 'message'>> = {},
): { ok: false; failure: Failure } => ({
	ok: false,
	failure: { kind, message, passing: false, ...more },
});

export const cancelled = fail('cancelled', 'The execution was canceled');

/** A run has sent as many requests as it may. */
export const usedUp = (most: number): { ok: false; failure: Failure } =>
	fail('used-up', `One call sends ${most} requests at most, and this one needs more`, {
		hint: 'Ask for fewer values, a shorter period or a lower limit.',
	});

/** A refusal for the rate that is waited for no longer, after so many ms without a success. */
export function limitReached(failure: Failure, waitedMs: number, now: number): Failure {
	const { message, retryAfterMs } = failure;
	const waited = Math.round(waitedMs / 1000);
	const words = `Rate limit reached${waited ? `; waited ${waited} s` : ''}. ${message}`;
	if (!retryAfterMs) return { ...failure, message: words };
	const opensAt = new Date(now + retryAfterMs).toISOString().replace(/\.\d+Z$/, 'Z');
	return { ...failure, message: `${words}. Requests are accepted again from ${opensAt}` };
}

/** The answer to a call that must not be sent twice was lost; `hash` names the transaction that the call sends. */
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

/** Whether it is a fault of the credential or of its host, and not of one value. */
export const isOfAccess = ({ kind }: Failure): boolean =>
	['not-configured', 'key-refused', 'tls', 'unreachable'].includes(kind);

/** The cause as n8n (2.37 and later) knows it: it slows polls down or asks for a new credential by it. */
function toN8nFailure({ kind, passing, retryAfterMs }: Failure) {
	if (kind === 'rate-limited') return { cause: 'rate-limited' as const, retryAfterMs };
	if (kind === 'key-refused') return { cause: 'credential-invalid' as const };
	if (passing) return { cause: 'temporarily-unavailable' as const, retryAfterMs };
	if (kind === 'not-found' || kind === 'not-configured')
		return { cause: 'configuration-invalid' as const };
	return undefined;
}

/** The failure as n8n's error, built from our own words alone, so that no header or URL can leak through it. */
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
	// n8n replaces a message in which it finds the name of a system error: EACCES, in eth_createAccessList.
	error.message = message;
	return error;
}

/**
 * Whether n8n sends an item with `details` beside `error` to its error output: since 2.35. What its errors carry since
 * 2.37 shows that it is new enough; an older one would take the item for a success.
 */
export const takesDetails = (node: INode): boolean =>
	'failure' in toNodeError(node, fail('rate-limited', 'A limit').failure);

/** Node.js 22 brought it, and the client uses it. */
export const isNodeNewEnough = (): boolean => 'withResolvers' in Promise;

/** What is said where Node.js is too old. */
export const needsNewerNode = {
	message: 'This node needs Node.js 22 or newer',
	description: 'Older versions lack functions that this node uses. Update n8n.',
};

/** Throws where Node.js is too old. */
export function demandNewerNode(node: INode): void {
	if (isNodeNewEnough()) return;
	const { message, description } = needsNewerNode;
	throw new NodeOperationError(node, message, { description });
}
