/** A server in front of an EVM client, at the paths of a node's chain: it cuts connections, and holds them half-open. */
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Relay {
	/** A node URL: /ext/bc/C/rpc and /ext/bc/C/ws below it lead to the client. */
	url: string;
	/** WebSockets that were opened so far. */
	readonly opened: number;
	/** Cuts all WebSockets. */
	cut(): void;
	/** Passes nothing more on over the WebSockets that are open, and keeps them open. */
	hold(): void;
	close(): Promise<void>;
}

/** Passes requests and WebSockets on to the client at this URL, which knows no paths. */
export async function startRelay(target: string): Promise<Relay> {
	const sockets = new Set<{ near: Duplex; far: Socket }>();
	let opened = 0;
	const server = createServer(async (incoming, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const answer = await fetch(target, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: Buffer.concat(chunks),
		}).catch(() => undefined);
		response.writeHead(answer?.status ?? 502, { 'content-type': 'application/json' });
		response.end(answer && Buffer.from(await answer.arrayBuffer()));
	});
	server.on('upgrade', ({ rawHeaders }, near, head) => {
		opened++;
		const far = connect(Number(new URL(target).port), '127.0.0.1');
		const pair = { near, far };
		sockets.add(pair);
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const)
			one
				.on('error', () => {})
				.on('close', () => {
					sockets.delete(pair);
					other.destroy();
				});
		const lines = rawHeaders.map((text, i) => (i % 2 ? `${text}\r\n` : `${text}: `)).join('');
		far.write(`GET / HTTP/1.1\r\n${lines}\r\n`);
		far.write(head);
		near.pipe(far);
		far.pipe(near);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const cut = () => {
		for (const { near } of sockets) near.destroy();
	};
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		get opened() {
			return opened;
		},
		cut,
		hold() {
			for (const { near, far } of sockets) {
				near.unpipe(far);
				far.unpipe(near);
			}
		},
		async close() {
			cut();
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
