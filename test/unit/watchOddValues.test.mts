/** Odd values in what a node answers: no poll fails for them, and nothing of the other validators is hidden. */
import type { IDataObject } from 'n8n-workflow';
import { hourOf, packSubjects, unpackSubjects } from '../../nodes/Trigger/watch/cursor';
import { readSource } from '../../nodes/Trigger/watch/sources';
import type { Subject, WatchSettings } from '../../nodes/Trigger/watch/model';
import { makeNodeId, throwDice } from '../../devnet/ids.mts';
import {
	balanceRecord,
	day,
	hour,
	l1Record,
	lacksFee,
	ok,
	primaryRecord,
	settingsFor,
	start,
	Watcher,
	worldOf,
} from './watchSeries.mts';

const eventsOf = (items: IDataObject[]) =>
	items.map(({ event, nodeId }) => `${String(event)} ${String(nodeId)}`);
const onPrimary = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };

/** Values that no node should answer, and the limits of those that it may. */
const oddValues: unknown[] = [
	null,
	true,
	false,
	'',
	' ',
	'odd',
	[],
	{},
	[null],
	{ seconds: 1 },
	'x'.repeat(5000),
	'\u0000',
	'__proto__',
	0,
	-1,
	0.5,
	1e-300,
	1e300,
	2 ** 31,
	2 ** 32,
	2 ** 53 - 1,
	-(2 ** 53),
	8.64e12,
	8.64e15,
	100.0001,
	'0',
	'-1',
	'4294967296',
	'9007199254740993',
	'18446744073709551615',
	'18446744073709551616',
	'1e400',
	'0x10',
	'NaN',
];

describe('an end that is far away [U25]', () => {
	test.each([2 ** 31, 2 ** 32, 2 ** 40, 2 ** 53, 8.64e12, 8.65e12, -1, 0])(
		'is told of no more than any other: %d',
		async (endTime) => {
			const watcher = new Watcher({
				...onPrimary,
				conditions: ['left', 'belowThreshold', 'endingSoon'],
			});
			const records = (uptime: string) => [
				primaryRecord('NodeID-a', { endTime: String(endTime), uptime }),
				primaryRecord('NodeID-b'),
			];
			const told = [];
			for (const uptime of ['99', '99', '50', '50', '99', '99'])
				told.push(...eventsOf(await watcher.see(records(uptime))));
			expect(told.filter((line) => !line.includes('ending'))).toEqual([
				'belowThreshold NodeID-a',
				'aboveThreshold NodeID-a',
			]);
			// A node that says 0, or milliseconds, has said no end.
			expect(told.filter((line) => line.includes('ending'))).toEqual([]);
		},
	);

	test.each(['0', String(start * 1000), 1e21, '18446744073709551615'])(
		'%p for a time is no other validation and no earlier end',
		async (odd) => {
			const watcher = new Watcher({ ...onPrimary, conditions: ['left', 'joined', 'endingSoon'] });
			const told = [];
			for (const endTime of [undefined, odd, odd, odd, undefined, undefined]) {
				const changed = endTime === undefined ? {} : { endTime };
				told.push(...eventsOf(await watcher.see([primaryRecord('NodeID-a', changed)])));
			}
			expect(told).toEqual([]);
			// The last end that was said still tells a renewal.
			await watcher.see([primaryRecord('NodeID-a', { endTime: odd })]);
			const later = { endTime: String(start + 60 * day) };
			const renewed = await watcher.see([primaryRecord('NodeID-a', later)]);
			expect(renewed.map(({ event, reason }) => [event, reason])).toEqual([['joined', 'renewed']]);
		},
	);

	test('comes back from the cursor as it was put in', () => {
		const ends = [
			start,
			start + 400 * day,
			2 ** 31,
			2 ** 32,
			2 ** 53,
			Date.UTC(2040, 11, 14) / 1000,
		];
		for (const endsAt of ends)
			for (const renews of [{}, { renews: true as const }]) {
				const state: Subject = {
					validation: 'abc',
					endsAtHour: hourOf(endsAt),
					...renews,
					states: {},
					reported: {},
				};
				const states = new Map([[makeNodeId('end'), state]]);
				expect(unpackSubjects(packSubjects(states, start), start)).toEqual(states);
			}
	});
});

describe('a record without a node ID is left out, and the others are judged [U2]', () => {
	const odd: unknown[] = [
		null,
		{},
		{ nodeID: null },
		{ nodeID: 7 },
		{ nodeID: '' },
		{ nodeID: 'self' },
		'NodeID-x',
		7,
		[],
		{ nodeID: `NodeID-${'x'.repeat(999)}` },
	];
	const sources: Array<
		[
			WatchSettings['source'],
			Partial<WatchSettings>,
			good: IDataObject,
			bad: IDataObject | undefined,
			event: string,
		]
	> = [
		[
			'primaryNetwork',
			{},
			primaryRecord('NodeID-a'),
			primaryRecord('NodeID-a', { connected: false }),
			'disconnected',
		],
		[
			'blockchain',
			{},
			l1Record('NodeID-a'),
			l1Record('NodeID-a', { isConnected: false }),
			'disconnected',
		],
		[
			'balances',
			{ subnetId: 'subnet' },
			balanceRecord('NodeID-a', 10 ** 12),
			balanceRecord('NodeID-a', 0),
			'balanceLow',
		],
		[
			'peers',
			{ nodeIds: ['NodeID-a', 'NodeID-b'] },
			{ nodeID: 'NodeID-a' },
			undefined,
			'disconnected',
		],
	];

	describe.each(sources)('%s', (source, more, good, bad, event) => {
		const settings = {
			source,
			blockchainId: '',
			badPolls: 1,
			conditions: [event, 'unreachable' as const],
			...more,
		};
		const field = source === 'peers' ? 'peers' : 'validators';
		const world = (list: unknown[]) =>
			worldOf((method) => lacksFee(method) ?? ok({ [field]: list }));
		const other = { ...good, nodeID: 'NodeID-b' };

		test.each(odd)('%j', async (record) => {
			const watcher = new Watcher(settings);
			expect(await watcher.poll(world([record, good, other]))).toEqual([]);
			expect(
				eventsOf(
					await watcher.poll(
						world(
							[good, record, other, record]
								.map((each) => (each === good ? bad : each))
								.filter((each) => each !== undefined),
						),
					),
				),
			).toEqual([`${event} NodeID-a`]);
			expect(
				await watcher.poll(world([other, record, bad].filter((each) => each !== undefined))),
			).toEqual([]);
		});

		test.each(odd)('a list of such alone is not understood: %j', async (record) => {
			const { failure } = await readSource(world([record, record]), settingsFor(settings), start);
			expect(failure).toMatchObject({ kind: 'not-understood' });
			expect(await new Watcher(settings).poll(world([record]))).toMatchObject([
				{ event: 'unreachable' },
			]);
		});
	});
});

describe('an upgrade that nobody would name so [U29]', () => {
	test.each(['Time', 'constructorTime', '__proto__Time', 'toStringTime'])('%s', async (name) => {
		const settings = {
			source: 'peers' as const,
			blockchainId: '',
			nodeIds: ['NodeID-a'],
			rules: { outdated: { minimumVersion: '', upgradeSeconds: 14 * day } },
			badPolls: 1,
			conditions: ['outdated' as const],
		};
		const upgrades = JSON.parse(
			`{"${name}":"2026-11-22T00:00:00Z","graniteTime":"2025-11-19T16:00:00Z"}`,
		) as IDataObject;
		const peers = [{ nodeID: 'NodeID-a', version: 'avalanchego/1.13.0' }];
		const world = worldOf((method) => ok(method === 'info.upgrades' ? upgrades : { peers }));
		expect(eventsOf(await new Watcher(settings).poll(world))).toContain('outdated NodeID-a');
	});
});

/** Polls over records of which some fields hold odd values, beside one validator that goes down and comes back. */
describe.each<
	[WatchSettings['source'], string[], (name: string, changes?: IDataObject) => IDataObject]
>([
	[
		'primaryNetwork',
		[
			'belowThreshold',
			'disconnected',
			'endingSoon',
			'fell',
			'left',
			'requirementAtRisk',
			'unreachable',
		],
		primaryRecord,
	],
	[
		'blockchain',
		['belowThreshold', 'disconnected', 'fell', 'inactive', 'left', 'unreachable'],
		l1Record,
	],
	[
		'balances',
		['balanceLow', 'left', 'unreachable'],
		(name, changes) => ({ ...balanceRecord(name, 10 ** 15), ...changes }),
	],
])('odd values in every field of %s [U2]', (source, conditions, makeRecord) => {
	const fields = [
		...Object.keys(makeRecord('NodeID-a')),
		'isConnected',
		'nextPeriod',
		'autoCompoundRewardShares',
		'delegators',
		'validationID',
	];
	const isBalances = source === 'balances';
	const fee = {
		capacity: 20_000,
		target: 10_000,
		minPrice: 512,
		excessConversionConstant: 1_246_488_515,
	};
	const down = isBalances ? { balance: '0' } : { isConnected: false, connected: false };
	const [began, ended] = isBalances
		? ['balanceLow', 'balanceRestored']
		: ['disconnected', 'reconnected'];

	test.each([1, 2, 3])('make no poll fail, and hide nothing of another (%d)', async (seed) => {
		const dice = throwDice(seed);
		const pick = <T,>(list: T[]): T => list[dice.between(0, list.length - 1)]!;
		const watcher = new Watcher({
			source,
			blockchainId: '',
			subnetId: 'subnet',
			conditions,
			rules: { belowThreshold: { threshold: source === 'primaryNetwork' ? 'reward' : 80 } },
			badPolls: 1,
			reminderSeconds: 6 * hour,
		});
		const told: string[] = [];
		for (let poll = 0; poll < 400; poll++) {
			const odd = Array.from({ length: 6 }, (_, i) => {
				const changes = Object.fromEntries(
					fields.filter(() => dice.chance(0.3)).map((field) => [field, pick(oddValues)]),
				);
				return makeRecord(`NodeID-odd${i}`, changes as IDataObject);
			});
			const isDown = poll % 20 >= 10;
			const world = worldOf((method) => {
				if (method === 'info.upgrades')
					return ok({ heliconTime: new Date((start - 40 * day) * 1000).toISOString() });
				const odds = [
					{ excess: pick(oddValues) },
					{ price: pick(oddValues) },
					{ timestamp: pick(oddValues) },
					{},
					{},
					{},
					{},
					{},
				];
				if (method === 'platform.getValidatorFeeConfig') return ok(fee);
				if (method === 'platform.getValidatorFeeState')
					return ok({
						excess: 0,
						price: 512,
						timestamp: new Date(start * 1000).toISOString(),
						...pick(odds),
					});
				return ok({ validators: [...odd, makeRecord('NodeID-a', isDown ? down : {})] });
			});
			const items = await watcher.poll(world, 60);
			for (const item of items) {
				expect(JSON.stringify({ ...item, validationId: null, validator: null })).not.toMatch(
					/NaN|undefined|Infinity/,
				);
				if (item.nodeId === 'NodeID-a' && [began, ended].includes(item.event as string))
					told.push(`${poll} ${String(item.event)}`);
				if (
					(item.nodeIds as string[] | undefined)?.includes('NodeID-a') &&
					item.event !== 'reminder'
				)
					told.push(`${poll} ${String(item.event)}`);
			}
			expect(Buffer.byteLength(watcher.stored!)).toBeLessThan(8192 + 64 * 7);
		}
		const expected = Array.from(
			{ length: 39 },
			(_, i) => `${10 * (i + 1)} ${i % 2 ? ended : began}`,
		);
		// That a balance lasts again is seen once the fee is told again.
		const withoutPoll = (lines: string[]) =>
			lines.map((line) => (isBalances ? line.replace(/^\d+ /, '') : line));
		expect(withoutPoll(told)).toEqual(withoutPoll(expected));
	});
});

describe('a clock that is far off [U18]', () => {
	test.each([0, 2 ** 31, 2 ** 32, 8e12])('%d', async (at) => {
		const watcher = new Watcher({
			...onPrimary,
			conditions: ['disconnected', 'left', 'unreachable'],
		});
		watcher.at = at;
		const see = async (connected: boolean) =>
			eventsOf(
				await watcher.see([primaryRecord('NodeID-a', { connected }), primaryRecord('NodeID-b')]),
			);
		expect([await see(true), await see(false), await see(false), await see(true)]).toEqual([
			[],
			['disconnected NodeID-a'],
			[],
			['reconnected NodeID-a'],
		]);
	});
});
