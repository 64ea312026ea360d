/** The fee of L1 validators: avalanchego's arithmetic, and what the event Uptime Drop makes of what a node tells. */
import type { IDataObject } from 'n8n-workflow';
import type { ReportedFee } from '../../nodes/Trigger/watch/readings';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import { findSecondsRemaining, priceAt } from '../../nodes/Trigger/watch/validatorFee';
import { fail, type Answer } from '../../nodes/shared/errors';
import { maximumUint64 } from '../../nodes/shared/validators/validators';
import {
	advance,
	calculatePrice,
	mainnetFee,
	secondsRemaining,
	type FeeState,
} from '../../devnet/validatorFee.mts';
import { listFeeCases, localNetwork } from './feeCases.mts';
import { balanceRecord, lacksFee, ok, start, Watcher, worldOf } from './watchSeries.mts';

const day = 86_400;
const year = 365 * day;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');

describe('the arithmetic [U26]', () => {
	// The same cases and more are put to avalanchego's own code in test/node/validatorFee.test.mts.
	test('is that of a walk second by second, for three hundred cases', () => {
		for (const { config, state, mostSeconds, amount } of listFeeCases(300, 3)) {
			const seconds = Math.min(mostSeconds, 500);
			const [found] = findSecondsRemaining(config, state, seconds, [amount]);
			expect([found, priceAt(config, state.excess)]).toEqual([
				secondsRemaining(config, state, seconds, amount),
				calculatePrice(config, state.excess),
			]);
		}
	});

	test.each<[string, FeeState]>([
		['rises', { current: 14_000n, excess: 2_000_000_000n }],
		['falls', { current: 4000n, excess: 9_000_000_000n }],
		['rises from nothing', { current: 10_001n, excess: 0n }],
	])('of many amounts is that of each alone, while the fee %s', (_what, state) => {
		const amounts = Array.from(
			{ length: 40 },
			(_, i) => (BigInt((i * 7919) % 40) * 10n ** 7n) / 3n,
		);
		const together = findSecondsRemaining(mainnetFee, state, 10 * day, amounts);
		const alone = amounts.map(
			(amount) => findSecondsRemaining(mainnetFee, state, 10 * day, [amount])[0],
		);
		expect(together).toEqual(alone);
		expect(new Set(together).size).toBe(40);
	});

	/** How often a price is computed, which takes most of the time: each reads the least price twice. */
	function countPrices(
		state: FeeState,
		seconds: number,
		amounts: bigint[],
		config = mainnetFee,
	): number {
		let read = 0;
		const counted = {
			...config,
			get minPrice() {
				read++;
				return config.minPrice;
			},
		};
		findSecondsRemaining(counted, state, seconds, amounts);
		return read;
	}

	test('of five thousand validators over a year takes no more prices than that of one', () => {
		const rich = 10n ** 18n;
		const all = Array.from({ length: 5000 }, (_, i) => rich - BigInt(i) * 10n ** 14n);
		for (const state of [
			{ current: 10_001n, excess: 1_000_000_000n },
			{ current: 20_000n, excess: 5_000_000_000n },
			{ current: 1n, excess: 20_000_000_000n },
		]) {
			const ofOne = countPrices(state, year, [rich]);
			expect(countPrices(state, year, all)).toBe(ofOne);
			expect(ofOne).toBeLessThan(10_000);
		}
		// While the fee stays as it is, there is nothing to walk through.
		for (const current of [1n, 10_000n])
			expect(countPrices({ current, excess: 0n }, year, all)).toBeLessThan(5);
	});

	test('is bounded whatever the node answers', () => {
		const corners = [0n, 1n, 2n ** 32n, 2n ** 53n, maximumUint64];
		for (const constant of [1n, 865_617n, 2n ** 53n, maximumUint64])
			for (const minPrice of [0n, 1n, 2n ** 53n, maximumUint64])
				for (const current of corners)
					for (const excess of corners) {
						const config = { ...localNetwork, minPrice, excessConversionConstant: constant };
						expect(countPrices({ current, excess }, year, [maximumUint64], config)).toBeLessThan(
							10_000,
						);
					}
	});
});

const settings = {
	source: 'balances' as const,
	blockchainId: '',
	subnetId: 'subnet',
	badPolls: 1,
	conditions: ['balanceLow' as const],
};

/** A node of a network on which so many L1 validators are active, with balances as they were at the start. */
class FeeNode {
	at = start;
	paid = 0n;
	readonly asked: string[] = [];
	answers: Record<string, Answer> = {};

	constructor(
		readonly state: FeeState,
		readonly balances: Record<string, bigint>,
		public config = mainnetFee,
	) {}

	/** Lets time pass, as a block after it shows it. */
	pass(seconds: number): void {
		for (let second = 0; second < seconds; second++) {
			Object.assign(this.state, advance(this.config, this.state));
			this.paid += calculatePrice(this.config, this.state.excess);
		}
		this.at += seconds;
	}

	get left(): Array<[string, bigint]> {
		return Object.entries(this.balances).map(([name, balance]) => [
			name,
			balance > this.paid ? balance - this.paid : 0n,
		]);
	}

	readonly world = worldOf((method) => {
		this.asked.push(method);
		const { config, state, at } = this;
		// As the client reads them: beyond 2^53 as texts.
		const asRead = (value: bigint) =>
			value > BigInt(Number.MAX_SAFE_INTEGER) ? String(value) : Number(value);
		const results: Record<string, unknown> = {
			'platform.getCurrentValidators': {
				validators: this.left.map(([name, balance]) => ({
					...balanceRecord(name, 0),
					balance: String(balance),
				})),
			},
			'platform.getValidatorFeeConfig': Object.fromEntries(
				Object.entries(config).map(([name, value]) => [name, asRead(value)]),
			),
			'platform.getValidatorFeeState': {
				excess: asRead(state.excess),
				price: asRead(calculatePrice(config, state.excess)),
				timestamp: iso(at).replace('.000', ''),
			},
		};
		return this.answers[method] ?? ok(results[method]);
	});

	/** When the node's own arithmetic says that a balance is used up. */
	endOf(name: string): number {
		const [, left] = this.left.find(([each]) => each === name)!;
		return this.at + secondsRemaining(this.config, this.state, year, left);
	}
}

const lasting = (days: number) => 512n * BigInt(Math.round(days * day));

describe('a node that reports the fee [U26]', () => {
	test('what is low is told with the first poll, with the second at which it runs out', async () => {
		const node = new FeeNode(
			{ current: 1500n, excess: 0n },
			{ 'NodeID-a': lasting(1) + 511n, 'NodeID-b': lasting(15) },
		);
		const told = await new Watcher(settings).poll(node.world);
		expect(told).toMatchObject([
			{
				event: 'balanceLow',
				nodeId: 'NodeID-a',
				previousState: 'unknown',
				feeRate: 512,
				lastsUntil: iso(start + day),
			},
		]);
	});

	test('a balance counts from the time of the P-Chain, which may be behind', async () => {
		const node = new FeeNode({ current: 1500n, excess: 0n }, { 'NodeID-a': lasting(14.5) });
		node.at = start - day;
		const [low] = await new Watcher(settings).poll(node.world);
		expect(low).toMatchObject({ event: 'balanceLow', lastsUntil: iso(start + 13.5 * day) });
	});

	test('a fee that rises: as long as the price lasts with the first poll, then what the node itself reckons', async () => {
		const balance = 200_000_000n;
		const node = new FeeNode({ current: 16_000n, excess: 3_000_000_000n }, { 'NodeID-a': balance });
		const watcher = new Watcher({ ...settings, reminderSeconds: 60 });
		const price = calculatePrice(mainnetFee, node.state.excess);
		const [first] = await watcher.poll(node.world);
		expect(first).toMatchObject({
			feeRate: Number(price),
			lastsUntil: iso(start + Number(balance / price)),
		});
		for (let poll = 0; poll < 3; poll++) {
			node.pass(60);
			const [item] = await watcher.poll(node.world);
			expect(item).toMatchObject({ event: 'reminder', lastsUntil: iso(node.endOf('NodeID-a')) });
			expect(item.lastsUntil).not.toBe(first.lastsUntil);
		}
		expect((JSON.parse(watcher.stored!) as WatchCursor).fee!.current).toBe('16000');
	});

	test('a fee that falls, on a node that answers an older state now and then', async () => {
		const node = new FeeNode({ current: 2000n, excess: 6_000_000_000n }, { 'NodeID-a': 10n ** 9n });
		const watcher = new Watcher({
			...settings,
			reminderSeconds: 60,
			rules: { balanceLow: { balanceSeconds: year } },
		});
		await watcher.poll(node.world);
		node.pass(600);
		const ends = iso(node.endOf('NodeID-a'));
		const [later] = await watcher.poll(node.world, 600);
		const behind = new FeeNode(
			{ current: 2000n, excess: 6_000_000_000n },
			{ 'NodeID-a': 10n ** 9n },
		);
		const [older] = await watcher.poll(behind.world);
		expect([later.lastsUntil, older.lastsUntil]).toEqual([ends, ends]);
	});

	test('a balance lasts longer than is looked ahead while the fee moves: no date, and not low', async () => {
		const node = new FeeNode({ current: 9999n, excess: 2_000_000_000n }, { 'NodeID-a': 0n });
		const watcher = new Watcher({ ...settings, rules: { balanceLow: { balanceSeconds: year } } });
		await watcher.poll(node.world);
		node.balances['NodeID-a'] = 10n ** 17n;
		node.pass(60);
		const [restored] = await watcher.poll(node.world);
		expect(restored).toMatchObject({ event: 'balanceRestored', lastsUntil: null });
		expect(restored.message).toContain('lasts for more than a year');
	});

	test('the constants are asked for once a day, and when they do not give the price that is told', async () => {
		const node = new FeeNode({ current: 1500n, excess: 0n }, { 'NodeID-a': lasting(90) });
		const watcher = new Watcher(settings);
		const constants = () =>
			node.asked.filter((method) => method === 'platform.getValidatorFeeConfig').length;
		for (let hour = 0; hour <= 24; hour++) await watcher.poll(node.world, 3600);
		expect(constants()).toBe(2);
		node.config = { ...mainnetFee, minPrice: 1024n };
		const [low] = await new Watcher({
			...settings,
			rules: { balanceLow: { balanceSeconds: 50 * day } },
		}).poll(node.world);
		expect(low).toMatchObject({ feeRate: 1024, lastsUntil: iso(node.endOf('NodeID-a')) });
		await watcher.poll(node.world);
		expect(constants()).toBe(4);
	});

	test('a fee that cannot be asked for at the moment makes the source unreachable, as any request would', async () => {
		const node = new FeeNode({ current: 1500n, excess: 0n }, { 'NodeID-a': lasting(1) });
		node.answers['platform.getValidatorFeeState'] = fail('rate-limited', 'too many requests', {
			passing: true,
		});
		const watcher = new Watcher({ ...settings, conditions: ['balanceLow', 'unreachable'] });
		expect(await watcher.poll(node.world)).toMatchObject([{ event: 'unreachable' }]);
		node.answers = {};
		expect((await watcher.poll(node.world)).map(({ event }) => event)).toEqual([
			'reachable',
			'balanceLow',
		]);
	});

	test.each<[string, Answer]>([
		['lacks the method', lacksFee('platform.getValidatorFeeState')!],
		['serves it to nobody', fail('key-refused', 'refused')],
		...[
			null,
			'a text',
			{},
			[],
			{ excess: 0, price: 512 },
			{ excess: -1, price: 512, timestamp: iso(start) },
			{ excess: 0, price: 1e300, timestamp: iso(start) },
			{ excess: 0, price: 512, timestamp: 'soon' },
			{ excess: 2 ** 64, price: 512, timestamp: iso(start) },
			{ excess: 0, price: 513, timestamp: iso(start) },
		].map((odd): [string, Answer] => [`answers ${JSON.stringify(odd)}`, ok(odd)]),
	])('one that %s: the fee is measured from the balances', async (_what, answer) => {
		const node = new FeeNode(
			{ current: 1500n, excess: 0n },
			{ 'NodeID-a': lasting(1), 'NodeID-b': 0n },
		);
		node.answers['platform.getValidatorFeeState'] = answer;
		const watcher = new Watcher(settings);
		const told: IDataObject[] = [];
		for (let poll = 0; poll < 7; poll++) {
			told.push(...(await watcher.poll(node.world)));
			node.pass(60);
		}
		expect(told).toMatchObject([
			{ event: 'balanceLow', nodeId: 'NodeID-b', feeRate: null },
			{ event: 'balanceLow', nodeId: 'NodeID-a', feeRate: 512, observedAt: iso(start + 300) },
		]);
	});

	test.each([
		null,
		{},
		{ ...mainnetFee, minPrice: 'none' },
		{ capacity: 1, target: 1, minPrice: 1, excessConversionConstant: 0 },
	])('constants that cannot be: %j', async (odd) => {
		const node = new FeeNode({ current: 1500n, excess: 0n }, { 'NodeID-a': lasting(1) });
		node.answers['platform.getValidatorFeeConfig'] = ok(
			odd &&
				JSON.parse(
					JSON.stringify(odd, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
				),
		);
		const watcher = new Watcher(settings);
		expect(await watcher.poll(node.world)).toEqual([]);
		expect((JSON.parse(watcher.stored!) as WatchCursor).fee).toBeUndefined();
	});

	test('numbers beyond 2^53 are taken as they are', async () => {
		const excess = 2n ** 60n;
		const node = new FeeNode(
			{ current: 10_000n, excess },
			{ 'NodeID-a': 10n ** 19n },
			{ ...mainnetFee, excessConversionConstant: 2n ** 58n },
		);
		const watcher = new Watcher({ ...settings, rules: { balanceLow: { balanceSeconds: year } } });
		await watcher.poll(node.world);
		const { fee } = JSON.parse(watcher.stored!) as { fee: ReportedFee };
		expect(fee).toMatchObject({
			excess: String(excess),
			config: { excessConversionConstant: String(2n ** 58n) },
		});
	});
});

test('a balance that lasts beyond any date is told without one, and hides nothing of the others', async () => {
	for (const tells of [true, false]) {
		const node = new FeeNode({ current: 1500n, excess: 0n }, { 'NodeID-a': 0n, 'NodeID-b': 0n });
		if (!tells)
			node.answers['platform.getValidatorFeeState'] = lacksFee('platform.getValidatorFeeState')!;
		const watcher = new Watcher(settings);
		expect(await watcher.poll(node.world)).toHaveLength(2);
		Object.assign(node.balances, { 'NodeID-a': maximumUint64, 'NodeID-b': lasting(100) });
		const told: IDataObject[] = [];
		for (let poll = 0; poll < 70; poll++) {
			told.push(...(await watcher.poll(node.world)));
			node.pass(60);
		}
		expect(told).toMatchObject([
			{ event: 'balanceRestored', nodeId: 'NodeID-a', lastsUntil: null },
			{ event: 'balanceRestored', nodeId: 'NodeID-b', lastsUntil: expect.any(String) },
		]);
	}
});
