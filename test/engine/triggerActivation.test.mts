/** A watch of validators as a workflow lives: it is published or refused, tried in the editor, and n8n stops and starts. */
import type { INodeParameters } from 'n8n-workflow';
import { demoL1Chain } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, useEngine, saidBy } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');

const engine = useEngine();
/** 0x8db9... with a wrong first digit. */
const wrongDigit = '0x9db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';

describe('a blockchain ID as Subnet', () => {
	const { blockchainId, subnetId } = demoL1Chain;
	const words = new RegExp(`Check Subnet: this is the blockchain ID of Demo L1.*Enter ${subnetId}`);

	test.each([{ validatorsFrom: 'all' }, { nodeIds: ours }])(
		'is refused at the activation and in a test run, and not watched in silence: %j',
		async (chosen) => {
			const parameters = { event: 'l1Validator', source: 'balances', subnetId: blockchainId };
			const trigger = createTrigger({ ...parameters, ...chosen });
			expect(await trigger.activate().then(String, saidBy)).toMatch(words);
			const { error } = await trigger.testRun();
			expect(saidBy(error)).toMatch(words);
		},
	);

	test('is refused by the list of validators', async () => {
		const { error } = await engine.runNode(
			'avalancheValidators',
			{ resource: 'l1Validator', operation: 'getMany', subnetId: blockchainId },
			{ credentials: devnet.credentials },
		);
		expect(saidBy(error)).toMatch(words);
	});
});

describe('the activation is refused with', () => {
	test.each<[string, INodeParameters, string]>([
		[
			'a malformed node ID',
			{ nodeIds: `${ours}, NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3LG` },
			'Check Node IDs, entry 2 of line 1: the checksum does not match',
		],
		[
			'a node ID without its prefix',
			{ nodeIds: ours.replace('NodeID-', '') },
			'Check Node IDs, line 1: put NodeID- in front',
		],
		[
			'no blockchain',
			{ event: 'l1Validator', source: 'blockchain', blockchainId: '' },
			'Fill in Chain',
		],
		[
			'a blockchain that is a path',
			{ event: 'l1Validator', source: 'blockchain', blockchainId: '../info' },
			'Chain must be',
		],
		['no validators', { nodeIds: '' }, 'Fill in Node IDs'],
		['validators from nowhere', { validatorsFrom: 'x' }, 'Validators must be one of'],
		['a threshold above 100', { options: { threshold: 101 } }, 'Uptime Threshold (%) must be'],
		['no failed check', { options: { failedChecks: 0 } }, 'Checks Before Alert must be'],
		['half a good check', { options: { goodChecks: 1.5 } }, 'Checks Before Recovery must be'],
		['nothing to report', { alertWhen: [] }, 'Fill in Alert When'],
		['an unknown condition', { alertWhen: ['asleep'] }, '"asleep"'],
		[
			'conditions that the source cannot show',
			{ event: 'ownNode', source: 'peers', alertWhen: ['disconnected', 'fell', 'endingSoon'] },
			'it cannot be "fell". Alert When must be a list of Down (disconnected), Node Unreachable (unreachable), Old Version (outdated).',
		],
		[
			'a condition that belongs to another event',
			{ event: 'nodeVersion', alertWhen: ['disconnected'] },
			'it cannot be "disconnected". Alert When must be a list of Node Unreachable (unreachable)',
		],
		['peers without names', { event: 'ownNode', source: 'peers', nodeIds: '' }, 'Fill in Node IDs'],
		[
			'balances of no L1',
			{ event: 'l1Validator', source: 'balances', subnetId: '' },
			'Fill in Subnet',
		],
		[
			'a version that is none',
			{ event: 'nodeVersion', options: { minimumVersion: 'new' } },
			'Minimum Version must be',
		],
		[
			'an upgrade of today',
			{ event: 'nodeVersion', options: { upgradeDays: 0 } },
			'Warn Before the Upgrade (Days) must be',
		],
		[
			'a fall by nothing',
			{ alertWhen: ['fell'], options: { dropPoints: 0 } },
			'Uptime Drop (Points) must be',
		],
		[
			'no time to fall in',
			{ alertWhen: ['fell'], options: { dropHours: 0 } },
			'Uptime Drop Within (Hours) must be',
		],
		[
			'less than an hour ahead',
			{ options: { endingHours: 0.5 } },
			'Warn Before the End (Hours) must be',
		],
		[
			'quiet days without hours',
			{ options: { quietDays: ['sunday'] } },
			'Quiet Days needs Quiet From and Quiet To',
		],
		[
			'no quiet day',
			{ options: { quietFrom: '22:00', quietTo: '6:00', quietDays: [] } },
			'Fill in Quiet Days',
		],
		['quiet hours without an end', { options: { quietFrom: '22:00' } }, 'Quiet To is empty'],
		[
			'a quiet hour that is none',
			{ options: { quietFrom: '25:00', quietTo: '6:00' } },
			'Quiet From must be',
		],
		[
			'quiet hours of no length',
			{ options: { quietFrom: '6:00', quietTo: '06:00' } },
			'two different',
		],
		[
			'a share above 100',
			{ options: { watcherProblemShare: 200 } },
			'must be a whole number from 1 to 100',
		],
		[
			'a wallet with a wrong digit',
			{ event: 'newTransaction', address: wrongDigit },
			'capital letters do not match the checksum',
		],
		[
			'a sender with a wrong digit',
			{
				event: 'newTransaction',
				watch: 'token',
				address: wrongDigit.toLowerCase(),
				options: { from: wrongDigit },
			},
			'From Address must be an EVM address',
		],
		['a source that there is not', { event: 'ownNode', source: 'moon' }, 'Watch must be one of'],
		['an event that there is not', { event: 'uptimeDrop' }, 'Event must be one of'],
		['an empty condition', { alertWhen: ['left', ''] }, 'Alert When must be'],
		...Object.entries({
			digest: 'One Item per Check',
			redeliver: 'Redeliver After Restart',
			reportRecovery: 'Report Recovery',
			reportExisting: 'Report What Is Already Wrong',
		}).flatMap(([name, displayName]) =>
			(
				[
					['text', '={{ "true" }}', 'must be true or false'],
					['a word', 'yes', 'must be true or false'],
					['a number', '={{ 1 }}', 'must be true or false'],
					['nothing', '={{ null }}', undefined],
				] as const
			).map(([what, value, rule]): [string, INodeParameters, string] => [
				`${displayName} as ${what}`,
				{ options: { [name]: value } },
				rule ? `${displayName} ${rule}` : `Fill in ${displayName}`,
			]),
		),
	])('%s, before anything is sent', async (_what, parameters, reason) => {
		const trigger = createTrigger(parameters);
		const refusal = await trigger.activate().catch((error: Error) => error);
		expect(saidBy(refusal as Error)).toContain(reason);
		expect(refusal).toMatchObject(engine.failureOf({ cause: 'configuration-invalid' }));
		expect(devnet.log).toEqual([]);
		expect(trigger.stored).toEqual({});
	});

	test.each<[string, INodeParameters, string]>([
		['an unknown chain', { ...onL1, blockchainId: 'nowhere' }, 'does not know the chain "nowhere"'],
		[
			'a chain without validators of its own',
			{ ...onL1, blockchainId: 'C' },
			'though it knows the chain "C"',
		],
	])('%s', async (_what, parameters, reason) => {
		await expect(createTrigger(parameters).activate()).rejects.toThrow(reason);
	});

	test('a key that is refused [U11]', async () => {
		devnet.faults([{ host: 'node', status: 403 }]);
		await expect(createTrigger().activate()).rejects.toMatchObject({
			message: expect.stringContaining('refused the authentication'),
			...engine.failureOf({ cause: 'credential-invalid' }),
		});
	});

	test('a state that a newer version left [U19]', async () => {
		const trigger = createTrigger({}, { staticData: { cursor: { version: 99 } } });
		await expect(trigger.activate()).rejects.toThrow('newer version');
		expect(trigger.stored).toEqual({ cursor: { version: 99 } });
	});
});

test('an unknown chain on a node that is still starting is not blamed on the user [U11]', async () => {
	devnet.world.setChain({ chain: 'P', state: 'bootstrapping' });
	devnet.world.setChain({ chain: demoL1Chain.blockchainId, state: 'unknown' });
	const trigger = createTrigger({ ...onL1, options: { failedChecks: 2 } });
	expect(await trigger.activate()).toBeNull();
	clock.advance(60);
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'unreachable', message: expect.stringContaining('catching up') },
	]);
});

describe("the editor's test run [U21]", () => {
	test('shows a sample where all is well, and moves nothing', async () => {
		const trigger = createTrigger();
		const { items } = await trigger.testRun();
		expect(jsonOf(items)).toMatchObject([
			{ sample: true, event: 'disconnected', eventId: expect.any(String), validator: {} },
		]);
		expect(trigger.stored).toEqual({});
	});

	test('shows what is bad now, and leaves its report to the poll', async () => {
		const trigger = createTrigger({ options: { failedChecks: 2 } });
		await trigger.activate();
		const before = trigger.stored;
		disconnect(ours);
		expect(jsonOf((await trigger.testRun()).items)).toMatchObject([
			{ sample: true, event: 'disconnected', nodeId: ours },
		]);
		expect(trigger.stored).toEqual(before);
		expect(await trigger.poll()).toBeNull();
		clock.advance(60);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
	});

	test('shows a sample over the state that a newer version left, and leaves it alone [U19]', async () => {
		const watched = { choice: 'all', since: 1, states: { of: 'another form' } };
		const cursor = { version: 99, event: 'uptimeDrop', source: 'primaryNetwork:', at: 1, watched };
		const trigger = createTrigger({}, { staticData: { cursor } });
		const { items, error } = await trigger.testRun();
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ sample: true, event: 'disconnected' }]);
		expect(trigger.stored).toEqual({ cursor });
	});

	test.each([{}, { testEvent: 'unreachable' }])(
		'shows that the node cannot be read, as a published watch would report it: %j',
		async (options) => {
			devnet.faults([{ host: 'node', status: 503 }]);
			const { items, error } = await createTrigger({ options }).testRun();
			expect(error).toBeUndefined();
			expect(jsonOf(items)).toMatchObject([
				{
					sample: true,
					event: 'unreachable',
					severity: 'critical',
					title: expect.stringMatching(/^\[TEST\] The Avalanche node .*: cannot be read$/),
					message: expect.stringMatching(
						/^\[TEST\] Right now: The Avalanche node .* failed \(503\)/,
					),
				},
			]);
			expect(JSON.stringify(jsonOf(items))).not.toContain('made up');
		},
	);

	test.each<[INodeParameters, object]>([
		[{ alertWhen: ['disconnected'] }, { status: 503 }],
		[{}, { status: 401 }],
	])('says why there is nothing to show: %j, %j', async (parameters, fault) => {
		devnet.faults([{ host: 'node', ...fault }]);
		const { error } = await createTrigger(parameters).testRun();
		expect(error?.message).toMatch(/503|401|authentication/);
	});
});

describe('what is remembered', () => {
	test('holds with durable cursors too [U17]', async () => {
		if (!engine.isRecent) return;
		const trigger = createTrigger({ options: { failedChecks: 3 } }, { durable: true });
		await trigger.activate();
		disconnect(ours);
		clock.advance(60);
		await trigger.poll();
		trigger.restart();
		clock.advance(60);
		await trigger.poll();
		clock.advance(60);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected' }]);
	});

	test('polls that overlap tell nothing twice [U18]', async () => {
		const trigger = createTrigger();
		await trigger.activate();
		disconnect(ours);
		devnet.faults([{ host: 'node', latencyMs: 300, times: 1 }]);
		const told = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(told.flatMap((items) => items ?? [])).toHaveLength(1);
	});

	test('polls that overlap with durable cursors, each with a copy of the memory, tell nothing twice [F2]', async () => {
		if (!engine.isRecent) return;
		const trigger = createTrigger({}, { durable: true });
		await trigger.activate();
		await trigger.poll();
		disconnect(ours);
		devnet.faults([{ host: 'node', latencyMs: 300, times: 1 }]);
		const told = await Promise.all([trigger.poll(), trigger.poll()]);
		const [alert, ...others] = told.flatMap((items) => items ?? []);
		expect(others).toEqual([]);
		devnet.world.reconnect({ nodeIDs: [ours] });
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'reconnected', alertId: alert!.json.alertId },
		]);
	});

	test('is one small entry [U20]', async () => {
		const trigger = createTrigger({ validatorsFrom: 'all' });
		await trigger.activate();
		disconnect(ours);
		await trigger.poll();
		expect(Object.keys(trigger.stored)).toEqual(['cursor']);
		// The states of all, and the alert that comes again after a start.
		expect(JSON.stringify(trigger.stored).length).toBeLessThan(80 * 64);
	});
});
