import { optional } from '../../shared/fields/fields';
import { contract } from '../fields/addresses';
import { block } from '../fields/blocks';
import { callFields } from '../fields/declarations';
import { blockOverrides, stateOverrides } from '../fields/overrides';
import { slot } from '../fields/storage';
import { from, gas, transactionArgs, value, valueUnit } from '../fields/transactions';
import {
	callFunction,
	checkCall,
	checkScaledCall,
	decimals,
	encodeFunctionCall,
	toCallParams,
} from '../callContract';
import { explainRevert } from '../reverts';
import { readable } from '../readable';
import { sayWholeNumbersOfCalls } from '../remarks';
import { single, type EvmResource } from '../rows';

export const contractResource: EvmResource = {
	name: 'Contract',
	operations: {
		callFunction: {
			name: 'Call Function',
			action: 'Call contract function',
			description:
				'Call a function without sending a transaction, and decode its result or revert reason',
			method: 'eth_call',
			api: 'chain',
			params: [
				contract,
				...callFields,
				block(),
				optional(from),
				optional(value),
				optional(valueUnit),
				optional(gas),
				decimals,
			],
			check: checkScaledCall,
			toParams: toCallParams,
			run: callFunction,
			remarks: [sayWholeNumbersOfCalls],
			about: ['contract', 'chain', 'block'],
		},
		encodeCall: {
			name: 'Encode Call',
			action: 'Encode function call',
			description:
				'Encode a function call for a transaction or raw call, without contacting the node',
			params: callFields,
			check: checkCall,
			run: encodeFunctionCall,
			returns: ['args', 'data'],
		},
		call: {
			name: 'Call Raw',
			action: 'Call contract with encoded data',
			description: 'Run encoded call data without sending a transaction, and return the raw bytes',
			method: 'eth_call',
			api: 'chain',
			params: [transactionArgs, block(), stateOverrides, blockOverrides],
			...single('data'),
			explain: explainRevert,
		},
		callDetailed: {
			name: 'Call Raw Detailed',
			action: 'Call contract with raw data in detail',
			description:
				'Like Call Raw, plus the gas used; returns a revert as values instead of failing the item',
			method: 'eth_callDetailed',
			api: 'avalancheCalls',
			params: [transactionArgs, block(), stateOverrides],
			exact: ['gas'],
			simplify: readable(),
			about: ['chain', 'block'],
		},
		getCode: {
			name: 'Get Code',
			action: 'Get contract code',
			description: 'Get the bytecode at an address; 0x where there is no contract',
			method: 'eth_getCode',
			api: 'chain',
			params: [contract, block()],
			...single('code'),
			about: ['contract', 'chain', 'block'],
		},
		getStorage: {
			name: 'Get Storage',
			action: 'Get contract storage',
			description: "Get the 32 bytes in one of a contract's storage slots",
			method: 'eth_getStorageAt',
			api: 'chain',
			params: [contract, slot, block()],
			...single('value'),
			about: ['contract', 'chain', 'block', 'slot'],
		},
	},
};
