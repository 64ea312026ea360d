/** What it means that a validator is in the list or not: what it is told as, what is kept of it, and what is not. */
import type { IDataObject } from 'n8n-workflow';
import { recallWatch } from '../../nodes/Trigger/watch/past';
import { trackPresence } from '../../nodes/Trigger/watch/presence';
import { fail } from '../../nodes/shared/errors';
import {
	day,
	eventsOf,
	hour,
	l1Record,
	ok,
	primary,
	primaryRecord,
	settingsFor,
	start,
	Watcher,
	worldOf,
} from './watchSeries.mts';

const name = 'NodeID-a';
const watch = (settings = {}) => new Watcher({ badPolls: 1, ...settings });
const toldOf = (items: IDataObject[]) => items.map(({ event, reason }) => [event, reason]);

test('nobody is known to be there or gone where the list could not be read', () => {
	const settings = settingsFor({ nodeIds: [name] });
	expect(trackPresence(recallWatch(undefined, start, settings), { at: start }, settings)).toEqual(
		[],
	);
});

test('a node that is no validator when the watch of its own uptime begins is told as absent', async () => {
	const watcher = watch({ source: 'node', blockchainId: '' });
	const refusal = "couldn't get node uptime: node is not a validator";
	const world = worldOf((method) =>
		method === 'info.getNodeID'
			? ok({ nodeID: 'NodeID-own' })
			: fail('refused', refusal, { detail: refusal }),
	);
	expect(await watcher.poll(world)).toMatchObject([
		{ event: 'left', nodeId: 'NodeID-own', reason: 'absent' },
	]);
});

describe('a disconnect is told later only while the queried node may not have noticed a new validator [U3]', () => {
	const seenAfter = async (seconds: number, seenBefore: boolean) => {
		const watcher = watch();
		const record = { startTimestamp: start - seconds };
		if (seenBefore) {
			watcher.at -= 60;
			await watcher.see([l1Record(name, record)]);
		}
		return eventsOf(await watcher.see([l1Record(name, { ...record, isConnected: false })]));
	};

	test.each<[string, number, boolean, string[]]>([
		['not at once, a minute after it joined', 60, false, []],
		['not at once, up to three minutes after it joined', 179, false, []],
		['at once from three minutes on', 180, false, ['disconnected']],
		['at once where it was seen connected before', 120, true, ['disconnected']],
	])('%s', async (_what, seconds, seenBefore, told) => {
		expect(await seenAfter(seconds, seenBefore)).toEqual(told);
	});

	test('the same for the next validation of a known validator', async () => {
		const watcher = watch();
		const next = { validationID: 'the next validation', startTimestamp: start + 30 };
		await watcher.see([l1Record(name)]);
		expect(toldOf(await watcher.see([l1Record(name, { ...next, isConnected: false })]))).toEqual([
			['joined', 'renewed'],
		]);
	});

	test('at once on the Primary Network', async () => {
		const fresh = { startTime: String(start - 30), connected: false };
		expect(eventsOf(await watch(primary).see([primaryRecord(name, fresh)]))).toEqual([
			'disconnected',
		]);
	});
});

describe('what was measured belongs to one validation', () => {
	test('a drop is measured from what its uptime was before [U24]', async () => {
		const watcher = watch({ conditions: ['fell'] });
		await watcher.see([l1Record(name)]);
		expect(await watcher.see([l1Record(name, { uptimePercentage: 90 })])).toMatchObject([
			{ event: 'fell', fellFrom: 99.5, fellBy: 9.5 },
		]);
	});

	test('a lower uptime of the next validation is no drop [U8]', async () => {
		const watcher = watch({ conditions: ['fell'] });
		const next = (uptimePercentage: number) =>
			l1Record(name, { validationID: 'the next validation', uptimePercentage });
		await watcher.see([l1Record(name)]);
		expect(await watcher.see([next(90)])).toEqual([]);
		expect(await watcher.see([next(80)])).toMatchObject([{ event: 'fell', fellFrom: 90 }]);
	});
});

describe('a changed auto-renewal is told of the same validation, and not of another [U31]', () => {
	const renewing = (period: number, more: IDataObject = {}) =>
		primaryRecord(name, { nextPeriod: String(period * day), ...more });

	test.each<[string, IDataObject, Array<[string, string?]>]>([
		['in the midst of it', {}, [['configChanged']]],
		[
			'with its renewal under the same ID',
			{ endTime: String(start + 40 * day) },
			[['joined', 'renewed'], ['configChanged']],
		],
		['not with another ID', { txID: 'the next tx' }, [['joined', 'renewed']]],
	])('%s', async (_what, more, told) => {
		const watcher = watch({ ...primary, conditions: ['configChanged', 'left'] });
		await watcher.see([renewing(14)]);
		const items = toldOf(await watcher.see([renewing(2, more)]));
		expect(items.map((each) => each.filter(Boolean))).toEqual(told);
	});
});

describe('a validator that is not in the list [U10]', () => {
	test.each([
		['in the very second of its end has ended', hour, 'ended'],
		['a second before its end was removed', hour - 1, 'removed'],
	])('%s', async (_what, seconds, reason) => {
		const watcher = watch({ ...primary, conditions: ['left'] });
		const ending = { endTime: String(start + hour) };
		await watcher.see([primaryRecord(name, ending), primaryRecord('NodeID-b')], seconds);
		expect(toldOf(await watcher.see([primaryRecord('NodeID-b')]))).toEqual([['left', reason]]);
	});
});

test('a validator that is gone takes no unreported alert with it where leaving is chosen only then [U15]', async () => {
	const watcher = watch({
		conditions: ['disconnected'],
		quiet: { from: 0, to: 1, holdsCritical: true },
	});
	const other = l1Record('NodeID-b');
	expect(await watcher.see([l1Record(name, { isConnected: false }), other])).toEqual([]);
	watcher.settings.conditions = ['disconnected', 'left'];
	expect(eventsOf(await watcher.see([other]))).toEqual(['disconnected', 'left']);
});

describe('where what is already bad is not to be told [U9]', () => {
	const other = l1Record('NodeID-b');
	const settings = { conditions: ['left'], reportExisting: false };

	test('a named validator that was never in the list is not told, but when it leaves later', async () => {
		const watcher = watch({ ...settings, nodeIds: [name, 'NodeID-b'] });
		const both = [l1Record(name), other];
		const told: string[][] = [];
		for (const records of [[other], [other], both, [other]])
			told.push(eventsOf(await watcher.see(records)));
		expect(told).toEqual([[], [], [], ['left']]);
	});

	test('one that is named later and not in the list is not told either', async () => {
		const watcher = watch({ ...settings, nodeIds: ['NodeID-b'] });
		await watcher.see([other]);
		watcher.settings.nodeIds = [name, 'NodeID-b'];
		expect(await watcher.see([other])).toEqual([]);
		expect(await watcher.see([other])).toEqual([]);
	});

	test('one that was watched before other node IDs were chosen has left', async () => {
		const watcher = watch({ ...settings, nodeIds: [name] });
		await watcher.see([l1Record(name)]);
		watcher.settings.nodeIds = [name, 'NodeID-b'];
		expect(await watcher.see([other])).toMatchObject([
			{ event: 'left', nodeId: name, reason: 'removed' },
		]);
	});

	test('one that was told as gone stays so when other node IDs are chosen, and joins again', async () => {
		const watcher = watch({ ...settings, reportExisting: true, nodeIds: [name] });
		expect(eventsOf(await watcher.see([other]))).toEqual(['left']);
		watcher.settings.reportExisting = false;
		watcher.settings.nodeIds = [name, 'NodeID-b'];
		expect(await watcher.see([other])).toEqual([]);
		expect(eventsOf(await watcher.see([l1Record(name), other]))).toEqual(['joined']);
	});
});
