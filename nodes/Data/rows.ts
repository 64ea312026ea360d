/** Fields, rules, units and page sizes that several resources share. */
import { evmAddress, tokenExample } from '../shared/fields/common';
import { fieldValue, optional, type Field } from '../shared/fields/fields';
import { flag, text } from '../shared/fields/kinds';
import { forEachOf, textList, withNames } from '../shared/fields/listFields';
import { locator } from '../shared/fields/locator';
import { timestamp } from '../shared/fields/moments';
import { nameOf, names, type Names } from '../shared/fields/names';
import { checkOrder } from '../shared/fields/period';
import type { RestOperation, Values } from '../shared/operation/operations';
import { evmAddressRule, isEvmAddress } from '../shared/values/checksum';

export const walletAddresses: Field = { ...forEachOf(evmAddress), takesNames: true };

/** Names by which the wallets can be asked for. The value `names` is that of tokens. */
export const walletNames: Field<Names | undefined> = {
	...names,
	name: 'walletNames',
	holds: 'evmAddress',
	placeholder: 'e.g. 0x4aaEe6E2AB9c526E924f62052eF2221d2501Ff53 = Operations',
	description: 'Names of wallets, one "ID = name" per line. Address then takes them, too.',
};

/** The names of all addresses. A record about one alone has its name as other records do. */
export const nameAddresses: RestOperation['named'] = (names, _record, { addresses: asked }) => {
	const addresses = String(asked).split(',');
	return {
		addressName: addresses.length === 1 ? (nameOf(names, addresses[0]) ?? null) : null,
		addressNames: addresses.map((one) => nameOf(names, one) ?? one).join(', '),
	};
};

export const nameToken: RestOperation['named'] = (names, { address: token }) => ({
	tokenName: nameOf(names, String(token)) ?? null,
});

export const small = { min: 1, max: 100, default: 10 };
export const large = { min: 1, max: 500, default: 10 };

export const checkTimes = ({ startTimestamp: start, endTimestamp: end }: Values) =>
	start !== undefined && end !== undefined ? checkOrder(Number(start), Number(end)) : undefined;

export const timeRange = [
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

export const isNumber = (value: string): boolean => /^\d{1,20}$/.test(value);

export const blockNumber = optional(
	text(
		{
			displayName: 'Block Number',
			name: 'blockNumber',
			counts: 'blockNumber',
			placeholder: 'e.g. 48000000',
			description: 'Get the balance as of this block. Defaults to the latest block.',
		},
		'a block number, or empty for the latest block',
		isNumber,
	),
);

export const contractAddress = optional(
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

const tokenContracts = textList(
	{
		displayName: 'Contract Addresses',
		name: 'contractAddresses',
		placeholder: tokenExample,
		description: 'Only tokens of this contract, from the list, or of several, separated by commas',
	},
	`EVM addresses (${evmAddressRule})`,
	isEvmAddress,
	(addresses) => addresses.join(','),
);

export const contractAddresses = optional(
	locator(withNames(tokenContracts, isEvmAddress), { list: 'searchTokens' }),
);

export const contractsAsked = (values: Record<string, unknown>): string[] | undefined =>
	fieldValue(values, tokenContracts)?.split(',');

export const filterSpamTokens = optional(
	flag({
		displayName: 'Filter Spam Tokens',
		name: 'filterSpamTokens',
		default: true,
		description: 'Whether to leave out tokens that the service takes for spam',
	}),
);

/** Amounts with the path of their decimals. Native tokens of EVM chains have 18. */
export const assetUnits: RestOperation['units'] = [['amount', 'denomination']];
export const nativeUnits: RestOperation['units'] = [['value', 18]];
export const balanceUnits: RestOperation['units'] = [['balance', 'decimals']];
