/* Local avalanchego nodes as child processes: started, awaited and ended. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAvalanchego } from './avalanchego.mts';

/** A running node. */
export interface Node {
	/** Where its APIs are: `http://127.0.0.1:<port>`. */
	url: string;
	/** Its staking address, `127.0.0.1:<port>`. */
	stakingAddress: string;
	/** Ends the process and resolves when it and its plugins are gone. */
	stop: (signal?: NodeJS.Signals) => Promise<void>;
	/** Sends the process a signal that does not end it, such as SIGSTOP. */
	signal: (signal: NodeJS.Signals) => void;
}

/** The key that the local network funds, on every chain. Public: it stands in avalanchego's source. */
export const fundedKey = '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';

/** A folder under the system's temporary one. */
export const createFolder = (): string => mkdtempSync(join(tmpdir(), 'avalanche-node-'));

export const pause = async (seconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Resolves when the condition holds; fails with `what` after `seconds`. A throw of the condition is a no. */
export async function waitFor(
	what: string,
	seconds: number,
	condition: () => Promise<boolean>,
): Promise<void> {
	const end = Date.now() + seconds * 1000;
	while (!(await condition().catch(() => false))) {
		if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
		await pause(0.05);
	}
}

/** One JSON-RPC call; throws the node's error message. */
export async function call(url: string, method: string, params: unknown = {}): Promise<any> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method}: HTTP ${response.status} ${text.trim()}`);
	const { result, error } = JSON.parse(text);
	if (error) throw new Error(`${method}: ${error.message}`);
	return result;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** Settings of single chains in the form of --chain-config-content, by alias or blockchain ID. */
export const chainConfig = (configs: Record<string, object>) =>
	encode(
		Object.fromEntries(
			Object.entries(configs).map(([chain, config]) => [
				chain,
				{ Config: encode(config), Upgrade: null },
			]),
		),
	);

/** The parent of a process and its state, a letter; undefined when it is gone, and where there is no /proc. */
function readProcess(pid: string): { parent: string; state: string } | undefined {
	try {
		// A name in brackets stands before them, and can hold spaces.
		const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.split(') ')
			.at(-1)!
			.split(' ');
		return { parent, state };
	} catch {
		return undefined;
	}
}

const processFolders = () => {
	try {
		return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
};

/** The children of a process, on Linux. */
const findChildren = (pid: number | undefined): string[] =>
	processFolders().filter((child) => readProcess(child)?.parent === String(pid));

/** A process that has ended is a zombie until its parent has asked about it. */
const isRunning = (pid: string) => ![undefined, 'Z', 'X'].includes(readProcess(pid)?.state);

/** Ends what a killed node leaves behind: its plugins ignore SIGTERM, and lock the databases of their chains. */
const endAll = async (pids: string[]) =>
	await waitFor('the plugins end', 15, async () => {
		const left = pids.filter(isRunning);
		for (const pid of left) process.kill(Number(pid), 'SIGKILL');
		return !left.length;
	});

let binaries: ReturnType<typeof findAvalanchego> | undefined;

/**
 * Starts avalanchego in a folder, which keeps its identity and state from one start to the next, on free ports
 * of 127.0.0.1, and resolves when it passes a health check.
 *
 * @param flags further flags by name, without the dashes in front
 * @param check `readiness`: all its chains are bootstrapped; `liveness`: it answers
 * @throws with the node's own last lines when it exits, or is not ready within two minutes
 */
export async function launchNode(
	folder: string,
	flags: Record<string, unknown>,
	check: 'readiness' | 'liveness' = 'readiness',
): Promise<Node> {
	const avalanchego = await (binaries ??= findAvalanchego(() => {}));
	if (!avalanchego)
		throw new Error('There is no avalanchego here: `npm run test:node` says how to get it');
	const settings = {
		'http-host': '127.0.0.1',
		'http-port': 0,
		'staking-host': '127.0.0.1',
		'staking-port': 0,
		'public-ip': '127.0.0.1',
		'data-dir': folder,
		'plugin-dir': avalanchego.pluginDir,
		'snow-sample-size': 1,
		'snow-quorum-size': 1,
		'health-check-frequency': '1s',
		'log-level': 'warn',
		'log-display-level': 'error',
		// far below what many machines allow, far above what a local network opens
		'fd-limit': 4096,
		...flags,
	};
	const contextFile = join(folder, 'process.json');
	rmSync(contextFile, { force: true });
	const child = spawn(
		avalanchego.binary,
		Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
		// some admin methods write into the working folder
		{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	let output = '';
	const keep = (data: Buffer) => (output = (output + data).slice(-4000));
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	let ended = false;
	const kill = () => child.kill('SIGKILL');
	// it ends with this process, also while it starts
	process.on('exit', kill);
	const exit = new Promise<void>((resolve) => {
		const end = () => {
			ended = true;
			process.off('exit', kill);
			resolve();
		};
		child.on('exit', end).on('error', (error) => {
			output += error.message;
			end();
		});
	});
	const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
		if (ended) return;
		const plugins = findChildren(child.pid);
		child.kill(signal);
		const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
		await exit;
		clearTimeout(force);
		await endAll(plugins);
	};

	try {
		let url = '';
		let stakingAddress = '';
		await waitFor('avalanchego is ready', 120, async () => {
			if (ended) return true;
			if (!url) ({ uri: url, stakingAddress } = JSON.parse(readFileSync(contextFile, 'utf8')));
			return (await fetch(`${url}/ext/health/${check}`)).ok;
		});
		if (ended) throw new Error('avalanchego exited');
		return { url, stakingAddress, stop, signal: (signal) => void child.kill(signal) };
	} catch (error) {
		await stop('SIGKILL');
		throw new Error(`${(error as Error).message}; its last output:\n${output}`);
	}
}

/** A node of the network `local`, whose chains it makes alone. */
export const localNetwork = { 'network-id': 'local', 'sybil-protection-enabled': false };

export type NodeKind = 'all' | 'plain' | 'starved' | 'strict' | 'stuck' | 'waiting';

/**
 * Starts a single node of the network `local`, alone, its database in memory.
 *
 * @param kind `all`: every API of the node and of its C-Chain is on (admin, index, warp, all eth APIs, a
 * keystore, an archive of all states, batches of at most 40); `plain`: as a node starts by default; `starved`: wants
 * half of its disk free; `strict`: its C-Chain takes one call in a batch and two blocks in a query of logs, and keeps
 * the states of two blocks; `stuck`: waits for ever for a node to bootstrap from, so that its P-Chain answers 503, and
 * the others, which it has not created, 404; `waiting`: created them all and waits for ever for validators, so that all
 * answer 503
 * @returns the node; stopping it takes its folder away
 */
export async function startNode(kind: NodeKind): Promise<Node> {
	const folder = createFolder();
	const extras = {
		all: () => turnAllOn(folder),
		plain: () => ({}),
		starved: () => ({
			'system-tracker-disk-warning-available-space-percentage': 50,
			// In memory, all of the disk counts as free.
			'db-type': 'leveldb',
		}),
		strict: () => ({ 'chain-config-content': chainConfig({ C: strictConfig }) }),
		stuck: () => ({ ...waitForNobody, ...bootstrapFromNobody }),
		waiting: () => waitForNobody,
	}[kind]();
	const node = await launchNode(
		folder,
		{
			...localNetwork,
			'staking-ephemeral-cert-enabled': true,
			'staking-ephemeral-signer-enabled': true,
			'db-type': 'memdb',
			...extras,
		},
		kind === 'stuck' || kind === 'waiting' ? 'liveness' : 'readiness',
	);
	return {
		...node,
		stop: async (signal) => {
			await node.stop(signal);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const strictConfig = {
	'batch-request-limit': 1,
	'api-max-blocks-per-request': 2,
	'state-history': 2,
};

/** It is none of the validators that the network begins with, and they do not run. */
const waitForNobody = { 'sybil-protection-enabled': true };
const bootstrapFromNobody = {
	'bootstrap-ips': '127.0.0.1:9',
	'bootstrap-ids': 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
};

function turnAllOn(folder: string): Record<string, unknown> {
	const cChain = {
		'admin-api-enabled': true,
		'admin-api-dir': join(folder, 'profiles'),
		'warp-api-enabled': true,
		'pruning-enabled': false,
		'preimages-enabled': true,
		'allow-unfinalized-queries': true,
		'eth-apis': [
			'eth',
			'eth-filter',
			'net',
			'web3',
			'admin',
			'debug',
			'debug-tracer',
			'debug-file-tracer',
			'debug-handler',
			'internal-eth',
			'internal-blockchain',
			'internal-transaction',
			'internal-tx-pool',
			'internal-account',
			'internal-personal',
			'internal-debug',
		],
		'keystore-directory': join(folder, 'keystore'),
		'keystore-insecure-unlock-allowed': true,
		'local-txs-enabled': true,
		'batch-request-limit': 40,
	};
	return {
		'api-admin-enabled': true,
		'index-enabled': true,
		'chain-config-content': chainConfig({ C: cChain }),
	};
}
