/** Each record of a feed says how far behind it comes. */
import { getCreateAddress } from 'ethers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, fundedAccount } from '../../devnet/devnet.mts';
import type { Reply } from '../../devnet/http.mts';
import { useClock } from '../support/useClock.mts';
import { makeScene } from './evmScene.mts';
import {
	addAssetTransaction,
	addBlock,
	addMovements,
	addReward,
	create,
	devnet,
	joinClocks,
	pollAll,
	watches,
} from './feedScene.mts';
import { node, watchOnNode } from './walletScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const late = 300;

/** What happens for each watch: one record at least. */
function happen(name: string): void {
	if (name === 'rewards') addReward();
	else if (name === 'asset') addAssetTransaction();
	else addMovements('ERC-20', 'ERC-721');
}

const now = () => Math.floor(Date.now() / 1000);
const secondsOf = (time: unknown): number => Date.parse(String(time)) / 1000;
const lagOf = ({ time, receivedAt, observedAt }: IDataObject): number =>
	secondsOf(observedAt) - secondsOf(time ?? receivedAt);

async function pollLate(name: string, parameters = watches[name]!()): Promise<IDataObject[]> {
	const trigger = create(parameters);
	await trigger.activate();
	clock.advance(5);
	happen(name);
	clock.advance(late);
	const items = await pollAll(trigger);
	expect(items.length).toBeGreaterThan(0);
	return items;
}

test.each(Object.keys(watches))(
	'%s: lagSeconds is the time from the record to its item, also without Simplify [F26]',
	async (name) => {
		for (const item of await pollLate(name)) {
			expect(item.lagSeconds).toBe(lagOf(item));
			expect(item.lagSeconds).toBeGreaterThanOrEqual(late);
			expect(item.lagSeconds).toBeLessThan(late + 60);
		}
		const raw = { ...watches[name]!(), options: { simplify: false } };
		for (const { observedAt, lagSeconds, ...record } of await pollLate(name, raw)) {
			const { blockTimestamp, timestamp, endTimestamp } = record;
			const happened = (blockTimestamp ?? timestamp ?? endTimestamp) as number;
			expect(lagSeconds).toBe(secondsOf(observedAt) - happened);
		}
	},
);

test('from a node, payments and tokens say it, too [F26]', async () => {
	const trigger = watchOnNode({ addresses: demoAccount });
	await trigger.activate();
	happen('address');
	clock.advance(late);
	const items = await pollAll(trigger);
	expect(items.map(({ event }) => event).sort()).toEqual(['tokenTransfer', 'transaction']);
	for (const item of items) expect(item.lagSeconds).toBe(lagOf(item));
});

const contract: INodeParameters = {
	event: 'contractEvent',
	chain: 'C',
	addresses: getCreateAddress({ from: fundedAccount, nonce: 0 }),
	findBy: 'declaration',
	events: 'Transfer(address indexed from, address indexed to, uint256 value)',
};
test('contract events say it [F26]', async () => {
	const trigger = create(contract);
	await trigger.activate();
	await joinClocks(clock);
	await makeScene(devnet);
	clock.advance(late);
	const items = await pollAll(trigger);
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) expect(item.lagSeconds).toBe(lagOf(item));
});

/** The newest record of a list, with another time. */
function spoilTime(time: unknown): void {
	const change = (reply: Reply): Reply => {
		const { transactions } = reply.json as { transactions?: IDataObject[] };
		const [newest, ...others] = transactions ?? [];
		const spoilt = { ...newest, blockTimestamp: time };
		return newest ? { ...reply, json: { transactions: [spoilt, ...others] } } : reply;
	};
	devnet.faults([{ host: 'data', path: '/', change }]);
}

test.each<[string, () => unknown]>([
	['zero', () => 0],
	['in milliseconds', () => now() * 1000],
	['a minute ahead', () => now() + 60],
])(
	'a time that is %s makes it null, and no other field is missing [F26]',
	async (_what, timeOf) => {
		const trigger = create(watches.address!());
		await trigger.activate();
		addBlock({});
		const [known] = await pollAll(trigger);
		addBlock({});
		spoilTime(timeOf());
		const [item] = await pollAll(trigger);
		expect(item).toMatchObject({ event: 'transaction', lagSeconds: null });
		expect(Object.keys(item!)).toEqual(Object.keys(known!));
	},
);

test('a node that says no time makes it null [F26]', async () => {
	const trigger = watchOnNode({ addresses: demoAccount, kinds: ['address'] });
	await trigger.activate();
	addBlock({});
	node.changes.set('eth_getBlockByNumber', (block) => ({
		...(block as object),
		timestamp: undefined,
	}));
	expect(await pollAll(trigger)).toMatchObject([{ event: 'transaction', lagSeconds: null }]);
});

test('a block that is some seconds ahead of the clock comes without a lag [F26]', async () => {
	const trigger = create(watches.address!());
	await trigger.activate();
	addBlock({});
	spoilTime(now() + 4);
	expect(await pollAll(trigger)).toMatchObject([{ lagSeconds: 0 }]);
});

test('what a test run makes up is of now, and a false time of a reward has none [F26]', async () => {
	const nobody = { ...watches.address!(), address: '0x00000000000000000000000000000000000000bb' };
	const { items } = await create(nobody).testRun();
	expect(items[0]!.json).toMatchObject({ sample: true, lagSeconds: expect.any(Number) });
	expect(items[0]!.json.lagSeconds).toBeLessThan(60);
	const options = { testEvent: 'timeDoubtful' };
	const doubtful = await create({ ...watches.rewards!(), options }).testRun();
	expect(doubtful.items[0]!.json).toMatchObject({ isTimeDoubtful: true, lagSeconds: null });
});
