import { fail } from './jsonRpc.mts';
import type { Answer, NodeContext, Service } from './jsonRpc.mts';
import { checkId } from './ids.mts';
import { demoL1Chain } from './ledger.mts';

/** The Admin API of the node, that of the C-Chain, and the routes that aliases make. */

interface Levels {
	logLevel: string;
	displayLevel: string;
}

const checkAlias = (alias: string) => {
	if (Buffer.byteLength(alias) > 512) throw fail('alias length is too long');
};

/** The profilers of a service; Go records one CPU profile at a time, whoever started it. */
function createProfilers(cpu: { owner?: string }, owner: string): Record<string, Answer> {
	return {
		lockProfile: () => ({}),
		memoryProfile: () => ({}),
		startCPUProfiler: () => {
			if (cpu.owner === owner) throw fail('cpu profiler already running');
			if (cpu.owner) throw fail('cpu profiling already in use');
			cpu.owner = owner;
			return {};
		},
		stopCPUProfiler: () => {
			if (cpu.owner !== owner) throw fail("cpu profiler doesn't exist");
			cpu.owner = undefined;
			return {};
		},
	};
}

const chainLevels = ['trace', 'trce', 'debug', 'dbug', 'info', 'warn', 'error', 'eror', 'crit'];

/** All settings of a C-Chain, most of them as they are by default, as avalanchego v1.14.2 tells them. */
const chainSettings = {
	'admin-api-enabled': true,
	'admin-api-dir': '/data/profiles',
	'warp-api-enabled': false,
	'eth-apis': [
		'eth',
		'eth-filter',
		'net',
		'web3',
		'internal-eth',
		'internal-blockchain',
		'internal-transaction',
		'internal-tx-pool',
		'internal-account',
		'debug-tracer',
	],
	'continuous-profiler-dir': '',
	'continuous-profiler-frequency': '15m0s',
	'continuous-profiler-max-files': 5,
	'rpc-gas-cap': 50_000_000,
	'rpc-tx-fee-cap': 100,
	'trie-clean-cache': 512,
	'trie-dirty-cache': 512,
	'trie-dirty-commit-target': 20,
	'trie-prefetcher-parallelism': 16,
	'snapshot-cache': 256,
	'preimages-enabled': false,
	'snapshot-wait': false,
	'snapshot-verification-enabled': false,
	'pruning-enabled': false,
	'accepted-queue-limit': 64,
	'commit-interval': 4096,
	'allow-missing-tries': false,
	'populate-missing-tries-parallelism': 1024,
	'prune-warp-db-enabled': false,
	'historical-proof-query-window': 43_200,
	'metrics-expensive-enabled': true,
	'local-txs-enabled': true,
	'price-options-slow-fee-percentage': 95,
	'price-options-fast-fee-percentage': 105,
	'price-options-max-tip': 20_000_000_000,
	'tx-pool-price-limit': 1,
	'tx-pool-price-bump': 10,
	'tx-pool-account-slots': 16,
	'tx-pool-global-slots': 5120,
	'tx-pool-account-queue': 64,
	'tx-pool-global-queue': 1024,
	'tx-pool-lifetime': '10m0s',
	'api-max-duration': '0s',
	'ws-cpu-refill-rate': '0s',
	'ws-cpu-max-stored': '0s',
	'allow-unfinalized-queries': false,
	'allow-unprotected-txs': false,
	'allow-unprotected-tx-hashes': [
		'0xfefb2da535e927b85fe68eb81cb2e4a5827c905f78381a01ef2322aa9b0aee8e',
	],
	'keystore-directory': '/data/keystore',
	'keystore-external-signer': '',
	'keystore-insecure-unlock-allowed': true,
	'push-gossip-percent-stake': 0.9,
	'push-gossip-num-validators': 100,
	'push-gossip-num-peers': 0,
	'push-regossip-num-validators': 10,
	'push-regossip-num-peers': 0,
	'push-gossip-frequency': '100ms',
	'pull-gossip-frequency': '1s',
	'regossip-frequency': '30s',
	'log-level': 'info',
	'log-json-format': false,
	'offline-pruning-enabled': false,
	'offline-pruning-bloom-filter-size': 512,
	'offline-pruning-data-directory': '',
	'max-outbound-active-requests': 16,
	'state-sync-enabled': null,
	'state-sync-skip-resume': false,
	'state-sync-server-trie-cache': 64,
	'state-sync-ids': '',
	'state-sync-commit-interval': 16_384,
	'state-sync-min-blocks': 300_000,
	'state-sync-request-size': 1024,
	'inspect-database': false,
	'skip-upgrade-check': false,
	'accepted-cache-size': 32,
	'transaction-history': 0,
	'state-history': 32,
	'skip-tx-indexing': false,
	'warp-off-chain-messages': null,
	'http-body-limit': 0,
	'batch-response-max-size': 25_000_000,
	'state-scheme': '',
};

/** What the chain's settings say beside that. */
export interface ChainLimits {
	batchLimit: number;
	maxLogBlocks: number;
}

/** The services, and where a path under /ext leads to. */
export function createAdmin(
	{ world, isReal }: NodeContext,
	{ batchLimit, maxLogBlocks }: ChainLimits,
) {
	const cpu: { owner?: string } = {};
	/** Endpoints by their alias. */
	const routes = new Map<string, string>();
	const bases = ['admin', 'info', 'health', 'metrics'];
	// A chain of a subnet got its alias after its logger.
	const ownAliases = world.chains.map(({ id, aliases }) =>
		id === demoL1Chain.blockchainId ? id : aliases[0]!,
	);
	const levels = new Map<string, Levels>(
		[...ownAliases, 'main', 'vm-factory']
			.sort()
			.map((name) => [name, { logLevel: 'INFO', displayLevel: 'INFO' }]),
	);
	const findLevels = (name: unknown) => {
		const found = [...levels].filter(
			([logger]) => name === undefined || name === '' || logger === name,
		);
		if (!found.length) throw fail(`logger with name ${JSON.stringify(name)} not found`);
		return found;
	};

	const nodeAnswers: Record<string, Answer> = {
		alias: ({ endpoint = '', alias = '' }) => {
			const name = String(alias);
			checkAlias(name);
			if (bases.includes(name))
				throw fail(`failed to create endpoint as /ext/${name} already exists`);
			if (
				routes.has(name) ||
				world.chains.some(({ aliases }) => aliases.includes(name.replace(/^bc\//, '')))
			)
				throw fail(`route is either already aliased or already maps to a handle: /ext/${name}`);
			routes.set(name, String(endpoint));
			return {};
		},
		// An alias that is left out is "", and the chain is left with it: so does a node.
		aliasChain: ({ chain = '', alias = '' }) => {
			const name = String(alias);
			checkAlias(name);
			const found = world.findChain(String(chain));
			if (!found) throw fail(`there is no ID with alias: ${chain}`);
			if (world.findChain(name)) throw fail(`alias already mapped to an ID: ${alias}`);
			found.aliases.push(name);
			return {};
		},
		getChainAliases: ({ chain = '' }) => {
			const malformed = checkId(String(chain));
			if (malformed) throw fail(malformed);
			const found = world.chains.find(({ id }) => id === chain);
			return { aliases: found ? [...found.aliases, found.id] : isReal ? null : [] };
		},
		getLoggerLevel: ({ loggerName }) => ({
			loggerLevels: Object.fromEntries(findLevels(loggerName)),
		}),
		setLoggerLevel: ({ loggerName, ...given }) => {
			if (!Object.keys(given).length) throw fail('need to specify either displayLevel or logLevel');
			const found = findLevels(loggerName);
			for (const [name, level] of Object.entries(given))
				for (const [, entry] of found)
					Object.assign(entry, { [name]: String(level).toUpperCase() });
			return isReal ? { loggerLevels: Object.fromEntries(found) } : {};
		},
		// One that failed is listed by info.getVMs from then on as if it were loaded: so does a node.
		loadVMs: () => {
			const found = [...world.plugins];
			world.plugins.clear();
			for (const [id] of found) world.vms.set(id, []);
			const newVMs = Object.fromEntries(
				found.filter(([, error]) => !error).map(([id]) => [id, []]),
			);
			const failedVMs = Object.fromEntries(found.filter(([, error]) => error));
			return { newVMs, ...(Object.keys(failedVMs).length && { failedVMs }) };
		},
		...createProfilers(cpu, 'node'),
	};

	const chainAnswers: Record<string, Answer> = {
		setLogLevel: ({ level = '' }) => {
			if (!chainLevels.includes(String(level).toLowerCase()))
				throw fail(`failed to parse log level: unknown level: ${level} `);
			return {};
		},
		getVMConfig: () => ({
			config: {
				...chainSettings,
				'api-max-blocks-per-request': maxLogBlocks,
				'batch-request-limit': batchLimit,
			},
		}),
		...createProfilers(cpu, 'chain'),
	};

	/** The path that an alias of an endpoint stands for; others as they are. Only endpoints have aliases, not their parts. */
	const resolve = (path: string): string => {
		const [, alias, endpoint] =
			/^\/ext\/(.*?)((?:\/(?:rpc|ws|admin|avax|native|validators))?)$/.exec(path) ?? [];
		const target = routes.get(alias ?? '');
		return target !== undefined && /^(bc\/)?[^/]+$/.test(target)
			? `/ext/${target}${endpoint}`
			: path;
	};

	const nodeService: Service = { name: 'admin', path: '/ext/admin', answers: nodeAnswers };
	const chainService: Service = {
		name: 'admin',
		path: '/ext/bc/C/admin',
		separator: '_',
		answers: chainAnswers,
	};
	return { nodeService, chainService, resolve };
}
