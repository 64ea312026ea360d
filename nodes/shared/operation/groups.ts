/** Groups of operations, and how their rows and values become requests. */
import type { Field } from '../fields/fields';
import type { Service } from '../network/hosts';
import type { RestCall } from '../network/rest';
import type { RpcCall } from '../network/rpcCall';
import type {
	Group,
	LocalOperation,
	Operation,
	Resource,
	RestOperation,
	RpcEndpoint,
	RpcOperation,
	Values,
} from './operations';

interface JsonRpcOptions extends RpcEndpoint {
	safe?: boolean;
	batches?: boolean;
	common?: Field[];
}

/** A group of JSON-RPC methods of a node, and of what it serves to a GET. */
export const jsonRpcGroup = (
	{ safe = false, batches = false, common = [], ...endpoint }: JsonRpcOptions,
	resources: Record<string, Resource>,
): Group => ({
	resources,
	common,
	batches,
	endpoint,
	safe,
	toCall: (operation, values) => {
		if ('path' in operation) return toRestCall('node', operation, values);
		const { path, params } = operation.endpoint ?? endpoint;
		const fields = sentFields(operation, path + operation.method);
		return {
			kind: 'rpc',
			path: fillPath(path, values),
			method: fillPath(operation.method, values),
			params: operation.toParams?.(values) ?? buildParams[params](fields, values),
			safe: operation.safe ?? safe,
			batch: batches && (operation.safe ?? safe),
			timeoutMs: timeoutOf(operation, values),
			alternatives: operation.alternatives?.map((other) => ({
				path: fillPath(other.path ?? path, values),
				method: other.method,
			})),
		};
	},
});

/** The time limit of the row's own, in ms. */
const timeoutOf = ({ timeLimit }: RpcOperation, values: Values): number | undefined =>
	timeLimit && 1000 * (timeLimit.seconds + Number(values[timeLimit.after ?? ''] ?? 0));

const sentOnce = new WeakMap<Operation, { template: string; fields: Field[] }>();

/** The fields that are sent and have no place in the path or the method's name; found once, for each item asks. */
function sentFields(operation: Operation, template: string): Field[] {
	const known = sentOnce.get(operation);
	if (known?.template === template) return known.fields;
	const { params = [] } = operation;
	const fields = params.filter(({ name, notSent }) => !notSent && !template.includes(`{${name}}`));
	sentOnce.set(operation, { template, fields });
	return fields;
}

/** The values by their names in the API; a dot in a name leads into an object. */
function namedParams(fields: Field[], values: Values): Values {
	const params: Values = {};
	for (const { name, apiName = name } of fields) {
		if (!(name in values)) continue;
		const path = apiName.split('.');
		const last = path.pop()!;
		const object = path.reduce((outer, key) => (outer[key] ??= {}) as Values, params);
		object[last] = values[name];
	}
	return params;
}

/** Values in the order of their fields: null for an absent one, nothing after the last that is there. */
export function positionalParams(fields: Array<Pick<Field, 'name'>>, values: Values): unknown[] {
	const params = fields.map(({ name }) => values[name] ?? null);
	while (params.length && params[params.length - 1] === null) params.pop();
	return params;
}

const buildParams: Record<
	RpcEndpoint['params'],
	(fields: Field[], values: Values) => RpcCall['params']
> = {
	named: namedParams,
	positional: positionalParams,
	wrapped: (fields, values) => (fields.length ? [namedParams(fields, values)] : []),
};

/** A group of GETs on a service; fields named in the path go there, the others into the query. */
export const restGroup = <R extends Record<string, Resource<RestOperation | LocalOperation>>>(
	host: Service,
	resources: R,
): Group<RestOperation | LocalOperation, { kind: 'rest' } & RestCall> & { resources: R } => ({
	resources,
	host,
	common: [],
	batches: false,
	toCall: (operation, values) => toRestCall(host, operation, values),
});

/** The GET of a row; what `values` hold beside its fields is not sent. */
export const toRestCall = (
	host: RestCall['host'],
	operation: RestOperation,
	values: Values,
): { kind: 'rest' } & RestCall => ({
	kind: 'rest',
	host,
	path: fillPath(operation.path, values),
	query: namedParams(sentFields(operation, operation.path), values),
	...(operation.computeUnits !== undefined && { computeUnits: operation.computeUnits }),
	...(operation.isAnswer && { isAnswer: operation.isAnswer }),
	...(operation.isText && { isText: operation.isText }),
	...operation.toRequest?.(values),
});

/** Fills the `{name}`s of a path; a value cannot leave its segment. */
function fillPath(template: string, values: Values): string {
	if (!template.includes('{')) return template;
	// The text before the first place, then for each place its name and the text behind it.
	const [start, ...places] = placesOf(template);
	let path = start;
	for (let i = 0; i < places.length; i += 2)
		path += encodeURIComponent(String(values[places[i]])) + places[i + 1];
	return path;
}

const knownPlaces = new Map<string, string[]>();

/** A template in parts, cut once: each row has a few, and each item fills them. */
function placesOf(template: string): string[] {
	const known = knownPlaces.get(template);
	if (known) return known;
	const parts = template.split(/\{(\w+)\}/);
	knownPlaces.set(template, parts);
	return parts;
}
