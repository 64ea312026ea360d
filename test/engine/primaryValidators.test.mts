/** Validators of the Primary Network and of L1s, as the P-Chain reports them. */
import type { IDataObject } from 'n8n-workflow';
import { demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import { useDevnets, useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, outputOf, useNode, saidBy } from '../support/useEngine.mts';
import { refuse, useScript } from '../support/useScript.mts';

const devnet = useFreshDevnet({ validators: 40, rewards: 0 });
const startAnother = useDevnets();
const run = useNode('avalancheValidators', devnet);
const [ours, other, third] = ourNodeIds as [string, string, string];
const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
const methods = () => devnet.log.map(({ rpcMethod }) => rpcMethod);
const findPrimary = (nodeID: string) =>
	devnet.world.primary.find((each) => each.nodeID === nodeID)!;
const findL1 = (nodeID: string) => devnet.world.l1.find((each) => each.nodeID === nodeID)!;
const unknownMethod = { code: -32000, message: `rpc: can't find method` };
const nameNodes = (items: IDataObject[]) => items.map(({ nodeId }) => nodeId).sort();

describe('one of the Primary Network', () => {
	const get = async (parameters: IDataObject = {}) =>
		await outputOf(run('primaryValidator', 'get', { nodeId: ours, ...parameters }));

	test('what a person asks, in AVAX, percent and days', async () => {
		const endTime = now() + 12 * day + 3 * 3600;
		const validator = Object.assign(findPrimary(ours), {
			weight: 2_000_000_000_001n,
			potentialReward: 150_500_000_000n,
			delegationFee: '12.5000',
			startTime: 1_790_000_000,
			endTime,
			delegators: [25_000_000_000n, 9_007_199_254_740_993n].map((weight) => ({
				...findPrimary(other),
				weight,
			})),
		});
		Object.assign(validator.uptime, { start: 1_790_000_000, seconds: 50, until: 1_790_000_200 });
		delete validator.uptime.since;
		const [item, ...more] = await get();
		expect(more).toEqual([]);
		expect(item).toEqual({
			nodeId: ours,
			name: null,
			connected: true,
			uptime: 25,
			requiredUptime: 80,
			canBeOfflineHours: expect.any(Number),
			stake: 2000.000000001,
			symbol: 'AVAX',
			delegatedStake: 9007224.254740993,
			totalStake: 9009224.254740994,
			start: '2026-09-21T14:13:20Z',
			end: isoOf(endTime),
			daysLeft: 12.1,
			potentialReward: 150.5,
			delegationFee: 12.5,
			delegators: 2,
			renews: false,
			txHash: validator.txID,
			rewardAddresses: `P-${validator.owner}`,
			accruedFees: 9007.22425474,
			feeAddresses: `P-${validator.owner}`,
			stakeExact: '2000.000000001',
			delegatedStakeExact: '9007224.254740993',
			totalStakeExact: '9009224.254740994',
			potentialRewardExact: '150.5',
			accruedFeesExact: '9007.22425474',
		});
		expect(Object.keys(item)).toEqual([
			'nodeId',
			'name',
			'connected',
			'uptime',
			'requiredUptime',
			'canBeOfflineHours',
			'stake',
			'symbol',
			'delegatedStake',
			'totalStake',
			'start',
			'end',
			'daysLeft',
			'potentialReward',
			'delegationFee',
			'delegators',
			'renews',
			'txHash',
			'rewardAddresses',
			'accruedFees',
			'feeAddresses',
			'stakeExact',
			'delegatedStakeExact',
			'totalStakeExact',
			'potentialRewardExact',
			'accruedFeesExact',
		]);
		expect(devnet.log.map(({ body }) => JSON.parse(body).params)).toEqual([
			{ nodeIDs: [ours] },
			{},
		]);
	});

	test('without Simplify the record as the node has it, with its delegators', async () => {
		const { weight, delegators, txID } = findPrimary(ours);
		const [item] = await get({ simplify: false });
		expect(item).toMatchObject({ txID, nodeID: ours, weight: String(weight) });
		expect(item.delegators).toHaveLength(delegators.length);
		expect(item).not.toHaveProperty('stake');
	});

	test('one that renews itself says so, one that is over has no days left', async () => {
		devnet.world.setRenewal({ nodeIDs: [ours], nextPeriod: 2 * day, autoCompoundPercent: 25 });
		findPrimary(ours).endTime = now() - 60;
		expect(await get()).toMatchObject([{ renews: true, daysLeft: 0 }]);
	});

	test('a node that is no validator', async () => {
		const stranger = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const { error } = await run('primaryValidator', 'get', { nodeId: stranger });
		expect(error?.message).toBe(`${stranger} is not a validator of the Primary Network now`);
		expect(error?.description).toContain('Check the node ID');
		const { items } = await run(
			'primaryValidator',
			'get',
			{ nodeId: '={{ $json.nodeId }}' },
			{
				items: [stranger, ours].map((nodeId) => ({ json: { nodeId } })),
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json }) => json.error ?? json.nodeId)).toEqual([
			expect.stringContaining(stranger),
			ours,
		]);
	});

	test.each(['', 'NodeID-nope', ours.slice(7)])(
		'%p is refused before anything is sent',
		async (nodeId) => {
			const { error } = await run('primaryValidator', 'get', { nodeId: `={{ "${nodeId}" }}` });
			expect(error?.message).toMatch(/^(Check|Fill in) Validator\b/);
			expect(methods()).toEqual([]);
		},
	);
});

describe('how long a validator can be offline', () => {
	const read = async (operation: string, parameters: IDataObject = {}) =>
		await outputOf(run('primaryValidator', operation, parameters));
	const chosen = { validatorsFrom: 'lines', nodeIds: `${ours}, ${other}`, returnAll: true };
	const hoursOf = (items: IDataObject[]) =>
		Object.fromEntries(
			items
				.filter(({ nodeId }) => nodeId)
				.map(({ nodeId, requiredUptime, canBeOfflineHours }) => [
					nodeId,
					{ requiredUptime, canBeOfflineHours },
				]),
		);

	test('is in one, in many and in the report', async () => {
		const asked = { ...chosen, endingDays: 14, return: ['items'] };
		const reported = hoursOf(await read('getReport', asked));
		expect(reported[ours]!.canBeOfflineHours).toEqual(expect.any(Number));
		expect(hoursOf(await read('getMany', chosen))).toEqual(reported);
		expect(hoursOf(await read('get', { nodeId: ours }))).toEqual({ [ours]: reported[ours] });
	});

	test('is null while the node does not say when Helicon begins', async () => {
		devnet.faults([{ rpcMethod: 'info.upgrades', rpcError: unknownMethod }]);
		for (const [operation, parameters] of [
			['get', { nodeId: ours }],
			['getMany', chosen],
		] as const)
			expect((await read(operation, parameters))[0]).toMatchObject({
				requiredUptime: null,
				canBeOfflineHours: null,
			});
	});

	test('costs no request where the records stay as they came', async () => {
		devnet.clearLog();
		const [raw] = await read('get', { nodeId: ours, simplify: false });
		expect(raw).not.toHaveProperty('canBeOfflineHours');
		expect(methods()).toEqual(['platform.getCurrentValidators']);
	});
});

describe('all of the Primary Network', () => {
	const getMany = async (
		filters: IDataObject = {},
		parameters: IDataObject = { returnAll: true },
	) => await outputOf(run('primaryValidator', 'getMany', { filters, ...parameters }));

	test('1,500 come with one call, the largest total stake first, and without lists of delegators', async () => {
		const { credentials, log } = await startAnother({ validators: 1500, rewards: 0 });
		const getAll = async (parameters: IDataObject = { returnAll: true }) =>
			await outputOf(run('primaryValidator', 'getMany', parameters, { credentials }));
		const items = await getAll();
		expect(items).toHaveLength(1500);
		// The second one has the time from which a reward requires more uptime.
		expect(log.map(({ rpcMethod }) => rpcMethod)).toEqual([
			'platform.getCurrentValidators',
			'info.upgrades',
		]);
		const stakes = items.map(({ totalStake }) => totalStake as number);
		expect(stakes).toEqual([...stakes].sort((a, b) => b - a));
		const again = await getAll();
		expect(again.map(({ nodeId }) => nodeId)).toEqual(items.map(({ nodeId }) => nodeId));
		const [raw] = await getAll({ limit: 1, simplify: false });
		expect(raw).not.toHaveProperty('delegators');
		expect(raw).toHaveProperty('delegatorCount');
	});

	describe('named ones', () => {
		const gone = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const lines = [...ourNodeIds, `${gone} = Gone-1`].join('\n');
		const chosen = { validatorsFrom: 'lines', nodeIds: lines };

		test('have an item each, also one that is no validator, with its name', async () => {
			const items = await getMany({}, chosen);
			expect(items).toHaveLength(ourNodeIds.length + 1);
			const { nodeId, name, found, ...others } = items.at(-1)!;
			expect([nodeId, name, found]).toEqual([gone, 'Gone-1', false]);
			expect(Object.values({ ...others, symbol: null })).toEqual(
				Object.values(others).map(() => null),
			);
			expect(items.slice(0, -1).map((item) => item.found)).toEqual(ourNodeIds.map(() => true));
			expect(Object.keys(items[0]!)).toEqual(Object.keys(items.at(-1)!));
			const raw = await getMany({}, { ...chosen, simplify: false });
			expect(raw.at(-1)).toEqual({ nodeID: gone, found: false });
		});

		test('are those that the filters leave, and all where all are there', async () => {
			expect(nameNodes(await getMany({ connection: 'connected' }, chosen))).not.toContain(gone);
			for (const item of await getMany({}, { ...chosen, nodeIds: ourNodeIds.join(' ') }))
				expect(item).not.toHaveProperty('found');
		});

		test('know no limit, which the dialog does not show for them', async () => {
			const all = devnet.world.primary.map(({ nodeID }) => nodeID);
			const asked = { validatorsFrom: 'lines', nodeIds: all.join('\n'), limit: 5 };
			expect(await getMany({}, asked)).toHaveLength(all.length);
			expect(await getMany({}, { limit: 5 })).toHaveLength(5);
		});

		test('of an L1 have an item each, with its name and group', async () => {
			const subnet = {
				subnetId: demoL1Chain.subnetId,
				...chosen,
				nodeIds: `${gone} = Gone-1 [fra]`,
			};
			const [item, ...more] = await outputOf(run('l1Validator', 'getMany', subnet));
			expect(more).toEqual([]);
			expect(item).toMatchObject({ nodeId: gone, name: 'Gone-1', group: 'fra', found: false });
			const tracked = { blockchainId: demoL1Chain.blockchainId, ...chosen };
			const items = await outputOf(run('validator', 'getCurrentValidators', tracked));
			expect(items.at(-1)).toMatchObject({ nodeId: gone, name: 'Gone-1', found: false });
			expect(items.length).toBe(ourNodeIds.length + 1);
		});
	});

	test('connected and disconnected ones are all, and none is both', async () => {
		devnet.world.disconnect({ nodeIDs: [ours, other] });
		const down = await getMany({ connection: 'disconnected' });
		const up = await getMany({ connection: 'connected' });
		expect(down.length + up.length).toBe(40);
		expect(nameNodes(down)).toEqual(expect.arrayContaining([ours, other]));
		expect(down.every(({ connected }) => connected === false)).toBe(true);
		expect(up.every(({ connected }) => connected === true)).toBe(true);
	});

	test('those that end before a time in the time zone of the workflow, but for those that renew themselves', async () => {
		for (const validator of devnet.world.primary) validator.endTime = Date.UTC(2028, 0) / 1000;
		const midnight = Date.UTC(2027, 0, 31, 23) / 1000;
		findPrimary(ours).endTime = midnight - 1;
		findPrimary(other).endTime = midnight;
		findPrimary(third).endTime = midnight - 1;
		devnet.world.setRenewal({ nodeIDs: [third], nextPeriod: 2 * day, autoCompoundPercent: 0 });
		const { items } = await run(
			'primaryValidator',
			'getMany',
			{ returnAll: true, filters: { endingBefore: '2027-02-01' } },
			{ settings: { timezone: 'Europe/Berlin' } },
		);
		expect(nameNodes(jsonOf(items))).toEqual([ours]);
	});

	test('the nearest end comes first, and the lowest uptime, before the limit cuts', async () => {
		const end = Date.UTC(2027, 0) / 1000;
		devnet.world.primary.forEach((validator, i) => {
			validator.endTime = end + ((i * 7) % 40) * day;
			Object.assign(validator.uptime, { start: 0, until: 100, since: undefined });
			validator.uptime.seconds = ((i * 7) % 40) + 10;
		});
		const filters = { endingBefore: '2028-01-01' };
		const ends = (await getMany(filters, { limit: 5 })).map(({ end: at }) => at);
		expect(ends).toEqual([0, 1, 2, 3, 4].map((days) => isoOf(end + days * day)));
		const uptimes = (await getMany({ uptimeBelow: 90 }, { limit: 3 })).map(({ uptime }) => uptime);
		expect(uptimes).toEqual([10, 11, 12]);
	});

	test('those with an uptime below a share, and filters together', async () => {
		for (const { uptime } of devnet.world.primary)
			Object.assign(uptime, { start: 0, seconds: 90, until: 100, since: undefined });
		for (const [nodeID, seconds] of [[ours, 89.9999] as const, [other, 12.5] as const])
			findPrimary(nodeID).uptime.seconds = seconds;
		expect(nameNodes(await getMany({ uptimeBelow: 90 }))).toEqual([ours, other].sort());
		expect(nameNodes(await getMany({ uptimeBelow: 12.5 }))).toEqual([]);
		devnet.world.disconnect({ nodeIDs: [other] });
		expect(nameNodes(await getMany({ uptimeBelow: 90, connection: 'disconnected' }))).toEqual([
			other,
		]);
	});

	test('the limit counts what the filters leave', async () => {
		devnet.world.disconnect({ nodeIDs: [...ourNodeIds] });
		const items = await getMany({ connection: 'disconnected' }, { limit: 3 });
		expect(items).toHaveLength(3);
		expect(items.every(({ connected }) => connected === false)).toBe(true);
	});

	test.each([
		[{ uptimeBelow: 101 }, 'Uptime Below (Percent) must be a number from 0 to 100'],
		[{ connection: 'both' }, 'Connection must be one of connected, disconnected'],
		[{ endingBefore: 'soon' }, 'Ending Before must be a date'],
	])('%p is refused before anything is sent', async (filters, message) => {
		const { error } = await run('primaryValidator', 'getMany', { filters });
		expect(saidBy(error)).toContain(message);
		expect(methods()).toEqual([]);
	});
});

test('names that were given stand beside node IDs', async () => {
	const names = `${ours} = Frankfurt-1\n${third} = Zürich`;
	const rest = ourNodeIds.filter((nodeId) => nodeId !== ours && nodeId !== third);
	const pasted = { validatorsFrom: 'lines', nodeIds: [names, ...rest].join('\n') };
	const rows = [
		{ validator: { __rl: true, mode: 'list', value: ours }, name: 'Frankfurt-1' },
		{ validator: { __rl: true, mode: 'id', value: third }, name: 'Zürich' },
		...rest.map((nodeId) => ({ validator: nodeId, name: '' })),
	];
	const selected = { validatorsFrom: 'list', validators: { rows } };
	const all = { returnAll: true, filters: { names } };
	const named = [
		[ours, 'Frankfurt-1'],
		[other, null],
		[third, 'Zürich'],
	].sort();
	const listNamed = (items: IDataObject[]) =>
		items.map(({ nodeId, name }) => [nodeId, name]).sort();
	const ofThree = (items: IDataObject[]) =>
		listNamed(items).filter(([nodeId]) => named.flat().includes(nodeId as string));
	const { subnetId } = demoL1Chain;
	for (const chosen of [pasted, selected, all]) {
		const primary = await outputOf(run('primaryValidator', 'getMany', chosen));
		expect(ofThree(primary)).toEqual(named);
		const ofL1 = await outputOf(run('l1Validator', 'getMany', { subnetId, ...chosen }));
		expect(ofThree(ofL1)).toEqual(named);
	}
	const [one] = await outputOf(
		run('primaryValidator', 'get', { nodeId: ours, additionalFields: { names } }),
	);
	expect(Object.entries(one).slice(0, 2)).toEqual([
		['nodeId', ours],
		['name', 'Frankfurt-1'],
	]);
	expect(JSON.stringify(devnet.log)).not.toContain('Frankfurt');
});

describe('those of an L1', () => {
	const { subnetId } = demoL1Chain;
	const getMany = async (filters: IDataObject = {}, nodeIds?: string) =>
		await outputOf(
			run('l1Validator', 'getMany', {
				subnetId,
				returnAll: true,
				filters,
				...(nodeIds !== undefined && { validatorsFrom: 'lines', nodeIds }),
			}),
		);
	/** Nothing of it is paid by the time that it is read. */
	const setBalance = (nodeID: string, balance: bigint) => {
		const { paid } = devnet.world.getFee();
		findL1(nodeID).balance = balance + (balance ? paid : 0n);
	};
	beforeEach(() => {
		for (const { nodeID, isActive } of devnet.world.l1)
			if (isActive) setBalance(nodeID, 512n * BigInt(400 * day));
	});

	test('balance, what it lasts for at the fee of today, and weight', async () => {
		setBalance(ours, 512n * BigInt(30 * day + 3600));
		const items = await getMany();
		expect(items).toHaveLength(devnet.world.l1.length);
		expect(methods()).toEqual(['platform.getCurrentValidators', 'platform.getValidatorFeeState']);
		const [item] = items.filter(({ nodeId }) => nodeId === ours);
		const { uptime, weight, validationID } = findL1(ours);
		expect(item).toEqual({
			nodeId: ours,
			name: null,
			active: true,
			balance: expect.any(Number),
			symbol: 'AVAX',
			runwayDays: 30,
			lastsUntil: expect.any(String),
			feePerMonth: 1.327104,
			topUpFor90Days: expect.closeTo(2.65, 2),
			weight: Number(weight),
			start: isoOf(uptime.start),
			subnetId,
			validationId: validationID,
			balanceExact: expect.stringMatching(/^1\.32/),
			weightExact: String(weight),
		});
		const until = Date.parse(item.lastsUntil as string) / 1000;
		expect(Math.abs(until - now() - 30 * day - 3600)).toBeLessThan(60);
		expect(item.balance).toBe(Number(item.balanceExact));
		const largest = items.find(({ weight: each }) => each === 2 ** 60);
		expect(largest).toMatchObject({ weightExact: '1152921504606846976' });
	});

	test('the shortest time left comes first, and without a known fee the largest weight', async () => {
		const hour = 3600;
		setBalance(ours, 512n * BigInt(9 * day + hour));
		setBalance(other, 512n * BigInt(3 * day + hour));
		const items = await getMany();
		const left = items.map(({ runwayDays }) => runwayDays as number);
		expect(left).toEqual([...left].sort((a, b) => a - b));
		expect(left.slice(0, 3)).toEqual([0, 3, 9]);
		devnet.faults([{ rpcMethod: 'platform.getValidatorFeeState', rpcError: unknownMethod }]);
		expect((await getMany())[0]).toMatchObject({ weight: 2 ** 60, runwayDays: null });
	});

	test('one without a balance takes no part: it has no days left, and no end', async () => {
		const [empty, ...more] = await getMany({ state: 'inactive' });
		expect(more).toEqual([]);
		expect(empty).toMatchObject({ active: false, balance: 0, runwayDays: 0, balanceExact: '0' });
		expect(empty!.lastsUntil).toBeNull();
		expect(await getMany({ state: 'active' })).toHaveLength(devnet.world.l1.length - 1);
	});

	test('those whose balance is used up soon', async () => {
		setBalance(ours, 512n * BigInt(29 * day));
		setBalance(other, 512n * BigInt(31 * day));
		const items = await getMany({ runwayBelow: 30, state: 'active' });
		expect(nameNodes(items)).toEqual([ours]);
		expect(await getMany({ runwayBelow: 30 }, `${other}, ${third}`)).toEqual([]);
	});

	test('a fee that is higher leaves less', async () => {
		devnet.world.setFee({ current: 10_000, excess: 1_246_488_515n });
		setBalance(ours, 1391n * BigInt(10 * day));
		expect(await getMany({}, ours)).toMatchObject([{ runwayDays: expect.closeTo(10, 0) }]);
	});

	test('what the fee costs, and what to top up for 90 days', async () => {
		devnet.world.setFee({ current: 10_000, excess: 0n });
		const month = 512 * 30 * day;
		setBalance(ours, 512n * BigInt(10 * day));
		setBalance(other, 0n);
		const [item] = await getMany({}, ours);
		expect(item!.feePerMonth).toBe(month / 1e9);
		expect(item!.topUpFor90Days).toBeCloseTo((512 * 80 * day) / 1e9, 3);
		expect(await getMany({}, other)).toMatchObject([{ topUpFor90Days: (3 * month) / 1e9 }]);
		// A minute after a top-up for 90 days.
		setBalance(other, 512n * BigInt(90 * day - 60));
		expect(await getMany({}, other)).toMatchObject([{ topUpFor90Days: 0 }]);
		devnet.faults([{ rpcMethod: 'platform.getValidatorFeeState', rpcError: unknownMethod }]);
		expect(await getMany({}, ours)).toMatchObject([
			{ feePerMonth: null, topUpFor90Days: null, runwayDays: null },
		]);
	});

	test('one by its validation', async () => {
		const { validationID } = findL1(other);
		const get = async (parameters: IDataObject) =>
			await run('l1Validator', 'get', { validationId: validationID, ...parameters });
		const [item] = await getMany({}, other);
		expect(jsonOf((await get({})).items)).toEqual([
			{
				...item,
				balance: expect.any(Number),
				balanceExact: expect.any(String),
				lastsUntil: expect.any(String),
				topUpFor90Days: expect.any(Number),
			},
		]);
		const [raw] = jsonOf((await get({ simplify: false })).items);
		expect(raw).toMatchObject({
			validationID,
			nodeID: other,
			subnetID: subnetId,
			secondsRemaining: expect.any(Number),
			height: expect.stringMatching(/^\d+$/),
		});
		const { error } = await get({ validationId: subnetId });
		expect(error?.message).toBe(`Check Validation ID: no L1 validator has ${subnetId}`);
		expect(error?.description).toContain('L1 Validator > Get Many lists those of an L1.');
	});

	test('Whole Response is the answer of the node alone', async () => {
		const options = { wholeResponse: true };
		const [whole] = await outputOf(run('l1Validator', 'getMany', { subnetId, options }));
		expect(Object.keys(whole)).toEqual(['validators']);
		expect((whole.validators as IDataObject[])[0]).not.toHaveProperty('secondsRemaining');
		expect(methods()).toEqual(['platform.getCurrentValidators']);
	});
});

describe('nodes of other kinds', () => {
	const server = useScript();
	const runThere = useNode('avalancheValidators', server);
	const record = { nodeID: ours, weight: '20', startTime: '1790000000', balance: '512000000' };
	const subnetId = demoL1Chain.subnetId;
	const many = (filters: IDataObject = {}) =>
		runThere('l1Validator', 'getMany', { subnetId, filters }, { limits: { retries: 0 } });

	test('one that does not report the fee gives balances without what they last for', async () => {
		server.answerCalls(({ method }) =>
			method === 'platform.getCurrentValidators'
				? { result: { validators: [record] } }
				: refuse('rpc: can\'t find method "platform.GetValidatorFeeState"'),
		);
		const [item] = await outputOf(many());
		expect(item).toMatchObject({ nodeId: ours, active: true, balance: 0.512 });
		expect(item!.runwayDays).toBeNull();
		expect((await many({ runwayBelow: 3 })).error?.message).toContain('getValidatorFeeState');
	});

	test('a fee that cannot be read now fails the item, rather than leaving days out', async () => {
		server.answerCalls(({ method }) =>
			method === 'platform.getCurrentValidators'
				? { result: { validators: [record] } }
				: { body: 'resting', status: 503 },
		);
		const { error, items } = await many();
		expect(error).toBeDefined();
		expect(items).toEqual([]);
	});

	test('a subnet that is no L1 has no balances', async () => {
		const plain = {
			txID: 'x',
			nodeID: ours,
			weight: '20',
			startTime: '1790000000',
			endTime: '1800000000',
		};
		server.answerCalls(({ method }) =>
			method === 'platform.getCurrentValidators'
				? { result: { validators: [plain] } }
				: { result: { excess: 0, price: 512, timestamp: '2026-11-22T00:00:00Z' } },
		);
		expect(await outputOf(many())).toEqual([
			{
				nodeId: ours,
				name: null,
				active: null,
				balance: null,
				symbol: null,
				runwayDays: null,
				lastsUntil: null,
				feePerMonth: null,
				topUpFor90Days: null,
				validationId: null,
				balanceExact: null,
				weight: 20,
				start: '2026-09-21T14:13:20Z',
				subnetId,
				weightExact: '20',
			},
		]);
	});

	test.each([[{ validators: 'none' }], [{}], [null]])('%j is not understood', async (result) => {
		server.answerCalls(() => ({ result }));
		for (const running of [
			runThere('primaryValidator', 'getMany'),
			runThere('primaryValidator', 'get', { nodeId: ours }),
		])
			expect((await running).error?.message).toMatch(
				/could not be read|holds no "validators"|is not a validator/,
			);
	});
});
