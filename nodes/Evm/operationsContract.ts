/** Contracts and what they log: as the methods take them, and by signature for people. */
import { flag, optional } from '../shared/fields';
import type { Call, Resource } from '../shared/operations';
import {
	block,
	blockOverrides,
	checkLogFilter,
	contract,
	filterId,
	logFilter,
	slot,
	stateOverrides,
	toCriteria,
	transaction,
} from './fields';
import { readLogs, type Criteria } from './logs';
import { readable } from './readable';
import { act, list, named, read } from './rows';

const readLog = readable();

export const contractOperations: Resource = {
	name: 'Contract',
	operations: {
		call: read({
			name: 'Call Raw',
			action: 'Call contract with encoded data',
			description: 'Executes a call on top of a block without sending a transaction, and gives back the bytes it returns',
			wire: 'eth_call',
			params: [transaction, block(), optional(stateOverrides), optional(blockOverrides)],
			...named('data'),
		}),
		callDetailed: read({
			name: 'Call Raw Detailed',
			action: 'Call contract with encoded data in detail',
			description: 'Like Call Raw, with the gas used and the error as values; a call that is reverted is no failure here',
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

const ofOneNode = 'Only the node that made the filter knows it, for 5 minutes after each call: behind one URL there may be many nodes, as at the public one';

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
				optional(flag({ displayName: 'Full Transactions', name: 'fullTransactions', description: 'Whether to collect whole transactions instead of their hashes' })),
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
