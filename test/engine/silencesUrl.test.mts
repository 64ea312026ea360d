/** Silences that a URL answers: who owns it cannot end alerting unseen, and who does not answer silences nobody for long. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { useReceiver } from '../support/useReceiver.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const receiver = useReceiver();
const minute = 60;
const day = 24 * 60;
const path = '/silences/s3cret';
type Trigger = ReturnType<typeof createTrigger>;

const inMinutes = (minutes: number): string =>
	`${new Date(Date.now() + minutes * minute * 1000).toISOString().slice(0, 16)}Z`;
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);
async function poll(trigger: Trigger, minutes = 1): Promise<IDataObject[]> {
	clock.advance(minutes * minute);
	return jsonOf(await trigger.poll());
}
const answer = (...lines: string[]) => (receiver.reply = { status: 200, body: lines.join('\n') });
const create = (options: INodeParameters = {}, durable = false) =>
	createTrigger(
		{
			alertWhen: ['disconnected', 'unreachable'],
			options: {
				names: `${ours} = Frankfurt-1`,
				silencesUrl: `${receiver.url}${path}`,
				...options,
			},
		},
		{ durable },
	);
async function publish(options?: INodeParameters, durable?: boolean) {
	const trigger = create(options, durable);
	const first = jsonOf(await trigger.activate());
	return { trigger, first };
}

describe.each([false, true])('durable cursors: %s', (durable) => {
	test('a silence of one alert has its name in the dialog, and the title counts refused lines [U42]', async () => {
		answer(`Frankfurt-1, Down, ${inMinutes(30)}\nFrankfurt-9, all, ${inMinutes(30)}`);
		const { first } = await publish({}, durable);
		expect(first).toMatchObject([
			{ title: '1 silence begins, 1 line refused', began: [{ alert: 'disconnected' }] },
		]);
		expect(first[0]!.message).toMatch(/^Frankfurt-1: alert Down, silenced until \d/);
	});

	test('a silence is told once when it begins, and what it covers waits for its end [U42]', async () => {
		answer(`Frankfurt-1, all, ${inMinutes(30)}, new disk`);
		const { trigger, first } = await publish({}, durable);
		expect(first).toMatchObject([
			{
				event: 'silencesChanged',
				title: '1 silence begins',
				silenceCount: 1,
				began: [{ nodeIds: [ours], alert: 'all', reason: 'new disk' }],
				refused: [],
				reason: null,
			},
		]);
		expect(first[0]!.message).toMatch(
			/^Frankfurt-1: all alerts, silenced until \d.* \(new disk\)$/,
		);
		disconnect(ours, other);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', nodeId: other }]);
		for (let i = 0; i < 6; i++) expect(await poll(trigger)).toEqual([]);
		// A further one joins: it alone is told.
		answer(...receiver.reply.body.split('\n'), `${other}, all, ${inMinutes(60)}, its turn`);
		const [more, ...rest] = await poll(trigger, 5);
		expect(rest).toEqual([]);
		expect(more).toMatchObject({ silenceCount: 2, began: [{ nodeIds: [other] }] });
		expect(await poll(trigger, 30)).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
	});
});

test('a line that is taken out before its end is named by the alert that outlasts it [U42]', async () => {
	answer(`Frankfurt-1, all, ${inMinutes(6 * 60)}, new disk`);
	const { trigger } = await publish();
	disconnect(ours);
	expect(await poll(trigger)).toEqual([]);
	answer('');
	const [told] = await poll(trigger, 5);
	expect(told!.message).toContain(' A silence was removed: new disk.');
});

test('a URL that does not answer for an hour removes no silence [U42]', async () => {
	answer(`Frankfurt-1, all, ${inMinutes(6 * 60)}, new disk`);
	const { trigger } = await publish();
	disconnect(ours);
	receiver.reply = { status: 500, body: '' };
	const items: IDataObject[] = [];
	for (let i = 0; i < 14; i++) items.push(...(await poll(trigger, 5)));
	const unheard = items.find(({ event }) => event === 'disconnected');
	expect(unheard!.message).not.toContain('A silence');
});

test('a line with a beginning is told when it begins, and silences nothing before [U42]', async () => {
	answer(`Frankfurt-1, all, ${inMinutes(10)}, ${inMinutes(30)}, new disk`);
	const { trigger, first } = await publish();
	expect(first).toEqual([]);
	disconnect(ours);
	expect(await poll(trigger, 5)).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
	expect(await poll(trigger, 5)).toMatchObject([
		{ event: 'silencesChanged', silenceCount: 1, began: [{ reason: 'new disk' }], refused: [] },
	]);
});

test('the seven days count from the beginning of a line [U42]', async () => {
	const inDays = (days: number) => inMinutes(days * day);
	answer(
		`Frankfurt-1, all, ${inDays(5)}, ${inDays(11)}, six days`,
		`Frankfurt-1, all, ${inDays(5)}, ${inDays(13)}, eight days`,
	);
	const { first } = await publish();
	expect(first).toMatchObject([{ began: [], refused: ['line 2 lasts longer than 7 days'] }]);
});

test('it is read at most once in five minutes, without anything of the credential [U42]', async () => {
	answer('');
	const { trigger } = await publish();
	for (let i = 1; i <= 30; i++) await poll(trigger);
	expect(receiver.received.map((each) => each.path)).toEqual(Array(7).fill(path));
	const headers = JSON.stringify(receiver.received.map((each) => each.headers));
	expect(headers).not.toMatch(/authorization|x-glacier|x-data-api/i);
});

describe('who owns the URL cannot end alerting unseen [U42]', () => {
	test.each<[string, () => string, string]>([
		['all', () => `all, all, ${inMinutes(60)}, night`, 'line 1 has all'],
		[
			'a silence of eight days',
			() => `${ours}, all, ${inMinutes(8 * day)}, x`,
			'longer than 7 days',
		],
		[
			'a name with a typing error',
			() => `Frankfrt-1, all, ${inMinutes(60)}, x`,
			'nobody is called "Frankfrt-1" (line 1; perhaps "Frankfurt-1" is meant)',
		],
		[
			'an alert with a typing error',
			() => `Frankfurt-1, Low Uptme, ${inMinutes(60)}, x`,
			'no alert is called "Low Uptme" (line 1; perhaps "Low Uptime" is meant)',
		],
		['no such name', () => `Fra-1, all, ${inMinutes(60)}, x`, 'nobody is called "Fra-1" (line 1)'],
		['a page', () => '<html><a href="https://evil.example">x</a></html>', 'who, alert, until'],
	])('%s is refused and told once', async (_what, line, says) => {
		answer(line());
		const { trigger, first } = await publish();
		expect(first).toMatchObject([{ event: 'silencesChanged', began: [], silenceCount: 0 }]);
		expect(first[0]!.message).toContain(says);
		expect(first[0]!.message).not.toMatch(/https:\/\/|<a|evil\.example/);
		disconnect(ours);
		expect(eventsOf(await poll(trigger))).toEqual(['disconnected']);
		expect(await poll(trigger, 6)).toEqual([]);
	});

	test('a wrong line takes no other with it, and 500 lines are taken', async () => {
		answer(
			'nonsense',
			...Array(499).fill(`${ours}, all, ${inMinutes(60)}, x`),
			`${other}, all, ${inMinutes(60)}, late`,
		);
		const { trigger, first } = await publish();
		expect(first[0]).toMatchObject({ silenceCount: 499 });
		expect(first[0]!.refused).toEqual([
			'only 500 lines are taken',
			expect.stringContaining('line 1'),
		]);
		disconnect(ours, other);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', nodeId: other }]);
	});

	test('what is silenced is counted in the heartbeat and the digest', async () => {
		answer(`${ours}, all, ${inMinutes(60)}, work`);
		const { trigger } = await publish({ heartbeatItem: true, heartbeatMinutes: 5, digest: true });
		disconnect(ours);
		await poll(trigger);
		disconnect(other);
		expect(await poll(trigger)).toMatchObject([{ event: 'digest', silencedCount: 1 }]);
		expect(await poll(trigger, 4)).toMatchObject([
			{ event: 'heartbeat', badCount: 2, silencedCount: 1 },
		]);
	});

	test('quiet hours do not hide it', async () => {
		answer(`${ours}, all, ${inMinutes(60)}, work`);
		const { first } = await publish({ quietFrom: '00:00', quietTo: '23:59', quietCritical: true });
		expect(eventsOf(first)).toEqual(['silencesChanged']);
	});
});

describe('where it does not answer [U42]', () => {
	const failing: Array<[string, () => void, string]> = [
		['500', () => (receiver.reply = { status: 500, body: '' }), 'HTTP 500'],
		[
			'a redirect, which is not followed',
			() =>
				(receiver.reply = { status: 302, body: '', headers: { location: `${receiver.url}/x` } }),
			'HTTP 302',
		],
		[
			'more than 64 KB',
			() => (receiver.reply = { status: 200, body: '#'.repeat(70_000) }),
			'no answer',
		],
	];

	test.each(failing)(
		'%s: its last answer counts for an hour, which is told',
		async (_what, fail, why) => {
			answer(`${ours}, all, ${inMinutes(3 * 60)}, work`);
			const { trigger } = await publish();
			fail();
			disconnect(ours);
			const [told, ...more] = await poll(trigger, 5);
			expect(more).toEqual([]);
			expect(told).toMatchObject({ title: 'The Silences URL cannot be read', silenceCount: 1 });
			expect(told!.message).toContain(`was not read (${why}). Its last answer counts until`);
			expect(told!.message).not.toContain('s3cret');
			expect(await poll(trigger, 5)).toEqual([]);
			expect(await poll(trigger, 55)).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
			expect(receiver.received.map((each) => each.path)).not.toContain('/x');
		},
	);

	test('after a start without an answer, alerts are told', async () => {
		receiver.reply = { status: 503, body: '' };
		const { trigger, first } = await publish();
		expect(first).toMatchObject([{ reason: 'HTTP 503', silenceCount: 0 }]);
		expect(first[0]!.message).toContain('Until it answers, nothing is silenced by it.');
		disconnect(ours);
		expect(eventsOf(await poll(trigger))).toEqual(['disconnected']);
	});
});

test('the memory has marks, and no list [U42][U20]', async () => {
	answer(
		...Array.from({ length: 400 }, (_, i) => `${ours}, all, ${inMinutes(60 + i)}, reason ${i}`),
	);
	const { trigger } = await publish();
	const { silences } = trigger.stored as { silences: IDataObject };
	expect(JSON.stringify(silences).length).toBeLessThan(120);
	expect(JSON.stringify(trigger.stored)).not.toMatch(/reason|s3cret/);
});

test('a test event shows it, and is refused without a URL [U36][U42]', async () => {
	const { items } = await create({ testEvent: 'silences' }).testRun();
	expect(jsonOf(items)).toMatchObject([
		{ sample: true, event: 'silencesChanged', title: '[TEST] Made up: 1 silence begins' },
	]);
	// Once, to say if it answers.
	expect(receiver.received).toHaveLength(1);
	const { error } = await createTrigger({ options: { testEvent: 'silences' } }).testRun();
	expect(error).toMatchObject({ message: 'These settings never send what Test Event asks for' });
});

test.each<[string, string, string]>([
	['http to a public host', 'http://example.com/s3cret', 'must start with https'],
	['a password', 'https://a:s3cret@example.com/', 'must have no user'],
	['a place to fill in', 'https://{host}/s3cret', 'must have a host without "{"'],
])('%s is refused before anything is sent [U42]', async (_what, silencesUrl, says) => {
	const error = await publish({ silencesUrl }).catch((thrown: Error) => thrown);
	expect(saidBy(error as Error)).toContain(says);
	expect(saidBy(error as Error)).not.toContain('s3cret');
	expect(devnet.log).toEqual([]);
});
