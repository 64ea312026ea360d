/** Times and heights that cannot be: none of them moves a watch beyond what exists, and no event is lost or doubled. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import type { PollOptions } from '../support/engine.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import {
	addAssetTransaction,
	addBlock,
	addReward,
	chain,
	create,
	devnet,
	engine,
	watches,
} from './feedScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const day = 86_400;
const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);

/** Where a list of the service has the time of a record. */
const timed = {
	rewards: { list: 'historicalRewards', time: 'endTimestamp', id: 'rewardTxHash' },
	asset: { list: 'transactions', time: 'timestamp', id: 'txHash' },
};
type Timed = keyof typeof timed;
const kinds = Object.keys(timed) as Timed[];

/** Something happens now. */
function happen(kind: Timed): void {
	if (kind === 'rewards') return void addReward({ endTimestamp: now() });
	addAssetTransaction();
}

const watch = (kind: Timed, options: INodeParameters = {}, more: PollOptions = {}) =>
	create({ ...watches[kind]!(), options }, more);
type Trigger = ReturnType<typeof watch>;
const poll = async (trigger: Trigger): Promise<IDataObject[]> => jsonOf(await trigger.poll());

/** Answers whose records are changed; sorted by their times then, as the service sorts them. */
function disturb(
	kind: Timed,
	change: (record: IDataObject, nth: number) => IDataObject,
	isSorted = true,
): void {
	const { list, time } = timed[kind];
	const inReply = (reply: Reply): Reply => {
		const json = reply.json as Record<string, IDataObject[]>;
		if (!json[list]) return reply;
		const records = json[list].map(change);
		if (isSorted) records.sort((a, b) => Number(b[time]) - Number(a[time]));
		return { ...reply, json: { ...json, [list]: records } };
	};
	devnet.faults([{ host: 'data', change: inReply }]);
}

/** What came, by identity, and how often its time was doubted. */
const summary = (kind: Timed, items: IDataObject[]) => ({
	count: items.length,
	distinct: new Set(items.map((item) => item[timed[kind].id])).size,
	doubtful: items.filter(({ isTimeDoubtful }) => isTimeDoubtful).length,
});

const falseTimes: Record<string, (time: number) => number> = {
	'in milliseconds': (time) => time * 1000,
	'14 days ahead': (time) => time + 14 * day,
	'two hours ahead': (time) => time + 2 * hour,
	'a minute ahead': (time) => time + 60,
};
const cases = kinds.flatMap((kind) =>
	Object.keys(falseTimes).flatMap((what) =>
		[undefined, 0].map((settleMinutes) => ({ kind, what, settleMinutes })),
	),
);

test.each(cases)(
	'one time $what in one answer: $kind, window $settleMinutes [F19]',
	async ({ kind, what, settleMinutes }) => {
		const trigger = watch(kind, settleMinutes === undefined ? {} : { settleMinutes });
		await trigger.activate();
		const told: IDataObject[] = [];
		for (let i = 0; i < 12; i++) {
			clock.advance(i < 6 ? 30 : 6 * hour);
			happen(kind);
			const { time } = timed[kind];
			if (i === 3)
				disturb(kind, (record, nth) =>
					nth ? record : { ...record, [time]: falseTimes[what]!(Number(record[time])) },
				);
			told.push(...(await poll(trigger)));
			devnet.faults([]);
		}
		const doubtful = what === 'a minute ahead' ? 0 : 1;
		expect(summary(kind, told)).toEqual({ count: 12, distinct: 12, doubtful });
	},
);

const engines = [
	...[{ durable: false }, { durable: true }].map(({ durable }) => ({ durable, fromOld: false })),
	{ durable: false, fromOld: true },
];
test.each(
	kinds.flatMap((kind) =>
		engines.flatMap((one) =>
			[undefined, 0].map((settleMinutes) => ({ kind, settleMinutes, ...one })),
		),
	),
)(
	'a record that keeps a false time comes once, also 30 polls and a restart later: $kind, $settleMinutes, durable $durable, there before $fromOld [F19]',
	async ({ kind, settleMinutes, durable, fromOld }) => {
		if (durable && !engine.isRecent) return;
		const { time, id } = timed[kind];
		const trigger = watch(kind, settleMinutes === undefined ? {} : { settleMinutes }, { durable });
		let falseId: unknown;
		const falsify = () =>
			disturb(kind, (record, nth) => {
				falseId ??= nth === 0 ? record[id] : undefined;
				return record[id] === falseId ? { ...record, [time]: 4_000_000_000 } : record;
			});
		if (fromOld) falsify();
		await trigger.activate();
		const told: IDataObject[] = [];
		for (let i = 0; i < 32; i++) {
			clock.advance(2 * hour);
			happen(kind);
			if (i === 1) falsify();
			if (i === 20) trigger.restart();
			told.push(...(await poll(trigger)));
		}
		devnet.faults([]);
		expect(summary(kind, told)).toEqual({ count: 32, distinct: 32, doubtful: fromOld ? 0 : 1 });
		if (fromOld) return;
		expect(told.find(({ isTimeDoubtful }) => isTimeDoubtful)).toMatchObject({
			message: expect.stringContaining('with a time in the future'),
		});
	},
);

const places = kinds.flatMap((kind) =>
	[1, 2, 3].flatMap((nth) => [undefined, 0].map((settleMinutes) => ({ kind, nth, settleMinutes }))),
);
test.each(kinds)(
	'an old record below the newest of the publication never comes, whatever time it gets: %s [F19]',
	async (kind) => {
		const trigger = watch(kind);
		await trigger.activate();
		const { time } = timed[kind];
		clock.advance(60);
		happen(kind);
		disturb(
			kind,
			(record, nth) => (nth === 2 ? { ...record, [time]: Number(record[time]) * 1000 } : record),
			false,
		);
		const told = await poll(trigger);
		devnet.faults([]);
		clock.advance(60);
		told.push(...(await poll(trigger)));
		expect(summary(kind, told)).toEqual({ count: 1, distinct: 1, doubtful: 0 });
	},
);

test.each(places)(
	'a record that came gets a false time at place $nth, and leaps to the top: it comes once, $kind, $settleMinutes [F19]',
	async ({ kind, nth, settleMinutes }) => {
		const { time, id } = timed[kind];
		const trigger = watch(kind, settleMinutes === undefined ? {} : { settleMinutes });
		await trigger.activate();
		let falseId: unknown;
		const told: IDataObject[] = [];
		for (let i = 0; i < 12; i++) {
			clock.advance(30 * hour);
			happen(kind);
			const falsify = (record: IDataObject, place: number) => {
				if (place === nth) falseId ??= record[id];
				return record[id] === falseId ? { ...record, [time]: 4_000_000_000 } : record;
			};
			if (i >= 5) disturb(kind, falsify, i > 5);
			told.push(...(await poll(trigger)));
			devnet.faults([]);
		}
		expect(summary(kind, told)).toEqual({ count: 12, distinct: 12, doubtful: 0 });
	},
);

const flips = kinds.flatMap((kind) =>
	[undefined, 0].map((settleMinutes) => ({ kind, settleMinutes })),
);
test.each(flips)(
	'a record whose time is false in every second answer comes once: $kind, $settleMinutes [F19]',
	async ({ kind, settleMinutes }) => {
		const { time, id } = timed[kind];
		const trigger = watch(kind, settleMinutes === undefined ? {} : { settleMinutes });
		await trigger.activate();
		let falseId: unknown;
		const falsify = (record: IDataObject) => {
			falseId ??= record[id];
			return record[id] === falseId ? { ...record, [time]: 4_000_000_000 } : record;
		};
		const told: IDataObject[] = [];
		for (let i = 0; i < 16; i++) {
			clock.advance(3 * hour);
			if (i < 10) happen(kind);
			if (i % 2) disturb(kind, falsify);
			told.push(...(await poll(trigger)));
			devnet.faults([]);
		}
		expect(summary(kind, told)).toEqual({ count: 10, distinct: 10, doubtful: 1 });
	},
);

test.each(kinds)(
	'without a Date header, a page of times that all lie in the future is a failed poll: %s [F19]',
	async (kind) => {
		const trigger = watch(kind);
		await trigger.activate();
		clock.advance(hour);
		happen(kind);
		const { list, time } = timed[kind];
		const change = (reply: Reply): Reply => {
			const json = reply.json as Record<string, IDataObject[]>;
			const later = json[list]!.map((one) => ({ ...one, [time]: Number(one[time]) + 4000 * day }));
			return {
				...reply,
				headers: { ...reply.headers, date: '' },
				json: { ...json, [list]: later },
			};
		};
		devnet.faults([{ host: 'data', change }]);
		await expect(trigger.poll()).rejects.toThrow('all lie in the future');
		devnet.faults([]);
		expect(await poll(trigger)).toHaveLength(1);
	},
);

test('more records with times in the future than can be remembered are a failed poll [F19]', async () => {
	const trigger = watch('rewards');
	await trigger.activate();
	clock.advance(hour);
	for (let i = 0; i < 150; i++) happen('rewards');
	const start = now();
	disturb('rewards', (record) =>
		Number(record.endTimestamp) < start ? record : { ...record, endTimestamp: 4_000_000_000 },
	);
	await expect(trigger.poll()).rejects.toThrow('More than 128 records');
	devnet.faults([]);
	expect(await poll(trigger)).toHaveLength(150);
});

test.each(
	kinds.flatMap((kind) =>
		[30 * day, hour / 2].flatMap((behind) =>
			[false, true].map((isRead) => ({ kind, behind, isRead })),
		),
	),
)(
	'no old event comes where the host says an earlier time after the publication: $kind, $behind s, publication read $isRead [F5, F19]',
	async ({ kind, behind, isRead }) => {
		const durable = engine.isRecent;
		for (let i = 0; i < 3; i++) {
			clock.advance(hour / 6);
			happen(kind);
		}
		clock.advance(hour / 6);
		const trigger = watch(kind, {}, { durable });
		if (!isRead) devnet.faults([{ host: 'data', status: 503 }]);
		await trigger.activate();
		clock.advance(60);
		const date = new Date(Date.now() - behind * 1000).toUTCString();
		devnet.faults([
			{ host: 'data', change: (reply) => ({ ...reply, headers: { ...reply.headers, date } }) },
		]);
		expect(await poll(trigger)).toEqual([]);
		devnet.faults([]);
		clock.advance(60);
		happen(kind);
		expect(await poll(trigger)).toHaveLength(1);
	},
);

test.each(kinds)(
	"the host's time counts where n8n's clock is wrong by days: %s [F19]",
	async (kind) => {
		const trigger = watch(kind);
		await trigger.activate();
		clock.advance(hour);
		happen(kind);
		const date = new Date(Date.now()).toUTCString();
		devnet.faults([
			{ host: 'data', change: (reply) => ({ ...reply, headers: { ...reply.headers, date } }) },
		]);
		clock.advance(-30 * day);
		const [item, ...more] = await poll(trigger);
		clock.advance(30 * day);
		expect(more).toEqual([]);
		expect(item).not.toHaveProperty('isTimeDoubtful');
	},
);

test.each(kinds)(
	'a stored place in the future is taken back to now, once, and the log says so: %s [F19]',
	async (kind) => {
		const before = watch(kind);
		await before.activate();
		clock.advance(hour);
		happen(kind);
		await poll(before);
		const { cursor } = structuredClone(before.stored) as { cursor: any };
		const ahead = now() + 14 * day;
		delete cursor.confirmed;
		cursor.place = { floor: ahead - 5, next: ahead, seen: '' };
		cursor.ends = [[now() - 2 * day, ahead]];
		const trigger = watch(kind, {}, { staticData: { cursor } });
		engine.logLines.length = 0;
		const told: IDataObject[] = [];
		for (let i = 0; i < 6; i++) {
			clock.advance(2 * hour);
			happen(kind);
			told.push(...(await poll(trigger)));
		}
		// The first fell in the time that was taken back.
		expect(summary(kind, told).distinct).toBe(told.length);
		expect(told.length).toBeGreaterThanOrEqual(5);
		const lines = engine.logLines.filter((line) => line.includes('lay in the future'));
		expect(lines).toHaveLength(1);
	},
);

describe('a height that the service does not have', () => {
	const chains = ['address', 'erc20', 'chain'];
	const heights = [50, 900, 70_000_000];
	const ofChain = chains.flatMap((kind) =>
		heights.flatMap((more) =>
			[undefined, 0].map((settleMinutes) => ({ kind, more, settleMinutes })),
		),
	);
	const raise = (more: number) => {
		const change = (reply: Reply): Reply => {
			const json = reply.json as { transactions?: IDataObject[] };
			const transactions = json.transactions?.map((one) => ({
				...one,
				blockNumber: String(Number(one.blockNumber) + more),
			}));
			return transactions ? { ...reply, json: { ...json, transactions } } : reply;
		};
		devnet.faults([{ host: 'data', path: '/transactions?pageSize=1', times: 1, change }]);
	};
	const happenOnChain = (): string => {
		const [hash] = addBlock({});
		const { transactions } = devnet.world.ledger.chains[0]!.blocks.at(-1)!;
		const contract = devnet.world.ledger.chains[0]!.contracts.find(
			({ ercType }) => ercType === 'ERC-20',
		)!;
		const [transaction] = transactions;
		const { from, to } = transaction!;
		transaction!.transfers.push({
			transaction: transaction!,
			logIndex: 0,
			contract,
			from,
			to: to!,
			value: 1n,
		});
		return hash!;
	};
	test.each(ofChain)(
		'moves nothing: $kind, $more higher, window $settleMinutes [F19]',
		async ({ kind, more, settleMinutes }) => {
			const options = settleMinutes === undefined ? {} : { settleMinutes };
			const trigger = create({ ...watches[kind]!(), options });
			await trigger.activate();
			const expected: string[] = [];
			const told: unknown[] = [];
			for (let i = 0; i < 12; i++) {
				clock.advance(300);
				expected.push(happenOnChain());
				if (i === 3) raise(more);
				const items = await trigger.poll().then(jsonOf, () => []);
				told.push(...items.map(({ txHash }) => txHash));
				devnet.faults([]);
			}
			expect(told).toEqual(expected);
		},
	);

	test.each(['address', 'erc20'])(
		'loses nothing where the service tells it for hours: %s [F19]',
		async (kind) => {
			const trigger = create(watches[kind]!());
			await trigger.activate();
			const expected: string[] = [];
			const told: unknown[] = [];
			const change = (reply: Reply): Reply => {
				const { transactions } = reply.json as { transactions: IDataObject[] };
				const [newest] = transactions;
				const raised = { ...newest, blockNumber: String(Number(newest!.blockNumber) + 7) };
				return { ...reply, json: { ...(reply.json as object), transactions: [raised] } };
			};
			for (let i = 0; i < 14; i++) {
				clock.advance(2 * hour);
				const isRaised = i >= 3 && i < 6;
				if (!isRaised) expected.push(happenOnChain());
				if (isRaised)
					devnet.faults([{ host: 'data', path: '43114/transactions?pageSize=1', change }]);
				told.push(...jsonOf(await trigger.poll()).map(({ txHash }) => txHash));
				devnet.faults([]);
			}
			expect(told).toEqual(expected);
		},
	);

	test.each(chains)(
		'loses nothing where more happens then than the watch can remember: %s [F19]',
		async (kind) => {
			const trigger = create(watches[kind]!());
			await trigger.activate();
			const expected: string[] = [];
			const told: unknown[] = [];
			for (const [round, count] of [150, 150, 320, 20].entries()) {
				clock.advance(15 * 60);
				for (let i = 0; i < count; i++) expected.push(happenOnChain());
				if (round === 1) raise(11);
				told.push(...jsonOf(await trigger.poll()).map(({ txHash }) => txHash));
				devnet.faults([]);
			}
			for (let more = 0; more < 20 && told.length < expected.length; more++)
				told.push(...jsonOf(await trigger.poll()).map(({ txHash }) => txHash));
			expect([...told].sort()).toEqual([...expected].sort());
		},
	);

	test.each(
		[1, 2, 3].flatMap((nth) => [undefined, 0].map((settleMinutes) => ({ nth, settleMinutes }))),
	)(
		'loses no transaction where another page comes in place of page $nth of the latest: window $settleMinutes [F9]',
		async ({ nth, settleMinutes }) => {
			const options = settleMinutes === undefined ? {} : { settleMinutes };
			const trigger = create({ ...watches.chain!(), options });
			let older: IDataObject | undefined;
			let pages = 0;
			const swap = (reply: Reply): Reply => {
				if (older && pages++ === nth) return { ...reply, json: older };
				return reply;
			};
			const keep = (reply: Reply): Reply => {
				older ??= reply.json as IDataObject;
				return reply;
			};
			devnet.faults([{ host: 'data', path: '43114/transactions', change: keep }]);
			await trigger.activate();
			const expected: string[] = [];
			const told: unknown[] = [];
			for (const count of [10, 350, 2, 1]) {
				clock.advance(2 * hour);
				for (let i = 0; i < count; i++) expected.push(happenOnChain());
				if (count === 350)
					devnet.faults([{ host: 'data', path: '43114/transactions?pageSize=100', change: swap }]);
				told.push(...jsonOf(await trigger.poll()).map(({ txHash }) => txHash));
				devnet.faults([]);
			}
			expect(told).toEqual(expected);
		},
	);

	const falseHeights: Record<string, (height: number) => number> = {
		'millions lower': () => 70_000_000,
		'40 lower': (height) => height - 40,
		'5,000 higher': (height) => height + 5000,
		'no chain is so high': () => 2 ** 52,
	};
	test.each(
		Object.keys(falseHeights).flatMap((what) =>
			[undefined, 0].map((settleMinutes) => ({ what, settleMinutes })),
		),
	)(
		'loses no transaction that the list of the latest gives it for hours: $what, window $settleMinutes [F9]',
		async ({ what, settleMinutes }) => {
			const options = settleMinutes === undefined ? {} : { settleMinutes };
			const trigger = create({ ...watches.chain!(), options });
			await trigger.activate();
			const expected: string[] = [];
			const told: unknown[] = [];
			const change = (reply: Reply): Reply => {
				const { transactions } = reply.json as { transactions: IDataObject[] };
				const falsify = (record: IDataObject): IDataObject => ({
					...record,
					blockNumber: String(falseHeights[what]!(Number(record.blockNumber))),
				});
				const isFalse = ({ txHash }: IDataObject): boolean => txHash === expected[3];
				const first = transactions.filter(isFalse).map(falsify);
				const changed = [...first, ...transactions.filter((one) => !isFalse(one))];
				return { ...reply, json: { ...(reply.json as object), transactions: changed } };
			};
			for (let i = 0; i < 12; i++) {
				clock.advance(2 * hour);
				for (let more = 0; more < 3; more++) expected.push(happenOnChain());
				if (i < 8)
					devnet.faults([{ host: 'data', path: '43114/transactions?pageSize=100', change }]);
				told.push(...jsonOf(await trigger.poll()).map(({ txHash }) => txHash));
				devnet.faults([]);
			}
			expect(told).toEqual(expected);
		},
	);

	const ways = [
		{ more: 500, durable: false },
		...[-1, -40].flatMap((more) => [false, true].map((durable) => ({ more, durable }))),
	];
	// The mock network's chain has no old blocks: a time is looked for among them at length.
	const beginnings = chains
		.flatMap((kind) => ways.map((way) => ({ kind, ...way })))
		.filter(({ kind, durable }) => kind !== 'chain' || !durable);
	test.each(beginnings)('begins no watch: $kind, $more, durable $durable [F19]', async (one) => {
		const { kind, more, durable } = one;
		if (durable && !engine.isRecent) return;
		for (let i = 0; i < 60; i++) {
			clock.advance(60);
			happenOnChain();
		}
		clock.advance(60);
		const trigger = create(watches[kind]!(), { durable });
		if (!durable) raise(more);
		await trigger.activate();
		const expected: string[] = [];
		if (durable) raise(more);
		const told: unknown[] = [];
		for (let i = 0; i < 5; i++) {
			clock.advance(300);
			expected.push(happenOnChain());
			const items = await trigger.poll().then(jsonOf, () => []);
			told.push(...items.map(({ txHash }) => txHash));
		}
		expect(told).toEqual(expected);
	});

	test.each(chains)('is taken back where an earlier version stored it: %s [F19]', async (kind) => {
		const before = create(watches[kind]!());
		await before.activate();
		happenOnChain();
		await before.poll();
		const { cursor } = structuredClone(before.stored) as { cursor: any };
		delete cursor.confirmed;
		cursor.place = { floor: 90_000_000, next: 90_000_001, seen: '' };
		const trigger = create(watches[kind]!(), { staticData: { cursor } });
		engine.logLines.length = 0;
		const told: unknown[] = [];
		expect(await trigger.poll()).toBeNull();
		const expected: string[] = [];
		for (let i = 0; i < 3; i++) {
			expected.push(happenOnChain());
			told.push(...jsonOf(await trigger.poll()).map(({ txHash }) => txHash));
		}
		expect(told).toEqual(expected);
		expect(engine.logLines.filter((line) => line.includes('lay in the future'))).toHaveLength(1);
	});
});

describe('a start that is still to come [F4]', () => {
	const watched = { ...watches.address!(), options: { startTime: '2027-11-02' } };
	const refused = 'Start Time is in the future';

	test('is refused in a test run and when it is published, before anything is sent', async () => {
		expect((await create(watched).testRun()).error?.message).toBe(refused);
		for (const mode of ['activate', 'update'] as const) {
			const refusal: unknown = await create(watched)
				.activate(mode)
				.catch((error) => error);
			expect(saidBy(refusal as Error)).toContain(refused);
			expect(saidBy(refusal as Error)).toContain('Start Time is 2027-11-02 00:00.');
			expect(refusal).toMatchObject(engine.failureOf({ cause: 'configuration-invalid' }));
		}
		expect(devnet.log).toEqual([]);
	});

	test.each([false, true])(
		'stops no watch whose clock goes back, or that n8n takes up: durable %s',
		async (durable) => {
			if (durable && !engine.isRecent) return;
			const options = { startTime: new Date((now() - 60) * 1000).toISOString() };
			const trigger = create({ ...watches.address!(), options }, { durable });
			await trigger.activate();
			clock.advance(-600);
			await trigger.poll();
			trigger.restart();
			await trigger.activate('init');
			await trigger.poll();
			await expect(create(watched).activate('init')).resolves.toBeNull();
		},
	);

	test('is refused in a test run if its block is far beyond the chain', async () => {
		const watchFrom = (startBlock: number) =>
			create({ ...watches.address!(), options: { startBlock } }).testRun();
		const { number } = chain.blocks.at(-1)!;
		const far = number + 5000;
		expect((await watchFrom(far)).error?.message).toMatch(
			new RegExp(`^Start Block is ${far}, but the newest block is \\d+$`),
		);
		expect((await watchFrom(number + 900)).items).not.toEqual([]);
	});
});
