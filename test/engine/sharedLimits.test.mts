/** The limits of a credential hold for all runs and polls of a process together, in turns, and no host waits for another. */
import { makeItems, until, useEngine, useNode, useTrigger } from '../support/useEngine.mts';
import { type Handler, reply, useScript } from '../support/useScript.mts';

const server = useScript();
const engine = useEngine();
const run = useNode('avalancheData', server);
const create = useTrigger(server);

/** A run that asks for so many things, each of which names the run. */
const ask = (name: string, count: number, parallelRequests = 1, options: object = {}) =>
	run(
		'endpoint',
		'call',
		{ path: `=/v1/chains/${name}-{{ $json.n }}` },
		{
			items: makeItems(count, (n) => ({ n })),
			limits: { parallelRequests },
			...options,
		},
	);
const watch = (parallelRequests = 1) =>
	create(
		{ event: 'newTransaction', watch: 'address', chainId: '43114', address: `0x${'1'.repeat(40)}` },
		{ limits: { parallelRequests } },
	);
const twenty = Array.from('abcdefghijklmnopqrst', (letter) => `run${letter}`);
/** Who asked, in the order in which the server was asked: the name of a run, or `poll`. */
const asked = () =>
	server.received.map(({ path }) => /\/v1\/chains\/([a-z]+)-\d+/.exec(path)?.[1] ?? 'poll');
const countOf = (name: string) => asked().filter((other) => other === name).length;

/** A server that answers one by one, when the test lets it. */
function holdAnswers() {
	const waiting: Array<() => void> = [];
	let most = 0;
	server.answer((_request, response) => {
		waiting.push(() => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('{"transactions":[]}');
		});
		most = Math.max(most, waiting.length);
	});
	return {
		most: () => most,
		inFlight: () => waiting.length,
		/** Answers the oldest request. */
		answer: async () => {
			await until(() => waiting.length > 0);
			waiting.shift()!();
		},
	};
}

test('20 executions send one request at a time where the credential says so', async () => {
	const held = holdAnswers();
	const runs = twenty.map((name) => ask(name, 2));
	for (let i = 0; i < 40; i++) await held.answer();
	for (const { items, error } of await Promise.all(runs)) {
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	}
	expect(held.most()).toBe(1);
});

test('executions take turns by request', async () => {
	const held = holdAnswers();
	const long = ask('long', 30);
	await until(() => held.inFlight() === 1);
	const short = ask('short', 3);
	for (let i = 0; i < 33; i++) await held.answer();
	expect([(await long).items.length, (await short).items.length]).toEqual([30, 3]);
	const [first, last] = [asked().indexOf('short'), asked().lastIndexOf('short')];
	// Between two of one run, at most one of the other.
	expect(last - first).toBeLessThanOrEqual(4);
});

test('a poll passes before executions that ask without end [F21]', async () => {
	const held = holdAnswers();
	const trigger = watch();
	const activated = trigger.activate();
	await held.answer();
	await activated;
	const runs = twenty.map((name) => ask(name, 50));
	await until(() => held.inFlight() === 1);
	const before = asked().length;
	const polled = trigger.poll();
	let isOver = false;
	void polled.finally(() => (isOver = true)).catch(() => {});
	let answered = 0;
	while (!isOver && answered < 50) {
		await held.answer();
		answered++;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	await polled;
	// The one in flight, and one for each of the poll's own while it made the next.
	const polls = asked()
		.slice(before)
		.filter((name) => name === 'poll').length;
	expect(polls).toBeGreaterThan(0);
	expect(answered).toBeLessThanOrEqual(2 * polls + 1);
	for (const running of runs) running.cancel();
	await Promise.all(runs);
	expect(held.most()).toBe(1);
});

test('a canceled execution frees its place, and what it still wanted is not sent', async () => {
	server.answer(({ path }) => (path.includes('stuck') ? undefined : reply({ ok: true })));
	const stuck = ask('stuck', 10);
	await until(() => countOf('stuck') === 1);
	const next = ask('next', 2);
	stuck.cancel();
	expect((await stuck).run.status).toBe('canceled');
	const { items, error } = await next;
	expect([items.length, error]).toEqual([2, undefined]);
	expect(countOf('stuck')).toBe(1);
});

test.each([
	[1, 20],
	[20, 1],
])('of two limits of one key the smaller holds: %i and %i', async (one, other) => {
	const held = holdAnswers();
	const runs = [ask('one', 1, one)];
	await until(() => held.inFlight() === 1);
	runs.push(ask('other', 6, other));
	for (let i = 0; i < 7; i++) await held.answer();
	await Promise.all(runs);
	expect(held.most()).toBe(1);
});

describe('a host that asks to wait', () => {
	/** Refuses the first request, and counts what comes before its time. */
	const refuseFirst = (seconds: number) => {
		const seen = { early: 0, opensAt: 0 };
		server.answer((() => {
			if (seen.opensAt && Date.now() < seen.opensAt) seen.early++;
			if (seen.opensAt) return reply({ ok: true });
			seen.opensAt = Date.now() + seconds * 1000;
			return reply({ message: 'slow down' }, 429, { 'retry-after': String(seconds) });
		}) as Handler);
		return seen;
	};

	test('for a moment is heeded by all executions', async () => {
		const seen = refuseFirst(2);
		const runs = [ask('first', 1)];
		await until(() => seen.opensAt > 0);
		runs.push(...['second', 'third', 'fourth'].map((name) => ask(name, 3)));
		for (const { error } of await Promise.all(runs)) expect(error).toBeUndefined();
		expect(seen.early).toBe(0);
	});

	test('for an hour ends what others want at once, in words, and a poll alike', async () => {
		const trigger = watch();
		server.answer(() => reply({ transactions: [] }));
		await trigger.activate();
		refuseFirst(3600);
		const words = /^Rate limit reached\. .* Requests are accepted again from \d{4}-/;
		expect((await ask('first', 3)).error?.message).toMatch(words);
		expect(server.received).toHaveLength(1);
		expect((await ask('second', 3)).error?.message).toMatch(words);
		expect((await ask('third', 3, 1, { limits: { retries: 0 } })).error?.message).toMatch(words);
		await expect(trigger.poll()).rejects.toThrow(words);
		expect(server.received).toHaveLength(1);
	});

	test('says that nothing was asked now, and is asked by a credential test, whose answer ends the wait', async () => {
		refuseFirst(3600);
		await ask('first', 1);
		const { error } = await ask('second', 1);
		expect(error?.message).toMatch(
			/ That was at \d{4}-\d\d-\d\d [\d:]{8} UTC, and nothing was asked now\. /,
		);
		expect(server.received).toHaveLength(1);
		server.answer(() => reply({ ok: true }));
		await engine.testCredential('avalancheNodesApi', server.credentials.avalancheNodesApi);
		expect(server.received.length).toBeGreaterThan(1);
		expect((await ask('third', 1)).error).toBeUndefined();
	});

	test('is asked once by a credential test, and the wait stands where it refuses again', async () => {
		refuseFirst(3600);
		await ask('first', 1);
		server.answer(() => reply({ message: 'slow down' }, 429, { 'retry-after': '3600' }));
		const { message } = await engine.testCredential(
			'avalancheNodesApi',
			server.credentials.avalancheNodesApi,
		);
		expect(message).toContain('Rate limit reached');
		const { length } = server.received;
		expect((await ask('second', 1)).error?.message).toContain('nothing was asked now');
		expect(server.received).toHaveLength(length);
	});

	test('holds no other key', async () => {
		refuseFirst(3600);
		await ask('first', 1);
		const { avalancheNodesApi } = server.credentials;
		const credentials = {
			avalancheNodesApi: { ...avalancheNodesApi, apiKey: 'key-of-somebody-else' },
		};
		expect((await ask('second', 1, 1, { credentials })).error).toBeUndefined();
	});
});
