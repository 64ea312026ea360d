/** Events for PagerDuty. */
import type { IDataObject } from 'n8n-workflow';
import type { ShownIncident } from './incidents';
import type { WatchSettings } from './model';
import {
	alertOf,
	isDrill,
	isResolved,
	isSample,
	alertsOfItem,
	toOnly,
	viewAt,
	type OneAlert,
} from './oneAlert';
import type { View } from './readings';

/** PagerDuty refuses a longer summary. */
const longestSummary = 1024;

/** Its own figures that tell an engineer how urgent it is. */
const details = [
	'name',
	'nodeId',
	'addressName',
	'address',
	'since',
	'uptime',
	'canBeOfflineHours',
];

const detailsOf = (member: IDataObject): IDataObject =>
	Object.fromEntries(
		details.filter((name) => name in member).map((name) => [name, member[name] ?? null]),
	);

const resolve = (key: string): IDataObject => ({ event_action: 'resolve', dedup_key: key });

/** One incident for each alert, or one that stands for several. */
export function listPagerDuty(
	item: IDataObject,
	settings: WatchSettings,
	views: View[] | undefined,
): IDataObject[] {
	if (item.event === 'digest')
		return (item.items as IDataObject[]).flatMap((each) => listPagerDuty(each, settings, views));
	const { suspectAlertId, suspectState } = item as Record<string, string | undefined>;
	const alert = alertOf(item);
	const isOfNode = alert && suspectAlertId !== undefined && !isDrill(item);
	if (isOfNode && suspectState === 'lasts') {
		const only = { ...toOnly(alert, item, settings), alertId: suspectAlertId };
		return [toPagerDuty(only, views)];
	}
	const all = listEvents(item, settings, views);
	return isOfNode ? [resolve(suspectAlertId), ...all] : all;
}

/** One event for each incident that alerts share, and one for each other alert. */
function listEvents(
	item: IDataObject,
	settings: WatchSettings,
	views: View[] | undefined,
): IDataObject[] {
	const incidents = (item.incidents ?? []) as ShownIncident[];
	const shared = new Set(incidents.flatMap(({ nodeIds }) => nodeIds));
	const apart = alertsOfItem(item, settings).filter(({ subject }) => !shared.has(subject!));
	return [
		...incidents.flatMap((incident) => toShared(item, incident, settings, views)),
		...apart.map((one) => toPagerDuty(one, views)),
	];
}

/** While others of an incident are still down, who is well again ends nothing. */
function toShared(
	item: IDataObject,
	{ incidentId, isOver: isIncidentOver, nodeIds }: ShownIncident,
	settings: WatchSettings,
	views: View[] | undefined,
): IDataObject[] {
	const alert = alertOf(item);
	if (!alert || !nodeIds.length || isResolved(item))
		return isIncidentOver ? [resolve(incidentId)] : [];
	return [toPagerDuty({ ...toOnly(alert, item, settings), alertId: incidentId }, views)];
}

/** Events API v2, without the routing key: https://developer.pagerduty.com/docs/send-alert-event */
function toPagerDuty(one: OneAlert, views: View[] | undefined): IDataObject {
	const { alert, item, member, alertId, subject, group, title, message, together } = one;
	const { runbookUrl, explorerUrl } = one;
	if (isResolved(item)) return resolve(alertId);
	const { severity, queriedNode, suspect } = item;
	const since = member.since as string;
	const network = item.network ?? viewAt(since, item, views).network ?? null;
	return {
		event_action: 'trigger',
		dedup_key: alertId,
		payload: {
			summary: title.slice(0, longestSummary),
			source: subject ?? queriedNode ?? 'Avalanche Trigger',
			severity: isDrill(item) || isSample(item) ? 'info' : severity,
			timestamp: since,
			class: alert.event,
			...(group !== null && { group }),
			custom_details: {
				message,
				...detailsOf(member),
				...(together !== undefined && { together }),
				...(suspect && { suspect }),
				network,
			},
		},
		links: [
			...(explorerUrl ? [{ href: explorerUrl, text: 'Explorer' }] : []),
			{ href: runbookUrl, text: 'Runbook' },
		],
	};
}
