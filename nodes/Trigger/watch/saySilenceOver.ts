/** Says of an alert that was held back until now that a silence over it ended: the planned work is over, and it is not well. */
import { cutShort, sayText } from '../../shared/values/foreign';
import { sayTime } from '../../feeds/items/words';
import type { Notice, Silence, WatchSettings } from './model';
import { covers } from './silences';

/** The reason is that of whoever wrote the line. */
const longestReason = 80;

/** The last silence that held back one of these until now. */
function findOver(notices: Notice[], { silences = [] }: WatchSettings, at: number) {
	const heldBack = notices.filter(({ turned, isLate }) => turned === 'began' && isLate);
	const held = (silence: Silence, { key, alert, since }: Notice): boolean =>
		since < silence.until &&
		silence.until <= at &&
		covers(silence, key, alert.event, silence.until - 1);
	return silences
		.filter((silence) => heldBack.some((notice) => held(silence, notice)))
		.sort((a, b) => b.until - a.until)
		.at(0);
}

/** " A silence ended at 00:13 UTC: disk swap." Empty without one. */
export function saySilenceOver(notices: Notice[], settings: WatchSettings, at: number): string {
	const over = findOver(notices, settings, at);
	if (!over) return '';
	const when = sayTime(over.until, { at, timezone: settings.timezone });
	const why = cutShort(sayText(over.reason), longestReason).replace(/\.$/, '');
	return ` A silence ended at ${when}${why ? `: ${why}` : ''}.`;
}
