/** One HTTP request through n8n's own helpers, within a limit of time and of size. */
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	ITriggerFunctions,
} from 'n8n-workflow';
import type { Host } from './hosts';
import { credentialName } from './credential';

/** `safe` says that sending it twice does no harm. */
export interface HttpRequest {
	host: Host;
	method: 'GET' | 'POST';
	path: string;
	query?: Record<string, unknown>;
	body?: unknown;
	/** The JSON-RPC method, or a label for several calls, for messages. */
	rpcMethod?: string;
	safe: boolean;
	/** Its cost to the host's limit: compute units of a service, calls of a node. Absent if unknown. */
	units?: number;
	/** How long its answer may take, if longer than the limit for all. */
	timeoutMs?: number;
}

export interface HttpAnswer {
	status: number;
	headers: Record<string, string | undefined>;
	text: string;
}

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** The body of an answer as it arrives, unpacked: the part of Node's stream that is used here. */
interface Body {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	destroy(): void;
}

/**
 * Sends one request with the credential added, and resolves once the headers are there, for any status. Rejects without
 * a response. `exchange` does not need it to heed `timeout` and `abortSignal`.
 */
export type Send = (
	request: Pick<
		IHttpRequestOptions,
		'method' | 'url' | 'headers' | 'qs' | 'body' | 'timeout' | 'abortSignal'
	>,
) => Promise<{ status: number; headers: HttpAnswer['headers']; body: Body }>;

export type CallingContext =
	| IExecuteFunctions
	| IPollFunctions
	| ITriggerFunctions
	| ILoadOptionsFunctions;

/** Sends with n8n's proxy, its protection against requests to internal addresses, and its credentials. */
export const sendFrom =
	(context: CallingContext): Send =>
	async (request) => {
		const options: IHttpRequestOptions = {
			...request,
			arrayFormat: 'repeat',
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect could carry the key to another host.
			disableFollowRedirect: true,
		};
		// If a context has the signal of the whole run, n8n puts it in place of the request's own.
		const caller =
			'getExecutionCancelSignal' in context
				? (Object.create(context, {
						getExecutionCancelSignal: { value: () => request.abortSignal },
					}) as IExecuteFunctions)
				: context;
		const helper = context.helpers.httpRequestWithAuthentication;
		const { statusCode, headers, body } = await helper.call(caller, credentialName, options);
		return { status: statusCode, headers, body };
	};

interface RequestLimits {
	/** From sending to the last byte of the answer. */
	timeoutMs: number;
	/** Of the answer, unpacked. */
	mostBytes: number;
	/** Ends the request at once. */
	cancelled: AbortSignal;
}

class TookTooLong extends Error {
	readonly code = 'ETIMEDOUT';
}

/** The connection ended before the answer did. */
class BrokenOff extends Error {
	readonly code = 'ECONNRESET';
}

/** The answer is longer than the limit, as announced or as far as it was read. */
export class TooLarge extends Error {
	constructor(
		readonly bytes: number,
		readonly isAnnounced: boolean,
	) {
		super();
	}
}

/**
 * Sends a request and reads its answer to the last byte. Throws the helper's errors, TookTooLong, BrokenOff or
 * TooLarge. Closes the connection if an answer is not read to its end.
 */
export async function exchange(
	send: Send,
	request: Parameters<Send>[0],
	{ timeoutMs, mostBytes, cancelled }: RequestLimits,
): Promise<HttpAnswer> {
	const ending = new AbortController();
	const clock = AbortSignal.timeout(timeoutMs);
	const onTime = () => ending.abort(new TookTooLong());
	const onCancel = () => ending.abort(new Error('cancelled'));
	clock.addEventListener('abort', onTime);
	cancelled.addEventListener('abort', onCancel);
	const { signal } = ending;
	const ended = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason as Error));
	});
	try {
		const sent = send({ ...request, timeout: timeoutMs, abortSignal: signal });
		// Headers that come too late bring a body that nobody reads.
		void sent.then(({ body }) => signal.aborted && body.destroy()).catch(() => {});
		const { status, headers, body } = await Promise.race([sent, ended]);
		const text = await Promise.race([readText(body, headers, mostBytes), ended]).finally(() =>
			body.destroy(),
		);
		return { status, headers, text };
	} finally {
		clock.removeEventListener('abort', onTime);
		cancelled.removeEventListener('abort', onCancel);
	}
}

async function readText(
	body: Body,
	headers: HttpAnswer['headers'],
	mostBytes: number,
): Promise<string> {
	const announced = Number(headers['content-length']);
	if (announced > mostBytes) throw new TooLarge(announced, true);
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	// By events, which cost less than an async iteration.
	let isWhole = false;
	await new Promise<void>((resolve, reject) => {
		body.on('data', (chunk) => {
			bytes += chunk.length;
			if (bytes > mostBytes) return reject(new TooLarge(bytes, false));
			chunks.push(chunk);
		});
		body.on('end', () => {
			isWhole = true;
			resolve();
		});
		body.on('error', reject);
		// Every answer closes. An error costs time to make, so only an answer that broke off gets one.
		body.on('close', () => isWhole || reject(new BrokenOff()));
	});
	return Buffer.concat(chunks)
		.toString()
		.replace(/^\uFEFF/, '');
}
