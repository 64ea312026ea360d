/** Turns the records read for a task into its items, and counts them. */
import type { IDataObject } from 'n8n-workflow';
import { fail, outcomeUnknown, type Answer, type Failure } from '../../errors';
import { nameOf } from '../../fields/names';
import { mapTexts, valueAt } from '../../values/records';
import { enteredSecrets } from '../explain';
import { transactionHashOf } from '../../network/transactionHash';
import { hasEffect, type Group, type Operation, type Output, type Values } from '../operations';
import { cut, finish, OddAnswer, otherServer } from '../pipeline';
import type { Task } from './task';

/** The records of an answer. Fails if the answer lacks the field that holds them. */
export function cutWhole(result: unknown, output: Output): Answer<IDataObject[]> {
	const field = 'field' in output ? output.field : undefined;
	if (field !== undefined && valueAt(result, field) === undefined)
		return fail('not-understood', `The answer holds no "${field}"`, {
			isLost: true,
			hint: otherServer,
		});
	return { ok: true, result: cut(result, output) };
}

/** The records as the row wants them, with entered passwords hidden. `at` is the time of the request in ms. */
export function toItems(
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

/** Puts the user's names for the requested values first: `addressName`. */
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

/** Notes that the limit ends the list. */
export function noteCut({ tally, most }: Task, isCertain: boolean): void {
	if (tally) tally.cut ??= { limit: most, isCertain };
}

/** Adds a page to the tally. More `itemsSoFar` than the limit are more than are returned. */
export function countPage(
	task: Task,
	records: IDataObject[],
	wanted: number,
	itemsSoFar = wanted,
): void {
	const { most, tally } = task;
	if (!tally) return;
	tally.pages++;
	tally.read += records.length;
	tally.wanted += wanted;
	if (itemsSoFar > most) noteCut(task, true);
}

function sayOperation(operation: Operation): string {
	if ('method' in operation) return operation.method;
	return 'path' in operation ? operation.path : operation.name;
}

/** The failure for anything thrown while an answer is read: the operation expects another answer. */
export const unreadable = ({ operation }: Task, error: unknown): Answer<never> =>
	fail(
		'not-understood',
		`The answer of ${sayOperation(operation)} could not be read: ${
			error instanceof OddAnswer
				? error.message
				: 'it holds something that this operation does not expect'
		}`,
		{ isLost: true, hint: otherServer },
	);

/** A lost answer to what changes something leaves open whether it was done, and so does one that cannot be read. */
export function sayIfUnknown(
	answer: { ok: false; failure: Failure },
	{ operation, call }: Task,
	group: Pick<Group, 'safe'>,
): { ok: false; failure: Failure } {
	const isUnknown = answer.failure.isLost && hasEffect(operation, group);
	if (!isUnknown || call?.kind !== 'rpc') return answer;
	return outcomeUnknown(answer.failure, transactionHashOf(call.method, call.params));
}
