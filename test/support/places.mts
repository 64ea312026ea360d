/** The places of an operation where a user enters something, for tests that try each of them. */
import type { INodeParameters } from 'n8n-workflow';
import type { Field } from '../../nodes/shared/fields/fields.ts';
import { makeExample, toParameters, whatShows, type Row } from '../../tools/groups.mts';

/** A field, or a part of one that has several. */
export type Place = Field & { within?: string };

/** All places of an operation; n8n lets nobody enter a collection as a whole, nor rows by an expression. */
export const listPlaces = ({ fields }: Row): Place[] =>
	fields
		.filter(({ type }) => type !== 'fixedCollection')
		.flatMap<Place>(
			(field) => field.parts?.map((part) => ({ ...part, within: field.name })) ?? [field],
		);

/** The parameters of an operation with this value in a place, all others as in the example. */
export function enterAt(at: Row, place: Place, value: unknown): INodeParameters {
	const { name, within } = place;
	const { entered } = makeExample(at, whatShows(place));
	// An expression in a field on which others depend shows all of those, which n8n then demands.
	for (const field of at.fields.filter(({ showFor = {} }) => name in showFor))
		entered[field.name] ??= makeExample(at, whatShows(field)).entered[field.name];
	const change = { [name]: value };
	const whole =
		within === undefined ? change : { [within]: { ...(entered[within] as object), ...change } };
	return toParameters(at, { ...entered, ...whole });
}
