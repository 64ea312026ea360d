/** Cancelling an execution ends what is under way and what would come after it. */
import { type Fault, ourNodeIds } from '../../devnet/devnet.mts';
import { everyReward } from '../support/everyReward.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { makeItems, pass, until, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheData', devnet);

test.each<[string, Fault]>([
	['waits for an answer', { latencyMs: 60_000 }],
	['waits to repeat a request', { status: 503, retryAfter: 1 }],
	['is held back by the service', { status: 429, retryAfter: 1 }],
	['turns pages', { latencyMs: 10 }],
])('stops a run that %s', async (_what, fault) => {
	devnet.faults([fault]);
	const running = run(
		'reward',
		'getMany',
		{ nodeIds: ourNodeIds.join(), ...everyReward, returnAll: true, options: { pageSize: 1 } },
		{ items: makeItems(30) },
	);
	await until(() => devnet.log.length >= 5);
	running.cancel();
	expect((await running).run.status).toBe('canceled');
	await pass(300);
	await until(() => devnet.log.every(({ finishedAt }) => finishedAt));
	const sent = devnet.log.length;
	await pass(2500);
	expect(devnet.log).toHaveLength(sent);
});
