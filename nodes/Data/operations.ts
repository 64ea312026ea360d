/** The Data API (Indexed Data and Metrics REST document, endpoints 1 to 15). */
import type { IDataObject } from 'n8n-workflow';
import { choice, choices, evmAddress, flag, optional, text } from '../shared/fields/fields';
import { identityOf } from '../shared/operation/identity';
import { primaryAddresses, several, textList, withNames } from '../shared/fields/listFields';
import { nameOf } from '../shared/fields/names';
import { timestamp } from '../shared/fields/moments';
import { checkOrder } from '../shared/fields/period';
import { evmAddressRule, isEvmAddress } from '../shared/values/checksum';
import { isHash } from '../shared/values/ids';
import { address, askedEvmChain, count, time } from '../shared/operation/columns';
import { byOrder, byTimes } from '../shared/operation/listPeriod';
import { locator } from '../shared/fields/locator';
import { restGroup, same, type RestOperation, type Values } from '../shared/operation/operations';
import type { ListOperation } from '../shared/report/reading';
import { dataChain as chainId, primaryChain } from '../shared/chains/chains';
import { readAllBalances } from './allBalances';
import { blockByTime, blockPeriod, blockRange, checkBlocks } from './blockTimes';
import { endpoint } from './endpoint';
import { assetId, checkBlockchain, checkPrefixes, currency, network } from './fields';
import { rewardReport } from './rewardReport';
import { reward } from './rewards';
import { statementOf } from './statementReport';
import type { StatementRows } from './statementRows';
import {
	askedOwner,
	assetTransactionColumns,
	balanceColumns,
	collectibleColumns,
	erc1155Columns,
	erc20Columns,
	ownErc20TransferColumns,
	erc721Columns,
	ownInternalColumns,
	primaryBalanceColumns,
	ownTransactionColumns,
	transactionColumns,
	transferColumns,
} from './columns';

const addresses = several(evmAddress);

/** What people call the addresses that were asked for together. */
const nameAddresses: RestOperation['named'] = (names, _record, { addresses: asked }) => ({
	addressNames: String(asked)
		.split(',')
		.map((one) => nameOf(names, one) ?? one)
		.join(', '),
});

/** What people call a token whose contract was asked for. */
const nameToken: RestOperation['named'] = (names, { address: token }) => ({
	tokenName: nameOf(names, String(token)) ?? null,
});

/** The one chain that has assets and vertices. */
const xChain = primaryChain(['X'], 'X', 'searchXChain');

const small = { min: 1, max: 100, default: 10 };
const large = { min: 1, max: 500, default: 10 };

const checkTimes = ({ startTimestamp: start, endTimestamp: end }: Values) =>
	start !== undefined && end !== undefined ? checkOrder(Number(start), Number(end)) : undefined;

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
		withNames(
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
			isEvmAddress,
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

/** The entries of one batch of ERC-1155 tokens share their log, and can be alike. */
function identifyTransfer(transfer: IDataObject): string | undefined {
	if (transfer.erc1155Token) return undefined;
	const ofToken = transfer.erc721Token ? ['erc721Token.tokenId'] : [];
	return identityOf(transfer, ['txHash', 'logIndex', ...ofToken]);
}

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
	named: nameToken,
	output: { kind: 'list', field: 'erc20TokenBalances' },
	exact: ['value'],
	units: balanceUnits,
	pageSize: large,
	identity: ['address'],
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
				composes: ['avalancheData balance getNative', 'avalancheData balance getManyErc20'],
				run: readAllBalances(native, erc20),
				isLong: true,
				gives: 'One item for the native token, then one for each ERC-20 token.',
				simplify: erc20Columns,
				returns: [
					'chainId',
					'address',
					'ercType',
					'name',
					'symbol',
					'decimals',
					'logoUri',
					'balance',
					'balanceDecimal',
					'balanceValue',
					'price',
					'tokenReputation',
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
				identity: ['address', 'tokenId'],
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
				identity: ['address', 'tokenId'],
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
				identity: ['address', 'tokenId'],
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
				check: (values) => checkBlockchain(values) ?? checkPrefixes(values),
				named: nameAddresses,
				output: { kind: 'lists', field: 'balances', key: 'balanceType' },
				units: assetUnits,
				simplify: primaryBalanceColumns,
			},
		},
	},
	block: { name: 'Block', operations: { getByTime: blockByTime(chainId) } },
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
				identity: ['chainId'],
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
				// A contract can be deployed again where an earlier one was destroyed.
				identity: ['address', 'deploymentDetails.txHash'],
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
	payments: { name: 'Payments', operations: { getStatement: statementOf(rowsOfStatement) } },
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
				period: blockPeriod,
				check: checkBlocks,
				pageSize: small,
				identity: ['txHash'],
				...evmTransactions,
				simplify: { ...ownTransactionColumns, ...askedOwner },
			},
			getManyInternal: {
				name: 'Get Many Internal of Address',
				action: 'Get many internal transactions of address',
				description:
					'Internal calls that transferred value from or to an address, or created a contract',
				path: '/v1/chains/{chainId}/addresses/{address}/transactions:listInternals',
				computeUnits: 20,
				params: [chainId, addresses, ...blockRange],
				period: blockPeriod,
				check: checkBlocks,
				pageSize: small,
				// The service numbers no internal transaction, and two of one transaction can be alike.
				identity: 'none',
				...evmTransactions,
				simplify: { ...ownInternalColumns, ...askedOwner },
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
				identity: ['txHash'],
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
				period: byOrder('transaction', 'blockTimestamp'),
				pageSize: small,
				identity: ['txHash'],
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
				period: byTimes({
					labels: 'Start and End Time',
					start: 'startTimestamp',
					end: 'endTimestamp',
					timeAt: 'timestamp',
					noun: 'transaction',
				}),
				output: { kind: 'list', field: 'transactions' },
				pageSize: small,
				identity: ['txHash'],
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
				period: blockPeriod,
				ifEmpty:
					'Token Contract must be the contract of a token, and no wallet. For a wallet, use Token Transfer > Get Many ERC-20 of Address.',
				check: checkBlocks,
				output: { kind: 'list', field: 'transfers' },
				pageSize: small,
				identity: identifyTransfer,
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
				period: blockPeriod,
				check: checkBlocks,
				output: { kind: 'list', field: 'transactions' },
				pageSize: small,
				identity: ['txHash', 'logIndex'],
				units: [['value', 'erc20Token.decimals']],
				exact: ['value'],
				simplify: { ...ownErc20TransferColumns, ...askedOwner },
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
				period: byOrder('record', 'vertexTimestamp'),
				check: checkBlockchain,
				output: { kind: 'list', field: 'vertices' },
				pageSize: small,
				identity: ['vertexHash'],
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

/** What a statement reads is what these operations list. */
function rowsOfStatement(): StatementRows {
	const { transaction, transfer } = data.resources;
	return {
		transactions: transaction.operations.getManyNative,
		internals: transaction.operations.getManyInternal,
		transfers: transfer.operations.getManyErc20OfAddress,
		nativeBalance: native,
		tokenBalances: erc20,
	};
}
