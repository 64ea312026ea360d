/** The period before that of a report, and the difference of two sums. */
import { compare, rangeBefore, sayChange } from '../../nodes/shared/report/comparison';

const berlin = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;
const before = (from: string, to: string) => {
	const range = rangeBefore({ from: at(from), to: at(to) }, berlin);
	return range && [range.from, range.to].map((time) => new Date(time * 1000).toISOString());
};

test.each([
	['a month', '2026-03-31T22:00Z', '2026-04-30T22:00Z', '2026-02-28T23:00:00.000Z'],
	['a month of a day less', '2026-02-28T23:00Z', '2026-03-31T22:00Z', '2026-01-31T23:00:00.000Z'],
	['a quarter', '2026-03-31T22:00Z', '2026-06-30T22:00Z', '2025-12-31T23:00:00.000Z'],
	['a year', '2025-12-31T23:00Z', '2026-12-31T23:00Z', '2024-12-31T23:00:00.000Z'],
	['a week', '2026-10-25T23:00Z', '2026-11-01T23:00Z', '2026-10-18T22:00:00.000Z'],
	[
		'days with a change of clocks',
		'2026-10-23T22:00Z',
		'2026-10-26T23:00Z',
		'2026-10-20T22:00:00.000Z',
	],
	['hours', '2026-10-10T10:00Z', '2026-10-10T13:00Z', '2026-10-10T07:00:00.000Z'],
])('before %s is one like it', (_, from, to, expected) => {
	expect(before(from, to)).toEqual([expected, new Date(Date.parse(from)).toISOString()]);
});

test('nothing is before all time', () => {
	expect(rangeBefore({ from: -Infinity, to: Infinity }, berlin)).toBeUndefined();
	expect(rangeBefore({ from: 0, to: Infinity }, berlin)).toBeUndefined();
});

test('a difference is exact, and null where a sum is not known', () => {
	expect(compare('1.1', '1')).toEqual({ difference: '0.1', percent: 10 });
	expect(compare('0', '4')).toEqual({ difference: '-4', percent: -100 });
	expect(compare('4', '0')).toEqual({ difference: '4', percent: null });
	for (const [now, then] of [
		[undefined, '1'],
		['1', undefined],
	])
		expect(compare(now, then)).toEqual({ difference: null, percent: null });
	expect(sayChange(compare('112.34', '100'))).toBe('+12.3 %');
	expect(sayChange(compare('1', undefined))).toBe('');
});
