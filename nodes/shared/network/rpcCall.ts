/** A JSON-RPC call, its request, and the form of its answer. */
import { parseJson } from '../values/numbers';
import type { Envelope } from './batches';
import type { SendOptions } from './requests';
import type { HttpRequest } from './transport';

export interface RpcCall {
	/** Below the node URL, e.g. `/ext/info`. */
	path: string;
	method: string;
	/** Named parameters as an object, positional ones as an array. */
	params: Record<string, unknown> | unknown[];
	safe: boolean;
	/** May travel in one request with other calls to the same path. Only for calls that are safe to repeat. */
	batch?: boolean;
	/** True if the sender drops records that name nobody. Records that name somebody else are refused all the same. */
	leavesOutUnnamed?: boolean;
	/** Other names of the method on other servers. */
	alternatives?: Array<{ path: string; method: string }>;
	/** How long its answer may take, if longer than the credential's time limit. Only for calls that go alone. */
	timeoutMs?: number;
	/** When nobody waits for the answer any more, in ms since 1970. Nothing is sent or repeated after it. */
	deadline?: number;
	/** How many repeats a failure is worth if asking otherwise may serve better, never more than the settings allow. */
	worth?: SendOptions['worth'];
}

/** A question about the node itself. */
export const infoCall = (method: string, params: Record<string, unknown> = {}): RpcCall => ({
	path: '/ext/info',
	method,
	params,
	safe: true,
});

/** How a call travels: in one request with others, or in one of its own. */
export type Batching = Pick<RpcCall, 'batch'>;
export const together: Batching = { batch: true };
export const alone: Batching = { batch: false };

export const toRequest = (
	path: string,
	rpcMethod: string,
	body: unknown,
	safe: boolean,
): HttpRequest => ({
	host: 'node',
	method: 'POST',
	path,
	body,
	rpcMethod,
	safe,
	units: Array.isArray(body) ? body.length : 1,
});

/** The list that an answer holds, whatever its status. */
export function listIn(text: string): Envelope[] | undefined {
	if (!/^\s*\[/.test(text)) return undefined;
	try {
		return parseJson(text) as Envelope[];
	} catch {
		return undefined;
	}
}
