/** Fields that several nodes have. */
import { evmAddressForm, isEvmAddress } from '../values/checksum';
import { isId, isNodeId } from '../values/ids';
import type { Field } from './fields';
import { text } from './kinds';
import { locator } from './locator';

/** Of a field for an L1 that stands above Validators. */
export const nodeIdElsewhere: Field['ifOther'] = {
	nodeId: 'This looks like a node ID: choose the L1 here, and enter the node ID under Validators.',
};

export const subnetId = /* @__PURE__ */ locator(
	/* @__PURE__ */ text(
		{
			displayName: 'Subnet',
			name: 'subnetId',
			apiName: 'subnetID',
			placeholder: 'e.g. 11111111111111111111111111111111LpoYY',
			description: 'Subnet of an L1, from the list or by its ID',
		},
		'a subnet ID (cb58 with a valid checksum)',
		isId,
	),
	{ list: 'searchSubnets' },
);

/** One validator of the Primary Network. */
export const validator = /* @__PURE__ */ locator(
	/* @__PURE__ */ text(
		{
			displayName: 'Validator',
			name: 'nodeId',
			placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			description: 'Validator from the list, or its node ID',
		},
		'a node ID (NodeID-... with a valid checksum)',
		isNodeId,
	),
	{ list: 'searchValidators' },
);

export const evmAddress = /* @__PURE__ */ text(
	{
		displayName: 'Address',
		name: 'address',
		placeholder: 'e.g. 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
		description: 'Wallet or contract address on the chain (0x...)',
	},
	evmAddressForm,
	isEvmAddress,
);
