/** On which days quiet hours begin. */
import { isQuietAt } from '../../nodes/Trigger/watch/quietHours.ts';
import type { WatchSettings } from '../../nodes/Trigger/watch/model.ts';

const at = (time: string, quiet: WatchSettings['quiet']) =>
	isQuietAt(Date.parse(time) / 1000, { quiet, timezone: 'UTC' } as WatchSettings);

test('hours over midnight belong to the day on which they begin [U41]', () => {
	// 28 November 2026 is a Saturday.
	const weekend = { from: 22 * 60, to: 7 * 60, days: [6, 7] };
	expect(at('2026-11-28T06:00:00Z', weekend)).toBe(false);
	expect(at('2026-11-28T23:00:00Z', weekend)).toBe(true);
	expect(at('2026-11-29T06:59:00Z', weekend)).toBe(true);
	expect(at('2026-11-30T06:59:00Z', weekend)).toBe(true);
	expect(at('2026-11-30T23:00:00Z', weekend)).toBe(false);
	const noon = { from: 11 * 60, to: 13 * 60, days: [6] };
	expect(at('2026-11-28T12:00:00Z', noon)).toBe(true);
	expect(at('2026-11-29T12:00:00Z', noon)).toBe(false);
});
