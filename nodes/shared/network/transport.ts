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

/** One HTTP request; `safe` says that sending it twice does no harm. */
export interface HttpRequest {
	host: Host;
	method: 'GET' | 'POST';
	path: string;
	query?: Record<string, unknown>;
	body?: unknown;
	/** The JSON-RPC method that is called, or what stands for several: for messages. */
	rpcMethod?: string;
	safe: boolean;
	/** What it costs of the host's limit: compute units of a service, calls of a node; absent where that is not known. */
	units?: number;
	/** How long its answer may take where that is more than the limit for all. */
	timeoutMs?: number;
}

export interface HttpAnswer {
	status: number;
	headers: Record<string, string | undefined>;
	text: string;
}

/** The body of an answer as it arrives, unpacked: Node's stream, as far as it is used. */
interface Body {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	destroy(): void;
}

/**
 * Sends one request with what the credential adds to it, and resolves when the headers are there, for any
 * status. Rejects without a response. Whether it heeds `timeout` and `abortSignal` does not matter to `exchange`.
 */
export type Send = (
	request: Pick<
		IHttpRequestOptions,
		'method' | 'url' | 'headers' | 'qs' | 'body' | 'timeout' | 'abortSignal'
	>,
) => Promise<{ status: number; headers: HttpAnswer['headers']; body: Body }>;

/** What a node runs in. */
export type CallingContext =
	| IExecuteFunctions
	| IPollFunctions
	| ITriggerFunctions
	| ILoadOptionsFunctions;

/** What n8n offers a node: its proxy, its protection against requests to internal addresses, its credentials. */
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
		// n8n puts the signal of the whole run in place of the request's own, where a context has one.
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

export interface RequestLimits {
	/** From sending to the last byte of the answer. */
	timeoutMs: number;
	/** Of the answer, unpacked. */
	mostBytes: number;
	/** Ends the request at once. */
	cancelled: AbortSignal;
}

/** The time limit passed. */
class TookTooLong extends Error {
	readonly code = 'ETIMEDOUT';
}

/** The connection ended before the answer did. */
class BrokenOff extends Error {
	readonly code = 'ECONNRESET';
}

/** The answer is longer than the limit: by its own account, or as far as it was read. */
export class TooLarge extends Error {
	constructor(
		readonly bytes: number,
		readonly isAnnounced: boolean,
	) {
		super();
	}
}

/**
 * Sends a request and reads its answer to the last byte. Throws what the helper throws, TookTooLong or TooLarge;
 * the connection is closed whenever an answer is not read to its end.
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
		// Every answer closes; an error, which costs time to make, is for those that broke off.
		body.on('close', () => isWhole || reject(new BrokenOff()));
	});
	return Buffer.concat(chunks)
		.toString()
		.replace(/^\uFEFF/, '');
}
