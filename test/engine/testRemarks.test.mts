/** What a test run of a watch says of its settings, in the items, and what the editor says of them before. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { ownNodeId } from '../../devnet/devnet.mts';
import { watchEvents, watchProperties } from '../../nodes/Trigger/watch/settings';
import { shortenNodeId } from '../../nodes/shared/values/ids';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { useReceiver } from '../support/useReceiver.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const zurich = () => `Zurich = ${devnet.nodeUrl}/observers/zurich`;
const receiver = useReceiver();
const health = { event: 'nodeHealth', alertWhen: ['unhealthy', 'headNotMoving'] };

/** A web server on which nothing of Avalanche is. */
async function startElsewhere(): Promise<{ url: string; close: () => void }> {
	const server = createServer((_request, response) => response.writeHead(404).end('nothing here'));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => server.close(),
	};
}

async function runTest(parameters: INodeParameters): Promise<IDataObject[]> {
	const { items, error } = await createTrigger(parameters).testRun();
	expect(error).toBeUndefined();
	return jsonOf(items);
}
const readFirst = ['event', 'title', 'severity', 'message'];
const madeUp = 'this test run reports is made up';
/** All remarks but that on made-up items, which has tests of its own. */
const remarksOf = async (parameters: INodeParameters): Promise<unknown> => {
	const [first, ...more] = await runTest(parameters);
	for (const item of more) expect(item.remarks).toEqual(first!.remarks);
	if (first!.remarks)
		expect(Object.keys(first!).slice(0, 6)).toEqual([...readFirst, 'sample', 'remarks']);
	const others = ((first!.remarks ?? []) as string[]).filter((each) => !each.includes(madeUp));
	return others.length ? others : undefined;
};

describe('a test run says of its settings [U64]', () => {
	test('which silences are over, or last very long', async () => {
		disconnect(ours);
		const silences = [
			`${ours}, all, 2025-12-01, long ago`,
			`${other}, all, 2999-01-01, for ever`,
			'# 2026',
		].join('\n');
		expect(await remarksOf({ options: { silences } })).toEqual([
			'Silences: line 1 is over.',
			'Silences: line 2 lasts more than a year.',
			expect.stringMatching(/^Silences, line 2: NodeID-.*: all alerts, silenced until 2 Jan 2999 /),
		]);
	});

	test('how each line of silences was read, whomever the sample is about', async () => {
		const names = `${ours} = Frankfurt-1 [fra]\n${other} = Zurich-2`;
		const silences = [
			'Zurich-2, Down, 2999-12-01T06:00, new disk',
			'[fra], all, 2998-12-01T06:00, 2998-12-02',
			'all, Low Uptime, 2999-12-01T06:00',
			'0123456789abcdef, all, 2999-12-01T06:00',
		];
		const lines = (await remarksOf({
			options: { names, silences: silences.join('\n') },
		})) as string[];
		expect(lines.filter((each) => each.startsWith('Silences, '))).toEqual([
			expect.stringMatching(
				/^Silences, line 1: Zurich-2: alert Down, silenced until 1 Dec 2999 06:00 EST, in \d.* \(new disk\)\.$/,
			),
			expect.stringMatching(
				/^Silences, line 2: fra \(Frankfurt-1\): all alerts, silenced from 1 Dec 2998 06:00 EST until 3 Dec 2998 00:00 EST, in [^()]*\.$/,
			),
			expect.stringMatching(/^Silences, line 3: all: alert Low Uptime, silenced until /),
			expect.stringMatching(/^Silences, line 4: Alert 0123456789abcdef: acknowledged until /),
		]);
		const many = Array.from({ length: 7 }, () => silences[0]).join('\n');
		for (const testEvent of ['now', 'heartbeat']) {
			const options = { names, silences: many, testEvent, heartbeatItem: true };
			const read = ((await remarksOf({ options })) as string[]).filter((each) =>
				/^Silences.*(?:silenced|were read)/.test(each),
			);
			expect(read).toHaveLength(6);
			expect(read.at(-1)).toBe('Silences: 2 more were read.');
		}
		receiver.reply = {
			status: 200,
			body: `${other}, all, ${new Date(Date.now() + 86_400_000).toISOString()}, <b>x</b>`,
		};
		const silencesUrl = `${receiver.url}/silences/s3cret`;
		expect(await remarksOf({ options: { names, silencesUrl } })).toEqual([
			expect.stringMatching(/^Silences URL: Zurich-2: all alerts, silenced until .*, in 1 d/),
		]);
	});

	test('that an end made of the time of each check never comes', async () => {
		const moving = `=${ours}, all, {{ $now.plus({ hours: 2 }).toISO() }}, disk`;
		expect(await remarksOf({ options: { silences: moving } })).toContain(
			'Silences: the expression reads the clock at each check, so an end made of it never comes (enter a fixed time).',
		);
		const fixed = `=${ours}, all, {{ '2027-01-31T18:00' }}, disk`;
		expect(String(await remarksOf({ options: { silences: fixed } }))).not.toContain('clock');
	});

	describe('what a published watch would not send, because it is silenced', () => {
		const until = new Date(Date.now() + 86_400_000 * 2).toISOString().slice(0, 16) + 'Z';
		const when = expect.stringMatching(/: silenced until .+, in 1 d 23 h/) as unknown;
		const nodeIds = `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`;
		const own = (line: string, more: object = {}) => ({
			nodeIds,
			options: { silences: line, ...more },
		});
		const heldIn = (items: IDataObject[]) =>
			items.map(({ remarks = [] }) =>
				(remarks as string[]).filter((each) => each.includes('A published watch would')),
			);

		test('all of it, whatever the line names', async () => {
			disconnect(ours, other);
			for (const who of ['fra', 'all', 'Frankfurt-1']) {
				const down = own(`${who}, Down, ${until}, x`);
				const items = await runTest(down);
				const [held] = heldIn(items);
				expect(held).toEqual([when]);
				expect(String(items[0]!.message).split('\n').at(-1)).toBe(held![0]);
				expect(held![0]).toContain('Silences: ');
				expect(held![0]).toContain('(line 1). A published watch would ');
			}
			expect(heldIn(await runTest(own(`fra, all, ${until}, x`)))).toEqual([
				[expect.stringContaining('would not send this.')],
			]);
			expect(heldIn(await runTest(own(`Frankfurt-1, all, ${until}, x`)))).toEqual([
				[expect.stringMatching(/^Silences: Frankfurt-1.*would leave this out\.$/)],
			]);
			expect(heldIn(await runTest(own(`fra, Ending Soon, ${until}, x`)))).toEqual([[]]);
		});

		test('made-up items, and items of one check, too', async () => {
			const [began, ended] = [{ testEvent: 'began' }, { testEvent: 'ended' }];
			for (const more of [began, ended]) {
				const alertWhen = ['disconnected'];
				const held = heldIn(await runTest({ ...own(`fra, all, ${until}, x`, more), alertWhen }));
				expect(held).toEqual([[expect.stringContaining('would not send this.')]]);
			}
			disconnect(ours, other);
			const digest = own(`Frankfurt-2, all, ${until}, x`, { digest: true });
			expect(heldIn(await runTest(digest))).toEqual([
				[expect.stringContaining('Silences: Frankfurt-2')],
			]);
			const beat = own(`all, all, ${until}, x`, { testEvent: 'heartbeat', heartbeatItem: true });
			expect(heldIn(await runTest(beat)).flat()).toEqual([]);
		});

		test('also in the payloads, of those alone that are silenced', async () => {
			disconnect(ours, other);
			const payloads = ['pagerDuty', 'alertmanager'];
			for (const more of [{}, { digest: true }]) {
				const [item] = await runTest(own(`Frankfurt-2, all, ${until}, x`, { payloads, ...more }));
				const alerts = item!.alertmanager as Array<{ annotations: { description: string } }>;
				const said = alerts.map(({ annotations }) => annotations.description);
				const held = said.filter((each) => each.includes('A published watch would not send this.'));
				// Each names the others that are down, too, behind its own name.
				expect(held).toEqual(said.filter((each) => /^(\[TEST\] )?Frankfurt-2/.test(each)));
				expect(held.length).toBeGreaterThan(0);
				expect(held.length).toBeLessThan(said.length);
				expect(JSON.stringify(item!.pagerDuty)).toContain('A published watch would');
			}
		});

		test('by the Silences URL, and the own node by its ID', async () => {
			disconnect(ours);
			receiver.reply = { status: 200, body: `${ours}, all, ${until}, x` };
			const silencesUrl = `${receiver.url}/silences/s3cret`;
			expect(heldIn(await runTest({ options: { silencesUrl } }))).toEqual([
				[expect.stringMatching(/^Silences URL: silenced until .*would not send this\.$/)],
			]);
			devnet.setHealth({ failing: { network: 'no messages' } });
			const options = { silences: `${ownNodeId}, all, ${until}, x` };
			expect(heldIn(await runTest({ ...health, options }))).toEqual([
				[expect.stringContaining('would not send this.')],
			]);
		});

		test('or would send later, because it is quiet', async () => {
			const quiet = { quietFrom: '00:00', quietTo: '23:59' };
			const options = { ...quiet, quietDays: [], testEvent: 'began' };
			const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
			const held = heldIn(
				await runTest({ alertWhen: ['endingSoon'], options: { ...options, quietDays: days } }),
			);
			expect(held).toEqual([
				['Quiet From: it is quiet now. A published watch would send this later.'],
			]);
			const critical = { alertWhen: ['disconnected'], options: { ...options, quietDays: days } };
			expect(heldIn(await runTest(critical))).toEqual([[]]);
		});
	});

	test('which further observers have no vote', async () => {
		const elsewhere = await startElsewhere();
		const furtherObservers = `${zurich()}\nWeb = ${elsewhere.url}\nDead = http://127.0.0.1:9`;
		for (const testEvent of ['now', 'each', 'digest'])
			expect(await remarksOf({ options: { furtherObservers, testEvent } })).toEqual([
				'Further Observers: Web has no vote (not an Avalanche node: HTTP 404).',
				'Further Observers: Dead has no vote (nothing listens at that address).',
			]);
		expect(await remarksOf({ options: { furtherObservers: zurich() } })).toBeUndefined();
		elsewhere.close();
	});

	test('which of them do not say their newest block', async () => {
		const elsewhere = await startElsewhere();
		const furtherObservers = `${zurich()}\nWeb = ${elsewhere.url}`;
		expect(
			await remarksOf({ ...health, options: { furtherObservers, testEvent: 'began' } }),
		).toEqual(['Further Observers: Web does not say its newest block (HTTP 404).']);
		elsewhere.close();
	});

	test('that nothing but waiting transactions shows a head, and one look shows none', async () => {
		const twoChecks = 'Head Not Moving: a test run cannot show it, because it takes two checks.';
		expect(await remarksOf(health)).toEqual([
			'Head Not Moving: without Further Observers, only transactions that wait on your node show it.',
			twoChecks,
		]);
		expect(await remarksOf({ ...health, options: { furtherObservers: zurich() } })).toEqual([
			twoChecks,
		]);
		expect(await remarksOf({ ...health, alertWhen: ['unhealthy'] })).toBeUndefined();
	});

	test('that an uptime threshold lies below what a reward needs', async () => {
		expect(await remarksOf({ options: { threshold: 12 } })).toEqual([
			'Low Uptime: a reward needs 80 %, or 90 % since Helicon. Below 12 %, it can be lost before the alert comes.',
		]);
		expect(await remarksOf({ options: { threshold: 80 } })).toBeUndefined();
	});

	test('which numbers switch something off', async () => {
		const options = { reminderHours: 0, threshold: 0 };
		expect(await remarksOf({ options })).toEqual([
			'Remind Every (Hours): 0 sends no reminder.',
			'Low Uptime: no uptime is below 0, so this alert never comes.',
		]);
		const louder = { reminderHours: 0, louderMinutes: 30 };
		expect(await remarksOf({ options: louder })).toEqual([
			'Remind Every (Hours): 0 sends no reminder but that of Remind Louder After (Minutes).',
		]);
		const asked = { options: { reminderHours: 0, testEvent: 'reminder' } };
		expect(saidBy((await createTrigger(asked).testRun()).error!)).toContain(
			'Add the option Remind Every (Hours) with 0.25 or more, or choose another Test Event.',
		);
	});

	test('of one alert in the samples of that alert, whose times agree', async () => {
		const options = { furtherObservers: zurich(), testEvent: 'each', reminderHours: 1 };
		const without = { ...options, furtherObservers: '' };
		const items = await runTest({ ...health, options: without });
		const saysHead = ({ remarks }: IDataObject): boolean =>
			String(remarks).includes('Head Not Moving: without Further Observers');
		const ofHead = ({ event, state }: IDataObject): boolean =>
			/^head(Not)?Moving$/.test(`${event === 'reminder' ? state : event}`);
		expect(items.some(ofHead)).toBe(true);
		for (const item of items) expect(saysHead(item)).toBe(ofHead(item));
		const stands = items.filter(({ state }) => state === 'headNotMoving');
		expect(stands.length).toBeGreaterThan(0);
		for (const { blockAt, since } of stands)
			expect(Date.parse(String(blockAt))).toBeLessThan(Date.parse(String(since)));
	});

	test('that no line of Names is about the queried node', async () => {
		const chosen = { ...health, alertWhen: ['unhealthy'] };
		expect(await remarksOf({ ...chosen, options: { names: `${ours} = Frankfurt-1` } })).toEqual([
			`Names: no line is about this node, ${ownNodeId}.`,
		]);
		expect(
			await remarksOf({ ...chosen, options: { names: `${ownNodeId} = Frankfurt-1` } }),
		).toBeUndefined();
	});

	test('that the Silences URL was not read, or which of its lines are refused', async () => {
		const silencesUrl = `${receiver.url}/silences/s3cret`;
		receiver.reply = { status: 404, body: 'gone' };
		for (const testEvent of ['now', 'many'])
			expect(await remarksOf({ options: { silencesUrl, testEvent } })).toEqual([
				'Silences URL: it was not read (HTTP 404).',
			]);
		receiver.reply = { status: 200, body: 'all, all, 2026-11-25, everything' };
		expect(await remarksOf({ options: { silencesUrl } })).toEqual([
			'Silences URL: line 1 has all, which only the option Silences may have.',
		]);
		receiver.reply = { status: 200, body: '# nothing planned' };
		expect(await remarksOf({ options: { silencesUrl } })).toBeUndefined();
	});

	test('how many of the present items it shows', async () => {
		const down = devnet.world.primary.slice(1, 9).map(({ nodeID }) => nodeID);
		disconnect(...down);
		const parameters = { nodeIds: down.join(), options: { watcherProblemShare: 100 } };
		expect(await runTest(parameters)).toHaveLength(5);
		expect(await remarksOf(parameters)).toEqual(['This test run shows 5 of 8 items.']);
		const options = { ...parameters.options, digest: true };
		const [digest] = await runTest({ ...parameters, options });
		expect(digest).not.toHaveProperty('remarks');
		expect(digest!.items).toHaveLength(8);
	});

	test('of whom it cannot see the version, and so does a heartbeat', async () => {
		disconnect(other);
		const peers = {
			event: 'ownNode',
			source: 'peers',
			validatorsFrom: 'lines',
			nodeIds: `${ours} = Frankfurt-1\n${other} = Zurich-2`,
			alertWhen: ['outdated'],
		};
		const note = 'Old Version: the version of 1 of 2 is not known: Zurich-2';
		expect(await remarksOf({ ...peers, options: {} })).toEqual([`${note}.`]);
		const options = { heartbeatItem: true };
		const [beat] = jsonOf(await createTrigger({ ...peers, options }).activate());
		expect(beat).toMatchObject({
			event: 'heartbeat',
			title: 'Heartbeat: 2 watched, no alert, not all is known',
			message: expect.stringContaining(`\n${note}`),
			notKnown: [note],
		});
	});

	test('which names are of nobody, where all are watched', async () => {
		const ghost = 'NodeID-111111111111111111116DBWJs';
		const names = `${ours} = Frankfurt-1\n${ghost} = Ghost`;
		const all = { validatorsFrom: 'all', alertWhen: ['disconnected'], options: { names } };
		expect(await remarksOf(all)).toContain(
			`Names: not in the list of validators: Ghost (${ghost}).`,
		);
		expect(String(await remarksOf({ ...all, options: { names: `${ours} = A` } }))).not.toContain(
			'Names',
		);
	});

	test.each([
		['lines', { nodeIds: ours }],
		['several', { chosenNodeIds: [ours] }],
	])('which names are of nobody that was chosen: %s', async (validatorsFrom, chosen) => {
		const watch = { validatorsFrom, ...chosen, alertWhen: ['disconnected'] };
		const names = `${ours} = Frankfurt-1\n${other} = Foo`;
		expect(await remarksOf({ ...watch, options: { names } })).toEqual([
			`Names: not among those chosen: Foo (${other}).`,
		]);
		expect(await remarksOf({ ...watch, options: { names: `${ours} = A` } })).toBeUndefined();
	});

	test('that a shortened ID names a chosen validator, and no other', async () => {
		const watch = { validatorsFrom: 'several', chosenNodeIds: [ours] };
		const named = await runTest({
			...watch,
			options: { names: `${shortenNodeId(ours)} = Frankfurt-1` },
		});
		expect(named[0]).toMatchObject({ nodeId: ours, name: 'Frankfurt-1' });
		const { error } = await createTrigger({
			...watch,
			options: { names: `${shortenNodeId(other)} = Zurich-1` },
		}).testRun();
		expect(error).toMatchObject({
			message: expect.stringMatching(/^Check Names, line 1: this is a shortened value \("NodeID-/),
			description: expect.stringMatching(/^Enter all of it\./),
		});
	});

	test('that the node of the credential is among the watched', async () => {
		const nodeIds = `${ours}\n${ownNodeId} = Own`;
		expect(await remarksOf({ nodeIds })).toContain(
			'Own is the node of your credential, and no node sees itself offline. Use another node in the credential, such as the public one.',
		);
		expect(String(await remarksOf({ nodeIds, alertWhen: ['endingSoon'] }))).not.toContain('itself');
		expect(await remarksOf({ nodeIds: ours })).toBeUndefined();
	});

	test('that its items are made up, unless they are wrong right now [U21]', async () => {
		const made = { remarks: [`What ${madeUp}, because nothing is wrong now.`] };
		expect(await runTest({})).toMatchObject([
			{
				...made,
				title: expect.stringMatching(/^\[TEST\] Made up: /),
				message: expect.stringMatching(/^\[TEST\] Nothing is wrong now, so this is made up: /),
			},
		]);
		expect(await runTest({ options: { testEvent: 'unreachable' } })).toMatchObject([
			{
				remarks: [`Test Event: what ${madeUp}.`],
				title: expect.stringMatching(/^\[TEST\] Made up: /),
				message: expect.stringMatching(/^\[TEST\] Made up, as Test Event asks: /),
			},
		]);
		disconnect(ours);
		const [down] = await runTest({});
		expect(down).not.toHaveProperty('remarks');
		expect(down).toMatchObject({
			title: expect.stringMatching(/^\[TEST\] NodeID-/),
			message: expect.stringMatching(/^\[TEST\] Right now: NodeID-/),
		});
	});

	test('a published watch has none of it', async () => {
		const silences = `${ours}, all, 2025-12-01, long ago`;
		const trigger = createTrigger({ options: { silences } });
		disconnect(ours);
		const [item] = jsonOf(await trigger.activate());
		expect(item).toMatchObject({ event: 'disconnected' });
		expect(item).not.toHaveProperty('remarks');
	});
});

test('the editor says that Head Not Moving needs a second node, until one is entered', () => {
	const isShown = (values: INodeParameters): boolean =>
		watchProperties(watchEvents.nodeHealth!).some(
			(property) =>
				property.type === 'notice' &&
				property.displayName.includes('Without Further Observers under Options') &&
				NodeHelpers.displayParameter(values, property, null, null),
		);
	const alertWhen = ['unhealthy', 'headNotMoving'];
	expect(isShown({ alertWhen, options: {} })).toBe(true);
	expect(isShown({ alertWhen, options: { furtherObservers: '' } })).toBe(true);
	expect(isShown({ alertWhen, options: { furtherObservers: 'Zurich = http://10.0.0.7' } })).toBe(
		false,
	);
	expect(isShown({ alertWhen: ['unhealthy'], options: {} })).toBe(false);
});

test('the node of a made-up item has the health that the item tells of [U21]', async () => {
	const began = { event: 'nodeHealth', options: { testEvent: 'began' } };
	const alertWhen = ['unhealthy', 'diskLow'];
	const items = await runTest({ ...began, alertWhen });
	const [sick, full] = ['unhealthy', 'diskLow'].map((event) =>
		items.find((item) => item.event === event),
	);
	expect(sick).toMatchObject({
		failing: ['network'],
		validator: { healthy: false, state: 'unhealthy', failing: ['network'], diskFreePercent: 87 },
	});
	expect(full).toMatchObject({ figure: 15, validator: { healthy: true, diskFreePercent: 15 } });
	const raw = { ...began.options, simplify: false };
	const [{ validator } = {}] = await runTest({ ...began, alertWhen: ['diskLow'], options: raw });
	expect(validator).toMatchObject({
		checks: { diskspace: { message: { availableDiskPercentage: 15 } } },
	});
});
