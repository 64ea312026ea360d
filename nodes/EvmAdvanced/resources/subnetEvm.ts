/** Methods of subnet-EVM chains that the C-Chain lacks (Node JSON-RPC document, Subnet EVM additions). */
import { l1Chain } from '../../shared/chains/fields';
import { count } from '../../shared/operation/columns';
import { optional } from '../../shared/fields/fields';
import { timestamp } from '../../shared/fields/moments';
import { block } from '../../Evm/fields/blocks';
import { readable } from '../../Evm/readable';
import { feeColumns, feeConfigFields } from '../../Evm/resources/chain';
import { servedBy, type EvmResource, type EvmRow } from '../../Evm/rows';

const subnetChain = {
	...l1Chain,
	name: 'chain',
	placeholder: 'e.g. 2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
	description: 'Subnet-EVM chain (not the C-Chain) from the list, its ID or its name',
};

const onSubnetEvm = (row: EvmRow): EvmRow => ({
	...row,
	...servedBy(
		'Only subnet-EVM chains serve this, not the C-Chain. Set Chain to the blockchain ID of such a chain.',
	),
	params: [subnetChain, ...(row.params ?? [])],
});

const time = optional(
	timestamp({
		displayName: 'Time',
		name: 'timestamp',
		description: "Time to get the rules for; the latest block's time when empty",
	}),
);

export const subnetEvmResource: EvmResource = {
	name: 'Subnet EVM',
	operations: {
		getFeeConfig: onSubnetEvm({
			name: 'Get Fee Config',
			action: 'Get fee config of subnet EVM chain',
			description:
				'Get the fee parameters (base fee in gwei), and the block that last changed them',
			method: 'eth_feeConfig',
			api: null,
			params: [block()],
			exact: feeConfigFields,
			about: ['chain', 'block'],
			simplify: { ...feeColumns('feeConfig.'), lastChangedAt: count('lastChangedAt') },
		}),
		getActiveRules: onSubnetEvm({
			name: 'Get Active Rules',
			action: 'Get active rules of subnet EVM chain',
			description: 'Get the rules and precompiles that are active at a given time',
			method: 'eth_getActiveRulesAt',
			api: null,
			params: [time],
			simplify: readable(),
		}),
		getActivePrecompiles: onSubnetEvm({
			name: 'Get Active Precompiles',
			action: 'Get active precompiles of subnet EVM',
			description: 'Get the configs of active precompiles',
			method: 'eth_getActivePrecompilesAt',
			api: null,
			params: [time],
			simplify: readable(),
			deprecated: 'use Get Active Rules',
		}),
	},
};
