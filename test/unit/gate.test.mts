/** The gate before a host: how many requests of all runs pass, how refusals slow them down, and when it closes to a run. */
import type { Failure } from '../../nodes/shared/errors';
import { Admission } from '../../nodes/shared/network/admission';
import { Gate, type GatePass } from '../../nodes/shared/network/gate';
import { Alarm, backoffOf, pause } from '../../nodes/shared/network/pauses';
import { Quota } from '../../nodes/shared/network/quota';

const second = 1000;
const start = Date.UTC(2026, 0, 1);
const patience = 60 * second;

let cancel: AbortController;
let gate: Gate;
let admission: Admission;
const open = (changes: Partial<ConstructorParameters<typeof Admission>[1]> = {}) =>
	new Admission(() => gate, {
		hostName: 'http://host',
		isWatch: false,
		maxInFlight: 4,
		patienceMs: patience,
		waitUntil: Infinity,
		cancelled: cancel.signal,
		...changes,
	});
beforeEach(() => {
	jest.useFakeTimers({ now: start });
	cancel = new AbortController();
	gate = new Gate(new Quota());
	admission = open();
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

/** A request in flight that the gate let in while nothing was refused. */
const someone = (): GatePass => ({
	gate,
	units: 0,
	generation: 0,
	isLate: false,
	asksAnyway: false,
});

/** Requests that want to pass: the passes of those that did, and what the others were told. */
function enter(count: number, end = Infinity, by = admission) {
	const entered = { passes: [] as GatePass[], told: [] as string[] };
	for (let i = 0; i < count; i++)
		void by.enter(end, 1).then((answer) => {
			if (answer.ok) entered.passes.push(answer.result);
			else entered.told.push(answer.failure.message);
		});
	return entered;
}

/** Some requests are over. */
const leave = (passes: GatePass[], count = 1): void => {
	for (const pass of passes.splice(0, count)) gate.leave(pass);
};

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
	const { passes } = enter(10);
	await advance();
	const count = passes.length;
	for (let i = 0; i < 10; i++) {
		leave(passes);
		await advance();
	}
	return count;
}

/** A request that passes alone is refused; resolves when the gate lets requests in again. */
async function refuse(retryAfterMs?: number): Promise<void> {
	const { passes } = enter(1);
	await advance();
	admission.slowDown(passes[0]!, refused(retryAfterMs));
	leave(passes);
	await advance(gate.pausedMs);
}

const succeed = (times: number, by = admission): void => {
	for (let i = 0; i < times; i++) by.succeeded(someone());
};

describe('an open gate', () => {
	test('lets as many in as it may, and the next one with each that leaves', async () => {
		const { passes } = enter(7);
		await advance();
		expect(passes).toHaveLength(4);
		leave(passes);
		await advance();
		expect(passes).toHaveLength(4);
		leave(passes, 2);
		await advance();
		expect(passes).toHaveLength(4);
		expect(admission.closure).toBeUndefined();
	});

	test('lets half as many in after a refusal, which requests in flight together share', async () => {
		const { passes } = enter(8);
		await advance();
		for (const pass of passes) admission.slowDown(pass, refused());
		leave(passes, 4);
		await advance(500);
		expect(passes).toHaveLength(2);
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

	test('lets as many in as at first after half a minute without a request', async () => {
		await refuse();
		expect(await countTogether()).toBe(2);
		await advance(30 * second - 1);
		expect(await countTogether()).toBe(2);
		await advance(30 * second);
		expect(await countTogether()).toBe(4);
	});

	test('holds the smallest of the limits that were used within ten minutes', async () => {
		const wide = open({ maxInFlight: 9 });
		const narrow = enter(1, Infinity, open({ maxInFlight: 1 }));
		const { passes } = enter(3, Infinity, wide);
		await advance();
		expect(passes).toHaveLength(0);
		leave(narrow.passes);
		for (let i = 0; i < 3; i++) {
			await advance();
			expect(passes).toHaveLength(1);
			leave(passes);
		}
		await advance(10 * 60 * second - 1);
		const before = enter(3, Infinity, wide);
		await advance();
		expect(before.passes).toHaveLength(1);
		leave(before.passes);
		await advance(1);
		const after = enter(3, Infinity, open({ maxInFlight: 9 }));
		await advance();
		expect(before.passes.length + after.passes.length).toBe(5);
	});
});

describe('runs before one gate', () => {
	/** The names of those that pass, in their order; each leaves before the next one. */
	async function passAll(wanted: Array<[name: string, count: number, by: Admission]>) {
		const order: string[] = [];
		const inFlight: GatePass[] = [];
		for (const [name, count, by] of wanted)
			for (let i = 0; i < count; i++)
				void by.enter(Infinity, 1).then((answer) => {
					order.push(name);
					if (answer.ok) inFlight.push(answer.result);
				});
		const all = wanted.reduce((sum, [, count]) => sum + count, 0);
		for (let i = 0; i < all; i++) {
			await advance();
			leave(inFlight);
		}
		return order.join('');
	}
	/** A run of a credential that allows one request at a time. */
	const narrow = (isWatch = false) => open({ maxInFlight: 1, isWatch });

	test('take turns by request', async () => {
		expect(
			await passAll([
				['a', 5, narrow()],
				['b', 2, narrow()],
				['c', 3, narrow()],
			]),
		).toBe('aabcabcaca');
	});

	test('let watches pass before, and an execution after nine of them', async () => {
		expect(
			await passAll([
				['a', 3, narrow()],
				['b', 1, narrow()],
				['w', 12, narrow(true)],
				['v', 2, narrow(true)],
			]),
		).toBe('awvwvwwwwwawwwwwba');
	});

	test('wait no more once they are canceled, and the others get their turns', async () => {
		const stopped = new AbortController();
		const first = enter(1, Infinity, narrow());
		const canceled = enter(3, Infinity, open({ maxInFlight: 1, cancelled: stopped.signal }));
		const next = enter(1, Infinity, narrow());
		stopped.abort();
		await advance();
		expect(canceled).toEqual({ passes: [], told: Array(3).fill('The execution was canceled') });
		leave(first.passes);
		await advance();
		expect(next.passes).toHaveLength(1);
	});

	test('wait for a place until their end', async () => {
		enter(1, Infinity, narrow());
		const ending = enter(2, start + 3 * second, narrow());
		await advance(3 * second - 1);
		expect(ending.told).toEqual([]);
		await advance(1);
		expect(ending.told).toEqual(Array(2).fill('No time was left to query http://host'));
	});

	test('hold a watch back for five seconds at most: it sends one beyond the limit [F21]', async () => {
		enter(1, Infinity, narrow());
		const watch = narrow(true);
		const { passes } = enter(3, Infinity, watch);
		await advance(5 * second - 1);
		expect(passes).toHaveLength(0);
		await advance(1);
		expect(passes).toHaveLength(1);
		await advance(60 * second);
		expect(passes).toHaveLength(1);
		// The next ones of the same watch need not wait anew.
		leave(passes);
		await advance();
		expect(passes).toHaveLength(1);
	});

	test('that are crowded no more wait for five seconds again', async () => {
		const first = enter(1, Infinity, narrow());
		const watch = narrow(true);
		const { passes } = enter(1, Infinity, watch);
		await advance(5 * second);
		leave(passes);
		leave(first.passes);
		leave(enter(1, Infinity, watch).passes);
		await advance();
		enter(1, Infinity, narrow());
		await advance();
		const again = enter(1, Infinity, watch);
		await advance(5 * second - 1);
		expect(again.passes).toHaveLength(0);
	});

	test('all heed what the host asks one of them for', async () => {
		const first = enter(1);
		await advance();
		admission.slowDown(first.passes[0]!, refused(20 * second));
		leave(first.passes);
		const others = enter(2, Infinity, open());
		const brief = enter(1, Infinity, open({ waitUntil: 0 }));
		const short = enter(1, Infinity, open({ patienceMs: 5 * second }));
		await advance(20 * second - 1);
		expect(others.passes).toEqual([]);
		const words = expect.stringMatching(
			/^Rate limit reached\. Slow down\. .* from 2026-01-01 00:00:20 UTC$/,
		);
		expect([brief.told, short.told]).toEqual([[words], [words]]);
		await advance(1);
		expect(others.passes).toHaveLength(2);
	});

	test('that wait already heed it as well', async () => {
		const first = enter(4);
		const short = enter(2, Infinity, open({ patienceMs: 5 * second }));
		await advance();
		admission.slowDown(first.passes[0]!, refused(20 * second));
		await advance();
		expect(short.told).toHaveLength(2);
	});

	test('are held no more once somebody who asks all the same is answered', async () => {
		admission.slowDown(someone(), refused(3600 * second));
		const bold = open({ asksAnyway: true });
		const held = enter(1, Infinity, open());
		const asked = enter(1, Infinity, bold);
		await advance();
		expect([held.passes.length, asked.passes.length]).toEqual([0, 1]);
		bold.succeeded(asked.passes[0]!);
		leave(asked.passes);
		const next = enter(1, Infinity, open());
		await advance();
		expect(next.passes).toHaveLength(1);
	});

	test('stay held after a success of a request that was in flight before', async () => {
		const before = enter(1);
		await advance();
		admission.slowDown(someone(), refused(3600 * second));
		admission.succeeded(before.passes[0]!);
		const next = enter(1, Infinity, open());
		await advance();
		expect(next.passes).toEqual([]);
	});

	test('ask again after an hour, however long the host asked to wait', async () => {
		admission.slowDown(someone(), refused(86_400 * second));
		const early = enter(1, Infinity, open());
		await advance(3600 * second - 1);
		const late = enter(1, Infinity, open());
		await advance(1);
		const next = enter(1, Infinity, open());
		await advance();
		expect([early, late].map(({ told }) => told[0])).toEqual(
			Array(2).fill(
				'Rate limit reached. Slow down. That was at 2026-01-01 00:00:00 UTC, and nothing was asked now. Requests are accepted again from 2026-01-02 00:00:00 UTC',
			),
		);
		expect(next.passes).toHaveLength(1);
	});

	test('do not heed a guess where they wait for nothing', async () => {
		admission.slowDown(someone(), refused());
		const { passes } = enter(1, Infinity, open({ waitUntil: 0 }));
		await advance();
		expect(passes).toHaveLength(1);
	});
});

describe('after a refusal', () => {
	test.each([
		['half a second', undefined, 500],
		['as long as the host asks', 7 * second, 7 * second],
		['at least half a second', 100, 500],
	])('all wait for %s', async (_case, retryAfterMs, waitMs) => {
		admission.slowDown(someone(), refused(retryAfterMs));
		const { passes } = enter(1);
		await advance(waitMs - 1);
		expect(passes).toEqual([]);
		await advance(1);
		expect(passes).toHaveLength(1);
	});

	test('a shorter wait does not cut a longer one', () => {
		admission.slowDown(someone(), refused(20 * second));
		admission.slowDown(someone(), refused(second));
		expect(gate.pausedMs).toBe(20 * second);
	});

	test('a wait that becomes longer meanwhile is waited for whole', async () => {
		admission.slowDown(someone(), refused(2 * second));
		const { passes } = enter(1);
		await advance(second);
		admission.slowDown(someone(), refused(5 * second));
		await advance(4 * second);
		expect(passes).toEqual([]);
		await advance(second);
		expect(passes).toHaveLength(1);
	});

	test('nobody waits beyond the end of the call', async () => {
		admission.slowDown(someone(), refused(30 * second));
		const { told } = enter(1, start + 2 * second);
		await advance(2 * second);
		expect(told).toHaveLength(1);
		expect(admission.mayWait(start + 29 * second)).toBe(false);
		expect(admission.mayWait(start + 30 * second)).toBe(true);
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
		const { passes } = enter(1);
		await advance();
		admission.slowDown(passes[0]!, refused());
		await advance(patience - 200);
		admission.slowDown(passes[0]!, refused());
		expect(gate.pausedMs).toBe(200);
		expect(admission.closure).toBeUndefined();
	});

	test('it counts how long requests were held back, several together once', async () => {
		admission.slowDown(someone(), refused(2 * second));
		enter(3);
		await advance(2 * second);
		expect(admission.heldBackMs).toBe(2 * second);
		await advance(second);
		expect(admission.heldBackMs).toBe(2 * second);
	});
});

describe('the gate closes to a run', () => {
	test('when refusals go on for as long as the patience lasts', async () => {
		admission.slowDown(someone(), refused());
		await advance(patience - 1);
		admission.slowDown(someone(), refused());
		expect(admission.closure).toBeUndefined();
		await advance(1);
		admission.slowDown(someone(), refused());
		expect(admission.closure?.message).toBe('Rate limit reached; waited 60 s. Slow down');
	});

	test('not when there was a success meanwhile', async () => {
		admission.slowDown(someone(), refused());
		await advance(patience - 1);
		succeed(1);
		await advance(1);
		admission.slowDown(someone(), refused());
		expect(admission.closure).toBeUndefined();
	});

	test('also when another run had a success meanwhile', async () => {
		admission.slowDown(someone(), refused());
		await advance(patience);
		succeed(1, open());
		admission.slowDown(someone(), refused());
		expect(admission.closure).toBeDefined();
		expect(open().closure).toBeUndefined();
	});

	test.each([
		[1.1 * patience, false],
		[1.1 * patience + 1, true],
	])('when the host asks for more than the patience and a tenth: %d ms', (waitMs, closes) => {
		admission.slowDown(someone(), refused(waitMs));
		expect(admission.closure !== undefined).toBe(closes);
	});

	test('when what was waited for already and what the host asks for is too much together', async () => {
		admission.slowDown(someone(), refused());
		await advance(30 * second);
		admission.slowDown(someone(), refused(37 * second));
		expect(admission.closure).toBeDefined();
	});

	test('and opens after a minute, with its patience new', async () => {
		admission.slowDown(someone(), refused());
		await advance(patience);
		admission.slowDown(someone(), refused());
		await advance(60 * second - 1);
		expect(admission.closure).toBeDefined();
		await advance(1);
		expect(admission.closure).toBeUndefined();
		admission.slowDown(someone(), refused());
		expect(admission.closure).toBeUndefined();
		const waited = follow(admission.wait(second));
		await advance(second);
		expect(waited).toEqual({ result: true });
	});

	test('and opens when the host said, where that is later', async () => {
		admission.slowDown(someone(), refused(3600 * second));
		await advance(3600 * second - 1);
		expect(admission.closure?.message).toBe(
			'Rate limit reached. Slow down. Requests are accepted again from 2026-01-01 01:00:00 UTC',
		);
		await advance(1);
		expect(admission.closure).toBeUndefined();
	});

	test('for the reason of the first refusal that closed it', () => {
		admission.slowDown(someone(), refused(3600 * second));
		admission.slowDown(someone(), refused(7200 * second));
		expect(admission.closure?.message).toContain(' 01:00:00 UTC');
	});

	test('and tells all at once why that wait: in line, for a pause, or for a time', async () => {
		const entered = enter(6);
		await advance();
		const [first, next] = entered.passes;
		admission.slowDown(first!, refused(second));
		leave(entered.passes, 3);
		await advance();
		const waiting = follow(admission.wait(30 * second));
		expect(entered.told).toHaveLength(0);
		admission.slowDown(next!, refused(3600 * second));
		await advance();
		expect(entered.told).toHaveLength(2);
		expect(waiting).toEqual({ result: false });
	});

	test('and tells everybody who comes', async () => {
		admission.slowDown(someone(), refused(3600 * second));
		const { passes, told } = enter(20);
		const waited = follow(admission.wait(second));
		await advance();
		expect([passes.length, told.length]).toEqual([0, 20]);
		expect(waited).toEqual({ result: false });
	});

	test('and takes no place for those it tells', async () => {
		const inFlight = enter(4);
		await advance();
		admission.slowDown(inFlight.passes[0]!, refused(70 * second));
		enter(2);
		await advance(70 * second);
		leave(inFlight.passes, 4);
		const next = enter(3);
		await advance();
		expect(next.passes).toHaveLength(2);
	});
});

test('a run that is canceled waits no more', async () => {
	const waited = follow(admission.wait(30 * second));
	admission.slowDown(someone(), refused(30 * second));
	const { told } = enter(1);
	cancel.abort();
	await advance();
	expect(waited).toEqual({ result: false });
	expect(told).toEqual(['The execution was canceled']);
	expect(enter(1).passes).toEqual([]);
});

describe('an alarm', () => {
	test('rings at its time, and at an earlier one that was set later, each once', async () => {
		const rings: number[] = [];
		const alarm = new Alarm(() => rings.push(Date.now() - start));
		alarm.set(performance.now() + 900);
		alarm.set(performance.now() + 300);
		await advance(2 * second);
		expect(rings).toEqual([300]);
		alarm.set(performance.now());
		await advance();
		expect(rings).toEqual([300, 2 * second]);
	});

	test('rings every second until then, so that no timer outlives its need', async () => {
		let rings = 0;
		const alarm = new Alarm(() => {
			rings++;
			alarm.set(performance.now() + 3600 * second);
		});
		alarm.set(Infinity);
		await advance(10 * second);
		expect(rings).toBe(10);
		expect(jest.getTimerCount()).toBe(1);
	});
});
