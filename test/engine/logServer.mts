/** A node of which a test says how each request is answered, and which keeps what it was asked, request by request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
	id: number;
	method: string;
	params: any[];
}
export type Reply =
	| { result: unknown }
	| { error: { code: number; message: string; data?: unknown } };
/** `nth` counts the requests from 0: several servers behind one URL take turns by it. Nothing: no answer at all. */
export type Answer = (call: Call, nth: number) => Reply | undefined;

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
export const refusal = (message: string, code = -32000): Reply => ({ error: { code, message } });
const tooManyRequests = { error: { code: -32005, message: 'rate limit' } };

export async function startLogServer() {
	const state = {
		/** Calls by request. */
		requests: [] as Call[][],
		answer: ((): Reply => ({ result: null })) as Answer,
		takesBatches: true,
		/** The HTTP status of a refusal. */
		refusalStatus: 200,
		/** Calls that are answered before all others get a 429, until the next minute. */
		quota: Infinity,
	};
	const server = createServer(async (incoming, outgoing) => {
		let text = '';
		for await (const chunk of incoming) text += String(chunk);
		const body = JSON.parse(text) as Call | Call[];
		const calls = [body].flat();
		const nth = state.requests.push(calls) - 1;
		const send = (status: number, content: unknown, headers = {}) =>
			outgoing
				.writeHead(status, { 'content-type': 'application/json', ...headers })
				.end(JSON.stringify(content));
		if (Array.isArray(body) && !state.takesBatches)
			return void send(200, {
				jsonrpc: '2.0',
				id: null,
				...refusal('batches are not supported', -32600),
			});
		state.quota -= calls.length;
		if (state.quota < 0) return void send(429, tooManyRequests, { 'retry-after': '60' });
		const replies = calls.map((call) => state.answer(call, nth));
		if (replies.includes(undefined)) return;
		const envelopes = replies.map((reply, i) => ({ jsonrpc: '2.0', id: calls[i]!.id, ...reply }));
		const status = replies.some((reply) => reply && 'error' in reply) ? state.refusalStatus : 200;
		send(status, Array.isArray(body) ? envelopes : envelopes[0]);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		state,
		credentials: { avalancheApi: { nodeUrl } },
		callsOf: (method: string): Call[] =>
			state.requests.flat().filter((call) => call.method === method),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
export type LogServer = Awaited<ReturnType<typeof startLogServer>>;
