import { optional } from '../../shared/fields/fields';
import { accounts } from '../fields/addresses';
import { block } from '../fields/blocks';
import { slots } from '../fields/storage';
import { readProof } from '../readable';
import { number, type EvmResource } from '../rows';

export const accountResource: EvmResource = {
	name: 'Account',
	operations: {
		getBalance: {
			name: 'Get Balance',
			action: 'Get native token balance of account',
			description:
				"Get an account's balance in whole tokens. Since Helicon, waits until the block is executed",
			method: 'eth_getBalance',
			api: 'chain',
			params: [accounts, block()],
			...number('balance', 'address', 'chain', 'block'),
		},
		getTransactionCount: {
			name: 'Get Transaction Count',
			action: 'Get transaction count of account',
			description:
				'Count sent transactions (the next nonce); block pending adds those waiting on the node',
			method: 'eth_getTransactionCount',
			api: 'transactions',
			params: [accounts, block()],
			...number('transactionCount', 'address', 'chain', 'block'),
		},
		getProof: {
			name: 'Get Proof',
			action: 'Get Merkle proof of account',
			description:
				'Get Merkle proofs of an account, for recent blocks only (the last 32 on pruning nodes)',
			method: 'eth_getProof',
			api: 'chain',
			params: [accounts, optional(slots), block()],
			toParams: ({ address, slots: keys = [], block: at }) => [address, keys, at],
			simplify: readProof,
			about: ['address', 'chain', 'block'],
		},
	},
};
