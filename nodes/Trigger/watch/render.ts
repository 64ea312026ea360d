/** The items of the event: each says on its own what happened to whom, since when, and in whose view. */
import type { IDataObject } from 'n8n-workflow';
import { doesRenew } from '../../shared/validators';
import { hash } from '../identity';
import type { Condition } from './conditions/condition';
import { countReminders } from './delivery';
import { left } from './left';
import {
	ownKey,
	sourceKey,
	type Facts,
	type GroupNotice,
	type Notice,
	type Reading,
	type Validator,
	type WatchSettings,
} from './model';
import { renderUnknownUpgrade } from './unknownUpgrade';
import type { Upgrade } from './upgrades';
import { sayDuration, sayTime, shortenNodeId, toIso } from './words';

/** Whether a validation renews itself, how long the next one is, and how much of the reward is added to the stake. */
const describeRenewal = (validator: Validator) => ({
	renews: doesRenew(validator),
	nextPeriodSeconds: validator.nextPeriod ?? null,
	autoCompoundPercent: validator.autoCompound ?? null,
});

/** The facts of a notice; none of a validator that is in no list. */
function factsOf(
	{ alert, key, validator, context, turned }: Notice,
	{ rules }: WatchSettings,
): Facts {
	const { facts }: Partial<Condition> = alert;
	const subject = key === sourceKey ? { record: {} } : validator;
	const rule = rules[alert.event];
	return (subject && context && facts?.(subject, rule, context, turned === 'ended')) ?? {};
}

/** The alerts of one kind in one place. */
const aboutOf = ({ alert }: Notice, settings: WatchSettings) => [
	settings.scope,
	settings.source,
	settings.blockchainId || settings.subnetId,
	alert.event,
];

/** The same from the beginning of one validator's alert to its end, whoever is reported with it. */
const alertIdOf = (notice: Notice, settings: WatchSettings): string =>
	hash(...aboutOf(notice, settings), notice.key, notice.since);

/** What all items have: identity, time, states, source. */
function describe(
	notices: Notice[],
	identity: string,
	alertId: string,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const [{ alert, turned, wasFound, reason }] = notices;
	const { event: name, endEvent, goodState, ruleFacts }: Partial<Condition> = alert;
	const began = Math.min(...notices.map(({ since }) => since));
	const ended = Math.min(...notices.map(({ goodSince, since }) => goodSince ?? since));
	const isEnd = turned === 'ended';
	const isReminder = turned === 'lasts';
	const event = isReminder ? 'reminder' : isEnd ? endEvent : name;
	const since = isEnd ? ended : began;
	const reminder = isReminder ? [countReminders(began, settings, reading.at)] : [];
	const before =
		reason === 'new' ? 'absent' : isEnd || isReminder ? name : wasFound ? 'unknown' : goodState;
	return {
		eventId: `${event}-${hash(...aboutOf(notices[0], settings), identity, event, since, ...reminder)}`,
		alertId,
		event,
		observedAt: toIso(reading.at),
		state: isEnd ? goodState : name,
		previousState: before,
		since: toIso(since),
		...(isEnd && ended > began && { lastedSeconds: ended - began }),
		...(isReminder && { lastedSeconds: reading.at - began }),
		source: settings.source,
		...(settings.blockchainId && { blockchainId: settings.blockchainId }),
		...(settings.subnetId && { subnetId: settings.subnetId }),
		...ruleFacts?.(settings.rules[alert.event]),
	};
}

/** For a telephone at three in the morning: which validator, what, since when, and what to do. */
function sayNotice(
	{ alert, turned, key, validator, reason, since, goodSince = since, wasFound }: Notice,
	nodeId: string | null,
	facts: Facts,
	{ timezone }: WatchSettings,
	{ at, failure }: Reading,
): string {
	const clock = { at, timezone };
	const told = { ...clock, facts, validator, reason, failure };
	const { began, ended, saysWhen } = alert.words;
	const named = nodeId ? shortenNodeId(nodeId) : 'This node';
	const who = key === sourceKey ? 'The source' : named;
	const sayFrom = (time: number) => (saysWhen ? '' : ` since ${sayTime(time, clock)}`);
	// Reported late, after quiet hours: what it was like is not known any more.
	if (key !== sourceKey && !validator && alert !== left)
		return `${who}: "${alert.option.name}" from ${sayTime(since, clock)} until it left the list.`;
	if (turned === 'ended') {
		const lasted = goodSince > since ? `, after ${sayDuration(goodSince - since)}` : '';
		return `${who}: ${ended(told)}${sayFrom(goodSince)}${lasted}.`.replace(',,', ',');
	}
	const { what, todo } = began(told);
	const soFar = turned === 'lasts' ? `, for ${sayDuration(at - since)} now` : '';
	const orEarlier = wasFound && !saysWhen ? ' or earlier' : '';
	return `${who}${soFar}: ${what}${sayFrom(since)}${orEarlier}. ${todo}`;
}

/** The item of one notice. */
export function renderNotice(
	notice: Notice,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const { key, validator, reason } = notice;
	const nodeId = key === ownKey ? (validator?.nodeId ?? reading.nodeId) : key;
	const facts = factsOf(notice, settings);
	return {
		...describe([notice], key, alertIdOf(notice, settings), settings, reading),
		nodeId: nodeId || null,
		validationId: validator?.validationId ?? null,
		...(reason && { reason }),
		...facts,
		...(settings.source === 'primaryNetwork' && validator && describeRenewal(validator)),
		message: sayNotice(notice, nodeId || null, facts, settings, reading),
		validator: validator?.record ?? null,
	};
}

function sayGroup(
	notices: Notice[],
	stillBad: number,
	watchedCount: number,
	{ timezone }: WatchSettings,
	{ at }: Reading,
): string {
	const [{ alert, turned }] = notices;
	const { manyBegan, manyEnded } = alert.words;
	const began = Math.min(...notices.map(({ since }) => since));
	const all = `${notices.length} of ${watchedCount} watched validators`;
	if (turned === 'ended')
		return `${all} ${manyEnded}.${stillBad ? ` ${stillBad} more are not yet.` : ''}`;
	if (turned === 'lasts') return `${all} ${manyBegan}, for ${sayDuration(at - began)} now.`;
	const words = `${all} ${manyBegan} since ${sayTime(began, { at, timezone })}.`;
	return alert.suspectsQueriedNode
		? `${words} Check the queried node first: it is the likely cause.`
		: words;
}

/** One item for many notices of one kind. */
export function renderGroup(
	{ notices, stillBad, watchedCount }: GroupNotice,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const [{ alert, turned }] = notices;
	const keys = notices.map(({ key }) => key).sort();
	const alertIds = notices.map((notice) => [notice.key, alertIdOf(notice, settings)] as const);
	const began = Math.min(...notices.map(({ since }) => since));
	const alertId = hash(...aboutOf(notices[0], settings), 'group', began);
	const isEnd = turned === 'ended';
	// Many ends of validations in one poll, say, do not put the node that shows them in doubt.
	const isSuspicious = turned === 'began' && alert.suspectsQueriedNode;
	return {
		...describe(notices, keys.join(), alertId, settings, reading),
		...(isSuspicious && { suspect: 'watchingNode' }),
		nodeId: null,
		validationId: null,
		nodeIds: keys,
		alertIds: Object.fromEntries(alertIds),
		validatorCount: keys.length,
		watchedCount,
		...(isEnd && { stillBad }),
		message: sayGroup(notices, stillBad.length, watchedCount, settings, reading),
		validator: null,
	};
}

/** One item for all of one poll. */
export function renderDigest(
	items: IDataObject[],
	{ source }: WatchSettings,
	{ at }: Reading,
): IDataObject {
	const names = items.flatMap(
		({ nodeId, nodeIds }) => (nodeIds as string[] | undefined) ?? nodeId ?? [],
	);
	return {
		eventId: `digest-${hash(...items.map(({ eventId }) => eventId))}`,
		event: 'digest',
		observedAt: toIso(at),
		source,
		events: items.map(({ event }) => event as string),
		nodeIds: [...new Set(names as string[])],
		message: items.map(({ message }) => message as string).join('\n'),
		items,
	};
}

/** The items of one poll. */
export function render(
	notices: Array<Notice | GroupNotice>,
	unknownUpgrade: Upgrade | undefined,
	settings: WatchSettings,
	reading: Reading,
): IDataObject[] {
	const renderOne = (notice: Notice | GroupNotice) =>
		'notices' in notice
			? renderGroup(notice, settings, reading)
			: renderNotice(notice, settings, reading);
	const isOfSource = (notice: Notice | GroupNotice) => 'key' in notice && notice.key === sourceKey;
	const items = [
		...notices.filter(isOfSource).map(renderOne),
		...(unknownUpgrade ? [renderUnknownUpgrade(unknownUpgrade, settings, reading)] : []),
		...notices.filter((notice) => !isOfSource(notice)).map(renderOne),
	];
	return settings.digest && items.length ? [renderDigest(items, settings, reading)] : items;
}
