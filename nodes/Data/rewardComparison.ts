/** A reward report beside the period before its own. */
import type { IDataObject } from 'n8n-workflow';
import { toIsoTime } from '../shared/operation/columns';
import {
	compare,
	fromZero,
	isFromZero,
	noPeriodBefore,
	notOverYet,
	sayBefore,
	sayChange,
	type Difference,
} from '../shared/report/comparison';
import type { Unfinished } from '../shared/report/covered';
import type { Figures } from '../shared/report/recipe';
import { nameRange, type TimeRange } from '../shared/report/totals';
import { toNumberOrNull } from '../shared/values/numbers';
import { capitalize } from '../shared/values/text';
import { sentence, writeNumber } from '../shared/values/writing';
import { places, severalAssets, valueIn, type Totals } from './rewardTotals';

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

/** The column of the total. Null if there is no period before. */
export function showPreviousOfTotal(report: Compared): IDataObject {
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
			amountDifference: toNumberOrNull(amount.difference),
			amountPercent: amount.percent,
			valueAtReceipt: toNumberOrNull(worth),
			valueDifference: toNumberOrNull(value.difference),
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
	const from = `${writeNumber(previous.totals.amount, places.amount)} ${symbol}`;
	const change = sayChange(differ(report, amountIn));
	const { label, value } = sayBefore(name, { figure: 'earned', change, from });
	return [{ label: capitalize(label), value }];
}

export function notePreviousOfRewards(report: Compared, isAsked: boolean): string[] {
	const { previous, unfinished, total } = report;
	const isPriced = !unfinished && [total.totals, previous?.totals].every((one) => !one?.unpriced);
	return [
		...sentence(noPeriodBefore, isAsked && !previous),
		...sentence(notOverYet, !!previous && !!unfinished),
		...sentence(
			'Some rewards have no price, so the values of both periods are not compared.',
			!!previous && !unfinished && !isPriced,
		),
		...sentence(
			`${fromZero}.`,
			[amountIn, wholeValueIn].some((of) => isFromZero(differ(report, of))),
		),
	];
}
