/** What fails for a while, and is reported once if it lasts. */
import type { Failure } from '../shared/errors';

export interface Reporter {
	/** A failure that no later attempt changes, or that has lasted. */
	report(failure: Failure): void;
	now(): number;
}

/** An outage that lasts so long is reported, once. */
const outageMs = 5 * 60_000;

export class Outage {
	/** Ms since 1970. */
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
