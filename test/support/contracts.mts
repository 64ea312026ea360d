/** The example of a method's contract, as a user enters it in the fields of the operation. */
import { evmMethods, type EvmMethod } from '../../spec/evmMethods.mts';
import { fillExample, type Ground } from '../../spec/ground.mts';
import { nameRecord, typeOfItem } from '../../spec/items.mts';
import type { Type } from '../../spec/grammar.mts';
import type { Row } from '../../tools/groups.mts';

export const contractOf = ({ method: name }: Row): EvmMethod | undefined =>
	evmMethods.find(({ method }) => method === name);

/** What is entered on this network, by the names of fields; undefined where the contract has no example. */
export function enterExample(at: Row, ground: Ground): Record<string, unknown> | undefined {
	const { example } = contractOf(at) ?? {};
	// What is not sent is no parameter of the method: such an operation makes its own.
	if (!example || at.fields.some(({ notSent }) => notSent)) return undefined;
	const fields = at.fields.filter(({ name }) => name !== 'chain');
	if (example.length > fields.length)
		throw new Error(
			`${at.method} has ${example.length} parameters in spec/evmMethods.mts, and ${fields.length} fields in its row`,
		);
	return Object.fromEntries(
		fillExample(example, ground).map((value, i) => [fields[i]!.name, value]),
	);
}

/** What an item holds by the contract, without Simplify. */
export function itemOf({ output = { kind: 'record' } }: Row, { result, item }: EvmMethod): Type {
	if (item) return nameRecord(item, 'value');
	if (result === 'null')
		return typeOfItem({ kind: 'record', as: 'found' }, { kind: 'leaf', name: 'b' });
	return typeOfItem(output, result);
}
