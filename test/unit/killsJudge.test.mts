/** The judge of `npm run test:kills`: what counts as told, as missed and as false. */
import { judge } from '../kills/judge.mts';
import type { Outage, Recorded, Told } from '../kills/session.mts';

const second = 1000;
/** Of a kill from second 100 on, whose end begins after so many seconds. */
const outageOf = (lastsSeconds: number, more: Partial<Outage> = {}): Outage => {
	const startedAt = 100 * second;
	const endedAt = startedAt + lastsSeconds * second;
	const times = { startedAt, endedAt, backAt: endedAt + 2 * second, seenAt: endedAt + 3 * second };
	return { validator: 0, number: 0, kind: 'kill', ...times, isOver: true, ...more };
};
const toldAt = (seconds: number, isEnd = false, more: Partial<Told> = {}): Told => ({
	configuration: 0,
	at: seconds * second,
	isEnd,
	validators: [0],
	isDoubted: false,
	...more,
});
const record = (more: Partial<Recorded>): Recorded => ({
	outages: [],
	disturbances: [],
	told: [],
	others: [],
	failures: [],
	...more,
});
/** What the watch of one observer, which needs two checks of a minute, did about a kill. */
function judgeFirst(more: Partial<Recorded>, factor = 1) {
	const { judged, wrong, neverEnded } = judge([record(more)], factor);
	const [first] = judged.filter(({ configuration }) => configuration === 0);
	return { first, wrong: wrong.map(({ what }) => what), neverEnded: neverEnded[0] };
}

test('an alert and its end belong to the outage, with the times from the kill and from the return', () => {
	const told = [toldAt(210), toldAt(380, true)];
	const { first, wrong, neverEnded } = judgeFirst({ outages: [outageOf(150)], told });
	expect(first).toMatchObject({ isShort: false, toldAfter: 110, recoveredAfter: 128 });
	expect({ wrong, neverEnded }).toEqual({ wrong: [], neverEnded: 0 });
});

test('measured times are multiplied, and so is what decides whether an outage is too short', () => {
	const told = [toldAt(111)];
	const { first } = judgeFirst({ outages: [outageOf(12.5)], told }, 10);
	expect(first).toMatchObject({ isShort: false, toldAfter: 110 });
});

test('one item about several validators counts for each of them', () => {
	const outages = [outageOf(150), outageOf(150, { validator: 1 })];
	const told = [toldAt(210, false, { validators: [0, 1] })];
	const { judged } = judge([record({ outages, told })], 1);
	const times = judged.filter(({ configuration }) => configuration === 0);
	expect(times.map(({ toldAfter }) => toldAfter)).toEqual([110, 110]);
});

test('without an item, a long outage is missed, and one that two checks can pass by is too short', () => {
	expect(judgeFirst({ outages: [outageOf(121)] }).first).toMatchObject({ isShort: false });
	expect(judgeFirst({ outages: [outageOf(120)] }).first).toMatchObject({ isShort: true });
	expect(judgeFirst({ outages: [outageOf(121)] }).first!.toldAfter).toBeUndefined();
});

test.each<[string, Told[], string[]]>([
	['a disconnect before the outage', [toldAt(90)], ['up']],
	['a disconnect after it', [toldAt(260)], ['up']],
	['a disconnect of one that runs again', [toldAt(253.5)], ['unseen']],
	['a second disconnect', [toldAt(210), toldAt(230)], ['again']],
	['a recovery in the outage', [toldAt(210), toldAt(220, true)], ['down']],
	['what was read just before it was back', [toldAt(252.5)], []],
])('%s is judged', (_what, told, wrong) => {
	expect(judgeFirst({ outages: [outageOf(150)], told }).wrong).toEqual(wrong);
});

test('an alert without an end is counted', () => {
	const { neverEnded } = judgeFirst({ outages: [outageOf(150)], told: [toldAt(210)] });
	expect(neverEnded).toBe(1);
});

test('a recovery that comes while nobody can have noticed the next freeze belongs to the last outage', () => {
	const next: Partial<Outage> = { number: 1, kind: 'freeze', startedAt: 370 * second };
	const frozen = outageOf(0, { ...next, endedAt: 500 * second, backAt: 500 * second });
	const told = [toldAt(210), toldAt(380, true)];
	const { first, wrong } = judgeFirst({ outages: [outageOf(150), frozen], told });
	expect(first).toMatchObject({ recoveredAfter: 128 });
	expect(wrong).toEqual([]);
});

test('an outage is disturbed by an observer that the watch asks, until its message came', () => {
	const away = (observer: number, from: number, to: number) => ({
		what: 'cut' as const,
		observer,
		startedAt: from * second,
		endedAt: to * second,
	});
	const isDisturbed = (...disturbances: Recorded['disturbances']) =>
		judgeFirst({ outages: [outageOf(150)], told: [toldAt(210)], disturbances }).first!.isDisturbed;
	expect(isDisturbed(away(0, 90, 110))).toBe(true);
	expect(isDisturbed(away(0, 90, 99), away(0, 211, 240))).toBe(false);
	expect(isDisturbed(away(1, 90, 110))).toBe(false);
});
