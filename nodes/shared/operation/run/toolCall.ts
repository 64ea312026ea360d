/** The answer of a tool to one call: all its values share one limit, and it names those left out. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../errors';
import { nameOf } from '../../fields/names';
import { sayMissing, sayUnfit, sayUnpriced, type Cut, type Tally } from '../hints';
import type { Made, Remark } from '../operations';
import { hasLimit } from '../properties';
import { remarkOn } from '../remarks';
import {
	mostRequests,
	nothingMatched,
	sayLeftOut,
	sayMore,
	sayToModel,
	sayUnknownFields,
	toolLimit,
	toToolAnswer,
} from '../tool';
import { nameTask } from './split';
import type { Task } from './task';

interface ToolPart {
	task: Task;
	records: IDataObject[];
	/** Says that there are more records than these. */
	more?: string;
	/** Further remarks. If the call has several values, each remark follows its value's name. */
	notes: string[];
	/** Most records for all values of this item together. */
	most: number;
}

/** What hints say of the items. A model sees no hints. `ofGroup` are the remarks of all operations. */
function remarksOn(records: IDataObject[], task: Task, ofGroup: Remark[] = []): string[] {
	const { operation, values, lastStep } = task;
	const given = { values, items: records, isSimplified: lastStep === 'simplify' };
	return remarkOn([...(operation.remarks ?? []), ...ofGroup], [given]).flatMap(
		(remark) => sayToModel(remark) || [],
	);
}

export function forTool(
	made: Made & { ok: true },
	task: Task,
	ofGroup?: Remark[],
): Answer<ToolPart> {
	const { operation, toolAnswer, most } = task;
	const together = Number.isFinite(most) || task.tally ? most : toolLimit;
	if (!toolAnswer)
		return { ok: true, result: { task, records: made.result, notes: [], most: together } };
	const tally = task.tally ?? made.tally;
	const kept = hasLimit(operation, true) ? made.result.slice(0, most) : made.result;
	const answer = toToolAnswer(kept, operation, toolAnswer);
	if (!answer.ok) return answer;
	const cut = kept.length < made.result.length ? { isCertain: true } : cutOf(tally);
	const notes = [
		sayMissing(tally),
		sayUnfit(tally?.unfit),
		tally && sayUnpriced(tally),
		!answer.result.length && nothingMatched,
		sayUnknownFields(kept, toolAnswer),
		...remarksOn(kept, task, ofGroup),
	];
	return {
		ok: true,
		result: {
			task,
			records: answer.result,
			more: cut && sayMore(kept.length, cut.isCertain),
			notes: notes.filter((note) => typeof note === 'string'),
			most: together,
		},
	};
}

/** Set if more follow than were read. */
const cutOf = ({ isUsedUp, cut }: Partial<Tally> = {}): Pick<Cut, 'isCertain'> | undefined =>
	isUsedUp ? { isCertain: true } : cut;

/** Collects the answers of each call. */
export class ToolCalls {
	private readonly parts = new Map<number, ToolPart[]>();
	private readonly unasked = new Map<number, string[]>();

	/** `notes` are remarks on whole items, by item index. */
	constructor(private readonly notes: Map<number, string>) {}

	add(part: ToolPart): void {
		const { itemIndex } = part.task;
		const known = this.parts.get(itemIndex);
		if (known) known.push(part);
		else this.parts.set(itemIndex, [part]);
	}

	/** Notes a value that no request was left for. */
	leaveOut({ itemIndex, about }: Task): void {
		const known = this.unasked.get(itemIndex) ?? [];
		this.unasked.set(itemIndex, [...known, nameTask(about)]);
	}

	hasAnswer(itemIndex: number): boolean {
		return this.parts.has(itemIndex);
	}

	/** Cuts each task's records to its share. The notes follow those of the last task as items of their own. */
	share(): Array<{ task: Task; records: IDataObject[]; notes: IDataObject[] }> {
		return [...this.parts].flatMap(([itemIndex, parts]) => {
			parts.sort((a, b) => a.task.slot - b.task.slot);
			const isOne = parts.length === 1 && !this.unasked.has(itemIndex);
			const lengths = parts.map(({ records }) => records.length);
			const shares = isOne ? lengths : shareOut(lengths, parts[0].most);
			const ofItem = this.sayOfItem(itemIndex);
			const said = isOne
				? [...sayAll(parts[0]), ...ofItem]
				: joinAll([...sayOfValues(parts, shares), ...ofItem]);
			return parts.map((part, i) => ({
				task: part.task,
				records: part.records.slice(0, shares[i]),
				notes: i === parts.length - 1 ? said.map((note) => ({ note })) : [],
			}));
		});
	}

	private sayOfItem(itemIndex: number): string[] {
		const unasked = this.unasked.get(itemIndex) ?? [];
		const said = unasked.length
			? sayLeftOut(unasked.length, (n) => unasked[n], {
					of: 'the values',
					reason: `One call sends ${mostRequests} requests at most.`,
				})
			: undefined;
		return [this.notes.get(itemIndex), said].filter((note) => note !== undefined);
	}
}

const sayAll = ({ more, notes }: ToolPart): string[] => [...(more ? [more] : []), ...notes];

/** The user's names for a task's values, or the values themselves. */
const callTask = ({ about, names = {} }: Task): string =>
	nameTask(
		Object.fromEntries(
			Object.entries(about).map(([field, value]) => [
				field,
				nameOf(names[field], String(value)) ?? value,
			]),
		),
	);

/** The remarks on several values. `shares` are the numbers of their records that are returned. */
function sayOfValues(parts: ToolPart[], shares: number[]): string[] {
	return parts.flatMap((part, i) => {
		const more = shares[i] < part.records.length ? sayMore(shares[i]) : part.more;
		const notes = sayAll({ ...part, more });
		return notes.length ? [`${callTask(part.task)}: ${notes.join(' ')}`] : [];
	});
}

/** One text of all, since a note for each value would be longer than the answer. */
const joinAll = (notes: string[]): string[] => (notes.length ? [notes.join(' ')] : []);

/** Deals out `most` places to the lists in turn, and returns the number for each. */
function shareOut(lengths: number[], most: number): number[] {
	const shares = lengths.map(() => 0);
	let left = Math.min(
		most,
		lengths.reduce((all, length) => all + length, 0),
	);
	while (left > 0)
		for (const [i, length] of lengths.entries()) {
			if (left === 0 || shares[i] === length) continue;
			shares[i]++;
			left--;
		}
	return shares;
}
