/** Requests to URLs from the user's options. They carry nothing of the credential. */
import type { IPollFunctions } from 'n8n-workflow';
import { sayNoAnswerOf } from '../shared/network/meanings/transport';
import { exchange, type HttpAnswer, type Send } from '../shared/network/transport';

interface PlainLimits {
	timeoutMs: number;
	mostBytes: number;
}

export type PlainContext = Pick<IPollFunctions, 'helpers'>;

/** Uses n8n's helper, which applies n8n's proxy and its protection against requests to internal addresses. */
const sendPlain =
	({ helpers }: PlainContext): Send =>
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

const ask = async (
	context: PlainContext,
	request: Parameters<Send>[0],
	limits: PlainLimits,
): Promise<HttpAnswer> =>
	await exchange(sendPlain(context), request, {
		...limits,
		cancelled: new AbortController().signal,
	});

/** One GET. Throws if no answer comes within the limits. */
export const getPlain = async (
	context: PlainContext,
	url: string,
	limits: PlainLimits,
): Promise<HttpAnswer> => await ask(context, { method: 'GET', url }, limits);

/** One POST of JSON. Throws if no answer comes within the limits. */
export const postPlain = async (
	context: PlainContext,
	url: string,
	body: object,
	limits: PlainLimits,
): Promise<HttpAnswer> =>
	await ask(
		context,
		{
			method: 'POST',
			url,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		},
		limits,
	);

/** The reason for a missing answer, without the URL, which can be a key. */
export function sayNoAnswer(error: unknown): string {
	const { code } = error as { code?: unknown };
	return typeof code === 'string' ? sayNoAnswerOf(code) : 'no answer';
}
