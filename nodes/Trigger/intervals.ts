/** Seconds between polls, and gaps that are too long for them. */
import { hourSeconds } from '../shared/values/timeUnits';

export const usualInterval = 60;

/** While no gap is known, polls may be hours apart. */
export const longestInterval = hourSeconds;

/** True for a gap too long to be jitter of the schedule. */
export const isLongGap = (gap: number, interval: number): boolean => gap > 3 * interval + 120;
