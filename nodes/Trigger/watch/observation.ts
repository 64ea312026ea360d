/** What a poll of a watch has read, with the settings that it gives. */
import type { WatchSettings } from './model';
import type { Hearing } from './observers/hear';
import { listRemoved } from './silencesRemoved';
import type { UrlSilences } from './silencesUrl';

/** The result of a poll's requests, and the settings with the silences of the URL. */
export interface Observation {
	hearing: Hearing;
	fromUrl?: UrlSilences;
	settings: WatchSettings;
	/** True if the observers were due to prove that they work. */
	wasProofDue: boolean;
}

export const withSilences = (
	settings: WatchSettings,
	{ silences }: UrlSilences = { silences: [], refused: [] },
): WatchSettings => ({ ...settings, silences: [...(settings.silences ?? []), ...silences] });

/** For a published watch, with those that were removed since its last poll. */
export const withRemoved = (
	settings: WatchSettings,
	fromUrl: UrlSilences | undefined,
	at: number,
): WatchSettings => ({ ...settings, removedSilences: listRemoved(settings, fromUrl, at) });
