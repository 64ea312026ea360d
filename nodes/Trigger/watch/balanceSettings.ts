/** The event Balance Below or Above: its parameters, and the checked settings read from them. */
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { collectOptions, createReader, showFor } from '../../feeds/parameters';
import { isCChain } from '../../shared/avalanche/chains';
import { evmChain } from '../../shared/chains/fields';
import {
	evmAddressLines,
	platformAddressLines,
	type NamedAddresses,
} from '../../shared/fields/chosenAddresses';
import { chooseWatched, nodeIdsIn } from '../../shared/fields/chosenValidators';
import { checkAvax } from '../../shared/fields/avaxSupply';
import { evmAddress, l1SubnetId, tokenExample } from '../../shared/fields/common';
import {
	fieldValue,
	mergedValues,
	optional,
	toProperty,
	type Field,
} from '../../shared/fields/fields';
import { amount, choice, integer } from '../../shared/fields/kinds';
import { namesIn } from '../../shared/fields/names';
import { isAtLeast, multiply } from '../../shared/values/numbers';
import { heartbeatProperties } from '../heartbeat/settings';
import {
	balanceAbove,
	balanceBelow,
	balanceUnreadable,
	ruleOfBalance,
	type LimitRule,
} from './conditions/balanceLimit';
import type { ReadOption } from './conditions/condition';
import { unreachable } from './conditions/unreachable';
import { left } from './left';
import { limitLines, readOwnLimits, type WatchedBalances } from './ownLimits';
import { isOfAddresses, type WatchSettings } from './model';
import { againHint, failedChecks, simplifyRecord, watchTestEvent } from './options';
import { readDelivery } from './readDelivery';
import { always } from './settings';
import { isTokenKey, toKey } from './tokenKeys';
import { aboveByToken, belowByToken, readTokens, type OfTokens } from './tokenLimits';

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
const addresses: Field<NamedAddresses | undefined> = {
	...evmAddressLines(addressesLook, mostAddresses),
	ifOther: {
		primaryAddress:
			'This looks like a P-Chain or X-Chain address. For one of the P-Chain, choose AVAX on the P-Chain as Asset. The X-Chain is not watched.',
	},
};
const platformAddresses: Field = {
	...platformAddressLines(addressesLook, mostOfPlatform),
	ifOther: {
		evmAddress:
			'This looks like an EVM address: choose Native Token or ERC-20 Token as Asset. Addresses of the P-Chain begin with P-avax1.',
	},
};

const tokenContract: Field<string> = {
	...evmAddress,
	displayName: 'Token Contract',
	name: 'token',
	placeholder: tokenExample,
	description: 'Contract of the token, not a wallet',
};

type Limit = Field<string | undefined>;

const limitOf = (displayName: string, name: string, description: string): Limit => {
	const field = amount({ displayName, name, placeholder: 'e.g. 10', description });
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
const above: Limit = {
	...limitOf(
		'Above',
		'above',
		'Report a balance above this amount, in whole units. Empty: no such limit.',
	),
	hint: againHint,
};

const belowBy = limitLines('Below by Wallet', 'belowByWallet', 'Below');
const aboveBy = limitLines('Above by Wallet', 'aboveByWallet', 'Above');

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
const checks: typeof failedChecks = {
	...failedChecks,
	default: 1,
	description:
		'How many checks in a row must find the balance beyond the limit. Without this option: one, and two for what cannot be read.',
};

const validators = chooseWatched('searchL1Validators', { withAll: true });

/** In the order of the dialog. */
const fieldsOf: Record<WatchedSource, Field[]> = {
	native: [evmChain, addresses],
	erc20: [evmChain, tokenContract, addresses],
	pChain: [platformAddresses],
	l1Balance: [l1SubnetId, ...validators],
};

/** The sources whose balances are in AVAX, whatever the chain. */
const ofAvax: WatchedSource[] = ['pChain', 'l1Balance'];
const evmSources: WatchedSource[] = ['native', 'erc20'];

const sources = Object.keys(fieldsOf) as WatchedSource[];

/** Simplify is left out here: an address has no record beside its balance. */
const options = [
	...always.filter(
		({ name }) => ![checks, simplifyRecord, watchTestEvent].some((other) => other.name === name),
	),
	checks,
	recoveryMargin,
	belowBy,
	aboveBy,
];

const testEventOfBalances: Field = {
	...watchTestEvent,
	options: watchTestEvent.options!.filter(
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
			...[belowByToken, aboveByToken].map((field) =>
				showFor(toProperty(field), { '/source': evmSources }),
			),
		]),
	];
}

type Reader = ReturnType<typeof createReader>;

/** The limits that the user set, as rules by condition. Throws if there are none, or if they contradict each other. */
function readLimits(
	reader: Pick<Reader, 'read' | 'refuse' | 'readOption'>,
	watched: WatchedBalances,
	ofTokens: OfTokens,
): Record<string, LimitRule> {
	const { read, refuse, readOption } = reader;
	const margin = readOption(recoveryMargin) ?? Number(recoveryMargin.default);
	const readRule = (all: Limit, by: typeof belowBy, ofToken: OfTokens['least']): LimitRule => {
		const own = readOwnLimits(reader, by, watched);
		const limits = own || ofToken ? { ...own, ...ofToken } : undefined;
		return { limit: readWhole(all), limits, margin };
	};
	const readWhole = (field: Limit): string | undefined => {
		const limit = read(field);
		const tooMuch = watched.isInAvax ? checkAvax(field.displayName, limit) : undefined;
		if (tooMuch) throw refuse(tooMuch.message, tooMuch.description);
		return limit;
	};
	const least = readRule(below, belowBy, ofTokens.least);
	const most = readRule(above, aboveBy, ofTokens.most);
	demandOrder(least, most, ofTokens, reader);
	if (!hasLimit(least) && !hasLimit(most))
		throw refuse(
			'Fill in Below or Above',
			'Enter the amount at which a balance is to be reported.',
		);
	if ([least.limit, ...Object.values(least.limits ?? {})].includes('0'))
		throw refuse(
			'Below must be more than 0',
			'No balance is below 0. Enter a small amount instead.',
		);
	return {
		...(hasLimit(least) && { [balanceBelow.event]: least }),
		...(hasLimit(most) && { [balanceAbove.event]: most }),
	};
}

/** The balances to watch. Without a limit for the asset itself, only those in further tokens. */
function listKeys(
	keys: string[],
	{ tokens }: OfTokens,
	rules: Record<string, LimitRule>,
): string[] {
	const further = Object.keys(tokens);
	const isOfAsset = ({ limit, limits = {} }: LimitRule): boolean =>
		limit !== undefined || Object.keys(limits).some((key) => !isTokenKey(key));
	return Object.values(rules).some(isOfAsset) ? [...keys, ...further] : further;
}

function demandRoom(watched: string[], keys: string[], { refuse }: Pick<Reader, 'refuse'>): void {
	if (watched.length <= mostAddresses || watched.length === keys.length) return;
	throw refuse(
		`The further tokens make ${watched.length} balances, and a trigger watches at most ${mostAddresses}`,
		'Remove addresses or tokens, or add another trigger for some of them.',
	);
}

const hasLimit = ({ limit, limits }: LimitRule): boolean =>
	limit !== undefined || limits !== undefined;

/** Refuses a pair of limits that one balance would always break. */
function demandOrder(
	least: LimitRule,
	most: LimitRule,
	{ tokens }: OfTokens,
	{ refuse }: Pick<Reader, 'refuse'>,
): void {
	const demand = (low: string | undefined, high: string | undefined, whose = ''): void => {
		if (low === undefined || high === undefined || !isAtLeast(low, high)) return;
		throw refuse(`Above must be more than Below${whose}`, `Below is ${low} and Above is ${high}.`);
	};
	demand(least.limit, most.limit);
	for (const key of Object.keys({ ...least.limits, ...most.limits }))
		demand(
			ruleOfBalance(least, key).limit,
			ruleOfBalance(most, key).limit,
			` for ${tokens[key] ?? key}`,
		);
}

/** The events besides limits: an address that cannot be read, and a chosen validator that leaves. */
function listFurther(source: WatchedSource, nodeIds: string[]): string[] {
	if (isOfAddresses(source)) return [balanceUnreadable.event];
	return nodeIds.length ? [left.event] : [];
}

/** Reads and checks the parameters. Throws a NodeOperationError that names the field and its rule. */
export function readBalanceSettings(context: IPollFunctions): WatchSettings {
	const reader = createReader(context);
	const { read, readShown, readOption } = reader;
	const option: ReadOption = <T>(field: Field<T>, otherwise = field.default as T) =>
		(readOption(field) ?? otherwise) as Exclude<T, undefined>;
	const source = read(asset);
	const values = readShown(fieldsOf[source]);
	const shown = <T>(field: Field<T>): T | undefined => fieldValue(values, optional(field));
	const { addresses: chosen = [] } = mergedValues(values, addresses);
	const [nodeIds, names] = [nodeIdsIn(values) ?? [], namesIn(values)];
	const chain = shown(evmChain);
	const keys = isOfAddresses(source) ? chosen.map(toKey) : nodeIds;
	const isInAvax = ofAvax.includes(source) || (source === 'native' && isCChain(chain));
	const asked = { keys, names, isInAvax };
	const token = shown(tokenContract)?.toLowerCase();
	const isEvm = evmSources.includes(source);
	const ofTokens = isEvm ? readTokens(reader, asked, token) : { tokens: {} };
	const rules = readLimits(reader, asked, ofTokens);
	const watched = listKeys(keys, ofTokens, rules);
	demandRoom(watched, keys, reader);
	return {
		...readDelivery(
			context,
			(field, otherwise) =>
				option(
					field.name === checks.name ? { ...field, default: checks.default } : field,
					otherwise,
				),
			{ names, source },
		),
		unreadPolls: option(failedChecks),
		source,
		blockchainId: chain ?? '',
		subnetId: shown(l1SubnetId) ?? '',
		...(token !== undefined && { token }),
		...(Object.keys(ofTokens.tokens).length > 0 && { tokens: ofTokens.tokens }),
		nodeIds: watched,
		names,
		conditions: [...Object.keys(rules), ...listFurther(source, nodeIds), unreachable.event],
		rules,
		// However many balances are beyond the limit, the queried node is never the suspect.
		suspectShare: 100,
	};
}
