/** Start Over From takes a published feed to another place, once for each value. */
import { getCreateAddress } from 'ethers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fundedAccount } from '../../devnet/devnet.mts';
import type { PollOptions } from '../support/engine.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { makeScene } from './evmScene.mts';
import {
	addAssetTransaction,
	addBlock,
	addMovements,
	addReward,
	chain,
	create,
	devnet,
	engine,
	joinClocks,
	pollTimes,
	watches,
} from './feedScene.mts';
import { cold, hot, lines, pay, payroll, stranger, watchOnNode } from './walletScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const minute = 60;
const now = () => Math.floor(Date.now() / 1000);
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** One record of each watch. */
function happen(): void {
	addReward();
	addAssetTransaction();
	addMovements('ERC-20', 'ERC-721');
}

type Trigger = ReturnType<typeof create>;
const idsOf = (items: IDataObject[]) => items.map(({ eventId }) => eventId);
const poll = (trigger: Trigger, times = 1) => pollTimes(trigger, clock, times);
/** The same workflow with other options: all that comes with its publication, and with the polls after it. */
async function publish(
	before: Trigger,
	parameters: INodeParameters,
	options: INodeParameters,
	more: PollOptions = {},
): Promise<{ trigger: Trigger; items: IDataObject[] }> {
	const trigger = create({ ...parameters, options }, { ...more, staticData: before.stored });
	const items = jsonOf(await trigger.activate('update'));
	return { trigger, items: [...items, ...(await poll(trigger, 2))] };
}

const engines: Array<[string, PollOptions, string[]]> = [
	['usual engine', {}, Object.keys(watches)],
	['scheduler', { scheduled: true }, ['address', 'rewards']],
	['durable cursors', { durable: true }, ['address', 'rewards', 'wallets']],
];
const cases = engines.flatMap(([name, more, watched]) =>
	watched.map((kind) => [name, kind, more] as const),
);

test.each(cases)(
	'%s, %s: what came since comes again with its eventIds, once for each value [F28]',
	async (_engine, name, more) => {
		if (!engine.isRecent && Object.keys(more).length) return;
		const parameters = watches[name]!();
		const first = create(parameters, more);
		await first.activate();
		await poll(first);
		const times: number[] = [];
		const came: IDataObject[] = [];
		for (let i = 0; i < 3; i++) {
			clock.advance(10 * minute);
			times.push(now());
			clock.advance(2);
			happen();
			came.push(...(await poll(first)));
		}
		const [all, last] = [idsOf(came), idsOf(came.slice((2 * came.length) / 3))];
		expect(all.length).toBeGreaterThanOrEqual(3);
		const over = { startOverTime: isoOf(times[0]!) };
		const again = await publish(first, parameters, over, more);
		expect(idsOf(again.items).sort()).toEqual([...all].sort());
		again.trigger.restart();
		expect(await poll(again.trigger, 3)).toEqual([]);
		// Published again, and written in another way.
		const republished = await publish(again.trigger, parameters, over, more);
		expect(republished.items).toEqual([]);
		const seconds = { startOverTime: times[0]! };
		const rewritten = await publish(republished.trigger, parameters, seconds, more);
		expect(rewritten.items).toEqual([]);
		// Another value, and then none.
		const other = { startOverTime: isoOf(times[2]!) };
		const later = await publish(rewritten.trigger, parameters, other, more);
		expect(idsOf(later.items).sort()).toEqual([...last].sort());
		const removed = await publish(later.trigger, parameters, {}, more);
		expect(removed.items).toEqual([]);
		const back = await publish(removed.trigger, parameters, other, more);
		expect(back.items).toEqual([]);
		happen();
		const fresh = await poll(back.trigger);
		expect(fresh.length).toBeGreaterThan(0);
		expect(idsOf(fresh).filter((id) => all.includes(id))).toEqual([]);
	},
);

const onChain = (options: INodeParameters) => ({ ...watches.address!(), options });

test('from a block, back and ahead [F28]', async () => {
	const first = create(watches.address!());
	await first.activate();
	const hashes = Array.from({ length: 6 }, () => addBlock({})[0]);
	const from = chain.blocks.at(-1)!.number - 3;
	const came = await poll(first);
	expect(came).toHaveLength(6);
	const again = await publish(first, watches.address!(), { startOverBlock: from });
	expect(again.items.map(({ txHash }) => txHash)).toEqual(hashes.slice(2));
	expect(idsOf(again.items)).toEqual(idsOf(came).slice(2));
	devnet.faults([{ status: 503 }]);
	for (let i = 0; i < 4; i++) addBlock({});
	await expect(again.trigger.poll()).rejects.toThrow('503');
	devnet.faults([]);
	const [kept] = addBlock({});
	const ahead = { startOverBlock: chain.blocks.at(-1)!.number };
	const skipped = await publish(again.trigger, watches.address!(), ahead);
	expect(skipped.items.map(({ txHash }) => txHash)).toEqual([kept]);
});

test('an expression is known by its text [F28]', async () => {
	const first = create(watches.address!());
	await first.activate();
	addBlock({});
	const [id] = idsOf(await poll(first));
	const options = { startOverTime: '={{ $now.minus({ hours: 1 }) }}' };
	const again = await publish(first, watches.address!(), options);
	expect(idsOf(again.items)).toContain(id);
	expect((await publish(again.trigger, watches.address!(), options)).items).toEqual([]);
	const other = { startOverTime: '={{ $now.minus({ hours: 2 }) }}' };
	expect(idsOf((await publish(again.trigger, watches.address!(), other)).items)).toContain(id);
});

const contract: INodeParameters = {
	event: 'contractEvent',
	chain: 'C',
	addresses: getCreateAddress({ from: fundedAccount, nonce: 0 }),
	findBy: 'declaration',
	events: 'Transfer(address indexed from, address indexed to, uint256 value)',
};
const ofNode = { event: 'newTransaction', watch: 'chain', readFrom: 'node', chain: 'C' };
test.each<[string, INodeParameters, INodeParameters]>([
	['contract events from a block', contract, { startOverBlock: 0 }],
	['a chain of a node from a time', ofNode, { startOverTime: '2020-01-01' }],
])('%s [F28]', async (_what, parameters, over) => {
	const first = create(parameters);
	await first.activate();
	await joinClocks(clock);
	await makeScene(devnet);
	const came = await poll(first);
	expect(came.length).toBeGreaterThan(0);
	const again = await publish(first, parameters, over);
	expect(idsOf(again.items)).toEqual(expect.arrayContaining(idsOf(came)));
	expect((await publish(again.trigger, parameters, over)).items).toEqual([]);
});

describe('wallets', () => {
	const wallets = (addresses: string, options: INodeParameters = {}) => ({
		event: 'newTransaction',
		watch: 'wallets',
		chainId: '43114',
		addresses,
		options,
	});

	test.each(['data', 'node'] as const)(
		'of the %s all lists start over at one place, and one that is added later begins then [F28]',
		async (source) => {
			const ofNode = source === 'node';
			const open = (addresses: string, options: INodeParameters, before?: Trigger) =>
				ofNode
					? watchOnNode({ addresses, options }, before && { staticData: before.stored })
					: create(wallets(addresses, options), before && { staticData: before.stored });
			const first = open(lines, {});
			await first.activate();
			const start = now();
			clock.advance(minute);
			pay(stranger, hot);
			pay(hot, cold);
			pay(stranger, payroll);
			const came = await poll(first);
			expect(came).toHaveLength(3);
			const options = { startOverTime: isoOf(start) };
			const again = open(lines, options, first);
			const items = [...jsonOf(await again.activate('update')), ...(await poll(again, 3))];
			expect(idsOf(items).sort()).toEqual(idsOf(came).sort());
			const more = open(`${lines}\n${payroll}`, options, again);
			const later = [...jsonOf(await more.activate('update')), ...(await poll(more, 2))];
			expect(later).toEqual([]);
			pay(stranger, payroll);
			expect(await poll(more)).toHaveLength(1);
		},
	);

	test('the place is looked for once, however many lists there are [F28]', async () => {
		const sent: number[] = [];
		for (const count of [1, 20]) {
			const addresses = Array.from({ length: count }, (_, n) => `0x${'1'.repeat(38)}${n + 10}`);
			const first = create(wallets(addresses.join('\n')));
			await first.activate();
			const staticData = first.stored;
			const options = { startOverTime: isoOf(now() - 600) };
			const again = create(wallets(addresses.join('\n'), options), { staticData });
			devnet.clearLog();
			await again.activate('update');
			sent.push(devnet.log.length);
		}
		// One request more for each list more, as far as there is room for them.
		expect(sent[1]! - sent[0]!).toBeLessThanOrEqual(2 * 19);
		expect(sent[1]).toBeLessThanOrEqual(55);
	});

	test('a failed search moves nothing, and the next poll makes it [F6, F28]', async () => {
		const first = create(wallets(lines));
		await first.activate();
		const start = now();
		clock.advance(minute);
		pay(stranger, hot);
		expect(await poll(first)).toHaveLength(1);
		const before = first.stored;
		const options = { startOverTime: isoOf(start) };
		const again = create(wallets(lines, options), { staticData: first.stored });
		devnet.faults([{ status: 503 }]);
		await again.activate('update').catch(() => undefined);
		expect(again.stored).toEqual(before);
		devnet.faults([]);
		expect(await poll(again, 2)).toHaveLength(1);
	});
});

test('another watch of the same node does not start over from the old value [F28]', async () => {
	const first = create(watches.address!());
	await first.activate();
	const start = now();
	clock.advance(minute);
	addBlock({}, { to: hot, from: stranger });
	expect(await poll(first)).toHaveLength(1);
	const options = { startOverTime: isoOf(start) };
	const again = await publish(first, watches.address!(), options);
	expect(again.items).toHaveLength(1);
	for (const more of engine.isRecent ? [{}, { durable: true }] : [{}]) {
		const other = { ...watches.address!(), address: hot };
		const moved = await publish(again.trigger, other, options, more);
		expect(moved.items).toEqual([]);
		addBlock({ to: hot, from: stranger });
		expect(await poll(moved.trigger)).toHaveLength(1);
	}
});

test.each(
	[false, true].flatMap((durable) => [false, true].map((fails) => [durable, fails] as const)),
)(
	'a watch that is new begins there, durable %s, and the publication cannot read: %s [F5, F28]',
	async (durable, fails) => {
		if (durable && !engine.isRecent) return;
		const start = now();
		clock.advance(minute);
		addBlock({});
		clock.advance(minute);
		const trigger = create(onChain({ startOverTime: isoOf(start) }), { durable });
		if (fails) devnet.faults([{ status: 503 }]);
		const items = jsonOf(await trigger.activate());
		devnet.faults([]);
		items.push(...(await poll(trigger, 2)));
		expect(items).toHaveLength(1);
	},
);

test('a failed poll moves nothing, and the next one starts over [F6, F28]', async () => {
	for (const name of ['address', 'rewards']) {
		const first = create(watches[name]!());
		await first.activate();
		const start = now();
		clock.advance(minute);
		happen();
		const came = await poll(first);
		const options = { startOverTime: isoOf(start) };
		const again = create({ ...watches[name]!(), options }, { staticData: first.stored });
		devnet.faults([{ status: 503 }]);
		await again.activate('update').catch(() => undefined);
		await expect(again.poll()).rejects.toThrow('503');
		expect(again.stored).toEqual(first.stored);
		devnet.faults([]);
		expect(idsOf(await poll(again, 2))).toEqual(idsOf(came));
	}
});

test('a feed that is behind starts over ahead, and has caught up [F27, F28]', async () => {
	const first = create(onChain({ behindMinutes: 10 }));
	await first.activate();
	for (let i = 0; i < 2300; i++) {
		addBlock({});
		clock.advance(5);
	}
	const [behind] = (await poll(first)).slice(-1);
	expect(behind).toMatchObject({ event: 'behind' });
	const options = { behindMinutes: 10, startOverTime: isoOf(now()) };
	const { items } = await publish(first, watches.address!(), options);
	expect(items).toMatchObject([{ event: 'caughtUp', alertId: behind!.alertId }]);
});

test('an idle chain is not waited for [F28]', async () => {
	const first = create(watches.address!());
	await first.activate();
	clock.advance(3 * 3600);
	const options = { startOverTime: isoOf(now() - 1800) };
	const { trigger, items } = await publish(first, watches.address!(), options);
	expect(items).toEqual([]);
	addBlock({});
	expect(await poll(trigger)).toHaveLength(1);
});

test.each<[INodeParameters, string]>([
	[{ startOverTime: 'yesterday' }, 'Start Over From Time: "yesterday" is no date'],
	[{ startOverTime: '' }, 'Fill in Start Over From Time'],
	[{ startOverTime: 2026 }, '2026 is a year'],
	[{ startOverTime: '2099-01-01' }, 'Start Over From Time lies in the future'],
	[{ startOverBlock: -1 }, 'Start Over From Block'],
	[{ startOverBlock: 'x' }, 'Start Over From Block'],
	[
		{ startOverTime: '2026-01-01', startOverBlock: 1 },
		'Start Over From Block and Start Over From Time cannot be set together',
	],
])('refuses %j before anything is sent [F16, F28]', async (options, reason) => {
	const refusal = await create(onChain(options))
		.activate()
		.catch((error: Error) => error);
	expect(saidBy(refusal as Error)).toContain(reason);
	expect(refusal).toMatchObject(engine.failureOf({ cause: 'configuration-invalid' }));
	expect(devnet.log).toEqual([]);
});

test('refuses a block far beyond the chain, and moves nothing [F28]', async () => {
	const first = create(watches.address!());
	await first.activate();
	await poll(first);
	const startOverBlock = chain.blocks.at(-1)!.number + 5000;
	const again = create(onChain({ startOverBlock }), { staticData: first.stored });
	await expect(again.activate('update')).rejects.toThrow(
		`Start Over From Block is ${startOverBlock}, but the newest block is`,
	);
	expect(again.stored).toEqual(first.stored);
});
