/** The sentences of an alert: who and what is concerned, how urgent it is, what to do, and links. */
import type { IDataObject } from 'n8n-workflow';
import { sayTime, type ZonedTime } from '../../feeds/items/words';
import { nameNetwork } from '../../shared/avalanche/chains';
import { sayCalled } from '../../shared/fields/called';
import { groupOf, nameOf } from '../../shared/fields/names';
import { writeNumber } from '../../shared/values/writing';
import { sayId } from '../../shared/values/foreign';
import { isId } from '../../shared/values/ids';
import { disconnected } from './conditions/disconnected';
import { doubtsNode, doubtsNodeOfGroup, followsNode } from './doubt';
import { factsOf, toldOf } from './facts';
import { stepOf } from './growth';
import { left } from './left';
import {
	isOfAddresses,
	sourceKey,
	type Facts,
	type GroupNotice,
	type Notice,
	type Severity,
	type WatchSettings,
	type Told,
} from './model';
import { sayVotes, sayVotesOfMany } from './observers/sayVotes';
import type { Reading, Validator, Vote } from './readings';
import { loudnessOf, oldestOf, saySoFar } from './reminders';
import { isOpen, sayAfter } from './sayLasted';
import { sayAlsoBad, sayAlsoDown, sayDownInTitle, sayStillDown } from './sayAlsoDown';
import { sayMembers } from './sayMembers';
import { isViewLine } from './lines';
import { listShort, shortenSubject } from './sayNames';
import { saySilenceOver } from './saySilenceOver';
import { hostOf } from './showValidator';
import { byTimeLeft } from './timeLeft';
import { listOthers } from './together';

interface Said {
	title: string;
	severity: Severity | 'resolved';
	message: string;
}

const saysUnfit = { starting: 'it still starts', unhealthy: 'it calls itself unhealthy' };

function sayReason({ unfit }: Reading): string {
	if (!unfit) return 'it is the likely cause.';
	const failing = unfit.failing ? ` What fails: ${unfit.failing}.` : '';
	return `${saysUnfit[unfit.state]}, so it may be wrong.${failing}`;
}

function sayDoubt(reading: Reading): string {
	const { node, overview } = reading;
	const host = node ? ` (${hostOf(node)})` : '';
	const others = overview
		? ` It has no connection to ${writeNumber(String(overview.disconnected), 0)} of all ${writeNumber(String(overview.judged), 0)} validators.`
		: '';
	return `Check the node of your credential first${host}: ${sayReason(reading)}${others}`;
}

/** The subject's name in a title (`short`) and in a message (`long`). */
function sayWho(
	key: string,
	nodeId: string | null,
	{ names }: WatchSettings,
	{ node = '' }: Reading,
) {
	if (key === sourceKey && !nodeId) {
		const called = `The Avalanche node ${hostOf(node)}`.trim();
		return { short: called, long: called };
	}
	if (!nodeId) return { short: 'This node', long: 'This node' };
	const id = shortenSubject(sayId(nodeId));
	const called = { name: nameOf(names, nodeId), group: groupOf(names, nodeId) };
	return {
		short: sayCalled(called, { whole: id, short: '' }),
		long: sayCalled(called, { whole: id, short: id }),
	};
}

/** For an alert that is reported late, in one poll with its end. */
const sayOver = ({ isOver }: Notice): string => (isOver ? ', over by now' : '');

/** ", 3 days or less": the step, if the alert grew. */
function sayStep(notice: Notice): string {
	const what = notice.turned === 'grew' ? stepOf(notice)?.what : undefined;
	return what ? `, ${what}` : '';
}

const sayOwnStep = (notice: Notice): string => (stepOf(notice)?.isSaid ? '' : sayStep(notice));

const sayUndecided = ({ undecided }: Reading, settings: WatchSettings): Told['undecided'] =>
	undecided && { count: undecided.length, called: listShort(undecided, settings) };

/** For a telephone at three in the morning: one line says what happened to whom, since when, and what to do. */
export function sayNotice(
	notice: Notice,
	{ nodeId, facts }: { nodeId: string | null; facts: Facts },
	settings: WatchSettings,
	reading: Reading,
): Said {
	const { alert, turned, key, validator } = notice;
	const { at, failure, blockAge } = reading;
	const ofReading = { failure, blockAge, undecided: sayUndecided(reading, settings) };
	const who = sayWho(key, nodeId, settings, reading);
	const told = { ...toldOf(notice, facts, settings, at), ...ofReading, who };
	// Reported late, after quiet hours, when the validator had left: its figures are no longer known.
	if (key !== sourceKey && !validator && alert !== left) return sayGone(notice, told);
	return turned === 'ended'
		? sayEnd(notice, told, settings)
		: sayBad(notice, told, settings, reading);
}

type Who = ReturnType<typeof sayWho>;
type ToldOf = Told & { who: Who };

const toTitle = ({ short }: Who, what: string): string => `${short}: ${what.replace(/,$/, '')}`;

/** " since 09:30". Empty if the alert's words say another time. */
const sayFrom = (time: number, { alert }: Notice, clock: Told): string =>
	alert.words.saysWhen ? '' : ` since ${sayTime(time, clock)}`;

const sayEarlier = (mayBeEarlier: boolean | undefined): string =>
	mayBeEarlier ? ' or earlier' : '';

function sayGone(notice: Notice, clock: ToldOf): Said {
	const { who } = clock;
	const { alert, since } = notice;
	const what = `"${alert.option.name}"`;
	const from = `${sayTime(since, clock)}${sayEarlier(isOpen(notice))}`;
	return {
		title: `${who.short}: ${what} until it left the list`,
		severity: 'warning',
		message: `${who.long}: ${what} from ${from} until it left the list.`,
	};
}

function sayEnd(notice: Notice, told: ToldOf, settings: WatchSettings): Said {
	const { who } = told;
	const { alert, since, goodSince = since, mayEndEarlier, alsoDown } = notice;
	const { ended, cost, saysWhen } = alert.words;
	const what = ended(told);
	const from = `${sayFrom(goodSince, notice, told)}${sayEarlier(mayEndEarlier && !saysWhen)}`;
	const sentence = `${who.long}: ${what}${from}${sayAfter(notice, what)}.`.replace(',,', ',');
	const took = goodSince > since ? cost?.(told) : '';
	return {
		title: toTitle(who, what),
		severity: 'resolved',
		message: `${took ? `${sentence} ${took}` : sentence}${sayStillDown(alsoDown, settings)}`,
	};
}

function sayBad(notice: Notice, told: ToldOf, settings: WatchSettings, reading: Reading): Said {
	const { who } = told;
	const { alert, since } = notice;
	const { began, saysWhen } = alert.words;
	const { severity, what, title = what, todo } = began(told);
	const step = sayOwnStep(notice);
	const soFar = saySoFar(notice, settings, reading.at);
	const orEarlier = sayEarlier(isOpen(notice) && !saysWhen);
	const from = sayFrom(since, notice, told);
	const advice = adviceOf(notice, todo, settings, reading);
	const over = sayOver(notice);
	const alsoDown = notice.isOver ? undefined : notice.alsoDown;
	const others =
		sayOthers(notice, new Set([notice.key]), settings) || sayAlsoDown(alsoDown, 1, settings);
	const silence = saySilenceOver([notice], settings, reading.at);
	const besides = `${sayAlsoBad(notice)}${others}${sayDownBefore(told, settings)}${silence}`;
	return {
		title: `${toTitle(who, title)}${sayStep(notice) ? step : soFar}${over}${sayDownInTitle(alsoDown, 1)}`,
		severity: loudnessOf(severity, notice, settings, reading.at),
		message:
			`${who.long}${soFar}: ${what}${from}${orEarlier}${step}${over}. ${advice}${besides}`.trim(),
	};
}

/** Why an alert is critical although enough time offline is left. `said` are those that the message names anyway. */
function sayOthers(notice: Notice, said: ReadonlySet<string>, settings: WatchSettings): string {
	const others = notice.isOver ? [] : listOthers(notice, said);
	if (!others.length) return '';
	const count = others.length === 1 ? '1 other fails' : `${others.length} others fail`;
	return ` ${count}, too: ${listShort(others, settings)}. A shared cause is likely, so this is critical.`;
}

/** Nothing is to be done about an alert that is over. */
function adviceOf(
	notice: Notice,
	todo: string | undefined,
	settings: WatchSettings,
	reading: Reading,
): string {
	if (notice.isOver) return '';
	const isOfNode = doubtsNode(notice, settings, reading) || followsNode(notice, reading);
	return isOfNode ? sayDoubt(reading) : (todo ?? '');
}

function sayDownBefore({ facts }: Told, settings: WatchSettings): string {
	const { downBefore } = facts as { downBefore?: string[] };
	return downBefore?.length
		? ` Down when it was last read: ${listShort(downBefore, settings)}.`
		: '';
}

/** "Queried node: api.avax.network, Mainnet": whose view it is. */
function sayView({ node, network }: Reading): string[] {
	if (!node) return [];
	return [
		`Queried node: ${[hostOf(node), network && nameNetwork(network)].filter(Boolean).join(', ')}`,
	];
}

/** The lines below a message: the explorer's page or the ID of the subject, and the nodes that see it. */
export function sayWhere(
	about: {
		nodeId: string | null;
		explorerUrl?: string | null;
		validator?: Validator;
		votes?: Vote[];
	},
	{ source }: WatchSettings,
	reading: Reading,
): string[] {
	const { nodeId, explorerUrl, validator, votes } = about;
	const called = isOfAddresses(source) ? 'Address' : 'Node ID';
	const id = nodeId ? [`${called}: ${sayId(nodeId)}`] : [];
	// To top up a balance, people need the ID of the validation.
	const validation =
		['balances', 'l1Balance'].includes(source) && isId(validator?.validationId ?? '')
			? [`Validation ID: ${validator!.validationId}`]
			: [];
	const where = explorerUrl ? [`Explorer: ${explorerUrl}`] : id;
	return [...where, ...validation, ...sayVotes(votes), ...sayView(reading)];
}

function sayCause(together: GroupNotice, settings: WatchSettings, reading: Reading): string {
	const { notices } = together;
	const follows = notices.some((notice) => followsNode(notice, reading));
	if (follows || doubtsNodeOfGroup(together, reading, settings)) return ` ${sayDoubt(reading)}`;
	const [{ alert, turned, isOver }] = notices;
	return turned === 'ended' || isOver ? '' : ` ${alert.words.manyTodo ?? ''}`.trimEnd();
}

const sayUnconfirmed = ({ unconfirmed }: GroupNotice): string =>
	unconfirmed ? ` ${unconfirmed} more failed this check, but not enough in a row yet.` : '';

const sayAll = ({ group, notices, watchedCount }: GroupNotice, count = notices.length): string => {
	const of = group === undefined ? '' : `${group}: `;
	return `${of}${count} of ${watchedCount} watched validators`;
};

/** A line for each validator, the votes, and whose view it is. */
function listBelow(ordered: Notice[], settings: WatchSettings, reading: Reading): string[] {
	const [{ alert }] = ordered;
	const votes = alert === disconnected && settings.observers ? sayVotesOfMany(ordered) : [];
	return [...sayMembers(ordered, settings, reading), ...votes, ...sayView(reading)];
}

export function sayGroup(together: GroupNotice, settings: WatchSettings, reading: Reading): Said {
	const { group, notices } = together;
	const ordered = byTimeLeft(notices);
	const keys = ordered.map(({ key }) => key);
	const who = ` They are ${listShort(keys, settings, group)}.`;
	const say = notices[0].turned === 'ended' ? sayGroupEnd : sayGroupBad;
	const { message, ...said } = say(together, who, settings, reading);
	return { ...said, message: [message, ...listBelow(ordered, settings, reading)].join('\n') };
}

/** One outage reaches all within these seconds. If alerts turned further apart, no time is that of all. */
const longestTurn = 300;

const areSpread = (times: number[]): boolean =>
	Math.max(...times) - Math.min(...times) > longestTurn;

/** " since 09:30", or ", the first since 09:30". */
function saySinceOf(times: number[], mayBeEarlier: boolean, clock: ZonedTime): string {
	const first = sayTime(Math.min(...times), clock);
	return `${areSpread(times) ? ', the first' : ''} since ${first}${sayEarlier(mayBeEarlier)}`;
}

function sayGroupEnd(
	together: GroupNotice,
	who: string,
	settings: WatchSettings,
	{ at }: Reading,
): Said {
	const { group, notices, stillBad } = together;
	const { manyEnded, saysWhen } = notices[0].alert.words;
	const title = `${sayAll(together)} ${manyEnded}`;
	const ends = notices.map(({ since, goodSince = since }) => goodSince);
	const mayBeEarlier = notices.some(({ mayEndEarlier }) => mayEndEarlier);
	const when = saysWhen ? '' : saySinceOf(ends, mayBeEarlier, { at, timezone: settings.timezone });
	const rest = stillBad.length
		? ` ${stillBad.length} more ${stillBad.length === 1 ? 'is' : 'are'} not yet: ${listShort(stillBad, settings, group)}.`
		: '';
	return { title, severity: 'resolved', message: `${title}${when}.${who}${rest}` };
}

function sayGroupBad(
	together: GroupNotice,
	who: string,
	settings: WatchSettings,
	reading: Reading,
): Said {
	const { group, notices, stillBad } = together;
	const { at } = reading;
	const [first] = notices;
	const { since: began, reminder } = oldestOf(notices);
	const oldest = { ...first, since: began, reminder };
	const begins = notices.map(({ since }) => since);
	const forLong = areSpread(begins) ? ', for up to' : ', for';
	const soFar = saySoFar(oldest, settings, at).replace(', for', forLong);
	const whatOf = (count: number): string =>
		`${sayAll(together, count)} ${first.alert.words.manyBegan}${sayStep(first)}${soFar}`;
	const over = sayOver(first);
	const mayBeEarlier = notices.some((each) => each.since === began && isOpen(each));
	const when = soFar ? '' : saySinceOf(begins, mayBeEarlier, { at, timezone: settings.timezone });
	const listed = new Set(notices.map(({ key }) => key));
	const others = first.isOver ? [] : stillBad.filter((key) => !listed.has(key));
	const besides = others.length
		? ` The same is already true of ${others.length} more: ${listShort(others, settings, group)}.`
		: '';
	const named = new Set([...listed, ...stillBad]);
	const isApart = group !== undefined && !first.isOver;
	const alsoDown = isApart ? together.alsoDown : undefined;
	const elsewhere =
		(isApart && sayOthers(first, named, settings)) || sayAlsoDown(alsoDown, named.size, settings);
	const isSum = first.turned === 'began' && others.length > 0;
	const title = isSum
		? `${whatOf(notices.length + others.length)}, ${notices.length} of them new`
		: whatOf(notices.length);
	const cause = `${sayCause(together, settings, reading)}${saySilenceOver(notices, settings, at)}`;
	return {
		title: `${title}${over}${sayDownInTitle(alsoDown, named.size)}`,
		severity: loudnessOf(urgencyOfMany(notices, settings, at), oldest, settings, at),
		message: `${whatOf(notices.length)}${when}${over}.${who}${besides}${elsewhere}${sayUnconfirmed(together)}${cause}`,
	};
}

/** Those that fail together share a cause, so the time offline that one of them has left says little. */
function urgencyOfMany(notices: Notice[], settings: WatchSettings, at: number): Severity {
	const known = notices.filter(({ context }) => context);
	const isCritical = known.some((notice) => {
		const told = toldOf(notice, factsOf(notice, settings), settings, at);
		return notice.alert.words.began({ ...told, isWithinBudget: false }).severity === 'critical';
	});
	return isCritical ? 'critical' : 'warning';
}

/** The messages of all items, with each line about the queried node only once. */
export function joinMessages(items: IDataObject[]): string {
	const lines = items.flatMap(({ message }) => (message as string).split('\n'));
	const views = new Set(lines.filter(isViewLine));
	return [...lines.filter((line) => !isViewLine(line)), ...views].join('\n');
}
