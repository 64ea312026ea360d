/** What spec/ says of one JSON-RPC method or one REST endpoint, and how a table of them is written. */
import {
	describeParams,
	describeRecord,
	describeType,
	type Described,
	type FieldType,
	type RecordType,
	type View,
} from './grammar.mts';

interface Entry {
	/** Unique: the method, with its path where two kinds of chains answer it differently; or the path of an endpoint. */
	name: string;
	path: string;
	/** The n8n node that has its operation. None where no operation is made for it alone. */
	node?: string;
	/** Without those of paging. */
	params: Described<RecordType>;
	/** The optional parameter that has to be there all the same, or another in its place. */
	needs?: string;
	/** The document it was written from, and the section. */
	source: string;
}

export interface MethodEntry extends Entry {
	method: string;
	/** Named: an object. Positional: an array. Wrapped: an array that holds one object. */
	style: 'named' | 'positional' | 'wrapped';
	/** `success` stands for an empty object. */
	answer: Described | 'success';
	deprecated?: boolean;
	/** Not on the public server. */
	notPublic?: boolean;
	/** Its map or list has nothing in it on the nodes that were seen. */
	isEmptyOnRealNode?: boolean;
}

export interface EndpointEntry extends Entry {
	host: 'data' | 'metrics';
	answer: Described<RecordType>;
	/** Of a paged list. 0 stands for all. */
	pageSize?: { min: number; max: number; default: number };
	/** Where no document says whether a range of times holds its bounds: nodes ask for whole days, a second off. */
	boundsAre?: 'unknown';
}

/** What all methods of an API have in common. */
export interface Api extends Pick<MethodEntry, 'path' | 'source'> {
	node?: string;
	style?: MethodEntry['style'];
	notPublic?: boolean;
	records?: Record<string, string>;
}
/** A method as a table writes it: types in the grammar of grammar.mts. */
export interface MethodText
	extends Partial<
		Pick<
			MethodEntry,
			'node' | 'deprecated' | 'notPublic' | 'needs' | 'isEmptyOnRealNode' | 'source'
		>
	> {
	params?: string;
	/** `success` where left out. */
	answer?: string;
}

export const describeMethods = (api: Api, methods: Record<string, MethodText>): MethodEntry[] =>
	Object.entries(methods).map(([method, { params = '', answer, ...rest }]) => {
		const { records, style = 'named', ...common } = api;
		return {
			...common,
			...rest,
			method,
			style,
			name: api.path.includes('{') ? `${method} on ${api.path}` : method,
			params: describeParams(method, params, records),
			answer: answer === undefined ? 'success' : describeType(method, answer, records),
		};
	});

/** An endpoint as a table writes it. */
export interface EndpointText extends Pick<EndpointEntry, 'needs' | 'boundsAre' | 'source'> {
	/** Of path and query. */
	params?: string;
	answer: string;
	/** `min..max, default`. */
	pageSize?: string;
	/** `null` where no operation is made for it alone. */
	node?: null;
}

export const describeEndpoints = (
	service: { host: EndpointEntry['host']; node: string; records: Record<string, string> },
	endpoints: Record<string, EndpointText>,
): EndpointEntry[] =>
	Object.entries(endpoints).map(([path, { params = '', answer, pageSize, node, ...rest }]) => {
		const { host, records } = service;
		const [min, max, preset] = pageSize?.match(/\d+/g)?.map(Number) ?? [];
		return {
			name: path,
			host,
			path,
			...rest,
			...(node === undefined && { node: service.node }),
			params: describeParams(path, params, records),
			answer: describeRecord(path, pageSize ? `nextPageToken?:s ${answer}` : answer, records),
			...(pageSize && { pageSize: { min: min!, max: max!, default: preset! } }),
		};
	});

/** All parameters of an endpoint, those of paging among them. */
export const listParams = ({ params, pageSize }: EndpointEntry, view: View): FieldType[] => [
	...params[view].fields,
	...(pageSize
		? ([
				{ name: 'pageToken', isOptional: true, type: { kind: 'leaf', name: 's' } },
				{
					name: 'pageSize',
					isOptional: true,
					type: { kind: 'range', min: pageSize.min, max: pageSize.max },
				},
			] as FieldType[])
		: []),
];

/** The names in a path's braces. */
export const namesInPath = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** A path with values in its braces. */
export const fillPath = (path: string, values: Record<string, unknown>): string =>
	path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Fields of one type: `a:s b:s c:s`. */
export const each = (names: string, type: string): string =>
	names
		.trim()
		.split(/\s+/)
		.map((name) => `${name}:${type}`)
		.join(' ');
