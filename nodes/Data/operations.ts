/** The Data API (Indexed Data and Metrics REST document, endpoints 1 to 15). */
import type { IDataObject } from 'n8n-workflow';
import { dataChain as chainId, primaryChain } from '../shared/chains/fields';
import { evmAddress, tokenExample } from '../shared/fields/common';
import { optional } from '../shared/fields/fields';
import { choice, choices, text } from '../shared/fields/kinds';
import { forEachOf } from '../shared/fields/listFields';
import { address, askedEvmChain, count, time, truth } from '../shared/operation/columns';
import { restGroup } from '../shared/operation/groups';
import { identityOf } from '../shared/operation/identity';
import { byOrder, byTimes } from '../shared/operation/listPeriod';
import { same, type RestOperation } from '../shared/operation/operations';
import { isHash } from '../shared/values/hex';
import { balance, erc20, nativeBalances } from './balances';
import { blockByTime, blockPeriod, blockRange, checkBlocks } from './blockTimes';
import {
	askedOwner,
	assetTransactionColumns,
	ownErc20TransferColumns,
	ownInternalColumns,
	ownTransactionColumns,
	transactionColumns,
	transferColumns,
} from './columns';
import { endpoint } from './endpoint';
import { markRepeated } from './internals';
import { sayFailed, sayInternal, sayNativeAlone, sayOwnFailed } from './remarks';
import { assetId, checkBlockchain, network } from './fields';
import { rewardReport } from './rewardReport';
import { reward } from './rewards';
import {
	walletAddresses,
	assetUnits,
	checkTimes,
	isNumber,
	nativeUnits,
	small,
	timeRange,
	walletNames,
} from './rows';
import { statementOf } from './statementReport';
import type { StatementRows } from './statementRows';

/** Only the X-Chain has assets and vertices. */
const xChain = primaryChain(['X'], 'X', 'searchXChain');

const tokenContract = {
	...evmAddress,
	displayName: 'Token Contract',
	placeholder: tokenExample,
	description: 'Contract of the ERC-20, ERC-721 or ERC-1155 token (0x...), not a wallet',
};

const withParties =
	'For names of both sides, and sums by counterparty, use [Payments > Get Statement](#payments-get-statement).';

const evmTransactions = {
	output: { kind: 'list', field: 'transactions' },
	units: nativeUnits,
	simplify: { ...transactionColumns, ...askedEvmChain },
	remarks: [sayFailed],
} as const satisfies Partial<RestOperation>;

/** No identity for ERC-1155: the entries of a batch share their log and can be alike. */
function identifyTransfer(transfer: IDataObject): string | undefined {
	if (transfer.erc1155Token) return undefined;
	const ofToken = transfer.erc721Token ? ['erc721Token.tokenId'] : [];
	return identityOf(transfer, ['txHash', 'logIndex', ...ofToken]);
}

export const data = restGroup('data', {
	balance,
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
					...same('status'),
					isTestnet: truth('isTestnet'),
					...same('vmName', 'explorerUrl', 'rpcUrl'),
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
					forEachOf({ ...evmAddress, description: 'Address that deployed the contracts' }),
				],
				output: { kind: 'list', field: 'contracts' },
				pageSize: small,
				// A contract can be deployed again at the address of a destroyed one.
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
				params: [chainId, walletAddresses, ...blockRange, walletNames],
				period: blockPeriod,
				check: checkBlocks,
				pageSize: small,
				identity: ['txHash'],
				...evmTransactions,
				gives: `One item for each element of \`transactions\`. ${withParties}`,
				remarks: [sayOwnFailed, sayNativeAlone],
				simplify: { ...ownTransactionColumns, ...askedOwner },
			},
			getManyInternal: {
				name: 'Get Many Internal of Address',
				action: 'Get many internal transactions of address',
				description:
					'Internal calls that transferred value from or to an address, or created a contract',
				path: '/v1/chains/{chainId}/addresses/{address}/transactions:listInternals',
				computeUnits: 20,
				params: [chainId, walletAddresses, ...blockRange, walletNames],
				period: blockPeriod,
				check: checkBlocks,
				pageSize: small,
				// The service does not number internal transactions, and two of one transaction can be alike.
				identity: 'none',
				...evmTransactions,
				completePage: markRepeated,
				remarks: [sayInternal],
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
							counts: 'blockNumber',
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
					'Check the chain and the filters. If Token Contract is a wallet, use Token Transfer > Get Many ERC-20 of Address.',
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
				params: [chainId, walletAddresses, ...blockRange, walletNames],
				period: blockPeriod,
				check: checkBlocks,
				output: { kind: 'list', field: 'transactions' },
				pageSize: small,
				identity: ['txHash', 'logIndex'],
				units: [['value', 'erc20Token.decimals']],
				exact: ['value'],
				gives: `One item for each element of \`transactions\`. ${withParties}`,
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

/** The operations whose lists a statement reads. */
function rowsOfStatement(): StatementRows {
	const { transaction, transfer } = data.resources;
	return {
		transactions: transaction.operations.getManyNative,
		internals: transaction.operations.getManyInternal,
		transfers: transfer.operations.getManyErc20OfAddress,
		blockTransactions: transaction.operations.getManyOfBlock,
		nativeBalance: nativeBalances,
		tokenBalances: erc20,
	};
}
