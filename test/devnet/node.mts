import { isId, isNodeId, throwDice } from './ids.mts';
import { demoL1Chain, primarySubnetId } from './ledger.mts';
import { readJson, writeNumber } from './wire.mts';
import type { Profile, Received, Reply } from './wire.mts';
import { makeSigner, ourNodeIds, ownNodeId } from './world.mts';
import type { L1Validator, PrimaryValidator, Stake, World } from './world.mts';

/**
 * The node: info, platform and validators in the dialect of gorilla/rpc, which a node of avalanchego v1.14.2
 * speaks on every path but the EVM's; and, in the profile `document`, in plain JSON-RPC 2.0.
 */

type Args = Record<string, unknown>;
type ArgumentType = 'string' | 'nodeIDs' | 'id' | 'any';
interface Method {
	params?: Record<string, ArgumentType>;
	call(args: Args, play: Play): unknown;
}
interface Play {
	world: World;
	isReal: boolean;
	/** An integer or a percentage as this profile writes it. */
	number(value: number | bigint, decimals?: number): unknown;
	/** Where a node's order is free, it changes from call to call. */
	shuffle<T>(list: T[]): T[];
}

class RpcError extends Error {
	readonly code: number;
	readonly data: unknown;
	constructor(code: number, message: string, data: unknown = null) {
		super(message);
		this.code = code;
		this.data = data;
	}
}
const fail = (message: string) => new RpcError(-32000, message);
const unmarshalText =
	"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

const vmIds = {
	avm: 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq',
	evm: 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6',
	platform: 'rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT',
};
/** A plugin without an alias: known by its ID. */
const subnetEvmId = 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy';

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/\.\d+/, '');

/** A number with the shortest text that names the same 32-bit float: 85.71429. */
const writeFloat32 = (value: number) => {
	const precise = [6, 7, 8, 9].map((digits) => value.toPrecision(digits));
	return Number(precise.find((text) => Math.fround(Number(text)) === Math.fround(value)));
};

/** The chain as info knows it: those of the Primary Network from the start, though their paths may be 404 still. */
const findChain = (world: World, chain: unknown) => {
	const found = world.findChain(String(chain));
	return found?.state === 'unknown' && found.id === demoL1Chain.blockchainId ? undefined : found;
};

const info: Record<string, Method> = {
	acps: {
		call: (_, { isReal, number }) => {
			if (isReal) return { acps: {} };
			const vote = {
				supportWeight: number(2n ** 60n),
				supporters: ourNodeIds.slice(0, 2),
				objectWeight: number(0),
				objectors: [],
			};
			return { acps: { 236: { ...vote, abstainWeight: number(2n ** 64n - 1n) } } };
		},
	},
	isBootstrapped: {
		params: { chain: 'string' },
		call: ({ chain }, { world }) => {
			if (!chain) throw fail("argument 'chain' not given");
			const found = findChain(world, chain);
			if (!found) throw fail(`there is no chain with alias/ID '${chain}'`);
			return { isBootstrapped: found.state === 'ready' };
		},
	},
	getBlockchainID: {
		params: { alias: 'string' },
		call: ({ alias = '' }, { world }) => {
			const found = findChain(world, alias);
			if (!found) throw fail(`there is no ID with alias: ${alias}`);
			return { blockchainID: found.id };
		},
	},
	getNetworkID: { call: (_, { number }) => ({ networkID: number(1) }) },
	getNetworkName: { call: () => ({ networkName: 'mainnet' }) },
	getNodeID: { call: () => ({ nodeID: ownNodeId, nodePOP: makeSigner(ownNodeId) }) },
	getNodeIP: { call: () => ({ ip: '203.0.113.7:9651' }) },
	getNodeVersion: {
		call: () => ({
			version: 'avalanchego/1.14.2',
			databaseVersion: 'v1.4.5',
			rpcProtocolVersion: '45',
			gitCommit: '6d1f5a3c0b7e4928a1d0c3f2e5b49786a0d1c2b3',
			vmVersions: { avm: 'v1.14.2', evm: 'v1.14.2', platform: 'v1.14.2', [subnetEvmId]: 'v1.14.2' },
		}),
	},
	getTxFee: {
		call: (_, { number }) => ({
			txFee: number(1_000_000),
			createAssetTxFee: number(10_000_000),
			createSubnetTxFee: number(1_000_000_000),
			transformSubnetTxFee: number(10_000_000_000),
			createBlockchainTxFee: number(1_000_000_000),
			addPrimaryNetworkValidatorFee: number(0),
			addPrimaryNetworkDelegatorFee: number(0),
			addSubnetValidatorFee: number(1_000_000),
			addSubnetDelegatorFee: number(1_000_000),
		}),
	},
	getVMs: {
		call: (_, { isReal }) => {
			const named = Object.entries(vmIds).map(([name, id]) => [id, [name]]);
			const vms = { ...Object.fromEntries(named), [subnetEvmId]: [] };
			if (!isReal) return { vms };
			const fxs = {
				qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT: 'nftfx',
				rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy: 'propertyfx',
				spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: 'secp256k1fx',
			};
			return { vms, fxs };
		},
	},
	peers: {
		params: { nodeIDs: 'nodeIDs' },
		call: ({ nodeIDs }, { world, isReal, number, shuffle }) => {
			const asked = (nodeIDs ?? []) as string[];
			const connected = [...world.nodes.values()].filter(
				({ nodeID, connected }) => connected && nodeID !== ownNodeId,
			);
			const chosen = connected.filter(({ nodeID }) => !asked.length || asked.includes(nodeID));
			const members = new Set(world.l1.map(({ nodeID }) => nodeID));
			const peers = chosen.map(({ nodeID, ip, version }, i) => ({
				ip: ip.replace('9651', String(30_000 + i)),
				publicIP: ip,
				nodeID,
				version,
				// A peer claims what it likes: here and there the greatest number of 64 bits.
				...(isReal && { upgradeTime: i % 50 === 49 ? writeNumber('18446744073709551615') : 1_607_144_400 }),
				lastSent: toIso(world.time - (i % 4)),
				lastReceived: toIso(world.time - (i % 3)),
				observedUptime: number(world.standing.observedUptime),
				trackedSubnets: members.has(nodeID) ? [primarySubnetId, demoL1Chain.subnetId] : [primarySubnetId],
				...(isReal && { supportedACPs: [], objectedACPs: [] }),
				benched: i % 90 === 60 ? [isReal ? 'C' : world.findChain('C')!.id] : [],
			}));
			return { numPeers: number(peers.length), peers: shuffle(peers) };
		},
	},
	uptime: {
		params: { subnetID: 'any' },
		call: ({ subnetID }, { world, isReal, number }) => {
			const { isValidator, rewardingStakePercentage, weightedAveragePercentage } = world.standing;
			if (!isValidator) throw fail("couldn't get node uptime: node is not a validator");
			const own = world.l1.find(({ nodeID }) => nodeID === ownNodeId);
			const ofL1 = !isReal && subnetID === demoL1Chain.subnetId && own;
			return {
				rewardingStakePercentage: number(rewardingStakePercentage, 4),
				weightedAveragePercentage: number(
					ofL1 ? world.getUptime(ofL1.uptime).percentage : weightedAveragePercentage,
					4,
				),
			};
		},
	},
	upgrades: {
		call: (_, { isReal }) => ({
			apricotPhase1Time: '2021-03-31T14:00:00Z',
			apricotPhase2Time: '2021-05-10T11:00:00Z',
			apricotPhase3Time: '2021-08-24T14:00:00Z',
			apricotPhase4Time: '2021-09-22T21:00:00Z',
			apricotPhase4MinPChainHeight: 793_005,
			apricotPhase5Time: '2021-12-02T18:00:00Z',
			apricotPhasePre6Time: '2022-09-05T01:30:00Z',
			apricotPhase6Time: '2022-09-06T20:00:00Z',
			apricotPhasePost6Time: '2022-09-07T03:00:00Z',
			banffTime: '2022-10-18T16:00:00Z',
			cortinaTime: '2023-04-25T15:00:00Z',
			cortinaXChainStopVertexID: 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
			durangoTime: '2024-03-06T16:00:00Z',
			etnaTime: '2024-12-16T17:00:00Z',
			fortunaTime: '2025-04-08T15:00:00Z',
			graniteTime: '2025-11-19T16:00:00Z',
			...(isReal && { graniteEpochDuration: 300_000_000_000 }),
			heliconTime: '9999-12-01T00:00:00Z',
		}),
	},
};

/** The records of those asked for, or of all. */
const choose = <T extends { nodeID: string }>(set: T[], nodeIDs: unknown): T[] => {
	const asked = (nodeIDs ?? []) as string[];
	return asked.length ? set.filter(({ nodeID }) => asked.includes(nodeID)) : set;
};

const validators: Record<string, Method> = {
	getCurrentValidators: {
		params: { nodeIDs: 'nodeIDs' },
		call: ({ nodeIDs }, { world, shuffle }) => {
			const chosen = choose(world.l1, nodeIDs);
			const unsynced = world.findUnsynced(chosen);
			if (unsynced)
				throw fail(`failed to get uptime for validation ID ${unsynced}: validationID not found: ${unsynced}`);
			return { validators: shuffle(chosen.map((validator) => writeValidator(validator, world))) };
		},
	},
};

function writeValidator({ validationID, nodeID, weight, isActive, uptime }: L1Validator, world: World) {
	const { seconds, percentage } = world.getUptime(uptime);
	return {
		validationID,
		nodeID,
		weight,
		startTimestamp: uptime.start,
		isActive,
		isL1Validator: true,
		isConnected: world.isReportedConnected(nodeID, isActive),
		uptimePercentage: writeFloat32(percentage),
		uptimeSeconds: seconds,
	};
}

const writeOwner = (address: string) => ({ locktime: '0', threshold: '1', addresses: [`P-${address}`] });
const writeStake = ({ txID, startTime, endTime, weight, potentialReward }: Stake) => ({
	txID,
	startTime: String(startTime),
	endTime: String(endTime),
	weight: String(weight),
	potentialReward: String(potentialReward),
});

const platform: Record<string, Method> = {
	getCurrentValidators: {
		params: { nodeIDs: 'nodeIDs', subnetID: 'id' },
		call: ({ nodeIDs, subnetID = primarySubnetId }, { world, shuffle }) => {
			if (subnetID === primarySubnetId) {
				const isAsked = ((nodeIDs ?? []) as string[]).length > 0;
				const chosen = choose(world.primary, nodeIDs);
				return { validators: shuffle(chosen.map((validator) => writePrimary(validator, world, isAsked))) };
			}
			const set = subnetID === demoL1Chain.subnetId ? world.l1 : [];
			return { validators: shuffle(choose(set, nodeIDs).map(writeL1)) };
		},
	},
};

function writePrimary(validator: PrimaryValidator, world: World, isAsked: boolean) {
	const { nodeID, owner, uptime, delegationFee, delegators } = validator;
	const delegated = delegators.reduce((sum, { weight }) => sum + weight, 0n);
	const record = {
		...writeStake(validator),
		nodeID,
		validationRewardOwner: writeOwner(owner),
		delegationRewardOwner: writeOwner(owner),
		accruedDelegateeReward: String(delegated / 1000n),
		delegationFee,
		uptime: world.getUptime(uptime).percentage.toFixed(4),
		connected: world.isReportedConnected(nodeID),
		signer: makeSigner(nodeID),
		delegatorCount: String(delegators.length),
		delegatorWeight: String(delegated),
	};
	const writeDelegator = (stake: Stake) => ({
		...writeStake(stake),
		nodeID,
		rewardOwner: writeOwner(stake.owner),
	});
	return isAsked ? { ...record, delegators: delegators.map(writeDelegator) } : record;
}

const writeL1 = ({ validationID, nodeID, weight, uptime, balance, owner }: L1Validator) => ({
	nodeID,
	weight: String(weight),
	startTime: String(uptime.start),
	validationID,
	publicKey: makeSigner(nodeID).publicKey,
	remainingBalanceOwner: writeOwner(owner),
	deactivationOwner: writeOwner(owner),
	minNonce: '18446744073709551615',
	balance: String(balance),
});

interface Service {
	name: string;
	methods: Record<string, Method>;
}

/** The service behind a path, or undefined; 'busy' where its chain is still catching up. */
function route(path: string, world: World): Service | 'busy' | undefined {
	if (path === '/ext/info') return { name: 'info', methods: info };
	const [, alias, endpoint = ''] = /^\/ext\/(?:bc\/)?([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
	const chain = alias && world.findChain(alias);
	if (!chain || chain.state === 'unknown') return undefined;
	if (chain.state === 'bootstrapping') return 'busy';
	if (chain.id === primarySubnetId && !endpoint) return { name: 'platform', methods: platform };
	const hasValidators =
		chain.id === demoL1Chain.blockchainId && endpoint === 'validators' && path.startsWith('/ext/bc/');
	return hasValidators ? { name: 'validators', methods: validators } : undefined;
}

interface Call {
	jsonrpc?: unknown;
	id?: unknown;
	method?: unknown;
	params?: unknown;
}

const isMalformed: Record<ArgumentType, (value: unknown) => boolean> = {
	any: () => false,
	string: (value) => typeof value !== 'string',
	id: (value) => typeof value !== 'string' || !isId(value),
	nodeIDs: (value) => !Array.isArray(value) || value.some((id) => typeof id !== 'string' || !isNodeId(id)),
};

/** Arguments by name, whatever case they were written in; unknown ones are passed over. */
function readArgs(params: unknown, types: Record<string, ArgumentType> = {}): Args {
	const given = Array.isArray(params) ? (params[0] ?? {}) : (params ?? {});
	if (typeof given !== 'object') throw fail(unmarshalText);
	const args: Args = {};
	for (const [name, value] of Object.entries(given as Args)) {
		const known = Object.keys(types).find((type) => type.toLowerCase() === name.toLowerCase());
		if (!known || value === null) continue;
		if (isMalformed[types[known]!](value)) throw fail(unmarshalText);
		args[known] = value;
	}
	return args;
}

/** The method that gorilla/rpc finds under a name: service, dot, first letter in lower case. */
function findMethod(name: unknown, service: Service): Method {
	const parts = String(name ?? '').split('.');
	if (parts.length !== 2) throw fail(`rpc: service/method request ill-formed: ${JSON.stringify(name ?? '')}`);
	const [serviceName, method] = parts as [string, string];
	if (/^[A-Z]/.test(method)) throw fail('method must start with a non-uppercase letter');
	const full = `${serviceName}.${method.charAt(0).toUpperCase()}${method.slice(1)}`;
	if (serviceName !== service.name) throw fail(`rpc: can't find service "${full}"`);
	if (!Object.hasOwn(service.methods, method)) throw fail(`rpc: can't find method "${full}"`);
	return service.methods[method]!;
}

const emptyRequest = { jsonrpc: '', method: '', params: null, id: null };
const parseTexts: Array<[RegExp, string]> = [
	[/^\s*$/, 'EOF'],
	[/^\s*\[/, 'json: cannot unmarshal array into Go value of type json2.serverRequest'],
	[/^\s*"/, 'json: cannot unmarshal string into Go value of type json2.serverRequest'],
	[/^\s*[\d-]/, 'json: cannot unmarshal number into Go value of type json2.serverRequest'],
	[/^\s*\{/, 'unexpected EOF'],
];

function readCall(body: string): Call {
	const text = parseTexts.find(([pattern]) => pattern.test(body))?.[1];
	let call: unknown;
	try {
		call = readJson(body);
	} catch {
		throw new RpcError(
			-32700,
			text ?? `invalid character '${body.trim()[0]}' looking for beginning of value`,
			emptyRequest,
		);
	}
	if (Array.isArray(call) || typeof call !== 'object' || call === null)
		throw new RpcError(-32700, text!, emptyRequest);
	return call;
}

const json = (value: unknown): Reply => ({
	status: 200,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	json: value,
});
const plain = (status: number, text: string): Reply => ({
	status,
	headers: { 'content-type': 'text/plain; charset=utf-8' },
	text,
});

/** Answers of a gorilla/rpc service as avalanchego v1.14.2 was seen to give them. */
function answerGorilla(body: string, service: Service, play: Play): Reply {
	let call: Call = {};
	try {
		call = readCall(body);
		if (call.jsonrpc !== '2.0') {
			throw new RpcError(-32600, 'jsonrpc must be 2.0', { ...emptyRequest, ...call });
		}
		const method = findMethod(call.method, service);
		const result = method.call(readArgs(call.params, method.params), play);
		if (call.id !== undefined && call.id !== null) return json({ jsonrpc: '2.0', result, id: call.id });
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		const { code, message, data } = error;
		if ((call.id ?? null) !== null || code === -32700) {
			return json({ jsonrpc: '2.0', error: { code, message, data }, id: call.id ?? null });
		}
	}
	// Without an id it is a notification, failed or not.
	return { ...json(undefined), text: '' };
}

/** Answers in plain JSON-RPC 2.0, whose errors the document leaves open. */
function answerPlainly(body: string, service: Service, play: Play): Reply {
	let id: unknown = null;
	try {
		const call = readCall(body);
		id = call.id ?? null;
		if (call.jsonrpc !== '2.0' || typeof call.method !== 'string')
			throw new RpcError(-32600, 'Invalid Request');
		const [serviceName, name = ''] = call.method.split('.');
		if (serviceName !== service.name || !Object.hasOwn(service.methods, name))
			throw new RpcError(-32601, 'Method not found');
		const method = service.methods[name]!;
		let args: Args;
		try {
			args = readArgs(call.params, method.params);
		} catch {
			throw new RpcError(-32602, 'Invalid params');
		}
		return json({ jsonrpc: '2.0', id, result: method.call(args, play) });
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		return json({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } });
	}
}

/** The node's answer to a request for a path under /ext. */
export function createNode(world: World, profile: Profile): (request: Received) => Reply {
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
	const play: Play = { world, isReal, number, shuffle };

	const answerHealth = (): Reply => {
		const checks = world.chains.filter(({ state }) => state !== 'unknown');
		const healthy = checks.every(({ state }) => state === 'ready');
		const timestamp = toIso(world.time);
		const entries = checks.map(({ id, aliases, state }) => {
			const error = state === 'ready' ? {} : { error: 'chain is not bootstrapped', contiguousFailures: 1 };
			return [aliases[0] ?? id, { message: { consensus: {} }, ...error, timestamp, duration: 12_000 }];
		});
		return {
			status: healthy ? 200 : 503,
			headers: { 'content-type': 'application/json' },
			json: { checks: Object.fromEntries(entries), healthy },
		};
	};

	const answer = ({ method, url, headers, body }: Received): Reply => {
		if (url.pathname === '/ext/health' && method === 'GET') return answerHealth();
		const service = route(url.pathname, world);
		if (!service) return plain(404, '404 page not found\n');
		if (service === 'busy') return plain(503, 'API call rejected because chain is not done bootstrapping\n');
		if (method !== 'POST') return plain(405, `rpc: POST method required, received ${method}`);
		const type = headers['content-type'] ?? '';
		if (type.split(';')[0]!.trim().toLowerCase() !== 'application/json')
			return plain(415, `rpc: unrecognized Content-Type: ${type}`);
		return isReal ? answerGorilla(body, service, play) : answerPlainly(body, service, play);
	};

	return (request) => {
		const reply = answer(request);
		const cors: Record<string, string> = request.headers.origin
			? { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' }
			: {};
		const headers = { ...reply.headers, 'node-id': ownNodeId, 'x-content-type-options': 'nosniff', ...cors };
		return { ...reply, headers };
	};
}
