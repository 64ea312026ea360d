/** How long the event loop stands still, by the meter of all tests. */
import { meterLoop } from '../support/loopMeter.mts';

/** Ms of processor time; what fails is five times that, three times in a row. */
export const mostStandstillMs = 100;

/** Measures while the work goes on: the longest standstill, in ms. */
export async function measureLoop<T>(
	work: () => Promise<T>,
): Promise<{ result: T; standstillMs: number }> {
	const meter = meterLoop();
	try {
		const result = await work();
		return { result, standstillMs: meter.longestMs };
	} finally {
		meter.stop();
	}
}
