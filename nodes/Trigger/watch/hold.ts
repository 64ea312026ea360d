/** Holds notices back in quiet hours, under a silence, and while another alert says the same. */
import { acknowledge, type ReportedAlert } from './acknowledgement';
import { urgencyOf } from './facts';
import { heldBy } from './inhibition';
import { left } from './left';
import type { Advanced } from './machine';
import {
	hasItem,
	type Acknowledged,
	type Evidence,
	type Notice,
	type WatchSettings,
} from './model';
import { isOfTheseQuietHours, isQuietAt } from './quietHours';
import type { Reading } from './readings';
import { isSilenced } from './silences';
import { listFailing } from './together';

/** After quiet hours everything is reported. Under a silence or another alert, only alerts that outlast it are. */
export type Hold = 'quiet' | 'silenced' | 'inhibited' | undefined;

export interface Holds {
	/** True in quiet hours, even if critical alerts are let through. */
	isQuiet: boolean;
	of: (notice: Notice) => Hold;
	/** For a validator that joined. */
	ofJoined: (key: string) => Hold;
	/** True if another alert covers this one, up to the reading that ends the other. */
	isInhibited: (key: string, event: string) => boolean;
	/** Keys of all that fail alike with this check. Undefined if no severity depends on them. */
	failing: ReturnType<typeof listFailing>;
	/** The acknowledgement of a reported alert after this reading. Undefined if no line acknowledges it. */
	acknowledged: (
		found: Omit<ReportedAlert, 'urgency'>,
		evidence: Evidence,
		before: Acknowledged | undefined,
	) => Acknowledged | undefined;
}

export function holdsAt(
	at: number,
	settings: WatchSettings,
	advanced: Advanced[],
	reading: Reading,
): Holds {
	const isQuiet = isQuietAt(at, settings);
	const failing = listFailing(advanced, settings, at);
	const howUrgent = (notice: Notice) =>
		urgencyOf({ ...notice, failing: failing(notice) }, settings, at);
	const subjects = new Map(advanced.map(({ key, subject }) => [key, subject]));
	/** Only what was critical is reported in quiet hours. Others that failed with it may be back by now. */
	const wokeSomebody = ({ alert, turned, key, since }: Notice): boolean =>
		turned === 'ended' &&
		hasItem(subjects.get(key)?.reported[alert.event]) &&
		isOfTheseQuietHours(since, at, settings);
	const isCritical = (notice: Notice): boolean =>
		howUrgent(notice) === 'critical' || wokeSomebody(notice);
	const mayWait = (notice: Notice): boolean =>
		isQuiet && (!!settings.quiet?.holdsCritical || !isCritical(notice));
	const silences = (key: string, event: string): boolean => isSilenced(key, event, at, settings);
	const causes = new Map(advanced.map((each) => [each.key, heldBy(each, settings, at)]));
	const courseOf = (key: string, event: string) => causes.get(key)?.get(event);
	return {
		isQuiet,
		of: (notice) => {
			const { key, alert } = notice;
			if (silences(key, alert.event)) return 'silenced';
			if (courseOf(key, alert.event) === 'lasts') return 'inhibited';
			return mayWait(notice) ? 'quiet' : undefined;
		},
		ofJoined: (key) => {
			if (silences(key, left.event)) return 'silenced';
			return isQuiet ? 'quiet' : undefined;
		},
		isInhibited: (key, event) => courseOf(key, event) !== undefined,
		failing,
		acknowledged: (found, evidence, before) => {
			const urgency = evidence === 'bad' ? howUrgent(found.notice) : undefined;
			return acknowledge(before, { ...found, urgency }, settings, reading);
		},
	};
}
