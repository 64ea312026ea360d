import {
	NodeHelpers,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { alerts, conditions } from '../../nodes/Trigger/watch/conditions';
import { unpackSubjects } from '../../nodes/Trigger/watch/cursor';
import {
	isOfLimits,
	ownKey,
	type WatchSource,
	type WatchSettings,
} from '../../nodes/Trigger/watch/model';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import type { Validator } from '../../nodes/Trigger/watch/readings';
import { watchEvents, watchProperties } from '../../nodes/Trigger/watch/settings';
import { step } from '../../nodes/Trigger/watch/step';
import { makeNodeId } from '../../devnet/ids.mts';
import {
	l1Record,
	nameOf,
	play,
	primaryRecord,
	settingsFor,
	start,
	tell,
	Watcher,
	type Row,
} from './watchSeries.mts';

const tables: Record<string, Row[]> = {
	'one item when it begins and one when it ends [U5]': [
		['an outage', { a: '..xxxxx..' }, ['3 disconnected a', '7 reconnected a']],
		[
			'two outages',
			{ a: '.xx.xx.' },
			['2 disconnected a', '3 reconnected a', '5 disconnected a', '6 reconnected a'],
		],
		['one bad poll of two is nothing', { a: '.x.x.x.' }, []],
		[
			'one bad poll of one counts',
			{ a: '.x.' },
			['1 disconnected a', '2 reconnected a'],
			{ badPolls: 1 },
		],
		[
			'a short recovery of two good polls',
			{ a: '.xx.x..' },
			['2 disconnected a', '6 reconnected a'],
			{ goodPolls: 2 },
		],
		[
			'as many polls as wished',
			{ a: '.xxx.xxxx..x...' },
			['8 disconnected a', '14 reconnected a'],
			{ badPolls: 4, goodPolls: 3 },
		],
		[
			'each validator for itself',
			{ a: '.xxx.', b: '..xxx' },
			['2 disconnected a', '3 disconnected b', '4 reconnected a'],
		],
		['a low uptime', { a: '.lll.' }, ['2 belowThreshold a', '4 aboveThreshold a']],
		['no balance', { a: '.iii.' }, ['2 inactive a', '4 active a']],
		['gone and back', { a: '.---.' }, ['2 left a', '4 joined a'], { nodeIds: [nameOf('a')] }],
		[
			'ends not wanted',
			{ a: '.xx.xx' },
			['2 disconnected a', '5 disconnected a'],
			{ reportEnds: false },
		],
		[
			'only what is chosen',
			{ a: '.xx.ll.', b: '.---' },
			['2 disconnected a', '3 reconnected a'],
			{ conditions: ['disconnected'] },
		],
	],
	'the state at activation is the baseline [U9]': [
		['what is bad is told once', { a: 'xxxx', b: '....' }, ['1 disconnected a']],
		['at once where one poll is enough', { a: 'xxx' }, ['0 disconnected a'], { badPolls: 1 }],
		['its end is told', { a: 'xxx.' }, ['1 disconnected a', '3 reconnected a']],
		['a blip at activation is nothing', { a: 'x...' }, []],
		[
			'switched off: neither it nor its end',
			{ a: 'xxx..xx' },
			['6 disconnected a'],
			{ reportExisting: false },
		],
		[
			'switched off: neither an unreadable source nor its end, but the next time',
			{ a: '??..??' },
			['5 unreachable source'],
			{ reportExisting: false },
		],
		[
			'switched off, goes on after a relapse',
			{ a: 'x.xx.' },
			['3 disconnected a', '4 reconnected a'],
			{ reportExisting: false },
		],
		['nobody joins at activation', { a: '..', b: '..' }, []],
		[
			'a named validator that is in no list is absent, not disconnected',
			{ a: '---' },
			['1 left a'],
			{ nodeIds: [nameOf('a')] },
		],
		[
			'and joins when it comes',
			{ a: '---.' },
			['1 left a', '3 joined a'],
			{ nodeIds: [nameOf('a')] },
		],
	],
	'unknown is neither down nor recovered [U7]': [
		['an unreadable source', { a: '..???..' }, ['3 unreachable source', '5 reachable source']],
		['one unreadable poll', { a: '..?..?..' }, []],
		[
			'an outage behind it goes on',
			{ a: '.xx???xx.' },
			['2 disconnected a', '4 unreachable source', '6 reachable source', '8 reconnected a'],
		],
		['a suspect stays one', { a: '.x?x' }, ['3 disconnected a']],
		['unreadable at activation', { a: '??..' }, ['1 unreachable source', '2 reachable source']],
		[
			'then what is bad is taken as found',
			{ a: '??xx' },
			['1 unreachable source', '2 reachable source', '3 disconnected a'],
		],
		['then nobody joins', { a: '?..', b: '?..' }, []],
		[
			'nobody leaves behind it',
			{ a: '.???-.' },
			['2 unreachable source', '4 reachable source'],
			{ nodeIds: [nameOf('a')] },
		],
		[
			'an inactive one has not recovered',
			{ a: '.xxiix.' },
			['2 disconnected a', '4 inactive a', '5 active a', '6 reconnected a'],
		],
	],
	'who comes and goes [U10]': [
		['a new validator', { a: '....', b: '--..' }, ['2 joined b']],
		['one that disappears', { a: '....', b: '..--' }, ['3 left b']],
		['one poll without it', { a: '....', b: '..-.' }, []],
		['left while disconnected: no recovery', { a: '.xx---' }, ['2 disconnected a', '4 left a']],
		[
			'back and still down',
			{ a: '.xx--xx' },
			['2 disconnected a', '4 left a', '5 joined a', '6 disconnected a'],
			{ nodeIds: [nameOf('a')] },
		],
		['the next validation of the same node', { a: '.lnn.' }, ['2 joined a', '4 joined a']],
		['a low uptime counts anew in it', { a: '.llln' }, ['2 belowThreshold a', '4 joined a']],
	],
	'when many go down in one poll the queried node is the suspect [U12]': [
		[
			'one item, and one for the end',
			Object.fromEntries([...'abcdefgh'].map((each) => [each, '.xx.'])),
			['2 8 at once', '3 8 at once'].map((line) =>
				line.replace(' 8', line.startsWith('2') ? ' disconnected 8' : ' reconnected 8'),
			),
			{ suspectShare: 30 },
		],
		[
			'as many, over two polls',
			{
				...Object.fromEntries([...'abcde'].map((each) => [each, '.xxx.'])),
				...Object.fromEntries([...'fghij'].map((each) => [each, '..xx.'])),
			},
			['2 disconnected 5 at once', '3 disconnected 5 at once', '4 reconnected 10 at once'],
			{ suspectShare: 50 },
		],
		[
			'below the share',
			Object.fromEntries([...'abcdefghij'].map((each, i) => [each, i < 2 ? '.xx' : '...'])),
			['2 disconnected a', '2 disconnected b'],
			{ suspectShare: 30 },
		],
		[
			'fewer than five',
			{ a: '.xx', b: '.xx', c: '.xx', d: '.xx' },
			[...'abcd'].map((each) => `2 disconnected ${each}`),
			{ suspectShare: 30 },
		],
		[
			'those that come back later',
			Object.fromEntries(
				[...'abcdefghij'].map((each, i) => [each, i < 7 ? '.xx..' : i < 9 ? '.xxx.' : '.xxxx']),
			),
			['2 disconnected 10 at once', '3 reconnected 7 at once', '4 reconnected 2 at once'],
			{ suspectShare: 30 },
		],
		[
			'an emptied list',
			Object.fromEntries([...'abcdef'].map((each) => [each, '..---.'])),
			['3 left 6 at once', '5 joined 6 at once'],
			{ suspectShare: 30 },
		],
	],
};

describe.each(Object.entries(tables))('%s', (_title, rows) => {
	test.each(rows)('%s', async (...[, lines, told, settings]: Row) => {
		expect(await tell(lines, settings)).toEqual(told);
	});
	test.each(rows.filter(([, , told]) => !told.join().includes('active')))(
		'%s, on the Primary Network',
		async (...[, lines, told, settings]: Row) => {
			expect(
				await tell(lines, { ...settings, source: 'primaryNetwork', blockchainId: '' }),
			).toEqual(told);
		},
	);
});

const alertOf = (event: string) => alerts.find((alert) => alert.event === event)!;
const iso = (poll: number) =>
	new Date((start + poll * 60) * 1000).toISOString().replace('.000', '');

describe('the state at activation is the baseline: a condition that is chosen later [U9]', () => {
	type Later = [string, IDataObject | undefined, Partial<WatchSettings>];
	const onPrimary = { source: 'primaryNetwork' as const, blockchainId: '' };
	const rows: Later[] = [
		['disconnected', { isConnected: false }, {}],
		['belowThreshold', { uptimePercentage: 50 }, {}],
		['belowThreshold', { uptime: '50.0000' }, onPrimary],
		['inactive', { isActive: false, isConnected: false }, {}],
		['left', undefined, { nodeIds: [nameOf('a')] }],
		['unreachable', undefined, {}],
	];

	/** What is told of a condition that begins with poll 1, is chosen from poll 5 on, ends in 8 and is back in 10. */
	async function watchLater([condition, changes, settings]: Later, reportExisting: boolean) {
		const makeRecord = settings.source ? primaryRecord : l1Record;
		const watcher = new Watcher({ ...settings, reportExisting, conditions: ['outdated'] });
		const told: string[] = [];
		for (const [poll, sign] of [...'.xxxxxxx..xx'].entries()) {
			if (poll === 5) watcher.settings.conditions = ['outdated', condition];
			const isBad = sign === 'x';
			const bad = changes ? [makeRecord('NodeID-a', changes)] : [];
			const items = await (isBad && condition === 'unreachable'
				? watcher.fail()
				: watcher.see(isBad ? bad : [makeRecord('NodeID-a')]));
			for (const { event, previousState, since } of items) {
				const from = (Date.parse(String(since)) / 1000 - start) / 60;
				told.push(`${poll} ${String(event)} after ${String(previousState)} since ${from}`);
			}
		}
		return told;
	}

	test.each(rows)(
		'%s that began before it was chosen is reported once, with its end (%j, %j)',
		async (...row: Later) => {
			const { endEvent: end, goodState } = alertOf(row[0]);
			expect(await watchLater(row, true)).toEqual([
				`6 ${row[0]} after unknown since 5`,
				`8 ${end} after ${row[0]} since 8`,
				`11 ${row[0]} after ${goodState} since 10`,
			]);
		},
	);

	test.each(rows)(
		'switched off: not %s, nor its end, but the next time (%j, %j)',
		async (...row: Later) => {
			const { goodState } = alertOf(row[0]);
			expect(await watchLater(row, false)).toEqual([`11 ${row[0]} after ${goodState} since 10`]);
		},
	);

	test('one that was chosen before, and not in between, is remembered no more', async () => {
		const watcher = new Watcher({ conditions: ['disconnected'], badPolls: 1 });
		const told: string[] = [];
		for (const [poll, sign] of [...'.xx..xx.'].entries()) {
			watcher.settings.conditions = poll === 2 || poll === 3 ? ['left'] : ['disconnected'];
			const items = await watcher.see([l1Record('NodeID-a', { isConnected: sign === '.' })]);
			told.push(
				...items.map(({ event, previousState }) => `${poll} ${event} after ${previousState}`),
			);
		}
		expect(told).toEqual([
			'1 disconnected after connected',
			'5 disconnected after connected',
			'7 reconnected after disconnected',
		]);
	});

	test('one that was chosen all along is not found anew with it', async () => {
		const watcher = new Watcher({ conditions: ['disconnected'], reportExisting: false });
		const down = [l1Record('NodeID-a', { isConnected: false })];
		await watcher.see([l1Record('NodeID-a')]);
		watcher.settings.conditions = ['disconnected', 'left'];
		expect(await watcher.see(down)).toEqual([]);
		expect(await watcher.see(down)).toMatchObject([
			{ event: 'disconnected', previousState: 'connected' },
		]);
	});
});

describe('a node that is behind, by seconds at each poll [U65]', () => {
	/** Node Health with the newest block so many seconds late. Undefined if the node does not say. */
	function tellBehind(line: Array<number | undefined>, chosen: Partial<WatchSettings> = {}) {
		const conditions = ['nodeBehind', 'unreachable'];
		const settings = settingsFor({ source: 'health', blockchainId: '', conditions, ...chosen });
		let cursor: WatchCursor | undefined;
		return line.flatMap((seconds, poll) => {
			const behind = { seconds, before: line[poll - 1], others: [] };
			const head = { height: 100 + poll, others: [], behind };
			const own: Validator = { nodeId: nameOf('own'), record: {}, checks: [], head };
			const reading = { at: start + poll * 60, validators: new Map([[ownKey, own]]) };
			const polled = step(cursor, reading, settings);
			cursor = JSON.parse(JSON.stringify(polled.cursor)) as WatchCursor;
			return polled.items.map(({ event }) => `${poll} ${String(event)}`);
		});
	}

	test.each<[string, Array<number | undefined>, string[], Partial<WatchSettings>?]>([
		[
			'it begins at five minutes, and ends below half of that',
			[0, 299, 300, 300, 200, 150, 149],
			['3 nodeBehind', '6 nodeCaughtUp'],
		],
		['one bad poll is nothing', [0, 720, 0, 720, 0], []],
		[
			'what is unknown begins nothing, and ends nothing',
			[0, undefined, undefined, 720, undefined, 720, undefined, 0],
			['5 nodeBehind', '7 nodeCaughtUp'],
		],
		['what is behind at activation is told once', [720, 720, 720], ['1 nodeBehind']],
		[
			'reminders come while it lasts, and none after it',
			[0, 720, 720, 720, 720, 720, 0, 0, 0],
			['2 nodeBehind', '4 reminder', '6 nodeCaughtUp'],
			{ reminderSeconds: 180 },
		],
	])('%s', (_what, line, told, chosen = {}) => {
		expect(tellBehind(line, chosen)).toEqual(told);
	});
});

describe('items', () => {
	test('say who, what, since when, in whose view [U13]', async () => {
		const [began, ended] = (await play({ a: '..xxx..' }, { goodPolls: 2 })).map(({ item }) => item);
		expect(began).toMatchObject({
			event: 'disconnected',
			observedAt: iso(3),
			state: 'disconnected',
			previousState: 'connected',
			since: iso(2),
			source: 'blockchain',
			blockchainId: 'demo',
			nodeId: 'NodeID-a',
			validationId: 'validation of NodeID-a',
			validator: { nodeId: 'NodeID-a', weight: 20, weightExact: '20', connected: false },
			message:
				'NodeID-a: no connection since 00:02 UTC. Check that its avalanchego runs and that port 9651 is open.\nNode ID: NodeID-a',
		});
		expect(ended).toMatchObject({
			event: 'reconnected',
			observedAt: iso(6),
			state: 'connected',
			previousState: 'disconnected',
			since: iso(5),
			lastedSeconds: 180,
			message: 'NodeID-a: connected again since 00:05 UTC, after 3 min.\nNode ID: NodeID-a',
			alertId: began.alertId,
		});
	});

	test('have an eventId each, the same when computed again [U13]', async () => {
		const lines = { a: '.xx.xx..', b: '.xx.xx..', c: '.......?', d: '.ll...ll' };
		const ids = (await play(lines)).map(({ item }) => item.eventId);
		expect(ids.length).toBe(10);
		expect(new Set(ids).size).toBe(ids.length);
		expect((await play(lines)).map(({ item }) => item.eventId)).toEqual(ids);
		expect(
			(await play(lines, { scope: 'another' })).some(({ item }) => ids.includes(item.eventId)),
		).toBe(false);
	});

	test('of one alert, from its beginning over its reminders to its end, have one alertId [U13]', async () => {
		const told = await play({ a: '.xxxxx...' }, { goodPolls: 2, reminderSeconds: 120 });
		expect(told.map(({ item }) => item.event)).toEqual([
			'disconnected',
			'reminder',
			'reminder',
			'reconnected',
		]);
		expect(new Set(told.map(({ item }) => item.alertId)).size).toBe(1);
	});

	test('say what was bad already when the watch began', async () => {
		const [{ item }] = await play({ a: 'xx' });
		expect(item).toMatchObject({ previousState: 'unknown', since: iso(0) });
		expect(item.message).toContain('since 00:00 UTC or earlier');
	});

	test('name the threshold and the uptime', async () => {
		const [{ item }] = await play({ a: '.ll' });
		expect(item).toMatchObject({
			threshold: 80,
			message:
				'NodeID-a: uptime 50 %, below 80 %, since 00:01 UTC. Check that the validator stays online.\nNode ID: NodeID-a',
		});
	});

	test('of the suspect list the node IDs and say so [U12]', async () => {
		const lines = Object.fromEntries(
			[...'abcdef'].map((each, i) => [each, i < 5 ? '.xx.' : '.xxx']),
		);
		const [began, ended] = (await play(lines, { suspectShare: 50 })).map(({ item }) => item);
		expect(began).toMatchObject({
			event: 'disconnected',
			suspect: 'watchingNode',
			nodeIds: [...'abcdef'].map(nameOf),
			watchedCount: 6,
			since: iso(1),
		});
		expect(began.message).toContain('Check the node of your credential first');
		expect(ended).toMatchObject({
			event: 'reconnected',
			nodeIds: [...'abcde'].map(nameOf),
			stillBad: ['NodeID-f'],
			alertId: began.alertId,
		});
	});

	test('of many in one poll name the alertId of each validator, which its own end has too [U13]', async () => {
		const lines = Object.fromEntries(
			[...'abcdefghij'].map((each, i) => [
				each,
				i === 0 ? '.xxxxxx.....' : i < 7 ? '.xxxx.......' : '............',
			]),
		);
		const told = (await play(lines, { suspectShare: 30, badPolls: 3, goodPolls: 3 })).map(
			({ item }) => item,
		);
		expect(
			told.map(({ event, nodeIds }) => [event, (nodeIds as string[] | undefined)?.length]),
		).toEqual([
			['disconnected', 7],
			['reconnected', 6],
			['reconnected', undefined],
		]);
		const [began, ended, last] = told;
		const alertIds = { ...(ended.alertIds as IDataObject), [last.nodeId as string]: last.alertId };
		expect(began.alertIds).toEqual(alertIds);
		expect(new Set(Object.values(alertIds)).size).toBe(7);
	});

	test('say why a validator left [U10]', async () => {
		const ends = primaryRecord('NodeID-a', { endTime: String(start + 100) });
		const watcher = new Watcher({ source: 'primaryNetwork', badPolls: 1 });
		await watcher.see([ends, primaryRecord('NodeID-b')]);
		await watcher.see([ends, primaryRecord('NodeID-b')]);
		const left = await watcher.see([]);
		expect(left.map(({ nodeId, reason }) => [nodeId, reason])).toEqual([
			['NodeID-b', 'removed'],
			['NodeID-a', 'ended'],
		]);
		expect(left[1].message).toContain('no outage');
	});

	test('say of who comes back with another validation that it returned, not that it was renewed [U10]', async () => {
		const told = await play({ a: '.--n' }, { nodeIds: [nameOf('a')] });
		expect(told.map(({ item }) => [item.event, item.reason])).toEqual([
			['left', 'removed'],
			['joined', 'returned'],
		]);
	});

	test('say why the source cannot be read', async () => {
		const [{ item }] = await play({ a: '.??' });
		expect(item).toMatchObject({
			event: 'unreachable',
			nodeId: null,
			state: 'unreachable',
			previousState: 'reachable',
		});
		expect(item.message).toContain('nobody answers');
	});
});

describe('the cursor', () => {
	const readingOf = (records: ReturnType<typeof l1Record>[], at: number) => ({
		at,
		validators: new Map(
			records.map((record) => [
				record.nodeID as string,
				{ nodeId: record.nodeID as string, connected: record.isConnected as boolean, record },
			]),
		),
	});
	const settings = settingsFor({ badPolls: 1 });

	test('drops a reading that a later one overtook [U18]', () => {
		const { cursor } = step(undefined, readingOf([l1Record('NodeID-a')], start), settings);
		const later = step(
			cursor,
			readingOf([l1Record('NodeID-a', { isConnected: false })], start + 60),
			settings,
		);
		expect(later.items).toHaveLength(1);
		const overtaken = step(later.cursor, readingOf([l1Record('NodeID-a')], start + 30), settings);
		expect(overtaken).toEqual({ items: [], cursor: later.cursor });
	});

	test('goes on after the clock was set back [U18]', () => {
		const { cursor } = step(undefined, readingOf([l1Record('NodeID-a')], start), settings);
		const down = readingOf([l1Record('NodeID-a', { isConnected: false })], start - 3600);
		expect(step(cursor, down, settings).items).toHaveLength(1);
	});

	test('goes on at once after the clock was set back by some minutes', async () => {
		const watcher = new Watcher();
		for (let poll = 0; poll < 12; poll++) await watcher.see([l1Record('NodeID-a')]);
		watcher.at -= 540;
		const told = [];
		for (let poll = 0; poll < 3; poll++)
			told.push(...(await watcher.see([l1Record('NodeID-a', { isConnected: false })])));
		expect(told).toMatchObject([{ event: 'disconnected', previousState: 'connected' }]);
	});

	test('keeps to a minimum time where the clock was set back to before the watch began, or the outage', async () => {
		const down = [l1Record('NodeID-a', { isConnected: false })];
		for (const pollsBefore of [0, 1]) {
			const watcher = new Watcher({ minimumSeconds: 120 });
			for (let poll = 0; poll < 3; poll++) await watcher.see([l1Record('NodeID-a')]);
			for (let poll = 0; poll < pollsBefore; poll++) await watcher.see(down);
			watcher.at -= 7200;
			const at = watcher.at;
			const told = [];
			for (let poll = 0; poll < 4; poll++) told.push(...(await watcher.see(down)));
			expect(told).toMatchObject([
				{
					event: 'disconnected',
					previousState: 'connected',
					since: new Date(at * 1000).toISOString().replace('.000', ''),
				},
			]);
		}
	});

	test('forgets unconfirmed counts after a break', async () => {
		const watcher = new Watcher();
		await watcher.see([l1Record('NodeID-a')]);
		await watcher.see([l1Record('NodeID-a', { isConnected: false })]);
		watcher.at += 86_400;
		expect(await watcher.see([l1Record('NodeID-a', { isConnected: false })])).toEqual([]);
		const [item] = await watcher.see([l1Record('NodeID-a', { isConnected: false })]);
		expect(item.since).toBe(new Date((watcher.at - 120) * 1000).toISOString().replace('.000', ''));
	});

	test('starts afresh for another source, with newly watched validators as a baseline [U9]', async () => {
		const watcher = new Watcher({ badPolls: 1 });
		const both = [l1Record('NodeID-a', { isConnected: false }), l1Record('NodeID-b')];
		await watcher.see(both);
		watcher.settings.nodeIds = ['NodeID-b'];
		expect(await watcher.see(both)).toEqual([]);
		watcher.settings.nodeIds = [];
		expect(await watcher.see([...both, l1Record('NodeID-c')])).toMatchObject([
			{ event: 'disconnected', previousState: 'unknown' },
		]);
		watcher.settings.blockchainId = 'other';
		expect(await watcher.see(both)).toMatchObject([
			{ event: 'disconnected', previousState: 'unknown', blockchainId: 'other' },
		]);
	});

	test('forgets who left, unless it is watched by name [U10]', async () => {
		for (const nodeIds of [[], ['NodeID-a', 'NodeID-b']]) {
			const watcher = new Watcher({ badPolls: 1, nodeIds });
			await watcher.see([l1Record('NodeID-a'), l1Record('NodeID-b')]);
			await watcher.see([l1Record('NodeID-a')]);
			const { watched, at } = JSON.parse(watcher.stored!) as WatchCursor;
			const remembered = [...unpackSubjects(watched!.states, at).keys()];
			expect(remembered).toEqual(nodeIds.length ? nodeIds : ['NodeID-a']);
			const back = await watcher.see([l1Record('NodeID-a'), l1Record('NodeID-b')]);
			expect(back).toMatchObject([
				{ event: 'joined', reason: nodeIds.length ? 'returned' : 'new' },
			]);
		}
	});

	test('keeps the rest of a state through an unreadable source and through JSON', async () => {
		const told = await tell({ a: '.xx?..' }, { goodPolls: 2 });
		expect(told).toEqual(['2 disconnected a', '5 reconnected a']);
		const [, ended] = await play({ a: '.xx.?.' }, { goodPolls: 2 });
		expect(ended.item).toMatchObject({ since: iso(3), lastedSeconds: 120 });
	});

	test('stays within 64 bytes for each validator and 8 KB [U20]', async () => {
		const names = Array.from({ length: 1000 }, (_, i) => makeNodeId('validator', i));
		const watcher = new Watcher({ goodPolls: 3, suspectShare: 30 });
		const bad = { isConnected: false, uptimePercentage: 1 };
		let largest = 0;
		for (const round of [0, 1, 2, 3]) {
			for (const changes of [
				{},
				bad,
				bad,
				{ ...bad, isActive: false },
				{ ...bad, isActive: false },
				{},
				bad,
			]) {
				await watcher.see(names.map((name, i) => l1Record(name, (i + round) % 10 ? changes : {})));
				largest = Math.max(largest, watcher.stored!.length);
			}
		}
		expect(largest).toBeLessThanOrEqual(8192 + 64 * names.length);
		expect(largest).toBeGreaterThan(40 * names.length);
	});
});

test('an option of a condition is shown only for the sources that can show that condition [U4]', () => {
	const alertWhen = ['belowThreshold', 'fell', 'endingSoon', 'balanceLow', 'outdated'];
	const ofConditions = conditions.flatMap(({ options = [] }) => options.map(({ name }) => name));
	const listShown = (event: string, source?: string) => {
		const { options } = watchProperties(watchEvents[event]).find(({ name }) => name === 'options')!;
		return (options as INodeProperties[])
			.filter((option) =>
				NodeHelpers.displayParameter({}, option, null, null, { source, alertWhen }),
			)
			.map(({ name }) => name)
			.filter((name) => ofConditions.includes(name))
			.sort();
	};
	const ofUptime = ['dropHours', 'dropPoints', 'threshold'];
	expect(listShown('ownNode', 'peers')).toEqual(['minimumVersion', 'upgradeDays']);
	expect(listShown('ownNode', 'node')).toEqual(ofUptime);
	expect(listShown('nodeVersion')).toEqual(['minimumVersion', 'upgradeDays']);
	expect(listShown('l1Validator', 'balances')).toEqual(['balanceDays']);
	expect(listShown('l1Validator', 'blockchain')).toEqual(ofUptime);
	expect(listShown('validatorDown')).toEqual([...ofUptime, 'endingHours'].sort());
});

test('every condition of every source is offered by an event, with its options', () => {
	const offered = Object.values(watchEvents).flatMap((event) => {
		const properties = watchProperties(event);
		return event.sources.flatMap((source) =>
			properties
				.filter(({ name }) => name === 'alertWhen')
				.filter((property) =>
					NodeHelpers.displayParameter({ source }, property, { typeVersion: 1 }, null),
				)
				.flatMap(({ options }) => options as INodePropertyOptions[])
				.map(({ value }) => `${source} ${String(value)}`),
		);
	});
	const known = alerts.flatMap(({ event, sources }) =>
		// A limit that is set is chosen: test/engine/balances.test.mts.
		Object.keys(sources)
			.filter((source) => !isOfLimits(source as WatchSource))
			.map((source) => `${source} ${event}`),
	);
	expect([...new Set(offered)].sort()).toEqual(known.sort());
});
