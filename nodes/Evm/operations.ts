/**
 * Everyday methods of the EVM API, /ext/bc/<chain>/rpc (Node JSON-RPC document, EVM API). EvmAdvanced has the methods
 * for people who run nodes and chains.
 */
import { accountResource } from './resources/account';
import { anyMethodResource } from './resources/anyMethod';
import { blockResource } from './resources/block';
import { chainResource } from './resources/chain';
import { contractResource } from './resources/contract';
import { feeResource } from './resources/fee';
import { logResource } from './resources/log';
import { tokenResource } from './resources/token';
import { transactionResource } from './resources/transaction';
import { evmGroup } from './rows';

export const evm = evmGroup({
	account: accountResource,
	block: blockResource,
	transaction: transactionResource,
	contract: contractResource,
	token: tokenResource,
	log: logResource,
	fee: feeResource,
	chain: chainResource,
	method: anyMethodResource,
});
