/** Times that servers say. */
import {
	isAhead,
	readPastSecond,
	readSecond,
	readTime,
	slackSeconds,
} from '../../nodes/shared/values/times';

test.each([
	['2026-11-24T15:39:46Z', 1_795_534_786],
	['2026-11-24T15:39:46.5Z', 1_795_534_786.5],
	['2026-11-24T16:39:46+01:00', 1_795_534_786],
	['9999-12-01T00:00:00Z', 253_399_622_400],
])('%s is a time', (text, seconds) => {
	expect(readTime(text)).toBe(seconds);
});

test.each([
	'',
	'-5',
	'5',
	'1795534786',
	'1795534786000',
	'2026-11-24',
	'word',
	'2026-13-24T15:39:46Z',
	null,
	undefined,
	5,
	1_795_534_786,
	true,
	{},
	[7],
])('%p is none', (value) => {
	expect(readTime(value)).toBeUndefined();
});

test('what has happened may be ahead of its host by an hour, and without a host of this machine', () => {
	const now = Math.floor(Date.now() / 1000);
	const isAheadBy = (seconds: number) => [now, undefined].map((at) => isAhead(now + seconds, at));
	expect(isAheadBy(slackSeconds - 60)).toEqual([false, false]);
	expect(isAheadBy(slackSeconds + 60)).toEqual([true, true]);
});

test('a record has a time of the network, in seconds: no 0, no milliseconds', () => {
	const now = Math.floor(Date.now() / 1000);
	const inTenYears = now + 10 * 365 * 86_400;
	expect([now, String(now), inTenYears].map(readSecond)).toEqual([now, now, inTenYears]);
	for (const odd of [
		0,
		'0',
		-1,
		1,
		1000 * now,
		now + 0.5,
		1e21,
		'18446744073709551615',
		null,
		'',
		{},
	])
		expect([odd, readSecond(odd), readPastSecond(odd)]).toEqual([odd, undefined, undefined]);
	expect([now, inTenYears].map(readPastSecond)).toEqual([now, undefined]);
});
