/** The events New Transaction and New Reward through n8n's own polls, against the stand-in. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import type { EvmChain, Transaction } from '../../devnet/ledger.mts';
import { addBlock as addTo, stranger } from '../support/addBlock.mts';
import type { PollOptions } from '../support/engine.mts';
import { useDevnets, useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine, useTrigger } from '../support/useEngine.mts';

const devnet = useFreshDevnet({ validators: 10, rewards: 300 });
const startAnother = useDevnets();
const engine = useEngine(devnet);
const create = useTrigger(devnet);
let chain: EvmChain;
beforeEach(() => {
	chain = devnet.world.ledger.chains[0]!;
});

type Trigger = ReturnType<typeof create>;

const watchAddress = (more: INodeParameters = {}) =>
	create({
		event: 'newTransaction',
		watch: 'address',
		chainId: '43114',
		address: demoAccount,
		...more,
	});
const watchRewards = (more: INodeParameters = {}, options?: PollOptions) =>
	create({ event: 'newReward', network: 'mainnet', nodeIds: ourNodeIds[0], ...more }, options);

const pollAll = async (trigger: Trigger): Promise<IDataObject[]> => jsonOf(await trigger.poll());

const addBlock = (...transactions: Array<Partial<Transaction>>) => addTo(chain, ...transactions);
const addReward = (choice: Partial<Parameters<typeof devnet.world.addRewards>[0]> = {}) =>
	devnet.world.addRewards({ nodeIDs: [ourNodeIds[0]!], amount: '1500000000', ...choice });

describe('New Transaction', () => {
	test('P4 tells of nothing old, then of each transaction once', async () => {
		const trigger = watchAddress();
		expect(await trigger.activate()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		const [hash] = addBlock();
		const [item, ...more] = await pollAll(trigger);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			eventId: expect.stringMatching(/^transaction-[0-9a-f]{16}$/),
			event: 'transaction',
			observedAt: expect.stringMatching(/Z$/),
			direction: 'incoming',
			txHash: hash,
			from: stranger,
			value: '1000000000000000000',
			valueDecimal: '1',
			txStatus: '1',
		});
		expect(await trigger.poll()).toBeNull();
	});

	test('has the fields of the Data node', async () => {
		const trigger = watchAddress({ options: { simplify: false } });
		await trigger.activate();
		addBlock();
		const [{ eventId, event, observedAt, direction, ...record }] = await pollAll(trigger);
		const { items } = await engine.runNode('avalancheData', {
			resource: 'transaction',
			operation: 'getManyNative',
			chainId: '43114',
			address: demoAccount,
			simplify: false,
			limit: 1,
		});
		expect(
			[eventId, event, observedAt, direction].every((value) => typeof value === 'string'),
		).toBe(true);
		expect(record).toEqual(items[0].json);
	});

	test('P4 starts at a block, and at a time', async () => {
		const from = chain.blocks.at(-40)!;
		const expected = chain.blocks
			.slice(-40)
			.flatMap(({ transactions }) => transactions)
			.filter((transaction) => [transaction.from, transaction.to].includes(demoAccount))
			.map(({ hash }) => hash);
		expect(expected.length).toBeGreaterThan(5);
		for (const start of [
			{ startFrom: 'block', startBlock: from.number },
			{ startFrom: 'time', startTime: from.timestamp },
		]) {
			const trigger = watchAddress(start);
			expect(jsonOf(await trigger.activate()).map(({ txHash }) => txHash)).toEqual(expected);
			expect(await trigger.poll()).toBeNull();
		}
	});

	test.each<[string, INodeParameters]>([
		[
			'time',
			{ startFrom: 'time', startTime: '={{ $now.minus({ hours: 24 }).toMillis() / 1000 }}' },
		],
		['block', { startFrom: 'block', startBlock: '={{ Date.now() % 100000 % 40 }}' }],
	])(
		'P3 P4 a start %s whose expression gives another one with each poll begins once',
		async (_what, start) => {
			const trigger = watchAddress(start);
			expect(jsonOf(await trigger.activate()).length).toBeGreaterThan(5);
			for (let i = 0; i < 2; i++) {
				// The next second, and another number of milliseconds.
				await new Promise((resolve) => setTimeout(resolve, 1007));
				expect(await trigger.poll()).toBeNull();
			}
			const [hash] = addBlock();
			expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual([hash]);
		},
	);

	test.each<[string, INodeParameters, Array<Partial<Transaction>>]>([
		['direction', { direction: 'incoming' }, [{}, { from: demoAccount, to: stranger }]],
		['status', { status: 'failed' }, [{ success: false }, {}]],
		[
			'minimum amount',
			{ options: { minimumAmount: '1.000000000000000001' } },
			[{ value: 10n ** 18n + 1n }, {}],
		],
		[
			'method',
			{ options: { method: 'transfer' } },
			[
				{
					method: {
						callType: 'CONTRACT_CALL',
						hash: '0xa9059cbb',
						name: 'transfer(address,uint256)',
					},
				},
				{
					method: {
						callType: 'CONTRACT_CALL',
						hash: '0x23b872dd',
						name: 'transferFrom(address,address,uint256)',
					},
				},
			],
		],
		['contract', { options: { contract: stranger } }, [{ from: demoAccount, to: stranger }, {}]],
	])('filters by %s', async (_what, filter, [wanted, other]) => {
		const trigger = watchAddress(filter);
		await trigger.activate();
		const [hash] = addBlock(wanted!, other!);
		expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual([hash]);
	});

	test('filters by the four bytes of a method, which need no name', async () => {
		const trigger = watchAddress({ options: { method: '0xA9059CBB' } });
		await trigger.activate();
		const [hash] = addBlock({ method: { callType: 'CONTRACT_CALL', hash: '0xa9059cbb' } }, {});
		expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual([hash]);
	});

	test('filters by outgoing direction; what goes to itself is both', async () => {
		const itself = { from: demoAccount, to: demoAccount };
		for (const [direction, fields] of [
			['outgoing', { from: demoAccount, to: stranger }],
			['incoming', {}],
		] as Array<[string, Partial<Transaction>]>) {
			const trigger = watchAddress({ direction });
			await trigger.activate();
			const hashes = addBlock(
				fields,
				itself,
				direction === 'incoming' ? { from: demoAccount, to: stranger } : {},
			);
			expect(await pollAll(trigger)).toMatchObject([
				{ txHash: hashes[0], direction },
				{ txHash: hashes[1], direction: 'self' },
			]);
		}
	});

	test('filters that are changed later do not begin the watch anew', async () => {
		const before = watchAddress();
		await before.activate();
		const [small, large] = addBlock({}, { value: 5n * 10n ** 18n });
		const after = create(
			{
				event: 'newTransaction',
				watch: 'address',
				chainId: '43114',
				address: demoAccount,
				options: { minimumAmount: '2' },
			},
			{ staticData: before.stored },
		);
		const told = jsonOf(await after.activate()).map(({ txHash }) => txHash);
		expect([small, large]).toHaveLength(2);
		expect(told).toEqual([large]);
	});

	test('of the internal transactions of an address', async () => {
		const trigger = watchAddress({ watch: 'internal' });
		await trigger.activate();
		addBlock({ to: stranger });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const call = {
			transaction,
			type: 'CALL' as const,
			from: stranger,
			to: demoAccount,
			value: 5n,
			isReverted: false,
		};
		// Two calls that nothing tells apart are two.
		transaction.internals.push(call, { ...call });
		const items = await pollAll(trigger);
		expect(items).toMatchObject([
			{ internalTxType: 'CALL', direction: 'incoming' },
			{ valueDecimal: '0.000000000000000005' },
		]);
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(2);
		expect(await trigger.poll()).toBeNull();
	});

	test('of internal transactions, by direction and minimum amount', async () => {
		const trigger = watchAddress({
			watch: 'internal',
			direction: 'outgoing',
			options: { minimumAmount: '2' },
		});
		await trigger.activate();
		addBlock({ to: stranger });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const call = {
			transaction,
			type: 'CALL' as const,
			isReverted: false,
			from: demoAccount,
			to: stranger,
		};
		transaction.internals.push(
			{ ...call, value: 2n * 10n ** 18n },
			{ ...call, value: 2n * 10n ** 18n - 1n },
			{ ...call, from: stranger, to: demoAccount, value: 3n * 10n ** 18n },
		);
		expect(await pollAll(trigger)).toMatchObject([{ direction: 'outgoing', valueDecimal: '2' }]);
	});

	test('of transfers, from a minimum of whole tokens on', async () => {
		const contract = chain.contracts[0]!;
		const trigger = create({
			event: 'newTransaction',
			watch: 'token',
			chainId: '43114',
			address: contract.address,
			options: { minimumAmount: '2.5' },
		});
		await trigger.activate();
		addBlock({ to: contract.address, value: 0n });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const transfer = { transaction, contract, from: stranger, to: demoAccount };
		transaction.transfers.push(
			{ ...transfer, logIndex: 0, value: 2_499_999n },
			{ ...transfer, logIndex: 1, value: 2_500_000n },
		);
		expect(await pollAll(trigger)).toMatchObject([{ valueDecimal: '2.5' }]);
	});

	test('of the transfers of a token contract', async () => {
		const contract = chain.contracts[0]!;
		const trigger = create({
			event: 'newTransaction',
			watch: 'token',
			chainId: '43114',
			address: contract.address,
		});
		await trigger.activate();
		addBlock({ to: contract.address, value: 0n });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		transaction.transfers.push({
			transaction,
			logIndex: 0,
			contract,
			from: stranger,
			to: demoAccount,
			value: 2_500_000n,
		});
		expect(await pollAll(trigger)).toMatchObject([
			{ symbol: 'DUSD', valueDecimal: '2.5', from: stranger },
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('of a chain: the newest from the list, an outage block by block', async () => {
		const trigger = create({ event: 'newTransaction', watch: 'chain', chainId: '43114' });
		await trigger.activate();
		const hashes = addBlock({}, {});
		expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual(hashes);
		const missed: string[] = [];
		for (let i = 0; i < 30; i++)
			missed.push(...addBlock(...Array.from({ length: 20 }, () => ({}))));
		const told: unknown[] = [];
		for (let i = 0; i < 5; i++) told.push(...(await pollAll(trigger)).map(({ txHash }) => txHash));
		expect(told).toEqual(missed);
	});

	test('of an asset of the X-Chain', async () => {
		const { assets, transactions } = devnet.world.ledger.primary.mainnet;
		const trigger = create({
			event: 'newTransaction',
			watch: 'asset',
			network: 'mainnet',
			blockchainId: 'x-chain',
			assetId: assets[0]!.assetId,
		});
		await trigger.activate();
		const last = transactions.at(-1)!;
		transactions.push({ ...last, hash: 'the next one', timestamp: last.timestamp + 60 });
		// Of the same second as the newest one at activation.
		transactions.splice(-1, 0, { ...last, hash: 'of the same second' });
		expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual([
			'of the same second',
			'the next one',
		]);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('New Reward', () => {
	test('P4 tells of nothing old, then of each reward once', async () => {
		const trigger = watchRewards();
		expect(await trigger.activate()).toBeNull();
		addReward();
		expect(await pollAll(trigger)).toMatchObject([
			{
				event: 'reward',
				eventId: expect.stringMatching(/^reward-/),
				nodeId: ourNodeIds[0],
				rewardType: 'VALIDATOR',
				amount: '1500000000',
				amountDecimal: '1.5',
				rewardTxHash: expect.any(String),
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('has no price in its first day, and its value at receipt later', async () => {
		const day = 86_400;
		const now = Math.floor(Date.now() / 1000);
		addReward({ endTimestamp: now - 2 * day });
		addReward({ endTimestamp: now - 60 });
		const trigger = watchRewards({ startFrom: 'time', startTime: now - 3 * day });
		const items = jsonOf(await trigger.activate()).filter(({ amount }) => amount === '1500000000');
		expect(items).toHaveLength(2);
		expect(items[0]).toMatchObject({
			currency: 'usd',
			valueAtReceipt: expect.stringMatching(/^\d/),
		});
		expect(items[1]).not.toHaveProperty('valueAtReceipt');
	});

	test('has its value in the currency that is chosen', async () => {
		const now = Math.floor(Date.now() / 1000);
		addReward({ endTimestamp: now - 2 * 86_400 });
		const values = await Promise.all(
			['usd', 'eur'].map(async (currency) => {
				const trigger = watchRewards({
					startFrom: 'time',
					startTime: now - 3 * 86_400,
					options: { currency },
				});
				const items = jsonOf(await trigger.activate());
				return items.find(({ amount }) => amount === '1500000000')!;
			}),
		);
		expect(values.map(({ currency }) => currency)).toEqual(['usd', 'eur']);
		expect(values[0]!.valueAtReceipt).not.toBe(values[1]!.valueAtReceipt);
	});

	test('P4 the same node IDs in another order, or twice, are the same watch', async () => {
		const shuffled = `={{ [...${JSON.stringify(ourNodeIds)}, '${ourNodeIds[0]}'].sort(() => Math.random() - 0.5) }}`;
		const trigger = watchRewards({ nodeIds: shuffled });
		await trigger.activate();
		for (let i = 0; i < 8; i++) {
			addReward();
			expect(await pollAll(trigger)).toHaveLength(1);
		}
	});

	test('of addresses, from a minimum amount on', async () => {
		const trigger = watchRewards({
			nodeIds: '',
			addresses: ourRewardAddress,
			options: { minimumAmount: '2' },
		});
		await trigger.activate();
		addReward();
		addReward({ amount: '2000000000' });
		expect(await pollAll(trigger)).toMatchObject([{ amountDecimal: '2' }]);
	});

	test('P9 one that the service adds late comes once', async () => {
		const trigger = watchRewards();
		const now = Math.floor(Date.now() / 1000);
		await trigger.activate();
		addReward({ endTimestamp: now + 10 });
		expect(await pollAll(trigger)).toHaveLength(1);
		addReward({ endTimestamp: now + 5, amount: '7' });
		expect(await pollAll(trigger)).toMatchObject([{ amount: '7' }]);
		expect(await trigger.poll()).toBeNull();
	});
});

test('both profiles of the stand-in give the same items', async () => {
	const document = await startAnother({ validators: 10, rewards: 300, profile: 'document' });
	const { credentials } = document;
	const payments = create(
		{ event: 'newTransaction', watch: 'address', address: demoAccount },
		{ credentials },
	);
	const rewards = watchRewards({}, { credentials });
	await payments.activate();
	await rewards.activate();
	const [hash] = addTo(document.world.ledger.chains[0]!);
	document.world.addRewards({ nodeIDs: [ourNodeIds[0]!], amount: '1500000000' });
	expect(await pollAll(payments)).toMatchObject([
		{ txHash: hash, valueDecimal: '1', direction: 'incoming' },
	]);
	expect(await pollAll(rewards)).toMatchObject([{ amountDecimal: '1.5' }]);
});

describe('whatever the event', () => {
	test('P5 a failed read throws, says how, and moves nothing', async () => {
		const trigger = watchAddress();
		await trigger.activate();
		await trigger.poll();
		const before = trigger.stored;
		addBlock();
		devnet.faults([{ host: 'data', status: 429, retryAfter: 7 }]);
		await expect(trigger.poll()).rejects.toMatchObject({
			...engine.failureOf({ cause: 'rate-limited', retryAfterMs: 7000 }),
		});
		devnet.faults([{ host: 'data', path: 'listNative', status: 503 }]);
		await expect(trigger.poll()).rejects.toMatchObject(
			engine.failureOf({ cause: 'temporarily-unavailable' }),
		);
		devnet.faults([{ host: 'data', status: 403 }]);
		await expect(trigger.poll()).rejects.toMatchObject(
			engine.failureOf({ cause: 'credential-invalid' }),
		);
		devnet.faults([]);
		expect(trigger.stored).toEqual(before);
		expect(await pollAll(trigger)).toHaveLength(1);
	});

	test('the activation survives a passing 429, and what comes meanwhile is not lost', async () => {
		devnet.faults([{ host: 'data', status: 429, retryAfter: 30 }]);
		const trigger = watchAddress();
		expect(await trigger.activate()).toBeNull();
		devnet.faults([]);
		addBlock();
		expect(await pollAll(trigger)).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
	});

	test.each([false, true])(
		'publishing again survives a passing 429, which the next poll tells of, with durable cursors: %s',
		async (durable) => {
			if (durable && !engine.isRecent) return;
			const trigger = create(
				{ event: 'newTransaction', watch: 'address', chainId: '43114', address: demoAccount },
				{ durable },
			);
			await trigger.activate();
			await trigger.poll();
			trigger.restart();
			const before = trigger.stored;
			const [hash] = addBlock();
			devnet.faults([{ host: 'data', status: 429, retryAfter: 30 }]);
			expect(await trigger.activate()).toBeNull();
			expect(trigger.stored).toEqual(before);
			await expect(trigger.poll()).rejects.toMatchObject(
				engine.failureOf({ cause: 'rate-limited' }),
			);
			devnet.faults([]);
			expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual([hash]);
		},
	);

	test('publishing again is refused with a key that is refused', async () => {
		const trigger = watchAddress();
		await trigger.activate();
		trigger.restart();
		devnet.faults([{ host: 'data', status: 403 }]);
		await expect(trigger.activate()).rejects.toThrow('refused');
	});

	test('the activation of a watch of rewards survives a passing 429 too', async () => {
		devnet.faults([{ host: 'data', status: 429, retryAfter: 30 }]);
		const trigger = watchRewards();
		expect(await trigger.activate()).toBeNull();
		devnet.faults([]);
		addReward({ endTimestamp: Math.floor(Date.now() / 1000) + 1 });
		expect(await pollAll(trigger)).toHaveLength(1);
	});

	test('the activation is refused where what is watched does not exist', async () => {
		await expect(
			create({
				event: 'newTransaction',
				watch: 'address',
				readFrom: 'node',
				chain: 'nowhere',
				address: demoAccount,
			}).activate(),
		).rejects.toMatchObject(engine.failureOf({ cause: 'configuration-invalid' }));
	});

	test('the activation is refused with a key that is refused', async () => {
		devnet.faults([{ host: 'data', status: 403 }]);
		await expect(watchAddress().activate()).rejects.toThrow('refused');
	});

	test('P1 redelivers the last batch after a restart, with the same eventIds', async () => {
		const trigger = watchRewards({ options: { redeliver: true } });
		await trigger.activate();
		addReward();
		addReward({ amount: '3' });
		const first = await pollAll(trigger);
		expect(first).toHaveLength(2);
		expect(await trigger.poll()).toBeNull();
		trigger.restart();
		const again = jsonOf(await trigger.activate());
		expect(again.map(({ eventId }) => eventId)).toEqual(first.map(({ eventId }) => eventId));
		expect(await trigger.poll()).toBeNull();
	});

	test('without that nothing comes twice after a restart', async () => {
		const trigger = watchRewards();
		await trigger.activate();
		addReward();
		await trigger.poll();
		trigger.restart();
		expect(await trigger.activate()).toBeNull();
	});

	test('P2 comes once with durable cursors', async () => {
		if (!engine.isRecent) return;
		const trigger = watchRewards({}, { durable: true });
		await trigger.activate();
		addReward();
		expect(await pollAll(trigger)).toHaveLength(1);
		trigger.restart();
		expect(await trigger.activate()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	test.each(['newReward', 'newTransaction'])(
		'P13 a state that a newer version left stops %s',
		async (event) => {
			const staticData = { cursor: { version: 99, event } };
			const trigger = create(
				{ event, watch: 'address', address: demoAccount, nodeIds: ourNodeIds[0] },
				{ staticData },
			);
			await expect(trigger.activate()).rejects.toThrow('newer version');
			expect(trigger.stored).toEqual(staticData);
		},
	);

	test('P14 a test run shows the newest, and moves nothing', async () => {
		const trigger = watchAddress();
		const { items } = await trigger.testRun();
		expect(items.length).toBeGreaterThan(0);
		expect(items.length).toBeLessThanOrEqual(5);
		for (const { json } of items)
			expect(json).toMatchObject({
				sample: true,
				event: 'transaction',
				eventId: expect.any(String),
			});
		expect(trigger.stored).toEqual({});
		expect(jsonOf((await watchRewards().testRun()).items)[0]).toMatchObject({
			sample: true,
			event: 'reward',
		});
	});

	test('P14 a test run says why there is nothing to show', async () => {
		expect((await watchAddress({ address: stranger }).testRun()).error?.message).toContain(
			'No matching record',
		);
		devnet.faults([{ host: 'data', status: 503 }]);
		expect((await watchAddress().testRun()).error?.message).toContain('503');
	});

	test('P15 polls that overlap emit nothing twice', async () => {
		const trigger = watchAddress();
		await trigger.activate();
		addBlock();
		devnet.faults([{ host: 'data', latencyMs: 200, times: 1 }]);
		const told = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(told.flatMap(jsonOf)).toHaveLength(1);
	});

	test('P3 a page token that expires midway', async () => {
		const trigger = watchAddress();
		await trigger.activate();
		const hashes = Array.from({ length: 250 }, () => addBlock()[0]);
		devnet.faults([
			{
				host: 'data',
				path: 'pageToken',
				skip: 1,
				times: 1,
				status: 400,
				message: 'Invalid page token',
			},
		]);
		expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual(hashes);
	});

	test.each<[INodeParameters, string]>([
		[{ event: 'newTransaction', watch: 'address', address: '0x12' }, 'Address must be'],
		[
			{
				event: 'newTransaction',
				watch: 'address',
				address: demoAccount,
				options: { minimumAmount: 'much' },
			},
			'Minimum Amount must',
		],
		[
			{
				event: 'newTransaction',
				watch: 'address',
				address: demoAccount,
				startFrom: 'block',
				startBlock: -1,
			},
			'Start Block must',
		],
		[
			{
				event: 'newTransaction',
				watch: 'address',
				readFrom: 'node',
				chain: 'C',
				address: demoAccount,
				options: { method: 'transfer' },
			},
			'Method must be a selector',
		],
		[{ event: 'newTransaction', watch: 'asset', assetId: 'AVAX' }, 'Asset ID must'],
		[{ event: 'newReward' }, 'At least one of Node IDs and Addresses'],
		[{ event: 'newReward', nodeIds: 'NodeID-1' }, 'Node IDs must'],
		[{ event: 'somethingElse' }, 'Event must be one of'],
		...['={{ "true" }}', 'yes', 1, '={{ null }}'].flatMap(
			(value): Array<[INodeParameters, string]> =>
				[
					['redeliver', 'Redeliver After Restart'],
					['simplify', 'Simplify'],
				].map(([name, label]) => [
					{ event: 'newReward', nodeIds: ourNodeIds[0], options: { [name!]: value } },
					`${label} ${value === '={{ null }}' ? 'is required' : 'must be true or false'}`,
				]),
		),
		...[
			[{ watch: 'something' }, 'Watch'],
			[{ readFrom: 'afar' }, 'Read From'],
			[{ startFrom: 'yesterday' }, 'Start From'],
			[{ direction: 'up' }, 'Direction'],
			[{ status: 'unknown' }, 'Status'],
			[
				{
					watch: 'asset',
					assetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
					startFrom: 'block',
				},
				'Start From',
			],
			[{ watch: 'asset', network: 'moon' }, 'Network'],
			[{ event: 'newReward', nodeIds: ourNodeIds[0], startFrom: 'block' }, 'Start From'],
			[{ event: 'newReward', nodeIds: ourNodeIds[0], network: 'moon' }, 'Network'],
		].map(([parameters, label]): [INodeParameters, string] => [
			{
				event: 'newTransaction',
				watch: 'address',
				address: demoAccount,
				...(parameters as INodeParameters),
			},
			`${label as string} must be one of`,
		]),
	])('refuses %j before anything is sent', async (parameters, reason) => {
		const trigger = create(parameters);
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringContaining(reason),
			...engine.failureOf({ cause: 'configuration-invalid' }),
		});
		expect(devnet.log).toEqual([]);
	});
});
