/** The edges of what a watch stores: the largest numbers, and what goes first where there is no room. */
import { alerts as allAlerts } from '../../nodes/Trigger/watch/conditions';
import {
	fingerprintOf,
	hourOf,
	packSubjects,
	unpackSubjects,
} from '../../nodes/Trigger/watch/cursor';
import type { AlertState, Subject } from '../../nodes/Trigger/watch/model';
import { makeNodeId } from '../../devnet/ids.mts';

/** Those that one cursor can hold: the alerts of a node's own health share codes with others. */
const alerts = allAlerts.filter(({ sources }) => Object.keys(sources).join() !== 'health');

/** 2026-01-01. */
const epoch = 1_767_225_600;
const at = epoch + 200 * 86_400;
const subject = (changes: Partial<Subject> = {}): Subject => ({
	validation: 'abc',
	states: {},
	reported: {},
	...changes,
});
const store = (...subjects: Subject[]): Subject[] => {
	const all = new Map(subjects.map((each, i) => [makeNodeId('stored', i), each]));
	return [...unpackSubjects(packSubjects(all, at), at).values()];
};
const [first] = alerts.map(({ event }) => event) as [string];
const confirmed = (since: number): AlertState => ({ phase: 'confirmed', since, count: 0 });

test.each([
	['nothing but its validation', subject()],
	['no validation', subject({ validation: '' })],
	['an end', subject({ endsAtHour: epoch / 3600 + 1 })],
	['the last end that fits', subject({ endsAtHour: epoch / 3600 + 2 ** 17 - 1 })],
	['a renewal without an end', subject({ renews: true })],
	[
		'a renewal with the last end',
		subject({ renews: true, endsAtHour: epoch / 3600 + 2 ** 17 - 1 }),
	],
	['one high', subject({ highs: [4095] })],
	['four highs', subject({ highs: [0, 1, 64, 4095] })],
	['no balance left', subject({ balance: 0 })],
	['a large balance', subject({ balance: 64 ** 9 / 64 - 1 })],
	['fingerprints', subject({ fingerprints: { [first]: 0, [alerts[1]!.event]: 2 ** 28 - 1 } })],
	[
		'how far alerts have grown',
		subject({
			grown: {
				[first]: { step: 0, told: 0 },
				[alerts[1]!.event]: { step: 6, told: 80, rising: 7 },
			},
		}),
	],
	...(['warning', 'critical', 'over', 'unsure', 'apart'] as const).map(
		(level): [string, Subject] => [
			`an acknowledgement, ${level}`,
			subject({ acknowledged: { [first]: { until: at, level } } }),
		],
	),
	['a louder reminder that is due', subject({ loudDue: [first, alerts[1]!.event] })],
	['who joined', subject({ joined: { since: at, reason: 'renewed' } })],
	[
		'a state in the first second that can be stored',
		subject({ states: { [first]: confirmed(epoch) }, reported: { [first]: 'alone' } }),
	],
	[
		'one that recovers since just now',
		subject({
			states: { [first]: { phase: 'recovering', since: epoch, count: 63, goodSince: at } },
			reported: { [first]: 'silently' },
		}),
	],
	[
		'one that recovers for as long as can be stored',
		subject({
			states: {
				[first]: { phase: 'recovering', since: epoch, count: 1, goodSince: at - 64 ** 3 + 1 },
			},
			reported: { [first]: 'waiting' },
		}),
	],
])('%s comes back as it was, and hides nothing after it', (_case, stored) => {
	expect(store(stored, subject({ validation: 'xyz' }))).toEqual([
		stored,
		subject({ validation: 'xyz' }),
	]);
});

test('all alerts, and who joined, come back with a balance and with highs', () => {
	const states = Object.fromEntries(alerts.map(({ event }, i) => [event, confirmed(epoch + i)]));
	const reported = Object.fromEntries(alerts.map(({ event }) => [event, 'alone' as const]));
	const joined = { since: at, reason: 'new' as const };
	const all = [
		subject({ states, reported, joined, balance: 5 }),
		subject({ states, reported, joined, highs: [1, 2, 3, 4] }),
	];
	expect(store(...all)).toEqual(all);
});

test('what does not fit becomes the nearest number that does', () => {
	const [early, late] = [-86_400, 2 ** 40].map((seconds) => {
		const states = { [first]: confirmed(epoch + seconds) };
		const [stored] = store(subject({ states, reported: { [first]: 'alone' } }));
		return stored!.states[first]!.since;
	});
	expect(early).toBe(epoch);
	expect(late).toBe(epoch + Math.floor(64 ** 6 / 192) - 1);
	const [long] = store(
		subject({
			states: { [first]: { phase: 'recovering', since: epoch, count: 200, goodSince: at - 1e7 } },
			reported: { [first]: 'alone' },
		}),
	);
	expect(long!.states[first]).toMatchObject({ count: 63, goodSince: at - 64 ** 3 + 1 });
});

test('an hour is stored between 1970 and 2040', () => {
	expect(hourOf(7199)).toBe(1);
	expect(hourOf(-1)).toBe(0);
	expect(hourOf(1e12)).toBe(epoch / 3600 + 2 ** 17 - 1);
	expect(store(subject({ endsAtHour: 5 }))).toEqual([subject()]);
});

test('a fingerprint is 28 bits of the hash', () => {
	// sha256('') begins with e3b0c442.
	expect(fingerprintOf('')).toBe(0xe3b0c44);
});

describe('where there is no room', () => {
	const count = 400;
	/** Validators in all alerts, which are unconfirmed but for so many. */
	const crowd = (settled: number, changes: Partial<Subject> = {}): Subject[] =>
		Array.from({ length: count }, () =>
			subject({
				highs: [1, 2, 3, 4],
				fingerprints: { [first]: 7 },
				states: Object.fromEntries(
					alerts.map(({ event }, i): [string, AlertState] => [
						event,
						i < settled
							? confirmed(epoch)
							: { phase: 'unconfirmed', since: epoch, count: 1, isDoubtful: false },
					]),
				),
				reported: Object.fromEntries(
					alerts.slice(0, settled).map(({ event }) => [event, 'alone' as const]),
				),
				...changes,
			}),
		);
	const sizeOf = (subjects: Subject[]): number =>
		packSubjects(new Map(subjects.map((each, i) => [makeNodeId('stored', i), each])), at).length;
	const most = 64 * count + 6 * 1024;

	test('the last lose their unconfirmed counts, highs and fingerprints, and no more than must', () => {
		const all = crowd(3);
		const stored = store(...all);
		const isWhole = stored.map(({ highs }) => highs !== undefined);
		const whole = isWhole.filter(Boolean).length;
		expect(whole).toBeGreaterThan(10);
		expect(isWhole).toEqual(isWhole.map((_, i) => i < whole));
		expect(stored.slice(0, whole)).toEqual(all.slice(0, whole));
		const stripped = stored.at(-1)!;
		expect(Object.keys(stripped.states)).toHaveLength(3);
		expect(stripped.fingerprints).toBeUndefined();
		const size = sizeOf(all);
		expect(size).toBeLessThanOrEqual(most);
		expect(size).toBeGreaterThan(most - 120);
	});

	test('five settled alerts of each stay, those that were reported first, and who joined goes', () => {
		const joined = { since: at, reason: 'new' as const };
		const all = crowd(alerts.length, { joined });
		all.forEach((each) => (each.reported[first] = 'waiting'));
		const stored = store(...all);
		const cut = stored.at(-1)!;
		const { [first]: waiting, ...reported } = cut.states;
		expect([waiting, Object.keys(reported).length, cut.joined]).toEqual([undefined, 5, undefined]);
		const goFirst = alerts.filter(({ forgottenFirst }) => forgottenFirst);
		expect(goFirst.length).toBeGreaterThan(0);
		for (const { event } of goFirst) expect(cut.states[event]).toBeUndefined();
		expect(Object.keys(stored[0]!.states)).toHaveLength(alerts.length);
		expect(stored[0]!.joined).toEqual(joined);
		expect(sizeOf(all)).toBeLessThanOrEqual(most);
	});

	test('who joined stays with fewer than five alerts', () => {
		const joined = { since: at, reason: 'new' as const };
		const few = crowd(4, { joined });
		expect(store(...few).at(-1)!.joined).toEqual(joined);
	});

	test('nothing is lost where it just fits', () => {
		const all = crowd(5, { highs: undefined, fingerprints: undefined, joined: undefined });
		for (const each of all)
			each.states = Object.fromEntries(Object.entries(each.states).slice(0, 5));
		expect(sizeOf(all)).toBe(64 * count);
		expect(store(...all)).toEqual(all);
	});
});
