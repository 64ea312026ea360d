/** A reward report beside the period before its own. */
import type { IDataObject } from 'n8n-workflow';
import { optional } from '../shared/fields/fields';
import { flag } from '../shared/fields/kinds';
import { toIsoTime } from '../shared/operation/columns';
import { compare, sayChange, type Difference } from '../shared/report/comparison';
import type { Unfinished } from '../shared/report/covered';
import type { Figures } from '../shared/report/recipe';
import { nameRange, type TimeRange } from '../shared/report/totals';
import { sentence, writeNumber } from '../shared/values/writing';
import { places, severalAssets, valueIn, type Totals } from './rewardTotals';

export const comparison = optional({
	...flag({
		displayName: 'Compare With Previous Period',
		name: 'comparePrevious',
		description: 'Whether to add the totals of the period before, and the difference',
	}),
	notSent: true,
});

export interface Previous {
	range: TimeRange;
	totals: Totals;
}

interface Compared {
	total: { totals: Totals };
	previous?: Previous;
	unfinished?: Unfinished;
	symbol: string;
	currency: string;
	zone: string;
}

/** A period that is not over says nothing beside a whole one, and the amounts of several assets have no sum. */
const amountIn = ({ amount }: Totals, { unfinished, symbol }: Compared): string | undefined =>
	unfinished || symbol === severalAssets ? undefined : amount;

/** A value that leaves rewards out is no whole sum. */
const wholeValueIn = (totals: Totals, { unfinished, currency }: Compared): string | undefined =>
	unfinished || totals.unpriced > 0 ? undefined : valueIn(totals, currency);

const differ = (
	report: Compared,
	of: (totals: Totals, report: Compared) => string | undefined,
): Difference =>
	compare(of(report.total.totals, report), report.previous && of(report.previous.totals, report));

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

/** The column of the total. Null if there is no period before. */
export function showPrevious(report: Compared): IDataObject {
	const { previous, currency } = report;
	if (!previous) return { previousPeriod: null };
	const { range, totals } = previous;
	const [amount, value] = [differ(report, amountIn), differ(report, wholeValueIn)];
	const worth = valueIn(totals, currency) ?? null;
	return {
		previousPeriod: {
			from: toIsoTime(range.from),
			to: toIsoTime(range.to),
			rewards: totals.rewards,
			amount: Number(totals.amount),
			amountDifference: toNumber(amount.difference),
			amountPercent: amount.percent,
			valueAtReceipt: toNumber(worth),
			valueDifference: toNumber(value.difference),
			valuePercent: value.percent,
			rewardsWithoutPrice: totals.unpriced,
			amountExact: totals.amount,
			amountDifferenceExact: amount.difference,
			valueAtReceiptExact: worth,
			valueDifferenceExact: value.difference,
		},
	};
}

export function toPreviousFigures(report: Compared): Figures {
	const { previous, symbol, zone } = report;
	if (!previous) return [];
	const { name } = nameRange(previous.range, zone);
	const amount = `${writeNumber(previous.totals.amount, places.amount)} ${symbol}`;
	const change = sayChange(differ(report, amountIn));
	return change
		? [{ label: `Change since ${name}`, value: `${change}, from ${amount}` }]
		: [{ label: `Earned in ${name}`, value: amount }];
}

export function notePrevious(report: Compared, isAsked: boolean): string[] {
	const { previous, unfinished, total } = report;
	const isPriced = !unfinished && [total.totals, previous?.totals].every((one) => !one?.unpriced);
	return [
		...sentence(
			'There is no period before one without a beginning or an end. For a comparison, choose another Period.',
			isAsked && !previous,
		),
		...sentence(
			'The period before is whole and this one is not over, so their difference is not known yet.',
			!!previous && !!unfinished,
		),
		...sentence(
			'Some rewards have no price, so the values of both periods are not compared.',
			!!previous && !unfinished && !isPriced,
		),
	];
}
