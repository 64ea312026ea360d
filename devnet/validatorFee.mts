/**
 * The continuous fee of L1 validators, second by second as avalanchego v1.14.2 walks through it
 * (vms/platformvm/validators/fee/fee.go, vms/components/gas/gas.go).
 */

export interface FeeConfig {
	capacity: bigint;
	target: bigint;
	minPrice: bigint;
	excessConversionConstant: bigint;
}

export interface FeeState {
	current: bigint;
	excess: bigint;
}

/** That of mainnet and Fuji. */
export const mainnetFee: FeeConfig = {
	capacity: 20_000n,
	target: 10_000n,
	minPrice: 512n,
	excessConversionConstant: 1_246_488_515n,
};

const mostUint64 = 2n ** 64n - 1n;

export function calculatePrice(
	{ minPrice, excessConversionConstant }: FeeConfig,
	excess: bigint,
): bigint {
	const most = excessConversionConstant * mostUint64;
	let output = 0n;
	let accumulated = minPrice * excessConversionConstant;
	for (let i = 1n; accumulated > 0n; i++) {
		output += accumulated;
		if (output >= most) return mostUint64;
		accumulated = (accumulated * excess) / excessConversionConstant / i;
	}
	return output / excessConversionConstant;
}

/** The state a second later. */
export function advance({ target }: FeeConfig, { current, excess }: FeeState): FeeState {
	const moved = excess + current - target;
	return { current, excess: moved < 0n ? 0n : moved > mostUint64 ? mostUint64 : moved };
}

export function secondsRemaining(
	config: FeeConfig,
	state: FeeState,
	mostSeconds: number,
	funds: bigint,
): number {
	if (config.minPrice === 0n) return mostSeconds;
	const shorter = (seconds: bigint) =>
		seconds < BigInt(mostSeconds) ? Number(seconds) : mostSeconds;
	if (state.current === config.target) return shorter(funds / calculatePrice(config, state.excess));
	let [now, left] = [state, funds];
	for (let seconds = 0; seconds < mostSeconds; seconds++) {
		now = advance(config, now);
		if (now.excess === 0n) return shorter(BigInt(seconds) + left / config.minPrice);
		const price = calculatePrice(config, now.excess);
		if (price > left) return seconds;
		left -= price;
	}
	return mostSeconds;
}
