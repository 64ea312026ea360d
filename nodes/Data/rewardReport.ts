/** Reward > Get Report: reads the rewards of a period, adds them up exactly, and writes items, files and a page. */
import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { Answer } from '../shared/errors';
import { nameOf, type Names } from '../shared/fields/names';
import { checkPeriod } from '../shared/fields/period';
import type { Client } from '../shared/network/client';
import type { RunContext, Values } from '../shared/operation/operations';
import { mapInPieces, workOf } from '../shared/pace';
import { moneyColumns } from '../shared/report/cells';
import { cellsOf, headsOf, type CsvColumn } from '../shared/report/csv';
import type { Chart } from '../shared/report/chart';
import {
	beginAt,
	coveredPart,
	nowInSeconds,
	periodColumns,
	showCovered,
	unfinishedOf,
	type Covered,
	type Unfinished,
} from '../shared/report/covered';
import { rangeBefore } from '../shared/report/comparison';
import { fileOnNetwork, sayOnNetwork } from '../shared/report/ofNetwork';
import { defineReport, type CsvTable } from '../shared/report/recipe';
import type { FileMaker } from '../shared/report/returned';
import { nameRange, type TimeRange } from '../shared/report/totals';
import { countOf } from '../shared/values/writing';
import { checkPrefixes } from './fields';
import { writeCoinTracking, writeDetail, writeKoinly } from './rewardFiles';
import { showPreviousOfTotal, toPreviousFigures } from './rewardComparison';
import { toKeyOf, totalName } from './rewardKeys';
import {
	expectedRows,
	groupLabels,
	partHeads,
	sayWhose,
	toChart,
	toFigures,
	toPage,
	writeRewardNotes,
	type RewardReport,
} from './rewardPage';
import {
	readRewards,
	reportFields,
	toAsked,
	type RewardQuestion,
	type RewardsRead,
} from './rewardReading';
import { readRestaking, type Restaking } from './rewardRestaking';
import { isPriceToCome, narrowedBy } from './rewards';
import {
	isUnpriced,
	listCurrencies,
	toRows,
	toTotals,
	valueIn,
	withName,
	type Reward,
	type Rewards,
	type TotalsRow,
	type Totals,
} from './rewardTotals';

const groupsAreIds = ({ groupLabel }: RewardReport): boolean =>
	[groupLabels.validator, groupLabels.address].includes(groupLabel);

/** The user's names, unless the groups are no IDs. */
const namesOfGroups = (report: RewardReport): Names | undefined =>
	groupsAreIds(report) ? report.names : undefined;

/** The time that a row is about: its part of the period, or all of it. */
const spanOf = (report: RewardReport, range: TimeRange | undefined): Covered =>
	range ? coveredPart(report, range) : report;

/** For people: money is rounded, with the exact text beside it. */
function* toCsv(report: RewardReport): Generator<void, CsvTable> {
	const { groupLabel, symbol, types, currency, otherCurrencies, network, zone, names } = report;
	const money = (of: string): Array<CsvColumn<TotalsRow>> =>
		moneyColumns(`Value at Receipt (${of})`, ({ totals }) => valueIn(totals, of));
	const [own, fee, delegators] = partHeads(types, symbol);
	const covered = ({ range }: TotalsRow) => showCovered(spanOf(report, range), zone);
	const named: CsvColumn<TotalsRow> = ['Name', ({ name }) => (names && nameOf(names, name)) ?? ''];
	const columns: Array<CsvColumn<TotalsRow>> = [
		[groupLabel, ({ name }) => name],
		// Stands without names, too: files of other months have the same columns.
		...(groupsAreIds(report) ? [named] : []),
		['Rewards', ({ totals }) => String(totals.rewards)],
		[`Amount (${symbol})`, ({ totals }) => totals.amount],
		[own, ({ totals }) => totals.own],
		[fee, ({ totals }) => totals.fee],
		[delegators, ({ totals }) => totals.delegators],
		...money(currency),
		['Rewards Without Price', ({ totals }) => String(totals.unpriced)],
		[`Amount Without Price (${symbol})`, ({ totals }) => totals.unpricedAmount],
		['From', (row) => covered(row)[0]],
		['Before', (row) => covered(row)[1]],
		['Time Zone', () => zone],
		['Network', () => network],
		['Key', report.keyOf],
		...otherCurrencies.flatMap(money),
	];
	const rows = yield* mapInPieces(report.rows, workOf.line, (row) => cellsOf(columns, row));
	return { heads: headsOf(columns), rows };
}

/** The values of a row in the other currencies, which the main value leaves out. */
const listOtherValues = ({ values }: Totals, otherCurrencies: string[]): IDataObject[] =>
	otherCurrencies
		.filter((currency) => values[currency] !== undefined)
		.map((currency) => ({
			currency,
			valueAtReceipt: Number(values[currency]),
			valueAtReceiptExact: values[currency],
		}));

const toMail = ({ name, totals }: TotalsRow, report: RewardReport) => ({
	about: withName(name, report.names),
	figures: toFigures(totals, report),
});

function toItem(row: TotalsRow, report: RewardReport, more: IDataObject): IDataObject {
	const { name, totals: t } = row;
	const { symbol, currency, otherCurrencies, total } = report;
	const names = namesOfGroups(report);
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
		key: report.keyOf(row),
	};
}

/** Repeated in each item, for sheets to which many reports are appended. */
const showPeriod = (report: RewardReport, range?: TimeRange): IDataObject => ({
	...periodColumns(spanOf(report, range)),
	timeZone: report.zone,
	network: report.network,
});

/** A row for an AI agent lacks the period, which it reads once in the total. */
function toRow(row: TotalsRow, report: RewardReport, mail: IDataObject): IDataObject {
	const { title, ...others } = mail;
	return toItem(
		row,
		report,
		title === undefined ? mail : { title, ...showPeriod(report, row.range), ...others },
	);
}

function toTotal(report: RewardReport, more: IDataObject): IDataObject {
	const { title, notes, comparesPrevious } = report;
	const compared = comparesPrevious ? showPreviousOfTotal(report) : {};
	return toItem(report.total, report, {
		title,
		...showPeriod(report),
		...compared,
		...more,
		notes,
	});
}

function toFiles(report: RewardReport): Record<string, FileMaker> {
	const fileName = `rewards${fileOnNetwork(report.network)}`;
	return {
		detailCsv: {
			property: 'detailCsv',
			name: (slug) => `${fileName}-${slug}.csv`,
			write: (form) => writeDetail(report, form),
		},
		koinly: {
			property: 'koinly',
			name: (slug) => `${fileName}-${slug}-koinly.csv`,
			write: () => writeKoinly(report),
		},
		coinTracking: {
			property: 'coinTracking',
			name: (slug) => `${fileName}-${slug}-cointracking.csv`,
			write: () => writeCoinTracking(report),
		},
	};
}

interface Read extends RewardsRead {
	asked: RewardQuestion;
	/** The rewards of the period before, if it is compared. */
	earlier?: { range: TimeRange; rewards: Reward[] };
	readAt: number;
	unfinished?: Unfinished;
	restaking: Restaking;
}

async function read(client: Client, values: Values, runContext: RunContext): Promise<Answer<Read>> {
	const asked = toAsked(values, runContext);
	const { range, zone } = asked;
	const readAt = nowInSeconds();
	const unfinished = unfinishedOf({ ends: range.to, readAt, zone });
	const before = asked.comparesPrevious ? rangeBefore(range, zone) : undefined;
	const both = { from: before?.from ?? range.from, to: range.to };
	const answer = await readRewards(client, values, both);
	if (!answer.ok) return answer;
	const isOfPeriod = ({ time }: Reward): boolean => time >= range.from;
	const rewards = answer.result.rewards.filter(isOfPeriod);
	const earlier = before && {
		range: before,
		rewards: answer.result.rewards.filter((one) => !isOfPeriod(one)),
	};
	const validators = asked.nodeIds ?? [...new Set(rewards.map(({ nodeId }) => nodeId))];
	const restaking = await readRestaking(client, validators);
	const result = { ...answer.result, rewards, earlier, asked, readAt, unfinished, restaking };
	return { ok: true, result };
}

function toRewards({ asked, readAt, unfinished, rewards, symbol }: Read): Rewards {
	const { network, zone, types, names } = asked;
	const counted = rewards.filter(({ type }) => types.includes(type));
	const askedCurrency = asked.currency.toUpperCase();
	const [currency, ...otherCurrencies] = listCurrencies(counted, askedCurrency);
	return {
		rewards,
		counted,
		range: beginAt(rewards.at(-1)?.time, asked.range, readAt),
		unfinished,
		network,
		zone,
		symbol,
		askedCurrency,
		currency,
		otherCurrencies,
		names,
	};
}

/** Explains that the Detail CSV has more rewards than the amount counts. */
function sayDetail({ rewards, counted }: Rewards, { returns }: RewardQuestion): string | undefined {
	const others = rewards.length - counted.length;
	if (!others || !returns.includes('detailCsv')) return undefined;
	return `The Detail CSV has all ${countOf(rewards.length, 'reward')} of the period: ${others} of other types, under Not in Amount, without a value.`;
}

/** Says why no reward counts. The service has sent all from the newest to those of the period. */
function sayNoneCounted(
	{ rewards, counted }: Rewards,
	{ newest, asked }: Read,
): string | undefined {
	if (counted.length || newest === undefined) return undefined;
	if (rewards.length)
		return `The period has ${countOf(rewards.length, 'reward')}, of other types: widen Reward Types.`;
	const { range, zone } = asked;
	const date = DateTime.fromSeconds(newest, { zone }).toISODate();
	return `No rewards in ${nameRange(range, zone).name}: the newest is of ${date}.`;
}

function* addUp(found: Read): Generator<void, RewardReport> {
	const { asked, earlier, restaking, pages, read: readCount } = found;
	const { types, groupBy } = asked;
	const rewards = toRewards(found);
	const { counted } = rewards;
	const { name, slug } = nameRange(asked.range, asked.zone);
	const isCounted = ({ type }: Reward): boolean => types.includes(type);
	const total = {
		name: totalName,
		totals: yield* toTotals(rewards.rewards, isCounted),
	};
	const previous = earlier && {
		range: earlier.range,
		totals: yield* toTotals(earlier.rewards, isCounted),
	};
	const unnoted = {
		...rewards,
		...(previous && { previous }),
		comparesPrevious: asked.comparesPrevious,
		whose: sayWhose(asked),
		title: `Staking rewards${sayOnNetwork(rewards.network)}, ${name}`,
		fileName: `reward-report${fileOnNetwork(rewards.network)}`,
		slug,
		keyOf: toKeyOf(asked, slug),
		types,
		rows: yield* toRows(rewards, groupBy, expectedRows(asked)),
		total,
		hasSums: counted.length > 0,
		groupLabel: groupLabels[groupBy],
		charts: [yield* toChart(rewards)] as [Chart],
		tally: {
			noun: 'reward',
			narrowedBy,
			pages,
			read: readCount,
			wanted: counted.length,
			whyNone: sayNoneCounted(rewards, found),
			inFile: sayDetail(rewards, asked),
			unpriced: total.totals.unpriced,
			isPriceToCome: counted.some((one) => isUnpriced(one) && isPriceToCome(one.time)),
		},
	};
	return { ...unnoted, notes: writeRewardNotes(unnoted, asked, restaking) };
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
	columns: { row: toRow, total: toTotal },
	mail: toMail,
	figures: (report) => [...toFigures(report.total.totals, report), ...toPreviousFigures(report)],
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
		'upTo',
		'isPeriodOver',
		'timeZone',
		'network',
		'previousPeriod',
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
