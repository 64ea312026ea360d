/** Nobody is in an item before its own failed checks in a row, however many fail beside it. */
import type { IDataObject } from 'n8n-workflow';
import { throwDice } from '../../devnet/ids.mts';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import {
	balanceRecord,
	day,
	iso,
	l1Record,
	nameOf,
	ok,
	play,
	primaryRecord,
	start,
	Watcher,
	worldOf,
} from './watchSeries.mts';

type Make = (name: string) => IDataObject | undefined;

interface Case {
	source: WatchSettings['source'];
	good: Make;
	bad: Make;
}

const onL1 = (changes: IDataObject): Case => ({
	source: 'blockchain',
	good: l1Record,
	bad: (name) => l1Record(name, changes),
});
const onPrimary = (changes: IDataObject): Case => ({
	source: 'primaryNetwork',
	good: primaryRecord,
	bad: (name) => primaryRecord(name, changes),
});
const peer = (nodeID: string, version = 'avalanchego/1.15.0'): IDataObject => ({ nodeID, version });

/** Each condition that waits for Checks Before Alert and that many can have at once. */
const cases: Record<string, Case[]> = {
	disconnected: [onL1({ isConnected: false }), onPrimary({ connected: false })],
	belowThreshold: [onL1({ uptimePercentage: 50 }), onPrimary({ uptime: '50.0000' })],
	inactive: [onL1({ isActive: false })],
	left: [
		{ source: 'blockchain', good: l1Record, bad: () => undefined },
		{ source: 'primaryNetwork', good: primaryRecord, bad: () => undefined },
	],
	requirementAtRisk: [onPrimary({ uptime: '50.0000' })],
	endingSoon: [onPrimary({ endTime: String(start + 2 * day) })],
	exiting: [
		{
			source: 'primaryNetwork',
			good: (name) => primaryRecord(name, { nextPeriod: String(day) }),
			bad: (name) => primaryRecord(name, { nextPeriod: '0' }),
		},
	],
	balanceLow: [
		{
			source: 'balances',
			good: (name) => balanceRecord(name, 100e9),
			bad: (name) => balanceRecord(name, 1e6),
		},
	],
	outdated: [{ source: 'peers', good: peer, bad: (name) => peer(name, 'avalanchego/1.14.0') }],
};

const watched = Array.from({ length: 40 }, (_, i) => nameOf(`v${i}`));

const upgrades = { heliconTime: new Date((start - 60 * day) * 1000).toISOString() };
const feeConfig = {
	capacity: 20_000,
	target: 10_000,
	minPrice: 512,
	excessConversionConstant: 1_246_488_515,
};

const worldWith = (records: IDataObject[], at: number) => {
	const answers: Record<string, unknown> = {
		'info.upgrades': upgrades,
		'info.peers': { numPeers: records.length, peers: records },
		'platform.getValidatorFeeConfig': feeConfig,
		'platform.getValidatorFeeState': { excess: 0, price: 512, timestamp: iso(at) },
	};
	return worldOf((method) => ok(answers[method] ?? { validators: records }));
};

/** Few, many or most of those that are good fail, and some that are bad recover. */
function change(bad: Set<string>, dice: ReturnType<typeof throwDice>): void {
	const [fails, recovers] = dice.pick([
		[0.02, 0.1],
		[0.02, 0.1],
		[0.3, 0],
		[0.7, 0],
		[0, 1],
	]);
	for (const nodeId of watched) {
		const isBad = bad.has(nodeId);
		if (isBad && dice.chance(recovers)) bad.delete(nodeId);
		if (!isBad && dice.chance(fails)) bad.add(nodeId);
	}
}

const concerned = ({ nodeId, nodeIds }: IDataObject): string[] =>
	(nodeIds as string[] | undefined) ?? [nodeId as string];

describe.each(
	Object.entries(cases).flatMap(([event, each]) =>
		each.map((one) => [event, one.source, one] as const),
	),
)('%s of %s', (event, source, { good, bad: makeBad }) => {
	test.each([2, 3, 5])(
		'waits for %d failed checks of each validator [U5, U12]',
		async (badPolls) => {
			const dice = throwDice(`${event} ${source} ${badPolls}`);
			const watcher = new Watcher({
				source,
				blockchainId: source === 'blockchain' ? 'demo' : '',
				subnetId: source === 'balances' ? 'subnet' : '',
				nodeIds: watched,
				conditions: [event],
				badPolls,
				suspectShare: 30,
			});
			const bad = new Set<string>();
			const runs = new Map<string, number>();
			const told = new Set<string>();
			let shared = 0;
			for (let poll = 0; poll < 50; poll++) {
				if (poll) change(bad, dice);
				for (const nodeId of watched) runs.set(nodeId, bad.has(nodeId) ? runs.get(nodeId)! + 1 : 0);
				const records = watched.map((id) => (bad.has(id) ? makeBad(id) : good(id)));
				const items = await watcher.poll(
					worldWith(
						records.filter((record) => !!record),
						watcher.at,
					),
				);
				const began = items.filter((item) => item.event === event);
				for (const nodeId of began.flatMap(concerned))
					expect([poll, nodeId, Math.min(runs.get(nodeId)!, badPolls)]).toEqual([
						poll,
						nodeId,
						badPolls,
					]);
				// And nobody is forgotten: each is told of in the very check that confirms it.
				const due = watched.filter((nodeId) => runs.get(nodeId) === badPolls && !told.has(nodeId));
				expect(began.flatMap(concerned).sort()).toEqual(due.sort());
				for (const item of began) if (item.nodeIds) shared++;
				for (const nodeId of due) told.add(nodeId);
				for (const nodeId of watched) if (!runs.get(nodeId)) told.delete(nodeId);
			}
			expect(shared).toBeGreaterThan(0);
		},
	);
});

describe('an outage that reaches validators over two checks [U5, U12]', () => {
	const lines = (first: number, second: number) =>
		Object.fromEntries(
			Array.from({ length: 100 }, (_, i) => [
				`v${i}`,
				i < first ? '.xxx' : i < first + second ? '..xx' : '....',
			]),
		);
	const tell = async (first: number, second: number, settings: Partial<WatchSettings> = {}) =>
		(await play(lines(first, second), { suspectShare: 30, ...settings })).map(({ poll, item }) => [
			poll,
			item,
		]) as Array<[number, IDataObject]>;

	test('tells of the first, counts the others, and tells of these once they are confirmed', async () => {
		const told = await tell(2, 20);
		expect(told.map(([poll, { title }]) => `${poll} ${title as string}`)).toEqual([
			'2 2 of 100 watched validators have no connection',
			'3 22 of 100 watched validators have no connection, 20 of them new',
		]);
		expect(told[0]![1]).toMatchObject({
			validatorCount: 2,
			message: expect.stringContaining(
				' 20 more failed this check, but not enough in a row yet. Check first',
			),
		});
		expect(told[1]![1].message).toContain('The same is already true of 2 more');
		expect(told[1]![1].message).not.toContain('not enough in a row');
	});

	test('one alone has its own item, and the many behind it have theirs', async () => {
		expect((await tell(1, 15)).map(([poll, { validatorCount }]) => [poll, validatorCount])).toEqual(
			[
				[2, undefined],
				[3, 15],
			],
		);
	});

	test('stays one item a check, if fewer than eleven come in each', async () => {
		expect((await tell(8, 7)).map(([poll, { validatorCount }]) => [poll, validatorCount])).toEqual([
			[2, 8],
			[3, 7],
		]);
	});

	test('suspects the node if it reaches more than the share in all', async () => {
		const told = await tell(20, 15);
		expect(told.map(([, { suspect }]) => suspect)).toEqual(['watchingNode', 'watchingNode']);
		expect((await tell(14, 15))[0]![1]).toHaveProperty('suspect', null);
	});
});

describe('two checks seconds apart, as around publishing, are not two in a row [U6]', () => {
	const down = [l1Record(nameOf('a'), { isConnected: false })];
	const up = [l1Record(nameOf('a'))];

	/** What each poll tells. The seconds are those to the next poll. */
	const tell = async (
		polls: Array<[records: IDataObject[], seconds: number]>,
		settings: Partial<WatchSettings> = {},
	): Promise<string[]> => {
		const watcher = new Watcher({ conditions: ['disconnected'], ...settings });
		const told: string[] = [];
		for (const [records, seconds] of polls) {
			const items = await watcher.see(records, seconds);
			told.push(items.map(({ event }) => event as string).join());
		}
		return told;
	};

	test('after the first publishing', async () => {
		const polls: Array<[IDataObject[], number]> = [
			[down, 4],
			[down, 60],
			[down, 60],
		];
		expect(await tell(polls)).toEqual(['', '', 'disconnected']);
	});

	test('after a later publishing or a start of n8n', async () => {
		const usual: Array<[IDataObject[], number]> = [
			[up, 60],
			[up, 60],
			[up, 52],
		];
		expect(await tell([...usual, [down, 8], [down, 60], [down, 60]])).toEqual([
			'',
			'',
			'',
			'',
			'',
			'disconnected',
		]);
		// Twice published: three polls in a quarter of a minute are still one.
		expect(await tell([...usual, [down, 4], [down, 8], [down, 48], [down, 60]])).toEqual([
			'',
			'',
			'',
			'',
			'',
			'',
			'disconnected',
		]);
	});

	test('nor are two good ones', async () => {
		const polls: Array<[IDataObject[], number]> = [
			[up, 60],
			[down, 60],
			[down, 52],
		];
		expect(await tell([...polls, [up, 8], [up, 60], [up, 60]], { goodPolls: 2 })).toEqual([
			'',
			'',
			'disconnected',
			'',
			'',
			'reconnected',
		]);
	});

	test('but one check is enough where the user asks for one, and 20 seconds are far enough', async () => {
		expect(
			await tell(
				[
					[up, 4],
					[down, 60],
				],
				{ badPolls: 1 },
			),
		).toEqual(['', 'disconnected']);
		expect(
			await tell([
				[down, 20],
				[down, 60],
			]),
		).toEqual(['', 'disconnected']);
	});
});
