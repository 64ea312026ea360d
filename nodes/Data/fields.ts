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

/** EVM chain IDs and blockchain IDs of the C-Chain. */
export const isCChain = (chainId: unknown): boolean =>
	['43114', '43113'].includes(chainId as string) ||
	blockchains.some(({ chain, network, value }) => chain === 'c' && network && value === chainId);

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

/** Currency of prices and values, always sent. */
export const valueCurrency = choice(
	{
		displayName: 'Currency',
		name: 'currency',
		default: 'usd',
		description: 'Currency of prices and values',
	},
	[
		{ name: 'Australian Dollar (AUD)', value: 'aud' },
		{ name: 'British Pound (GBP)', value: 'gbp' },
		{ name: 'Canadian Dollar (CAD)', value: 'cad' },
		{ name: 'Chilean Peso (CLP)', value: 'clp' },
		{ name: 'Chinese Yuan (CNY)', value: 'cny' },
		{ name: 'Czech Koruna (CZK)', value: 'czk' },
		{ name: 'Danish Krone (DKK)', value: 'dkk' },
		{ name: 'Euro (EUR)', value: 'eur' },
		{ name: 'Hong Kong Dollar (HKD)', value: 'hkd' },
		{ name: 'Hungarian Forint (HUF)', value: 'huf' },
		{ name: 'Japanese Yen (JPY)', value: 'jpy' },
		{ name: 'New Zealand Dollar (NZD)', value: 'nzd' },
		{ name: 'Swiss Franc (CHF)', value: 'chf' },
		{ name: 'US Dollar (USD)', value: 'usd' },
	],
);

/** The same where the service has a default of its own. */
export const currency = optional(valueCurrency);

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

/** Whose rewards a list gives; the fields behind it say which. */
const rewardsOf = choice(
	{
		displayName: 'Rewards Of',
		name: 'rewardsOf',
		default: 'validators',
		notSent: true,
		description: 'Whose rewards to get',
	},
	[
		{ name: 'Addresses', value: 'addresses', description: 'What these addresses received' },
		{
			name: 'Validators',
			value: 'validators',
			description: 'What these validators earned for their owners and delegators',
		},
	],
);

/** The types of rewards as the service names them. */
export const rewardTypes = choices(
	{
		displayName: 'Reward Types',
		name: 'rewardTypes',
		required: true,
		notSent: true,
		default: ['VALIDATOR', 'VALIDATOR_FEE'],
		description: "A validator's own earnings are its own rewards and its delegation fees",
	},
	[
		{
			name: 'Delegation Fee',
			value: 'VALIDATOR_FEE',
			description: 'Share of the rewards of its delegators that the validator keeps',
		},
		{
			name: 'Delegator Reward',
			value: 'DELEGATOR',
			description: 'Paid to the delegators, who are usually other people',
		},
		{ name: 'Own Reward', value: 'VALIDATOR', description: "For the validator's own stake" },
	],
);

/** Whose rewards, and which: the fields of lists of rewards. */
export const rewardFields: Field[] = [
	rewardsOf,
	{
		...joinedNodeIds,
		showFor: { rewardsOf: ['validators'] },
		description: 'Node IDs of validators (NodeID-...), separated by commas',
	},
	{
		...primaryAddresses,
		showFor: { rewardsOf: ['addresses'] },
		description: 'Addresses that received the rewards (P-avax1...), separated by commas',
	},
	{ ...rewardTypes, showFor: { rewardsOf: ['validators'] } },
	{
		...rewardTypes,
		showFor: { rewardsOf: ['addresses'] },
		default: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'],
	},
];
