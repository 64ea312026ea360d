/** The watches of a stage: by n8n-core's classes at ten times the speed, and in a running n8n. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, packName, startServer } from '../../tools/n8n/server.mts';
import { loadEngine } from '../support/engine.mts';
import { configurations, intervalSeconds } from './plan.mts';
import type { Stage } from './stage.mts';

/** Ends the watches. */
type End = () => Promise<void>;
/** Resolves when the watches of all configurations are published. */
export type OpenWatches = (stage: Stage, factor: number) => Promise<End>;

/** The credential leads to the first observer. */
const credentialOf = ({ links }: Stage) => ({ network: 'ownNode', nodeUrl: links[0]!.url });

/** As a user sets it up, all else by default: two votes make one check enough. */
function parametersOf({ nodeIDs, links }: Stage, index: number): INodeParameters {
	const { checks, observers } = configurations[index]!;
	const further = links.slice(1, observers).map(({ url }, i) => `Second ${i + 1} = ${url}`);
	return {
		event: 'validatorDown',
		validatorsFrom: 'lines',
		nodeIds: nodeIDs.join('\n'),
		options: further.length ? { furtherObservers: further.join('\n') } : { failedChecks: checks },
	};
}

/** Polls through n8n-core's PollTriggerExecutor: n8n itself takes no interval below a minute. */
export const openScaled: OpenWatches = async (stage, factor) => {
	const engine = await loadEngine();
	const { session } = stage;
	const everyMs = (intervalSeconds * 1000) / factor;
	const timers: NodeJS.Timeout[] = [];
	for (const index of configurations.keys()) {
		const trigger = engine.createPoll('avalancheTrigger', parametersOf(stage, index), {
			credentials: { avalancheNodesApi: credentialOf(stage) },
		});
		const take = (items: Awaited<ReturnType<typeof trigger.poll>>) => {
			for (const { json } of items ?? []) session.take(index, json);
		};
		take(await trigger.activate());
		const started = Date.now();
		let ticks = 0;
		const tick = () => {
			ticks++;
			timers[index] = setTimeout(tick, started + (ticks + 1) * everyMs - Date.now());
			trigger.poll().then(take, (error: Error) => session.recorded.failures.push(error.message));
		};
		timers[index] = setTimeout(tick, everyMs);
	}
	return async () => {
		for (const timer of timers) clearTimeout(timer);
		engine.close();
	};
};

/** Takes what the workflows send, at the path of their configuration. */
async function openReceiver(take: (index: number, item: IDataObject) => void) {
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		take(Number(request.url!.slice(1)), JSON.parse(Buffer.concat(chunks).toString()));
		response.end('OK');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** Workflows of a running n8n, polling each minute, whose message is an HTTP request. */
export const openRunning: OpenWatches = async (stage) => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-kills-'));
	const server = await startServer({ folder, port: await findPort() });
	const receiver = await openReceiver((index, item) => stage.session.take(index, item));
	const rest = new Rest(server.url);
	await rest.signIn(login);
	const avalancheNodesApi = await rest.putCredential(
		'Node',
		'avalancheNodesApi',
		credentialOf(stage),
	);
	for (const [index, { name }] of configurations.entries()) {
		const [trigger, message] = ['Avalanche Trigger', 'Message'];
		const nodes = [
			{
				id: 'trigger',
				name: trigger,
				type: `${packName}.avalancheTrigger`,
				typeVersion: 1,
				position: [0, 0],
				credentials: { avalancheNodesApi },
				parameters: {
					...parametersOf(stage, index),
					pollTimes: { item: [{ mode: 'everyMinute' }] },
				},
			},
			{
				id: 'message',
				name: message,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [200, 0],
				parameters: {
					method: 'POST',
					url: `${receiver.url}/${index}`,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify($json) }}',
				},
			},
		];
		const connections = { [trigger]: { main: [[{ node: message, type: 'main', index: 0 }]] } };
		await rest.publish(await rest.createWorkflow({ name, nodes, connections }));
	}
	return async () => {
		await server.stop();
		receiver.close();
		rmSync(folder, { recursive: true, force: true });
	};
};
