/** The items of the event: each says on its own what happened to whom, since when, and in whose view. */
import type { IDataObject } from 'n8n-workflow';
import { shortenNodeId } from '../../shared/ids';
import { nameOf } from '../../shared/names';
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
	type Severity,
	type Validator,
	type WatchSettings,
} from './model';
import { linkToExplorer, showRecord, showUptime } from './showValidator';
import { renderUnknownUpgrade } from './unknownUpgrade';
import type { Upgrade } from './upgrades';
import { sayDuration, sayTime, toIso } from '../words';

/**
 * Of an auto-renewed validation: whether it renews itself, how long the next one is, and how much of the reward is added
 * to the stake.
 */
const describeRenewal = (validator: Validator): IDataObject =>
	validator.nextPeriod === undefined
		? {}
		: {
				renews: doesRenew(validator),
				nextPeriodSeconds: validator.nextPeriod,
				autoCompoundPercent: validator.autoCompound ?? null,
			};

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

/** What happened, and when: what all items begin with, and what they end with. */
function describe(
	notices: Notice[],
	identity: string,
	alertId: string,
	settings: WatchSettings,
	reading: Reading,
) {
	const [{ alert, turned, wasFound, reason }] = notices;
	const { event: name, endEvent, goodState }: Partial<Condition> = alert;
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
		event: event!,
		since: toIso(since),
		states: {
			state: isEnd ? goodState : name,
			previousState: before,
			...(isEnd && ended > began && { lastedSeconds: ended - began }),
			...(isReminder && { lastedSeconds: reading.at - began }),
		},
		source: {
			observedAt: toIso(reading.at),
			source: settings.source,
			...(settings.blockchainId && { blockchainId: settings.blockchainId }),
			...(settings.subnetId && { subnetId: settings.subnetId }),
		},
		ids: {
			alertId,
			eventId: `${event}-${hash(...aboutOf(notices[0], settings), identity, event, since, ...reminder)}`,
		},
	};
}

/** Who it is about: as a title names it, and as a message does. */
function sayWho(key: string, nodeId: string | null, { names }: WatchSettings) {
	if (key === sourceKey) return { short: 'The Avalanche node', long: 'The Avalanche node' };
	if (!nodeId) return { short: 'This node', long: 'This node' };
	const id = shortenNodeId(nodeId);
	const name = nameOf(names, nodeId);
	return name ? { short: name, long: `${name} (${id})` } : { short: id, long: id };
}

/** What happened to whom in one line, and for a telephone at three in the morning: since when, and what to do. */
function sayNotice(
	{ alert, turned, key, validator, reason, since, goodSince = since, wasFound }: Notice,
	nodeId: string | null,
	facts: Facts,
	settings: WatchSettings,
	{ at, failure }: Reading,
): { title: string; severity: Severity | 'resolved'; message: string } {
	const clock = { at, timezone: settings.timezone };
	const told = { ...clock, facts, validator, reason, failure };
	const { began, ended, saysWhen } = alert.words;
	const who = sayWho(key, nodeId, settings);
	const sayFrom = (time: number) => (saysWhen ? '' : ` since ${sayTime(time, clock)}`);
	const toTitle = (what: string) => `${who.short}: ${what.replace(/,$/, '')}`;
	// Reported late, after quiet hours: what it was like is not known any more.
	if (key !== sourceKey && !validator && alert !== left)
		return {
			title: `${who.short}: "${alert.option.name}" until it left the list`,
			severity: 'warning',
			message: `${who.long}: "${alert.option.name}" from ${sayTime(since, clock)} until it left the list.`,
		};
	if (turned === 'ended') {
		const what = ended(told);
		const lasted = goodSince > since ? `, after ${sayDuration(goodSince - since)}` : '';
		return {
			title: toTitle(what),
			severity: 'resolved',
			message: `${who.long}: ${what}${sayFrom(goodSince)}${lasted}.`.replace(',,', ','),
		};
	}
	const { severity, what, title = what, todo } = began(told);
	const soFar = turned === 'lasts' ? `, for ${sayDuration(at - since)} now` : '';
	const orEarlier = wasFound && !saysWhen ? ' or earlier' : '';
	return {
		title: `${toTitle(title)}${soFar}`,
		severity,
		message: `${who.long}${soFar}: ${what}${sayFrom(since)}${orEarlier}. ${todo}`,
	};
}

/** The item of one notice. */
export function renderNotice(
	notice: Notice,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const { alert, key, validator, context, reason } = notice;
	const { ruleFacts }: Partial<Condition> = alert;
	const nodeId = (key === ownKey ? (validator?.nodeId ?? reading.nodeId) : key) || null;
	const facts = factsOf(notice, settings);
	const standing = validator && context ? showUptime(validator, context) : {};
	const alertId = alertIdOf(notice, settings);
	const { event, since, states, source, ids } = describe([notice], key, alertId, settings, reading);
	const told = { ...standing, ...facts };
	const { title, severity, message } = sayNotice(notice, nodeId, told, settings, reading);
	const name = nodeId && nameOf(settings.names, nodeId);
	const explorerUrl = nodeId && linkToExplorer(nodeId, reading, settings);
	const where = explorerUrl ? `\nExplorer: ${explorerUrl}` : nodeId ? `\nNode ID: ${nodeId}` : '';
	return {
		event,
		title,
		severity,
		message: message + where,
		...(explorerUrl && { explorerUrl }),
		since,
		...(name && { name }),
		...(nodeId && { shortNodeId: shortenNodeId(nodeId) }),
		nodeId,
		...states,
		...(reason && { reason }),
		...standing,
		...ruleFacts?.(settings.rules[alert.event]),
		...facts,
		...(settings.source === 'primaryNetwork' && validator && describeRenewal(validator)),
		...source,
		validator: validator ? showRecord(validator, settings) : null,
		validationId: validator?.validationId ?? null,
		...ids,
	};
}

/** The names among these keys, in their order: "Frankfurt-1, Zurich-2 and 3 more". */
function listNamed(keys: string[], { names }: WatchSettings): string {
	const named = keys.flatMap((key) => nameOf(names, key) ?? []);
	const first = named.slice(0, mostNamed);
	const rest = keys.length - first.length;
	return rest ? `${first.join(', ')} and ${rest} more` : first.join(', ');
}

/** More names than this make a message unreadable. */
const mostNamed = 3;

function sayGroup(
	notices: Notice[],
	stillBad: number,
	watchedCount: number,
	settings: WatchSettings,
	{ at }: Reading,
): { title: string; severity: Severity | 'resolved'; message: string } {
	const [{ alert, turned }] = notices;
	const { manyBegan, manyEnded, began: sayBegan } = alert.words;
	const began = Math.min(...notices.map(({ since }) => since));
	const all = `${notices.length} of ${watchedCount} watched validators`;
	const { timezone, names } = settings;
	const keys = notices.map(({ key }) => key);
	const isAnyNamed = keys.some((key) => nameOf(names, key));
	const who = isAnyNamed ? ` They are ${listNamed(keys, settings)}.` : '';
	if (turned === 'ended') {
		const title = `${all} ${manyEnded}`;
		const rest = stillBad ? ` ${stillBad} more are not yet.` : '';
		return { title, severity: 'resolved', message: `${title}.${who}${rest}` };
	}
	const soFar = turned === 'lasts' ? `, for ${sayDuration(at - began)} now` : '';
	const title = `${all} ${manyBegan}${soFar}`;
	const about = notices.filter(({ context }) => context);
	const isCritical = about.some((notice) => {
		const { validator, reason } = notice;
		const facts = factsOf(notice, settings);
		return sayBegan({ at, timezone, facts, validator, reason }).severity === 'critical';
	});
	const when = turned === 'lasts' ? '' : ` since ${sayTime(began, { at, timezone })}`;
	const isSuspicious = turned === 'began' && alert.suspectsQueriedNode;
	const todo = isSuspicious
		? ' Check the node of your credential first: it is the likely cause.'
		: '';
	return {
		title,
		severity: isCritical ? 'critical' : 'warning',
		message: `${title}${when}.${who}${todo}`,
	};
}

/** The names that the user gave, by node ID. */
function namesOf(nodeIds: string[], { names }: WatchSettings): IDataObject {
	const named = nodeIds.map((nodeId) => [nodeId, nameOf(names, nodeId)] as const);
	const given = named.filter(([, name]) => name);
	return given.length ? { names: Object.fromEntries(given) } : {};
}

/** One item for many notices of one kind. */
function renderGroup(
	{ notices, stillBad, watchedCount }: GroupNotice,
	settings: WatchSettings,
	reading: Reading,
): IDataObject {
	const [{ alert, turned }] = notices;
	const { ruleFacts }: Partial<Condition> = alert;
	const keys = notices.map(({ key }) => key).sort();
	const alertIds = notices.map((notice) => [notice.key, alertIdOf(notice, settings)] as const);
	const began = Math.min(...notices.map(({ since }) => since));
	const alertId = hash(...aboutOf(notices[0], settings), 'group', began);
	const isEnd = turned === 'ended';
	// Many ends of validations in one poll, say, do not put the node that shows them in doubt.
	const isSuspicious = turned === 'began' && alert.suspectsQueriedNode;
	const { event, since, states, source, ids } = describe(
		notices,
		keys.join(),
		alertId,
		settings,
		reading,
	);
	const { title, severity, message } = sayGroup(
		notices,
		stillBad.length,
		watchedCount,
		settings,
		reading,
	);
	return {
		event,
		title,
		severity,
		message,
		since,
		validatorCount: keys.length,
		watchedCount,
		...states,
		...(isSuspicious && { suspect: 'watchingNode' }),
		...ruleFacts?.(settings.rules[alert.event]),
		...source,
		...namesOf(keys, settings),
		nodeIds: keys,
		...(isEnd && { stillBad }),
		nodeId: null,
		validator: null,
		validationId: null,
		alertIds: Object.fromEntries(alertIds),
		...ids,
	};
}

const bySeverity = ['critical', 'warning', 'resolved'];

/** One item for all of one poll; its title is that of the most urgent. */
export function renderDigest(
	items: IDataObject[],
	settings: WatchSettings,
	{ at }: Reading,
): IDataObject {
	const listed = items.flatMap(
		({ nodeId, nodeIds }) => (nodeIds as string[] | undefined) ?? nodeId ?? [],
	);
	const nodeIds = [...new Set(listed as string[])];
	const rank = ({ severity }: IDataObject) => bySeverity.indexOf(severity as string);
	const [{ title, severity }] = [...items].sort((a, b) => rank(a) - rank(b));
	const more = items.length > 1 ? ` (and ${items.length - 1} more)` : '';
	return {
		event: 'digest',
		title: `${title as string}${more}`,
		severity,
		message: items.map(({ message }) => message as string).join('\n'),
		observedAt: toIso(at),
		events: items.map(({ event }) => event as string),
		source: settings.source,
		...namesOf(nodeIds, settings),
		nodeIds,
		items,
		eventId: `digest-${hash(...items.map(({ eventId }) => eventId))}`,
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
