/** Runs the items of a node through their operation: check all of them, send, cut the answers into items. */
import {
	NodeOperationError,
	type NodeApiError,
	type IBinaryKeyData,
	type GenericValue,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { demandNewerNode, fail, isOfCredential, toNodeError, type Answer } from './errors';
import {
	addValue,
	InvalidField,
	isSecret,
	isShown,
	optional,
	resolveValues,
	shorten,
	splitSeveral,
	type Field,
} from './fields';
import { enteredSecrets, explain } from './explain';
import { asSentence } from './fixes';
import {
	describeWork,
	sayMissing,
	sayOtherNetwork,
	sayUnfit,
	traceWork,
	type Tally,
} from './hints';
import { openClient, type Client } from './network/client';
import { describeNoUrl } from './network/meanings';
import {
	fieldsOf,
	hasEffect,
	isLocal,
	outputOf,
	pageSizeOf,
	type Call,
	type Group,
	type LocalOperation,
	type Made,
	type Operation,
	type Output,
	type OutputFile,
	type RestOperation,
	type RpcOperation,
	type RpcPages,
	type Selection,
	type Surroundings,
	type Values,
} from './operations';
import {
	extrasOf,
	isList,
	limit,
	pagingOptions,
	returnAll,
	simplify,
	wholeResponse,
} from './properties';
import { Parameters } from './parameters';
import { nextTokenOf, walkPages } from './paging';
import { cut, finish, OddAnswer, type Step } from './pipeline';
import { isRecord, mapTexts, valueAt } from './records';
import {
	demandAllowed,
	isTool,
	readToolAnswer,
	moreFollow,
	nothingMatched,
	toolLimit,
	toToolAnswer,
	type ToolAnswer,
} from './tool';
import { encodeMeant, readList } from './toolInput';

/** One item, or one of several values that an item asks for, checked. */
interface Item {
	itemIndex: number;
	/** Where its answer stands among those of the run. */
	slot: number;
	/** Which of several values it is about, by the field's name. */
	about: IDataObject;
	fields: Field[];
	values: Values;
	output: Output;
	/** Most records to return. */
	most: number;
	wholeResponse: boolean;
	/** The last step that its records go through. */
	lastStep: Step;
	pageSize?: number;
	pageToken?: string;
	/** What a tool gives of its records. */
	toolAnswer?: ToolAnswer;
	/** What was read of a list. */
	tally?: Tally;
}

/** Where an answer belongs. */
type Place = Pick<Item, 'itemIndex' | 'slot' | 'about'>;

/** One whose request is ready to be sent; `toCall` makes that of other values. */
interface SentTask extends Item {
	operation: RpcOperation | RestOperation;
	call: Call;
	toCall: (values: Values) => Call;
}

interface LocalTask extends Item {
	operation: LocalOperation;
	call?: undefined;
}

type Task = SentTask | LocalTask;

/** The `execute` of a node whose operations are the rows of this group. */
export const executeGroup = (group: Group) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = hideSecrets(this.getNode(), group);
		demandNewerNode(node);
		const surroundings = { timezone: this.getTimezone(), isTool: isTool(node) };
		const outputs: INodeExecutionData[][] = [];
		const setFailed = (
			{ itemIndex: item, slot, about }: Place,
			error: NodeOperationError | NodeApiError,
			isOfAll = false,
		) => {
			const isKept = this.continueOnFail();
			// n8n keeps of a failed item its message alone. What ends a run for a fault of all is not blamed on one value.
			for (const value of isOfAll && !isKept ? [] : Object.values(about))
				if (!error.message.includes(String(value)))
					error.message = `${shorten(String(value), 80)}: ${error.message}`;
			const { description } = error;
			// An agent, and a workflow that goes on, read the message alone; a person reads both.
			if (description && (surroundings.isTool || isKept))
				error.message = `${asSentence(error.message)} ${description}`;
			if (surroundings.isTool) error.description = null;
			if (!isKept) throw error;
			// With `error` beside it, n8n's error output would lose the fields of the input.
			outputs[slot] = [{ json: { error: error.message }, pairedItem: { item } }];
		};

		const tasks: Task[] = [];
		const parameters = new Parameters(this);
		const itemCount = this.getInputData().length;
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			for (const about of splitItem(parameters, surroundings.isTool, group, itemIndex)) {
				const place = { itemIndex, about, slot: outputs.push([]) - 1 };
				const task = prepare(parameters, node, group, place);
				if (task instanceof Error) setFailed(place, task);
				else tasks.push(task);
			}
		}
		if (!tasks.length) return [outputs.flat()];

		const client = await openClient(this).catch((error: unknown) => {
			if (error instanceof InvalidField) return error;
			throw error;
		});
		if (client instanceof InvalidField) {
			const { description } = client;
			for (const task of tasks) {
				const { itemIndex } = task;
				setFailed(task, new NodeOperationError(node, client, { itemIndex, description }), true);
			}
			return [outputs.flat()];
		}
		const { maxInFlight, batchSize } = client.settings;
		const atOnce = maxInFlight * (group.batches ? batchSize : 1);
		let answered = 0;
		const work = eachOf(tasks, atOnce, async (prepared) => {
			const { slot, itemIndex: item } = prepared;
			const resolved =
				group.host && !client.hasService(group.host)
					? describeNoUrl(group.host)
					: await resolveTask(client, prepared);
			const task = resolved.ok ? resolved.result : prepared;
			const answer: Made = resolved.ok
				? await perform(client, task, surroundings)
						.then((made) => forTool(made, task))
						.catch((error: unknown) => unreadable(task, error))
				: resolved;
			if (answer.ok) {
				prepared.tally ??= answer.tally;
				const items = answer.result.map(
					(json): INodeExecutionData => ({ json: renameError(json), pairedItem: { item } }),
				);
				if (answer.files?.length)
					items[items.length - 1].binary = await storeFiles(this, answer.files);
				outputs[slot] = items;
			} else {
				const { failure } = answer;
				const error = toNodeError(node, await explain(failure, task, client), item);
				setFailed(task, error, isOfCredential(failure));
			}
			answered++;
		});
		await work.finally(() => {
			client.end();
			// A tool of an older n8n has no such function.
			if ('setMetadata' in this) this.setMetadata({ tracing: traceWork(client.spent) });
		});
		const items = outputs.flat();
		const hint = describeWork(
			tasks.flatMap(({ tally }) => tally ?? []),
			client.spent,
			items.length === node.parameters.limit,
			tasks
				.map(({ values }) => sayOtherNetwork(values.network, client.credential))
				.find((text) => text !== undefined),
		);
		if (hint && 'addExecutionHints' in this) this.addExecutionHints(hint);
		if (answered < tasks.length)
			throw new NodeOperationError(
				node,
				`${tasks.length - answered} of ${tasks.length} items were not answered`,
			);
		return [items];
	};

/** The node as its errors carry it: without what was entered into password fields. */
function hideSecrets(node: INode, { resources }: Group): INode {
	const rows = Object.values(resources).flatMap(({ operations }) => Object.values(operations));
	const secrets = rows
		.flatMap(({ params = [] }) => params.filter(isSecret))
		.map(({ name }) => name);
	const hide = (parameters: IDataObject): IDataObject =>
		Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [
				name,
				secrets.includes(name) ? '***' : isRecord(value) ? hide(value) : value,
			]),
		);
	return { ...node, parameters: hide(node.parameters as IDataObject) as INode['parameters'] };
}

/** Works through the entries a few at a time; after a throw nothing new is begun. */
async function eachOf<T>(
	entries: T[],
	atOnce: number,
	work: (entry: T) => Promise<void>,
): Promise<void> {
	const queue = [...entries].reverse();
	const worker = async () => {
		for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) await work(entry);
	};
	const workers = Array.from({ length: Math.min(atOnce, entries.length) }, worker);
	await Promise.all(workers).finally(() => queue.splice(0));
}

const optionalLimit = optional(limit);

/** The item as one, or as each of several values that fields of its operation hold: of two fields, as each pair. */
function splitItem(
	parameters: Parameters,
	asTool: boolean,
	{ resources }: Group,
	itemIndex: number,
): Array<Place['about']> {
	const read = (name: string): unknown => parameters.read(name, itemIndex, '');
	try {
		const operation = resources[String(read('resource'))]?.operations[String(read('operation'))];
		let parts: Array<Place['about']> = [{}];
		for (const { name } of operation?.params?.filter(({ isSeveral }) => isSeveral) ?? []) {
			const given = read(name);
			const values = splitSeveral(asTool ? readList(given) : given) as GenericValue[];
			if (values.length > 1)
				parts = parts.flatMap((part) => values.map((value) => ({ ...part, [name]: value })));
		}
		return parts;
	} catch {
		// What cannot be read is refused with the item.
		return [{}];
	}
}

/** Reads and checks the parameters of one item; nothing is sent yet. An error is returned, not thrown. */
function prepare(
	parameters: Parameters,
	node: INode,
	group: Group,
	place: Place,
): Task | NodeOperationError {
	const { itemIndex, about } = place;
	try {
		const read = (name: string, fallback: unknown): unknown =>
			name in about ? about[name] : parameters.read(name, itemIndex, fallback);
		const [resource, name] = [read('resource', ''), read('operation', '')].map(String);
		const operation = group.resources[resource]?.operations[name];
		if (!operation) throw new InvalidField(`The resource "${resource}" has no operation "${name}"`);

		const asTool = isTool(node);
		if (asTool) demandAllowed(node, operation, group);
		// Nothing is guessed for what changes something.
		const encodeOne = asTool && !hasEffect(operation, group) ? encodeMeant : undefined;
		const encode = (field: Field, value: unknown) => parameters.encode(field, value, encodeOne);
		const list = isList(operation);
		const fields = fieldsOf(operation, group);
		const extra = fields.some((field) => field.optional)
			? (read(extrasOf(operation), {}) as IDataObject)
			: {};
		const values: Values = {};
		const entered: Record<string, unknown> = {};
		for (const field of fields) {
			if (!isShown(field, entered)) continue;
			entered[field.name] = field.optional ? extra[field.name] : read(field.name, '');
			addValue(values, field, encode(field, entered[field.name]));
		}
		const problem = operation.check?.(values);
		if (problem) throw typeof problem === 'string' ? new InvalidField(problem) : problem;

		const options = read('options', {}) as IDataObject;
		const option = (field: Field) => encode(field, options[field.name]);
		const pageSize = pageSizeOf(operation);
		const paging = pageSize && pagingOptions(pageSize);
		const isOn = (field: Field) => encode(field, read(field.name, field.default)) === true;
		const asItCame = list && option(wholeResponse) === true;
		const readLimit = () =>
			(encode(optionalLimit, read('limit', '')) ?? (asTool ? toolLimit : limit.default)) as number;
		const toolAnswer = asTool
			? readToolAnswer(operation, group, (field) => encode(field, read(field.name, field.default)))
			: undefined;
		const simplifies = toolAnswer ? toolAnswer.output !== 'raw' : isOn(simplify);
		const checked: Item = {
			...place,
			fields,
			values,
			most: !list || isOn(returnAll) ? Infinity : readLimit(),
			output: asItCame ? { kind: 'record' } : outputOf(operation, values),
			wholeResponse: asItCame,
			lastStep: asItCame ? 'refine' : operation.simplify && simplifies ? 'simplify' : 'extend',
			pageSize: paging && (option(paging.pageSize) as number | undefined),
			pageToken: paging && (option(paging.pageToken) as string | undefined),
			toolAnswer: asItCame ? undefined : toolAnswer,
		};
		if (isLocal(operation)) return { ...checked, operation };
		const select = asItCame ? undefined : selectionOf(operation);
		if (list && !asItCame)
			checked.tally = {
				...(select && { noun: select.noun, narrowedBy: select.narrowedBy }),
				...{ pages: 0, read: 0, wanted: 0 },
			};
		const toCall = (asked: Values) => group.toCall(operation, asked);
		return { ...checked, operation, call: toCall(values), toCall };
	} catch (error) {
		const { description } = error as InvalidField;
		return new NodeOperationError(node, error as Error, { itemIndex, description });
	}
}

/** Hands files to n8n, which keeps them where it keeps binary data. */
async function storeFiles(
	{ helpers }: IExecuteFunctions,
	files: OutputFile[],
): Promise<IBinaryKeyData> {
	const stored: IBinaryKeyData = {};
	for (const { property, name, mimeType, text } of files)
		stored[property] = await helpers.prepareBinaryData(Buffer.from(text), name, mimeType);
	return stored;
}

/** The task with what its hosts know its values by; they are asked only where these are not what the API takes. */
async function resolveTask(client: Client, task: Task): Promise<Answer<Task>> {
	const answer = await resolveValues(task.fields, task.values, client);
	if (!answer.ok) return answer;
	const values = answer.result;
	if (values === task.values) return { ok: true, result: task };
	return {
		ok: true,
		result:
			task.call === undefined
				? { ...task, values }
				: { ...task, values, call: task.toCall(values) },
	};
}

/** Sends what the task asks for and turns the answer into the records of its item. */
async function perform(client: Client, task: Task, surroundings: Surroundings): Promise<Made> {
	const { values, most } = task;
	const at = Date.now();
	let own: Promise<Made>;
	if (task.call === undefined) own = task.operation.run(client, values, surroundings);
	else {
		const { operation, call, wholeResponse: asItCame } = task;
		const { run, pages } = 'method' in operation && !asItCame ? operation : {};
		if (run && call.kind === 'rpc') own = run(client, call, values, most);
		else
			return pages
				? await readPages(client, task, pagesByFields(task, pages))
				: await readPages(client, task, pagesByToken(task));
	}
	const answer = await own;
	if (!answer.ok) return answer;
	const items = toItems(answer.result, task, at);
	if (task.tally) {
		count(task.tally, task, answer.result, items.length);
		task.tally.unfit = answer.unfit;
	}
	return { ...answer, result: items.slice(0, most) };
}

/** Counts a page: its records as they were read, those that the operation wants of them, and the items so far. */
function count(
	tally: Tally,
	{ operation, values, most }: Task,
	records: IDataObject[],
	wanted: number,
	itemsSoFar = wanted,
): void {
	tally.pages++;
	tally.read += records.length;
	tally.wanted += wanted;
	tally.leftOut = Math.max(0, itemsSoFar - most);
	const { value, by } = operation.oneForEach ?? {};
	const asked = (value && (values[value] as string[] | undefined)) || [];
	if (!asked.length || !by) return;
	const found = new Set(records.map((record) => record[by]));
	tally.missing = asked.filter((id) => !found.has(id));
}

/** What a tool gives of what was made. */
function forTool(made: Made, task: Task): Made {
	const { operation, toolAnswer, most } = task;
	if (!made.ok || !toolAnswer) return made;
	const tally = task.tally ?? made.tally;
	const isLong = isLocal(operation) && operation.isLong;
	const records = isLong ? made.result.slice(0, toolLimit) : made.result;
	const answer = toToolAnswer(records, operation, toolAnswer);
	if (!answer.ok) return answer;
	const isCut = tally && (tally.isCut || (tally.leftOut ?? 0) > 0);
	const notes = [
		// A model that asked for fewer or more knows.
		(records.length < made.result.length || (isCut && most === toolLimit)) && moreFollow,
		sayMissing(tally?.missing),
		sayUnfit(tally?.unfit),
		!answer.result.length && nothingMatched,
	];
	return {
		ok: true,
		result: [...answer.result, ...notes.flatMap((note) => (note ? { note } : []))],
	};
}

/** How the pages of a task are asked for; `T` is what leads to a page. */
interface Pages<T> {
	first?: T;
	callFor: (token: T | undefined, left: number) => Call;
	nextOf: (result: unknown, token: T | undefined) => T | undefined;
	/** The field that tells records apart, where pages overlap. */
	key?: string;
}

const pagesByFields = (
	{ values, toCall }: SentTask,
	{ ask, next, key }: RpcPages,
): Pages<Values> => ({
	callFor: (asked = values, left) => toCall(ask(asked, left)),
	nextOf: (page, asked = values) => next(page, asked),
	key,
});

/** Pages as the services turn them; an answer of a node is the only one. */
function pagesByToken(task: SentTask): Pages<string> {
	const { operation, call, output, most } = task;
	const bounds = pageSizeOf(operation);
	// What the user wrote into the query goes before what would be asked for otherwise.
	const own: Record<string, unknown> = call.kind === 'rest' ? call.query : {};
	const isOne = output.kind === 'record';
	const wanted = task.tally?.noun ? Infinity : most;
	const largest = isOne || bounds?.unknown ? undefined : bounds && Math.min(wanted, bounds.max);
	const pageSize = own.pageSize ?? task.pageSize ?? largest;
	return {
		first: (own.pageToken ?? task.pageToken) as string | undefined,
		callFor: (pageToken) =>
			call.kind === 'rest' ? { ...call, query: { ...call.query, pageSize, pageToken } } : call,
		nextOf: (result) => (isOne || !bounds ? undefined : nextTokenOf(result)),
	};
}

interface Page<T> {
	/** As they were cut from the answer. */
	records: IDataObject[];
	/** When they were asked for. */
	at: number;
	next?: T;
}

async function readPages<T>(
	client: Client,
	task: Task,
	{ first, callFor, nextOf, key }: Pages<T>,
): Promise<Answer<IDataObject[]>> {
	const { output, most, values, operation, tally } = task;
	const select = tally && selectionOf(operation);
	const field = 'field' in output ? output.field : undefined;
	const items: IDataObject[] = [];
	const known = new Set<unknown>();
	const read = async (token: T | undefined): Promise<Answer<Page<T>>> => {
		const at = Date.now();
		const call = callFor(token, most - items.length);
		const answer = call.kind === 'rpc' ? await client.rpc(call) : await client.rest(call);
		if (!answer.ok) return answer;
		const { result } = answer;
		if (field !== undefined && valueAt(result, field) === undefined)
			return fail('not-understood', `The answer holds no "${field}"`, { hint: otherServer });
		return { ok: true, result: { records: cut(result, output), at, next: nextOf(result, token) } };
	};
	const pages = walkPages<Page<T>>({
		read,
		first,
		isEmpty: ({ records }) => !records.length,
		hint: 'The service is at fault. Try again later, or turn off Return All and set a limit.',
	});
	for await (const page of pages) {
		if (!page.ok) return page;
		// One by one: a spread of some hundred thousand records overflows the stack.
		const { records } = page.result;
		const wanted = select ? records.filter((record) => select.isWanted(record, values)) : records;
		const unpriced = select ? wanted.slice(0, most - items.length).filter(select.isUnpriced) : [];
		const itemsBefore = items.length;
		for (const item of toItems(wanted, task, page.result.at)) {
			if (key !== undefined && known.has(item[key])) continue;
			if (key !== undefined) known.add(item[key]);
			items.push(item);
		}
		if (tally) {
			const kept = select ? wanted.length : items.length - itemsBefore;
			count(tally, task, records, kept, items.length);
			tally.unpriced = (tally.unpriced ?? 0) + unpriced.length;
		}
		if (records.some((record) => select?.isPast(record, values))) break;
		if (items.length < most) continue;
		if (tally) tally.isCut = page.result.next !== undefined;
		break;
	}
	return { ok: true, result: items.slice(0, most) };
}

const selectionOf = (operation: Operation): Selection | undefined =>
	'select' in operation ? operation.select : undefined;

const nameOf = (operation: Operation): string =>
	'method' in operation ? operation.method : 'path' in operation ? operation.path : operation.name;

/** What is thrown while an answer is read: that answer is not what its operation expects. */
const unreadable = ({ operation }: Task, error: unknown): Answer<never> =>
	fail(
		'not-understood',
		`The answer of ${nameOf(operation)} could not be read: ${
			error instanceof OddAnswer
				? error.message
				: 'it holds something that this operation does not expect'
		}`,
		{ hint: otherServer },
	);

const otherServer = 'The server may be of another kind or version than this operation expects.';

/** The records as the row wants them, without what was entered into password fields; `at` is when they were asked for. */
function toItems(
	records: IDataObject[],
	{ operation, values, lastStep }: Task,
	at: number,
): IDataObject[] {
	const secrets = enteredSecrets(operation, values);
	const safe = secrets
		? records.map((record) => mapTexts(record, (text) => secrets.hideInAnswer(text)))
		: records;
	return finish(safe, operation, { values, at }, lastStep);
}

/** n8n takes an item with a field `error` for a failed one. */
const renameError = (json: IDataObject): IDataObject =>
	'error' in json
		? Object.fromEntries(
				Object.entries(json).map(([key, value]) => [
					key === 'error' ? 'reportedError' : key,
					value,
				]),
			)
		: json;
