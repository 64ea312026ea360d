/** What the items about validators show, column by column, and what Names and Simplify change of it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain, ourNodeIds, ownNodeId } from '../../devnet/devnet.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useTrigger } from '../support/useEngine.mts';

const devnet = useFreshDevnet({ validators: 20, rewards: 0, version: '1.15' });
const [ours, other] = ourNodeIds;
const createTrigger = useTrigger(devnet, {
	event: 'validatorDown',
	validatorsFrom: 'lines',
	nodeIds: `${ours}, ${other}`,
	alertWhen: ['belowThreshold', 'disconnected', 'left', 'unreachable'],
	options: { failedChecks: 1, goodChecks: 1, threshold: 90 },
});
const disconnect = (...nodeIDs: string[]) => devnet.world.disconnect({ nodeIDs });
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });

/** The item of a disconnect, and the item of its end. */
async function tellOutage(parameters: INodeParameters = {}): Promise<IDataObject[]> {
	const trigger = createTrigger(parameters);
	await trigger.activate();
	disconnect(ours);
	const began = jsonOf(await trigger.poll());
	reconnect(ours);
	return [...began, ...jsonOf(await trigger.poll())];
}

test('reads from the left: what, who, since when; IDs come last [U32]', async () => {
	const [began, ended] = await tellOutage();
	const columns = Object.keys(began!);
	const first = ['event', 'title', 'severity', 'message', 'explorerUrl', 'since', 'name'];
	expect(columns.slice(0, first.length)).toEqual(first);
	expect(columns.slice(-4)).toEqual(['validator', 'validationId', 'alertId', 'eventId']);
	const shortNodeId = `${ours.slice(0, 11)}...${ours.slice(-3)}`;
	expect(began).toMatchObject({
		title: `${shortNodeId}: no connection`,
		severity: 'critical',
		shortNodeId,
		explorerUrl: `https://subnets.avax.network/validators/${ours}`,
	});
	expect(ended).toMatchObject({
		title: `${shortNodeId}: connected again`,
		severity: 'resolved',
		alertId: began!.alertId,
	});
	expect(began!.name).toBeNull();
});

test('says the uptime now, and how long the validator may still be offline', async () => {
	const validator = devnet.world.primary.find(({ nodeID }) => nodeID === ours)!;
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 97.5 });
	const [began] = await tellOutage();
	const { startTime, endTime } = validator;
	const now = Date.parse(began!.observedAt as string) / 1000;
	const share = startTime >= Date.UTC(2026, 8, 22, 15) / 1000 ? 0.1 : 0.2;
	const hours = (share * (endTime - startTime) - 0.025 * (now - startTime)) / 3600;
	expect(hours).toBeGreaterThan(1);
	expect(began!.uptime).toBeCloseTo(97.5, 2);
	expect(began!.canBeOfflineHours).toBeCloseTo(hours, 0);
});

test('asks when Helicon begins once, and only where there is something to report [U1]', async () => {
	const trigger = createTrigger();
	await trigger.activate();
	await trigger.poll();
	const asked = () => devnet.log.map(({ rpcMethod }) => rpcMethod).sort();
	expect(new Set(asked())).toEqual(new Set(['platform.getCurrentValidators']));
	const lists = ['platform.getCurrentValidators', 'platform.getCurrentValidators'];
	const ofItself = ['health.health', 'info.isBootstrapped'];
	for (const expected of [
		[...ofItself, 'info.upgrades', ...lists],
		[...ofItself, ...lists],
	]) {
		devnet.clearLog();
		disconnect(ours);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ canBeOfflineHours: expect.any(Number) }]);
		expect(asked()).toEqual(expected);
		reconnect(ours);
		await trigger.poll();
	}
});

test('a node that does not say when Helicon begins delays and hides nothing', async () => {
	devnet.faults([{ rpcMethod: 'info.upgrades', status: 503 }]);
	const [began, ended] = await tellOutage();
	expect(began).toMatchObject({ event: 'disconnected', uptime: expect.any(Number) });
	expect(began!.canBeOfflineHours).toBeNull();
	expect(ended).toMatchObject({ event: 'reconnected' });
});

test('shows the validator in the columns of Avalanche Validators, or as it was read', async () => {
	const [simple] = await tellOutage();
	const { weight } = devnet.world.primary.find(({ nodeID }) => nodeID === ours)!;
	expect(simple!.validator).toMatchObject({
		nodeId: ours,
		connected: false,
		stake: Number(weight) / 1e9,
		stakeExact: expect.stringMatching(/^\d+(\.\d+)?$/),
		start: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
		end: expect.stringMatching(/Z$/),
		delegators: expect.any(Number),
		renews: false,
	});
	const [raw] = await tellOutage({ options: { simplify: false } });
	expect(raw!.validator).toMatchObject({
		nodeID: ours,
		connected: false,
		weight: String(weight),
		startTime: expect.stringMatching(/^\d+$/),
	});
	expect(raw!.validator).not.toHaveProperty('delegators');
});

describe('validators from the list', () => {
	const choose = (nodeId: string, name: string) => ({
		validator: { __rl: true, mode: 'list', value: nodeId, cachedResultName: 'NodeID-...' },
		name,
	});
	const selected = {
		validatorsFrom: 'list',
		validators: { rows: [choose(ours, 'Frankfurt-1'), choose(other!, '')] },
	};

	test('are watched alone, each with the name of its row', async () => {
		const trigger = createTrigger(selected);
		expect(await trigger.activate()).toBeNull();
		disconnect(ours, other!, devnet.world.primary.at(-1)!.nodeID);
		const began = jsonOf(await trigger.poll());
		expect(began.map(({ nodeId, name }) => [nodeId, name])).toEqual([
			[ours, 'Frankfurt-1'],
			[other, null],
		]);
		expect(began[0]!.title).toBe('Frankfurt-1: no connection, 2 of 2 down');
	});

	test('take no Names beside the rows, which have names', async () => {
		const options = { names: `${ours} = Zurich-2\n${other} = Zurich-3` };
		const trigger = createTrigger({ ...selected, options });
		await trigger.activate();
		disconnect(ours, other!);
		const began = jsonOf(await trigger.poll());
		expect(began.map(({ name }) => name)).toEqual(['Frankfurt-1', null]);
	});

	test('an empty row is none, and a row of a name alone is refused by its number', async () => {
		const withRow = (row: object) => ({
			...selected,
			validators: { rows: [...selected.validators.rows, row] },
		});
		expect(await createTrigger(withRow(choose('', '')) as INodeParameters).activate()).toBeNull();
		await expect(
			createTrigger(withRow(choose('', 'Zurich-2')) as INodeParameters).activate(),
		).rejects.toMatchObject({ message: expect.stringContaining('row 3') });
	});

	test('lines have names too', async () => {
		const [began] = await tellOutage({ nodeIds: `${ours} = Frankfurt-1\n${other}` });
		expect(began).toMatchObject({ nodeId: ours, name: 'Frankfurt-1' });
	});
});

describe('Names', () => {
	const names = `${ours} = Frankfurt-1\n${other} = Zurich-2`;

	test('stand first in title, message and item, and in the validator', async () => {
		const [began] = await tellOutage({ options: { names } });
		expect(began).toMatchObject({
			title: 'Frankfurt-1: no connection',
			name: 'Frankfurt-1',
			nodeId: ours,
			validator: { nodeId: ours, name: 'Frankfurt-1' },
			message: expect.stringMatching(
				/^Frankfurt-1 \(NodeID-.{4}\.\.\..{3}\): no connection since \d\d:\d\d /,
			),
		});
	});

	test('are those of an expression too, and may name more than is watched', async () => {
		const rows = JSON.stringify([
			{ node: ours, name: 'Frankfurt-1' },
			{ node: devnet.world.primary.at(-1)!.nodeID, name: 'Nobody' },
		]);
		const [began] = await tellOutage({ options: { names: `={{ ${rows} }}` } });
		expect(began).toMatchObject({ name: 'Frankfurt-1' });
	});

	test('a new name starts nothing afresh and changes no ID [U32]', async () => {
		const named = (text: string, from?: { stored: IDataObject }) =>
			createTrigger(
				{ options: { names: text, reportExisting: false } },
				from && { staticData: structuredClone(from.stored) },
			);
		const before = named(names);
		await before.activate();
		disconnect(ours);
		const [began] = jsonOf(await before.poll());
		disconnect(other);
		const after = named(`${ours} = Berlin-9\n${other} = Rome-4`, before);
		expect(jsonOf(await after.activate())).toMatchObject([
			{ event: 'disconnected', previousState: 'connected', name: 'Rome-4' },
		]);
		reconnect(ours);
		expect(jsonOf(await after.poll())).toMatchObject([
			{ event: 'reconnected', name: 'Berlin-9', alertId: began!.alertId },
		]);
	});

	test('of many: in the message, and by node ID', async () => {
		const nodeIDs = devnet.world.primary
			.map(({ nodeID }) => nodeID)
			.filter((nodeID) => nodeID !== ownNodeId)
			.slice(0, 10);
		const trigger = createTrigger({
			nodeIds: nodeIDs.join(),
			options: { names: `${nodeIDs[3]} = Frankfurt-1\n${nodeIDs[5]} = Zurich-2` },
		});
		await trigger.activate();
		disconnect(...nodeIDs);
		const [item] = jsonOf(await trigger.poll());
		const count = item!.validatorCount as number;
		expect(item).toMatchObject({
			title: `${count} of 10 watched validators have no connection`,
			severity: 'critical',
			names: { [nodeIDs[3]!]: 'Frankfurt-1', [nodeIDs[5]!]: 'Zurich-2' },
			message: expect.stringMatching(
				new RegExp(
					` They are (Frankfurt-1, Zurich-2|Zurich-2, Frankfurt-1)(, NodeID-\\S+){3,}(?: and \\d+ more)?\\. Check `,
				),
			),
		});
	});

	test('in one item per poll: by node ID, with the title of the most urgent', async () => {
		const trigger = createTrigger({ options: { names, digest: true } });
		await trigger.activate();
		disconnect(ours);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'digest', title: 'Frankfurt-1: no connection', names: { [ours]: 'Frankfurt-1' } },
		]);
		reconnect(ours);
		disconnect(other);
		const [item] = jsonOf(await trigger.poll());
		expect(item).toMatchObject({
			title: 'Zurich-2: no connection (and 1 end)',
			severity: 'critical',
			names: { [ours]: 'Frankfurt-1', [other]: 'Zurich-2' },
		});
		expect(Object.keys(item!).slice(0, 2)).toEqual(['event', 'title']);
	});

	test('a wrong ID among several is refused with its line, for n8n shows nothing more where a workflow is published', async () => {
		const wrong = `${other.slice(0, -1)}${other.endsWith('1') ? '2' : '1'}`;
		await expect(createTrigger({ nodeIds: `${ours}\n${wrong}` }).activate()).rejects.toMatchObject({
			message: `Check Node IDs, line 2: the checksum does not match ("${wrong.slice(0, 17)}...")`,
		});
	});

	test('that cannot be read are refused with their line', async () => {
		await expect(
			createTrigger({ options: { names: `${ours} = A\n\nFrankfurt = B` } }).activate(),
		).rejects.toMatchObject({
			message: 'Check Names: no valid node ID or address in line 3: "Frankfurt"',
		});
	});
});

describe("the editor's test run cannot be taken for an alert [U21]", () => {
	const conditionsOf: Record<string, string[]> = {
		validatorDown: [
			'belowThreshold',
			'disconnected',
			'endingSoon',
			'exiting',
			'left',
			'requirementAtRisk',
		],
		l1Validator: ['disconnected', 'inactive'],
		ownNode: ['disconnected', 'outdated'],
		nodeVersion: ['outdated'],
	};
	test.each(
		Object.entries(conditionsOf).flatMap(([event, conditions]) =>
			conditions.flatMap((condition) =>
				[true, false].map((simplify) => [event, condition, simplify] as const),
			),
		),
	)(
		'%s, %s, Simplify %s: says so first, and its validator fits',
		async (event, condition, simplify) => {
			const trigger = createTrigger({
				event,
				source: event === 'l1Validator' ? 'blockchain' : 'peers',
				blockchainId: demoL1Chain.blockchainId,
				nodeIds: ours,
				alertWhen: [condition],
				options: { simplify },
			});
			const { items, error } = await trigger.testRun();
			expect(error).toBeUndefined();
			const [item] = jsonOf(items);
			expect(Object.keys(item!).slice(3, 5)).toEqual(['message', 'sample']);
			expect(item).toMatchObject({
				event: condition,
				title: expect.stringMatching(/^\[TEST\] (Made up: )?NodeID-/),
				message: expect.stringMatching(/^\[TEST\] (Right now: |.*made up: )?NodeID-/),
			});
			const validator = item!.validator as IDataObject | null;
			const { isConnected, connected = isConnected, isActive, active = isActive } = validator ?? {};
			const uptime = Number(validator?.uptimePercentage ?? validator?.uptime);
			if (condition === 'disconnected') expect(!connected).toBe(true);
			if (condition === 'inactive') expect([active, connected]).toEqual([false, false]);
			if (condition === 'belowThreshold') expect(uptime).toBeLessThan(item!.threshold as number);
			if (condition === 'requirementAtRisk') {
				expect(uptime).toBeCloseTo(item!.uptime as number, 2);
				expect(item!.canBeOfflineHours).toBeLessThan(24);
				expect(item!.affordableSeconds).toBeGreaterThan(0);
			}
			if (condition === 'endingSoon') {
				const seconds = Number(validator!.endTime ?? Date.parse(validator!.end as string) / 1000);
				expect(seconds).toBe(Date.parse(item!.endsAt as string) / 1000);
				expect(seconds - Date.now() / 1000).toBeLessThan(8 * 86_400);
			}
			if (condition === 'exiting')
				expect(validator).toMatchObject(simplify ? { renews: false } : {});
			if (condition === 'outdated') expect(item!.version).toBe(validator!.version);
			expect(validator === null).toBe(condition === 'left');
		},
	);

	test('also of one item per poll', async () => {
		const { items } = await createTrigger({ options: { digest: true } }).testRun();
		const [item] = jsonOf(items);
		expect(Object.keys(item!).slice(3, 5)).toEqual(['message', 'sample']);
		expect(item).toMatchObject({
			title: expect.stringMatching(/^\[TEST\] (Made up: )?NodeID-/),
			message: expect.stringMatching(/^\[TEST\] (Right now: |.*made up: )?NodeID-/),
			items: [{ sample: true, title: expect.stringMatching(/^\[TEST\] /) }],
		});
	});
});
