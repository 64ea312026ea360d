/** The items that a run gives, each in its place, and what a failed task leaves there. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { takesDetails, type FailureKind } from '../../errors';
import { asSentence } from '../../fields/fixes';
import { nameOf } from '../../fields/names';
import { keepBrackets, shorten } from '../../values/text';
import { sayToModel } from '../tool';
import type { OutputPlace } from './task';

const none: INodeExecutionData[] = [];

export class Outputs {
	private readonly slots: INodeExecutionData[][] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isTool: boolean,
	) {}

	open(itemIndex: number, about: OutputPlace['about'], names?: OutputPlace['names']): OutputPlace {
		return { itemIndex, about, names, slot: this.slots.push(none) - 1 };
	}

	set({ slot }: OutputPlace, items: INodeExecutionData[]): void {
		this.slots[slot] = items;
	}

	all(): INodeExecutionData[] {
		return this.slots.flat();
	}

	/** Ends the run, or under Continue leaves an item that says what happened. */
	fail(
		{ itemIndex: item, slot, about, names = {} }: OutputPlace,
		error: NodeOperationError | NodeApiError,
		{ kind, isOfAll = false }: { kind: FailureKind; isOfAll?: boolean },
	): void {
		const isKept = this.context.continueOnFail();
		// n8n keeps of a failed item its message alone. What ends a run for a fault of all is not blamed on one value.
		for (const [field, value] of isOfAll && !isKept ? [] : Object.entries(about)) {
			const name = nameOf(names[field], String(value));
			const shown = keepBrackets(String(value));
			const isSaid = error.message.includes(shown);
			const said = [name, !isSaid && shorten(shown, 80)].filter(Boolean).join(', ');
			if (said) error.message = `${keepBrackets(said)}: ${error.message}`;
		}
		const { description } = error;
		// An agent, and a workflow that goes on, read the message alone; a person reads both.
		if (description && (this.isTool || isKept))
			error.message = `${asSentence(error.message)} ${description}`;
		if (this.isTool) {
			error.message = sayToModel(error.message);
			error.description = null;
		}
		if (!isKept) throw error;
		this.slots[slot] = [{ json: this.toFailed(error.message, kind), pairedItem: { item } }];
	}

	/** n8n's error output takes an item that holds this alone, and adds the fields of the input. */
	private toFailed(message: string, kind: FailureKind): IDataObject {
		const node = this.context.getNode();
		const hasPlace = node.onError !== 'continueErrorOutput' || takesDetails(node);
		return { error: message, ...(hasPlace && { details: { kind } }) };
	}
}
