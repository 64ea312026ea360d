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
			action: 'Call function of a contract',
			description:
				'Calls a function by its signature, without sending a transaction, and decodes what it returns; where the contract rejects the call, the reason is the error',
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
			action: 'Encode call of a function',
			description:
				'The data of a call of a function, for a transaction or a raw call. Nothing is sent to the node',
			wire: 'eth_call',
			params: callFields,
			offline: true,
			check: checkCall,
			run: async (_client, values) => ({ ok: true, result: [{ data: toCallData(values) }] }),
		}),
		call: read({
			name: 'Call Raw',
			action: 'Call contract with encoded data',
			description:
				'Executes a call on top of a block without sending a transaction, and gives back the bytes it returns',
			wire: 'eth_call',
			params: [transaction, block(), optional(stateOverrides), optional(blockOverrides)],
			...named('data'),
			explain: explainRevert,
		}),
		callDetailed: read({
			name: 'Call Raw Detailed',
			action: 'Call contract with encoded data in detail',
			description:
				'Like Call Raw, with the gas used and the error as values; a call that is reverted is no failure here',
			wire: 'eth_callDetailed',
			params: [transaction, block(), optional(stateOverrides)],
			exact: ['gas'],
		}),
		getCode: read({
			name: 'Get Code',
			action: 'Get code of a contract',
			description: 'The code at an address; 0x where no contract is',
			wire: 'eth_getCode',
			params: [contract, block()],
			...named('code'),
		}),
		getStorage: read({
			name: 'Get Storage',
			action: 'Get storage of a contract',
			description: 'The 32 bytes in a storage slot of a contract',
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
			action: 'Get many decoded logs of events',
			description:
				'The logs of events in a range of blocks or in one block, decoded by the signatures of the events. A range that the server finds too long is read in parts',
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
			description:
				'The logs of a range of blocks or of one block, as they stand there. A range that the server finds too long is read in parts',
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

const ofOneNode =
	'Only the node that made the filter knows it, for 5 minutes after each call: behind one URL there may be many nodes, as at the public one';

export const filterOperations: Resource = {
	name: 'Filter',
	operations: {
		createLogs: act({
			name: 'Create for Logs',
			action: 'Create filter for logs',
			description: `Makes the node collect logs from now on. ${ofOneNode}`,
			wire: 'eth_newFilter',
			params: logFilter,
			check: checkLogFilter,
			toParams: (values) => [toCriteria(values)],
			...named('filterId'),
		}),
		createBlocks: act({
			name: 'Create for Blocks',
			action: 'Create filter for blocks',
			description: `Makes the node collect the hashes of new blocks from now on. ${ofOneNode}`,
			wire: 'eth_newBlockFilter',
			...named('filterId'),
		}),
		createPendingTransactions: act({
			name: 'Create for Pending Transactions',
			action: 'Create filter for pending transactions',
			description: `Makes the node collect the transactions that come into its pool from now on. ${ofOneNode}`,
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
			action: 'Get many changes of a filter',
			description: `What a filter has collected since it was last asked: each thing comes once. ${ofOneNode}`,
			wire: 'eth_getFilterChanges',
			params: [filterId],
			...list('hash'),
			simplify: readLog,
		}),
		getLogs: read({
			name: 'Get Many Logs',
			action: 'Get many logs of a filter',
			description: `All logs that a filter for logs fits, again and again. ${ofOneNode}`,
			wire: 'eth_getFilterLogs',
			params: [filterId],
			output: { kind: 'list' },
			simplify: readLog,
		}),
		remove: act({
			name: 'Delete',
			action: 'Delete filter',
			description: `Ends a filter. ${ofOneNode}`,
			wire: 'eth_uninstallFilter',
			params: [filterId],
			...named('deleted'),
		}),
	},
};
