/** What the user chooses for the event Uptime Drop: its parameters, and the checked settings they make. */
import {
	NodeOperationError,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
	type IPollFunctions,
} from 'n8n-workflow';
import { chain, InvalidField, integer, nodeIds, toProperty, type Field } from '../../shared/fields';
import { conditions as allConditions, type Condition } from './conditions';

export type Source = 'primaryNetwork' | 'blockchain' | 'node';

export interface UptimeSettings {
	/** Tells the events of one trigger node from those of any other. */
	scope: string;
	source: Source;
	/** Blockchain ID or alias; empty for the other sources. */
	blockchainId: string;
	/** Node IDs to watch; none means all that the source lists. */
	nodeIds: string[];
	/** What is told; everything is followed. */
	conditions: Condition[];
	/** Percent below which an uptime is bad. */
	threshold: number;
	badPolls: number;
	goodPolls: number;
	/** Whether the end of a condition is told. */
	reportEnds: boolean;
	/** Whether what is bad already in the first reading is told. */
	reportExisting: boolean;
	/** Percent of the watched validators that makes the asked node the suspect. */
	suspectShare: number;
}

const sources: INodePropertyOptions[] = [
	{
		name: 'Primary Network',
		value: 'primaryNetwork',
		description: 'Validators of the Primary Network, which the public node serves too',
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
];

const conditionOptions: Record<Condition, INodePropertyOptions> = {
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
	inactive: {
		name: 'Inactive',
		value: 'inactive',
		description: 'The L1 validator was disabled or its balance for the fee ran out; ends with "active"',
	},
	left: {
		name: 'Left',
		value: 'left',
		description:
			'The validator is not in the list (any more); ends with "joined", which also tells of new validators',
	},
	unreachable: {
		name: 'Unreachable',
		value: 'unreachable',
		description: 'The source cannot be read, so nothing is known of any validator; ends with "reachable"',
	},
};

const conditionsOf: Record<Source, Condition[]> = {
	primaryNetwork: ['belowThreshold', 'disconnected', 'left', 'unreachable'],
	blockchain: ['belowThreshold', 'disconnected', 'inactive', 'left', 'unreachable'],
	node: ['belowThreshold', 'left', 'unreachable'],
};

const blockchainId: Field = {
	...chain,
	displayName: 'Blockchain ID',
	name: 'blockchainId',
	placeholder: 'e.g. 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	description: 'Blockchain ID of the L1 or subnet, or an alias that the node knows for it',
};

const watchedNodeIds: Field = {
	...nodeIds,
	optional: true,
	required: false,
	description:
		'Validators to watch: node IDs separated by commas, or an expression that gives a list of them. Leave empty to watch all that the source lists (about 1,500 on the Primary Network, of which some are always offline).',
};

const threshold: Field = {
	displayName: 'Threshold (Percent)',
	name: 'threshold',
	type: 'number',
	default: 90,
	typeOptions: { minValue: 0, maxValue: 100 },
	description:
		'Uptime below this is reported. The Primary Network wants 80 percent for its reward from validations that started before the Helicon upgrade, and 90 percent from later ones.',
	encode: (value) => {
		const percent = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof percent === 'number' && percent >= 0 && percent <= 100) return percent;
		throw new InvalidField('must be a number from 0 to 100');
	},
};

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

const suspectShare = integer(
	{
		displayName: 'Share That Makes the Watching Node the Suspect (Percent)',
		name: 'suspectShare',
		default: 30,
		description:
			'When more than this share of the watched validators (and at least five) goes bad in one poll, the watching node itself is the suspect: one item lists them instead of one item for each. 100 switches this off.',
	},
	1,
	100,
);

const reportEnds: INodeProperties = {
	displayName: 'Report Ends',
	name: 'reportEnds',
	type: 'boolean',
	default: true,
	description: 'Whether to report the end of each condition too (reconnected, aboveThreshold and so on)',
};

const reportExisting: INodeProperties = {
	displayName: 'Report What Is Already Bad',
	name: 'reportExisting',
	type: 'boolean',
	default: true,
	description: 'Whether to report, once, what is bad already when the workflow is published',
};

const showFor = (...shown: Source[]) => ({ displayOptions: { show: { source: shown } } });

/** The parameters, of which only those that apply are shown. */
export const uptimeProperties: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		options: sources,
		default: 'primaryNetwork',
		description: 'Whose view of which validators is watched',
	},
	{ ...toProperty(blockchainId), ...showFor('blockchain') },
	{ ...toProperty(watchedNodeIds), ...showFor('primaryNetwork', 'blockchain') },
	...Object.entries(conditionsOf).map(
		([source, conditions]): INodeProperties => ({
			displayName: 'Conditions',
			name: 'conditions',
			type: 'multiOptions',
			options: conditions.map((condition) => conditionOptions[condition]),
			default: [...conditions],
			description: 'What to report: one item when it begins and one when it ends',
			...showFor(source as Source),
		}),
	),
	{ ...toProperty(threshold), displayOptions: { show: { conditions: ['belowThreshold'] } } },
	toProperty(badPolls),
	toProperty(goodPolls),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [reportEnds, reportExisting, { ...toProperty(suspectShare), required: false }],
	},
];

const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Reads and checks the parameters; throws a NodeOperationError that names the field and its rule. */
export function readSettings(context: IPollFunctions): UptimeSettings {
	const node = context.getNode();
	const refuse = (field: string, rule: string) => new NodeOperationError(node, `${field} ${rule}`);
	const check = (field: Field, value: unknown): unknown => {
		if (isEmpty(value)) {
			if (field.optional) return undefined;
			throw refuse(field.displayName, 'is required');
		}
		try {
			return field.encode(value, { timezone: context.getTimezone() });
		} catch (error) {
			throw refuse(field.displayName, (error as InvalidField).message);
		}
	};
	const read = (field: Field): unknown => check(field, context.getNodeParameter(field.name, field.default));

	const source = context.getNodeParameter('source', 'primaryNetwork') as Source;
	const possible = conditionsOf[source];
	if (!possible) throw refuse('Source', `must be one of ${Object.keys(conditionsOf).join(', ')}`);
	const conditions = context.getNodeParameter('conditions', possible) as Condition[];
	if (!Array.isArray(conditions) || !conditions.length) throw refuse('Conditions', 'must name at least one');
	const unknown = conditions.find((condition) => !(condition in allConditions));
	if (unknown)
		throw refuse('Conditions', `must be a list of ${possible.join(', ')}; "${unknown}" is not one`);

	const options = context.getNodeParameter('options', {}) as IDataObject;
	const chosen = source === 'node' ? undefined : (read(watchedNodeIds) as string[] | undefined);
	return {
		scope: `${context.getWorkflow().id}:${node.id}`,
		source,
		blockchainId: source === 'blockchain' ? (read(blockchainId) as string) : '',
		nodeIds: [...new Set(chosen)],
		conditions,
		threshold: conditions.includes('belowThreshold')
			? (read(threshold) as number)
			: (threshold.default as number),
		badPolls: read(badPolls) as number,
		goodPolls: read(goodPolls) as number,
		reportEnds: options.reportEnds !== false,
		reportExisting: options.reportExisting !== false,
		suspectShare: check(suspectShare, options.suspectShare ?? suspectShare.default) as number,
	};
}
