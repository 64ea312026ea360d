/** All alerts. ARCHITECTURE.md has the steps to add one. */
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
import { nodeBehind } from './nodeBehind';
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
	nodeBehind,
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

/** The rule by which a condition judges a subject: its own, or that of all. */
export function ruleFor(alert: Alert, key: string, { rules }: WatchSettings): unknown {
	const { ruleOf }: Partial<Condition> = alert;
	const rule = rules[alert.event];
	return ruleOf && rule !== undefined ? ruleOf(rule, key) : rule;
}

/** True if subjects can have rules of their own for this alert. */
export const mayHaveOwnRules = ({ ruleOf }: Partial<Condition>): boolean => ruleOf !== undefined;

export const hasOwnRule = (alert: Alert, key: string, settings: WatchSettings): boolean =>
	ruleFor(alert, key, settings) !== settings.rules[alert.event];

/** Separates alerts of one event under different rules, such as two limits of a balance. Without a key, of most subjects. */
export function ruleIdentityOf(
	alert: Alert,
	settings: WatchSettings,
	key?: string,
): string | undefined {
	const rule = key === undefined ? settings.rules[alert.event] : ruleFor(alert, key, settings);
	const { identity }: Partial<Condition> = alert;
	return rule === undefined ? undefined : identity?.(rule);
}

/** True unless a subject has no rule that could be broken. */
export const canBreak = (alert: Alert, key: string, settings: WatchSettings): boolean =>
	!mayHaveOwnRules(alert) || ruleIdentityOf(alert, settings, key) !== undefined;

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
