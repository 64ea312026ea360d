/**
 * The clock of the adversary, imported before anything that keeps `Date.now`: waits pass `speed` times as fast. It stands
 * still, but for the waits of the code under test, or runs, for what hears a connection.
 */
export const speed = 25;

const real = {
	now: Date.now.bind(Date),
	timer: setTimeout,
	performance: performance.now.bind(performance),
};
const startedAt = real.performance();
/** Ms since 1970: where it stands, or where it ran from. */
let stands: number | undefined;
let ranFrom = { at: real.now(), since: startedAt };
/** A wait that an earlier case began moves the clock no more. */
let generation = 0;

export const realNow = real.now;
export const realTimeout = (ms: number): Promise<void> =>
	new Promise((resolve) => real.timer(resolve, ms));

const now = (): number =>
	Math.floor(stands ?? ranFrom.at + (real.performance() - ranFrom.since) * speed);

/** Stops the clock at this time, in ms since 1970. */
export function standAt(ms: number): void {
	generation++;
	stands = ms;
}

/** Lets the clock run from this time on. */
export function runFrom(ms: number): void {
	generation++;
	stands = undefined;
	ranFrom = { at: ms, since: real.performance() };
}

export const advanceClock = (seconds: number): void => {
	if (stands === undefined) ranFrom.at += seconds * 1000;
	else stands += seconds * 1000;
};

Date.now = now;
performance.now = () => startedAt + (real.performance() - startedAt) * speed;

const wait = (take: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
	const [end, begun] = [now() + ms, generation];
	return real.timer(() => {
		if (begun === generation && stands !== undefined) stands = Math.max(stands, end);
		take(...given);
	}, ms / speed);
};
globalThis.setTimeout = Object.assign(wait, real.timer) as unknown as typeof setTimeout;

/** As Node's own, it keeps nothing alive; a limit that nobody waits for moves no clock. */
AbortSignal.timeout = (ms) => {
	const ending = new AbortController();
	real.timer(() => ending.abort(new DOMException('timeout', 'TimeoutError')), ms / speed).unref();
	return ending.signal;
};

let moments = 0;
/** A time that no case before has had. */
export const nextMoment = (): number => {
	moments = Math.max(moments, now()) + 1000;
	return moments;
};
