/** The fields of New Transaction of several wallets. */
import type { INodeProperties } from 'n8n-workflow';
import { evmAddressLines } from '../../shared/chosenAddresses';
import { choices, toProperty } from '../../shared/fields';
import { showFor } from '../parameters';

/** Several addresses, and all that each of them moves. */
export const wallets = 'wallets';

/** The lists of an address. */
export type Kind = 'address' | 'erc20' | 'internal';

/** The cursor has a place for each list. */
const mostAddresses = 50;

export const kinds = choices(
	{
		displayName: 'Movements',
		name: 'kinds',
		required: true,
		default: ['address', 'erc20'],
		description: 'What to report. Each is a list of its own for each address.',
	},
	[
		{ name: 'ERC-20 Tokens', value: 'erc20', description: 'Tokens such as USDC' },
		{
			name: 'Internal Transactions',
			value: 'internal',
			description: 'Native tokens that contracts move',
		},
		{
			name: 'Native Token',
			value: 'address',
			description: 'Transactions of the address itself, such as payments of AVAX',
		},
	],
);

export const addresses = evmAddressLines(
	{ displayName: 'Addresses', name: 'addresses' },
	mostAddresses,
);

const ofWallets = { watch: [wallets] };

/** The fields of the dialog that other watches do not have. */
export const walletProperties: INodeProperties[] = [addresses, kinds].map((field) =>
	showFor(toProperty(field), ofWallets),
);
