/** Many items on a service that refuses, fails and breaks off: all of them arrive, and none too early. */
import type { RequestLogEntry } from '../../devnet/devnet.mts';
import { identifyReward } from '../../devnet/world.mts';
import { everyReward } from '../support/everyReward.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';

const devnet = useDevnet({ validators: 1100 });
const engine = useEngine(devnet);
beforeEach(() => {
	devnet.faults([
		{ maxInFlight: 5, retryAfter: 1, latencyMs: 5 },
		{ random: { seed: 7, errors: 0.03, cuts: 0.03 } },
	]);
});

/** What the log must show; requests with the same key are one request and its repeats. */
function checkLog(keyOf: (entry: RequestLogEntry) => string) {
	const refused = devnet.log.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(0);
	expect(devnet.log.some(({ status }) => status === 500)).toBe(true);
	expect(devnet.log.some(({ status }) => status === 0)).toBe(true);
	expect(Math.max(...devnet.log.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(20);
	for (const { finishedAt, ...entry } of refused) {
		const repeats = devnet.log.filter(
			(later) => keyOf(later) === keyOf(entry) && later.at > entry.at,
		);
		for (const { at } of repeats) expect(at - finishedAt!).toBeGreaterThanOrEqual(1000);
	}
}

test('1,000 items of a node', async () => {
	const nodes = [...devnet.world.nodes.values()]
		.filter(({ connected }) => connected)
		.slice(1, 1001);
	expect(nodes).toHaveLength(1000);
	const { items, error } = await engine.runNode(
		'avalancheInfo',
		{
			resource: 'peer',
			operation: 'peers',
			filters: { nodeIds: '={{ $json.id }}' },
		},
		{
			items: nodes.map(({ nodeID }) => ({ json: { id: nodeID } })),
			limits: { parallelRequests: 20 },
		},
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.nodeId)).toEqual(nodes.map(({ nodeID }) => nodeID));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(nodes.map((_, item) => ({ item })));
	checkLog(({ body }) => JSON.stringify(JSON.parse(body).params));
});

test('200 items of the data service, page by page', async () => {
	const rewards = new Map<string, string[]>();
	for (const reward of devnet.world.rewards.mainnet) {
		const known = rewards.get(reward.nodeId) ?? [];
		rewards.set(reward.nodeId, [...known, identifyReward(reward).utxoId]);
	}
	const expected = [...rewards].slice(0, 200);
	expect(expected).toHaveLength(200);
	const { items, error } = await engine.runNode(
		'avalancheData',
		{
			resource: 'reward',
			operation: 'getMany',
			nodeIds: '={{ $json.id }}',
			...everyReward,
			returnAll: true,
		},
		{ items: expected.map(([id]) => ({ json: { id } })), limits: { parallelRequests: 20 } },
	);
	expect(error).toBeUndefined();
	const found = expected.map((): unknown[] => []);
	for (const { json, pairedItem } of items)
		found[(pairedItem as { item: number }).item].push(json.utxoId);
	expected.forEach(([, utxoIds], item) => expect(found[item].sort()).toEqual(utxoIds.sort()));
	checkLog(({ url }) => url);
});
