/** Metrics of Node Health: what a node measures of itself, against the thresholds that Ava Labs recommends. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ownNodeId } from '../../devnet/devnet.mts';
import type { Reply } from '../../devnet/http.mts';
import { makeNodeId } from '../../devnet/ids.mts';
import type { MetricsChoice } from '../../devnet/nodeMetrics.mts';
import { useClock } from '../support/useClock.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useTrigger } from '../support/useEngine.mts';

const clock = useClock('2026-11-25T03:00:00Z');
const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
const createTrigger = useTrigger(devnet, { event: 'nodeHealth' });
const create = (alertWhen: string[], options: INodeParameters = {}) =>
	createTrigger({ alertWhen, options: { failedChecks: 1, goodChecks: 1, ...options } });
type Trigger = ReturnType<typeof create>;

async function publish(...chosen: Parameters<typeof create>): Promise<Trigger> {
	const trigger = create(...chosen);
	expect(jsonOf(await trigger.activate())).toEqual([]);
	return trigger;
}
async function poll(trigger: Trigger): Promise<IDataObject[]> {
	clock.advance(60);
	return jsonOf(await trigger.poll());
}
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event);
const of = (name: string, chain = 'C') => `avalanche_${name}{chain="${chain}"}`;
const set = (choice: MetricsChoice) => devnet.setMetrics(choice);
const setPolls = (successful: number, failed: number, chain = 'C') =>
	set({
		[of('snowman_polls_successful', chain)]: successful,
		[of('snowman_polls_failed', chain)]: failed,
	});
const asked = (path: string) => devnet.log.filter(({ url }) => url === path).length;
const metricsPath = '/ext/metrics';

/** A gauge that crosses its threshold, how far, and what the message says. */
const gauges: Array<[string, string, MetricsChoice, MetricsChoice, IDataObject, string]> = [
	[
		'stakeDisconnected',
		'stakeConnected',
		{ [of('stake_percent_connected', 'P')]: 0.799, [of('stake_percent_connected')]: 0.62 },
		{ [of('stake_percent_connected', 'P')]: 0.8, [of('stake_percent_connected')]: 0.8 },
		{ severity: 'critical', metric: 'connectedStakePercent', figure: 62, recommendedLimit: 80 },
		': connected to only 62 % of the stake of the C-Chain since',
	],
	[
		'blocksUndecided',
		'blocksDecided',
		{ [of('snowman_blks_processing')]: 7 },
		{ [of('snowman_blks_processing')]: 6 },
		{ severity: 'warning', metric: 'processingBlocks', figure: 7, recommendedLimit: 6 },
		': 7 blocks of the C-Chain not decided yet since',
	],
	[
		'blocksUndecided',
		'blocksDecided',
		{ [of('snowman_blks_processing')]: 16 },
		{ [of('snowman_blks_processing')]: 0 },
		{ severity: 'critical', figure: 16, recommendedLimit: 15 },
		"Ava Labs' threshold: above 15.",
	],
	[
		'validatorsBenched',
		'validatorsNotBenched',
		{ [of('benchlist_benched_num')]: 2 },
		{ [of('benchlist_benched_num')]: 1 },
		{ severity: 'critical', metric: 'benchedValidators', figure: 2, recommendedLimit: 1 },
		': benched 2 validators on the C-Chain since',
	],
	[
		'noValidators',
		'validatorsSeen',
		{ [of('stake_num_validators', 'X')]: 0 },
		{ [of('stake_num_validators', 'X')]: 1 },
		{ severity: 'critical', metric: 'validatorsSeen', figure: 0, recommendedLimit: 1 },
		': sees no validators of the X-Chain since',
	],
];

test.each<[string, (value: number) => void, number[]]>([
	[
		'blocksUndecided',
		(blocks) => set({ [of('snowman_blks_processing')]: blocks }),
		[7, 15, 16, 12, 16, 9, 16],
	],
	['diskLow', (diskPercentage) => devnet.setHealth({ diskPercentage }), [19, 10, 9, 13, 9, 16, 9]],
])(
	'%s comes again when its warning becomes critical, once until it is halfway back [U57, U59]',
	async (event, figure, figures) => {
		const trigger = await publish([event]);
		const told: unknown[] = [];
		for (const each of figures) {
			figure(each);
			told.push(
				(await poll(trigger)).map(({ event: what, severity, step, figure: said }) => [
					what,
					severity,
					step,
					said,
				]),
			);
		}
		const [warning, , critical, , , , again] = figures;
		expect(told).toEqual([
			[[event, 'warning', undefined, warning]],
			[],
			[['grew', 'critical', 'critical', critical]],
			[],
			[],
			[],
			[['grew', 'critical', 'critical', again]],
		]);
	},
);

test.each(gauges)(
	'%s begins beyond its threshold, and ends with %s [U59]',
	async (event, endEvent, bad, good, facts, words) => {
		const trigger = await publish([event]);
		set(bad);
		const [item, ...more] = await poll(trigger);
		expect(more).toEqual([]);
		expect(item).toMatchObject({ event, nodeId: ownNodeId, ...facts });
		expect(item!.message).toContain(words);
		expect(await poll(trigger)).toEqual([]);
		set(good);
		expect(await poll(trigger)).toMatchObject([
			{ event: endEvent, severity: 'resolved', alertId: item!.alertId },
		]);
		expect(await poll(trigger)).toEqual([]);
	},
);

test('a disk that fills up is told by the health report, without the metrics [U59]', async () => {
	const trigger = await publish(['diskLow']);
	devnet.setHealth({ diskPercentage: 20 });
	expect(await poll(trigger)).toEqual([]);
	devnet.setHealth({ diskPercentage: 19 });
	const [item] = await poll(trigger);
	expect(item).toMatchObject({ event: 'diskLow', severity: 'warning', figure: 19 });
	expect(item!.message).toContain('only 19 % of its disk is free since');
	expect(item!.message).toContain("Ava Labs' threshold: below 20 %. Add space, or prune");
	devnet.setHealth({ diskPercentage: 21 });
	const [free] = await poll(trigger);
	expect(free!.title).toMatch(/: its disk has room again, 21 % is free$/);
	expect(free!.message).toContain('its disk has room again, 21 % is free, since');
	devnet.setHealth({ diskPercentage: 9, diskBytes: 76_411_805_696 });
	const [critical] = await poll(trigger);
	expect(critical).toMatchObject({ severity: 'critical', recommendedLimit: 10 });
	expect(critical!.title).toContain('only 9 % (71.1 GiB) of its disk is free');
	expect(asked(metricsPath)).toBe(0);
});

describe('polls for consensus, as a share of those since the last check [U59]', () => {
	test('a warning below 95 %, and critical below 90 %', async () => {
		setPolls(1_000_000, 400_000);
		const trigger = await publish(['pollsFailing']);
		setPolls(1_000_095, 400_005);
		expect(await poll(trigger)).toEqual([]);
		setPolls(1_000_189, 400_011);
		const [item] = await poll(trigger);
		expect(item).toMatchObject({
			event: 'pollsFailing',
			severity: 'warning',
			figure: 94,
			recommendedLimit: 95,
			figures: [{ chain: 'C-Chain', figure: 94 }],
		});
		expect(item!.message).toContain(': only 94 % of its polls succeed on the C-Chain since');
		setPolls(1_000_289, 400_011);
		expect(eventsOf(await poll(trigger))).toEqual(['pollsSucceeding']);
		setPolls(1_000_369, 400_031);
		expect(await poll(trigger)).toMatchObject([{ severity: 'critical', figure: 80 }]);
	});

	test('few polls say nothing until there are twenty', async () => {
		setPolls(0, 0);
		const trigger = await publish(['pollsFailing']);
		setPolls(5, 5);
		expect(await poll(trigger)).toEqual([]);
		setPolls(9, 10);
		expect(await poll(trigger)).toEqual([]);
		setPolls(10, 10);
		expect(await poll(trigger)).toMatchObject([{ event: 'pollsFailing', figure: 50 }]);
		// Nothing new is known of a chain that stands.
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		setPolls(110, 10);
		expect(eventsOf(await poll(trigger))).toEqual(['pollsSucceeding']);
	});

	test('counters that begin anew are no rate, and end nothing', async () => {
		setPolls(1000, 0);
		const trigger = await publish(['pollsFailing']);
		setPolls(3, 900);
		expect(await poll(trigger)).toEqual([]);
		setPolls(53, 950);
		expect(await poll(trigger)).toMatchObject([{ event: 'pollsFailing', figure: 50 }]);
		// The node starts again.
		setPolls(40, 0);
		expect(await poll(trigger)).toEqual([]);
		setPolls(80, 0);
		expect(eventsOf(await poll(trigger))).toEqual(['pollsSucceeding']);
	});

	test('each chain counts for itself', async () => {
		setPolls(1000, 0, 'C');
		setPolls(1000, 0, 'P');
		const trigger = await publish(['pollsFailing']);
		setPolls(3000, 0, 'C');
		setPolls(1050, 50, 'P');
		expect(await poll(trigger)).toMatchObject([
			{
				event: 'pollsFailing',
				figures: [
					{ chain: 'P-Chain', figure: 50 },
					{ chain: 'C-Chain', figure: 100 },
				],
			},
		]);
	});

	test('another node begins anew: nothing mixes', async () => {
		setPolls(1000, 0);
		const trigger = await publish(['pollsFailing']);
		const change = (reply: Reply): Reply => ({
			...reply,
			text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { nodeID: makeNodeId('another') } }),
			json: undefined,
		});
		devnet.faults([{ rpcMethod: 'info.getNodeID', change }]);
		setPolls(2000, 5000);
		expect(await poll(trigger)).toEqual([]);
		setPolls(2050, 5050);
		expect(eventsOf(await poll(trigger))).toEqual(['pollsFailing']);
	});

	test('what was counted lasts across a restart, and not across a break', async () => {
		setPolls(1000, 0);
		const trigger = await publish(['pollsFailing']);
		trigger.restart();
		setPolls(1050, 50);
		expect(eventsOf(await poll(trigger))).toEqual(['pollsFailing']);
		const other = await publish(['pollsFailing']);
		clock.advance(86_400);
		setPolls(1100, 900);
		expect(await poll(other)).toEqual([]);
	});
});

test('bad blocks are those since the last check [U59]', async () => {
	const bad = 'avalanche_evm_eth_chain_block_bad_count{chain="C"}';
	set({ [bad]: 50 });
	const trigger = await publish(['badBlocks']);
	expect(await poll(trigger)).toEqual([]);
	set({ [bad]: 51 });
	const [item] = await poll(trigger);
	expect(item).toMatchObject({ event: 'badBlocks', severity: 'warning', figure: 1 });
	expect(item!.message).toContain(': refused 1 block of the C-Chain as bad since');
	expect(eventsOf(await poll(trigger))).toEqual(['noBadBlocks']);
	set({ [bad]: 62 });
	expect(await poll(trigger)).toMatchObject([{ severity: 'critical', figure: 11 }]);
	// The node starts again: one fewer is no negative number, and no end.
	set({ [bad]: 3 });
	expect(await poll(trigger)).toEqual([]);
	expect(eventsOf(await poll(trigger))).toEqual(['noBadBlocks']);
	// Of the EVM of an L1.
	const ofL1 = 'avalanche_subnetevm_vm_eth_chain_block_bad_count{chain="L1"}';
	set({ [ofL1]: 0 });
	expect(await poll(trigger)).toEqual([]);
	set({ [ofL1]: 20 });
	expect(await poll(trigger)).toMatchObject([{ event: 'badBlocks', figure: 20 }]);
});

test('a burst of bad blocks is reported with the usual checks, too, and its worst item is no lie [U59]', async () => {
	const bad = 'avalanche_evm_eth_chain_block_bad_count{chain="C"}';
	set({ [bad]: 50 });
	const trigger = createTrigger({ alertWhen: ['badBlocks'] });
	expect(jsonOf(await trigger.activate())).toEqual([]);
	set({ [bad]: 550 });
	expect(await poll(trigger)).toMatchObject([
		{ event: 'badBlocks', severity: 'critical', figure: 500 },
	]);
	for (let i = 0; i < 2; i++) expect((await poll(trigger)).length).toBeLessThanOrEqual(1);
	set({ [bad]: 551 });
	expect(eventsOf(await poll(trigger))).toContain('badBlocks');
});

test('counters of a hundred chains leave room for what comes again [U59, U20]', async () => {
	const chains = Array.from({ length: 100 }, (_, i) => `L1 number ${i} ${'x'.repeat(500)}`);
	const trigger = await publish(['pollsFailing', 'badBlocks', 'validatorsBenched']);
	const count = (n: number) =>
		set(
			Object.fromEntries(
				chains.flatMap((chain) => [
					[of('snowman_polls_successful', chain), 1000 * n],
					[of('snowman_polls_failed', chain), n],
				]),
			),
		);
	for (let n = 1; n < 4; n++) {
		count(n);
		expect(await poll(trigger)).toEqual([]);
	}
	set({ [of('benchlist_benched_num')]: 4 });
	expect(eventsOf(await poll(trigger))).toEqual(['validatorsBenched']);
	expect(JSON.stringify(trigger.stored).length).toBeLessThan(8 * 1024 + 64);
	expect(jsonOf(await trigger.start())).toMatchObject([
		{ event: 'validatorsBenched', again: true },
	]);
});

test.each([-5, 1e308, -1e308])('a share of %d is unknown, and not said [U59]', async (share) => {
	const trigger = await publish(['stakeDisconnected']);
	for (const chain of ['C', 'P', 'X']) set({ [of('stake_percent_connected', chain)]: share });
	expect(await poll(trigger)).toEqual([]);
});

test('what is just below a threshold is not rounded up to it [U59]', async () => {
	const trigger = await publish(['stakeDisconnected']);
	set({ [of('stake_percent_connected')]: 0.799999 });
	expect(await poll(trigger)).toMatchObject([{ figure: 79.99 }]);
});

test('metrics that are away after the publication hide nothing else [U59]', async () => {
	const trigger = await publish(['validatorsBenched', 'diskLow', 'unreachable']);
	devnet.faults([{ path: metricsPath, status: 404 }]);
	devnet.setHealth({ diskPercentage: 3 });
	expect(eventsOf(await poll(trigger))).toEqual(['diskLow']);
});

test('a benchlist that is not there is empty: that ends an alert, too [U59]', async () => {
	const trigger = await publish(['validatorsBenched']);
	expect(await poll(trigger)).toEqual([]);
	set({ [of('benchlist_benched_num')]: 4 });
	expect(eventsOf(await poll(trigger))).toEqual(['validatorsBenched']);
	set({ [of('benchlist_benched_num')]: null });
	expect(eventsOf(await poll(trigger))).toEqual(['validatorsNotBenched']);
});

test('another metric that is not there, or no number, is unknown [U59]', async () => {
	const trigger = await publish(['stakeDisconnected']);
	const chains = ['C', 'P', 'X'].map((chain) => of('stake_percent_connected', chain));
	const all = (value: number | string | null) =>
		set(Object.fromEntries(chains.map((name) => [name, value])));
	all(0.5);
	expect(eventsOf(await poll(trigger))).toEqual(['stakeDisconnected']);
	for (const value of [null, 'NaN']) {
		all(value);
		expect(await poll(trigger)).toEqual([]);
	}
	all(1);
	expect(eventsOf(await poll(trigger))).toEqual(['stakeConnected']);
});

test.each([
	['503', { status: 503 }],
	['a page', { body: 'html' as const }],
	[
		'a line that is no metric',
		{ change: (reply: Reply) => ({ ...reply, text: `${reply.text}\n-\n` }) },
	],
])('metrics that answer %s begin nothing, and end nothing [U59]', async (_what, fault) => {
	const trigger = await publish(['validatorsBenched', 'unreachable']);
	set({ [of('benchlist_benched_num')]: 4 });
	expect(eventsOf(await poll(trigger))).toEqual(['validatorsBenched']);
	devnet.faults([{ path: metricsPath, ...fault }]);
	set({ [of('benchlist_benched_num')]: 0 });
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	devnet.faults([]);
	expect(eventsOf(await poll(trigger))).toEqual(['validatorsNotBenched']);
});

test('a node that serves no metrics is refused, with what to do [U59]', async () => {
	devnet.faults([{ path: metricsPath, status: 404 }]);
	const error = await create(['validatorsBenched'])
		.activate()
		.then(
			() => undefined,
			(refused: Error) => refused,
		);
	expect(saidBy(error)).toContain('--api-metrics-enabled');
	// The disk stands in the health report.
	await publish(['diskLow']);
});

test('metrics are read only where an alert needs them, once in a poll [U59]', async () => {
	const plain = await publish(['unhealthy', 'unreachable']);
	await poll(plain);
	expect(asked(metricsPath)).toBe(0);
	const trigger = await publish(['validatorsBenched', 'pollsFailing', 'badBlocks', 'diskLow']);
	devnet.clearLog();
	await poll(trigger);
	expect(asked(metricsPath)).toBe(1);
});

test('a node that catches up is told as that alone [U59]', async () => {
	const trigger = await publish(['bootstrapping', 'stakeDisconnected']);
	devnet.world.setChain({ chain: 'X', state: 'bootstrapping' });
	set({ [of('stake_percent_connected')]: 0.1 });
	expect(eventsOf(await poll(trigger))).toEqual(['bootstrapping']);
	set({ [of('stake_percent_connected')]: 1 });
	devnet.world.setChain({ chain: 'X', state: 'ready' });
	expect(eventsOf(await poll(trigger))).toEqual(['bootstrapped']);
});
