/** Balances at a fee that is measured. */
import type { IDataObject } from 'n8n-workflow';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import {
	Watcher,
	balanceRecord,
	day,
	eventsOf,
	iso,
	lacksFee,
	nameOf,
	ok,
	start,
	worldOf,
} from './watchSeries.mts';

describe('a balance that runs out, at the fee that is measured [U27]', () => {
	const settings = {
		source: 'balances' as const,
		blockchainId: '',
		subnetId: 'subnet',
		badPolls: 1,
		conditions: ['balanceLow' as const],
	};
	const rate = 512;
	const lasting = (days: number) => rate * days * day;

	test('is told at the fee that was measured, once', async () => {
		const watcher = new Watcher(settings);
		const asked: unknown[] = [];
		const told = [];
		for (let poll = 0; poll < 60; poll++) {
			const spent = rate * poll * 600;
			const records = [
				balanceRecord('NodeID-a', lasting(14.2) - spent),
				balanceRecord('NodeID-b', lasting(90) - spent),
			];
			const world = worldOf((method, params) => {
				asked.push([method, params]);
				return lacksFee(method) ?? ok({ validators: records });
			});
			told.push(...(await watcher.poll(world, 600)).map((item) => ({ poll, item })));
		}
		// 14.2 days are down to 14 after 4.8 hours.
		expect(told.map(({ poll, item }) => [poll, item.event, item.nodeId])).toEqual([
			[29, 'balanceLow', 'NodeID-a'],
		]);
		expect(told[0].item).toMatchObject({
			feeRate: rate,
			lastsUntil: iso(start + 14.2 * day),
			subnetId: 'subnet',
		});
		expect(asked).toEqual(
			Array.from({ length: 60 }, () => [
				['platform.getCurrentValidators', { subnetID: 'subnet' }],
				['platform.getValidatorFeeState', {}],
			]).flat(),
		);
	});

	test('nothing is said before the fee is measured, unless there is none left', async () => {
		const watcher = new Watcher(settings);
		const items = await watcher.see([balanceRecord('NodeID-a', 1), balanceRecord('NodeID-b', 0)]);
		expect(items).toMatchObject([{ event: 'balanceLow', nodeId: 'NodeID-b' }]);
	});

	/** Polls a minute apart, each after so many seconds of the fee were paid of these balances. */
	const watchMinutes = async (
		balances: Record<string, number>,
		spentAt: (poll: number) => number,
		polls: number,
		more: Partial<WatchSettings> = {},
	) => {
		const watcher = new Watcher({ ...settings, ...more });
		const told: Array<{ poll: number; item: IDataObject }> = [];
		for (let poll = 0; poll < polls; poll++) {
			const records = Object.entries(balances).map(([name, balance]) =>
				balanceRecord(name, balance - rate * spentAt(poll)),
			);
			told.push(...(await watcher.see(records)).map((item) => ({ poll, item })));
		}
		return { watcher, told };
	};

	test('nothing is told before five minutes of the fee were seen; what is low then is as found', async () => {
		const balances = { 'NodeID-a': lasting(1), 'NodeID-b': lasting(100) };
		for (const [badPolls, poll] of [
			[1, 5],
			[2, 6],
		] as const) {
			const { told } = await watchMinutes(balances, (at) => at * 60, 10, { badPolls });
			expect(told).toMatchObject([
				{
					poll,
					item: {
						event: 'balanceLow',
						nodeId: 'NodeID-a',
						previousState: 'unknown',
						since: iso(start + 300),
						feeRate: rate,
					},
				},
			]);
		}
	});

	test('what is low then is not told where what is already bad is not, nor its end, but the next', async () => {
		const watcher = new Watcher({ ...settings, reportExisting: false });
		const told: string[] = [];
		for (let poll = 0; poll < 60; poll++) {
			const days = {
				'NodeID-a': poll < 20 || poll > 40 ? 1 : 90,
				'NodeID-b': 14.015,
				'NodeID-c': 0,
			};
			const records = Object.entries(days).map(([name, each]) =>
				balanceRecord(name, each && lasting(each) - rate * poll * 60),
			);
			for (const { event, nodeId, previousState } of await watcher.see(records))
				told.push(`${poll} ${String(event)} ${String(nodeId)} after ${String(previousState)}`);
		}
		expect(told).toEqual([
			'22 balanceLow NodeID-b after balanceSufficient',
			'41 balanceLow NodeID-a after balanceSufficient',
		]);
	});

	test('one that was filled up before the fee was known is told when it is low again, at once too', async () => {
		const watcher = new Watcher({ ...settings, reportExisting: false });
		const told: string[] = [];
		for (let poll = 0; poll < 9; poll++) {
			const days = { 'NodeID-a': poll < 2 ? 0 : poll < 6 ? 90 : 1, 'NodeID-b': 90 };
			const records = Object.entries(days).map(([name, each]) =>
				balanceRecord(name, each && lasting(each) - rate * poll * 60),
			);
			for (const { event, nodeId } of await watcher.see(records))
				told.push(`${poll} ${String(event)} ${String(nodeId)}`);
		}
		expect(told).toEqual(['6 balanceLow NodeID-a']);
	});

	test('a fee that doubles is followed within an hour and five minutes', async () => {
		const doubledAt = 150;
		const spentAt = (poll: number) => 60 * (poll + Math.max(0, poll - doubledAt));
		const { watcher } = await watchMinutes({ 'NodeID-a': lasting(90) }, spentAt, doubledAt + 66);
		expect((JSON.parse(watcher.stored!) as WatchCursor).watched!.fee!.nanoAvaxPerSecond).toBe(
			2 * rate,
		);
	});

	test('the fee is the median: one that was filled up a little seems to pay less', async () => {
		const watcher = new Watcher(settings);
		const told: IDataObject[] = [];
		for (let poll = 0; poll < 8; poll++) {
			const filled = poll < 2 ? 0 : rate * 200;
			const records = ['a', 'b', 'c'].map((name) =>
				balanceRecord(nameOf(name), lasting(10) - rate * poll * 60 + (name === 'a' ? filled : 0)),
			);
			told.push(...(await watcher.see(records)));
		}
		expect(told.map(({ nodeId, feeRate }) => [nodeId, feeRate])).toEqual(
			['a', 'b', 'c'].map((name) => [nameOf(name), rate]),
		);
	});

	test.each([
		[1800, 50],
		[1800, 150],
		[5430, 150],
		[86_430, 150],
	])(
		'a clock that was set back makes the fee no higher: by %i s in poll %i',
		async (back, when) => {
			for (const isRead of [true, false]) {
				const watcher = new Watcher(settings);
				for (let poll = 0; poll < when + 150; poll++) {
					const isWhen = poll === when;
					if (isWhen) watcher.at -= back;
					if (isWhen && !isRead) await watcher.fail();
					else await watcher.see([balanceRecord('NodeID-a', lasting(90) - rate * poll * 60)]);
					const { fee } = (JSON.parse(watcher.stored!) as WatchCursor).watched!;
					expect(fee!.nanoAvaxPerSecond ?? rate).toBe(rate);
					if (poll > when) expect(fee!.since).toBeLessThanOrEqual(watcher.at);
				}
			}
		},
	);

	test('a new validator and one that is filled up do not change what the fee is', async () => {
		const watcher = new Watcher(settings);
		const others = (poll: number) => ['NodeID-b', 'NodeID-c'].slice(0, poll > 3 ? 2 : 0);
		const told = [];
		for (let poll = 0; poll < 9; poll++) {
			const spent = rate * poll * 600;
			const filled = lasting(poll < 3 ? 20 : 40) - spent;
			const records = [
				balanceRecord('NodeID-a', filled),
				...others(poll).map((name) => balanceRecord(name, lasting(13) - spent)),
			];
			told.push(...(await watcher.see(records, 600)));
		}
		expect(told).toMatchObject([
			{ event: 'balanceLow', nodeId: 'NodeID-b', feeRate: rate },
			{ event: 'balanceLow', nodeId: 'NodeID-c', feeRate: rate },
		]);
		expect((JSON.parse(watcher.stored!) as WatchCursor).watched!.fee!.nanoAvaxPerSecond).toBe(rate);
	});

	test('ends when it is filled up, which does not change what the fee was', async () => {
		const watcher = new Watcher(settings);
		const balances = [
			lasting(10),
			lasting(10) - rate * 600,
			lasting(10) - rate * 1200,
			lasting(100),
			lasting(100) - rate * 600,
		];
		const told = [];
		for (const balance of balances)
			told.push(...(await watcher.see([balanceRecord('NodeID-a', balance)], 600)));
		expect(eventsOf(told)).toEqual(['balanceLow', 'balanceRestored']);
		expect(told[1]).toMatchObject({ feeRate: rate });
	});
});
