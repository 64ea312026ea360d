/** A unit of work of a run, already checked: one item, or one of several values that an item asks for. */
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../fields/fields';
import type { Names } from '../../fields/names';
import type { Call } from '../../network/client';
import type { Tally } from '../hints';
import { selectByPeriod } from '../listPeriod';
import type {
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
	/** The place of its answer among those of the run. */
	slot: number;
	/** The values it is about, by field name, if the item asks for several. */
	about: IDataObject;
	/** The user's names for values, by field name. */
	names?: Record<string, Names>;
	fields: Field[];
	values: Values;
	output: Output;
	/** Most records to return. */
	most: number;
	/** True if an item is the whole answer. */
	asItCame: boolean;
	/** The last pipeline step for its records. */
	lastStep: PipelineStep;
	pageSize?: number;
	pageToken?: string;
	toolAnswer?: ToolAnswer;
	tally?: Tally;
	/** True if nothing can lie in its period, so nothing is sent. */
	isEmpty?: boolean;
}

export type Checked = Item;

/** The place that an answer belongs to. */
export type OutputPlace = Pick<Item, 'itemIndex' | 'slot' | 'about' | 'names'>;

/** A task whose request is ready to be sent. `toCall` makes the request for other values. */
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

/** The filter for a task's list, if the service also returns unwanted records. */
export const selectionOf = (operation: Operation, values: Values): Selection | undefined =>
	('select' in operation ? operation.select : undefined) ?? selectByPeriod(operation, values);
