/** Builds groups of operations, and turns a row and its values into a request. */
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

/** JSON-RPC methods of a node. A row with a path is one of the node's GETs instead. */
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

/** In ms. Undefined leaves the credential's time limit. */
const timeoutOf = ({ timeLimit }: RpcOperation, values: Values): number | undefined =>
	timeLimit && 1000 * (timeLimit.seconds + Number(values[timeLimit.after ?? ''] ?? 0));

const sentOnce = new WeakMap<Operation, { template: string; fields: Field[] }>();

/** The fields sent as parameters, not in the path or the method name. Cached per row, because every item asks. */
function sentFields(operation: Operation, template: string): Field[] {
	const known = sentOnce.get(operation);
	if (known?.template === template) return known.fields;
	const { params = [] } = operation;
	const fields = params.filter(({ name, notSent }) => !notSent && !template.includes(`{${name}}`));
	sentOnce.set(operation, { template, fields });
	return fields;
}

/** Values by API name. A dot in a name makes a nested object. */
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

/** Values in field order: null for an absent one, and no trailing nulls. */
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

/** GETs of a service. Fields named in the path fill it, the others go into the query. */
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

/** The GET of a row. Values without a field of the row are not sent, unless `toRequest` adds them. */
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

/** Fills in each `{name}`. Values are URI-encoded, so none can add a path segment. */
function fillPath(template: string, values: Values): string {
	if (!template.includes('{')) return template;
	// Literal text first, then a name and the text after it for each place.
	const [start, ...places] = placesOf(template);
	let path = start;
	for (let i = 0; i < places.length; i += 2)
		path += encodeURIComponent(String(values[places[i]])) + places[i + 1];
	return path;
}

const knownPlaces = new Map<string, string[]>();

/** A template cut into its text and names. Cached, because every item fills the same few templates. */
function placesOf(template: string): string[] {
	const known = knownPlaces.get(template);
	if (known) return known;
	const parts = template.split(/\{(\w+)\}/);
	knownPlaces.set(template, parts);
	return parts;
}
