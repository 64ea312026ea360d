/** The events New Transaction and New Reward through n8n's own polls, against the mock network. */
import { getAddress } from 'ethers';
import type { INodeParameters } from 'n8n-workflow';
import { demoAccount, ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import type { Reply } from '../../devnet/http.mts';
import type { Transaction } from '../../devnet/ledger.mts';
import { stranger } from '../../devnet/addBlock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import {
	addBlock,
	addReward,
	chain,
	create,
	devnet,
	engine,
	pollAll,
	watchAddress,
	watchRewards,
} from './feedScene.mts';

describe('New Transaction', () => {
	test('reports nothing old, then each transaction once [F4]', async () => {
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
			from: getAddress(stranger),
			amount: 1,
			symbol: 'AVAX',
			status: 'success',
			amountExact: '1',
		});
		expect(await trigger.poll()).toBeNull();
	});

	test('has the fields of the Data node [F15]', async () => {
		const trigger = watchAddress({ options: { simplify: false } });
		await trigger.activate();
		addBlock();
		const [{ eventId, event, observedAt, lagSeconds, direction, ...record }] =
			await pollAll(trigger);
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
		expect(lagSeconds).toEqual(expect.any(Number));
		expect(record).toEqual(items[0].json);
	});

	test('starts at a block, and at a time [F4]', async () => {
		const from = chain.blocks.at(-40)!;
		const expected = chain.blocks
			.slice(-40)
			.flatMap(({ transactions }) => transactions)
			.filter((transaction) => [transaction.from, transaction.to].includes(demoAccount))
			.map(({ hash }) => hash);
		expect(expected.length).toBeGreaterThan(5);
		for (const start of [{ startBlock: from.number }, { startTime: from.timestamp }]) {
			const trigger = watchAddress({ options: start });
			expect(jsonOf(await trigger.activate()).map(({ txHash }) => txHash)).toEqual(expected);
			expect(await trigger.poll()).toBeNull();
		}
	});

	test.each<[string, INodeParameters]>([
		['time', { startTime: '={{ $now.minus({ hours: 24 }).toMillis() / 1000 }}' }],
		['block', { startBlock: '={{ Date.now() % 100000 % 40 }}' }],
	])(
		'a start %s whose expression gives another one with each poll begins once [F3, F4]',
		async (_what, start) => {
			const trigger = watchAddress({ options: start });
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
		['status', { options: { status: 'failed' } }, [{ success: false }, {}]],
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

	test('filters by direction; what an address sends to itself is neither received nor paid [F15]', async () => {
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
			const items = await pollAll(trigger);
			expect(items.map((item) => [item.txHash, item.direction])).toEqual([[hashes[0], direction]]);
		}
		const trigger = watchAddress();
		await trigger.activate();
		addBlock(itself);
		expect(await pollAll(trigger)).toMatchObject([{ direction: 'self' }]);
	});

	test('filters that are changed later do not begin the watch anew [F4]', async () => {
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
			{ amountExact: '0.000000000000000005' },
		]);
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(2);
		expect(await trigger.poll()).toBeNull();
	});

	test.each([
		['success', '0.000000000000000005'],
		['failed', '0.000000000000000006'],
	])(
		'of internal transactions with Status %s leave out the others',
		async (status, amountExact) => {
			const trigger = watchAddress({ watch: 'internal', options: { status } });
			await trigger.activate();
			addBlock({ to: stranger });
			const transaction = chain.blocks.at(-1)!.transactions[0]!;
			const call = { transaction, type: 'CALL' as const, from: stranger, to: demoAccount };
			transaction.internals.push(
				{ ...call, value: 5n, isReverted: false },
				{ ...call, value: 6n, isReverted: true },
			);
			expect(await pollAll(trigger)).toMatchObject([{ status, amountExact }]);
		},
	);

	test('of an address with a name behind it say whose they are, and a name moves nothing [F4]', async () => {
		const named = { address: `${demoAccount} = Treasury` };
		const plain = watchAddress();
		await plain.activate();
		const trigger = watchAddress(named, { staticData: plain.stored });
		addBlock({});
		const [item] = await pollAll(trigger);
		expect(item).toMatchObject({
			title: expect.stringMatching(/^Treasury: /),
			message: expect.stringMatching(/^Treasury: /),
			addressName: 'Treasury',
			address: getAddress(demoAccount),
		});
		const [sample] = jsonOf((await watchAddress(named).testRun()).items);
		expect(sample).toMatchObject({ title: expect.stringMatching(/^\[TEST\] Treasury: /) });
		const two = { address: `${demoAccount} = Treasury\n${stranger} = Other` };
		expect(saidBy((await watchAddress(two).testRun()).error!)).toContain(
			'For several, choose Wallets under Watch.',
		);
	});

	test('in a test run say that they are tests, and which are made up', async () => {
		const [real] = jsonOf((await watchAddress().testRun()).items);
		expect(real).toMatchObject({
			sample: true,
			title: expect.stringMatching(/^\[TEST\] (?!Made up)/),
			message: expect.stringMatching(/^\[TEST\] (?!Nothing)/),
			explorerUrl: expect.stringContaining('/c-chain/tx/0x'),
		});
		const nobody = `0x${'9'.repeat(40)}`;
		const [madeUp] = jsonOf((await watchAddress({ address: nobody }).testRun()).items);
		expect(madeUp).toMatchObject({
			sample: true,
			title: expect.stringMatching(/^\[TEST\] Made up: /),
			message: expect.stringMatching(/^\[TEST\] Nothing was found, so this is made up: /),
		});
		expect(madeUp!.explorerUrl).toBeNull();
	});

	test('of the ERC-20 tokens of an address, whichever token, by direction and minimum amount', async () => {
		const [token, nft] = ['ERC-20', 'ERC-721'].map((ercType) =>
			chain.contracts.find((contract) => contract.ercType === ercType),
		);
		const trigger = watchAddress({
			watch: 'erc20',
			direction: 'incoming',
			options: { minimumAmount: '2' },
		});
		await trigger.activate();
		addBlock({ to: stranger });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const move = (contract: typeof token, from: string, to: string, amount: bigint) =>
			transaction.transfers.push({
				transaction,
				logIndex: transaction.transfers.length,
				contract: contract!,
				from,
				to,
				value: amount,
			});
		const unit = 10n ** BigInt(token!.decimals!);
		move(token, stranger, demoAccount, 2n * unit);
		move(token, stranger, demoAccount, 2n * unit);
		move(token, stranger, demoAccount, 2n * unit - 1n);
		move(token, demoAccount, stranger, 3n * unit);
		move(token, stranger, token!.address, 3n * unit);
		move(nft, stranger, demoAccount, 1n);
		const items = await pollAll(trigger);
		const { symbol } = token!;
		expect(items).toMatchObject([
			{ event: 'tokenTransfer', direction: 'incoming', amountExact: '2', symbol },
			{ title: expect.stringMatching(new RegExp(`^Received 2 ${symbol} from 0x`)) },
		]);
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(2);
		expect(await trigger.poll()).toBeNull();
	});

	test.each([
		['of certain ERC-20 tokens of an address alone', true, 1],
		['of no other ERC-20 token', false, 0],
	])('%s', async (_what, isToken, count) => {
		const token = chain.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
		const tokens = `${stranger}, ${isToken ? getAddress(token.address) : demoAccount}`;
		const trigger = watchAddress({ watch: 'erc20', options: { tokens } });
		await trigger.activate();
		addBlock({ to: stranger });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		transaction.transfers.push({
			transaction,
			logIndex: 0,
			contract: token,
			from: stranger,
			to: demoAccount,
			value: 1n,
		});
		expect(await pollAll(trigger)).toHaveLength(count);
	});

	test('of a token whose decimals are not known come, marked, whatever the minimum amount [F18]', async () => {
		const token = chain.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
		Object.assign(token, { decimals: undefined });
		for (const more of [{ watch: 'erc20' }, { watch: 'token', address: token.address }]) {
			const trigger = watchAddress({ ...more, options: { minimumAmount: '2' } });
			await trigger.activate();
			addBlock({ to: stranger });
			const transaction = chain.blocks.at(-1)!.transactions[0]!;
			const transfer = { transaction, contract: token, from: stranger, to: demoAccount };
			transaction.transfers.push(
				{ ...transfer, logIndex: 0, value: 7n },
				// Nothing is less than two of anything.
				{ ...transfer, logIndex: 1, value: 0n },
			);
			const items = await pollAll(trigger);
			expect(items).toMatchObject([
				{ isAmountUnknown: true, message: expect.stringContaining('(amount unknown)') },
			]);
		}
	});

	test("of a token that the demo's control pays", async () => {
		const trigger = watchAddress({ watch: 'erc20' });
		await trigger.activate();
		devnet.world.pay({ amount: '2.5', token: 'DUSD' });
		expect(await pollAll(trigger)).toMatchObject([
			{ direction: 'incoming', amount: 2.5, symbol: 'DUSD' },
		]);
	});

	test('of an address to itself once, though its list has it on both sides', async () => {
		const contract = chain.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
		const trigger = watchAddress({ watch: 'erc20' });
		await trigger.activate();
		addBlock({ to: stranger });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const transfer = { transaction, contract, logIndex: 0, from: demoAccount, to: demoAccount };
		transaction.transfers.push({ ...transfer, value: 1n }, { ...transfer, value: 1n });
		expect(await pollAll(trigger)).toMatchObject([{ direction: 'self' }]);
	});

	test('of a test run that finds none, of the token that is asked for', async () => {
		const nobody = `0x${'9'.repeat(40)}`;
		const { items } = await watchAddress({
			watch: 'erc20',
			address: nobody,
			options: { tokens: demoAccount },
		}).testRun();
		expect(jsonOf(items)).toMatchObject([{ sample: true, token: getAddress(demoAccount) }]);
	});

	test('of internal transactions that move value, and not of what the transactions have already', async () => {
		const internal = watchAddress({ watch: 'internal' });
		const both = create({
			event: 'newTransaction',
			watch: 'wallets',
			chainId: '43114',
			addresses: demoAccount,
			kinds: ['address', 'internal'],
		});
		await internal.activate();
		await both.activate();
		const value = 3n * 10n ** 18n;
		addBlock({ from: demoAccount, to: stranger, value });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const own = { transaction, isReverted: false, from: demoAccount, to: stranger, value };
		const back = { ...own, from: stranger, to: demoAccount };
		transaction.internals.push(
			{ ...own, type: 'CREATE' },
			{ ...back, type: 'DELEGATECALL' },
			{ ...back, type: 'CALLCODE' },
			{ ...back, type: 'CALL', value: value / 3n },
		);
		expect(await pollAll(internal)).toMatchObject([
			{ internalTxType: 'CALL', direction: 'incoming', amount: 1, change: 1 },
		]);
		expect((await pollAll(both)).map(({ change }) => change).sort()).toEqual([-3, 1]);
	});

	test('of internal transactions that the code of an account sends, and of one whose transaction cannot be read', async () => {
		const trigger = watchAddress({ watch: 'internal' });
		await trigger.activate();
		const value = 10n ** 18n;
		addBlock(
			{ from: demoAccount, to: stranger, value },
			{ from: demoAccount, to: demoAccount, value: 0n },
			{ from: demoAccount, to: demoAccount, value: 0n },
		);
		const sent = chain.blocks.at(-1)!.transactions;
		for (const transaction of sent)
			transaction.internals.push({
				transaction,
				isReverted: false,
				type: 'CALL',
				from: demoAccount,
				to: stranger,
				value,
			});
		const path = `/transactions/${sent[2]!.hash}`;
		// A host that is at fault is asked again by the next poll, so that nothing comes too much.
		devnet.faults([{ host: 'data', path, status: 503 }]);
		expect(await pollAll(trigger).catch(() => [])).toEqual([]);
		devnet.faults([{ host: 'data', path, status: 500 }]);
		const all = await pollAll(trigger);
		devnet.faults([]);
		expect(Object.fromEntries(all.map(({ txHash, change }) => [txHash, change]))).toEqual({
			[sent[1]!.hash]: -1,
			[sent[2]!.hash]: null,
		});
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
		expect(await pollAll(trigger)).toMatchObject([
			{ direction: 'outgoing', amount: 2, amountExact: '2' },
		]);
	});

	test('of transfers, from a minimum of whole tokens on', async () => {
		const contract = chain.contracts[0]!;
		const trigger = create({
			event: 'newTransaction',
			watch: 'token',
			chainId: '43114',
			address: contract.address,
			options: { minimumAmount: '2.5', names: `${demoAccount} = Treasury` },
		});
		await trigger.activate();
		addBlock({ to: contract.address, value: 0n });
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const transfer = { transaction, contract, from: stranger, to: demoAccount };
		transaction.transfers.push(
			{ ...transfer, logIndex: 0, value: 2_499_999n },
			{ ...transfer, logIndex: 1, value: 2_500_000n },
		);
		const told = await pollAll(trigger);
		expect(told).toMatchObject([{ amount: 2.5 }]);
		expect(told[0]!.title).toMatch(/^Large transfer: 2\.5 DUSD from 0x\S+ to Treasury$/);
		const lines = String(told[0]!.message).split('\n');
		expect(lines[0]).toMatch(
			/^Large transfer \(2\.5 or more\): 2\.5 DUSD from 0x\S+ to Treasury \(0x/,
		);
		expect(lines[1]).toBe(`Token contract: ${getAddress(contract.address)}`);
		expect(lines[2]).toMatch(/^Transaction: https:/);
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
			{ symbol: 'DUSD', amount: 2.5, from: getAddress(stranger) },
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

	test('of a chain whose list of the newest ends early, all the same [F9]', async () => {
		const trigger = create({ event: 'newTransaction', watch: 'chain', chainId: '43114' });
		await trigger.activate();
		const hashes = Array.from({ length: 60 }, () => addBlock({}, {})).flat();
		const change = (reply: Reply): Reply => ({
			...reply,
			json: { ...(reply.json as object), nextPageToken: undefined },
		});
		devnet.faults([{ host: 'data', path: '/transactions?pageSize=100', change }]);
		const items = [...(await pollAll(trigger)), ...(await pollAll(trigger))];
		expect(items.map(({ txHash }) => txHash)).toEqual(hashes);
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
	test('reports nothing old, then each reward once [F4, R1]', async () => {
		const trigger = watchRewards();
		expect(await trigger.activate()).toBeNull();
		addReward();
		expect(await pollAll(trigger)).toMatchObject([
			{
				event: 'reward',
				eventId: expect.stringMatching(/^reward-/),
				nodeId: ourNodeIds[0],
				rewardType: 'Own Reward',
				amount: 1.5,
				amountExact: '1.5',
				rewardTxHash: expect.any(String),
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('is named by its validator in title and message [R4]', async () => {
		const trigger = watchRewards({ nodeIds: `${ourNodeIds[0]} = Frankfurt-1` });
		expect(await trigger.activate()).toBeNull();
		addReward({ amount: '1234567890' });
		const [item] = await pollAll(trigger);
		expect(item).toMatchObject({
			name: 'Frankfurt-1',
			title: 'Own Reward of 1.23456789 AVAX from Frankfurt-1',
		});
		expect(item!.message).toContain(`from Frankfurt-1 (${ourNodeIds[0]})`);
	});

	test('is said to go to its address by the name of that [R4]', async () => {
		const trigger = watchRewards({
			rewardsOf: 'addresses',
			addresses: `${ourRewardAddress} = Cold`,
		});
		expect(await trigger.activate()).toBeNull();
		addReward();
		const [item] = await pollAll(trigger);
		expect(item).toMatchObject({ name: null, addressName: 'Cold' });
		expect(item!.title).toMatch(/^Own Reward of 1\.5 AVAX from NodeID-\S+ to Cold$/);
		expect(item!.message).toContain(`from ${ourNodeIds[0]} to Cold`);
	});

	test('has no price in its first day, and its value at receipt later [R2]', async () => {
		const day = 86_400;
		const now = Math.floor(Date.now() / 1000);
		addReward({ endTimestamp: now - 2 * day });
		addReward({ endTimestamp: now - 60 });
		const trigger = watchRewards({ options: { startTime: now - 3 * day } });
		const items = jsonOf(await trigger.activate()).filter(({ amount }) => amount === 1.5);
		expect(items).toHaveLength(2);
		expect(items[0]).toMatchObject({
			currency: 'USD',
			valueAtReceipt: expect.any(Number),
			valueAtReceiptExact: expect.stringMatching(/^\d/),
		});
		expect(items[1]).toMatchObject({ price: null, valueAtReceipt: null });
	});

	test('has its value in the currency that is chosen', async () => {
		const now = Math.floor(Date.now() / 1000);
		addReward({ endTimestamp: now - 2 * 86_400 });
		const values = await Promise.all(
			['usd', 'eur'].map(async (currency) => {
				const trigger = watchRewards({
					options: { currency, startTime: now - 3 * 86_400 },
				});
				const items = jsonOf(await trigger.activate());
				return items.find(({ amount }) => amount === 1.5)!;
			}),
		);
		expect(values.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
		expect(values[0]!.valueAtReceipt).not.toBe(values[1]!.valueAtReceipt);
	});

	test('the same node IDs in another order, or twice, are the same watch [F4]', async () => {
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
			rewardsOf: 'addresses',
			addresses: ourRewardAddress,
			options: { minimumAmount: '2' },
		});
		await trigger.activate();
		addReward();
		addReward({ amount: '2000000000' });
		expect(await pollAll(trigger)).toMatchObject([{ amount: 2 }]);
	});

	test.each<[string, INodeParameters, string[]]>([
		[
			'all',
			{ rewardTypes: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'] },
			['Delegation Fee', 'Delegator Reward', 'Own Reward'],
		],
		[
			"a validator's own earnings",
			{ rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE'] },
			['Delegation Fee', 'Own Reward'],
		],
		['one type by an expression', { rewardTypes: '={{ "DELEGATOR" }}' }, ['Delegator Reward']],
	])('of the chosen types: %s [R3]', async (_what, parameters, expected) => {
		const trigger = watchRewards(parameters);
		await trigger.activate();
		for (const rewardType of ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'] as const)
			addReward({ rewardType });
		const told = (await pollAll(trigger)).map(({ rewardType }) => rewardType as string);
		expect(told.sort()).toEqual(expected);
		expect(await trigger.poll()).toBeNull();
	});

	test.each<[string, INodeParameters, string[]]>([
		[
			"a validator's own earnings",
			{ validatorsFrom: 'lines', nodeIds: ourNodeIds[0] },
			['Delegation Fee', 'Own Reward'],
		],
		[
			'all that an address received',
			{ rewardsOf: 'addresses', addresses: ourRewardAddress },
			['Delegation Fee', 'Delegator Reward', 'Own Reward'],
		],
	])('where none are chosen: %s [R3]', async (_what, parameters, expected) => {
		const trigger = create({ event: 'newReward', network: 'mainnet', ...parameters });
		await trigger.activate();
		for (const rewardType of ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'] as const)
			addReward({ rewardType });
		const told = (await pollAll(trigger)).map(({ rewardType }) => rewardType as string);
		expect(told.sort()).toEqual(expected);
	});

	test('of other types than before continues where it was [R3]', async () => {
		const before = watchRewards({ rewardTypes: ['VALIDATOR'] }, {});
		await before.activate();
		addReward();
		expect(await pollAll(before)).toHaveLength(1);
		addReward({ rewardType: 'DELEGATOR' });
		const after = watchRewards(
			{ rewardTypes: ['DELEGATOR'] },
			{ staticData: structuredClone(before.stored) },
		);
		const told = jsonOf(await after.activate());
		// Those of the Late Record Window are read again, with the new choice.
		expect(new Set(told.map(({ rewardType }) => rewardType))).toEqual(
			new Set(['Delegator Reward']),
		);
		expect(told.filter(({ amount }) => amount === 1.5)).toHaveLength(1);
		expect(await after.poll()).toBeNull();
	});

	test('of no type is refused', async () => {
		await expect(watchRewards({ rewardTypes: [] }).activate()).rejects.toThrow(
			'Fill in Reward Types',
		);
	});

	test('reads from the left: what, in words, when, of whom; its eventId and then exact texts come last [F15]', async () => {
		const trigger = watchRewards();
		await trigger.activate();
		addReward();
		const [item] = await pollAll(trigger);
		const columns = Object.keys(item!);
		const first = ['event', 'title', 'message', 'explorerUrl', 'receivedAt', 'nodeId'];
		expect(columns.slice(0, first.length)).toEqual(first);
		const others = columns.filter((name) => !name.endsWith('Exact'));
		expect(others.slice(-2)).toEqual(['observedAt', 'eventId']);
		expect(columns.at(-1)).toMatch(/Exact$/);
		const [sample] = jsonOf((await watchRewards().testRun()).items);
		expect(Object.keys(sample!).slice(0, 4)).toEqual([...first.slice(0, 3), 'sample']);
	});

	test('one that the service adds late comes once [F10]', async () => {
		const trigger = watchRewards();
		const now = Math.floor(Date.now() / 1000);
		await trigger.activate();
		addReward({ endTimestamp: now + 10 });
		expect(await pollAll(trigger)).toHaveLength(1);
		addReward({ endTimestamp: now + 5, amount: '7' });
		expect(await pollAll(trigger)).toMatchObject([{ amount: 7e-9, amountExact: '0.000000007' }]);
		expect(await trigger.poll()).toBeNull();
	});
});
