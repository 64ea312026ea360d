/** What alerts say to whoever reads them at night: who sees it, what it cost, which of many, and what to top up. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain, ownNodeId } from '../../devnet/devnet.mts';
import type { Reply } from '../../devnet/http.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const day = 86_400;
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });
const findL1 = (nodeId: string) => devnet.world.l1.find(({ nodeID }) => nodeID === nodeId)!;
const host = () => new URL(String(devnet.credentials.avalancheNodesApi.nodeUrl)).host;
const names = `${ours} = Frankfurt-1\n${other} = Zurich-2`;

type Trigger = ReturnType<typeof createTrigger>;
async function pollLater(trigger: Trigger, seconds = 60): Promise<IDataObject[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.poll());
}
const asked = () => devnet.log.map(({ rpcMethod }) => rpcMethod).sort();

test('every alert says which node was queried, and on which network [U32]', async () => {
	const trigger = createTrigger({ options: { names } });
	await trigger.activate();
	disconnect(ours);
	const [item] = await pollLater(trigger);
	expect(item).toMatchObject({
		queriedNode: `http://${host()}`,
		network: 'mainnet',
		message: expect.stringMatching(new RegExp(`\nQueried node: ${host()}, Mainnet$`)),
	});
});

test('the end of an outage says what it cost, where that is known [U32]', async () => {
	const trigger = createTrigger();
	await trigger.activate();
	disconnect(ours);
	await pollLater(trigger);
	reconnect(ours);
	const [ended] = await pollLater(trigger, 3600);
	expect(ended).toMatchObject({
		event: 'reconnected',
		lastedSeconds: expect.any(Number),
		allowedOfflineHours: expect.any(Number),
		message: expect.stringMatching(
			/, after 1 h or less\. Its reward allows \d+ d \d+ h more offline, of \d+ d( \d+ h)? in all\.\n/,
		),
	});
	expect(ended!.allowedOfflineHours).toBeGreaterThanOrEqual(ended!.canBeOfflineHours as number);
	const onChain = createTrigger(onL1);
	await onChain.activate();
	disconnect(ours);
	await pollLater(onChain);
	reconnect(ours);
	const [unknown] = await pollLater(onChain, 3600);
	expect(unknown).toMatchObject({
		event: 'reconnected',
		message: expect.stringMatching(/, after 1 h or less\.\n/),
	});
	expect(unknown).not.toHaveProperty('allowedOfflineHours');
});

test('the end of an outage says nothing of an allowance that nobody knows [U32]', async () => {
	const forget = (reply: Reply): Reply => ({
		...reply,
		json: { ...(reply.json as object), result: {} },
	});
	// No other condition needs to know when Helicon begins.
	const trigger = createTrigger({ alertWhen: ['disconnected'] });
	devnet.faults([{ rpcMethod: 'info.upgrades', change: forget }]);
	await trigger.activate();
	disconnect(ours);
	await pollLater(trigger);
	reconnect(ours);
	const [ended] = await pollLater(trigger, 3600);
	expect(ended).toMatchObject({ event: 'reconnected', canBeOfflineHours: null });
	expect(ended!.message).toMatch(/, after 1 h or less\.\n/);
});

test('what was so already in the first reading lasted so long or more [U32]', async () => {
	disconnect(ours);
	const trigger = createTrigger();
	await trigger.activate();
	reconnect(ours);
	const [ended] = await pollLater(trigger, 3600);
	expect(ended!.message).toContain(', after 1 h or more.');
});

test('many at once are named by the names of the user, with the page of each [U12, U32]', async () => {
	const trigger = createTrigger({ validatorsFrom: 'all', options: { names } });
	await trigger.activate();
	const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID);
	disconnect(...nodeIDs.filter((nodeID) => nodeID !== ownNodeId));
	const [item] = await pollLater(trigger);
	const message = String(item!.message);
	expect(message).toMatch(
		/They are (Frankfurt-1, Zurich-2|Zurich-2, Frankfurt-1)(, NodeID-\S+){3,} and \d+ more\./,
	);
	expect(message).toContain(`Check the node of your credential first (${host()})`);
	for (const [id, name] of [
		[ours, 'Frankfurt-1'],
		[other, 'Zurich-2'],
	])
		expect(message).toMatch(
			new RegExp(
				`\\n${name}: It can be offline for \\d+ d \\d+ h more without losing its reward\\. https://subnets\\.avax\\.network/validators/${id}\\n`,
			),
		);
});

test('an unreachable node: what to do, and who was down when it was last read [U32]', async () => {
	const trigger = createTrigger({ options: { names } });
	await trigger.activate();
	disconnect(ours);
	await pollLater(trigger);
	devnet.faults([{ host: 'node', status: 503 }]);
	const [item] = await pollLater(trigger);
	devnet.faults([]);
	expect(item).toMatchObject({
		event: 'unreachable',
		downBefore: [ours],
		names: { [ours]: 'Frankfurt-1' },
	});
	const message = String(item!.message);
	expect(message).toContain(String(item!.hint));
	expect(message).toContain('No validator is checked until the node answers.');
	expect(message).toContain(' Down when it was last read: Frankfurt-1.');
	expect(message).toContain(`\nQueried node: ${host()}`);
});

describe('balances of an L1', () => {
	const balances: INodeParameters = {
		event: 'l1Validator',
		source: 'balances',
		subnetId: demoL1Chain.subnetId,
	};
	/** The first item about a balance that lasts so many days at 512 nAVAX a second. */
	async function tell(days: number): Promise<IDataObject[]> {
		for (const each of devnet.world.l1) each.balance = 512n * BigInt(400 * day);
		findL1(ours).balance = 512n * BigInt(days * day);
		return jsonOf(await createTrigger(balances).activate());
	}

	test('say what is left, what a month costs, what to top up, and the validation ID [U26, U32]', async () => {
		const [item] = await tell(10);
		expect(item).toMatchObject({
			event: 'balanceLow',
			severity: 'warning',
			balance: expect.closeTo(0.442368, 4),
			feePerMonth: 1.327104,
			topUpFor90Days: expect.closeTo(3.538944, 4),
			message: expect.stringContaining(
				'The balance is 0.442 AVAX, and 30 days cost 1.33 AVAX now. Top up 3.54 AVAX to last 90 days.',
			),
		});
		expect(String(item!.message)).toContain(`\nValidation ID: ${String(item!.validationId)}`);
	});

	test('of two days are critical [U26]', async () => {
		expect(await tell(2)).toMatchObject([{ event: 'balanceLow', severity: 'critical' }]);
		expect(await tell(4)).toMatchObject([{ event: 'balanceLow', severity: 'warning' }]);
	});

	test('that are used up when they are first seen are one alert [U33]', async () => {
		expect(await tell(0)).toMatchObject([
			{ event: 'balanceUsedUp', severity: 'critical', topUpFor90Days: 3.981312 },
		]);
	});
});

describe('few validators that are watched by name', () => {
	const most = () =>
		devnet.world.primary.map(({ nodeID }) => nodeID).filter((nodeID) => nodeID !== ownNodeId);

	test.each([
		['one', ours],
		['two', `${ours}, ${other}`],
	])(
		'%s: if most of the network looks down, the queried node is the suspect [U35]',
		async (_, nodeIds) => {
			const trigger = createTrigger({ nodeIds });
			await trigger.activate();
			disconnect(...most());
			const items = await pollLater(trigger);
			// Those that share the suspect share an item.
			expect(items).toHaveLength(1);
			for (const item of items)
				expect(item).toMatchObject({
					event: 'disconnected',
					severity: 'critical',
					suspect: 'watchingNode',
					message: expect.stringMatching(
						/Check the node of your credential first \(.*\): it is the likely cause\. It has no connection to \d\d of all 60 validators\./,
					),
				});
			reconnect(...most());
			const ended = await pollLater(trigger);
			expect(ended).toHaveLength(1);
			expect(ended[0]).not.toHaveProperty('suspect');
		},
	);

	test('a validator that goes down alone is no fault of the node; one request asks for the rest [U1, U35]', async () => {
		const trigger = createTrigger();
		await trigger.activate();
		disconnect(ours);
		devnet.clearLog();
		const [item] = await pollLater(trigger);
		expect(item).toHaveProperty('suspect', null);
		expect(item!.message).toContain('Check that its avalanchego runs');
		const lists = asked().filter((method) => method === 'platform.getCurrentValidators');
		expect(lists).toHaveLength(2);
		devnet.clearLog();
		await pollLater(trigger);
		expect(asked()).toEqual(['platform.getCurrentValidators']);
	});

	test('the list of an L1 is the measure there [U35]', async () => {
		const trigger = createTrigger({ ...onL1, nodeIds: ours });
		await trigger.activate();
		const nodeIDs = devnet.world.l1.map(({ nodeID }) => nodeID);
		disconnect(...nodeIDs.filter((nodeID) => nodeID !== ownNodeId));
		expect(await pollLater(trigger)).toMatchObject([{ suspect: 'watchingNode' }]);
	});

	test('a list that is not answered, or a share of 100, puts nobody in doubt [U35]', async () => {
		const off = createTrigger({ options: { watcherProblemShare: 100 } });
		await off.activate();
		disconnect(...most());
		devnet.clearLog();
		for (const item of await pollLater(off)) expect(item).toHaveProperty('suspect', null);
		const lists = asked().filter((method) => method === 'platform.getCurrentValidators');
		expect(lists).toHaveLength(1);
	});

	test('five of ten in one place are down: the node that sees the others is not blamed [U12, U35]', async () => {
		const nodeIds = most().slice(0, 10);
		const trigger = createTrigger({ nodeIds: nodeIds.join() });
		await trigger.activate();
		disconnect(...nodeIds.slice(0, 5));
		const [item] = await pollLater(trigger);
		expect(item).toMatchObject({ event: 'disconnected', validatorCount: 5, suspect: null });
		expect(item!.message).not.toContain('Check the node of your credential');
	});
});
