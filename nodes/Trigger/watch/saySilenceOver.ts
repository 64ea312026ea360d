/** Says of an alert that was held back until now that a silence over it ended, or was removed: the work is over, and it is not well. */
import { cutShort, sayText } from '../../shared/values/foreign';
import { sayTime } from '../../feeds/items/words';
import type { Notice, Silence, WatchSettings } from './model';
import { covers } from './silences';

/** The reason is that of whoever wrote the line. */
const longestReason = 80;

/** If n8n forgot what was held back when the workflow was published anew, the alert begins with the poll that missed the silence. */
const wasHeldBack = ({ until, isRemoved }: Silence, { isLate, since }: Notice): boolean =>
	isLate ? since < until : !!isRemoved && since === until;

/** The last silence that held back one of these until now. */
function findOver(
	notices: Notice[],
	{ silences = [], removedSilences = [] }: WatchSettings,
	at: number,
): Silence | undefined {
	const began = notices.filter(({ turned }) => turned === 'began');
	const held = (silence: Silence, notice: Notice): boolean =>
		silence.until <= at &&
		wasHeldBack(silence, notice) &&
		covers(silence, notice.key, notice.alert.event, silence.until - 1);
	return [...silences, ...removedSilences]
		.filter((silence) => began.some((notice) => held(silence, notice)))
		.sort((a, b) => b.until - a.until)
		.at(0);
}

/** " A silence ended at 00:13 UTC: disk swap.", or " A silence was removed: disk swap." Empty without one. */
export function saySilenceOver(notices: Notice[], settings: WatchSettings, at: number): string {
	const over = findOver(notices, settings, at);
	if (!over) return '';
	const end = `ended at ${sayTime(over.until, { at, timezone: settings.timezone })}`;
	const why = cutShort(sayText(over.reason), longestReason).replace(/\.$/, '');
	return ` A silence ${over.isRemoved ? 'was removed' : end}${why ? `: ${why}` : ''}.`;
}
