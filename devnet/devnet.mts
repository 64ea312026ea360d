import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, ServerResponse } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createControl } from './control.mts';
import { createDataService } from './dataService.mts';
import type { Evm } from './evm/anvil.mts';
import type { Balance } from './evm/moves.mts';
import { createFaults } from './faults.mts';
import type { Fault } from './faults.mts';
import type { HeadChoice } from './heads.mts';
import type { HealthChoice } from './health.mts';
import { demoAccount, demoL1Chain, fundedAccount, fundedKey, tokenOf } from './ledger.mts';
import type { Version } from './jsonRpc.mts';
import { createHostAnswers, hostOf } from './hostAnswers.mts';
import { createNode } from './node.mts';
import type { MetricsChoice } from './nodeMetrics.mts';
import { treasuryNames, treasuryWallets } from './past.mts';
import type { HostKind, Profile, Received, Reply } from './http.mts';
import { readState, writePage, type Deed, type Listener } from './page.mts';
import { createReceivers } from './receivers.mts';
import { createSockets } from './sockets.mts';
import type { Client } from './sockets.mts';
import { createTraffic, createWriter } from './traffic.mts';
import { makeBytes } from './ids.mts';
import {
	ourNames,
	ourNodeIds,
	ourRewardAddress,
	ownNodeId,
	World,
	type WorldOptions,
} from './world.mts';

export type { Fault } from './faults.mts';
export { provenOnNodeOnly } from './evm/provenOnNodeOnly.mts';
export {
	demoAccount,
	demoDeployer,
	demoL1Chain,
	fundedAccount,
	fundedKey,
	nodeAccount,
} from './ledger.mts';
export { makeAtomicTx } from './atomicTx.mts';
export { acceptedAtomicTxId, utxoAddresses, writeChecked } from './native.mts';
export { treasuryWallets } from './past.mts';
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
	/**
	 * Whether the EVM chains go on where the history of the data service ends, and both know what comes then; by default
	 * they begin at block 0.
	 */
	joined?: boolean;
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
	/** Sets what an address holds, in whole units: AVAX of the C-Chain or the P-Chain, or a token. */
	setBalance(choice: Balance): Promise<void>;
	/** Makes the node healthy or not. */
	setHealth(choice: HealthChoice): void;
	/** Sets what the node measures of itself, such as `avalanche_benchlist_benched_num{chain="C"}`. */
	setMetrics(choice: MetricsChoice): void;
	/** Lets the newest block of a chain stand still or be late on a node, or a further node be ahead. */
	setHead(choice: HeadChoice): Promise<void>;
	/** The EVM behind a chain, the C-Chain by default: to mine, to wait with mining, to move its clock. */
	evm(chain?: string): Promise<Evm>;
	/** Since Helicon: blocks of the C-Chain that are accepted from now on are not executed before `resumeExecution`. */
	holdExecution(): Promise<void>;
	resumeExecution(): void;
	/** Puts these faults in place of all earlier ones. */
	faults(faults: Fault[]): void;
	/** Cuts all WebSockets. */
	cutSockets(): void;
	/** Names the workflows that the page leads to. */
	showListeners(listeners: Listener[]): void;
	close(): Promise<void>;
}

const hosts: HostKind[] = ['node', 'data', 'metrics'];

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

const usualSeed = 1;

/** Whose data a user can look for, each with its name in the examples. */
export const listOwn = (token = tokenOf(usualSeed)): string[] => [
	...treasuryWallets.map((wallet, i) => `${wallet}  ${treasuryNames[i]}: a year of payments`),
	`P-${ourRewardAddress}  Rewards: rewards and stake on the P-Chain`,
	...ourNodeIds.map((nodeID, i) => `${nodeID}  ${ourNames[i]}`),
	`${token.address}  ${token.symbol} (${token.name}), a token contract on the C-Chain`,
];

/** What the page says to those who work with a shell. */
const writeText = (
	url: string,
	profile: Profile,
	token: ReturnType<typeof tokenOf>,
): string => `Avalanche mock network, profile ${profile}: node (${url}/ext/...), data service (${url}/v1/...), metrics (${url}/v2/...).

Wallets of a treasury on the C-Chain, our validators, on the Primary Network and on the L1, and a token:
${listOwn(token)
	.map((line) => `  ${line}`)
	.join('\n')}
The answering node:    ${ownNodeId}
The L1's blockchain:   ${demoL1Chain.blockchainId} (EVM chain ID ${demoL1Chain.chainId})
An account on the EVM chains: ${demoAccount}
An EVM answers on ${url}/ext/bc/C/rpc and ${url}/ext/bc/demo/rpc; it starts with the first call.
A funded account there: ${fundedAccount}
  with the public test key ${fundedKey}

Disconnect a validator, and connect it again:
  curl -X POST ${url}/control/disconnect -d '{"nodeIDs":["${ourNodeIds[0]}"]}'
  curl -X POST ${url}/control/reconnect -d '{"nodeIDs":["${ourNodeIds[0]}"]}'
Disconnect 40 % of all validators, ours first, and connect them again:
  curl -X POST ${url}/control/disconnectShare -d '{"percentage":40}'
  curl -X POST ${url}/control/disconnectShare -d '{"percentage":0}'
Let another node see this validator, and another one be sick; watch with Zurich = ${url}/observers/zurich
  curl -X POST ${url}/control/observe -d '{"observer":"zurich","nodeIDs":["${ourNodeIds[0]}"],"connected":true}'
  curl -X POST ${url}/control/observe -d '{"observer":"zurich","healthy":false}'
Add a reward:
  curl -X POST ${url}/control/addRewards -d '{"nodeIDs":["${ourNodeIds[0]}"],"avax":"1.23456789"}'
Pay AVAX or tokens to the account above, as the data service lists it:
  curl -X POST ${url}/control/pay -d '{"amount":"5"}'
  curl -X POST ${url}/control/pay -d '{"amount":"5","token":"${token.symbol}"}'
Pay AVAX out of a wallet:
  curl -X POST ${url}/control/pay -d '{"amount":"5","from":"${treasuryWallets[0]}","to":"${demoAccount}"}'
Transfer tokens on the EVM, and give the token another owner:
  curl -X POST ${url}/control/transfer -d '{"amount":"250000"}'
  curl -X POST ${url}/control/transferOwnership
Set what an address holds, on the C-Chain or the P-Chain:
  curl -X POST ${url}/control/setBalance -d '{"address":"${demoAccount}","amount":"4"}'
  curl -X POST ${url}/control/setBalance -d '{"address":"P-${ourRewardAddress}","amount":"4"}'
Make the node unhealthy, and healthy again:
  curl -X POST ${url}/control/setHealth -d '{"failing":{"network":"no messages received from network"}}'
  curl -X POST ${url}/control/setHealth -d '{"failing":{}}'
Let the newest block of the C-Chain stand still on the node, another node be 20 blocks ahead, and it move again:
  curl -X POST ${url}/control/setHead -d '{"stands":true}'
  curl -X POST ${url}/control/setHead -d '{"observer":"zurich","ahead":20}'
  curl -X POST ${url}/control/setHead -d '{"stands":false}'
Let the newest block of the C-Chain on the node be ten minutes older than on other nodes, and be the same again:
  curl -X POST ${url}/control/setHead -d '{"lateSeconds":600}'
  curl -X POST ${url}/control/setHead -d '{"lateSeconds":0}'
Let the node bench three validators, and none:
  curl -X POST ${url}/control/setMetrics -d '{"avalanche_benchlist_benched_num{chain=\\"C\\"}":3}'
  curl -X POST ${url}/control/setMetrics -d '{"avalanche_benchlist_benched_num{chain=\\"C\\"}":null}'
Fill the disk of the node, and make room again:
  curl -X POST ${url}/control/setHealth -d '{"diskPercentage":8}'
  curl -X POST ${url}/control/setHealth -d '{"diskPercentage":87}'
Make the data service answer 503 three times:
  curl -X POST ${url}/control/faults -d '[{"host":"data","status":503,"times":3}]'
Send what PagerDuty or Alertmanager takes; they refuse what these refuse, and the page shows what is open:
  ${url}/receivers/pagerduty   ${url}/receivers/alertmanager
Everything that can be done: curl ${url}/control
`;

type Recalled = Required<Pick<WorldOptions, 'drawnUntil' | 'payments'>>;

/** What the ledger keeps from one start to the next. A network that kept none, or in the old form, begins anew. */
function openKept(folder: string, now: number) {
	const file = join(folder, 'ledger.json');
	const isNew = !existsSync(file);
	const chains = readdirSync(folder).filter((one) => /^evm-\d+\.json$/.test(one));
	if (isNew) for (const name of chains) rmSync(join(folder, name));
	const recalled: Recalled = isNew
		? { drawnUntil: now, payments: [] }
		: JSON.parse(readFileSync(file, 'utf8'));
	const write = (payments: Recalled['payments']) =>
		writeFileSync(file, JSON.stringify({ ...recalled, payments }));
	write(recalled.payments);
	return { recalled, write };
}

interface Handlers {
	answer(
		incoming: IncomingMessage,
		response: ServerResponse,
		shakeHands?: (client: Client) => void,
	): Promise<void>;
	/** What comes where the mock network itself fails. */
	refuse(response: ServerResponse, text: string): void;
	accept: ReturnType<typeof createSockets>['accept'];
}

/** A server for requests and WebSockets, once it listens. */
async function listen(port: number, { answer, refuse, accept }: Handlers): Promise<Server> {
	const server = createServer((request, response) => {
		answer(request, response).catch((error: Error) => {
			if (!response.headersSent) refuse(response, `The mock network failed: ${error.stack}\n`);
		});
	});
	server.on('upgrade', (incoming: IncomingMessage, connection: Duplex, head: Buffer) => {
		const response = new ServerResponse(incoming);
		response.assignSocket(connection as Socket);
		response.on('finish', () => connection.end());
		void answer(incoming, response, (client) => {
			response.detachSocket(connection as Socket);
			accept(incoming, connection, head, client);
		});
	});
	await new Promise<void>((resolve, reject) =>
		server.once('error', reject).listen(port, '127.0.0.1', resolve),
	);
	return server;
}

/** Starts it on 127.0.0.1. The same seed and clock give the same answers. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
	const {
		port = 0,
		profile = 'real',
		seed = usualSeed,
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
		joined = false,
		onRequest,
	} = options;
	const kept = joined && folder ? openKept(folder, Math.floor(now() / 1000)) : undefined;
	const world = new World({ seed, validators, rewards, now, ...kept?.recalled });
	const node = createNode(world, {
		profile,
		version,
		adminApi,
		chainAdminApi,
		batchLimit,
		maxLogBlocks,
		apis,
		folder,
		isJoined: joined,
	});
	const token = tokenOf(seed);
	const { transfer, transferOwnership, transferLittle } = node.moves;
	const setBalance = async (choice: Balance): Promise<void> =>
		choice.address.startsWith('0x')
			? await node.moves.setBalance(choice)
			: world.setPlatformBalance({ amount: '0', ...choice });
	const service = createDataService(world, profile, joined ? node.readHeld : undefined);
	const answerData: typeof service = async (...asked) => {
		await node.catchUp();
		return await service(...asked);
	};
	/** Where the EVM and the ledger are joined, each knows what the other did before and after it. */
	const pay = async (choice: Parameters<World['pay']>[0]) => {
		if (joined) await node.getEvm();
		await node.catchUp();
		const paid = world.pay(choice);
		kept?.write(world.payments);
		await node.catchUp();
		return paid;
	};
	const faults = createFaults();
	let subscriptions = 0;
	const nextId = () => makeBytes(16, seed, 'subscription', subscriptions++).toString('hex');
	const sockets = createSockets(batchLimit, () => `0x${nextId().replace(/^0+/, '')}`);
	const traffic = createTraffic(faults, profile);
	const { log } = traffic;
	const deeds: Deed[] = [];
	let listeners: Listener[] = [];
	const urls: string[] = [];

	const clearLog = () => void log.splice(0);
	const changes = {
		disconnect: world.disconnect,
		reconnect: world.reconnect,
		disconnectShare: world.disconnectShare,
		reportConnected: world.reportConnected,
		observe: world.observe,
		pollValidators: world.pollValidators,
		activate: world.activate,
		deactivate: world.deactivate,
		setRunway: world.setRunway,
		setUptime: world.setUptime,
		setVersion: world.setVersion,
		setStanding: world.setStanding,
		setBalance,
		setFee: world.setFee,
		setRenewal: world.setRenewal,
		addValidators: world.addValidators,
		removeValidators: world.removeValidators,
		addRewards: world.addRewards,
		pay,
		setChain: world.setChain,
		transfer,
		transferOwnership,
		setHealth: node.setHealth,
		setHead: node.setHead,
		setMetrics: node.setMetrics,
		dropAtomicTx: node.dropAtomicTx,
		holdExecution: node.holdExecution,
		resumeExecution: node.resumeExecution,
		faults: faults.set,
		cutSockets: sockets.cut,
		endAll: () => {
			faults.set([]);
			node.endTroubles();
		},
		clearLog,
	} as Record<string, (choice: unknown) => unknown>;
	const receivers = createReceivers(now);
	const readings: Record<string, () => unknown> = {
		'': () => ({ get: Object.keys(readings).filter(Boolean), post: Object.keys(changes) }),
		log: () => log,
		state: () =>
			readState({
				world,
				faults: faults.list(),
				troubles: node.listTroubles(),
				deeds,
				listeners,
				received: receivers.list(),
			}),
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

	const answerControl = createControl({ world, now, changes, readings, deeds });
	const write = createWriter(now);
	const answerHost = createHostAnswers({
		node,
		answerData,
		traffic,
		faults,
		profile,
		write,
		onRequest,
	});

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
			return await answerHost({ host, path: incoming.url!, request, response, shakeHands });
		const received = receivers.answer(request);
		if (received) return write(response, received);
		const page: Reply = {
			status: 200,
			headers: { 'content-type': 'text/html; charset=utf-8' },
			text: writePage(writeText(urls[0]!, profile, token), token.symbol),
		};
		const missing: Reply = {
			status: 404,
			headers: { 'content-type': 'text/plain; charset=utf-8' },
			text: '404 page not found\n',
		};
		write(response, url.pathname === '/' ? page : missing);
	};

	const servers: Server[] = [];
	for (const only of separate ? hosts : [undefined]) {
		const server = await listen(port && port + servers.length, {
			answer: async (incoming, response, shakeHands) =>
				await answer(only, incoming, response, shakeHands),
			refuse: (response, text) => write(response, { status: 500, text }),
			accept: sockets.accept,
		});
		servers.push(server);
		urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	}

	const transfers =
		transferSeconds &&
		setInterval(() => void transferLittle().catch(() => {}), transferSeconds * 1000).unref();

	const close = async () => {
		clearInterval(transfers);
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
		setBalance,
		setHealth: node.setHealth,
		setHead: node.setHead,
		setMetrics: node.setMetrics,
		showListeners: (shown) => void (listeners = shown),
		evm: node.getEvm,
		holdExecution: node.holdExecution,
		resumeExecution: node.resumeExecution,
		close,
	};
}
