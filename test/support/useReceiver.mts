/** A local service outside n8n: it takes pings and goes red after a grace time, as healthchecks.io does, or serves a text. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
	url: string;
	/** What came, in order; `at` is the time of the test's clock in UNIX seconds. */
	received: Array<{ path: string; at: number; headers: IncomingHttpHeaders }>;
	/** How it answers. */
	reply: { status: number; body: string; headers?: Record<string, string> };
	/** Answers only while this is not set. */
	isSilent: boolean;
}

export function useReceiver(): Receiver {
	const receiver: Receiver = {
		url: '',
		received: [],
		isSilent: false,
		reply: { status: 200, body: 'OK' },
	};
	let server: Server;
	beforeAll(async () => {
		server = createServer((request, response) => {
			const at = Math.floor(Date.now() / 1000);
			receiver.received.push({ path: request.url!, at, headers: request.headers });
			const { status, headers, body } = receiver.reply;
			if (!receiver.isSilent) response.writeHead(status, headers).end(body);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	beforeEach(() => {
		receiver.received.length = 0;
		receiver.reply = { status: 200, body: 'OK' };
		receiver.isSilent = false;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return receiver;
}

/** Until when a check with this grace time stays green after these pings; a `/fail` turns it red at once. */
export function greenUntil(
	{ received }: Receiver,
	graceSeconds: number,
	isFail = (path: string) => path.endsWith('/fail'),
): number {
	const last = received.at(-1);
	if (!last) return -Infinity;
	return isFail(last.path) ? last.at : last.at + graceSeconds;
}

/** The times at which it was red between two pings. */
export function redSince({ received }: Receiver, graceSeconds: number): number[] {
	return received
		.filter(({ at, path }, i) => {
			const next = received[i + 1];
			return path.endsWith('/fail') || (next !== undefined && next.at - at > graceSeconds);
		})
		.map(({ at }) => at);
}
