/** Measures the fee of L1 validators from their balances, for nodes that do not report it. */
import type { Subject } from './model';
import type { MeasuredFee, Validator } from './readings';
import { hourSeconds } from '../../shared/values/timeUnits';

/** Seconds that a measurement takes at least, and the age at which the remembered balances are replaced. */
const minimumFeeSeconds = 300;
const feeSeconds = hourSeconds;

/**
 * The fee of an active L1 validator. All pay the same, so it is the median of the amounts paid since the remembered
 * balances, which are replaced each hour. A balance topped up meanwhile shows nothing.
 */
export function measureFee(
	{ at, validators }: { at: number; validators: ReadonlyMap<string, Validator> },
	/** The fee that the poll before remembered, and the time of that poll. */
	known: { fee?: MeasuredFee; at: number } | undefined,
	before: ReadonlyMap<string, Subject> | undefined,
): MeasuredFee {
	const { fee } = known ?? {};
	if (!fee || at < known!.at || at < fee.since)
		return { since: at, nanoAvaxPerSecond: fee?.nanoAvaxPerSecond };
	const seconds = at - fee.since;
	const paid = [...validators]
		.map(([key, { balance = 0n }]) =>
			balance > 0n ? (before?.get(key)?.balance ?? 0) - Number(balance) : 0,
		)
		.filter((amount) => amount > 0)
		.sort((a, b) => a - b);
	const isLongEnough = seconds >= minimumFeeSeconds && paid.length > 0;
	const nanoAvaxPerSecond = isLongEnough ? paid[paid.length >> 1] / seconds : fee.nanoAvaxPerSecond;
	return { since: seconds >= feeSeconds ? at : fee.since, nanoAvaxPerSecond };
}
