/** The parts of a validator status report for people: its page and its CSV file. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { nameNetwork } from '../shared/avalanche/chains';
import { pageOfValidator } from '../shared/avalanche/explorer';
import { toPublicNetwork } from '../shared/avalanche/publicNetworks';
import { sayCalled } from '../shared/fields/called';
import { mapInPieces, workOf } from '../shared/pace';
import { timeCell, yesOrNo } from '../shared/report/cells';
import { Clock } from '../shared/report/clock';
import { unlessUsual, writeKey, zoneOf } from '../shared/report/key';
import type { Cell } from '../shared/report/page';
import type { CsvTable, Figures, Report } from '../shared/report/recipe';
import { writeNumber } from '../shared/values/writing';
import { sayHoursLeft, sayTimeLeft } from '../shared/values/durations';
import { sayVersion, sayWord } from '../shared/values/foreign';
import { shortenNodeId } from '../shared/values/ids';
import { rowMarkOf, sayFound, statusOf, type Rules, type Standing } from './status';
import { daySeconds } from '../shared/values/timeUnits';

/** The amounts in the total, in AVAX. */
export const amounts = ['stake', 'delegatedStake', 'totalStake', 'potentialReward'];
export const exactOf = (amount: string): string => `${amount}Exact`;

/** One validator with its status. The columns are null if it is not a validator. */
export interface ValidatorRow {
	standing: Standing;
	name?: string;
	columns: IDataObject;
}

/** Validators of one group, null for those without. */
export interface StatusGroup {
	group: string | null;
	rows: ValidatorRow[];
	/** Exact sums of {@link amounts}. */
	sums: Record<string, string>;
}

export interface StatusReport extends Report<ValidatorRow> {
	rules: Rules;
	/** Exact sums of {@link amounts}. */
	sums: Record<string, string>;
	/** Undefined if no name has a group. */
	groups?: StatusGroup[];
}

export const inZone = ({ at, zone }: Pick<Rules, 'at' | 'zone'>): DateTime =>
	DateTime.fromSeconds(at, { zone, locale: 'en' });

export const dayOf = (moment: Pick<Rules, 'at' | 'zone'>): string =>
	inZone(moment).toFormat('yyyy-MM-dd');

/** Days before its end in which a validation ends soon, by default. */
export const usualEndingDays = 14;

/** Stays the same for the same validator, day and choices. */
export function statusKeyOf(rules: Rules, ...named: Array<string | undefined>): string {
	const { network = 'unknown network', zone, endingSeconds } = rules;
	const days = endingSeconds / daySeconds;
	const ending = days === usualEndingDays ? undefined : `${days} days`;
	return writeKey(dayOf(rules), ...named, unlessUsual(network, 'mainnet'), zoneOf(zone), ending);
}

export const countBad = ({ rows }: Pick<StatusReport, 'rows'>): number =>
	rows.filter(({ standing }) => standing.found.length).length;

/** Without IDs that have no current validation. */
export const countCurrent = (rows: ValidatorRow[]): number =>
	rows.filter(({ standing }) => standing.record).length;

const text = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value as string | number | boolean);
/** A boolean or a number of the node. If the node sent text instead, the text is made safe for a cell. */
function told(value: unknown): string {
	if (typeof value === 'boolean') return yesOrNo(value);
	return typeof value === 'number' ? text(value) : sayWord(value);
}

const sayVersionOf = ({ version }: IDataObject): string =>
	typeof version === 'string' ? sayVersion(version) : '';

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
	'Version',
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

/** A row for each validator, with exact amounts. */
export function* toCsv({ rows, rules }: StatusReport): Generator<void, CsvTable> {
	const clock = new Clock(rules.zone);
	const at = clock.write(rules.at, 'minutes');
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
		sayVersionOf(columns),
		timeCell(columns.start, clock),
		timeCell(columns.end, clock),
		text(columns.daysLeft),
		told(columns.renews),
		...amounts.map((amount) => text(columns[exactOf(amount)])),
		text(columns.delegationFee),
		text(columns.delegators),
		at,
		rules.zone,
		rules.network ?? '',
		statusKeyOf(rules, standing.nodeId),
	];
	return {
		heads: csvHeads,
		rows: yield* mapInPieces(rows, workOf.line, cellsOf),
	};
}

const places = 2;

export const toFigures = (report: StatusReport): Figures => [
	{ label: 'Need attention', value: writeNumber(String(countBad(report)), 0) },
	{ label: 'Current validators', value: writeNumber(String(countCurrent(report.rows)), 0) },
	{
		label: 'Own and delegated stake',
		value: `${writeNumber(report.sums.totalStake, places)} AVAX`,
	},
];

const showPercent = (value: number | undefined): string =>
	value === undefined ? '' : `${writeNumber(String(value), places)} %`;
export const showAvax = (value: unknown): string =>
	typeof value === 'string' ? writeNumber(value, places) : '';

/** The day, and the time left below it. */
function showEnd({ standing, columns }: ValidatorRow, { at, zone }: Rules): Cell {
	const { endsAt } = standing;
	if (endsAt === undefined) return '';
	const left = endsAt > at && `in ${sayTimeLeft(endsAt - at)}`;
	const below = [columns.renews && 'renews', left].filter(Boolean).join(' ');
	return { text: dayOf({ at: endsAt, zone }), below };
}

/** As alerts write it: "16 d 4 h". Cut off, never rounded up. */
function showTimeOffline({ canBeOfflineHours: hours }: Standing): string {
	if (hours === null) return '';
	return hours > 0 ? sayHoursLeft(hours) : 'none';
}

/** As alerts write it. */
const sayWho = ({ standing: { nodeId }, name, columns: { group } }: ValidatorRow): string =>
	sayCalled({ name, group: text(group) }, { whole: nodeId, short: shortenNodeId(nodeId) });

/** What needs attention is visible for readers and printers without colors, too. */
function sayBelow({ standing, columns }: ValidatorRow): string | undefined {
	const found = standing.found.length ? `! ${sayFound(standing)}` : '';
	return [found, sayVersionOf(columns)].filter(Boolean).join('; ') || undefined;
}

function toPageRow(row: ValidatorRow, rules: Rules): Cell[] {
	const { standing, columns } = row;
	const network = toPublicNetwork(rules.network);
	return [
		{
			text: sayWho(row),
			url: network && pageOfValidator(network, standing.nodeId),
			below: sayBelow(row),
		},
		showPercent(standing.uptime),
		standing.required === undefined ? '' : `${standing.required} %`,
		showTimeOffline(standing),
		showEnd(row, rules),
		...pageAmounts.map((amount) => showAvax(columns[exactOf(amount)])),
	];
}

/** Without total stake, because the page is too narrow for it. */
export const pageAmounts = amounts.filter((amount) => amount !== 'totalStake');

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
	about: `${rules.network ? `Avalanche ${nameNetwork(rules.network)}` : 'Avalanche, on a network that the node does not name'}, as the queried node sees it. Time zone: ${rules.zone}.`,
	table: {
		title: 'By validator',
		heads: pageHeads,
		rows: rows.map((row) => toPageRow(row, rules)),
		marks: rows.map(({ standing }) => rowMarkOf(standing)),
		total: ['Total', '', '', '', '', ...pageAmounts.map((amount) => showAvax(sums[amount]))],
	},
});

export function toMail({ standing, columns, name }: ValidatorRow): {
	about: string;
	figures: Figures;
} {
	const uptime = typeof columns.uptime === 'number' ? `${told(columns.uptime)} %` : 'unknown';
	const status = sayFound(standing) || statusOf(standing);
	return {
		about: `${name ?? standing.nodeId}, ${status}`,
		figures: [
			{ label: 'Status', value: status },
			{ label: 'Uptime', value: uptime },
			{ label: 'Can be offline', value: showTimeOffline(standing) || 'unknown' },
		],
	};
}
