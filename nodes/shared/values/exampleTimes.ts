/** Dates for examples in messages. A fixed one would be long over, and people copy examples. */
import { DateTime } from 'luxon';

/** So many days from now, such as `2026-11-30`. */
export const exampleDay = (daysAhead = 0): string =>
	DateTime.utc().plus({ days: daysAhead }).toISODate();

/** Tomorrow at this time of day: `2026-12-01T18:00`. */
export const exampleTime = (clock = '18:00'): string => `${exampleDay(1)}T${clock}`;

/** The first day of this month, where a period of whole months begins or ends. */
const firstOfMonth = (): string => DateTime.utc().startOf('month').toISODate();

/** A placeholder is as old as the build, so a message that shows it has another day. */
export const withExampleDay = (text: string): string =>
	text.replace(/\b20\d\d-\d\d-(\d\d)(?=\b|T)/g, (_date, day) =>
		day === '01' ? firstOfMonth() : exampleDay(),
	);
