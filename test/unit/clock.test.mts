import { DateTime } from 'luxon';
import { Clock } from '../../nodes/shared/report/clock';

const day = 86_400;
const of = (iso: string): number => Date.parse(iso) / 1000;
/** Moments around each change of clocks of a year, and at the ends of what has four digits. */
const moments = [
	...Array.from({ length: 366 * 24 }, (_, hour) => of('2026-01-01T00:00:00Z') + hour * 3600 + 1799),
	-1,
	0,
	1,
	day - 1,
	day,
	of('9999-12-30T23:59:59Z'),
	of('9999-12-31T23:59:59Z'),
	of('2000-02-29T12:00:00Z'),
	of('2038-01-19T03:14:08Z'),
	253_402_300_800,
	-62_135_596_801,
];
const zones = [
	'utc',
	'Europe/Berlin',
	'America/New_York',
	'Australia/Lord_Howe',
	'Africa/Casablanca',
	'Asia/Kathmandu',
	'Pacific/Apia',
	'America/Sao_Paulo',
	'Pacific/Kiritimati',
];

test.each(zones)('the clocks of %s show what a calendar says', (zone) => {
	const clock = new Clock(zone);
	const wrong = moments.filter((time) => {
		const shown = DateTime.fromSeconds(time, { zone, locale: 'en' });
		return (
			clock.write(time) !== shown.toFormat('yyyy-MM-dd HH:mm:ss') ||
			clock.write(time, 'minutes') !== shown.toFormat('yyyy-MM-dd HH:mm')
		);
	});
	expect(wrong).toEqual([]);
});
