/** Contracts and what they log: as the methods take them, and by signature for people. */
import type { IDataObject } from 'n8n-workflow';
import { flag, optional } from '../shared/fields';
import type { Call, Resource } from '../shared/operations';
import {
	block,
	blockOverrides,
	callFields,
	checkLogFilter,
	contract,
	eventFilters,
	events,
	filterId,
	from,
	gas,
	logFilter,
	logRange,
	slot,
	stateOverrides,
	toCriteria,
	transaction,
	value,
	valueUnit,
} from './fields';
import {
	callFunction,
	checkCall,
	checkEvents,
	explainRevert,
	readEvents,
	toCallData,
	toCallParams,
	toEventCriteria,
} from './contractCalls';
import { readLogs, type Criteria } from './logs';
import { readable } from './readable';
import { act, list, named, read } from './rows';

const readLog = readable();

/** A decoded log without what was decoded; its arguments are values already. */
const readEvent = ({ event, signature, args, ...log }: IDataObject): IDataObject => ({
	event,
	signature,
	args,
	...readable('topics', 'data')(log),
});

export const contractOperations: Resource = {
	name: 'Contract',
	operations: {
		callFunction: read({
			name: 'Call Function',
			action: 'Call contract function',
			description:
				'Call a function without sending a transaction, and decode its result or revert reason',
			wire: 'eth_call',
			params: [
				contract,
				...callFields,
				block(),
				optional(from),
				optional(value),
				optional(valueUnit),
				optional(gas),
			],
			check: checkCall,
			toParams: toCallParams,
			run: callFunction,
		}),
		encodeCall: read({
			name: 'Encode Call',
			action: 'Encode function call',
			description:
				'Encode a function call for a transaction or raw call, without contacting the node',
			wire: 'eth_call',
			params: callFields,
			offline: true,
			check: checkCall,
			run: async (_client, values) => ({ ok: true, result: [{ data: toCallData(values) }] }),
		}),
		call: read({
			name: 'Call Raw',
			action: 'Call contract with encoded data',
			description: 'Run encoded call data without sending a transaction, and return the raw bytes',
			wire: 'eth_call',
			params: [transaction, block(), optional(stateOverrides), optional(blockOverrides)],
			...named('data'),
			explain: explainRevert,
		}),
		callDetailed: read({
			name: 'Call Raw Detailed',
			action: 'Call contract with encoded data in detail',
			description:
				'Like Call Raw, plus the gas used; returns a revert as values instead of failing the item',
			wire: 'eth_callDetailed',
			params: [transaction, block(), optional(stateOverrides)],
			exact: ['gas'],
		}),
		getCode: read({
			name: 'Get Code',
			action: 'Get contract code',
			description: 'Get the bytecode at an address; 0x where there is no contract',
			wire: 'eth_getCode',
			params: [contract, block()],
			...named('code'),
		}),
		getStorage: read({
			name: 'Get Storage',
			action: 'Get contract storage',
			description: "Get the 32 bytes in one of a contract's storage slots",
			wire: 'eth_getStorageAt',
			params: [contract, slot, block()],
			...named('value'),
		}),
	},
};

export const logOperations: Resource = {
	name: 'Log',
	operations: {
		getMany: read({
			name: 'Get Many',
			action: 'Get many decoded event logs',
			description:
				'Get event logs of a block range or one block, decoded by signature; long ranges are split',
			wire: 'eth_getLogs',
			params: [events, ...logRange, ...eventFilters],
			check: (values) => checkLogFilter(values) ?? checkEvents(values),
			toParams: (values) => [toEventCriteria(values)],
			output: { kind: 'list' },
			run: readEvents,
			simplify: readEvent,
		}),
		getManyRaw: read({
			name: 'Get Many Raw',
			action: 'Get many raw logs',
			description: 'Get undecoded logs of a block range or one block; long ranges are split',
			wire: 'eth_getLogs',
			params: logFilter,
			check: checkLogFilter,
			toParams: (values) => [toCriteria(values)],
			output: { kind: 'list' },
			run: async (client, _values, most, call) => {
				const { path, params } = call as Extract<Call, { kind: 'rpc' }>;
				return await readLogs(client, path, (params as Criteria[])[0], most);
			},
			simplify: readLog,
		}),
	},
};

const ofOneNode = 'Needs a single-node URL (not the public one); expires after 5 idle minutes';

export const filterOperations: Resource = {
	name: 'Filter',
	operations: {
		createLogs: act({
			name: 'Create for Logs',
			action: 'Create log filter',
			description: `Collect logs on the node from now on. ${ofOneNode}`,
			wire: 'eth_newFilter',
			params: logFilter,
			check: checkLogFilter,
			toParams: (values) => [toCriteria(values)],
			...named('filterId'),
		}),
		createBlocks: act({
			name: 'Create for Blocks',
			action: 'Create block filter',
			description: `Collect new block hashes on the node. ${ofOneNode}`,
			wire: 'eth_newBlockFilter',
			...named('filterId'),
		}),
		createPendingTransactions: act({
			name: 'Create for Pending Transactions',
			action: 'Create pending transaction filter',
			description: `Collect new pending transactions on the node. ${ofOneNode}`,
			wire: 'eth_newPendingTransactionFilter',
			params: [
				optional(
					flag({
						displayName: 'Full Transactions',
						name: 'fullTransactions',
						description: 'Whether to collect whole transactions instead of their hashes',
					}),
				),
			],
			...named('filterId'),
		}),
		getChanges: act({
			name: 'Get Many Changes',
			action: 'Get many filter changes',
			description: `Get new entries since the last call. ${ofOneNode}`,
			wire: 'eth_getFilterChanges',
			params: [filterId],
			...list('hash'),
			simplify: readLog,
		}),
		getLogs: read({
			name: 'Get Many Logs',
			action: 'Get many filter logs',
			description: `Get the full list of logs matching a filter. ${ofOneNode}`,
			wire: 'eth_getFilterLogs',
			params: [filterId],
			output: { kind: 'list' },
			simplify: readLog,
		}),
		remove: act({
			name: 'Delete',
			action: 'Delete filter',
			description: `Delete a filter from the node. ${ofOneNode}`,
			wire: 'eth_uninstallFilter',
			params: [filterId],
			...named('deleted'),
		}),
	},
};
