/** Fields for operations on one's own node: secrets of its keystore, and files on its disk. */
import { freeText } from '../../shared/fields/kinds';
import { InvalidField } from '../../shared/fields/invalid';
import type { Field, FieldWords } from '../../shared/fields/fields';

/** A password or a key. Sent unchanged, and never shown in an error. */
export const secret = (
	look: FieldWords,
	rule = 'any text',
	test?: (value: string) => boolean,
): Field => ({
	...freeText({
		hint: 'n8n stores this value with the workflow and executions. Use an expression that fetches it, and your own node.',
		...look,
		typeOptions: { password: true },
	}),
	rule,
	encode: (value) => {
		if (typeof value !== 'string' || test?.(value) === false)
			throw new InvalidField(`must be ${rule}`);
		return value;
	},
});

export const password = secret({
	displayName: 'Password',
	name: 'password',
	description: "Password of the account in the node's keystore",
});

export const nodeFile = (name: string, displayName: string, description: string): Field =>
	freeText({
		displayName,
		name,
		placeholder: 'e.g. /tmp/file',
		description: `${description} (path on the node's disk)`,
	});
