/** What is answered by the contract of a method alone: those of the EVM endpoints that methods.mts has no answer for. */
import { evmMethods, type EvmMethod } from '../../spec/evmMethods.mts';
import { sampleOf } from '../../spec/make.mts';
import type { Row } from './methods.mts';

/** Arguments by the names that contracts give to parameters, in the types of arguments.mts. */
const types: Record<string, string> = {
	address: 'address',
	block: 'block',
	data: 'data',
	fullTx: 'bool',
	hash: 'hash',
	id: 'filterId',
	index: 'index',
	FilterCriteria: 'criteria',
	TransactionArgs: 'transaction',
};

function makeAnswer({ result, gives }: EvmMethod): unknown {
	if (gives !== undefined) return gives;
	return typeof result === 'string' ? null : sampleOf(result);
}

const toRow = (method: EvmMethod): Row => [
	method.params.map((param) => types[param] ?? 'any').join(' '),
	() => makeAnswer(method),
];

/** The rows of all methods that a chain of this kind may serve. */
export const listContracts = (isSubnet: boolean): Record<string, Row> =>
	Object.fromEntries(
		evmMethods
			.filter(({ only }) => !only || (only === 'subnet-EVM') === isSubnet)
			.map((method) => [method.method, toRow(method)]),
	);
