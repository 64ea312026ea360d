/**
 * The EVM API, /ext/bc/<chain>/rpc (Node JSON-RPC document, EVM API and Subnet EVM additions): every method of
 * avalanchego v1.14.2 that is a request and a response.
 */
import { evmChain } from '../shared/chains';
import { jsonRpcGroup, mapRows } from '../shared/operations';
import { accountResource } from './resources/account';
import { anyMethodResource } from './resources/anyMethod';
import { blockResource } from './resources/block';
import { chainResource } from './resources/chain';
import { contractResource } from './resources/contract';
import { debugResource } from './resources/debug';
import { feeResource } from './resources/fee';
import { filterResource } from './resources/filter';
import { logResource } from './resources/log';
import { personalResource } from './resources/personal';
import { subnetEvmResource } from './resources/subnetEvm';
import { tokenResource } from './resources/token';
import { transactionResource } from './resources/transaction';
import { transactionPoolResource } from './resources/transactionPool';
import { toOperation, type EvmResource } from './rows';

const resources: Record<string, EvmResource> = {
	account: accountResource,
	block: blockResource,
	transaction: transactionResource,
	contract: contractResource,
	token: tokenResource,
	log: logResource,
	fee: feeResource,
	chain: chainResource,
	filter: filterResource,
	transactionPool: transactionPoolResource,
	debug: debugResource,
	personal: personalResource,
	subnetEvm: subnetEvmResource,
	method: anyMethodResource,
};

export const evm = jsonRpcGroup(
	{ path: '/ext/bc/{chain}/rpc', params: 'positional', batches: true, common: [evmChain] },
	mapRows(resources, toOperation),
);
