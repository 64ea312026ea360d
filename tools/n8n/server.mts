/** The n8n server of this folder as a child process, with our pack loaded as an installed community package. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = process.cwd();
export const packName = 'n8n-nodes-avalanche';

export interface ServerOptions {
	/** n8n's user folder: database, encryption key, files and log stay in it from one start to the next. */
	folder: string;
	port: number;
}

export interface N8nProcess {
	pid: number;
	/** What n8n printed. */
	logFile: string;
	/** Resolves when the process has ended, by itself or by `stop`. */
	exited: Promise<void>;
	stop: () => Promise<void>;
	/** Ends it at once, as a crash or a power cut does. */
	kill: () => Promise<void>;
}

export interface Server extends N8nProcess {
	url: string;
	/** Where workflows read and write files; `.n8n-files/<name>` in a workflow. */
	filesFolder: string;
}

/** A free port of 127.0.0.1, or the wanted one; throws an Error that names a wanted one that is taken. */
export function findPort(wanted = 0): Promise<number> {
	return new Promise((resolve, reject) => {
		// Below those that Linux gives to outgoing connections, which could take it before n8n does.
		const port = wanted || randomInt(20_000, 32_768);
		const probe = createServer();
		probe.once('error', ({ code }: NodeJS.ErrnoException) => {
			if (!wanted && code === 'EADDRINUSE') resolve(findPort());
			else reject(new Error(`Port ${port} of 127.0.0.1 is taken`));
		});
		probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
	});
}

const packFolder = (folder: string) => join(folder, '.n8n/nodes/node_modules', packName);

/** Puts the built pack where n8n looks for installed ones: a copy, because a link would bring its own n8n-workflow. */
export function copyPack(folder: string): void {
	const target = packFolder(folder);
	mkdirSync(target, { recursive: true });
	for (const part of ['package.json', 'dist'])
		cpSync(join(root, part), join(target, part), { recursive: true });
}

/** Nothing of the caller's own n8n, and nothing sent to or fetched from n8n's makers. */
function makeEnvironment(folder: string, runnerPort: number): NodeJS.ProcessEnv {
	const { N8N_DEV_RELOAD = 'false' } = process.env;
	const foreign = /^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|CREDENTIALS|OFFLOAD|NODES|npm)_/;
	const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	return {
		...Object.fromEntries(own),
		NO_PROXY: [process.env.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(','),
		N8N_DEV_RELOAD,
		// A start takes a seventh less of the processor.
		NODE_COMPILE_CACHE: join(root, 'tools/n8n/node_modules/.cache/compiled'),
		N8N_USER_FOLDER: folder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(runnerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_RESTRICT_FILE_ACCESS_TO: join(folder, '.n8n-files'),
		GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_PUBLIC_API_DISABLED: 'true',
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
	};
}

/** Whether a main process takes calls at this address. */
const answersRest = async (url: string): Promise<boolean> => {
	const response = await fetch(`${url}/rest/settings`).catch(() => undefined);
	// Before REST is up, every path says in HTML that n8n is starting, or in JSON that its database is.
	return !!response?.ok && !!response.headers.get('content-type')?.includes('json');
};

export interface ProcessOptions {
	folder: string;
	/** What follows `n8n` on the command line. */
	args: string[];
	/** Goes before what a process of ours has by default. */
	environment: Record<string, string>;
}

/** Starts one process of n8n: `start`, or `worker`. */
export async function startProcess(options: ProcessOptions): Promise<N8nProcess> {
	const { folder, args, environment } = options;
	const logFile = join(folder, 'n8n.log');
	const log = openSync(logFile, 'a');
	const { INSPECT_PORT: inspectPort } = process.env;
	const inspect = inspectPort ? [`--inspect=127.0.0.1:${inspectPort}`] : [];
	const child = spawn(
		process.execPath,
		[...inspect, join(root, 'tools/n8n/node_modules/n8n/bin/n8n'), ...args],
		{
			cwd: folder,
			env: { ...makeEnvironment(folder, await findPort()), ...environment },
			stdio: ['ignore', log, log],
			// A group of its own: Ctrl-C reaches us alone, and we end n8n and what it started.
			detached: true,
		},
	);
	closeSync(log);
	let isRunning = true;
	const killAll = () => {
		if (isRunning) process.kill(-child.pid!, 'SIGKILL');
	};
	process.on('exit', killAll);
	const exited = new Promise<void>((resolve) => {
		const end = () => {
			isRunning = false;
			process.off('exit', killAll);
			resolve();
		};
		child.once('exit', end);
		child.once('error', end);
	});
	const kill = async () => {
		killAll();
		await exited;
	};
	const stop = async () => {
		if (isRunning) child.kill('SIGTERM');
		if (await Promise.race([exited.then(() => true), sleep(20_000, false, { ref: false })])) return;
		await kill();
	};
	return { pid: child.pid!, logFile, exited, stop, kill };
}

/** Starts n8n as a single process, with SQLite, and resolves when its REST interface answers. */
export async function startServer({ folder, port }: ServerOptions): Promise<Server> {
	const filesFolder = join(folder, '.n8n-files');
	mkdirSync(filesFolder, { recursive: true });
	rmSync(packFolder(folder), { recursive: true, force: true });
	copyPack(folder);
	const url = `http://127.0.0.1:${port}`;
	const started = await startProcess({
		folder,
		args: ['start'],
		environment: { N8N_PORT: String(port) },
	});
	let hasEnded = false;
	void started.exited.then(() => (hasEnded = true));
	for (const deadline = Date.now() + 600_000; !(await answersRest(url)); await sleep(250)) {
		if (!hasEnded && Date.now() < deadline) continue;
		await started.stop();
		const { logFile } = started;
		const lastWords = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
		throw new Error(`n8n did not start; the end of ${logFile}:\n${lastWords}`);
	}
	return { ...started, url, filesFolder };
}
