/** The Validators API, /ext/bc/<blockchain_id>/validators (Node JSON-RPC document, Validators API). */
import { nodeIds, optional, chain } from '../shared/fields';
import { jsonRpcGroup } from '../shared/operations';

export const validators = jsonRpcGroup(
	{ path: '/ext/bc/{blockchainId}/validators', params: 'named', safe: true },
	{
		validator: {
			name: 'Validator',
			operations: {
				getCurrentValidators: {
					name: 'Get Many',
					action: 'Get many current validators of a blockchain',
					description:
						'The current validators of an L1 or subnet with their weight, connection and uptime as the asked node sees them',
					wire: 'validators.getCurrentValidators',
					params: [
						{
							...chain,
							displayName: 'Blockchain ID',
							name: 'blockchainId',
							placeholder: 'e.g. 2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
							description: 'Blockchain ID of the L1 or subnet chain, or an alias that the node knows',
						},
						optional({
							...nodeIds,
							description: 'Only these validators, separated by commas; all when empty. Unknown ones are left out',
						}),
					],
					output: { kind: 'list', field: 'validators' },
					exact: ['weight'],
					numeric: ['startTimestamp', 'uptimeSeconds', 'uptimePercentage'],
					notPublic:
						"The public node does not serve the validators of an L1: ask a node that tracks that L1's chain",
				},
			},
		},
	},
);
