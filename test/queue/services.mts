/** PostgreSQL and Redis for the tests of queue mode: Debian's, in a temporary folder, or servers named in the environment. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages } from '../../tools/packages.mts';
import { findPort } from '../../tools/n8n/server.mts';

const { Client } = createRequire(join(process.cwd(), 'tools/n8n/package.json'))('pg');

export interface Service {
	name: string;
	host: string;
	port: number;
	/** Absent where a server was named in the environment. */
	pid?: () => number;
	/** Ends it with SIGKILL and starts it again. */
	crash?: () => Promise<void>;
	stop: () => Promise<void>;
}

export interface PostgreSql extends Service {
	user: string;
	password: string;
	database: string;
	/** Rows of a query, over a connection of its own; throws while PostgreSQL does not answer. */
	query: (sql: string, values?: unknown[]) => Promise<any[]>;
}

const postgresFolder = (): string | undefined => {
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian) : [];
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(debian, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
};
const hasRedis = () => spawnSync('redis-server', ['--version']).status === 0;

/** The servers that the environment names: QUEUE_POSTGRES (postgres://user:password@host:port/database) and QUEUE_REDIS. */
const named = (name: string): URL | undefined => {
	const value = process.env[name];
	return value ? new URL(value) : undefined;
};

/** Installs what is missing; ends with what to do where that is not permitted. */
export function prepareServices(): void {
	const listMissing = () => [
		...(named('QUEUE_POSTGRES') || postgresFolder() ? [] : ['postgresql']),
		...(named('QUEUE_REDIS') || hasRedis() ? [] : ['redis-server']),
	];
	installPackages(listMissing());
	const missing = listMissing();
	if (missing.length === 0) return;
	console.error(
		`The Debian packages ${missing.join(' and ')} are missing. Run this as root, which installs them, ` +
			'or name servers that run: QUEUE_POSTGRES=postgres://user:password@host:port/database, ' +
			'QUEUE_REDIS=redis://host:port.',
	);
	process.exit(1);
}

/** Runs a server until it is stopped; resolves when it answers. */
async function supervise(
	name: string,
	port: number,
	start: () => ChildProcess,
	answers: () => boolean | Promise<boolean>,
): Promise<Service> {
	let child: ChildProcess;
	let exited: Promise<unknown>;
	const end = () => child.exitCode ?? child.signalCode ?? child.kill('SIGKILL');
	process.on('exit', end);
	const begin = async () => {
		for (const deadline = Date.now() + 60_000; ; await sleep(300)) {
			child = start();
			exited = new Promise((resolve) => child.once('exit', resolve));
			const isOver = exited.then(() => true);
			do {
				if (await answers()) return;
			} while (!(await Promise.race([isOver, sleep(200, false)])) && Date.now() < deadline);
			// What is left of a killed server may hold its memory for a moment.
			if (Date.now() > deadline) throw new Error(`${name} did not start`);
		}
	};
	await begin();
	return {
		name,
		host: '127.0.0.1',
		port,
		pid: () => child.pid!,
		crash: async () => {
			child.kill('SIGKILL');
			await exited;
			await begin();
		},
		stop: async () => {
			process.off('exit', end);
			child.kill('SIGINT');
			if (await Promise.race([exited.then(() => true), sleep(20_000, false, { ref: false })]))
				return;
			child.kill('SIGKILL');
			await exited;
		},
	};
}

export async function startPostgreSql(folder: string): Promise<PostgreSql> {
	const url = named('QUEUE_POSTGRES');
	const [user, password] = [url?.username ?? 'n8n', url?.password ?? 'n8n'];
	const open = async (service: Pick<Service, 'host' | 'port'>, database: string) => {
		const { host, port } = service;
		// A server that was killed may leave a connection without an answer.
		const limits = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 };
		const client = new Client({ host, port, user, password, database, ...limits });
		client.on('error', () => {});
		await client.connect();
		return client;
	};
	const queryIn = (service: Pick<Service, 'host' | 'port'>, database: string) => {
		return async (sql: string, values?: unknown[]) => {
			const client = await open(service, database);
			try {
				return (await client.query(sql, values)).rows;
			} finally {
				await client.end().catch(() => {});
			}
		};
	};
	const database = `n8n_${Math.random().toString(36).slice(2)}`;
	if (url) {
		const service = { host: url.hostname, port: Number(url.port || 5432) };
		const query = queryIn(service, url.pathname.slice(1) || user);
		await query(`CREATE DATABASE ${database}`);
		const stop = async () => void (await query(`DROP DATABASE ${database} WITH (FORCE)`));
		const name = 'PostgreSQL';
		return { ...service, name, user, password, database, stop, query: queryIn(service, database) };
	}

	const data = join(folder, 'postgresql');
	mkdirSync(data, { recursive: true });
	// PostgreSQL refuses root.
	const isRoot = process.getuid?.() === 0;
	const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
	const identity = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
	if (isRoot) {
		chmodSync(folder, 0o755);
		chownSync(data, identity.uid!, identity.gid!);
	}
	const bin = postgresFolder()!;
	execFileSync(join(bin, 'initdb'), ['-D', data, '-U', user, '--auth=trust', '-N'], {
		...identity,
		cwd: data,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const port = await findPort();
	const log = openSync(join(folder, 'postgresql.log'), 'a');
	const local = { host: '127.0.0.1', port };
	const start = () =>
		spawn(
			join(bin, 'postgres'),
			['-D', data, '-p', `${port}`, '-k', data, '-c', 'listen_addresses=127.0.0.1'],
			{ ...identity, cwd: data, stdio: ['ignore', log, log], detached: true },
		);
	const service = await supervise('PostgreSQL', port, start, () =>
		queryIn(
			local,
			'postgres',
		)('SELECT 1').then(
			() => true,
			() => false,
		),
	);
	await queryIn(local, 'postgres')(`CREATE DATABASE ${database}`);
	return { ...service, user, password, database, query: queryIn(local, database) };
}

/** `command` is what the compose file starts it with. */
export async function startRedis(folder: string, command: string): Promise<Service> {
	const url = named('QUEUE_REDIS');
	if (url) {
		const port = Number(url.port || 6379);
		return { name: 'Redis', host: url.hostname, port, stop: async () => {} };
	}
	const data = join(folder, 'redis');
	mkdirSync(data, { recursive: true });
	const port = await findPort();
	const log = openSync(join(folder, 'redis.log'), 'a');
	const [program, ...args] = command.split(' ');
	return await supervise(
		'Redis',
		port,
		() =>
			spawn(program!, [...args, '--port', `${port}`, '--bind', '127.0.0.1', '--dir', data], {
				stdio: ['ignore', log, log],
				detached: true,
			}),
		() =>
			spawnSync('redis-cli', ['-p', `${port}`, 'ping'], {
				encoding: 'utf8',
				timeout: 5000,
			}).stdout.trim() === 'PONG',
	);
}
