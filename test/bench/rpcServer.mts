/** A JSON-RPC server of a benchmark, for single calls and batches: nothing in it costs time but the latency asked for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface RpcCall {
	method: string;
	params: any[];
}

export async function startRpcServer(answer: (call: RpcCall) => unknown, latencyMs: number) {
	let requests = 0;
	const reply = ({ id, ...call }: RpcCall & { id: number }) => ({
		jsonrpc: '2.0',
		id,
		result: answer(call),
	});
	const server = createServer(async (request, response) => {
		requests++;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = JSON.parse(Buffer.concat(chunks).toString());
		if (latencyMs) await wait(latencyMs);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		takeRequests: () => requests - (requests = 0),
		close: () => server.close(),
	};
}
