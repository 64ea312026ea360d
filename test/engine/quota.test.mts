/** Rate limits that a host announces: runs and polls stay below them, together, and say what they spent. */
import { demoAccount, ourNodeIds, type Fault } from '../../devnet/devnet.mts';
import type { NodeOptions } from '../support/engine.mts';
import { everyReward } from '../support/everyReward.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { makeItems, until, useNode, useTrigger } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheData', devnet);
const create = useTrigger(devnet);

/** Those with one key share a limit, so each test has a key of its own. */
let keys = 0;
const newKey = () => ({
	avalancheNodesApi: { ...devnet.credentials.avalancheNodesApi, apiKey: `key-of-a-test-${++keys}` },
});

const limit = (units: number, seconds: number, each = 1): Fault[] => [
	{ host: 'data', rateLimit: { units, seconds, each } },
];
const refused = () => devnet.log.filter(({ status }) => status === 429).length;

const askBalances = (count: number, options: NodeOptions = {}) =>
	run(
		'balance',
		'getNative',
		{ chainId: '43114', address: demoAccount },
		{ items: makeItems(count), credentials: newKey(), ...options },
	);

test('1,000 requests under a limit of 100 a second waste less than one percent', async () => {
	devnet.faults(limit(100, 1));
	const { items, error } = await askBalances(1000, { limits: { parallelRequests: 20 } });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1000);
	expect(refused()).toBeLessThan(10);
});

test.each([
	['requests', 10, 1],
	['compute units', 200, 20],
])('a limit of %s is not run into', async (_of, units, each) => {
	devnet.faults(limit(units, 1, each));
	const { items, error } = await askBalances(45);
	expect([items.length, error, refused()]).toEqual([45, undefined, 0]);
});

test('two runs with one key share its limit', async () => {
	devnet.faults(limit(10, 1));
	const credentials = newKey();
	const runs = await Promise.all([1, 2].map(() => askBalances(25, { credentials })));
	for (const { items, error } of runs) expect([items.length, error]).toEqual([25, undefined]);
	expect(refused()).toBe(0);
});

test('polls share it as well', async () => {
	const credentials = newKey();
	const triggers = Array.from({ length: 8 }, () =>
		create(
			{ event: 'newTransaction', watch: 'address', chainId: '43114', address: demoAccount },
			{ credentials },
		),
	);
	devnet.faults(limit(5, 1));
	for (const trigger of triggers) await trigger.activate();
	const polls = await Promise.allSettled(triggers.map((trigger) => trigger.poll()));
	expect(new Set(polls.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
	expect(refused()).toBe(0);
});

test('a run that waits for room ends as soon as it is canceled', async () => {
	devnet.faults(limit(5, 60));
	const running = askBalances(30);
	await until(() => devnet.log.length === 5);
	running.cancel();
	expect((await running).run.status).toBe('canceled');
	expect(devnet.log).toHaveLength(5);
});

describe('a limit of a day that is used up', () => {
	const day = 86_400;
	const opensAt = () => new Date(Date.now() + day * 1000).toISOString().slice(0, 10);
	/** Without a wait. */
	const atOnce = /^Rate limit reached\. .* too many requests/;
	/** A run uses it up. */
	const useUp = async (credentials = newKey()) => {
		devnet.faults(limit(5, day));
		const { error } = await askBalances(5, { credentials });
		expect([error, refused()]).toEqual([undefined, 0]);
		return credentials;
	};

	test('ends a run at once, which says when it goes on', async () => {
		const credentials = await useUp();
		const { error } = await askBalances(30, { credentials });
		expect(error?.message).toMatch(atOnce);
		expect(error?.message).toContain(`Requests are accepted again from ${opensAt()}`);
		expect(refused()).toBe(1);
	});

	test('ends a run in its midst, which keeps what it has if it continues on errors', async () => {
		devnet.faults(limit(5, day));
		const { items } = await askBalances(12, { onError: 'continueRegularOutput' });
		const failed = items.filter(({ json }) => String(json.error).includes('accepted again from'));
		expect([items.length, failed.length, refused()]).toEqual([12, 7, 1]);
	});

	test('ends a poll at once, and n8n polls again when it goes on', async () => {
		const credentials = newKey();
		const trigger = create(
			{ event: 'newTransaction', watch: 'address', chainId: '43114', address: demoAccount },
			{ credentials },
		);
		await trigger.activate();
		await useUp(credentials);
		const error = (await trigger.poll().catch((thrown: unknown) => thrown)) as {
			message: string;
			failure?: { cause: string; retryAfterMs: number };
		};
		expect(error.message).toMatch(atOnce);
		expect(error.message).toContain(`Requests are accepted again from ${opensAt()}`);
		if (error.failure) {
			expect(error.failure.cause).toBe('rate-limited');
			expect(error.failure.retryAfterMs).toBeGreaterThan((day - 60) * 1000);
		}
		expect(refused()).toBe(1);
	});
});

describe('what a run spent', () => {
	/** The hints of the node, and what n8n puts on its span. */
	const tell = async (running: ReturnType<typeof run>) => {
		const [task] = (await running).run.data.resultData.runData.Node;
		return {
			hints: (task.hints ?? []).map(({ message }) => message),
			tracing: (task.metadata as { tracing?: object } | undefined)?.tracing,
		};
	};

	test('is in the hint, if it waited, and on the span', async () => {
		devnet.faults(limit(5, 1));
		const { hints, tracing } = await tell(askBalances(12));
		expect(hints).toEqual([
			expect.stringMatching(
				/^Rate limits held requests back for \d+ s\. Sent 12 requests, for 240 compute units\.$/,
			),
		]);
		expect(tracing).toEqual({
			'avalanche.requests': 12,
			'avalanche.retries': 0,
			'avalanche.compute_units': 240,
			'avalanche.seconds_held_back': expect.any(Number),
		});
	});

	test('is in the hint of much work', async () => {
		const { hints } = await tell(
			run('reward', 'getMany', {
				nodeIds: ourNodeIds.join(),
				...everyReward,
				returnAll: true,
				options: { pageSize: 5 },
			}),
		);
		const { length } = devnet.log;
		expect(length).toBeGreaterThan(10);
		expect(hints).toEqual([
			expect.stringContaining(
				`Sent ${length} requests, for ${(100 * length).toLocaleString('en')} compute units.`,
			),
		]);
	});

	test('is on the span alone, if there was little to do', async () => {
		const { hints, tracing } = await tell(askBalances(1));
		expect(hints).toEqual([]);
		expect(tracing).toMatchObject({ 'avalanche.requests': 1, 'avalanche.compute_units': 20 });
	});

	test('is on the span of a run that failed, with its retries', async () => {
		devnet.faults([{ host: 'data', status: 503, retryAfter: 0 }]);
		const { tracing } = await tell(askBalances(1, { limits: { retries: 2 } }));
		expect(tracing).toMatchObject({ 'avalanche.requests': 3, 'avalanche.retries': 2 });
	});

	test('names no compute units, if a path costs what nobody published', async () => {
		const { tracing } = await tell(run('endpoint', 'call', { path: '/v1/chains' }));
		expect(tracing).not.toHaveProperty(['avalanche.compute_units']);
	});
});
