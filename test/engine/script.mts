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

/** Listens on a free port; keeps the calls it was sent, those of a batch each for itself. */
export async function startScript(answer: (request: RpcRequest) => RpcReply) {
	const received: RpcRequest[] = [];
	const server = createServer(async (incoming, outgoing) => {
		let body = '';
		for await (const chunk of incoming) body += String(chunk);
		const calls = [body ? JSON.parse(body) : {}].flat() as Array<RpcRequest & { id?: number }>;
		const answers = calls.map(({ id, method, params }) => {
			const request = { path: incoming.url!, method, params };
			received.push(request);
			const reply = answer(request);
			const part =
				'error' in reply ? { error: { code: -32000, message: reply.error, data: null } } : reply;
			return { reply, envelope: { jsonrpc: '2.0', ...part, id } };
		});
		const [{ reply }] = answers;
		if ('status' in reply) {
			outgoing
				.writeHead(reply.status, { 'content-type': 'text/plain; charset=utf-8' })
				.end(reply.text);
			return;
		}
		const envelopes = answers.map(({ envelope }) => envelope);
		outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
		outgoing.end(JSON.stringify(body.startsWith('[') ? envelopes : envelopes[0]));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		credentials: {
			avalancheApi: { nodeUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
		},
		received,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

export const notFound: RpcReply = { status: 404, text: '404 page not found\n' };
