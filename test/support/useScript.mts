/** A server that answers as the test says, for what the mock network does not play: call by call, or byte by byte. */
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialsFor } from './engine.mts';

/** A JSON-RPC call, and the path and query it was sent to. */
export interface RpcCall {
	path: string;
	id: number;
	method: string;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each method has parameters of its own
	params: any;
}

/** A request as it came. */
export interface Received {
	/** Path and query. */
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** The JSON-RPC calls of the body: one, or those of a batch; none of a GET. */
	calls: RpcCall[];
	isBatch: boolean;
	/** Bytes of answers that the socket took, headers among them. */
	readonly sent: number;
	readonly isClosed: boolean;
}

/** A whole response: status 200 by default; a body that is no text is sent as JSON. */
export interface Reply {
	status?: number;
	headers?: Record<string, string | string[]>;
	body: unknown;
}

/** Replies to a request; without a reply, the handler writes to the response itself, or there is no answer at all. */
export type Handler = (
	request: Received,
	response: ServerResponse,
	incoming: IncomingMessage,
) => Reply | void;

/** A whole response, in the order in which most are told. */
export const reply = (body: unknown, status = 200, headers: Reply['headers'] = {}): Reply => ({
	body,
	status,
	headers,
});

export interface RpcError {
	code: number;
	message: string;
	data?: unknown;
}
/** The answer to one call. A whole response stands for its request; undefined: no answer at all. */
export type CallReply = { result: unknown } | { error: RpcError } | Reply | undefined;

/** How a node says in words that it cannot. */
export const refuse = (message: string, code = -32000): { error: RpcError } => ({
	error: { code, message },
});

export const notFound = reply('404 page not found\n', 404, { 'content-type': 'text/plain' });

/** Answers JSON-RPC call by call, alone or in a batch; with this status where a call is refused. */
export const eachCall =
	(answer: (call: RpcCall, request: Received) => CallReply, errorStatus = 200): Handler =>
	(request) => {
		const replies = request.calls.map((call) => answer(call, request));
		const envelopes: object[] = [];
		for (const [i, part] of replies.entries()) {
			if (!part || 'body' in part) return part;
			envelopes.push({ jsonrpc: '2.0', ...part, id: request.calls[i].id });
		}
		const isRefused = replies.some((part) => part && 'error' in part);
		return reply(request.isBatch ? envelopes : envelopes[0], isRefused ? errorStatus : 200);
	};

export interface Script {
	url: string;
	/** The server is node, Data API and Metrics API. */
	credentials: ReturnType<typeof credentialsFor>;
	/** Once the tests run. */
	server: Server;
	/** What was asked since the test began, or since `answer`. */
	received: Received[];
	/** The JSON-RPC calls among it, without their IDs. */
	readonly calls: Array<Omit<RpcCall, 'id'>>;
	/** Answers from now on so, and forgets what came before. */
	answer(handler: Handler): void;
	answerCalls(answer: (call: RpcCall, request: Received) => CallReply): void;
}

/** One for the tests of a file, each of which begins with `first` as its answer: by default, none. */
export function useScript(first: Handler = () => {}): Script {
	let handler = first;
	const script: Script = {
		url: '',
		credentials: credentialsFor(''),
		server: undefined as unknown as Server,
		received: [],
		get calls() {
			return script.received.flatMap(({ calls }) =>
				calls.map(({ path, method, params }) => ({ path, method, params })),
			);
		},
		answer(next) {
			script.received.length = 0;
			handler = next;
		},
		answerCalls: (answer) => script.answer(eachCall(answer)),
	};
	beforeAll(async () => {
		const server = createServer(async (incoming, response) => {
			const request = await receive(incoming);
			script.received.push(request);
			const reply = handler(request, response, incoming);
			if (reply) send(response, reply);
		});
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
		script.server = server;
		script.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		script.credentials = credentialsFor(script.url);
	});
	beforeEach(() => script.answer(first));
	afterAll(() => {
		script.server.closeAllConnections();
		script.server.close();
	});
	return script;
}

async function receive(incoming: IncomingMessage): Promise<Received> {
	const { socket, headers, url: path = '' } = incoming;
	let isClosed = false;
	socket.setMaxListeners(0);
	socket.on('error', () => {});
	socket.on('close', () => (isClosed = true));
	let body = '';
	for await (const chunk of incoming) body += String(chunk);
	return {
		path,
		headers,
		body,
		calls: body ? ([JSON.parse(body)].flat() as RpcCall[]).map((call) => ({ ...call, path })) : [],
		isBatch: body.startsWith('['),
		get sent() {
			return socket.bytesWritten;
		},
		get isClosed() {
			return isClosed;
		},
	};
}

function send(response: ServerResponse, { status = 200, headers, body }: Reply): void {
	response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
