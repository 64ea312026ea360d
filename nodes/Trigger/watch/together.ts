/** Severity by Budget counts time offline for one validator. Several that fail together share a cause, so they are critical. */
import { alerts } from './conditions';
import { disconnected } from './conditions/disconnected';
import type { Advanced } from './machine';
import type { Notice, WatchSettings } from './model';
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
const beginsAnother = ({ subject: { states }, moves }: Advanced): boolean =>
	moves.some(
		({ judgement: { alert }, state }) =>
			otherAlerts.includes(alert) &&
			state?.phase === 'confirmed' &&
			(states[alert.event]?.phase ?? 'unconfirmed') === 'unconfirmed',
	);

/** The keys of all that fail with this check. The end of an alert is as urgent as the alert, so those it ends count there. */
export function listFailing(
	advanced: Advanced[],
	settings: WatchSettings,
	at: number,
): (turned: Notice['turned']) => ReadonlySet<string> | undefined {
	if (!settings.severityByBudget) return () => undefined;
	const heard = advanced.filter(({ key }) => !isSilenced(key, disconnected.event, at, settings));
	const keysOf = (list: Advanced[]) => new Set(list.map(({ key }) => key));
	const now = keysOf(heard.filter((each) => isDown(each) || beginsAnother(each)));
	const lately = new Set([...now, ...keysOf(heard.filter(wasDown))]);
	return (turned) => (turned === 'ended' ? lately : now);
}

const failingOf = ({ alert, failing }: Notice): ReadonlySet<string> | undefined =>
	alert.words.byBudget && failing;

export function isOneOfSeveral(notice: Notice): boolean {
	const failing = failingOf(notice);
	return !!failing && failing.size > (failing.has(notice.key) ? 1 : 0);
}

export const listOthers = (notice: Notice, said: ReadonlySet<string>): string[] =>
	[...(failingOf(notice) ?? [])].filter((key) => !said.has(key)).sort();
