/** How long a run waits for a host that limits its rate, over a clock of the test's own. */
import { Readable } from 'node:stream';
import { Client } from '../../nodes/shared/network/client';
import { forgetGates } from '../../nodes/shared/network/gates';
import { defaultSettings, type Settings } from '../../nodes/shared/network/requests';
import type { Send } from '../../nodes/shared/network/transport';
import type { AvalancheCredential } from '../../nodes/shared/network/credential';

const second = 1000;
const start = Date.UTC(2026, 0, 1);
beforeEach(() => {
	jest.useFakeTimers({ now: start });
	forgetGates();
});
afterEach(() => {
	jest.useRealTimers();
});

interface Reply {
	status?: number;
	headers?: Record<string, string>;
	text?: string;
}
const ok: Reply = { text: '{"chains":[]}' };
const limited = (retryAfter?: string): Reply => ({
	status: 429,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	text: '{"message":"slow down"}',
});

/** A client over a server that answers as the test says, by the number of the request and the ms since the start. */
function open(answer: (nth: number, ms: number) => Reply, settings: Partial<Settings> = {}) {
	const sent: number[] = [];
	const send: Send = async () => {
		sent.push(Date.now() - start);
		const { status = 200, headers = {}, text = '' } = answer(sent.length, Date.now() - start);
		return {
			status,
			headers,
			body: Readable.from([Buffer.from(text)], { objectMode: false }),
		};
	};
	const credential = {
		network: 'ownNode',
		nodeUrl: 'http://node',
		dataUrl: 'http://data',
		metricsUrl: 'http://metrics',
	} as AvalancheCredential;
	const client = new Client(send, credential, { ...defaultSettings, ...settings });
	const ask = async () => {
		const result = await client.rest({ host: 'data', path: '/v1/chains', query: {} });
		return { result, at: Date.now() - start };
	};
	return { client, sent, ask };
}

/** Lets the clock run until all is done, or for two hours. */
async function finish<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.finally(() => (isDone = true)).catch(() => {});
	for (let i = 0; i < 720_000 / 50 && !isDone; i++) await jest.advanceTimersByTimeAsync(500);
	expect(isDone).toBe(true);
	return await work;
}

const reasonOf = ({ result }: { result: Awaited<ReturnType<Client['rest']>> }): string =>
	result.ok ? 'ok' : result.failure.message;

test.each([undefined, '0', '-5', 'nonsense', 'Mon, 01 Jan 2001 00:00:00 GMT', '1', '0.5'])(
	'30 calls without a success end after 60 s in words, with Retry-After: %s',
	async (retryAfter) => {
		for (const retries of [1, 5, 20]) {
			jest.setSystemTime(start);
			forgetGates();
			const { sent, ask } = open(() => limited(retryAfter), { retries });
			const answers = await finish(Promise.all(Array.from({ length: 30 }, ask)));
			for (const answer of answers) {
				expect(reasonOf(answer)).toMatch(
					/^Rate limit reached; waited 6\d s\. http:\/\/data received too many requests: slow down/,
				);
				expect(answer.at).toBeLessThan(70 * second);
			}
			// No spin: some requests a second at most, each later than the last.
			expect(sent.length).toBeLessThan(150);
		}
	},
);

test.each([
	['3600', '2026-01-01 01:00:00 UTC'],
	['99999999', '2027-01-01 00:00:00 UTC'],
	['9'.repeat(400), '2027-01-01 00:00:00 UTC'],
	['Thu, 01 Jan 2026 12:00:00 GMT', '2026-01-01 12:00:00 UTC'],
	['120', '2026-01-01 00:02:00 UTC'],
])('a reset beyond that ends all at once, with Retry-After: %s', async (retryAfter, opensAt) => {
	const { sent, ask } = open(() => limited(retryAfter));
	const answers = await finish(Promise.all(Array.from({ length: 30 }, ask)));
	for (const answer of answers) {
		expect(reasonOf(answer)).toBe(
			`Rate limit reached. http://data received too many requests: slow down. Requests are accepted again from ${opensAt}`,
		);
		expect(answer.at).toBeLessThan(2 * second);
	}
	expect(sent.length).toBe(defaultSettings.maxInFlight);
});

test('the end of a limit that is told by another header counts alike', async () => {
	const { ask } = open(() => ({ status: 429, headers: { 'ratelimit-reset': '3600' } }));
	expect(reasonOf(await finish(ask()))).toContain('from 2026-01-01 01:00:00 UTC');
});

test('a run that makes progress may wait as long as it takes', async () => {
	// Ten requests a minute.
	const { sent, ask } = open((_nth, ms) => {
		const minute = Math.floor(ms / (60 * second));
		const inMinute = sent.filter((at) => Math.floor(at / (60 * second)) === minute).length;
		return inMinute > 10 ? limited(String(60 - (Math.floor(ms / second) % 60))) : ok;
	});
	const answers = await finish(Promise.all(Array.from({ length: 100 }, ask)));
	expect(new Set(answers.map(reasonOf))).toEqual(new Set(['ok']));
	expect(Math.max(...answers.map(({ at }) => at))).toBeGreaterThan(8 * 60 * second);
});

test('Retry-After of a whole minute is waited for, told to several at once', async () => {
	const { ask } = open((_nth, ms) => (ms < 60 * second ? limited('60') : ok));
	const answers = await finish(Promise.all(Array.from({ length: 12 }, ask)));
	expect(new Set(answers.map(reasonOf))).toEqual(new Set(['ok']));
});

test('time at the gate counts: what never was sent ends with the others', async () => {
	const { sent, ask } = open((_nth, ms) => (ms < 50 * second ? limited('50') : limited('50')), {
		maxInFlight: 1,
	});
	const answers = await finish(Promise.all(Array.from({ length: 200 }, ask)));
	for (const answer of answers) {
		expect(reasonOf(answer)).toMatch(/^Rate limit reached; waited 5\d s/);
		expect(answer.at).toBeLessThan(60 * second);
	}
	expect(sent.length).toBeLessThan(10);
});

test('a host that is closed is asked again when its time has come', async () => {
	const { sent, ask } = open((nth) => (nth === 1 ? limited('3600') : ok));
	expect(reasonOf(await finish(ask()))).toContain('Rate limit reached');
	expect(reasonOf(await finish(ask()))).toContain('Rate limit reached');
	expect(sent.length).toBe(1);
	await jest.advanceTimersByTimeAsync(3601 * second);
	expect(reasonOf(await finish(ask()))).toBe('ok');
});

test('one host that limits its rate holds no other one up', async () => {
	const { client, ask } = open(() => limited('3600'));
	expect(reasonOf(await finish(ask()))).toContain('Rate limit reached');
	const other = await finish(client.rest({ host: 'metrics', path: '/v2/chains', query: {} }));
	expect(!other.ok && other.failure.message).toContain('http://metrics received');
});

test('without repeats nothing waits for its next try', async () => {
	const { sent, ask } = open((nth) => (nth === 1 ? limited() : ok), { retries: 0 });
	expect(reasonOf(await finish(ask()))).toBe('http://data received too many requests: slow down');
	expect(reasonOf(await finish(ask()))).toBe('ok');
	expect(sent.length).toBe(2);
});

describe('a poll', () => {
	const poll = { retries: 0, patienceMs: 5 * second };

	test('waits for a limit within its budget, and no longer', async () => {
		const { ask } = open((nth) => (nth % 3 === 0 ? ok : limited('2')), {
			...poll,
			waitUntil: start + 20 * second,
		});
		const first = await finish(ask());
		expect([reasonOf(first), first.at < 20 * second]).toEqual(['ok', true]);
		const { ask: askLate } = open(() => limited('2'), {
			...poll,
			waitUntil: Date.now() + 3 * second,
		});
		const from = Date.now() - start;
		const late = await finish(askLate());
		expect(reasonOf(late)).toContain('received too many requests');
		expect(late.at - from).toBeLessThan(4 * second);
	});

	test('leaves a longer wait to n8n, and tells it how long', async () => {
		const { sent, ask } = open(() => limited('7'), { ...poll, waitUntil: start + 20 * second });
		const answers = await finish(Promise.all(Array.from({ length: 10 }, ask)));
		for (const { result, at } of answers) {
			expect(!result.ok && [result.failure.kind, result.failure.retryAfterMs]).toEqual([
				'rate-limited',
				7000,
			]);
			expect(at).toBeLessThan(second);
		}
		expect(sent.length).toBe(5);
	});
});

test.each([
	['ratelimit-reset', (now: number) => now + 3],
	['x-ratelimit-reset', (now: number) => now + 3],
	['retry-after', (now: number) => now + 3],
	['ratelimit-reset', () => 3],
	['x-ratelimit-reset', () => 3],
])('a wait that %s names in seconds since 1970 or from now is waited for', async (name, write) => {
	const { sent, ask } = open((nth) =>
		nth === 1
			? { ...limited(), headers: { [name]: String(write(Math.floor(Date.now() / 1000))) } }
			: ok,
	);
	const { result } = await finish(ask());
	expect([result.ok, sent.length]).toEqual([true, 2]);
	expect(sent[1]).toBeGreaterThanOrEqual(2 * second);
	expect(sent[1]).toBeLessThan(10 * second);
});

test('a service that rests for long is not waited for either', async () => {
	const { sent, ask } = open(() => ({ status: 503, headers: { 'retry-after': '99999999' } }));
	const answer = await finish(ask());
	expect([reasonOf(answer), answer.at < second, sent.length]).toEqual([
		'http://data failed (503)',
		true,
		1,
	]);
});

test('no timer is set that would ring at once', async () => {
	const { client } = open(() => ok);
	let isOver = false;
	void client.pause(2 ** 40).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(3600 * second);
	expect(isOver).toBe(false);
	client.end();
	await jest.advanceTimersByTimeAsync(1);
	expect(isOver).toBe(true);
});
