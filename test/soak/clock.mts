/**
 * The clock of a soak: what waits for a minute to pass need not, by the time of day or by the time that has passed. Imported
 * before anything that keeps `Date.now`.
 */
const real = Date.now.bind(Date);
let ahead = 0;
Date.now = () => real() + ahead;
const passed = performance.now.bind(performance);
performance.now = () => passed() + ahead;

export const advanceClock = (seconds: number): void => {
	ahead += seconds * 1000;
};

/** Sets the clock to that of another process, in milliseconds since 1970. */
export const setClock = (now: number): void => {
	ahead = now - real();
};
