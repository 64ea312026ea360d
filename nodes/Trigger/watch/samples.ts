/** Makes the items that a test run in the editor shows. */
import type { IDataObject } from 'n8n-workflow';
import { isMadeUp, markTest, type Origin } from '../../feeds/items/words';
import type { Field } from '../../shared/fields/fields';
import type { Bad, Sight } from '../heartbeat/items';
import { sampleBeats } from '../heartbeat/samples';
import { heartbeatItem } from '../heartbeat/settings';
import { groupAlertIdOf } from './alertIds';
import { alerts, canBreak, isChosen, needsOf } from './conditions';
import { disconnected } from './conditions/disconnected';
import { unreachable } from './conditions/unreachable';
import { fewestShared } from './grouping';
import { ladderOf } from './growth';
import { renameIncidents, sampleIncidents } from './incidents';
import {
	connectionSources,
	isOfLimits,
	isOfQueriedNode,
	type Alert,
	type GroupNotice,
	type Notice,
	type TestEvent,
	type WatchSettings,
} from './model';
import { gatherGroups } from './namedGroups';
import { isHeardTwice } from './observers/count';
import { sampleObservers } from './observers/proof';
import { furtherObservers } from './observers/settings';
import { reminderHours, reportRecovery, silences } from './options';
import { minimumGroup } from './overview';
import { isOwnNode } from './ownNode';
import { nobody } from './past';
import type { Reading, Suspicion, Validator } from './readings';
import { hasReminders } from './reminders';
import { renderDigest } from './digest';
import { render, renderNotice } from './render';
import { describeSight } from './sight';
import { noteSilences } from './silences';
import { sampleTold } from './silencesTold';
import { step } from './step';
import { tellsAsOne } from './suspicion';
import { makeSampleNotice, sampleVotes } from './sampleNotice';
import { renderUnknownUpgrade } from './unknownUpgrade';
import { daySeconds } from '../../shared/values/timeUnits';

const sampleCount = 5;
const exampleNodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

/** True if the user asks for other samples than the present problems. */
export const isOther = (testEvent: TestEvent = 'now'): boolean => testEvent !== 'now';

/** True if the items are about the present problems. A node that cannot be read is one, also where it is asked for. */
export const showsPresent = (
	{ failure }: Reading,
	{ testEvent }: Pick<WatchSettings, 'testEvent'>,
): boolean => !isOther(testEvent) || (!!failure && testEvent === 'unreachable');

/** The option that sends what a test run asks for, if one does. */
export function neededFor({ testEvent, neverReminds }: WatchSettings): string | undefined {
	const field = needed[testEvent ?? 'now'];
	const isZero = field === reminderHours && neverReminds;
	return isZero ? `${field.displayName} with 0.25 or more` : field?.displayName;
}

const needed: Partial<Record<TestEvent, Field>> = {
	heartbeat: heartbeatItem,
	observers: furtherObservers,
	silences,
	ended: reportRecovery,
	manyEnded: reportRecovery,
	reminder: reminderHours,
};

const unheld = { isSilenced: false, silencedUntil: null, acknowledgedUntil: null };

/** Kinds of samples that are never put into a digest. */
const ofThemselves: TestEvent[] = ['heartbeat', 'silences', 'observers'];

export function makeWatchSamples(reading: Reading, settings: WatchSettings): IDataObject[] {
	const { testEvent = 'now', digest } = settings;
	const origin = originOf(reading, settings);
	const plain = makeOf[testEvent](reading, settings);
	const samples = plain.map((item) => nameAsTest(markTest(item, origin)));
	const mayBeOne = samples.length > 0 && !ofThemselves.includes(testEvent);
	const isOne = mayBeOne && (digest || testEvent === 'digest');
	if (!isOne) return samples;
	// One mark says of the whole message that it is a test. The items have marks of their own.
	const whole = { ...renderDigest(plain, settings, reading), items: samples };
	return [nameAsTest(markTest(whole, origin))];
}

/** All items of a test run have one origin: the present problems are read, and all others are made up. */
function originOf(reading: Reading, settings: WatchSettings): Origin {
	if (!showsPresent(reading, settings)) return 'asked';
	return makePresent(reading, settings).length ? 'wrongNow' : 'nothingWrong';
}

/** Says of made-up items that they are. */
export function remarkOrigin(reading: Reading, settings: WatchSettings): string[] {
	const origin = originOf(reading, settings);
	if (origin === 'nothingWrong')
		return ['What this test run reports is made up, because nothing is wrong now.'];
	return isMadeUp(origin) ? ['Test Event: what this test run reports is made up.'] : [];
}

/** Gives an item IDs of its own, so that a test neither ends a real incident nor hides a real item. */
function nameAsTest(item: IDataObject): IDataObject {
	const { alertId, alertIds, suspectAlertId, incidents, eventId } = item;
	const ofTest = (id: unknown): string => `test-${String(id)}`;
	const ids = Object.entries((alertIds ?? {}) as IDataObject);
	return {
		...item,
		...(alertId !== undefined && { alertId: ofTest(alertId) }),
		...(alertIds !== undefined && {
			alertIds: Object.fromEntries(ids.map(([key, id]) => [key, ofTest(id)])),
		}),
		...(suspectAlertId !== undefined && { suspectAlertId: ofTest(suspectAlertId) }),
		...(incidents !== undefined && { incidents: renameIncidents(incidents, ofTest) }),
		...(eventId !== undefined && { eventId: ofTest(eventId) }),
	};
}

type Make = (reading: Reading, settings: WatchSettings) => IDataObject[];

/** Items about the present problems. */
const makePresent: Make = (reading, settings) => {
	const anyBad = {
		badPolls: 1,
		unreadPolls: undefined,
		minimumSeconds: 0,
		reportExisting: true,
		quiet: undefined,
		silences: [],
		digest: false,
	};
	return step(undefined, reading, { ...settings, ...anyBad }).items;
};

/** The present problems, or else one alert in the shape of a real one. One Item per Check holds all of them. */
const makeNow: Make = (reading, settings) => {
	const items = makePresent(reading, settings);
	if (!items.length && reading.validators?.size)
		return makeEach('began', reading, settings).slice(0, 1);
	return settings.digest ? items : items.slice(0, sampleCount);
};

/** How many items about the present problems a test run shows, and how many there are. */
export function countPresent(
	reading: Reading,
	settings: WatchSettings,
): { shown: number; found: number } {
	const found = isOther(settings.testEvent) ? 0 : makePresent(reading, settings).length;
	return { shown: settings.digest ? found : Math.min(found, sampleCount), found };
}

/** The samples of each Test Event, even of items that these settings can only send one day. */
const makeOf: Record<TestEvent, Make> = {
	now: makeNow,
	began: (reading, settings) => [
		...makeEach('began', reading, settings),
		...makeUnknownUpgrade(reading, settings),
	],
	ended: (reading, settings) => makeEach('ended', reading, settings),
	many: (reading, settings) => [
		...makeMany('began', reading, settings),
		...makeGroup('began', reading, settings),
	],
	manyEnded: (reading, settings) => [
		...makeMany('ended', reading, settings),
		...makeGroup('ended', reading, settings),
	],
	grew: (reading, settings) =>
		makeEach('grew', reading, settings).filter(({ step }) => step !== null),
	reminder: (reading, settings) =>
		hasReminders(settings) ? makeEach('lasts', reading, settings).slice(0, 1) : [],
	unreachable: (reading, settings) =>
		reading.failure
			? makePresent(reading, settings)
			: makeEach('began', reading, settings).filter(({ event }) => event === unreachable.event),
	digest: (reading, settings) => makeEach('began', reading, settings).slice(0, 2),
	heartbeat: (reading, settings) =>
		sampleBeats(settings.heartbeat, sightOfSample(reading, settings)),
	silences: (reading, settings) => {
		const { nodeId, at } = reading;
		const [key] = listKeys(reading, settings);
		const id = isOwnNode(key, settings) ? nodeId : key;
		return sampleTold(settings, id === undefined ? [] : [id], at);
	},
	observers: (reading, settings) => sampleObservers(settings, reading),
	each: (reading, settings) => {
		const kinds: TestEvent[] = ['began', 'grew', 'ended', 'many', 'manyEnded', 'reminder'];
		const others = settings.digest ? [] : ofThemselves;
		return [...kinds, ...others].flatMap((kind) => makeOf[kind](reading, settings));
	},
};

/** The sight of a heartbeat while one alert lasts. */
function sightOfSample(reading: Reading, settings: WatchSettings): Sight {
	const [lasting] = makeEach('lasts', reading, settings);
	const { nodeId = null, address, addressName, name = null, ...rest } = lasting ?? {};
	const { group, state: event, since } = rest;
	const own = address === undefined ? { nodeId, name } : { nodeId, address, addressName };
	const called = { ...own, ...(group !== undefined && { group }) };
	const alert = alerts.find((each) => each.event === event)?.option.name;
	const bad = lasting ? [{ ...called, event, alert, since, ...unheld } as Bad] : [];
	const silenceNotes = noteSilences(settings, reading.at);
	return describeSight(reading, settings, reading.validators?.size ?? 0, { bad, silenceNotes });
}

/** Chosen alerts, Down first. */
const listChosen = (settings: WatchSettings): Alert[] => [
	...new Set([disconnected, ...alerts].filter((each) => isChosen(each, settings))),
];

/** An alert without an end does not last either. */
const canTurn = (
	alert: Alert,
	turned: Notice['turned'],
	{ reportEnds }: WatchSettings,
): boolean => {
	if (turned === 'began') return true;
	if (turned === 'grew') return !!ladderOf(alert);
	return !!alert.endEvent && (turned === 'lasts' || reportEnds);
};

/** The chosen node IDs first, then all in sorted order, because nodes list them in another order each time. */
const listKeys = ({ validators }: Reading, { nodeIds }: WatchSettings): string[] => {
	const keys = [...(validators?.keys() ?? [])].sort();
	return [...nodeIds.filter((key) => validators?.has(key)), ...keys];
};

/** The subject of the samples: the first validator that the source lists, or else the first of the chosen node IDs. */
function findSubject(reading: Reading, settings: WatchSettings, alert?: Alert) {
	const { at, validators } = reading;
	const mayShow = (each: string): boolean => !alert || canBreak(alert, each, settings);
	const key = listKeys(reading, settings).find(mayShow);
	const listed = key === undefined ? undefined : validators?.get(key);
	if (key !== undefined && listed) return [key, listed] as const;
	const nodeId = settings.nodeIds.find(mayShow) ?? standInFor(reading, settings);
	if (!nodeId) return undefined;
	const validator: Validator = { nodeId, startedAt: at - daySeconds, record: { nodeID: nodeId } };
	return [nodeId, validator] as const;
}

/** Where all are watched, nobody knows them while the node cannot be read. */
const standInFor = ({ failure }: Reading, { source }: WatchSettings): string | undefined =>
	failure && !isOfQueriedNode(source) && !isOfLimits(source) ? exampleNodeId : undefined;

/** The beginning of the first chosen alert. Undefined if there is no validator to make it of. */
export const makeAlert = (reading: Reading, settings: WatchSettings): IDataObject | undefined =>
	makeEach('began', reading, settings)[0];

function makeEach(
	turned: Notice['turned'],
	reading: Reading,
	settings: WatchSettings,
): IDataObject[] {
	return listChosen(settings)
		.filter((alert) => canTurn(alert, turned, settings))
		.flatMap((alert): IDataObject[] => {
			const subject = findSubject(reading, settings, alert);
			if (!subject) return [];
			const notice = makeSampleNotice({ alert, turned }, subject, reading, settings);
			const read = { ...reading, failure: notice.context?.failure };
			return [renderNotice(notice, settings, read)];
		});
}

const listWatched = (reading: Reading, settings: WatchSettings): string[] => [
	...new Set([...listKeys(reading, settings), ...settings.nodeIds]),
];

/** Those that are down share an item if the node of the credential is the suspect, so two are enough. */
const fewestFor = (alert: Alert, reading: Reading, settings: WatchSettings): number =>
	connectionSources.includes(settings.source) &&
	alert === disconnected &&
	!isHeardTwice(sampleVotes({ alert, turned: 'began' }, reading, settings))
		? fewestShared
		: minimumGroup;

const turnedOfMany: Partial<Record<TestEvent, 'began' | 'ended'>> = {
	many: 'began',
	manyEnded: 'ended',
};

/** How many must be watched for the item about many that is asked for, if fewer are. */
export function missingForMany(reading: Reading, settings: WatchSettings): number | undefined {
	const { testEvent = 'now' } = settings;
	const turned = turnedOfMany[testEvent];
	const alert = turned && findOfMany(turned, settings);
	if (!alert) return undefined;
	const fewest = fewestFor(alert, reading, settings);
	return listWatched(reading, settings).length < fewest ? fewest : undefined;
}

/** So few share an item only if the queried node is the suspect. How many it then sees is not known. */
const areDoubted = (alert: Alert, turned: Notice['turned'], failing: number): boolean =>
	alert === disconnected && turned === 'began' && failing < minimumGroup;

/** What the node would see if so many of the watched validators failed. */
function withFailing(reading: Reading, failing: number): Reading {
	const { overview } = reading;
	if (!overview || failing < minimumGroup) return { ...reading, overview: undefined };
	const lost = Math.max(failing, overview.disconnected);
	return { ...reading, overview: { ...overview, disconnected: lost } };
}

/** So that the incident about the node, which many together open in a test, ends with them. */
function endSuspicion(
	group: GroupNotice,
	settings: WatchSettings,
	reading: Reading,
): Suspicion | undefined {
	if (!tellsAsOne(settings)) return undefined;
	const { at } = reading;
	return { alertId: groupAlertIdOf(group, at, settings, reading), state: 'over', since: at };
}

/** One item about many validators, for the first chosen alert that many can have together. */
function makeMany(
	turned: 'began' | 'ended',
	reading: Reading,
	settings: WatchSettings,
): IDataObject[] {
	const subject = findSubject(reading, settings);
	const alert = findOfMany(turned, settings);
	if (!subject || !alert) return [];
	const [, validator] = subject;
	const watched = listWatched(reading, settings);
	if (watched.length < fewestFor(alert, reading, settings)) return [];
	const keys = watched.slice(0, Math.max(minimumGroup, Math.ceil(watched.length * 0.6)));
	const notices = keys.map((key) => {
		const about = { ...validator, nodeId: key, ...reading.validators?.get(key) };
		const notice = makeSampleNotice({ alert, turned }, [key, about], reading, settings);
		return areDoubted(alert, turned, keys.length) ? { ...notice, isDoubted: true } : notice;
	});
	// One of two alone would be no item about several.
	const stillBad = turned === 'ended' && keys.length > 2 ? keys.slice(-1) : [];
	const group: GroupNotice = {
		notices: notices.slice(0, keys.length - stillBad.length),
		stillBad,
		watchedCount: watched.length,
		failing: keys.length,
	};
	const seen = {
		...withFailing(reading, keys.length),
		...(turned === 'ended' && { suspicion: endSuspicion(group, settings, reading) }),
	};
	const incidents = sampleIncidents(group, settings, seen);
	return render([group], undefined, { ...settings, digest: false }, { ...seen, incidents });
}

/** One item about a group of Names, if several of its members are watched. */
function makeGroup(
	turned: 'began' | 'ended',
	reading: Reading,
	settings: WatchSettings,
): IDataObject[] {
	const alert = findOfMany(turned, settings);
	if (!alert) return [];
	const keys = [...new Set(listKeys(reading, settings))];
	const subjects = new Map(keys.map((key) => [key, nobody]));
	const notices = keys.map((key) =>
		makeSampleNotice({ alert, turned }, [key, reading.validators!.get(key)!], reading, settings),
	);
	const together = gatherGroups(notices, subjects, settings, () => false).find(isGroup);
	if (!together) return [];
	const seen = { ...reading, incidents: sampleIncidents(together, settings, reading) };
	return render([together], undefined, { ...settings, digest: false }, seen);
}

const isGroup = (notice: Notice | GroupNotice): notice is GroupNotice => 'notices' in notice;

const findOfMany = (turned: Notice['turned'], settings: WatchSettings): Alert | undefined =>
	canShare(settings)
		? listChosen(settings).find((each) => each.words.manyBegan && canTurn(each, turned, settings))
		: undefined;

const canShare = ({ source }: WatchSettings): boolean =>
	!isOfQueriedNode(source) && !isOfLimits(source);

/** An item about an upgrade with an unknown version, if the settings can report one. */
function makeUnknownUpgrade(reading: Reading, settings: WatchSettings): IDataObject[] {
	if (needsOf(settings).upgradesWithin === undefined) return [];
	const upgrade = { name: 'next', at: reading.at + 7 * daySeconds };
	return [renderUnknownUpgrade(upgrade, settings, reading)];
}
