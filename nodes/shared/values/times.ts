/** Times that servers say, and which of them can be. */

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** UNIX seconds of a time as servers write it; undefined for any other text, of which JavaScript makes times too. */
export function readTime(value: unknown): number | undefined {
	const seconds = typeof value === 'string' && written.test(value) ? Date.parse(value) / 1000 : NaN;
	return Number.isFinite(seconds) ? seconds : undefined;
}

/** So far a time may be ahead of its host's: the clocks of a chain and of the host that lists it differ by seconds. */
export const slackSeconds = 3600;

/** Whether what has happened cannot have this time, UNIX seconds; `now` is the host's, or else this machine's. */
export const isAhead = (seconds: number, now: number | undefined): boolean =>
	seconds > (now ?? Date.now() / 1000) + slackSeconds;
