/** The records of requested values, such as validators by node ID: which values have none, and in which order they come. */
import type { IDataObject } from 'n8n-workflow';
import { toOneForm } from '../../fields/entries';
import { nameOf, namesIn, type Names } from '../../fields/names';
import { listStrays } from '../../fields/strays';
import { isSilent } from '../../network/subjects/forms';
import { leastFirst } from '../../validators/validators';
import type { SomeForEach } from '../forEach';
import type { Tally } from '../hints';
import type { Operation } from '../operations';
import { putNames } from '../pipeline';
import { toItems } from './items';
import type { Task } from './task';

const requestedBy = ({ oneForEach, someForEach }: Operation): SomeForEach | undefined =>
	oneForEach ?? someForEach;

/** Strikes those that have one of these records off the requested values that were not found so far. */
export function countMissing({ operation, values, tally }: Task, records: IDataObject[]): void {
	const rule = requestedBy(operation);
	if (!tally || !rule) return;
	const asked = rule.asked(values) ?? [];
	const names = namesIn(values);
	if (!asked.length && !(names && operation.oneForEach)) return;
	const found = records.map((record) => record[rule.by]);
	// A record without its ID can be any of them, so none is said to be missing.
	const isAnyHidden = found.some(isSilent);
	if (!asked.length) return countStrays(tally, names!, { found: new Set(found), isAnyHidden });
	const forms = new Set(found.map((id) => toOneForm(String(id))));
	const { isOf } = rule;
	const hasOne = (id: string): boolean =>
		isOf ? records.some((record) => isOf(record, id)) : forms.has(toOneForm(id));
	if (!operation.oneForEach) tally.askedOfEach = asked;
	// A later page may have an ID that this one lacks.
	const missing = tally.missing ?? asked.map((id) => ({ id, name: nameOf(names, id) }));
	tally.missing = isAnyHidden ? [] : missing.filter(({ id }) => !hasOne(id));
}

/** Where all are listed, a name can be of nobody. */
function countStrays(
	tally: Tally,
	names: Names,
	{ found, isAnyHidden }: { found: Set<unknown>; isAnyHidden: boolean },
): void {
	const strays = tally.strays ?? listStrays(names, () => false);
	tally.strays = isAnyHidden ? [] : strays.filter((id) => !found.has(id));
}

/** Items for requested IDs that were not found. The operation's filters may drop them. */
function itemsOfMissing(task: Task, by: string, at: number): IDataObject[] {
	const { tally, lastStep } = task;
	const records = (tally?.missing ?? []).map(({ id }) => ({ [by]: id, found: false }));
	const items = toItems(records, task, at);
	return lastStep === 'simplify' ? items.map((item) => putNames({ found: false }, item)) : items;
}

/** The items of all requested values, also of those that were not found, in the order in which they were asked for. */
export function completeItems(items: IDataObject[], task: Task, at: number): IDataObject[] {
	const { operation, values, tally, lastStep } = task;
	const rule = operation.oneForEach;
	const asked = (tally && rule?.asked(values)) ?? [];
	if (!rule || !asked.length) return items;
	const all = [...items, ...itemsOfMissing(task, rule.by, at)];
	if (rule.sortedBy?.some((filter) => values[filter] !== undefined)) return all;
	const column = lastStep === 'simplify' ? rule.as : rule.by;
	const places = new Map(asked.map((id, place) => [id, place]));
	return leastFirst(all, (item) => places.get(String(item[column])));
}
