/** The events of validators and nodes: their parameters, and the checked settings made from them. */
import type { IDisplayOptions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { collectOptions, createReader, showFor } from '../../feeds/parameters';
import { l1Chain } from '../../shared/chains/fields';
import { chooseWatched, nodeIdsIn } from '../../shared/fields/chosenValidators';
import { l1SubnetId } from '../../shared/fields/common';
import { toProperty, type Field } from '../../shared/fields/fields';
import { choice, choices } from '../../shared/fields/kinds';
import { names, namesIn } from '../../shared/fields/names';
import { heartbeatProperties } from '../heartbeat/settings';
import { conditions, listAlerts } from './conditions';
import type { Condition, ReadOption } from './conditions/condition';
import { disconnected } from './conditions/disconnected';
import {
	connectionSources,
	isOfQueriedNode,
	type BalanceSource,
	type WatchSource,
	type WatchSettings,
} from './model';
import { furtherObservers, observersNeeded, readObservers } from './observers/settings';
import {
	againHint,
	digest,
	drill,
	failedChecks,
	goodChecks,
	louderMinutes,
	minimumMinutes,
	quietCritical,
	quietDays,
	quietFrom,
	quietTo,
	redeliver,
	reminderHours,
	reportExisting,
	reportRecovery,
	severityByBudget,
	silences,
	silencesUrl,
	simplifyRecord,
	watchTestEvent,
	validatorNames,
	watcherProblemShare,
} from './options';
import { pagerDutyIncidents, payloads } from './payloads';
import { readDelivery } from './readDelivery';
import { runbookUrl } from './runbook';

type Warning = NonNullable<Condition['notice']>;

/** The sources of validators and nodes. Balances against a limit belong to another event. */
type WatchedSource = Exclude<WatchSource, BalanceSource | 'l1Balance'>;

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
interface WatchEvent {
	name: string;
	action: string;
	description: string;
	/** If there are several, the user chooses one. */
	sources: WatchedSource[];
	/** Events of the alerts that it offers, all chosen by default. If absent, all alerts of its source are offered. */
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

const sourceOf = ({ sources }: WatchEvent): Field<WatchSource> =>
	choice(
		{
			displayName: 'Watch',
			name: 'source',
			description: 'What to watch',
			noDataExpression: true,
		},
		sources.map((value) => ({ ...sourceOptions[value], value })),
	);

function alertWhen({ alerts }: WatchEvent, source: WatchSource) {
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

const blockchainId = {
	...l1Chain,
	placeholder: 'e.g. 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	description: 'Blockchain ID of the L1 or subnet, or an alias that the node knows for it',
};

/** Only an L1 watches all by default, so that nobody watches 1,500 validators by leaving a field empty. */
const chosen: Partial<Record<WatchSource, Field[]>> = {
	primaryNetwork: chooseWatched('searchValidators', { withAll: true, preset: 'list' }),
	balances: chooseWatched('searchL1Validators', { withAll: true }),
	blockchain: chooseWatched('searchChainValidators', { withAll: true }),
	peers: chooseWatched('searchValidators'),
};
/** Without Names, which is an option here. */
const validatorsOf = (source: WatchSource): Field[] =>
	(chosen[source] ?? []).filter(({ name }) => name !== names.name);

const isNode = { '/source': ['node'] };
const hidden = (field: Field, hide: IDisplayOptions['hide']): INodeProperties => ({
	...toProperty(field),
	displayOptions: { hide },
});
/** Rows of a list have names of their own. An event without such rows may hold the choice that was made for another. */
const namesOptions = (sources: WatchedSource[]): INodeProperties[] => {
	const isChoice = sources.length > 1;
	const [withRows, withoutRows] = [true, false].map((hasRows) =>
		sources.filter((source) => source in chosen === hasRows),
	);
	const shown = (some: WatchedSource[], option: INodeProperties): INodeProperties[] => {
		if (!some.length) return [];
		return [isChoice ? showFor(option, { '/source': some }) : option];
	};
	return [
		...shown(withRows, hidden(validatorNames, { '/validatorsFrom': ['list'] })),
		...shown(withoutRows, toProperty(validatorNames)),
	];
};
const shareOption = hidden(watcherProblemShare, isNode);
/** Only validators share items. */
const incidentsOption = hidden(pagerDutyIncidents, isNode);
const alertsByBudget = conditions.filter(({ words }) => words.byBudget);

/** The options of every watch. A watch of balances has its own words for some. */
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
	watchTestEvent,
];

/** A notice below the choice of alerts, shown until the user sets the option it asks for. */
const toWarning = (alert: string, { text, unless }: Warning): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { alertWhen: [alert] },
		hide: { [`/options.${unless.name}`]: [{ _cnd: { exists: true } }] },
	},
});

/** The parameters of an event, with the conditions under which each is shown. */
export function watchProperties(event: WatchEvent): INodeProperties[] {
	const { sources } = event;
	const isChoice = sources.length > 1;
	/** Shows a property for some of the event's sources. Empty if the event has none of them. */
	const of = (some: WatchedSource[], property: INodeProperties): INodeProperties[] => {
		const shown = some.filter((source) => sources.includes(source));
		if (!shown.length) return [];
		return [isChoice ? showFor(property, { source: shown }) : property];
	};
	const offered = conditions.filter((condition) =>
		sources.some((source) => condition.sources[source]),
	);
	const optionsOfAlerts = new Set(offered.flatMap(({ options = [] }) => options));
	const conditionOptions = [...optionsOfAlerts].map((option) => {
		const owners = offered.filter(({ options }) => options?.includes(option));
		return showFor(toProperty(option), {
			'/alertWhen': owners.map(({ event: alert }) => alert),
			...(isChoice && {
				'/source': sources.filter((source) => owners.some((owner) => owner.sources[source])),
			}),
		});
	});
	const warnings = conditions
		.filter(({ sources: showing }) => sources.some((source) => showing[source]))
		.flatMap(({ event: alert, notice }) => (notice ? [toWarning(alert, notice)] : []));
	const heard = sources.filter((source) => connectionSources.includes(source));
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
		...of(['balances'], toProperty(l1SubnetId)),
		...sources.flatMap((source) =>
			[...validatorsOf(source), alertWhen(event, source)].flatMap((field) =>
				of([source], toProperty(field)),
			),
		),
		...warnings,
		collectOptions([
			...conditionOptions,
			...budgetOptions,
			...observerOptions,
			...always.map(toProperty),
			...heartbeatProperties,
			...namesOptions(sources),
			...(sources.every(isOfQueriedNode) ? [] : [shareOption, incidentsOption]),
		]),
	];
}

/** Reads and checks the parameters. Throws a NodeOperationError that names the field and its rule. */
export function readSettings(context: IPollFunctions, event: WatchEvent): WatchSettings {
	const { read, readShown, readOption, refuse } = createReader(context);
	const { sources } = event;
	const source = sources.length > 1 ? read(sourceOf(event)) : sources[0];
	const option: ReadOption = <T>(field: Field<T>, otherwise = field.default as T) =>
		(readOption(field) ?? otherwise) as Exclude<T, undefined>;
	const alertsToReport = read(alertWhen(event, source));
	const shown = readShown(validatorsOf(source));
	const ownNames = namesIn(shown);
	const rules = conditions
		.filter(({ event: alert }) => alertsToReport.includes(alert))
		.map(({ event: alert, readRule }) => [alert, readRule?.(option, source)] as const);
	const isHeard = connectionSources.includes(source) && alertsToReport.includes(disconnected.event);
	const namesOfAll = readOption(validatorNames);
	const named = ownNames || namesOfAll ? { ...namesOfAll, ...ownNames } : undefined;
	return {
		...readDelivery(context, option, { names: named, source }),
		source,
		blockchainId: source === 'blockchain' ? (read(blockchainId) as string) : '',
		subnetId: source === 'balances' ? read(l1SubnetId) : '',
		nodeIds: nodeIdsIn(shown) ?? [],
		conditions: alertsToReport,
		rules: Object.fromEntries(rules),
		names: named,
		observers: isHeard
			? readObservers(readOption, refuse, { takesDataApi: source === 'primaryNetwork' })
			: undefined,
		severityByBudget: source === 'primaryNetwork' && option(severityByBudget, false),
		suspectShare: option(watcherProblemShare),
	};
}
