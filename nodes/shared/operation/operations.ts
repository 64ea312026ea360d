/** Everything a row of an operation table can declare. n8n's properties and the runner derive from these rows. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer, Failure } from '../errors';
import { fieldValue, type Field } from '../fields/fields';
import type { InvalidField } from '../fields/invalid';
import type { Names } from '../fields/names';
import type { Period } from '../fields/period';
import type { Call, Client } from '../network/client';
import type { Service } from '../network/hosts';
import type { RestCall } from '../network/rest';
import type { RpcCall } from '../network/rpcCall';
import type { Columns } from './columns';
import type { OneForEach, SomeForEach } from './forEach';
import type { Tally } from './hints';
import type { Identity } from './identity';

/** The encoded parameters of one item, by parameter name. Empty optional ones are absent. */
export type Values = Record<string, unknown>;

/** How an answer becomes items. */
export type Output =
	/**
	 * One record: the answer, its `field`, or with `first` the first element of that list, if any. `as` names the value
	 * of an answer that is one text, number or boolean. Null, or the text in `nothing`, becomes `none`. `isAny` allows
	 * any JSON value, even null.
	 */
	| {
			kind: 'record';
			field?: string;
			first?: true;
			as?: string;
			isAny?: true;
			none?: IDataObject;
			nothing?: string;
	  }
	/**
	 * One item per element of the list: the answer, its `field`, or the list that `of` returns. `as` names elements
	 * that are not objects. A null answer becomes `none`. `isAny` allows any JSON value as an element. `mayBeNull` is
	 * for nodes that write an empty list as null.
	 */
	| {
			kind: 'list';
			field?: string;
			of?: (result: unknown) => unknown;
			as?: string;
			isAny?: true;
			mayBeNull?: true;
			none?: IDataObject;
	  }
	/** One item per entry of the map, with its key under `key`. A value that is not an object goes under `as`. */
	| { kind: 'map'; field: string; key: string; as?: string }
	/** One item per element of the lists in the map, with the list's name under `key`. */
	| { kind: 'lists'; field: string; key: string }
	/** One item with `success`, if the answer is empty, or has only the map `reports` of what was done. */
	| { kind: 'success'; reports?: string };

/** The list in the field that the value of `listField` names. If that is empty, the whole answer as one record. */
interface ChosenOutput {
	kind: 'chosen';
	listField: Field<string | undefined>;
}

export interface PageSize {
	min: number;
	/** Return All asks for pages of this size, unless the endpoint's bounds are `unknown`. */
	max: number;
	/** The page size the service uses if the request has none. */
	default: number;
	unknown?: boolean;
}

/** How the pipeline treats each record of an answer. */
export interface RecordRules {
	/** The columns that Simplify keeps, or a function of the record and the values. */
	simplify?: Columns | ((record: IDataObject, values: Values) => IDataObject);
	/** The user's name or group for the record, if any, put first when simplified. Called only if names were entered. */
	named?: (names: Names, record: IDataObject, values: Values) => IDataObject | undefined;
	/** Units of numbers by field name, at any depth, for a `simplify` without columns. */
	counts?: Record<string, string>;
	/** Field names at any depth. Their numbers can pass 2^53 or are money, so they become decimal text. */
	exact?: string[];
	/** Field names at any depth. The document declares numbers, but nodes send text, so they become numbers. */
	numeric?: string[];
	/** An amount field and its decimals, a constant or the path of a field beside it. Adds `<amount>Decimal`. */
	units?: Array<[amount: string, decimals: string | number]>;
	/** Adds fields derived from the record and the request. Undefined leaves the record out. */
	extend?: (record: IDataObject, asked: Asked) => IDataObject | undefined;
}

/** The request of a list, before it is sent. */
export interface ListRequest {
	client: Client;
	call: Call;
	values: Values;
}

/** The request after narrowing it to a period. */
export interface Narrowed {
	values: Values;
	/** True if nothing can lie in the period, so nothing is sent. */
	isEmpty?: boolean;
	/** Tells the user which part of the list the period covers, such as its blocks. */
	note?: string;
}

/** How a row supports Period. */
export interface PeriodRule {
	/** Period, From and To. */
	fields: Field[];
	/** Narrows the request, so that the service returns little more than the period. */
	narrow?: (asking: ListRequest, period: Period) => Promise<Answer<Narrowed>>;
	/** Path of a record's time (UNIX seconds). Set if records outside the period also come and must be dropped. */
	timeAt?: string;
	/** Names such a record in messages: "transaction". */
	noun?: string;
	/** The list begins with its newest record, so reading can stop before the period. */
	isNewestFirst?: true;
}

export interface Given {
	values: Values;
	items: IDataObject[];
	isSimplified: boolean;
}

/** A hint about the results of all tasks of an operation; undefined if none is needed. */
export type Remark = (given: Given[]) => string | undefined;

interface CommonOperation extends RecordRules {
	name: string;
	/** Read on its own in n8n's menus and by AI agents, so it must be complete. No articles. */
	action: string;
	description: string;
	params?: Field[];
	/** A rule over several fields. The text names the fields and the fault. */
	check?: (values: Values) => InvalidField | string | undefined;
	/** Set on lists that come in pages. Tells raw records apart, so that each counts once. */
	identity?: Identity;
	/** Set if the list returns one record for each value of a field, when any are given. */
	oneForEach?: OneForEach;
	/** Set if the list can lack records of some values of a field. */
	someForEach?: SomeForEach;
	/** For a list whose optional fields select no records: n8n shows them as Additional Fields, not as Filters. */
	noFilters?: boolean;
	/** Set on lists of records with a time. The period's fields follow those of the row. */
	period?: PeriodRule;
	/** Why it should no longer be used. */
	deprecated?: string;
	/** Advice for an empty list, if the row knows more than the general hint. */
	ifEmpty?: string;
	/** Advice if records were read and none matched these values. */
	ifNoneMatch?: (values: Values) => string | undefined;
	/** Why the public node does not serve it. */
	notPublic?: string;
	/** Names the newer nodes that no longer serve it, and the replacement. */
	removed?: string;
	/** Short form of notPublic and removed for the menu, if they are too long. A notice has them in full. */
	note?: string;
	/** Facts that the menu has no room for. A notice or the hint of a field shows them. */
	details?: string;
	/** The details warn of an easy mistake, so a notice shows them. */
	isWarning?: boolean;
	/** The meaning of a failure here, and advice, if the row knows more than the client. */
	explain?: (
		failure: Failure,
		values: Values,
		client: Client,
	) => string | undefined | Promise<string | undefined>;
	/** Compute units of one request or page, which count for the rate limit. Absent if no source tells. */
	computeUnits?: number;
	/** The items it returns, for the documentation. By default, its output says so. */
	gives?: string;
	/** Fields of an item that the API's document does not name. */
	returns?: string[];
	remarks?: Remark[];
}

/** Calls a JSON-RPC method of a node. */
export interface RpcOperation extends CommonOperation {
	/** `{name}` stands for a field. */
	method: string;
	/** Overrides the group's path and form of parameters. */
	endpoint?: RpcEndpoint;
	/** Other names of the method, tried on a server that does not know the first. */
	alternatives?: Array<{ path?: string; method: string }>;
	/** True if sending it twice does no harm. Only then may it be batched. Defaults to the group's value. */
	safe?: boolean;
	/** True if it changes something or uses up the data it reads. Defaults to the opposite of `safe`. */
	effect?: boolean;
	/** Raises the credential's time limit to `seconds`, plus the value of the field named `after`. */
	timeLimit?: { seconds: number; after?: string };
	/** Builds the parameters if the fields in their order do not. */
	toParams?: (values: Values) => RpcCall['params'];
	output?: Output;
	/** Set on lists whose pages are requested through fields of the operation. */
	pages?: RpcPages;
	/** Does the work if one request and its pages do not. `call` is that request. */
	run?: (client: Client, call: RpcCall, values: Values, most: number) => Promise<Made>;
	/** Adds data from further requests to the records of the request, or of `run`. Called only if they will be simplified. */
	complete?: (made: Made, asked: AskedRun) => Promise<Made>;
}

export interface AskedRun {
	client: Client;
	call: RpcCall;
	values: Values;
	most: number;
}

export interface RpcPages {
	/** The values that request a page. At most `left` more records are wanted. */
	ask: (values: Values, left: number) => Values;
	/** The values for the page after the one requested with `values`; undefined after the last one. */
	next: (page: unknown, values: Values) => Values | undefined;
}

/** Sends a GET to a service. A method, a body or headers would be keys here and in RestCall. */
export interface RestOperation extends CommonOperation {
	/** `{name}` stands for a field. The other fields go into the query. */
	path: string;
	/** Builds the path or the query if the template and the fields do not. */
	toRequest?: (values: Values) => Partial<Pick<RestCall, 'path' | 'query'>>;
	isAnswer?: RestCall['isAnswer'];
	isText?: RestCall['isText'];
	output?: Output | ChosenOutput;
	pageSize?: PageSize;
	/** True if the records that were read come in the opposite order. Set on lists whose service has one order. */
	isReversed?: (values: Values) => boolean;
	/** Set on lists that are filtered here because the service cannot do it. */
	select?: Selection;
	/** Adds data from further requests to the records of a page. Called only if they will be simplified. */
	completePage?: (
		records: IDataObject[],
		asked: Pick<AskedRun, 'client' | 'values'>,
	) => Promise<Answer<IDataObject[]>>;
}

/** Filters the records of a list. A hint then says how many were read and how many matched. */
export interface Selection {
	/** Names one record in messages: "reward". */
	noun: string;
	/** Labels of the filtering fields, for messages: Period, Reward Types. */
	narrowedBy: string[];
	isWanted: (record: IDataObject, values: Values) => boolean;
	/** True if no wanted record can follow this one. */
	isPast: (record: IDataObject, values: Values) => boolean;
	/** True if the service has no price for the record. Only for records that have prices. */
	isUnpriced?: (record: IDataObject) => boolean;
	/** True if a record without a price can still get one. */
	isPriceToCome?: (record: IDataObject) => boolean;
}

/** A file attached to an item as binary data. */
export interface OutputFile {
	/** Name of the item's binary property. */
	property: string;
	/** With its extension. */
	name: string;
	mimeType: string;
	content: string | Buffer;
}

/** The records of a task, and what is said of them. */
export type Made = Answer<IDataObject[]> & {
	/** They go with the last record. */
	files?: OutputFile[];
	/** Counts of a list. */
	tally?: Tally;
	/** The number of logs that do not fit their event's declaration. */
	unfit?: number;
	/** True if the limit ended the reading early. */
	isCut?: boolean;
};

export interface RunContext {
	/** The workflow's time zone. */
	timezone: string;
	/** True if an AI agent reads the items. It gets no files. */
	isTool: boolean;
}

/** The names of the node, the resource and the row: "avalancheInfo node getNodeVersion". */
export type OperationName = `${string} ${string} ${string}`;

/** Does all its work in its own `run`, without the group's common fields. Sends nothing unless it is composed. */
export interface LocalOperation extends CommonOperation {
	run: (client: Client, values: Values, runContext: RunContext) => Promise<Made>;
	/** An agent gets only its first items, as with a list. */
	isLong?: true;
	/** The only operations whose requests it sends, apart from `asksBesides`. */
	composes?: OperationName[];
	/** Further endpoints it reads that no operation has. */
	asksBesides?: Array<Pick<RestOperation, 'path' | 'computeUnits' | 'pageSize'>>;
	/** Its requests, if they are always the same. */
	sends?: Call[];
	/** All fields of its item. */
	returns: string[];
}

export type ComposedOperation = LocalOperation & { composes: OperationName[] };

export type Operation = RpcOperation | RestOperation | LocalOperation;

export const isLocal = (operation: Operation): operation is LocalOperation =>
	!('method' in operation || 'path' in operation);

export const isComposed = (operation: Operation): operation is ComposedOperation =>
	'composes' in operation;

export const pageSizeOf = (operation: Operation): PageSize | undefined =>
	'pageSize' in operation ? operation.pageSize : undefined;

/** The whole answer as one record, whatever it is. */
export const anything: Output = { kind: 'record', as: 'result', isAny: true };

/** Replaces a chosen output by the list or record that these values choose. */
export function outputOf(operation: Operation, values: Values): Output {
	const output = 'output' in operation ? operation.output : undefined;
	if (output?.kind !== 'chosen') return output ?? { kind: 'record' };
	const field = fieldValue(values, output.listField);
	return field === undefined ? anything : { kind: 'list', field, as: 'value', isAny: true };
}

/** The request behind an answer. */
export interface Asked {
	values: Values;
	/** When the request was sent, in ms since 1970. */
	at: number;
}

/** The path of JSON-RPC methods, and the form of their parameters. */
export interface RpcEndpoint {
	/** Below the node URL. `{name}` stands for a field. */
	path: string;
	/** An object by name, an array in field order, or an array that holds one object. */
	params: 'named' | 'positional' | 'wrapped';
}

export interface Resource<O extends Operation = Operation> {
	name: string;
	operations: Record<string, O>;
}

export interface Group<O extends Operation = Operation, C extends Call = Call> {
	resources: Record<string, Resource<O>>;
	/** Fields of every operation except local ones, before its own. */
	common: Field[];
	/** The service that all its operations need. */
	host?: Service;
	/** True if the calls of several items travel together in JSON-RPC batches. */
	batches: boolean;
	/** For JSON-RPC rows without an endpoint of their own. */
	endpoint?: RpcEndpoint;
	/** For rows that do not say it: true if sending a call twice does no harm. */
	safe?: boolean;
	remarks?: Remark[];
	toCall(operation: Exclude<O, LocalOperation>, values: Values): C;
}

export const mapRows = <R, O extends Operation>(
	resources: Record<string, { name: string; operations: Record<string, R> }>,
	toOperation: (row: R) => O,
): Record<string, Resource<O>> =>
	Object.fromEntries(
		Object.entries(resources).map(([key, { name, operations }]) => {
			const rows = Object.entries(operations).map(([own, row]) => [own, toOperation(row)] as const);
			return [key, { name, operations: Object.fromEntries(rows) }];
		}),
	);

/** The group's common fields, unless the operation overrides them, then its own, then those of its period. */
export function fieldsOf(operation: Operation, { common }: Pick<Group, 'common'>): Field[] {
	const { params = [], period } = operation;
	const isOwn = ({ name }: Field) => params.some((own) => own.name === name);
	const shared = isLocal(operation) ? [] : common.filter((field) => !isOwn(field));
	return [...shared, ...params, ...(period?.fields ?? [])];
}

/** True if it changes something or uses up the data it reads. GETs and local operations only read. */
export function hasEffect(operation: Operation, { safe }: Pick<Group, 'safe'>): boolean {
	if (!('method' in operation)) return false;
	return operation.effect ?? !(operation.safe ?? safe);
}

/** Columns that keep their field names under Simplify. */
export const same = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, name]));
