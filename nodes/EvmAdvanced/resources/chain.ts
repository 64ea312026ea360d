/** A node's view of a chain, and exports of the chain to a file on the node. */
import { optional } from '../../shared/fields/fields';
import { outOfOrder, type InvalidField } from '../../shared/fields/invalid';
import type { Values } from '../../shared/operation/operations';
import { demand } from '../../shared/operation/pipeline';
import { isRecord } from '../../shared/values/records';
import { plainBlock } from '../../Evm/fields/quantities';
import { readable } from '../../Evm/readable';
import { single, number, type EvmResource } from '../../Evm/rows';
import { nodeFile } from '../fields/ownNode';

function checkExtent({ first, last }: Values): string | InvalidField | undefined {
	if ((first === undefined) !== (last === undefined))
		return 'First Block and Last Block must both be set or both be empty';
	if (first === undefined || Number(first) <= Number(last)) return undefined;
	return outOfOrder(
		'First Block must not be above Last Block',
		['First Block', String(first)],
		['Last Block', String(last)],
	);
}

export const advancedChainResource: EvmResource = {
	name: 'Chain',
	operations: {
		getModules: {
			name: 'Get Many APIs',
			action: 'Get many APIs of chain',
			description:
				'Get the method namespaces that the node serves for the chain, such as eth, net or debug',
			method: 'rpc_modules',
			api: null,
			output: {
				kind: 'list',
				of: (modules) =>
					Object.entries(demand(modules, isRecord, 'map')).map(([namespace, version]) => ({
						namespace,
						version,
					})),
			},
		},
		getSyncing: {
			name: 'Get Sync Status',
			action: 'Get sync status of chain',
			description: 'Always false, because only synced chains answer',
			details: 'Use Avalanche Node Info: Chain > Get Bootstrap Status instead',
			isWarning: true,
			method: 'eth_syncing',
			api: 'gas',
			// While a server catches up, it answers with its progress instead of a boolean.
			output: { kind: 'record', as: 'syncing', isAny: true },
		},
		getPeerCount: {
			name: 'Get Peer Count',
			action: 'Get peer count of chain',
			description: 'Count the peers of the chain; always 0 before Helicon',
			details:
				'Use Avalanche Node Info: Peer > Get Many instead, which lists the peers of the node',
			isWarning: true,
			method: 'net_peerCount',
			api: 'net',
			...number('peerCount'),
		},
		isListening: {
			name: 'Get Listening Status',
			action: 'Get listening status of node',
			description: 'Check whether the node accepts connections (always true)',
			method: 'net_listening',
			api: 'net',
			...single('listening'),
		},
		getCoinbase: {
			name: 'Get Coinbase',
			action: 'Get coinbase of chain',
			description: 'Get the address that burns the fees of blocks',
			method: 'eth_coinbase',
			api: 'coinbase',
			...single('address'),
			simplify: readable(),
			instead:
				'use Avalanche EVM Chains: Block > Get by Number, which returns this address as miner',
		},
		getEtherbase: {
			name: 'Get Etherbase',
			action: 'Get etherbase of chain',
			description: 'Get the same address as Get Coinbase',
			method: 'eth_etherbase',
			api: 'coinbase',
			...single('address'),
			simplify: readable(),
			instead:
				'use Avalanche EVM Chains: Block > Get by Number, which returns this address as miner',
		},
		exportChain: {
			name: 'Export',
			action: 'Export blocks to file on node',
			description: "Write blocks to a file on the node's disk",
			method: 'admin_exportChain',
			api: 'admin',
			effect: true,
			timeLimit: { seconds: 600 },
			params: [
				nodeFile('file', 'File', 'File to write, which must not exist yet'),
				optional(plainBlock('first', 'First Block', 'Number of the first block')),
				optional(plainBlock('last', 'Last Block', 'Number of the last block')),
			],
			check: checkExtent,
			...single('exported'),
		},
		importChain: {
			name: 'Import',
			action: 'Import blocks from file on node',
			description: "Read blocks from a file on the node's disk",
			method: 'admin_importChain',
			api: 'admin',
			effect: true,
			timeLimit: { seconds: 600 },
			params: [nodeFile('file', 'File', 'File that Export wrote')],
			...single('imported'),
		},
	},
};
