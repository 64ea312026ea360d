/** A source is late while its newest block is old, so that what it says was true some minutes ago. */
import { sayDuration } from '../../../shared/values/durations';
import { behindMinutes } from './settings';

/** Late from the minutes on that Node Behind waits for. Half of that ends it, so that a node around it is told once. */
const lateSeconds = 60 * Number(behindMinutes.default);
const backSeconds = lateSeconds / 2;

/** `age` is that of the newest block in seconds, or undefined if it shows nothing. */
export const isLate = (age: number | undefined, isLateBefore = false): age is number =>
	age !== undefined && age >= (isLateBefore ? backSeconds : lateSeconds);

/** "newest block of the node is 12 min old" */
export const sayLate = (age: number): string =>
	`newest block of the node is ${sayDuration(age)} old`;
