/** n8n in queue mode as docs/compose.yaml describes it, without containers: the same environment, other hosts and ports. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { answersRest, findPort, packName, startProcess } from '../../tools/n8n/server.mts';
import type { N8nProcess, ProcessOptions } from '../../tools/n8n/server.mts';
import { startPostgreSql, startRedis } from './services.mts';
import type { PostgreSql, Service } from './services.mts';

const { parse } = createRequire(join(process.cwd(), 'tools/n8n/package.json'))('yaml');

interface Compose {
	services: Record<
		string,
		{ command?: string; environment?: Record<string, string>; deploy?: { replicas: number } }
	>;
}

/** The compose file with the values of its variables in it, as Docker Compose reads it. */
function readCompose(variables: Record<string, string>): Compose {
	const text = readFileSync('docs/compose.yaml', 'utf8');
	const filled = text.replaceAll(
		/\$\{(\w+)(?::\?|:-(\w*))\}/g,
		(_, name: string, byDefault?: string) => {
			const value = variables[name] ?? byDefault;
			if (value === undefined) throw new Error(`docs/compose.yaml: no value for ${name}`);
			return JSON.stringify(value);
		},
	);
	return parse(filled, { merge: true });
}

/** The pack as npm publishes it, installed where n8n keeps community packages. */
function packPack(folder: string): string {
	const options = { encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'ignore'] as const };
	const args = ['--silent', '--ignore-scripts'];
	const [packed] = execFileSync('npm', ['pack', ...args, '--pack-destination', folder], {
		...options,
		stdio: [...options.stdio],
	}).match(/\S+\.tgz/)!;
	const target = join(folder, 'nodes');
	mkdirSync(target);
	execFileSync(
		'npm',
		['install', ...args, '--legacy-peer-deps', '--prefix', target, join(folder, packed!)],
		{ stdio: ['ignore', 'ignore', 'inherit'] },
	);
	return target;
}

/** A process of n8n that is started again whenever it ends, as `restart: unless-stopped` does. */
export class Member {
	readonly name: string;
	private readonly options: ProcessOptions;
	private current?: N8nProcess;
	private isStopping = false;
	private isUp = false;
	private life?: Promise<void>;

	constructor(name: string, options: ProcessOptions) {
		this.name = name;
		this.options = options;
	}

	start(): void {
		this.life ??= this.live();
	}

	private async live(): Promise<void> {
		while (!this.isStopping) {
			const started = await startProcess(this.options);
			this.current = started;
			started.ready.then(
				() => (this.isUp = true),
				() => {},
			);
			await started.exited;
			this.isUp = false;
			if (!this.isStopping) await sleep(500);
		}
	}

	/**
	 * Resolves once it does its work. One that runs and does not work for a minute is killed, as by the liveness probe of
	 * an orchestrator: n8n 2.41.1 may lose its database for good where it is killed while n8n opens connections.
	 */
	async waitUntilUp(): Promise<void> {
		let idleSince = Date.now();
		for (const end = Date.now() + 600_000; Date.now() < end; await sleep(200)) {
			if (this.isUp && (await this.options.isReady())) return;
			if (!this.isUp) idleSince = Date.now();
			if (Date.now() - idleSince < 60_000) continue;
			console.log(`${this.name} runs and does not answer: started again`);
			await this.kill();
		}
		throw new Error(`${this.name} was not up within ten minutes`);
	}

	get pid(): number | undefined {
		return this.current?.pid;
	}

	/** Sends SIGKILL before it returns. */
	kill(): Promise<void> | undefined {
		this.isUp = false;
		return this.current?.kill();
	}

	/** Ends it in good order; the next one starts. */
	async restart(): Promise<void> {
		this.isUp = false;
		await this.current?.stop();
		await this.waitUntilUp();
	}

	async stop(): Promise<void> {
		this.isStopping = true;
		await this.current?.stop();
		await this.life;
	}
}

export interface Cluster {
	rest: Rest;
	main: Member;
	workers: Member[];
	postgres: PostgreSql;
	redis: Service;
	waitUntilUp: () => Promise<void>;
	stop: () => Promise<void>;
}

const isReadyAt = async (url: string) =>
	!!(await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok;

/**
 * Starts PostgreSQL, Redis, main and the workers in this folder, signed in as the owner. `variables` are those of the
 * compose file. Without workers, main runs everything itself, with the same database.
 */
export async function startCluster(
	folder: string,
	variables: Record<string, string>,
	workerCount?: number,
): Promise<Cluster> {
	const compose = readCompose({
		N8N_ENCRYPTION_KEY: 'of-this-test-alone',
		POSTGRES_PASSWORD: 'n8n',
		...variables,
	});
	const postgres = await startPostgreSql(folder);
	const redis = await startRedis(folder, compose.services.redis!.command!);
	const nodes = packPack(folder);
	const members: Member[] = [];
	const stop = async () => {
		await Promise.all(members.map((member) => member.stop()));
		await redis.stop();
		await postgres.stop();
	};

	const hosts = {
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		// A Redis that others use too.
		...(!redis.crash && { QUEUE_BULL_PREFIX: postgres.database }),
	};
	const create = (
		name: string,
		service: string,
		port: number,
		own: Record<string, string>,
		isReady: () => Promise<boolean>,
	): Member => {
		const { environment = {}, command = 'start' } = compose.services[service]!;
		const member = new Member(name, {
			folder: join(folder, name),
			args: command.split(' '),
			environment: { ...environment, ...hosts, N8N_PORT: String(port), ...own },
			isReady,
		});
		mkdirSync(join(folder, name, '.n8n-files'), { recursive: true });
		cpSync(nodes, join(folder, name, '.n8n/nodes'), { recursive: true });
		members.push(member);
		member.start();
		return member;
	};

	try {
		const port = await findPort();
		const url = `http://127.0.0.1:${port}`;
		const mode: Record<string, string> = workerCount === 0 ? { EXECUTIONS_MODE: 'regular' } : {};
		const main = create('main', 'main', port, mode, () => answersRest(url));
		// The first start creates the tables.
		await main.waitUntilUp();
		const rest = new Rest(url);
		await rest.signIn(login);
		if ((await rest.getNodeTypes(packName)).length === 0) throw new Error('The pack is not loaded');
		const workers: Member[] = [];
		const count = workerCount ?? compose.services.worker!.deploy!.replicas;
		for (let i = 1; i <= count; i++) {
			const health = await findPort();
			workers.push(
				create(`worker-${i}`, 'worker', health, { QUEUE_HEALTH_CHECK_PORT: String(health) }, () =>
					isReadyAt(`http://127.0.0.1:${health}/healthz/readiness`),
				),
			);
		}
		const waitUntilUp = async () => {
			await Promise.all(members.map((member) => member.waitUntilUp()));
		};
		await waitUntilUp();
		return { rest, main, workers, postgres, redis, waitUntilUp, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
