/** Periods that people name, by fixed clocks: whole units of the calendar in a time zone. */
import { DateTime } from 'luxon';
import { encodeField } from '../../nodes/shared/fields/fields.ts';
import {
	isWithin,
	periodFields,
	presets,
	readPeriod,
	type Period,
	type PresetName,
} from '../../nodes/shared/fields/period.ts';

const periodAt = (preset: PresetName, time: string, zone: string) => {
	const { from, to }: Period = presets[preset].of(DateTime.fromISO(time, { zone }));
	return [from, to].map((moment) => moment?.toISO({ suppressMilliseconds: true }));
};

test.each<[PresetName, string, string]>([
	['thisMonth', '2026-11-01', '2026-12-01'],
	['lastMonth', '2026-10-01', '2026-11-01'],
	['thisQuarter', '2026-10-01', '2027-01-01'],
	['lastQuarter', '2026-07-01', '2026-10-01'],
	['thisYear', '2026-01-01', '2027-01-01'],
	['lastYear', '2025-01-01', '2026-01-01'],
	['lastWeek', '2026-11-09', '2026-11-16'],
	['today', '2026-11-22', '2026-11-23'],
	['yesterday', '2026-11-21', '2026-11-22'],
	['last7Days', '2026-11-15', '2026-11-22'],
	['last30Days', '2026-10-23', '2026-11-22'],
])('%s on Sunday 22 November 2026 is from %s up to %s', (preset, from, to) => {
	expect(periodAt(preset, '2026-11-22T13:37:11.123', 'UTC')).toEqual(
		[from, to].map((day) => `${day}T00:00:00Z`),
	);
});

test.each(['allTime', 'custom'] as const)('%s has no bounds of its own', (preset) => {
	expect(presets[preset].of()).toEqual({});
});

test.each([
	['2026-01-31T12:00:00', 'lastMonth', '2025-12-01', '2026-01-01'],
	['2026-03-31T23:59:59', 'lastMonth', '2026-02-01', '2026-03-01'],
	['2024-03-30T00:00:00', 'lastMonth', '2024-02-01', '2024-03-01'],
	['2026-05-31T12:00:00', 'lastQuarter', '2026-01-01', '2026-04-01'],
	['2026-01-01T00:00:00', 'lastYear', '2025-01-01', '2026-01-01'],
	['2024-02-29T12:00:00', 'lastYear', '2023-01-01', '2024-01-01'],
	['2026-03-01T00:00:00', 'yesterday', '2026-02-28', '2026-03-01'],
] as const)('at the end of a month, %s: %s', (now, preset, from, to) => {
	expect(periodAt(preset, now, 'UTC')).toEqual([from, to].map((day) => `${day}T00:00:00Z`));
});

test.each([
	// Clocks go forward on 29 March and back on 25 October 2026 in Berlin.
	[
		'Europe/Berlin',
		'2026-04-15T12:00',
		'lastMonth',
		'2026-03-01T00:00:00+01:00',
		'2026-04-01T00:00:00+02:00',
	],
	[
		'Europe/Berlin',
		'2026-03-30T12:00',
		'yesterday',
		'2026-03-29T00:00:00+01:00',
		'2026-03-30T00:00:00+02:00',
	],
	[
		'Europe/Berlin',
		'2026-10-27T12:00',
		'last7Days',
		'2026-10-20T00:00:00+02:00',
		'2026-10-27T00:00:00+01:00',
	],
	[
		'America/New_York',
		'2026-11-22T12:00',
		'lastMonth',
		'2026-10-01T00:00:00-04:00',
		'2026-11-01T00:00:00-04:00',
	],
	[
		'America/New_York',
		'2026-12-01T00:00',
		'lastMonth',
		'2026-11-01T00:00:00-04:00',
		'2026-12-01T00:00:00-05:00',
	],
	// In Santiago 7 September 2025 begins at 1:00.
	[
		'America/Santiago',
		'2025-09-08T12:00',
		'yesterday',
		'2025-09-07T01:00:00-03:00',
		'2025-09-08T00:00:00-03:00',
	],
	[
		'Asia/Kolkata',
		'2026-01-01T00:10',
		'lastMonth',
		'2025-12-01T00:00:00+05:30',
		'2026-01-01T00:00:00+05:30',
	],
] as const)('in %s at %s, %s is from %s up to %s', (zone, now, preset, from, to) => {
	expect(periodAt(preset, now, zone)).toEqual([from, to]);
});

test('the same moment is another month in another zone', () => {
	const now = DateTime.fromISO('2026-10-31T23:30:00Z');
	const [berlin, utc] = ['Europe/Berlin', 'UTC'].map(
		(zone) => presets.thisMonth.of(now.setZone(zone)).from?.month,
	);
	expect([berlin, utc]).toEqual([11, 10]);
});

let now = 0;
beforeEach(() => {
	now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const [presetField, fromField, toField] = periodFields();

/** What the fields give for a preset at a moment, in a workflow of one zone and a report of another. */
function periodOf(period: PresetName, at: DateTime, timezone: string, timeZone: string) {
	now = at.toMillis();
	return readPeriod({ period: encodeField(presetField, period, { timezone }), timeZone });
}

const zones = [
	'UTC',
	'America/Havana',
	'America/Los_Angeles',
	'America/Santiago',
	'America/St_Johns',
	'Asia/Kolkata',
	'Atlantic/Azores',
	'Australia/Lord_Howe',
	'Europe/Berlin',
	'Pacific/Auckland',
	'Pacific/Kiritimati',
];
const repeated: Array<[PresetName, string]> = [
	['today', 'days'],
	['yesterday', 'days'],
	['lastWeek', 'weeks'],
	['last7Days', 'weeks'],
	['thisMonth', 'months'],
	['lastMonth', 'months'],
	['lastQuarter', 'quarters'],
	['lastYear', 'years'],
];

/** The periods of a schedule that runs again and again through all of 2024, at a time of day in the zone of the report. */
function repeat(preset: PresetName, unit: string, zone: string, clock: { hour: number }): Period[] {
	const start = DateTime.fromObject({ year: 2023, month: 12, day: 1, ...clock }, { zone });
	const runs =
		Math.floor(
			DateTime.utc(2025, 1, 3)
				.diff(start)
				.as(unit as 'days'),
		) + 1;
	return Array.from({ length: runs }, (_, i) =>
		periodOf(preset, start.plus({ [unit]: i }), 'America/New_York', zone),
	);
}

describe.each(zones)('in %s, a year with its leap day and changes of the clock', (zone) => {
	test.each(repeated)('is cut by %s into periods that hold each record once', (preset, unit) => {
		for (const hour of [0, 23]) {
			const periods = repeat(preset, unit, zone, { hour });
			const starts = periods.map(({ from }) => from!.toSeconds());
			expect(periods.map(({ to }) => to!.toSeconds()).slice(0, -1)).toEqual(starts.slice(1));
			const heldBy = starts.map((time, i) =>
				[i - 1, i, i + 1].filter((n) => periods[n] && isWithin(time, periods[n])),
			);
			expect(heldBy).toEqual(starts.map((_, i) => [i]));
			// What the clock showed before the first moment is of another day.
			const daysBefore = starts.map((time) => DateTime.fromSeconds(time - 1, { zone }).toISODate());
			expect(periods.filter(({ from }, i) => from!.toISODate() === daysBefore[i])).toEqual([]);
		}
	});
});

test('a date is the first moment of its day, also where its midnight comes twice', () => {
	const context = { timezone: 'UTC' };
	const read = readPeriod({
		from: encodeField(fromField, '2026-11-01', context),
		to: encodeField(toField, '2026-11-02', context),
		timeZone: 'America/Havana',
	});
	const day = [read.from, read.to].map((time) =>
		time!.toUTC().toISO({ suppressMilliseconds: true }),
	);
	expect(day).toEqual(['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z']);
});

test('To says below itself that a period ends before it: the last day of a year is easily left out', () => {
	expect(toField!.hint).toContain('ends before To: for all of December, enter January 1');
});
