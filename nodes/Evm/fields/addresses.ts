/** Fields of EVM addresses. */
import { evmAddress } from '../../shared/fields/common';
import type { Field } from '../../shared/fields/fields';
import { forEachOf } from '../../shared/fields/listFields';

export const exampleAddress = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';

export const address = (name: string, displayName: string, description: string): Field => ({
	...evmAddress,
	name,
	displayName,
	description: `${description} (0x...)`,
});

export const account = address('address', 'Address', 'Address of the account');

export const accounts = forEachOf(account);

export const contract = address('contract', 'Contract', 'Address of the contract');
