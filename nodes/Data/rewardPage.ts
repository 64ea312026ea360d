/** The page of Reward > Get Report: its figures, charts, notes and table. */
import { pageOfValidator } from '../shared/avalanche/explorer';
import type { PublicNetwork } from '../shared/avalanche/publicNetworks';
import { listFew } from '../shared/values/lists';
import { nameOf } from '../shared/fields/names';
import { piecesOf } from '../shared/pace';
import { showMoney } from '../shared/report/cells';
import type { Chart } from '../shared/report/chart';
import { Clock } from '../shared/report/clock';
import { coveredOf, sayPeriodCovered } from '../shared/report/covered';
import { linkTo, type Cell, type Page } from '../shared/report/page';
import type { Figures, Report } from '../shared/report/recipe';
import { findInterval, groupInPieces, listIntervals, unitFor } from '../shared/report/totals';
import { countOf, sentence, writeNumber } from '../shared/values/writing';
import { shortenHex, shortenNodeId } from '../shared/values/ids';
import { rewardTypeNames } from './fields';
import { notePreviousOfRewards, type Previous } from './rewardComparison';
import type { RewardQuestion } from './rewardReading';
import { noteRestaking, type Restaking } from './rewardRestaking';
import { isPriceToCome } from './rewards';
import {
	isUnpriced,
	listAddresses,
	places,
	severalAssets,
	toTotals,
	unknownCurrency,
	valueIn,
	withName,
	type Reward,
	type Rewards,
	type TotalsRow,
	type Totals,
} from './rewardTotals';

export interface RewardReport extends Rewards, Report<TotalsRow> {
	/** Stays the same for the same group, period and choices. */
	keyOf: (row: TotalsRow) => string;
	/** The reward types in the amount. */
	types: string[];
	total: TotalsRow;
	/** The period before, if it is compared. */
	previous?: Previous;
	comparesPrevious: boolean;
	/** A sentence that names the validators or addresses, or nothing. */
	whose: string;
	/** The title of the first column. */
	groupLabel: string;
	charts: [Chart];
}

export const groupLabels: Record<RewardQuestion['groupBy'], string> = {
	validator: 'Validator',
	address: 'Address',
	type: 'Type',
	day: 'Day',
	week: 'Week',
	month: 'Month',
};

export const expectedRows = ({ groupBy, nodeIds, addresses }: RewardQuestion): string[] => {
	if (groupBy === 'validator') return nodeIds ?? [];
	if (groupBy === 'address') return addresses === undefined ? [] : listAddresses(addresses);
	return groupBy === 'type' ? Object.values(rewardTypeNames) : [];
};

const barUnits = { day: 'day', week: 'week', month: 'month', year: 'year' };

/** Has no bar of days to come: a bar of nothing would say that they had no rewards. */
export function* toChart(rewards: Rewards): Generator<void, Chart> {
	const { counted, zone, symbol } = rewards;
	const range = coveredOf(rewards);
	const unit = unitFor(range);
	const intervals = yield* piecesOf(listIntervals, range, unit, zone);
	const found = yield* groupInPieces(counted, ({ time }) => findInterval(intervals, time));
	const bars: Chart['bars'] = [];
	for (const { name } of intervals) {
		const { amount } = yield* toTotals(found.get(name) ?? [], () => true);
		const shown = amount === '0' ? '0' : writeNumber(amount, places.amount);
		bars.push({ name, amount, shown });
	}
	return { title: `${symbol} by ${barUnits[unit]}`, bars };
}

/** Notes for values that are not all in the requested currency. */
function noteCurrencies(
	{ counted, askedCurrency, currency, otherCurrencies }: Rewards,
	returns: string[],
): string[] {
	const given = [currency, ...otherCurrencies].map((of) => {
		const count = counted.filter((reward) => reward.currency === of).length;
		return `${of === unknownCurrency ? 'an unknown currency' : of} (${countOf(count, 'reward')})`;
	});
	const isOther = currency !== askedCurrency || otherCurrencies.length > 0;
	return [
		...sentence(
			`The service gave values in ${given.join(' and ')}. ${askedCurrency} was asked for.`,
			isOther,
		),
		...sentence('Values in different currencies are added up apart.', otherCurrencies.length > 0),
		...sentence(
			`The file for CoinTracking leaves out values that are not in ${askedCurrency}.`,
			isOther && returns.includes('coinTracking'),
		),
	];
}

/** Marks an incomplete value. The note about it begins with the same mark. */
const unpricedMark = '*';

/** The most rewards that a note lists. The rest are counted. */
const fewRewards = 3;

/** Lists rewards without a price by validator and time. */
function listUnpriced({ counted, zone, names }: Rewards): string {
	const clock = new Clock(zone);
	const say = ({ time, nodeId }: Reward): string =>
		`${nameOf(names, nodeId) ?? shortenNodeId(nodeId)} at ${clock.write(time, 'minutes')}`;
	return listFew(counted.filter(isUnpriced), fewRewards, say).join(', ');
}

/** Says when a price may come. After two days nobody should wait for it. */
function sayWhenPriced({ counted }: Rewards): string {
	const unpriced = counted.filter(isUnpriced);
	const awaited = unpriced.filter(({ time }) => isPriceToCome(time)).length;
	if (awaited === unpriced.length) return 'A price comes about 24 hours after a reward.';
	return awaited
		? 'A price comes about 24 hours after a reward; for older ones, the service has none.'
		: 'The service has no price for that time: look it up elsewhere.';
}

export function writeRewardNotes(
	report: Omit<RewardReport, 'notes'>,
	{ types, returns, comparesPrevious }: RewardQuestion,
	restaking: Restaking,
): string[] {
	const { rewards, counted, symbol, total } = report;
	const { unpriced, unpricedAmount, delegators } = total.totals;
	const amountOf = (text: string) => `${writeNumber(text, places.amount)} ${symbol}`;
	const unknown = rewards.filter(({ type }) => !Object.hasOwn(rewardTypeNames, type));
	const leavesDelegators = !types.includes('DELEGATOR') && delegators !== '0';
	const ofDelegators = leavesDelegators
		? rewards.filter(({ type }) => type === 'DELEGATOR').length
		: 0;
	const others = rewards.length - counted.length - ofDelegators;
	return [
		...sentence(
			`The amount and the value count ${countOf(counted.length, 'reward')}. ${countOf(others, 'other')} in this period ${others === 1 ? 'is' : 'are'} not counted.`,
			others > 0,
		),
		...sentence(
			`${unpricedMark} The value leaves out ${countOf(unpriced, 'reward')} without a price (${amountOf(unpricedAmount)}): ${listUnpriced(report)}. ${sayWhenPriced(report)}`,
			unpriced > 0,
		),
		...sentence(
			`The delegators of these validators earned ${amountOf(delegators)}, in ${countOf(ofDelegators, 'reward')}. The amount and the value leave that out.`,
			leavesDelegators,
		),
		...sentence(
			`The amount leaves out ${countOf(unknown.length, 'reward')} of a type that this report does not know.`,
			unknown.length > 0,
		),
		...sentence(
			'These rewards are of several assets, whose amounts have no sum.',
			symbol === severalAssets,
		),
		...noteCurrencies(report, returns),
		...notePreviousOfRewards(report, comparesPrevious),
		...noteRestaking(restaking, report.names),
	];
}

/** The reward types that have a column of their own, with its head. */
const parts = { VALIDATOR: 'Own', VALIDATOR_FEE: 'Fee', DELEGATOR: 'Delegators' };

/** The heads of these columns. `types` are those in the amount. */
export const partHeads = (types: string[], symbol: string): string[] =>
	Object.entries(parts).map(([type, head]) =>
		types.includes(type) ? `${head} (${symbol})` : `${head} (Not in Amount) (${symbol})`,
	);

const withMark = (value: string, { unpriced }: Totals): string =>
	unpriced > 0 ? `${value} ${unpricedMark}` : value;

function writeTable(report: RewardReport): Omit<Page['table'], 'elsewhere'> {
	const { rows, total, groupLabel, symbol, types, names, network } = report;
	const currencies = [report.currency, ...report.otherCurrencies];
	const money = (totals: Totals, of: string): string => {
		const value = valueIn(totals, of);
		if (value !== undefined) return withMark(writeNumber(value, places.money), totals);
		return Object.keys(totals.values).length ? '' : '?';
	};
	const cells = ({ name, totals }: TotalsRow): Cell[] => [
		linkTo(pageOfValidator(network as PublicNetwork, name), withName(name, names)),
		writeNumber(String(totals.rewards), 0),
		writeNumber(totals.amount, places.amount),
		...currencies.map((of) => money(totals, of)),
		writeNumber(totals.own, places.amount),
		writeNumber(totals.fee, places.amount),
		writeNumber(totals.delegators, places.amount),
	];
	const heads = [
		groupLabel,
		'Rewards',
		`Amount (${symbol})`,
		...currencies.map((of) => `Value (${of})`),
		...partHeads(types, symbol),
	];
	const title = `By ${groupLabel.toLowerCase()}`;
	return { title, heads, rows: rows.map(cells), total: cells(total) };
}

/** The most validators or addresses that the head of a page names. The rest are counted. */
const fewAsked = 5;

/** Names whose rewards a report adds up. Where each row is one of them, the rows do. */
export function sayWhose({ nodeIds, addresses, groupBy, names }: RewardQuestion): string {
	const say = (list: string[], shortenOne: (id: string) => string) => {
		const named = listFew(list, fewAsked, (id) => nameOf(names, id) ?? shortenOne(id));
		return ` Of ${named.join(', ')}.`;
	};
	if (nodeIds && groupBy !== 'validator') return say(nodeIds, shortenNodeId);
	if (addresses !== undefined && groupBy !== 'address')
		return say(listAddresses(addresses), shortenHex);
	return '';
}

const about = ({ whose, ...rewards }: RewardReport): string => {
	return `Avalanche ${rewards.network}, ${sayPeriodCovered(rewards, rewards.zone)}. Time zone: ${rewards.zone}.${whose}`;
};

/** Drops empty bars, because a page lists each bar on its own line. */
const withoutEmpty = ({ title, bars }: Chart): Chart => {
	const full = bars.filter(({ amount }) => amount !== '0');
	return { title: full.length < bars.length ? `${title} with rewards` : title, bars: full };
};

export function toFigures(t: Totals, { symbol, currency, otherCurrencies }: Rewards): Figures {
	const values = [currency, ...otherCurrencies].flatMap((of) => {
		const value = valueIn(t, of);
		return value === undefined ? [] : [showMoney(value, of)];
	});
	const value = values.length ? withMark(values.join(' + '), t) : 'No price yet';
	return [
		{ label: 'Earned', value: `${writeNumber(t.amount, places.amount)} ${symbol}` },
		{ label: 'Value at receipt', value },
		{ label: 'Rewards', value: writeNumber(String(t.rewards), 0) },
	];
}

export const toPage = (report: RewardReport) => ({
	about: about(report),
	charts: report.charts.map(withoutEmpty),
	table: writeTable(report),
});
