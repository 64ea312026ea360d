/**
 * The EVM API, /ext/bc/<chain>/rpc (Node JSON-RPC document, EVM API and Subnet EVM additions): every method of
 * avalanchego v1.14.2 that is a request and a response.
 */
import { jsonRpcGroup, type Operation, type Resource } from '../shared/operations';
import { explainedByApi } from './apis';
import { chain } from './fields';
import {
	accountOperations,
	blockOperations,
	chainOperations,
	feeOperations,
	subnetEvmOperations,
} from './operationsChain';
import { contractOperations, filterOperations, logOperations } from './operationsContract';
import { debugOperations, methodOperations, personalOperations } from './operationsNode';
import { transactionOperations, transactionPoolOperations } from './operationsTransaction';

const resources: Record<string, Resource> = {
	account: accountOperations,
	block: blockOperations,
	transaction: transactionOperations,
	contract: contractOperations,
	log: logOperations,
	fee: feeOperations,
	chain: chainOperations,
	filter: filterOperations,
	transactionPool: transactionPoolOperations,
	debug: debugOperations,
	personal: personalOperations,
	subnetEvm: subnetEvmOperations,
	method: methodOperations,
};

/** The row with the words for who serves it on its Chain field, where the menu has a note in their place. */
const noteOnChain = (row: Operation): Operation => {
	const { note, notPublic, removed, params = [] } = row;
	if (!note) return row;
	const description = [chain.description, notPublic, removed].filter(Boolean).join('. ');
	return { ...row, params: [{ ...chain, description }, ...params] };
};

const explained = ({ name, operations }: Resource): Resource => ({
	name,
	operations: Object.fromEntries(
		Object.entries(operations).map(([key, row]) => [key, noteOnChain(explainedByApi(row))]),
	),
});

export const evm = jsonRpcGroup(
	{ path: '/ext/bc/{chain}/rpc', params: 'positional', batches: true, common: [chain] },
	Object.fromEntries(
		Object.entries(resources).map(([key, resource]) => [key, explained(resource)]),
	),
);
