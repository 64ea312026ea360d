/** Fields of the Data API that the trigger takes too, and what they must be together. */
import {
	choice,
	choices,
	joinedNodeIds,
	optional,
	primaryAddresses,
	text,
	type Field,
} from '../shared/fields';
import { isId } from '../shared/ids';
import type { Values } from '../shared/operations';

export const network = choice(
	{
		displayName: 'Network',
		name: 'network',
		default: 'mainnet',
		description: 'Network to read from',
	},
	[
		{ name: 'Fuji', value: 'fuji' },
		{ name: 'Mainnet', value: 'mainnet' },
		{ name: 'Testnet', value: 'testnet' },
	],
);

export const chainId = text(
	{
		displayName: 'Chain ID',
		name: 'chainId',
		default: '43114',
		placeholder: 'e.g. 43114',
		description:
			'EVM chain ID (C-Chain: 43114 on mainnet, 43113 on Fuji) or blockchain ID. To list all chains, use Avalanche Data: Chain > Get Many.',
	},
	'an EVM chain ID (digits) or a blockchain ID',
	(id) => /^\d{1,20}$/.test(id) || isId(id),
);

/** The primary network's blockchain IDs and the network each belongs to. */
const blockchains: Array<{
	name: string;
	value: string;
	network?: 'mainnet' | 'fuji';
	chain: 'p' | 'x' | 'c';
}> = [
	{ name: 'C-Chain', value: 'c-chain', chain: 'c' },
	{
		name: 'C-Chain on Fuji (by ID)',
		value: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
		network: 'fuji',
		chain: 'c',
	},
	{
		name: 'C-Chain on Mainnet (by ID)',
		value: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		network: 'mainnet',
		chain: 'c',
	},
	{ name: 'P-Chain', value: 'p-chain', chain: 'p' },
	{ name: 'P-Chain (by ID)', value: '11111111111111111111111111111111LpoYY', chain: 'p' },
	{ name: 'X-Chain', value: 'x-chain', chain: 'x' },
	{
		name: 'X-Chain on Fuji (by ID)',
		value: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
		network: 'fuji',
		chain: 'x',
	},
	{
		name: 'X-Chain on Mainnet (by ID)',
		value: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
		network: 'mainnet',
		chain: 'x',
	},
];

export const blockchain = (chains: string): Field => ({
	...choice(
		{
			displayName: 'Blockchain',
			name: 'blockchainId',
			description: 'Chain of the Primary Network',
		},
		blockchains
			.filter(({ chain }) => chains.includes(chain))
			.map(({ name, value }) => ({ name, value })),
	),
	default: 'x-chain',
});

/** Fuji is the testnet: an ID of one network is no ID of the other. */
export const checkBlockchain = ({ network: chosen, blockchainId }: Values): string | undefined => {
	const owner = blockchains.find(({ value }) => value === blockchainId)?.network;
	const isMainnet = chosen === 'mainnet';
	return owner && isMainnet !== (owner === 'mainnet')
		? `Blockchain ${String(blockchainId)} belongs to ${owner}, not to the selected Network ${String(chosen)}`
		: undefined;
};

export const currency = optional(
	choice(
		{
			displayName: 'Currency',
			name: 'currency',
			default: 'usd',
			description: 'Currency of prices and values',
		},
		[
			'aud',
			'cad',
			'chf',
			'clp',
			'cny',
			'czk',
			'dkk',
			'eur',
			'gbp',
			'hkd',
			'huf',
			'jpy',
			'nzd',
			'usd',
		],
	),
);

export const assetId = text(
	{
		displayName: 'Asset ID',
		name: 'assetId',
		placeholder: 'e.g. FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
		description: 'ID of the X-Chain asset',
	},
	'an asset ID (cb58 with a valid checksum)',
	isId,
);

export const rewardedNodeIds = optional({
	...joinedNodeIds,
	description:
		'Node IDs of validators, separated by commas. Includes the rewards of their delegators.',
});

export const rewardedAddresses = optional({
	...primaryAddresses,
	description: 'Addresses that received the rewards, separated by commas',
});

/** The types of rewards as the service names them. */
export const rewardTypes = choices(
	{
		displayName: 'Reward Types',
		name: 'rewardTypes',
		notSent: true,
		default: ['VALIDATOR', 'VALIDATOR_FEE'],
		description: 'Types of rewards to return',
	},
	[
		{ name: "Delegators' Reward", value: 'DELEGATOR', description: 'Paid to the delegators' },
		{ name: 'Delegation Fee', value: 'VALIDATOR_FEE', description: 'Paid by the delegators' },
		{ name: 'Own Reward', value: 'VALIDATOR', description: 'Paid for the own stake' },
	],
);

export const checkRewarded = ({ nodeIds, addresses }: Values): string | undefined =>
	nodeIds === undefined && addresses === undefined
		? 'At least one of Node IDs and Addresses is required'
		: undefined;
