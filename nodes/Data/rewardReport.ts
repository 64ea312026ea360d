/** Reward > Get Report: reads the rewards of a period, adds them up exactly, and writes items, files and a page. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { shortenNodeId } from '../shared/values/ids';
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { nameOf } from '../shared/fields/names';
import { round } from '../shared/values/numbers';
import type { Surroundings, Values } from '../shared/operation/operations';
import { mapInPieces, piecesOf, workOf } from '../shared/pace';
import { checkPeriod } from '../shared/fields/period';
import type { Chart } from '../shared/report/chart';
import { defineReport, type Figures, type Report, type Table } from '../shared/report/recipe';
import type { FileMaker } from '../shared/report/returned';
import {
	findInterval,
	groupInPieces,
	listIntervals,
	nameRange,
	unitFor,
	type Range,
} from '../shared/report/totals';
import { countOf, writeNumber } from '../shared/report/writing';
import { toIsoTime } from '../shared/operation/columns';
import { checkPrefixes, rewardTypeNames } from './fields';
import { isPriceToCome, narrowedBy } from './rewards';
import { readRewards, reportFields, toAsked, type Asked, type RewardsRead } from './rewardReading';
import { writeCoinTracking, writeDetail, writeKoinly } from './rewardFiles';
import { noteRestaking, readRestaking, type Restaking } from './rewardRestaking';
import {
	listAddresses,
	listCurrencies,
	places,
	sentence,
	severalAssets,
	toRows,
	toTotals,
	unknownCurrency,
	valueIn,
	withName,
	type Reward,
	type Rewards,
	type Row,
	type Totals,
} from './rewardTotals';

const totalName = 'Total';

interface RewardReport extends Rewards, Report<Row> {
	/** Types that the amount adds up. */
	types: string[];
	total: Row;
	/** What the first column holds. */
	groupLabel: string;
	chart: Chart;
}

const groupLabels: Record<Asked['groupBy'], string> = {
	validator: 'Validator',
	address: 'Address',
	type: 'Type',
	day: 'Day',
	week: 'Week',
	month: 'Month',
};

const expectedRows = ({ groupBy, nodeIds, addresses }: Asked): string[] => {
	if (groupBy === 'validator') return nodeIds ?? [];
	if (groupBy === 'address') return addresses === undefined ? [] : listAddresses(addresses);
	return groupBy === 'type' ? Object.values(rewardTypeNames) : [];
};

const barUnits = { day: 'day', week: 'week', month: 'month', year: 'year' };

function* toChart({ counted, range, zone, symbol }: Rewards): Generator<void, Chart> {
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

/** Where the values are not all in the currency that was asked for. */
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

/** Behind a value that leaves something out, and before the note that says what. */
const unpricedMark = '*';

const isUnpriced = ({ value }: Reward): boolean => value === undefined;

/** More of them are counted. */
const fewRewards = 3;

/** Which rewards have no price: when they were paid, and for whom. */
function listUnpriced({ counted, zone, names }: Rewards): string {
	const unpriced = counted.filter(isUnpriced);
	const named = unpriced.slice(0, fewRewards).map(({ time, nodeId }) => {
		const at = DateTime.fromSeconds(time, { zone, locale: 'en' }).toFormat('yyyy-MM-dd HH:mm');
		return `${nameOf(names, nodeId) ?? shortenNodeId(nodeId)} at ${at}`;
	});
	const others = unpriced.length - named.length;
	return [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

/** A price is late after two days: then nobody should wait for it. */
function sayWhenPriced({ counted }: Rewards): string {
	const unpriced = counted.filter(isUnpriced);
	const awaited = unpriced.filter(({ time }) => isPriceToCome(time)).length;
	if (awaited === unpriced.length) return 'A price comes about 24 hours after a reward.';
	return awaited
		? 'A price comes about 24 hours after a reward; for older ones, the service has none.'
		: 'The service has no price for that time: look it up elsewhere.';
}

function writeNotes(
	report: Omit<RewardReport, 'notes'>,
	{ types, returns }: Asked,
	restaking: Restaking,
): string[] {
	const { rewards, counted, symbol, total } = report;
	const { unpriced, unpricedAmount, delegators } = total.totals;
	const amountOf = (text: string) => `${writeNumber(text, places.amount)} ${symbol}`;
	const unknown = rewards.filter(({ type }) => !Object.hasOwn(rewardTypeNames, type));
	const others = rewards.length - counted.length;
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
			`The delegators of these validators earned ${amountOf(delegators)}. The amount and the value leave that out.`,
			!types.includes('DELEGATOR') && delegators !== '0',
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
		...noteRestaking(restaking, report.names),
		...sentence(
			'Sums are exact. Figures of this page are rounded, and the CSV file has the exact ones.',
			counted.length > 0,
		),
	];
}

const column = (words: string, isIn: boolean): string =>
	`${words}${isIn ? '' : ' (Not in Amount)'}`;

const withMark = (value: string, { unpriced }: Totals): string =>
	unpriced > 0 ? `${value} ${unpricedMark}` : value;

function writeTable(report: RewardReport): Table & { title: string } {
	const { rows, total, groupLabel, symbol, types, names } = report;
	const currencies = [report.currency, ...report.otherCurrencies];
	const money = (totals: Totals, of: string): string => {
		const value = valueIn(totals, of);
		if (value !== undefined) return withMark(writeNumber(value, places.money), totals);
		return Object.keys(totals.values).length ? '' : '?';
	};
	const cells = ({ name, totals }: Row): string[] => [
		withName(name, names),
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
		...currencies,
		column('Own', types.includes('VALIDATOR')),
		column('Fee', types.includes('VALIDATOR_FEE')),
		column('Delegators', types.includes('DELEGATOR')),
	];
	const title = `By ${groupLabel.toLowerCase()}`;
	return { title, heads, rows: rows.map(cells), total: cells(total) };
}

/** Beginning and end as the clocks of the report's time zone show them. */
const showRange = ({ range, zone }: Rewards): string[] =>
	[range.from, range.to].map((time) =>
		DateTime.fromSeconds(time, { zone, locale: 'en' }).toFormat('yyyy-MM-dd HH:mm'),
	);

const about = (rewards: Rewards): string => {
	const [from, before] = showRange(rewards);
	return `Avalanche ${rewards.network}, from ${from} to ${before}. Time zone: ${rewards.zone}.`;
};

/** A page lists its bars below each other: one that is empty would be a line without news. */
const withoutEmpty = ({ title, bars }: Chart): Chart => {
	const full = bars.filter(({ amount }) => amount !== '0');
	return { title: full.length < bars.length ? `${title} with rewards` : title, bars: full };
};

function toFigures(t: Totals, { symbol, currency, otherCurrencies }: Rewards): Figures {
	const values = [currency, ...otherCurrencies].flatMap((of) => {
		const value = valueIn(t, of);
		return value === undefined ? [] : [`${writeNumber(value, places.money)} ${of}`];
	});
	const value = values.length ? withMark(values.join(' + '), t) : 'No price yet';
	return [
		{ label: 'Earned', value: `${writeNumber(t.amount, places.amount)} ${symbol}` },
		{ label: 'Value at receipt', value },
		{ label: 'Rewards', value: writeNumber(String(t.rewards), 0) },
	];
}

const toPage = (report: RewardReport) => ({
	about: about(report),
	chart: withoutEmpty(report.chart),
	table: writeTable(report),
});

/** For a person: money rounded, and beside it exact. Each number column adds up to that of the last row. */
function* toCsv(report: RewardReport): Generator<void, Table> {
	const { groupLabel, symbol, types, currency, otherCurrencies, network, zone, names } = report;
	const heads = [
		groupLabel,
		'Rewards',
		`Amount (${symbol})`,
		`${column('Own', types.includes('VALIDATOR'))} (${symbol})`,
		`${column('Fee', types.includes('VALIDATOR_FEE'))} (${symbol})`,
		`${column('Delegators', types.includes('DELEGATOR'))} (${symbol})`,
		`Value at Receipt (${currency})`,
		`Exact Value at Receipt (${currency})`,
		'Rewards Without Price',
		`Amount Without Price (${symbol})`,
		'From',
		'Before',
		'Time Zone',
		'Network',
		...(names ? ['Name'] : []),
		...otherCurrencies.flatMap((of) => [
			`Value at Receipt (${of})`,
			`Exact Value at Receipt (${of})`,
		]),
	];
	const money = (totals: Totals, of: string): string[] => {
		const value = valueIn(totals, of);
		return value === undefined ? ['', ''] : [round(value, places.money), value];
	};
	const range = showRange(report);
	const cells = ({ name, totals }: Row): string[] => [
		name,
		String(totals.rewards),
		totals.amount,
		totals.own,
		totals.fee,
		totals.delegators,
		...money(totals, currency),
		String(totals.unpriced),
		totals.unpricedAmount,
		...range,
		zone,
		network,
		...(names ? [nameOf(names, name) ?? ''] : []),
		...otherCurrencies.flatMap((of) => money(totals, of)),
	];
	const rows = yield* mapInPieces(report.rows, workOf.line, cells);
	return { heads, rows, total: cells(report.total) };
}

/** What a row is worth in the currencies that the sum of the values leaves out. */
const listOtherValues = ({ values }: Totals, otherCurrencies: string[]): IDataObject[] =>
	otherCurrencies
		.filter((currency) => values[currency] !== undefined)
		.map((currency) => ({
			currency,
			valueAtReceipt: Number(values[currency]),
			valueAtReceiptExact: values[currency],
		}));

/** What Send Email takes of a row. */
const toMail = ({ name, totals }: Row, report: RewardReport) => ({
	about: withName(name, report.names),
	figures: toFigures(totals, report),
});

function toItem(
	{ name, totals: t }: Row,
	{ symbol, currency, otherCurrencies, names, network, slug, total }: RewardReport,
	more: IDataObject,
): IDataObject {
	const amounts = {
		amount: t.amount,
		ownAmount: t.own,
		feeAmount: t.fee,
		delegatorAmount: t.delegators,
	};
	const worth = valueIn(t, currency);
	const value = { valueAtReceipt: worth ?? null };
	const otherValues = listOtherValues(t, otherCurrencies);
	const rest = { amountWithoutPrice: t.unpricedAmount };
	const numbers = (texts: Record<string, string | null>) =>
		Object.fromEntries(
			Object.entries(texts).map(([key, text]) => [key, text === null ? null : Number(text)]),
		);
	const exact = Object.entries({ ...amounts, ...value, ...rest });
	return {
		group: name,
		...(names && { name: nameOf(names, name) ?? null }),
		isTotal: t === total.totals,
		rewards: t.rewards,
		...numbers(amounts),
		symbol,
		...numbers(value),
		currency,
		...(otherCurrencies.length > 0 && { otherValues }),
		rewardsWithoutPrice: t.unpriced,
		...numbers(rest),
		...more,
		...Object.fromEntries(exact.map(([key, text]) => [`${key}Exact`, text])),
		key: `${network} ${slug} ${name}`,
	};
}

function toTotal(report: RewardReport, more: IDataObject): IDataObject {
	const { title, range, zone, network, notes } = report;
	return toItem(report.total, report, {
		title,
		from: toIsoTime(range.from),
		to: toIsoTime(range.to),
		timeZone: zone,
		network,
		...more,
		notes,
	});
}

const toFiles = (report: RewardReport): Record<string, FileMaker> => ({
	detailCsv: {
		property: 'detailCsv',
		name: (slug) => `rewards-${slug}.csv`,
		write: () => writeDetail(report),
	},
	koinly: {
		property: 'koinly',
		name: (slug) => `rewards-${slug}-koinly.csv`,
		write: () => writeKoinly(report),
	},
	coinTracking: {
		property: 'coinTracking',
		name: (slug) => `rewards-${slug}-cointracking.csv`,
		write: () => writeCoinTracking(report),
	},
});

interface Read extends RewardsRead {
	asked: Asked;
	restaking: Restaking;
}

async function read(
	client: Client,
	values: Values,
	surroundings: Surroundings,
): Promise<Answer<Read>> {
	const asked = toAsked(values, surroundings);
	const answer = await readRewards(client, values, asked.range);
	if (!answer.ok) return answer;
	const { rewards } = answer.result;
	const validators = asked.nodeIds ?? [...new Set(rewards.map(({ nodeId }) => nodeId))];
	const restaking = await readRestaking(client, validators);
	return { ok: true, result: { ...answer.result, asked, restaking } };
}

/** The range that was asked for; where it has no bounds, that of the rewards. */
function boundsOf({ range: { from, to } }: Asked, rewards: Reward[]): Range {
	const now = Math.floor(Date.now() / 1000);
	return {
		from: Number.isFinite(from) ? from : (rewards.at(-1)?.time ?? now - 1),
		to: Number.isFinite(to) ? to : (rewards[0]?.time ?? now) + 1,
	};
}

function toRewards({ asked, rewards, symbol }: Read): Rewards {
	const { network, zone, types, names } = asked;
	const counted = rewards.filter(({ type }) => types.includes(type));
	const askedCurrency = asked.currency.toUpperCase();
	const [currency, ...otherCurrencies] = listCurrencies(counted, askedCurrency);
	return {
		rewards,
		counted,
		range: boundsOf(asked, rewards),
		network,
		zone,
		symbol,
		askedCurrency,
		currency,
		otherCurrencies,
		names,
	};
}

function* addUp(found: Read): Generator<void, RewardReport> {
	const { asked, restaking, pages, read: readCount } = found;
	const { types, groupBy } = asked;
	const rewards = toRewards(found);
	const { counted } = rewards;
	const { name, slug } = nameRange(rewards.range, rewards.zone);
	const isCounted = ({ type }: Reward): boolean => types.includes(type);
	const total = {
		name: totalName,
		totals: yield* toTotals(rewards.rewards, isCounted),
	};
	const unnoted = {
		...rewards,
		title: `Staking rewards, ${name}`,
		fileName: 'reward-report',
		slug,
		types,
		rows: yield* toRows(rewards, groupBy, expectedRows(asked)),
		total,
		groupLabel: groupLabels[groupBy],
		chart: yield* toChart(rewards),
		tally: {
			noun: 'reward',
			narrowedBy,
			pages,
			read: readCount,
			wanted: counted.length,
			unpriced: total.totals.unpriced,
			isPriceToCome: counted.some((one) => isUnpriced(one) && isPriceToCome(one.time)),
		},
	};
	return { ...unnoted, notes: writeNotes(unnoted, asked, restaking) };
}

export const rewardReport = defineReport({
	action: 'Get report of staking rewards',
	description:
		'Exact totals of staking rewards in a period, as items, files and a page for an e-mail',
	words: { row: 'group', last: 'total' },
	params: reportFields,
	check: (values) => checkPrefixes(values) ?? checkPeriod(values),
	composes: ['avalancheData reward getMany', 'avalancheValidators primaryValidator getMany'],
	read,
	group: addUp,
	columns: { row: toItem, total: toTotal },
	mail: toMail,
	figures: (report) => toFigures(report.total.totals, report),
	page: toPage,
	csv: toCsv,
	files: toFiles,
	returns: [
		'group',
		'name',
		'isTotal',
		'rewards',
		'amount',
		'ownAmount',
		'feeAmount',
		'delegatorAmount',
		'symbol',
		'valueAtReceipt',
		'currency',
		'otherValues',
		'rewardsWithoutPrice',
		'amountWithoutPrice',
		'title',
		'from',
		'to',
		'timeZone',
		'network',
		'html',
		'attachments',
		'notes',
		'amountExact',
		'ownAmountExact',
		'feeAmountExact',
		'delegatorAmountExact',
		'valueAtReceiptExact',
		'amountWithoutPriceExact',
		'key',
	],
});
