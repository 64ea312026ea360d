/** When an alert begins and ends: flapping, what cannot be seen, and the next period. */
import {
	type Row,
	Watcher,
	check,
	day,
	eventsOf,
	nameOf,
	primaryRecord,
	start,
} from './watchSeries.mts';

describe('flapping is suppressed by N bad and M good polls and a minimum time [U6]', () => {
	test.each<Row>([
		['each second poll bad, two of them needed', { a: '.x.x.x.x.x.' }, []],
		[
			'each second poll bad, one needed, two good ones',
			{ a: '.x.x.x...' },
			['1 disconnected a', '7 reconnected a'],
			{ badPolls: 1, goodPolls: 2 },
		],
		[
			'two bad ones of three',
			{ a: '.xx.xx.xx..' },
			['2 disconnected a', '10 reconnected a'],
			{ goodPolls: 2 },
		],
		['bad for less than the minimum time', { a: '.xxx.xxx.' }, [], { minimumSeconds: 180 }],
		[
			'bad for the minimum time',
			{ a: '.xxxx....' },
			['4 disconnected a', '8 reconnected a'],
			{ badPolls: 1, minimumSeconds: 180 },
		],
		[
			'good for less than the minimum time',
			{ a: '.xxxx..xx....' },
			['4 disconnected a', '12 reconnected a'],
			{ badPolls: 1, minimumSeconds: 180 },
		],
		[
			'the minimum time, but too few polls',
			{ a: '.xxxxx' },
			['5 disconnected a'],
			{ badPolls: 5, minimumSeconds: 60 },
		],
		['a source that comes and goes', { a: '.?.?.?.' }, []],
		[
			'a source, with a minimum time',
			{ a: '.????....' },
			['4 unreachable source', '8 reachable source'],
			{ minimumSeconds: 180 },
		],
		[
			'one item per transition however long it lasts',
			{ a: `.${'x'.repeat(60)}${'.'.repeat(60)}` },
			['2 disconnected a', '61 reconnected a'],
		],
	])('%s', check);
});

describe('unreachable, absent and down are three things, and none of them means recovered [U7]', () => {
	const nodeIds = [nameOf('a')];
	test.each<Row>([
		['down', { a: '.xx' }, ['2 disconnected a']],
		['absent', { a: '.--' }, ['2 left a'], { nodeIds }],
		['unreachable', { a: '.??' }, ['2 unreachable source']],
		[
			'unreachable, where that condition is not chosen',
			{ a: '.xx???..' },
			['2 disconnected a', '6 reconnected a'],
			{ conditions: ['disconnected'] },
		],
		['down, then absent', { a: '.xx--' }, ['2 disconnected a', '4 left a'], { nodeIds }],
		['down, then unreachable', { a: '.xx??' }, ['2 disconnected a', '4 unreachable source']],
		[
			'down, unreachable, still down',
			{ a: '.xx???xxx' },
			['2 disconnected a', '4 unreachable source', '6 reachable source'],
		],
		[
			'down behind an unreachable source',
			{ a: '.??xx' },
			['2 unreachable source', '3 reachable source', '4 disconnected a'],
		],
		[
			'absent, then unreachable',
			{ a: '.--??-' },
			['2 left a', '4 unreachable source', '5 reachable source'],
			{ nodeIds },
		],
		[
			'absent, then back and down',
			{ a: '.--xx' },
			['2 left a', '3 joined a', '4 disconnected a'],
			{ nodeIds },
		],
		[
			'absent in between counts neither for down nor against it',
			{ a: '.x-x-x' },
			['5 disconnected a'],
			{ badPolls: 3, nodeIds },
		],
		[
			'what cannot be seen in between counts neither for down nor against it',
			{ a: '.xixix' },
			['5 disconnected a'],
			{ badPolls: 3 },
		],
		[
			'nor for its end',
			{ a: '.xxx.i..' },
			['3 disconnected a', '7 reconnected a'],
			{ badPolls: 3, goodPolls: 3 },
		],
		[
			'low, then inactive: nothing is known of its uptime',
			{ a: '.lliii' },
			['2 belowThreshold a', '4 inactive a'],
		],
		[
			'low, then unreachable, then fine',
			{ a: '.ll??.' },
			['2 belowThreshold a', '4 unreachable source', '5 reachable source', '5 aboveThreshold a'],
		],
	])('%s', check);
});

describe('an alert re-arms for the next period [U8]', () => {
	test.each<Row>([
		[
			'the next outage',
			{ a: '.xx.xx.' },
			['2 disconnected a', '3 reconnected a', '5 disconnected a', '6 reconnected a'],
		],
		[
			'the next low uptime',
			{ a: '.ll.ll' },
			['2 belowThreshold a', '3 aboveThreshold a', '5 belowThreshold a'],
		],
		[
			'the next unreadable source',
			{ a: '.??.??' },
			['2 unreachable source', '3 reachable source', '5 unreachable source'],
		],
		[
			'the next absence',
			{ a: '.--.--' },
			['2 left a', '3 joined a', '5 left a'],
			{ nodeIds: [nameOf('a')] },
		],
		[
			'without ends',
			{ a: '.xx.xx.xx' },
			['2 disconnected a', '5 disconnected a', '8 disconnected a'],
			{ reportEnds: false },
		],
	])('%s', check);

	const each = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };

	test('each validation of a node tells its end ahead once', async () => {
		const watcher = new Watcher({ ...each, conditions: ['endingSoon'] });
		const ending = (end: number, txID: string) =>
			primaryRecord('NodeID-a', { txID, endTime: String(start + end) });
		const told = [];
		for (const [end, txID] of [
			[8, 'first'],
			[8, 'first'],
			[8, 'first'],
			[40, 'next'],
			[40, 'next'],
		] as const)
			told.push(eventsOf(await watcher.see([ending(end * day, txID)], day)));
		for (let i = 0; i < 32; i++)
			told.push(eventsOf(await watcher.see([ending(40 * day, 'next')], day)));
		expect(told.flat()).toEqual(['endingSoon', 'endingSoon']);
		expect(told[1]).toEqual(['endingSoon']);
	});

	test('a validation that renews itself under the same ID is a new period', async () => {
		const watcher = new Watcher(each);
		const low = (end: number) =>
			primaryRecord('NodeID-a', { uptime: '50.0000', endTime: String(start + end) });
		expect(eventsOf(await watcher.see([low(day)]))).toEqual(['belowThreshold']);
		expect(eventsOf(await watcher.see([low(day)]))).toEqual([]);
		expect(eventsOf(await watcher.see([low(15 * day)]))).toEqual(['joined', 'belowThreshold']);
	});
});
