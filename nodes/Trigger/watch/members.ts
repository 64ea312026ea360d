/** Describes each validator in an item about several, and the alerts that an outage brings with it. */
import type { IDataObject } from 'n8n-workflow';
import { toIso } from '../../feeds/items/words';
import { groupOf, haveGroups, nameOf } from '../../shared/fields/names';
import { putExactLast } from '../../shared/operation/columns';
import { factsOf } from './facts';
import { listFactsOf } from './inhibition';
import { left } from './left';
import type { Notice, WatchSettings } from './model';
import { showUptime } from './showValidator';

export const describeAlsoBad = ({ alsoBad = [] }: Notice, settings: WatchSettings): IDataObject[] =>
	alsoBad.map((notice) => ({
		event: notice.alert.event,
		since: toIso(notice.since),
		...factsOf(notice, settings),
	}));

/** Only the IDs that have one. */
function listCalled(nodeIds: string[], find: (id: string) => string | undefined): IDataObject {
	const called = nodeIds.map((nodeId) => [nodeId, find(nodeId)] as const);
	return Object.fromEntries(called.filter(([, text]) => text));
}

/** The user's names by node ID. Absent if the user gave no names. */
export function userNamesOf(nodeIds: string[], { names }: WatchSettings): IDataObject {
	if (!names || !Object.keys(names).length) return {};
	return { names: listCalled(nodeIds, (id) => nameOf(names, id)) };
}

/** The same, with the groups if there are any. */
export const calledOf = (nodeIds: string[], settings: WatchSettings): IDataObject => ({
	...userNamesOf(nodeIds, settings),
	...(haveGroups(settings.names) && {
		groups: listCalled(nodeIds, (id) => groupOf(settings.names, id)),
	}),
});

/** One validator in the `members` of an item about a group. */
export function describeMember(notice: Notice, settings: WatchSettings): IDataObject {
	const { alert, key, validator, context, since, goodSince = since, turned, reason } = notice;
	const isEnd = turned === 'ended';
	const hasAlsoBad = !isEnd && listFactsOf(alert, settings).length > 0;
	return putExactLast({
		nodeId: key,
		name: nameOf(settings.names, key) ?? null,
		since: toIso(isEnd ? goodSince : since),
		...(isEnd && { lastedSeconds: goodSince > since ? goodSince - since : null }),
		...(alert === left && { reason: reason ?? null }),
		...showUptime(validator, context, settings),
		...factsOf(notice, settings),
		...(hasAlsoBad && { alsoBad: describeAlsoBad(notice, settings) }),
		validationId: validator?.validationId ?? null,
	});
}
