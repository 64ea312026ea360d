/** Says what an alert leaves out that is also wrong: other alerts of the validator, and others that are down. */
import type { GroupNotice, Notice, WatchSettings } from './model';
import type { AlsoDown } from './readings';
import { listOwn } from './sayNames';

/** " Also: Low Uptime." */
export const sayAlsoBad = ({ alsoBad = [] }: Notice): string =>
	alsoBad.length ? ` Also: ${alsoBad.map(({ alert }) => alert.option.name).join(', ')}.` : '';

const listAll = ({ keys, silencedCount }: AlsoDown, settings: WatchSettings): string =>
	[
		...(keys.length ? [listOwn(keys, settings)] : []),
		...(silencedCount ? [`${silencedCount} silenced`] : []),
	].join(' and ');

const countAll = ({ keys, silencedCount }: AlsoDown): number => keys.length + silencedCount;

/** " 4 of 8 are down: also Frankfurt-2, Paris-1, Oslo-1." `saidCount` are those that the message is about. */
export function sayAlsoDown(
	alsoDown: AlsoDown | undefined,
	saidCount: number,
	settings: WatchSettings,
): string {
	if (!alsoDown || !countAll(alsoDown)) return '';
	const count = saidCount + countAll(alsoDown);
	return ` ${count} of ${alsoDown.watchedCount} are down: also ${listAll(alsoDown, settings)}.`;
}

/** ", 4 of 8 down", for a title: a telephone shows no more of a message. */
export const sayDownInTitle = (alsoDown: AlsoDown | undefined, saidCount: number): string =>
	alsoDown && countAll(alsoDown)
		? `, ${saidCount + countAll(alsoDown)} of ${alsoDown.watchedCount} down`
		: '';

/** The others that are down beside one validator of an item about a named group. */
export function alsoDownOf(
	key: string,
	{ alsoDown, notices, stillBad }: GroupNotice,
): AlsoDown | undefined {
	if (!alsoDown) return undefined;
	const isEnd = notices[0].turned === 'ended';
	const near = isEnd ? stillBad : [...notices.map((notice) => notice.key), ...stillBad];
	const keys = [...new Set([...near, ...alsoDown.keys])].filter((each) => each !== key);
	return { ...alsoDown, keys };
}

/** " Still Down: Zurich-1." One Item per Check says so once for all of its items. */
export const sayStillDown = (alsoDown: AlsoDown | undefined, settings: WatchSettings): string =>
	alsoDown && countAll(alsoDown) && !settings.digest
		? ` Still Down: ${listAll(alsoDown, settings)}.`
		: '';
