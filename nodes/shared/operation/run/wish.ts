/** What the user wants of an answer: how many records of it, and in which form. */
import type { IDataObject } from 'n8n-workflow';
import { optional, type Field } from '../../fields/fields';
import { pageSizeOf, type Group, type Operation } from '../operations';
import type { Parameters } from '../parameters';
import {
	hasLimit,
	isList,
	limit,
	pagingOptions,
	returnAll,
	simplifyOption,
	wholeResponse,
} from '../properties';
import { readToolAnswer, toolLimit } from '../tool';
import type { encodeMeant } from '../toolInput';
import type { Checked } from './task';

type Wish = Pick<
	Checked,
	'most' | 'asItCame' | 'lastStep' | 'pageSize' | 'pageToken' | 'toolAnswer'
>;

/** What a wish is about. */
export interface Wished {
	operation: Operation;
	/** Replaces the usual encoding, for values that a model wrote. */
	encodeOne?: typeof encodeMeant;
	/** Remembered unless an expression can change it between items. */
	wish?: Wish;
}

/** Reads a parameter of one task. The task's own value of a list goes before the item's. */
export type ReadParameter = (name: string, fallback?: unknown) => unknown;

/** The parameters that a wish is read from, except those of a tool. */
const wishParameters = ['options', 'limit', returnAll.name, simplifyOption.name];

const optionalLimit = optional(limit);

export class Wishes {
	constructor(
		private readonly parameters: Parameters,
		private readonly group: Group,
		private readonly isTool: boolean,
	) {}

	of(plan: Wished, read: ReadParameter): Wish {
		if (plan.wish) return plan.wish;
		const wish = this.read(plan, read);
		if (!this.isTool && this.parameters.areFixed(wishParameters)) plan.wish = wish;
		return wish;
	}

	/** Most answers of one tool call, all values together. */
	mostAnswers(plan: Wished, read: ReadParameter): number {
		return hasLimit(plan.operation, true) ? this.mostRecords(plan, read) : toolLimit;
	}

	private read(plan: Wished, read: ReadParameter): Wish {
		const { operation } = plan;
		const options = read('options', {}) as IDataObject;
		const option = (field: Field) => this.encode(plan, field, options[field.name]);
		const size = pageSizeOf(operation);
		const paging = size && pagingOptions(size);
		const asItCame = isList(operation) && option(wholeResponse) === true;
		const toolAnswer = this.isTool
			? readToolAnswer(operation, this.group, (field) =>
					this.encode(plan, field, read(field.name, field.default)),
				)
			: undefined;
		const simplifies = toolAnswer
			? toolAnswer.output !== 'raw'
			: this.isOn(plan, simplifyOption, read);
		const lastStep: Checked['lastStep'] = operation.simplify && simplifies ? 'simplify' : 'extend';
		return {
			most: this.mostRecords(plan, read),
			asItCame,
			lastStep: asItCame ? 'refine' : lastStep,
			pageSize: paging && (option(paging.pageSize) as number | undefined),
			pageToken: paging && (option(paging.pageToken) as string | undefined),
			toolAnswer: asItCame ? undefined : toolAnswer,
		};
	}

	private mostRecords(plan: Wished, read: ReadParameter): number {
		if (!hasLimit(plan.operation, this.isTool) || this.isOn(plan, returnAll, read)) return Infinity;
		const most = this.encode(plan, optionalLimit, read('limit'));
		return (most ?? (this.isTool ? toolLimit : limit.default)) as number;
	}

	private isOn(plan: Wished, field: Field, read: ReadParameter): boolean {
		return this.encode(plan, field, read(field.name, field.default)) === true;
	}

	private encode({ encodeOne }: Wished, field: Field, value: unknown): unknown {
		return this.parameters.encode(field, value, encodeOne);
	}
}
