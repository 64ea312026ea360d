/**
 * The same in a running n8n and in real time: each event is a workflow that polls once a minute or holds a stream, and
 * the network fails at random in four of five minutes. n8n's inspector collects the garbage and reads the heap.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import type { Workflow } from '../../tools/n8n/rest.mts';
import { findPort, startServer } from '../../tools/n8n/server.mts';
import type { Measured } from './polled.mts';
import { compareMeasures, drawFaults, type Soaked } from './polls.mts';
import {
	compareWatches,
	countNames,
	isAllReceived,
	listExpected,
	listMore,
	namesIn,
	openWatches,
	publishScene,
	triggerName,
} from '../support/scenes.mts';

const minutesOfCycle = 5;
const minuteMs = 60_000;
/** Seconds of the minute, within which all polls begin; the rest of it is for measures. */
const secondsOfPolls = 40;

/** What both have; what one of them has more of is gone after a moment. */
const keepCommon = (names: string[], others: string[]): string[] => {
	const counts = countNames(names);
	return listMore(counts, countNames(listMore(counts, countNames(others))));
};

/** Lets n8n collect its garbage, and reads what it holds all the while. */
async function measure(inspectorPort: number): Promise<Measured> {
	const response = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`, {
		headers: { connection: 'close' },
	});
	const [{ webSocketDebuggerUrl }] = (await response.json()) as [{ webSocketDebuggerUrl: string }];
	const socket = new WebSocket(webSocketDebuggerUrl);
	await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
	let id = 0;
	const ask = (method: string, params: object = {}) =>
		new Promise<any>((answered) => {
			const own = ++id;
			const take = ({ data }: MessageEvent) => {
				const message = JSON.parse(data);
				if (message.id !== own) return;
				socket.removeEventListener('message', take);
				answered(message.result);
			};
			socket.addEventListener('message', take);
			socket.send(JSON.stringify({ id: own, method, params }));
		});
	const expression =
		'({ heapMiB: process.memoryUsage().heapUsed / 2 ** 20, handles: process.getActiveResourcesInfo().sort() })';
	let measured: Measured | undefined;
	for (let i = 0; i < 5; i++) {
		await ask('HeapProfiler.collectGarbage');
		await sleep(500);
		const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
		const { heapMiB, handles } = result.value as Measured;
		measured = { heapMiB, handles: measured ? keepCommon(measured.handles, handles) : handles };
	}
	socket.close();
	return measured!;
}

/** Sleeps until this second of the minute. */
const untilSecond = async (second: number): Promise<void> => {
	const now = Date.now() % minuteMs;
	await sleep((second * 1000 - now + minuteMs) % minuteMs);
};

export async function soakRunning(
	{ seed, minutes }: { seed: number; minutes: number },
	onProgress: (minute: number) => void = () => {},
): Promise<Soaked> {
	const dice = throwDice(seed, 'running');
	const folder = mkdtempSync(join(tmpdir(), 'n8n-soak-'));
	const devnet = await startDevnet({ validators: 10, rewards: 20 });
	const [port, inspectorPort] = [await findPort(), await findPort()];
	process.env.NODE_OPTIONS = `--inspect=127.0.0.1:${inspectorPort}`;
	const server = await startServer({ folder, port });
	const rest = new Rest(server.url);
	await rest.signIn(login);
	const avalancheNodesApi = await rest.putNetwork(devnet);
	const watches = openWatches(devnet, { streams: true });
	const workflows: Workflow[] = [];
	for (const [i, { scene }] of watches.entries()) {
		const second = Math.floor((i * secondsOfPolls) / watches.length);
		const cronExpressions = [`${second} * * * * *`];
		workflows.push(await publishScene(rest, scene, avalancheNodesApi, { cronExpressions }));
	}
	const failed = watches.map(() => 0);
	const read = new Set<string>();
	/** Reads the executions that have ended since: n8n lists the newest hundred of a workflow. */
	const receive = async (): Promise<void> => {
		for (const [i, { scene, received }] of watches.entries()) {
			for (const id of await rest.listExecutions(workflows[i]!)) {
				if (read.has(id)) continue;
				read.add(id);
				const { status, items } = await rest.getExecution(id);
				if (status !== 'success') failed[i]!++;
				else
					received.push(
						...namesIn(
							scene,
							items[triggerName]!.map(({ json }) => json),
						),
					);
			}
		}
	};
	await untilSecond(secondsOfPolls + 10);
	const measured = [await measure(inspectorPort)];
	for (let minute = 0; minute < minutes; minute++) {
		const isClean = minute % minutesOfCycle === minutesOfCycle - 1;
		// What happens next is not notified.
		if (dice.chance(0.5)) devnet.cutSockets();
		// A state stays for a cycle, and so for a minute in which it can be read.
		for (const { scene } of watches)
			if (scene.isState ? minute % minutesOfCycle === 0 : dice.chance(0.5))
				await scene.happen(dice, dice.between(1, 2));
		devnet.faults(isClean ? [] : drawFaults(dice));
		await sleep(dice.between(1, secondsOfPolls) * 1000);
		if (dice.chance(0.5)) devnet.cutSockets();
		await untilSecond(secondsOfPolls + 8);
		await receive();
		if ((minute + 1) % Math.ceil(minutes / 10) === 0) measured.push(await measure(inspectorPort));
		onProgress(minute + 1);
	}
	devnet.faults([]);
	await receive();
	for (let more = 0; more < 10 && !watches.every(isAllReceived); more++) {
		await sleep(minuteMs);
		await receive();
	}
	measured.push(await measure(inspectorPort));
	await server.stop();
	await devnet.close();
	rmSync(folder, { recursive: true, force: true });
	return {
		rows: watches.map((watch, i) => ({
			event: watch.scene.name,
			failed: failed[i]!,
			events: listExpected(watch).length,
			received: watch.received.length,
		})),
		broken: [...compareWatches(watches), ...compareMeasures(measured)],
		measured,
	};
}
