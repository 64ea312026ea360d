/** Payloads for on-call services. They are made when an item is emitted, and never remembered with it. */
import type { IDataObject } from 'n8n-workflow';
import { madeUpMark, toIso } from '../../feeds/items/words';
import type { Field } from '../../shared/fields/fields';
import { choices } from '../../shared/fields/kinds';
import type { Condition } from './conditions/condition';
import { alwaysOf } from './facts';
import { alertShownBy, isLater } from './laterEvents';
import type { Alert, Severity, WatchSettings } from './model';
import type { View } from './readings';
import { runbookUrlOf } from './runbook';
import { noteTold, type ToldSeverities } from './toldSeverities';
import { hostOf, linkToExplorer } from './showValidator';

export const payloads: Field = {
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

/** One alert of an item: that of a validator, an address or the node. */
interface OneAlert {
	alert: Alert;
	item: IDataObject;
	/** Its own part of an item about several, or else the item. */
	member: IDataObject;
	alertId: string;
	/** Node ID or address, if the alert has one. */
	subject: string | null;
	name: string | null;
	group: string | null;
	title: string;
	message: string;
	/** In an item about several, its title. */
	together?: string;
	runbookUrl: string;
	explorerUrl?: string | null;
}

/** PagerDuty refuses a longer summary. */
const longestSummary = 1024;
/** Alertmanager resolves an alert without an end after five minutes, but only the recovery is to end it. */
const lastingSeconds = 365 * 86_400;
/** A drill or a test has no recovery, so it ends by itself. */
const trialSeconds = 600;

const isOver = ({ severity }: IDataObject): boolean => severity === 'resolved';
const isDrill = ({ drill }: IDataObject): boolean => drill === true;

/** The alert that an item is about. Undefined for a heartbeat and the like. */
const alertOf = (item: IDataObject): Alert | undefined =>
	item.alertId === undefined ? undefined : alertShownBy(item);

const networkIn = ({ network }: IDataObject) => (network ?? undefined) as View['network'];

/** The alerts of an item: one, those of many validators, or those of all items of a digest. */
function listAlerts(item: IDataObject, settings: WatchSettings): OneAlert[] {
	if (item.event === 'digest')
		return (item.items as IDataObject[]).flatMap((each) => listAlerts(each, settings));
	const alert = alertOf(item);
	if (!alert) return [];
	const alertIds = item.alertIds as Record<string, string> | undefined;
	return alertIds && !isDrill(item)
		? listMembers(alert, item, alertIds, settings)
		: [toOnly(alert, item, settings)];
}

/** The alert of an item about one, or about a drill of several. */
function toOnly(alert: Alert, item: IDataObject, settings: WatchSettings): OneAlert {
	const only = item as unknown as Pick<OneAlert, 'title' | 'message' | 'alertId' | 'explorerUrl'>;
	const { title, message, alertId, explorerUrl } = only;
	return {
		alert,
		item,
		member: item,
		alertId,
		subject: (item.nodeId ?? item.address ?? null) as string | null,
		name: (item.name ?? item.addressName ?? null) as string | null,
		group: (item.group ?? null) as string | null,
		title,
		message,
		runbookUrl: runbookUrlOf(alert, item, settings.runbookUrl),
		explorerUrl,
	};
}

/** The alert of each validator in an item about several. */
function listMembers(
	alert: Alert,
	item: IDataObject,
	alertIds: Record<string, string>,
	settings: WatchSettings,
): OneAlert[] {
	const names = (item.names ?? {}) as Record<string, string>;
	const groups = (item.groups ?? {}) as Record<string, string>;
	const described = (item.members ?? []) as IDataObject[];
	const members = new Map(described.map((member) => [member.nodeId as string, member]));
	return Object.entries(alertIds).map(([subject, alertId]) => {
		const called = {
			subject,
			name: names[subject] ?? null,
			group: groups[subject] ?? (item.group as string | undefined) ?? null,
		};
		const member = members.get(subject) ?? item;
		return {
			alert,
			item,
			member,
			alertId,
			...called,
			...sayOne(item, member, called),
			together: item.title as string,
			runbookUrl: runbookUrlOf(alert, { ...item, nodeId: subject }, settings.runbookUrl),
			explorerUrl: linkToExplorer(subject, { network: networkIn(item) }, settings),
		};
	});
}

/** The marks of a test run and a drill. */
const markPattern = new RegExp(`^\\[[A-Z]+\\] (${madeUpMark})?`);

/** The texts of one validator in an item about several. An item that comes again may have lost them. */
function sayOne(
	item: IDataObject,
	member: IDataObject,
	{ subject, name, group }: Pick<OneAlert, 'subject' | 'name' | 'group'>,
): Pick<OneAlert, 'title' | 'message'> {
	const { title, message } = item as { title: string; message: string };
	if (member === item) {
		const called = `${name ?? subject}${group === null ? '' : ` (${group})`}`;
		return { title: `${called}: ${title}`, message };
	}
	const [mark = ''] = markPattern.exec(title) ?? [];
	return {
		title: `${mark}${String(member.title)}`,
		message: `${mark}${String(member.message)}`,
	};
}

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

/** One incident for each alert, or one about the queried node while it stands for all. */
function listPagerDuty(
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
	const all = listAlerts(item, settings).map((one) => toPagerDuty(one, views));
	return isOfNode ? [resolve(suspectAlertId), ...all] : all;
}

/** Events API v2, without the routing key: https://developer.pagerduty.com/docs/send-alert-event */
function toPagerDuty(one: OneAlert, views: View[] | undefined): IDataObject {
	const { alert, item, member, alertId, subject, group, title, message, together } = one;
	const { runbookUrl, explorerUrl } = one;
	if (isOver(item)) return resolve(alertId);
	const { severity, queriedNode, suspect } = item;
	const since = member.since as string;
	const network = item.network ?? viewAt(since, item, views).network ?? null;
	return {
		event_action: 'trigger',
		dedup_key: alertId,
		payload: {
			summary: title.slice(0, longestSummary),
			source: subject ?? queriedNode ?? 'Avalanche Trigger',
			severity: isDrill(item) ? 'info' : severity,
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

const secondsOf = (time: unknown): number => Math.floor(Date.parse(time as string) / 1000);

interface Span extends IDataObject {
	startsAt: string | null;
	endsAt: string | null;
}

/** In an item about several, `member` has the times of its own alert. */
function spanOf(item: IDataObject, member: IDataObject): Span {
	const since = secondsOf(member.since);
	if (isOver(item)) {
		const lasted = (member.lastedSeconds ?? 0) as number;
		return { startsAt: toIso(since - lasted), endsAt: toIso(since) };
	}
	const lasts = isDrill(item) || item.sample === true ? trialSeconds : lastingSeconds;
	return { startsAt: toIso(since), endsAt: toIso(secondsOf(item.observedAt) + lasts) };
}

/** Network and node as they were known when the alert began: learnt later, they would change the labels. */
function viewAt(
	startsAt: string | null,
	item: IDataObject,
	views: View[] | undefined,
): Pick<View, 'network' | 'host'> {
	const { queriedNode } = item;
	if (views) return views.findLast(({ since }) => since <= secondsOf(startsAt)) ?? {};
	return { network: networkIn(item), host: queriedNode ? hostOf(String(queriedNode)) : undefined };
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
	const { of }: Partial<Condition> = alert;
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

/** A budget or a louder reminder can change the level of an alert. */
function levelsOf(one: OneAlert, settings: WatchSettings, told: ToldSeverities): Levels {
	const { alert, item, alertId } = one;
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
	{ alert, alertId }: OneAlert,
	settings: WatchSettings,
	told: ToldSeverities,
): Severity[] {
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
	const { item, member, explorerUrl } = one;
	const span = spanOf(item, member);
	const labels = labelsOf(one, { settings, views, startsAt: span.startsAt });
	const annotations = annotationsOf(one);
	const write = (severity: unknown, endsAt = span.endsAt): IDataObject => ({
		labels: { ...labels, severity: severity as string },
		annotations,
		...span,
		endsAt,
		...(explorerUrl && { generatorURL: explorerUrl }),
	});
	if (isOver(item)) return listEnding(one, settings, told).map((level) => write(level));
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
			alertmanager: listAlerts(item, settings).flatMap((one) =>
				toAlertmanager(one, settings, known),
			),
		}),
	};
}
