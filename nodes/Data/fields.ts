/** Fields of the Data API that the trigger uses too, and the rules that connect them. */
import type { IDataObject } from 'n8n-workflow';
import { findPrimary, nameNetwork } from '../shared/avalanche/chains';
import { toPublicNetwork } from '../shared/avalanche/publicNetworks';
import { chooseValidators } from '../shared/fields/chosenValidators';
import { optional, type Field } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import { choice, choices, text } from '../shared/fields/kinds';
import { primaryAddresses } from '../shared/fields/listFields';
import { names } from '../shared/fields/names';
import type { Values } from '../shared/operation/operations';
import { OddAnswer } from '../shared/operation/pipeline';
import { sayWord } from '../shared/values/foreign';
import { isId } from '../shared/values/ids';
import { listFew } from '../shared/values/lists';
import { lookUp } from '../shared/values/records';

const namedNetwork = choice(
	{
		displayName: 'Network',
		name: 'network',
		default: 'mainnet',
		description:
			"Network to read from. The public Data API serves both, whatever the credential's network is.",
	},
	[
		{ name: 'Fuji (Testnet)', value: 'fuji' },
		{ name: 'Mainnet', value: 'mainnet' },
	],
);

/** Also takes testnet, the name of Fuji in the document of the Data API. */
export const network: typeof namedNetwork = {
	...namedNetwork,
	encode: (value, context) =>
		namedNetwork.encode(value === 'testnet' ? toPublicNetwork(value) : value, context),
};

/** Refuses a blockchain ID of the other network. */
export const checkBlockchain = ({ network: chosen, blockchainId }: Values): string | undefined => {
	const owner = findPrimary(String(blockchainId))?.network;
	const isMainnet = chosen === 'mainnet';
	return owner && isMainnet !== (owner === 'mainnet')
		? `Blockchain ${String(blockchainId)} belongs to ${owner}, not to the selected Network ${String(chosen)}`
		: undefined;
};

/** More addresses in a message help nobody. */
const mostNamed = 3;

/** Refuses addresses of the other network by their prefix. */
export function checkPrefixes({ network: chosen, addresses }: Values): InvalidField | undefined {
	if (typeof addresses !== 'string' || (chosen !== 'mainnet' && chosen !== 'fuji'))
		return undefined;
	const other = chosen === 'mainnet' ? 'fuji' : 'mainnet';
	const prefix = { mainnet: 'avax1', fuji: 'fuji1' }[other];
	const ofOther = addresses
		.split(',')
		.filter((address) => address.replace(/^[PXC]-/, '').startsWith(prefix));
	return ofOther.length
		? new InvalidField(
				`Addresses begin with ${prefix}, which is ${nameNetwork(other)}`,
				undefined,
				`Of ${nameNetwork(other)}: ${listFew(ofOther, mostNamed, String).join(', ')}. Network is ${nameNetwork(chosen)}. Choose ${nameNetwork(other)} as Network, or enter the address of ${nameNetwork(chosen)}.`,
			)
		: undefined;
}

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
	{
		$: 'usd',
		us$: 'usd',
		dollar: 'usd',
		'€': 'eur',
		euros: 'eur',
		'£': 'gbp',
		pound: 'gbp',
		franken: 'chf',
		francs: 'chf',
		yen: 'jpy',
		yuan: 'cny',
	},
);

/** The currency, for endpoints with a default of their own. */
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

export const rewardTypeNames: Record<string, string> = {
	VALIDATOR: 'Own Reward',
	VALIDATOR_FEE: 'Delegation Fee',
	DELEGATOR: 'Delegator Reward',
};

/** The readable name of a reward type. A new type stays as it came, or as `sayNew` makes it. */
export const nameRewardType = (type: string, sayNew = (word: string): string => word): string =>
	lookUp(rewardTypeNames, type) ?? sayNew(type);

const longestType = 40;

/** A type or its readable name, for our own sentences. The service chose an unknown type's text, so it is made safe. */
export const sayRewardType = (type: unknown): string =>
	Object.values(rewardTypeNames).find((name) => name === type) ??
	nameRewardType(String(type ?? ''), (word) => sayWord(word, longestType));

/** The type of a reward. Throws an OddAnswer if it has none, because the type decides if the reward counts. */
export function typeOfReward({ rewardType }: IDataObject): string {
	if (typeof rewardType === 'string' && rewardType !== '') return rewardType;
	throw new OddAnswer('it holds a reward without a type');
}

/** The types that count by default, by whose rewards they are. */
export const usualTypes = {
	validators: ['VALIDATOR', 'VALIDATOR_FEE'],
	addresses: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'],
};

export const rewardTypes: Field<string[] | undefined> = choices(
	{
		displayName: 'Reward Types',
		name: 'rewardTypes',
		required: true,
		notSent: true,
		default: usualTypes.validators,
		description: "A validator's own earnings are its own rewards and its delegation fees",
	},
	[
		{
			name: rewardTypeNames.VALIDATOR_FEE,
			value: 'VALIDATOR_FEE',
			description: 'Share of the rewards of its delegators that the validator keeps',
		},
		{
			name: rewardTypeNames.DELEGATOR,
			value: 'DELEGATOR',
			description: 'Paid to the delegators, who are usually other people',
		},
		{
			name: rewardTypeNames.VALIDATOR,
			value: 'VALIDATOR',
			description: "For the validator's own stake",
		},
	],
);

const ofValidators = chooseValidators('searchValidators', {
	showFor: { rewardsOf: ['validators'] },
	apiName: 'nodeIds',
});

/** What an address entered in place of a validator, or the other way round, should be chosen as. */
const ifAddress: Field['ifOther'] = {
	primaryAddress:
		'This is the address of an owner: choose Addresses in Rewards Of for what it received.',
};
const ifNoReceiver: Field['ifOther'] = {
	evmAddress:
		'This looks like an EVM address: enter the one that begins with P-avax1 or X-avax1, to which rewards are paid.',
	nodeId: 'This is a validator: choose Validators in Rewards Of for what it earned.',
};

export const rewardFields: Field[] = [
	rewardsOf,
	...ofValidators.map((field) => ({ ...field, ifOther: { ...field.ifOther, ...ifAddress } })),
	{
		...primaryAddresses,
		showFor: { rewardsOf: ['addresses'] },
		ifOther: ifNoReceiver,
		description: 'Addresses that received the rewards (P-avax1...), separated by commas',
	},
	{ ...rewardTypes, showFor: { rewardsOf: ['validators'] } },
	{
		...rewardTypes,
		showFor: { rewardsOf: ['addresses'] },
		default: usualTypes.addresses,
	},
	{ ...names, holds: 'primaryAddress', showFor: { rewardsOf: ['addresses'] } },
];
