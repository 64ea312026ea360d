/** The items of the event: each says on its own what happened to whom, since when, and in whose view. */
import type { IDataObject } from 'n8n-workflow';
import { hash } from '../identity';
import {
	conditions,
	doesRenew,
	projectUptime,
	thresholdOf,
	versionOf,
	type Circumstances,
	type Condition,
} from './conditions';
import type { UptimeSettings } from './settings';
import { ownKey, type Reading, type Validator } from './source';
import type { Upgrade } from './upgrades';

/** Why a validator left or joined. */
export type Reason = 'ended' | 'notRenewed' | 'removed' | 'absent' | 'new' | 'renewed' | 'returned';

/** A condition of one validator (or of the source) that began or ended with a reading, or lasts. */
export interface Change {
	condition: Condition;
	turned: 'began' | 'ended' | 'lasts';
	/** Node ID, {@link ownKey}, or empty for the source. */
	key: string;
	validator?: Validator;
	/** Start of the condition, and of its end: UNIX seconds. */
	since: number;
	goodSince?: number;
	/** Whether it was so already in the first reading. */
	wasFound?: boolean;
	reason?: Reason;
	/** What its judgement rested on. */
	circumstances?: Circumstances;
}

/** Times of five-digit years, which ISO texts do not hold as others do, are no dates; nor are those that no Date holds. */
const mostYear = 9999;

/** A time as ISO text; nothing where it is too far away to be a date. */
function toIso(seconds: number): string | null {
	const date = new Date(seconds * 1000);
	const year = date.getUTCFullYear();
	return year >= 0 && year <= mostYear ? date.toISOString() : null;
}

/** "3 h 12 min": the two largest units. */
function sayDuration(seconds: number): string {
	const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit));
	const parts = [
		[days, 'd'],
		[hours % 24, 'h'],
		[minutes % 60, 'min'],
		[seconds % 60, 's'],
	].filter(([amount]) => amount);
	return (
		parts
			.slice(0, 2)
			.map((part) => part.join(' '))
			.join(' ') || '0 s'
	);
}

const sayPercent = (percent: number | undefined): string =>
	percent === undefined ? 'unknown' : `${Number(percent.toFixed(2))} %`;

/** Figures of a condition, for people to read and workflows to count with. */
type Facts = Record<string, string | number | null>;

const factsOf: Partial<
	Record<
		Condition,
		(validator: Validator, settings: UptimeSettings, circumstances: Circumstances) => Facts
	>
> = {
	belowThreshold: (validator, settings, circumstances) => ({
		threshold: thresholdOf(validator, settings, circumstances) ?? null,
	}),
	fell: ({ uptime }, { fellSeconds }, { highest }) => ({
		fellFrom: highest ?? null,
		fellBy:
			highest === undefined || uptime === undefined ? null : Number((highest - uptime).toFixed(3)),
		withinHours: fellSeconds / 3600,
	}),
	requirementAtRisk: (validator, _settings, circumstances) => {
		const projected = projectUptime(validator, circumstances);
		if (!projected) return {};
		const { required, affordable, best } = projected;
		const bestUptime = Number(best.toFixed(4));
		return {
			requiredUptime: required,
			bestUptime,
			affordableSeconds: affordable,
			...tellEnd(validator),
		};
	},
	endingSoon: (validator) => tellEnd(validator),
	balanceLow: (_validator, _settings, { at, feeRate, lastsFor }) => ({
		feeRate: feeRate ?? null,
		lastsUntil: lastsFor === undefined ? null : toIso(Math.floor(at + lastsFor)),
	}),
	outdated: ({ version }, settings, circumstances) => ({
		version: version ?? null,
		leastVersion: versionOf(settings, circumstances) ?? null,
		...(circumstances.needed && tellUpgrade(circumstances.needed, circumstances.at)),
	}),
};

/** An upgrade of the network, by its name as its announcement writes it. */
const tellUpgrade = ({ name, at: upgradeAt }: Upgrade, at: number) => ({
	upgrade: name[0].toUpperCase() + name.slice(1),
	upgradeAt: toIso(upgradeAt),
	daysLeft: Math.max(0, Math.floor((upgradeAt - at) / 86_400)),
});

const tellEnd = ({ endsAt }: Validator): Facts => ({
	endsAt: endsAt === undefined ? null : toIso(endsAt),
});

/** Whether a validation renews itself, how long the next one is, and how much of the reward is added to the stake. */
const tellRenewal = (validator: Validator) => ({
	renews: doesRenew(validator),
	nextPeriodSeconds: validator.nextPeriod ?? null,
	autoCompoundPercent: validator.autoCompound ?? null,
});

/** The facts of a change; none where its validator is in no list. */
const tellFacts = (
	{ condition, validator, circumstances }: Change,
	settings: UptimeSettings,
): Facts =>
	(validator && circumstances && factsOf[condition]?.(validator, settings, circumstances)) ?? {};

type Words = (change: Change, facts: Facts, reading: Reading) => string;

const units = { days: 86_400, hours: 3600, minutes: 60 };

/** "on 2026-11-22T08:00:00.000Z, in 20 hours", in the largest unit of which there are two. */
function sayWhen(time: unknown, at: number): string {
	if (typeof time !== 'string') return 'on a date too far away to be written';
	const seconds = Date.parse(time) / 1000 - at;
	const [unit, length] = Object.entries(units).find(([, each]) => seconds >= 2 * each) ?? [];
	return length ? `on ${time}, in ${Math.floor(seconds / length)} ${unit}` : `on ${time}`;
}

const sayLeft: Record<string, string> = {
	ended: 'is no validator any more: its validation reached its end, which is no outage',
	notRenewed:
		'is no validator any more: its validation ended and was not renewed, as that of one that misses its uptime is not',
	removed: 'is no longer in the list of validators',
	absent: 'is not in the list of validators',
};
const sayJoined: Record<string, string> = {
	new: 'is a new validator',
	renewed: 'began a new validation; its uptime counts from the start again',
	returned: 'is in the list of validators again',
};

const sentences: Record<Condition, Record<'began' | 'ended', Words>> = {
	disconnected: {
		began: () => 'is disconnected: the asked node has no connection to it',
		ended: () => 'is connected again',
	},
	belowThreshold: {
		began: ({ validator }, { threshold }) =>
			`has an uptime of ${sayPercent(validator?.uptime)}, below ${threshold} %`,
		ended: ({ validator }, { threshold }) =>
			`has an uptime of ${sayPercent(validator?.uptime)}, no longer below ${threshold} %`,
	},
	inactive: {
		began: () => 'is inactive: it was disabled, or its balance for the continuous fee ran out',
		ended: () => 'is active again',
	},
	left: {
		began: ({ reason }) => sayLeft[reason!],
		ended: ({ reason }) => sayJoined[reason!],
	},
	unreachable: {
		began: (_change, _facts, { failure }) =>
			`cannot be read${failure ? `: ${failure.message}` : ''}`,
		ended: () => 'can be read again',
	},
	fell: {
		began: ({ validator }, { fellFrom, fellBy, withinHours }) =>
			`fell by ${fellBy} points within ${withinHours} h, from an uptime of ${fellFrom} % to ${sayPercent(validator?.uptime)}`,
		ended: ({ validator }) => `has an uptime of ${sayPercent(validator?.uptime)} and falls no more`,
	},
	requirementAtRisk: {
		began: ({ validator }, { requiredUptime, bestUptime, affordableSeconds, endsAt }) => {
			const renews = doesRenew(validator!);
			const takes = `the ${requiredUptime} % of uptime that its reward ${renews ? 'and its renewal take' : 'takes'}`;
			const isMissed = Number(affordableSeconds) < 0;
			const words = isMissed
				? `misses ${takes}: it can reach ${bestUptime} % at most by its end on ${endsAt}`
				: `can be offline for only ${sayDuration(Number(affordableSeconds))} more before it misses ${takes}; it ends on ${endsAt}`;
			if (!renews) return words;
			return isMissed
				? `${words}, and is removed then`
				: `${words}, and is removed then if it misses it`;
		},
		ended: (_change, { requiredUptime }) =>
			`is no longer at risk of missing the ${requiredUptime} % of uptime that its reward takes`,
	},
	endingSoon: {
		began: (_change, { endsAt }, { at }) => `ends its validation ${sayWhen(endsAt, at)}`,
		ended: ({ validator }, { endsAt }, { at }) =>
			doesRenew(validator!)
				? `does not end its validation any more, but renews it ${sayWhen(endsAt, at)}`
				: `does not end its validation soon any more, but ${sayWhen(endsAt, at)}`,
	},
	balanceLow: {
		began: ({ validator }, { lastsUntil }) =>
			validator?.balance === 0n
				? 'has no balance left for the continuous fee'
				: `has a balance for the continuous fee that lasts until ${lastsUntil}`,
		ended: (_change, { lastsUntil }) =>
			`has a balance for the continuous fee ${lastsUntil ? `until ${lastsUntil}` : 'for more than a year'} again`,
	},
	outdated: {
		began: (_change, { version, leastVersion, upgrade, upgradeAt }, { at }) => {
			if (!upgrade) return `runs ${version}, older than ${leastVersion}`;
			const isOver = Date.parse(String(upgradeAt)) <= at * 1000;
			const when = isOver ? `began on ${upgradeAt}` : `begins ${sayWhen(upgradeAt, at)}`;
			return `runs ${version}, but the upgrade ${upgrade} takes ${leastVersion}; it ${when}`;
		},
		ended: (_change, { version }) => `runs ${version}, which is new enough`,
	},
};

/** Conditions whose sentence names the time that matters, which is not when they began. */
const sayNoBegin: Condition[] = [
	'fell',
	'requirementAtRisk',
	'endingSoon',
	'balanceLow',
	'outdated',
];

const groupWords: Record<Condition, Record<'began' | 'ended', string>> = {
	disconnected: { began: 'lost their connection', ended: 'are connected again' },
	belowThreshold: { began: 'fell below the threshold', ended: 'are no longer below the threshold' },
	inactive: { began: 'became inactive', ended: 'are active again' },
	left: { began: 'left the list', ended: 'joined the list' },
	unreachable: { began: '', ended: '' },
	fell: { began: 'fell', ended: 'fall no more' },
	requirementAtRisk: {
		began: 'are at risk of missing their reward',
		ended: 'are no longer at risk',
	},
	endingSoon: { began: 'end soon', ended: 'do not end soon any more' },
	balanceLow: { began: 'run out of balance', ended: 'have a balance again' },
	outdated: { began: 'run an old version', ended: 'run a new version' },
};

/** How many reminders of what began at `since` were due until `at`. */
export const countReminders = (
	since: number,
	{ reminderSeconds }: UptimeSettings,
	at: number,
): number => (reminderSeconds ? Math.max(0, Math.floor((at - since) / reminderSeconds)) : 0);

/** The conditions of one kind in one place. */
const aboutOf = ({ condition }: Change, settings: UptimeSettings) => [
	settings.scope,
	settings.source,
	settings.blockchainId || settings.subnetId,
	condition,
];

/** The same from the beginning of one validator's condition to its end, whoever is told of with it. */
const alertIdOf = (change: Change, settings: UptimeSettings): string =>
	hash(...aboutOf(change, settings), change.key, change.since);

/** What all items have: identity, time, states, source. */
function describe(
	changes: Change[],
	identity: string,
	alertId: string,
	settings: UptimeSettings,
	reading: Reading,
): IDataObject {
	const [{ condition, turned, wasFound, reason }] = changes;
	const { end, goodState } = conditions[condition];
	const began = Math.min(...changes.map(({ since }) => since));
	const ended = Math.min(...changes.map(({ goodSince, since }) => goodSince ?? since));
	const isEnd = turned === 'ended';
	const isReminder = turned === 'lasts';
	const event = isReminder ? 'reminder' : isEnd ? end : condition;
	const since = isEnd ? ended : began;
	const reminder = isReminder ? [countReminders(began, settings, reading.at)] : [];
	const before =
		reason === 'new'
			? 'absent'
			: isEnd || isReminder
				? condition
				: wasFound
					? 'unknown'
					: goodState;
	return {
		eventId: `${event}-${hash(...aboutOf(changes[0], settings), identity, event, since, ...reminder)}`,
		alertId,
		event,
		observedAt: toIso(reading.at),
		state: isEnd ? goodState : condition,
		previousState: before,
		since: toIso(since),
		...(isEnd && ended > began && { lastedSeconds: ended - began }),
		...(isReminder && { lastedSeconds: reading.at - began }),
		source: settings.source,
		...(settings.blockchainId && { blockchainId: settings.blockchainId }),
		...(settings.subnetId && { subnetId: settings.subnetId }),
		...(condition === 'belowThreshold' && { threshold: settings.threshold }),
	};
}

/** The item of one change. */
export function makeItem(change: Change, settings: UptimeSettings, reading: Reading): IDataObject {
	const { key, validator, condition, turned, reason, wasFound, since, goodSince } = change;
	const nodeId = key === ownKey ? (validator?.nodeId ?? reading.nodeId) : key;
	const name = key === '' ? 'The source' : key === ownKey ? 'This node' : `Validator ${nodeId}`;
	const isEnd = turned === 'ended';
	const lasted =
		isEnd && goodSince && goodSince > since ? `, after ${sayDuration(goodSince - since)}` : '';
	const found = wasFound ? ', and was so when the watch began,' : '';
	const soFar = turned === 'lasts' ? `, for ${sayDuration(reading.at - since)} now` : '';
	const begin = sayNoBegin.includes(condition) ? '' : ` since ${toIso(since)}`;
	const time = isEnd ? '' : `${begin && found}${begin}${soFar}`;
	const facts = tellFacts(change, settings);
	// Told late, after quiet hours: what it was like is not known any more.
	const isGone = key !== '' && !validator && condition !== 'left';
	const words = isGone
		? `was ${condition} before it left the list`
		: sentences[condition][isEnd ? 'ended' : 'began'](change, facts, reading);
	return {
		...describe([change], key, alertIdOf(change, settings), settings, reading),
		nodeId: nodeId || null,
		validationId: validator?.validationId ?? null,
		...(reason && { reason }),
		...(condition === 'unreachable' && !isEnd && { hint: reading.failure?.hint ?? null }),
		...facts,
		...(settings.source === 'primaryNetwork' && validator && tellRenewal(validator)),
		message: `${name} ${words}${time}${lasted}`,
		validator: validator?.record ?? null,
	};
}

/** Conditions that a fault of the asked node itself would show of many validators at once. */
const suspicious: Condition[] = ['disconnected', 'belowThreshold', 'inactive', 'left', 'fell'];

/** One item for many changes of one kind: the asked node is the suspect. `stillBad` are those that stay. */
export function makeGroupItem(
	changes: Change[],
	stillBad: string[],
	watched: number,
	settings: UptimeSettings,
	reading: Reading,
): IDataObject {
	const [{ condition, turned }] = changes;
	const keys = changes.map(({ key }) => key).sort();
	const alertIds = changes.map((change) => [change.key, alertIdOf(change, settings)] as const);
	const began = Math.min(...changes.map(({ since }) => since));
	const alertId = hash(...aboutOf(changes[0], settings), 'group', began);
	const isEnd = turned === 'ended';
	const words = groupWords[condition][isEnd ? 'ended' : 'began'];
	const all = `${keys.length} of ${watched} watched validators`;
	const count =
		turned === 'lasts' ? `${all} are still ${condition}` : `${all} ${words} in one poll`;
	// Many ends of validations at once, say, are no fault of the node that tells of them.
	const isSuspicious = turned === 'began' && suspicious.includes(condition);
	const advice = 'the watching node itself is the suspect, so check it before the validators';
	const rest = stillBad.length ? `; ${stillBad.length} more are still ${condition}` : '';
	return {
		...describe(changes, keys.join(), alertId, settings, reading),
		...(isSuspicious && { suspect: 'watchingNode' }),
		nodeId: null,
		validationId: null,
		nodeIds: keys,
		alertIds: Object.fromEntries(alertIds),
		validatorCount: keys.length,
		watchedCount: watched,
		...(isEnd && { stillBad }),
		message: isEnd ? `${count}${rest}` : isSuspicious ? `${count}: ${advice}` : count,
		validator: null,
	};
}

/** The item that tells of an upgrade of which nobody here knows the version it takes. */
export function makeUnknownItem(
	upgrade: Upgrade,
	settings: UptimeSettings,
	{ at }: Reading,
): IDataObject {
	const { name, at: upgradeAt } = upgrade;
	const facts = tellUpgrade(upgrade, at);
	return {
		eventId: `versionUnknown-${hash(settings.scope, settings.source, name, upgradeAt)}`,
		event: 'versionUnknown',
		observedAt: toIso(at),
		state: 'versionUnknown',
		previousState: 'versionKnown',
		since: toIso(at),
		source: settings.source,
		nodeId: null,
		validationId: null,
		...facts,
		hint: 'Enter the version that its announcement names as Least Version, or update this package.',
		message: `The network's upgrade ${facts.upgrade} on ${facts.upgradeAt} takes a version that is not known here, so nodes are not compared with it`,
		validator: null,
	};
}

/** One item for all of one poll. */
export function makeDigest(
	items: IDataObject[],
	{ source }: UptimeSettings,
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
