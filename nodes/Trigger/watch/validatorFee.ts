/**
 * The continuous fee of L1 validators (ACP-77) in the arithmetic of avalanchego v1.14.2: `CalculatePrice` of
 * vms/components/gas/gas.go and `SecondsRemaining` of vms/platformvm/validators/fee/fee.go.
 */
import { maximumUint64 } from '../../shared/validators/validators';

/** The constants of the fee. All are unsigned 64-bit integers. */
export interface FeeConfig {
	/** The most L1 validators that can be active, and the number at which the price stays the same. */
	capacity: bigint;
	target: bigint;
	/** The lowest fee of an active validator, nAVAX a second. */
	minPrice: bigint;
	/** The excess at which the price is e times `minPrice`; 1 or more. */
	excessConversionConstant: bigint;
}

export interface FeeState {
	/** Number of active L1 validators. */
	current: bigint;
	/** By how many validators `current` was above the target, summed over the seconds. */
	excess: bigint;
}

/** The price at an excess, times the conversion constant. It is not yet cut to whole nAVAX a second. */
function scalePrice(
	{ minPrice, excessConversionConstant: constant }: FeeConfig,
	excess: bigint,
): bigint {
	const most = maximumUint64 * constant;
	let sum = 0n;
	let divisor = constant;
	for (let term = minPrice * constant; term > 0n; divisor += constant) {
		sum += term;
		if (sum >= most) return most;
		term = (term * excess) / divisor;
	}
	return sum;
}

/** The fee of an active L1 validator at an excess, nAVAX a second. */
export const priceAt = (config: FeeConfig, excess: bigint): bigint =>
	scalePrice(config, excess) / config.excessConversionConstant;

/** A whole number from 0 to `most`, where the fee's state stays. */
export function clamp(value: bigint, most: bigint): bigint {
	if (value < 0n) return 0n;
	return value > most ? most : value;
}

const { floor } = Math;

/** Seconds with one price, or with a price that changes by the same ratio each second. */
interface PlainStretch {
	seconds: number;
	price: bigint;
}
/** The price of each second is the one before times `ratio`. */
interface GrowingStretch {
	seconds: number;
	first: number;
	ratio: number;
}
type Stretch = PlainStretch | GrowingStretch;

/** While the price moves, the whole time has at least about this many stretches. */
const maximumStretches = 4096;
/** The time in which the price changes by the factor e has at least this many stretches. */
const minimumStretches = 16n;

/** The price of each second from a state on. Exact for stretches of one second or of one price. */
function* listStretches(
	config: FeeConfig,
	{ current, excess }: FeeState,
	maximumSeconds: number,
): Generator<Stretch, void> {
	const constant = config.excessConversionConstant;
	const step = current - config.target;
	const bound = step > 0n ? maximumUint64 : 0n;
	/** Seconds in which the excess moves by whole steps. After that it stays at its bound. */
	const moving = step === 0n ? 0 : Number((bound - excess) / step);
	const smooth = step === 0n ? 1 : Math.abs(Number(constant / (minimumStretches * step)));
	const longest = Math.max(1, Math.min(Math.ceil(maximumSeconds / maximumStretches), smooth));
	const scaleAfter = (seconds: number): bigint => {
		const moved = excess + step * BigInt(seconds);
		return scalePrice(config, clamp(moved, maximumUint64));
	};
	for (let passed = 0; passed < maximumSeconds; ) {
		const isSettled = passed >= moving;
		const seconds = Math.min(
			maximumSeconds - passed,
			isSettled ? Infinity : Math.min(longest, moving - passed),
		);
		const first = scaleAfter(passed + 1);
		const last = isSettled ? first : scaleAfter(passed + seconds);
		if (first / constant === last / constant) yield { seconds, price: first / constant };
		else {
			const ratio = (Number(last) / Number(first)) ** (1 / (seconds - 1));
			yield { seconds, first: Number(first) / Number(constant), ratio };
		}
		passed += seconds;
	}
}

/** Passes stretches of time, and finds the second at which each amount is used up. */
class Purse {
	/** The indexes of the amounts, the poorest first. */
	private readonly order: number[];
	/** The place in `order` of the poorest amount that is not used up yet. */
	private next = 0;
	private spent = 0n;
	private passed = 0;

	constructor(
		private readonly amounts: readonly bigint[],
		private readonly found: number[],
	) {
		this.order = [...amounts.keys()].sort(
			(a, b) => Number(amounts[a] > amounts[b]) - Number(amounts[a] < amounts[b]),
		);
	}

	get isUsedUp(): boolean {
		return this.next === this.order.length;
	}

	pass(stretch: Stretch): void {
		this.spent += 'price' in stretch ? this.passPlain(stretch) : this.passGrowing(stretch);
		this.passed += stretch.seconds;
	}

	/** The rest of the poorest amount. */
	private get left(): bigint {
		return this.amounts[this.order[this.next]] - this.spent;
	}

	/** Returns the cost of the stretch. */
	private passPlain({ seconds, price }: PlainStretch): bigint {
		const cost = price * BigInt(seconds);
		while (!this.isUsedUp && this.left < cost) this.useUp(Number(this.left / price));
		return cost;
	}

	/** Returns the cost of the stretch. */
	private passGrowing({ seconds, first, ratio }: GrowingStretch): bigint {
		const leftAtFirst = (): number => (this.isUsedUp ? Infinity : Number(this.left));
		let real = first;
		let sum = 0;
		let most = leftAtFirst();
		for (let second = 0; second < seconds; second++, real *= ratio) {
			const price = floor(real);
			for (; sum + price > most; most = leftAtFirst()) this.useUp(second);
			sum += price;
		}
		return BigInt(sum);
	}

	private useUp(seconds: number): void {
		this.found[this.order[this.next++]] = this.passed + seconds;
	}
}

/**
 * How many seconds each amount (nAVAX) lasts for an active validator from a state on, at most `maximumSeconds`. The
 * results have the order of the amounts. One walk through the time serves all of them.
 */
export function findSecondsRemaining(
	config: FeeConfig,
	state: FeeState,
	maximumSeconds: number,
	amounts: readonly bigint[],
): number[] {
	const found = amounts.map(() => maximumSeconds);
	if (config.minPrice === 0n) return found;
	const purse = new Purse(amounts, found);
	for (const stretch of listStretches(config, state, maximumSeconds)) {
		if (purse.isUsedUp) break;
		purse.pass(stretch);
	}
	return found;
}
