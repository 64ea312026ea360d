/**
 * REST: one GET to the Data API, the Metrics API or a path that a node serves without JSON-RPC. Should a call need a
 * method, body or headers of its own, they would be keys of RestCall.
 */
import type { Answer } from '../errors';
import { parseJson } from '../values/numbers';
import type { Host } from './hosts';
import { describeOther, describeStatus } from './meanings/statuses';
import { describeOtherForm, describeUnreadable } from './meanings/unreadable';
import type { Requests } from './requests';
import { isSuccess, type HttpRequest } from './transport';

export interface RestCall {
	host: Host;
	/** Below the host's URL, with its parameters already encoded. */
	path: string;
	/** Arrays repeat their key. Undefined is left out. */
	query: Record<string, unknown>;
	/** The cost of the request. Absent if no source says. */
	computeUnits?: number;
	/** True if a body is the answer, whatever its status. By default, any body of a success is. */
	isAnswer?: (body: unknown) => boolean;
	/** The answer is text, not JSON. */
	isText?: true;
}

/** Returns the body or a failure. */
export async function callRest(requests: Requests, call: RestCall): Promise<Answer> {
	const { isAnswer, isText, ...sent } = call;
	const request: HttpRequest = { ...sent, units: call.computeUnits, method: 'GET', safe: true };
	const host = requests.nameOf(call.host);
	return await requests.send(request, (answer) => {
		const body = isText ? { ok: true as const, result: answer.text } : readBody(answer.text);
		const isWanted = body.ok && (isAnswer?.(body.result) ?? isSuccess(answer));
		if (isWanted) return body;
		if (!isSuccess(answer)) return describeStatus(request, answer, host, requests.credential);
		if (call.host !== 'node' && /^\s*</.test(answer.text))
			return describeOther(call.host, { host, credential: requests.credential });
		return body.ok ? describeOtherForm(host) : describeUnreadable(answer.text, host);
	});
}

function readBody(text: string): { ok: true; result: unknown } | { ok: false } {
	try {
		return { ok: true, result: parseJson(text) };
	} catch {
		return { ok: false };
	}
}
