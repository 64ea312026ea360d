/** Seconds between polls, and gaps that are too long for them. */

export const usualInterval = 60;

/** While no gap is known, polls may be hours apart. */
export const longestInterval = 3600;

/** True for a gap too long to be jitter of the schedule. */
export const isLongGap = (gap: number, interval: number): boolean => gap > 3 * interval + 120;
