/** Reward > Get Report: reads the rewards of a period, adds them up exactly, and writes items, files and a page. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { nameOf } from '../shared/names';
import { round } from '../shared/numbers';
import type { LocalOperation, Made, Surroundings, Values } from '../shared/operations';
import { checkPeriod } from '../shared/period';
import { isRecord } from '../shared/records';
import { writeSvg, type Chart } from '../shared/report/chart';
import { forSpreadsheets, writeCsv } from '../shared/report/csv';
import { writePage, type Page } from '../shared/report/page';
import { makeFiles, toAttachments, type FileMaker } from '../shared/report/returned';
import { findInterval, group, listIntervals, nameRange, unitFor } from '../shared/report/totals';
import { countOf, writeNumber } from '../shared/report/writing';
import { toIsoTime } from '../shared/columns';
import { platformPath } from '../shared/validators';
import { rewardTypeNames } from './fields';
import { narrowedBy, reward } from './rewards';
import { readRewards, reportFields, toAsked, type Asked } from './rewardReading';
import { writeCoinTracking, writeDetail, writeKoinly } from './rewardFiles';
import {
	listAddresses,
	places,
	toRows,
	toTotals,
	withName,
	type Rewards,
	type Row,
} from './rewardTotals';

const totalName = 'Total';

interface Report extends Rewards {
	title: string;
	rows: Row[];
	total: Row;
	/** What the first column holds. */
	groupLabel: string;
	chart: Chart;
	notes: string[];
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

function toChart({ counted, range, zone, symbol }: Rewards): Chart {
	const unit = unitFor(range);
	const intervals = listIntervals(range, unit, zone);
	const found = group(counted, ({ time }) => findInterval(intervals, time));
	const bars = intervals.map(({ name }) => {
		const { amount } = toTotals(found.get(name) ?? [], () => true);
		return { name, amount, shown: amount === '0' ? '0' : writeNumber(amount, places.amount) };
	});
	return { title: `${symbol} by ${barUnits[unit]}`, bars };
}

/** The validators of the report that restake their rewards, with the share; undefined where the node does not say. */
async function readRestaking(
	client: Client,
	nodeIDs: string[],
): Promise<Array<{ nodeId: string; percent: number }> | undefined> {
	if (!nodeIDs.length) return [];
	const answer = await client.rpc({
		path: platformPath,
		method: 'platform.getCurrentValidators',
		params: { nodeIDs },
		safe: true,
		deadline: Date.now() + patienceMs,
	});
	const list = answer.ok && isRecord(answer.result) ? answer.result.validators : undefined;
	if (!Array.isArray(list)) return undefined;
	return list.filter(isRecord).flatMap((validator) => {
		const percent = Number(validator.autoCompoundRewardShares ?? 0) / 10_000;
		return percent > 0 ? [{ nodeId: String(validator.nodeID), percent }] : [];
	});
}

/** The report waits so long for what only a note needs. */
const patienceMs = 10_000;
/** A page is read by people; a node answers for some validators at a time. */
const mostNamed = 50;

const sentence = (words: string, isSaid: boolean): string[] => (isSaid ? [words] : []);

function writeNotes(
	{ rewards, counted, symbol, total, names }: Omit<Report, 'notes'>,
	{ types }: Asked,
	restaking: Awaited<ReturnType<typeof readRestaking>>,
): string[] {
	const { unpriced, unpricedAmount, delegators } = total.totals;
	const amountOf = (text: string) => `${writeNumber(text, places.amount)} ${symbol}`;
	const unknown = rewards.filter(({ type }) => !(type in rewardTypeNames));
	const others = rewards.length - counted.length;
	const restakers =
		restaking?.map(({ nodeId, percent }) => `${withName(nodeId, names)}: ${percent} %`) ?? [];
	return [
		...sentence(
			`The amount and the value count ${countOf(counted.length, 'reward')}. ${countOf(others, 'other')} in this period ${others === 1 ? 'is' : 'are'} not counted.`,
			others > 0,
		),
		...sentence(
			`The value leaves out ${countOf(unpriced, 'reward')} without a price (${amountOf(unpricedAmount)}). A price comes about 24 hours after a reward.`,
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
			`These validators restake rewards: ${restakers.join(', ')}. A restaked reward is paid to no address, so this report cannot hold it.`,
			restakers.length > 0,
		),
		...sentence(
			'Restaked rewards are paid to no address, so this report cannot hold them. The node did not say which validators restake.',
			restaking === undefined,
		),
		...sentence(
			'Sums are exact. Figures of this page are rounded, and the CSV file has the exact ones.',
			counted.length > 0,
		),
	];
}

const column = (words: string, isIn: boolean): string =>
	`${words}${isIn ? '' : ' (Not in Amount)'}`;

function writeTable(
	{ rows, total, groupLabel, symbol, currency, names }: Report,
	{ types }: Asked,
) {
	const cells = ({ name, totals: t }: Row): string[] => [
		withName(name, names),
		writeNumber(String(t.rewards), 0),
		writeNumber(t.amount, places.amount),
		t.value === undefined ? '?' : writeNumber(t.value, places.money),
		...[t.own, t.fee, t.delegators].map((text) => writeNumber(text, places.amount)),
	];
	const heads = [
		...[groupLabel, 'Rewards', symbol, currency],
		...[column('Own', types.includes('VALIDATOR')), column('Fee', types.includes('VALIDATOR_FEE'))],
		...[column('Delegators', types.includes('DELEGATOR'))],
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

function toPage(report: Report, asked: Asked): Page {
	const { title, chart, notes, total, symbol, currency } = report;
	const { totals: t } = total;
	const amount = (text: string) => `${writeNumber(text, places.amount)} ${symbol}`;
	const value =
		t.value === undefined ? 'No price yet' : `${writeNumber(t.value, places.money)} ${currency}`;
	return {
		title,
		about: about(report),
		figures: [
			{ label: 'Earned', value: amount(t.amount) },
			{ label: 'Value at receipt', value },
			{ label: 'Rewards', value: writeNumber(String(t.rewards), 0) },
		],
		chart: withoutEmpty(chart),
		table: {
			...writeTable(report, asked),
			elsewhere: asked.returns.includes('csv')
				? 'See the CSV file.'
				: 'Return CSV to get all of them.',
		},
		notes,
	};
}

/** For a person: money rounded, and beside it exact. Each number column adds up to that of the last row. */
function writeReportCsv(report: Report, { types }: Asked): string {
	const { rows, total, groupLabel, symbol, currency, network, zone, names } = report;
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
		...['From', 'Before', 'Time Zone', 'Network', ...(names ? ['Name'] : [])],
	];
	const lines = [...rows, total].map(({ name, totals: t }) => [
		...[name, String(t.rewards), t.amount, t.own, t.fee, t.delegators],
		t.value === undefined ? '' : round(t.value, places.money),
		t.value ?? '',
		...[String(t.unpriced), t.unpricedAmount, ...showRange(report), zone, network],
		...(names ? [nameOf(names, name) ?? ''] : []),
	]);
	return forSpreadsheets(writeCsv([heads, ...lines]));
}

function toItem(
	{ name, totals: t }: Row,
	{ symbol, currency, names }: Report,
	more: IDataObject,
): IDataObject {
	const amounts = {
		amount: t.amount,
		ownAmount: t.own,
		feeAmount: t.fee,
		delegatorAmount: t.delegators,
	};
	const value: Record<string, string> = t.value === undefined ? {} : { valueAtReceipt: t.value };
	const rest = { amountWithoutPrice: t.unpricedAmount };
	const numbers = (texts: Record<string, string>) =>
		Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Number(text)]));
	const exact = Object.entries({ ...amounts, ...value, ...rest });
	const given = nameOf(names, name);
	return {
		...{
			group: name,
			...(given !== undefined && { name: given }),
			isTotal: 'title' in more,
			rewards: t.rewards,
		},
		...numbers(amounts),
		symbol,
		...numbers(value),
		...{ currency, rewardsWithoutPrice: t.unpriced },
		...numbers(rest),
		...more,
		...Object.fromEntries(exact.map(([key, text]) => [`${key}Exact`, text])),
	};
}

const fileMakers = (report: Report, asked: Asked): Record<string, FileMaker> => ({
	csv: {
		property: 'csv',
		name: (slug) => `reward-report-${slug}.csv`,
		write: () => writeReportCsv(report, asked),
	},
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
	pageFile: {
		property: 'page',
		name: (slug) => `reward-report-${slug}.html`,
		write: () => writePage(toPage(report, asked)),
	},
	chart: {
		property: 'chart',
		name: (slug) => `reward-report-${slug}.svg`,
		write: () => writeSvg(report.chart),
	},
});

async function makeReport(
	client: Client,
	values: Values,
	surroundings: Surroundings,
): Promise<Made> {
	const asked = toAsked(values, surroundings);
	const answer = await readRewards(client, values, asked.range);
	if (!answer.ok) return answer;
	const { rewards, symbol, pages, read: readCount } = answer.result;
	const { network, zone, types, nodeIds } = asked;
	const isCounted = ({ type }: { type: string }) => types.includes(type);
	const { from, to } = asked.range;
	const now = Math.floor(Date.now() / 1000);
	const read: Rewards = {
		rewards,
		counted: rewards.filter(isCounted),
		range: {
			from: Number.isFinite(from) ? from : (rewards.at(-1)?.time ?? now - 1),
			to: Number.isFinite(to) ? to : (rewards[0]?.time ?? now) + 1,
		},
		...{ network, zone, symbol, currency: asked.currency.toUpperCase(), names: asked.names },
	};
	const { name, slug } = nameRange(read.range, zone);
	const validators = nodeIds ?? [...new Set(rewards.map(({ nodeId }) => nodeId))];
	const unnoted = {
		...read,
		title: `Staking rewards, ${name}`,
		rows: toRows(read, asked.groupBy, expectedRows(asked)),
		total: { name: totalName, totals: toTotals(rewards, isCounted) },
		groupLabel: groupLabels[asked.groupBy],
		chart: toChart(read),
	};
	const restaking = await readRestaking(client, validators.slice(0, mostNamed));
	const report: Report = { ...unnoted, notes: writeNotes(unnoted, asked, restaking) };
	const { returns, isTool } = asked;
	const files = isTool ? [] : makeFiles(fileMakers(report, asked), returns, slug);
	const total = toItem(report.total, report, {
		title: report.title,
		...{ from: toIsoTime(read.range.from), to: toIsoTime(read.range.to), timeZone: zone, network },
		...(returns.includes('page') && !isTool && { html: writePage(toPage(report, asked)) }),
		...toAttachments(files),
		notes: report.notes,
	});
	const rows = report.rows.map((row) => toItem(row, report, {}));
	return {
		ok: true,
		result: [...(returns.includes('items') || isTool ? rows : []), total],
		files,
		tally: {
			...{ noun: 'reward', narrowedBy, pages, read: readCount, wanted: read.counted.length },
			unpriced: report.total.totals.unpriced,
		},
	};
}

export const rewardReport: LocalOperation = {
	name: 'Get Report',
	action: 'Get report of staking rewards',
	description:
		'Exact totals of staking rewards in a period, as items, files and a page for an e-mail',
	params: reportFields,
	check: checkPeriod,
	run: makeReport,
	sends: [],
	computeUnits: reward.operations.getMany.computeUnits,
	gives:
		'One item for each group, if Return holds Items, then one item with the total and the files.',
	returns: [
		...[
			'group',
			'name',
			'isTotal',
			'rewards',
			'amount',
			'ownAmount',
			'feeAmount',
			'delegatorAmount',
		],
		...['symbol', 'valueAtReceipt', 'currency', 'rewardsWithoutPrice', 'amountWithoutPrice'],
		...['title', 'from', 'to', 'timeZone', 'network', 'html', 'attachments'],
		'notes',
		...['amountExact', 'ownAmountExact', 'feeAmountExact', 'delegatorAmountExact'],
		...['valueAtReceiptExact', 'amountWithoutPriceExact'],
	],
};
