import { text } from '../../shared/fields/kinds';
import type { Field, FieldWords } from '../../shared/fields/fields';
import { toQuantity } from '../../shared/values/hex';

const quantityText = /^(0x[0-9a-fA-F]+|\d+)$/;

/** True for a whole number in decimal or hexadecimal, of up to so many bits. */
export const isWhole = (value: string, bits = 256): boolean =>
	quantityText.test(value) && BigInt(value) < 2n ** BigInt(bits);

export const mapped = <T>(field: Field<string>, toWire: (value: string) => T): Field<T> => ({
	...field,
	encode: (value, context) => toWire(field.encode(value, context)),
});

const wholeNumber = (look: FieldWords, bits: number): Field<string> =>
	text(
		{ counts: 'whole', ...look },
		`a whole number of up to ${bits} bits, decimal or hexadecimal with 0x`,
		(value) => isWhole(value, bits),
	);

/** An unsigned integer, entered in decimal or hexadecimal and sent in hexadecimal. */
export const quantity = (look: FieldWords, bits = 64): Field<string> =>
	mapped(wholeNumber(look, bits), toQuantity);

/** Like `quantity`, for methods that take a JSON number, which is exact up to 2^53. */
export const plainNumber = (
	name: string,
	displayName: string,
	description: string,
): Field<number> => plainOf({ displayName, name, description });

/** The number of a block, for such methods. */
export const plainBlock = (name: string, displayName: string, description: string): Field<number> =>
	plainOf({ displayName, name, description, counts: 'blockNumber' });

const plainOf = (look: FieldWords): Field<number> =>
	mapped(wholeNumber({ default: '0', ...look }, 53), Number);
