import type { Column, Columns } from '../../nodes/shared/operation/columns.ts';

/** The record paths that the columns read, each alternative on its own. */
export const listPaths = (columns: Columns): string[] =>
	Object.values(columns)
		.map((given): Column => (typeof given === 'string' ? { path: given } : given))
		.filter(({ isAsked }) => !isAsked)
		.flatMap(({ path }) => path.split('|'));
