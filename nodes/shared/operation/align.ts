/**
 * One set of columns for all items of a run. Most operations declare theirs; a record that a node wrote has the fields
 * that this node wrote, and a list with gaps is sorted and joined wrongly by the nodes that follow.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { spend, workOf } from '../pace';

/** Records of more columns than this are maps, whose keys are no columns. */
const mostColumns = 256;

const exactMark = 'Exact';
const isExact = (name: string): boolean => name.endsWith(exactMark);

/** The names of columns as they come in record after record. */
class ColumnNames {
	private readonly known = new Set<string>();
	private readonly inOrder: string[] = [];

	/** Puts a new one behind the one that it follows in its record. */
	add(record: IDataObject): void {
		let place = 0;
		for (const name of Object.keys(record)) {
			if (this.known.has(name)) {
				place = this.inOrder.indexOf(name, place) + 1 || place;
				continue;
			}
			this.known.add(name);
			this.inOrder.splice(place++, 0, name);
		}
	}

	get count(): number {
		return this.inOrder.length;
	}

	/** In their order, exact texts last. */
	list(): string[] {
		const numbers = this.inOrder.filter((name) => !isExact(name));
		const texts = numbers.map((name) => name + exactMark).filter((name) => this.known.has(name));
		const others = this.inOrder.filter((name) => isExact(name) && !texts.includes(name));
		return [...numbers, ...texts, ...others];
	}
}

/** What a record says in a column that only others have. */
function fill(record: IDataObject, name: string): IDataObject[string] {
	// Only what was not found says so.
	if (name === 'found') return true;
	const number = isExact(name) ? record[name.slice(0, -exactMark.length)] : undefined;
	return typeof number === 'number' ? String(number) : null;
}

/** Gives each item the columns that any of them has, null where it has no value. */
export function* alignColumns(items: INodeExecutionData[]): Generator<void, void> {
	const names = new ColumnNames();
	for (const { json } of items) {
		names.add(json);
		if (names.count > mostColumns) return;
		yield* spend(workOf.aligned);
	}
	const columns = names.list();
	for (const item of items) {
		const { json } = item;
		if (Object.keys(json).length === columns.length) continue;
		// Not by assignment, which would drop a field that is named __proto__.
		item.json = Object.fromEntries(
			columns.map((name) => [name, Object.hasOwn(json, name) ? json[name] : fill(json, name)]),
		) as IDataObject;
		yield* spend(workOf.line);
	}
}
