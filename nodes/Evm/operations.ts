/**
 * The EVM API, /ext/bc/<chain>/rpc (Node JSON-RPC document, EVM API and Subnet EVM additions): every method of
 * avalanchego v1.14.2 that is a request and a response.
 */
import { jsonRpcGroup } from '../shared/operations';
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

export const evm = jsonRpcGroup(
	{ path: '/ext/bc/{chain}/rpc', params: 'positional', batches: true, common: [chain] },
	{
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
	},
);
