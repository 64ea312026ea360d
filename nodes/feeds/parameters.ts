/** Reads the parameters of an event, and refuses those that cannot work. */
import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';
import { openClient } from '../shared/connection/openClient';
import { toNodeError } from '../shared/errors';
import { encodeField, addValue, isShown, resolveValues, type Field } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import { completeIds } from '../shared/fields/shortIds';
import type { Client } from '../shared/network/client';
import type { Values } from '../shared/operation/operations';
import { alphabetically } from '../shared/start';
import { keepBrackets } from '../shared/values/text';

/** The context from which a trigger reads its parameters, both polling and listening. */
export type TriggerContext = Pick<
	IPollFunctions,
	'getNode' | 'getNodeParameter' | 'getTimezone' | 'getWorkflow'
>;

/** An error that only the user can correct in the parameters. n8n (2.37 and later) recognizes it by its cause. */
export const refuse = (node: INode, message: string, description?: string): NodeOperationError =>
	new NodeOperationError(node, keepBrackets(message), {
		description: description && keepBrackets(description),
		failure: { cause: 'configuration-invalid' },
	});

/** For a test run that asks for an event these settings never send. `option` is the one that would send it. */
export const noSuchEvent = (option?: string): [string, string] =>
	neverSent(option && `Add the option ${option}`);

/** The same, with what else would bring it about. */
export const neverSent = (cure?: string): [string, string] => [
	'These settings never send what Test Event asks for',
	cure ? `${cure}, or choose another Test Event.` : 'Choose another Test Event.',
];

/** The options of an event as a collection, sorted by label. */
export const collectOptions = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: options
		.map((option) => ({ ...option, required: false }))
		.sort((a, b) => alphabetically(a.displayName, b.displayName)),
});

/** Shows a property only while other parameters have one of these values. */
export const showFor = (
	property: INodeProperties,
	show: Record<string, string[]>,
): INodeProperties => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { ...property.displayOptions?.show, ...show },
	},
});

interface EventTexts {
	name: string;
	action: string;
	description: string;
	properties: INodeProperties[];
}

/** The line below a node on the canvas, as an n8n expression. */
export const eventSubtitle = (events: Record<string, EventTexts>): string => {
	const actions = Object.entries(events).map(([event, { action }]) => [event, action]);
	return `={{ ${JSON.stringify(Object.fromEntries(actions))}[$parameter["event"]] }}`;
};

/** For users who cannot wait a minute. */
export const streamHint =
	'Polls once a minute or less often. For events within a second, use Avalanche Stream Trigger.';

/** The choice of the event, followed by the parameters of each event. */
export const eventProperties = (
	events: Record<string, EventTexts>,
	defaultEvent: string,
	hint?: string,
): INodeProperties[] => [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(events).map(([value, { name, action, description }]) => ({
			name,
			value,
			action,
			description,
		})),
		default: defaultEvent,
		...(hint && { hint }),
	},
	...Object.entries(events).flatMap(([event, { properties }]) =>
		properties.map((property) => showFor(property, { event: [event] })),
	),
];

export function chosenEvent<E>(
	context: Pick<TriggerContext, 'getNode' | 'getNodeParameter'>,
	events: Record<string, E>,
	defaultEvent: string,
): E {
	const name = context.getNodeParameter('event', defaultEvent) as string;
	if (Object.hasOwn(events, name)) return events[name];
	throw refuse(context.getNode(), `Event must be one of ${Object.keys(events).join(', ')}`);
}

/** The client of a trigger. A credential that cannot work is refused, not tried again. */
export const openTriggerClient = async (
	context: Parameters<typeof openClient>[0],
	change: NonNullable<Parameters<typeof openClient>[1]>,
): Promise<Client> =>
	await openClient(context, (settings) => ({
		...change(settings),
		isWatch: true,
	})).catch((error: unknown) => {
		if (!(error instanceof InvalidField)) throw error;
		throw refuse(context.getNode(), error.message, error.description);
	});

/** The values of fields as the APIs take them. Throws if a host that has to be asked does not answer. */
export async function resolveSettings<V extends object>(
	context: Pick<TriggerContext, 'getNode'>,
	client: Client,
	fields: Field[],
	values: V,
): Promise<V> {
	const answer = await resolveValues(fields, values, client);
	if (!answer.ok) throw toNodeError(context.getNode(), answer.failure);
	return answer.result;
}

/** Where the validators stand that names can be for. */
const chosenFields = ['chosenNodeIds', 'nodeIds'];

/** Reads parameters and options. Errors name the field and its rule. */
export function createReader(context: TriggerContext) {
	const node = context.getNode();
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const encode = <T>(field: Field<T>, value: unknown): T | undefined => {
		try {
			return encodeField(field, value, {
				timezone: context.getTimezone(),
				isTrigger: true,
			});
		} catch (error) {
			const { message, description } = error as InvalidField;
			throw refuse(node, message, description);
		}
	};
	const get = (field: Field) =>
		withWholeIds(field, context.getNodeParameter(field.name, field.default));
	const withWholeIds = ({ givesNames }: Field, value: unknown): unknown =>
		givesNames
			? completeIds(
					value,
					chosenFields.map((name) => context.getNodeParameter(name, '')),
				)
			: value;
	/** Of a field that must be filled in: an empty one is refused. */
	const read = <T>(field: Field<T>) => encode(field, get(field)) as Exclude<T, undefined>;
	return {
		refuse: (message: string, description?: string) => refuse(node, message, description),
		read,
		/** The values of the fields that are shown, by name. */
		readShown: (fields: Field[]): Values => {
			const entered: Record<string, unknown> = {};
			const values: Values = {};
			for (const field of fields) {
				if (!isShown(field, entered)) continue;
				entered[field.name] = get(field);
				addValue(values, field, read(field));
			}
			return values;
		},
		/** Undefined if the option is absent or empty. With `isNeeded`, as for switches, an added one needs a value. */
		readOption: <T>(field: Field<T>, isNeeded = field.type === 'boolean'): T | undefined =>
			encode(
				{ ...field, optional: !(isNeeded && field.name in options) },
				withWholeIds(field, options[field.name]),
			),
	};
}
