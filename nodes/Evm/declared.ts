/** What calls and logs have in common whose contract is declared by a person. */
import { fail, type Answer } from '../shared/errors';
import { describeInvalid, type InvalidField } from '../shared/fields/invalid';
import { UnreadableData } from './abi';

/** What is wrong with the value of a field; undefined when nothing is. */
export function problemOf(displayName: string, read: () => unknown): InvalidField | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		return describeInvalid({ displayName }, error);
	}
}

/** What the decoding gives, or why the data do not fit. */
export const readAnswer = async <T>(
	hint: string,
	decode: () => Promise<Answer<T>>,
): Promise<Answer<T>> =>
	await decode().catch((error: unknown) => {
		if (error instanceof UnreadableData) return fail('not-understood', error.message, { hint });
		throw error;
	});
