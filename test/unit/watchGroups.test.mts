/** Groups of Names in a watch: what several of one group have in one poll is one item, and nothing is lost or told twice by it. */
import type { IDataObject } from 'n8n-workflow';
import type { Names } from '../../nodes/shared/fields/names';
import { listMembers } from '../../nodes/Trigger/watch/namedGroups';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import { throwDice } from '../../devnet/ids.mts';
import {
	day,
	hour,
	nameOf,
	play,
	playOn,
	primary,
	primaryRecord,
	primaryWorld,
	start,
	Watcher,
	type Told,
} from './watchSeries.mts';

const inGroups = (groups: Record<string, string>): Names =>
	Object.fromEntries(
		Object.entries(groups).map(([name, group]) => [nameOf(name), { name: `val-${name}`, group }]),
	);
const names = inGroups({ a: 'fra', b: 'FRA', c: 'fra', d: 'zrh', e: 'zrh' });
const briefly = { badPolls: 1, names };

/** "1 disconnected fra: a b" or "2 reconnected c". */
const tell = (told: Told): string[] =>
	told.map(({ poll, item: { event, nodeId, nodeIds, group } }) => {
		const listed = ((nodeIds as string[] | undefined) ?? [nodeId as string]).map((id) =>
			id.replace(nameOf(''), ''),
		);
		return `${poll} ${event as string} ${nodeIds ? `${(group as string | undefined) ?? 'many'}: ` : ''}${listed.join(' ')}`;
	});

describe('several of one group in one poll are one item [U56]', () => {
	test('and everybody else has one of his own', async () => {
		const lines = { a: '.xx..', b: '.xx..', c: '..x..', d: '.x...', f: '.x...' };
		expect(tell(await play(lines, briefly))).toEqual([
			'1 disconnected fra: a b',
			'1 disconnected d',
			'1 disconnected f',
			'2 disconnected c',
			'2 reconnected d',
			'2 reconnected f',
			'3 reconnected fra: a b c',
		]);
	});

	test('says who, how many of the group, who was reported before, and the figures of each', async () => {
		const [first, second, third] = (
			await play({ a: '.xx.', b: '..x.', c: '..xx' }, { ...briefly, source: 'primaryNetwork' })
		).map(({ item }) => item);
		expect(first).toMatchObject({
			title: 'val-a (fra): no connection',
			message: expect.stringMatching(/^val-a \(fra, NodeID-a\): no connection since /),
			name: 'val-a',
			group: 'fra',
		});
		expect(second).toMatchObject({
			event: 'disconnected',
			title: 'FRA: 3 of 3 watched validators have no connection, 2 of them new',
			severity: 'critical',
			message: expect.stringMatching(
				/^FRA: 2 of 3 watched validators have no connection since 00:02 UTC\. They are val-b, val-c\. The same is already true of 1 more: val-a\. Check first what they have in common\.\nval-b: NodeID-b\nval-c: NodeID-c/,
			),
			group: 'FRA',
			validatorCount: 2,
			watchedCount: 3,
			names: { [nameOf('b')]: 'val-b', [nameOf('c')]: 'val-c' },
			stillBad: [nameOf('a')],
			members: [
				{ nodeId: nameOf('b'), name: 'val-b', uptime: 99.5, alsoBad: [] },
				{ nodeId: nameOf('c'), name: 'val-c', uptime: 99.5, alsoBad: [] },
			],
		});
		expect(second).toHaveProperty('suspect', null);
		expect(third).toMatchObject({
			event: 'reconnected',
			title: 'fra: 2 of 3 watched validators are connected again',
			severity: 'resolved',
			message: expect.stringContaining('They are val-a, val-b. 1 more is not yet: val-c.'),
			stillBad: [nameOf('c')],
			members: [
				{ nodeId: nameOf('a'), lastedSeconds: 120 },
				{ nodeId: nameOf('b'), lastedSeconds: 60 },
			],
		});
	});

	test('an item about many says the group behind each name, and stays one item', async () => {
		const lines = Object.fromEntries([...'abcdef'].map((name) => [name, '.xx..']));
		const told = await play(lines, { ...briefly, suspectShare: 50 });
		expect(tell(told)).toEqual([
			'1 disconnected many: a b c d e f',
			'3 reconnected many: a b c d e f',
		]);
		expect(told[0]!.item).toMatchObject({
			suspect: 'watchingNode',
			message: expect.stringContaining('They are val-a (fra), val-b (FRA), val-c (fra)'),
		});
		expect(told[0]!.item).not.toHaveProperty('group');
		// Who began in an item about many ends in one, too (U12).
		const some = { ...lines, a: '.x...', d: '.x...' };
		expect(tell(await play(some, { ...briefly, suspectShare: 50 }))).toContain(
			'2 reconnected many: a d',
		);
	});

	test('each member needs its own failed checks', async () => {
		const lines = { a: '.xx..', b: '..x..', c: '.....' };
		expect(tell(await play(lines, { ...briefly, badPolls: 2 }))).toEqual([
			'2 disconnected a',
			'3 reconnected a',
		]);
	});

	test('reminders of one poll are one item, with an alertId of the group that lasts', async () => {
		const down = `.${'x'.repeat(61)}..`;
		const told = await play({ a: down, b: down }, { ...briefly, reminderSeconds: hour });
		expect(tell(told)).toEqual([
			'1 disconnected fra: a b',
			'61 reminder fra: a b',
			'62 reconnected fra: a b',
		]);
		expect(new Set(told.map(({ item }) => item.alertId)).size).toBe(1);
		expect(new Set(told.map(({ item }) => item.eventId)).size).toBe(3);
	});
});

describe('an item that leaves out others that are down says who they are [U12]', () => {
	const down = { a: '.xx.', b: '..xx', c: '..xx', d: '.xxx', f: '....', g: '....' };
	const sayAll = async (settings: Partial<WatchSettings> = {}) =>
		(await play(down, { ...briefly, ...settings })).map(
			({ item: { event, nodeId, message } }) =>
				`${String(event)} ${String(nodeId)}: ${String(message).split('\n')[0]}`,
		);

	test('how many of all, and their names', async () => {
		const told = await sayAll();
		expect(told.map((line) => / \d+ of \d+ are down: .*?\./.exec(line)?.[0])).toEqual([
			' 2 of 6 are down: also val-d (zrh).',
			' 2 of 6 are down: also val-a (fra).',
			' 4 of 6 are down: also val-d (zrh).',
			undefined,
		]);
		expect(told[2]).toContain('The same is already true of 1 more: val-a. 4 of 6 are down');
		expect(told[3]).toMatch(
			/^reconnected .* Still Down: val-b \(FRA\), val-c \(fra\), val-d \(zrh\)\.$/,
		);
	});

	test('titles say how many of all, and each member of a group whom an on-call service is given', async () => {
		const told = await play(down, { ...briefly, reportEnds: true, payloads: ['pagerDuty'] });
		expect(told.map(({ item }) => String(item.title))).toEqual([
			'val-a (fra): no connection, 2 of 6 down',
			'val-d (zrh): no connection, 2 of 6 down',
			'FRA: 3 of 3 watched validators have no connection, 2 of them new, 4 of 6 down',
			'val-a (fra): connected again',
		]);
		expect(told[2]!.item.members).toMatchObject([
			{
				title: 'val-b (FRA): no connection, 4 of 6 down',
				message: expect.stringMatching(
					/ 4 of 6 are down: also val-c \(fra\), val-a \(fra\), val-d \(zrh\)\.$/,
				),
			},
			{ title: 'val-c (fra): no connection, 4 of 6 down' },
		]);
	});

	test('where all are watched, many without a name of the user are counted', async () => {
		const strangers = Object.fromEntries([...'uvwxyz'].map((name) => [name, '.xxx']));
		const lines = { a: '.xx.', b: '..xx', ...strangers, f: '....' };
		const sayOf = async (settings: Partial<WatchSettings>) =>
			(await play(lines, { ...briefly, suspectShare: 100, ...settings }))
				.filter(({ item }) => [nameOf('a'), nameOf('b')].includes(String(item.nodeId)))
				.map(
					({ item }) =>
						/ (\d of 9 are down: also|Still Down:) .*?\./.exec(String(item.message))?.[0],
				);
		expect(await sayOf({ names: inGroups({ b: 'fra' }) })).toEqual([
			' 7 of 9 are down: also 6 without a name.',
			' 8 of 9 are down: also 7 without a name.',
			' Still Down: val-b (fra), and 6 without a name.',
		]);
		const nodeIds = Object.keys(lines).map(nameOf);
		expect((await sayOf({ nodeIds })).at(-1)).toContain('NodeID-u, NodeID-v');
	});

	test('counts who is silenced, and names nobody of them', async () => {
		const silences = [{ who: [nameOf('d')], until: 4e9, reason: 'planned' }];
		const told = await sayAll({ silences });
		expect(told[0]).toMatch(/ 2 of 6 are down: also 1 silenced\.$/);
		expect(told.at(-1)).toContain(' Still Down: val-b (FRA), val-c (fra) and 1 silenced.');
	});

	test('Severity by Budget and One Item per Check say it once', async () => {
		const budget = { conditions: ['disconnected'], severityByBudget: true };
		const watcher = new Watcher({ ...primary, ...briefly, ...budget });
		const see = async (connected: boolean) =>
			await watcher.poll(
				primaryWorld(
					['a', 'd'].map((name) => primaryRecord(nameOf(name), { connected })),
					start - day,
				),
			);
		await see(true);
		const [{ message } = {}] = await see(false);
		expect(message).toContain(' 1 other fails, too: val-d (zrh). A shared cause is likely');
		expect(message).not.toContain('are down');
		const { item } = (await play(down, { ...briefly, digest: true })).at(-1)!;
		expect(String(item.message).match(/Still Down/g)).toHaveLength(1);
	});

	test('who is alone reads nothing of others, and an alert that is over neither', async () => {
		const [{ item }] = await play({ a: '.x', b: '..' }, briefly);
		expect(item.message).not.toMatch(/also|Still/);
	});
});

test('the line of each in a message about several names the other alerts of it [U5]', async () => {
	const told = await play({ a: '.X', b: '.X', c: '..' }, { ...briefly, source: 'primaryNetwork' });
	const { message } = told.find(({ item }) => item.group === 'fra')!.item;
	expect(message).toMatch(/\nval-a: .*Also: Low Uptime\. NodeID-a\nval-b: /);
});

test('a group of another name is the same alert, and another group is another one [U56, U32]', async () => {
	const lines = { a: '.xx', b: '.xx', d: '.xx', e: '.xx' };
	const idsOf = async (groups: Record<string, string>) =>
		(await play(lines, { ...briefly, names: inGroups(groups) })).map(({ item }) => [
			item.alertId,
			item.eventId,
		]);
	const before = await idsOf({ a: 'fra', b: 'fra', d: 'zrh', e: 'zrh' });
	expect(before[0]![0]).not.toBe(before[1]![0]);
	expect(await idsOf({ a: 'ber', b: 'ber', d: 'gva', e: 'gva' })).toEqual(before);
});

test('names without a group add no field [U56]', async () => {
	const plain: Names = { [nameOf('a')]: { name: 'val-a' } };
	const [{ item }] = await play({ a: '.x', b: '.x' }, { badPolls: 1, names: plain });
	expect(item).not.toHaveProperty('group');
	const [{ item: other }] = await play({ f: '.x', a: '..' }, briefly);
	expect(other).toMatchObject({ name: null, group: null });
});

/** Who is told of what in which poll, and under which ID, whatever item says it. */
const factsOf = (told: Told): string[] =>
	told
		.flatMap(({ poll, item }) => {
			const alertIds = (item.alertIds as Record<string, string> | undefined) ?? {
				[String(item.nodeId)]: item.alertId as string,
			};
			return Object.entries(alertIds).map(
				([key, id]) => `${poll} ${String(item.event)} ${key} ${id}`,
			);
		})
		.sort();

test.each([
	['usual settings', {}],
	['reminders', { reminderSeconds: 60 * 5 }],
	['quiet hours', { quiet: { from: 5, to: 25, holdsCritical: true } }],
	['a silence', { silences: [{ who: [nameOf('b')], until: start + 1200, reason: '' }] }],
	['fewer alerts', { conditions: ['disconnected', 'left'], reportEnds: false }],
])('%s: 40 series tell the same of everybody with groups as without [U56]', async (_what, more) => {
	const dice = throwDice('groups');
	const signs = [...'....xxxxl-i'];
	let groupItems = 0;
	for (let series = 0; series < 40; series++) {
		const line = () => Array.from({ length: 40 }, () => dice.pick(signs)).join('');
		// Members often share what happens.
		const shared = line();
		const lines = Object.fromEntries(
			[...'abcdef'].map((name) => [name, dice.chance(0.5) ? shared : line()]),
		);
		const settings = { badPolls: 2, ...more };
		const nodeIds = [...'abcdef'].map(nameOf);
		const [one, two] = [{}, { names }].map(
			(each) => new Watcher({ ...settings, ...each, nodeIds }),
		);
		const plain = await playOn(one!, lines);
		const grouped = await playOn(two!, lines);
		// What is remembered is the same, so that a restart or a change of groups finds nothing of it.
		expect(two!.stored).toBe(one!.stored);
		groupItems += grouped.filter(
			({ item }: { item: IDataObject }) => item.group && item.nodeIds,
		).length;
		expect(factsOf(grouped)).toEqual(factsOf(plain));
		expect(grouped.length).toBeLessThanOrEqual(plain.length);
	}
	expect(groupItems).toBeGreaterThan(20);
});

test('the members of groups are looked for once, however many alerts ask', () => {
	let times = 0;
	const counted = new Proxy(names, {
		ownKeys: (target) => {
			times++;
			return Reflect.ownKeys(target);
		},
	});
	const members = (name: string) =>
		listMembers(nameOf(name), { names: counted } as Partial<WatchSettings> as WatchSettings);
	for (let i = 0; i < 100; i++) {
		expect(members('b')).toEqual(['a', 'b', 'c'].map(nameOf));
		expect(members('d')).toEqual(['d', 'e'].map(nameOf));
	}
	expect(times).toBe(1);
});

describe('more than ten in one poll are one item, however many are watched [U12]', () => {
	const lines = (down: number) =>
		Object.fromEntries(
			Array.from({ length: 60 }, (_, i) => [`v${i}`, i < down ? '.xx..' : '.....']),
		);

	test('which suspects no node below the share', async () => {
		const told = await play(lines(11), { badPolls: 1, suspectShare: 30 });
		expect(told.map(({ item }) => [item.event, item.validatorCount])).toEqual([
			['disconnected', 11],
			['reconnected', 11],
		]);
		expect(told[0]!.item).toHaveProperty('suspect', null);
		expect(told[0]!.item.message).toMatch(/^11 of 60 watched validators have no connection /);
		expect(told[0]!.item.message).not.toContain('Check the node of your credential');
	});

	test('fewer have an item each, and so has everybody with a share of 100', async () => {
		expect(await play(lines(10), { badPolls: 1, suspectShare: 30 })).toHaveLength(20);
		expect(await play(lines(11), { badPolls: 1, suspectShare: 100 })).toHaveLength(22);
	});
});

describe('while the queried node is the suspect, all that fail in one check are one item [U12, U35]', () => {
	const watched = Array.from({ length: 60 }, (_, i) => `v${i}`);
	/** More validators, most of which the queried node never sees. */
	const others = (sign: string) =>
		Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`o${i}`, sign.repeat(7)]));
	const chosen = {
		source: 'primaryNetwork',
		nodeIds: watched.map(nameOf),
		badPolls: 1,
		suspectShare: 30,
	} as const;
	const lines = (down: Record<string, string>) => ({
		...Object.fromEntries(watched.map((name) => [name, '.......'])),
		...down,
	});
	const failing = { v1: '.xxx...', v2: '.xxx...', v3: '..xxxx.' };
	const tellAll = async (sign: string, settings: Partial<WatchSettings> = {}) =>
		await play({ ...lines(failing), ...others(sign) }, { ...chosen, ...settings });

	test('from two on, and their recoveries, too', async () => {
		const told = await tellAll('x');
		expect(tell(told)).toEqual([
			'1 disconnected many: v1 v2',
			'2 disconnected v3',
			'4 reconnected many: v1 v2',
			'6 reconnected v3',
		]);
		expect(told[0]!.item).toMatchObject({
			suspect: 'watchingNode',
			title: '2 of 60 watched validators have no connection',
			message: expect.stringContaining('Check the node of your credential first'),
		});
	});

	test('whatever their groups, and without those that failed too few checks so far', async () => {
		const grouped = inGroups({ v1: 'fra', v2: 'fra' });
		expect(tell(await tellAll('x', { badPolls: 2, names: grouped }))).toEqual([
			'2 disconnected many: v1 v2',
			'3 disconnected v3',
			'4 reconnected many: v1 v2',
			'6 reconnected v3',
		]);
	});

	test('each keeps its own item while the node sees the network, and with a share of 100', async () => {
		expect(tell(await tellAll('.')).slice(0, 2)).toEqual([
			'1 disconnected v1',
			'1 disconnected v2',
		]);
		expect(tell(await tellAll('x', { suspectShare: 100 })).slice(0, 2)).toEqual([
			'1 disconnected v1',
			'1 disconnected v2',
		]);
	});

	test('an item about many counts who was so before, but nobody under a silence', async () => {
		const many = Object.fromEntries(
			Array.from({ length: 11 }, (_, i) => [`v${20 + i}`, '..xx...']),
		);
		const before = { v1: '.xxxxxx', v2: '.xxxxxx' };
		const silences = [{ who: [nameOf('v2')], until: 4e9, reason: 'planned' }];
		const ofMany = async (settings: Partial<WatchSettings>) => {
			const told = await play(
				{ ...lines({ ...before, ...many }), ...others('.') },
				{ ...chosen, ...settings },
			);
			return told.find(({ item }) => item.validatorCount === 11)!.item;
		};
		expect(await ofMany({})).toMatchObject({
			title: '13 of 60 watched validators have no connection, 11 of them new',
			message: expect.stringContaining(
				' The same is already true of 2 more: NodeID-v1, NodeID-v2.',
			),
		});
		expect(await ofMany({ silences })).toMatchObject({
			title: '12 of 60 watched validators have no connection, 11 of them new',
			message: expect.stringContaining(' The same is already true of 1 more: NodeID-v1.'),
		});
	});
});

test('a message about many names all that fit: those with a name of yours first, then others [U32]', async () => {
	const tellOf = async (count: number): Promise<string> => {
		const lines = Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, '.x']));
		const own: Names = { [nameOf('v7')]: { name: 'val-7' } };
		const [{ item }] = await play(lines, { badPolls: 1, suspectShare: 30, names: own });
		return String(item.message);
	};
	const twelve = await tellOf(12);
	expect(twelve).toContain(
		'They are val-7, NodeID-v0, NodeID-v1, NodeID-v2, NodeID-v3, NodeID-v4, ',
	);
	expect(twelve).toContain(', NodeID-v10, NodeID-v11. ');
	const [, first, ...others] = twelve.split('\n');
	expect(first).toBe('val-7: NodeID-v7');
	expect(others).toHaveLength(4);
	expect(await tellOf(40)).toMatch(/They are val-7, (?:NodeID-v\d+(?:, )?){19} and 20 more\. /);
});
