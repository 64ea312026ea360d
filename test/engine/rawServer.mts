/** A server whose answers a test writes byte by byte, for what no sane server sends. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
	id: number;
	method: string;
	params: unknown[];
}

export interface Received {
	path: string;
	/** The JSON-RPC calls of the body: one, or those of a batch. */
	calls: Call[];
	isBatch: boolean;
	/** Bytes of the answer that the socket took, headers among them. */
	readonly sent: number;
	readonly isClosed: boolean;
}

export type Handler = (
	response: ServerResponse,
	request: Received,
	incoming: IncomingMessage,
) => void;

export async function startRaw(first: Handler = () => {}) {
	const received: Received[] = [];
	const state = { handler: first };
	const server = createServer(async (incoming, response) => {
		let body = '';
		for await (const chunk of incoming) body += String(chunk);
		const json = body ? (JSON.parse(body) as Call | Call[]) : [];
		const { socket } = incoming;
		let isClosed = false;
		socket.setMaxListeners(0);
		socket.on('error', () => {});
		socket.on('close', () => (isClosed = true));
		const request: Received = {
			path: incoming.url!,
			calls: [json].flat(),
			isBatch: body.startsWith('['),
			get sent() {
				return socket.bytesWritten;
			},
			get isClosed() {
				return isClosed;
			},
		};
		received.push(request);
		state.handler(response, request, incoming);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		credentials: { avalancheApi: { nodeUrl: url, dataUrl: url, metricsUrl: url } },
		received,
		/** Answers from now on so; forgets what came before. */
		answer(handler: Handler) {
			received.length = 0;
			state.handler = handler;
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

export type RawServer = Awaited<ReturnType<typeof startRaw>>;

/** Answers with JSON, or with text as it is. */
export function reply(
	response: ServerResponse,
	body: unknown,
	status = 200,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Resolves when a condition holds; what must happen soon, happens in two seconds. */
export async function until(holds: () => boolean): Promise<void> {
	for (let i = 0; i < 200 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
	expect(holds()).toBe(true);
}
