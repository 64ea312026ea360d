/** Sends what a task asks for, follows the pages of its list, and makes records of the answers. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../errors';
import { resolveValues } from '../../fields/fields';
import { nameOf, type Names } from '../../fields/names';
import type { Client } from '../../network/client';
import { mapTexts, valueAt } from '../../values/records';
import { enteredSecrets } from '../explain';
import type { Tally } from '../hints';
import { Sieve } from '../identity';
import { narrowToPeriod, type Narrowed } from '../listPeriod';
import {
	pageSizeOf,
	type Call,
	type Made,
	type Operation,
	type Output,
	type RpcPages,
	type Selection,
	type RunContext,
	type Values,
} from '../operations';
import { nextTokenOf, walkPages } from '../paging';
import { cut, finish, OddAnswer, putNames } from '../pipeline';
import { selectionOf, type SentTask, type Task } from './task';

/** The task with what its hosts know its values by; they are asked only where these are not what the API takes. */
export function resolveTask(client: Client, task: Task): Answer<Task> | Promise<Answer<Task>> {
	const answer = resolveValues(task.fields, task.values, client);
	if (!(answer instanceof Promise)) return narrowed(client, withValues(task, answer));
	return answer.then(async (resolved) => await narrowed(client, withValues(task, resolved)));
}

/** The task with what asks for no more than its period. */
function narrowed(client: Client, resolved: Answer<Task>): Answer<Task> | Promise<Answer<Task>> {
	if (!resolved.ok) return resolved;
	const task = resolved.result;
	const { call, values, operation } = task;
	const narrowing = call && narrowToPeriod(operation, { client, call, values });
	return narrowing ? narrowing.then((answer) => withPeriod(task as SentTask, answer)) : resolved;
}

const nothingInPeriod = 'Choose another Period, or other bounds beside it.';

function withPeriod(task: SentTask, answer: Answer<Narrowed>): Answer<Task> {
	if (!answer.ok) return answer;
	const { values, isEmpty, note } = answer.result;
	if (task.tally) task.tally.period = note;
	if (task.tally && isEmpty) task.tally.ifEmpty = nothingInPeriod;
	return { ok: true, result: { ...task, values, call: task.toCall(values), isEmpty } };
}

function withValues(task: Task, answer: Answer<Values>): Answer<Task> {
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
export function perform(client: Client, task: Task, surroundings: RunContext): Promise<Made> {
	if (task.isEmpty) return Promise.resolve(giveNothing(task));
	const own = runOwn(client, task, surroundings);
	return own ? finishOwn(own, task, Date.now()) : readRecords(client, task as SentTask);
}

/** A list of which nothing needs to be asked. */
function giveNothing(task: Task): Made {
	if (task.tally) count(task.tally, task, [], 0);
	return { ok: true, result: [] };
}

async function finishOwn(own: Promise<Made>, task: Task, at: number): Promise<Made> {
	const { most } = task;
	const answer = await own;
	if (!answer.ok) return answer;
	const items = toItems(answer.result, task, at);
	if (task.tally) {
		count(task.tally, task, answer.result, items.length);
		task.tally.unfit = answer.unfit;
	}
	return { ...answer, result: [...items, ...itemsOfMissing(task, at)].slice(0, most) };
}

/** The work of a row that does it itself; undefined where its request and its pages do. */
function runOwn(client: Client, task: Task, surroundings: RunContext): Promise<Made> | undefined {
	if (task.call === undefined) return task.operation.run(client, task.values, surroundings);
	const { operation, call, wholeResponse: asItCame } = task;
	const { run } = 'method' in operation && !asItCame ? operation : {};
	return run && call.kind === 'rpc' ? run(client, call, task.values, task.most) : undefined;
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
	const names = values.names as Names | undefined;
	// A later page may have what an earlier one lacks.
	const missing = tally.missing ?? asked.map((id) => ({ id, name: nameOf(names, id) }));
	tally.missing = missing.filter(({ id }) => !found.has(id));
}

/** Items for what was asked for by its ID and is not there, behind those that are. Filters leave them out. */
function itemsOfMissing(task: Task, at: number): IDataObject[] {
	const { operation, tally, lastStep } = task;
	const { by } = operation.oneForEach ?? {};
	if (!by || !tally?.missing) return [];
	const records = tally.missing.map(({ id }) => ({ [by]: id, found: false }));
	const items = toItems(records, task, at);
	return lastStep === 'simplify' ? items.map((item) => putNames({ found: false }, item)) : items;
}

/** How the pages of a task are asked for; `T` is what leads to a page. */
interface Pages<T> {
	first?: T;
	callFor: (token: T | undefined, left: number) => Call;
	nextOf: (result: unknown, token: T | undefined) => T | undefined;
}

const pagesByFields = ({ values, toCall }: SentTask, { ask, next }: RpcPages): Pages<Values> => ({
	callFor: (asked = values, left) => toCall(ask(asked, left)),
	nextOf: (page, asked = values) => next(page, asked),
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

interface ListPage<T> {
	/** As they were cut from the answer. */
	records: IDataObject[];
	/** Those that no page before held. */
	fresh: IDataObject[];
	isRepeated: boolean;
	/** When they were asked for. */
	at: number;
	next?: T;
}

/** The records of a list, page by page, or of the one answer that a task has. */
function readRecords(client: Client, task: SentTask): Promise<Answer<IDataObject[]>> {
	const { call, tally, operation, wholeResponse: asItCame } = task;
	const pages = 'method' in operation && !asItCame ? operation.pages : undefined;
	if (pages) return readPages(client, task, pagesByFields(task, pages));
	if (call.kind === 'rpc' && !tally && !operation.identity) return readOne(client, task, call);
	return readPages(client, task, pagesByToken(task));
}

/** The one answer of a node, without what a list needs. */
async function readOne(
	client: Client,
	task: SentTask,
	call: Call & { kind: 'rpc' },
): Promise<Answer<IDataObject[]>> {
	const at = Date.now();
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	const records = cutWhole(answer.result, task.output);
	return records.ok ? { ok: true, result: toItems(records.result, task, at) } : records;
}

/** The records of an answer, which must have the field that holds them. */
function cutWhole(result: unknown, output: Output): Answer<IDataObject[]> {
	const field = 'field' in output ? output.field : undefined;
	if (field !== undefined && valueAt(result, field) === undefined)
		return fail('not-understood', `The answer holds no "${field}"`, { hint: otherServer });
	return { ok: true, result: cut(result, output) };
}

async function readPages<T>(
	client: Client,
	task: Task,
	{ first, callFor, nextOf }: Pages<T>,
): Promise<Answer<IDataObject[]>> {
	const { output, most, values, operation, tally } = task;
	const select = tally && selectionOf(operation, values);
	const items: IDataObject[] = [];
	const comesInPages = !task.wholeResponse && operation.identity !== undefined;
	const sieve = new Sieve(operation.identity);
	const read = async (token: T | undefined): Promise<Answer<ListPage<T>>> => {
		const at = Date.now();
		const call = callFor(token, most - items.length);
		const answer = call.kind === 'rpc' ? await client.rpc(call) : await client.rest(call);
		if (!answer.ok) return answer;
		const { result } = answer;
		const whole = cutWhole(result, output);
		if (!whole.ok) return whole;
		const { result: records } = whole;
		const brought = comesInPages ? sieve.take(records) : { records, isRepeated: false };
		const { records: fresh, isRepeated } = brought;
		return { ok: true, result: { records, fresh, isRepeated, at, next: nextOf(result, token) } };
	};
	const pages = walkPages<ListPage<T>>({
		read,
		first,
		isEmpty: ({ records }) => !records.length,
		isRepeated: ({ isRepeated }) => isRepeated,
		hint: 'The service is at fault. Try again later, or turn off Return All and set a limit.',
	});
	for await (const page of pages) {
		if (!page.ok) {
			// What a tool has read by then is worth more than none of it.
			if (page.failure.kind !== 'used-up' || !items.length) return page;
			if (tally) tally.isUsedUp = true;
			break;
		}
		const { records, fresh, at, next } = page.result;
		const wanted = select ? fresh.filter((record) => select.isWanted(record, values)) : fresh;
		const { isUnpriced } = select ?? {};
		const unpriced = isUnpriced ? wanted.slice(0, most - items.length).filter(isUnpriced) : [];
		const itemsBefore = items.length;
		// One by one: a spread of some hundred thousand records overflows the stack.
		for (const item of toItems(wanted, task, at)) items.push(item);
		if (tally) {
			const kept = select ? wanted.length : items.length - itemsBefore;
			count(tally, task, fresh, kept, items.length);
			tally.unpriced = (tally.unpriced ?? 0) + unpriced.length;
			if (unpriced.some((record) => select?.isPriceToCome?.(record))) tally.isPriceToCome = true;
		}
		if (select && isPastPage(records, select, values)) break;
		if (items.length < most) continue;
		if (tally) tally.isCut = next !== undefined;
		break;
	}
	for (const item of itemsOfMissing(task, Date.now())) items.push(item);
	return { ok: true, result: items.length > most ? items.slice(0, most) : items };
}

/** Whether nothing that is wanted follows a page. One record with a false time says nothing of those behind it. */
function isPastPage(records: IDataObject[], { isPast }: Selection, values: Values): boolean {
	const last = records.slice(-2);
	return last.length > 0 && last.every((record) => isPast(record, values));
}

const sayOperation = (operation: Operation): string =>
	'method' in operation ? operation.method : 'path' in operation ? operation.path : operation.name;

/** What is thrown while an answer is read: that answer is not what its operation expects. */
export const unreadable = ({ operation }: Task, error: unknown): Answer<never> =>
	fail(
		'not-understood',
		`The answer of ${sayOperation(operation)} could not be read: ${
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
	{ operation, values, lastStep, names }: Task,
	at: number,
): IDataObject[] {
	const secrets = enteredSecrets(operation, values);
	const safe = secrets
		? records.map((record) => mapTexts(record, (text) => secrets.hideInAnswer(text)))
		: records;
	const items = finish(safe, operation, { values, at }, lastStep);
	return lastStep === 'simplify' ? withNames(items, names, values) : items;
}

/** The items with what people call the values that they are about, before all else: `addressName`. */
function withNames(items: IDataObject[], names: Task['names'], values: Values): IDataObject[] {
	const given = Object.entries(names ?? {});
	if (!given.length) return items;
	const called = given.map(([field, ofField]): [string, string | null] => [
		`${field}Name`,
		nameOf(ofField, String(values[field])) ?? null,
	]);
	const first = Object.fromEntries(called);
	return items.map((item) => ({ ...first, ...item }));
}
