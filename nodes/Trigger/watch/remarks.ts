/** Remarks of a test run: settings without effect, silent observers, and alerts that a test run cannot show. */
import type { IDataObject } from 'n8n-workflow';
import { nameOf, type Names } from '../../shared/fields/names';
import { listStrays, sayStrays } from '../../shared/fields/strays';
import { remarkPingUrl } from '../heartbeat/settings';
import type { Client } from '../../shared/network/client';
import { isPublic } from '../../shared/network/hosts';
import { readOwnId } from '../../shared/validators/ownId';
import { toChecksumAddress } from '../../shared/values/checksum';
import { sayId } from '../../shared/values/foreign';
import { listFew } from '../../shared/values/lists';
import { canBreak, isChosen, ruleFor } from './conditions';
import {
	balanceAbove,
	balanceBelow,
	sayHeld,
	sayLimit,
	type LimitRule,
} from './conditions/balanceLimit';
import { belowThreshold } from './conditions/belowThreshold';
import type { Condition } from './conditions/condition';
import { disconnected } from './conditions/disconnected';
import { fell } from './conditions/fell';
import { headNotMoving } from './conditions/headNotMoving';
import { nodeBehind } from './conditions/nodeBehind';
import { requirementAtRisk } from './conditions/requirementAtRisk';
import { isLate, sayLate } from './head/late';
import type { BehindRule, HeadRule } from './head/settings';
import {
	connectionSources,
	isOfAddresses,
	isOfLimits,
	isOfQueriedNode,
	type Alert,
	type Facts,
	type Silence,
	type WatchSettings,
} from './model';
import { furtherObservers } from './observers/settings';
import { noteNotKnown } from './notKnown';
import { louderMinutes, reminderHours, silences as ownSilences, silencesUrl } from './options';
import { listShown } from './remarkHeld';
import type { OtherHead, Reading, Validator } from './readings';
import { countPresent, remarkOrigin, showsPresent } from './samples';
import { noteSilences } from './silences';
import { saySilence } from './silencesTold';
import type { UrlSilences } from './silencesUrl';
import { addressOf } from './tokenKeys';

/** The user's name of it, or its ID in the form that people know. */
const callOf = (key: string, { names }: WatchSettings): string =>
	nameOf(names, addressOf(key)) ?? sayId(toChecksumAddress(addressOf(key)) as string);

const remarkSilences = ({ at }: Reading, settings: WatchSettings): string[] =>
	noteSilences(settings, at).map((note) => `Silences: ${note}.`);

/** How each line was read: a right one leaves no other trace, unless it covers what a sample is about. */
function remarkRead(
	{ at }: Reading,
	{ silences = [], names, timezone }: WatchSettings,
	fromUrl: Silence[] = [],
): string[] {
	const say = (silence: Silence): string => {
		const field =
			silence.place === undefined
				? silencesUrl.displayName
				: `${ownSilences.displayName}, ${silence.place}`;
		return `${field}: ${saySilence(silence, { at, timezone }, names)}.`;
	};
	const lasting = [...silences, ...fromUrl].filter(({ until }) => until > at);
	const others = lasting.length - mostNamed;
	const rest = others > 0 ? [`${ownSilences.displayName}: ${others} more were read.`] : [];
	return [...lasting.slice(0, mostNamed).map(say), ...rest];
}

/** What the URL answered just now. A test run does not apply it. */
function remarkUrl({ refused, failure }: UrlSilences = { silences: [], refused: [] }): string[] {
	const { displayName } = silencesUrl;
	const unread = failure === undefined ? [] : [`${displayName}: it was not read (${failure}).`];
	return [...unread, ...refused.map((why) => `${displayName}: ${why}.`)];
}

/** No validation needs less for its reward. */
const leastForReward = 80;

/** Below this threshold a reward is lost before the alert comes. */
function remarkThreshold(settings: WatchSettings): string[] {
	const { rules, source } = settings;
	const { threshold } = (rules[belowThreshold.event] ?? {}) as { threshold?: unknown };
	const isRewarded = source === 'primaryNetwork' || source === 'node';
	const isLow = typeof threshold === 'number' && threshold > 0 && threshold < leastForReward;
	return isRewarded && isLow && isChosen(belowThreshold, settings)
		? [
				`${belowThreshold.option.name}: a reward needs ${leastForReward} %, or 90 % since Helicon. Below ${threshold} %, it can be lost before the alert comes.`,
			]
		: [];
}

/** Numbers that switch something off, although nobody may have meant that. */
function remarkZeros(settings: WatchSettings): string[] {
	const { rules, neverReminds, louderSeconds } = settings;
	const { threshold } = (rules[belowThreshold.event] ?? {}) as { threshold?: unknown };
	const but = louderSeconds ? ` but that of ${louderMinutes.displayName}` : '';
	const isNever = threshold === 0 && isChosen(belowThreshold, settings);
	return [
		...(neverReminds ? [`${reminderHours.displayName}: 0 sends no reminder${but}.`] : []),
		...(isNever
			? [`${belowThreshold.option.name}: no uptime is below 0, so this alert never comes.`]
			: []),
	];
}

function remarkHidden(reading: Reading, settings: WatchSettings): string[] {
	const { shown, found } = countPresent(reading, settings);
	return shown < found ? [`This test run shows ${shown} of ${found} items.`] : [];
}

const remarkNotKnown = (reading: Reading, settings: WatchSettings): string[] =>
	noteNotKnown(reading, settings).map((note) => `${note}.`);

/** A test of what is wrong now shows it as an alert. */
const remarkUnread = (reading: Reading, settings: WatchSettings): string[] =>
	reading.failure && !showsPresent(reading, settings)
		? [
				`The node could not be read now, so its figures are unknown: ${reading.failure.message.replace(/\.$/, '')}.`,
			]
		: [];

const remarkObservers = (
	{ furtherObservers: asked = [] }: Reading,
	heads: OtherHead[],
): string[] => [
	...sayReasons(asked, 'has no vote'),
	...sayReasons(heads, 'does not say its newest block'),
];

const sayReasons = (asked: Array<{ name: string; reason: string | null }>, what: string) =>
	asked
		.filter(({ reason }) => reason)
		.map(({ name, reason }) => `${furtherObservers.displayName}: ${name} ${what} (${reason}).`);

/** A test run reads the block only once, so it cannot see that the block stands. */
function remarkHead({ rules, testEvent = 'now' }: WatchSettings): string[] {
	const rule = rules[headNotMoving.event] as HeadRule | undefined;
	if (!rule) return [];
	const { name } = headNotMoving.option;
	const alone = `${name}: without ${furtherObservers.displayName}, only transactions that wait on your node show it.`;
	return [
		...(rule.observers.length ? [] : [alone]),
		...(testEvent === 'now'
			? [`${name}: a test run cannot show it, because it takes two checks.`]
			: []),
	];
}

function remarkBehind({ rules }: WatchSettings): string[] {
	const rule = rules[nodeBehind.event] as BehindRule | undefined;
	return rule && !rule.observers.length
		? [`${nodeBehind.option.name}: without ${furtherObservers.displayName}, the clock shows it.`]
		: [];
}

/** Remarks on one alert stand in the samples of that alert, or in all if it has none. */
export function openAlertRemarks(
	samples: IDataObject[],
	settings: WatchSettings,
): (item: IDataObject) => string[] {
	const all = [
		{ alert: headNotMoving, said: remarkHead(settings) },
		{ alert: nodeBehind, said: remarkBehind(settings) },
	];
	const isOf = ({ event }: Alert, item: IDataObject): boolean =>
		listShown(item).some((shown) => shown.event === event);
	const shared = all.filter(({ alert }) => !samples.some((sample) => isOf(alert, sample)));
	return (item) =>
		all
			.filter((each) => shared.includes(each) || isOf(each.alert, item))
			.flatMap(({ said }) => said);
}

function remarkNames(reading: Reading, settings: WatchSettings): string[] {
	const { names = {}, source } = settings;
	if (!Object.keys(names).length) return [];
	return isOfQueriedNode(source)
		? remarkOwnName(reading, names)
		: remarkUnlisted(reading, settings);
}

function remarkOwnName({ nodeId }: Reading, names: Names): string[] {
	const isNamed = nodeId === undefined || nameOf(names, nodeId) !== undefined;
	return isNamed ? [] : [`Names: no line is about this node, ${sayId(nodeId)}.`];
}

/** Nothing else says that a name is of nobody: an alert about Left or Joined needs a node ID. */
function remarkUnlisted(
	{ validators, isPartial }: Reading,
	{ names = {}, nodeIds, source }: WatchSettings,
): string[] {
	if (isOfAddresses(source)) return [];
	if (nodeIds.length) {
		const among = new Set(nodeIds);
		const strays = listStrays(names, (id) => among.has(id));
		return [sayStrays(strays, names, 'chosen') ?? []].flat();
	}
	if (!validators || isPartial) return [];
	const strays = listStrays(names, (id) => validators.has(id));
	return [sayStrays(strays, names, 'listed') ?? []].flat();
}

/** Alerts that rest on the connections of the queried node. It never loses the one to itself. */
const ofConnection = [disconnected, belowThreshold, fell, requirementAtRisk];

/** `ownId` is the ID of the credential's node, if it was asked for. */
const remarkItself = (
	{ validators }: Reading,
	settings: WatchSettings,
	ownId: string | undefined,
): string[] => {
	const isWatched =
		ownId !== undefined && (validators?.has(ownId) || settings.nodeIds.includes(ownId));
	if (!isWatched) return [];
	const called = callOf(ownId, settings);
	return [
		`${called} is the node of your credential, and no node sees itself offline. Use another node in the credential, such as the public one.`,
	];
};

/** Asks the queried node for its ID, if it may be among those whose connection is watched. */
export async function askItself(
	client: Client,
	settings: WatchSettings,
): Promise<string | undefined> {
	const { source } = settings;
	const isOfConnections = connectionSources.includes(source) || source === 'peers';
	const needsOther = ofConnection.some((alert) => isChosen(alert, settings));
	if (!isOfConnections || !needsOther || isPublic(client.nameOf('node'), ['node']))
		return undefined;
	return await readOwnId(client);
}

const listLimits = (settings: WatchSettings): Array<Condition<LimitRule>> =>
	[balanceBelow, balanceAbove].filter((alert) => isChosen(alert, settings));

/** The true balances, to check wallets and limits with: samples about them are made up. */
function remarkBalances({ at, validators }: Reading, settings: WatchSettings): string[] {
	const limits = listLimits(settings);
	if (!isOfLimits(settings.source) || !limits.length) return [];
	const say = ([key, validator]: [string, Validator]): string => {
		const called = callOf(key, settings);
		const ruleBy = (alert: Condition<LimitRule>) => ruleFor(alert, key, settings) as LimitRule;
		const context = { at, source: settings.source };
		const factsBy = (alert: Condition<LimitRule>): Facts =>
			alert.facts!(validator, ruleBy(alert), context, false);
		const sayBeside = (alert: Condition<LimitRule>): string => {
			const word = alert === balanceBelow ? 'Below' : 'Above';
			const limit = sayLimit(factsBy(alert));
			return alert.judge(validator, ruleBy(alert), context) === 'bad'
				? `, ${word.toLowerCase()} the limit of ${limit}`
				: `, ${word} is ${limit}`;
		};
		const beside = limits.filter((alert) => canBreak(alert, key, settings)).map(sayBeside);
		return `${called}: the balance is ${sayHeld(factsBy(limits[0]))}${beside.join('')}.`;
	};
	const read = [...(validators ?? [])];
	const others = read.length - mostNamed;
	const rest = others > 0 ? [`The balances of ${others} more were read.`] : [];
	return [...read.slice(0, mostNamed).map(say), ...rest];
}

/** Wallets for which neither a line nor the field for all others has a limit. */
function remarkLimits(settings: WatchSettings): string[] {
	const limits = listLimits(settings);
	if (!limits.length) return [];
	const without = settings.nodeIds.filter((key) =>
		limits.every((alert) => !canBreak(alert, key, settings)),
	);
	const said = listFew(without, mostNamed, (key) => callOf(key, settings));
	return said.length ? [`No limit holds for ${said.join(', ')}: fill in Below or Above.`] : [];
}

const mostNamed = 5;

/** The answers that only a test run asks for. */
interface Asked {
	/** The newest blocks of further nodes. */
	heads: OtherHead[];
	fromUrl?: UrlSilences;
	ownId?: string;
}

/** Balances of an old block may have crossed a limit since. */
const remarkLate = ({ blockAge }: Reading): string[] =>
	isLate(blockAge) ? [`The ${sayLate(blockAge)}, so the balances are not of now.`] : [];

export const testRemarks = (
	reading: Reading,
	settings: WatchSettings,
	{ heads, fromUrl, ownId }: Asked,
): string[] => [
	...remarkOrigin(reading, settings),
	...remarkUnread(reading, settings),
	...remarkHidden(reading, settings),
	...remarkZeros(settings),
	...remarkThreshold(settings),
	...remarkNotKnown(reading, settings),
	...remarkLate(reading),
	...remarkSilences(reading, settings),
	...remarkRead(reading, settings, fromUrl?.silences),
	...remarkUrl(fromUrl),
	...remarkPingUrl(settings.heartbeat),
	...remarkObservers(reading, heads),
	...remarkNames(reading, settings),
	...remarkItself(reading, settings, ownId),
	...remarkBalances(reading, settings),
	...remarkLimits(settings),
];
