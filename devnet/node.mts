import { join } from 'node:path';
import { createAdmin } from './admin.mts';
import type { Evm } from './evm/anvil.mts';
import { answerEvm } from './evm/jsonRpc.mts';
import type { EvmCall } from './evm/jsonRpc.mts';
import { createEvmChain } from './evm/chain.mts';
import type { SocketService } from './sockets.mts';
import { answerService, isAfterHelicon, plain } from './jsonRpc.mts';
import type { NodeContext, Service, Version } from './jsonRpc.mts';
import { readHeld } from './evm/join.mts';
import { createMoves } from './evm/moves.mts';
import { throwDice } from './ids.mts';
import { infoService, platformService, validatorsService } from './info.mts';
import { demoL1Chain, primarySubnetId } from './ledger.mts';
import { createHeads } from './heads.mts';
import { createHealth } from './health.mts';
import { createNative } from './native.mts';
import { healthService, seenBy, splitPath } from './observers.mts';
import { createMetrics } from './nodeMetrics.mts';
import type { Profile, Received, Reply } from './http.mts';
import type { ReadHeld } from './records.mts';
import { ownNodeId } from './world.mts';
import type { World } from './world.mts';

/** The node: which service a path leads to, and what all its answers have in common. */

export interface NodeOptions {
	profile: Profile;
	/** 1.14, the default, or 1.15.0 or 1.15.2 after Helicon. */
	version: Version;
	/** Whether /ext/admin is served; if not, it is 404. */
	adminApi: boolean;
	/** Whether /ext/bc/C/admin is served; if not, it is 404, as it always is since Helicon. */
	chainAdminApi: boolean;
	/** Most calls in a batch. */
	batchLimit: number;
	/** Most blocks of one eth_getLogs; 0 for any number. */
	maxLogBlocks: number;
	/** What the configuration of the C-Chain lists in `apis`; read since 1.15.2. */
	apis?: string[];
	/** Keeps the EVM chains from one start to the next; by default they begin anew. */
	folder?: string;
	/** Whether the EVM chains go on where the ledger ends; if not, they begin at block 0. */
	isJoined: boolean;
}

/** The error that a call of a method in a batch ends with, if there is one for it. */
export type FailCall = (method: string) => Error | undefined;

/** Chains of the Primary Network are known by these without /bc as well. */
const shortNames = ['P', 'platform', 'X', 'avm', 'C', 'evm'];

/** What a path leads to: a service, the JSON-RPC of an EVM chain, or its WebSocket. */
type Routed = Service | { id: string; call: EvmCall } | { socket: SocketService };

export function createNode(world: World, options: NodeOptions) {
	const { profile, version, adminApi, chainAdminApi, batchLimit, folder } = options;
	const isReal = profile === 'real';
	let calls = 0;
	const shuffle = <T,>(list: T[]): T[] => {
		const dice = throwDice(world.seed, 'order', calls++);
		return isReal
			? list
					.map((item) => ({ item, at: dice.share() }))
					.sort((a, b) => a.at - b.at)
					.map(({ item }) => item)
			: list;
	};
	const number = (value: number | bigint, decimals?: number) => {
		if (!isReal) return value;
		return decimals === undefined ? String(value) : Number(value).toFixed(decimals);
	};
	const context: NodeContext = { world, isReal, version, number, shuffle };
	const admin = createAdmin(context, options);
	const native = createNative(context);
	const health = createHealth(world);
	const metrics = createMetrics(world);
	const cChain = world.findChain('C')!;
	const findLedger = (id: string) => world.ledger.chains.find(({ chainId }) => chainId === id)!;
	const createChain = (id: string, isSubnet: boolean) => {
		const file = folder && join(folder, `evm-${id}.json`);
		return createEvmChain({ ...options, isReal, id, isSubnet, ledger: findLedger(id), file });
	};
	const evmChains = new Map([
		[cChain.id, createChain('43114', false)],
		[demoL1Chain.blockchainId, createChain(demoL1Chain.chainId, true)],
	]);

	const heads = createHeads((idOrAlias) => {
		const { id = '' } = world.findChain(idOrAlias) ?? {};
		const found = evmChains.get(id);
		if (!found) throw new Error(`${idOrAlias} is no EVM chain of this world`);
		return { id, call: found.call };
	});

	/** The service behind a path, or undefined; 'busy' where its chain is still catching up. */
	function route(path: string, seen = world): Routed | 'busy' | undefined {
		if (path === '/ext/info') return infoService;
		if (path === healthService.path) return healthService;
		if (path === '/ext/admin') return adminApi ? admin.nodeService : undefined;
		const [, bc, alias, endpoint = ''] = /^\/ext\/(bc\/)?([^/]*)(?:\/([^/]+))?$/.exec(path) ?? [];
		const chain =
			alias !== undefined && (bc || shortNames.includes(alias)) ? seen.findChain(alias) : undefined;
		if (!chain || chain.state === 'unknown') return undefined;
		const service = routeInChain(chain.id, endpoint);
		return service && chain.state === 'bootstrapping' ? 'busy' : service;
	}

	/** The service of a chain behind the end of a path. */
	function routeInChain(chain: string, endpoint: string): Routed | undefined {
		const evm = evmChains.get(chain);
		if (endpoint === 'rpc') return evm && { id: chain, call: evm.call };
		if (endpoint === 'ws' && evm) return { socket: evm };
		if (chain === primarySubnetId && !endpoint) return platformService;
		if (chain === demoL1Chain.blockchainId && endpoint === 'validators') return validatorsService;
		if (chain !== cChain.id) return undefined;
		if (endpoint === 'admin' && chainAdminApi && !isAfterHelicon(version))
			return admin.chainService;
		return endpoint === native.service.name ? native.service : undefined;
	}

	const notFound = plain(404, '404 page not found\n');

	/** What the node serves beside JSON-RPC; undefined elsewhere. */
	function answerPlainly(request: Received, path: string): Reply | undefined {
		if (path === '/ext/metrics' && request.method === 'GET')
			return {
				status: 200,
				headers: {
					'content-type': 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
				},
				text: metrics.write(),
			};
		if (!path.startsWith(healthService.path)) return undefined;
		const answered = health.answer(request, path) ?? notFound;
		const isCall = path === healthService.path && request.method === 'POST';
		return isCall && answered !== notFound ? undefined : answered;
	}

	async function answerPath(request: Received, failCall: FailCall): Promise<Reply> {
		const { observer, path: asked } = splitPath(request.url.pathname);
		const path = admin.resolve(asked);
		const plainly = observer ? undefined : answerPlainly(request, path);
		if (plainly) return plainly;
		const seen = seenBy(world, observer);
		const service = route(path, seen);
		if (!service) return notFound;
		if (service === 'busy')
			return plain(503, 'API call rejected because chain is not done bootstrapping\n');
		// Without the handshake of a WebSocket.
		if ('socket' in service) return plain(400, 'Bad Request\n');
		if (!('call' in service)) return answerService(request, service, { ...context, world: seen });
		const call: EvmCall = async (method, params) => {
			const error = failCall(method);
			if (error) throw error;
			return await heads.seenBy(observer, service)(method, params);
		};
		return await answerEvm(request, call, batchLimit);
	}

	/** The node's answer to a request for a path under /ext. */
	async function answer(request: Received, failCall: FailCall = () => undefined): Promise<Reply> {
		const reply = await answerPath(request, failCall);
		const cors: Record<string, string> = request.headers.origin
			? { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' }
			: {};
		const isText = reply.headers?.['content-type']?.includes('charset');
		const sniff: Record<string, string> = isText ? { 'x-content-type-options': 'nosniff' } : {};
		return { ...reply, headers: { ...reply.headers, 'node-id': ownNodeId, ...sniff, ...cors } };
	}

	/** What a WebSocket at this path of the node speaks to; undefined where there is none. */
	const findSocket = (path: string): SocketService | undefined => {
		const service = route(admin.resolve(path));
		return typeof service === 'object' && 'socket' in service ? service.socket : undefined;
	};

	/** The EVM behind a chain: the C-Chain, or the one of an ID or alias. It starts it where it does not run. */
	const getEvm = async (chain = 'C'): Promise<Evm> => {
		const found = evmChains.get(world.findChain(chain)?.id ?? '');
		if (!found) throw new Error(`${chain} is no EVM chain of this world`);
		return await found.start();
	};
	/** What an account of a chain holds by its EVM, where that is joined with the ledger and runs. */
	const readHeldOn: ReadHeld = async ({ chainId }, account, token) => {
		const joined = [...evmChains.values()].find(({ id }) => id === chainId);
		const evm = await joined?.catchUp();
		return evm && (await readHeld(evm, account, token));
	};
	const catchUp = async () =>
		void (await Promise.all([...evmChains.values()].map((chain) => chain.catchUp())));
	const { start, holdExecution, resumeExecution } = evmChains.get(cChain.id)!;
	const close = async () =>
		void (await Promise.all([...evmChains.values()].map((chain) => chain.close())));
	return {
		answer,
		findSocket,
		getEvm,
		catchUp,
		readHeld: readHeldOn,
		moves: createMoves(start, findLedger('43114')),
		dropAtomicTx: native.drop,
		listTroubles: () => [...health.list(), ...heads.list(), ...metrics.list()],
		endTroubles: () => {
			health.end();
			heads.end();
			metrics.end();
		},
		setHealth: health.set,
		setHead: heads.set,
		setMetrics: metrics.set,
		holdExecution,
		resumeExecution,
		close,
	};
}
