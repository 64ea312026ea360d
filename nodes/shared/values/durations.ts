/** Lengths of time for people: messages and pages write them the same way. */
import { dayMinutes, hourSeconds } from './timeUnits';

/** "3 h 12 min": the two largest units, to the minute. Less than a minute is in seconds. */
export function sayDuration(seconds: number): string {
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	return [
		[Math.floor(minutes / dayMinutes), 'd'],
		[Math.floor(minutes / 60) % 24, 'h'],
		[minutes % 60, 'min'],
	]
		.filter(([amount]) => amount)
		.slice(0, 2)
		.map((part) => part.join(' '))
		.join(' ');
}

/** Rounds down, so that no message promises more time than is left. */
export const sayTimeLeft = (seconds: number): string =>
	sayDuration(seconds < 60 ? seconds : seconds - (seconds % 60));

/** Of hours in tenths, which a computer does not hold exactly. */
export const sayHoursLeft = (hours: number): string => sayTimeLeft(Math.round(hours * hourSeconds));
