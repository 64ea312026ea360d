/** Accounts of an EVM chain. */
import { optional } from '../../shared/fields';
import { account, accounts } from '../fields/addresses';
import { block } from '../fields/blocks';
import { bytes } from '../fields/bytes';
import { slots } from '../fields/storage';
import { readable, readProof } from '../readable';
import { list, named, number, type EvmResource } from '../rows';

export const accountResource: EvmResource = {
	name: 'Account',
	operations: {
		getBalance: {
			name: 'Get Balance',
			action: 'Get native token balance of account',
			description:
				"Get an account's balance in whole tokens. Since Helicon, waits until the block is executed",
			method: 'eth_getBalance',
			params: [accounts, block()],
			...number('balance', 'address', 'chain', 'block'),
		},
		getTransactionCount: {
			name: 'Get Transaction Count',
			action: 'Get transaction count of account',
			description:
				'Count sent transactions (the next nonce); block pending adds those waiting on the node',
			method: 'eth_getTransactionCount',
			params: [accounts, block()],
			...number('transactionCount', 'address', 'chain', 'block'),
		},
		getProof: {
			name: 'Get Proof',
			action: 'Get Merkle proof of account',
			description:
				'Get Merkle proofs of an account, for recent blocks only (the last 32 on pruning nodes)',
			method: 'eth_getProof',
			params: [accounts, optional(slots), block()],
			toParams: ({ address, slots: keys = [], block: at }) => [address, keys, at],
			simplify: readProof,
			about: ['address', 'chain', 'block'],
		},
		getMany: {
			name: 'Get Many',
			action: 'Get many accounts in node keystore',
			description: "Get the addresses in the node's keystore",
			method: 'eth_accounts',
			...list('address'),
			simplify: readable(),
			instead: 'sign outside the node and use Transaction > Send Raw',
		},
		sign: {
			name: 'Sign Data',
			action: 'Sign data with node keystore',
			description: "Sign data with an unlocked account from the node's keystore",
			method: 'eth_sign',
			effect: true,
			params: [
				account,
				bytes({ displayName: 'Data', name: 'data', description: 'Bytes to sign, in hexadecimal' }),
			],
			...named('signature'),
			notPublic: 'The public node has no keystore',
		},
	},
};
