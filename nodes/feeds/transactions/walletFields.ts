/** The fields of New Transaction for several wallets. */
import type { INodeProperties } from 'n8n-workflow';
import { evmAddressLines } from '../../shared/fields/chosenAddresses';
import { toProperty } from '../../shared/fields/fields';
import { choices } from '../../shared/fields/kinds';
import { showFor } from '../parameters';

/** Watches several addresses, and everything that each of them moves. */
export const wallets = 'wallets';

/** The lists of one address. */
export type WalletList = 'address' | 'erc20' | 'internal';

/** Limited, because the cursor has a place for each list. */
const mostAddresses = 50;

const movements = {
	displayName: 'Movements',
	name: 'kinds',
	required: true,
	default: ['address', 'erc20'],
};
const erc20 = {
	name: 'ERC-20 Tokens',
	value: 'erc20',
	description: 'Tokens such as USDC',
} as const;
const internal = {
	name: 'Internal Transactions',
	value: 'internal',
	description: 'Native tokens that contracts move',
} as const;
const native = {
	name: 'Native Token',
	value: 'address',
	description: 'Transactions of the address itself, such as payments of AVAX',
} as const;

export const walletKinds = choices(
	{ ...movements, description: 'What to report. Each is a list of its own for each address.' },
	[erc20, internal, native],
);
/** The kinds that blocks and logs show. Internal transactions would need a trace of each block. */
export const nodeKinds = choices(
	{
		...movements,
		description:
			'What to report. The Data API knows internal transactions, too. A node would have to trace each block.',
	},
	[erc20, native],
);

export const watchedAddresses = evmAddressLines(
	{ displayName: 'Addresses', name: 'addresses' },
	mostAddresses,
);

const ofWallets = { watch: [wallets] };

/** The fields of the dialog that only this watch has. */
export const walletProperties: INodeProperties[] = [
	showFor(toProperty(watchedAddresses), ofWallets),
	showFor(toProperty(walletKinds), { ...ofWallets, readFrom: ['data'] }),
	showFor(toProperty(nodeKinds), { ...ofWallets, readFrom: ['node'] }),
];
