import { InvalidField, type Field } from '../../../shared/fields';

/** A number that need not be whole. */
export const decimal = (
	field: Pick<Field, 'displayName' | 'name' | 'default' | 'description'>,
	minimum: number,
	maximum: number,
): Field => ({
	...field,
	type: 'number',
	typeOptions: { minValue: minimum, maxValue: maximum },
	encode: (value) => {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && number >= minimum && number <= maximum) return number;
		throw new InvalidField(`must be a number from ${minimum} to ${maximum}`);
	},
});
