/** The event Balance Below or Above: its parameters, and the checked settings read from them. */
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { isPerhapsThousands } from '../../shared/fields/countFixes';
import { collectOptions, createReader, showFor } from '../../feeds/parameters';
import { evmChain } from '../../shared/chains/fields';
import {
	evmAddressLines,
	platformAddressLines,
	type NamedAddresses,
} from '../../shared/fields/chosenAddresses';
import { chooseValidators, type NamedValidators } from '../../shared/fields/chosenValidators';
import { evmAddress, l1SubnetId } from '../../shared/fields/common';
import { optional, toProperty, type Field } from '../../shared/fields/fields';
import { choice, integer, text } from '../../shared/fields/kinds';
import { isAtLeast, multiply } from '../../shared/values/numbers';
import { heartbeatProperties } from '../heartbeat/settings';
import {
	balanceAbove,
	balanceBelow,
	balanceUnreadable,
	type LimitRule,
} from './conditions/balanceLimit';
import type { ReadOption } from './conditions/condition';
import { unreachable } from './conditions/unreachable';
import { left } from './left';
import { isOfAddresses, type WatchSource, type WatchSettings } from './model';
import { againHint, failedChecks, simplifyRecord, testEvent } from './options';
import { readDelivery } from './readDelivery';
import { always } from './settings';

/** A cursor has no room for more. */
const mostAddresses = 100;
/** Each takes a request of its own. */
const mostOfPlatform = 40;

type WatchedSource = 'native' | 'erc20' | 'pChain' | 'l1Balance';

const asset = choice(
	{
		displayName: 'Asset',
		name: 'source',
		default: 'native',
		description: 'What the addresses hold',
		noDataExpression: true,
	},
	[
		{
			name: 'AVAX on the P-Chain',
			value: 'pChain',
			description: 'What is unlocked, and can be sent or staked',
		},
		{ name: 'ERC-20 Token', value: 'erc20', description: 'A token such as USDC, on an EVM chain' },
		{
			name: 'L1 Validator Balance',
			value: 'l1Balance',
			description: 'What is left for the continuous fee',
		},
		{
			name: 'Native Token',
			value: 'native',
			description: 'AVAX of the C-Chain, or the native token of another EVM chain',
		},
	],
);

const addressesLook = { displayName: 'Addresses', name: 'addresses' };
const addresses = evmAddressLines(addressesLook, mostAddresses);
const platformAddresses = platformAddressLines(addressesLook, mostOfPlatform);

const token: Field = {
	...evmAddress,
	displayName: 'Token Contract',
	name: 'token',
	placeholder: 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
	description: 'Contract of the token, not a wallet',
};

const limitOf = (displayName: string, name: string, description: string): Field => {
	const field = text(
		{ displayName, name, placeholder: 'e.g. 10', counts: 'amount', description },
		'a decimal number of at least 0',
		(value) => /^(\d{1,78}\.?\d{0,78}|\.\d{1,78})$/.test(value) && !isPerhapsThousands(value),
	);
	return {
		...optional(field),
		encode: (value, context) => multiply(field.encode(value, context), '1'),
	};
};
const below = limitOf(
	'Below',
	'below',
	'Report a balance below this amount, in whole units such as AVAX or USDC. Empty: no such limit.',
);
const above: Field = {
	...limitOf(
		'Above',
		'above',
		'Report a balance above this amount, in whole units. Empty: no such limit.',
	),
	hint: againHint,
};

const recoveryMargin = optional(
	integer(
		{
			displayName: 'Back Beyond the Limit By (%)',
			name: 'recoveryMargin',
			default: 5,
			description:
				'How far a balance must be beyond the limit again to be back, in percent of the limit. It keeps a balance near the limit from being reported over and over.',
		},
		0,
		100,
	),
);

/** A balance on chain is a fact, so one check is enough. */
const checks: Field = {
	...failedChecks,
	default: 1,
	description:
		'How many checks in a row must find the balance beyond the limit. Without this option: one, and two for what cannot be read.',
};

const validators = chooseValidators('searchL1Validators', { withAll: true });

/** In the order of the dialog. */
const fieldsOf: Record<WatchedSource, Field[]> = {
	native: [evmChain, addresses],
	erc20: [evmChain, token, addresses],
	pChain: [platformAddresses],
	l1Balance: [l1SubnetId, ...validators],
};

const sources = Object.keys(fieldsOf) as WatchedSource[];

/** Simplify is left out here: an address has no record beside its balance. */
const options = [
	...always.filter(
		({ name }) => ![checks, simplifyRecord, testEvent].some((other) => other.name === name),
	),
	checks,
	recoveryMargin,
];

const testEventOfBalances: Field = {
	...testEvent,
	options: testEvent.options!.filter(
		(option) =>
			!(
				'value' in option &&
				['grew', 'many', 'manyEnded', 'observers'].includes(String(option.value))
			),
	),
};

export const balanceEvent = {
	name: 'Balance Below or Above',
	action: 'On balance below or above limit',
	description:
		'The balance of an address or an L1 validator falls below a limit or rises above one',
	properties: listProperties(),
};

function listProperties(): INodeProperties[] {
	const shown = new Map<Field, WatchedSource[]>();
	for (const source of sources)
		for (const field of fieldsOf[source]) shown.set(field, [...(shown.get(field) ?? []), source]);
	return [
		toProperty(asset),
		...[...shown].map(([field, of]) => showFor(toProperty(field), { source: of })),
		...[below, above].map(toProperty),
		collectOptions([
			...options.map(toProperty),
			...heartbeatProperties,
			toProperty(testEventOfBalances),
			showFor(toProperty(simplifyRecord), { '/source': ['l1Balance'] }),
		]),
	];
}

/** The limits that the user set, as rules by condition. Throws if there are none, or if they contradict each other. */
function readLimits(
	{ read, refuse }: Pick<ReturnType<typeof createReader>, 'read' | 'refuse'>,
	option: ReadOption,
): Record<string, LimitRule> {
	const [least, most] = [read(below), read(above)] as Array<string | undefined>;
	const margin = option(recoveryMargin) as number;
	if (least === undefined && most === undefined)
		throw refuse(
			'Fill in Below or Above',
			'Enter the amount at which a balance is to be reported.',
		);
	if (least === '0')
		throw refuse(
			'Below must be more than 0',
			'No balance is below 0. Enter a small amount instead.',
		);
	if (least !== undefined && most !== undefined && isAtLeast(least, most))
		throw refuse('Above must be more than Below', `Below is ${least} and Above is ${most}.`);
	return {
		...(least !== undefined && { [balanceBelow.event]: { limit: least, margin } }),
		...(most !== undefined && { [balanceAbove.event]: { limit: most, margin } }),
	};
}

/** The one form of an address that is stored and looked up. */
const toKey = (source: WatchSource, address: string): string =>
	source === 'pChain' ? `P-${address.replace(/^P-/, '')}` : address.toLowerCase();

/** Reads and checks the parameters. Throws a NodeOperationError that names the field and its rule. */
export function readBalanceSettings(context: IPollFunctions): WatchSettings {
	const reader = createReader(context);
	const { read, readShown, readOption } = reader;
	const option: ReadOption = (field, otherwise = field.default) => readOption(field) ?? otherwise;
	const source = read(asset) as WatchedSource;
	const values = readShown(fieldsOf[source]) as Partial<NamedAddresses & NamedValidators> & {
		chain?: string;
		token?: string;
		subnetId?: string;
	};
	const { nodeIds = [], addresses: chosen = [], names } = values;
	const rules = readLimits(reader, option);
	const ofSubject = isOfAddresses(source) ? [balanceUnreadable] : nodeIds.length ? [left] : [];
	return {
		...readDelivery(
			context,
			(field, otherwise) =>
				field.name === checks.name ? option(checks) : option(field, otherwise),
			{ names, source },
		),
		unreadPolls: option(failedChecks) as number,
		source,
		blockchainId: values.chain ?? '',
		subnetId: values.subnetId ?? '',
		...(values.token !== undefined && { token: values.token.toLowerCase() }),
		nodeIds: isOfAddresses(source) ? chosen.map((address) => toKey(source, address)) : nodeIds,
		names,
		conditions: [...Object.keys(rules), ...ofSubject.map(({ event }) => event), unreachable.event],
		rules,
		// However many balances are beyond the limit, the queried node is never the suspect.
		suspectShare: 100,
	};
}
