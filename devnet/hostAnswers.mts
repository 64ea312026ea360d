import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DevnetOptions } from './devnet.mts';
import type { Faults } from './faults.mts';
import type { HostKind, Profile, Received, Reply } from './http.mts';
import type { createNode } from './node.mts';
import { writeError } from './parameters.mts';
import type { Client } from './sockets.mts';
import { createKeyLimits, type createWriter, type Traffic } from './traffic.mts';

export const hostOf = (path: string): HostKind | undefined => {
	const paths: Array<[RegExp, HostKind]> = [
		[/^(\/observers\/[^/]+)?\/ext(\/|$)/, 'node'],
		[/^\/v1(\/|$)/, 'data'],
		[/^\/v2(\/|$)/, 'metrics'],
	];
	return paths.find(([pattern]) => pattern.test(path))?.[1];
};

interface Hosts {
	node: Pick<ReturnType<typeof createNode>, 'answer' | 'findSocket'>;
	/** The data and the metrics service. */
	answerData: (request: Received, emptyPage?: boolean) => Promise<Reply>;
	traffic: Traffic;
	faults: Faults;
	profile: Profile;
	write: ReturnType<typeof createWriter>;
	onRequest: DevnetOptions['onRequest'];
}

/** A request to one of the hosts, and what it is answered with. */
export interface Exchange {
	host: HostKind;
	/** Path and query as they came. */
	path: string;
	request: Received;
	response: ServerResponse;
	/** Present where the client asks for a WebSocket. */
	shakeHands?: (client: Client) => void;
}

/** Answers the requests to the hosts, as the faults allow. */
export function createHostAnswers(hosts: Hosts) {
	const { node, answerData, traffic, faults, profile, write, onRequest } = hosts;
	const writeLimits = createKeyLimits(profile);

	/** The client as the sockets know it, whose messages are requests of their own. */
	const connect = ({ host, path, request }: Exchange, service: Client['service']): Client => {
		const onSocket = { method: 'WS', url: request.url, headers: request.headers };
		return {
			service,
			receive: (body) => traffic.receive(host, path, { ...onSocket, body }),
			judge: (circumstances, body) =>
				faults.judge({
					request: { ...onSocket, body },
					host,
					...circumstances,
					inFlight: traffic.open[host],
					profile,
				}),
		};
	};

	const serve = async (
		{ host, request }: Exchange,
		verdict: ReturnType<Faults['judge']>,
	): Promise<Reply> => {
		const { method, url } = request;
		const isElsewhere = hostOf(url.pathname) !== host && host !== 'node';
		if (isElsewhere) return writeError(404, `Cannot ${method} ${url.pathname}`);
		return host === 'node'
			? await node.answer(request, verdict.failCall)
			: await answerData(request, verdict.emptyPage);
	};

	return async (exchange: Exchange): Promise<void> => {
		const { host, path, request, response, shakeHands } = exchange;
		const { entry, finish, verdict } = traffic.receive(host, path, request);
		response.on('close', () => finish());
		response.on('finish', () => onRequest?.('answered', entry));
		onRequest?.('came', entry);
		// A refusal comes at once, so that only what is served counts as in flight.
		if (verdict.latencyMs && verdict.reply?.status !== 429)
			await wait(verdict.latencyMs, undefined, { ref: false });
		if (response.closed) return;
		if (verdict.cut === 'before') {
			finish(0);
			response.destroy();
			return;
		}
		if (verdict.drop) return;
		const service = shakeHands && !verdict.reply && node.findSocket(request.url.pathname);
		if (service) {
			finish(101);
			return shakeHands(connect(exchange, service));
		}
		const limits = host === 'node' ? {} : writeLimits(request);
		let reply = verdict.reply ?? (await serve(exchange, verdict));
		if (response.closed) return;
		for (const change of verdict.changes) reply = change(reply);
		reply.headers = { ...limits, ...reply.headers };
		finish(verdict.cut ? 0 : reply.status);
		entry.sentHeaders = reply.headers;
		write(response, reply, host, verdict.cut === 'during');
	};
}
