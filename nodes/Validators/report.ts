/** Primary Network Validator > Get Report: how validators stand now, as items, a CSV file and a page. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { avax, listUnits, toIsoTime } from '../shared/columns';
import { chooseValidators } from '../shared/chosenValidators';
import { decimal } from '../shared/fields';
import { nameOf, type Names } from '../shared/names';
import type { Client } from '../shared/network/client';
import { sum } from '../shared/numbers';
import type { LocalOperation, Made, Surroundings, Values } from '../shared/operations';
import { cut, finish } from '../shared/pipeline';
import { forSpreadsheets, writeCsv } from '../shared/report/csv';
import { writePage } from '../shared/report/page';
import { makeFiles, returnField, toAttachments, type FileMaker } from '../shared/report/returned';
import { countOf, writeNumber } from '../shared/report/writing';
import { readUpgradeTimes } from '../shared/upgrades';
import { platformPath } from '../shared/validators';
import { primaryRules } from './columns';
import {
	listStandings,
	sayFound,
	statusOf,
	type Rules,
	type Standing,
	type Status,
} from './status';

/** The amounts that a total adds up, in AVAX. */
const amounts = ['stake', 'delegatedStake', 'totalStake', 'potentialReward'];
const exactOf = (amount: string): string => `${amount}Exact`;

/** One validator: how it stands, and its columns, which one that is no validator has not. */
interface Row {
	standing: Standing;
	name?: string;
	columns: IDataObject;
}

interface Report {
	rows: Row[];
	rules: Rules;
	title: string;
	/** Exact sums of {@link amounts}. */
	sums: Record<string, string>;
	notes: string[];
}

const inZone = ({ at, zone }: Rules): DateTime => DateTime.fromSeconds(at, { zone, locale: 'en' });
const countRows = ({ rows }: Pick<Report, 'rows'>, status: Status): number =>
	rows.filter(({ standing }) => standing.found.some((each) => each.status === status)).length;
const countBad = ({ rows }: Pick<Report, 'rows'>): number =>
	rows.filter(({ standing }) => standing.found.length).length;

function toItem({ standing, columns, name }: Row): IDataObject {
	const { nodeId, required } = standing;
	const { connected, uptime, ...others } = columns;
	return {
		...{ isTotal: false, nodeId, ...(name !== undefined && { name }) },
		...{ status: statusOf(standing), attention: sayFound(standing) },
		...(standing.record && { connected, uptime }),
		...(required !== undefined && { requiredUptime: required }),
		...others,
	};
}

function toTotal(report: Report, more: IDataObject): IDataObject {
	const { rows, rules, title, sums, notes } = report;
	const [stake, ...others] = amounts.map((amount) => [amount, Number(sums[amount])]);
	const exact = amounts.map((amount) => [exactOf(amount), sums[amount]]);
	return {
		...{ isTotal: true, title, at: toIsoTime(rules.at), timeZone: rules.zone },
		...{ validators: rows.length, needAttention: countBad(report) },
		notValidator: countRows(report, 'notValidator'),
		disconnected: countRows(report, 'disconnected'),
		lowUptime: countRows(report, 'lowUptime'),
		endingSoon: countRows(report, 'endingSoon'),
		...Object.fromEntries([stake, ['symbol', avax], ...others]),
		...more,
		notes,
		...Object.fromEntries(exact),
	};
}

const text = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value as string | number | boolean);

/** A time as spreadsheets read it. */
const toCell = (time: unknown, { zone }: Rules): string =>
	typeof time === 'string' ? DateTime.fromISO(time, { zone }).toFormat('yyyy-MM-dd HH:mm') : '';

/** A row for each validator and one with the sums; amounts are exact. */
function writeStatusCsv({ rows, rules, sums }: Report): string {
	const at = inZone(rules).toFormat('yyyy-MM-dd HH:mm');
	const heads = [
		...['Name', 'Node ID', 'Status', 'Attention', 'Connected', 'Uptime (%)'],
		...['Required Uptime (%)', 'Start', 'End', 'Days Left', 'Renews Itself'],
		...['Stake (AVAX)', 'Delegated Stake (AVAX)', 'Total Stake (AVAX)', 'Potential Reward (AVAX)'],
		...['Delegation Fee (%)', 'Delegators', 'As Of', 'Time Zone'],
	];
	const lines = rows.map(({ standing, name, columns: c }) => [
		...[name ?? '', standing.nodeId, statusOf(standing), sayFound(standing)],
		...[c.connected, c.uptime, standing.required].map(text),
		...[c.start, c.end].map((time) => toCell(time, rules)),
		...[c.daysLeft, c.renews].map(text),
		...amounts.map((amount) => text(c[exactOf(amount)])),
		...[c.delegationFee, c.delegators].map(text),
		...[at, rules.zone],
	]);
	const total = [
		...['Total', ...Array<string>(10).fill('')],
		...amounts.map((amount) => sums[amount]),
		...['', '', at, rules.zone],
	];
	return forSpreadsheets(writeCsv([heads, ...lines, total]));
}

const places = 2;
const whenOf = (seconds: number, { zone }: Rules): string =>
	DateTime.fromSeconds(seconds, { zone, locale: 'en' }).toFormat('yyyy-MM-dd');

function writeStatusPage(report: Report, returns: string[]): string {
	const { rows, rules, title, sums, notes } = report;
	const percent = (value: number | undefined) =>
		value === undefined ? '' : `${writeNumber(String(value), places)} %`;
	const avax = (value: unknown) => (value === undefined ? '' : writeNumber(text(value), places));
	const cells = ({ standing, name, columns }: Row): string[] => {
		const who = name === undefined ? standing.nodeId : `${name} (${standing.nodeId})`;
		const { endsAt, uptime, required } = standing;
		return [
			standing.found.length ? `${who}: ${sayFound(standing)}` : who,
			percent(uptime),
			percent(required),
			endsAt === undefined ? '' : `${whenOf(endsAt, rules)}${columns.renews ? ', renews' : ''}`,
			...amounts.map((amount) => avax(columns[exactOf(amount)])),
		];
	};
	const figures = [
		{ label: 'Need attention', value: writeNumber(String(countBad(report)), 0) },
		{ label: 'Validators', value: writeNumber(String(rows.length), 0) },
		{ label: 'Total stake', value: `${avax(sums.totalStake)} AVAX` },
	];
	return writePage({
		title,
		about: `Avalanche Primary Network, as the queried node sees it. Time zone: ${rules.zone}.`,
		figures,
		chart: { title: '', bars: [] },
		table: {
			title: 'By validator',
			heads: [
				...['Validator', 'Uptime', 'Required', 'Ends'],
				...['Stake', 'Delegated', 'Total Stake', 'Potential Reward'],
			],
			rows: rows.map(cells),
			total: ['Total', '', '', '', ...amounts.map((amount) => avax(sums[amount]))],
			elsewhere: returns.includes('csv') ? 'See the CSV file.' : 'Return CSV to get all of them.',
		},
		notes,
	});
}

function writeNotes(rows: Row[], { upgrades, endingSeconds }: Rules): string[] {
	const days = endingSeconds / 86_400;
	const listed = rows.filter(({ standing }) => standing.record).length;
	return [
		...(upgrades?.helicon === undefined
			? ['The node does not say what uptime the reward requires, so no uptime counts as low.']
			: []),
		...(listed < rows.length
			? [`Sums leave out ${countOf(rows.length - listed, 'node')} without a current validation.`]
			: []),
		`A validation ends soon if it ends within ${days} days and does not renew itself.`,
		'Amounts are in AVAX. Figures of this page are rounded, and the CSV file has the exact ones.',
	];
}

async function makeReport(
	client: Client,
	values: Values,
	{ timezone, isTool }: Surroundings,
): Promise<Made> {
	const asked = values.nodeIds as string[];
	const known = values.names as Names | undefined;
	const returns = values.return as string[];
	const answer = await client.rpc({
		path: platformPath,
		method: 'platform.getCurrentValidators',
		params: { nodeIDs: asked },
		safe: true,
	});
	if (!answer.ok) return answer;
	const at = Date.now();
	const records = cut(answer.result, { kind: 'list', field: 'validators' });
	const upgrades = await readUpgradeTimes(client);
	if (!upgrades.ok && upgrades.failure.passing) return upgrades;
	const rules: Rules = {
		at: Math.floor(at / 1000),
		zone: timezone,
		endingSeconds: (values.endingDays as number) * 86_400,
		...(upgrades.ok && { upgrades: upgrades.result }),
	};
	const rows = listStandings(asked, records, rules).map((standing): Row => {
		const { record, nodeId } = standing;
		const [columns = {}] = finish(record ? [record] : [], primaryRules, { values, at }, 'simplify');
		return { standing, name: nameOf(known, nodeId), columns };
	});
	const sumOf = (amount: string): string =>
		sum(rows.flatMap(({ columns }) => (columns[exactOf(amount)] as string | undefined) ?? []));
	const report: Report = {
		rows,
		rules,
		title: `Validator status, ${inZone(rules).toFormat('d LLLL yyyy HH:mm')}`,
		sums: Object.fromEntries(amounts.map((amount) => [amount, sumOf(amount)])),
		notes: writeNotes(rows, rules),
	};
	const needsPage = !isTool && (returns.includes('page') || returns.includes('pageFile'));
	const page = needsPage ? writeStatusPage(report, returns) : '';
	const makers: Record<string, FileMaker> = {
		csv: {
			property: 'csv',
			name: (slug) => `validator-status-${slug}.csv`,
			write: () => writeStatusCsv(report),
		},
		pageFile: {
			property: 'page',
			name: (slug) => `validator-status-${slug}.html`,
			write: () => page,
		},
	};
	const day = inZone(rules).toFormat('yyyy-MM-dd');
	const files = isTool ? [] : makeFiles(makers, returns, day);
	const total = toTotal(report, {
		...(returns.includes('page') && !isTool && { html: page }),
		...toAttachments(files),
	});
	return {
		ok: true,
		result: [...(returns.includes('items') || isTool ? rows.map(toItem) : []), total],
		files,
	};
}

export const validatorReport: LocalOperation = {
	name: 'Get Report',
	action: 'Get status report of validators',
	description: 'How validators stand now, as items, a CSV file and a page for an e-mail',
	params: [
		...chooseValidators('searchValidators'),
		{
			...decimal(
				{
					displayName: 'Warn Before the End (Days)',
					name: 'endingDays',
					default: 14,
					description: 'How many days ahead a validation that does not renew itself ends soon',
					notSent: true,
				},
				0,
				365,
			),
			required: true,
		},
		returnField('validator'),
	],
	run: makeReport,
	counts: { ...listUnits(primaryRules.simplify), requiredUptime: 'percent' },
	sends: [],
	gives:
		'One item for each validator, if Return holds Items, then one item with the total and the files.',
	returns: [
		...[
			'isTotal',
			'nodeId',
			'name',
			'status',
			'attention',
			'connected',
			'uptime',
			'requiredUptime',
		],
		...['start', 'end', 'daysLeft', 'delegationFee', 'delegators', 'renews', 'txId'],
		...['title', 'at', 'timeZone', 'validators', 'needAttention', 'notValidator', 'disconnected'],
		...[
			'lowUptime',
			'endingSoon',
			...amounts,
			'symbol',
			'html',
			'attachments',
			'notes',
			...amounts.map(exactOf),
		],
	],
};
