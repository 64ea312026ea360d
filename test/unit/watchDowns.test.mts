/** A validator that goes down again and again: its messages and items count the times. */
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import { day, hour, iso, nameOf, primaryRecord, start, Watcher } from './watchSeries.mts';

const once: Partial<WatchSettings> = { source: 'primaryNetwork', blockchainId: '', badPolls: 1 };

/** Each letter is a poll: x not connected, . connected, - not in the list. */
async function watch(line: string, seconds = 60, settings: Partial<WatchSettings> = {}) {
	const watcher = new Watcher({ ...once, ...settings });
	const items = [];
	for (const sign of line)
		items.push(
			...(await watcher.see(
				sign === '-' ? [] : [primaryRecord(nameOf('a'), { connected: sign === '.' })],
				seconds,
			)),
		);
	return items.map(({ event, timesDown, timesDownSince, message }) => ({
		event,
		timesDown,
		timesDownSince,
		said: /It was down [^.]+\./.exec(String(message))?.[0],
	}));
}

describe('an outage counts the times that its validator was down [U6]', () => {
	test('with the third, messages say it, of the beginning and of the end', async () => {
		const timesDownSince = iso(start + 600);
		expect(await watch('.x.x.x.', 600)).toEqual([
			{ event: 'disconnected', timesDown: 1, timesDownSince: null },
			{ event: 'reconnected', timesDown: 1, timesDownSince: null },
			{ event: 'disconnected', timesDown: 2, timesDownSince },
			{ event: 'reconnected', timesDown: 2, timesDownSince },
			{
				event: 'disconnected',
				timesDown: 3,
				timesDownSince,
				said: 'It was down 3 times in 40 min.',
			},
			{
				event: 'reconnected',
				timesDown: 3,
				timesDownSince,
				said: 'It was down 3 times in 50 min.',
			},
		]);
	});

	test.each([
		['a day of rest ends the count', day, [1, 1, 1, 1]],
		['less than a day does not', day / 2, [1, 1, 2, 2]],
	])('%s', async (_what, seconds, counts) => {
		const items = await watch('.x..x.', seconds);
		expect(items.map(({ timesDown }) => timesDown)).toEqual(counts);
	});

	test('an outage that lasts for days keeps the count, and the next goes on from it', async () => {
		const items = await watch('.x.xxxxxxxx.x.', 11 * hour);
		expect(items.map(({ timesDown }) => timesDown)).toEqual([1, 1, 2, 2, 3, 3]);
	});

	test('outages under a silence count, too', async () => {
		const silences = [{ who: 'all' as const, until: start + 250, reason: '' }];
		const items = await watch('.x.x.x.', 60, { silences });
		expect(items.map(({ timesDown }) => timesDown)).toEqual([3, 3]);
	});

	test.each([
		['counts', '.x-.x', 600, [1, 2]],
		['is over at the latest when the validator leaves', '.x-.x', day / 2, [1, 2]],
		['is forgotten a day after that', '.x---.x', day / 2, [1, 1]],
		['counts once, however long the validator is gone', '.x---.x', 60, [1, 2]],
	])('one that outlasts its validation %s', async (_what, line, seconds, counts) => {
		const settings = { nodeIds: [nameOf('a')] };
		const items = (await watch(line, seconds, settings)).filter(
			({ event }) => event === 'disconnected',
		);
		expect(items.map(({ timesDown }) => timesDown)).toEqual(counts);
	});

	test('one bad check that is no alert does not count', async () => {
		const items = await watch('.x.x.xx.', 60, { badPolls: 2 });
		expect(items.map(({ timesDown }) => timesDown)).toEqual([1, 1]);
	});

	test('what had no room in the memory is unknown, and not once', async () => {
		const watcher = new Watcher({ ...once, suspectShare: 100 });
		const see = async (isDown: (i: number) => boolean) =>
			await watcher.see(
				Array.from({ length: 60 }, (_, i) =>
					primaryRecord(nameOf(`v${i}`), { connected: !isDown(i) }),
				).filter((_, i) => listed(i)),
			);
		let listed: (i: number) => boolean = () => true;
		await see(() => false);
		await see((i) => i < 20);
		await see((i) => i >= 20 && i < 50);
		await see(() => false);
		const items = await see((i) => i === 1 || i === 49 || i === 59);
		// The ends of 20 to 49 are newer, and 24 have room.
		expect(items.map(({ nodeId, timesDown }) => [nodeId, timesDown])).toEqual(
			expect.arrayContaining([
				[nameOf('v1'), null],
				[nameOf('v59'), null],
			]),
		);
		// It stays so, also if another one leaves room.
		const timesOf = async (isDown: (i: number) => boolean) =>
			(await see(isDown)).map(({ event, nodeId, timesDown }) => [event, nodeId, timesDown]);
		listed = (i) => i !== 49;
		expect(await timesOf((i) => i === 1)).toContainEqual(['reconnected', nameOf('v59'), null]);
		expect(await timesOf(() => false)).toContainEqual(['reconnected', nameOf('v1'), null]);
		expect(await timesOf((i) => i === 1)).toEqual([['disconnected', nameOf('v1'), null]]);
	});

	test('those of an item about many do not count, as the queried node may have caused them', async () => {
		const watcher = new Watcher({ ...once, suspectShare: 30 });
		const see = async (downs: number) =>
			await watcher.see(
				Array.from({ length: 10 }, (_, i) =>
					primaryRecord(nameOf(`v${i}`), { connected: i >= downs }),
				),
			);
		for (const downs of [0, 10, 0, 10, 0]) await see(downs);
		expect(await see(1)).toMatchObject([{ event: 'disconnected', timesDown: 1 }]);
	});
});
