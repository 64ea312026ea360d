/** Tells outages apart: alerts that are told in one poll may have begun hours apart, under a silence or in quiet hours. */
import { settleSeconds } from './machine';
import type { Notice, WatchSettings } from './model';
import type { WatchCursor } from './past';
import { usualInterval } from '../intervals';

/** Alerts that began within one span of time, and may share a cause. */
export interface CommonOutage {
	notices: Notice[];
	/** UNIX seconds. Others that began in it belong to it, too. */
	span?: { from: number; to: number };
	/** Number of those that failed too few checks so far. */
	unconfirmed?: number;
	/** True if they have only the poll in common that tells of them. */
	isMixed?: true;
}

/** Alerts that began no further apart than this can be one outage. */
export const confirmSecondsOf = (
	{ badPolls, minimumSeconds }: WatchSettings,
	cursor: WatchCursor | undefined,
): number =>
	Math.max(settleSeconds, minimumSeconds, badPolls * (cursor?.interval ?? usualInterval));

/** The outages of alerts that were held back, the oldest first. */
export function listPastOutages(late: Notice[], spanSeconds: number): CommonOutage[] {
	const outages: Array<CommonOutage & Required<Pick<CommonOutage, 'span'>>> = [];
	for (const notice of [...late].sort((a, b) => a.since - b.since)) {
		const { since } = notice;
		const last = outages.at(-1);
		if (last && since <= last.span.to) last.notices.push(notice);
		else
			outages.push({
				notices: [notice],
				span: { from: since - spanSeconds, to: since + spanSeconds },
			});
	}
	return outages;
}
