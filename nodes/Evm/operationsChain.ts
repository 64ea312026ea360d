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

const noUncles = 'Avalanche has no uncles, so nothing is ever found';
/** What a header cannot tell since blocks are executed after they are accepted. */
const feeOfHeader =
	'Since Helicon its base fee is the highest possible, and its state root that of an earlier block; receipts say what was paid';

/** A block; since Helicon, where it tells what it settles, with the word that its base fee is an upper bound. */
const readStoredBlock = (block: IDataObject): IDataObject => ({
	...readBlock(block),
	...('settledHeight' in block && { baseFeeIsHighestPossible: true }),
});

const signOutside = 'keep keys outside the node, and send what is signed with Send Raw of Transaction';

export const accountOperations: Resource = {
	name: 'Account',
	operations: {
		getBalance: read({
			name: 'Get Balance',
			action: 'Get native token balance of an account',
			description:
				'How much of the native token an account holds, in its smallest unit and in whole tokens. Since Helicon the node answers for an accepted block when it has executed it',
			wire: 'eth_getBalance',
			params: [account, block()],
			...number('balance'),
		}),
		getTransactionCount: read({
			name: 'Get Transaction Count',
			action: 'Get transaction count of an account',
			description:
				'How many transactions an account has sent: the nonce of its next one. With the block pending it counts those that wait on the asked node too',
			wire: 'eth_getTransactionCount',
			params: [account, block()],
			...number('transactionCount'),
		}),
		getProof: read({
			name: 'Get Proof',
			action: 'Get Merkle proof of an account',
			description:
				'The account and storage slots with their Merkle proofs. Nodes prove only recent blocks: 32 on a pruning node, the setting historical-proof-query-window on an archive',
			wire: 'eth_getProof',
			params: [account, optional(slots), block()],
			toParams: ({ address, slots: keys = [], block: at }) => [address, keys, at],
			simplify: readProof,
		}),
		getMany: offByDefault(
			read({
				name: 'Get Many',
				action: 'Get many accounts of the keystore',
				description: 'The addresses whose keys the node keeps',
				wire: 'eth_accounts',
				...list('address'),
				...beforeHelicon(signOutside),
			}),
		),
		sign: act({
			name: 'Sign Data',
			action: 'Sign data with an account of the keystore',
			description: 'Signs data with an unlocked account whose key the node keeps',
			wire: 'eth_sign',
			params: [account, bytes({ displayName: 'Data', name: 'data', description: 'The bytes to sign' })],
			...named('signature'),
			notPublic: 'The public node keeps no keys',
		}),
	},
};

export const blockOperations: Resource = {
	name: 'Block',
	operations: {
		getByNumber: read({
			name: 'Get by Number',
			action: 'Get block by number',
			description: `A block with its transactions or their hashes. ${feeOfHeader}`,
			wire: 'eth_getBlockByNumber',
			params: [blockNumber(), fullTransactions],
			...found(readStoredBlock),
		}),
		getByHash: read({
			name: 'Get by Hash',
			action: 'Get block by hash',
			description: `A block with its transactions or their hashes. ${feeOfHeader}`,
			wire: 'eth_getBlockByHash',
			params: [blockHash, fullTransactions],
			...found(readStoredBlock),
		}),
		getLatestNumber: read({
			name: 'Get Latest Number',
			action: 'Get number of latest block',
			description: 'The number of the last accepted block; since Helicon of the last executed one',
			wire: 'eth_blockNumber',
			...number('blockNumber'),
		}),
		getHeaderByNumber: read({
			name: 'Get Header by Number',
			action: 'Get block header by number',
			description: `The header of a block, without its transactions. ${feeOfHeader}`,
			wire: 'eth_getHeaderByNumber',
			params: [blockNumber()],
			...found(readStoredBlock),
		}),
		getHeaderByHash: read({
			name: 'Get Header by Hash',
			action: 'Get block header by hash',
			description: `The header of a block, without its transactions. ${feeOfHeader}`,
			wire: 'eth_getHeaderByHash',
			params: [blockHash],
			...found(readStoredBlock),
		}),
		getReceipts: read({
			name: 'Get Many Receipts',
			action: 'Get many receipts of a block',
			description:
				'The receipts of all transactions of a block, each with the fee that was paid. Since Helicon the node answers when it has executed the block',
			wire: 'eth_getBlockReceipts',
			params: [block()],
			...foundList(readReceipt),
		}),
		getTransactionCountByNumber: read({
			name: 'Get Transaction Count by Number',
			action: 'Get transaction count of a block by number',
			description: 'How many transactions a block holds',
			wire: 'eth_getBlockTransactionCountByNumber',
			params: [blockNumber()],
			...foundNumber('transactionCount'),
		}),
		getTransactionCountByHash: read({
			name: 'Get Transaction Count by Hash',
			action: 'Get transaction count of a block by hash',
			description: 'How many transactions a block holds',
			wire: 'eth_getBlockTransactionCountByHash',
			params: [blockHash],
			...foundNumber('transactionCount'),
		}),
		getUncleByNumber: read({
			name: 'Get Uncle by Number',
			action: 'Get uncle of a block by number',
			description: noUncles,
			wire: 'eth_getUncleByBlockNumberAndIndex',
			params: [
				blockNumber(),
				{ ...transactionIndex, description: 'Place of the uncle in the block, from 0' },
			],
			...found(readBlock),
		}),
		getUncleByHash: read({
			name: 'Get Uncle by Hash',
			action: 'Get uncle of a block by hash',
			description: noUncles,
			wire: 'eth_getUncleByBlockHashAndIndex',
			params: [blockHash, { ...transactionIndex, description: 'Place of the uncle in the block, from 0' }],
			...found(readBlock),
		}),
		getUncleCountByNumber: read({
			name: 'Get Uncle Count by Number',
			action: 'Get uncle count of a block by number',
			description: 'How many uncles a block has: 0, for Avalanche has none',
			wire: 'eth_getUncleCountByBlockNumber',
			params: [blockNumber()],
			...foundNumber('uncleCount'),
		}),
		getUncleCountByHash: read({
			name: 'Get Uncle Count by Hash',
			action: 'Get uncle count of a block by hash',
			description: 'How many uncles a block has: 0, for Avalanche has none',
			wire: 'eth_getUncleCountByBlockHash',
			params: [blockHash],
			...foundNumber('uncleCount'),
		}),
		getBad: read({
			name: 'Get Many Bad',
			action: 'Get many bad blocks',
			description: 'The last blocks that the node saw and found invalid, with the reason',
			wire: 'eth_getBadBlocks',
			output: { kind: 'list' },
			simplify: readable('rlp'),
			...beforeHelicon('there is nothing in its place'),
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
			'Ascending percentiles, from 0 to 100, of the priority fees paid in each block, separated by commas',
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
			description: 'The price of gas, tip included, that the node suggests for a transaction of the old kind',
			wire: 'eth_gasPrice',
			...number('gasPrice'),
		}),
		getBaseFee: read({
			name: 'Get Base Fee',
			action: 'Get base fee of next block',
			description: 'The base fee of the next block, for each unit of gas',
			wire: 'eth_baseFee',
			...number('baseFee'),
		}),
		getMaxPriorityFee: read({
			name: 'Get Max Priority Fee',
			action: 'Get suggested priority fee',
			description:
				'The priority fee for each unit of gas that the node expects to be enough for the next block',
			wire: 'eth_maxPriorityFeePerGas',
			...number('maxPriorityFeePerGas'),
		}),
		getHistory: read({
			name: 'Get History',
			action: 'Get fee history of recent blocks',
			description:
				'Base fee, share of gas used and priority fees of a range of blocks. The base fees hold one more: that of the block after the range',
			wire: 'eth_feeHistory',
			params: [
				quantity({
					displayName: 'Block Count',
					name: 'blockCount',
					default: '10',
					description: 'How many blocks; the node may give fewer',
				}),
				blockNumber({ displayName: 'Last Block', name: 'lastBlock' }),
				optional(percentiles),
			],
			toParams: ({ blockCount, lastBlock, percentiles: at = [] }) => [blockCount, lastBlock, at],
			simplify: readable(),
		}),
		suggestPrices: read({
			name: 'Get Price Options',
			action: 'Get slow normal and fast fees',
			description:
				'Fee caps for a slow, a normal and a fast transaction, as wallets offer them. Only the C-Chain serves this',
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
				'The EVM chain ID, which transactions are signed for: 43114 on the C-Chain, 43113 on the one of Fuji',
			wire: 'eth_chainId',
			...number('chainId'),
		}),
		getNetworkVersion: read({
			name: 'Get Network ID',
			action: 'Get EVM network ID',
			description: 'The network ID of the EVM, which on Avalanche equals the chain ID',
			wire: 'net_version',
			...named('networkId'),
		}),
		getClientVersion: read({
			name: 'Get Client Version',
			action: 'Get version of the client',
			description: 'The version of the software that runs the chain',
			wire: 'web3_clientVersion',
			...named('clientVersion'),
		}),
		getConfig: read({
			name: 'Get Config',
			action: 'Get chain config',
			description:
				'Chain ID and the block or time at which each upgrade takes effect; on subnet-EVM chains also fees, precompiles and upgrades',
			wire: 'eth_getChainConfig',
			exact: feeConfigFields,
		}),
		isListening: read({
			name: 'Is Listening',
			action: 'Check whether the node listens',
			description: 'Always true: the node accepts connections',
			wire: 'net_listening',
			...named('listening'),
		}),
		getPeerCount: read({
			name: 'Get Peer Count',
			action: 'Get peer count of the chain',
			description:
				'Always 0 before Helicon, for the node keeps the connections: use Peer: Get Many of Avalanche Info',
			wire: 'net_peerCount',
			...number('peerCount'),
		}),
		getSyncing: read({
			name: 'Get Sync Status',
			action: 'Get sync status of the chain',
			description:
				'Always false, for a chain answers only once it has caught up: use Chain: Is Bootstrapped of Avalanche Info',
			wire: 'eth_syncing',
			...named('syncing'),
		}),
		getModules: read({
			name: 'Get Many APIs',
			action: 'Get many APIs of the chain',
			description: 'The namespaces of methods that the node serves for the chain, such as eth, net or debug',
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
			description: 'The Keccak-256 hash of some bytes, as the EVM computes it',
			wire: 'web3_sha3',
			params: [
				bytes({
					displayName: 'Data',
					name: 'data',
					placeholder: 'e.g. 0x68656c6c6f',
					description: 'The bytes to hash',
				}),
			],
			...named('hash'),
		}),
		getCoinbase: read({
			name: 'Get Coinbase',
			action: 'Get coinbase of the chain',
			description: 'The address that fees go to: on Avalanche the one that burns them',
			wire: 'eth_coinbase',
			...named('address'),
			...beforeHelicon('use Get by Number of Block, whose miner is the same'),
		}),
		getEtherbase: read({
			name: 'Get Etherbase',
			action: 'Get etherbase of the chain',
			description: 'The same as the coinbase',
			wire: 'eth_etherbase',
			...named('address'),
			...beforeHelicon('use Get by Number of Block, whose miner is the same'),
		}),
		exportChain: offByDefault(
			act({
				name: 'Export',
				action: 'Export blocks to a file of the node',
				description: 'Writes the blocks of the chain into a file on the disk of the node',
				wire: 'admin_exportChain',
				params: [
					nodeFile('file', 'File', 'File to write, which must not exist'),
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
				...beforeHelicon('there is nothing in its place'),
			}),
		),
		importChain: offByDefault(
			act({
				name: 'Import',
				action: 'Import blocks from a file of the node',
				description: 'Reads blocks from a file on the disk of the node',
				wire: 'admin_importChain',
				params: [nodeFile('file', 'File', 'File with blocks that an export wrote')],
				...named('imported'),
				...beforeHelicon('there is nothing in its place'),
			}),
		),
	},
};

const subnetChain = {
	...chain,
	default: '',
	placeholder: 'e.g. 2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
	description: 'The blockchain ID or an alias of a chain that runs subnet-EVM; the C-Chain does not',
};

/** Reads what chains that run subnet-EVM alone serve. */
const readSubnet = (row: Operation): Operation =>
	read({
		...row,
		...servedBy(
			'Only chains that run subnet-EVM serve this, not the C-Chain: put the blockchain ID of one into Chain.',
		),
		params: [subnetChain, ...(row.params ?? [])],
	});

const time = optional(
	timestamp({
		displayName: 'Time',
		name: 'timestamp',
		description: 'When the rules are wanted; at the latest block when empty',
	}),
);

/** What subnet-EVM chains serve beyond the C-Chain (Node JSON-RPC document, Subnet EVM additions). */
export const subnetEvmOperations: Resource = {
	name: 'Subnet EVM',
	operations: {
		getFeeConfig: readSubnet({
			name: 'Get Fee Config',
			action: 'Get fee config of a subnet EVM chain',
			description:
				'The parameters that the fees of a subnet-EVM chain follow, and the block that last changed them',
			wire: 'eth_feeConfig',
			params: [block()],
			exact: feeConfigFields,
		}),
		getActiveRules: readSubnet({
			name: 'Get Active Rules',
			action: 'Get active rules of a subnet EVM chain',
			description: 'The rules and precompiles of a subnet-EVM chain that are active at a time',
			wire: 'eth_getActiveRulesAt',
			params: [time],
		}),
		getActivePrecompiles: readSubnet({
			name: 'Get Active Precompiles',
			action: 'Get active precompiles of a subnet EVM chain',
			description: 'The configs of the precompiles of a subnet-EVM chain that are active at a time',
			wire: 'eth_getActivePrecompilesAt',
			params: [time],
			deprecated: 'use Get Active Rules',
		}),
	},
};
