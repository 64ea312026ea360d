/** When a heartbeat is due, and what time nobody looked. */
import { takePulse, type Look, type Pulse } from '../../nodes/Trigger/heartbeat/pulse.ts';

const start = 1_790_000_000;
const every = { everySeconds: 600, sendsItem: false };
const look = (at: number, more: Partial<Look> = {}): Look => ({
	at,
	isSeen: true,
	isQuiet: false,
	isTick: true,
	...more,
});

/** Polls at these times, in one process or, with `isOther`, each in another one; what was due and what was blind. */
function poll(
	times: number[],
	settings = every,
	{ isOther = false, isSeen = (_at: number): boolean => true } = {},
) {
	let pulse: Pulse | undefined;
	let ownPolledAt: number | undefined;
	const due: number[] = [];
	const blind: number[][] = [];
	for (const at of times) {
		const taken = takePulse(pulse, look(start + at, { ownPolledAt, isSeen: isSeen(at) }), settings);
		pulse = taken.pulse;
		if (isOther) pulse.isCommitted = true;
		else ownPolledAt = start + at;
		if (taken.isDue) due.push(at);
		if (taken.blind) blind.push([taken.blind.from - start, taken.blind.to - start]);
	}
	return { pulse: pulse!, due, blind };
}
const minutes = (count: number, from = 0) =>
	Array.from({ length: count }, (_, i) => 60 * (from + i));

test('a beat is due when less than half a poll is missing [U38]', () => {
	expect(poll(minutes(31)).due).toEqual([0, 600, 1200, 1800]);
	// Ticks that come some seconds early or late.
	const late = minutes(31).map((at, i) => at + [0, 20, 3, 11][i % 4]!);
	expect(poll(late).due).toEqual([0, 603, 1200, 1803]);
	// Where polls are further apart than beats, each of them beats.
	expect(poll([0, 3600, 7200]).due).toEqual([0, 3600, 7200]);
	expect(poll([0, 420, 840, 1260, 1680], { ...every, everySeconds: 900 }).due).toEqual([
		0, 840, 1680,
	]);
});

test('a clock that is set back brings a beat, and no time nobody looked [U38][U18]', () => {
	expect(poll([0, 60, 120, -3600, -3540])).toMatchObject({ due: [0, -3600], blind: [] });
});

test('one failing poll waits, the second in a row is told [U38]', () => {
	const one = poll(minutes(13), every, { isSeen: (at: number) => at !== 600 });
	expect(one.due).toEqual([0, 660]);
	const all = poll(minutes(13), every, { isSeen: (at: number) => at < 600 });
	expect(all.due).toEqual([0, 660]);
	// A poll that fails and stores nothing, as with durable cursors.
	const { pulse } = poll(minutes(10));
	expect(takePulse(pulse, look(start + 600, { isSeen: false }), every).isDue).toBe(false);
	expect(takePulse(pulse, look(start + 660, { isSeen: false }), every).isDue).toBe(true);
});

describe('a time nobody looked [U39]', () => {
	const gap = [...minutes(10), ...minutes(5, 40)];

	test('is that from the last poll of the process', () => {
		expect(poll(gap).blind).toEqual([[540, 2400]]);
		// A missed poll or two is none.
		expect(poll([...minutes(10), ...minutes(5, 12)]).blind).toEqual([]);
	});

	test('is that from the last poll that a durable cursor shows', () => {
		expect(poll(gap, every, { isOther: true }).blind).toEqual([[540, 2400]]);
	});

	test('is not taken from what the usual engine stored weeks ago', () => {
		const { pulse } = poll(minutes(10));
		const weeks = look(start + 14 * 86_400, { isTick: false });
		expect(takePulse(pulse, weeks, every).blind).toBeUndefined();
		// An activation of the usual engine, where another trigger of the workflow had the pulse stored.
		expect(takePulse({ ...pulse, isCommitted: true }, weeks, every).blind).toBeUndefined();
	});

	test('is that from the last item, where the next one was due', () => {
		const { pulse } = poll(minutes(10));
		const items = { ...every, sendsItem: true };
		const after = (seconds: number) =>
			takePulse(pulse, look(start + 540 + seconds, { isTick: false }), items).blind;
		expect(after(600 + 60)).toBeUndefined();
		expect(after(3600)).toEqual({ from: start + 540, to: start + 4140 });
	});

	test('waits for the end of quiet hours, and joins the next one', () => {
		const { pulse } = poll(minutes(10));
		const own = { ownPolledAt: start + 540 };
		const quiet = takePulse(pulse, look(start + 4000, { ...own, isQuiet: true }), every);
		expect(quiet.blind).toBeUndefined();
		const later = look(start + 9000, { ownPolledAt: start + 4000 });
		expect(takePulse(quiet.pulse, later, every).blind).toEqual({
			from: start + 540,
			to: start + 9000,
		});
	});

	test('is none once polls are further apart for good', () => {
		const slower = [...minutes(5), ...[1, 2, 3, 4, 5, 6].map((i) => 240 + 1800 * i)];
		expect(poll(slower).blind).toHaveLength(2);
	});
});

test('the pulse takes less than 300 bytes [U20]', () => {
	const { pulse } = poll(minutes(100), every, { isSeen: (at: number) => at < 600 });
	const full = { ...pulse, isCommitted: true, blind: { from: start, to: start } };
	expect(JSON.stringify(full).length).toBeLessThan(300);
});
