/** REST: one GET to the Data API or the Metrics API. A method, a body or headers of its own would be keys of RestCall. */
import type { Answer } from '../errors';
import { parseJson } from '../numbers';
import type { Service } from './hosts';
import { describeOther, describeStatus, describeUnreadable } from './meanings';
import type { Requests } from './requests';
import type { HttpRequest } from './transport';

export interface RestCall {
	host: Service;
	/** Below the host's URL, its parameters already encoded. */
	path: string;
	/** Arrays repeat their key; undefined is left out. */
	query: Record<string, unknown>;
	/** What the request costs; absent where no source tells. */
	computeUnits?: number;
}

/** The JSON body, or why there is none. */
export async function callRest(requests: Requests, call: RestCall): Promise<Answer> {
	const request: HttpRequest = { ...call, units: call.computeUnits, method: 'GET', safe: true };
	const host = requests.nameOf(call.host);
	return await requests.send(request, (answer) => {
		if (answer.status < 200 || answer.status >= 300)
			return describeStatus(request, answer, host, requests.credential);
		try {
			return { ok: true, result: parseJson(answer.text) };
		} catch {
			return /^\s*</.test(answer.text)
				? describeOther(call.host, host)
				: describeUnreadable(answer.text, host);
		}
	});
}
