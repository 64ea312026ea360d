/** Get Health and Get Metrics: what a node says of itself to a GET, however it stands. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useDevnet } from '../support/useDevnet.mts';
import { outputOf, saidBy, useNode, useTool } from '../support/useEngine.mts';
import { eachCall, notFound, reply, useScript, type Handler } from '../support/useScript.mts';

const devnet = useDevnet();
const server = useScript();
const run = useNode('avalancheInfo', devnet);
const runOn = useNode('avalancheInfo', server, {}, { retries: 0 });
const runPatiently = useNode('avalancheInfo', server);
const callInfo = useTool('avalancheInfo', devnet);

beforeEach(() =>
	devnet.setHealth({
		failing: {},
		notYetRun: false,
		upgradeTime: null,
		diskPercentage: 87,
		served: true,
	}),
);

const read = async (operation: string, more: INodeParameters = {}) =>
	await outputOf(run('node', operation, more));

describe('Get Health', () => {
	test('of a healthy node says that all checks passed', async () => {
		expect(await read('getHealth')).toEqual([
			{
				queriedNode: new URL(devnet.nodeUrl).origin,
				nodeId: expect.stringMatching(/^NodeID-/),
				at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
				report: 'health',
				healthy: true,
				state: 'healthy',
				failing: [],
				notYetRun: [],
				checks: 10,
				diskFreePercent: 87,
				message: '10 checks passed. 87 % of the disk is free.',
				failingChecks: [],
			},
		]);
	});

	test('of a sick node is an answer, though its status is 503', async () => {
		devnet.setHealth({
			failing: {
				network: 'network layer is unhealthy reason: no messages received from network',
				diskspace:
					'remaining available disk space percentage (4%) is below @channel <http://a.b|x>',
			},
		});
		const [item] = await read('getHealth');
		expect(devnet.log.map(({ status }) => status)).toEqual([503, 200]);
		expect(item).toMatchObject({
			healthy: false,
			state: 'unhealthy',
			failing: ['diskspace', 'network'],
			failingChecks: [
				{ name: 'diskspace', failures: 1 },
				{
					name: 'network',
					message: 'network layer is unhealthy reason: no messages received from network',
					since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
					failures: 1,
				},
			],
		});
		// Words that others chose neither mention nor link in ours.
		expect(item.message).toContain('2 of 10 checks failed. diskspace: remaining available disk');
		expect(item.message).not.toMatch(/[@<>|]/);
	});

	test('of a node that starts is neither healthy nor unhealthy', async () => {
		devnet.setHealth({ notYetRun: true });
		expect(await read('getHealth')).toMatchObject([
			{
				healthy: false,
				state: 'starting',
				failing: [],
				notYetRun: expect.arrayContaining(['bls', 'network']),
				message: '10 of 10 checks not yet run. A node runs each within 30 seconds after its start.',
			},
		]);
	});

	test('says how much of the disk is free, or that it is not known', async () => {
		devnet.setHealth({ diskPercentage: 8 });
		expect(await read('getHealth')).toMatchObject([{ healthy: true, diskFreePercent: 8 }]);
		devnet.setHealth({ diskPercentage: 8, failing: { network: 'no peers' } });
		const [sick] = await read('getHealth');
		expect(sick!.message).toBe(
			'1 of 10 checks failed. network: no peers. 8 % of the disk is free.',
		);
		devnet.setHealth({ diskBytes: 2_199_023_255_551, failing: {} });
		const [full] = await read('getHealth');
		expect(full!.message).toBe('10 checks passed. 8 % of the disk (2,047.9 GiB) is free.');
		devnet.setHealth({ notYetRun: ['diskspace'], diskBytes: null });
		expect(await read('getHealth')).toMatchObject([{ diskFreePercent: null }]);
		expect(await read('getHealth', { report: 'readiness' })).toMatchObject([
			{ diskFreePercent: null },
		]);
	});

	const noChecks = 'The node answers. This report has no checks.';
	test.each([
		['readiness', { state: 'unhealthy', failing: ['bootstrapped'], checks: 1 }],
		['liveness', { state: 'healthy', failing: [], checks: 0, message: noChecks }],
	])('the report %s is one of its own', async (report, expected) => {
		devnet.setHealth({ failing: { bootstrapped: 'subnets not bootstrapped' } });
		expect(await read('getHealth', { report })).toMatchObject([{ report, ...expected }]);
		expect(devnet.log.map(({ url }) => url)).toEqual([`/ext/health/${report}`, '/ext/info']);
	});

	test('without Simplify is what the node sent, to the last digit', async () => {
		const [item] = await read('getHealth', { simplify: false });
		const { diskspace } = item.checks as Record<string, IDataObject>;
		expect(diskspace.message).toMatchObject({ availableDiskBytes: '18446744073709551615' });
	});

	test.each([
		['keeps its ID to itself', () => notFound],
		['is too busy to tell its ID', () => reply('busy', 503)],
		['tells no ID', eachCall(() => ({ result: {} }))],
	] satisfies Array<[string, Handler]>)(
		'of a node that %s has no node ID, after one question',
		async (_, answer) => {
			server.answer((request, ...more) =>
				request.calls.length ? answer(request, ...more) : reply({ healthy: true, checks: null }),
			);
			expect(await outputOf(runPatiently('node', 'getHealth'))).toMatchObject([
				{ healthy: true, nodeId: null, queriedNode: new URL(server.url).origin },
			]);
			expect(server.received.map(({ path }) => path)).toEqual(['/ext/health', '/ext/info']);
		},
	);

	test('a node without this API is named, with its setting', async () => {
		devnet.setHealth({ served: false });
		const { error } = await run('node', 'getHealth');
		expect(saidBy(error)).toContain('does not serve /ext/health');
		expect(saidBy(error)).toContain('--api-health-enabled=false');
	});

	test.each([
		['a proxy whose node is down', reply('<html>503</html>', 503), 'failed (503)'],
		['another server', reply({ status: 'up' }), 'does not have the expected form'],
		['a page', reply('<html>Welcome</html>'), 'not JSON'],
		['a report without its verdict', reply({ checks: {} }, 503), 'failed (503)'],
	])('%s is no report on health', async (_, given, words) => {
		server.answer(() => given);
		const { items, error } = await runOn('node', 'getHealth');
		expect(items).toEqual([]);
		expect(saidBy(error)).toContain(words);
	});

	test('an agent can ask for it', async () => {
		devnet.setHealth({ failing: { C: 'not connected to enough stake' } });
		expect(JSON.stringify(await callInfo('node', 'getHealth', {}, {}))).toContain('enough stake');
	});
});

test('an upgrade that is not scheduled has no time', async () => {
	const of = async (simplify: boolean) => await outputOf(run('network', 'upgrades', { simplify }));
	expect(await of(true)).toMatchObject([
		{ graniteTime: '2025-11-19T16:00:00Z', heliconTime: null },
	]);
	expect(await of(false)).toMatchObject([{ heliconTime: '9999-12-01T00:00:00Z' }]);
});

describe('Get Metrics', () => {
	const names = (items: IDataObject[]) => [...new Set(items.map(({ metric }) => metric))];

	test('by name or by its beginning', async () => {
		const metrics = 'avalanche_network_peers, avalanche_snowman_*';
		const items = await read('getMetrics', { returnAll: true, filters: { metrics } });
		expect(names(items)).toEqual([
			'avalanche_network_peers',
			'avalanche_snowman_blks_processing',
			'avalanche_snowman_polls_failed',
			'avalanche_snowman_polls_successful',
		]);
		expect(items).toContainEqual({
			metric: 'avalanche_snowman_polls_successful',
			value: 1234567,
			labels: { chain: 'C' },
			type: 'counter',
			help: 'number of successful polls',
		});
	});

	test('a histogram has all its parts under its name', async () => {
		const metrics = 'avalanche_process_go_gc_duration_seconds';
		const items = await read('getMetrics', { returnAll: true, filters: { metrics } });
		expect(items.map(({ metric, value }) => [metric, value])).toEqual([
			[`${metrics}_bucket`, 42],
			[`${metrics}_bucket`, 43],
			[`${metrics}_sum`, 0.25],
			[`${metrics}_count`, 43],
		]);
		expect(items.every(({ type }) => type === 'histogram')).toBe(true);
	});

	test('numbers are exact, and what is no number is unknown', async () => {
		const metrics = 'avalanche_resource_tracker_disk_available_space,avalanche_upgrade_time_until';
		expect(await read('getMetrics', { filters: { metrics } })).toMatchObject([
			{ value: 18446744073709552000, valueExact: '18446744073709552000' },
			{ value: null },
		]);
		expect(await read('getMetrics', { simplify: false, filters: { metrics } })).toMatchObject([
			{ value: '18446744073709552000' },
			{ value: '+Inf' },
		]);
	});

	test('escaped letters of labels and words are read as they are meant', async () => {
		server.answer(() =>
			reply(
				'# HELP m A \\\\ and\\nmore\n# TYPE m gauge\nm{a="x \\"y\\", \\\\",b=""} 1e-09 1700000000000\n',
				200,
				{ 'content-type': 'text/plain' },
			),
		);
		expect(await outputOf(runOn('node', 'getMetrics'))).toMatchObject([
			{ value: 1e-9, labels: { a: 'x "y", \\', b: '' }, help: 'A \\ and\nmore' },
		]);
	});

	test('a name that none can have is refused before anything is sent', async () => {
		const { error } = await run('node', 'getMetrics', { filters: { metrics: 'a b{' } });
		expect(saidBy(error)).toContain('names of metrics, each whole or with * at its end');
		expect(devnet.log).toEqual([]);
	});

	test.each([
		['a page', reply('<html>Welcome</html>'), 'does not have the expected form'],
		['a node without them', notFound, '--api-metrics-enabled=false'],
		['a text that breaks off', reply('# TYPE m gauge\nm{a="x'), 'is cut off within a line'],
	])('%s gives no metrics', async (_, given, words) => {
		server.answer(() => given);
		const { items, error } = await runOn('node', 'getMetrics');
		expect(items).toEqual([]);
		expect(saidBy(error)).toContain(words);
	});
});
