/** What a row of an operation table can say. Everything else is derived from these rows. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from './network/client';
import type { RpcCall } from './network/jsonRpc';
import type { RestCall } from './network/rest';
import type { Answer, Failure } from './errors';
import type { Field } from './fields';

/** The encoded parameters of one item, by parameter name; empty optional ones are absent. */
export type Values = Record<string, unknown>;

/** How an answer becomes items. */
export type Output =
	/** The answer, or the field of it, is one record; one that is no object is put under `as`; null becomes `none`. */
	| { kind: 'record'; field?: string; as?: string; none?: IDataObject }
	/**
	 * One item for each element of the list (the answer itself, its field, or what `of` makes of it); `as` for elements
	 * that are no objects; null becomes `none`.
	 */
	| {
			kind: 'list';
			field?: string;
			of?: (result: unknown) => unknown[];
			as?: string;
			none?: IDataObject;
	  }
	/** One item for each entry of the map, its key under `key`; a value that is no object is put under `as`. */
	| { kind: 'map'; field: string; key: string; as?: string }
	/** One item for each element of the lists in the map, the list's name under `key`. */
	| { kind: 'lists'; field: string; key: string }
	/** One item that says `success`, whatever the answer holds. */
	| { kind: 'success'; field?: undefined };

/** One request of an operation, before paging parameters are added. */
export type Call = ({ kind: 'rpc' } & RpcCall) | ({ kind: 'rest' } & RestCall);

export interface PageSize {
	min: number;
	/** Return All asks for this many, unless the bounds of the endpoint are not known. */
	max: number;
	/** What the service takes when nothing is said. */
	default: number;
	unknown?: boolean;
}

/** What is done with each record of an answer. */
export interface RecordRules {
	/**
	 * What Simplify makes of a record: a function, or the fields that are kept, by output name and path in the
	 * record (`a.b`, or `a.b|c.d` for the first found).
	 */
	simplify?: Record<string, string> | ((record: IDataObject) => IDataObject);
	/** Field names, at any depth, whose numbers can pass 2^53 or are money: always decimal text. */
	exact?: string[];
	/** Field names, at any depth, that the document declares as numbers and nodes send as text: always numbers. */
	numeric?: string[];
	/** Amount field and where its decimals stand (a path beside it, or a constant): adds `<amount>Decimal`. */
	units?: Array<[amount: string, decimals: string | number]>;
	/** Adds what follows from a record and the question to it; undefined leaves the record out. */
	extend?: (record: IDataObject, asked: Asked) => IDataObject | undefined;
}

export interface Operation extends RecordRules {
	name: string;
	/** What n8n's menus and an AI agent read: a sentence of its own, without articles. */
	action: string;
	description: string;
	/** The JSON-RPC method, or the path of a GET; `{name}` stands for a field. */
	wire: string;
	params?: Field[];
	/** A rule over several fields; names the fields and says what is wrong. */
	check?: (values: Values) => string | undefined;
	output?: Output;
	/** The output where it depends on the item's values. */
	outputOf?: (values: Values) => Output;
	/** Its optional fields say how a list is made, not what is left out of it. */
	unfiltered?: boolean;
	/** Present on lists that come in pages. */
	pageSize?: PageSize;
	/** Why it should not be used any more. */
	deprecated?: string;
	/** Why the public node does not serve it. */
	notPublic?: string;
	/** Which newer nodes serve it no more, and what to use in its place. */
	removed?: string;
	/** The menu's words for notPublic and removed, where these are too long for it and stand on a field. */
	note?: string;
	/** Needs no network: has none of the group's common fields, and its `run` sends nothing. */
	offline?: boolean;
	/** Whether sending it twice does no harm, and so it may be in a batch; the group says it for rows that do not. */
	safe?: boolean;
	/** What a failure means for this operation and what to do about it, where the row knows more than the client. */
	explain?: (
		failure: Failure,
		values: Values,
		client: Client,
	) => string | undefined | Promise<string | undefined>;
	/** Where the method stands and how it takes its parameters, where it differs from the group's. */
	endpoint?: Endpoint;
	/** Other names of the method on other servers, tried where a server does not know the first. */
	alternatives?: Array<{ path?: string; method: string }>;
	/** Builds the parameters of a JSON-RPC call where the fields in their order do not. */
	toParams?: (values: Values) => RpcCall['params'];
	/** Builds what the path template and the fields in the query do not, of the request of a GET. */
	toRequest?: (values: Values) => Partial<Pick<RestCall, 'path' | 'query'>>;
	/** Does the work where one request and its pages do not; `call` is that request. */
	run?: (
		client: Client,
		values: Values,
		most: number,
		call: Call,
	) => Promise<Answer<IDataObject[]>>;
}

/** What an answer was the answer to. */
export interface Asked {
	values: Values;
	/** When the request was sent, in milliseconds since 1970. */
	at: number;
}

/** Where JSON-RPC methods stand, and how they take their parameters. */
export interface Endpoint {
	/** Below the node URL; `{name}` stands for a field. */
	path: string;
	/** An object of named ones, an array in the order of the fields, or an array that holds one object. */
	params: 'named' | 'positional' | 'wrapped';
}

export interface Resource {
	name: string;
	operations: Record<string, Operation>;
}

export interface Group {
	resources: Record<string, Resource>;
	/** Fields that every operation has, before its own. */
	common: Field[];
	/** Whether calls of several items travel together in JSON-RPC batches. */
	batches: boolean;
	/** Where JSON-RPC methods stand whose row says nothing else. */
	endpoint?: Endpoint;
	/** Turns a row and its values into the request. */
	toCall: (operation: Operation, values: Values) => Call;
}

/** All fields of an operation: those of its group that it has not its own of, then its own. */
export function fieldsOf({ offline, params = [] }: Operation, { common }: Group): Field[] {
	const shared = offline
		? []
		: common.filter(({ name }) => !params.some((own) => own.name === name));
	return [...shared, ...params];
}

/** Fields that keep their name under Simplify. */
export const same = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, name]));

interface JsonRpcOptions extends Endpoint {
	safe?: boolean;
	batches?: boolean;
	common?: Field[];
}

/** A group of JSON-RPC methods of a node. */
export const jsonRpcGroup = (
	{ safe = false, batches = false, common = [], ...endpoint }: JsonRpcOptions,
	resources: Record<string, Resource>,
): Group => ({
	resources,
	common,
	batches,
	endpoint,
	toCall: (operation, values) => {
		const { path, params } = operation.endpoint ?? endpoint;
		const inPlace = path + operation.wire;
		const fields = (operation.params ?? []).filter(({ name }) => !inPlace.includes(`{${name}}`));
		return {
			kind: 'rpc',
			path: fillPath(path, values),
			method: fillPath(operation.wire, values),
			params: operation.toParams?.(values) ?? buildParams[params](fields, values),
			safe: operation.safe ?? safe,
			batch: batches && (operation.safe ?? safe),
			alternatives: operation.alternatives?.map((other) => ({
				path: fillPath(other.path ?? path, values),
				method: other.method,
			})),
		};
	},
});

const namedParams = (fields: Field[], values: Values): Values =>
	Object.fromEntries(
		fields
			.filter(({ name }) => name in values)
			.map(({ name, wire }) => [wire ?? name, values[name]]),
	);

/** Values in the order of their fields: null for an absent one, nothing after the last that is there. */
export function positionalParams(fields: Array<Pick<Field, 'name'>>, values: Values): unknown[] {
	const params = fields.map(({ name }) => values[name] ?? null);
	while (params.length && params[params.length - 1] === null) params.pop();
	return params;
}

const buildParams: Record<
	Endpoint['params'],
	(fields: Field[], values: Values) => RpcCall['params']
> = {
	named: namedParams,
	positional: positionalParams,
	wrapped: (fields, values) => (fields.length ? [namedParams(fields, values)] : []),
};

/** A group of GETs on a service; fields named in the path go there, the others into the query. */
export const restGroup = (host: RestCall['host'], resources: Record<string, Resource>): Group => ({
	resources,
	common: [],
	batches: false,
	toCall: (operation, values) => {
		const fields = (operation.params ?? []).filter(
			({ name }) => !operation.wire.includes(`{${name}}`),
		);
		return {
			kind: 'rest',
			host,
			path: fillPath(operation.wire, values),
			query: namedParams(fields, values),
			...operation.toRequest?.(values),
		};
	},
});

/** Fills the `{name}`s of a path; a value cannot leave its segment. */
const fillPath = (template: string, values: Values): string =>
	template.replace(/\{(\w+)\}/g, (_match, name: string) =>
		encodeURIComponent(String(values[name])),
	);
