/** The gate before a host: how many requests pass, how refusals slow them down, and when it closes. */
import type { Failure } from '../../nodes/shared/errors';
import { backoffOf, Gate, pause } from '../../nodes/shared/network/gate';
import { Quota } from '../../nodes/shared/network/quota';

const second = 1000;
const start = Date.UTC(2026, 0, 1);
const patience = 60 * second;

let cancel: AbortController;
let gate: Gate;
beforeEach(() => {
	jest.useFakeTimers({ now: start });
	cancel = new AbortController();
	gate = new Gate(4, patience, cancel.signal, new Quota());
});
afterEach(() => {
	jest.useRealTimers();
});

const refused = (retryAfterMs?: number): Failure => ({
	kind: 'rate-limited',
	message: 'Slow down',
	passing: true,
	retryAfterMs,
});

/** Requests that want to pass, and the tickets of those that did. */
function enter(count: number, end = Infinity): { tickets: number[] } {
	const passed = { tickets: [] as number[] };
	for (let i = 0; i < count; i++)
		void gate.enter(end, 1).then((ticket) => passed.tickets.push(ticket));
	return passed;
}

/** Lets time pass, without more steps than a test takes. */
const advance = async (ms = 0) => await jest.advanceTimersByTimeAsync(ms);

/** Tells what became of a promise so far. */
function follow<T>(promise: Promise<T>): { result?: T } {
	const followed: { result?: T } = {};
	void promise.then((result) => (followed.result = result));
	return followed;
}

test('the wait doubles with each failure in a row, up to ten seconds', () => {
	expect([1, 2, 3, 4, 5, 6, 7].map(backoffOf)).toEqual([
		500, 1000, 2000, 4000, 8000, 10_000, 10_000,
	]);
});

describe('a pause', () => {
	test('ends after its time', async () => {
		const paused = follow(pause(500, cancel.signal));
		await advance(499);
		expect(paused).toEqual({});
		await advance(1);
		expect(paused).toEqual({ result: true });
	});

	test.each([
		['the first', 0],
		['the last', 1],
	])('ends at once with %s of its signals', async (_which, index) => {
		const controllers = [new AbortController(), new AbortController()];
		const paused = follow(pause(500, ...controllers.map(({ signal }) => signal)));
		controllers[index]!.abort();
		await advance();
		expect(paused).toEqual({ result: false });
	});

	test('does not begin where one of its signals was aborted before', async () => {
		const paused = follow(pause(500, cancel.signal, AbortSignal.abort()));
		await advance();
		expect(paused).toEqual({ result: false });
	});

	test('leaves no listener behind', async () => {
		const add = jest.spyOn(cancel.signal, 'addEventListener');
		const remove = jest.spyOn(cancel.signal, 'removeEventListener');
		void pause(500, cancel.signal);
		await advance(500);
		expect(add).toHaveBeenCalledTimes(1);
		expect(remove.mock.calls).toEqual(add.mock.calls);
	});
});

/** How many of ten the gate lets in together; all ten are through afterwards. */
async function countTogether(): Promise<number> {
	const { tickets } = enter(10);
	await advance();
	const count = tickets.length;
	for (let i = 0; i < 10; i++) {
		gate.leave(1);
		await advance();
	}
	return count;
}

/** A request that passes alone is refused; resolves when the gate lets requests in again. */
async function refuse(retryAfterMs?: number): Promise<void> {
	const { tickets } = enter(1);
	await advance();
	gate.slowDown(tickets[0]!, refused(retryAfterMs));
	gate.leave(1);
	await advance(gate.pausedUntil - Date.now());
}

const succeed = (times: number): void => {
	for (let i = 0; i < times; i++) gate.succeeded();
};

describe('an open gate', () => {
	test('lets as many in as it may, and the next one with each that leaves', async () => {
		const passed = enter(7);
		await advance();
		expect(passed.tickets).toHaveLength(4);
		gate.leave(1);
		await advance();
		expect(passed.tickets).toHaveLength(5);
		gate.leave(1);
		gate.leave(1);
		await advance();
		expect(passed.tickets).toHaveLength(7);
		expect(gate.closure).toBeUndefined();
	});

	test('lets half as many in after a refusal, which requests in flight together share', async () => {
		const passed = enter(8);
		await advance();
		for (const ticket of passed.tickets) gate.slowDown(ticket, refused());
		for (let i = 0; i < 4; i++) gate.leave(1);
		await advance(500);
		expect(passed.tickets).toHaveLength(6);
	});

	test('lets half as many in with each further refusal, down to one', async () => {
		const counts: number[] = [];
		for (let i = 0; i < 3; i++) {
			await refuse();
			counts.push(await countTogether());
		}
		expect(counts).toEqual([2, 1, 1]);
	});

	test('lets one more in after 50 successes, and never more than at first', async () => {
		await refuse();
		const counts = [await countTogether()];
		for (const times of [49, 1, 49, 1, 200]) {
			succeed(times);
			counts.push(await countTogether());
		}
		expect(counts).toEqual([2, 2, 3, 3, 4, 4]);
	});

	test('counts successes anew after a refusal', async () => {
		await refuse();
		succeed(49);
		await refuse();
		succeed(49);
		expect(await countTogether()).toBe(1);
		succeed(1);
		expect(await countTogether()).toBe(2);
	});
});

describe('after a refusal', () => {
	test.each([
		['half a second', undefined, 500],
		['as long as the host asks', 7 * second, 7 * second],
		['at least half a second', 100, 500],
	])('all wait for %s', async (_case, retryAfterMs, waitMs) => {
		gate.slowDown(0, refused(retryAfterMs));
		const passed = enter(1);
		await advance(waitMs - 1);
		expect(passed.tickets).toEqual([]);
		await advance(1);
		expect(passed.tickets).toHaveLength(1);
	});

	test('a shorter wait does not cut a longer one', () => {
		gate.slowDown(0, refused(20 * second));
		gate.slowDown(0, refused(second));
		expect(gate.pausedUntil).toBe(start + 20 * second);
	});

	test('a wait that becomes longer meanwhile is waited for whole', async () => {
		gate.slowDown(0, refused(2 * second));
		const passed = enter(1);
		await advance(second);
		gate.slowDown(0, refused(5 * second));
		await advance(4 * second);
		expect(passed.tickets).toEqual([]);
		await advance(second);
		expect(passed.tickets).toHaveLength(1);
	});

	test('nobody waits beyond the end of the call', async () => {
		gate.slowDown(0, refused(30 * second));
		const passed = enter(1, start + 2 * second);
		await advance(2 * second);
		expect(passed.tickets).toHaveLength(1);
	});

	test('each further one doubles the wait, until a success', async () => {
		const waits: number[] = [];
		const measure = async () => {
			const from = Date.now();
			await refuse();
			waits.push(Date.now() - from);
		};
		await measure();
		await measure();
		await measure();
		succeed(1);
		await measure();
		expect(waits).toEqual([500, 1000, 2000, 500]);
	});

	test('no wait goes beyond the patience', async () => {
		const passed = enter(1);
		await advance();
		gate.slowDown(passed.tickets[0]!, refused());
		await advance(patience - 200);
		gate.slowDown(passed.tickets[0]!, refused());
		expect(gate.pausedUntil - Date.now()).toBe(200);
		expect(gate.closure).toBeUndefined();
	});
});

describe('the gate closes', () => {
	test('when refusals go on for as long as the patience lasts', async () => {
		gate.slowDown(0, refused());
		await advance(patience - 1);
		gate.slowDown(0, refused());
		expect(gate.closure).toBeUndefined();
		await advance(1);
		gate.slowDown(0, refused());
		expect(gate.closure?.message).toBe('Rate limit reached; waited 60 s. Slow down');
	});

	test('not when there was a success meanwhile', async () => {
		gate.slowDown(0, refused());
		await advance(patience - 1);
		succeed(1);
		await advance(1);
		gate.slowDown(0, refused());
		expect(gate.closure).toBeUndefined();
	});

	test.each([
		[1.1 * patience, false],
		[1.1 * patience + 1, true],
	])('when the host asks for more than the patience and a tenth: %d ms', (waitMs, closes) => {
		gate.slowDown(0, refused(waitMs));
		expect(gate.closure !== undefined).toBe(closes);
	});

	test('when what was waited for already and what the host asks for is too much together', async () => {
		gate.slowDown(0, refused());
		await advance(30 * second);
		gate.slowDown(0, refused(37 * second));
		expect(gate.closure).toBeDefined();
	});

	test('and opens after a minute, with its patience new', async () => {
		gate.slowDown(0, refused());
		await advance(patience);
		gate.slowDown(0, refused());
		await advance(60 * second - 1);
		expect(gate.closure).toBeDefined();
		await advance(1);
		expect(gate.closure).toBeUndefined();
		gate.slowDown(0, refused());
		expect(gate.closure).toBeUndefined();
		const waited = follow(gate.wait(second));
		await advance(second);
		expect(waited).toEqual({ result: true });
	});

	test('and opens when the host said, where that is later', async () => {
		gate.slowDown(0, refused(3600 * second));
		await advance(3600 * second - 1);
		expect(gate.closure?.message).toBe(
			'Rate limit reached. Slow down. Requests are accepted again from 2026-01-01T01:00:00Z',
		);
		await advance(1);
		expect(gate.closure).toBeUndefined();
	});

	test('for the reason of the first refusal that closed it', () => {
		gate.slowDown(0, refused(3600 * second));
		gate.slowDown(0, refused(7200 * second));
		expect(gate.closure?.message).toContain('T01:00:00Z');
	});

	test('and lets all through at once that wait: in line, for a pause, or for a time', async () => {
		const inFlight = enter(6);
		await advance();
		gate.slowDown(inFlight.tickets[0]!, refused(second));
		gate.leave(1);
		gate.leave(1);
		gate.leave(1);
		await advance();
		const waiting = follow(gate.wait(30 * second));
		expect(inFlight.tickets).toHaveLength(4);
		gate.slowDown(inFlight.tickets[1]!, refused(3600 * second));
		await advance();
		expect(inFlight.tickets).toHaveLength(6);
		expect(waiting).toEqual({ result: false });
	});

	test('and lets everybody who comes pass, to be told why', async () => {
		gate.slowDown(0, refused(3600 * second));
		const passed = enter(20);
		const waited = follow(gate.wait(second));
		await advance();
		expect(passed.tickets).toHaveLength(20);
		expect(waited).toEqual({ result: false });
	});

	test('and counts those who pass as in flight until they leave', async () => {
		const inFlight = enter(6);
		await advance();
		gate.slowDown(inFlight.tickets[0]!, refused(3600 * second));
		const late = enter(2);
		await advance(3600 * second);
		for (let i = 0; i < 6; i++) gate.leave(1);
		// Two are in flight, as many as the limit is now.
		const next = enter(1);
		await advance();
		expect([inFlight.tickets.length, late.tickets.length, next.tickets.length]).toEqual([6, 2, 0]);
		gate.leave(1);
		await advance();
		expect(next.tickets).toHaveLength(1);
	});
});

test('a run that is canceled waits no more', async () => {
	const waited = follow(gate.wait(30 * second));
	gate.slowDown(0, refused(30 * second));
	const passed = enter(1);
	cancel.abort();
	await advance();
	expect(waited).toEqual({ result: false });
	expect(passed.tickets).toHaveLength(1);
});
