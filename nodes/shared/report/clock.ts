/** Writes times of a time zone, for files with many lines. */
import { DateTime } from 'luxon';
import { lastDate } from '../values/times';
import { daySeconds } from '../values/timeUnits';

const formats = { seconds: 'yyyy-MM-dd HH:mm:ss', minutes: 'yyyy-MM-dd HH:mm' };
const lengths = { seconds: 19, minutes: 16 };

/** Asks luxon for the offset of a time zone only once per day, if the clocks do not change on it. */
export class Clock {
	/** Offset from UTC in minutes, by day since 1970. Undefined for a day with a change of the clocks. */
	private readonly offsets = new Map<number, number | undefined>();

	constructor(private readonly zone: string) {}

	/** UNIX seconds as `2026-10-31 14:05:00`, or without the seconds. */
	write(seconds: number, to: keyof typeof formats = 'seconds'): string {
		const offset = this.offsetOn(Math.floor(seconds / daySeconds));
		if (offset === undefined || seconds < daySeconds || seconds >= lastDate)
			return this.at(seconds).toFormat(formats[to]);
		const iso = new Date((seconds + offset * 60) * 1000).toISOString();
		return `${iso.slice(0, 10)} ${iso.slice(11, lengths[to])}`;
	}

	private at(seconds: number): DateTime {
		return DateTime.fromSeconds(seconds, { zone: this.zone, locale: 'en' });
	}

	private offsetOn(day: number): number | undefined {
		if (this.offsets.has(day)) return this.offsets.get(day);
		const [first, last] = [day, day + 1].map((of) => this.at(of * daySeconds).offset);
		const offset = first === last && Number.isInteger(first) ? first : undefined;
		this.offsets.set(day, offset);
		return offset;
	}
}
