/** What the user chooses for the event Uptime Drop: its parameters, and the checked settings they make. */
import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import {
	chain,
	choice,
	flag,
	InvalidField,
	integer,
	nodeIds,
	optional,
	subnetId as anySubnetId,
	text,
	toProperty,
	type Field,
} from '../../shared/fields';
import { createReader, redeliver } from '../parameters';
import type { Condition } from './conditions';

export type Source = 'primaryNetwork' | 'blockchain' | 'balances' | 'peers' | 'node';

export interface UptimeSettings {
	/** Tells the events of one trigger node from those of any other. */
	scope: string;
	source: Source;
	/** Blockchain ID or alias; empty for the other sources. */
	blockchainId: string;
	/** Subnet ID of the L1 whose balances are watched; empty for the other sources. */
	subnetId: string;
	/** Node IDs to watch; none means all that the source lists. */
	nodeIds: string[];
	/** What is told; everything is followed. */
	conditions: Condition[];
	/** Percent below which an uptime is bad; `reward` takes what the reward of each validation takes. */
	threshold: number | 'reward';
	/** A fall by so many points within so many seconds is bad. */
	fellPoints: number;
	fellSeconds: number;
	/** With less time than this to be offline the required uptime is at risk. */
	riskSeconds: number;
	/** With less time than this a validation ends soon, or a balance is low. */
	endingSeconds: number;
	balanceSeconds: number;
	/** Older versions than this one are outdated; empty for what the network's upgrades take. */
	leastVersion: string;
	/** With less time than this to an upgrade its version is needed. */
	upgradeSeconds: number;
	badPolls: number;
	goodPolls: number;
	/** How long something must be bad, or good again, besides. */
	leastSeconds: number;
	/** Time between reminders of what lasts; 0 for none. */
	reminderSeconds: number;
	/** Hours of each day in which nothing is told, in minutes since midnight of the time zone. */
	quiet?: { from: number; to: number; timezone: string };
	/** Whether all of one poll goes into one item. */
	digest: boolean;
	/** Whether the end of a condition is told. */
	reportEnds: boolean;
	/** Whether the last items come again when the workflow starts again. */
	redeliver: boolean;
	/** Whether what is bad already in the first reading is told. */
	reportExisting: boolean;
	/** Percent of the watched validators that makes the asked node the suspect. */
	suspectShare: number;
}

/** Whether a time (UNIX seconds) lies in the quiet hours. */
export function isQuietAt(at: number, { quiet }: UptimeSettings): boolean {
	if (!quiet) return false;
	const { hour, minute } = DateTime.fromSeconds(at, { zone: quiet.timezone });
	const now = hour * 60 + minute;
	const { from, to } = quiet;
	return from < to ? now >= from && now < to : now >= from || now < to;
}

const sourceField = choice(
	{
		displayName: 'Source',
		name: 'source',
		default: 'primaryNetwork',
		description: 'Whose view of which validators is watched',
		noDataExpression: true,
	},
	[
		{
			name: 'Balances of L1 Validators',
			value: 'balances',
			description:
				'What the validators of an L1 have left for the continuous fee, as the P-Chain knows it; the public node serves it too',
		},
		{
			name: 'Blockchain of an L1 or Subnet',
			value: 'blockchain',
			description:
				'Validators of a subnet-EVM chain; needs a node that tracks that chain, which the public node does not',
		},
		{
			name: 'Own Standing of the Node',
			value: 'node',
			description:
				'What the other validators say of the uptime of the node behind the node URL; needs a node of your own',
		},
		{
			name: 'Peers of the Node',
			value: 'peers',
			description: 'Whether the node behind the node URL sees the named nodes, validators or not',
		},
		{
			name: 'Primary Network',
			value: 'primaryNetwork',
			description: 'Validators of the Primary Network, which the public node serves too',
		},
	],
);

const conditionOptions: Record<Condition, INodePropertyOptions> = {
	balanceLow: {
		name: 'Balance Low',
		value: 'balanceLow',
		description: 'The balance for the fee runs out within days; ends with "balanceRestored"',
	},
	belowThreshold: {
		name: 'Below Threshold',
		value: 'belowThreshold',
		description: 'The uptime falls below the threshold; ends with "aboveThreshold"',
	},
	disconnected: {
		name: 'Disconnected',
		value: 'disconnected',
		description: 'The asked node has no connection to the validator; ends with "reconnected"',
	},
	endingSoon: {
		name: 'Ending Soon',
		value: 'endingSoon',
		description: 'The validation ends within days and is not renewed by itself',
	},
	fell: {
		name: 'Fell',
		value: 'fell',
		description: 'The uptime fell by some points within some hours; ends with "recovered"',
	},
	inactive: {
		name: 'Inactive',
		value: 'inactive',
		description:
			'The L1 validator was disabled or its balance for the fee ran out; ends with "active"',
	},
	left: {
		name: 'Left',
		value: 'left',
		description:
			'The validator is not in the list (any more); ends with "joined", which also tells of new validators',
	},
	outdated: {
		name: 'Outdated',
		value: 'outdated',
		description:
			'The node runs an older version than the next upgrade of the network takes; ends with "upToDate"',
	},
	requirementAtRisk: {
		name: 'Requirement at Risk',
		value: 'requirementAtRisk',
		description:
			'The validator can hardly be offline any more without missing the uptime that its reward takes; ends with "requirementSafe"',
	},
	unreachable: {
		name: 'Unreachable',
		value: 'unreachable',
		description:
			'The source cannot be read, so nothing is known of any validator; ends with "reachable"',
	},
};

/** What can be told of each source, in the order of their names; the first list is the default. */
const conditionsOf: Record<Source, { usual: Condition[]; besides: Condition[] }> = {
	primaryNetwork: {
		usual: ['belowThreshold', 'disconnected', 'left', 'unreachable'],
		besides: ['endingSoon', 'fell', 'requirementAtRisk'],
	},
	blockchain: {
		usual: ['belowThreshold', 'disconnected', 'inactive', 'left', 'unreachable'],
		besides: ['fell'],
	},
	balances: { usual: ['balanceLow', 'left', 'unreachable'], besides: [] },
	peers: { usual: ['disconnected', 'unreachable'], besides: ['outdated'] },
	node: { usual: ['belowThreshold', 'left', 'unreachable'], besides: ['fell'] },
};

const allSources = Object.keys(conditionsOf) as Source[];

const listConditions = (source: Source): Condition[] => {
	const { usual, besides } = conditionsOf[source];
	return [...usual, ...besides].sort();
};

/** Where a parameter is shown that only one condition needs. */
const showForCondition = (condition: Condition) => ({
	source: allSources.filter((source) => listConditions(source).includes(condition)),
	conditions: [condition],
});

const blockchainId: Field = {
	...chain,
	displayName: 'Blockchain ID',
	name: 'blockchainId',
	placeholder: 'e.g. 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	description: 'Blockchain ID of the L1 or subnet, or an alias that the node knows for it',
};

const subnetId: Field = {
	...anySubnetId,
	description: 'ID of the subnet of the L1 (its explorer shows it)',
};

const peerNodeIds: Field = {
	...nodeIds,
	description:
		'Nodes that must be seen: node IDs separated by commas, or an expression that gives a list of them. The asked node itself is no peer of its own.',
};

const watchedNodeIds: Field = {
	...nodeIds,
	optional: true,
	required: false,
	description:
		'Validators to watch: node IDs separated by commas, or an expression that gives a list of them. Leave empty to watch all that the source lists (about 1,500 on the Primary Network, of which some are always offline).',
};

/** A number that need not be whole. */
const decimal = (
	field: Pick<Field, 'displayName' | 'name' | 'default' | 'description'>,
	least: number,
	most: number,
): Field => ({
	...field,
	type: 'number',
	typeOptions: { minValue: least, maxValue: most },
	encode: (value) => {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && number >= least && number <= most) return number;
		throw new InvalidField(`must be a number from ${least} to ${most}`);
	},
});

const threshold = decimal(
	{
		displayName: 'Threshold (Percent)',
		name: 'threshold',
		default: 90,
		description:
			'Uptime below this is reported. The Primary Network wants 80 percent for its reward from validations that started before the Helicon upgrade, and 90 percent from later ones.',
	},
	0,
	100,
);

const fellPoints = decimal(
	{
		displayName: 'Fall by (Points)',
		name: 'fellPoints',
		default: 1,
		description:
			'A fall of the uptime by this is reported. A validation that is 30 days old falls by 1 point in 7 hours offline.',
	},
	0.1,
	100,
);

const fellHours = integer(
	{
		displayName: 'Within (Hours)',
		name: 'fellHours',
		default: 24,
		description:
			'The time within which it must fall by that. It is remembered in quarters, so a slow fall that takes more than three of them may not be seen.',
	},
	1,
	720,
);

const riskHours = integer(
	{
		displayName: 'Warn With Hours Left to Be Offline',
		name: 'riskHours',
		default: 24,
		description:
			'The required uptime is at risk when the validator can be offline for less than this until its validation ends (or for less than half of what it was allowed at the start)',
	},
	1,
	8760,
);

const endingDays = decimal(
	{
		displayName: 'Warn Before the End (Days)',
		name: 'endingDays',
		default: 7,
		description:
			'How many days ahead the end of a validation is reported; 0.5 are 12 hours. One shorter than two weeks is reported when half of it is over, at the earliest. One that renews itself does not end.',
	},
	0.04,
	365,
);

const balanceDays = integer(
	{
		displayName: 'Warn Before the Balance Runs Out (Days)',
		name: 'balanceDays',
		default: 14,
		description: 'How many days ahead an empty balance is reported, at the fee that the node tells',
	},
	1,
	365,
);

const upgradeDays = integer(
	{
		displayName: 'Warn Before the Upgrade (Days)',
		name: 'upgradeDays',
		default: 14,
		description:
			'How many days ahead of an upgrade of the network its version is needed. The asked node tells when upgrades begin.',
	},
	1,
	365,
);

const leastVersion: Field = {
	...text(
		{
			displayName: 'Least Version',
			name: 'leastVersion',
			placeholder: 'e.g. 1.15.1',
			description:
				"Nodes with an older version are reported. Leave empty to take what the network's upgrades need.",
		},
		'a version of three numbers, like 1.15.1',
		(value) => /^v?\d+\.\d+\.\d+$/.test(value),
	),
	optional: true,
	required: false,
};

const leastMinutes = optional(
	integer(
		{
			displayName: 'Minimum Time (Minutes)',
			name: 'leastMinutes',
			default: 0,
			description:
				'How long something must be bad, and then good again, besides the number of polls',
		},
		0,
		1440,
	),
);

const reminderHours = optional(
	integer(
		{
			displayName: 'Remind Every (Hours)',
			name: 'reminderHours',
			default: 0,
			description:
				'Report what lasts again after this time, as the event "reminder". 0 switches this off.',
		},
		0,
		720,
	),
);

const timeOfDay = (displayName: string, name: string, description: string): Field => ({
	displayName,
	name,
	type: 'string',
	default: '',
	optional: true,
	placeholder: 'e.g. 22:00',
	description,
	encode: (value) => {
		const [, hours, minutes] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(String(value)) ?? [];
		if (hours === undefined) throw new InvalidField('must be a time of day like 22:00');
		return Number(hours) * 60 + Number(minutes);
	},
});

const quietFrom = timeOfDay(
	'Quiet From',
	'quietFrom',
	"Start of the hours in which nothing is reported, in the workflow's time zone. What happens in them is reported when they are over.",
);

const quietTo = timeOfDay('Quiet To', 'quietTo', 'End of the hours in which nothing is reported');

const badPolls = integer(
	{
		displayName: 'Bad Polls Before It Counts',
		name: 'badPolls',
		default: 2,
		description:
			'In how many polls in a row something must be bad before it is reported. 1 reports at once; 2 or more leave out what lasts for one poll only.',
	},
	1,
	60,
);

const goodPolls = integer(
	{
		displayName: 'Good Polls Before It Is Over',
		name: 'goodPolls',
		default: 2,
		description: 'In how many polls in a row it must be good again before its end is reported',
	},
	1,
	60,
);

const suspectShare = optional(
	integer(
		{
			displayName: 'Share That Makes the Watching Node the Suspect (Percent)',
			name: 'suspectShare',
			default: 30,
			description:
				'When more than this share of the watched validators (and at least five) goes bad in one poll, the watching node itself is the suspect: one item lists them instead of one item for each. 100 switches this off.',
		},
		1,
		100,
	),
);

const reportEnds = optional(
	flag({
		displayName: 'Report Ends',
		name: 'reportEnds',
		default: true,
		description:
			'Whether to report the end of each condition too (reconnected, aboveThreshold and so on)',
	}),
);

const reportExisting = optional(
	flag({
		displayName: 'Report What Is Already Bad',
		name: 'reportExisting',
		default: true,
		description: 'Whether to report, once, what is bad already when the workflow is published',
	}),
);

const digest = optional(
	flag({
		displayName: 'One Item per Poll',
		name: 'digest',
		description: 'Whether to put all that one poll reports into one item, as the event "digest"',
	}),
);

const thresholdKind = choice(
	{ displayName: 'Threshold', name: 'thresholdKind', default: 'fixed', noDataExpression: true },
	[
		{
			name: 'Fixed',
			value: 'fixed',
			description: 'One percentage for all',
		},
		{
			name: 'What the Reward Takes',
			value: 'reward',
			description:
				'80 percent for validations that started before the Helicon upgrade, 90 percent for later ones; the node is asked when it begins',
		},
	],
);

const showFor = (...shown: Source[]) => ({ displayOptions: { show: { source: shown } } });

/** Fields that only one condition needs. */
const fieldsOfConditions: Array<[Condition, Field]> = [
	['fell', fellPoints],
	['fell', fellHours],
	['requirementAtRisk', riskHours],
	['endingSoon', endingDays],
	['balanceLow', balanceDays],
	['outdated', upgradeDays],
	['outdated', leastVersion],
];

/** The parameters, of which only those that apply are shown. */
export const uptimeProperties: INodeProperties[] = [
	toProperty(sourceField),
	{ ...toProperty(blockchainId), ...showFor('blockchain') },
	{ ...toProperty(subnetId), ...showFor('balances') },
	{ ...toProperty(peerNodeIds), ...showFor('peers') },
	{ ...toProperty(watchedNodeIds), ...showFor('primaryNetwork', 'blockchain', 'balances') },
	...allSources.map(
		(source): INodeProperties => ({
			displayName: 'Conditions',
			name: 'conditions',
			type: 'multiOptions',
			options: listConditions(source).map((condition) => conditionOptions[condition]),
			default: [...conditionsOf[source].usual],
			description: 'What to report: one item when it begins and one when it ends',
			...showFor(source),
		}),
	),
	{
		...toProperty(thresholdKind),
		displayOptions: { show: { source: ['primaryNetwork'], conditions: ['belowThreshold'] } },
	},
	{
		...toProperty(threshold),
		displayOptions: {
			show: showForCondition('belowThreshold'),
			hide: { thresholdKind: ['reward'] },
		},
	},
	...fieldsOfConditions.map(([condition, field]) => ({
		...toProperty(field),
		displayOptions: { show: showForCondition(condition) },
	})),
	toProperty(badPolls),
	toProperty(goodPolls),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			toProperty(leastMinutes),
			toProperty(digest),
			toProperty(quietFrom),
			toProperty(quietTo),
			toProperty(redeliver),
			toProperty(reminderHours),
			toProperty(reportEnds),
			toProperty(reportExisting),
			toProperty(suspectShare),
		],
	},
];

/** Reads and checks the parameters; throws a NodeOperationError that names the field and its rule. */
export function readSettings(context: IPollFunctions): UptimeSettings {
	const { read, readOption, refuse } = createReader(context);
	const source = read(sourceField) as Source;
	const possible = listConditions(source);
	const conditions = context.getNodeParameter(
		'conditions',
		conditionsOf[source].usual,
	) as Condition[];
	if (!Array.isArray(conditions) || !conditions.length)
		throw refuse('Conditions must name at least one');
	const impossible = conditions.filter((condition) => !possible.includes(condition));
	if (impossible.length) {
		throw refuse(
			`Conditions of the source "${source}" must be a list of ${possible.join(', ')}; "${impossible[0]}" is not one`,
		);
	}

	const option = (field: Field): unknown => readOption(field) ?? field.default;
	const needs = (condition: Condition, field: Field): unknown =>
		conditions.includes(condition) ? read(field) : field.default;
	const idsField = source === 'peers' ? peerNodeIds : watchedNodeIds;
	const chosen = source === 'node' ? undefined : (read(idsField) as string[] | undefined);
	const ofReward =
		source === 'primaryNetwork' && needs('belowThreshold', thresholdKind) === 'reward';
	const [from, to] = [readOption(quietFrom), readOption(quietTo)] as Array<number | undefined>;
	if ((from === undefined) !== (to === undefined) || (from !== undefined && from === to))
		throw refuse('Quiet From and Quiet To must be two different times of day');
	return {
		scope: `${context.getWorkflow().id}:${context.getNode().id}`,
		source,
		blockchainId: source === 'blockchain' ? (read(blockchainId) as string) : '',
		subnetId: source === 'balances' ? (read(subnetId) as string) : '',
		nodeIds: [...new Set(chosen)],
		conditions,
		threshold: ofReward ? 'reward' : (needs('belowThreshold', threshold) as number),
		fellPoints: needs('fell', fellPoints) as number,
		fellSeconds: (needs('fell', fellHours) as number) * 3600,
		riskSeconds: (needs('requirementAtRisk', riskHours) as number) * 3600,
		endingSeconds: Math.round((needs('endingSoon', endingDays) as number) * 86_400),
		balanceSeconds: (needs('balanceLow', balanceDays) as number) * 86_400,
		leastVersion: (needs('outdated', leastVersion) as string | undefined) ?? '',
		upgradeSeconds: (needs('outdated', upgradeDays) as number) * 86_400,
		badPolls: read(badPolls) as number,
		goodPolls: read(goodPolls) as number,
		leastSeconds: (option(leastMinutes) as number) * 60,
		reminderSeconds: (option(reminderHours) as number) * 3600,
		...(from !== undefined &&
			to !== undefined && { quiet: { from, to, timezone: context.getTimezone() } }),
		digest: option(digest) as boolean,
		reportEnds: option(reportEnds) as boolean,
		redeliver: option(redeliver) as boolean,
		reportExisting: option(reportExisting) as boolean,
		suspectShare: option(suspectShare) as number,
	};
}
