/** Runs stay below the rate that a host grants, over a clock of the test's own and hosts of several kinds. */
import { Readable } from 'node:stream';
import type { AvalancheCredential } from '../../nodes/shared/network/credential';
import { Client } from '../../nodes/shared/network/client';
import { gateFinder } from '../../nodes/shared/network/gates';
import { hosts } from '../../nodes/shared/network/hosts';
import { defaultSettings, type Settings } from '../../nodes/shared/network/requests';
import type { Send } from '../../nodes/shared/network/transport';

const second = 1000;
const start = Date.UTC(2026, 0, 1);
beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

type Headers = Record<string, string>;

/** What a host knows of its window when it answers. */
interface Window {
	left: number;
	/** Until it ends. */
	leftMs: number;
}

interface Grant {
	units: number;
	windowMs: number;
	/** When a window begins: with a request, by the host's clock, or with each request anew. */
	begins: 'request' | 'clock' | 'sliding';
	/** What a request costs there. */
	each: number;
	headers: (window: Window, grant: Grant) => Headers;
	/** Of the way to the host and back, in ms. */
	latencyMs: (nth: number) => number;
}

const announce = ({ left }: Window, { units, windowMs }: Grant): Headers => ({
	'ratelimit-policy': `${units};w=${windowMs / second}`,
	'ratelimit-limit': String(units),
	'ratelimit-remaining': String(left),
});

/** A host on its own; `served` and `refused` count requests. */
function openHost(changes: Partial<Grant> = {}) {
	const grant: Grant = {
		units: 100,
		windowMs: second,
		begins: 'request',
		each: 1,
		headers: announce,
		latencyMs: (nth) => 10 + ((nth * 7919) % 41),
		...changes,
	};
	const host = { grant, served: 0, refused: 0, spendElsewhere };
	let sent = 0;
	let used: Array<{ at: number; units: number }> = [];
	let begun = -Infinity;

	function look(): Window {
		const now = performance.now();
		const { units, windowMs, begins } = grant;
		if (begins === 'clock') begun = Math.floor((now + 317) / windowMs) * windowMs - 317;
		else if (begins === 'sliding') begun = now - windowMs;
		else if (now >= begun + windowMs) begun = now;
		used = used.filter(({ at }) => (begins === 'sliding' ? at > begun : at >= begun));
		const left = units - used.reduce((all, one) => all + one.units, 0);
		const end = begins === 'sliding' ? (used[0]?.at ?? now) + windowMs : begun + windowMs;
		return { left: Math.max(0, left), leftMs: end - now };
	}

	/** What somebody else uses of the same limit. */
	function spendElsewhere(units: number): void {
		look();
		used.push({ at: performance.now(), units });
	}

	const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
	const send: Send = async () => {
		const latencyMs = grant.latencyMs(++sent);
		await wait(latencyMs / 2);
		const isRefused = look().left < grant.each;
		if (isRefused) host.refused++;
		else {
			host.served++;
			used.push({ at: performance.now(), units: grant.each });
		}
		const window = look();
		const headers = {
			...grant.headers(window, grant),
			...(isRefused && { 'retry-after': String(Math.ceil(window.leftMs / second)) }),
		};
		await wait(latencyMs / 2);
		const body = isRefused ? '{"message":"slow down"}' : '{}';
		return {
			status: isRefused ? 429 : 200,
			headers,
			body: Readable.from([Buffer.from(body)], { objectMode: false }),
		};
	};
	return Object.assign(host, { send });
}

type Host = ReturnType<typeof openHost>;

let keys = 0;
const ownHosts = (): AvalancheCredential =>
	({
		network: 'ownNode',
		nodeUrl: 'http://node',
		dataUrl: 'http://data',
		metricsUrl: 'http://metrics',
		apiKey: `key-${++keys}`,
	}) as AvalancheCredential;

interface Asked {
	count: number;
	credential?: AvalancheCredential;
	settings?: Partial<Settings>;
	computeUnits?: number;
	cancelled?: AbortSignal;
}

/** A run that asks the Data API so many times, and what became of it. */
async function ask(
	{ send }: Host,
	{ count, credential = ownHosts(), settings, computeUnits = 20, cancelled }: Asked,
) {
	const client = new Client(send, credential, { ...defaultSettings, ...settings }, cancelled);
	const one = async () =>
		await client.rest({ host: 'data', path: '/v1/chains', query: {}, computeUnits });
	const answers = await Promise.all(Array.from({ length: count }, one));
	client.end();
	return { answered: answers.filter(({ ok }) => ok).length, answers, spent: client.spent };
}

/** Lets the clock run until all is done, for an hour at most. */
async function finish<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.finally(() => (isDone = true)).catch(() => {});
	for (let i = 0; i < 72_000 && !isDone; i++) await jest.advanceTimersByTimeAsync(50);
	expect(isDone).toBe(true);
	return await work;
}

const inMs = () => performance.now();

describe('1,000 requests under a limit of 100 in a window waste less than one percent', () => {
	test.each<[string, Partial<Grant>, Partial<Asked>]>([
		['that begins with a request', {}, {}],
		['that begins by the clock', { begins: 'clock' }, {}],
		['that slides', { begins: 'sliding' }, {}],
		['of a minute', { windowMs: 60 * second }, {}],
		['with 20 requests in parallel', {}, { settings: { maxInFlight: 20 } }],
		['with one request at a time', { latencyMs: () => 2 }, { settings: { maxInFlight: 1 } }],
		['for requests that cost the limit', {}, { computeUnits: 100 }],
		['for requests that cost next to nothing', {}, { computeUnits: 1 }],
		['of compute units', { units: 2000, each: 20 }, {}],
		['of compute units that the tables overstate', { units: 200, each: 2 }, {}],
		['of compute units that the tables understate', { units: 4000, each: 40 }, {}],
		[
			'whose headers say x-ratelimit, and when it ends',
			{
				headers: ({ left, leftMs }, { units }) => ({
					'x-ratelimit-limit': String(units),
					'x-ratelimit-remaining': String(left),
					'x-ratelimit-reset': String(Math.ceil(leftMs / second)),
				}),
			},
			{},
		],
		[
			'whose end is a time of the clock of the host, two days ahead',
			{
				windowMs: 10 * second,
				headers: ({ left, leftMs }, { units }) => {
					const now = start + inMs() + 2 * 86_400 * second;
					return {
						'x-ratelimit-limit': String(units),
						'x-ratelimit-remaining': String(left),
						'x-ratelimit-reset': String(Math.ceil((now + leftMs) / second)),
						date: new Date(now).toUTCString(),
					};
				},
			},
			{},
		],
		[
			'whose headers contradict each other',
			{
				headers: (window, grant) => ({
					...announce(window, grant),
					'ratelimit-reset': '86400',
					'x-ratelimit-limit': '7',
					'x-ratelimit-remaining': '0',
				}),
			},
			{},
		],
		[
			'whose headers do not say what is left',
			{
				headers: ({}, { units }) => ({
					'ratelimit-limit': `${units}`,
					'ratelimit-policy': `${units};w=1`,
				}),
			},
			{},
		],
	])('%s', async (_what, grant, asked) => {
		const host = openHost(grant);
		const from = inMs();
		const { answered } = await finish(ask(host, { count: 1000, ...asked }));
		expect(answered).toBe(1000);
		expect(host.served).toBe(1000);
		expect(host.refused).toBeLessThan(10);
		// It takes nine windows and a bit.
		expect((inMs() - from) / host.grant.windowMs).toBeLessThan(17);
	});
});

describe('a limit is shared', () => {
	test('by runs with the same key', async () => {
		const host = openHost();
		const credential = ownHosts();
		const runs = [1, 2, 3].map(() => ask(host, { count: 300, credential }));
		for (const { answered } of await finish(Promise.all(runs))) expect(answered).toBe(300);
		expect(host.refused).toBeLessThan(9);
	});

	test('and by no others', async () => {
		const host = openHost();
		await finish(ask(host, { count: 100 }));
		host.grant.units = 1000;
		const from = inMs();
		await finish(ask(host, { count: 100 }));
		expect(inMs() - from).toBeLessThan(2 * second);
		expect(host.refused).toBe(0);
	});

	test.each([
		['', {}],
		[', until a time that cannot be', { 'ratelimit-reset': '86400' }],
	])('with what other processes use%s', async (_until, more) => {
		const host = openHost({
			headers: (window, grant) => ({ ...announce(window, grant), ...more }) as Headers,
		});
		const from = inMs();
		const running = ask(host, { count: 500 });
		for (let i = 0; i < 200; i++) {
			await jest.advanceTimersByTimeAsync(50);
			host.spendElsewhere(2);
		}
		expect((await finish(running)).answered).toBe(500);
		expect(host.refused).toBeLessThan(10);
		expect(inMs() - from).toBeLessThan(25 * second);
	});

	test('for as long as a run lasts, whatever other keys came', async () => {
		const host = openHost();
		const credential = ownHosts();
		const running = ask(host, { count: 150, credential });
		const others = openHost();
		for (let i = 0; i < 150; i++) void ask(others, { count: 1 });
		expect((await finish(running)).answered).toBe(150);
		expect(host.refused).toBe(0);
	});
});

describe('what is known of keys', () => {
	const find = (credential: AvalancheCredential) => gateFinder(credential, 'data')();

	test('is that of the public host, too, where the user entered its URL', () => {
		const { mainnet } = hosts.data.publicUrls;
		const [chosen, entered] = [
			{ network: 'mainnet' },
			{ network: 'hosted', services: 'urls', dataUrl: `${mainnet}/` },
		] as AvalancheCredential[];
		expect(find(entered)).toBe(find(chosen));
	});

	test('is bounded', () => {
		const [first, ...others] = Array.from({ length: 200 }, ownHosts);
		const gate = find(first);
		expect(find({ ...first })).toBe(gate);
		for (const other of others) find(other);
		expect(find(first)).not.toBe(gate);
	});

	test('goes ten minutes after its last use', async () => {
		const credential = ownHosts();
		const gate = find(credential);
		gate.use(1);
		await jest.advanceTimersByTimeAsync(600 * second - 1);
		expect(find(credential)).toBe(gate);
		await jest.advanceTimersByTimeAsync(1);
		expect(find(credential)).not.toBe(gate);
	});

	test('stays as long as a request is in flight', async () => {
		const [credential, ...others] = Array.from({ length: 200 }, ownHosts);
		const host = openHost({ latencyMs: () => 1200 * second });
		const asked = ask(host, { count: 1, credential, settings: { timeoutMs: 3600 * second } });
		await jest.advanceTimersByTimeAsync(1100 * second);
		const gate = find(credential);
		for (const other of others) find(other);
		expect(gate.isIdle).toBe(false);
		expect(find(credential)).toBe(gate);
		expect((await finish(asked)).answered).toBe(1);
	});

	test('stays as long as the host asks to wait', async () => {
		const credential = ownHosts();
		const host = openHost({ units: 1, windowMs: 3600 * second, headers: () => ({}) });
		await finish(ask(host, { count: 2, credential, settings: { retries: 0 } }));
		const gate = find(credential);
		await jest.advanceTimersByTimeAsync(1200 * second);
		expect(find(credential)).toBe(gate);
		expect((await finish(ask(host, { count: 5, credential }))).answered).toBe(0);
		expect(host.refused).toBe(1);
	});
});

test('a window that becomes shorter is followed', async () => {
	const host = openHost({ windowMs: 60 * second });
	const credential = ownHosts();
	await finish(ask(host, { count: 90, credential }));
	host.grant.windowMs = second;
	const from = inMs();
	expect((await finish(ask(host, { count: 200, credential }))).answered).toBe(200);
	expect(inMs() - from).toBeLessThan(6 * second);
});

test('of several windows, the one is followed whose limit the host names', async () => {
	const host = openHost({
		headers: (window, grant) => ({
			...announce(window, grant),
			'ratelimit-policy': '86400000;w=86400, 100;w=1',
		}),
	});
	const from = inMs();
	expect((await finish(ask(host, { count: 300 }))).answered).toBe(300);
	expect(host.refused).toBe(0);
	expect(inMs() - from).toBeLessThan(6 * second);
});

test('after a day that was used up, the window of a second counts again', async () => {
	const host = openHost();
	const credential = ownHosts();
	const settings = { maxInFlight: 1 };
	await finish(ask(host, { count: 50, credential, settings }));
	const day = 86_400;
	const usual = { ...host.grant };
	Object.assign(host.grant, { units: 0, windowMs: day * second });
	host.grant.headers = () =>
		announce({ left: 0, leftMs: 0 }, { ...usual, units: 1e6, windowMs: day * second });
	for (let run = 1; run <= 3; run++) {
		const from = inMs();
		const { answered } = await finish(ask(host, { count: 50, credential, settings }));
		// One run asks once, and the others heed what it was told.
		expect([answered, host.refused, Math.round((inMs() - from) / second)]).toEqual([0, 1, 0]);
	}
	await jest.advanceTimersByTimeAsync(3600 * second);
	Object.assign(host, { grant: Object.assign(host.grant, usual), refused: 0 });
	const from = inMs();
	expect((await finish(ask(host, { count: 400, credential }))).answered).toBe(400);
	expect(host.refused).toBe(0);
	expect((inMs() - from) / second).toBeLessThan(7);
});

test.each([
	['falls', 100, 20],
	['rises', 20, 100],
])('a limit that %s during a run is followed', async (_how, first, then) => {
	const host = openHost({ units: first });
	const running = ask(host, { count: 400 });
	await jest.advanceTimersByTimeAsync(1500);
	host.grant.units = then;
	const from = inMs();
	expect((await finish(running)).answered).toBe(400);
	expect(host.refused).toBeLessThan(12);
	expect((inMs() - from) / second).toBeLessThan((1.6 * 400) / then + 2);
});

test.each([
	['back', -3600 * second],
	['forward', 3600 * second],
])(
	'a clock that is set %s neither stops a run nor lets it run into the limit',
	async (_how, ms) => {
		const host = openHost();
		const running = ask(host, { count: 300 });
		await jest.advanceTimersByTimeAsync(500);
		jest.setSystemTime(Date.now() + ms);
		const from = inMs();
		expect((await finish(running)).answered).toBe(300);
		expect(host.refused).toBeLessThan(6);
		expect(inMs() - from).toBeLessThan(5 * second);
	},
);

describe('a run that waits for room', () => {
	const slow = () => openHost({ units: 10, windowMs: 60 * second });

	test('ends as soon as it is canceled, and sends nothing more', async () => {
		const host = slow();
		const cancel = new AbortController();
		const running = ask(host, { count: 50, cancelled: cancel.signal });
		await jest.advanceTimersByTimeAsync(5 * second);
		cancel.abort();
		const from = inMs();
		const { answers } = await finish(running);
		expect(inMs() - from).toBeLessThan(second);
		expect(host.served).toBe(10);
		expect(
			answers.filter((answer) => !answer.ok && answer.failure.kind === 'cancelled'),
		).toHaveLength(40);
	});

	test('says how long, and what it spent', async () => {
		const { spent } = await finish(ask(slow(), { count: 25 }));
		expect(spent).toMatchObject({ requests: 25, retries: 0, computeUnits: 500 });
		expect(Math.round(spent.heldBackMs / second)).toBe(120);
	});

	test('waits as long as its patience in all, refusals among it', async () => {
		const host = openHost({ units: 10, windowMs: 40 * second });
		const credential = ownHosts();
		await finish(ask(host, { count: 10, credential }));
		// The host grants nothing more, and says otherwise.
		host.grant.units = 0;
		host.grant.headers = () => ({});
		const from = inMs();
		const { answers } = await finish(ask(host, { count: 5, credential }));
		expect(answers.some(({ ok }) => ok)).toBe(false);
		expect(inMs() - from).toBeLessThan(70 * second);
	});

	test('of a poll waits within its patience and its time, and leaves the rest to the host', async () => {
		const host = slow();
		const credential = ownHosts();
		await finish(ask(host, { count: 10, credential }));
		const poll = async (waitMs: number) => {
			const from = inMs();
			const settings = { retries: 0, patienceMs: 5 * second, waitUntil: Date.now() + waitMs };
			const { answers } = await finish(ask(host, { count: 1, credential, settings }));
			const [answer] = answers;
			return [Math.round((inMs() - from) / second), answer.ok || answer.failure.kind];
		};
		// In vain: the window ends later.
		expect(await poll(20 * second)).toEqual([0, 'rate-limited']);
		await jest.advanceTimersByTimeAsync(56 * second);
		expect(await poll(0)).toEqual([0, 'rate-limited']);
		// The host told the first one until when.
		expect(await poll(2 * second)).toEqual([0, 'rate-limited']);
		expect(await poll(20 * second)).toEqual([4, true]);
	});
});

describe('a host that announces nothing', () => {
	const silent = { units: Infinity, headers: () => ({}) };
	const publicHosts = (): AvalancheCredential =>
		({ network: 'mainnet', apiKey: `key-${++keys}` }) as AvalancheCredential;

	test('is not slowed', async () => {
		const host = openHost(silent);
		const from = inMs();
		const { spent } = await finish(ask(host, { count: 1000, computeUnits: 100 }));
		expect(spent.heldBackMs).toBe(0);
		expect(inMs() - from).toBeLessThan(15 * second);
	});

	test('is kept below the published limit where it is the public one', async () => {
		const host = openHost({ ...silent, units: 6000, windowMs: 60 * second, each: 20 });
		const { answered } = await finish(ask(host, { count: 1000, credential: publicHosts() }));
		expect([answered, host.refused]).toEqual([1000, 0]);
	});

	test('counts no request that it refused', async () => {
		const host = openHost({ ...silent, units: 0 });
		const credential = publicHosts();
		await finish(
			ask(host, { count: 5, credential, settings: { waitUntil: 0 }, computeUnits: 100 }),
		);
		expect(host.refused).toBe(5);
		host.grant.units = Infinity;
		// As the host asked for.
		await jest.advanceTimersByTimeAsync(second);
		const { spent } = await finish(ask(host, { count: 60, credential, computeUnits: 100 }));
		expect(spent).toMatchObject({ requests: 60, computeUnits: 6000, heldBackMs: 0 });
	});

	test('is kept below its own limit once it announces one', async () => {
		const host = openHost({ units: 20_000, windowMs: 60 * second, each: 20 });
		const from = inMs();
		await finish(ask(host, { count: 1000, credential: publicHosts() }));
		expect(host.refused).toBe(0);
		expect(inMs() - from).toBeLessThan(15 * second);
	});
});

test('a node whose limit is announced gets its calls within it, those of a batch one by one', async () => {
	const host = openHost({ units: 400, each: 40 });
	const send: Send = async (request) => {
		const { status, headers } = await host.send(request);
		const calls = request.body as unknown as Array<{ id: number }>;
		const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }));
		const text = status === 429 ? 'slow down' : JSON.stringify(answers);
		return { status, headers, body: Readable.from([Buffer.from(text)], { objectMode: false }) };
	};
	const client = new Client(send, ownHosts(), defaultSettings);
	const call = {
		path: '/ext/bc/C/rpc',
		method: 'eth_chainId',
		params: [],
		safe: true,
		batch: true,
	};
	const answers = await finish(
		Promise.all(Array.from({ length: 4000 }, async () => await client.rpc(call))),
	);
	expect(answers.every(({ ok }) => ok)).toBe(true);
	expect(host.served).toBe(100);
	expect(host.refused).toBe(0);
	expect(client.spent).toMatchObject({ requests: 100, computeUnits: 0 });
});

test.each([
	['a limit of nothing', { 'ratelimit-limit': '0', 'ratelimit-policy': '0;w=60' }],
	['a window of nothing', { 'ratelimit-limit': '5', 'ratelimit-policy': '5;w=0' }],
	['a limit without a window', { 'ratelimit-limit': '5', 'ratelimit-remaining': '0' }],
	[
		'words',
		{ 'ratelimit-limit': 'many', 'ratelimit-remaining': 'none', 'ratelimit-reset': 'soon' },
	],
	['less than nothing', { 'ratelimit-limit': '-5', 'ratelimit-remaining': '-1' }],
])('headers that announce %s slow nothing down', async (_what, headers) => {
	const host = openHost({ units: Infinity, headers: () => headers as Headers });
	const { answered, spent } = await finish(ask(host, { count: 200 }));
	expect([answered, spent.heldBackMs]).toEqual([200, 0]);
});
