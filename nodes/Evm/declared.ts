/** Helpers for contracts that the user declares, shared by calls and logs. */
import { fail, type Answer } from '../shared/errors';
import { describeInvalid, type InvalidField } from '../shared/fields/invalid';
import { UnreadableData } from './abi';

/** Runs `read` and returns the error of the field, or undefined if it reads the value. */
export function problemOf(displayName: string, read: () => unknown): InvalidField | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		return describeInvalid({ displayName }, error);
	}
}

/** The decoded answer. Data that do not fit the declaration become a failure with this hint. */
export const readAnswer = async <A extends Answer<unknown>>(
	hint: string,
	decode: () => Promise<A>,
): Promise<A | Answer<never>> =>
	await decode().catch((error: unknown) => {
		if (error instanceof UnreadableData) return fail('not-understood', error.message, { hint });
		throw error;
	});
