/** Refuses an answer about another subject than the question, because the caller would take it for the right one. */
import { fail, outcomeUnknown, type Answer } from '../../errors';
import type { RestCall } from '../rest';
import type { RpcCall } from '../rpcCall';
import { transactionHashOf } from '../transactionHash';
import { countWork, inPieces, isPauseDue } from '../../pace';
import { isRecord } from '../../values/records';
import { shorten } from '../../values/text';
import { forms, isSilent, type SubjectForm } from './forms';
import { dueNames, methodNamings, pathNamings, type Naming } from './table';

/** True if an answer to this method tells its subject. */
export const namesSubject = ({ method }: Pick<RpcCall, 'method'>): boolean =>
	Object.hasOwn(methodNamings, method) || Object.hasOwn(dueNames, method);

/**
 * The answer, or a failure if it names another subject than the call. For a call that must not be sent twice, the
 * failure says that its outcome is unknown.
 */
export async function refuseOtherRpc(call: RpcCall, answer: Answer): Promise<Answer> {
	const { method, params, safe, leavesOutUnnamed } = call;
	const namings = lookUpNamings(methodNamings, method);
	const question = { name: method, asked: params, leavesOutUnnamed };
	const checked = await refuseOther(namings, question, refuseUnnamed(method, answer));
	if (checked.ok || checked === answer || safe) return checked;
	return outcomeUnknown(checked.failure, transactionHashOf(method, params));
}

/** The answer to a GET, or a failure if it names another subject than path and query. */
export async function refuseOtherRest(call: RestCall, answer: Answer): Promise<Answer> {
	const question = answer.ok ? readPath(call) : undefined;
	return question ? await refuseOther(pathNamings[question.name], question, answer) : answer;
}

/** The answer, or a failure if it names nothing that was sent. */
function refuseUnnamed(method: string, answer: Answer): Answer {
	if (!answer.ok || !Object.hasOwn(dueNames, method)) return answer;
	const { form, at } = dueNames[method];
	const { noun, read } = forms[form];
	const isNamed = valuesAt(answer.result, at).some((value) => read(value) !== undefined);
	return isNamed
		? answer
		: fail('not-understood', `The answer of ${method} names no ${noun}`, { hint: mixedUp });
}

/** A user can name any method, even one that every object inherits, such as `constructor`. */
const lookUpNamings = (table: Record<string, Naming[]>, name: string): Naming[] =>
	Object.hasOwn(table, name) ? table[name] : [];

/** The path templates as expressions, with the names of their parts. */
const templates = Object.keys(pathNamings).map((template) => ({
	template,
	names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
	pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** The question of a GET; undefined if the table does not know its path. */
export function readPath({ path, query }: Pick<RestCall, 'path' | 'query'>): Question | undefined {
	for (const { template, names, pattern } of templates) {
		const match = pattern.exec(path);
		if (!match) continue;
		const values = names.map((name, at) => [name, decode(match[at + 1])] as const);
		return { name: template, asked: { ...query, ...Object.fromEntries(values) } };
	}
	return undefined;
}

/** A part that cannot be decoded stays as it is. */
function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

interface Question {
	/** The method or the path's template. */
	name: string;
	/** The call's parameters, or the values of path and query. */
	asked: unknown;
	leavesOutUnnamed?: boolean;
}

async function refuseOther(
	namings: Naming[],
	{ name, asked: question, leavesOutUnnamed }: Question,
	answer: Answer,
): Promise<Answer> {
	if (!answer.ok) return answer;
	for (const naming of namings) {
		const asked = askedOf(naming, question);
		if (!asked) continue;
		const form: SubjectForm = forms[naming.form];
		const { readAnswer = form.read, isReadElsewhere = leavesOutUnnamed } = form;
		const isNaming = (value: unknown) =>
			!isSilent(value) && !(isReadElsewhere && readAnswer(value) === undefined);
		const other = await inPieces(findOther(answer.result, naming, asked, isNaming));
		if (other) return describeOther(name, asked, form, other.named);
	}
	return answer;
}

/** The subjects of a question: as written, and as their form reads them. */
interface Asked {
	written: unknown[];
	names: string[];
}

/** Undefined if the question leaves its subject open, as `latest` does. */
export function askedOf({ of, form }: Naming, question: unknown): Asked | undefined {
	const given = typeof of === 'function' ? [of(question)] : valuesAt(question, of);
	const written = given
		.flat()
		.flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]));
	const names = written.map((value) => forms[form].read(value));
	return names.length && names.every((name) => name !== undefined) ? { written, names } : undefined;
}

/** Finds the first record about another subject. `named` is that other subject. */
function* findOther(
	result: unknown,
	{ records = '', at, form, needsAll, bound }: Naming,
	asked: Asked,
	isNaming: (value: unknown) => boolean,
): Generator<void, { named: unknown } | undefined> {
	for (const record of valuesAt(result, records)) {
		countWork(1);
		if (isPauseDue()) yield;
		const told = at.map((path) => valuesAt(record, path).filter(isNaming));
		const isTold = needsAll
			? told.every((values) => values.length)
			: told.some((values) => values.length);
		const named = told.flat();
		if (isTold && !named.some((value) => fits(forms[form], value, asked, bound)))
			return { named: named[0] };
	}
	return undefined;
}

/** True if a value of the answer can be the subject of the question. */
function fits(form: SubjectForm, value: unknown, asked: Asked, bound: Naming['bound']): boolean {
	if (!bound && asked.written.includes(value)) return true;
	const { read, readAnswer = read, isComparable = () => true } = form;
	const named = readAnswer(value);
	if (named === undefined) return false;
	return asked.names.some((name) => {
		if (bound)
			return bound === 'first' ? BigInt(named) >= BigInt(name) : BigInt(named) <= BigInt(name);
		return named === name || !isComparable(name, named);
	});
}

function describeOther(
	what: string,
	{ written, names }: Asked,
	{ noun, read, readAnswer = read }: SubjectForm,
	value: unknown,
): ReturnType<typeof fail> {
	const isOne = names.length === 1;
	const asked = isOne
		? `${noun} ${showName(written[0], names[0])}`
		: `a ${noun} that was asked for`;
	const other = readAnswer(value);
	const message =
		other === undefined
			? `The answer of ${what} is not about ${asked}`
			: `The answer of ${what} is about ${noun} ${showName(value, other)}, and not about ${asked}`;
	return fail('not-understood', message, { passing: true, hint: mixedUp });
}

/** A number in decimal, anything else as it was written. */
const showName = (written: unknown, name: string): string =>
	shorten(/^\d+$/.test(name) ? name : String(written), 80);

export const mixedUp =
	'The server, or a proxy or cache before it, mixes up answers. Try again, or put another URL into the credential.';

/**
 * The values at a path such as `a.b`. A number is a place in a list, `*` stands for all entries of a list or map,
 * `#` for the keys of a map, `**` for any depth. An empty path is the value itself.
 */
export function valuesAt(value: unknown, path: string): unknown[] {
	return path === '' ? [value] : follow(value, path.split('.'));
}

function follow(value: unknown, [step, ...rest]: string[]): unknown[] {
	if (step === undefined) return [value];
	if (typeof value !== 'object' || value === null) return [];
	if (step === '#') return isRecord(value) ? Object.keys(value) : [];
	if (step === '**') {
		const deeper = Object.values(value).flatMap((entry) => follow(entry, [step, ...rest]));
		return [...follow(value, rest), ...deeper];
	}
	if (step === '*') return Object.values(value).flatMap((entry) => follow(entry, rest));
	return Object.hasOwn(value, step) ? follow((value as Record<string, unknown>)[step], rest) : [];
}
