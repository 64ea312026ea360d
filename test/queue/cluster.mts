/** n8n in queue mode as docs/compose.yaml describes it, without containers: the same environment, other hosts and ports. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, packName, startProcess } from '../../tools/n8n/server.mts';
import type { N8nProcess, ProcessOptions } from '../../tools/n8n/server.mts';
import { startPostgreSql, startRedis } from './services.mts';
import type { PostgreSql, Service } from './services.mts';
import { waitUntil } from './waitUntil.mts';

const { parse } = createRequire(join(process.cwd(), 'tools/n8n/package.json'))('yaml');

interface Compose {
	services: Record<
		string,
		{ command?: string; environment?: Record<string, string>; deploy?: { replicas: number } }
	>;
}

/** The compose file with these values of its variables in it, as Docker Compose reads it. */
function readCompose(own: Record<string, string>): Compose {
	const variables: Record<string, string> = {
		N8N_ENCRYPTION_KEY: 'of-this-test-alone',
		POSTGRES_PASSWORD: 'n8n',
		...own,
	};
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

/** Time that a process has to begin its work, and time for which it may stop doing it: those of an orchestrator's probes. */
const startMs = 300_000;
const unhealthyMs = 60_000;

/**
 * A process of n8n that is started again whenever it ends, as `restart: unless-stopped` does. One that fails its health
 * check is killed: n8n 2.41.1 may lose its database for good where PostgreSQL is killed.
 */
export class Member {
	readonly name: string;
	/** Whether it passed its last health check. */
	isUp = false;
	/** Where it answers. */
	readonly url: string;
	private readonly startWith: (compose: Compose) => ProcessOptions;
	private options: ProcessOptions;
	private current?: N8nProcess;
	private isStopping = false;
	private readonly life: Promise<void>;

	constructor(
		name: string,
		url: string,
		compose: Compose,
		startWith: (compose: Compose) => ProcessOptions,
	) {
		this.name = name;
		this.url = url;
		this.startWith = startWith;
		this.options = startWith(compose);
		this.life = this.live();
	}

	private async live(): Promise<void> {
		while (!this.isStopping) {
			const started = await startProcess(this.options);
			this.current = started;
			if (!this.isStopping) await Promise.race([started.exited, this.watch(started)]);
			await this.kill();
			if (!this.isStopping) await sleep(500);
		}
	}

	/** Resolves when the process has failed its health check for too long, or has ended after all. */
	private async watch(started: N8nProcess): Promise<void> {
		let healthyAt = Date.now();
		let limitMs = startMs;
		while (Date.now() - healthyAt < limitMs) {
			const signal = AbortSignal.timeout(5000);
			const response = await fetch(`${this.url}/healthz/readiness`, { signal }).catch(
				() => undefined,
			);
			if (this.current !== started) return await started.exited;
			this.isUp = response?.ok === true;
			if (this.isUp) [healthyAt, limitMs] = [Date.now(), unhealthyMs];
			await sleep(500);
		}
		console.log(
			`${this.name} failed its health check for ${limitMs / 1000} s and is started again`,
		);
	}

	/** Resolves once it does its work. */
	async waitUntilUp(): Promise<void> {
		await waitUntil(
			() => this.isUp,
			200,
			() => `${this.name} did not come up`,
		);
	}

	get pid(): number | undefined {
		return this.current?.pid;
	}

	private take(): N8nProcess | undefined {
		const { current } = this;
		this.current = undefined;
		this.isUp = false;
		return current;
	}

	/** Sends SIGKILL before it returns; the next one starts. */
	async kill(): Promise<void> {
		await this.take()?.kill();
	}

	/** Ends it in good order; the next one starts, as this file says from now on. */
	async restart(compose?: Compose): Promise<void> {
		if (compose) this.options = this.startWith(compose);
		await this.take()?.stop();
		await this.waitUntilUp();
	}

	async stop(): Promise<void> {
		this.isStopping = true;
		await this.kill();
		await this.life;
	}
}

export interface Cluster {
	rest: Rest;
	main: Member;
	workers: Member[];
	postgres: PostgreSql;
	redis: Service;
	/** Starts all processes of n8n anew with these variables of the compose file. */
	restart: (variables: Record<string, string>) => Promise<void>;
	isUp: () => boolean;
	waitUntilUp: () => Promise<void>;
	/** Ends it with all that it stores. */
	stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL, Redis, main and the workers in this folder, signed in as the owner. `variables` are those of the
 * compose file. Without workers, main runs everything itself, with the same database.
 */
export async function startCluster(
	folder: string,
	variables: Record<string, string>,
	workerCount?: number,
): Promise<Cluster> {
	const compose = readCompose(variables);
	const nodes = packPack(folder);
	const postgres = await startPostgreSql(folder);
	const redis = await startRedis(folder, compose.services.redis!.command!);
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
		...(workerCount === 0 && { EXECUTIONS_MODE: 'regular' }),
	};
	const create = async (name: string, service: string, portName: string): Promise<Member> => {
		const port = await findPort();
		const home = join(folder, name);
		mkdirSync(join(home, '.n8n-files'), { recursive: true });
		cpSync(nodes, join(home, '.n8n/nodes'), { recursive: true });
		const member = new Member(name, `http://127.0.0.1:${port}`, compose, ({ services }) => {
			const { command = 'start', environment } = services[service]!;
			return {
				folder: home,
				args: command.split(' '),
				environment: { ...environment, ...hosts, [portName]: String(port) },
			};
		});
		members.push(member);
		return member;
	};

	try {
		const main = await create('main', 'main', 'N8N_PORT');
		const workers: Member[] = [];
		const count = workerCount ?? compose.services.worker!.deploy!.replicas;
		for (let i = 1; i <= count; i++)
			workers.push(await create(`worker-${i}`, 'worker', 'QUEUE_HEALTH_CHECK_PORT'));
		const waitUntilUp = async () => {
			await Promise.all(members.map((member) => member.waitUntilUp()));
		};
		await waitUntilUp();
		const rest = new Rest(main.url);
		await rest.signIn(login);
		if ((await rest.getNodeTypes(packName)).length === 0) throw new Error('The pack is not loaded');
		const restart = async (changed: Record<string, string>) => {
			const next = readCompose(changed);
			await Promise.all(members.map((member) => member.restart(next)));
		};
		const isUp = () => members.every((member) => member.isUp);
		return { rest, main, workers, postgres, redis, restart, isUp, waitUntilUp, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
