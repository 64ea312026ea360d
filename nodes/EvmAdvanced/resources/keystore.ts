/** Unlocked accounts in a node's keystore. Methods of eth_ sign with them. */
import { optional } from '../../shared/fields/fields';
import { positionalParams } from '../../shared/operation/groups';
import { account } from '../../Evm/fields/addresses';
import { toWei } from '../../Evm/fields/amounts';
import { bytes } from '../../Evm/fields/bytes';
import { feeUnit, gas, gasPrice, transactionArgs } from '../../Evm/fields/transactions';
import { readable, readTransaction } from '../../Evm/readable';
import { list, single, type EvmResource } from '../../Evm/rows';

/** Nodes serve these methods by default, but only one's own node has keys. */
const ownKeys = { notPublic: 'The public node has no keystore', note: 'Own node only' };

export const keystoreResource: EvmResource = {
	name: 'Keystore',
	operations: {
		getManyAccounts: {
			name: 'Get Many Accounts',
			action: 'Get many accounts in node keystore',
			description: "Get the addresses in the node's keystore",
			method: 'eth_accounts',
			api: 'accounts',
			...list('address'),
			simplify: readable(),
			instead: 'sign outside the node and use Avalanche EVM Chains: Transaction > Send Raw',
		},
		sign: {
			name: 'Sign Data',
			action: 'Sign data with node keystore',
			description: 'Sign data with an unlocked account of the node',
			method: 'eth_sign',
			api: 'transactions',
			effect: true,
			params: [
				account,
				bytes({ displayName: 'Data', name: 'data', description: 'Bytes to sign, in hexadecimal' }),
			],
			...single('signature'),
			...ownKeys,
		},
		signTransaction: {
			name: 'Sign Transaction',
			action: 'Sign transaction with node keystore',
			description: 'Sign with an unlocked account of the node; needs gas, fees and nonce',
			method: 'eth_signTransaction',
			api: 'transactions',
			effect: true,
			params: [transactionArgs],
			simplify: readable(),
			...ownKeys,
		},
		sendTransaction: {
			name: 'Send Transaction',
			action: 'Send transaction from node keystore',
			description: 'Sign a transaction with an unlocked account of the node, and send it',
			method: 'eth_sendTransaction',
			api: 'transactions',
			effect: true,
			params: [transactionArgs],
			...single('txHash'),
			...ownKeys,
		},
		resendTransaction: {
			name: 'Resend Transaction',
			action: 'Resend transaction with another fee',
			description: 'Resend a waiting transaction with another gas price or gas limit',
			method: 'eth_resend',
			api: 'transactions',
			effect: true,
			params: [
				transactionArgs,
				optional(gasPrice),
				optional(feeUnit),
				optional({ ...gas, name: 'gasLimit', displayName: 'Gas Limit' }),
			],
			toParams: (values) =>
				positionalParams([transactionArgs, gasPrice, { name: 'gasLimit' }], {
					...values,
					gasPrice: toWei(values.gasPrice, values.feeUnit, 'gwei', gasPrice.displayName),
				}),
			...single('txHash'),
			...ownKeys,
		},
		getManyPending: {
			name: 'Get Many Pending Transactions',
			action: 'Get many pending keystore transactions',
			description:
				'Get waiting transactions of keystore accounts; Transaction Pool lists those of any account',
			method: 'eth_pendingTransactions',
			api: 'transactions',
			output: { kind: 'list' },
			simplify: readTransaction,
		},
	},
};
