/** Groups of Names through n8n: one alert for several of a group, silences of a group, and where else a group stands. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, outputOf, saidBy, useEngine, useNode, useTrigger } from '../support/useEngine.mts';
import { useReceiver } from '../support/useReceiver.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const engine = useEngine();
const clock = useClock('2026-11-24T08:00:00Z');
const receiver = useReceiver();
const run = useNode('avalancheValidators', devnet);
const runInfo = useNode('avalancheInfo', devnet);
const createAny = useTrigger(devnet);
const minute = 60;
const alertWhen = ['disconnected', 'unreachable'];
const both = `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [FRA]`;
const [third, fourth] = ourNodeIds.slice(2);
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });
type Trigger = ReturnType<typeof createTrigger>;

const inMinutes = (minutes: number): string =>
	`${new Date(Date.now() + minutes * minute * 1000).toISOString().slice(0, 16)}Z`;
const create = (options: INodeParameters = {}, more: Parameters<typeof createTrigger>[1] = {}) =>
	createTrigger({ alertWhen, options: { names: both, ...options } }, more);
async function publish(options: INodeParameters = {}): Promise<Trigger> {
	const trigger = create(options);
	await trigger.activate();
	return trigger;
}
async function poll(trigger: Trigger, minutes = 1): Promise<IDataObject[]> {
	clock.advance(minutes * minute);
	return jsonOf(await trigger.poll());
}
/** "disconnected fra 2", or "disconnected Frankfurt-1". */
const brief = (items: IDataObject[]) =>
	items.map(({ event, group, validatorCount, name }) =>
		[event, ...(validatorCount ? [group, validatorCount] : [name])].join(' '),
	);

describe.each([
	['usual engine', {}],
	['scheduler with durable cursors', { durable: true }],
])('%s', (_engine, kind) => {
	test('one item begins it, one ends it, and it comes as often as n8n starts in the usual engine alone [U56, U17]', async () => {
		if (!engine.isRecent && Object.keys(kind).length) return;
		const trigger = create({}, kind);
		await trigger.activate();
		disconnect(ours, other!);
		const began = await poll(trigger);
		expect(began).toMatchObject([
			{
				event: 'disconnected',
				severity: 'critical',
				group: expect.stringMatching(/^fra$/i),
				validatorCount: 2,
				watchedCount: 2,
			},
		]);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		clock.advance(minute);
		const isUsual = Object.keys(kind).length === 0;
		const again = jsonOf(await trigger.start());
		expect(again).toEqual(isUsual ? [{ again: true, ...began[0] }] : []);
		for (let i = 0; i < 20; i++) expect(await poll(trigger)).toEqual([]);
		reconnect(ours, other!);
		expect(await poll(trigger)).toMatchObject([
			{ event: 'reconnected', validatorCount: 2, alertId: began[0]!.alertId, stillBad: [] },
		]);
		for (let i = 0; i < 5; i++) expect(await poll(trigger)).toEqual([]);
	});
});

test('a start repeats what still lasts of it, and nothing once both are back [U56, U17]', async () => {
	const trigger = await publish();
	disconnect(ours, other!);
	const [began] = await poll(trigger);
	reconnect(ours);
	clock.advance(minute);
	const started = jsonOf(await trigger.start());
	expect(started.map(({ event, again }) => [event, again])).toEqual([
		['disconnected', true],
		['reconnected', undefined],
	]);
	expect(started[0]!.eventId).toBe(began!.eventId);
	expect(started[1]).toMatchObject({ name: 'Frankfurt-1', group: 'fra' });
	reconnect(other!);
	expect(brief(await poll(trigger))).toEqual(['reconnected Frankfurt-2']);
	clock.advance(minute);
	expect(brief(jsonOf(await trigger.start()))).toEqual(['reconnected Frankfurt-2']);
});

test('a group that does not fit into the memory comes again without its members and their lines [U56, U20]', async () => {
	const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID).slice(1, 26);
	const nodeIds = nodeIDs.map((nodeID, i) => `${nodeID} = Frankfurt-${i} [fra]`).join('\n');
	const options = { watcherProblemShare: 100, failedChecks: 1 };
	const trigger = createTrigger({ alertWhen, nodeIds, options });
	await trigger.activate();
	disconnect(...nodeIDs);
	const [began, ...more] = await poll(trigger);
	expect(more).toEqual([]);
	expect(began!.members).toHaveLength(25);
	clock.advance(minute);
	const { members: _members, ...rest } = began!;
	const [message] = String(began!.message).split('\n');
	expect(jsonOf(await trigger.start())).toEqual([{ again: true, ...rest, message }]);
});

test('groups that change while it lasts neither repeat nor lose anything [U56]', async () => {
	const before = await publish();
	disconnect(ours, other!);
	const [began] = await poll(before);
	const after = create(
		{ names: `${ours} = Frankfurt-1\n${other} = Zurich-2 [zrh]` },
		{ staticData: structuredClone(before.stored) },
	);
	expect(await after.activate()).toBeNull();
	for (let i = 0; i < 3; i++) expect(await poll(after)).toEqual([]);
	reconnect(ours, other!);
	const ended = await poll(after);
	expect(brief(ended).sort()).toEqual(['reconnected Frankfurt-1', 'reconnected Zurich-2']);
	const ids = Object.values(began!.alertIds as IDataObject).sort();
	expect(ended.map(({ alertId }) => alertId).sort()).toEqual(ids);
});

describe('a group in Silences [U56, U40]', () => {
	test.each<[string, string, string[]]>([
		['its word', 'fra', []],
		['its word in brackets', '[Fra]', []],
		['a name with its group', 'frankfurt-1 [fra]', ['disconnected Frankfurt-2']],
	])('%s', async (_what, who, events) => {
		const trigger = await publish({ silences: `${who}, all, ${inMinutes(5)}, work` });
		disconnect(ours, other!);
		expect(brief(await poll(trigger))).toEqual(events);
		// What outlasts the silence is told then, as one of the group or alone.
		expect(brief(await poll(trigger, 5))).toEqual(
			events.length
				? ['disconnected Frankfurt-1']
				: [expect.stringMatching(/^disconnected fra 2$/i)],
		);
	});

	test('a name goes before a group of the same word, and brackets mean the group', async () => {
		const names = `${ours} = north [south]\n${other} = south [all]`;
		const whom = async (who: string) => {
			const trigger = await publish({ names, silences: `${who}, all, ${inMinutes(5)}, work` });
			disconnect(ours, other!);
			const told = await poll(trigger);
			reconnect(ours, other!);
			return told.map(({ name }) => name);
		};
		expect(await whom('south')).toEqual(['north']);
		expect(await whom('[south]')).toEqual(['south']);
		expect(await whom('[all]')).toEqual(['north']);
		expect(await whom('all')).toEqual([]);
	});

	test('no such group is refused, and nothing is sent', async () => {
		const { error } = await create({ silences: '[ber], all, 2026-12-01' }).testRun();
		expect(saidBy(error!)).toContain('nobody is called "[ber]" (line 1)');
		expect(devnet.log).toEqual([]);
	});

	test('a silenced one is in no item of its group [U40]', async () => {
		const trigger = await publish({ silences: `Frankfurt-2, all, ${inMinutes(5)}, work` });
		disconnect(ours, other!);
		expect(brief(await poll(trigger))).toEqual(['disconnected Frankfurt-1']);
	});

	test('from the URL, it is told by its word and its validators [U42]', async () => {
		receiver.reply = { status: 200, body: `[fra], all, ${inMinutes(30)}, new switch` };
		const trigger = create({ silencesUrl: `${receiver.url}/silences` });
		const [told] = jsonOf(await trigger.activate());
		expect(told).toMatchObject({
			event: 'silencesChanged',
			began: [{ nodeIds: [ours, other], group: 'fra' }],
			message: expect.stringMatching(
				/^fra \(Frankfurt-1, Frankfurt-2\): all alerts, silenced until /,
			),
		});
		disconnect(ours, other!);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	});

	test.each([
		['native', { chain: 'C', addresses: `${demoAccount} = Hot [wallets]` }],
		['pChain', { addresses: `P-${ourRewardAddress} = Hot [wallets]` }],
	])('of addresses, and by their name: %s', async (source, chosen) => {
		for (const who of ['hot', '[wallets]']) {
			const options = { failedChecks: 1, silences: `${who}, all, ${inMinutes(5)}, work` };
			const above = { event: 'balance', source, above: '0.000001', ...chosen };
			const trigger = createAny({ ...above, options });
			expect(jsonOf(await trigger.activate())).toEqual([]);
			expect(await poll(trigger)).toEqual([]);
			expect(await poll(trigger, 5)).toMatchObject([
				{ event: 'balanceAbove', addressName: 'Hot', group: 'wallets' },
			]);
		}
	});
});

describe('where else a group stands [U56]', () => {
	test('in a digest, a heartbeat, payloads and test events', async () => {
		const payloads = ['alertmanager', 'pagerDuty'];
		const trigger = await publish({ payloads, digest: true });
		disconnect(ours, other!);
		const [digest] = await poll(trigger);
		expect(digest).toMatchObject({
			event: 'digest',
			groups: { [ours]: 'fra', [other!]: 'FRA' },
			items: [{ event: 'disconnected', validatorCount: 2 }],
		});
		const named = (digest!.pagerDuty as IDataObject[]).map(({ payload }) => payload);
		expect(named).toMatchObject(
			expect.arrayContaining(
				[
					{ source: ours, group: 'fra' },
					{ source: other, group: 'fra' },
				].map((each) => expect.objectContaining(each)),
			),
		);
		for (const { annotations } of digest!.alertmanager as IDataObject[])
			expect(annotations).toMatchObject({ group: expect.stringMatching(/^fra$/i) });
		const beats = await publish({ heartbeatItem: true });
		const [beat] = (await poll(beats, 60)).filter(({ event }) => event === 'heartbeat');
		expect(beat!.bad).toMatchObject([{ group: expect.any(String) }, { group: expect.any(String) }]);
		const sampled = create({ testEvent: 'many' });
		const samples = jsonOf((await sampled.testRun()).items);
		expect(samples.map(({ group = null, event }) => [event, group])).toEqual([
			['disconnected', null],
			['disconnected', expect.stringMatching(/^fra$/i)],
		]);
	});

	test('in the title of a digest, which counts validators and says who is still down', async () => {
		const names = `${both}\n${third} = Zurich-1 [zrh]\n${fourth} = Zurich-2 [zrh]`;
		const nodeIds = [ours, other, third, fourth].join();
		const options = { names, digest: true, goodChecks: 1 };
		const trigger = createTrigger({ alertWhen, nodeIds, options });
		await trigger.activate();
		disconnect(ours, other!, third!, fourth!);
		await poll(trigger);
		const titleOf = async () => (await poll(trigger)).map(({ title }) => title);
		reconnect(ours, other!, fourth!);
		const [end] = await poll(trigger);
		expect(end).toMatchObject({
			severity: 'resolved',
			title:
				'fra: 2 of 2 watched validators are connected again (and 1 more end). Still Down: Zurich-1 (zrh)',
		});
		expect(end!.message).toContain('Still Down: Zurich-1 (zrh).');
		disconnect(fourth!);
		await poll(trigger);
		reconnect(third!, fourth!);
		expect(await titleOf()).toEqual(['zrh: 2 of 2 watched validators are connected again']);
		disconnect(ours, other!, third!, fourth!);
		expect(await titleOf()).toEqual([
			expect.stringMatching(
				/^\w+: 2 of 2 watched validators have no connection, 4 of 4 down \(and 2 more alerts\)$/,
			),
		]);
	});

	test('in lists and reports of validators, once any name has one', async () => {
		const asked = { validatorsFrom: 'lines', returnAll: true };
		const list = async (nodeIds: string) =>
			await outputOf(run('primaryValidator', 'getMany', { ...asked, nodeIds }));
		const grouped = await list(`${ours} = Frankfurt-1 [fra]\n${other}`);
		expect(grouped.map(({ name, group }) => [name, group])).toEqual(
			expect.arrayContaining([
				['Frankfurt-1', 'fra'],
				[null, null],
			]),
		);
		for (const item of grouped)
			expect(Object.keys(item).slice(0, 3)).toEqual(['nodeId', 'name', 'group']);
		for (const item of await list(`${ours} = Frankfurt-1`))
			expect(item).not.toHaveProperty('group');
		const nobody = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const nodeIds = `${ours} = Frankfurt-1 [fra]\n${nobody} = Berlin-1 [ber]\n${other}`;
		const report = await outputOf(
			run('primaryValidator', 'getReport', { validatorsFrom: 'lines', nodeIds, return: ['rows'] }),
		);
		expect(report.map(({ group }) => group).sort()).toEqual(['ber', 'fra', null]);
	});

	test('in a list of peers', async () => {
		const nodeIds = `${other} = Frankfurt-2 [fra]`;
		const peers = await outputOf(
			runInfo('peer', 'peers', { returnAll: true, filters: { nodeIds } }),
		);
		expect(peers).toMatchObject([{ nodeId: other, name: 'Frankfurt-2', group: 'fra' }]);
		expect(Object.keys(peers[0]!).slice(0, 3)).toEqual(['nodeId', 'name', 'group']);
	});

	test('rows and objects of an expression, and the rows of the dialog', async () => {
		const rows = JSON.stringify([
			{ nodeId: ours, name: 'A', group: 'fra' },
			{ nodeId: other, name: 'B [fra]' },
		]);
		const object = JSON.stringify({ [ours]: { name: 'A', group: 'fra' }, [other!]: 'B [fra]' });
		for (const names of [rows, object]) {
			const trigger = await publish({ names: `={{ ${names.replaceAll('}}', '} }')} }}` });
			disconnect(ours, other!);
			expect(brief(await poll(trigger))).toEqual([expect.stringMatching(/^disconnected fra 2$/)]);
			reconnect(ours, other!);
		}
		const choose = (value: string, name: string) => ({
			validator: { __rl: true, mode: 'id', value },
			name,
		});
		const trigger = createTrigger({
			alertWhen,
			validatorsFrom: 'list',
			validators: { rows: [choose(ours, 'A [fra]'), choose(other!, 'B [fra]')] },
		} as INodeParameters);
		await trigger.activate();
		disconnect(ours, other!);
		expect(brief(await poll(trigger))).toEqual(['disconnected fra 2']);
	});

	test('a bad group is refused with its line, and nothing is sent', async () => {
		for (const [line, says] of [
			['A [fra', 'must have both brackets around a group in line 1'],
			['A []', 'an empty group in line 1'],
			['A [<!here>]', 'a group with "<" in line 1'],
		]) {
			const error = await publish({ names: `${ours} = ${line}` }).catch((thrown) => thrown);
			expect(saidBy(error as Error)).toContain(says);
		}
		expect(devnet.log).toEqual([]);
	});
});
