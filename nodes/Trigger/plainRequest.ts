/** Requests to URLs of the user's options: nothing of the credential goes there. */
import type { IPollFunctions } from 'n8n-workflow';
import { exchange, type HttpAnswer, type Send } from '../shared/network/transport';

export interface PlainLimits {
	timeoutMs: number;
	mostBytes: number;
}

/** Through n8n's helper, which heeds its proxy and its protection against requests to internal addresses. */
const sendPlain =
	({ helpers }: Pick<IPollFunctions, 'helpers'>): Send =>
	async (request) => {
		const { statusCode, headers, body } = await helpers.httpRequest({
			...request,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		return { status: statusCode, headers, body };
	};

/** One GET; throws where there is no answer within the limits. */
export const getPlain = async (
	context: Pick<IPollFunctions, 'helpers'>,
	url: string,
	limits: PlainLimits,
): Promise<HttpAnswer> =>
	await exchange(
		sendPlain(context),
		{ method: 'GET', url },
		{ ...limits, cancelled: new AbortController().signal },
	);

/** Why there was no answer, without the URL, which can be a key. */
export function sayNoAnswer(error: unknown): string {
	const { code } = error as { code?: unknown };
	return typeof code === 'string' && /^[A-Z_\d]+$/.test(code) ? code : 'no answer';
}
