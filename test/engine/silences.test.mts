/** Planned work: what a silence covers is followed, and not told; and quiet hours, which spare what is critical. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const minute = 60;
const names = `${ours} = Frankfurt-1 [fra]\n${other} = Zurich, 2`;
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });
type Trigger = ReturnType<typeof createTrigger>;

/** A time so many minutes from now, as people enter it. */
const inMinutes = (minutes: number): string =>
	new Date(Date.now() + minutes * minute * 1000).toISOString().slice(0, 16) + 'Z';
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);
async function poll(trigger: Trigger, minutes = 1): Promise<string[]> {
	clock.advance(minutes * minute);
	return eventsOf(jsonOf(await trigger.poll()));
}
async function publish(silences: string, more: INodeParameters = {}, durable = false) {
	const options = { names, silences, ...(more.options as object) };
	const trigger = createTrigger({ ...more, options }, { durable });
	await trigger.activate();
	return trigger;
}

describe.each([false, true])('a silence, durable cursors: %s', (durable) => {
	test('what comes and goes under it is not told, what outlasts it is told then [U40]', async () => {
		const trigger = await publish(`Frankfurt-1, all, ${inMinutes(30)}, new disk`, {}, durable);
		disconnect(ours, other);
		// Who is not named is told as ever.
		expect(await poll(trigger)).toEqual(['disconnected']);
		reconnect(ours);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		disconnect(ours);
		expect(await poll(trigger)).toEqual([]);
		const since = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
		clock.advance(30 * minute);
		const [told, ...more] = jsonOf(await trigger.poll());
		expect(more).toEqual([]);
		expect(told).toMatchObject({ event: 'disconnected', nodeId: ours });
		expect(told!.message).toMatch(/ A silence ended at \d\d:\d\d \w+: new disk\./);
		expect(Math.abs(Date.parse(told!.since as string) - Date.parse(since))).toBeLessThan(3000);
		reconnect(ours);
		expect(await poll(trigger)).toEqual(['reconnected']);
	});
});

test.each([false, true])(
	'a line with a beginning is not silent before, and silent from then on, durable cursors: %s [U40]',
	async (durable) => {
		const line = `Frankfurt-1, Down, ${inMinutes(10)}, ${inMinutes(30)}, rack, second row`;
		const trigger = await publish(line, {}, durable);
		disconnect(ours);
		expect(await poll(trigger, 5)).toEqual(['disconnected']);
		// The line begins with this poll.
		reconnect(ours);
		expect(await poll(trigger, 5)).toEqual([]);
		disconnect(ours);
		expect(await poll(trigger, 10)).toEqual([]);
		reconnect(ours);
		expect(await poll(trigger, 5)).toEqual([]);
		expect(await poll(trigger, 5)).toEqual(['reconnected']);
	},
);

test('a test run says of an item only that a silence holds it which has begun [U40, U64]', async () => {
	disconnect(ours);
	const held = async (silences: string) => {
		const trigger = createTrigger({ options: { names, silences } });
		const [item] = (await trigger.testRun()).items ?? [];
		return JSON.stringify((item as { json?: IDataObject })?.json?.remarks ?? item);
	};
	expect(await held(`all, all, ${inMinutes(-10)}, ${inMinutes(30)}, rack`)).toContain(
		'silenced until',
	);
	expect(await held(`all, all, ${inMinutes(10)}, ${inMinutes(30)}, rack`)).not.toContain(
		'silenced until',
	);
});

test('a number in a reason is no end [U40]', async () => {
	const trigger = await publish(`all, all, ${inMinutes(30)}, 1999999999, a ticket`);
	disconnect(ours);
	expect(await poll(trigger)).toEqual([]);
	expect(await poll(trigger, 30)).toEqual(['disconnected']);
});

test('the end of an alert that was told waits for the end of the silence [U40]', async () => {
	const before = await publish('');
	disconnect(ours);
	expect(await poll(before)).toEqual(['disconnected']);
	// The workflow is published again, with a silence.
	const silenced = createTrigger(
		{ options: { names, silences: `${ours}, all, ${inMinutes(10)}, work` } },
		{ staticData: before.stored },
	);
	await silenced.activate();
	reconnect(ours);
	expect(await poll(silenced)).toEqual([]);
	expect(await poll(silenced)).toEqual([]);
	const told = await poll(silenced, 10);
	expect(told).toEqual(['reconnected']);
});

describe('an alert that outlasts a silence which was taken out says so [U40]', () => {
	/** Published again, as n8n stored it. Its usual engine stores no poll without items. */
	const change = (before: Trigger, silences = '', durable = false): Trigger => {
		const options = { names, ...(silences && { silences }) };
		return createTrigger({ options }, { staticData: before.stored, durable });
	};
	const sayTold = async (trigger: Trigger): Promise<string> => {
		clock.advance(minute);
		const items = jsonOf(await trigger.poll());
		const told = items.find(({ event }) => event === 'disconnected');
		expect(told).toMatchObject({ nodeId: ours });
		return told!.message as string;
	};

	test.each([false, true])('with the reason of its line, durable: %s', async (durable) => {
		const silenced = await publish(`Frankfurt-1, all, ${inMinutes(30)}, new disk`, {}, durable);
		disconnect(ours);
		expect(await poll(silenced)).toEqual([]);
		const trigger = change(silenced, '', durable);
		expect(await sayTold(trigger)).toContain(' A silence was removed: new disk.');
		reconnect(ours);
		expect(await poll(trigger)).toEqual(['reconnected']);
		disconnect(ours);
		expect(await sayTold(trigger)).not.toContain('A silence');
	});

	test('also if the node did not answer meanwhile', async () => {
		const silenced = await publish(`Frankfurt-1, all, ${inMinutes(60)}, new disk`, {}, true);
		disconnect(ours);
		expect(await poll(silenced)).toEqual([]);
		const trigger = change(silenced, '', true);
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(await poll(trigger)).toEqual(['unreachable']);
		devnet.faults([]);
		expect(await sayTold(trigger)).toContain(' A silence was removed: new disk.');
	});

	test('not if another line covers nothing of it, or the line is there as before', async () => {
		const line = `Frankfurt-1, all, ${inMinutes(30)}, new disk`;
		const silenced = await publish(`${line}\n${other}, all, ${inMinutes(30)}, rack`, {}, true);
		disconnect(ours);
		expect(await poll(silenced)).toEqual([]);
		const trigger = change(silenced, line, true);
		expect(await poll(trigger)).toEqual([]);
		clock.advance(30 * minute);
		expect(await sayTold(trigger)).toMatch(/ A silence ended at \d\d:\d\d \w+: new disk\./);
	});
});

describe('whom and what a line covers [U40]', () => {
	test.each<[string, string, string[]]>([
		['a name', 'frankfurt-1, all', ['disconnected']],
		['a group', 'FRA, all', ['disconnected']],
		['a name with a blank in place of its dash', 'frankfurt 1, all', ['disconnected']],
		['the whole name', 'Frankfurt-1 [fra], Down', ['disconnected']],
		['a node ID and the end of an alert', `${ours}, reconnected`, ['disconnected']],
		['another alert', `${ours}, belowThreshold`, ['disconnected', 'disconnected']],
		['all', 'all, all', []],
	])('%s', async (_what, line, events) => {
		const trigger = await publish(`# planned\n\n${line}, ${inMinutes(5)}`);
		disconnect(ours, other);
		expect(await poll(trigger)).toEqual(events);
	});

	test('a name that looks like an alertId is still a name [U40]', async () => {
		const hex = '0123456789abcdef';
		const options = { names: `${ours} = ${hex}\n${other} = Zurich [fedcba9876543210]` };
		for (const [who, nodeId] of [
			[hex, other],
			['FEDCBA9876543210', ours],
		]) {
			const trigger = await publish(`${who}, all, ${inMinutes(5)}`, { options });
			disconnect(ours, other);
			clock.advance(minute);
			expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected', nodeId }]);
			reconnect(ours, other);
		}
	});

	test('all covers a source that cannot be read [U40]', async () => {
		const trigger = await publish(`all, unreachable, ${inMinutes(5)}, update of the node`);
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(await poll(trigger)).toEqual([]);
		expect(await poll(trigger, 5)).toEqual(['unreachable']);
	});

	test('many together: who is silenced is not among them [U40][U12]', async () => {
		const silences = `${ours}, all, ${inMinutes(5)}, work`;
		const trigger = await publish(silences, {
			validatorsFrom: 'all',
			alertWhen: ['disconnected'],
			options: { failedChecks: 2 },
		});
		await poll(trigger);
		const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID).slice(1);
		disconnect(...nodeIDs.filter((nodeID) => nodeID !== ours));
		expect(await poll(trigger)).toEqual([]);
		disconnect(ours);
		clock.advance(minute);
		const [group, ...more] = jsonOf(await trigger.poll());
		expect(more).toEqual([]);
		expect(group).toMatchObject({ event: 'disconnected' });
		expect(group!.validatorCount).toBeGreaterThan(50);
		expect(group!.nodeIds).not.toContain(ours);
	});

	test('who joins an L1 under it is told afterwards [U40][U10]', async () => {
		const line = `all, joined, ${inMinutes(5)}, new validators`;
		const trigger = await publish(line, { ...onL1, validatorsFrom: 'all' });
		devnet.world.addValidators({ on: 'l1', nodeIDs: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'] });
		expect(await poll(trigger)).toEqual([]);
		expect(await poll(trigger, 5)).toEqual(['joined']);
	});
});

test('reminders pause, and a heartbeat lists what is silenced as bad [U40][U38]', async () => {
	const options = { reminderHours: 1, heartbeatItem: true, heartbeatMinutes: 5 };
	const silences = `${ours}, all, ${inMinutes(600)}, work`;
	const trigger = await publish(silences, { options });
	disconnect(ours);
	expect(await poll(trigger)).toEqual([]);
	clock.advance(90 * minute);
	const items = jsonOf(await trigger.poll());
	const [beat] = items.filter(({ event }) => event === 'heartbeat');
	expect(eventsOf(items)).not.toContain('reminder');
	expect(beat).toMatchObject({ badCount: 1, silencedCount: 1 });
	expect(beat!.bad).toMatchObject([
		{ nodeId: ours, isSilenced: true, silencedUntil: expect.any(String), acknowledgedUntil: null },
	]);
	expect(beat!.message).toMatch(/ Down \(silenced until .*\d\d:\d\d EST\)/);
	expect(beat!.title).toBe('Heartbeat: 2 watched, 1 alert (1 silenced)');
});

describe('lines that cannot work are refused in words [U40]', () => {
	const wrongLines: Array<[string, string, string]> = [
		[
			'no such name',
			'Fra-1, all, 2026-12-01',
			'nobody is called "Fra-1" (line 1). Names and groups that you gave: "Frankfurt-1", "fra"',
		],
		[
			'no such alert',
			'all, all, 2026-12-01\nall, asleep, 2026-12-01',
			'no alert is called "asleep" (line 2). Use all, or one of these: Left or Joined, Down',
		],
		['no date', 'all, all, 18:00, work', 'must have a time such as 2026-11-25T18:00 in line 1'],
		[
			'a date of another form',
			'all, all, 30.11.2026, work',
			'Enter this line: all, all, 2026-12-01T00:00, work (times are in America/New_York,',
		],
		['no time', 'all, all, tomorrow', 'must have a time such as 2026-11-25T18:00 in line 1'],
		[
			'too little',
			'all',
			'must have "who, alert, until, reason" in line 1. A line is: who, which alert,',
		],
		[
			'an end before the beginning',
			'all, all, 2026-12-02T04:00, 2026-12-02T02:00, rack',
			'the beginning "2026-12-02T04:00" is not before the end "2026-12-02T02:00" (line 1). Enter this line: all, all, 2026-12-02T02:00,',
		],
		[
			'a time of day as the end',
			'all, all, 2026-12-02T02:00, 04:00, rack',
			'must have a time such as 2026-11-25T18:00 in line 1.',
		],
		['a node ID with a slip', `${ours}x, all, 2026-12-01`, 'with all, a node ID'],
	];

	test.each(wrongLines)('%s, in a test run', async (_what, silences, says) => {
		const { error } = await createTrigger({ options: { names, silences } }).testRun();
		expect(saidBy(error!)).toContain(says);
		expect(devnet.log).toEqual([]);
	});

	// n8n stops a published watch whose options cannot be read.
	test.each(wrongLines)('%s: the published watch says so once, and goes on', async (...line) => {
		const [, silences] = line;
		const trigger = createTrigger({ options: { names, silences } });
		const [told, ...more] = jsonOf(await trigger.activate());
		expect(more).toEqual([]);
		expect(told).toMatchObject({
			event: 'silencesChanged',
			title: 'Lines of Silences are refused',
		});
		expect(told!.message).toMatch(/^Refused: .* \(?(?:in )?line \d|^Refused: must have/);
		disconnect(ours);
		expect(await poll(trigger)).toEqual(
			silences.includes('all, all, 2026-12-01') ? [] : ['disconnected'],
		);
		expect(await poll(trigger)).toEqual([]);
	});

	// It is the morning of Tuesday, 24 November, in America/New_York.
	test.each([
		['tomorrow 18:00, disk', '2026-11-25T18:00, disk'],
		['tomorrow at 6pm, disk', '2026-11-25T18:00, disk'],
		['heute 18 Uhr, disk', '2026-11-24T18:00, disk'],
		['today 18, disk', '2026-11-24T18:00, disk'],
		['Friday 6:30 pm, disk', '2026-11-27T18:30, disk'],
		['01.12.2026 18:00, disk', '2026-12-01T18:00, disk'],
		['2026-12-01 18 Uhr, disk', '2026-12-01T18:00, disk'],
		['02:00, work', '2026-11-25T02:00, work'],
		['18:00-20:00, work', '2026-11-24T18:00, 2026-11-24T20:00, work'],
		['18:00, 20:00, work', '2026-11-24T18:00, 2026-11-24T20:00, work'],
		['tomorrow 22:00-02:00, work', '2026-11-25T22:00, 2026-11-26T02:00, work'],
		['from 18:00 until 20:00', '2026-11-24T18:00, 2026-11-24T20:00'],
		['2026-12-01 18:00 - 20:00, work', '2026-12-01T18:00, 2026-12-01T20:00, work'],
		['2026-12-01T18:00 to 2026-12-01T20:00', '2026-12-01T18:00, 2026-12-01T20:00'],
		['2026-12-01T18:00, 2h, work', '2026-12-01T18:00, 2026-12-01T20:00, work'],
		['tomorrow 18:00, 2 hours, work', '2026-11-25T18:00, 2026-11-25T20:00, work'],
	])('%s: the line to enter is in the error, and is taken', async (entered, meant) => {
		const silences = `Frankfurt-1, Down, ${entered}`;
		const { error } = await createTrigger({ options: { names, silences } }).testRun();
		const line = `Frankfurt-1, Down, ${meant}`;
		expect(saidBy(error!)).toContain(`Enter this line: ${line} (times are in America/New_York,`);
		expect(devnet.log).toEqual([]);
		const again = await createTrigger({ options: { names, silences: line } }).testRun();
		expect(again.error).toBeUndefined();
	});

	test.each([
		['Frankfurt-1 until 18:00', 'all, 2026-11-24T18:00'],
		['Frankfurt-1 tonight', 'all, 2026-11-25T06:00'],
		['Frankfurt-1, tonight', 'all, 2026-11-25T06:00'],
		['Frankfurt-1; all; 2026-12-01T18:00', 'all, 2026-12-01T18:00'],
		['Frankfurt-1 | all | tonight | new disk', 'all, 2026-11-25T06:00, new disk'],
		[
			'Frankfurt-1 all 2026-12-01T16:00 2026-12-01T18:00',
			'all, 2026-12-01T16:00, 2026-12-01T18:00',
		],
		['Frankfurt-1, until 18:00, new disk', 'all, 2026-11-24T18:00, new disk'],
		[
			'Frankfurt-1 Low Uptime till tomorrow 18:00 for a disk',
			'Low Uptime, 2026-11-25T18:00, for a disk',
		],
		['Frankfurt-1, Down, until 6pm', 'Down, 2026-11-24T18:00'],
		['Frankfurt-1 bis 01.12.2026 18:00', 'all, 2026-12-01T18:00'],
		['until 18:00: Frankfurt-1', 'all, 2026-11-24T18:00'],
		['until 2026-12-01T18:00 Frankfurt-1, Down, new disk', 'Down, 2026-12-01T18:00, new disk'],
		['Frankfurt-1 from 18:00 until 20:00', 'all, 2026-11-24T18:00, 2026-11-24T20:00'],
	])('"%s" is answered with the line to enter', async (silences, meant) => {
		const { error } = await createTrigger({ options: { names, silences } }).testRun();
		const line = `Frankfurt-1, ${meant}`;
		expect(saidBy(error!)).toContain(`Enter this line: ${line} (times are in America/New_York,`);
		const again = await createTrigger({ options: { names, silences: line } }).testRun();
		expect(again.error).toBeUndefined();
	});

	const asRange = 'all, 2026-12-01T06:00, 2026-12-01T08:00, disk';
	const asOffset = 'all, 2026-12-01T14:00Z, disk';
	test.each([
		['all, 2026-12-01 06:00-08:00, disk', asRange, asOffset],
		['all, 2026-12-01T06:00-08:00, disk', asRange, asOffset],
		['all, 2026-12-01T0600-0800, disk', asRange, asOffset],
		['all, 2026-12-01T06-08, disk', asRange, asOffset],
		['all; 2026-12-01T06:00-08:00; disk', asRange, asOffset],
		[
			'all, 2026-12-01 22:00-02:00',
			'all, 2026-12-01T22:00, 2026-12-02T02:00',
			'all, 2026-12-02T00:00Z',
		],
		['all, 2026-12-01 20:00-24:00', 'all, 2026-12-01T20:00, 2026-12-02T00:00'],
		[
			'all, 2026-12-01T02:00-04:00, 2026-12-02T02:00-04:00',
			'all, 2026-12-01T06:00Z, 2026-12-02T06:00Z',
		],
		[
			'all, 2026-12-01T01:00, 2026-12-01T02:00-05:00, x',
			'all, 2026-12-01T01:00, 2026-12-01T07:00Z, x',
		],
	])(
		'"Frankfurt-1, %s" is no time with an offset, and each line to enter is taken',
		async (entered, ...meant) => {
			const sign = entered.includes(';') ? ';' : ',';
			const silences = `Frankfurt-1${sign} ${entered}`;
			const { error } = await createTrigger({ options: { names, silences } }).testRun();
			expect(saidBy(error!)).toContain('can be a range or have an offset from UTC (line 1)');
			expect(saidBy(error!)).toContain(`Enter this line: Frankfurt-1, ${meant[0]} (times are in`);
			if (meant[1])
				expect(saidBy(error!)).toContain(`is meant, enter: Frankfurt-1, ${meant[1]}. A line`);
			for (const each of meant) {
				const line = `Frankfurt-1, ${each}`;
				const again = await createTrigger({ options: { names, silences: line } }).testRun();
				expect(again.error).toBeUndefined();
			}
		},
	);

	test.each(['2026-12-01T06:00:00-08:00', '2026-12-01T06:00+01:00', '2026-12-01T06:00Z'])(
		'%s has an offset, and is no range',
		async (time) => {
			const silences = `Frankfurt-1, all, ${time}, disk`;
			expect(
				(await createTrigger({ options: { names, silences } }).testRun()).error,
			).toBeUndefined();
		},
	);

	test('a beginning behind its end is answered with both turned round', async () => {
		const silences = 'Frankfurt-1, Down, 2026-12-02T04:00, 2026-12-02T02:00, rack';
		const { error } = await createTrigger({ options: { names, silences } }).testRun();
		expect(saidBy(error!)).toContain(
			'Enter this line: Frankfurt-1, Down, 2026-12-02T02:00, 2026-12-02T04:00, rack (times are in',
		);
	});

	test.each(['Frankfurt-1 for 2h', 'for 2 hours Frankfurt-1'])(
		'"%s" is written out from now on',
		async (silences) => {
			const { error } = await createTrigger({ options: { names, silences } }).testRun();
			const time = DateTime.now().setZone('America/New_York').plus({ hours: 2 });
			const until = time.toFormat("yyyy-MM-dd'T'HH:mm");
			expect(saidBy(error!)).toContain(`Enter this line: Frankfurt-1, all, ${until} (times`);
		},
	);

	test.each([
		'Frankfurt-9 until 18:00',
		'Frankfurt-1 until it is done',
		'until 2020-01-01 Frankfurt-1',
	])('"%s" says no line that nobody meant', async (silences) => {
		const { error } = await createTrigger({ options: { names, silences } }).testRun();
		expect(saidBy(error!)).toContain('must have "who, alert, until, reason"');
		expect(saidBy(error!)).not.toContain('Enter this line');
	});

	test.each<[string, number]>([
		['2h', 120],
		['in 30 minutes', 30],
		['für 2 Stunden', 120],
		['1.5 hours', 90],
		['1 day', 1440],
	])('%s from now on is written out, too', async (entered, minutes) => {
		const silences = `Frankfurt-1, Down, ${entered}, disk`;
		const { error } = await createTrigger({ options: { names, silences } }).testRun();
		const time = DateTime.now().setZone('America/New_York').plus({ minutes });
		const until = time.toFormat("yyyy-MM-dd'T'HH:mm");
		expect(saidBy(error!)).toContain(`Frankfurt-1, Down, ${until}, disk (times are in`);
	});

	test.each(['Monday', 'so', 'ticket 2', '12', 'two of 3 - 4 disks'])(
		'%s behind a time is a reason',
		async (reason) => {
			const silences = `Frankfurt-1, Down, 2026-12-01T18:00, ${reason}`;
			expect(
				(await createTrigger({ options: { names, silences } }).testRun()).error,
			).toBeUndefined();
		},
	);

	test('too many', async () => {
		const error = await publish('all, all, 2026-12-01\n'.repeat(501)).catch(
			(thrown: Error) => thrown,
		);
		expect(saidBy(error as Error)).toContain('at most 500 lines');
	});
});

describe('an expression in Silences [U40]', () => {
	test('is evaluated at each poll: $now is fresh, and an end made of it never comes', async () => {
		const silences = '={{ "all, all, " + $now.plus({ minutes: 5 }).toISO() + ", moving" }}';
		const trigger = await publish(silences);
		disconnect(ours);
		for (let i = 0; i < 3; i++) expect(await poll(trigger, 10)).toEqual([]);
		const odd = '={{ $now.minute % 2 ? "" : "all, all, 2099-01-01, even minutes" }}';
		const changing = createTrigger({ options: { silences: odd } });
		const first = eventsOf(jsonOf(await changing.activate()));
		const told = [...first, ...(await poll(changing)), ...(await poll(changing))];
		expect(told).toEqual(['disconnected']);
	});

	test('has the $vars of the activation', async () => {
		const variables = { silences: '' };
		const options = { silences: '={{ $vars.silences }}' };
		const trigger = createTrigger({ options }, { variables });
		await trigger.activate();
		variables.silences = `all, all, ${inMinutes(60)}, too late`;
		disconnect(ours);
		expect(await poll(trigger)).toEqual(['disconnected']);
		const again = createTrigger({ options }, { variables });
		expect(await again.activate()).toBeNull();
	});

	test('has no data of other nodes', async () => {
		const trigger = createTrigger({
			options: { silences: '={{ $("Read rows").first().json.line }}' },
		});
		await expect(trigger.activate()).rejects.toThrow();
	});
});

describe('quiet hours', () => {
	/** Around the time of the tests' clock, in UTC. */
	const quietNow = () => {
		const hour = new Date(Date.now()).getUTCHours();
		const at = (plus: number) => `${(hour + plus) % 24}:00`;
		return { quietFrom: at(23), quietTo: at(2), failedChecks: 1, goodChecks: 1 };
	};
	const create = (options: INodeParameters, more: INodeParameters = {}) =>
		createTrigger(
			{
				alertWhen: ['disconnected', 'endingSoon'],
				...more,
				options: { ...quietNow(), ...options },
			},
			{ settings: { timezone: 'UTC' } },
		);

	test('spare what is critical, with its end, unless told otherwise [U41]', async () => {
		const [sparing, holding] = [create({}), create({ quietCritical: true })];
		for (const trigger of [sparing, holding]) await trigger.activate();
		disconnect(ours);
		expect(await poll(sparing)).toEqual(['disconnected']);
		expect(await poll(holding)).toEqual([]);
		reconnect(ours);
		expect(await poll(sparing)).toEqual(['reconnected']);
		expect(await poll(holding)).toEqual([]);
	});

	test('hold a warning, and no reminder comes in them [U41]', async () => {
		const trigger = create({ reminderHours: 1 });
		await trigger.activate();
		const validator = devnet.world.primary.find(({ nodeID }) => nodeID === ours)!;
		validator.endTime = Math.floor(Date.now() / 1000) + 86_400;
		disconnect(ours);
		expect(await poll(trigger)).toEqual(['disconnected']);
		expect(await poll(trigger, 61)).toEqual([]);
		expect(await poll(trigger)).toEqual([]);
		clock.advance(3 * 3600);
		expect(eventsOf(jsonOf(await trigger.poll())).sort()).toEqual(['endingSoon', 'reminder']);
	});

	test('begin on the days that are chosen [U41]', async () => {
		const day = new Date(Date.now())
			.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
			.toLowerCase();
		const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		const options = { quietCritical: true };
		const today = create({ ...options, quietDays: [day] });
		const others = create({ ...options, quietDays: days.filter((each) => each !== day) });
		for (const trigger of [today, others]) await trigger.activate();
		disconnect(ours);
		expect(await poll(today)).toEqual([]);
		expect(await poll(others)).toEqual(['disconnected']);
	});
});

test('a heartbeat says which lines do nothing, or last very long [U40][U38]', async () => {
	const options = { heartbeatItem: true, heartbeatMinutes: 5 };
	const began = createTrigger({ options: { failedChecks: 1 } });
	await began.activate();
	disconnect(ours);
	clock.advance(minute);
	const [down] = jsonOf(await began.poll());
	const lines = [
		'Frankfurt-1, down, 2026-01-31T18:00, over',
		'Frankfurt-1, down, 2062-01-31T18:00, a slip',
		`${down!.alertId as string}, all, ${inMinutes(60)}, Ada is on it`,
		`0123456789abcdef, all, ${inMinutes(120)}, nobody`,
		`Zurich, 2, all, ${inMinutes(60)}, fine`.replace('Zurich, 2', other),
	];
	const trigger = createTrigger(
		{ options: { names, silences: lines.join('\n'), ...options, failedChecks: 1 } },
		{ staticData: began.stored },
	);
	const items = jsonOf(await trigger.activate());
	const beat = items.find(({ event }) => event === 'heartbeat')!;
	const notes = [
		'line 1 is over',
		'line 2 lasts more than a year',
		'line 4 names no alert that lasts',
	];
	expect(beat.silenceNotes).toEqual(notes);
	expect(beat.message).toContain(`Silences: ${notes.join(', ')}`);
});

test.each<[IDataObject, RegExp]>([
	[
		{ quietFrom: '10pm', quietTo: '07:00' },
		/Check Quiet From: it cannot be "10pm"\. Quiet From must be a time of day/,
	],
	[
		{ reminderHours: 0.01 },
		/Remind Every \(Hours\): it cannot be "0\.01"\. Remind Every \(Hours\) must be 0, or at least 0\.25\. Enter 0\.5 for a reminder each half hour/s,
	],
])('%j is refused with the value and the cure', async (options, says) => {
	const trigger = createTrigger({ options: options as INodeParameters });
	expect(saidBy((await trigger.testRun()).error)).toMatch(says);
});
