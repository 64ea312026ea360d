/** A field whose value is chosen from a list that the editor loads, or entered as an ID or a name. */
import { paced, piecesOf } from '../pace';
import type { Field } from './fields';
import { located } from './located';

interface Choice {
	/** The method of {@link lists} that returns the entries of the list. */
	list: string;
	/** The default. Without it, the user has to choose. */
	first?: { value: string; name: string };
	/** Set if the field also takes a name. `encode` then gets the whole locator. */
	byName?: { placeholder: string };
}

/** The field as a resource locator, with the same rule and encoding. */
export const locator = <T>(field: Field<T>, { list, first, byName }: Choice): Field<T> => ({
	...field,
	type: 'resourceLocator',
	typeOptions: undefined,
	default: {
		mode: 'list',
		value: first?.value ?? '',
		...(first && { cachedResultName: first.name }),
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: list, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: field.placeholder },
		...(byName
			? [{ displayName: 'By Name', name: 'name', type: 'string' as const, ...byName }]
			: []),
	],
	encode: paced((entered, context) =>
		piecesOf(field.encode, byName ? entered : located(entered), context),
	),
});
