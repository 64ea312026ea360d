/** Severity by Budget counts time offline for one validator. Several with one failure share a cause, so they are critical. */
import { alerts } from './conditions';
import { disconnected } from './conditions/disconnected';
import type { Advanced } from './machine';
import type { Alert, Notice, WatchSettings } from './model';
import { isSilenced } from './silences';

const otherAlerts = alerts.filter((alert) => alert !== disconnected && alert.words.byBudget);

/** Down as long as it lasts: from the first failed check, before it is confirmed, to the first that it passes. */
function isDown({ subject, moves }: Advanced): boolean {
	const { event } = disconnected;
	const move = moves.find(({ judgement }) => judgement.alert === disconnected);
	const state = move ? move.state : subject.states[event];
	if (!state || move?.isOver || state.phase === 'recovering') return false;
	if (state.phase === 'confirmed') return true;
	return move?.judgement.evidence === 'bad' && !state.isDoubtful;
}

const wasDown = ({ subject: { states } }: Advanced): boolean =>
	(states[disconnected.event]?.phase ?? 'unconfirmed') !== 'unconfirmed';

/** A low uptime can last for months, so another alert than Down counts only in the check that confirms it. */
const begins =
	(wanted: Alert) =>
	({ subject: { states }, moves }: Advanced): boolean =>
		moves.some(
			({ judgement: { alert }, state }) =>
				alert === wanted &&
				state?.phase === 'confirmed' &&
				(states[alert.event]?.phase ?? 'unconfirmed') === 'unconfirmed',
		);

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
	some.length === others.length && some.every((each, i) => each === others[i]);

/**
 * The keys of all that fail alike with this check. What else the same subject fails counts, too, so that Down holds nothing
 * more urgent than itself. The end of an alert is as urgent as the alert, so those it ends count there.
 */
export function listFailing(
	advanced: Advanced[],
	settings: WatchSettings,
	at: number,
): (notice: Pick<Notice, 'alert' | 'key' | 'turned'>) => ReadonlySet<string> | undefined {
	if (!settings.severityByBudget) return () => undefined;
	const heard = advanced.filter(({ key }) => !isSilenced(key, disconnected.event, at, settings));
	const keysOf = (fails: (each: Advanced) => boolean): Set<string> =>
		new Set(heard.filter(fails).map(({ key }) => key));
	const beginning = otherAlerts.map((alert) => ({ alert, keys: keysOf(begins(alert)) }));
	const now = [{ alert: disconnected, keys: keysOf(isDown) }, ...beginning];
	const lately = [
		{ alert: disconnected, keys: keysOf((each) => isDown(each) || wasDown(each)) },
		...beginning,
	];
	const sets: Array<{ of: Array<ReadonlySet<string>>; all: ReadonlySet<string> }> = [];
	// Many notices have few different sets, and a set of its own for each would take long.
	const join = (of: Array<ReadonlySet<string>>): ReadonlySet<string> => {
		const known = sets.find((set) => isSame(set.of, of));
		if (known) return known.all;
		const all = new Set(of.flatMap((keys) => [...keys]));
		sets.push({ of, all });
		return all;
	};
	return ({ alert, key, turned }) => {
		if (!alert.words.byBudget) return undefined;
		const alike = (turned === 'ended' ? lately : now).filter(
			(each) => each.alert === alert || each.keys.has(key),
		);
		return join(alike.map(({ keys }) => keys));
	};
}

export const isOneOfSeveral = ({ key, failing }: Notice): boolean =>
	!!failing && failing.size > (failing.has(key) ? 1 : 0);

export const listOthers = ({ failing }: Notice, said: ReadonlySet<string>): string[] =>
	[...(failing ?? [])].filter((key) => !said.has(key)).sort();
