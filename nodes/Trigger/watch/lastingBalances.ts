/** How long the balances of L1 validators last. */
import { lastDate } from '../../shared/values/times';
import type { MeasuredFee, Reading, ReportedFee } from './readings';
import { toFeeConfig } from './sources/reportedFee';
import { findSecondsRemaining } from './validatorFee';
import { daySeconds } from '../../shared/values/timeUnits';

export interface Lasting {
	/** nAVAX a second for an active validator. Undefined until it is reported or measured. */
	feeRate?: number;
	/** Seconds from the reading, by node ID, for validators with a balance. Infinity: longer than is looked ahead. */
	seconds: ReadonlyMap<string, number>;
}

/** How far to look ahead while the fee moves: longer than any warning time that a user can set. */
const maximumSecondsAhead = 366 * daySeconds;

/** By the reported fee. Counts from the P-Chain's time, as the balances do. */
export function lastByReported(
	{ at, validators }: Required<Pick<Reading, 'at' | 'validators'>>,
	reported: ReportedFee,
): Lasting {
	const config = toFeeConfig(reported.config);
	// While the number of active validators is unknown, the price is assumed to stay.
	const state = {
		excess: BigInt(reported.excess),
		current: reported.current === undefined ? config.target : BigInt(reported.current),
	};
	const isSteady = state.current === config.target;
	// While the fee is steady, it looks ahead to the last date that can be written.
	const maximum = isSteady ? Math.max(0, lastDate - reported.at) : maximumSecondsAhead;
	const paying = [...validators].filter(([, { balance }]) => balance);
	const found = findSecondsRemaining(
		config,
		state,
		maximum,
		paying.map(([, { balance }]) => balance!),
	);
	const seconds = new Map(
		paying.map(
			([key], i) => [key, found[i] === maximum ? Infinity : reported.at + found[i] - at] as const,
		),
	);
	return { feeRate: Number(reported.price), seconds };
}

export function lastByMeasured(
	{ validators }: Required<Pick<Reading, 'validators'>>,
	{ nanoAvaxPerSecond: feeRate }: MeasuredFee,
): Lasting {
	const seconds = new Map<string, number>();
	for (const [key, { balance }] of validators)
		if (balance && feeRate) seconds.set(key, Number(balance) / feeRate);
	return { feeRate, seconds };
}
