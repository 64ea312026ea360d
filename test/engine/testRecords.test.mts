/** Test events of feeds and of the stream: the newest records, and what else can come. */
import { getCreateAddress } from 'ethers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fundedAccount } from '../../devnet/devnet.mts';
import { jsonOf } from '../support/useEngine.mts';
import { makeScene } from './evmScene.mts';
import { create, devnet, engine, watches } from './feedScene.mts';

beforeEach(async () => {
	await makeScene(devnet);
});

const contract = {
	event: 'contractEvent',
	chain: 'C',
	findBy: 'declaration',
	addresses: getCreateAddress({ from: fundedAccount, nonce: 0 }),
	events: 'Transfer(address indexed from, address indexed to, uint256 value)',
};
const onNode = {
	event: 'newTransaction',
	watch: 'address',
	readFrom: 'node',
	chain: 'C',
	address: fundedAccount,
};

function checkMarks(items: IDataObject[]): IDataObject[] {
	for (const item of items) {
		const names = Object.keys(item);
		expect(item.sample).toBe(true);
		// In a table, it does not push the message out of sight.
		if ('message' in item) expect(names.indexOf('sample')).toBe(names.indexOf('message') + 1);
		if ('message' in item) expect(item.message).toMatch(/^\[TEST\] /);
	}
	return items;
}
async function fetchEvents(parameters: INodeParameters, testEvent?: string) {
	const options = testEvent ? { testEvent } : {};
	const { items, error } = await create({ ...parameters, options }).testRun();
	return { items: checkMarks(jsonOf(items)), error };
}
const eventsOf = (items: IDataObject[]) => [...new Set(items.map(({ event }) => event as string))];

test.each<[string, () => INodeParameters, string[]]>([
	['transactions of a node', () => onNode, ['transaction', 'gap', 'unreadable']],
	['contract events', () => contract, ['Transfer', 'gap', 'log', 'unreadable']],
	['rewards', () => watches.rewards!(), ['reward', 'gap', 'unreadable']],
])('%s: one of each kind that can come [F22]', async (_what, parametersOf, expected) => {
	const { items, error } = await fetchEvents(parametersOf(), 'each');
	expect(error).toBeUndefined();
	expect(eventsOf(items)).toEqual(expected);
	const gap = items.find(({ event }) => event === 'gap')!;
	expect(gap).toMatchObject({ from: expect.any(Number), to: expect.any(Number) });
	expect(eventsOf((await fetchEvents(parametersOf(), 'gap')).items)).toEqual(['gap']);
	expect(eventsOf((await fetchEvents(parametersOf())).items)).toEqual(expected.slice(0, 1));
});

const withMinimum = (parameters: INodeParameters, testEvent: string): INodeParameters => ({
	...parameters,
	options: { minimumAmount: '0.000001', testEvent },
});
const fetchOf = async (parameters: INodeParameters) =>
	checkMarks(jsonOf((await create(parameters).testRun()).items));

describe('what is not sure', () => {
	test.each(['rewards', 'ERC-20', 'asset', 'address'])(
		'an amount that nobody knows, of %s, keeps the columns [F22]',
		async (name) => {
			const [known] = await fetchOf(withMinimum(watches[name]!(), 'newest'));
			const unknown = await fetchOf(withMinimum(watches[name]!(), 'amountUnknown'));
			expect(unknown).toMatchObject([
				{ isAmountUnknown: true, message: expect.stringContaining('(amount unknown)') },
			]);
			expect(known).toMatchObject({ isAmountUnknown: false });
			if ('amount' in known!) expect(unknown[0]).toMatchObject({ amount: null, amountExact: null });
			expect(Object.keys(unknown[0]!)).toEqual(Object.keys(known!));
			expect(unknown[0]!.eventId).not.toBe(known!.eventId);
			const all = await fetchOf(withMinimum(watches[name]!(), 'each'));
			expect(all.filter(({ isAmountUnknown }) => isAmountUnknown)).toHaveLength(1);
		},
	);

	test.each(['rewards', 'asset'])('a time that cannot be, of %s [F22]', async (name) => {
		const { items } = await fetchEvents(watches[name]!(), 'timeDoubtful');
		expect(items).toMatchObject([
			{ isTimeDoubtful: true, message: expect.stringContaining('with a time in the future') },
		]);
		const { time, receivedAt } = items[0]!;
		expect(Date.parse(String(receivedAt ?? time))).toBeGreaterThan(Date.now());
	});

	test('is refused where the settings never send it [F22]', async () => {
		const never = 'These settings never send what Test Event asks for';
		for (const testEvent of ['amountUnknown', 'timeDoubtful'])
			expect((await fetchEvents(watches['ERC-20']!(), testEvent)).error).toMatchObject({
				message: never,
			});
	});
});

describe('a record that is made up because nothing was found is one that these settings let through [F22]', () => {
	const nobody = `0x${'9'.repeat(40)}`;
	const token = `0x${'7'.repeat(40)}`;
	const ofAddress = { event: 'newTransaction', chainId: '43114', address: nobody };

	test.each<[string, INodeParameters, IDataObject]>([
		['AVAX', { watch: 'address' }, { amount: 12.5 }],
		['AVAX, from the node', { watch: 'address', readFrom: 'node', chain: 'C' }, { amount: 12.5 }],
		['internal transactions', { watch: 'internal' }, { amount: 12.5 }],
		['tokens', { watch: 'erc20', options: { tokens: token } }, { amount: 12.5 }],
		['one token', { watch: 'token', address: token }, { amount: 12.5 }],
		[
			'rewards',
			{
				event: 'newReward',
				network: 'mainnet',
				validatorsFrom: 'lines',
				nodeIds: 'NodeID-111111111111111111116DBWJs',
				rewardTypes: ['DELEGATOR'],
			},
			{ amount: 12.5 },
		],
	])('%s of the minimum, now', async (_what, parameters, says) => {
		const { items, error } = await create({
			...ofAddress,
			...parameters,
			options: { ...(parameters.options as object), minimumAmount: '12.5' },
		}).testRun();
		expect(error).toBeUndefined();
		const [item] = jsonOf(items);
		expect(item).toMatchObject(says);
		expect(item!.title).toMatch(/^\[TEST\] Made up: .*12\.5/);
		const time = Date.parse(String(item!.time ?? item!.receivedAt));
		expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
		expect(item!.lagSeconds).toBeLessThan(60);
	});

	test('an asset, of which nothing is that large', async () => {
		const options = { minimumAmount: '123456789.5' };
		const [item] = jsonOf((await create({ ...watches.asset!(), options }).testRun()).items);
		expect(item!.title).toMatch(/^\[TEST\] Made up: .*123[,.]?456[,.]?789\.5/);
	});

	test('of the method that is called', async () => {
		const options = { method: 'swapExactTokensForTokens', minimumAmount: '2' };
		const parameters = { ...ofAddress, watch: 'address', options };
		const [item] = jsonOf((await create(parameters).testRun()).items);
		expect(item).toMatchObject({
			method: expect.stringMatching(/^swapExactTokensForTokens/),
			amount: 2,
		});
	});
});

test('an event that is not decoded says so [F22]', async () => {
	const { items } = await fetchEvents(contract, 'notDecoded');
	expect(items).toMatchObject([
		{ event: 'log', message: expect.stringContaining('does not fit its declaration') },
	]);
});

test('a record that cannot be read, unless it stops the feed [F22]', async () => {
	for (const name of ['rewards', 'wallets', 'ERC-20', 'asset']) {
		const { items } = await fetchEvents(watches[name]!(), 'unreadable');
		expect(eventsOf(items)).toEqual(['unreadable']);
	}
	const options = { testEvent: 'unreadable', whenUnreadable: 'stop' };
	const { error } = await create({ ...watches.address!(), options }).testRun();
	expect(error).toMatchObject({ message: 'These settings never send what Test Event asks for' });
});

test('a list of a range never has a gap, and the test run says so [F22]', async () => {
	const { error } = await fetchEvents(watches.address!(), 'gap');
	expect(error).toMatchObject({ message: 'These settings never send what Test Event asks for' });
});

describe('the stream', () => {
	const run = async (testEvent: string, parameters: INodeParameters = contract) => {
		const { items, error } = await engine.runNode(
			'avalancheStreamTrigger',
			{ chain: 'C', ...parameters, options: { testEvent } },
			{ mode: 'manual' },
		);
		expect(error).toBeUndefined();
		return checkMarks(jsonOf(items));
	};

	test('one of each kind, without waiting [S12]', async () => {
		const items = await run('each');
		expect(eventsOf(items)).toEqual(['Transfer', 'gap', 'log', 'removed']);
		const [removed] = items.slice(-1);
		expect(removed).toMatchObject({
			removes: items[0]!.eventId,
			blockNumber: items[0]!.blockNumber,
		});
	});

	test('an amount that nobody knows [S12]', async () => {
		const payments = { event: 'newTransaction', chain: 'C', address: fundedAccount };
		const { items, error } = await engine.runNode(
			'avalancheStreamTrigger',
			{ ...payments, options: { testEvent: 'amountUnknown', minimumAmount: '1' } },
			{ mode: 'manual' },
		);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ sample: true, isAmountUnknown: true, amount: null }]);
	});

	test('a log that is taken back, and a gap of blocks [S12]', async () => {
		expect(eventsOf(await run('removed'))).toEqual(['removed']);
		expect(eventsOf(await run('gap', { event: 'newBlock' }))).toEqual(['gap']);
		expect(eventsOf(await run('each', { event: 'newBlock' }))).toEqual(['block', 'gap']);
	});
});
