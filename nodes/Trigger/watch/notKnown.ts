/** Says of whom a chosen alert cannot be judged, because the reading lacks the fact that it is judged by. */
import { conditions, isChosen } from './conditions';
import type { WatchSettings } from './model';
import type { Reading } from './readings';
import { listShort } from './sayNames';

/** "Old Version: the version of 2 of 5 is not known: Frankfurt-1, Zurich-2", one for each missing fact. */
export function noteNotKnown(
	{ validators, isPartial }: Reading,
	settings: WatchSettings,
): string[] {
	// If only other observers answered, nothing else is judged, and another item says so.
	if (!validators || isPartial) return [];
	const judging = conditions.filter(
		(condition) => condition.reads && isChosen(condition, settings),
	);
	const byFact = Map.groupBy(judging, ({ reads }) => reads!.what);
	return [...byFact].flatMap(([what, alerts]) => {
		const { isKnown } = alerts[0].reads!;
		const keys = [...validators].filter(([, each]) => !isKnown(each)).map(([key]) => key);
		if (!keys.length) return [];
		const names = alerts.map(({ option }) => option.name).join(', ');
		const whom = `${keys.length} of ${validators.size}`;
		return [`${names}: the ${what} of ${whom} is not known: ${listShort(keys.sort(), settings)}`];
	});
}
