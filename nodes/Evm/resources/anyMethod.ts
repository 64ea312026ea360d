/** Calls methods without a row of their own, such as warp_ methods and those of other chains or future nodes. */
import { fieldValue, optional } from '../../shared/fields/fields';
import { text } from '../../shared/fields/kinds';
import { anything } from '../../shared/operation/operations';
import { json } from '../../shared/fields/json';
import type { EvmResource } from '../rows';

const ofWarp =
	'Warp methods need "warp-api-enabled": true in the chain config. They were removed for the C-Chain in avalanchego 1.15 (Helicon); use a signature aggregator.';

const parameters = optional(
	json<unknown[]>(
		{
			displayName: 'Parameters',
			name: 'parameters',
			default: '[]',
			placeholder: 'e.g. ["latest", false]',
			description:
				'Parameters in order, as a JSON list. Integers beyond 2^53 are sent as text. Enter no passwords or keys: n8n stores the parameters with the workflow and executions.',
		},
		'a JSON list',
		Array.isArray,
	),
);

export const anyMethodResource: EvmResource = {
	name: 'Any Method',
	operations: {
		call: {
			name: 'Call Any Method',
			action: 'Call any JSON RPC method',
			description:
				"Call any of the chain's methods by name, with JSON parameters; never retried, not batched",
			method: '{method}',
			api: null,
			effect: true,
			params: [
				text(
					{
						displayName: 'Method',
						name: 'method',
						placeholder: 'e.g. eth_getBlockByNumber',
						description: 'Name of the JSON-RPC method',
					},
					'the name of a method such as eth_getBlockByNumber',
					(name) => /^[A-Za-z]\w*([._]\w+)+$/.test(name),
				),
				parameters,
			],
			toParams: (values) => fieldValue(values, parameters) ?? [],
			output: anything,
			explain: ({ kind }, { method }) =>
				kind === 'method-unknown' && /^warp_/.test(String(method)) ? ofWarp : undefined,
		},
	},
};
