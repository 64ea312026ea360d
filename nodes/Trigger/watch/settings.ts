/** The events of validators and nodes: what the user chooses for them, and the checked settings that makes. */
import type { IDisplayOptions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { l1Chain } from '../../shared/chains/chains';
import {
	asText,
	choice,
	choices,
	describeInvalid,
	flag,
	InvalidField,
	integer,
	optional,
	subnetId as anySubnetId,
	toProperty,
	type Field,
} from '../../shared/fields/fields';
import { chooseValidators, type NamedValidators } from '../../shared/fields/chosenValidators';
import { names, type Names } from '../../shared/fields/names';
import { simplify } from '../../shared/operation/properties';
import { heartbeatProperties, readHeartbeat } from '../heartbeat/settings';
import { scopeOf } from '../../feeds/identity';
import { collectOptions, createReader, refuse as refuseIn, showFor } from '../../feeds/parameters';
import { readPlainUrl } from '../privateUrl';
import { conditions, listAlerts } from './conditions';
import { disconnected } from './conditions/disconnected';
import type { ReadOption } from './conditions/condition';
import {
	isOfQueriedNode,
	type BalanceSource,
	type Source,
	type TestEvent,
	type WatchSettings,
} from './model';
import { furtherObservers, observersNeeded, readObservers } from './observers/settings';
import { payloads, type Payload } from './payloads';
import type { QuietHours } from './quietHours';
import { runbookUrl } from './runbook';
import { readSilences, type Silence } from './silences';

/** The sources of validators and nodes; those of limits belong to the event of balances. */
type WatchedSource = Exclude<Source, BalanceSource | 'l1Balance'>;

const sourceOptions: Record<WatchedSource, { name: string; description: string }> = {
	balances: {
		name: 'Balance',
		description: 'What is left for the continuous fee; the public node knows it too',
	},
	blockchain: {
		name: 'Connection and Uptime',
		description: 'Needs a node that tracks the chain of the L1 or subnet',
	},
	health: {
		name: 'Health',
		description: 'What your node says of itself',
	},
	node: {
		name: "This Node's Uptime",
		description: 'As seen by the other validators; needs your own node',
	},
	peers: {
		name: 'Peers of the Node',
		description: 'Whether your node is connected to the nodes that you name',
	},
	primaryNetwork: {
		name: 'Primary Network',
		description: 'Validators of the Primary Network; the public node serves them too',
	},
};
/** An event of the dialog. */
interface WatchEvent {
	name: string;
	action: string;
	description: string;
	/** What it can watch: the user chooses one where there are several. */
	sources: WatchedSource[];
	/** What it can report, all of it by default; without a list, what its source can show. */
	alerts?: string[];
}

export const watchEvents: Record<string, WatchEvent> = {
	l1Validator: {
		name: 'L1 Validator',
		action: 'On L1 validator alert',
		description:
			'A validator of an L1 runs out of balance, becomes inactive, goes down or recovers',
		sources: ['balances', 'blockchain'],
	},
	nodeHealth: {
		name: 'Node Health',
		action: 'On node health alert',
		description: 'Your node is unhealthy, stands still, has to catch up, or must be updated',
		sources: ['health'],
	},
	nodeVersion: {
		name: 'Node Version',
		action: 'On outdated node version',
		description: 'A node runs an older version than the next network upgrade requires',
		sources: ['peers'],
		alerts: ['outdated', 'unreachable'],
	},
	ownNode: {
		name: 'Own Node Uptime or Peers',
		action: 'On own node uptime or peer alert',
		description: 'Your node loses uptime as other validators see it, or its connection to a peer',
		sources: ['node', 'peers'],
	},
	validatorDown: {
		name: 'Validator Down or at Risk',
		action: 'On validator down or at risk',
		description: 'A validator goes down, loses uptime, risks its reward, ends, leaves, or recovers',
		sources: ['primaryNetwork'],
	},
};

/** What is watched, of the sources of an event that has several. */
const sourceOf = ({ sources }: WatchEvent): Field =>
	choice(
		{
			displayName: 'Watch',
			name: 'source',
			description: 'What to watch',
			noDataExpression: true,
		},
		sources.map((value) => ({ ...sourceOptions[value], value })),
	);

/** Below the last field of a watch. */
export const againHint =
	'If n8n restarts within ten minutes of an alert, the alert comes again (option Redeliver After Restart).';

/** What a source of an event can report, and by default does. */
function alertWhen({ alerts }: WatchEvent, source: Source): Field {
	const offered = listAlerts(source).filter(({ event }) => alerts?.includes(event) ?? true);
	return choices(
		{
			displayName: 'Alert When',
			name: 'alertWhen',
			required: true,
			default: offered
				.filter(({ sources }) => alerts ?? sources[source] === 'default')
				.map(({ event }) => event),
			description: 'What to report: one item when it begins and one when it is over',
			hint: againHint,
		},
		offered.map(({ event, option }) => ({ ...option, value: event })),
	);
}

const blockchainId: Field = {
	...l1Chain,
	placeholder: 'e.g. 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	description: 'Blockchain ID of the L1 or subnet, or an alias that the node knows for it',
};

export const subnetId: Field = {
	...anySubnetId,
	description: "ID of the L1's subnet (its explorer shows it)",
};

/** Who is watched; only for an L1 all at first, so that nobody watches 1,500 validators by leaving a field empty. */
const chosen: Partial<Record<Source, Field[]>> = {
	primaryNetwork: chooseValidators('searchValidators', { withAll: true, preset: 'list' }),
	balances: chooseValidators('searchL1Validators', { withAll: true }),
	blockchain: chooseValidators('searchChainValidators', { withAll: true }),
	peers: chooseValidators('searchValidators'),
};
/** The names of all are an option. */
const validatorsOf = (source: Source): Field[] =>
	(chosen[source] ?? []).filter(({ name }) => name !== names.name);

const minimumMinutes = optional(
	integer(
		{
			displayName: 'Minimum Time (Minutes)',
			name: 'minimumMinutes',
			default: 0,
			description:
				'How long a change must last, besides the number of checks, before it is reported',
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
			description: 'Report an alert again after this time while it lasts. 0 turns reminders off.',
		},
		0,
		720,
	),
);

const louderMinutes = optional(
	integer(
		{
			displayName: 'Louder After (Minutes)',
			name: 'louderMinutes',
			default: 10,
			description:
				'Remind after this time while an alert lasts. A warning is critical from then on.',
		},
		10,
		10_080,
	),
);

const severityByBudget = optional(
	flag({
		displayName: 'Severity by Budget',
		name: 'severityByBudget',
		description:
			'Whether to make Down, Falling Uptime and Low Uptime warnings while more than a tenth of the time offline that the reward allows is left',
	}),
);

const timeOfDay = (displayName: string, name: string, description: string): Field => ({
	displayName,
	name,
	type: 'string',
	default: '',
	optional: true,
	placeholder: name === 'quietTo' ? 'e.g. 07:00' : 'e.g. 22:00',
	description,
	encode: (value) => {
		const text = String(value)
			.trim()
			.replace(/^24:00$/, '00:00');
		const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
		if (hours === undefined)
			throw new InvalidField('must be a time of day of 24 hours, like 22:00');
		return Number(hours) * 60 + Number(minutes);
	},
});

const quietFrom = timeOfDay(
	'Quiet From',
	'quietFrom',
	"Start of the quiet hours, in the workflow's time zone. What is not critical then is reported when they are over.",
);

const quietTo = timeOfDay('Quiet To', 'quietTo', 'End of the quiet hours');

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const quietDays: Field = {
	...choices(
		{
			displayName: 'Quiet Days',
			name: 'quietDays',
			default: weekdays.map((name) => name.toLowerCase()),
			description: 'Days on which quiet hours begin',
		},
		weekdays.map((name) => ({ name, value: name.toLowerCase() })),
	),
	optional: true,
};

const quietCritical = optional(
	flag({
		displayName: 'Quiet for Critical Alerts Too',
		name: 'quietCritical',
		description: 'Whether to let critical alerts wait for the end of the quiet hours, too',
	}),
);

const silences: Field = {
	displayName: 'Silences',
	name: 'silences',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	optional: true,
	placeholder: 'e.g. Frankfurt-1, all, 2026-12-01T18:00, new disk',
	description:
		'Planned work: "who, alert, until, reason" per line. Reported only if it lasts longer.',
	encode: (value) => value,
};

const silencesUrl: Field = {
	displayName: 'Silences URL',
	name: 'silencesUrl',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	optional: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/silences',
	description:
		'URL that answers more lines of Silences, such as a webhook. Read every five minutes.',
	encode: readPlainUrl,
};

const drill: Field = {
	displayName: 'Drill',
	name: 'drill',
	type: 'string',
	default: '',
	optional: true,
	placeholder: 'e.g. 2026-11-24',
	description: 'A word or date. Each change sends one alert marked "drill" through the workflow.',
	encode: (value) => {
		if (typeof value === 'boolean') throw new InvalidField('must be a word or a date');
		return asText(value);
	},
};

export const failedChecks = optional(
	integer(
		{
			displayName: 'Failed Checks Before Alert',
			name: 'failedChecks',
			default: 2,
			description:
				'How many checks in a row must fail before an alert. Use 2 or more to skip what lasts for one check only.',
		},
		1,
		60,
	),
);

const goodChecks = optional(
	integer(
		{
			displayName: 'Good Checks Before Recovery',
			name: 'goodChecks',
			default: 2,
			description: 'How many checks in a row must be good before the recovery is reported',
		},
		1,
		60,
	),
);

const watcherProblemShare = optional(
	integer(
		{
			displayName: 'Treat as Watcher Problem Above (% of Validators)',
			name: 'watcherProblemShare',
			default: 30,
			description:
				'If more than this share of the watched validators (five or more) fails one check, the node of your credential is the likely cause. One item then lists them all. 100 turns this off.',
		},
		1,
		100,
	),
);

const reportRecovery = optional(
	flag({
		displayName: 'Report Recovery',
		name: 'reportRecovery',
		default: true,
		description: 'Whether to report the end of each alert too',
	}),
);

const reportExisting = optional(
	flag({
		displayName: 'Report What Is Already Wrong',
		name: 'reportExisting',
		default: true,
		description: 'Whether to report once what is wrong already when you publish the workflow',
	}),
);

const redeliver = optional(
	flag({
		displayName: 'Redeliver After Restart',
		name: 'redeliver',
		default: true,
		description:
			'Whether to emit the last items again, marked again: true, if n8n restarts within ten minutes and they are not over. It may have stopped before the workflow processed them.',
	}),
);

const digest = optional(
	flag({
		displayName: 'One Item per Check',
		name: 'digest',
		description: 'Whether to put all that one check reports into one item',
	}),
);

export const testEvent = optional(
	choice(
		{
			displayName: 'Test Event',
			name: 'testEvent',
			default: 'now',
			description: 'What a test run shows, to try what follows. A published workflow ignores this.',
		},
		[
			{ name: 'Alert Grows', value: 'grew', description: 'An alert that reached its next step' },
			{ name: 'Alerts Begin', value: 'began', description: 'The beginning of each chosen alert' },
			{ name: 'Alerts End', value: 'ended', description: 'The end of each chosen alert' },
			{ name: 'Heartbeat', value: 'heartbeat', description: 'A heartbeat, and that nobody looked' },
			{
				name: 'Many Recover',
				value: 'manyEnded',
				description: 'Many validators that recover, in one item',
			},
			{ name: 'Many Together', value: 'many', description: 'Many validators in one item' },
			{ name: 'Node Unreachable', value: 'unreachable', description: 'Nothing can be read' },
			{
				name: 'Observer Without a Vote',
				value: 'observers',
				description: 'One of Further Observers does not answer',
			},
			{ name: 'One Item per Check', value: 'digest', description: 'Several alerts in one item' },
			{ name: 'One of Each', value: 'each', description: 'All that these settings can send' },
			{ name: 'Reminder', value: 'reminder', description: 'An alert that lasts' },
			{
				name: 'Silences Changed',
				value: 'silences',
				description: 'A silence of the Silences URL begins',
			},
			{
				name: 'What Is Wrong Now',
				value: 'now',
				description: 'What is wrong, or else one alert as it would begin',
			},
		],
	),
);

const validatorNames: Field = {
	...names,
	description:
		'Names and groups of your validators: one "ID = name [group]" per line, or an expression that returns rows of ID, name and group',
};

export const simplifyRecord = optional({
	...simplify,
	description: "Whether to return a simplified version of the validator's record",
});

/** Of which other nodes can say who is connected. */
const heardSources: Source[] = ['primaryNetwork', 'blockchain'];

const isNode = { '/source': ['node'] };
/** Options about several validators or nodes, and where to hide them: rows of a list have names of their own. */
const ofSeveral: Array<[Field, IDisplayOptions['hide']]> = [
	[validatorNames, { ...isNode, '/validatorsFrom': ['list'] }],
	[watcherProblemShare, isNode],
];
const alertsByBudget = conditions.filter(({ words }) => words.byBudget);

/** Of every watch; a watch of balances says its own words for some. */
export const always = [
	minimumMinutes,
	digest,
	drill,
	failedChecks,
	goodChecks,
	louderMinutes,
	payloads,
	quietFrom,
	quietTo,
	quietDays,
	quietCritical,
	silences,
	silencesUrl,
	redeliver,
	reminderHours,
	reportRecovery,
	reportExisting,
	runbookUrl,
	simplifyRecord,
	testEvent,
];

/** The parameters of an event, of which only those that apply are shown. */
export function watchProperties(event: WatchEvent): INodeProperties[] {
	const { sources } = event;
	const isChoice = sources.length > 1;
	/** Shows a property for some of the event's sources. */
	const of = (some: WatchedSource[], property: INodeProperties): INodeProperties[] => {
		const shown = some.filter((source) => sources.includes(source));
		if (!shown.length) return [];
		return [isChoice ? showFor(property, { source: shown }) : property];
	};
	const conditionOptions = conditions
		.filter((condition) => sources.some((source) => condition.sources[source]))
		.flatMap(({ event: alert, options = [], sources: showing }) =>
			options.map((option) =>
				showFor(toProperty(option), {
					'/alertWhen': [alert],
					...(isChoice && { '/source': sources.filter((source) => showing[source]) }),
				}),
			),
		);
	const heard = sources.filter((source) => heardSources.includes(source));
	const budgetOptions = sources.includes('primaryNetwork')
		? [
				showFor(toProperty(severityByBudget), {
					'/alertWhen': alertsByBudget.map(({ event: alert }) => alert),
				}),
			]
		: [];
	const observerOptions = (heard.length ? [furtherObservers, observersNeeded] : []).map((option) =>
		showFor(toProperty(option), {
			'/alertWhen': [disconnected.event],
			...(isChoice && { '/source': heard }),
		}),
	);
	return [
		...(isChoice ? [toProperty(sourceOf(event))] : []),
		...of(['blockchain'], toProperty(blockchainId)),
		...of(['balances'], toProperty(subnetId)),
		...sources.flatMap((source) =>
			[...validatorsOf(source), alertWhen(event, source)].flatMap((field) =>
				of([source], toProperty(field)),
			),
		),
		collectOptions([
			...conditionOptions,
			...budgetOptions,
			...observerOptions,
			...always.map(toProperty),
			...heartbeatProperties,
			...(sources.every(isOfQueriedNode) ? [] : ofSeveral).map(([field, hide]) => ({
				...toProperty(field),
				displayOptions: { hide },
			})),
		]),
	];
}

/** On which days it is quiet, and for whom. */
function readQuiet(
	readOption: (field: Field, isNeeded?: boolean) => unknown,
): Omit<QuietHours, 'from' | 'to'> {
	// None of them would be no quiet hours at all.
	const days = readOption(quietDays, true) as string[] | undefined;
	return {
		days: days?.map((day) => weekdays.findIndex((name) => name.toLowerCase() === day) + 1),
		holdsCritical: (readOption(quietCritical) as boolean | undefined) ?? false,
	};
}

function readOwnSilences(
	entered: unknown,
	names: Names | undefined,
	context: IPollFunctions,
): Silence[] {
	if (entered === undefined) return [];
	try {
		return readSilences(entered, { names, timezone: context.getTimezone() });
	} catch (error) {
		const { message, description } = describeInvalid(silences, error);
		throw refuseIn(context.getNode(), message, description);
	}
}

/** Reads and checks the parameters; throws a NodeOperationError that names the field and its rule. */
export function readSettings(context: IPollFunctions, event: WatchEvent): WatchSettings {
	const { read, readShown, readOption, refuse } = createReader(context);
	const { sources } = event;
	const source = sources.length > 1 ? (read(sourceOf(event)) as Source) : sources[0];
	const option: ReadOption = (field, otherwise = field.default) => readOption(field) ?? otherwise;
	const alertsToReport = read(alertWhen(event, source)) as string[];
	const { nodeIds = [], names: ownNames } = readShown(
		validatorsOf(source),
	) as Partial<NamedValidators>;
	const rules = conditions
		.filter(({ event: alert }) => alertsToReport.includes(alert))
		.map(({ event: alert, readRule }) => [alert, readRule?.(option, source)] as const);
	const isHeard = heardSources.includes(source) && alertsToReport.includes(disconnected.event);
	const namesOfAll = readOption(validatorNames) as Names | undefined;
	const named = ownNames || namesOfAll ? { ...namesOfAll, ...ownNames } : undefined;
	return {
		...readDelivery(context, option, named),
		source,
		blockchainId: source === 'blockchain' ? (read(blockchainId) as string) : '',
		subnetId: source === 'balances' ? (read(subnetId) as string) : '',
		nodeIds,
		conditions: alertsToReport,
		rules: Object.fromEntries(rules),
		names: named,
		observers: isHeard
			? readObservers(readOption, refuse, { takesDataApi: source === 'primaryNetwork' })
			: undefined,
		severityByBudget: source === 'primaryNetwork' && (option(severityByBudget) as boolean),
		suspectShare: option(watcherProblemShare) as number,
	};
}

/** When and how often what is found is reported, and in which form: the same for every watch. */
type DeliverySettings = Pick<
	WatchSettings,
	| 'scope'
	| 'badPolls'
	| 'goodPolls'
	| 'minimumSeconds'
	| 'reminderSeconds'
	| 'louderSeconds'
	| 'timezone'
	| 'quiet'
	| 'silences'
	| 'silencesUrl'
	| 'drill'
	| 'payloads'
	| 'runbookUrl'
	| 'heartbeat'
	| 'digest'
	| 'isSimple'
	| 'reportEnds'
	| 'redeliver'
	| 'reportExisting'
	| 'testEvent'
>;

/** Reads the options of every watch. */
export function readDelivery(
	context: IPollFunctions,
	option: ReadOption,
	named: Names | undefined,
): DeliverySettings {
	const { readOption, refuse } = createReader(context);
	const [from, to] = [readOption(quietFrom), readOption(quietTo)] as Array<number | undefined>;
	const empty = from === undefined ? 'Quiet From' : 'Quiet To';
	if ((from === undefined) !== (to === undefined))
		throw refuse(`${empty} is empty: quiet hours need both times`);
	const without = [quietDays, quietCritical].find((field) => readOption(field) !== undefined);
	if (from === undefined && without)
		throw refuse(`${without.displayName} needs Quiet From and Quiet To`);
	if (from !== undefined && from === to)
		throw refuse(
			'Quiet From and Quiet To must be two different times of day',
			'The quiet hours would be all of the day, or none of it. Remove both options to have none.',
		);
	return {
		scope: scopeOf(context),
		badPolls: option(failedChecks) as number,
		goodPolls: option(goodChecks) as number,
		minimumSeconds: (option(minimumMinutes) as number) * 60,
		reminderSeconds: (option(reminderHours) as number) * 3600,
		louderSeconds: ((readOption(louderMinutes) as number | undefined) ?? 0) * 60,
		timezone: context.getTimezone(),
		...(from !== undefined &&
			to !== undefined && { quiet: { from, to, ...readQuiet(readOption) } }),
		silences: readOwnSilences(readOption(silences), named, context),
		silencesUrl: readOption(silencesUrl) as string | undefined,
		digest: option(digest) as boolean,
		isSimple: option(simplifyRecord) as boolean,
		reportEnds: option(reportRecovery) as boolean,
		redeliver: option(redeliver) as boolean,
		drill: readOption(drill) as string | undefined,
		payloads: readOption(payloads) as Payload[] | undefined,
		runbookUrl: readOption(runbookUrl) as string | undefined,
		heartbeat: readHeartbeat(context, { readOption, refuse }),
		reportExisting: option(reportExisting) as boolean,
		testEvent: option(testEvent) as TestEvent,
	};
}
