import { throwDice } from './ids.mts';
import type { EvmChain } from './ledger.mts';

/** The seventeen metrics of the document's table, drawn from smooth curves so that any interval adds up. */

const hour = 3600;
const day = 24 * hour;

type Interval = 'hour' | 'day' | 'week' | 'month';
/** Adds up over time, counts distinct ones, or divides by the time. */
type Kind = 'sum' | 'distinct' | 'rate' | 'price';
interface Metric {
	kind: Kind;
	/** For each transaction, or for each hour in wei. */
	scale: number;
	/** Runs from the first block on: until the end of its day, or until its timestamp. */
	running?: 'end' | 'start';
	/** How far the highest stands above the average. */
	peak?: number;
	/** The metric whose ups and downs it follows, since it counts a part of what that one counts. */
	partOf?: string;
}

const gas = 95_000;
const gasPrice = 26_100_000_000;
const metrics: Record<string, Metric> = {
	activeAddresses: { kind: 'distinct', scale: 0.31 },
	activeSenders: { kind: 'distinct', scale: 0.22, partOf: 'activeAddresses' },
	cumulativeTxCount: { kind: 'sum', scale: 1, running: 'end' },
	cumulativeAddresses: { kind: 'sum', scale: 0.02, running: 'end' },
	cumulativeContracts: { kind: 'sum', scale: 0.004, running: 'start' },
	cumulativeDeployers: { kind: 'sum', scale: 0.0006, running: 'end' },
	contracts: { kind: 'sum', scale: 0.004 },
	deployers: { kind: 'distinct', scale: 0.0015 },
	gasUsed: { kind: 'sum', scale: gas },
	txCount: { kind: 'sum', scale: 1 },
	avgGps: { kind: 'rate', scale: gas },
	maxGps: { kind: 'rate', scale: gas, peak: 7 },
	avgTps: { kind: 'rate', scale: 1 },
	maxTps: { kind: 'rate', scale: 1, peak: 5 },
	avgGasPrice: { kind: 'price', scale: gasPrice },
	maxGasPrice: { kind: 'price', scale: gasPrice, peak: 12 },
	feesPaid: { kind: 'sum', scale: gas * gasPrice },
};

/** Metrics that are told by the day only, as the document says. */
export const isDailyMetric = (name: string) =>
	/^(cumulative|max|avg)/.test(name) || name === 'contracts' || name === 'deployers';

/** Transactions of a chain from its first block to a time: always rising, with days and weeks in it. */
function countUntil({ genesis, pace, chainId }: EvmChain, time: number): number {
	const hours = Math.max(0, (time - genesis) / hour);
	const phase = chainId.length;
	const wave = (period: number) =>
		Math.sin((2 * Math.PI * hours) / period + phase) - Math.sin(phase);
	return Math.floor(pace * (hours + 2 * wave(24) + 8 * wave(168)));
}

/** The start of the interval that holds a time. */
function floorTime(time: number, interval: Interval): number {
	if (interval === 'month') {
		const date = new Date(time * 1000);
		return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000;
	}
	const [length, offset] = { hour: [hour, 0], day: [day, 0], week: [7 * day, 4 * day] }[
		interval
	] as [number, number];
	return Math.floor((time - offset) / length) * length + offset;
}

const endInterval = (start: number, interval: Interval) =>
	interval === 'month'
		? floorTime(start + 32 * day, 'month')
		: start + { hour, day, week: 7 * day }[interval];

/** Starts of all intervals from the first block of the oldest chain until now, newest first. */
export function listMetricTimes(chains: EvmChain[], interval: Interval, now: number): number[] {
	const first = Math.min(...chains.map(({ genesis }) => genesis));
	const starts: number[] = [];
	for (
		let start = floorTime(now, interval);
		start >= floorTime(first, interval);
		start = floorTime(start - 1, interval)
	)
		starts.push(start);
	return starts;
}

/** One point; that of an unfinished interval covers what has passed of it. Sums may pass 2^53. */
export function measure(
	name: string,
	chains: EvmChain[],
	interval: Interval,
	start: number,
	now: number,
): number | bigint {
	const { kind, scale, running, peak, partOf = name } = metrics[name]!;
	const end = Math.min(endInterval(start, interval), now);
	const total = (time: number) => chains.reduce((sum, chain) => sum + countUntil(chain, time), 0);
	const count = running ? total(running === 'end' ? end : start) : total(end) - total(start);
	// One for one chain and for all, so that all have at least what each has.
	const noise = 0.8 + 0.4 * throwDice(partOf, start, 1).share();
	const measures: Record<Kind, () => number | bigint> = {
		sum: () => (scale < 1 ? Math.floor(count * scale) : BigInt(count) * BigInt(scale)),
		distinct: () => Math.floor(count ** 0.9 * scale * noise),
		rate: () =>
			Number(((count * scale * (peak ? peak * noise : 1)) / Math.max(1, end - start)).toFixed(5)),
		price: () => Number((scale * (peak ?? 1) * noise).toFixed(3)),
	};
	return measures[kind]();
}
