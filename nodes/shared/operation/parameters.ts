/** Reads and encodes the parameters of a run, each as seldom as possible. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { encodeField, encodeInPieces, type Field } from '../fields/fields';
import { workOf } from '../pace';
import { valueAt } from '../values/records';

const hasExpression = (value: unknown): boolean =>
	typeof value === 'string'
		? value.startsWith('=')
		: typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);

/** An expression that only names a field of the item, as n8n writes it for a dragged field. */
const fieldOfItem = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*)+) *\}\}$/;

/** The parameters of a run. Those without an expression are equal for all items and are read only once. */
export class Parameters {
	private readonly fixed = new Map<string, unknown>();
	private readonly changing: Set<string>;
	private readonly encoded = new Map<Field, { value: unknown; result: unknown }>();
	private readonly timezone: string;
	/** Path of the value in the item's JSON, for such expressions. */
	private readonly paths = new Map<string, string>();

	constructor(private readonly context: IExecuteFunctions) {
		const entries = Object.entries(context.getNode().parameters);
		for (const [name, value] of entries) {
			const path = typeof value === 'string' && fieldOfItem.exec(value)?.[1];
			if (path) this.paths.set(name, path.slice(1));
		}
		this.changing = new Set(
			entries.filter(([, value]) => hasExpression(value)).map(([name]) => name),
		);
		this.timezone = context.getTimezone();
	}

	read(name: string, itemIndex: number, fallback: unknown): unknown {
		if (this.fixed.has(name)) return this.fixed.get(name);
		const value: unknown =
			this.readField(name, itemIndex) ??
			this.context.getNodeParameter(name, itemIndex, fallback as IDataObject);
		if (!this.changing.has(name)) this.fixed.set(name, value);
		return value;
	}

	/** Reads a plain value straight from the item. n8n would need 0.1 ms to set up its evaluation. */
	private readField(name: string, itemIndex: number): unknown {
		const path = this.paths.get(name);
		const value = path && valueAt(this.context.getInputData()[itemIndex].json, path);
		return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
	}

	/** True if none of these holds an expression. */
	areFixed(names: string[]): boolean {
		return !names.some((name) => this.changing.has(name));
	}

	/** Cost of reading the parameters of one task, in units of work. */
	get workOfTask(): number {
		return workOf.task + workOf.expression * (this.changing.size - this.paths.size);
	}

	/** `encodeOne` must be the same for all values of a field, because the result is remembered by field. */
	encode(field: Field, value: unknown, encodeOne = encodeField): unknown {
		const last = this.encoded.get(field);
		if (last && last.value === value) return last.result;
		const result = encodeOne(field, value, { timezone: this.timezone });
		this.encoded.set(field, { value, result });
		return result;
	}

	/** For values that may be long. A model's values are short and are encoded at once. */
	*encodeInPieces(
		field: Field,
		value: unknown,
		encodeOne?: typeof encodeField,
	): Generator<void, unknown> {
		const last = this.encoded.get(field);
		if (encodeOne || (last && last.value === value)) return this.encode(field, value, encodeOne);
		const result = yield* encodeInPieces(field, value, { timezone: this.timezone });
		this.encoded.set(field, { value, result });
		return result;
	}
}
