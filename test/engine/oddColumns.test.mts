/** A column of any operation where its value stands in a list: that is another answer, and no reading of the value. */
import type { IDataObject } from 'n8n-workflow';
import { toColumns, type Column, type Columns } from '../../nodes/shared/operation/columns.ts';
import { listRows, type Row } from '../../tools/groups.mts';

/** What columns read as something else than it is. */
const values = [
	'1',
	'0',
	'0x1',
	'0x0',
	true,
	false,
	1,
	0,
	1_795_534_786,
	'43114',
	'C',
	'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	'c-chain',
	'11111',
	'VALIDATOR',
	'usd',
	'2026-11-24T15:39:46Z',
	`0x${'ab'.repeat(20)}`,
	`0x${'ab'.repeat(32)}`,
];

function put(record: IDataObject, path: string, value: unknown): IDataObject {
	const [name, ...rest] = path.split('.');
	const inner = record[name] as IDataObject | undefined;
	const of = rest.length
		? put(typeof inner === 'object' ? inner : {}, rest.join('.'), value)
		: value;
	return { ...record, [name]: of } as IDataObject;
}

const pathsOf = (column: string | Column): string[] =>
	typeof column === 'string' ? [] : column.isAsked ? [] : column.path.split('|');

const rowsWithColumns = listRows().flatMap((at): Array<[string, Row, Columns]> => {
	const { simplify } = at.row;
	return typeof simplify === 'object'
		? [[`${at.description.name} ${at.resource} ${at.operation}`, at, simplify]]
		: [];
});

test.each(rowsWithColumns)('%s reads no list as its only value', (_name, _at, columns) => {
	const paths = Object.values(columns).flatMap(pathsOf);
	const readAsValue: string[] = [];
	for (const value of values) {
		const plain = paths.reduce<IDataObject>((record, path) => put(record, path, value), {});
		const own = toColumns(plain, columns, {});
		for (const [name, column] of Object.entries(columns))
			for (const path of pathsOf(column)) {
				const readWith = (odd: unknown) => toColumns(put(plain, path, odd), columns, {})[name];
				// What a column shows whatever stands there is no reading of it.
				if (own[name] === value || own[name] === readWith({})) continue;
				if (readWith([value]) === own[name]) readAsValue.push(`${name} of [${String(value)}]`);
			}
	}
	expect(readAsValue).toEqual([]);
});
