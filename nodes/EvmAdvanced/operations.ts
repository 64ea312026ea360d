/**
 * EVM methods for people who run nodes and chains, /ext/bc/<chain>/rpc (Node JSON-RPC document, EVM API and Subnet EVM
 * additions). Together with nodes/Evm, covers every method of avalanchego v1.14.2 that is a request and a response.
 */
import { evmGroup } from '../Evm/rows';
import { advancedBlockResource } from './resources/block';
import { advancedChainResource } from './resources/chain';
import { debugResource } from './resources/debug';
import { filterResource } from './resources/filter';
import { keystoreResource } from './resources/keystore';
import { personalResource } from './resources/personal';
import { subnetEvmResource } from './resources/subnetEvm';
import { transactionPoolResource } from './resources/transactionPool';

export const evmAdvanced = evmGroup({
	transactionPool: transactionPoolResource,
	filter: filterResource,
	debug: debugResource,
	block: advancedBlockResource,
	chain: advancedChainResource,
	subnetEvm: subnetEvmResource,
	keystore: keystoreResource,
	personal: personalResource,
});
