/** Cancelling an execution ends what is under way and what would come after it. */
import { type Devnet, type Fault, ourNodeIds, startDevnet } from '../../devnet/devnet.mts';
import { type Engine, loadEngine } from './harness.mts';

let engine: Engine;
let devnet: Devnet;
beforeAll(async () => {
	[engine, devnet] = await Promise.all([loadEngine(), startDevnet()]);
});
afterAll(async () => {
	await devnet.close();
	engine.close();
});

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

test.each<[string, Fault]>([
	['waits for an answer', { latencyMs: 60_000 }],
	['waits to repeat a request', { status: 503, retryAfter: 1 }],
	['is held back by the service', { status: 429, retryAfter: 1 }],
	['turns pages', { latencyMs: 10 }],
])('stops a run that %s', async (_what, fault) => {
	devnet.faults([fault]);
	devnet.clearLog();
	const running = engine.runNode(
		'avalancheData',
		{
			resource: 'reward',
			operation: 'getMany',
			filters: { nodeIds: ourNodeIds.join() },
			returnAll: true,
			options: { pageSize: 1 },
		},
		{
			credentials: { avalancheApi: { dataUrl: devnet.dataUrl } },
			items: Array.from({ length: 30 }, () => ({ json: {} })),
		},
	);
	while (devnet.log.length < 5) await pause(5);
	running.cancel();
	expect((await running).run.status).toBe('canceled');
	await pause(300);
	expect(devnet.log.every(({ finishedAt }) => finishedAt)).toBe(true);
	const sent = devnet.log.length;
	await pause(2500);
	expect(devnet.log).toHaveLength(sent);
});
