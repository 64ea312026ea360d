/** A server that answers JSON-RPC as the test says, for nodes of other versions than the stand-in plays. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcRequest {
	path: string;
	/** Absent where it was no JSON-RPC call. */
	method?: string;
	params?: unknown;
}

/** The result, `{ error }` with the node's words, or a status with its plain text. */
export type RpcReply = { result: unknown } | { error: string } | { status: number; text: string };

/** Listens on a free port; keeps what it was sent. */
export async function startScript(answer: (request: RpcRequest) => RpcReply) {
	const received: RpcRequest[] = [];
	const server = createServer(async (incoming, outgoing) => {
		let body = '';
		for await (const chunk of incoming) body += String(chunk);
		const { id, method, params } = (body ? JSON.parse(body) : {}) as RpcRequest & { id?: number };
		const request = { path: incoming.url!, method, params };
		received.push(request);
		const reply = answer(request);
		if ('status' in reply) {
			outgoing.writeHead(reply.status, { 'content-type': 'text/plain; charset=utf-8' }).end(reply.text);
			return;
		}
		const part = 'error' in reply ? { error: { code: -32000, message: reply.error, data: null } } : reply;
		outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
		outgoing.end(JSON.stringify({ jsonrpc: '2.0', ...part, id }));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		credentials: { avalancheApi: { nodeUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } },
		received,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

export const notFound: RpcReply = { status: 404, text: '404 page not found\n' };
