/** Makes the items of a poll. Each says on its own who is concerned, what happened since when, and whose view it is. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../feeds/identity';
import { toIso } from '../../feeds/items/words';
import { nameChain } from '../../shared/avalanche/chains';
import { groupColumn, nameOf } from '../../shared/fields/names';
import { putExactLast } from '../../shared/operation/columns';
import { doesRenew } from '../../shared/validators/validators';
import { toChecksumAddress } from '../../shared/values/checksum';
import { sayId } from '../../shared/values/foreign';
import { shortenNodeId } from '../../shared/values/ids';
import { aboutOf, alertIdOf, groupAlertIdOf } from './alertIds';
import type { Condition } from './conditions/condition';
import { disconnected } from './conditions/disconnected';
import { doubtsNode, doubtsNodeOfGroup } from './doubt';
import { factsOf } from './facts';
import { stepOf } from './growth';
import { endUnsaid, showIncidents } from './incidents';
import { listFactsOf } from './inhibition';
import { grewEvent, reminderEvent } from './laterEvents';
import { left } from './left';
import { calledOf, describeAlsoBad, describeMember, userNamesOf } from './members';
import {
	isOfAddresses,
	sourceKey,
	type Facts,
	type GroupNotice,
	type Notice,
	type WatchSettings,
} from './model';
import { countByObserver, showVotes } from './observers/sayVotes';
import { isOwnNode } from './ownNode';
import type { Reading, Validator } from './readings';
import { numberOf, oldestOf } from './reminders';
import { sortByUrgency, type Rendered } from './byUrgency';
import { renderDigest } from './digest';
import { sayGroup, sayNotice, sayWhere } from './sayAlert';
import { alsoDownOf } from './sayAlsoDown';
import { linkToExplorer, showRecord, showUptime } from './showValidator';
import { showSuspicion, tellsAsOne } from './suspicion';
import { byTimeLeft } from './timeLeft';
import { addressOf, balanceSettingsOf } from './tokenKeys';
import { renderUnknownUpgrade } from './unknownUpgrade';
import type { Upgrade } from './upgrades';

/** The renewal of a validation. All are null if there is no validator, and the last two if it is not auto-renewed. */
const describeRenewal = (validator: Validator | undefined): IDataObject => ({
	renews: (validator && doesRenew(validator)) ?? null,
	nextPeriodSeconds: validator?.nextPeriod ?? null,
	autoCompoundPercent: validator?.autoCompound ?? null,
});

/** One turn of an alert in the fields of its item. */
interface Turn {
	event: string;
	/** UNIX seconds. */
	since: number;
	states: IDataObject;
	/** Tells repeated turns apart: the number of the step or of the reminder. */
	count: Array<number | undefined>;
}

function stateBefore({ alert, reason, wasFound }: Notice): string {
	if (reason === 'new') return 'absent';
	return wasFound ? 'unknown' : alert.goodState;
}

function describeTurn(notices: Notice[], settings: WatchSettings, at: number): Turn {
	const [first] = notices;
	const { alert, turned, reason, grown } = first;
	const { event: name, goodState } = alert;
	const since = Math.min(...notices.map((notice) => notice.since));
	const previousState = reason === 'new' ? 'absent' : name;
	const lasting = { state: name, previousState, lastedSeconds: at - since };
	switch (turned) {
		case 'began':
			return {
				event: name,
				since,
				states: { state: name, previousState: stateBefore(first) },
				count: [],
			};
		case 'grew':
			return {
				event: grewEvent,
				since,
				states: { ...lasting, step: stepOf(first)?.name ?? null },
				count: [grown?.told],
			};
		case 'lasts': {
			const reminder = numberOf(oldestOf(notices), settings, at);
			return { event: reminderEvent, since, states: { ...lasting, reminder }, count: [reminder] };
		}
		case 'ended': {
			const ended = Math.min(...notices.map((notice) => notice.goodSince ?? notice.since));
			const lastedSeconds = ended > since ? ended - since : null;
			return {
				event: alert.endEvent!,
				since: ended,
				states: { state: goodState, previousState, lastedSeconds },
				count: [],
			};
		}
	}
}

/** The fields at the beginning and the end of all items. `identity` tells items of one event and time apart. */
function describeNotices(
	notices: Notice[],
	{ identity, alertId }: { identity: string; alertId: string },
	settings: WatchSettings,
	reading: Reading,
) {
	const { event, since, states, count } = describeTurn(notices, settings, reading.at);
	const occurrence = [...aboutOf(notices[0], settings), identity, event, since, ...count];
	return {
		event,
		since: toIso(since),
		states,
		source: {
			observedAt: toIso(reading.at),
			source: settings.source,
			...(isOfAddresses(settings.source)
				? showPlace(settings)
				: settings.blockchainId && { blockchainId: settings.blockchainId }),
			...(settings.subnetId && { subnetId: settings.subnetId }),
			...(reading.node && { queriedNode: reading.node, network: reading.network ?? null }),
		},
		ids: { alertId, eventId: `${event}-${fingerprint(...occurrence)}` },
	};
}

export function renderNotice(
	notice: Notice,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const { alert, key, validator, context } = notice;
	const { ruleFacts }: Partial<Condition> = alert;
	const isOfSource = key === sourceKey;
	const alertId = alertIdOf(notice, settings, reading);
	const place = balanceSettingsOf(key, settings);
	const described = describeNotices([notice], { identity: key, alertId }, place, reading);
	const isOwn = isOwnNode(key, settings);
	const nodeId = showKey(isOwn ? (validator?.nodeId ?? reading.nodeId) : addressOf(key));
	const explorerUrl = nodeId && linkToExplorer(nodeId, reading, settings);
	const votes = votesOn(notice, settings, reading);
	const facts = factsOf(notice, settings);
	const standing = isOfSource ? {} : showUptime(validator, context, settings);
	const known = { nodeId, facts: { ...standing, ...facts } };
	const { title, severity, message } = sayNotice(notice, known, settings, reading);
	const about = { nodeId, explorerUrl, validator, votes: votes?.list };
	return putExactLast({
		event: described.event,
		title,
		severity,
		message: [message, ...sayWhere(about, settings, reading)].join('\n'),
		...(isOfPrimary(notice, settings) && { explorerUrl: explorerUrl ?? null }),
		since: described.since,
		...showSubject(nodeId, isOfSource && !isOwn, settings),
		...described.states,
		...showCause(notice, votes, settings, reading),
		...showSuspicion([notice], reading),
		...showIncidents([notice], reading),
		...standing,
		...ruleFacts?.(settings.rules[alert.event]),
		...facts,
		...showAlsoBad(notice, settings),
		...showFurther(notice, facts, settings, reading),
		...described.source,
		...showValidation(notice, settings),
		...described.ids,
	});
}

const isOfPrimary = ({ key }: Notice, { source }: WatchSettings): boolean =>
	source === 'primaryNetwork' && key !== sourceKey;

/** Why a validator left, and who sees it disconnected: columns that only some alerts have. */
function showCause(
	notice: Notice,
	votes: Votes | undefined,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const { alert, turned, reason = null } = notice;
	const isDown = alert === disconnected && turned !== 'ended';
	return {
		...(alert === left && { reason }),
		...(isDown && showSuspect(doubtsNode(notice, settings, reading))),
		...(votes && { observers: showVotes(votes.list) }),
	};
}

function showAlsoBad(notice: Notice, settings: WatchSettings): IDataObject {
	const isShown = notice.turned !== 'ended' && listFactsOf(notice.alert, settings).length > 0;
	return isShown ? { alsoBad: describeAlsoBad(notice, settings) } : {};
}

/** The renewal of a validator of the Primary Network. For the source, the names of those that its message is about. */
function showFurther(
	notice: Notice,
	facts: Facts,
	settings: WatchSettings,
	{ undecided = [] }: Reading,
): IDataObject {
	if (isOfPrimary(notice, settings)) return describeRenewal(notice.validator);
	if (notice.key !== sourceKey) return {};
	const { downBefore = [] } = facts as { downBefore?: string[] };
	return calledOf([...new Set([...downBefore, ...undecided])], settings);
}

/** An address has no validation. */
const showValidation = (
	{ validator, context }: Notice,
	settings: WatchSettings,
): IDataObject | false =>
	!isOfAddresses(settings.source) && {
		validator: validator ? showRecord(validator, context, settings) : null,
		validationId: validator?.validationId ?? null,
	};

interface Votes {
	list: Validator['votes'];
}

/** The observers' votes on it. Undefined for alerts that observers are not asked about. */
function votesOn(
	{ alert, key, validator }: Notice,
	{ observers }: WatchSettings,
	{ voteless }: Reading,
): Votes | undefined {
	if (!observers) return undefined;
	if (key === sourceKey) return { list: voteless };
	return alert === disconnected ? { list: validator?.votes } : undefined;
}

const showSuspect = (isSuspicious: boolean): IDataObject => ({
	suspect: isSuspicious ? 'watchingNode' : null,
});

/** An EVM address gets its checksum, as people know it. Other keys stay as they are. */
const showKey = (key: string | undefined): string | null =>
	key ? (toChecksumAddress(key) as string) : null;

function showSubject(
	id: string | null,
	isOfSource: boolean,
	{ source, names }: WatchSettings,
): IDataObject {
	const name = (id && nameOf(names, id)) || null;
	const group = groupColumn(names, id);
	if (isOfAddresses(source))
		return isOfSource ? { address: null } : { addressName: name, ...group, address: id };
	const named = { name, ...group, shortNodeId: id && shortenNodeId(sayId(id)) };
	return { ...(!isOfSource && named), nodeId: id };
}

/** The chain of the watched balances, and their token. */
const showPlace = (settings: WatchSettings): IDataObject => ({
	chain: nameWatchedChain(settings),
	...((settings.token ?? settings.tokens) && { token: toChecksumAddress(settings.token) ?? null }),
});

const nameWatchedChain = ({ source, blockchainId, chainName }: WatchSettings): string =>
	source === 'pChain' ? 'P-Chain' : (chainName ?? (nameChain(blockchainId) as string));

const hasPayloads = ({ payloads = [] }: WatchSettings): boolean => payloads.length > 0;

/** One validator in an item about several. On-call services take the texts and the times of each. */
function renderMember(notice: Notice, settings: WatchSettings, reading: Reading): IDataObject {
	const { nodeId, name, ...member } = describeMember(notice, settings);
	if (!hasPayloads(settings)) return { nodeId, name, ...member };
	const { key, validator, context } = notice;
	const facts = { ...showUptime(validator, context, settings), ...factsOf(notice, settings) };
	const { title, message } = sayNotice(notice, { nodeId: key, facts }, settings, reading);
	return { nodeId, name, title, message, ...member };
}

/** Each as if it had an item of its own. */
const orderMembers = (together: GroupNotice, isDoubted: boolean): Notice[] =>
	byTimeLeft(together.notices).map((notice) => ({
		...notice,
		isDoubted,
		alsoDown: alsoDownOf(notice.key, together),
	}));

/** One item for many notices of one kind, or for those of one named group. */
function renderGroup(
	together: GroupNotice,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const { group, notices, stillBad, watchedCount } = together;
	const isNamed = group !== undefined;
	const hasMembers = isNamed || hasPayloads(settings);
	const [{ alert, turned }] = notices;
	const { ruleFacts }: Partial<Condition> = alert;
	const keys = notices.map(({ key }) => key).sort();
	const alertIds = notices.map(
		(notice) => [notice.key, alertIdOf(notice, settings, reading)] as const,
	);
	const began = Math.min(...notices.map(({ since }) => since));
	const alertId = groupAlertIdOf(together, began, settings, reading);
	const isEnd = turned === 'ended';
	const isSuspicious = doubtsNodeOfGroup(together, reading, settings);
	const isOne = isSuspicious && alert === disconnected && tellsAsOne(settings);
	const { event, since, states, source, ids } = describeNotices(
		notices,
		{ identity: keys.join(), alertId },
		settings,
		reading,
	);
	const { title, severity, message } = sayGroup(together, settings, reading);
	return {
		event,
		title,
		severity,
		message,
		since,
		...(isNamed && { group }),
		validatorCount: keys.length,
		watchedCount,
		...states,
		...(alert.suspectsQueriedNode && !isEnd && showSuspect(isSuspicious)),
		...showSuspicion(notices, reading, isOne ? alertId : undefined),
		...showIncidents(notices, reading),
		...(settings.observers && alert === disconnected && { observers: countByObserver(notices) }),
		...ruleFacts?.(settings.rules[alert.event]),
		...source,
		...(isNamed ? userNamesOf : calledOf)(keys, settings),
		nodeIds: keys,
		...((isEnd || isNamed) && { stillBad: [...stillBad].sort() }),
		...(hasMembers && {
			members: orderMembers(together, isSuspicious).map((notice) =>
				renderMember(notice, settings, reading),
			),
		}),
		nodeId: null,
		validator: null,
		validationId: null,
		alertIds: Object.fromEntries(alertIds),
		...ids,
	};
}

export function render(
	notices: Array<Notice | GroupNotice>,
	unknownUpgrade: Upgrade | undefined,
	settings: WatchSettings,
	reading: Reading,
): IDataObject[] {
	const renderOne = (notice: Notice | GroupNotice): Rendered =>
		'notices' in notice
			? { item: renderGroup(notice, settings, reading), notices: notice.notices }
			: { item: renderNotice(notice, settings, reading), notices: [notice] };
	const isOfSource = (notice: Notice | GroupNotice) => 'key' in notice && notice.key === sourceKey;
	const rendered = [
		...sortByUrgency(notices.filter(isOfSource).map(renderOne)),
		...(unknownUpgrade ? [renderUnknownUpgrade(unknownUpgrade, settings, reading)] : []),
		...sortByUrgency(notices.filter((notice) => !isOfSource(notice)).map(renderOne)),
	];
	const items = endUnsaid(rendered, reading);
	return settings.digest && items.length ? [renderDigest(items, settings, reading)] : items;
}
