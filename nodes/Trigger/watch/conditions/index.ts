/** The list of all that can be reported: a new condition is a file here and a line in this list. */
import { left } from '../left';
import type { Alert, WatchSource, WatchSettings } from '../model';
import { balanceAbove, balanceBelow, balanceUnreadable } from './balanceLimit';
import { balanceLow } from './balanceLow';
import { balanceUsedUp } from './balanceUsedUp';
import { belowThreshold } from './belowThreshold';
import { bootstrapping } from './bootstrapping';
import type { Condition, Needs } from './condition';
import { configChanged } from './configChanged';
import { disconnected } from './disconnected';
import { endingSoon } from './endingSoon';
import { exiting } from './exiting';
import { fell } from './fell';
import { headNotMoving } from './headNotMoving';
import { inactive } from './inactive';
import { metricConditions } from './metrics';
import { outdated } from './outdated';
import { requirementAtRisk } from './requirementAtRisk';
import { unhealthy } from './unhealthy';
import { unreachable } from './unreachable';
import { upgradeNeeded } from './upgradeNeeded';

/** In the order in which they are judged. */
export const alerts: Alert[] = [
	left,
	inactive,
	disconnected,
	belowThreshold,
	fell,
	requirementAtRisk,
	endingSoon,
	balanceLow,
	balanceUsedUp,
	outdated,
	exiting,
	configChanged,
	balanceBelow,
	balanceAbove,
	balanceUnreadable,
	bootstrapping,
	unhealthy,
	headNotMoving,
	...metricConditions,
	upgradeNeeded,
	unreachable,
];

export const conditions = alerts.filter((alert): alert is Condition => 'judge' in alert);

/** Whether the user wants it reported. */
export const isChosen = ({ event }: Alert, settings: WatchSettings): boolean =>
	settings.conditions.includes(event);

/** Whether an alert is to be kept up with: it is chosen, or others rest on it. */
export const isFollowed = (alert: Alert, settings: WatchSettings): boolean =>
	!!alert.isAlwaysFollowed || isChosen(alert, settings);

/** What a source can show, in the order of their names. */
export const listAlerts = (source: WatchSource): Alert[] =>
	alerts
		.filter((alert) => alert.sources[source])
		.sort((a, b) => (a.option.name < b.option.name ? -1 : 1));

/** What tells one choice of a condition from another beside its name: a limit, say. */
export function identityOf({ event }: Alert, { rules }: WatchSettings): string | undefined {
	const rule = rules[event];
	const condition = conditions.find((each) => each.event === event);
	return rule === undefined ? undefined : condition?.identity?.(rule);
}

/** All that the chosen conditions need to be read or measured. */
export function needsOf(settings: WatchSettings): Needs {
	const needs = conditions
		.filter((condition) => isChosen(condition, settings))
		.flatMap(({ event, needs }) => Object.entries(needs?.(settings.rules[event]) ?? {}))
		.filter(([, need]) => need);
	return {
		...(Object.fromEntries(needs) as Needs),
		...(settings.severityByBudget && { heliconTime: true }),
	};
}
