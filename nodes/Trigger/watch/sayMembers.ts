/** A line for each validator in a message about several: its own figures, and its page or ID. */
import { sayId } from '../../shared/values/foreign';
import { isId } from '../../shared/values/ids';
import { factsOf, toldOf } from './facts';
import type { Notice, WatchSettings } from './model';
import type { Reading } from './readings';
import { sayAlsoBad } from './sayAlsoDown';
import { sayAfter } from './sayLasted';
import { pickNamed, sayShort } from './sayNames';
import { linkToExplorer, showUptime } from './showValidator';

/** The message above has said the rest: words without a figure are the same for all. */
const hasFigure = (words: string): boolean => /\d/.test(words);

const toSentence = (words: string): string => `${words.replace(/,$/, '')}.`;

function listFigures(notice: Notice, settings: WatchSettings, { at }: Reading): string[] {
	const { alert, turned, validator, context, since, goodSince = since } = notice;
	// It has left the list, and its figures with it.
	if (!validator || !context) return [];
	const facts = { ...showUptime(validator, context, settings), ...factsOf(notice, settings) };
	const told = toldOf(notice, facts, settings, at);
	const { began, ended, cost } = alert.words;
	if (turned === 'ended') {
		const isDated = goodSince > since;
		return [
			...[ended(told)].filter(hasFigure).map(toSentence),
			...(isDated ? [`${sayAfter(notice, ended(told)).slice(2)}.`, cost?.(told) ?? ''] : []),
		];
	}
	const { what, figures = '' } = began(told);
	return [...[what].filter(hasFigure).map(toSentence), figures, sayAlsoBad(notice)];
}

/** "Frankfurt-1: balance for the fee lasts until ... Top up 3.51 AVAX to last 90 days. NodeID-..." */
function sayMember(notice: Notice, settings: WatchSettings, reading: Reading): string {
	const { key, validator } = notice;
	const { source } = settings;
	const validationId = validator?.validationId ?? '';
	const said = [
		...listFigures(notice, settings, reading).map((sentence) => sentence.trim()),
		linkToExplorer(key, reading, settings) ?? sayId(key),
		// To top up a balance, people need it.
		...(source === 'balances' && isId(validationId) ? [`(validation ${validationId})`] : []),
	];
	return `${sayShort(key, settings)}: ${said.filter(Boolean).join(' ')}`;
}

export function sayMembers(notices: Notice[], settings: WatchSettings, reading: Reading): string[] {
	const named = pickNamed(
		notices.map(({ key }) => key),
		settings,
	);
	const placeOf = ({ key }: Notice): number => named.indexOf(key);
	return notices
		.filter((notice) => placeOf(notice) >= 0)
		.sort((a, b) => placeOf(a) - placeOf(b))
		.map((notice) => sayMember(notice, settings, reading));
}
