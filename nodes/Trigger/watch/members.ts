/** What items about several validators say of each of them, and of the alerts that one brings with it. */
import type { IDataObject } from 'n8n-workflow';
import { toIso } from '../../feeds/items/words';
import { groupOf, haveGroups, nameOf } from '../../shared/fields/names';
import { putExactLast } from '../../shared/operation/columns';
import { factsOf } from './facts';
import { listFactsOf } from './inhibition';
import { left } from './left';
import type { Notice, WatchSettings } from './model';
import { showUptime } from './showValidator';

/** What this alert says besides, since when, and its figures. */
export const describeAlsoBad = ({ alsoBad = [] }: Notice, settings: WatchSettings): IDataObject[] =>
	alsoBad.map((notice) => ({
		event: notice.alert.event,
		since: toIso(notice.since),
		...factsOf(notice, settings),
	}));

/** What the user calls them, by node ID. */
function listCalled(nodeIds: string[], find: (id: string) => string | undefined): IDataObject {
	const called = nodeIds.map((nodeId) => [nodeId, find(nodeId)] as const);
	return Object.fromEntries(called.filter(([, text]) => text));
}

/** The names that the user gave, by node ID; absent if the user gave no names. */
export function namesOf(nodeIds: string[], { names }: WatchSettings): IDataObject {
	if (!names || !Object.keys(names).length) return {};
	return { names: listCalled(nodeIds, (id) => nameOf(names, id)) };
}

/** With the groups, where there are any. */
export const calledOf = (nodeIds: string[], settings: WatchSettings): IDataObject => ({
	...namesOf(nodeIds, settings),
	...(haveGroups(settings.names) && {
		groups: listCalled(nodeIds, (id) => groupOf(settings.names, id)),
	}),
});

/** What an item about a group says of each validator of it. */
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
	});
}
