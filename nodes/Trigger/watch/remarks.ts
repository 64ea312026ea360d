/** Remarks of a test run: settings without effect, silent observers, and alerts that a test run cannot show. */
import { nameOf } from '../../shared/fields/names';
import { sayId } from '../../shared/values/foreign';
import { listFew } from '../../shared/values/lists';
import { canBreak, isChosen } from './conditions';
import { balanceAbove, balanceBelow } from './conditions/balanceLimit';
import { headNotMoving } from './conditions/headNotMoving';
import type { HeadRule } from './head/settings';
import { isOfQueriedNode, type WatchSettings } from './model';
import { furtherObservers } from './observers/settings';
import { noteNotKnown } from './notKnown';
import { silencesUrl } from './options';
import type { OtherHead, Reading } from './readings';
import { countPresent } from './samples';
import { noteSilences } from './silences';
import type { UrlSilences } from './silencesUrl';

const remarkSilences = ({ at }: Reading, settings: WatchSettings): string[] =>
	noteSilences(settings, at).map((note) => `Silences: ${note}.`);

/** What the URL answered just now. A test run does not apply it. */
function remarkUrl({ refused, failure }: UrlSilences = { silences: [], refused: [] }): string[] {
	const { displayName } = silencesUrl;
	const unread = failure === undefined ? [] : [`${displayName}: it was not read (${failure}).`];
	return [...unread, ...refused.map((why) => `${displayName}: ${why}.`)];
}

function remarkHidden(reading: Reading, settings: WatchSettings): string[] {
	const { shown, found } = countPresent(reading, settings);
	return shown < found ? [`Test Event: ${shown} of ${found} items are shown.`] : [];
}

const remarkNotKnown = (reading: Reading, settings: WatchSettings): string[] =>
	noteNotKnown(reading, settings).map((note) => `${note}.`);

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

function remarkNames({ nodeId }: Reading, { source, names }: WatchSettings): string[] {
	if (!isOfQueriedNode(source) || !names || nodeId === undefined) return [];
	const isNamed = nameOf(names, nodeId) !== undefined;
	return isNamed ? [] : [`Names: no line is about this node, ${sayId(nodeId)}.`];
}

/** Wallets for which neither a line nor the field for all others has a limit. */
function remarkLimits(settings: WatchSettings): string[] {
	const limits = [balanceBelow, balanceAbove].filter((alert) => isChosen(alert, settings));
	if (!limits.length) return [];
	const without = settings.nodeIds.filter((key) =>
		limits.every((alert) => !canBreak(alert, key, settings)),
	);
	const said = listFew(without, mostNamed, (key) => nameOf(settings.names, key) ?? sayId(key));
	return said.length ? [`No limit holds for ${said.join(', ')}: fill in Below or Above.`] : [];
}

const mostNamed = 5;

/** `heads` are the newest blocks of further nodes, if they were asked. */
export const testRemarks = (
	reading: Reading,
	settings: WatchSettings,
	heads: OtherHead[],
	fromUrl: UrlSilences | undefined,
): string[] => [
	...remarkHidden(reading, settings),
	...remarkNotKnown(reading, settings),
	...remarkSilences(reading, settings),
	...remarkUrl(fromUrl),
	...remarkObservers(reading, heads),
	...remarkHead(settings),
	...remarkNames(reading, settings),
	...remarkLimits(settings),
];
