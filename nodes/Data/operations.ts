/** The Data API (Indexed Data and Metrics REST document, endpoints 1 to 15). */
import {
	choice,
	choices,
	evmAddress,
	flag,
	integer,
	optional,
	outOfOrder,
	primaryAddresses,
	several,
	text,
	textList,
	timestamp,
} from '../shared/fields';
import { checkOrder } from '../shared/period';
import { evmAddressRule, isEvmAddress } from '../shared/checksum';
import { isHash } from '../shared/ids';
import { address, askedEvmChain, count, time } from '../shared/columns';
import { locator } from '../shared/locator';
import { restGroup, same, type RestOperation, type Values } from '../shared/operations';
import type { ListOperation } from '../shared/report/reading';
import { dataChain as chainId, primaryChain } from '../shared/chains';
import { readAllBalances } from './allBalances';
import { endpoint } from './endpoint';
import { assetId, checkBlockchain, currency, network } from './fields';
import { rewardReport } from './rewardReport';
import { reward } from './rewards';
import {
	askedOwner,
	assetTransactionColumns,
	balanceColumns,
	collectibleColumns,
	erc1155Columns,
	erc20Columns,
	erc20TransferColumns,
	erc721Columns,
	internalColumns,
	primaryBalanceColumns,
	transactionColumns,
	transferColumns,
} from './columns';

const addresses = several(evmAddress);

/** The one chain that has assets and vertices. */
const xChain = primaryChain(['X'], 'X', 'searchXChain');

const small = { min: 1, max: 100, default: 10 };
const large = { min: 1, max: 500, default: 10 };

const checkTimes = ({ startTimestamp: start, endTimestamp: end }: Values) =>
	start !== undefined && end !== undefined ? checkOrder(Number(start), Number(end)) : undefined;

const checkBlocks = ({ startBlock, endBlock }: Values) =>
	startBlock !== undefined && endBlock !== undefined && Number(startBlock) >= Number(endBlock)
		? outOfOrder(
				'Start Block must be below End Block',
				['Start Block', String(startBlock)],
				['End Block', String(endBlock)],
				'End Block is not part of the range.',
			)
		: undefined;

const timeRange = [
	optional(
		timestamp({
			displayName: 'Start Time',
			name: 'startTimestamp',
			description: 'Only transactions after this time',
		}),
	),
	optional(
		timestamp({
			displayName: 'End Time',
			name: 'endTimestamp',
			description: 'Only transactions before this time',
		}),
	),
];

const blockRange = [
	optional(
		integer(
			{
				displayName: 'Start Block',
				name: 'startBlock',
				description:
					'First block to include. Without End Block, the range runs to the latest block.',
			},
			0,
		),
	),
	optional(
		integer(
			{
				displayName: 'End Block',
				name: 'endBlock',
				description:
					'The range ends before this block. Without Start Block, the range begins at genesis.',
			},
			0,
		),
	),
];

const isNumber = (value: string): boolean => /^\d{1,20}$/.test(value);

const blockNumber = optional(
	text(
		{
			displayName: 'Block Number',
			name: 'blockNumber',
			placeholder: 'e.g. 48000000',
			description: 'Get the balance as of this block. Defaults to the latest block.',
		},
		'a block number, or empty for the latest block',
		isNumber,
	),
);

const contractAddress = optional(
	locator(
		{
			...evmAddress,
			displayName: 'Contract Address',
			name: 'contractAddress',
			description: 'Only tokens of this contract, from the list of those that the address holds',
		},
		{ list: 'searchCollectibles' },
	),
);

const contractAddresses = optional(
	locator(
		textList(
			{
				displayName: 'Contract Addresses',
				name: 'contractAddresses',
				placeholder: 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
				description:
					'Only tokens of this contract, from the list, or of several, separated by commas',
			},
			`EVM addresses (${evmAddressRule})`,
			isEvmAddress,
			(addresses) => addresses.join(','),
		),
		{ list: 'searchTokens' },
	),
);

const filterSpamTokens = optional(
	flag({
		displayName: 'Filter Spam Tokens',
		name: 'filterSpamTokens',
		default: true,
		description: 'Whether to leave out tokens that the service takes for spam',
	}),
);

const tokenContract = {
	...evmAddress,
	displayName: 'Token Contract',
	placeholder: 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
	description: 'Contract of the ERC-20, ERC-721 or ERC-1155 token (0x...), not a wallet',
};

/** Amounts and where the answer says their decimals; EVM chains count their native token in 10^-18. */
const assetUnits: RestOperation['units'] = [['amount', 'denomination']];
const nativeUnits: RestOperation['units'] = [['value', 18]];
const balanceUnits: RestOperation['units'] = [['balance', 'decimals']];

const evmTransactions = {
	output: { kind: 'list', field: 'transactions' },
	units: nativeUnits,
	simplify: { ...transactionColumns, ...askedEvmChain },
} as const satisfies Partial<RestOperation>;

const native = {
	name: 'Get Native',
	action: 'Get native token balance of address',
	description:
		'Native token balance of an address on an EVM chain, with its value if the price is known',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
	computeUnits: 20,
	params: [chainId, addresses, blockNumber, currency],
	output: { kind: 'record', field: 'nativeTokenBalance' },
	exact: ['value'],
	units: balanceUnits,
	simplify: balanceColumns,
} satisfies RestOperation;

const erc20 = {
	name: 'Get Many ERC-20',
	action: 'Get many ERC-20 balances of address',
	description: 'ERC-20 tokens of an address, with balances, and values where prices are known',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc20',
	computeUnits: 20,
	params: [chainId, addresses, blockNumber, contractAddresses, filterSpamTokens, currency],
	output: { kind: 'list', field: 'erc20TokenBalances' },
	exact: ['value'],
	units: balanceUnits,
	pageSize: large,
	simplify: erc20Columns,
} satisfies ListOperation;

export const data = restGroup('data', {
	balance: {
		name: 'Balance',
		operations: {
			getAll: {
				name: 'Get All',
				action: 'Get all balances of address',
				description: 'Native token and ERC-20 tokens of an address, each with its value',
				params: [chainId, addresses, currency],
				computeUnits: native.computeUnits + erc20.computeUnits,
				run: readAllBalances(native, erc20),
				isLong: true,
				sends: [],
				gives: 'One item for the native token, then one for each ERC-20 token.',
				simplify: erc20Columns,
				returns: [
					...['chainId', 'address', 'ercType', 'name', 'symbol', 'decimals', 'logoUri'],
					...['balance', 'balanceDecimal', 'balanceValue', 'price', 'tokenReputation'],
				],
			},
			getNative: native,
			getManyErc20: erc20,
			getManyErc721: {
				name: 'Get Many ERC-721',
				action: 'Get many ERC-721 balances of address',
				description: 'ERC-721 tokens (NFTs) that an address owns',
				path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
				computeUnits: 20,
				params: [chainId, addresses, contractAddress],
				output: { kind: 'list', field: 'erc721TokenBalances' },
				exact: ['value'],
				pageSize: large,
				simplify: erc721Columns,
			},
			getManyErc1155: {
				name: 'Get Many ERC-1155',
				action: 'Get many ERC-1155 balances of address',
				description: 'ERC-1155 tokens that an address owns, with the balance of each',
				path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
				computeUnits: 20,
				params: [chainId, addresses, blockNumber, contractAddress],
				output: { kind: 'list', field: 'erc1155TokenBalances' },
				exact: ['value'],
				units: [['balance', 'metadata.decimals']],
				pageSize: large,
				simplify: erc1155Columns,
			},
			getManyCollectibles: {
				name: 'Get Many Collectibles',
				action: 'Get many NFT collectibles of address',
				description: 'ERC-721 and ERC-1155 tokens that an address owns',
				path: '/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles',
				computeUnits: 20,
				params: [chainId, addresses, contractAddress],
				output: { kind: 'list', field: 'collectibleBalances' },
				units: [['balance', 'metadata.decimals']],
				pageSize: large,
				simplify: collectibleColumns,
			},
			getPrimaryNetwork: {
				name: 'Get Many on Primary Network',
				action: 'Get many Primary Network balances',
				description:
					'P-Chain or X-Chain balances by type (such as staked), or C-Chain funds in transit',
				path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
				computeUnits: 100,
				params: [
					network,
					{
						...primaryChain(['P', 'X', 'C'], 'P', 'searchPrimaryChains'),
						description:
							'Chain of the Primary Network. C-Chain returns only funds in transit between chains (shared atomic memory). For its EVM balance, use Get Native.',
					},
					primaryAddresses,
					optional(
						timestamp({
							displayName: 'Block Time',
							name: 'blockTimestamp',
							description: 'Get the balance as of this time. Defaults to now.',
						}),
					),
				],
				check: checkBlockchain,
				output: { kind: 'lists', field: 'balances', key: 'balanceType' },
				units: assetUnits,
				simplify: primaryBalanceColumns,
			},
		},
	},
	chain: {
		name: 'Chain',
		operations: {
			getMany: {
				name: 'Get Many',
				action: 'Get many supported chains',
				description: 'EVM chains that the Data API supports',
				path: '/v1/chains',
				computeUnits: 1,
				params: [
					optional(network),
					optional(
						choice(
							{
								displayName: 'Feature',
								name: 'feature',
								description: 'Only chains with this feature',
							},
							[
								{ name: 'NFT Indexing', value: 'nftIndexing' },
								{ name: 'Teleporter', value: 'teleporter' },
								{ name: 'Webhooks', value: 'webhooks' },
							],
						),
					),
				],
				output: { kind: 'list', field: 'chains' },
				simplify: {
					...same('chainId', 'chainName'),
					symbol: 'networkToken.symbol',
					...same('status', 'isTestnet', 'vmName', 'explorerUrl', 'rpcUrl'),
					...same('subnetId', 'platformChainId'),
				},
			},
		},
	},
	contract: {
		name: 'Contract',
		operations: {
			getManyDeployed: {
				name: 'Get Many Deployed',
				action: 'Get many contracts deployed by address',
				description: 'Contracts that an address deployed',
				path: '/v1/chains/{chainId}/contracts/{address}/deployments',
				computeUnits: 20,
				params: [
					chainId,
					several({ ...evmAddress, description: 'Address that deployed the contracts' }),
				],
				output: { kind: 'list', field: 'contracts' },
				pageSize: small,
				simplify: {
					deployer: address('deploymentDetails.deployerAddress'),
					...same('name', 'symbol', 'ercType'),
					address: address('address'),
					...same('description', 'officialSite', 'tags'),
					txHash: 'deploymentDetails.txHash',
					...askedEvmChain,
				},
			},
		},
	},
	endpoint,
	reward: { ...reward, operations: { ...reward.operations, getReport: rewardReport } },
	transaction: {
		name: 'Transaction',
		operations: {
			getManyNative: {
				name: 'Get Many of Address',
				action: 'Get many native transactions of address',
				description: 'Transactions that an address sent or received on an EVM chain',
				path: '/v1/chains/{chainId}/addresses/{address}/transactions:listNative',
				computeUnits: 20,
				params: [chainId, addresses, ...blockRange],
				check: checkBlocks,
				pageSize: small,
				...evmTransactions,
				simplify: { ...transactionColumns, ...askedOwner },
			},
			getManyInternal: {
				name: 'Get Many Internal of Address',
				action: 'Get many internal transactions of address',
				description:
					'Internal calls that transferred value from or to an address, or created a contract',
				path: '/v1/chains/{chainId}/addresses/{address}/transactions:listInternals',
				computeUnits: 20,
				params: [chainId, addresses, ...blockRange],
				check: checkBlocks,
				pageSize: small,
				...evmTransactions,
				simplify: { ...internalColumns, ...askedOwner },
			},
			getManyOfBlock: {
				name: 'Get Many of Block',
				action: 'Get many transactions of block',
				description: 'Transactions in one block of an EVM chain',
				path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
				computeUnits: 20,
				params: [
					chainId,
					text(
						{
							displayName: 'Block',
							name: 'blockId',
							placeholder: 'e.g. 48000000',
							description: 'Number or hash of the block',
						},
						'a block number or block hash',
						(id) => isNumber(id) || isHash(id),
					),
				],
				pageSize: { min: 0, max: 100, default: 0 },
				...evmTransactions,
			},
			getManyLatest: {
				name: 'Get Many Latest',
				action: 'Get many latest transactions of chain',
				description: 'Latest transactions on an EVM chain',
				path: '/v1/chains/{chainId}/transactions',
				computeUnits: 20,
				params: [
					chainId,
					optional(
						choice(
							{
								displayName: 'Status',
								name: 'status',
								default: 'success',
								description: 'Only transactions with this status',
							},
							[
								{ name: 'Failed', value: 'failed' },
								{ name: 'Success', value: 'success' },
							],
						),
					),
				],
				pageSize: small,
				...evmTransactions,
			},
			getManyOfAsset: {
				name: 'Get Many of X-Chain Asset',
				action: 'Get many transactions of X-Chain asset',
				description: 'Transactions of one asset on the X-Chain',
				path: '/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}/transactions',
				computeUnits: 100,
				params: [
					network,
					xChain,
					assetId,
					...timeRange,
					optional(
						choices(
							{
								displayName: 'Transaction Types',
								name: 'txTypes',
								description: 'Only transactions of these types',
							},
							[
								'AddDelegatorTx',
								'AddPermissionlessDelegatorTx',
								'AddPermissionlessValidatorTx',
								'AddSubnetValidatorTx',
								'AddValidatorTx',
								'AdvanceTimeTx',
								'BaseTx',
								'ConvertSubnetToL1Tx',
								'CreateAssetTx',
								'CreateChainTx',
								'CreateSubnetTx',
								'DisableL1ValidatorTx',
								'ExportTx',
								'ImportTx',
								'IncreaseL1ValidatorBalanceTx',
								'OperationTx',
								'RegisterL1ValidatorTx',
								'RemoveSubnetValidatorTx',
								'RewardValidatorTx',
								'SetL1ValidatorWeightTx',
								'TransferSubnetOwnershipTx',
								'TransformSubnetTx',
								'UNKNOWN',
							],
						),
					),
				],
				check: (values) => checkBlockchain(values) ?? checkTimes(values),
				output: { kind: 'list', field: 'transactions' },
				pageSize: small,
				// 64 bits: "never" is the largest of them.
				exact: ['locktime'],
				units: assetUnits,
				simplify: assetTransactionColumns,
			},
		},
	},
	transfer: {
		name: 'Token Transfer',
		operations: {
			getMany: {
				name: 'Get Many',
				action: 'Get many transfers of token contract',
				description: 'Token transfers of an ERC-20, ERC-721 or ERC-1155 contract',
				path: '/v1/chains/{chainId}/tokens/{address}/transfers',
				computeUnits: 20,
				params: [chainId, tokenContract, ...blockRange],
				check: checkBlocks,
				output: { kind: 'list', field: 'transfers' },
				pageSize: small,
				units: [['value', 'erc20Token.decimals']],
				exact: ['value'],
				simplify: { ...transferColumns, ...askedEvmChain },
			},
			getManyErc20OfAddress: {
				name: 'Get Many ERC-20 of Address',
				action: 'Get many ERC-20 transfers of address',
				description: 'ERC-20 tokens that an address sent or received',
				path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
				computeUnits: 20,
				params: [chainId, addresses, ...blockRange],
				check: checkBlocks,
				output: { kind: 'list', field: 'transactions' },
				pageSize: small,
				units: [['value', 'erc20Token.decimals']],
				exact: ['value'],
				simplify: { ...erc20TransferColumns, ...askedOwner },
			},
		},
	},
	vertex: {
		name: 'Vertex',
		operations: {
			getMany: {
				name: 'Get Many',
				action: 'Get many latest X-Chain vertices',
				description:
					'Last vertices of the X-Chain, which has produced blocks instead since the Cortina upgrade',
				path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
				computeUnits: 20,
				params: [network, xChain],
				check: checkBlockchain,
				output: { kind: 'list', field: 'vertices' },
				pageSize: small,
				simplify: {
					time: time('vertexTimestamp'),
					vertexHeight: count('vertexHeight'),
					vertexIndex: count('vertexIndex'),
					txCount: count('txCount'),
					vertexSizeBytes: count('vertexSizeBytes'),
					...same('transactions', 'parentHashes', 'vertexHash'),
				},
			},
		},
	},
});
