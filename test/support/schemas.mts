/** What n8n shows of items before a first run, held against items: the names of the fields, at any depth. */
import { namedByUser, type Schema } from '../../tools/schemas.mts';
import { listFields, type Shape, shapeOf } from './golden.mts';

const toShape = ({ type, properties, additionalProperties, items }: Schema): Shape => ({
	type,
	...(properties && {
		fields: Object.fromEntries(
			Object.entries(properties).map(([name, schema]) => [name, toShape(schema)]),
		),
	}),
	...(additionalProperties && { fields: { '*': toShape(additionalProperties) } }),
	...(items && { items: toShape(items) }),
});

const isOurs = (field: string) => ![...namedByUser].some((name) => field.includes(`.${name}.`));

/** The fields that a schema shows. */
export const listShown = (schema: Schema): string[] => listFields(toShape(schema)).sort();
/** The fields that came, without those that a user names. */
export const listCame = (items: unknown[]): string[] =>
	listFields(shapeOf(items)).filter(isOurs).sort();
