/** Alerts that one poll tells of late, because a silence held them back: each item blames only what failed together. */
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import { hour, nameOf, play, start } from './watchSeries.mts';

const fra = Object.fromEntries(
	[...'abcd'].map((name) => [nameOf(name), { name: `val-${name}`, group: 'fra' }]),
);

describe('what a silence held back blames the node only for what failed together [U12, U35, U40]', () => {
	const minutes = 130;
	const until = start + 120 * 60;
	/** Down from this minute on. */
	const from = (minute: number) => 'x'.repeat(minutes - minute).padStart(minutes, '.');
	const row = (prefix: string, count: number, sign: string) =>
		Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, sign]));
	/** The items of the poll that ends the silence. */
	const tellLate = async (
		lines: Record<string, string>,
		silenced: string[],
		settings: Partial<WatchSettings> = {},
	) => {
		const silences = silenced.map((name) => ({ who: [nameOf(name)], until, reason: 'planned' }));
		const told = await play(lines, { suspectShare: 30, badPolls: 2, silences, ...settings });
		return told.filter(({ poll }) => poll === 120).map(({ item }) => item);
	};

	test('not for what was down long before others, or long after them', async () => {
		for (const [own, others] of [
			[3, 60],
			[60, 3],
		] as const) {
			const lines = { a: from(own), b: from(own), ...row('o', 8, from(others)) };
			const items = await tellLate(lines, ['a', 'b']);
			expect(items.map(({ nodeId }) => nodeId)).toEqual([nameOf('a'), nameOf('b')]);
			for (const item of items) {
				expect(item).toHaveProperty('suspect', null);
				expect(item.message).not.toContain('likely cause');
			}
		}
	});

	test('not for two of one group while most of the network is out of sight by now', async () => {
		const fine = row('f', 56, from(minutes));
		const down = { a: from(3), b: from(3), c: from(60), d: from(60) };
		// Of more than fifty, the trigger reads the whole list each time.
		const nodeIds = Object.keys({ ...down, ...fine }).map(nameOf);
		const chosen = { source: 'primaryNetwork', nodeIds, names: fra } as const;
		const lines = { ...down, ...fine, ...row('o', 60, from(60)) };
		const [item, ...more] = await tellLate(lines, ['a', 'b'], chosen);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			group: 'fra',
			title: 'fra: 4 of 4 watched validators have no connection, 2 of them new',
			message: expect.stringContaining('Check first what they have in common.'),
		});
		expect(item).toHaveProperty('suspect', null);
	});

	test('but for those that failed together under it, with those that were told', async () => {
		const lines = { ...row('a', 3, from(40)), ...row('o', 6, from(40)), ...row('f', 3, from(0)) };
		const [item, ...more] = await tellLate(lines, ['a0', 'a1', 'a2']);
		expect(more).toEqual([]);
		expect(item).toMatchObject({ validatorCount: 3, suspect: 'watchingNode' });
		expect(item!.message).toContain('Check the node of your credential first');
	});

	test('who fails just then is another outage', async () => {
		const lines = {
			...row('a', 3, from(10)),
			...row('n', 6, from(119)),
			...row('f', 2, from(minutes)),
		};
		const items = await tellLate(lines, ['a0', 'a1', 'a2']);
		expect(items.map(({ nodeIds, nodeId }) => (nodeIds as string[])?.length ?? nodeId)).toEqual([
			6,
			...['a0', 'a1', 'a2'].map(nameOf),
		]);
		expect(items.map(({ suspect = null }) => suspect)).toEqual(['watchingNode', null, null, null]);
	});

	test('a crowd that failed one by one is one item that blames nobody, and says so of the time', async () => {
		const each = Array.from({ length: 12 }, (_, i) => [`v${i}`, from(5 + 9 * i)] as const);
		const [item, ...more] = await tellLate(
			Object.fromEntries(each),
			each.map(([name]) => name),
		);
		expect(more).toEqual([]);
		expect(item).toMatchObject({ validatorCount: 12 });
		expect(item).toHaveProperty('suspect', null);
		expect(item!.message).toMatch(
			/^12 of 12 watched validators have no connection, the first since 00:05 UTC\. /,
		);
	});

	test('who is back already is told as past, and in no item about those that are still down', async () => {
		const quiet = { from: 0, to: 120, holdsCritical: true };
		const spans = { a: [10, 60], b: [10, 130], c: [11, 130], d: [12, 70] } as const;
		const lines = Object.fromEntries(
			Object.entries(spans).map(([name, [down, up]]) => [
				name,
				'x'
					.repeat(up - down)
					.padStart(up, '.')
					.padEnd(minutes, '.'),
			]),
		);
		const told = await play(lines, { names: fra, badPolls: 2, quiet });
		const items = told.filter(({ poll }) => poll === 120).map(({ item }) => item);
		expect(items.map(({ title }) => title)).toEqual([
			'fra: 2 of 4 watched validators have no connection, over by now',
			'fra: 2 of 4 watched validators have no connection',
			'fra: 2 of 4 watched validators are connected again',
		]);
		const [past, lasting] = items;
		expect(past).toMatchObject({ nodeIds: ['a', 'd'].map(nameOf) });
		expect(past!.message).toContain('since 00:10 UTC, over by now. They are val-a, val-d.\n');
		expect(lasting).toMatchObject({ nodeIds: ['b', 'c'].map(nameOf) });
		const alone = await play({ e: lines.a! }, { badPolls: 2, quiet });
		expect(alone[0]!.item).toMatchObject({
			title: 'NodeID-e: no connection, over by now',
			message: expect.stringMatching(/since 00:10 UTC, over by now\.\n/),
		});
	});

	test('a reminder of a group does not give all of them the age of the oldest', async () => {
		const lines = { a: from(3), b: from(63), c: from(minutes), d: from(minutes) };
		const told = await play(lines, { badPolls: 1, names: fra, reminderSeconds: hour });
		expect(told.map(({ item }) => item.title)).toContain(
			'fra: 2 of 4 watched validators have no connection, for up to 2 h now (reminder 2)',
		);
	});
});
