/** What a run works through: one item, or one of several values that an item asks for, checked. */
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../fields/fields';
import type { Names } from '../../fields/names';
import type { Tally } from '../hints';
import { selectByPeriod } from '../listPeriod';
import type {
	Call,
	LocalOperation,
	Operation,
	Output,
	RestOperation,
	RpcOperation,
	Selection,
	Values,
} from '../operations';
import type { PipelineStep } from '../pipeline';
import type { ToolAnswer } from '../tool';

interface Item {
	itemIndex: number;
	/** Where its answer stands among those of the run. */
	slot: number;
	/** Which of several values it is about, by the field's name. */
	about: IDataObject;
	/** What people call the values of fields, by the field's name. */
	names?: Record<string, Names>;
	fields: Field[];
	values: Values;
	output: Output;
	/** Most records to return. */
	most: number;
	wholeResponse: boolean;
	/** The last step that its records go through. */
	lastStep: PipelineStep;
	pageSize?: number;
	pageToken?: string;
	/** What a tool gives of its records. */
	toolAnswer?: ToolAnswer;
	/** What was read of a list. */
	tally?: Tally;
	/** Whether nothing can lie in its period, so that nothing is asked. */
	isEmpty?: boolean;
}

/** What is common to all kinds of tasks. */
export type Checked = Item;

/** Where an answer belongs. */
export type OutputPlace = Pick<Item, 'itemIndex' | 'slot' | 'about' | 'names'>;

/** One whose request is ready to be sent; `toCall` makes that of other values. */
export interface SentTask extends Item {
	operation: RpcOperation | RestOperation;
	call: Call;
	toCall: (values: Values) => Call;
}

interface LocalTask extends Item {
	operation: LocalOperation;
	call?: undefined;
}

export type Task = SentTask | LocalTask;

/** Which records of a task's list are wanted, where the service gives others too. */
export const selectionOf = (operation: Operation, values: Values): Selection | undefined =>
	('select' in operation ? operation.select : undefined) ?? selectByPeriod(operation, values);
