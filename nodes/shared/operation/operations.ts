/** What a row of an operation table can say. Everything else is derived from these rows. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer, Failure } from '../errors';
import type { Field } from '../fields/fields';
import type { InvalidField } from '../fields/invalid';
import type { Names } from '../fields/names';
import type { Period } from '../fields/period';
import type { Client } from '../network/client';
import type { Service } from '../network/hosts';
import type { RestCall } from '../network/rest';
import type { RpcCall } from '../network/rpcCall';
import type { Columns } from './columns';
import type { Tally } from './hints';
import type { Identity } from './identity';

/** The encoded parameters of one item, by parameter name; empty optional ones are absent. */
export type Values = Record<string, unknown>;

/** How an answer becomes items. */
export type Output =
	/**
	 * The answer, or the field of it, is one record, or of a list its `first` element, if any; with `as`, it is one text,
	 * number or boolean, which stands under this name; null, or the text that stands for nothing, becomes `none`. `isAny`
	 * says that it can be whatever JSON knows, null among it.
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
	 * One item for each element of the list (the answer itself, its field, or what `of` makes of it); `as` for elements
	 * that are no objects; null becomes `none`. `isAny` as above, of the elements; `mayBeNull` for a node that writes an
	 * empty list as null.
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
	/** One item for each entry of the map, its key under `key`; a value that is no object is put under `as`. */
	| { kind: 'map'; field: string; key: string; as?: string }
	/** One item for each element of the lists in the map, the list's name under `key`. */
	| { kind: 'lists'; field: string; key: string }
	/** One item that says `success`, whatever the answer holds. */
	| { kind: 'success' };

/** The list in the field that the parameter `listField` names; the whole answer as one record while that is empty. */
interface ChosenOutput {
	kind: 'chosen';
	listField: string;
}

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
	/** What Simplify makes of a record: its columns, or a function of the record and what was asked for. */
	simplify?: Columns | ((record: IDataObject, values: Values) => IDataObject);
	/** What people call what a record is about, first in its simplified form: of what was entered with names. */
	named?: (names: Names, record: IDataObject, values: Values) => IDataObject;
	/** What numbers of its simplified records count, by field name at any depth, where `simplify` has no columns. */
	counts?: Record<string, string>;
	/** Field names, at any depth, whose numbers can pass 2^53 or are money: always decimal text. */
	exact?: string[];
	/** Field names, at any depth, that the document declares as numbers and nodes send as text: always numbers. */
	numeric?: string[];
	/** Amount field and where its decimals stand (a path beside it, or a constant): adds `<amount>Decimal`. */
	units?: Array<[amount: string, decimals: string | number]>;
	/** Adds what follows from a record and the question to it; undefined leaves the record out. */
	extend?: (record: IDataObject, asked: Asked) => IDataObject | undefined;
}

/** Values that a list is asked for by. */
export interface OneForEach {
	value: string;
	/** The field of a record that holds its value. */
	by: string;
	/** What the fields hold while all records are asked for, and a limit makes sense. */
	all: Record<string, string[]>;
}

/** A list that is about to be asked for. */
export interface ListRequest {
	client: Client;
	call: Call;
	values: Values;
}

/** What is asked for instead. */
export interface Narrowed {
	values: Values;
	/** Whether nothing can lie in the period. */
	isEmpty?: boolean;
	/** Which part of the list the period is. */
	note?: string;
}

/** What a row says of its period. */
export interface PeriodRule {
	/** Period, From and To. */
	fields: Field[];
	/** Lets the service give no more than the period, or little more. */
	narrow?: (asking: ListRequest, period: Period) => Promise<Answer<Narrowed>>;
	/** Where a record's time stands (UNIX seconds), if records outside of the period come too. */
	timeAt?: string;
	/** What such a record is called. */
	noun?: string;
	/** Whether the list begins with its newest record, so that the reading can stop. */
	isNewestFirst?: true;
}

/** What a task gave, and what it was asked for. */
export interface Given {
	values: Values;
	items: IDataObject[];
	isSimplified: boolean;
}

/** A hint about what all tasks of an operation gave; undefined where nothing needs one. */
export type Remark = (given: Given[]) => string | undefined;

interface CommonOperation extends RecordRules {
	name: string;
	/** What n8n's menus and an AI agent read: a sentence of its own, without articles. */
	action: string;
	description: string;
	params?: Field[];
	/** A rule over several fields; names the fields and says what is wrong. */
	check?: (values: Values) => InvalidField | string | undefined;
	/** Present on lists that come in pages: what tells its records apart, as they came. A record counts once. */
	identity?: Identity;
	/** Its records are one for each of these values, where any are given. */
	oneForEach?: OneForEach;
	/** Its optional fields do not select records: n8n shows them as Additional Fields, although it gives a list. */
	noFilters?: boolean;
	/** Present on lists of records with a time: how Period narrows them. Its fields follow those of the row. */
	period?: PeriodRule;
	/** Why it should not be used any more. */
	deprecated?: string;
	/** What to say of a list without an entry, where the row knows more than that nothing was found. */
	ifEmpty?: string;
	/** Why the public node does not serve it. */
	notPublic?: string;
	/** Which newer nodes serve it no more, and what to use in its place. */
	removed?: string;
	/** The menu's words for notPublic and removed, where these are too long for it; a notice above the fields has them whole. */
	note?: string;
	/** What the menu has no room for besides; the notice says it. */
	details?: string;
	/** The details warn of what goes wrong easily. */
	isWarning?: boolean;
	/** What a failure means for this operation and what to do about it, where the row knows more than the client. */
	explain?: (
		failure: Failure,
		values: Values,
		client: Client,
	) => string | undefined | Promise<string | undefined>;
	/** What a request to its service costs of the limit, for each page of a list; absent where no source tells. */
	computeUnits?: number;
	/** Fields of an item that the API's document does not name. */
	returns?: string[];
	/** What a run says of its items. */
	remarks?: Remark[];
}

/** Calls a JSON-RPC method of a node. */
export interface RpcOperation extends CommonOperation {
	/** `{name}` stands for a field. */
	method: string;
	/** Where the method stands and how it takes its parameters, where it differs from the group's. */
	endpoint?: RpcEndpoint;
	/** Other names of the method on other servers, tried where a server does not know the first. */
	alternatives?: Array<{ path?: string; method: string }>;
	/** Whether sending it twice does no harm, and so it may be in a batch; the group says it for rows that do not. */
	safe?: boolean;
	/** Whether it changes something or uses up what it reads; one that must not be sent twice does, if nothing is said. */
	effect?: boolean;
	/** What it takes the node beyond the credential's time limit: so many seconds, after those that a field says. */
	timeLimit?: { seconds: number; after?: string };
	/** Builds the parameters where the fields in their order do not. */
	toParams?: (values: Values) => RpcCall['params'];
	output?: Output;
	/** Present on lists whose pages are asked for by fields of the operation. */
	pages?: RpcPages;
	/** Does the work where one request and its pages do not; `call` is that request. */
	run?: (client: Client, call: RpcCall, values: Values, most: number) => Promise<Made>;
	/** Adds what other requests tell to the records that `run` made, where they are to be simplified. */
	complete?: (made: Made, asked: AskedRun) => Promise<Made>;
}

/** What `run` was asked for. */
interface AskedRun {
	client: Client;
	call: RpcCall;
	values: Values;
	most: number;
}

export interface RpcPages {
	/** The values that ask for a page, of which at most `left` new records are wanted. */
	ask: (values: Values, left: number) => Values;
	/** The values that lead on from the page that was asked for with `values`; undefined after the last one. */
	next: (page: unknown, values: Values) => Values | undefined;
}

/** Sends a GET to a service. A method, a body or headers would be keys here and in RestCall. */
export interface RestOperation extends CommonOperation {
	/** `{name}` stands for a field; the other fields go into the query. */
	path: string;
	/** Builds what the path template and the fields in the query do not. */
	toRequest?: (values: Values) => Partial<Pick<RestCall, 'path' | 'query'>>;
	isAnswer?: RestCall['isAnswer'];
	isText?: RestCall['isText'];
	output?: Output | ChosenOutput;
	/** Present on lists that come in pages. */
	pageSize?: PageSize;
	/** Present on lists of which records are left out that the service cannot leave out. */
	select?: Selection;
}

/** Which records of a list are wanted; they are counted, and a run says how many were read. */
export interface Selection {
	/** What one of its records is called. */
	noun: string;
	/** The fields that say which are wanted: Period, Reward Types. */
	narrowedBy: string[];
	isWanted: (record: IDataObject, values: Values) => boolean;
	/** Whether nothing that is wanted comes after this record. */
	isPast: (record: IDataObject, values: Values) => boolean;
	/** Whether the service has no price for it, where its records have one. */
	isUnpriced?: (record: IDataObject) => boolean;
	/** Whether one without a price can still get it. */
	isPriceToCome?: (record: IDataObject) => boolean;
}

/** A file that travels with an item as binary data. */
export interface OutputFile {
	/** The binary property that holds it. */
	property: string;
	/** With its ending. */
	name: string;
	mimeType: string;
	content: string | Buffer;
}

/**
 * The records of an item, the files that go with the last of them, what was read of a list, and how many logs fit no
 * declaration.
 */
export type Made = Answer<IDataObject[]> & { files?: OutputFile[]; tally?: Tally; unfit?: number };

/** Where an operation runs. */
export interface RunContext {
	/** The workflow's time zone. */
	timezone: string;
	/** An AI agent reads the items, and no files. */
	isTool: boolean;
}

/** An operation of any node: the names of the node, of the resource and of the row. */
export type OperationName = `${string} ${string} ${string}`;

/** Its own `run` does all its work; has none of the group's common fields. Sends nothing, unless it is composed. */
export interface LocalOperation extends CommonOperation {
	run: (client: Client, values: Values, surroundings: RunContext) => Promise<Made>;
	/** Which items it gives, for the documentation; one, where nothing is said. */
	gives?: string;
	/** An agent gets the first of its items alone, as of a list. */
	isLong?: true;
	/** The operations whose requests it sends, and no others but for those of `asksBesides`. */
	composes?: OperationName[];
	/** Endpoints that no operation has, which it reads besides. */
	asksBesides?: Array<Pick<RestOperation, 'path' | 'computeUnits' | 'pageSize'>>;
	/** These requests, where they are always the same. */
	sends?: Call[];
	/** The fields of its item. */
	returns: string[];
}

/** Makes its items of what other operations read. */
export type ComposedOperation = LocalOperation & { composes: OperationName[] };

export type Operation = RpcOperation | RestOperation | LocalOperation;

export const isLocal = (operation: Operation): operation is LocalOperation =>
	!('method' in operation || 'path' in operation);

export const isComposed = (operation: Operation): operation is ComposedOperation =>
	'composes' in operation;

/** Present on lists that come in pages. */
export const pageSizeOf = (operation: Operation): PageSize | undefined =>
	'pageSize' in operation ? operation.pageSize : undefined;

/** Whatever the answer is, as one record. */
export const anything: Output = { kind: 'record', as: 'result', isAny: true };

/** How its answer becomes items, for these values. */
export function outputOf(operation: Operation, values: Values): Output {
	const output = 'output' in operation ? operation.output : undefined;
	if (output?.kind !== 'chosen') return output ?? { kind: 'record' };
	const field = values[output.listField] as string | undefined;
	return field === undefined ? anything : { kind: 'list', field, as: 'value', isAny: true };
}

/** What an answer was the answer to. */
export interface Asked {
	values: Values;
	/** When the request was sent, in milliseconds since 1970. */
	at: number;
}

/** Where JSON-RPC methods stand, and how they take their parameters. */
export interface RpcEndpoint {
	/** Below the node URL; `{name}` stands for a field. */
	path: string;
	/** An object of named ones, an array in the order of the fields, or an array that holds one object. */
	params: 'named' | 'positional' | 'wrapped';
}

export interface Resource<O extends Operation = Operation> {
	name: string;
	operations: Record<string, O>;
}

export interface Group<O extends Operation = Operation, C extends Call = Call> {
	resources: Record<string, Resource<O>>;
	/** Fields that every operation has, before its own. */
	common: Field[];
	/** The service that all its operations need. */
	host?: Service;
	/** Whether calls of several items travel together in JSON-RPC batches. */
	batches: boolean;
	/** Where JSON-RPC methods stand whose row says nothing else. */
	endpoint?: RpcEndpoint;
	/** Whether sending a call twice does no harm, where its row says nothing. */
	safe?: boolean;
	/** What a run says of the items of any of its operations. */
	remarks?: Remark[];
	/** Turns a row and its values into the request. */
	toCall(operation: Exclude<O, LocalOperation>, values: Values): C;
}

/** Resources whose rows become operations, each by `toOperation`. */
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

/** All fields of an operation: those of its group that it has not its own of, then its own, then those of its period. */
export function fieldsOf(operation: Operation, { common }: Pick<Group, 'common'>): Field[] {
	const { params = [], period } = operation;
	const isOwn = ({ name }: Field) => params.some((own) => own.name === name);
	const shared = isLocal(operation) ? [] : common.filter((field) => !isOwn(field));
	return [...shared, ...params, ...(period?.fields ?? [])];
}

/** Whether an operation changes something or uses up what it reads. GETs and local operations read. */
export function hasEffect(operation: Operation, { safe }: Pick<Group, 'safe'>): boolean {
	if (!('method' in operation)) return false;
	return operation.effect ?? !(operation.safe ?? safe);
}

/** Fields that keep their name under Simplify. */
export const same = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, name]));
