/** Receivers of heartbeats outside n8n: each has a grace time, and goes red without a sign of life. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const everyMs = 1000;

export class Check {
	/** Signs of life, in milliseconds of the clock. */
	readonly beats: number[] = [];
	/** When it went red first, and what for. */
	redAt?: number;
	reason?: string;
	readonly graceSeconds: number;

	constructor(graceSeconds: number) {
		this.graceSeconds = graceSeconds;
	}

	take(isGood: boolean, what: string): void {
		if (isGood) this.beats.push(Date.now());
		else this.turnRed(what);
	}

	turnRed(what: string): void {
		if (this.redAt !== undefined) return;
		this.redAt = Date.now();
		this.reason = what;
	}

	look(): void {
		const last = this.beats.at(-1);
		const isLate = last !== undefined && Date.now() - last > this.graceSeconds * 1000;
		if (isLate) this.turnRed(`no sign of life for ${this.graceSeconds} s`);
	}
}

export interface Receivers {
	url: string;
	checks: Map<string, Check>;
	close: () => void;
}

/** As healthchecks.io at /ping/NAME and /ping/NAME/fail, as Uptime Kuma at /api/push/NAME, and for the message of a second n8n at /message/NAME. */
export async function openReceivers(graceSeconds: number, names: string[]): Promise<Receivers> {
	const checks = new Map(names.map((name) => [name, new Check(graceSeconds)]));
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url!, 'http://receiver');
		const [, kind, name] = /^\/(ping|api\/push|message)\/([^/]+?)(?:\/fail)?$/.exec(pathname) ?? [];
		const check = checks.get(name!);
		if (kind === 'message') check?.turnRed('the message of the second n8n');
		else if (kind === 'ping') check?.take(!pathname.endsWith('/fail'), '/fail');
		else check?.take(searchParams.get('status') === 'up', 'status=down');
		response.writeHead(check ? 200 : 404).end('OK');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const timer = setInterval(() => checks.forEach((check) => check.look()), everyMs);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		checks,
		close: () => {
			clearInterval(timer);
			server.closeAllConnections();
			server.close();
		},
	};
}
