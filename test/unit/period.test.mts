/** Periods that people name, by fixed clocks: whole units of the calendar in a time zone. */
import { DateTime } from 'luxon';
import { presets, type Period, type PresetName } from '../../nodes/shared/period.ts';

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
