/** What people read of a status report of validators: its page and its CSV file. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { mapInPieces, workOf } from '../shared/pace';
import type { CsvTable, Figures, Report } from '../shared/report/recipe';
import { writeNumber } from '../shared/report/writing';
import { sayWord } from '../shared/values/foreign';
import { shortenNodeId } from '../shared/values/ids';
import { sayFound, statusOf, type Rules, type Standing } from './status';

/** The amounts that a total adds up, in AVAX. */
export const amounts = ['stake', 'delegatedStake', 'totalStake', 'potentialReward'];
export const exactOf = (amount: string): string => `${amount}Exact`;

/** One validator: how it stands, and its columns, which are null for one that is no validator. */
export interface ValidatorRow {
	standing: Standing;
	name?: string;
	columns: IDataObject;
}

export interface StatusReport extends Report<ValidatorRow> {
	rules: Rules;
	/** Exact sums of {@link amounts}. */
	sums: Record<string, string>;
}

export const inZone = ({ at, zone }: Rules): DateTime =>
	DateTime.fromSeconds(at, { zone, locale: 'en' });

export const dayOf = (rules: Rules): string => inZone(rules).toFormat('yyyy-MM-dd');

/** The same for the same validator on the same day, so that a sheet holds it once. */
export const keyOf = (rules: Rules, nodeId: string): string => `${dayOf(rules)} ${nodeId}`;

export const countBad = ({ rows }: Pick<StatusReport, 'rows'>): number =>
	rows.filter(({ standing }) => standing.found.length).length;

const text = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value as string | number | boolean);
/** What a node says in the place of a truth or a number, as a cell shows it. */
const told = (value: unknown): string =>
	typeof value === 'number' || typeof value === 'boolean' ? text(value) : sayWord(value);

/** A time as spreadsheets read it. */
const toCell = (time: unknown, { zone }: Rules): string =>
	typeof time === 'string' ? DateTime.fromISO(time, { zone }).toFormat('yyyy-MM-dd HH:mm') : '';

const csvHeads = [
	'Name',
	'Node ID',
	'Group',
	'Status',
	'Attention',
	'Connected',
	'Uptime (%)',
	'Required Uptime (%)',
	'Can Be Offline (Hours)',
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
	'Network',
	'Key',
];

/** A row for each validator; amounts are exact. */
export function* toCsv({ rows, rules }: StatusReport): Generator<void, CsvTable> {
	const at = inZone(rules).toFormat('yyyy-MM-dd HH:mm');
	const cellsOf = ({ standing, name, columns }: ValidatorRow): string[] => [
		name ?? '',
		standing.nodeId,
		text(columns.group),
		statusOf(standing),
		sayFound(standing),
		told(columns.connected),
		told(columns.uptime),
		told(standing.required),
		text(standing.canBeOfflineHours),
		toCell(columns.start, rules),
		toCell(columns.end, rules),
		text(columns.daysLeft),
		text(columns.renews),
		...amounts.map((amount) => text(columns[exactOf(amount)])),
		text(columns.delegationFee),
		text(columns.delegators),
		at,
		rules.zone,
		rules.network ?? '',
		keyOf(rules, standing.nodeId),
	];
	return {
		heads: csvHeads,
		rows: yield* mapInPieces(rows, workOf.line, cellsOf),
	};
}

const places = 2;
const whenOf = (seconds: number, { zone }: Rules): string =>
	DateTime.fromSeconds(seconds, { zone, locale: 'en' }).toFormat('yyyy-MM-dd');

export const toFigures = (report: StatusReport): Figures => [
	{ label: 'Need attention', value: writeNumber(String(countBad(report)), 0) },
	{ label: 'Validators', value: writeNumber(String(report.rows.length), 0) },
	{ label: 'Total stake', value: `${writeNumber(report.sums.totalStake, places)} AVAX` },
];

const showPercent = (value: number | undefined): string =>
	value === undefined ? '' : `${writeNumber(String(value), places)} %`;
const showAmount = (value: unknown): string =>
	typeof value === 'string' ? writeNumber(value, places) : '';

function showEnd({ standing, columns }: ValidatorRow, rules: Rules): string {
	const { endsAt } = standing;
	if (endsAt === undefined) return '';
	return `${whenOf(endsAt, rules)}${columns.renews ? ', renews' : ''}`;
}

/** Cut off, and never rounded up: whole hours where there are many. */
function showHours({ canBeOfflineHours: hours }: Standing): string {
	if (hours === null) return '';
	return `${hours < 100 ? writeNumber(String(hours), 1) : writeNumber(String(Math.floor(hours)), 0)} h`;
}

/** As alerts name it: `Frankfurt-1 (fra, NodeID-4mJd...Gsn)`. */
function sayWho({ standing: { nodeId }, name, columns: { group } }: ValidatorRow): string {
	const id = name === undefined ? '' : shortenNodeId(nodeId);
	const others = [text(group), id].filter(Boolean).join(', ');
	return others ? `${name ?? nodeId} (${others})` : nodeId;
}

function toPageRow(row: ValidatorRow, rules: Rules): string[] {
	const { standing, columns } = row;
	const who = sayWho(row);
	return [
		// Seen also where a reader or a printer has no colors.
		standing.found.length ? `! ${who}: ${sayFound(standing)}` : who,
		showPercent(standing.uptime),
		standing.required === undefined ? '' : `${standing.required} %`,
		showHours(standing),
		showEnd(row, rules),
		...pageAmounts.map((amount) => showAmount(columns[exactOf(amount)])),
	];
}

/** Without their sum, for which a page is too narrow. */
const pageAmounts = amounts.filter((amount) => amount !== 'totalStake');

const pageHeads = [
	'Validator',
	'Uptime',
	'Required',
	'Can Be Offline',
	'Ends',
	'Stake',
	'Delegated',
	'Potential Reward',
];

export const toPage = ({ rows, rules, sums }: StatusReport) => ({
	about: `${rules.network ? `Avalanche ${rules.network}` : 'Avalanche, on a network that the node does not name'}, as the queried node sees it. Time zone: ${rules.zone}.`,
	table: {
		title: 'By validator',
		heads: pageHeads,
		rows: rows.map((row) => toPageRow(row, rules)),
		isMarked: rows.map(({ standing }) => standing.found.length > 0),
		total: ['Total', '', '', '', '', ...pageAmounts.map((amount) => showAmount(sums[amount]))],
	},
});

/** What Send Email takes of a row. */
export function toMail({ standing, columns, name }: ValidatorRow): {
	about: string;
	figures: Figures;
} {
	const uptime = typeof columns.uptime === 'number' ? `${told(columns.uptime)} %` : 'unknown';
	return {
		about: name ?? standing.nodeId,
		figures: [
			{ label: 'Status', value: sayFound(standing) || statusOf(standing) },
			{ label: 'Uptime', value: uptime },
			{ label: 'Can be offline', value: showHours(standing) || 'unknown' },
		],
	};
}
