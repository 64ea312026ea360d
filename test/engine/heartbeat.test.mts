/** The heartbeat of a published trigger: items, pings to a local receiver, and the time nobody looked. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { saidBy, until, jsonOf } from '../support/useEngine.mts';
import { useClock } from '../support/useClock.mts';
import { greenUntil, redSince, useReceiver } from '../support/useReceiver.mts';
import { demoAccount } from '../../devnet/devnet.mts';
import { addBlock, stranger } from '../../devnet/addBlock.mts';
import { engine, watches } from './feedScene.mts';
import { shortenNodeId } from '../../nodes/shared/values/ids';
import { create, createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const receiver = useReceiver();
const now = () => Math.floor(Date.now() / 1000);
const minute = 60;
const everyTen = { heartbeatMinutes: 10, heartbeatItem: true };

type Trigger = ReturnType<typeof createTrigger>;
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);
const activate = async (trigger: Trigger) => jsonOf(await trigger.activate());

/** So many polls, a minute apart; what each emitted, by the minute. */
async function poll(trigger: Trigger, count: number): Promise<IDataObject[][]> {
	const emitted = [];
	for (let i = 0; i < count; i++) {
		clock.advance(minute);
		emitted.push(jsonOf(await trigger.poll()));
	}
	return emitted;
}
/** The minutes at which an event came. */
const minutesOf = (emitted: IDataObject[][], event: string) =>
	emitted.flatMap((items, i) => (eventsOf(items).includes(event) ? [i + 1] : []));

describe.each([false, true])('as an item, durable cursors: %s', (durable) => {
	test('it comes every N minutes and says what is watched and what is bad [U38]', async () => {
		const options = { ...everyTen, names: `${ours} = Frankfurt-1` };
		const trigger = createTrigger({ options }, { durable });
		const [first, ...more] = await activate(trigger);
		expect(more).toEqual([]);
		expect(first).toMatchObject({
			event: 'heartbeat',
			title: 'Heartbeat: 2 watched, no alert',
			seen: true,
			reason: null,
			watching: 'validatorDown',
			watchedCount: 2,
			badCount: 0,
			bad: [],
			severity: 'heartbeat',
		});
		disconnect(ours);
		const emitted = await poll(trigger, 21);
		expect(minutesOf(emitted, 'heartbeat')).toEqual([10, 20]);
		expect(minutesOf(emitted, 'disconnected')).toEqual([1]);
		const [beat] = emitted
			.flat()
			.filter(({ event }) => event === 'heartbeat')
			.slice(-1);
		expect(beat).toMatchObject({
			title: 'Heartbeat: 2 watched, 1 alert',
			bad: [{ nodeId: ours, name: 'Frankfurt-1', event: 'disconnected', alert: 'Down' }],
			lastSeenAt: beat!.observedAt,
		});
		expect(beat!.message).toContain('Alerts: Frankfurt-1 Down');
	});

	test('it says what failed a check and is not confirmed yet [U38]', async () => {
		const options = { ...everyTen, names: `${ours} = Frankfurt-1`, failedChecks: 2 };
		const trigger = createTrigger({ options }, { durable });
		await trigger.activate();
		await poll(trigger, 9);
		disconnect(ours);
		const [[beat, ...more]] = (await poll(trigger, 1)) as [IDataObject[]];
		expect(more).toEqual([]);
		expect(beat).toMatchObject({
			event: 'heartbeat',
			title: 'Heartbeat: 2 watched, no alert, 1 not confirmed yet',
			message: expect.stringMatching(/\nNot confirmed yet: Frankfurt-1 Down$/),
			badCount: 0,
			bad: [],
			unconfirmedCount: 1,
			unconfirmed: [{ nodeId: ours, name: 'Frankfurt-1', alert: 'Down', isSilenced: false }],
		});
		const [[down]] = await poll(trigger, 1);
		expect(down).toMatchObject({ event: 'disconnected' });
		const later = (await poll(trigger, 9)).flat();
		expect(later).toMatchObject([{ badCount: 1, unconfirmedCount: 0, unconfirmed: [] }]);
	});

	test('its list begins with what is named and urgent, and marks what is silenced [U38]', async () => {
		const [unnamed, warned] = devnet.world.primary.slice(10, 12).map(({ nodeID }) => nodeID);
		const names = `${ours} = Frankfurt-1\n${other} = Zurich-1\n${warned} = Lugano-1`;
		devnet.world.primary.find(({ nodeID }) => nodeID === warned)!.endTime = now() + 86_400;
		disconnect(ours, other, unnamed!);
		const trigger = createTrigger(
			{
				validatorsFrom: 'all',
				alertWhen: ['disconnected', 'endingSoon'],
				options: { ...everyTen, names, silences: `Zurich-1, all, 2999-01-01` },
			},
			{ durable },
		);
		await trigger.activate();
		const [beat] = (await poll(trigger, 10)).flat().filter(({ event }) => event === 'heartbeat');
		const list = /Alerts: (.*)/.exec(String(beat!.message))![1]!.split(', ');
		expect(list.slice(0, 2)).toEqual(['Frankfurt-1 Down', 'Lugano-1 Ending Soon']);
		expect(list[2]).toMatch(/^NodeID-.* Down$/);
		expect(list).toContain(`${shortenNodeId(unnamed!)} Down`);
		expect(list.at(-1)).toMatch(/^Zurich-1 Down \(silenced until .*\d\d:\d\d EST\)$/);
	});

	test('it says that the source cannot be read, and when it was read last [U38]', async () => {
		const trigger = createTrigger({ alertWhen: ['disconnected'], options: everyTen }, { durable });
		await trigger.activate();
		await poll(trigger, 10);
		const seenAt = now();
		devnet.faults([{ host: 'node', status: 503 }]);
		const beats = (await poll(trigger, 12)).flat();
		expect(eventsOf(beats).slice(0, 1)).toEqual(['heartbeat']);
		expect(beats[0]).toMatchObject({
			seen: false,
			title: 'Heartbeat: the source cannot be read',
			message: expect.stringMatching(
				/^Heartbeat: the source cannot be read\. It was last read at \d\d:\d\d EST\. Known now: 2 watched, no alert\./,
			),
			reason: expect.stringContaining('503'),
		});
		// A poll takes time. The one before was a minute earlier.
		const ago = seenAt - Date.parse(beats[0]!.lastSeenAt as string) / 1000;
		expect(ago).toBeGreaterThanOrEqual(0);
		expect(ago).toBeLessThan(60);
	});

	test.each([
		['rewards', 'newReward'],
		['wallets', 'newTransaction'],
	])(
		'a feed of %s has it, too, and its failing polls fail as ever between [U38]',
		async (of, event) => {
			const trigger = create({ ...watches[of]!(), options: everyTen }, { durable });
			expect(eventsOf(await activate(trigger))).toEqual(['heartbeat']);
			const emitted = await poll(trigger, 11);
			expect(minutesOf(emitted, 'heartbeat')).toEqual([10]);
			devnet.faults([{ host: 'data', status: 503 }]);
			const failed: number[] = [];
			const beats: IDataObject[] = [];
			for (let i = 1; i <= 11; i++) {
				clock.advance(minute);
				await trigger.poll().then(
					(items) => beats.push(...jsonOf(items)),
					() => failed.push(i),
				);
			}
			expect(beats).toMatchObject([{ event: 'heartbeat', seen: false, watching: event }]);
			expect(failed).toHaveLength(10);
		},
	);

	test('of two polls that overlap, one sends it, and the other undoes nothing [U38][U18]', async () => {
		const trigger = createTrigger({ options: everyTen }, { durable });
		await trigger.activate();
		await poll(trigger, 9);
		disconnect(ours);
		clock.advance(minute);
		const both = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(eventsOf(both.flatMap(jsonOf)).sort()).toEqual(['disconnected', 'heartbeat']);
		expect((await poll(trigger, 3)).flat()).toEqual([]);
	});

	test('quiet hours, a digest and a redelivery neither hold nor repeat it [U38]', async () => {
		const options = { ...everyTen, digest: true, quietFrom: '00:00', quietTo: '23:59' };
		const trigger = createTrigger({ options: { ...options, redeliver: true } }, { durable });
		expect(eventsOf(await activate(trigger))).toEqual(['heartbeat']);
		disconnect(ours);
		const emitted = await poll(trigger, 11);
		const beats = emitted.flat().filter(({ event }) => event === 'heartbeat');
		expect(beats).toHaveLength(1);
		trigger.restart();
		const after = (await poll(trigger, 1)).flat();
		const known = new Set(beats.map(({ eventId }) => eventId));
		expect(after.filter(({ eventId }) => known.has(eventId))).toEqual([]);
	});
});

describe('as a ping', () => {
	const grace = 10 * minute + 2 * minute + 15;
	const pinging = (path = '/ping/0123-secret'): INodeParameters => ({
		heartbeatMinutes: 10,
		heartbeatPingUrl: `${receiver.url}${path}`,
	});
	const pinged = async (count: number) => await until(() => receiver.received.length === count);
	const pathsOf = () => receiver.received.map(({ path }) => path);

	test('the poll sends it without an execution, and without anything of the credential [U38]', async () => {
		const trigger = createTrigger(
			{ options: pinging() },
			{ credentials: { ...devnet.credentials, avalancheNodesApi: withSecrets() } },
		);
		expect(await activate(trigger)).toEqual([]);
		await pinged(1);
		expect((await poll(trigger, 20)).flat()).toEqual([]);
		await pinged(3);
		expect(pathsOf()).toEqual(Array(3).fill('/ping/0123-secret'));
		const headers = JSON.stringify(receiver.received.map((each) => each.headers));
		expect(headers).not.toMatch(/s3cret|authorization|x-glacier|x-data-api/i);
	});
	const withSecrets = () => ({
		...(devnet.credentials as unknown as { avalancheNodesApi: IDataObject }).avalancheNodesApi,
		nodeAuthentication: 'bearer',
		nodeToken: 's3cret-token',
		apiKey: 's3cret-key',
	});

	test('it stays green for hours with a restart of 60 s and a slow poll of 20 s [U38]', async () => {
		const trigger = createTrigger({ options: pinging() });
		await trigger.activate();
		for (let i = 1; i <= 120; i++) {
			clock.advance(i === 61 ? 80 : i === 62 ? 40 : minute);
			if (i === 31) {
				// n8n stops for a minute and starts: the activation polls at once.
				clock.advance(17);
				trigger.restart();
				await trigger.activate();
				continue;
			}
			expect(jsonOf(await trigger.poll())).toEqual([]);
		}
		await until(() => now() - receiver.received.at(-1)!.at < 11 * minute);
		expect(redSince(receiver, grace)).toEqual([]);
		expect(receiver.received.length).toBeLessThan(16);
	});

	test('a source that is gone turns it red, and one that is back turns it green [U38]', async () => {
		const trigger = createTrigger({ alertWhen: ['disconnected'], options: pinging() });
		await trigger.activate();
		await poll(trigger, 12);
		const lastGood = now();
		devnet.faults([{ host: 'node', status: 503 }]);
		await poll(trigger, 12);
		await until(() => pathsOf().includes('/ping/0123-secret/fail'));
		expect(greenUntil(receiver, grace)).toBeLessThanOrEqual(lastGood + grace);
		devnet.faults([]);
		await poll(trigger, 10);
		await until(() => pathsOf().at(-1) === '/ping/0123-secret');
	});

	test('a poll that hangs sends none until it has read its source [U38]', async () => {
		const trigger = createTrigger({ options: pinging() });
		await trigger.activate();
		await poll(trigger, 9);
		const lastGood = now();
		devnet.faults([{ host: 'node', latencyMs: 300 }]);
		devnet.clearLog();
		clock.advance(minute);
		const hanging = trigger.poll();
		await until(() => devnet.log.length > 0);
		expect(pathsOf()).toHaveLength(1);
		expect(greenUntil(receiver, grace)).toBeLessThanOrEqual(lastGood + grace);
		await hanging;
		await pinged(2);
	});

	test('one that is refused is told once, and once that pings are taken again [U38]', async () => {
		engine.logLines.length = 0;
		receiver.reply = { status: 404, body: 'not found' };
		const trigger = createTrigger({
			alertWhen: ['disconnected'],
			options: { ...pinging(), payloads: ['pagerDuty'] },
		});
		expect(await activate(trigger)).toEqual([]);
		// Two repeats, of which the last comes after ten seconds.
		await until(() => engine.logLines.some((line) => line.includes('did not take a ping')));
		const [[refused, ...none], ...later] = await poll(trigger, 9);
		expect(none).toEqual([]);
		expect(refused).toMatchObject({
			event: 'pingsChanged',
			title: 'Heartbeat Ping URL takes no ping',
			severity: 'warning',
			reason: 'HTTP 404',
			pagerDuty: [{ event_action: 'trigger', dedup_key: refused!.alertId }],
		});
		expect(later.flat()).toEqual([]);
		receiver.reply = { status: 200, body: 'OK' };
		const taken = receiver.received.length + 1;
		const again = (await poll(trigger, 1)).flat();
		await pinged(taken);
		await new Promise((resolve) => setImmediate(resolve));
		again.push(...(await poll(trigger, 1)).flat());
		expect(again).toMatchObject([
			{
				event: 'pingsChanged',
				title: 'Heartbeat Ping URL takes pings again',
				severity: 'resolved',
				message: 'Heartbeat Ping URL takes pings again, after 10 min.',
				alertId: refused!.alertId,
			},
		]);
		expect(JSON.stringify([refused, again, trigger.stored])).not.toContain('0123-secret');
	});

	test('what n8n lost of it comes again when it starts, and so does what another URL gets [U38][U17]', async () => {
		engine.logLines.length = 0;
		const isRefused = () => engine.logLines.filter((line) => line.includes('take a ping')).length;
		receiver.reply = { status: 404, body: 'not found' };
		const parameters = { alertWhen: ['disconnected'] };
		const trigger = createTrigger({ ...parameters, options: pinging() });
		await activate(trigger);
		await until(() => isRefused() === 1);
		const [[lost]] = (await poll(trigger, 1)) as [IDataObject[]];
		// n8n stopped before the workflow ran with the item.
		clock.advance(minute);
		const again = jsonOf(await trigger.start());
		expect(again).toEqual([{ again: true, ...lost }]);
		expect(lost).toMatchObject({ event: 'pingsChanged', reason: 'HTTP 404' });
		receiver.reply = { status: 403, body: 'no' };
		const corrected = createTrigger(
			{ ...parameters, options: pinging('/ping/0123-secret-corrected') },
			{ staticData: trigger.stored },
		);
		await activate(corrected);
		await poll(corrected, 9);
		await until(() => isRefused() === 2);
		const told = (await poll(corrected, 3)).flat();
		expect(told).toMatchObject([
			{ event: 'pingsChanged', alertId: lost!.alertId, reason: 'HTTP 403', severity: 'warning' },
		]);
		expect(told[0]!.eventId).not.toBe(lost!.eventId);
		expect(JSON.stringify([told, corrected.stored])).not.toContain('0123-secret');
	});

	test('a warning about refused pings ends where the heartbeat is turned off [U38]', async () => {
		engine.logLines.length = 0;
		receiver.reply = { status: 404, body: 'not found' };
		const parameters = { alertWhen: ['disconnected'] };
		const payloads = { payloads: ['pagerDuty'] };
		const before = createTrigger({ ...parameters, options: { ...pinging(), ...payloads } });
		await before.activate();
		await until(() => engine.logLines.some((line) => line.includes('did not take a ping')));
		const [refused] = (await poll(before, 2)).flat();
		expect(refused).toMatchObject({ event: 'pingsChanged', severity: 'warning' });
		const after = createTrigger(
			{ ...parameters, options: payloads },
			{ staticData: before.stored },
		);
		const told = [await activate(after), ...(await poll(after, 3))].flat();
		expect(told).toMatchObject([
			{
				event: 'pingsChanged',
				title: 'Heartbeat Ping URL was removed',
				severity: 'resolved',
				watching: 'validatorDown',
				pagerDuty: [{ event_action: 'resolve', dedup_key: refused!.alertId }],
			},
		]);
	});

	test.each([
		['https://hc-ping.com/your-uuid', 'this is an example'],
		['https://hc-ping.com/0123-secret/fail', 'leave out the last part of the path'],
		['https://events.pagerduty.com/v2/enqueue', 'PagerDuty takes no pings'],
		['https://hc-ping.com/0123-secret', 'a test run sends no ping'],
	])('a test run doubts %s [U64]', async (heartbeatPingUrl, says) => {
		const { items } = await createTrigger({ options: { heartbeatPingUrl } }).testRun();
		const [{ remarks }] = jsonOf(items) as [IDataObject];
		expect(remarks).toContainEqual(expect.stringContaining(`Heartbeat Ping URL: ${says}`));
		expect(JSON.stringify(remarks)).not.toContain('0123-secret');
	});

	test.each(['rewards', 'wallets', 'chain'])('so does one of a feed of %s [U64]', async (of) => {
		const options = { heartbeatPingUrl: 'https://hc-ping.com/your-uuid' };
		const { items } = await create({ ...watches[of]!(), options }).testRun();
		const samples = jsonOf(items);
		expect(samples.length).toBeGreaterThan(0);
		for (const { remarks } of samples)
			expect(remarks).toContainEqual(expect.stringContaining('this is an example'));
	});

	test('Uptime Kuma is told in its own form [U38]', async () => {
		const path = '/api/push/a1b2c3?status=up&msg=OK';
		const trigger = createTrigger({ alertWhen: ['disconnected'], options: pinging(path) });
		await trigger.activate();
		await pinged(1);
		devnet.faults([{ host: 'node', status: 503 }]);
		await poll(trigger, 12);
		await pinged(2);
		expect(pathsOf()).toEqual([path, '/api/push/a1b2c3?status=down&msg=OK']);
	});

	test('a ping that is not taken is sent again, follows no redirect, and stands in no text [U38]', async () => {
		receiver.reply = { status: 302, body: '', headers: { location: `${receiver.url}/elsewhere` } };
		const trigger = createTrigger({ options: pinging() });
		expect(await activate(trigger)).toEqual([]);
		await pinged(1);
		receiver.reply = { status: 200, body: 'OK' };
		await pinged(2);
		expect(new Set(pathsOf())).toEqual(new Set(['/ping/0123-secret']));
	});
});

test('a watch of wallets that cannot read one of them says so, beside what came of the others [U38]', async () => {
	const addresses = `${demoAccount}\n${stranger}`;
	const trigger = create({ ...watches.wallets!(), addresses, options: everyTen });
	await trigger.activate();
	devnet.faults([{ host: 'data', path: stranger, status: 503 }]);
	const [hash] = addBlock(devnet.world.ledger.chains[0]!);
	clock.advance(10 * minute);
	const items = jsonOf(await trigger.poll());
	expect(items).toMatchObject([{ txHash: hash }, { event: 'heartbeat', seen: false }]);
	expect(String(items[1]!.reason).toLowerCase()).toContain(stranger);
});

test('nobody looked: the time is told once, as is that of a feed [U39]', async () => {
	const watch = createTrigger({ options: everyTen });
	const feed = create({ ...watches.rewards!(), options: everyTen });
	const wallets = create({ ...watches.wallets!(), options: everyTen });
	for (const trigger of [watch, feed, wallets]) {
		await trigger.activate();
		await poll(trigger, 3);
		const last = now();
		clock.advance(30 * minute);
		const items = jsonOf(await trigger.poll());
		expect(eventsOf(items)).toEqual(['notWatched', 'heartbeat']);
		const [{ severity, lastedSeconds }] = items as [IDataObject];
		expect(severity).toBe('warning');
		// The last poll may have begun some seconds before it ended.
		expect(lastedSeconds).toBeGreaterThanOrEqual(30 * minute);
		expect(lastedSeconds).toBeLessThan(now() - last + minute);
		expect(items[0]!.title).toBe('Nobody looked for 30 min');
		expect(eventsOf((await poll(trigger, 1)).flat())).toEqual([]);
	}
});

test('an interval alone sends the item [U38]', async () => {
	for (const event of [
		{ event: 'validatorDown', validatorsFrom: 'lines', nodeIds: ours },
		watches.rewards!(),
	]) {
		const trigger = create({ ...event, options: { heartbeatMinutes: 10 } });
		const first = await activate(trigger);
		const emitted = [first, ...(await poll(trigger, 10))].flat();
		expect(eventsOf(emitted).filter((each) => each === 'heartbeat')).toHaveLength(2);
	}
});

describe('what cannot work is refused before anything is sent [U38]', () => {
	test.each<[string, INodeParameters, string]>([
		[
			'every four minutes',
			{ ...everyTen, heartbeatMinutes: 4 },
			'Heartbeat Every (Minutes) must be',
		],
		[
			'no form of it',
			{ heartbeatMinutes: 10, heartbeatItem: false },
			'Heartbeat Every (Minutes) is set, and nothing is sent',
		],
		[
			'http to a public host',
			{ heartbeatPingUrl: 'http://example.com/s3cret' },
			'must start with https',
		],
		[
			'a user in the URL',
			{ heartbeatPingUrl: 'https://a:s3cret@example.com' },
			'must have no user',
		],
		['no URL', { heartbeatPingUrl: 's3cret' }, 'Check Heartbeat Ping URL: it must start with http'],
		['no URL: an example', { heartbeatPingUrl: 's3cret' }, 'such as https://hc-ping.com/your-uuid'],
		['another scheme', { heartbeatPingUrl: 'ftp://s3cret' }, 'not with ftp://'],
		['a port that cannot be', { heartbeatPingUrl: 'https://hc-ping.com:99999' }, 'at most 65535'],
		['a node ID', { heartbeatPingUrl: 'NodeID-s3cret' }, 'and not a node ID'],
		['a text for the switch', { heartbeatItem: 'true' }, 'Heartbeat Item'],
	])('%s', async (_what, options, says) => {
		const error = await createTrigger({ options })
			.activate()
			.catch((thrown: Error) => thrown);
		expect(saidBy(error as Error)).toContain(says);
		expect(saidBy(error as Error)).not.toContain('s3cret');
		expect(devnet.log).toEqual([]);
	});
});

test('off by default: nothing is stored, sent or emitted [U38]', async () => {
	const trigger = createTrigger();
	expect(await trigger.activate()).toBeNull();
	await poll(trigger, 3);
	expect(Object.keys(trigger.stored)).toEqual(['cursor']);
});

test.each([
	[
		'wallets',
		{ addresses: `0x${'2'.repeat(40)} = Ops\n0x${'1'.repeat(40)}` },
		'New Transaction of Ops, 0x1111...1111 on C-Chain',
	],
	['address', { address: `0x${'1'.repeat(40)} = Cold` }, 'New Transaction of Cold on C-Chain'],
	['chain', {}, 'New Transaction on C-Chain'],
	['rewards', { nodeIds: ours }, `New Reward of ${shortenNodeId(ours)}`],
])('a feed of %s says what is read as the dialog calls it [U38]', async (of, more, read) => {
	const options = { ...everyTen, testEvent: 'heartbeat' };
	const { items } = await create({ ...watches[of]!(), ...more, options }).testRun();
	expect(jsonOf(items)[0]!.title).toBe(`[TEST] Made up: Heartbeat: ${read} is read, no alert`);
});

test('test events show both, and are refused while it is off [U36][U38]', async () => {
	const shown = createTrigger({ options: { ...everyTen, testEvent: 'heartbeat' } });
	const { items } = await shown.testRun();
	expect(eventsOf(jsonOf(items))).toEqual(['heartbeat', 'notWatched']);
	for (const item of jsonOf(items)) expect(item.title).toMatch(/^\[TEST\]/);
	const { error } = await createTrigger({ options: { testEvent: 'heartbeat' } }).testRun();
	expect(error).toMatchObject({ message: 'These settings never send what Test Event asks for' });
});
