/** A server that sends the very text which the test says, for answers that no program of today would write. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawRequest {
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** The ID of the JSON-RPC call, where it is a single one. */
	id?: number;
}

/** Listens on a free port for all three hosts; a text is an answer with status 200. */
export async function startRaw(
	answer: (request: RawRequest) => string | { status: number; text: string },
) {
	const received: RawRequest[] = [];
	const server = createServer(async (incoming, outgoing) => {
		let body = '';
		for await (const chunk of incoming) body += String(chunk);
		const request = {
			url: incoming.url!,
			headers: incoming.headers,
			body,
			id: body ? JSON.parse(body).id : undefined,
		};
		received.push(request);
		const reply = answer(request);
		const { status, text } = typeof reply === 'string' ? { status: 200, text: reply } : reply;
		outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	return {
		port,
		credentials: { avalancheApi: { nodeUrl: url, dataUrl: url, metricsUrl: url } },
		received,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
