/** Figures and times as the messages of alerts write them. */

/** Times of five-digit years, which ISO texts do not hold as others do, are no dates; nor are those that no Date holds. */
const lastYear = 9999;

/** A time as ISO text; nothing where it is too far away to be a date. */
export function toIso(seconds: number): string | null {
	const date = new Date(seconds * 1000);
	const year = date.getUTCFullYear();
	return year >= 0 && year <= lastYear ? date.toISOString() : null;
}

/** "3 h 12 min": the two largest units. */
export function sayDuration(seconds: number): string {
	const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit));
	const parts = [
		[days, 'd'],
		[hours % 24, 'h'],
		[minutes % 60, 'min'],
		[seconds % 60, 's'],
	].filter(([amount]) => amount);
	return (
		parts
			.slice(0, 2)
			.map((part) => part.join(' '))
			.join(' ') || '0 s'
	);
}

export const sayPercent = (percent: number | undefined): string =>
	percent === undefined ? 'unknown' : `${Number(percent.toFixed(2))} %`;

const units = { days: 86_400, hours: 3600, minutes: 60 };

/** "on 2026-11-22T08:00:00.000Z, in 20 hours", in the largest unit of which there are two. */
export function sayWhen(time: unknown, at: number): string {
	if (typeof time !== 'string') return 'on a date too far away to be written';
	const seconds = Date.parse(time) / 1000 - at;
	const [unit, length] = Object.entries(units).find(([, each]) => seconds >= 2 * each) ?? [];
	return length ? `on ${time}, in ${Math.floor(seconds / length)} ${unit}` : `on ${time}`;
}
