/** Adds the advice of fields and rows to a failure, and hides entered secrets in it. */
import type { Failure } from '../errors';
import { isSecret, type Field } from '../fields/fields';
import type { Client } from '../network/client';
import { isPublic } from '../network/hosts';
import { Secrets } from '../network/secrets';
import type { Operation, Values } from './operations';

interface Explained {
	operation: Operation;
	fields: Field[];
	values: Values;
}

/** The values of password fields as they were sent, so that they can be hidden. */
export function enteredSecrets({ params = [] }: Operation, values: Values): Secrets | undefined {
	const isEntered = (field: Field) => isSecret(field) && field.name in values;
	if (!params.some(isEntered)) return undefined;
	return new Secrets(
		[],
		params.filter(isEntered).map(({ name }) => String(values[name])),
	);
}

/** Prefers the advice of the field or the row to that of the client. Hides secrets in all words. */
export async function explain(
	failure: Failure,
	{ operation, values, fields }: Explained,
	client: Client,
): Promise<Failure> {
	const { notPublic, removed } = operation;
	const unserved = ['not-found', 'method-unknown', 'refused', 'key-refused'].includes(failure.kind);
	const ofField = await explainByField(failure, fields, values, client);
	const hint =
		notPublic && unserved && isPublic(client.nameOf('node'), ['node']) && !ofField
			? `${notPublic}. Put the URL of your own node into the credential.`
			: (ofField ?? (await explainByRow(failure, operation, values, client)) ?? failure.hint);
	const words = [hint, failure.kind === 'method-unknown' && removed && `${removed}.`]
		.filter(Boolean)
		.join(' ');
	const secrets = [client.secrets, enteredSecrets(operation, values)];
	const explained: Failure = { ...failure, hint: words };
	return secrets.reduce((safe, known) => known?.hideInWords(safe) ?? safe, explained);
}

async function explainByField(
	failure: Failure,
	fields: Field[],
	values: Values,
	client: Client,
): Promise<string | undefined> {
	for (const { name, explain: how } of fields) {
		const words = name in values ? await how?.(failure, values[name], client) : undefined;
		if (words !== undefined) return words;
	}
	return undefined;
}

/** An odd failure can make a row's explain throw. It then counts as no advice. */
async function explainByRow(
	failure: Failure,
	{ explain: how }: Operation,
	values: Values,
	client: Client,
): Promise<string | undefined> {
	try {
		return await how?.(failure, values, client);
	} catch {
		return undefined;
	}
}
