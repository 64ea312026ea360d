/** The alerts of an item, as on-call services take them: one of an item about one, and one of each validator in another. */
import type { IDataObject } from 'n8n-workflow';
import { madeUpMark } from '../../feeds/items/words';
import { alertShownBy } from './laterEvents';
import type { Alert, WatchSettings } from './model';
import { ownAlerts, type OwnAlert } from './ownAlerts';
import type { View } from './readings';
import { runbookUrlOf } from './runbook';
import { viewLinesOf } from './lines';
import { hostOf, linkToExplorer } from './showValidator';

/** One alert of an item: that of a validator, an address or the node, or one of the watch itself. */
export interface OneAlert {
	alert: Alert | OwnAlert;
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

export const isResolved = ({ severity }: IDataObject): boolean => severity === 'resolved';
export const isDrill = ({ drill }: IDataObject): boolean => drill === true;
export const isSample = ({ sample }: IDataObject): boolean => sample === true;

/** The alert that an item is about. Undefined for a heartbeat and the like. */
export const alertOf = (item: IDataObject): OneAlert['alert'] | undefined =>
	item.alertId === undefined
		? undefined
		: (alertShownBy(item) ?? ownAlerts.find(({ event }) => event === item.event));

const networkIn = ({ network }: IDataObject) => (network ?? undefined) as View['network'];

/** The alerts of an item: one, those of many validators, or those of all items of a digest. */
export function alertsOfItem(item: IDataObject, settings: WatchSettings): OneAlert[] {
	if (item.event === 'digest')
		return (item.items as IDataObject[]).flatMap((each) => alertsOfItem(each, settings));
	const alert = alertOf(item);
	if (!alert) return [];
	const alertIds = item.alertIds as Record<string, string> | undefined;
	return alertIds && !isDrill(item)
		? listMembers(alert, item, alertIds, settings)
		: [toOnly(alert, item, settings)];
}

/** The alert of an item about one, or about a drill of several. */
export function toOnly(
	alert: OneAlert['alert'],
	item: IDataObject,
	settings: WatchSettings,
): OneAlert {
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
	alert: OneAlert['alert'],
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
		message: [`${mark}${String(member.message)}`, ...viewLinesOf(message)].join('\n'),
	};
}

export const toSeconds = (time: unknown): number => Math.floor(Date.parse(time as string) / 1000);

/** Network and node as they were known when the alert began: learnt later, they would change the labels. */
export function viewAt(
	startsAt: string | null,
	item: IDataObject,
	views: View[] | undefined,
): Pick<View, 'network' | 'host'> {
	const { queriedNode } = item;
	if (views) return views.findLast(({ since }) => since <= toSeconds(startsAt)) ?? {};
	return { network: networkIn(item), host: queriedNode ? hostOf(String(queriedNode)) : undefined };
}
