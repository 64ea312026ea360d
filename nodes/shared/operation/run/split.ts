/** Splits an item into tasks: one per value of a field with several, or one per pair if two fields have several. */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Field } from '../../fields/fields';
import { findSecret, hideSecrets } from '../../fields/secrets';
import { InvalidField } from '../../fields/invalid';
import { severalOf } from '../../fields/listFields';
import { located } from '../../fields/located';
import type { Names } from '../../fields/names';
import { countOf } from '../../values/writing';
import type { Operation } from '../operations';
import { mostRequests, sayLeftOut } from '../tool';
import { readWrittenList } from '../toolInput';

/** Most values of one field, and of a run. More would fill n8n's memory. */
const mostValues = 100_000;
/** Most pairs of the values of two fields. Their number grows as a product. */
const mostCombinations = 10_000;

interface List {
	field: Field;
	values: GenericValue[];
}

export interface Split {
	count: number;
	/** The user's names for values, by field name. */
	names?: Record<string, Names>;
	/** The values that the nth task is about, by field name. Empty if each field has one. */
	aboutOf: (n: number) => IDataObject;
	/** Tells which values a tool had no room for. */
	note?: string;
}

/** An item or a run has more values than it can take. */
export class TooMany extends InvalidField {}

export const whole: Split = { count: 1, aboutOf: () => ({}) };

/** Tasks that lists of values have made in a run so far. */
export interface TaskCount {
	ofLists: number;
}

/** Throws a TooMany if there are too many values. A tool answers at most `mostAnswers` of them. */
export function* splitItem(
	{ params = [] }: Operation,
	read: (name: string) => unknown,
	made: TaskCount,
	mostAnswers?: number,
): Generator<void, Split> {
	const lists: List[] = [];
	const names: Record<string, Names> = {};
	for (const field of params) {
		if (!field.isSeveral) continue;
		const given = read(field.name);
		// The words of a wallet's key are not a list. The field refuses them as a whole.
		if (findSecret(located(given))) continue;
		const entered = mostAnswers === undefined ? given : readWrittenList(given);
		const found = yield* severalOf(entered, field);
		const values = found.values as GenericValue[];
		if (values.length > 1) lists.push({ field, values });
		if (found.names) names[field.name] = found.names;
	}
	if (!lists.length) return { ...whole, names };
	demandFew(lists);
	const aboutOf = (n: number) => combine(lists, n);
	const all = lists.reduce((product, { values }) => product * values.length, 1);
	const count = mostAnswers === undefined ? all : Math.min(all, mostAnswers, mostRequests);
	demandRoom(made, count);
	if (count === all) return { count, aboutOf, names };
	const labels = lists.map(({ field }) => field.displayName).join(' and ');
	const note = sayLeftOut(all - count, (n) => nameTask(aboutOf(count + n)), {
		of: `${countOf(all, 'value')} of ${labels}`,
		reason: `One call answers ${count} at most.`,
	});
	return { count, aboutOf, names, note };
}

/** The values of a task, for a message. */
export const nameTask = (about: IDataObject): string =>
	Object.values(about)
		.map((value) => hideSecrets(String(value)))
		.join(' and ');

/** The nth combination of the lists' values. Those of the last list change first. */
function combine(lists: List[], n: number): IDataObject {
	const about: Array<[string, GenericValue]> = [];
	let rest = n;
	for (const { field, values } of [...lists].reverse()) {
		about.unshift([field.name, values[rest % values.length]]);
		rest = Math.floor(rest / values.length);
	}
	return Object.fromEntries(about);
}

function demandFew(lists: List[]): void {
	const long = lists.find(({ values }) => values.length > mostValues);
	if (long)
		throw new TooMany(
			`${long.field.displayName} holds ${countOf(long.values.length, 'value')}`,
			undefined,
			`One field can hold ${countOf(mostValues, 'value')} at most. ${advice}`,
		);
	const product = lists.reduce((all, { values }) => all * values.length, 1);
	if (lists.length > 1 && product > mostCombinations)
		throw new TooMany(
			`${lists.map(sayCount).join(', and ')}: that makes ${countOf(product, 'combination')}`,
			undefined,
			`One item can ask for ${countOf(mostCombinations, 'combination')} at most. ${advice}`,
		);
}

/** Limits the values of a whole run: each of many items may hold a long list. */
function demandRoom(made: TaskCount, count: number): void {
	made.ofLists += count;
	if (made.ofLists > mostValues)
		throw new TooMany(
			`The items up to this one hold ${countOf(made.ofLists, 'value')} together`,
			undefined,
			`One run can take ${countOf(mostValues, 'value')} at most. ${advice}`,
		);
}

const sayCount = ({ field, values }: List): string =>
	`${field.displayName} holds ${countOf(values.length, 'value')}`;

const advice = 'Split them over several runs, such as with Loop Over Items.';
