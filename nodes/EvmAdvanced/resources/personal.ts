/** The keystore of a node, and wallets connected to the node. */
import { flag, integer, text } from '../../shared/fields/kinds';
import { optional, type Field } from '../../shared/fields/fields';
import { account } from '../../Evm/fields/addresses';
import { bytes } from '../../Evm/fields/bytes';
import { password, secret } from '../fields/ownNode';
import { transactionArgs } from '../../Evm/fields/transactions';
import { readable } from '../../Evm/readable';
import { done, list, single, type EvmResource } from '../../Evm/rows';

const isKey = (value: string): boolean => /^(0x)?[0-9a-fA-F]{64}$/.test(value);

const enteredKey = secret(
	{
		displayName: 'Private Key',
		name: 'privateKey',
		placeholder: `e.g. ${'0123456789abcdef'.repeat(4)}`,
		description: 'Private key: 32 bytes in hexadecimal',
	},
	'a private key of 64 hexadecimal digits',
	isKey,
);

/** The node accepts keys only without 0x, and writes them in lower case. */
const rawKey: Field = {
	...enteredKey,
	encode: (value, context) =>
		String(enteredKey.encode(value, context)).replace(/^0x/, '').toLowerCase(),
};

const walletUrl = text(
	{
		displayName: 'Wallet URL',
		name: 'url',
		placeholder: 'e.g. keystore:///path/to/key',
		description: 'URL of the wallet, as listed by Get Many Wallets',
	},
	'a wallet URL such as keystore:///path',
	(url) => /^[a-z]+:\/\/\S*$/.test(url),
);

const data = bytes({ displayName: 'Data', name: 'data', description: 'The bytes that are signed' });

const signOutside = 'sign outside the node and use Avalanche EVM Chains: Transaction > Send Raw';

export const personalResource: EvmResource = {
	name: 'Personal',
	operations: {
		listAccounts: {
			name: 'Get Many Accounts',
			action: 'Get many accounts in personal keystore',
			description: "Get the addresses in the node's keystore",
			method: 'personal_listAccounts',
			api: 'personal',
			effect: true,
			...list('address'),
			simplify: readable(),
			instead: signOutside,
		},
		listWallets: {
			name: 'Get Many Wallets',
			action: 'Get many wallets in personal keystore',
			description: "Get the node's wallets and their accounts",
			method: 'personal_listWallets',
			api: 'personal',
			effect: true,
			...list('url'),
			simplify: readable(),
			instead: signOutside,
		},
		newAccount: {
			name: 'Create Account',
			action: 'Create account in personal keystore',
			description: 'Create a key on the node, with a password',
			method: 'personal_newAccount',
			api: 'personal',
			effect: true,
			params: [password],
			...single('address'),
			instead: signOutside,
		},
		importRawKey: {
			name: 'Import Raw Key',
			action: 'Import raw key into personal keystore',
			description: 'Store a private key on the node, with a password',
			method: 'personal_importRawKey',
			api: 'personal',
			effect: true,
			params: [rawKey, password],
			...single('address'),
			instead: signOutside,
		},
		unlockAccount: {
			name: 'Unlock Account',
			action: 'Unlock account in personal keystore',
			description: 'Let the node sign with an account for some time',
			details: 'Needs keystore-insecure-unlock-allowed in the chain config',
			isWarning: true,
			method: 'personal_unlockAccount',
			api: 'personal',
			effect: true,
			params: [
				account,
				password,
				optional(
					integer(
						{
							displayName: 'Duration (Seconds)',
							name: 'duration',
							default: 300,
							description:
								'How long the account stays unlocked; 0 keeps it unlocked until the node stops',
						},
						0,
					),
				),
			],
			...single('unlocked'),
			instead: signOutside,
		},
		lockAccount: {
			name: 'Lock Account',
			action: 'Lock account in personal keystore',
			description: 'Let the node no longer sign with an account',
			method: 'personal_lockAccount',
			api: 'personal',
			effect: true,
			params: [account],
			...single('locked'),
			instead: signOutside,
		},
		sendTransaction: {
			name: 'Send Transaction',
			action: 'Send personal keystore transaction',
			description: 'Sign a transaction on the node and send it',
			method: 'personal_sendTransaction',
			api: 'personal',
			effect: true,
			params: [transactionArgs, password],
			...single('txHash'),
			instead: signOutside,
		},
		signTransaction: {
			name: 'Sign Transaction',
			action: 'Sign personal keystore transaction',
			description: 'Sign on the node; needs gas, fees and nonce',
			method: 'personal_signTransaction',
			api: 'personal',
			effect: true,
			params: [transactionArgs, password],
			simplify: readable(),
			instead: signOutside,
		},
		sign: {
			name: 'Sign Data',
			action: 'Sign data with personal keystore',
			description: 'Sign data with an account of the node',
			method: 'personal_sign',
			api: 'personal',
			effect: true,
			params: [data, account, password],
			...single('signature'),
			instead: 'keep keys outside the node and sign there',
		},
		recover: {
			name: 'Recover Address',
			action: 'Recover address from signature',
			description: 'Get the address that signed data with Sign Data',
			method: 'personal_ecRecover',
			api: 'personal',
			effect: true,
			params: [
				data,
				bytes({
					displayName: 'Signature',
					name: 'signature',
					description: 'The signature: 65 bytes in hexadecimal',
				}),
			],
			...single('address'),
			simplify: readable(),
			instead: 'recover the address with an Ethereum signature library',
		},
		openWallet: {
			name: 'Open Wallet',
			action: 'Open hardware wallet on node',
			description: 'Open a hardware wallet connected to the node',
			method: 'personal_openWallet',
			api: 'personal',
			effect: true,
			params: [
				walletUrl,
				optional(
					secret({
						displayName: 'Passphrase',
						name: 'passphrase',
						description: 'Passphrase or PIN of the wallet',
					}),
				),
			],
			...done,
			instead: signOutside,
		},
		deriveAccount: {
			name: 'Derive Account',
			action: 'Derive account of hardware wallet',
			description: 'Derive an account of a hardware wallet',
			method: 'personal_deriveAccount',
			api: 'personal',
			effect: true,
			params: [
				walletUrl,
				text(
					{
						displayName: 'Derivation Path',
						name: 'path',
						default: "m/44'/60'/0'/0/0",
						description: 'Path of the account in the wallet',
					},
					"a derivation path such as m/44'/60'/0'/0/0",
					(path) => /^(m\/)?\d+'?(\/\d+'?)*$/.test(path),
				),
				optional(
					flag({
						displayName: 'Pin',
						name: 'pin',
						description: 'Whether to keep tracking the account on the node',
					}),
				),
			],
			instead: signOutside,
		},
		initializeWallet: {
			name: 'Initialize Wallet',
			action: 'Initialize smart card wallet',
			description: 'Create a smart card wallet; returns its seed words',
			method: 'personal_initializeWallet',
			api: 'personal',
			effect: true,
			params: [walletUrl],
			...single('words'),
			instead: signOutside,
		},
		unpair: {
			name: 'Unpair Wallet',
			action: 'Unpair smart card wallet',
			description: 'Unpair a smart card wallet from the node',
			method: 'personal_unpair',
			api: 'personal',
			effect: true,
			params: [
				walletUrl,
				secret({ displayName: 'PIN', name: 'pin', description: 'PIN of the pairing' }),
			],
			...done,
			instead: signOutside,
		},
	},
};
