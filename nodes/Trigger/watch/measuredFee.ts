/** The fee of L1 validators as their balances show it, for nodes that do not report it. */
import type { Subject } from './model';
import type { MeasuredFee, Validator } from './readings';

/** A fee is measured over so many seconds or more, and then anew from balances this old. */
const minimumFeeSeconds = 300;
const feeSeconds = 3600;

/**
 * What an active L1 validator pays a second: the same for all, so the median of what was paid since the remembered
 * balances, which are taken anew each hour. Balances that were filled up meanwhile show nothing.
 */
export function measureFee(
	{ at, validators }: { at: number; validators: ReadonlyMap<string, Validator> },
	/** What was remembered by the poll before, and when that was. */
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
