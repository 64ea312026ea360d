/** How long the balances of L1 validators last. */
import type { MeasuredFee, Reading, ReportedFee } from './readings';
import { toFeeConfig } from './sources/reportedFee';
import { findSecondsRemaining } from './validatorFee';

/** What an active L1 validator pays, and for how long each can. */
export interface Lasting {
	/** nAVAX a second; nothing while it is neither reported nor measured. */
	feeRate?: number;
	/** Seconds from the reading on, by node ID, of those that have a balance; Infinity beyond what is looked ahead. */
	seconds: ReadonlyMap<string, number>;
}

/** While the fee moves, so far is looked ahead: more than the longest time that a warning can be asked for. */
const maximumSecondsAhead = 366 * 86_400;
/** A fee that stays as it is shows every date that can be written. */
const lastDate = Date.UTC(9999, 11, 31) / 1000;

/** By the fee that the node reported: from the P-Chain's time on, which the balances are of as well. */
export function lastByReported(
	{ at, validators }: Required<Pick<Reading, 'at' | 'validators'>>,
	reported: ReportedFee,
): Lasting {
	const config = toFeeConfig(reported.config);
	// While their number is not known, the price is taken to stay.
	const state = {
		excess: BigInt(reported.excess),
		current: reported.current === undefined ? config.target : BigInt(reported.current),
	};
	const isSteady = state.current === config.target;
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

/** By the fee that was measured, if it was. */
export function lastByMeasured(
	{ validators }: Required<Pick<Reading, 'validators'>>,
	{ nanoAvaxPerSecond: feeRate }: MeasuredFee,
): Lasting {
	const seconds = new Map<string, number>();
	for (const [key, { balance }] of validators)
		if (balance && feeRate) seconds.set(key, Number(balance) / feeRate);
	return { feeRate, seconds };
}
