import { address as addressColumn, exact } from '../../shared/operation/columns';
import { tokenExample } from '../../shared/fields/common';
import { forEachOf } from '../../shared/fields/listFields';
import { locator } from '../../shared/fields/locator';
import { same } from '../../shared/operation/operations';
import { accounts, addressField, ifNoContract } from '../fields/addresses';
import { block } from '../fields/blocks';
import { isUnlimited, tokenAmount } from '../readTokens';
import type { EvmResource } from '../rows';

const anyToken = {
	...addressField('token', 'Token', 'Address of the ERC-20 contract'),
	ifOther: ifNoContract,
	placeholder: tokenExample,
};
const token = forEachOf(anyToken);

const tokenOf = forEachOf({
	...locator(anyToken, { list: 'searchTokens' }),
	description:
		'ERC-20 token from the list of those that the account holds, or its contract address',
});

const owner = forEachOf(addressField('owner', 'Owner', 'Address that holds the tokens'));

const spender = forEachOf(
	addressField('spender', 'Spender', 'Address that may spend the tokens, such as a contract'),
);

const ofToken = { token: addressColumn('token'), symbol: 'symbol' };

export const tokenResource: EvmResource = {
	name: 'Token',
	operations: {
		getInfo: {
			name: 'Get Info',
			action: 'Get ERC-20 token info',
			description: 'Get name, symbol, decimals and total supply of an ERC-20 token',
			params: [token, block()],
			...tokenAmount('totalSupply', 'totalSupply'),
			simplify: {
				...ofToken,
				...same('name', 'decimals'),
				totalSupply: exact('totalSupplyDecimal'),
			},
		},
		getBalance: {
			name: 'Get Balance',
			action: 'Get ERC-20 token balance of account',
			description:
				'Get balances of ERC-20 tokens in whole tokens: an item for each address with each token',
			params: [accounts, tokenOf, block()],
			...tokenAmount('balanceOf', 'balance', ['address']),
			simplify: {
				...ofToken,
				balance: exact('balanceDecimal'),
			},
		},
		getAllowance: {
			name: 'Get Allowance',
			action: 'Get ERC-20 token allowance of spender',
			description: 'Get how much of an ERC-20 token an account lets another address spend',
			params: [owner, tokenOf, spender, block()],
			...tokenAmount('allowance', 'allowance', ['owner', 'spender']),
			extend: (record) => ({ ...record, unlimited: isUnlimited(record.allowance) }),
			simplify: {
				owner: addressColumn('owner'),
				spender: addressColumn('spender'),
				...ofToken,
				allowance: exact('allowanceDecimal'),
				unlimited: 'unlimited',
			},
		},
	},
};
