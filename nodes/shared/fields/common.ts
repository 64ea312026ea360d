/** Fields that several nodes share. */
import { evmAddressForm, isEvmAddress } from '../values/checksum';
import { isId, isNodeId, zeroId } from '../values/ids';
import { optional, type Field } from './fields';
import { InvalidField } from './invalid';
import { choice, text } from './kinds';
import { locator } from './locator';

/** For an L1 field that stands above Validators. */
const nodeIdElsewhere: Field['ifOther'] = {
	nodeId: 'This looks like a node ID: choose the L1 here, and enter the node ID under Validators.',
};

const anySubnet = /* @__PURE__ */ text(
	{
		displayName: 'Subnet',
		name: 'subnetId',
		apiName: 'subnetID',
		placeholder: `e.g. ${zeroId}`,
		description: 'Subnet of an L1, from the list or by its ID',
	},
	'a subnet ID (cb58 with a valid checksum)',
	isId,
);

export const subnetId = /* @__PURE__ */ locator(anySubnet, { list: 'searchSubnets' });

/**
 * A subnet with L1 validators. Refuses the Primary Network: a node lists its validators by the same method, but
 * without the fields of L1 validators.
 */
export const l1SubnetId = /* @__PURE__ */ locator(
	{
		...anySubnet,
		ifOther: nodeIdElsewhere,
		placeholder: 'e.g. Vn3aX6hNRstj5VHHm63TCgPNaeGnRSqCYXQqemSqDd2TQH4qJ',
		description: "ID of the L1's subnet (its explorer shows it)",
		encode: (value, context) => {
			const id = anySubnet.encode(value, context);
			if (id !== zeroId) return id;
			throw new InvalidField(
				'this is the Primary Network, which has no L1 validators',
				zeroId,
				'Choose an L1. For the Primary Network, use Primary Network Validator, or the event Validator Down or at Risk.',
			);
		},
	},
	{ list: 'searchSubnets' },
);

/** The address of an API, or its path, of which the end is the alias. */
const addressOfApi = /^\/|(?:^|\/)ext\/|:\/\//;

/** An alias of a chain or of a VM on a node. */
export const alias = (placeholder: string, description: string): Field =>
	text(
		{
			displayName: 'Alias',
			name: 'alias',
			placeholder,
			description,
			fixOf: (entered) =>
				addressOfApi.test(entered)
					? 'This is an address or a path: enter the alias alone, without a URL or /ext/ in front.'
					: undefined,
		},
		'an alias of 1 to 512 bytes, without /ext/ in front',
		(name) => Buffer.byteLength(name) <= 512 && !addressOfApi.test(name),
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

/** The placeholder of a token's contract. */
export const tokenExample = 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';

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

/** The order of a list that comes newest first. */
export const sortOrder = (description: string): Field<'asc' | 'desc' | undefined> =>
	optional(
		choice({ displayName: 'Sort Order', name: 'sortOrder', default: 'desc', description }, [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		]),
	);
