/** The chain itself: its IDs, its config, and the node's view of it. */
import type { IDataObject } from 'n8n-workflow';
import { toColumns } from '../../shared/columns';
import { optional } from '../../shared/fields';
import { isRecord } from '../../shared/records';
import { bytes } from '../fields/bytes';
import { nodeFile } from '../fields/ownNode';
import { plainNumber } from '../fields/quantities';
import { named, number, type EvmResource } from '../rows';
import { readable, toTime } from '../readable';
import { feeColumns, feeConfigFields } from './subnetEvm';

/** A config with the time of each upgrade, such as durangoTime, and the fees in gwei; nothing of it depends on the chain. */
function readConfig({ feeConfig, ...config }: IDataObject): IDataObject {
	const entries = Object.entries(config).map(([key, value]) => {
		const [, upgrade] = /^(.+?)(?:BlockTimestamp|Timestamp|Time)$/.exec(key) ?? [];
		const moment = upgrade === undefined ? undefined : toTime(value);
		return moment === undefined ? [key, value] : [`${upgrade}Time`, moment];
	});
	return {
		...readable()(Object.fromEntries(entries) as IDataObject),
		...(isRecord(feeConfig) && { feeConfig: toColumns(feeConfig, feeColumns(), {}) }),
	};
}

export const chainResource: EvmResource = {
	name: 'Chain',
	operations: {
		getId: {
			name: 'Get ID',
			action: 'Get EVM chain ID',
			description:
				'Get the chain ID that transactions are signed for (C-Chain: 43114, on Fuji: 43113)',
			method: 'eth_chainId',
			...number('chainId'),
		},
		getNetworkVersion: {
			name: 'Get Network ID',
			action: 'Get EVM network ID',
			description: 'Get the EVM network ID, which equals the chain ID on Avalanche',
			method: 'net_version',
			...named('networkId'),
		},
		getClientVersion: {
			name: 'Get Client Version',
			action: 'Get client version',
			description: 'Get the version of the software that runs the chain',
			method: 'web3_clientVersion',
			...named('clientVersion'),
		},
		getConfig: {
			name: 'Get Config',
			action: 'Get chain config',
			description:
				'Get the chain ID and upgrade schedule, plus fees and precompiles on subnet-EVM chains',
			method: 'eth_getChainConfig',
			exact: feeConfigFields,
			simplify: readConfig,
		},
		isListening: {
			name: 'Is Listening',
			action: 'Check whether node is listening',
			description: 'Check whether the node accepts connections (always true)',
			method: 'net_listening',
			...named('listening'),
		},
		getPeerCount: {
			name: 'Get Peer Count',
			action: 'Get peer count of chain',
			description:
				'Always 0 before avalanchego 1.15 (Helicon); use Avalanche Info: Peer > Get Many',
			method: 'net_peerCount',
			...number('peerCount'),
		},
		getSyncing: {
			name: 'Get Sync Status',
			action: 'Get sync status of chain',
			description:
				'Always false, as only synced chains answer; use Avalanche Info: Chain > Is Bootstrapped',
			method: 'eth_syncing',
			...named('syncing'),
		},
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
		hashData: {
			name: 'Hash Data',
			action: 'Hash data with Keccak-256',
			description: 'Compute the Keccak-256 hash of bytes, as the EVM does',
			method: 'web3_sha3',
			params: [
				bytes({
					displayName: 'Data',
					name: 'data',
					placeholder: 'e.g. 0x68656c6c6f',
					description: 'Bytes to hash, in hexadecimal',
				}),
			],
			...named('hash'),
		},
		getCoinbase: {
			name: 'Get Coinbase',
			action: 'Get coinbase of chain',
			description: 'Get the address that receives fees: on Avalanche, the address that burns them',
			method: 'eth_coinbase',
			...named('address'),
			simplify: readable(),
			instead: 'use Block > Get by Number, which returns this address as miner',
		},
		getEtherbase: {
			name: 'Get Etherbase',
			action: 'Get etherbase of chain',
			description: 'Get the etherbase, which is the same address as the coinbase',
			method: 'eth_etherbase',
			...named('address'),
			simplify: readable(),
			instead: 'use Block > Get by Number, which returns this address as miner',
		},
		exportChain: {
			name: 'Export',
			action: 'Export blocks to file on node',
			description: "Write the chain's blocks to a file on the node's disk",
			method: 'admin_exportChain',
			effect: true,
			timeLimit: { seconds: 600 },
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
			timeLimit: { seconds: 600 },
			params: [nodeFile('file', 'File', 'File that Export wrote')],
			...named('imported'),
		},
	},
};
