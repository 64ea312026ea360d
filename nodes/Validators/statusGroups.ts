/** What the validators of each group add up to, if their names have groups. */
import type { IDataObject } from 'n8n-workflow';
import { haveGroups, type Names } from '../shared/fields/names';
import { OddAnswer } from '../shared/operation/pipeline';
import { sum } from '../shared/values/numbers';
import { writeNumber } from '../shared/values/writing';
import {
	amounts,
	countBad,
	countCurrent,
	exactOf,
	pageAmounts,
	showAvax,
	type StatusGroup,
	type StatusReport,
	type ValidatorRow,
} from './statusPage';

/** The exact sum of an amount. Fails if a validator lacks it, because the sum would be too small. */
function sumOf(amount: string, rows: ValidatorRow[]): string {
	if (rows.some(({ standing, columns }) => standing.record && columns[amount] === null))
		throw new OddAnswer(`it holds a validator without its ${amount}`);
	return sum(rows.flatMap(({ columns }) => (columns[exactOf(amount)] as string | null) ?? []));
}

export const sumAmounts = (rows: ValidatorRow[]): Record<string, string> =>
	Object.fromEntries(amounts.map((amount) => [amount, sumOf(amount, rows)]));

/** By name, those without a group at the end. Undefined if no name has a group. */
export function listGroups(
	rows: ValidatorRow[],
	names: Names | undefined,
): StatusGroup[] | undefined {
	if (!haveGroups(names)) return undefined;
	const byGroup = Map.groupBy(rows, ({ columns }) => columns.group as string | null);
	return [...byGroup]
		.map(([group, own]) => ({ group, rows: own, sums: sumAmounts(own) }))
		.sort((a, b) => Number(a.group === null) - Number(b.group === null) || byName(a, b));
}

const byName = (a: StatusGroup, b: StatusGroup): number =>
	String(a.group) < String(b.group) ? -1 : 1;

/** The column of the total. A row for each group among the items would be counted as a validator. */
export function groupsColumn({ groups }: StatusReport): IDataObject {
	if (!groups) return {};
	const all = groups.map((group) => ({
		group: group.group,
		validators: countCurrent(group.rows),
		needAttention: countBad(group),
		...Object.fromEntries(amounts.map((amount) => [amount, Number(group.sums[amount])])),
		...Object.fromEntries(amounts.map((amount) => [exactOf(amount), group.sums[amount]])),
	}));
	return { groups: all };
}

export function toGroupTables({ groups }: StatusReport) {
	if (!groups) return [];
	const rows = groups.map((group) => [
		group.group ?? 'No group',
		writeNumber(String(countCurrent(group.rows)), 0),
		writeNumber(String(countBad(group)), 0),
		...pageAmounts.map((amount) => showAvax(group.sums[amount])),
	]);
	const heads = ['Group', 'Validators', 'Need Attention', 'Stake', 'Delegated', 'Potential Reward'];
	return [{ title: 'By group', heads, rows }];
}
