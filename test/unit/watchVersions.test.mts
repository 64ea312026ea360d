/** Versions that upgrades of the network require. */
import { Watcher, day, eventsOf, hour, iso, ok, start, worldOf } from './watchSeries.mts';

describe("a version that is older than the network's upgrades take [U29]", () => {
	const settings = {
		source: 'peers' as const,
		blockchainId: '',
		badPolls: 1,
		conditions: ['outdated' as const],
		nodeIds: ['NodeID-a'],
		rules: { outdated: { minimumVersion: '', upgradeSeconds: 14 * day } },
	};
	const never = Date.UTC(9999, 11, 1) / 1000;
	const network = (version: string, times: Record<string, number>, asked: string[] = []) =>
		worldOf((method) => {
			asked.push(method);
			return method === 'info.peers'
				? ok({ numPeers: '1', peers: [{ nodeID: 'NodeID-a', version }] })
				: ok({
						...Object.fromEntries(
							Object.entries(times).map(([name, at]) => [`${name}Time`, iso(at)]),
						),
						graniteEpochDuration: 300_000_000_000,
						cortinaXChainStopVertexID: 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
					});
		});
	const past = { fortuna: start - 200 * day, granite: start - 100 * day };

	test.each<[string, string, Record<string, number>, string[]]>([
		['none is scheduled, the last one', '1.14.0', { ...past, helicon: never }, []],
		[
			'none is scheduled, older than the last one',
			'1.13.5',
			{ ...past, helicon: never },
			['outdated'],
		],
		['the next one is far ahead', '1.14.2', { ...past, helicon: start + 15 * day }, []],
		['the next one is near', '1.14.2', { ...past, helicon: start + 14 * day }, ['outdated']],
		['the next one is near, and the node ready', '1.15.0', { ...past, helicon: start + day }, []],
		['the next one began', '1.14.2', { ...past, helicon: start - day }, ['outdated']],
		[
			'all of a local network',
			'1.13.0',
			{ banff: start, granite: start, etna: start },
			['outdated'],
		],
	])('%s', async (_what, version, times, told) => {
		expect(
			eventsOf(await new Watcher(settings).poll(network(`avalanchego/${version}`, times))),
		).toEqual(told);
	});

	test.each([
		['in four days', start + 4 * day, '', 'warning'],
		['in two days', start + 2 * day, '', 'critical'],
		['a day ago', start - day, '', 'critical'],
		['a day ago, and a version that was entered', start - day, '1.15.0', 'warning'],
	])(
		'an upgrade %s is as urgent as in Upgrade Needed',
		async (_when, helicon, entered, severity) => {
			const rules = { outdated: { minimumVersion: entered, upgradeSeconds: 14 * day } };
			const watcher = new Watcher({ ...settings, rules });
			expect(await watcher.poll(network('avalanchego/1.14.2', { ...past, helicon }))).toMatchObject(
				[{ event: 'outdated', severity }],
			);
		},
	);

	test('asks the queried node itself, which is never among its own peers', async () => {
		const asked: string[] = [];
		const world = worldOf((method) => {
			asked.push(method);
			if (method === 'info.peers') return ok({ numPeers: '0', peers: [] });
			if (method === 'info.getNodeID') return ok({ nodeID: 'NodeID-a' });
			if (method === 'info.getNodeVersion') return ok({ version: 'avalanchego/1.14.2' });
			return ok({ fortunaTime: iso(start - day), heliconTime: iso(start + day) });
		});
		const [item] = await new Watcher(settings).poll(world);
		expect(item).toMatchObject({
			event: 'outdated',
			nodeId: 'NodeID-a',
			version: 'avalanchego/1.14.2',
			validator: { nodeId: 'NodeID-a', version: 'avalanchego/1.14.2' },
		});
		expect(item.validator).not.toHaveProperty('connected', false);
		const other = new Watcher({ ...settings, nodeIds: ['NodeID-b'] });
		asked.length = 0;
		expect(eventsOf(await other.poll(world))).toEqual([]);
		expect(asked).toContain('info.getNodeID');
		expect(asked).not.toContain('info.getNodeVersion');
	});

	test('asks a node for nothing more if all are among its peers', async () => {
		const asked: string[] = [];
		await new Watcher(settings).poll(network('avalanchego/1.15.0', past, asked));
		expect(asked).not.toContain('info.getNodeID');
	});

	test('says which upgrade, when, what it takes and what runs', async () => {
		const watcher = new Watcher(settings);
		const upgradeAt = start + 12 * day + hour;
		const world = network('avalanchego/1.14.2', { ...past, helicon: upgradeAt });
		const [item] = await watcher.poll(world);
		expect(item).toMatchObject({
			event: 'outdated',
			nodeId: 'NodeID-a',
			version: 'avalanchego/1.14.2',
			leastVersion: '1.15.0',
			upgrade: 'Helicon',
			upgradeAt: iso(upgradeAt),
			daysLeft: 12,
		});
		expect(item.message).toBe(
			'NodeID-a: runs avalanchego/1.14.2, but the Helicon upgrade requires 1.15.0 from 3 Dec 01:00 UTC, in 12 d 1 h. Update the node.\nNode ID: NodeID-a',
		);
		expect(
			await watcher.poll(network('avalanchego/1.15.3', { ...past, helicon: upgradeAt })),
		).toMatchObject([{ event: 'upToDate', alertId: item.alertId }]);
	});

	test('is asked for once a day, and not where the user names it', async () => {
		const asked: string[] = [];
		const world = network('avalanchego/1.14.2', past, asked);
		const watcher = new Watcher(settings);
		for (let poll = 0; poll < 25; poll++) await watcher.poll(world, hour);
		expect(asked.filter((method) => method === 'info.upgrades')).toHaveLength(2);
		asked.length = 0;
		const named = new Watcher({
			...settings,
			rules: { outdated: { minimumVersion: '1.14.3' } },
		});
		expect(await named.poll(world)).toMatchObject([{ event: 'outdated', leastVersion: '1.14.3' }]);
		expect(asked).toEqual(['info.peers']);
	});

	test('an upgrade whose version is not known is told once, and nodes are judged by the others', async () => {
		const watcher = new Watcher(settings);
		const times = { ...past, someday: start + 20 * day };
		const world = network('avalanchego/1.14.2', times);
		expect(await watcher.poll(world, 7 * day)).toEqual([]);
		const [item, ...more] = await watcher.poll(world);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'versionUnknown',
			state: 'versionUnknown',
			nodeId: null,
			upgrade: 'Someday',
			upgradeAt: iso(start + 20 * day),
			daysLeft: 13,
			hint: expect.stringContaining('Minimum Version'),
		});
		expect(await watcher.poll(world)).toEqual([]);
		expect(eventsOf(await watcher.poll(network('avalanchego/1.13.0', times)))).toEqual([
			'outdated',
		]);
		const later = network('avalanchego/1.14.2', { ...times, another: start + 21 * day });
		expect(eventsOf(await watcher.poll(later, 2 * day))).toEqual(['upToDate']);
		expect(await watcher.poll(later)).toMatchObject([
			{ event: 'versionUnknown', upgrade: 'Another' },
		]);
	});

	test('waits for the end of quiet hours, and is one of the items of a digest', async () => {
		const quiet = { from: 0, to: 2 };
		const watcher = new Watcher({ ...settings, quiet, digest: true });
		const world = network('avalanchego/1.14.2', { ...past, someday: start });
		expect([await watcher.poll(world), await watcher.poll(world)]).toEqual([[], []]);
		expect(await watcher.poll(world)).toMatchObject([
			{ event: 'digest', events: ['versionUnknown'] },
		]);
	});

	test('a node that tells no upgrades is said so', async () => {
		const [item] = await new Watcher({
			...settings,
			conditions: ['outdated', 'unreachable'],
		}).poll(worldOf((method) => ok(method === 'info.peers' ? { peers: [] } : {})));
		expect(item).toMatchObject({
			event: 'unreachable',
			hint: expect.stringContaining('Minimum Version'),
		});
	});
});

test('a version that is older than the one that the user names [U29]', async () => {
	const watcher = new Watcher({
		source: 'peers',
		blockchainId: '',
		badPolls: 1,
		conditions: ['outdated'],
		nodeIds: ['NodeID-a'],
	});
	const peer = (version: string) =>
		worldOf(() => ok({ numPeers: '1', peers: [{ nodeID: 'NodeID-a', version }] }));
	const told = [];
	for (const version of [
		'avalanchego/1.14.2',
		'avalanchego/1.9.20',
		'avalanchego/1.15.0',
		'avalanchego/1.15.1',
		'avalanchego/2.0.0',
		'other',
	])
		told.push(eventsOf(await watcher.poll(peer(version))));
	expect(told).toEqual([['outdated'], [], ['upToDate'], [], [], []]);
});
