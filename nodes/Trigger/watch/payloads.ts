/** Payloads for on-call services. They are made when an item is emitted, and never remembered with it. */
import type { IDataObject } from 'n8n-workflow';
import { toIso } from '../../feeds/items/words';
import { optional, type Field } from '../../shared/fields/fields';
import { choice, choices } from '../../shared/fields/kinds';
import type { Condition } from './conditions/condition';
import { alwaysOf } from './facts';
import { isLater } from './laterEvents';
import type { Payload, Severity, WatchSettings } from './model';
import {
	alertOf,
	isDrill,
	isResolved,
	isSample,
	alertsOfItem,
	toSeconds,
	viewAt,
	type OneAlert,
} from './oneAlert';
import { listPagerDuty } from './pagerDuty';
import type { View } from './readings';
import { runbookUrlOf } from './runbook';
import { noteTold, type ToldSeverities } from './toldSeverities';
import { daySeconds } from '../../shared/values/timeUnits';

export const payloads: Field<Payload[] | undefined> = {
	...choices(
		{
			displayName: 'Ready Payloads',
			name: 'payloads',
			default: [],
			description: 'What these services take, added to each item for Split Out and HTTP Request',
		},
		[
			{
				name: 'Alertmanager',
				value: 'alertmanager',
				description: 'Alerts for POST /api/v2/alerts of Prometheus Alertmanager',
			},
			{ name: 'PagerDuty', value: 'pagerDuty', description: 'Events for the Events API v2' },
		],
	),
	optional: true,
};

export const pagerDutyIncidents = optional(
	choice(
		{
			displayName: 'PagerDuty Incidents',
			name: 'pagerDutyIncidents',
			default: 'alert',
			description: 'What has an incident of its own, with PagerDuty under Ready Payloads',
		},
		[
			{
				name: 'One for Each Alert',
				value: 'alert',
				description: 'Each validator has its own, also where several share an item',
			},
			{
				name: 'One for Each Item',
				value: 'item',
				description: 'Validators that share an item have one, which ends with the last of them',
			},
		],
	),
);

/** Alertmanager resolves an alert without an end after five minutes, but only the recovery is to end it. */
const lastingSeconds = 365 * daySeconds;
/** A drill, a test and what is over already have no recovery, so they end by themselves. */
const briefSeconds = 600;

interface Span extends IDataObject {
	startsAt: string | null;
	endsAt: string | null;
}

/** In an item about several, `member` has the times of its own alert. */
function spanOf({ alert, item, member }: OneAlert): Span {
	const since = toSeconds(member.since);
	if (isResolved(item)) {
		const lasted = (member.lastedSeconds ?? 0) as number;
		return { startsAt: toIso(since - lasted), endsAt: toIso(since) };
	}
	const isPast = 'isPast' in alert;
	const lasts = isPast || isDrill(item) || isSample(item) ? briefSeconds : lastingSeconds;
	return { startsAt: toIso(since), endsAt: toIso(toSeconds(item.observedAt) + lasts) };
}

interface LabelContext {
	settings: WatchSettings;
	views: View[] | undefined;
	startsAt: string | null;
}

/**
 * Alertmanager tells alerts apart by their labels, so labels hold nothing that may change while an alert lasts. The node
 * may report its ID only later, so its host is the `instance`.
 */
function labelsOf(
	{ alert, item, alertId, subject, group }: OneAlert,
	{ settings: { source }, views, startsAt }: LabelContext,
): IDataObject {
	const { network, host } = viewAt(startsAt, item, views);
	const { of }: Pick<Partial<Condition>, 'event' | 'of'> = alert;
	const isNamed = subject !== null && source !== 'node' && of !== 'source';
	const instance = isNamed ? subject : host;
	return {
		alertname: alert.event,
		job: 'avalanche',
		source,
		alertId,
		...(instance !== undefined && { instance }),
		...(isNamed && group !== null && { group }),
		...(network && { network }),
	};
}

/** Only the beginning of an alert knows the suspect, so no label can hold it. */
function annotationsOf(one: OneAlert): IDataObject {
	const { item, title, message, together, name, group, runbookUrl } = one;
	const { network, suspect } = item;
	const all = { summary: title, description: message, together, name, group, network, suspect };
	return Object.fromEntries(
		Object.entries({ ...all, runbook_url: runbookUrl })
			.filter(([, value]) => value !== null && value !== undefined)
			.map(([key, value]) => [key, String(value)]),
	);
}

interface Levels {
	now: unknown;
	/** Those at which the alert may have been sent before. */
	former: Severity[];
}

/** So that a test pages nobody. Its item keeps its own severity, by which branches can be tried. */
const testLevel = 'info';

/** A budget or a louder reminder can change the level of an alert. */
function levelsOf(one: OneAlert, settings: WatchSettings, told: ToldSeverities): Levels {
	const { alert, item, alertId } = one;
	if (isSample(item)) return { now: testLevel, former: [] };
	const always = alwaysOf(alert, settings);
	const isSteady = always === 'critical' || (always !== undefined && !settings.louderSeconds);
	const level = isSteady ? always : item.severity;
	const now = isDrill(item) ? item.severity : level;
	const all: Severity[] = isSteady ? [always] : ['critical', 'warning'];
	const before = told.get(alertId);
	if (!isDrill(item)) noteTold(told, alertId, item);
	const wasTold = (each: Severity): boolean => before?.has(each) ?? true;
	return { now, former: all.filter((each) => isLater(item) && each !== now && wasTold(each)) };
}

/** Levels to end. A step or a louder reminder may have made a warning critical before this process began. */
function listEnding(
	{ alert, item, alertId }: OneAlert,
	settings: WatchSettings,
	told: ToldSeverities,
): Array<Severity | typeof testLevel> {
	if (isSample(item)) return [testLevel];
	const isCritical = alwaysOf(alert, settings) === 'critical';
	const levels: Severity[] = isCritical ? ['critical'] : ['critical', 'warning'];
	const known = told.get(alertId);
	told.delete(alertId);
	return known ? levels.filter((level) => known.has(level)) : levels;
}

/** Postable alerts of API v2. The level is a label, too, so the alert of a former level is ended. */
function toAlertmanager(
	one: OneAlert,
	settings: WatchSettings,
	{ views, told }: Known,
): IDataObject[] {
	const { item, explorerUrl } = one;
	const span = spanOf(one);
	const labels = labelsOf(one, { settings, views, startsAt: span.startsAt });
	const annotations = annotationsOf(one);
	const write = (severity: unknown, endsAt = span.endsAt): IDataObject => ({
		labels: { ...labels, severity: severity as string },
		annotations,
		...span,
		endsAt,
		...(explorerUrl && { generatorURL: explorerUrl }),
	});
	if (isResolved(item)) return listEnding(one, settings, told).map((level) => write(level));
	const { now, former } = levelsOf(one, settings, told);
	return [write(now), ...former.map((level) => write(level, item.observedAt as string))];
}

/** Adds the page about its alert to an item, or to each item of a digest. */
function addRunbook(item: IDataObject, template: string | undefined): IDataObject {
	const items = item.items as IDataObject[] | undefined;
	const alert = alertOf(item);
	return {
		...item,
		...(items && { items: items.map((each) => addRunbook(each, template)) }),
		...(alert && { runbookUrl: runbookUrlOf(alert, item, template) }),
	};
}

/** What a published watch knows of its alerts. */
interface Known {
	/** The networks and nodes that alert IDs are made from, if any are stored. */
	views?: View[];
	told: ToldSeverities;
}

export function addPayloads(item: IDataObject, settings: WatchSettings, known: Known): IDataObject {
	const { payloads: wanted = [], runbookUrl } = settings;
	if (!wanted.length && !runbookUrl) return item;
	return {
		...addRunbook(item, runbookUrl),
		...(wanted.includes('pagerDuty') && {
			pagerDuty: listPagerDuty(item, settings, known.views),
		}),
		...(wanted.includes('alertmanager') && {
			alertmanager: alertsOfItem(item, settings).flatMap((one) =>
				toAlertmanager(one, settings, known),
			),
		}),
	};
}
