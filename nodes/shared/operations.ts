/** What a row of an operation table can say. Everything else is derived from these rows. */
import type { IDataObject } from 'n8n-workflow';
import type { Client, RestCall, RpcCall } from './client';
import type { Field } from './fields';

/** The encoded parameters of one item, by parameter name; empty optional ones are absent. */
export type Values = Record<string, unknown>;

/** How an answer becomes items. */
export type Output =
	/** The answer, or the field of it, is one record. */
	| { kind: 'record'; field?: string }
	/** One item for each element of the list; an element that is no object is put under `as`. */
	| { kind: 'list'; field: string; as?: string }
	/** One item for each entry of the map, its key under `key`; a value that is no object is put under `as`. */
	| { kind: 'map'; field: string; key: string; as?: string }
	/** One item for each element of the lists in the map, the list's name under `key`. */
	| { kind: 'lists'; field: string; key: string };

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

export interface Operation {
	name: string;
	/** What n8n's menus and an AI agent read: a sentence of its own, without articles. */
	action: string;
	description: string;
	/** The JSON-RPC method, or the path template of a GET; `{name}` stands for a field. */
	wire: string;
	params?: Field[];
	/** A rule over several fields; names the fields and says what is wrong. */
	check?: (values: Values) => string | undefined;
	output?: Output;
	/** The output where it depends on the item's values. */
	outputOf?: (values: Values) => Output;
	/** Present on lists that come in pages. */
	pageSize?: PageSize;
	/** Fields that are kept under Simplify: output name to path in the record (`a.b`, or `a.b|c.d` for the first found). */
	simplify?: Record<string, string>;
	/** Field names, at any depth, whose numbers can pass 2^53 or are money: always decimal text. */
	exact?: string[];
	/** Field names, at any depth, that the document declares as numbers and nodes send as text: always numbers. */
	numeric?: string[];
	/** Amount field and where its decimals stand (a path beside it, or a constant): adds `<amount>Decimal`. */
	units?: Array<[amount: string, decimals: string | number]>;
	/** Adds what follows from a record to it. */
	extend?: (record: IDataObject) => IDataObject;
	/** Why it should not be used any more. */
	deprecated?: string;
	/** Why the public node does not serve it. */
	notPublic?: string;
	/** Builds the request where the path template and the query do not. */
	call?: (values: Values) => Call;
	/** Answers without a single request of its own. */
	run?: (client: Client) => Promise<IDataObject>;
}

export interface Resource {
	name: string;
	operations: Record<string, Operation>;
}

export interface Group {
	/** Turns a row and its values into the request. */
	toCall: (operation: Operation, values: Values) => Call;
	resources: Record<string, Resource>;
}

/** Fields that keep their name under Simplify. */
export const same = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, name]));

/** A group of JSON-RPC methods with named parameters; `path` may hold `{field}`s. */
export const jsonRpcGroup = (
	group: { path: string; safe: boolean },
	resources: Record<string, Resource>,
): Group => ({
	resources,
	toCall: (operation, values) => {
		const fields = operation.params ?? [];
		const inPath = fields.filter(({ name }) => group.path.includes(`{${name}}`));
		const params = Object.fromEntries(
			fields
				.filter((field) => !inPath.includes(field) && field.name in values)
				.map(({ name, wire }) => [wire ?? name, values[name]]),
		);
		return { kind: 'rpc', path: fillPath(group.path, values), method: operation.wire, params, safe: group.safe };
	},
});

/** A group of GETs on a service; fields named in the path go there, the others into the query. */
export const restGroup = (host: RestCall['host'], resources: Record<string, Resource>): Group => ({
	resources,
	toCall: (operation, values) => {
		if (operation.call) return operation.call(values);
		const query = Object.fromEntries(
			(operation.params ?? [])
				.filter(({ name }) => name in values && !operation.wire.includes(`{${name}}`))
				.map(({ name, wire }) => [wire ?? name, values[name]]),
		);
		return { kind: 'rest', host, path: fillPath(operation.wire, values), query };
	},
});

/** Fills the `{name}`s of a path; a value cannot leave its segment. */
const fillPath = (template: string, values: Values): string =>
	template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(values[name])));
