/** What a tool gives of one call: of all its values together no more than its limit, and which of them it left out. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../errors';
import { sayMissing, sayUnfit, type Tally } from '../hints';
import { isLocal, type Made } from '../operations';
import {
	mostRequests,
	nothingMatched,
	sayLeftOut,
	sayMore,
	toolLimit,
	toToolAnswer,
} from '../tool';
import { nameTask } from './split';
import type { Task } from './task';

/** What a tool gives of one task. */
export interface ToolPart {
	task: Task;
	records: IDataObject[];
	/** That there are more of them than these. */
	more?: string;
	/** What else is said of them; of one of several values, after its name. */
	notes: string[];
	/** How many the values of this item may give together. */
	most: number;
}

/** What was made, for a model. */
export function forTool(made: Made & { ok: true }, task: Task): Answer<ToolPart> {
	const { operation, toolAnswer, most } = task;
	const together = Number.isFinite(most) || task.tally ? most : toolLimit;
	if (!toolAnswer)
		return { ok: true, result: { task, records: made.result, notes: [], most: together } };
	const tally = task.tally ?? made.tally;
	const isLong = isLocal(operation) && operation.isLong;
	const kept = isLong ? made.result.slice(0, toolLimit) : made.result;
	const answer = toToolAnswer(kept, operation, toolAnswer);
	if (!answer.ok) return answer;
	const hasMore = kept.length < made.result.length || isShort(tally, most);
	const notes = [
		sayMissing(tally?.missing),
		sayUnfit(tally?.unfit),
		!answer.result.length && nothingMatched,
	];
	return {
		ok: true,
		result: {
			task,
			records: answer.result,
			more: hasMore ? sayMore(kept.length) : undefined,
			notes: notes.filter((note) => typeof note === 'string'),
			most: together,
		},
	};
}

/** Whether more could have been read; a model that asked for fewer or more knows that. */
function isShort({ isUsedUp, isCut, leftOut = 0 }: Partial<Tally> = {}, most: number): boolean {
	return !!isUsedUp || ((!!isCut || leftOut > 0) && most === toolLimit);
}

/** The answers of one call as the model reads them. */
export class ToolCalls {
	private readonly parts = new Map<number, ToolPart[]>();
	private readonly unasked = new Map<number, string[]>();

	/** `notes` are what is said of an item beside its answers. */
	constructor(private readonly notes: Map<number, string>) {}

	add(part: ToolPart): void {
		const { itemIndex } = part.task;
		const known = this.parts.get(itemIndex);
		if (known) known.push(part);
		else this.parts.set(itemIndex, [part]);
	}

	/** Notes a value for which no request was left. */
	leaveOut({ itemIndex, about }: Task): void {
		const known = this.unasked.get(itemIndex) ?? [];
		this.unasked.set(itemIndex, [...known, nameTask(about)]);
	}

	/** Whether anything was answered of an item. */
	hasAnswer(itemIndex: number): boolean {
		return this.parts.has(itemIndex);
	}

	/** The items of each task. */
	share(): Array<{ task: Task; records: IDataObject[] }> {
		return [...this.parts].flatMap(([itemIndex, parts]) => {
			parts.sort((a, b) => a.task.slot - b.task.slot);
			const isOne = parts.length === 1 && !this.unasked.has(itemIndex);
			const lengths = parts.map(({ records }) => records.length);
			const shares = isOne ? lengths : shareOut(lengths, parts[0].most);
			return parts.map((part, i) => {
				const notes = isOne ? sayAll(part) : sayOfValue(part, shares[i]);
				const ofItem = i === parts.length - 1 ? this.sayOfItem(itemIndex) : [];
				const said = [...notes, ...ofItem].map((note) => ({ note }));
				return { task: part.task, records: [...part.records.slice(0, shares[i]), ...said] };
			});
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

/** What is said of one of several values, of whose records so many are given. */
function sayOfValue(part: ToolPart, share: number): string[] {
	const more = share < part.records.length ? sayMore(share) : part.more;
	return sayAll({ ...part, more }).map((note) => `${nameTask(part.task.about)}: ${note}`);
}

/** How many of its entries each list gives, one in turn, until all have given so many. */
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
