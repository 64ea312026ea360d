/** Lines of Silences with times in words: the line that the error proposes is never over already. */
import { DateTime } from 'luxon';
import { readSilence } from '../../nodes/Trigger/watch/silences';

const timezone = 'Europe/Zurich';

/** The line that the error proposes now. */
function propose(line: string): string | undefined {
	try {
		readSilence(line, 'line 1', { timezone });
	} catch (fault) {
		return /Enter this line: (.*) \(times are/.exec(
			(fault as { description: string }).description,
		)?.[1];
	}
	return undefined;
}

const isTime = (part: string): boolean => /^\d{4}-/.test(part);

/** UNIX ms. */
const endOf = (line: string): number =>
	DateTime.fromISO(line.split(', ').filter(isTime).at(-1)!, { zone: timezone }).toMillis();

afterEach(() => {
	jest.useRealTimers();
});

const setClock = (time: string): void => {
	jest.useFakeTimers({ now: DateTime.fromISO(time, { zone: timezone }).toMillis() });
};

const words = [
	'today',
	'tonight',
	'heute',
	'tomorrow',
	'morgen',
	'monday',
	'today 18:00',
	'tonight 02:00',
	'tomorrow 18:00',
	'2h',
	'06:00',
	'22:00-06:00',
	'today, 18:00',
	'today, tomorrow',
	'tonight, 06:00',
	'tonight, 2h',
	'tomorrow, 18:00',
	'monday to tuesday',
];

test.each(['00:00', '00:30', '05:59', '06:00', '11:55', '18:00', '23:59'])(
	'no line that the error proposes at %s is over [U40]',
	(clock) => {
		setClock(`2026-11-30T${clock}`);
		const proposed = words.map((each) => propose(`all, all, ${each}, disk`));
		const lines = proposed.filter((line) => line !== undefined);
		expect(lines.length).toBeGreaterThan(words.length / 2);
		for (const line of lines) expect([line, endOf(line) > Date.now()]).toEqual([line, true]);
	},
);

test.each([
	['today', '2026-12-01T00:00'],
	['tonight', '2026-12-01T06:00'],
	['tomorrow', '2026-12-02T00:00'],
	['monday', '2026-12-01T00:00'],
	['tomorrow, 18:00', '2026-12-01T00:00, 2026-12-01T18:00'],
	['tonight, 06:00', '2026-11-30T18:00, 2026-12-01T06:00'],
	['today to 2026-12-01', '2026-11-30T00:00, 2026-12-02T00:00'],
	['01.12.2026', '2026-12-02T00:00'],
	['today to tomorrow', '2026-11-30T00:00, 2026-12-02T00:00'],
])('"%s" ends when the work does [U40]', (said, written) => {
	setClock('2026-11-30T11:55');
	expect(propose(`all, all, ${said}, disk`)).toBe(`all, all, ${written}, disk`);
	if (!said.includes(',')) expect(propose(`all until ${said}`)).toBe(`all, all, ${written}`);
});

test.each([
	['2026-12-01', undefined, '2026-12-02T00:00'],
	['2026-12-01, 2026-12-01', '2026-12-01T00:00', '2026-12-02T00:00'],
	['2026-12-01, 2026-12-03, 2 disks', '2026-12-01T00:00', '2026-12-04T00:00'],
	['2026-12-01T00:00', undefined, '2026-12-01T00:00'],
	// The day on which clocks are turned has 25 hours.
	['2026-10-25', undefined, '2026-10-26T00:00'],
])('"%s" begins with its first day, and ends with its last [U40]', (period, from, until) => {
	const read = readSilence(`all, all, ${period}`, 'line 1', { timezone });
	const secondsOf = (time: string) => DateTime.fromISO(time, { zone: timezone }).toSeconds();
	expect(read.from).toBe(from && secondsOf(from));
	expect(read.until).toBe(secondsOf(until));
});

test('two days without a word between them are the first and the last [U40]', () => {
	setClock('2026-11-30T11:55');
	expect(propose('all 2026-12-01 2026-12-03')).toBe('all, all, 2026-12-01T00:00, 2026-12-04T00:00');
	expect(propose('all today tomorrow')).toBe('all, all, 2026-11-30T00:00, 2026-12-02T00:00');
});

test('an end that is past gets no line', () => {
	setClock('2026-11-30T20:00');
	expect(propose('all, all, today 18:00, disk')).toBeUndefined();
});
