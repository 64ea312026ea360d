/** Reads and checks the parameters of a run's items. Sends nothing. */
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';
import { toIds } from '../../fields/byName';
import { addValue, isShown, type Field } from '../../fields/fields';
import { InvalidField } from '../../fields/invalid';
import { isOneEntry } from '../../fields/listFields';
import type { Names } from '../../fields/names';
import { completeIds } from '../../fields/shortIds';
import type { Call } from '../../network/client';
import { checkPeriod, isBounded, readPeriod } from '../../fields/period';
import { countWork, inPieces, isPauseDue } from '../../pace';
import type { Tally } from '../hints';
import {
	anything,
	fieldsOf,
	hasEffect,
	isLocal,
	outputOf,
	type Group,
	type LocalOperation,
	type Operation,
	type Values,
} from '../operations';
import { Parameters } from '../parameters';
import { extrasOf, isList } from '../properties';
import { demandAllowed, isTool } from '../tool';
import { encodeMeant } from '../toolInput';
import type { Outputs } from './outputs';
import { splitItem, TooMany, whole, type TaskCount, type Split } from './split';
import { selectionOf, type Checked, type OutputPlace, type Task } from './task';
import { Wishes, type ReadParameter, type Wished } from './wish';

/** The tasks of a run, and a tool's remarks by item index. */
export interface Prepared {
	tasks: Task[];
	notes: Map<number, string>;
}

/** Prepares all items in pieces. A refused item throws, or becomes an error item under Continue. */
export async function prepareAll(
	context: IExecuteFunctions,
	node: INode,
	group: Group,
	outputs: Outputs,
): Promise<Prepared> {
	return await inPieces(prepareItems(context, node, group, outputs));
}

function* prepareItems(
	context: IExecuteFunctions,
	node: INode,
	group: Group,
	outputs: Outputs,
): Generator<void, Prepared> {
	const preparation = new Preparation(new Parameters(context), node, group);
	const prepared: Prepared = { tasks: [], notes: new Map() };
	const itemCount = context.getInputData().length;
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const split = preparation.isOne(itemIndex) ? whole : yield* preparation.split(itemIndex);
		if (split instanceof TooMany) {
			outputs.fail(outputs.open(itemIndex, {}), preparation.refuse(split, itemIndex), invalid);
			continue;
		}
		if (split.note) prepared.notes.set(itemIndex, split.note);
		for (let n = 0; n < split.count; n++) {
			const place = outputs.open(itemIndex, split.aboutOf(n), split.names);
			const task = yield* preparation.prepare(place);
			if (task instanceof Error && split.count > 1 && !context.continueOnFail())
				yield* preparation.failAsWhole(outputs, place);
			if (task instanceof Error) outputs.fail(place, task, invalid);
			else prepared.tasks.push(task);
		}
	}
	return prepared;
}

const invalid = { kind: 'invalid-input' } as const;

/** The part that is the same for all tasks of an operation. */
interface Plan extends Wished {
	fields: Field[];
	/** Fields that take several values. The operation runs once for each. */
	several: Field[];
	hasOptional: boolean;
	/** The field that gives names, if another one takes them. */
	namesFrom?: Field;
	toCall: (values: Values) => Call;
}

interface Entry {
	field: Field;
	value: unknown;
}

const isLong = ({ encode }: Field, value: unknown): boolean =>
	encode.inPieces !== undefined && !isOneEntry(value);

class Preparation {
	private readonly isTool: boolean;
	private readonly wishes: Wishes;
	private readonly made: TaskCount = { ofLists: 0 };
	private readonly plans = new Map<Operation, Plan>();

	constructor(
		private readonly parameters: Parameters,
		private readonly node: INode,
		private readonly group: Group,
	) {
		this.isTool = isTool(node);
		this.wishes = new Wishes(parameters, group, this.isTool);
	}

	/** True if an item is one task, as most are. */
	isOne(itemIndex: number): boolean {
		const read: ReadParameter = (name, fallback = '') =>
			this.parameters.read(name, itemIndex, fallback);
		try {
			const { several, namesFrom } = this.planOf(read);
			// The name of a wallet can be that of a group, and its address gets the name.
			const mayBeNames = namesFrom !== undefined && several.some(({ takesNames }) => takesNames);
			return !mayBeNames && several.every(({ name }) => isOneEntry(read(name)));
		} catch {
			// A parameter that cannot be read is refused later, with its task.
			return true;
		}
	}

	/** Splits an item into tasks. Returns the error if it has too many values. */
	*split(itemIndex: number): Generator<void, Split | TooMany> {
		try {
			const read: ReadParameter = (name, fallback = '') =>
				this.parameters.read(name, itemIndex, fallback);
			const plan = this.planOf(read);
			const { operation } = plan;
			const mostAnswers = this.isTool ? this.wishes.mostAnswers(plan, read) : undefined;
			const entries = plan.namesFrom ? this.readEntries(plan, read) : [];
			const meant = (name: string): unknown =>
				(entries.find(({ field }) => field.name === name) ?? { value: read(name) }).value;
			return yield* splitItem(operation, meant, this.made, mostAnswers);
		} catch (error) {
			// A parameter that cannot be read is refused later, with its task.
			return error instanceof TooMany ? error : whole;
		}
	}

	*prepare(place: OutputPlace): Generator<void, Task | NodeOperationError> {
		const { itemIndex, about } = place;
		const read: ReadParameter = (name, fallback = '') =>
			Object.hasOwn(about, name) ? about[name] : this.parameters.read(name, itemIndex, fallback);
		try {
			countWork(this.parameters.workOfTask);
			if (isPauseDue()) yield;
			const plan = this.planOf(read);
			if (this.isTool) demandAllowed(this.node, plan.operation, this.group);
			const entries = this.readEntries(plan, read);
			// Long values are encoded here, in pieces. The task then finds the result.
			for (const { field, value } of entries)
				if (isLong(field, value))
					yield* this.parameters.encodeInPieces(field, value, plan.encodeOne);
			return this.makeTask(place, plan, this.encodeAll(plan, entries), read);
		} catch (error) {
			return this.refuse(error, itemIndex);
		}
	}

	/** Throws the faults of all values of a list together, if they are those of a field. */
	*failAsWhole(outputs: Outputs, place: OutputPlace): Generator<void, void> {
		const ofAll = { ...place, about: {} };
		const refused = this.isTool ? undefined : yield* this.prepare(ofAll);
		if (refused instanceof Error) outputs.fail(ofAll, refused, invalid);
	}

	refuse(error: unknown, itemIndex: number): NodeOperationError {
		const { description } = error as InvalidField;
		return new NodeOperationError(this.node, error as Error, { itemIndex, description });
	}

	private planOf(read: ReadParameter): Plan {
		const operation = this.operationOf(read);
		const known = this.plans.get(operation);
		if (known) return known;
		const { group } = this;
		const fields = fieldsOf(operation, group);
		const plan: Plan = {
			operation,
			fields,
			several: fields.filter(({ isSeveral }) => isSeveral),
			hasOptional: fields.some((field) => field.optional),
			namesFrom: fields.some((field) => field.takesNames)
				? fields.find((field) => field.givesNames)
				: undefined,
			encodeOne: this.encodeOne(operation),
			toCall: (values) => group.toCall(operation as Exclude<Operation, LocalOperation>, values),
		};
		this.plans.set(operation, plan);
		return plan;
	}

	private operationOf(read: ReadParameter): Operation {
		const resource = String(read('resource'));
		const name = String(read('operation'));
		const { resources } = this.group;
		const operations = Object.hasOwn(resources, resource) ? resources[resource].operations : {};
		if (Object.hasOwn(operations, name)) return operations[name];
		throw new InvalidField(`The resource "${resource}" has no operation "${name}"`);
	}

	private makeTask(place: OutputPlace, plan: Plan, values: Values, read: ReadParameter): Task {
		const { operation, fields, toCall } = plan;
		const problem = operation.check?.(values) ?? (operation.period && checkPeriod(values));
		if (problem) throw typeof problem === 'string' ? new InvalidField(problem) : problem;

		const { itemIndex, slot, about, names } = place;
		const wish = this.wishes.of(plan, read);
		const { most, asItCame, lastStep, pageSize, pageToken, toolAnswer } = wish;
		const output: Checked['output'] = asItCame ? anything : outputOf(operation, values);
		// Written out: a run may have 100,000 tasks, and a spread would copy each once more.
		return {
			itemIndex,
			slot,
			about,
			names,
			fields,
			values,
			output,
			most: this.isTool || !asksForEach(operation, values) ? most : Infinity,
			asItCame,
			lastStep,
			pageSize,
			pageToken,
			toolAnswer,
			tally: isLocal(operation) ? undefined : tallyOf(operation, values, asItCame),
			operation,
			call: isLocal(operation) ? undefined : toCall(values),
			toCall,
		} as Task;
	}

	/** The entered values of the fields that are shown. */
	private readEntries(plan: Plan, read: ReadParameter): Entry[] {
		const { fields, hasOptional, operation } = plan;
		const extra = hasOptional ? (read(extrasOf(operation), {}) as IDataObject) : {};
		const entered: Record<string, unknown> = {};
		const entries: Entry[] = [];
		for (const field of fields) {
			if (!isShown(field, entered)) continue;
			const value = field.optional ? extra[field.name] : read(field.name);
			entered[field.name] = value;
			entries.push({ field, value });
		}
		const whole = entries.map((entry) => withWholeIds(entry, entries));
		return plan.namesFrom ? this.findNamed(plan, whole) : whole;
	}

	/** Replaces the names of validators and wallets by their IDs. */
	private findNamed(plan: Plan, entries: Entry[]): Entry[] {
		const given = entries.find(({ field }) => field === plan.namesFrom);
		const known = given && (this.encode(plan, given.field, given.value) as Names | undefined);
		if (!known) return entries;
		return entries.map(({ field, value }) => ({
			field,
			value: field.takesNames ? toIds(field, value, known) : value,
		}));
	}

	private encodeAll(plan: Plan, entries: Entry[]): Values {
		const values: Values = {};
		for (const { field, value } of entries)
			addValue(values, field, this.encode(plan, field, value));
		return values;
	}

	private encode({ encodeOne }: Plan, field: Field, value: unknown): unknown {
		return this.parameters.encode(field, value, encodeOne);
	}

	/** Never guesses a model's meaning for an operation that changes something. */
	private encodeOne(operation: Operation) {
		return this.isTool && !hasEffect(operation, this.group) ? encodeMeant : undefined;
	}
}

/** Names may be given to shortened IDs of the validators that are chosen beside them. */
const withWholeIds = (entry: Entry, entries: Entry[]): Entry =>
	entry.field.givesNames
		? {
				...entry,
				value: completeIds(
					entry.value,
					entries.filter(holdsNodeIds).map(({ value }) => value),
				),
			}
		: entry;

const holdsNodeIds = ({ field }: Entry): boolean => field.holds === 'nodeId';

/** True if the list has a record for each requested value. A limit would leave some of them out. */
function asksForEach({ oneForEach }: Operation, values: Values): boolean {
	return !!oneForEach?.all && oneForEach.asked(values) !== undefined;
}

/** An empty tally; undefined if the items are not those of a list. */
function tallyOf(operation: Operation, values: Values, asItCame: boolean): Tally | undefined {
	if (!isList(operation) || asItCame) return undefined;
	const { noun, narrowedBy } = selectionOf(operation, values) ?? {};
	const ofSelection = noun === undefined ? undefined : { noun, narrowedBy };
	return {
		...ofSelection,
		ifEmpty: operation.ifEmpty,
		ifNoneMatch: operation.ifNoneMatch?.(values),
		isOfPeriod: operation.period !== undefined && isBounded(readPeriod(values)),
		pages: 0,
		read: 0,
		wanted: 0,
	};
}
