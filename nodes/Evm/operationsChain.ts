/** What the EVM API says of the chain: accounts, blocks, fees and the chain itself. */
import type { IDataObject } from 'n8n-workflow';
import { InvalidField, optional, textList, timestamp } from '../shared/fields';
import type { Operation, Resource } from '../shared/operations';
import {
	account,
	block,
	blockHash,
	blockNumber,
	bytes,
	chain,
	fullTransactions,
	nodeFile,
	plainNumber,
	quantity,
	slots,
	transactionIndex,
} from './fields';
import { offByDefault } from './apis';
import { readable, readBlock, readProof, readReceipt } from './readable';
import {
	act,
	beforeHelicon,
	found,
	foundList,
	foundNumber,
	list,
	named,
	number,
	read,
	servedBy,
} from './rows';

/** Numbers of a fee config, which can pass 2^53. */
const feeConfigFields = [
	...['gasLimit', 'minBaseFee', 'targetGas', 'baseFeeChangeDenominator'],
	...['minBlockGasCost', 'maxBlockGasCost', 'blockGasCostStep'],
];

const noUncles = 'Never finds anything, because Avalanche has no uncle blocks';
/** What a header cannot tell since blocks are executed after they are accepted. */
const feeOfHeader =
	'Since Helicon, its base fee is an upper bound (see receipts) and its state root an earlier one';

/** A block; since Helicon, where it tells what it settles, with the word that its base fee is an upper bound. */
const readStoredBlock = (block: IDataObject): IDataObject => ({
	...readBlock(block),
	...('settledHeight' in block && { baseFeeIsHighestPossible: true }),
});

const signOutside = 'sign outside the node and use Transaction > Send Raw';

export const accountOperations: Resource = {
	name: 'Account',
	operations: {
		getBalance: read({
			name: 'Get Balance',
			action: 'Get native token balance of account',
			description:
				"Get an account's balance in wei and whole tokens. Since Helicon, waits until the block is executed",
			wire: 'eth_getBalance',
			params: [account, block()],
			...number('balance'),
		}),
		getTransactionCount: read({
			name: 'Get Transaction Count',
			action: 'Get transaction count of account',
			description:
				'Count sent transactions (the next nonce); block pending adds those waiting on the node',
			wire: 'eth_getTransactionCount',
			params: [account, block()],
			...number('transactionCount'),
		}),
		getProof: read({
			name: 'Get Proof',
			action: 'Get Merkle proof of account',
			description:
				'Get Merkle proofs of an account, for recent blocks only (the last 32 on pruning nodes)',
			wire: 'eth_getProof',
			params: [account, optional(slots), block()],
			toParams: ({ address, slots: keys = [], block: at }) => [address, keys, at],
			simplify: readProof,
		}),
		getMany: offByDefault(
			read({
				name: 'Get Many',
				action: 'Get many accounts in node keystore',
				description: "Get the addresses in the node's keystore",
				wire: 'eth_accounts',
				...list('address'),
				...beforeHelicon(signOutside),
			}),
		),
		sign: act({
			name: 'Sign Data',
			action: 'Sign data with node keystore',
			description: "Sign data with an unlocked account from the node's keystore",
			wire: 'eth_sign',
			params: [
				account,
				bytes({ displayName: 'Data', name: 'data', description: 'Bytes to sign, in hexadecimal' }),
			],
			...named('signature'),
			notPublic: 'The public node has no keystore',
		}),
	},
};

export const blockOperations: Resource = {
	name: 'Block',
	operations: {
		getByNumber: read({
			name: 'Get by Number',
			action: 'Get block by number',
			description: `Get a block. ${feeOfHeader}`,
			wire: 'eth_getBlockByNumber',
			params: [blockNumber(), fullTransactions],
			...found(readStoredBlock),
		}),
		getByHash: read({
			name: 'Get by Hash',
			action: 'Get block by hash',
			description: `Get a block. ${feeOfHeader}`,
			wire: 'eth_getBlockByHash',
			params: [blockHash, fullTransactions],
			...found(readStoredBlock),
		}),
		getLatestNumber: read({
			name: 'Get Latest Number',
			action: 'Get latest block number',
			description:
				'Get the number of the last accepted block (since avalanchego 1.15: last executed block)',
			wire: 'eth_blockNumber',
			...number('blockNumber'),
		}),
		getHeaderByNumber: read({
			name: 'Get Header by Number',
			action: 'Get block header by number',
			description: `Get a block header. ${feeOfHeader}`,
			wire: 'eth_getHeaderByNumber',
			params: [blockNumber()],
			...found(readStoredBlock),
		}),
		getHeaderByHash: read({
			name: 'Get Header by Hash',
			action: 'Get block header by hash',
			description: `Get a block header. ${feeOfHeader}`,
			wire: 'eth_getHeaderByHash',
			params: [blockHash],
			...found(readStoredBlock),
		}),
		getReceipts: read({
			name: 'Get Many Receipts',
			action: 'Get many receipts of block',
			description:
				'Get receipts and fees paid of all transactions in a block. Since Helicon, waits until the block is executed',
			wire: 'eth_getBlockReceipts',
			params: [block()],
			...foundList(readReceipt),
		}),
		getTransactionCountByNumber: read({
			name: 'Get Transaction Count by Number',
			action: 'Get transaction count of block by number',
			description: 'Count the transactions in a block',
			wire: 'eth_getBlockTransactionCountByNumber',
			params: [blockNumber()],
			...foundNumber('transactionCount'),
		}),
		getTransactionCountByHash: read({
			name: 'Get Transaction Count by Hash',
			action: 'Get transaction count of block by hash',
			description: 'Count the transactions in a block',
			wire: 'eth_getBlockTransactionCountByHash',
			params: [blockHash],
			...foundNumber('transactionCount'),
		}),
		getUncleByNumber: read({
			name: 'Get Uncle by Number',
			action: 'Get uncle of block by number',
			description: noUncles,
			wire: 'eth_getUncleByBlockNumberAndIndex',
			params: [
				blockNumber(),
				{ ...transactionIndex, description: 'Position of the uncle in the block, starting at 0' },
			],
			...found(readBlock),
		}),
		getUncleByHash: read({
			name: 'Get Uncle by Hash',
			action: 'Get uncle of block by hash',
			description: noUncles,
			wire: 'eth_getUncleByBlockHashAndIndex',
			params: [
				blockHash,
				{ ...transactionIndex, description: 'Position of the uncle in the block, starting at 0' },
			],
			...found(readBlock),
		}),
		getUncleCountByNumber: read({
			name: 'Get Uncle Count by Number',
			action: 'Get uncle count of block by number',
			description: "Count a block's uncles (always 0 on Avalanche)",
			wire: 'eth_getUncleCountByBlockNumber',
			params: [blockNumber()],
			...foundNumber('uncleCount'),
		}),
		getUncleCountByHash: read({
			name: 'Get Uncle Count by Hash',
			action: 'Get uncle count of block by hash',
			description: "Count a block's uncles (always 0 on Avalanche)",
			wire: 'eth_getUncleCountByBlockHash',
			params: [blockHash],
			...foundNumber('uncleCount'),
		}),
		getBad: read({
			name: 'Get Many Bad',
			action: 'Get many bad blocks',
			description: 'Get recent blocks that the node found invalid, with the reason',
			wire: 'eth_getBadBlocks',
			output: { kind: 'list' },
			simplify: readable('rlp'),
			...beforeHelicon('there is no replacement'),
		}),
	},
};

/** Percentiles for eth_feeHistory: ascending numbers from 0 to 100. */
const percentiles = textList(
	{
		displayName: 'Reward Percentiles',
		name: 'percentiles',
		placeholder: 'e.g. 25, 50, 75',
		description:
			'Percentiles of the priority fees paid in each block: ascending numbers from 0 to 100, separated by commas',
	},
	'numbers from 0 to 100',
	(entry) => /^\d+(\.\d+)?$/.test(entry) && Number(entry) <= 100,
	(entries) => {
		const numbers = entries.map(Number);
		if (numbers.some((entry, index) => entry < numbers[index - 1]))
			throw new InvalidField('must be in ascending order');
		return numbers;
	},
);

export const feeOperations: Resource = {
	name: 'Fee',
	operations: {
		getGasPrice: read({
			name: 'Get Gas Price',
			action: 'Get suggested gas price',
			description:
				'Get the suggested gas price, tip included, for a legacy (pre-EIP-1559) transaction',
			wire: 'eth_gasPrice',
			...number('gasPrice'),
		}),
		getBaseFee: read({
			name: 'Get Base Fee',
			action: 'Get base fee of next block',
			description: "Get the next block's base fee per unit of gas",
			wire: 'eth_baseFee',
			...number('baseFee'),
		}),
		getMaxPriorityFee: read({
			name: 'Get Max Priority Fee',
			action: 'Get suggested priority fee',
			description: 'Get the priority fee per unit of gas that should be enough for the next block',
			wire: 'eth_maxPriorityFeePerGas',
			...number('maxPriorityFeePerGas'),
		}),
		getHistory: read({
			name: 'Get History',
			action: 'Get fee history of recent blocks',
			description:
				"Get base fee, gas usage and priority fees of a block range, plus the next block's base fee",
			wire: 'eth_feeHistory',
			params: [
				quantity({
					displayName: 'Block Count',
					name: 'blockCount',
					default: '10',
					description: 'Number of blocks; the node may return fewer',
				}),
				blockNumber({ displayName: 'Last Block', name: 'lastBlock' }),
				optional(percentiles),
			],
			toParams: ({ blockCount, lastBlock, percentiles: at = [] }) => [blockCount, lastBlock, at],
			simplify: readable(),
		}),
		suggestPrices: read({
			name: 'Get Price Options',
			action: 'Get fee options by speed',
			description:
				'Get fee caps for slow, normal and fast transactions, as wallets show them (C-Chain only)',
			wire: 'eth_suggestPriceOptions',
			...found(readable()),
			...servedBy('Only the C-Chain serves this.', ({ chain: asked }) => asked !== 'C'),
		}),
	},
};

export const chainOperations: Resource = {
	name: 'Chain',
	operations: {
		getId: read({
			name: 'Get ID',
			action: 'Get EVM chain ID',
			description:
				'Get the chain ID that transactions are signed for (C-Chain: 43114, on Fuji: 43113)',
			wire: 'eth_chainId',
			...number('chainId'),
		}),
		getNetworkVersion: read({
			name: 'Get Network ID',
			action: 'Get EVM network ID',
			description: 'Get the EVM network ID, which equals the chain ID on Avalanche',
			wire: 'net_version',
			...named('networkId'),
		}),
		getClientVersion: read({
			name: 'Get Client Version',
			action: 'Get client version',
			description: 'Get the version of the software that runs the chain',
			wire: 'web3_clientVersion',
			...named('clientVersion'),
		}),
		getConfig: read({
			name: 'Get Config',
			action: 'Get chain config',
			description:
				'Get the chain ID and upgrade schedule, plus fees and precompiles on subnet-EVM chains',
			wire: 'eth_getChainConfig',
			exact: feeConfigFields,
		}),
		isListening: read({
			name: 'Is Listening',
			action: 'Check whether node is listening',
			description: 'Check whether the node accepts connections (always true)',
			wire: 'net_listening',
			...named('listening'),
		}),
		getPeerCount: read({
			name: 'Get Peer Count',
			action: 'Get peer count of chain',
			description:
				'Always 0 before avalanchego 1.15 (Helicon); use Avalanche Info: Peer > Get Many',
			wire: 'net_peerCount',
			...number('peerCount'),
		}),
		getSyncing: read({
			name: 'Get Sync Status',
			action: 'Get sync status of chain',
			description:
				'Always false, as only synced chains answer; use Avalanche Info: Chain > Is Bootstrapped',
			wire: 'eth_syncing',
			...named('syncing'),
		}),
		getModules: read({
			name: 'Get Many APIs',
			action: 'Get many APIs of chain',
			description:
				'Get the method namespaces that the node serves for the chain, such as eth, net or debug',
			wire: 'rpc_modules',
			output: {
				kind: 'list',
				of: (modules) =>
					Object.entries(modules ?? {}).map(([namespace, version]) => ({ namespace, version })),
			},
		}),
		hashData: read({
			name: 'Hash Data',
			action: 'Hash data with Keccak-256',
			description: 'Compute the Keccak-256 hash of bytes, as the EVM does',
			wire: 'web3_sha3',
			params: [
				bytes({
					displayName: 'Data',
					name: 'data',
					placeholder: 'e.g. 0x68656c6c6f',
					description: 'Bytes to hash, in hexadecimal',
				}),
			],
			...named('hash'),
		}),
		getCoinbase: read({
			name: 'Get Coinbase',
			action: 'Get coinbase of chain',
			description: 'Get the address that receives fees: on Avalanche, the address that burns them',
			wire: 'eth_coinbase',
			...named('address'),
			...beforeHelicon('use Block > Get by Number, which returns this address as miner'),
		}),
		getEtherbase: read({
			name: 'Get Etherbase',
			action: 'Get etherbase of chain',
			description: 'Get the etherbase, which is the same address as the coinbase',
			wire: 'eth_etherbase',
			...named('address'),
			...beforeHelicon('use Block > Get by Number, which returns this address as miner'),
		}),
		exportChain: offByDefault(
			act({
				name: 'Export',
				action: 'Export blocks to file on node',
				description: "Write the chain's blocks to a file on the node's disk",
				wire: 'admin_exportChain',
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
				...beforeHelicon('there is no replacement'),
			}),
		),
		importChain: offByDefault(
			act({
				name: 'Import',
				action: 'Import blocks from file on node',
				description: "Read blocks from a file on the node's disk",
				wire: 'admin_importChain',
				params: [nodeFile('file', 'File', 'File that Export wrote')],
				...named('imported'),
				...beforeHelicon('there is no replacement'),
			}),
		),
	},
};

const subnetChain = {
	...chain,
	default: '',
	placeholder: 'e.g. 2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
	description: 'Blockchain ID or alias of a subnet-EVM chain (not the C-Chain)',
};

/** Reads what chains that run subnet-EVM alone serve. */
const readSubnet = (row: Operation): Operation =>
	read({
		...row,
		...servedBy(
			'Only subnet-EVM chains serve this, not the C-Chain. Set Chain to the blockchain ID of such a chain.',
		),
		params: [subnetChain, ...(row.params ?? [])],
	});

const time = optional(
	timestamp({
		displayName: 'Time',
		name: 'timestamp',
		description: "Time to get the rules for; the latest block's time when empty",
	}),
);

/** What subnet-EVM chains serve beyond the C-Chain (Node JSON-RPC document, Subnet EVM additions). */
export const subnetEvmOperations: Resource = {
	name: 'Subnet EVM',
	operations: {
		getFeeConfig: readSubnet({
			name: 'Get Fee Config',
			action: 'Get fee config of subnet EVM chain',
			description:
				'Get the fee parameters of a subnet-EVM chain and the block that last changed them',
			wire: 'eth_feeConfig',
			params: [block()],
			exact: feeConfigFields,
		}),
		getActiveRules: readSubnet({
			name: 'Get Active Rules',
			action: 'Get active rules of subnet EVM chain',
			description: 'Get the rules and precompiles active on a subnet-EVM chain at a given time',
			wire: 'eth_getActiveRulesAt',
			params: [time],
		}),
		getActivePrecompiles: readSubnet({
			name: 'Get Active Precompiles',
			action: 'Get active precompiles of subnet EVM chain',
			description:
				'Get the configs of the precompiles active on a subnet-EVM chain at a given time',
			wire: 'eth_getActivePrecompilesAt',
			params: [time],
			deprecated: 'use Get Active Rules',
		}),
	},
};
