/** Primary Network Validator > Get Report: the current status of validators, as items, a CSV file and a page. */
import type { IDataObject } from 'n8n-workflow';
import { avax, listUnits, toIsoTime } from '../shared/operation/columns';
import { nameNetwork, type Network } from '../shared/avalanche/chains';
import { networkOf } from '../shared/chains/network';
import { chooseValidators, nodeIdsIn } from '../shared/fields/chosenValidators';
import { fieldValue } from '../shared/fields/fields';
import type { Answer } from '../shared/errors';
import { decimal } from '../shared/fields/kinds';
import { groupColumn, nameOf, namesIn } from '../shared/fields/names';
import type { Client } from '../shared/network/client';
import { infoCall } from '../shared/network/rpcCall';
import type { RunContext, Values } from '../shared/operation/operations';
import { mapInPieces, workOf } from '../shared/pace';
import { cut, finish, OddAnswer } from '../shared/operation/pipeline';
import { nameIds } from '../shared/report/key';
import { fileOnNetwork, sayOnNetwork } from '../shared/report/ofNetwork';
import { defineReport } from '../shared/report/recipe';
import { returnField } from '../shared/report/returned';
import { shortenNodeId } from '../shared/values/ids';
import { isRecord, valueAt } from '../shared/values/records';
import { listFew } from '../shared/values/lists';
import { countOf, sentence } from '../shared/values/writing';
import { readString } from '../shared/validators/validators';
import { readUpgradeTimes } from '../shared/validators/upgrades';
import { platformPath } from '../shared/avalanche/paths';
import { isSilent } from '../shared/network/subjects/forms';
import { primaryRules } from './columns';
import { groupsColumn, listGroups, sumAmounts, toGroupTables } from './statusGroups';
import {
	listStandings,
	sayFound,
	statusOf,
	type Rules,
	type Standing,
	type Status,
} from './status';
import {
	amounts,
	countBad,
	countCurrent,
	dayOf,
	exactOf,
	inZone,
	statusKeyOf,
	toCsv,
	toFigures,
	toMail,
	toPage,
	usualEndingDays,
	type StatusReport,
	type ValidatorRow,
} from './statusPage';
import { daySeconds } from '../shared/values/timeUnits';

const countRows = ({ rows }: Pick<StatusReport, 'rows'>, status: Status): number =>
	rows.filter(({ standing }) => standing.found.some((each) => each.status === status)).length;

const mostNamed = 3;

/** For the title, which is the subject of an e-mail. */
function sayBad(rows: ValidatorRow[]): string {
	const bad = rows.filter(({ standing }) => standing.found.length);
	if (!bad.length) return 'nothing needs attention';
	const say = ({ name, standing: { nodeId } }: ValidatorRow) => name ?? shortenNodeId(nodeId);
	const named = listFew(bad, mostNamed, say).join(', ');
	return `${bad.length} of ${rows.length} need attention (${named})`;
}

/** Columns that the report places itself, before all others. */
const shownFirst = ['nodeId', 'name', 'group', 'connected', 'uptime', 'version'];

function toItem(
	{ standing, columns, name }: ValidatorRow,
	{ rules }: StatusReport,
	more: IDataObject,
): IDataObject {
	const { nodeId, required, canBeOfflineHours } = standing;
	const { connected, uptime, group, version } = columns;
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
		canBeOfflineHours,
		version,
		...Object.fromEntries(others),
		at: toIsoTime(rules.at),
		network: rules.network ?? null,
		key: statusKeyOf(rules, nodeId),
		...more,
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
		network: rules.network ?? null,
		validators: countCurrent(rows),
		needAttention: countBad(report),
		notValidator: countRows(report, 'notValidator'),
		disconnected: countRows(report, 'disconnected'),
		lowUptime: countRows(report, 'lowUptime'),
		endingSoon: countRows(report, 'endingSoon'),
		...Object.fromEntries([stake, ['symbol', avax], ...others]),
		...groupsColumn(report),
		...more,
		key: statusKeyOf(rules, 'Total', `of ${nameIds(rows.map(({ standing }) => standing.nodeId))}`),
		notes,
		...Object.fromEntries(exact),
	};
}

/** Says why no uptime counts as low. */
function noteNoRequired({ upgrades, isRequiredUnread }: Rules): string[] {
	if (isRequiredUnread)
		return [
			'The uptime that the reward requires could not be read, so no uptime counts as low. Run the report again.',
		];
	return sentence(
		'The node does not say what uptime the reward requires, so no uptime counts as low.',
		upgrades?.helicon === undefined,
	);
}

/** Says why a version is unknown. */
function noteVersions(rows: ValidatorRow[], versions?: Versions): string[] {
	if (!versions) return ['The node gave no list of its peers, so no version is known.'];
	return sentence(
		'The node knows the versions of its peers. Others, and its own, are unknown here.',
		rows.some(({ columns }) => columns.version === null),
	);
}

function writeNotes(rows: ValidatorRow[], { rules, versions }: Read): string[] {
	const days = rules.endingSeconds / daySeconds;
	const listed = countCurrent(rows);
	const unsaid = countRows({ rows }, 'unknown');
	return [
		...(unsaid
			? [`The node does not say all of ${countOf(unsaid, 'validator')}. Attention names what.`]
			: []),
		...sentence(
			'The node says who is not connected now, and not since when. Alerts of Avalanche Trigger say since when.',
			countRows({ rows }, 'disconnected') > 0,
		),
		...noteNoRequired(rules),
		...noteVersions(rows, versions),
		...(listed < rows.length
			? [
					`Sums leave out ${countOf(rows.length - listed, 'node')} without a current validation.`,
					'The node does not say whether a missing validation ended, has not begun or never was.',
				]
			: []),
		...(listed
			? [
					'Can Be Offline is how long the validator can be offline before it misses the uptime that its reward requires.',
				]
			: []),
		`A validation ends soon if it ends within ${days} days and does not renew itself.`,
		'Amounts are in AVAX.',
	];
}

type Versions = ReadonlyMap<unknown, unknown>;

interface Read {
	values: Values;
	/** Milliseconds since 1970. */
	at: number;
	records: IDataObject[];
	rules: Rules;
	/** By node ID. Undefined if the node gave no list of its peers. */
	versions?: Versions;
}

/** The name that reward reports use. */
const nameOfNetwork = (network: Network): string =>
	typeof network === 'number' ? nameNetwork(network) : network;

/** What peers say of themselves. The queried node is no peer of its own, and who is not connected is none. */
async function readVersions(client: Client, nodeIDs: string[]): Promise<Versions | undefined> {
	const answer = await client.rpc({
		...infoCall('info.peers', { nodeIDs }),
		leavesOutUnnamed: true,
	});
	const peers = answer.ok ? valueAt(answer.result, 'peers') : undefined;
	if (!Array.isArray(peers)) return undefined;
	return new Map(peers.filter(isRecord).map(({ nodeID, version }) => [nodeID, version]));
}

/** The requested validators, and the rules to judge them by. */
async function readValidators(
	client: Client,
	values: Values,
	{ timezone }: RunContext,
): Promise<Answer<Read>> {
	const nodeIDs = nodeIdsIn(values)!;
	const list = {
		path: platformPath,
		method: 'platform.getCurrentValidators',
		params: { nodeIDs },
		safe: true,
	};
	const [[answer, at], upgrades, network, versions] = await Promise.all([
		client.rpc(list).then((read) => [read, Date.now()] as const),
		readUpgradeTimes(client),
		networkOf(client),
		readVersions(client, nodeIDs),
	]);
	if (!answer.ok) return answer;
	const records = cut(answer.result, { kind: 'list', field: 'validators' });
	// Without its node ID, a validator of the list could pass for a missing one.
	if (records.some(({ nodeID }) => isSilent(nodeID)))
		throw new OddAnswer('it holds a validator without its node ID');
	const rules: Rules = {
		at: Math.floor(at / 1000),
		zone: timezone,
		endingSeconds: fieldValue(values, endingDays) * daySeconds,
		...(upgrades.ok && { upgrades: upgrades.result }),
		isRequiredUnread: !upgrades.ok && upgrades.failure.passing === true,
		...(network.ok && { network: nameOfNetwork(network.result) }),
	};
	return { ok: true, result: { values, at, records, rules, versions } };
}

function toRow(standing: Standing, { values, at, versions }: Read): ValidatorRow {
	const [columns] = finish([standing.record ?? {}], primaryRules, { values, at }, 'simplify');
	const names = namesIn(values);
	const { nodeId } = standing;
	// Without a validation there is no record, so the group comes from the names.
	const grouped = { ...columns, ...groupColumn(names, nodeId) };
	const version = readString(versions?.get(nodeId)) ?? null;
	return { standing, name: nameOf(names, nodeId), columns: { ...grouped, version } };
}

function* addUp(read: Read): Generator<void, StatusReport> {
	const { values, records, rules } = read;
	const standings = listStandings(nodeIdsIn(values)!, records, rules);
	const rows = yield* mapInPieces(standings, workOf.line, (standing) => toRow(standing, read));
	const { network } = rules;
	const rowTitle = `Validator status${sayOnNetwork(network)}, ${inZone(rules).toFormat('d LLLL yyyy HH:mm')}`;
	return {
		title: `${rowTitle}: ${sayBad(rows)}`,
		rowTitle,
		fileName: `validator-status${fileOnNetwork(network)}`,
		slug: dayOf(rules),
		rows,
		rules,
		sums: sumAmounts(rows),
		groups: listGroups(rows, namesIn(values)),
		notes: writeNotes(rows, read),
	};
}

const endingDays = {
	...decimal(
		{
			displayName: 'Warn Before the End (Days)',
			name: 'endingDays',
			default: usualEndingDays,
			description:
				'How many days ahead an end without renewal is soon. By default, the trigger uses 7 days.',
			notSent: true,
		},
		0,
		365,
	),
	required: true,
};

export const validatorReport = defineReport({
	action: 'Get status report of validators',
	description: 'How validators stand now, as items, a CSV file and a page for an e-mail',
	words: { row: 'validator', last: 'total' },
	params: [...chooseValidators('searchValidators'), endingDays, returnField('validator')],
	composes: [
		'avalancheValidators primaryValidator getMany',
		'avalancheInfo network upgrades',
		'avalancheInfo network getNetworkID',
		'avalancheInfo peer peers',
	],
	counts: {
		...listUnits(primaryRules.simplify),
		requiredUptime: 'percent',
		canBeOfflineHours: 'hours',
	},
	read: readValidators,
	group: addUp,
	columns: { row: toItem, total: toTotal },
	mail: toMail,
	figures: toFigures,
	page: (report) => ({ ...toPage(report), details: toGroupTables(report) }),
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
		'canBeOfflineHours',
		'version',
		'start',
		'end',
		'daysLeft',
		'delegationFee',
		'delegators',
		'renews',
		'txHash',
		'title',
		'at',
		'timeZone',
		'network',
		'validators',
		'needAttention',
		'notValidator',
		'disconnected',
		'lowUptime',
		'endingSoon',
		...amounts,
		'symbol',
		'groups',
		'html',
		'attachments',
		'notes',
		...amounts.map(exactOf),
		'key',
	],
});
