import { dataChain as chainId, primaryChain } from '../shared/chains/fields';
import { optional } from '../shared/fields/fields';
import { primaryAddresses } from '../shared/fields/listFields';
import { timestamp } from '../shared/fields/moments';
import { count } from '../shared/operation/columns';
import type { LocalOperation, Resource, RestOperation } from '../shared/operation/operations';
import type { ListOperation } from '../shared/report/reading';
import { blockTime, checkBlockTime, readAllBalances } from './allBalances';
import { mostProbes } from '../shared/chains/blockSearch';
import {
	balanceColumns,
	collectibleColumns,
	erc1155Columns,
	erc20Columns,
	erc721Columns,
	primaryBalanceColumns,
} from './columns';
import { checkBlockchain, checkPrefixes, currency, network } from './fields';
import { addValues } from './primaryValues';
import { sayUnvalued } from './remarks';
import { unlisted } from './statementRows';
import {
	nameToken,
	walletAddresses,
	assetUnits,
	balanceUnits,
	blockNumber,
	contractAddress,
	contractAddresses,
	contractsAsked,
	filterSpamTokens,
	large,
	nameAddresses,
	walletNames,
} from './rows';

export const nativeBalances = {
	name: 'Get Native',
	action: 'Get native token balance of address',
	description:
		'Native token balance of an address on an EVM chain, with its value if the price is known',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
	computeUnits: 20,
	params: [chainId, walletAddresses, blockNumber, currency, walletNames],
	output: { kind: 'record', field: 'nativeTokenBalance' },
	exact: ['value'],
	units: balanceUnits,
	simplify: balanceColumns,
	remarks: [sayUnvalued],
} satisfies RestOperation;

export const erc20 = {
	name: 'Get Many ERC-20',
	action: 'Get many ERC-20 balances of address',
	description: 'ERC-20 tokens of an address, with balances, and values where prices are known',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc20',
	computeUnits: 20,
	params: [
		chainId,
		walletAddresses,
		blockNumber,
		contractAddresses,
		filterSpamTokens,
		currency,
		walletNames,
	],
	named: nameToken,
	output: { kind: 'list', field: 'erc20TokenBalances' },
	exact: ['value'],
	units: balanceUnits,
	pageSize: large,
	identity: ['address'],
	someForEach: { asked: contractsAsked, by: 'address' },
	simplify: erc20Columns,
	remarks: [sayUnvalued],
} satisfies ListOperation;

export const balance = {
	name: 'Balance',
	operations: {
		getAll: {
			name: 'Get All',
			action: 'Get all balances of address',
			description: 'Native token and ERC-20 tokens of an address, each with its value',
			details: `With Block Time, the search for the block takes ${mostProbes} requests at most, once a run`,
			params: [chainId, walletAddresses, blockTime, currency, walletNames],
			check: checkBlockTime,
			composes: ['avalancheData balance getNative', 'avalancheData balance getManyErc20'],
			run: readAllBalances(nativeBalances, erc20),
			isLong: true,
			gives: 'One item for the native token, then one for each ERC-20 token.',
			simplify: { ...erc20Columns, blockNumber: count('blockNumber') },
			remarks: [sayUnvalued],
			asksBesides: [unlisted.newestBlocks, unlisted.block],
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
				'blockNumber',
			],
		},
		getNative: nativeBalances,
		getManyErc20: erc20,
		getManyErc721: {
			name: 'Get Many ERC-721',
			action: 'Get many ERC-721 balances of address',
			description: 'ERC-721 tokens (NFTs) that an address owns',
			path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
			computeUnits: 20,
			params: [chainId, walletAddresses, contractAddress, walletNames],
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
			params: [chainId, walletAddresses, blockNumber, contractAddress, walletNames],
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
			params: [chainId, walletAddresses, contractAddress, walletNames],
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
				'Balances and value on P-Chain or X-Chain by type (as staked), or C-Chain funds in transit',
			details: 'The price of AVAX takes a request of 20 CU more in each run',
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
				{ ...currency, notSent: true },
			],
			check: (values) => checkBlockchain(values) ?? checkPrefixes(values),
			named: nameAddresses,
			output: { kind: 'lists', field: 'balances', key: 'balanceType' },
			units: assetUnits,
			completePage: addValues(nativeBalances),
			simplify: primaryBalanceColumns,
			remarks: [sayUnvalued],
		},
	},
} satisfies Resource<RestOperation | LocalOperation>;
