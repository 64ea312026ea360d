/** Watches of validators through n8n's own polls: the fee that a node tells, validations that renew themselves, odd answers. */
import type { INodeParameters } from 'n8n-workflow';
import { demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import { calculatePrice, mainnetFee, secondsRemaining } from '../../devnet/validatorFee.mts';
import { useDevnets, useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useTrigger } from '../support/useEngine.mts';

const devnet = useFreshDevnet({ validators: 20, rewards: 0, version: '1.15' });
const [ours, other] = ourNodeIds as [string, string];
const day = 86_400;

const startAnother = useDevnets();
const createTrigger = useTrigger(devnet, {
	validatorsFrom: 'lines',
	nodeIds: `${ours}, ${other}`,
	options: { failedChecks: 1, goodChecks: 1 },
});
const methods = () => devnet.log.map(({ rpcMethod }) => rpcMethod).sort();
const disconnect = (...nodeIDs: string[]) => devnet.world.disconnect({ nodeIDs });
const findL1 = (nodeID: string, { world } = devnet) =>
	world.l1.find((each) => each.nodeID === nodeID)!;
const findPrimary = (nodeID: string) =>
	devnet.world.primary.find((each) => each.nodeID === nodeID)!;

const balances = {
	event: 'l1Validator',
	source: 'balances',
	subnetId: demoL1Chain.subnetId,
};
const onPrimary = { event: 'validatorDown' };

describe('balances of an L1, at the fee that the node tells', () => {
	beforeEach(() => {
		for (const validator of devnet.world.l1) validator.balance = 512n * BigInt(400 * day);
	});

	test('the first poll tells what is low and the second at which it is used up; the constants are asked for once', async () => {
		findL1(ours).balance = 512n * BigInt(13 * day);
		const trigger = createTrigger(balances);
		const { at, paid } = devnet.world.getFee();
		const [low, ...more] = jsonOf(await trigger.activate());
		expect(more).toEqual([]);
		expect(low).toMatchObject({
			event: 'balanceLow',
			nodeId: ours,
			previousState: 'unknown',
			feeRate: 512,
		});
		const end = at + 13 * day - Number(paid / 512n);
		// Balance and fee come with two answers, between which a second may begin.
		expect([end, end + 1]).toContain(Date.parse(low!.lastsUntil as string) / 1000);
		expect(low!.validator).toMatchObject({ lastsUntil: low!.lastsUntil });
		expect(methods()).toEqual([
			'platform.getCurrentValidators',
			'platform.getValidatorFeeConfig',
			'platform.getValidatorFeeState',
		]);
		devnet.clearLog();
		expect(await trigger.poll()).toBeNull();
		expect(methods()).toEqual(['platform.getCurrentValidators', 'platform.getValidatorFeeState']);
	});

	test('a fee that rises brings the end closer, as the node itself reckons it', async () => {
		const real = Date.now.bind(Date);
		let passed = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + passed * 1000);
		try {
			// Its clock is the one that runs ahead.
			const ahead = await startAnother({ validators: 20, rewards: 0 });
			const excess = 5_000_000_000n;
			ahead.world.setFee({ current: 18_000, excess });
			const price = calculatePrice(mainnetFee, excess);
			findL1(ours, ahead).balance = price * 40_000n;
			const trigger = createTrigger(
				{
					...balances,
					nodeIds: ours,
					alertWhen: ['balanceLow'],
					options: { reminderHours: 1 },
				},
				{ credentials: ahead.credentials },
			);
			expect(jsonOf(await trigger.activate())).toMatchObject([
				{ event: 'balanceLow', nodeId: ours },
			]);
			passed = 3700;
			const [reminder] = jsonOf(await trigger.poll());
			const { at, current, excess: now } = ahead.world.getFee();
			const lasts = secondsRemaining(
				mainnetFee,
				{ current, excess: now },
				day,
				ahead.world.getBalance(findL1(ours, ahead)),
			);
			expect(reminder).toMatchObject({ event: 'reminder', nodeId: ours });
			expect(
				Math.abs(Date.parse(reminder.lastsUntil as string) / 1000 - at - lasts),
			).toBeLessThanOrEqual(2);
			expect(reminder.feeRate).toBeGreaterThan(Number(price));
		} finally {
			clock.mockRestore();
		}
	});

	const falseStates: Array<[what: string, change: Record<string, unknown>]> = [
		['a time that is no time', { timestamp: '-5' }],
		['a time in milliseconds', { timestamp: '1795536000000' }],
		['a time years ahead', { timestamp: '2037-11-06T15:35:40Z' }],
		['no time', { timestamp: null }],
		['another thing as its price', { price: { a: 1 } }],
		['another thing as its excess', { excess: [7] }],
	];
	test.each(falseStates)('a fee with %s tells of nothing [U26]', async (_what, change) => {
		const real = Date.now.bind(Date);
		let passed = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + passed * 1000);
		const falsify = () =>
			devnet.faults([
				{
					rpcMethod: 'platform.getValidatorFeeState',
					change: (reply) => {
						const { result, ...json } = reply.json as { result: object };
						return { ...reply, json: { ...json, result: { ...result, ...change } } };
					},
				},
			]);
		try {
			const [low, well] = [findL1(ours), findL1(other)];
			low.balance = 512n * BigInt(10 * day);
			const trigger = createTrigger(balances);
			expect(jsonOf(await trigger.activate())).toMatchObject([{ event: 'balanceLow' }]);
			// What is taken out of a balance is no fee.
			well.balance = 512n * BigInt(200 * day);
			const told = [];
			for (let i = 0; i < 4; i++) {
				passed += 600;
				if (i === 1) falsify();
				if (i === 2) well.balance = 512n * BigInt(20 * day);
				if (i === 3) devnet.faults([]);
				told.push(...jsonOf(await trigger.poll()));
			}
			expect(told).toEqual([]);
		} finally {
			clock.mockRestore();
		}
	});

	test('one that runs out after the warning is told of again, once [U33]', async () => {
		const validator = findL1(ours);
		validator.balance = 512n * BigInt(2 * day);
		const trigger = createTrigger(balances);
		expect(jsonOf(await trigger.activate())).toMatchObject([{ event: 'balanceLow' }]);
		expect(await trigger.poll()).toBeNull();
		validator.balance = 0n;
		const [item, ...more] = jsonOf(await trigger.poll());
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'balanceUsedUp',
			severity: 'critical',
			title: expect.stringContaining('balance for the fee used up'),
			previousState: 'balanceLeft',
			validator: { balance: 0 },
		});
		for (let poll = 0; poll < 5; poll++) expect(await trigger.poll()).toBeNull();
		validator.balance = 512n * BigInt(3 * day);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'balanceToppedUp', severity: 'resolved', alertId: item!.alertId },
		]);
		validator.balance = 0n;
		const [again] = jsonOf(await trigger.poll());
		expect(again).toMatchObject({ event: 'balanceUsedUp' });
	});

	test('one that lasts beyond any date hides nothing of another, poll after poll', async () => {
		findL1(ours).balance = 0n;
		findL1(other).balance = 0n;
		const trigger = createTrigger({ ...balances, alertWhen: ['balanceLow'] });
		expect(jsonOf(await trigger.activate())).toHaveLength(2);
		findL1(ours).balance = 2n ** 64n - 1n;
		findL1(other).balance = 512n * BigInt(400 * day);
		const told = jsonOf(await trigger.poll());
		expect(told.map(({ event, lastsUntil }) => [event, typeof lastsUntil]).sort()).toEqual([
			['balanceRestored', 'object'],
			['balanceRestored', 'string'],
		]);
		findL1(other).balance = 0n;
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'balanceLow', nodeId: other }]);
	});
});

describe('validators that renew themselves', () => {
	const renew = (nextPeriod: number) =>
		devnet.world.setRenewal({ nodeIDs: [ours], nextPeriod, autoCompoundPercent: 25 });

	test('do not end, renewal after renewal, until their next period is 0', async () => {
		const now = Math.floor(Date.now() / 1000);
		renew(2 * day);
		Object.assign(findPrimary(ours), { startTime: now - 40 * 3600, endTime: now + 8 * 3600 });
		Object.assign(findPrimary(other), { startTime: now - 40 * 3600, endTime: now + 8 * 3600 });
		const trigger = createTrigger({ ...onPrimary, alertWhen: ['endingSoon', 'left'] });
		const [ending, ...more] = jsonOf(await trigger.activate());
		expect(more).toEqual([]);
		expect(ending).toMatchObject({ event: 'endingSoon', nodeId: other });
		expect(ending.renews).toBe(false);
		expect(ending.message).toMatch(/, in (8 h|7 h \d+ min)\. /);
		Object.assign(findPrimary(ours), { startTime: now + 8 * 3600, endTime: now + 56 * 3600 });
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{
				event: 'joined',
				reason: 'renewed',
				nodeId: ours,
				renews: true,
				nextPeriodSeconds: 2 * day,
				autoCompoundPercent: 25,
			},
		]);
		Object.assign(findPrimary(ours), { startTime: now - 40 * 3600, endTime: now + 57 * 3600 });
		await trigger.poll();
		renew(0);
		Object.assign(findPrimary(ours), { startTime: now - 400 * 3600 });
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'endingSoon', nodeId: ours, renews: false, nextPeriodSeconds: 0 },
		]);
	});

	test('lose their place with their uptime, and the words say so', async () => {
		const now = Math.floor(Date.now() / 1000);
		renew(20 * day);
		findPrimary(ours).uptime.start = now - 10 * day;
		Object.assign(findPrimary(ours), { startTime: now - 10 * day, endTime: now + 10 * day });
		devnet.world.setUptime({ nodeIDs: [ours], percentage: 70 });
		const trigger = createTrigger({ ...onPrimary, alertWhen: ['requirementAtRisk'] });
		const [item] = jsonOf(await trigger.activate());
		expect(item).toMatchObject({
			event: 'requirementAtRisk',
			nodeId: ours,
			requiredUptime: 90,
			renews: true,
		});
		expect(item.message).toContain('misses the required uptime of 90 %');
		expect(item.message).toContain('the network removes the validator');
	});
});

describe('odd answers', () => {
	test('an end beyond 2106 is told of no more than any other', async () => {
		const trigger = createTrigger(onPrimary);
		findPrimary(ours).endTime = 2 ** 32;
		for (const end of [2 ** 32, 2 ** 40, 2 ** 53]) {
			findPrimary(ours).endTime = end;
			const first = await (end === 2 ** 32 ? trigger.activate() : trigger.poll());
			expect([first, await trigger.poll(), await trigger.poll()]).toEqual([null, null, null]);
		}
		disconnect(other);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected', nodeId: other }]);
	});

	const odd = [
		'{}',
		'null',
		'{"nodeID":7}',
		'{"nodeID":""}',
		'"text"',
		'[]',
		'{"nodeID":"self","balance":"0"}',
	];
	describe.each<[string, INodeParameters]>([
		['the Primary Network', { ...onPrimary, alertWhen: ['disconnected', 'left', 'unreachable'] }],
		[
			'an L1',
			{
				event: 'l1Validator',
				source: 'blockchain',
				blockchainId: demoL1Chain.blockchainId,
				validatorsFrom: 'all',
				alertWhen: ['disconnected', 'left', 'unreachable'],
				options: { reportExisting: false },
			},
		],
		['the peers', { event: 'ownNode', source: 'peers' }],
		[
			'balances',
			{
				...balances,
				validatorsFrom: 'all',
				alertWhen: ['balanceLow', 'unreachable'],
				options: { reportExisting: false },
			},
		],
	])('a record of %s without a node ID', (_what, parameters) => {
		test.each(odd)('%s: the others are judged', async (addRecord) => {
			for (const validator of devnet.world.l1) validator.balance = 512n * BigInt(400 * day);
			const trigger = createTrigger(parameters);
			devnet.faults([{ host: 'node', addRecord }]);
			expect(await trigger.activate()).toBeNull();
			if (parameters.source === 'balances') findL1(ours).balance = 0n;
			else disconnect(ours);
			const event = parameters.source === 'balances' ? 'balanceLow' : 'disconnected';
			expect(jsonOf(await trigger.poll())).toMatchObject([{ event, nodeId: ours }]);
			devnet.faults([]);
			expect(await trigger.poll()).toBeNull();
		});
	});
});
