import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { readJson, writeJson } from '../json.mts';
import { endWithParent } from './endWithParent.mts';

/** The EVM behind the mock network: anvil of Foundry, a process of its own for each chain. */

export const blockGasLimit = 10_000_000n;
/** Receives all fees, which is to say: they are burned. */
export const coinbase = '0x0100000000000000000000000000000000000000';

export interface EvmAnswer {
	result?: unknown;
	error?: { code: number; message: string; data?: unknown };
}
export interface Evm {
	/** Anvil's own, for HTTP and for WebSockets. */
	url: string;
	/** Asks anvil itself, evm_mine and its like among the rest; several calls of a moment go out together. */
	ask(method: string, params: unknown[]): Promise<EvmAnswer>;
	/** The same, with an error thrown. */
	request(method: string, params?: unknown[]): Promise<any>;
	close(): Promise<void>;
}

export interface EvmOptions {
	chainId: number;
	/** Of the block that it begins with; 0 by default. */
	first?: number;
	/** The file that keeps the chain from one start to the next; by default it begins anew. */
	file?: string;
}

/** The platform's package carries the program; anvil's own package only names it. */
function findAnvil(): string {
	const requireHere = createRequire(join(process.cwd(), 'package.json'));
	const requireInAnvil = createRequire(requireHere.resolve('@foundry-rs/anvil/package.json'));
	const cpu = arch() === 'x64' ? 'amd64' : arch();
	const [system, suffix] = platform() === 'win32' ? ['win32', '.exe'] : [platform(), ''];
	const folder = dirname(requireInAnvil.resolve(`@foundry-rs/anvil-${system}-${cpu}/package.json`));
	return join(folder, 'bin', `anvil${suffix}`);
}

const startTimeoutMs = 120_000;

/** Starts the process; resolves to its URL. */
function launch(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let output = '';
		const timer = setTimeout(
			() => reject(new Error(`anvil does not start: ${output}`)),
			startTimeoutMs,
		);
		child.once('error', reject).once('close', () => reject(new Error(`anvil ended: ${output}`)));
		const listen = (text: Buffer) => {
			output += text.toString();
			const [, address] = /Listening on (\S+)/.exec(output) ?? [];
			if (!address) return;
			clearTimeout(timer);
			// What it says from here on is read by nobody.
			child.stdout!.off('data', listen).resume();
			resolve(`http://${address}`);
		};
		child.stdout!.on('data', listen);
		child.stderr!.on('data', listen);
	});
}

/** Starts an EVM chain that mines each transaction at once. It does not keep this process alive, and ends with it. */
export async function startAnvil({ chainId, first = 0, file }: EvmOptions): Promise<Evm> {
	const flags = {
		port: 0,
		host: '127.0.0.1',
		'chain-id': chainId,
		number: first,
		accounts: 1,
		hardfork: 'cancun',
		'gas-limit': blockGasLimit,
		'block-base-fee-per-gas': 1_000_000_000,
		threads: 1,
		color: 'never',
		// Of a transaction it keeps all steps, which makes 25 kB.
		...(file && { state: file, 'state-interval': 60, 'transaction-block-keeper': 500 }),
	};
	const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
	const child = spawn(
		findAnvil(),
		[...args, '--steps-tracing', '--no-request-size-limit', '--no-cors'],
		{
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const kill = () => void child.kill('SIGKILL');
	endWithParent(child);
	// Not `close`: the streams, which it waits for, do not keep this process alive.
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const close = async () => {
		child.ref();
		// With a file it writes what it has before it ends.
		if (file) child.kill('SIGTERM');
		else kill();
		await exited;
	};

	const url = await launch(child).catch((error: Error) => {
		kill();
		throw error;
	});
	child.unref();
	for (const stream of [child.stdout, child.stderr])
		(stream as unknown as { unref(): void }).unref();

	interface Waiting {
		method: string;
		params: unknown[];
		resolve(answer: EvmAnswer): void;
		reject(error: Error): void;
	}
	let waiting: Waiting[] = [];
	const send = async () => {
		const calls = waiting;
		waiting = [];
		try {
			const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: writeJson(body),
			});
			const answers = readJson(await response.text()) as Array<
				EvmAnswer & { id: { rawJSON: string } }
			>;
			for (const answer of answers) calls[Number(answer.id.rawJSON)]!.resolve(answer);
		} catch (error) {
			for (const { reject } of calls) reject(error as Error);
		}
	};
	const ask = (method: string, params: unknown[]) =>
		new Promise<EvmAnswer>((resolve, reject) => {
			waiting.push({ method, params, resolve, reject });
			if (waiting.length === 1) setImmediate(() => void send());
		});
	const request = async (method: string, params: unknown[] = []) => {
		const { result, error } = await ask(method, params);
		if (error) throw new Error(`${method}: ${error.message}`);
		return result;
	};

	await request('anvil_setCoinbase', [coinbase]);
	return { url, ask, request, close };
}
