/** How much of a long list or report is handled between two pauses: counted, by the one table of what each kind costs. */
import { isEvmAddress } from '../../nodes/shared/values/checksum';
import { encodeInPieces } from '../../nodes/shared/fields/fields';
import { forEachOf, textList } from '../../nodes/shared/fields/listFields';
import { names } from '../../nodes/shared/fields/names';
import { evmAddress } from '../../nodes/shared/fields/common';
import { inPieces, workOf, workOfTurn } from '../../nodes/shared/pace';
import { writeCsv } from '../../nodes/shared/report/csv';
import { listIntervals } from '../../nodes/shared/report/totals';
import { sum } from '../../nodes/shared/values/numbers';
import { writeCoinTracking, writeDetail, writeKoinly } from '../../nodes/Data/rewardFiles';
import { toRows, toTotals, type Reward, type Rewards } from '../../nodes/Data/rewardTotals';

const context = { timezone: 'UTC' };

/** Counts what is handled in each turn of the event loop. */
function countTurns() {
	let [most, all, now, isOver] = [0, 0, 0, false];
	const tick = (): void => {
		now = 0;
		if (!isOver) setTimeout(tick, 0);
	};
	setTimeout(tick, 0);
	return {
		tell: () => {
			now++;
			all++;
			most = Math.max(most, now);
		},
		end: () => {
			isOver = true;
			return { most, all };
		},
	};
}

/** The most of what `tell` hears of in one turn, and how much of all. */
async function measure(work: (tell: () => void) => Generator<void, unknown>) {
	const turns = countTurns();
	await inPieces(work(turns.tell));
	return turns.end();
}

const room = (units: number): number => Math.ceil(workOfTurn / units);
const addresses = Array.from({ length: 5000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);

describe('a field', () => {
	test.each([
		['text', addresses.join(', ')],
		['a list', addresses],
	])('holds the entries of %s against its rule in pieces', async (_as, entered) => {
		const { most, all } = await measure((tell) => {
			const test = (address: string) => {
				tell();
				return isEvmAddress(address);
			};
			const look = { displayName: 'Addresses', name: 'addresses', description: '' };
			return encodeInPieces(textList(look, 'addresses', test), entered, context);
		});
		expect(all).toBe(addresses.length);
		expect(most).toBeLessThanOrEqual(room(workOf.checkedEntry));
	});

	test.each([
		['several values', forEachOf(evmAddress), addresses],
		['names', names, addresses.map((address, n) => ({ address, name: `n${n}` }))],
	])('finds %s in pieces', async (_what, field, entries) => {
		const turns = countTurns();
		const entered = entries.map((entry) =>
			typeof entry === 'string'
				? entry
				: {
						...entry,
						get name() {
							turns.tell();
							return `n${entry.address}`;
						},
					},
		);
		await inPieces(encodeInPieces(field, entered, context));
		expect(turns.end().most).toBeLessThanOrEqual(2 * room(workOf.entry));
	});
});

describe('a report', () => {
	const count = 3000;
	/** Rewards of which each one tells when it is read for the first time by a stage. */
	function makeRewards(tell: () => void): Rewards {
		const rewards = Array.from({ length: count }, (_, n): Reward => {
			const about = { nodeId: `n${n % 100}`, address: `a${n % 70}`, type: 'VALIDATOR' };
			const hashes = { txHash: `t${n}`, rewardTxHash: `r${n}`, utxoId: `u${n}` };
			return {
				time: 1_700_000_000 + n * 1000,
				price: '2',
				value: '3',
				...about,
				...hashes,
				symbol: 'AVAX',
				currency: 'USD',
				get amount() {
					tell();
					return '1.5';
				},
			};
		});
		return {
			rewards,
			counted: rewards,
			network: 'mainnet',
			zone: 'UTC',
			symbol: 'AVAX',
			askedCurrency: 'USD',
			otherCurrencies: [],
			currency: 'USD',
			range: { from: 1_700_000_000, to: 1_703_000_000 },
		};
	}

	test.each([
		['the detail file', (rewards: Rewards) => writeDetail(rewards, 'point'), workOf.line],
		['the file for Koinly', writeKoinly, workOf.line],
		['the file for CoinTracking', writeCoinTracking, workOf.line],
	])('writes %s in pieces', async (_what, write, units) => {
		const { most, all } = await measure((tell) => write(makeRewards(tell)));
		expect(all).toBe(count);
		expect(most).toBeLessThanOrEqual(room(units));
	});

	test('adds up its rows in pieces', async () => {
		let pauses = 0;
		const rewards = makeRewards(() => {});
		for (const work of [toRows(rewards, 'validator', []), toTotals(rewards.rewards, () => true)])
			for (let step = work.next(); !step.done; step = work.next()) pauses++;
		expect(pauses).toBeGreaterThan(0);
	});

	test.each([
		['sums', () => sum.inPieces!(Array<string>(count).fill('1.5')), count * workOf.amount],
		[
			'rows of a file',
			() => writeCsv.inPieces!(Array.from({ length: count }, () => Array<string>(10).fill('x'))),
			count * 10 * workOf.cell,
		],
		[
			'intervals',
			() => listIntervals.inPieces!({ from: 0, to: 86_400 * 500 }, 'day', 'Europe/Berlin'),
			500 * workOf.interval,
		],
	])('pauses for %s as often as the table says', async (_what, work, units) => {
		let pauses = 0;
		const counted = work();
		// Each pause that is asked for stands for a turn, as after it the count begins anew.
		await inPieces(
			(function* () {
				for (let step = counted.next(); !step.done; step = counted.next()) {
					pauses++;
					yield;
				}
			})(),
		);
		expect(pauses).toBeGreaterThanOrEqual(Math.floor(units / workOfTurn) - 1);
	});
});
