/** Sends a task's requests, and turns the answers into its items. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../errors';
import { callResolved, resolveValues } from '../../fields/fields';
import type { Call, Client } from '../../network/client';
import { chainCalled } from '../columns';
import { narrowToPeriod } from '../listPeriod';
import type { RpcCall } from '../../network/rpcCall';
import {
	isLocal,
	type Made,
	type Narrowed,
	type Output,
	type RunContext,
	type Values,
} from '../operations';
import { countPage, cutWhole, noteCut, toItems } from './items';
import { pagesByFields, pagesByToken, readTaskPages } from './pages';
import { completeItems, countMissing } from './requested';
import type { SentTask, Task } from './task';

/** Replaces values by those the hosts know. Asks a host only for values the API would not take as they are. */
export function resolveTask(client: Client, task: Task): Answer<Task> | Promise<Answer<Task>> {
	const answer = resolveValues(task.fields, task.values, client);
	if (!(answer instanceof Promise)) return narrowed(client, withValues(task, answer));
	return answer.then(async (resolved) => {
		const named = resolved.ok ? await nameChains(client, task, resolved.result) : resolved;
		return await narrowed(client, withValues(task, named));
	});
}

/** Adds the name of a resolved chain, which its column then shows. */
async function nameChains(client: Client, task: Task, values: Values): Promise<Answer<Values>> {
	const called = await callResolved(task.fields, task.values, values, client);
	return { ok: true, result: called ? { ...values, [chainCalled]: called } : values };
}

/** Narrows the task to its period. */
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
	if (task.tally && isEmpty)
		Object.assign(task.tally, { ifEmpty: nothingInPeriod, isOfPeriod: false });
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

export function perform(client: Client, task: Task, runContext: RunContext): Promise<Made> {
	if (task.isEmpty) return Promise.resolve(giveNothing(task));
	const own = runOwn(client, task, runContext);
	return own ? finishOwn(own, task, Date.now()) : readRecords(client, task as SentTask);
}

/** For a list that needs no request. */
function giveNothing(task: Task): Made {
	countPage(task, [], 0);
	return { ok: true, result: [] };
}

async function finishOwn(own: Promise<Made>, task: Task, at: number): Promise<Made> {
	const answer = await own;
	if (!answer.ok) return answer;
	const items = toItems(answer.result, task, at);
	countPage(task, answer.result, items.length);
	countMissing(task, answer.result);
	if (task.tally) task.tally.unfit = answer.unfit;
	if (answer.isCut) noteCut(task, false);
	const result = completeItems(items, task, at);
	// Where a tool's answer is cut, it says that there are more.
	return { ...answer, result: isLocal(task.operation) ? result : result.slice(0, task.most) };
}

/** Runs a row that does its own work; undefined if its request and pages suffice. */
function runOwn(client: Client, task: Task, runContext: RunContext): Promise<Made> | undefined {
	if (task.call === undefined) return task.operation.run(client, task.values, runContext);
	const { operation, call, values, most, asItCame, lastStep } = task;
	if (!('method' in operation) || asItCame || call.kind !== 'rpc') return undefined;
	const complete = lastStep === 'simplify' ? operation.complete : undefined;
	const made =
		operation.run?.(client, call, values, most) ?? (complete && askOnce(client, call, task.output));
	if (!made || !complete) return made;
	return made.then(async (answer) => await complete(answer, { client, call, values, most }));
}

/** The records of a row's one request. */
async function askOnce(client: Client, call: RpcCall, output: Output): Promise<Made> {
	const answer = await client.rpc(call);
	return answer.ok ? cutWhole(answer.result, output) : answer;
}

function readRecords(client: Client, task: SentTask): Promise<Answer<IDataObject[]>> {
	const { call, tally, operation, asItCame } = task;
	const pages = 'method' in operation && !asItCame ? operation.pages : undefined;
	if (pages) return readTaskPages(client, task, pagesByFields(task, pages));
	if (call.kind === 'rpc' && !tally && !operation.identity) return readOne(client, task, call);
	return readTaskPages(client, task, pagesByToken(task));
}

/** A node's single answer, without the effort of a list. */
async function readOne(
	client: Client,
	task: SentTask,
	call: Call & { kind: 'rpc' },
): Promise<Answer<IDataObject[]>> {
	const at = Date.now();
	const records = await askOnce(client, call, task.output);
	return records.ok ? { ...records, result: toItems(records.result, task, at) } : records;
}
