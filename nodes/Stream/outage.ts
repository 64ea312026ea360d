/** Reports a failure once if it lasts. */
import type { Failure } from '../shared/errors';
import { minuteMs } from '../shared/values/timeUnits';

export interface Reporter {
	/** Reports a failure that no later attempt can change, or that has lasted. */
	report(failure: Failure): void;
	now(): number;
}

const outageMs = 5 * minuteMs;

export class Outage {
	/** In ms since 1970. */
	private since: number | undefined;
	private isReported = false;

	constructor(private readonly around: Reporter) {}

	note(failure: Failure): void {
		const now = this.around.now();
		this.since ??= now;
		if (this.isReported || now - this.since < outageMs) return;
		this.isReported = true;
		this.around.report(failure);
	}

	end(): void {
		this.since = undefined;
		this.isReported = false;
	}
}
