/** A feed that is behind says so once, and says once that it has caught up. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PollOptions } from '../support/engine.mts';
import { N8nStorage } from '../support/n8nStorage.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import {
	addBlock,
	addReward,
	chain,
	create,
	devnet,
	engine,
	pollTimes,
	watches,
} from './feedScene.mts';
import { contractOf, hot, node, pay, stranger, watchOnNode } from './walletScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const minute = 60;
const hour = 3600;
/** More than two polls take. */
const many = 2300;

type Trigger = ReturnType<typeof create>;
const watch = (name: string, options: INodeParameters = {}, more: PollOptions = {}) =>
	create({ ...watches[name]!(), options: { behindMinutes: 10, ...options } }, more);

/** One of so many things a while, over hours. */
function happen(add: () => void, count = many, seconds = 3 * hour): void {
	for (let i = 0; i < count; i++) {
		add();
		clock.advance(seconds / count);
	}
}
/** Nobody can be read, and much happens meanwhile. */
async function playOutage(trigger: Trigger, add: () => void): Promise<void> {
	devnet.faults([{ status: 503 }]);
	happen(add, many / 2);
	await expect(trigger.poll()).rejects.toThrow('503');
	happen(add, many / 2);
	devnet.faults([]);
}

const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);
const isNotice = ({ event }: IDataObject) => event === 'behind' || event === 'caughtUp';
const noticesOf = (items: IDataObject[]) => items.filter(isNotice);

const poll = (trigger: Trigger, times = 1) => pollTimes(trigger, clock, times);

const addPayment = () => void addBlock({});
const kinds: Record<string, { add: () => void; id: string }> = {
	address: { add: addPayment, id: 'txHash' },
	rewards: { add: () => addReward(), id: 'rewardTxHash' },
};
const engines: Array<[string, PollOptions]> = [
	['usual engine', {}],
	['scheduler', { scheduled: true }],
	['durable cursors', { durable: true }],
];
const cases = engines.flatMap(([name, more]) =>
	Object.keys(kinds).map((kind) => [name, kind, more] as const),
);

test.each(cases)(
	'%s, %s: a long outage is one behind and one caughtUp, across a restart [F27]',
	async (_engine, name, more) => {
		if (!engine.isRecent && Object.keys(more).length) return;
		const { add, id } = kinds[name]!;
		const trigger = watch(name, {}, more);
		await trigger.activate();
		await poll(trigger);
		await playOutage(trigger, add);
		const first = await poll(trigger);
		// At the end of the first poll that left something.
		expect(eventsOf(first).slice(-2)).toEqual([expect.not.stringMatching('behind'), 'behind']);
		const [behind] = noticesOf(first);
		expect(behind).toMatchObject({
			severity: 'warning',
			title: expect.stringMatching(/^(Transactions|Rewards) are (\d h )?\d+ min behind$/),
			message: expect.stringContaining('Each poll reads on, the oldest first.'),
			eventId: expect.stringMatching(/^behind-[0-9a-f]{16}$/),
		});
		expect(behind!.lagSeconds).toBeGreaterThan(10 * minute);
		expect(behind!.lagSeconds).toBeLessThan(6 * hour);
		trigger.restart();
		const rest: IDataObject[] = [];
		for (let polls = 0; rest.at(-1)?.event !== 'caughtUp'; polls++) {
			rest.push(...(await poll(trigger)));
			expect(polls).toBeLessThan(10);
		}
		rest.push(...(await poll(trigger, 3)));
		trigger.restart();
		rest.push(...(await poll(trigger, 3)));
		expect(noticesOf(rest)).toMatchObject([
			{
				event: 'caughtUp',
				severity: 'resolved',
				title: expect.stringContaining('have caught up'),
				since: behind!.since,
				alertId: behind!.alertId,
				eventId: expect.stringMatching(/^caughtUp-[0-9a-f]{16}$/),
			},
		]);
		const records = [...first, ...rest].filter((item) => !isNotice(item));
		expect(records).toHaveLength(many);
		expect(new Set(records.map((item) => item[id])).size).toBe(many);
		// The next outage is another one.
		await playOutage(trigger, add);
		const [again] = noticesOf(await poll(trigger));
		expect(again).toMatchObject({ event: 'behind' });
		expect(again!.eventId).not.toBe(behind!.eventId);
	},
);

test('behind says from which block on blocks wait, and rewards from which time on [F27]', async () => {
	const [payments, rewards] = [watch('address'), watch('rewards')];
	for (const trigger of [payments, rewards]) await trigger.activate();
	happen(() => {
		addBlock({});
		addReward();
	});
	const newest = chain.blocks.at(-1)!.number;
	const came = await poll(payments);
	const { blockNumber } = came.at(-2)!;
	expect(came.at(-1)).toMatchObject({
		from: (blockNumber as number) + 1,
		to: newest + 1,
		lagBlocks: newest - (blockNumber as number),
	});
	expect(came.at(-1)!.message).toContain(`from block ${(blockNumber as number) + 1} on`);
	const paid = await poll(rewards);
	const { from, to, lagBlocks, lagSeconds, observedAt } = paid.at(-1)!;
	const [first, end, last, seen] = [from, to, paid.at(-2)!.receivedAt, observedAt].map(
		(time) => Date.parse(String(time)) / 1000,
	);
	expect(first).toBeGreaterThanOrEqual(last!);
	expect(end).toBeGreaterThan(first!);
	expect(lagBlocks).toBeNull();
	expect(Math.abs(seen! - first! - (lagSeconds as number))).toBeLessThan(10);
});

test.each(Object.keys(kinds))('%s: without the option, nothing says it [F27]', async (name) => {
	const trigger = create(watches[name]!());
	await trigger.activate();
	happen(kinds[name]!.add);
	const items = await poll(trigger, 5);
	expect(items).toHaveLength(many);
	expect(noticesOf(items)).toEqual([]);
});

test.each(Object.keys(kinds))('%s: a burst of the last minutes is no lag [F27]', async (name) => {
	const trigger = watch(name);
	await trigger.activate();
	await poll(trigger);
	happen(kinds[name]!.add, many, 4 * minute);
	const items = await poll(trigger, 5);
	expect(items).toHaveLength(many);
	expect(noticesOf(items)).toEqual([]);
});

test('neither Confirmations nor the Late Record Window are a lag [F27]', async () => {
	const few = { behindMinutes: 5 };
	const confirmed = watch('address', { ...few, confirmations: 1500, settleMinutes: 0 });
	const settling = watch('address', { ...few, settleMinutes: 7 * 24 * 60 });
	for (const trigger of [confirmed, settling]) await trigger.activate();
	// Hours pass until a block has so many confirmations.
	for (let round = 0; round < 8; round++) {
		happen(addPayment, 250, hour);
		for (const trigger of [confirmed, settling]) expect(noticesOf(await poll(trigger))).toEqual([]);
	}
	// More at once than a poll takes, and all of it as old as usual.
	happen(addPayment, many, 30);
	expect(noticesOf(await poll(confirmed))).toEqual([]);
});

test('with Confirmations, what could have come is a lag [F27]', async () => {
	const trigger = watch('address', { confirmations: 10 });
	await trigger.activate();
	happen(addPayment);
	const [behind] = noticesOf(await poll(trigger));
	expect(behind).toMatchObject({ event: 'behind', to: chain.blocks.at(-1)!.number - 9 });
});

test('polls of a node say it, for payments and for tokens apart [F27]', async () => {
	const trigger = watchOnNode({ options: { behindMinutes: 10 } });
	await trigger.activate();
	const contract = contractOf('ERC-20');
	happen(() => {
		pay(stranger, hot);
		const transaction = chain.blocks.at(-1)!.transactions[0]!;
		const move = { transaction, contract, logIndex: 0, from: stranger, to: hot, value: 1n };
		transaction.transfers.push(move);
	}, 1100);
	const items: IDataObject[] = [];
	for (let polls = 0; polls < 20; polls++) items.push(...(await poll(trigger)));
	const told = noticesOf(items);
	const of = (title: RegExp) => eventsOf(told.filter((item) => title.test(String(item.title))));
	expect(of(/^Transactions /)).toEqual(['behind', 'caughtUp']);
	expect(of(/^Token transfers /)).toEqual(['behind', 'caughtUp']);
	for (const item of told) expect(item.address).toBeNull();
	expect(items.length - told.length).toBe(2200);
});

test('of a wallet it says whose list is behind, with your name for it [F27]', async () => {
	const trigger = watch('wallets');
	await trigger.activate();
	happen(addPayment);
	const told = noticesOf(await poll(trigger, 6));
	expect(told).toMatchObject(
		['are 1 h \\d+ min behind', 'have caught up'].map((words) => ({
			title: expect.stringMatching(new RegExp(`^Treasury: Transactions ${words}`)),
			addressName: 'Treasury',
			address: expect.stringMatching(/^0x/),
		})),
	);
});

test('a height that no chain has is no backlog, however often it is said [F27]', async () => {
	const trigger = watchOnNode({ kinds: ['address'], options: { behindMinutes: 1 } });
	await trigger.activate();
	node.changes.set('eth_blockNumber', () => '0x5f5e100');
	const items: IDataObject[] = [];
	for (let polls = 0; polls < 4; polls++) {
		pay(stranger, hot);
		items.push(...(await poll(trigger)));
	}
	node.changes.clear();
	items.push(...(await poll(trigger, 3)));
	expect(noticesOf(items)).toEqual([]);
	expect(items).toHaveLength(4);
});

test('it takes one request more of the polls that are not known to be behind, and another to report it [F27]', async () => {
	const sent: number[][] = [];
	for (const options of [{}, { behindMinutes: 10 }] as INodeParameters[]) {
		const trigger = create({ ...watches.address!(), options });
		await trigger.activate();
		happen(addPayment, 2 * many);
		const counts: number[] = [];
		for (let came = 0; came < 2 * many; ) {
			devnet.clearLog();
			const items = await poll(trigger);
			came += items.filter((item) => !isNotice(item)).length;
			counts.push(devnet.log.length);
		}
		expect(counts.length).toBeGreaterThan(2);
		sent.push(counts);
	}
	const more = sent[1]!.map((count, i) => count - sent[0]![i]!);
	expect(more).toEqual(more.map((_, i) => (i === 0 ? 2 : 0)));
});

test('where nobody says how old the block is, the next polls know for how long it waits [F27]', async () => {
	const trigger = watchOnNode({ kinds: ['address'], options: { behindMinutes: 10 } });
	await trigger.activate();
	happen(() => void pay(stranger, hot), 1500);
	node.changes.set('eth_getBlockByNumber', (block, [, isWhole]) =>
		isWhole ? block : { ...(block as object), timestamp: null },
	);
	const events: string[][] = [];
	for (let polls = 0; polls < 20; polls++) {
		// What the first poll saw goes on waiting.
		clock.advance(5 * minute);
		events.push([...new Set(eventsOf(await poll(trigger)))]);
	}
	const told = events.map((each) => each.filter((event) => event !== 'transaction'));
	expect(told.flat()).toEqual(['behind', 'caughtUp']);
	expect(told[0]).toEqual([]);
});

describe('after a crash', () => {
	test.each(['storing', 'stored'] as const)(
		'%s: behind and caughtUp come again with their eventIds, or once [F1, F27]',
		async (dies) => {
			const storage = new N8nStorage<Record<string, IDataObject>>('memory');
			let isDead = false;
			const observer = { survives: (step: string) => !(isDead && step === dies) };
			const trigger = watch('address', {}, { storage, observer });
			await trigger.activate();
			happen(addPayment);
			isDead = true;
			const lost = noticesOf(await poll(trigger));
			isDead = false;
			trigger.restart();
			const told = noticesOf(await poll(trigger, 5));
			if (dies === 'stored') return expect(eventsOf(told)).toEqual(['caughtUp']);
			expect(eventsOf(told)).toEqual(['behind', 'caughtUp']);
			expect(lost).toEqual([]);
		},
	);

	test.each(Object.keys(kinds))(
		'%s: with Redeliver After Restart they come with the last items, with the same eventIds [F1, F27]',
		async (name) => {
			const trigger = watch(name, { redeliver: true });
			await trigger.activate();
			happen(kinds[name]!.add);
			const idsOf = (items: IDataObject[]) => items.map(({ eventId }) => eventId);
			const first = await poll(trigger);
			expect(first.at(-1)).toMatchObject({ event: 'behind' });
			trigger.restart();
			const again = await poll(trigger);
			expect(idsOf(again)).toEqual(expect.arrayContaining(idsOf(first)));
			expect(eventsOf(noticesOf(again))).toEqual(['behind']);
			const rest = await poll(trigger, 4);
			expect(eventsOf(noticesOf(rest))).toEqual(['caughtUp']);
			trigger.restart();
			const last = await poll(trigger);
			expect(idsOf(noticesOf(last))).toEqual(idsOf(noticesOf(rest)));
			trigger.restart();
			expect(idsOf(noticesOf(await poll(trigger)))).toEqual(idsOf(noticesOf(rest)));
		},
	);
});

test('a list that is read down over several polls says it [F27]', async () => {
	const trigger = watch('rewards');
	await trigger.activate();
	happen(() => addReward(), 1500);
	// After five pages a rate limit ends the poll.
	const told: string[][] = [];
	for (let polls = 0; polls < 12; polls++) {
		devnet.faults([{ host: 'data', status: 429, retryAfter: 30, skip: 5 }]);
		const items = await poll(trigger).catch(() => []);
		told.push(eventsOf(noticesOf(items)));
	}
	devnet.faults([]);
	told.push(eventsOf(noticesOf(await poll(trigger, 4))));
	expect(told.flat()).toEqual(['behind', 'caughtUp']);
	expect(told[0]).toEqual(['behind']);
});

test('down a list, what happened long before the first of them is no lag [F27]', async () => {
	const trigger = watch('rewards');
	await trigger.activate();
	// Nothing was paid for days.
	clock.advance(3 * 24 * hour);
	happen(() => addReward(), 1500, 4 * minute);
	devnet.faults([{ host: 'data', status: 429, retryAfter: 30, skip: 5 }]);
	expect(noticesOf(await poll(trigger))).toEqual([]);
	devnet.faults([]);
	const items = await poll(trigger, 4);
	expect(items).toHaveLength(1500);
	expect(noticesOf(items)).toEqual([]);
});

test('a test run shows both, where they can come [F22, F27]', async () => {
	for (const name of ['address', 'rewards', 'asset', 'wallets', 'chain']) {
		const { items } = await watch(name, { testEvent: 'behind' }).testRun();
		expect([...new Set(eventsOf(jsonOf(items)))]).toEqual(['behind', 'caughtUp']);
		expect(items[0]!.json).toMatchObject({
			sample: true,
			title: expect.stringMatching(/^\[TEST\] .* are 3 h behind$/),
		});
	}
	const each = await watch('address', { testEvent: 'each' }).testRun();
	expect(eventsOf(jsonOf(each.items))).toEqual(expect.arrayContaining(['behind', 'caughtUp']));
	const options = { testEvent: 'behind' };
	const { error } = await create({ ...watches.address!(), options }).testRun();
	expect(error).toMatchObject({ message: 'These settings never send what Test Event asks for' });
});

test.each([0, -1, 1.5, 'soon', 10_081])(
	'refuses %p minutes before anything is sent [F16, F27]',
	async (behindMinutes) => {
		const trigger = create({ ...watches.address!(), options: { behindMinutes } });
		await expect(trigger.activate()).rejects.toThrow('Report When Behind (Minutes)');
		expect(devnet.log).toEqual([]);
	},
);
