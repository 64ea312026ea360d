/**
 * Gives all items of a run the same columns. Most operations declare theirs, but records straight from a node can
 * differ, and the next nodes sort and join a list with gaps wrongly.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { spend, workOf } from '../pace';

/** A record with more keys than this is a map, and its keys are not columns. */
const mostColumns = 256;

const exactMark = 'Exact';
const isExact = (name: string): boolean => name.endsWith(exactMark);

/** Collects column names, record after record. */
class ColumnNames {
	private readonly known = new Set<string>();
	private readonly inOrder: string[] = [];

	/** Inserts each new name after the one before it in its record. */
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

	/** In order, with exact texts last. */
	list(): string[] {
		const numbers = this.inOrder.filter((name) => !isExact(name));
		const texts = numbers.map((name) => name + exactMark).filter((name) => this.known.has(name));
		const others = this.inOrder.filter((name) => isExact(name) && !texts.includes(name));
		return [...numbers, ...texts, ...others];
	}
}

/** The columns that any of these records has, in one order. */
export function joinColumns(records: IDataObject[]): string[] {
	const names = new ColumnNames();
	for (const record of records) names.add(record);
	return names.list();
}

/** The value for a column that this record lacks. */
function fill(record: IDataObject, name: string): IDataObject[string] {
	// Only items that were not found carry `found`, so the others were.
	if (name === 'found') return true;
	const number = isExact(name) ? record[name.slice(0, -exactMark.length)] : undefined;
	return typeof number === 'number' ? String(number) : null;
}

/** Gives each item the columns that any of them has, with null for missing values. */
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
		// An assignment would drop a field named __proto__.
		item.json = Object.fromEntries(
			columns.map((name) => [name, Object.hasOwn(json, name) ? json[name] : fill(json, name)]),
		) as IDataObject;
		yield* spend(workOf.line);
	}
}
