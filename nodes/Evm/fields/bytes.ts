import { text } from '../../shared/fields/kinds';
import type { Field, FieldWords } from '../../shared/fields/fields';
import { isBytes, isHash } from '../../shared/values/hex';

export const bytes = (
	look: FieldWords,
	rule = 'bytes in hexadecimal: 0x and an even number of digits',
): Field => text({ placeholder: 'e.g. 0x68656c6c6f', ...look }, rule, isBytes);

export const exampleHash = `0x${'4f6d1c3b8a72e905'.repeat(4)}`;

export const hash = (look: FieldWords): Field =>
	text(look, 'a hash (0x and 64 hexadecimal digits)', isHash);
