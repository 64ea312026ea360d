/**
 * Validators of the Primary Network and of L1s from the P-Chain, and those of a chain from its Validators API,
 * /ext/bc/<blockchain_id>/validators (Node JSON-RPC document).
 */
import { asked, count, exact, time, truth } from '../shared/operation/columns';
import { chooseValidators } from '../shared/fields/chosenValidators';
import { l1Chain } from '../shared/chains/fields';
import { jsonRpcGroup } from '../shared/operation/groups';
import { nameGroup, oneForEachValidator, who } from './columns';
import { l1Validator } from './l1';
import { primaryValidator } from './primary';

export const validators = jsonRpcGroup(
	{ path: '/ext/bc/{blockchainId}/validators', params: 'named', safe: true },
	{
		primaryValidator,
		l1Validator,
		validator: {
			name: 'Tracked L1 Validator',
			operations: {
				getCurrentValidators: {
					name: 'Get Many',
					action: 'Get many current L1 or subnet validators',
					description: 'Current validators of an L1 or subnet, with their uptime',
					method: 'validators.getCurrentValidators',
					params: [
						{
							...l1Chain,
							placeholder: 'e.g. 2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
							description:
								'L1 or subnet from the list, its ID (blockchain ID, EVM chain ID or alias) or its name',
						},
						...chooseValidators('searchChainValidators', { withAll: true }),
					],
					output: { kind: 'list', field: 'validators' },
					exact: ['weight'],
					numeric: ['startTimestamp', 'uptimeSeconds', 'uptimePercentage'],
					oneForEach: oneForEachValidator,
					named: nameGroup,
					simplify: {
						...who,
						connected: truth('isConnected'),
						uptime: { ...count('uptimePercentage'), unit: 'percent' },
						weight: exact('weight'),
						active: truth('isActive'),
						start: time('startTimestamp'),
						uptimeSeconds: count('uptimeSeconds'),
						isL1Validator: truth('isL1Validator'),
						validationId: 'validationID',
						blockchainId: asked('blockchainId'),
					},
					notPublic: 'Needs a node that tracks the L1',
					details: 'The uptime is as the queried node sees it',
				},
			},
		},
	},
);
