import { RpcError, plain } from '../jsonRpc.mts';
import { readJson, writeJson } from '../json.mts';
import type { Received, Reply } from '../http.mts';

/** The JSON-RPC of the EVM endpoints, as a node of avalanchego v1.14.2 speaks it. */

/** The result of a call. Throws an RpcError. */
export type EvmCall = (method: string, params: unknown) => Promise<unknown>;

interface Message {
	jsonrpc?: unknown;
	id?: unknown;
	method?: unknown;
	params?: unknown;
	result?: unknown;
	error?: unknown;
}
type Response = { jsonrpc: '2.0'; id: unknown } & ({ result: unknown } | { error: object });

const largestBody = 5 * 1024 * 1024;
const contentTypes = ['application/json', 'application/json-rpc', 'application/jsonrequest'];
const jsonHeaders = { 'content-type': 'application/json' };
const nothing: Reply = { status: 200, headers: jsonHeaders, text: '' };

const timedOut = -32002;
const tooLarge = -32003;
const writeError = (id: unknown, { code, message, data }: RpcError): Response => ({
	jsonrpc: '2.0',
	id,
	error: { code, message, ...(data !== undefined && { data }) },
});
const invalidRequest = new RpcError(-32600, 'invalid request');

/** Go escapes what might be markup. */
const write = (value: unknown) =>
	writeJson(value).replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
const reply = (text: string): Reply => ({ status: 200, headers: jsonHeaders, text });

const isList = (id: unknown) => typeof id === 'object' && id !== null && !('rawJSON' in id);

/** The answer to one message; undefined where it wants none. */
async function answerMessage(message: unknown, call: EvmCall): Promise<Response | undefined> {
	const fields = typeof message === 'object' && message !== null ? (message as Message) : {};
	const { jsonrpc, id, method, params } = fields;
	const isVersioned = jsonrpc === '2.0';
	const hasId = id !== undefined && !isList(id);
	const isNamed = typeof method === 'string' && method !== '';
	const isResponse =
		isVersioned &&
		hasId &&
		!isNamed &&
		params === undefined &&
		('result' in fields || 'error' in fields);
	if (isResponse) return undefined;
	if (!isVersioned || !isNamed || (id !== undefined && !hasId))
		return writeError(hasId ? id : null, invalidRequest);
	try {
		const result = await call(method, params);
		return hasId ? { jsonrpc: '2.0', id, result } : undefined;
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		return hasId ? writeError(id, error) : undefined;
	}
}

/** Calls that read nothing but the chain can be made at once; the others wait for those before them. */
const changesSomething =
	/^(eth_(send|resend|new|uninstall|getFilter|(un)?subscribe)|personal_|debug_)/;

/** The answers to a batch. One that runs out of time, or of room, takes those after it along. */
async function answerBatch(messages: unknown[], call: EvmCall): Promise<Response[]> {
	const answers: Array<Promise<Response | undefined>> = [];
	for (const message of messages) {
		const { method } = (message ?? {}) as Message;
		const isBarrier = changesSomething.test(String(method));
		if (isBarrier) await Promise.all(answers);
		answers.push(answerMessage(message, call));
		if (isBarrier) await answers.at(-1);
	}
	const found = await Promise.all(answers);
	const isEnd = (answer?: Response) =>
		answer !== undefined &&
		'error' in answer &&
		[timedOut, tooLarge].includes((answer.error as RpcError).code);
	const end = found.findIndex(isEnd);
	const spread =
		end < 0
			? found
			: found.map((answer, i) => (answer && i > end ? { ...found[end]!, id: answer.id } : answer));
	return spread.filter((answer) => answer !== undefined);
}

/** The text that answers a message or a batch, over HTTP or a WebSocket; undefined where it wants none. */
export async function answerText(
	message: unknown,
	call: EvmCall,
	batchLimit: number,
): Promise<string | undefined> {
	if (!Array.isArray(message)) {
		const answer = await answerMessage(message, call);
		return answer && `${write(answer)}\n`;
	}
	if (!message.length) return write(writeError(null, new RpcError(-32600, 'empty batch')));
	if (message.length > batchLimit) {
		const first = (message as Array<Message | null>).find(
			(one) => one?.id !== undefined && !isList(one.id),
		);
		return write([writeError(first?.id ?? null, new RpcError(-32600, 'batch too large'))]);
	}
	const answers = await answerBatch(message, call);
	return answers.length ? `${write(answers)}\n` : undefined;
}

export const parseError = (text: string): string =>
	write(writeError(null, new RpcError(-32700, text)));
export const writeNotification = (subscription: string, result: unknown): string =>
	`${write({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })}\n`;

/** The node's answer to a request for the EVM endpoint of a chain. */
export async function answerEvm(
	{ method, url, headers, body }: Received,
	call: EvmCall,
	batchLimit: number,
): Promise<Reply> {
	if (['PUT', 'DELETE'].includes(method)) return plain(405, 'method not allowed\n');
	if (method === 'GET' && !body && !url.search) return { status: 200, text: '' };
	const size = Buffer.byteLength(body);
	if (size > largestBody) return plain(413, `content length too large (${size}>${largestBody})\n`);
	if (method === 'OPTIONS') return nothing;
	if (!contentTypes.includes((headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()))
		return plain(415, 'invalid content type, only application/json is supported\n');
	if (!body.trim()) return nothing;
	let message: unknown;
	try {
		message = readJson(body);
	} catch {
		return reply(parseError('parse error'));
	}
	const text = await answerText(message, call, batchLimit);
	return text === undefined ? nothing : reply(text);
}
