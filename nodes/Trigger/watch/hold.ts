/** What is held now and told later, if it lasts: in quiet hours, and while a silence covers it. */
import { urgencyOf } from './facts';
import { left } from './left';
import type { Notice, WatchSettings } from './model';
import { isQuietAt } from './quietHours';
import { isSilenced } from './silences';

/** In quiet hours all is told later; what comes and goes under a silence is not told at all. */
export type Hold = 'quiet' | 'silenced' | undefined;

export interface Holds {
	/** Whether it is quiet, whatever is spared. */
	isQuiet: boolean;
	of: (notice: Notice) => Hold;
	/** Who is new. */
	ofJoined: (key: string) => Hold;
}

export function holdsAt(at: number, settings: WatchSettings): Holds {
	const isQuiet = isQuietAt(at, settings);
	const mayWait = (notice: Notice): boolean =>
		isQuiet && (!!settings.quiet?.holdsCritical || urgencyOf(notice, settings, at) !== 'critical');
	const silences = (key: string, event: string): boolean => isSilenced(key, event, at, settings);
	return {
		isQuiet,
		of: (notice) => {
			if (silences(notice.key, notice.alert.event)) return 'silenced';
			return mayWait(notice) ? 'quiet' : undefined;
		},
		ofJoined: (key) => {
			if (silences(key, left.event)) return 'silenced';
			return isQuiet ? 'quiet' : undefined;
		},
	};
}
