/** What both feeds share: New Transaction and New Reward through n8n's own polls, against the mock network. */
import type { INodeParameters } from 'n8n-workflow';
import { demoAccount, ourNodeIds } from '../../devnet/devnet.mts';
import { addBlock as addTo, stranger } from '../../devnet/addBlock.mts';
import { useDevnets } from '../support/useDevnet.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import {
	addBlock,
	addReward,
	create,
	devnet,
	engine,
	pollAll,
	watchAddress,
	watchRewards,
} from './feedScene.mts';

const startAnother = useDevnets();

test('both profiles of the mock network give the same items [F15]', async () => {
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
		{ txHash: hash, amount: 1, direction: 'incoming' },
	]);
	expect(await pollAll(rewards)).toMatchObject([{ amount: 1.5 }]);
});

const shapes: Array<[name: string, more: INodeParameters]> = [
	['an address', {}],
	['wallets', { watch: 'wallets', addresses: demoAccount, kinds: ['address'], address: '' }],
];
test.each(shapes)(
	'first polls that overlap after the publication of %s, with durable cursors, report nothing twice [F13]',
	async (_, more) => {
		if (!engine.isRecent) return;
		const trigger = watchAddress(more, { durable: true });
		await trigger.activate();
		const hashes = [addBlock()[0]];
		const overlapping = await Promise.all([pollAll(trigger), pollAll(trigger), pollAll(trigger)]);
		hashes.push(addBlock()[0]);
		const items = [...overlapping.flat(), ...(await pollAll(trigger))];
		expect(items.map(({ txHash }) => txHash)).toEqual(hashes);
	},
);

describe('whatever the event', () => {
	test('a failed read throws, says how, and moves nothing [F6]', async () => {
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

	test('the activation survives a passing 429, and what comes meanwhile is not lost [F5]', async () => {
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

	test('publishing again is refused with a key that is refused [F5]', async () => {
		const trigger = watchAddress();
		await trigger.activate();
		trigger.restart();
		devnet.faults([{ host: 'data', status: 403 }]);
		await expect(trigger.activate()).rejects.toThrow('API key');
	});

	test('the activation of a watch of rewards survives a passing 429 too [F5]', async () => {
		devnet.faults([{ host: 'data', status: 429, retryAfter: 30 }]);
		const trigger = watchRewards();
		expect(await trigger.activate()).toBeNull();
		devnet.faults([]);
		addReward({ endTimestamp: Math.floor(Date.now() / 1000) + 1 });
		expect(await pollAll(trigger)).toHaveLength(1);
	});

	test('the activation is refused where what is watched does not exist [F5]', async () => {
		await expect(
			create({
				event: 'newTransaction',
				watch: 'address',
				chain: 'nowhere',
				address: demoAccount,
				readFrom: 'node',
			}).activate(),
		).rejects.toMatchObject(engine.failureOf({ cause: 'configuration-invalid' }));
	});

	test('the activation is refused with a key that is refused [F5]', async () => {
		devnet.faults([{ host: 'data', status: 403 }]);
		await expect(watchAddress().activate()).rejects.toThrow('API key');
	});

	test('redelivers the last batch after a restart, with the same eventIds [F1]', async () => {
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

	test('without that nothing comes twice after a restart [F1]', async () => {
		const trigger = watchRewards();
		await trigger.activate();
		addReward();
		await trigger.poll();
		trigger.restart();
		expect(await trigger.activate()).toBeNull();
	});

	test('comes once with durable cursors [F2]', async () => {
		if (!engine.isRecent) return;
		const trigger = watchRewards({}, { durable: true });
		await trigger.activate();
		addReward();
		expect(await pollAll(trigger)).toHaveLength(1);
		trigger.restart();
		expect(await trigger.activate()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	test('begins when it is published with durable cursors, though n8n drops what that poll stored [F5]', async () => {
		if (!engine.isRecent) return;
		const options = { durable: true };
		const trigger = create(
			{ event: 'newTransaction', watch: 'address', address: demoAccount },
			options,
		);
		expect(await trigger.activate()).toBeNull();
		expect(trigger.stored).toEqual({});
		const [hash] = addBlock();
		trigger.restart();
		expect((await pollAll(trigger)).map(({ txHash }) => txHash)).toEqual([hash]);
		expect(await trigger.poll()).toBeNull();
	});

	test.each(['newReward', 'newTransaction', 'contractEvent'])(
		'a state that a newer version left stops %s [F11]',
		async (event) => {
			const staticData = { cursor: { version: 99, event } };
			const trigger = create(
				{
					event,
					watch: 'address',
					address: demoAccount,
					validatorsFrom: 'lines',
					nodeIds: ourNodeIds[0],
					chain: 'C',
					addresses: demoAccount,
					events: 'Note(uint256 value)',
				},
				{ staticData },
			);
			await expect(trigger.activate()).rejects.toThrow('newer version');
			expect(trigger.stored).toEqual(staticData);
		},
	);

	test('a test run shows the newest, and moves nothing [F12]', async () => {
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

	test('a test run makes up a record where there is none, and says what is in the way [F12]', async () => {
		const { items } = await watchAddress({ address: stranger }).testRun();
		expect(jsonOf(items)).toMatchObject([
			{
				sample: true,
				event: 'transaction',
				direction: 'incoming',
				amount: 0,
				fee: 0,
				status: 'success',
				blockNumber: 0,
				time: expect.stringMatching(/^20\d\d-/),
			},
		]);
		devnet.faults([{ host: 'data', status: 503 }]);
		expect((await watchAddress().testRun()).error?.message).toContain('503');
	});

	test('polls that overlap emit nothing twice [F13]', async () => {
		const trigger = watchAddress();
		await trigger.activate();
		addBlock();
		devnet.faults([{ host: 'data', latencyMs: 200, times: 1 }]);
		const told = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(told.flatMap(jsonOf)).toHaveLength(1);
	});

	test('polls that overlap with durable cursors emit nothing twice [F2]', async () => {
		if (!engine.isRecent) return;
		const trigger = watchAddress({}, { durable: true });
		await trigger.activate();
		await trigger.poll();
		addBlock();
		devnet.faults([{ host: 'data', latencyMs: 200, times: 1 }]);
		const told = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(told.flatMap((items) => jsonOf(items))).toHaveLength(1);
		addBlock();
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('a page token that expires midway [F3]', async () => {
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
				options: { startBlock: -1 },
			},
			'Start Block must',
		],
		[
			{
				event: 'newTransaction',
				watch: 'address',
				chain: 'C',
				address: demoAccount,
				readFrom: 'node',
				options: { method: 'transfer' },
			},
			'Method must be a selector',
		],
		[{ event: 'newTransaction', watch: 'asset', assetId: 'AVAX' }, 'Asset ID must'],
		[{ event: 'newReward' }, 'Fill in Your Validators'],
		[{ event: 'newReward', rewardsOf: 'addresses' }, 'Fill in Addresses'],
		...[
			[{ startTime: 'yesterday' }, 'Start Time: "yesterday" is no date'],
			[{ startTime: '' }, 'Fill in Start Time'],
			[{ startBlock: '' }, 'Fill in Start Block'],
			[{ startOverBlock: '' }, 'Fill in Start Over From Block'],
			[{ startTime: 2026 }, '2026 is a year'],
			[{ startTime: '202606' }, '202606 is a month'],
			[
				{ startTime: '2026-01-01', startBlock: 1 },
				'Start Block and Start Time cannot be set together',
			],
		].map(([options, reason]): [INodeParameters, string] => [
			{
				event: 'newTransaction',
				watch: 'address',
				address: demoAccount,
				options: options as INodeParameters,
			},
			reason as string,
		]),
		[
			{ event: 'newReward', validatorsFrom: 'lines', nodeIds: 'NodeID-1' },
			'Check Node IDs, line 1: the checksum does not match',
		],
		[{ event: 'somethingElse' }, 'Event must be one of'],
		...['={{ "true" }}', 'yes', 1, '={{ null }}'].flatMap(
			(value): Array<[INodeParameters, string]> =>
				[
					['redeliver', 'Redeliver After Restart'],
					['simplify', 'Simplify'],
				].map(([name, label]) => [
					{
						event: 'newReward',
						validatorsFrom: 'lines',
						nodeIds: ourNodeIds[0],
						options: { [name!]: value },
					},
					value === '={{ null }}' ? `Fill in ${label}` : `${label} must be true or false`,
				]),
		),
		...[
			[{ watch: 'something' }, 'Watch'],
			[{ readFrom: 'afar' }, 'Read From'],
			[{ direction: 'up' }, 'Direction'],
			[{ options: { status: 'unknown' } }, 'Status'],
			[{ watch: 'asset', network: 'moon' }, 'Network'],
			[
				{ event: 'newReward', validatorsFrom: 'lines', nodeIds: ourNodeIds[0], network: 'moon' },
				'Network',
			],
		].map(([parameters, label]): [INodeParameters, string] => [
			{
				event: 'newTransaction',
				watch: 'address',
				address: demoAccount,
				...(parameters as INodeParameters),
			},
			`${label as string} must be one of`,
		]),
	])('refuses %j before anything is sent [F16]', async (parameters, reason) => {
		const trigger = create(parameters);
		const refusal = await trigger.activate().catch((error: Error) => error);
		expect(saidBy(refusal as Error)).toContain(reason);
		expect(refusal).toMatchObject(engine.failureOf({ cause: 'configuration-invalid' }));
		expect(devnet.log).toEqual([]);
	});
});
