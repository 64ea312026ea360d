/** The clock of a soak: what waits for a minute to pass need not. Imported before anything that keeps `Date.now`. */
const real = Date.now.bind(Date);
let ahead = 0;
Date.now = () => real() + ahead;

export const advanceClock = (seconds: number): void => {
	ahead += seconds * 1000;
};

/** Sets the clock to that of another process, in milliseconds since 1970. */
export const setClock = (now: number): void => {
	ahead = now - real();
};
