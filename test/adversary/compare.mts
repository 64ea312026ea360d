/** Items beside those of the oracle: what differs, and whether a change of an answer excuses it. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../spec/check.mts';
import { countNames } from '../support/scenes.mts';
import { shorten } from './answers.mts';
import type { Disturbance } from './disturbance.mts';

interface Difference {
	path: string;
	was: unknown;
	is: unknown;
}

function listDifferences(was: unknown, is: unknown, path = ''): Difference[] {
	if (isDeepStrictEqual(was, is)) return [];
	const canCompare =
		[was, is].every(isObject) ||
		(Array.isArray(was) && Array.isArray(is) && was.length === is.length);
	if (!canCompare) return [{ path, was, is }];
	const [a, b] = [was, is] as [Record<string, unknown>, Record<string, unknown>];
	return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
		listDifferences(a[name], b[name], path ? `${path}.${name}` : name),
	);
}

/** The same text for equal values, in whatever order an object holds its fields. */
const writeSorted = (value: unknown): string =>
	JSON.stringify(value, (_, part: unknown) =>
		isObject(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);

/** Items that the other list has not, each as often as it is more. By texts: a list of thousands takes no seconds. */
function without(items: unknown[], others: unknown[]): unknown[] {
	const left = countNames(others.map(writeSorted));
	return items.filter((item) => {
		const text = writeSorted(item);
		const count = left.get(text) ?? 0;
		left.set(text, count - 1);
		return count <= 0;
	});
}

/** Nothing, or in words that it is not known, as a key of an unknown network does. */
const saysNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'string' && /\bunknown\b/.test(value));
/** Sentences of ours say what an item says: without a part of it, they say less. */
const isSentence = (path: string): boolean =>
	/(^|\.)(title|message|note|summary|html|csv|page)$/.test(path);
/** When it was said, which a repeated request puts off, and pages that say so, too. */
const isOfRun = (path: string): boolean => /(^|\.)(at|html|page)$/.test(path);
const changesThatTakeAway = ['drop', 'null', 'otherType', 'empty', 'hashesOnly', 'hashesMixed'];
/** After one of these there was no answer at all, or one that is refused: what it would have said is unknown. */
const changesThatTakeAll = [
	'cutBefore',
	'cutDuring',
	'half',
	'emptyBody',
	'html',
	'unavailable',
	'longDelay',
	'swappedAnswer',
	'swappedCall',
	'swappedSubject',
	'swappedChain',
	'anotherId',
];
/** An address in another case is the same address. */
const isSameAddress = (was: unknown, is: unknown): boolean =>
	[was, is].every((value) => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)) &&
	String(was).toLowerCase() === String(is).toLowerCase();
/** Another answer under the right ID may say that there is nothing. */
const isNothing = (answer: unknown): boolean => isObject(answer) && answer.result === null;
const plain = (value: unknown): string => JSON.stringify(value).replaceAll('"', '');

/** Whether an item says less than the truth, and nothing else: what an answer left out, or said in another form. */
function excuses({ change, after }: Disturbance, { path, was, is }: Difference): boolean {
	if (isOfRun(path) || isSameAddress(was, is)) return true;
	if (changesThatTakeAll.includes(change) && saysNothing(is)) return true;
	if (!changesThatTakeAway.includes(change) && !isNothing(after)) return false;
	if (saysNothing(is) || was === undefined || was === null || isSentence(path)) return true;
	return (
		!saysNothing(after) && (plain(after).includes(plain(is)) || plain(is).includes(plain(after)))
	);
}

export type Outcome = 'right' | 'less' | 'unseen' | { wrong: string };

/** How items of a disturbed question stand beside the true ones. */
export function compareItems(was: unknown[], is: unknown[], disturbance: Disturbance): Outcome {
	if (isDeepStrictEqual(was, is)) return 'right';
	if (disturbance.unseen) return 'unseen';
	const [gone, come] = [without(was, is), without(is, was)];
	// A record that comes a page early stands where it came first.
	if (!gone.length && !come.length)
		return disturbance.change === 'overlapped'
			? 'right'
			: { wrong: 'the items come in another order' };
	// What an answer said in another form may stand as an item of its own, which says nothing else.
	const isMore = come.length > gone.length && changesThatTakeAway.includes(disturbance.change);
	if (gone.length !== come.length && !isMore)
		return {
			wrong: `${was.length} items were ${is.length}: ${shorten(come.length ? come[0] : gone[0], 200)}`,
		};
	const differences = gone.flatMap((item, i) => listDifferences(item, come[i]));
	const wrong = differences.find((difference) => !excuses(disturbance, difference));
	if (!wrong) return 'less';
	return { wrong: `${wrong.path} is ${shorten(wrong.is)}, and the truth is ${shorten(wrong.was)}` };
}
