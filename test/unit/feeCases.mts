/** Cases of the continuous fee of L1 validators: everyday ones, and such as no network will see. */
import type { FeeConfig, FeeState } from '../../nodes/Trigger/watch/validatorFee';
import { maximumUint64 } from '../../nodes/shared/validators/validators';
import { throwDice } from '../../devnet/ids.mts';
import { mainnetFee } from '../../devnet/validatorFee.mts';

export interface FeeCase {
	config: FeeConfig;
	state: FeeState;
	mostSeconds: number;
	amount: bigint;
}

export const localNetwork: FeeConfig = {
	...mainnetFee,
	minPrice: 1n,
	excessConversionConstant: 865_617n,
};

const corners = [
	0n,
	1n,
	2n,
	2n ** 31n,
	2n ** 32n,
	2n ** 53n,
	2n ** 63n,
	maximumUint64 - 1n,
	maximumUint64,
];
const year = 365 * 86_400;

/** So many cases, the same for a seed; few are so long that the node's own walk takes more than a second. */
export function listFeeCases(count: number, seed: number): FeeCase[] {
	const dice = throwDice(seed, 'fee');
	/** From 1 to 2^bits, spread over the orders of magnitude. */
	const magnitude = (bits: number) => BigInt(Math.floor(2 ** (dice.share() * bits)));
	const uint64 = () => {
		const value = dice.share() < 0.3 ? dice.pick(corners) : magnitude(64) + magnitude(20);
		return value > maximumUint64 ? maximumUint64 : value;
	};
	/** Numbers of validators and an excess that a network with these constants could come to. */
	const likely = (config: FeeConfig): Pick<FeeCase, 'config' | 'state'> => ({
		config,
		state: {
			current: BigInt(dice.between(0, Number(config.capacity))),
			excess:
				dice.share() < 0.2
					? 0n
					: BigInt(Math.floor(dice.share() * 12 * Number(config.excessConversionConstant))),
		},
	});
	const kinds = [
		() => likely(mainnetFee),
		() => likely(localNetwork),
		() => {
			const target = magnitude(16);
			const capacity = target * magnitude(4);
			const excessConversionConstant = magnitude(40);
			return likely({ capacity, target, minPrice: magnitude(20), excessConversionConstant });
		},
		() => {
			const [capacity, target, minPrice, current, excess] = Array.from({ length: 5 }, uint64);
			const excessConversionConstant = uint64() || 1n;
			return {
				config: { capacity, target, minPrice, excessConversionConstant },
				state: { current, excess },
			};
		},
	];
	return Array.from({ length: count }, (_, i) => {
		const about = kinds[i % kinds.length]!();
		const longest = i % 2500 === 0 ? year : i % 500 === 1 ? 3_000_000 : 40_000;
		const mostSeconds = dice.share() < 0.1 ? longest : Number(magnitude(Math.log2(longest)));
		const amount = dice.share() < 0.3 ? uint64() : magnitude(60);
		return { ...about, mostSeconds: i % 2500 === 0 ? year : mostSeconds, amount };
	});
}
