/** What the user chooses for the event Uptime Drop: its parameters, and the checked settings they make. */
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import {
	chain,
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
import { scopeOf } from '../identity';
import { collectOptions, createReader, redeliver, showFor } from '../parameters';
import { conditions, listAlerts } from './conditions';
import type { Source, WatchSettings } from './model';

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

const allSources: Source[] = ['primaryNetwork', 'blockchain', 'balances', 'peers', 'node'];

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

const minimumMinutes = optional(
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
					default: defaultAlerts(source),
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
		toProperty(quietFrom),
		toProperty(quietTo),
		toProperty(redeliver),
		toProperty(reminderHours),
		toProperty(reportEnds),
		toProperty(reportExisting),
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
		reportEnds: option(reportEnds) as boolean,
		redeliver: option(redeliver) as boolean,
		reportExisting: option(reportExisting) as boolean,
		suspectShare: option(suspectShare) as number,
	};
}
