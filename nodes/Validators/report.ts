/** Primary Network Validator > Get Report: how validators stand now, as items, a CSV file and a page. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { avax, listUnits, toIsoTime } from '../shared/operation/columns';
import { chooseValidators } from '../shared/fields/chosenValidators';
import type { Answer } from '../shared/errors';
import { decimal } from '../shared/fields/kinds';
import { sayWord } from '../shared/values/foreign';
import { groupColumn, nameOf, type Names } from '../shared/fields/names';
import type { Client } from '../shared/network/client';
import { sum } from '../shared/values/numbers';
import type { RunContext, Values } from '../shared/operation/operations';
import { mapInPieces, workOf } from '../shared/pace';
import { cut, finish, OddAnswer } from '../shared/operation/pipeline';
import { defineReport, type Figures, type Report, type Table } from '../shared/report/recipe';
import { returnField } from '../shared/report/returned';
import { countOf, writeNumber } from '../shared/report/writing';
import { readUpgradeTimes } from '../shared/validators/upgrades';
import { platformPath } from '../shared/validators/validators';
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

/** One validator: how it stands, and its columns, which are null for one that is no validator. */
interface Row {
	standing: Standing;
	name?: string;
	columns: IDataObject;
}

interface StatusReport extends Report<Row> {
	rules: Rules;
	/** Exact sums of {@link amounts}. */
	sums: Record<string, string>;
}

const inZone = ({ at, zone }: Rules): DateTime => DateTime.fromSeconds(at, { zone, locale: 'en' });
const countRows = ({ rows }: Pick<StatusReport, 'rows'>, status: Status): number =>
	rows.filter(({ standing }) => standing.found.some((each) => each.status === status)).length;
const countBad = ({ rows }: Pick<StatusReport, 'rows'>): number =>
	rows.filter(({ standing }) => standing.found.length).length;

const sayBad = (rows: Row[]): string =>
	countBad({ rows })
		? `${countBad({ rows })} of ${rows.length} need attention`
		: `nothing needs attention`;

const dayOf = (rules: Rules): string => inZone(rules).toFormat('yyyy-MM-dd');

/** Columns that stand in front, in the words of the report. */
const shownFirst = ['nodeId', 'name', 'group', 'connected', 'uptime'];

function toItem(
	{ standing, columns, name }: Row,
	{ rules }: StatusReport,
	more: IDataObject,
): IDataObject {
	const { nodeId, required } = standing;
	const { connected, uptime, group } = columns;
	const others = Object.entries(columns).filter(([column]) => !shownFirst.includes(column));
	return {
		isTotal: false,
		nodeId,
		name: name ?? null,
		...(group !== undefined && { group }),
		status: statusOf(standing),
		attention: sayFound(standing),
		connected,
		uptime,
		requiredUptime: required ?? null,
		...Object.fromEntries(others),
		at: toIsoTime(rules.at),
		key: `${dayOf(rules)} ${nodeId}`,
		...more,
	};
}

/** What Send Email takes of a row. */
function toMail({ standing, columns, name }: Row): { about: string; figures: Figures } {
	const uptime = typeof columns.uptime === 'number' ? `${told(columns.uptime)} %` : 'unknown';
	return {
		about: name ?? standing.nodeId,
		figures: [
			{ label: 'Status', value: sayFound(standing) || statusOf(standing) },
			{ label: 'Uptime', value: uptime },
		],
	};
}

function toTotal(report: StatusReport, more: IDataObject): IDataObject {
	const { rows, rules, title, sums, notes } = report;
	const [stake, ...others] = amounts.map((amount) => [amount, Number(sums[amount])]);
	const exact = amounts.map((amount) => [exactOf(amount), sums[amount]]);
	return {
		isTotal: true,
		title,
		at: toIsoTime(rules.at),
		timeZone: rules.zone,
		validators: rows.length,
		needAttention: countBad(report),
		notValidator: countRows(report, 'notValidator'),
		disconnected: countRows(report, 'disconnected'),
		lowUptime: countRows(report, 'lowUptime'),
		endingSoon: countRows(report, 'endingSoon'),
		...Object.fromEntries([stake, ['symbol', avax], ...others]),
		...more,
		key: `${dayOf(rules)} Total`,
		notes,
		...Object.fromEntries(exact),
	};
}

const text = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value as string | number | boolean);
/** What a node says in the place of a truth or a number, as a cell shows it. */
const told = (value: unknown): string => (typeof value === 'number' ? text(value) : sayWord(value));

/** A time as spreadsheets read it. */
const toCell = (time: unknown, { zone }: Rules): string =>
	typeof time === 'string' ? DateTime.fromISO(time, { zone }).toFormat('yyyy-MM-dd HH:mm') : '';

const csvHeads = [
	'Name',
	'Node ID',
	'Status',
	'Attention',
	'Connected',
	'Uptime (%)',
	'Required Uptime (%)',
	'Start',
	'End',
	'Days Left',
	'Renews Itself',
	'Stake (AVAX)',
	'Delegated Stake (AVAX)',
	'Total Stake (AVAX)',
	'Potential Reward (AVAX)',
	'Delegation Fee (%)',
	'Delegators',
	'As Of',
	'Time Zone',
];

/** A row for each validator and one with the sums; amounts are exact. */
function* toCsv({ rows, rules, sums }: StatusReport): Generator<void, Table> {
	const at = inZone(rules).toFormat('yyyy-MM-dd HH:mm');
	const cellsOf = ({ standing, name, columns }: Row): string[] => [
		name ?? '',
		standing.nodeId,
		statusOf(standing),
		sayFound(standing),
		told(columns.connected),
		told(columns.uptime),
		told(standing.required),
		toCell(columns.start, rules),
		toCell(columns.end, rules),
		text(columns.daysLeft),
		text(columns.renews),
		...amounts.map((amount) => text(columns[exactOf(amount)])),
		text(columns.delegationFee),
		text(columns.delegators),
		at,
		rules.zone,
	];
	const firstAmount = csvHeads.indexOf('Stake (AVAX)');
	const untotaled = Array<string>(firstAmount - 1).fill('');
	return {
		heads: csvHeads,
		rows: yield* mapInPieces(rows, workOf.line, cellsOf),
		total: [
			'Total',
			...untotaled,
			...amounts.map((amount) => sums[amount]),
			'',
			'',
			at,
			rules.zone,
		],
	};
}

const places = 2;
const whenOf = (seconds: number, { zone }: Rules): string =>
	DateTime.fromSeconds(seconds, { zone, locale: 'en' }).toFormat('yyyy-MM-dd');

const toFigures = (report: StatusReport): Figures => [
	{ label: 'Need attention', value: writeNumber(String(countBad(report)), 0) },
	{ label: 'Validators', value: writeNumber(String(report.rows.length), 0) },
	{ label: 'Total stake', value: `${writeNumber(report.sums.totalStake, places)} AVAX` },
];

const showPercent = (value: number | undefined): string =>
	value === undefined ? '' : `${writeNumber(String(value), places)} %`;
const showAmount = (value: unknown): string =>
	typeof value === 'string' ? writeNumber(value, places) : '';

function showEnd({ standing, columns }: Row, rules: Rules): string {
	const { endsAt } = standing;
	if (endsAt === undefined) return '';
	return `${whenOf(endsAt, rules)}${columns.renews ? ', renews' : ''}`;
}

function toPageRow(row: Row, rules: Rules): string[] {
	const { standing, name, columns } = row;
	const who = name === undefined ? standing.nodeId : `${name} (${standing.nodeId})`;
	return [
		standing.found.length ? `${who}: ${sayFound(standing)}` : who,
		showPercent(standing.uptime),
		showPercent(standing.required),
		showEnd(row, rules),
		...amounts.map((amount) => showAmount(columns[exactOf(amount)])),
	];
}

const pageHeads = [
	'Validator',
	'Uptime',
	'Required',
	'Ends',
	'Stake',
	'Delegated',
	'Total Stake',
	'Potential Reward',
];

const toPage = ({ rows, rules, sums }: StatusReport) => ({
	about: `Avalanche Primary Network, as the queried node sees it. Time zone: ${rules.zone}.`,
	table: {
		title: 'By validator',
		heads: pageHeads,
		rows: rows.map((row) => toPageRow(row, rules)),
		total: ['Total', '', '', '', ...amounts.map((amount) => showAmount(sums[amount]))],
	},
});

function writeNotes(rows: Row[], { upgrades, endingSeconds }: Rules): string[] {
	const days = endingSeconds / 86_400;
	const listed = rows.filter(({ standing }) => standing.record).length;
	const unsaid = countRows({ rows }, 'unknown');
	return [
		...(unsaid
			? [`The node does not say all of ${countOf(unsaid, 'validator')}. Attention names what.`]
			: []),
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

interface Read {
	values: Values;
	/** Milliseconds since 1970. */
	at: number;
	records: IDataObject[];
	rules: Rules;
}

/** The validators that are asked for, and what they are judged by. */
async function readValidators(
	client: Client,
	values: Values,
	{ timezone }: RunContext,
): Promise<Answer<Read>> {
	const answer = await client.rpc({
		path: platformPath,
		method: 'platform.getCurrentValidators',
		params: { nodeIDs: values.nodeIds as string[] },
		safe: true,
	});
	if (!answer.ok) return answer;
	const at = Date.now();
	const records = cut(answer.result, { kind: 'list', field: 'validators' });
	// Whoever it is, nobody else may be said to be missing.
	if (records.some(({ nodeID }) => typeof nodeID !== 'string'))
		throw new OddAnswer('it holds a validator without its node ID');
	const upgrades = await readUpgradeTimes(client);
	if (!upgrades.ok && upgrades.failure.passing) return upgrades;
	const rules: Rules = {
		at: Math.floor(at / 1000),
		zone: timezone,
		endingSeconds: (values.endingDays as number) * 86_400,
		...(upgrades.ok && { upgrades: upgrades.result }),
	};
	return { ok: true, result: { values, at, records, rules } };
}

function toRow(standing: Standing, { values, at }: Read): Row {
	const [columns] = finish([standing.record ?? {}], primaryRules, { values, at }, 'simplify');
	const names = values.names as Names | undefined;
	const { nodeId } = standing;
	// Of one that does not validate there is no record that says who it is.
	const grouped = { ...columns, ...groupColumn(names, nodeId) };
	return { standing, name: nameOf(names, nodeId), columns: grouped };
}

/** The exact sum of an amount; a sum without one of its parts would be another amount. */
function sumOf(amount: string, rows: Row[]): string {
	if (rows.some(({ standing, columns }) => standing.record && columns[amount] === null))
		throw new OddAnswer(`it holds a validator without its ${amount}`);
	return sum(rows.flatMap(({ columns }) => (columns[exactOf(amount)] as string | null) ?? []));
}

function* addUp(read: Read): Generator<void, StatusReport> {
	const { values, records, rules } = read;
	const standings = listStandings(values.nodeIds as string[], records, rules);
	const rows = yield* mapInPieces(standings, workOf.line, (standing) => toRow(standing, read));
	return {
		title: `Validator status, ${inZone(rules).toFormat('d LLLL yyyy HH:mm')}: ${sayBad(rows)}`,
		fileName: 'validator-status',
		slug: dayOf(rules),
		rows,
		rules,
		sums: Object.fromEntries(amounts.map((amount) => [amount, sumOf(amount, rows)])),
		notes: writeNotes(rows, rules),
	};
}

export const validatorReport = defineReport({
	action: 'Get status report of validators',
	description: 'How validators stand now, as items, a CSV file and a page for an e-mail',
	words: { row: 'validator', last: 'total' },
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
	composes: ['avalancheValidators primaryValidator getMany', 'avalancheInfo network upgrades'],
	counts: { ...listUnits(primaryRules.simplify), requiredUptime: 'percent' },
	read: readValidators,
	group: addUp,
	columns: { row: toItem, total: toTotal },
	mail: toMail,
	figures: toFigures,
	page: toPage,
	csv: toCsv,
	returns: [
		'isTotal',
		'nodeId',
		'name',
		'status',
		'attention',
		'connected',
		'uptime',
		'requiredUptime',
		'start',
		'end',
		'daysLeft',
		'delegationFee',
		'delegators',
		'renews',
		'txId',
		'title',
		'at',
		'timeZone',
		'validators',
		'needAttention',
		'notValidator',
		'disconnected',
		'lowUptime',
		'endingSoon',
		...amounts,
		'symbol',
		'html',
		'attachments',
		'notes',
		...amounts.map(exactOf),
		'key',
	],
});
