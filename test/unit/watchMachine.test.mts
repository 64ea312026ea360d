/** How one alert begins and ends, reading by reading. */
import { disconnected } from '../../nodes/Trigger/watch/conditions/disconnected';
import { advance, advanceAll, isOver, type Confirmation } from '../../nodes/Trigger/watch/machine';
import type { AlertState, Evidence, Subject } from '../../nodes/Trigger/watch/model';
import { settingsFor } from './watchSeries.mts';

const at = 1_800_000_000;
const minute = 60;

/** Readings a minute apart, as letters: x bad, . good, ? unknown. */
function follow(readings: string, confirmation: Partial<Confirmation>): AlertState | undefined {
	const evidence: Record<string, Evidence> = { x: 'bad', '.': 'good', '?': 'unknown' };
	const whole = { badPolls: 1, goodPolls: 1, minimumSeconds: 0, ...confirmation };
	let state: AlertState | undefined;
	[...readings].forEach((letter, i) => {
		state = advance(state, evidence[letter]!, at + i * minute, whole);
	});
	return state;
}

describe('an alert', () => {
	test.each<[string, Partial<Confirmation>, boolean]>([
		['x', {}, true],
		['x', { badPolls: 2 }, false],
		['xx', { badPolls: 2 }, true],
		['xx', { badPolls: 3 }, false],
		['x?x', { badPolls: 2 }, true],
		['x??', { badPolls: 2 }, false],
		['x.x', { badPolls: 2 }, false],
		['x', { minimumSeconds: 1 }, false],
		['xx', { minimumSeconds: minute }, true],
		['xx', { minimumSeconds: minute + 1 }, false],
		['xx', { confirmSeconds: minute }, true],
		['xx', { confirmSeconds: minute + 1 }, false],
		['xx', { minimumSeconds: minute + 1, confirmSeconds: minute }, false],
		['xx', { isDoubtful: true }, false],
		['xxx', { isDoubtful: true }, true],
		['xx', { isDoubtful: true, confirmSeconds: minute }, false],
		['xxx', { isDoubtful: true, confirmSeconds: 4 * minute }, true],
		['xxx', { isDoubtful: true, minimumSeconds: 4 * minute }, false],
	])('after %s with %j is confirmed: %j', (readings, confirmation, isConfirmed) => {
		const state = follow(readings, confirmation);
		expect(state).toMatchObject(
			isConfirmed ? { phase: 'confirmed', since: at, count: 0 } : { phase: 'unconfirmed' },
		);
	});

	test.each(['', '.', '?', '?.', 'x.', 'x?.'])('after %j is none', (readings) => {
		expect(follow(readings, { badPolls: 2 })).toBeUndefined();
	});

	test('that is unconfirmed counts its bad readings from the first one', () => {
		expect(follow('.xx?', { badPolls: 3 })).toEqual({
			phase: 'unconfirmed',
			since: at + minute,
			count: 2,
			isDoubtful: false,
		});
	});

	test('stays doubtful as it began, whatever is known of the queried node later', () => {
		const confirmation = { badPolls: 1, goodPolls: 1, minimumSeconds: 0 };
		const doubtful = advance(undefined, 'bad', at, { ...confirmation, isDoubtful: true });
		expect(advance(doubtful, 'bad', at + minute, confirmation)!.phase).toBe('unconfirmed');
		const certain = advance(undefined, 'bad', at, { ...confirmation, badPolls: 2 });
		expect(
			advance(certain, 'bad', at + minute, { ...confirmation, badPolls: 2, isDoubtful: true }),
		).toEqual({ phase: 'confirmed', since: at, count: 0 });
	});

	test('that recovers counts its good readings, and since when', () => {
		expect(follow('x..', { goodPolls: 3 })).toEqual({
			phase: 'recovering',
			since: at,
			count: 2,
			goodSince: at + minute,
		});
		expect(follow('x.?.', { goodPolls: 3 })).toEqual({
			phase: 'recovering',
			since: at,
			count: 2,
			goodSince: at + minute,
		});
	});

	test('that is bad again before it is over is the same one', () => {
		expect(follow('x.x', {})).toEqual({ phase: 'confirmed', since: at, count: 0 });
		expect(follow('x.x.', {})).toMatchObject({ count: 1, goodSince: at + 3 * minute });
	});
});

test.each<[Partial<AlertState>, number, number, boolean]>([
	[{ count: 2, goodSince: at }, 2, 0, true],
	[{ count: 1, goodSince: at }, 2, 0, false],
	[{ count: 2, goodSince: at - minute }, 2, minute, true],
	[{ count: 2, goodSince: at - minute + 1 }, 2, minute, false],
	[{ count: 2, goodSince: at, phase: 'confirmed' }, 2, 0, false],
])('%j is over after %d good polls and %d seconds: %j', (state, goodPolls, minimumSeconds, is) => {
	const whole: AlertState = { phase: 'recovering', since: at - 600, count: 0, ...state };
	expect(isOver(whole, at, { badPolls: 1, goodPolls, minimumSeconds })).toBe(is);
});

test('a minimum time does not end with an unknown reading, but with the next good one', () => {
	const settings = settingsFor({ minimumSeconds: 2 * minute });
	const { event } = disconnected;
	const confirmed: AlertState = { phase: 'confirmed', since: at - 600, count: 0 };
	let subject: Subject = { validation: '', states: { [event]: confirmed }, reported: {} };
	const over = (['good', 'good', 'unknown', 'good'] as const).map((evidence, i) => {
		const context = { at: at + i * minute, source: 'blockchain' as const };
		const judged = { key: 'NodeID-a', subject, context, isBaseline: false, seen: {} };
		const judgements = [{ alert: disconnected, evidence }];
		const [{ moves }] = advanceAll([{ ...judged, judgements }], settings, context.at);
		subject = { ...subject, states: { [event]: moves[0]!.state! } };
		return moves[0]!.isOver;
	});
	expect(over).toEqual([false, false, false, true]);
});
