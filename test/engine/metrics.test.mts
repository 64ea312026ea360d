/** Metrics of chains over time. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useNode, saidBy } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheMetrics', devnet, { chainId: '43114' });

const getMany = async (parameters: INodeParameters, timezone = 'America/New_York') => {
	const { items, error } = await run('metric', 'getMany', parameters, { settings: { timezone } });
	return { points: jsonOf(items), error };
};
const queries = () =>
	devnet.log.map(({ url }) => Object.fromEntries(new URL(url, devnet.url).searchParams));
const utc = (text: string) => Date.parse(`${text}Z`) / 1000;
const isPast = (text: unknown) => Date.parse(String(text)) <= Date.now();

test.each(['hour', 'day', 'week', 'month'])(
	'a point says which %s it stands for',
	async (timeInterval) => {
		const { points } = await getMany({ metric: 'txCount', timeInterval, limit: 14 });
		expect(points).toHaveLength(14);
		points.forEach((point, i) => {
			const start = DateTime.fromISO(point.start as string, { zone: 'utc' });
			expect(start.startOf(timeInterval as 'day').toMillis()).toBe(start.toMillis());
			expect(point).toEqual({
				metric: 'txCount',
				chain: 'C-Chain',
				chainId: '43114',
				timeInterval,
				start: start.toISO({ suppressMilliseconds: true }),
				end: start.plus({ [timeInterval]: 1 }).toISO({ suppressMilliseconds: true }),
				complete: i > 0,
				value: Number(point.valueExact),
				unit: 'transactions',
				valueExact: expect.stringMatching(/^\d+$/),
			});
			if (i > 0) expect(point.end).toBe(points[i - 1].start);
		});
	},
);

test('only complete intervals come where that is wanted, as many as asked for', async () => {
	const { points } = await getMany({
		metric: 'gasUsed',
		timeInterval: 'day',
		limit: 5,
		filters: { onlyComplete: true },
	});
	expect(points.map(({ complete }) => complete)).toEqual(Array(5).fill(true));
	expect(isPast(points[0].end)).toBe(true);
	const all = await getMany({
		metric: 'gasUsed',
		timeInterval: 'day',
		limit: 6,
		filters: { onlyComplete: false },
	});
	expect(all.points.slice(1)).toEqual(points);
	expect(queries().map(({ onlyComplete }) => onlyComplete)).toEqual(queries().map(() => undefined));
});

test.each([
	['476155741500000000001', '476155741500000000001'],
	['9007199254740993', '9007199254740993'],
	['12', '12'],
	['27.53', '27.53'],
	['1.5e-7', '0.00000015'],
	['1e21', '1000000000000000000000'],
])('the raw value %s is the text %s', async (wire, value) => {
	devnet.faults([{ host: 'metrics', addFields: `{"value":${wire}}` }]);
	const { points } = await getMany({
		metric: 'feesPaid',
		timeInterval: 'day',
		limit: 3,
		simplify: false,
	});
	expect(points.map((point) => [point.value, point.unit])).toEqual(Array(3).fill([value, 'wei']));
});

test.each([
	['feesPaid', '43114', '476155741500000000001', 476.1557415, '476.155741500000000001', 'AVAX'],
	['feesPaid', 'total', '1', 1e-18, '0.000000000000000001', 'native token'],
	['avgGasPrice', '43114', '27530000000.5', 27.5300000005, '27.5300000005', 'gwei'],
	['maxGasPrice', '43114', '25000000000', 25, '25', 'gwei'],
	['avgTps', '43114', '1.5e-7', 1.5e-7, '0.00000015', 'transactions per second'],
	['gasUsed', '43114', '9007199254740993', 9007199254740992, '9007199254740993', 'gas'],
])(
	'%s of %s: %s is the number %s, exactly %s, in %s',
	async (metric, chainId, wire, value, valueExact, unit) => {
		devnet.faults([{ host: 'metrics', addFields: `{"value":${wire}}` }]);
		const { points } = await getMany({ chainId, metric, timeInterval: 'day', limit: 1 });
		expect(points).toMatchObject([{ metric, chainId, value, unit, valueExact }]);
		expect(Object.keys(points[0]).at(-1)).toBe('valueExact');
	},
);

describe('fees of an L1', () => {
	const fees = { chainId: '836836', metric: 'feesPaid', timeInterval: 'day', limit: 2 };
	const unitsOf = ({ points }: { points: IDataObject[] }) => points.map(({ unit }) => unit);

	test('are in the token that the list of chains names', async () => {
		expect(unitsOf(await getMany(fees))).toEqual(['DEMO', 'DEMO']);
		const { points } = await getMany({ ...fees, simplify: false });
		expect(unitsOf({ points })).toEqual(['wei', 'wei']);
		expect(points[0]).not.toHaveProperty('symbol');
	});

	test('are in the native token where nobody names it', async () => {
		devnet.faults([{ host: 'data', status: 500 }]);
		expect(unitsOf(await getMany(fees))).toEqual(['native token', 'native token']);
	});

	test('are in no token whose symbol links or mentions', async () => {
		devnet.faults([
			{ host: 'data', addFields: JSON.stringify({ symbol: '<@U1> https://x.example' }) },
		]);
		const { points } = await getMany(fees);
		expect(String(points[0].unit)).not.toMatch(/[<@:/]/);
	});
});

test('the oldest comes first where that is wanted, and Limit keeps the newest', async () => {
	const asked = { metric: 'txCount', timeInterval: 'day', limit: 5 };
	// The value of the running day still changes.
	const onlyComplete = true;
	const { points: newestFirst } = await getMany({ ...asked, filters: { onlyComplete } });
	const filters = { onlyComplete, sortOrder: 'asc' };
	const { points, error } = await getMany({ ...asked, filters });
	expect(error).toBeUndefined();
	expect(points).toEqual(newestFirst.toReversed());
	expect(points[0].start! < points[4].start!).toBe(true);
	expect(queries().every(({ sortOrder }) => sortOrder === undefined)).toBe(true);
});

test('Return All follows all pages of 2160', async () => {
	const { points } = await getMany({ metric: 'txCount', timeInterval: 'hour', returnAll: true });
	expect(points.length).toBeGreaterThan(2160);
	expect(queries().map(({ pageSize }) => pageSize)).toEqual(
		Array(Math.ceil(points.length / 2160)).fill('2160'),
	);
	expect(new Set(points.map(({ start }) => start)).size).toBe(points.length);
});

const november = [utc('2025-11-01T00:00:00'), utc('2025-12-01T00:00:00')];
const inNewYork = [utc('2025-11-01T04:00:00'), utc('2025-12-01T05:00:00')];

/** What is entered, in New York, and which points are asked for: from the first on, before the second. */
const periods: Array<
	[interval: string, start: unknown, end: unknown, from: number, before: number]
> = [
	['day', '2025-11-01T00:00:00', '2025-12-01T00:00:00', november[0], november[1]],
	['week', '2025-11-01T00:00:00', '2025-12-01T00:00:00', november[0], november[1]],
	['month', '2025-11-01', '2025-12-01', november[0], november[1]],
	[
		'day',
		'={{ DateTime.fromISO("2025-11-01") }}',
		'={{ DateTime.fromISO("2025-12-01") }}',
		november[0],
		november[1],
	],
	['day', '2025-11-01T00:00:00+09:00', '2025-12-01T00:00:00+09:00', november[0], november[1]],
	['day', `={{ ${november[0]} }}`, String(november[1]), november[0], november[1]],
	[
		'day',
		'={{ new Date("2025-11-01T00:00:00Z") }}',
		'2025-12-01T00:00:00Z',
		november[0],
		november[1],
	],
	['day', '2025-11-01T09:30:00', '2025-11-30T09:30:00', november[0], november[1]],
	['hour', '2025-11-01T00:00:00', '2025-12-01T00:00:00', inNewYork[0], inNewYork[1]],
	[
		'hour',
		'={{ DateTime.fromISO("2025-11-01") }}',
		'={{ DateTime.fromISO("2025-12-01") }}',
		inNewYork[0],
		inNewYork[1],
	],
	['hour', '2025-11-01T00:00:00Z', `={{ ${november[1]} }}`, november[0], november[1]],
	[
		'hour',
		'2025-11-01T00:30:00+05:30',
		'2025-11-01T02:30:00+05:30',
		utc('2025-10-31T19:00:00'),
		utc('2025-10-31T21:00:00'),
	],
	['hour', '2025-11-01T00:10:00Z', '2025-11-01T00:50:00Z', november[0], november[0] + 3600],
];
test.each(periods)(
	'by %s from %s to %s',
	async (timeInterval, startTimestamp, endTimestamp, from, before) => {
		const filters = { startTimestamp, endTimestamp } as IDataObject as INodeParameters;
		const { points, error } = await getMany({
			metric: 'txCount',
			timeInterval,
			returnAll: true,
			filters,
		});
		expect(error).toBeUndefined();
		// One second off the bound, it does not matter whether a service counts the bound in.
		expect(queries()[0]).toMatchObject({
			startTimestamp: String(from - 1),
			endTimestamp: String(before - 1),
		});
		for (const { start } of points) {
			const seconds = Date.parse(start as string) / 1000;
			expect(seconds).toBeGreaterThanOrEqual(from);
			expect(seconds).toBeLessThan(before);
		}
		const days = (before - from) / 86_400;
		const expected = { hour: days * 24, day: days, week: 4, month: 1 }[timeInterval]!;
		expect(points).toHaveLength(expected);
	},
);

test('a day whose midnight the zone skips is no longer than any other', async () => {
	// In Santiago 7 September 2025 begins at 1:00.
	const end = { metric: 'txCount', timeInterval: 'day', filters: { endTimestamp: '2025-09-07' } };
	const { error } = await getMany(end, 'America/Santiago');
	expect(error).toBeUndefined();
	expect(queries()[0].endTimestamp).toBe(String(utc('2025-09-07T00:00:00') - 1));
	const empty = { ...end, filters: { ...end.filters, startTimestamp: '2025-09-07' } };
	expect((await getMany(empty, 'America/Santiago')).error?.message).toContain(
		'Start Time must be before End Time',
	);
});

test.each(['total', 'mainnet', 'testnet', '43113'])(
	'%s is a chain or stands for many',
	async (chainId) => {
		const { points } = await getMany({
			chainId,
			metric: 'activeAddresses',
			timeInterval: 'week',
			limit: 2,
		});
		expect(points.map(({ chainId: of, unit }) => [of, unit])).toEqual(
			Array(2).fill([chainId, 'addresses']),
		);
	},
);

const daily =
	'cumulativeTxCount cumulativeAddresses cumulativeContracts cumulativeDeployers contracts deployers avgGps maxGps avgTps maxTps avgGasPrice maxGasPrice';
test.each(daily.split(' '))('%s exists by the day only', async (metric) => {
	for (const timeInterval of ['hour', 'week', 'month']) {
		const { error } = await getMany({ metric, timeInterval });
		expect(saidBy(error)).toMatch(/Time Interval must be Day for [A-Z][a-z]+/);
	}
	expect(devnet.log).toEqual([]);
	const { points } = await getMany({ metric, timeInterval: 'day', limit: 1 });
	expect(points.map((point) => point.metric)).toEqual([metric]);
});

test.each(['activeAddresses', 'activeSenders', 'gasUsed', 'txCount'])(
	'%s exists by any interval',
	async (metric) => {
		for (const timeInterval of ['hour', 'day', 'week', 'month'])
			expect((await getMany({ metric, timeInterval, limit: 1 })).points).toHaveLength(1);
	},
);

test('the refusal of fees by the hour is explained', async () => {
	const { error } = await getMany({ metric: 'feesPaid', timeInterval: 'hour' });
	expect(error?.httpCode).toBe('400');
	expect(error?.description).toContain('by day only');
});

test.each([
	[{ chainId: '={{ "" }}' }, 'Fill in Chain'],
	[{ chainId: '43114/metrics/../x' }, 'Chain must be'],
	[{ metric: 'apr' }, 'Metric must be one of'],
	[{ timeInterval: 'year' }, 'Time Interval must be one of'],
	[{ filters: { startTimestamp: 'soon' } }, 'Start Time must be a date'],
	[{ filters: { endTimestamp: -1 } }, 'End Time must be a date'],
	[
		{ filters: { startTimestamp: '2025-11-02', endTimestamp: '2025-11-01' } },
		'Start Time must be before End Time',
	],
	[
		{ filters: { startTimestamp: '2025-11-01', endTimestamp: '2025-11-01' } },
		'Start Time must be before End Time',
	],
	[{ filters: { onlyComplete: 'yes' } }, 'Only Complete Intervals must be true or false'],
	[{ options: { pageSize: 2161 } }, 'Page Size must be a whole number from 1 to 2160'],
])('%j is refused before anything is sent', async (parameters, words) => {
	const { error } = await getMany({ metric: 'txCount', timeInterval: 'day', ...parameters });
	expect(saidBy(error)).toContain(words);
	expect(devnet.log).toEqual([]);
});
