/** A node's view of a chain, and the chain in a file of its disk. */
import { optional } from '../../shared/fields';
import { plainNumber } from '../../Evm/fields/quantities';
import { readable } from '../../Evm/readable';
import { named, number, type EvmResource } from '../../Evm/rows';
import { nodeFile } from '../fields/ownNode';

export const chainResource: EvmResource = {
	name: 'Chain',
	operations: {
		getModules: {
			name: 'Get Many APIs',
			action: 'Get many APIs of chain',
			description:
				'Get the method namespaces that the node serves for the chain, such as eth, net or debug',
			method: 'rpc_modules',
			output: {
				kind: 'list',
				of: (modules) =>
					Object.entries(modules ?? {}).map(([namespace, version]) => ({ namespace, version })),
			},
		},
		getSyncing: {
			name: 'Get Sync Status',
			action: 'Get sync status of chain',
			description:
				'Always false, as only synced chains answer; use Avalanche Info: Chain > Is Bootstrapped',
			method: 'eth_syncing',
			...named('syncing'),
		},
		getPeerCount: {
			name: 'Get Peer Count',
			action: 'Get peer count of chain',
			description:
				'Always 0 before avalanchego 1.15 (Helicon); use Avalanche Info: Peer > Get Many',
			method: 'net_peerCount',
			...number('peerCount'),
		},
		isListening: {
			name: 'Is Listening',
			action: 'Check whether node is listening',
			description: 'Check whether the node accepts connections (always true)',
			method: 'net_listening',
			...named('listening'),
		},
		getCoinbase: {
			name: 'Get Coinbase',
			action: 'Get coinbase of chain',
			description: 'Get the address that receives fees: on Avalanche, the address that burns them',
			method: 'eth_coinbase',
			...named('address'),
			simplify: readable(),
			instead: 'use Avalanche EVM: Block > Get by Number, which returns this address as miner',
		},
		getEtherbase: {
			name: 'Get Etherbase',
			action: 'Get etherbase of chain',
			description: 'Get the etherbase, which is the same address as the coinbase',
			method: 'eth_etherbase',
			...named('address'),
			simplify: readable(),
			instead: 'use Avalanche EVM: Block > Get by Number, which returns this address as miner',
		},
		exportChain: {
			name: 'Export',
			action: 'Export blocks to file on node',
			description: "Write the chain's blocks to a file on the node's disk",
			method: 'admin_exportChain',
			effect: true,
			params: [
				nodeFile('file', 'File', 'File to write, which must not exist yet'),
				optional(plainNumber('first', 'First Block', 'Number of the first block')),
				optional(plainNumber('last', 'Last Block', 'Number of the last block')),
			],
			check: ({ first, last }) =>
				(first === undefined) !== (last === undefined)
					? 'First Block and Last Block must both be set or both be empty'
					: Number(first) > Number(last)
						? 'First Block must not be above Last Block'
						: undefined,
			...named('exported'),
		},
		importChain: {
			name: 'Import',
			action: 'Import blocks from file on node',
			description: "Read blocks from a file on the node's disk",
			method: 'admin_importChain',
			effect: true,
			params: [nodeFile('file', 'File', 'File that Export wrote')],
			...named('imported'),
		},
	},
};
