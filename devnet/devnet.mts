import { createServer, ServerResponse } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createDataService } from './dataService.mts';
import { fundedAccount, fundedKey } from './evm/anvil.mts';
import type { Evm } from './evm/anvil.mts';
import { createFaults } from './faults.mts';
import type { Fault } from './faults.mts';
import { demoAccount, demoL1Chain } from './ledger.mts';
import type { Contract } from './ledger.mts';
import type { Version } from './jsonRpc.mts';
import { createNode } from './node.mts';
import { writeError } from './parameters.mts';
import { keyHeader } from './http.mts';
import { writeJson } from './json.mts';
import type { HostKind, Profile, Received, Reply } from './http.mts';
import { createSockets } from './sockets.mts';
import type { Client } from './sockets.mts';
import { makeBytes } from './ids.mts';
import { ourNodeIds, ourRewardAddress, ownNodeId, World } from './world.mts';

export type { Fault } from './faults.mts';
export { fundedAccount, fundedKey, nodeAccount } from './evm/anvil.mts';
export { provenOnNodeOnly } from './evm/provenOnNodeOnly.mts';
export { demoAccount, demoDeployer, demoL1Chain } from './ledger.mts';
export { acceptedAtomicTxId, makeAtomicTx, utxoAddresses, writeChecked } from './native.mts';
export { ourNodeIds, ourRewardAddress, ownNodeId } from './world.mts';

/** A local mock of an Avalanche node, the Data API and the Metrics API. */

export interface DevnetOptions {
	/** 0, the default, takes any free one; with `separate` the next two as well. */
	port?: number;
	/** Which shapes it answers in; `real` by default. */
	profile?: Profile;
	seed?: number;
	/** Three origins instead of one: node, data and metrics. */
	separate?: boolean;
	/** Validators of the Primary Network. */
	validators?: number;
	/** Rewards of the last three years on mainnet. */
	rewards?: number;
	/** Milliseconds since 1970; what the world takes for now. */
	now?: () => number;
	/** The node's release: 1.14 by default, or 1.15.0 or 1.15.2 after Helicon. */
	version?: Version;
	/** What the configuration of the C-Chain lists in `apis`; read since 1.15.2, by default what a node has on. */
	apis?: string[];
	/** Whether the node serves /ext/admin and /ext/bc/C/admin; if not, they are 404. */
	adminApi?: boolean;
	chainAdminApi?: boolean;
	/** Most calls in a batch of the EVM endpoints; 40 by default. */
	batchLimit?: number;
	/** Most blocks of one eth_getLogs; any number by default. */
	maxLogBlocks?: number;
	/** Seconds between small transfers of the token of the C-Chain; 0, the default, for none. */
	transferSeconds?: number;
	/** Keeps the EVM chains from one start to the next; by default they begin anew. */
	folder?: string;
	/** Called when a request came, and again when its answer has left; `log` has the same entry. */
	onRequest?: (moment: 'came' | 'answered', entry: RequestLogEntry) => void;
}

export interface RequestLogEntry {
	host: HostKind;
	/** Of HTTP; WS for a message of a client over a WebSocket. */
	method: string;
	/** Path and query as they came. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** Of a JSON-RPC call. */
	rpcMethod?: string;
	/** Of the calls of a batch. */
	rpcMethods?: string[];
	/** Milliseconds since 1970: when it came, and when its answer was sent or it was given up. */
	at: number;
	finishedAt?: number;
	/** Requests in flight on its host when it came, itself among them. */
	inFlight: number;
	/** Status sent; 0 where the connection was cut. Absent while it waits, or where the client went away. */
	status?: number;
	sentHeaders?: Record<string, string>;
}

export interface Devnet {
	nodeUrl: string;
	dataUrl: string;
	metricsUrl: string;
	/** The first origin, which also has the page for people. */
	url: string;
	world: World;
	/** Address of the ERC-20 token of the C-Chain that is transferred. */
	token: string;
	log: RequestLogEntry[];
	clearLog(): void;
	/** The EVM behind a chain, the C-Chain by default: to mine, to wait with mining, to move its clock. */
	evm(chain?: string): Promise<Evm>;
	/** Since Helicon: blocks of the C-Chain that are accepted from now on are not executed before `resumeExecution`. */
	holdExecution(): Promise<void>;
	resumeExecution(): void;
	/** Puts these faults in place of all earlier ones. */
	faults(faults: Fault[]): void;
	/** Cuts all WebSockets. */
	cutSockets(): void;
	close(): Promise<void>;
}

/** It may run for weeks. */
const longestLog = 100_000;
const hosts: HostKind[] = ['node', 'data', 'metrics'];
const hostOf = (path: string): HostKind | undefined => {
	const paths: Array<[RegExp, HostKind]> = [
		[/^\/ext(\/|$)/, 'node'],
		[/^\/v1(\/|$)/, 'data'],
		[/^\/v2(\/|$)/, 'metrics'],
	];
	return paths.find(([pattern]) => pattern.test(path))?.[1];
};

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** The methods that a JSON-RPC body calls. */
function readRpcMethods(body: string): Pick<RequestLogEntry, 'rpcMethod' | 'rpcMethods'> {
	try {
		const message = JSON.parse(body) as { method?: string } | Array<{ method?: string } | null>;
		if (!Array.isArray(message)) return { rpcMethod: message.method };
		return { rpcMethods: message.map((call) => call?.method ?? '') };
	} catch {
		return {};
	}
}

/** The page for people who open the address in a browser. */
const writePage = (
	url: string,
	profile: Profile,
	token: Contract,
): string => `Avalanche mock network, profile ${profile}: node (${url}/ext/...), data service (${url}/v1/...), metrics (${url}/v2/...).

Our validators, on the Primary Network and on the L1:
${ourNodeIds.map((nodeID) => `  ${nodeID}`).join('\n')}
Their reward address:  ${ourRewardAddress}
The answering node:    ${ownNodeId}
The L1's blockchain:   ${demoL1Chain.blockchainId} (EVM chain ID ${demoL1Chain.chainId})
An account on the EVM chains: ${demoAccount}
An EVM answers on ${url}/ext/bc/C/rpc and ${url}/ext/bc/demo/rpc; it starts with the first call.
A funded account there: ${fundedAccount}
  with the public test key ${fundedKey}
A token on the C-Chain: ${token.address} (${token.name}, ${token.symbol})

Disconnect a validator, and connect it again:
  curl -X POST ${url}/control/disconnect -d '{"nodeIDs":["${ourNodeIds[0]}"]}'
  curl -X POST ${url}/control/reconnect -d '{"nodeIDs":["${ourNodeIds[0]}"]}'
Add a reward:
  curl -X POST ${url}/control/addRewards -d '{"nodeIDs":["${ourNodeIds[0]}"],"amount":"1234567890"}'
Pay AVAX or tokens to the account above, as the data service lists it:
  curl -X POST ${url}/control/pay -d '{"amount":"5"}'
  curl -X POST ${url}/control/pay -d '{"amount":"5","token":"${token.symbol}"}'
Transfer tokens on the EVM, and give the token another owner:
  curl -X POST ${url}/control/transfer -d '{"amount":"250000"}'
  curl -X POST ${url}/control/transferOwnership
Make the data service answer 503 three times:
  curl -X POST ${url}/control/faults -d '[{"host":"data","status":503,"times":3}]'
Everything that can be done: curl ${url}/control
`;

/** Starts it on 127.0.0.1. The same seed and clock give the same answers. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
	const {
		port = 0,
		profile = 'real',
		seed = 1,
		separate = false,
		validators = 300,
		rewards = 6000,
		now = Date.now,
		version = '1.14',
		adminApi = true,
		chainAdminApi = true,
		batchLimit = 40,
		maxLogBlocks = 0,
		apis,
		transferSeconds = 0,
		folder,
		onRequest,
	} = options;
	const world = new World({ seed, validators, rewards, now });
	const node = createNode(world, {
		profile,
		version,
		adminApi,
		chainAdminApi,
		batchLimit,
		maxLogBlocks,
		apis,
		folder,
	});
	const token = world.ledger.chains[0]!.contracts[0]!;
	const { transfer, transferOwnership, transferLittle } = node.moves;
	const answerData = createDataService(world, profile);
	const faults = createFaults();
	let subscriptions = 0;
	const nextId = () => makeBytes(16, seed, 'subscription', subscriptions++).toString('hex');
	const sockets = createSockets(batchLimit, () => `0x${nextId().replace(/^0+/, '')}`);
	const log: RequestLogEntry[] = [];
	const open: Record<HostKind, number> = { node: 0, data: 0, metrics: 0 };
	const urls: string[] = [];

	const clearLog = () => void log.splice(0);
	const changes = {
		disconnect: world.disconnect,
		reconnect: world.reconnect,
		reportConnected: world.reportConnected,
		activate: world.activate,
		deactivate: world.deactivate,
		setUptime: world.setUptime,
		setStanding: world.setStanding,
		setFee: world.setFee,
		setRenewal: world.setRenewal,
		addValidators: world.addValidators,
		removeValidators: world.removeValidators,
		addRewards: world.addRewards,
		pay: world.pay,
		setChain: world.setChain,
		transfer,
		transferOwnership,
		dropAtomicTx: node.dropAtomicTx,
		holdExecution: node.holdExecution,
		resumeExecution: node.resumeExecution,
		faults: faults.set,
		cutSockets: sockets.cut,
		clearLog,
	} as Record<string, (choice: unknown) => unknown>;
	const readings: Record<string, () => unknown> = {
		'': () => ({ get: Object.keys(readings).filter(Boolean), post: Object.keys(changes) }),
		log: () => log,
		world: () => ({
			ourNodeIds,
			ourRewardAddress,
			ownNodeId,
			demoAccount,
			...demoL1Chain,
			token: token.address,
			l1: world.l1,
			standing: world.standing,
		}),
	};

	const answerControl = async (method: string, name: string, body: string): Promise<Reply> => {
		const headers = { 'content-type': 'application/json' };
		const known = method === 'POST' ? changes : readings;
		if (!Object.hasOwn(known, name))
			return { status: 404, headers, json: { message: `There is no ${method} /control/${name}` } };
		try {
			const result = await known[name]!.call(world, body ? JSON.parse(body) : {});
			return { status: 200, headers, json: result ?? {} };
		} catch (error) {
			return { status: 400, headers, json: { message: (error as Error).message } };
		}
	};

	/** By key, of the minute that began with its first request. */
	const windows = new Map<string, { end: number; left: number }>();
	/** What the data service tells of a key's limits, as if each request cost 20; it refuses nothing. */
	const writeLimits = ({ headers }: Received): Record<string, string> => {
		const key = headers[keyHeader(profile)];
		if (profile !== 'real' || key === undefined) return {};
		const time = performance.now();
		let window = windows.get(String(key));
		if (!window || window.end <= time) window = { end: time + 60_000, left: 8000 };
		window.left = Math.max(0, window.left - 20);
		windows.set(String(key), window);
		return {
			'ratelimit-policy': '8000;w=60',
			'ratelimit-limit': '8000',
			'ratelimit-remaining': String(window.left),
		};
	};

	const write = (
		response: ServerResponse,
		{ status, headers, json, text }: Reply,
		host?: HostKind,
		half = false,
	) => {
		const body = text ?? writeJson(json) + (host === 'node' ? '\n' : '');
		response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
		if (half) response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy());
		else response.end(body);
	};

	/** Notes a request in the log, and judges it. */
	const receive = (host: HostKind, path: string, request: Received) => {
		const { method, headers, body } = request;
		const { rpcMethod, rpcMethods } = host === 'node' ? readRpcMethods(body) : {};
		const entry: RequestLogEntry = {
			...{ host, method, url: path, headers, body, rpcMethod, ...(rpcMethods && { rpcMethods }) },
			at: Date.now(),
			inFlight: ++open[host],
		};
		log.push(entry);
		if (log.length > longestLog) log.shift();
		const finish = (status?: number) => {
			if (entry.finishedAt !== undefined) return;
			open[host]--;
			Object.assign(entry, { finishedAt: Date.now(), status });
		};
		const { inFlight } = entry;
		const verdict = faults.judge({ request, host, rpcMethod, rpcMethods, inFlight, profile });
		return { entry, finish, verdict };
	};

	async function answerHost(
		host: HostKind,
		path: string,
		request: Received,
		response: ServerResponse,
		shakeHands?: (client: Client) => void,
	) {
		const { method, url } = request;
		const { entry, finish, verdict } = receive(host, path, request);
		response.on('close', () => finish());
		response.on('finish', () => onRequest?.('answered', entry));
		onRequest?.('came', entry);
		// A refusal comes at once, so that only what is served counts as in flight.
		if (verdict.latencyMs && verdict.reply?.status !== 429)
			await wait(verdict.latencyMs, undefined, { ref: false });
		if (response.closed) return;
		if (verdict.cut === 'before') {
			finish(0);
			return response.destroy();
		}
		if (verdict.drop) return;
		const service = shakeHands && !verdict.reply && node.findSocket(url.pathname);
		if (service) {
			finish(101);
			const onSocket = { method: 'WS', url, headers: request.headers };
			const judge: Client['judge'] = (circumstances, body) =>
				faults.judge({
					request: { ...onSocket, body },
					host,
					...circumstances,
					inFlight: open[host],
					profile,
				});
			return shakeHands({
				service,
				receive: (body) => receive(host, path, { ...onSocket, body }),
				judge,
			});
		}
		const isElsewhere = hostOf(url.pathname) !== host && host !== 'node';
		const answer = async () => {
			if (isElsewhere) return writeError(404, `Cannot ${method} ${url.pathname}`);
			return host === 'node'
				? await node.answer(request, verdict.failCall)
				: answerData(request, verdict.emptyPage);
		};
		const limits = host === 'node' ? {} : writeLimits(request);
		let reply = verdict.reply ?? (await answer());
		if (response.closed) return;
		for (const change of verdict.changes) reply = change(reply);
		reply.headers = { ...limits, ...reply.headers };
		finish(verdict.cut ? 0 : reply.status);
		entry.sentHeaders = reply.headers;
		write(response, reply, host, verdict.cut === 'during');
	}

	const answer = async (
		only: HostKind | undefined,
		incoming: IncomingMessage,
		response: ServerResponse,
		shakeHands?: (client: Client) => void,
	) => {
		const { method = '', headers } = incoming;
		const url = new URL(urls[0] + incoming.url!);
		const request: Received = { method, url, headers, body: await readBody(incoming) };
		const [, control] = /^\/control\/?(.*)$/.exec(url.pathname) ?? [];
		const host = only ?? hostOf(url.pathname);
		if (control !== undefined)
			return write(response, await answerControl(method, control, request.body));
		if (host && url.pathname !== '/')
			return await answerHost(host, incoming.url!, request, response, shakeHands);
		const page: Reply = {
			status: 200,
			headers: { 'content-type': 'text/plain; charset=utf-8' },
			text: writePage(urls[0]!, profile, token),
		};
		write(
			response,
			url.pathname === '/' ? page : { ...page, status: 404, text: '404 page not found\n' },
		);
	};

	const servers: Server[] = [];
	for (const only of separate ? hosts : [undefined]) {
		const server = createServer((request, response) => {
			answer(only, request, response).catch((error: Error) => {
				if (!response.headersSent)
					write(response, { status: 500, text: `The mock network failed: ${error.stack}\n` });
			});
		});
		server.on('upgrade', (incoming: IncomingMessage, connection: Duplex, head: Buffer) => {
			const response = new ServerResponse(incoming);
			response.assignSocket(connection as Socket);
			response.on('finish', () => connection.end());
			const shakeHands = (client: Client) => {
				response.detachSocket(connection as Socket);
				sockets.accept(incoming, connection, head, client);
			};
			void answer(only, incoming, response, shakeHands);
		});
		const wanted = port && port + servers.length;
		await new Promise<void>((resolve, reject) =>
			server.once('error', reject).listen(wanted, '127.0.0.1', resolve),
		);
		servers.push(server);
		urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	}

	const traffic =
		transferSeconds &&
		setInterval(() => void transferLittle().catch(() => {}), transferSeconds * 1000).unref();

	const close = async () => {
		clearInterval(traffic);
		const evm = node.close();
		await Promise.all(
			servers.map((server) => {
				const closed = new Promise((resolve) => server.close(resolve));
				server.closeAllConnections();
				sockets.cut();
				return closed;
			}),
		);
		await evm;
	};
	const [url, dataUrl = url, metricsUrl = url] = urls as [string, string?, string?];
	return {
		url,
		nodeUrl: url,
		dataUrl: dataUrl!,
		metricsUrl: metricsUrl!,
		world,
		token: token.address,
		log,
		clearLog,
		faults: faults.set,
		cutSockets: sockets.cut,
		evm: node.getEvm,
		holdExecution: node.holdExecution,
		resumeExecution: node.resumeExecution,
		close,
	};
}
