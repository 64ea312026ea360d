import { flag } from '../../shared/fields/kinds';
import { optional } from '../../shared/fields/fields';
import { checkLogFilter, filterId, logFilter, toCriteria } from '../../Evm/fields/logs';
import { readable } from '../../Evm/readable';
import { list, single, type EvmResource } from '../../Evm/rows';

const ofOneNode = {
	notPublic: 'A filter needs the URL of a single node, and ends after 5 idle minutes',
	note: 'Own node only',
};

export const filterResource: EvmResource = {
	name: 'Filter',
	operations: {
		createLogs: {
			name: 'Create for Logs',
			action: 'Create log filter',
			description: 'Collect logs on the node from now on',
			...ofOneNode,
			method: 'eth_newFilter',
			api: 'logs',
			effect: true,
			params: logFilter,
			check: checkLogFilter,
			toParams: (values) => [toCriteria(values)],
			...single('filterId'),
		},
		createBlocks: {
			name: 'Create for Blocks',
			action: 'Create block filter',
			description: 'Collect new block hashes on the node',
			...ofOneNode,
			method: 'eth_newBlockFilter',
			api: 'logs',
			effect: true,
			...single('filterId'),
		},
		createPendingTransactions: {
			name: 'Create for Pending Transactions',
			action: 'Create pending transaction filter',
			description: 'Collect new pending transactions on the node',
			...ofOneNode,
			method: 'eth_newPendingTransactionFilter',
			api: 'logs',
			effect: true,
			params: [
				optional(
					flag({
						displayName: 'Full Transactions',
						name: 'fullTransactions',
						description: 'Whether to collect whole transactions instead of their hashes',
					}),
				),
			],
			...single('filterId'),
		},
		getChanges: {
			name: 'Get Many Changes',
			action: 'Get many filter changes',
			description: 'Get new entries since the last call',
			...ofOneNode,
			method: 'eth_getFilterChanges',
			api: 'logs',
			effect: true,
			params: [filterId],
			...list('hash'),
			simplify: readable(),
		},
		getLogs: {
			name: 'Get Many Logs',
			action: 'Get many filter logs',
			description: 'Get the full list of logs matching a filter',
			...ofOneNode,
			method: 'eth_getFilterLogs',
			api: 'logs',
			params: [filterId],
			output: { kind: 'list' },
			simplify: readable(),
		},
		remove: {
			name: 'Delete',
			action: 'Delete filter',
			description: 'Delete a filter from the node',
			...ofOneNode,
			method: 'eth_uninstallFilter',
			api: 'logs',
			effect: true,
			params: [filterId],
			...single('deleted'),
		},
	},
};
