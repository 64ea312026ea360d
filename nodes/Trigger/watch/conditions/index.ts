/** All alerts. To add a condition, add a file here and a line to this list. */
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

/** In the order in which a poll judges them. */
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

export const isChosen = ({ event }: Alert, settings: WatchSettings): boolean =>
	settings.conditions.includes(event);

/** True if its state is tracked: the user chose it, or other judgements rely on it. */
export const isFollowed = (alert: Alert, settings: WatchSettings): boolean =>
	!!alert.isAlwaysFollowed || isChosen(alert, settings);

/** The alerts that a source can show, sorted by their names in the dialog. */
export const listAlerts = (source: WatchSource): Alert[] =>
	alerts
		.filter((alert) => alert.sources[source])
		.sort((a, b) => (a.option.name < b.option.name ? -1 : 1));

/** Separates alerts of one event under different rules, such as two limits of a balance. */
export function ruleIdentityOf({ event }: Alert, { rules }: WatchSettings): string | undefined {
	const rule = rules[event];
	const condition = conditions.find((each) => each.event === event);
	return rule === undefined ? undefined : condition?.identity?.(rule);
}

/** Everything that the chosen conditions need besides the list of validators. */
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
