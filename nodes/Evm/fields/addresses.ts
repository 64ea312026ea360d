import { evmAddress } from '../../shared/fields/common';
import type { Field } from '../../shared/fields/fields';
import { forEachOf } from '../../shared/fields/listFields';

export const exampleAddress = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';

export const addressField = (name: string, displayName: string, description: string): Field => ({
	...evmAddress,
	name,
	displayName,
	description: `${description} (0x...)`,
});

export const account = addressField('address', 'Address', 'Address of the account');

export const accounts = forEachOf(account);

const ofContract = 'enter the address of the contract, which begins with 0x.';

/** Hints for other IDs entered as a contract. */
export const ifNoContract: Field['ifOther'] = {
	primaryAddress: `This looks like a P-Chain or X-Chain address, where no contracts are: ${ofContract}`,
	nodeId: `This looks like a node ID: ${ofContract}`,
	hash: `This looks like a transaction or block hash: ${ofContract} Transaction > Get Receipt names the contract of a transaction.`,
};

export const contract: Field = {
	...addressField('contract', 'Contract', 'Address of the contract'),
	ifOther: ifNoContract,
};
