/** How long the event loop stands still, by the meter of all tests. */
import { meterLoop } from '../support/loopMeter.mts';

/** Ms of processor time; what fails is five times that, three times in a row. */
export const mostStandstillMs = 100;

/** A case's clock runs on while it waits for a processor for so many ms, and requests then run into their limits. */
export const mostWaitMs = 100;

/** Measures while the work goes on: the longest standstill, and the longest wait for a processor, in ms. */
export async function measureLoop<T>(
	work: () => Promise<T>,
): Promise<{ result: T; standstillMs: number; waitMs: number }> {
	const meter = meterLoop();
	try {
		const result = await work();
		return { result, standstillMs: meter.longestMs, waitMs: meter.longestWaitMs };
	} finally {
		meter.stop();
	}
}
