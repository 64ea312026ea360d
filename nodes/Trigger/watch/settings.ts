/** What the user chooses for the event Uptime Drop: its parameters, and the checked settings they make. */
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { l1Chain } from '../../shared/chains';
import {
	choice,
	flag,
	InvalidField,
	integer,
	nodeIds,
	optional,
	subnetId as anySubnetId,
	toProperty,
	type Field,
} from '../../shared/fields';
import { names, type Names } from '../../shared/names';
import { simplify } from '../../shared/properties';
import { scopeOf } from '../identity';
import { collectOptions, createReader, redeliver, showFor } from '../parameters';
import { conditions, listAlerts } from './conditions';
import type { Source, WatchSettings } from './model';

const sourceField = choice(
	{
		displayName: 'Source',
		name: 'source',
		default: 'primaryNetwork',
		description: 'Which validators to watch, and in whose view',
		noDataExpression: true,
	},
	[
		{
			name: 'Balances of L1 Validators',
			value: 'balances',
			description: 'What is left for the continuous fee, as the P-Chain knows it',
		},
		{
			name: 'Blockchain of an L1 or Subnet',
			value: 'blockchain',
			description: 'Validators of a subnet-EVM chain, from a node that tracks the chain',
		},
		{
			name: "This Node's Uptime",
			value: 'node',
			description: 'What the other validators report of it; needs your own node',
		},
		{
			name: 'Peers of the Node',
			value: 'peers',
			description: 'Whether the queried node is connected to the nodes that you name',
		},
		{
			name: 'Primary Network',
			value: 'primaryNetwork',
			description: 'Validators of the Primary Network; the public node serves them too',
		},
	],
);

const allSources: Source[] = ['primaryNetwork', 'blockchain', 'balances', 'peers', 'node'];

const blockchainId: Field = {
	...l1Chain,
	placeholder: 'e.g. 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	description: 'Blockchain ID of the L1 or subnet, or an alias that the node knows for it',
};

const subnetId: Field = {
	...anySubnetId,
	description: "ID of the L1's subnet (its explorer shows it)",
};

const peerNodeIds: Field = {
	...nodeIds,
	description:
		'Nodes that must be connected: node IDs separated by commas, or an expression that gives a list of them. Leave out the queried node, which is never among its own peers.',
};

const watchedNodeIds: Field = {
	...nodeIds,
	optional: true,
	required: false,
	description:
		'Validators to watch: node IDs separated by commas, or an expression that gives a list of them. Leave empty to watch all validators of the source (about 1,500 on the Primary Network, some of them always offline).',
};

const minimumMinutes = optional(
	integer(
		{
			displayName: 'Minimum Time (Minutes)',
			name: 'leastMinutes',
			default: 0,
			description:
				'Minimum duration, in addition to the number of polls, before a change is reported',
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
				'Report a condition again after this time while it lasts, as the event "reminder". 0 turns reminders off.',
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
	"Start of the quiet hours, in the workflow's time zone. What happens in them is reported when they are over.",
);

const quietTo = timeOfDay('Quiet To', 'quietTo', 'End of the quiet hours');

const badPolls = integer(
	{
		displayName: 'Bad Polls Before It Counts',
		name: 'badPolls',
		default: 2,
		description:
			'How many polls in a row must be bad before a condition is reported. Use 2 or more to skip what lasts for one poll only.',
	},
	1,
	60,
);

const goodPolls = integer(
	{
		displayName: 'Good Polls Before It Is Over',
		name: 'goodPolls',
		default: 2,
		description: 'How many polls in a row must be good before the end of a condition is reported',
	},
	1,
	60,
);

const suspectShare = optional(
	integer(
		{
			displayName: 'Mass Alert Threshold (Percent)',
			name: 'suspectShare',
			default: 30,
			description:
				'If more than this percentage of the watched validators (five or more) goes bad in one poll, the queried node is the likely cause. One item then lists them all. 100 turns this off.',
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
		description: 'Whether to report once what is bad already when the workflow is published',
	}),
);

const digest = optional(
	flag({
		displayName: 'One Item per Poll',
		name: 'digest',
		description: 'Whether to put all that one poll reports into one item, as the event "digest"',
	}),
);

const validatorNames: Field = {
	...names,
	description:
		'Your names for validators, for messages and items: one "ID = name" per line, or an expression that returns rows with an ID and a name',
};

const simplifyRecord = optional({
	...simplify,
	description: "Whether to return a simplified version of the validator's record",
});

/** The parameters of the conditions, each shown where its condition can be, and is, chosen. */
const conditionProperties: INodeProperties[] = conditions.flatMap(
	({ event, fields = [], sources }) =>
		fields.map(({ field, sources: shown = allSources, hide }) => {
			const property = showFor(toProperty(field), {
				source: shown.filter((source) => sources[source]),
				conditions: [event],
			});
			return hide
				? { ...property, displayOptions: { ...property.displayOptions, hide } }
				: property;
		}),
);

const defaultAlerts = (source: Source): string[] =>
	listAlerts(source)
		.filter(({ sources }) => sources[source] === 'default')
		.map(({ event }) => event);

/** The parameters, of which only those that apply are shown. */
export const watchProperties: INodeProperties[] = [
	toProperty(sourceField),
	showFor(toProperty(blockchainId), { source: ['blockchain'] }),
	showFor(toProperty(subnetId), { source: ['balances'] }),
	showFor(toProperty(peerNodeIds), { source: ['peers'] }),
	showFor(toProperty(watchedNodeIds), { source: ['primaryNetwork', 'blockchain', 'balances'] }),
	...allSources.map(
		(source): INodeProperties =>
			showFor(
				{
					displayName: 'Conditions',
					name: 'conditions',
					type: 'multiOptions',
					options: listAlerts(source).map(({ event, option }) => ({ ...option, value: event })),
					default: [...defaultAlerts(source)],
					description: 'What to report: one item when it begins and one when it ends',
				},
				{ source: [source] },
			),
	),
	...conditionProperties,
	toProperty(badPolls),
	toProperty(goodPolls),
	collectOptions([
		toProperty(minimumMinutes),
		toProperty(digest),
		toProperty(validatorNames),
		toProperty(quietFrom),
		toProperty(quietTo),
		toProperty(redeliver),
		toProperty(reminderHours),
		toProperty(reportEnds),
		toProperty(reportExisting),
		toProperty(simplifyRecord),
		toProperty(suspectShare),
	]),
];

/** Reads and checks the parameters; throws a NodeOperationError that names the field and its rule. */
export function readSettings(context: IPollFunctions): WatchSettings {
	const { read, readOption, refuse } = createReader(context);
	const source = read(sourceField) as Source;
	const possible = listAlerts(source).map(({ event }) => event);
	const chosen = context.getNodeParameter('conditions', defaultAlerts(source)) as string[];
	if (!Array.isArray(chosen) || !chosen.length) throw refuse('Conditions must name at least one');
	const impossible = chosen.find((event) => !possible.includes(event));
	if (impossible !== undefined) {
		throw refuse(
			`Conditions of the source "${source}" must be a list of ${possible.join(', ')}; "${impossible}" is not one`,
		);
	}

	const option = (field: Field): unknown => readOption(field) ?? field.default;
	const named =
		source === 'node'
			? undefined
			: (read(source === 'peers' ? peerNodeIds : watchedNodeIds) as string[] | undefined);
	const rules = conditions
		.filter(({ event }) => chosen.includes(event))
		.map(({ event, readRule }) => [event, readRule?.(read, source)] as const);
	const [from, to] = [readOption(quietFrom), readOption(quietTo)] as Array<number | undefined>;
	if ((from === undefined) !== (to === undefined) || (from !== undefined && from === to))
		throw refuse('Quiet From and Quiet To must be two different times of day');
	return {
		scope: scopeOf(context),
		source,
		blockchainId: source === 'blockchain' ? (read(blockchainId) as string) : '',
		subnetId: source === 'balances' ? (read(subnetId) as string) : '',
		nodeIds: [...new Set(named)],
		conditions: chosen,
		rules: Object.fromEntries(rules),
		badPolls: read(badPolls) as number,
		goodPolls: read(goodPolls) as number,
		minimumSeconds: (option(minimumMinutes) as number) * 60,
		reminderSeconds: (option(reminderHours) as number) * 3600,
		timezone: context.getTimezone(),
		...(from !== undefined && to !== undefined && { quiet: { from, to } }),
		digest: option(digest) as boolean,
		names: readOption(validatorNames) as Names | undefined,
		isSimple: option(simplifyRecord) as boolean,
		reportEnds: option(reportEnds) as boolean,
		redeliver: option(redeliver) as boolean,
		reportExisting: option(reportExisting) as boolean,
		suspectShare: option(suspectShare) as number,
	};
}
