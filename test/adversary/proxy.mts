/** What stands between the nodes and the mock network, over HTTP and WebSockets: answers pass, or are changed on the way. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { writeJson } from '../../devnet/json.mts';
import { type Call, type Json, keyOf, parseExact } from './answers.mts';
import type { Travel } from './changes.mts';
import { realTimeout, speed } from './clock.mts';

/** One answer on its way: to a GET, to a call, or to each call of a batch. */
export interface Passing {
	calls: Call[];
	answers: Json[];
	isBatch: boolean;
	isSocket: boolean;
}

/** What comes in its place. */
export interface Changed {
	body: Json;
	travel?: Travel;
}

export interface Meddler {
	/** Undefined lets an answer pass as it is. */
	change?: (passing: Passing) => Changed | undefined;
	/** Where a request is led instead, by its path and query. */
	lead?: (url: string) => string;
}

interface Truth {
	status: number;
	json: Json;
	text: string;
}

type Message = {
	id?: unknown;
	method?: string;
	params?: { subscription?: string } & Json[];
	result?: Json;
};

const hostOf = (url: string): Call['host'] =>
	url.startsWith('/v1') ? 'data' : url.startsWith('/v2') ? 'metrics' : 'node';
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };
const html = '<html><body><h1>502 Bad Gateway</h1><script>alert(1)</script></body></html>';

export class Proxy {
	url = '';
	/** Requests since the last `begin`; beyond the most of them, connections are cut. */
	requests = 0;
	private most = Infinity;
	private target = '';
	private meddler: Meddler = {};
	/** The true answers, where the network stands still meanwhile. */
	private known: Map<string, Promise<Truth>> | undefined;
	/** Records of a page at most, whatever was asked for. */
	private pageSize: number | undefined;
	private readonly sockets = new Set<WebSocket>();
	private readonly server = createServer((incoming, response) => {
		void this.answer(incoming, response).catch(() => response.destroy());
	});

	async listen(): Promise<this> {
		const accept = new WebSocketServer({ noServer: true });
		this.server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
			if (this.countRequest()) return void socket.destroy();
			accept.handleUpgrade(incoming, socket, head, (near) => this.relay(near, incoming.url!));
		});
		await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this;
	}

	close(): void {
		this.cutSockets();
		this.server.closeAllConnections();
		this.server.close();
	}

	/** Stands before this network from now on. */
	standBefore(
		target: string,
		{ keeps, pageSize }: { keeps?: Proxy['known']; pageSize?: number } = {},
	): void {
		this.target = target;
		this.known = keeps;
		this.pageSize = pageSize;
		this.begin();
	}

	/** Counts afresh, and changes answers so from now on. */
	begin(meddler: Meddler = {}, most = Infinity): void {
		this.requests = 0;
		[this.meddler, this.most] = [meddler, most];
	}

	cutSockets(): void {
		for (const socket of this.sockets) socket.terminate();
		this.sockets.clear();
	}

	/** Whether there were too many. */
	private countRequest(): boolean {
		return ++this.requests > this.most;
	}

	/** The true answer to a question. */
	async ask(call: Call): Promise<Json> {
		return (await this.readTruth(call)).json;
	}

	private async readTruth(call: Call): Promise<Truth> {
		const known = this.known?.get(keyOf(call)) ?? this.askNetwork(call);
		this.known?.set(keyOf(call), known);
		return await known;
	}

	private async askNetwork({ url, method, params }: Call): Promise<Truth> {
		const body = method && writeJson({ jsonrpc: '2.0', id: 1, method, params });
		const response = await fetch(this.target + this.sized(url), {
			...(body !== undefined && { method: 'POST', body, headers: jsonHeaders }),
		});
		const text = await response.text();
		let json: Json;
		try {
			json = parseExact(text);
		} catch {
			json = undefined;
		}
		return { status: response.status, json, text };
	}

	private sized(url: string): string {
		const { pageSize } = this;
		return pageSize === undefined
			? url
			: url.replace(/([?&]pageSize=)(\d+)/, (_, name, size) => name + Math.min(size, pageSize));
	}

	private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		if (this.countRequest()) return void response.destroy();
		const url = this.meddler.lead?.(incoming.url!) ?? incoming.url!;
		const host = hostOf(url);
		const asked = chunks.length
			? (parseExact(Buffer.concat(chunks).toString()) as Message)
			: undefined;
		const isBatch = Array.isArray(asked);
		const messages = asked === undefined ? [undefined] : ([asked].flat() as Message[]);
		const calls = messages.map(
			(message): Call => ({
				host,
				url,
				...(message && { method: message.method, params: message.params }),
			}),
		);
		const truths = await Promise.all(calls.map(async (call) => await this.readTruth(call)));
		const [{ status, text, json }] = truths as [Truth];
		if (!isBatch && json === undefined) return await send(response, status, text);
		const answers = truths.map(({ json: answer }, i) =>
			messages[i] ? { ...(answer as object), id: messages[i].id } : answer,
		);
		const changed = this.meddler.change?.({ calls, answers, isBatch, isSocket: false });
		const body = changed ? changed.body : isBatch ? answers : answers[0];
		await send(response, isBatch ? 200 : status, writeJson(body) ?? '', changed?.travel);
	}

	/** Passes messages on between the node's end and the network's. */
	private relay(near: WebSocket, url: string): void {
		const far = new WebSocket(this.target.replace('http', 'ws') + url);
		const asked = new Map<unknown, Message>();
		const kinds = new Map<unknown, Json>();
		let later: string | undefined;
		this.sockets.add(near);
		const open = new Promise((resolve) => far.once('open', resolve));
		near.on('message', (data) => {
			const message = JSON.parse(String(data)) as Message;
			asked.set(message.id, message);
			void open.then(() => far.send(String(data)));
		});
		const pass = (text: string): void =>
			near.readyState === near.OPEN ? near.send(text) : undefined;
		far.on('message', (data) => {
			const message = parseExact(String(data)) as Message;
			const question = asked.get(message.id);
			if (question?.method === 'eth_subscribe') kinds.set(message.result, question.params);
			const { method, params } = question ?? {
				method: 'eth_subscription',
				params: kinds.get(message.params?.subscription),
			};
			const call: Call = { host: 'node', url, method, params };
			const changed = this.meddler.change?.({
				calls: [call],
				answers: [message],
				isBatch: false,
				isSocket: true,
			});
			const text = changed ? (writeJson(changed.body) ?? '') : String(data);
			const { travel } = changed ?? {};
			const held = later;
			later = undefined;
			if (travel === 'cutBefore') return near.terminate();
			if (travel === 'late') later = text;
			else if (travel === 'half') pass(text.slice(0, text.length / 2));
			else if (travel === 'html') pass(html);
			else if (travel === 'repeated') [text, text].forEach(pass);
			else if (travel === 'takenBack') [String(data), text].forEach(pass);
			else if (travel === undefined) pass(text);
			if (held !== undefined) pass(held);
		});
		const end = (): void => {
			this.sockets.delete(near);
			near.terminate();
			far.terminate();
		};
		for (const socket of [near, far]) socket.on('error', () => {}).on('close', end);
	}
}

/** What the host says of its clock, in days from now. */
const daysAhead: Partial<Record<Travel, number>> = { dateAhead: 30, dateBehind: -30 };

async function send(
	response: ServerResponse,
	status: number,
	text: string,
	travel?: Travel,
): Promise<void> {
	response.sendDate = false;
	if (travel !== 'noDate') {
		const days = (travel && daysAhead[travel]) ?? 0;
		response.setHeader('date', new Date(Date.now() + days * 86_400_000).toUTCString());
	}
	if (travel === 'cutBefore') return void response.destroy();
	if (travel === 'unavailable') return void response.writeHead(503).end('resting');
	if (travel === 'html')
		return void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
	// A little, or beyond the limit of 30 seconds.
	if (travel === 'delay') await realTimeout(2000 / speed);
	if (travel === 'longDelay') await realTimeout(33_000 / speed);
	const bytes = Buffer.from(travel === 'emptyBody' ? '' : text);
	const half = bytes.subarray(0, bytes.length / 2);
	if (travel === 'half') return void response.writeHead(status, jsonHeaders).end(half);
	response.writeHead(status, { ...jsonHeaders, 'content-length': bytes.length });
	if (travel === 'cutDuring') return void response.write(half, () => response.destroy());
	response.end(bytes);
}
