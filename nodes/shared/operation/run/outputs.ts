/** The items that a run returns, each in its place. A failed task leaves an error item there. */
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
import { hideSecrets } from '../../fields/secrets';
import { keepBrackets, shorten } from '../../values/text';
import { sayToModel } from '../tool';
import type { OutputPlace } from './task';

const none: INodeExecutionData[] = [];

interface Fault {
	kind: FailureKind;
	/** True if it is a fault of the credential or host. */
	isOfAll?: boolean;
	/** The field at fault, if it is clear which. */
	fieldName?: string;
}

/** The values that an error which ends the run is about: none of them if another field or the host is at fault. */
const valuesOfFault = (about: OutputPlace['about'], { isOfAll, fieldName }: Fault) =>
	isOfAll
		? []
		: Object.entries(about).filter(([field]) => fieldName === undefined || field === fieldName);

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

	/** Ends the run. Under Continue, leaves an item with the error instead. */
	fail(
		{ itemIndex: item, slot, about, names = {} }: OutputPlace,
		error: NodeOperationError | NodeApiError,
		fault: Fault,
	): void {
		const isKept = this.context.continueOnFail();
		// n8n keeps only the message of a failed item, so that one always names its values.
		for (const [field, value] of isKept ? Object.entries(about) : valuesOfFault(about, fault)) {
			const name = nameOf(names[field], String(value));
			const shown = keepBrackets(hideSecrets(String(value)));
			const isSaid = error.message.includes(shown);
			const said = [name, !isSaid && shorten(shown, 80)].filter(Boolean).join(', ');
			if (said) error.message = `${keepBrackets(said)}: ${error.message}`;
		}
		const { description } = error;
		// An agent, or a workflow that goes on, reads only the message. A person reads both.
		if (description && (this.isTool || isKept))
			error.message = `${asSentence(error.message)} ${description}`;
		if (this.isTool) {
			error.message = sayToModel(error.message);
			error.description = null;
		}
		if (!isKept) throw error;
		this.slots[slot] = [{ json: this.toFailed(error.message, fault.kind), pairedItem: { item } }];
	}

	/** n8n's error output takes only items with no other fields, and adds those of the input. */
	private toFailed(message: string, kind: FailureKind): IDataObject {
		const node = this.context.getNode();
		const hasPlace = node.onError !== 'continueErrorOutput' || takesDetails(node);
		return { error: message, ...(hasPlace && { details: { kind } }) };
	}
}
