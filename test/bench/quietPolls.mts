/**
 * What a poll costs of each event and source while nothing happens, which is what n8n pays each minute. The mock network
 * has a process of its own. `npm run bench -- quiet`.
 */
import { fork } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { INodeParameters } from 'n8n-workflow';
import { startDevnet } from '../../devnet/devnet.mts';
import { credentialsFor, loadEngine, type Engine } from '../support/engine.mts';
import { meterLoop } from '../support/loopMeter.mts';
import { listScenes } from '../support/scenes.mts';
import { advanceClock } from '../soak/clock.mts';
import { writeRows } from './output.mts';
import { median, turnLabel } from './race.mts';

interface Network {
	url: string;
	watches: Array<{ name: string; parameters: INodeParameters }>;
}

/** The first polls find out what later ones know. */
const warmUps = 3;

interface Cost {
	requests: number;
	/** Of the answers, with their headers. */
	bytes: number;
	processorMs: number;
	/** Bytes of the memory that n8n keeps of the trigger, and those that it stores anew; none where it stays as it was. */
	memory: number;
	written: number;
}

/** What was received while the work went on. */
async function countTraffic(
	work: () => Promise<unknown>,
): Promise<Pick<Cost, 'requests' | 'bytes'>> {
	const traffic = { requests: 0, bytes: 0 };
	// Each request of n8n has a connection of its own.
	const count = (message: unknown) => {
		const { response } = message as { response: IncomingMessage };
		traffic.requests++;
		traffic.bytes += response.socket.bytesRead;
	};
	const channel = 'http.client.response.finish';
	subscribe(channel, count);
	try {
		await work();
	} finally {
		unsubscribe(channel, count);
	}
	return traffic;
}

async function measureQuiet(
	engine: Engine,
	url: string,
	parameters: INodeParameters,
	polls: number,
): Promise<Cost[]> {
	const trigger = engine.createPoll('avalancheTrigger', parameters, {
		credentials: credentialsFor(url),
	});
	await trigger.activate();
	const costs: Cost[] = [];
	for (let i = 0; i < warmUps + polls; i++) {
		advanceClock(60);
		const before = JSON.stringify(trigger.stored);
		const cpuBefore = process.cpuUsage();
		const traffic = await countTraffic(async () => {
			const items = await trigger.poll();
			if (items?.length) throw new Error(`The poll was not quiet: ${JSON.stringify(items[0])}`);
		});
		const { user, system } = process.cpuUsage(cpuBefore);
		const after = JSON.stringify(trigger.stored);
		if (i < warmUps) continue;
		const memory = Buffer.byteLength(after);
		const written = after === before ? 0 : memory;
		costs.push({ ...traffic, processorMs: (user + system) / 1000, memory, written });
	}
	return costs;
}

export async function measureQuietPolls(isShort: boolean): Promise<void> {
	const child = fork(fileURLToPath(import.meta.url), {
		execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
	});
	const [{ url, watches }] = (await once(child, 'message')) as [Network];
	const engine = await loadEngine();
	const rows: object[] = [];
	for (const { name, parameters } of isShort ? watches.slice(0, 3) : watches) {
		const meter = meterLoop();
		const costs = await measureQuiet(engine, url, parameters, isShort ? 1 : 5);
		meter.stop();
		const of = (figure: keyof Cost) => median(costs.map((cost) => cost[figure]));
		rows.push({
			event: name,
			requests: of('requests'),
			'received (KB)': (of('bytes') / 1000).toFixed(1),
			'processor time (ms)': of('processorMs').toFixed(1),
			[turnLabel]: Math.round(meter.longestMs),
			'memory (bytes)': of('memory'),
			'memory written (bytes)': of('written'),
		});
	}
	engine.close();
	child.kill();
	writeRows('A quiet poll of each event', rows);
}

async function serve(): Promise<void> {
	const devnet = await startDevnet({ validators: 100, rewards: 1_000 });
	const watches = listScenes(devnet).map(({ name, parameters }) => ({ name, parameters }));
	process.send!({ url: devnet.url, watches } satisfies Network);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
