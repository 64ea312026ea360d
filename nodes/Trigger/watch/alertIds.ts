/** IDs of alerts, made from network, chain, validator and condition: all who watch the same thing get the same ID. */
import { fingerprint, markOf } from '../../feeds/identity';
import { ruleIdentityOf } from './conditions';
import {
	isOfAddresses,
	ownKey,
	sourceKey,
	type GroupNotice,
	type Notice,
	type WatchSettings,
} from './model';
import { listMembers } from './namedGroups';
import { nameChoice, nameSource, watchedPlaceOf, type Past } from './past';
import type { Reading, View } from './readings';
import { hostOf } from './showValidator';
import { addressOf, balanceSettingsOf } from './tokenKeys';

/** After more changes of the node or network than this, the oldest is forgotten. */
const mostViews = 4;

/** Adds the view of this reading if it is new. An alert keeps its ID even if the credential changes while it lasts. */
export function trackViews({ cursor }: Past, reading: Reading): View[] {
	const { at, network: seen } = reading;
	const node = markNode(reading);
	const host = reading.node && hostOf(reading.node);
	if (!cursor) return [{ since: 0, network: seen, node, ...(host && { host }) }];
	const views = cursor.views ?? [];
	const last = views.at(-1);
	const isSameNode = last?.node === node;
	const network = seen ?? (isSameNode ? last?.network : undefined);
	// A view that an older version stored has no host. Alerts that began under it keep their labels.
	const isNamed = !host || last?.host === host;
	if (isSameNode && last.network === network && isNamed) return views;
	return [...views, { since: at, network, node, ...(host && { host }) }].slice(-mostViews);
}

export const markNode = ({ node = '' }: Pick<Reading, 'node'>): string => markOf(node, 8);

function viewAt(reading: Reading, since: number): View | undefined {
	const { views, network } = reading;
	if (!views) return { since: 0, network, node: markNode(reading) };
	return views.findLast((view) => view.since <= since);
}

/** One kind of alert in one trigger. */
export const aboutOf = ({ alert }: Notice, settings: WatchSettings) => [
	settings.scope,
	settings.source,
	watchedPlaceOf(settings),
	alert.event,
];

/** An L1's chain ID exists on one network only. The source and the node itself are told apart by the node's URL. */
function nameSubject(key: string, view: View, settings: WatchSettings): string[] {
	const chain = settings.blockchainId || settings.subnetId;
	if (key === sourceKey || key === ownKey) return [chain, `node ${view.node}`];
	if (isOfAddresses(settings.source))
		return [
			nameSource(balanceSettingsOf(key, settings)),
			view.network ?? `node ${view.node}`,
			addressOf(key),
		];
	return [chain || `Primary Network ${view.network ?? ''}`, key];
}

/** The same for the beginning, the end and every return of the condition on this validator, in every trigger. */
export function alertIdOf(notice: Notice, settings: WatchSettings, reading: Reading): string {
	const { alert, key, since } = notice;
	const view = viewAt(reading, since);
	if (!view) return fingerprint(...aboutOf(notice, settings), key, since);
	const rule = ruleIdentityOf(alert, settings, key);
	const which = rule === undefined ? [] : [rule];
	return fingerprint('alert', ...nameSubject(key, view, settings), alert.event, ...which);
}

/** For an item about several: made from all validators watched together, or all of the group, whatever its name. */
export function groupAlertIdOf(
	{ notices, group }: GroupNotice,
	began: number,
	settings: WatchSettings,
	reading: Reading,
): string {
	const [notice] = notices;
	const view = viewAt(reading, began);
	const members = group === undefined ? [] : listMembers(notice.key, settings);
	if (!view) return fingerprint(...aboutOf(notice, settings), 'group', ...members, began);
	const whom = members.length ? `all of ${members.join()}` : `many of ${nameChoice(settings)}`;
	const subject = nameSubject(whom, view, settings);
	return fingerprint('alert', ...subject, notice.alert.event);
}
