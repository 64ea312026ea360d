/** Settings of the event New Transaction. */
import type { INodeProperties } from 'n8n-workflow';
import { assetId, checkBlockchain, network } from '../../Data/fields';
import {
	dataChain as chainId,
	evmChain as nodeChain,
	primaryChain,
} from '../../shared/chains/fields';
import { evmAddress, tokenExample } from '../../shared/fields/common';
import { evmAddressLines, type NamedAddresses } from '../../shared/fields/chosenAddresses';
import { addValue, optional, toProperty, type Field } from '../../shared/fields/fields';
import { choice, flag, text } from '../../shared/fields/kinds';
import { textList } from '../../shared/fields/listFields';
import { otherNames, type Names } from '../../shared/fields/names';
import type { Values } from '../../shared/operation/operations';
import { evmAddressRule, isEvmAddress } from '../../shared/values/checksum';
import { createReader, showFor, streamHint, type TriggerContext } from '../parameters';
import {
	feedOptions,
	confirmationsOf,
	minimumAmount,
	nameFeed,
	readFeed,
	settleMinutes,
	startBlock,
	startOverBlock,
	startTime,
	type EventSettings,
	type Unresolved,
} from '../settings';
import { checkMinimums, minimums, remarkMinimums, type MinimumSettings } from './minimums';
import { partyNames, readSides } from './owner';
import { walletProperties, wallets } from './walletFields';

export type Watch = 'address' | 'erc20' | 'internal' | 'token' | 'chain' | 'asset';

export interface TransactionSettings
	extends EventSettings,
		Pick<MinimumSettings, 'minimumAmounts'> {
	watch: Watch;
	/** True to read from the node alone, block by block. */
	fromNode: boolean;
	/** Chain, address and the like, as the Data API's lists take them. `chain` is for the node. */
	values: Values & { address?: string; assetId?: string; chain?: string };
	direction: 'any' | 'incoming' | 'outgoing';
	status: 'any' | 'success' | 'failed';
	/** A method's name, or its selector: four bytes in hexadecimal. */
	method?: string;
	/** Address that a transaction must go to. */
	contract?: string;
	/** Addresses that tokens must come from and go to. */
	from?: string;
	to?: string;
	/** Contracts of the only tokens that are wanted. */
	tokens?: string[];
	/** The user's names for senders and receivers. */
	names?: Names;
}

export const watch = choice(
	{
		displayName: 'Watch',
		name: 'watch',
		default: 'address',
		description: 'Whose transactions start the workflow',
		noDataExpression: true,
	},
	[
		{
			name: 'Address',
			value: 'address',
			description:
				'AVAX that an address sends or receives. For USDC and the like: ERC-20 of Address.',
		},
		{ name: 'Chain', value: 'chain', description: 'All transactions of an EVM chain' },
		{
			name: 'ERC-20 of Address',
			value: 'erc20',
			description: 'ERC-20 tokens, such as USDC, that an address sends or receives',
		},
		{
			name: 'Internal Transactions',
			value: 'internal',
			description: 'Calls inside transactions that move native tokens from or to an address',
		},
		{
			name: 'Token Contract',
			value: 'token',
			description: "Transfers of a contract's tokens",
		},
		{
			name: 'Wallets',
			value: wallets,
			description: 'AVAX and tokens that up to 50 addresses send or receive, in one trigger',
		},
		{
			name: 'X-Chain Asset',
			value: 'asset',
			description: 'Transactions of an X-Chain asset',
		},
	],
);
export const readFrom = choice(
	{
		displayName: 'Read From',
		name: 'readFrom',
		default: 'data',
		description:
			'The Data API knows methods and prices. A node is faster, and serves every chain that it tracks.',
		noDataExpression: true,
	},
	[
		{ name: 'Data API', value: 'data', description: 'The indexed lists of the Data API' },
		{
			name: 'Node',
			value: 'node',
			description:
				"The chain's blocks, from your node alone, without names of methods and contracts",
		},
	],
);
const blockchainId = primaryChain(['X'], 'X', 'searchXChain');

export const direction = choice(
	{
		displayName: 'Direction',
		name: 'direction',
		default: 'any',
		description:
			'Direction as seen from the address. What an address sends to itself comes with Any alone.',
	},
	[
		{ name: 'Any', value: 'any' },
		{ name: 'Incoming', value: 'incoming' },
		{ name: 'Outgoing', value: 'outgoing' },
	],
);
const status = choice(
	{
		displayName: 'Status',
		name: 'status',
		default: 'any',
		description: 'Whether the transaction succeeded',
	},
	[
		{ name: 'Any', value: 'any' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'Success', value: 'success' },
	],
);
const method = text(
	{
		displayName: 'Method',
		name: 'method',
		placeholder: 'e.g. transfer',
		description:
			'Only calls of this method, by name (with or without parameters) or by selector (0xa9059cbb). A node knows only selectors.',
	},
	'a method name such as transfer, or a selector such as 0xa9059cbb',
	(value) => /^[A-Za-z_$][\w$]*(\(.*)?$|^0x[0-9a-fA-F]{8}$/.test(value),
);
const addressOf = (displayName: string, name: string, description: string): Field<string> => ({
	...evmAddress,
	displayName,
	name,
	description,
	placeholder: tokenExample,
});
const contract = addressOf('Contract Address', 'contract', 'Only transactions to this contract');
const from = addressOf('From Address', 'from', 'Only transfers from this address');
const to = addressOf('To Address', 'to', 'Only transfers to this address');
export const tokens = textList(
	{
		displayName: 'Token Contracts',
		name: 'tokens',
		placeholder: tokenExample,
		description: 'Only tokens of these contracts, separated by commas',
	},
	`EVM addresses (${evmAddressRule})`,
	isEvmAddress,
);
export const calls = optional(
	flag({
		displayName: 'Calls Beside Transfers',
		name: 'callsBesideTransfers',
		description:
			'Whether to report a call that moves no native token also if its token transfers are reported. A call without any always comes.',
	}),
);
export const confirmations = confirmationsOf(
	'How many blocks must follow a transaction. Defaults to 0 on Avalanche chains, which never take blocks back, and to 64 on Ethereum.',
);

/** Chains of the Data API whose blocks can be taken back: Ethereum and its test networks. */
const reorganising = ['1', '11155111', '17000', '560048'];

/** How many blocks must follow a transaction, unless the option says otherwise. */
export const usualDepth = (fromNode: boolean, { chainId }: Values): number =>
	!fromNode && reorganising.includes(String(chainId)) ? 64 : 0;

export const minimum = minimumAmount(
	'Only transactions that move at least this amount, in whole tokens, e.g. 0.5. It holds for every asset. Leaves out what has no amount, such as ERC-721 transfers. An amount that is not known comes, marked.',
	'amounts',
);
export const settle = settleMinutes(10);

const onEvm: Watch[] = ['address', 'erc20', 'internal', 'token', 'chain'];
/** Watches of whole transactions, which may call a method. */
const called: Watch[] = ['address', 'chain'];
/** Watches of an address, from which a transaction has a direction. */
export const directed: Watch[] = ['address', 'erc20', 'internal'];
const onNode: Watch[] = ['address', 'token', 'chain'];
/** The watches that a node can serve. */
const withNode = [...onNode, wallets];
/** Options that only some watches read. n8n drops the options it does not show. */
const optionsOf = new Map<Field, Array<Watch | typeof wallets>>([
	[status, [...called, 'internal']],
	[startBlock, [...onEvm, wallets]],
	[method, called],
	[contract, called],
	[from, ['token']],
	[to, ['token']],
	[partyNames, ['token']],
	[otherNames, [...directed, wallets]],
	[tokens, ['erc20', wallets]],
	[minimums, ['erc20', wallets]],
	[calls, [wallets]],
	[confirmations, [...onEvm, wallets]],
]);
/** The contract whose transfers are watched. Its parameter has the same name as any other address. */
export const tokenContract: Field = {
	...evmAddress,
	displayName: 'Token Contract',
	placeholder: tokenExample,
	description:
		'Contract of the token, not a wallet. For a wallet, use To Address or From Address under Options.',
};
const oneAddress = evmAddressLines(
	{ displayName: 'Address', name: 'address' },
	1,
	'For several, choose Wallets under Watch.',
);
/** Encoded as an address, and a name if one stands behind it. */
const watchedAddress: Field = {
	...evmAddress,
	description:
		'Wallet or contract address on the chain (0x...), with "= name" behind it if you like',
	isMerged: true,
	encode: (value, context) => {
		const isNamed = typeof value === 'string' && /^\s*0x[\da-f]+\s*=/i.test(value);
		if (!isNamed) return { address: evmAddress.encode(value, context) };
		const { addresses, names } = oneAddress.encode(value, context)!;
		return { address: addresses[0], names };
	},
};
export const addressFields = [watchedAddress, direction];

const nativeAlone =
	'The native token alone, such as AVAX. For tokens such as USDC, choose ERC-20 of Address or Wallets under Watch.';

export const transactionProperties: INodeProperties[] = [
	{ ...toProperty(watch), hint: streamHint },
	showFor(toProperty(readFrom), { watch: withNode }),
	showFor(toProperty(chainId), { watch: withNode, readFrom: ['data'] }),
	showFor(toProperty(chainId), { watch: ['erc20', 'internal'] }),
	showFor(toProperty(nodeChain), { watch: withNode, readFrom: ['node'] }),
	showFor({ ...toProperty(watchedAddress), hint: nativeAlone }, { watch: ['address'] }),
	showFor(toProperty(watchedAddress), { watch: ['erc20', 'internal'] }),
	showFor(toProperty(tokenContract), { watch: ['token'] }),
	showFor(toProperty(network), { watch: ['asset'] }),
	showFor(toProperty(blockchainId), { watch: ['asset'] }),
	showFor(toProperty(assetId), { watch: ['asset'] }),
	...walletProperties,
	showFor(toProperty(direction), { watch: [...directed, wallets] }),
	feedOptions(
		[
			...[...optionsOf].map(([field, watches]) =>
				showFor(toProperty(field), { '/watch': watches }),
			),
			showFor(toProperty(startOverBlock), { '/watch': [...onEvm, wallets] }),
			toProperty(startTime),
			toProperty(minimum),
			{ ...toProperty(settle), displayOptions: { hide: { '/readFrom': ['node'] } } },
		],
		['newest', 'gap', 'amountUnknown', 'timeDoubtful', 'heartbeat', 'each'],
	),
];

/** The options of a watch on a node, without those of every feed. */
export const nodeOptions = (watched: Watch): INodeProperties[] =>
	[...optionsOf, [startTime, onEvm] as const, [minimum, onEvm] as const]
		.filter(([, watches]) => watches.includes(watched))
		.map(([field]) => toProperty(field));

/** Fields for chains that may have to be resolved. */
export const transactionChains = [chainId, nodeChain];
export const chainFrom = (fromNode: boolean): Field => (fromNode ? nodeChain : chainId);

interface WatchChoice {
	watch: Watch;
	fromNode: boolean;
}

/** `watchedOnNode` is the watch on a node if the user has no choice. */
export function readTransactionSettings(
	context: TriggerContext,
	watchedOnNode?: Watch,
): Unresolved<TransactionSettings, TransactionSettings['values']> {
	const reader = createReader(context);
	const watched = readWatched(reader, watchedOnNode);
	const { watch, fromNode } = watched;
	const { names, ...values } = readWhere(reader, watched);
	const called = readSides(reader, values.address, names);
	const chosenMethod = readMethod(reader, watched);
	const wanted = reader.readOption(confirmations);
	const feed = readFeed(context, {
		starts: watch === 'asset' ? [startTime] : [startBlock, startTime],
		minimumAmount: minimum,
		// A node's blocks are complete, but an index fills up behind the chain.
		...(!fromNode && { settleMinutes: settle }),
	});
	const tooMuch = checkMinimums([watch], { values, ...feed });
	if (tooMuch) throw reader.refuse(tooMuch.message, tooMuch.description);
	const own = { ...watched, ...readFilter(reader, watched), ...called, method: chosenMethod };
	return {
		values,
		complete: (resolved) => {
			const named = nameFeed(feed, {
				event: 'newTransaction',
				record: ['erc20', 'token'].includes(watch) ? 'tokenTransfer' : 'transaction',
				about: { watch, fromNode, ...resolved },
				confirmations: wanted ?? usualDepth(fromNode, resolved),
			});
			const remark = () => remarkMinimums([watch], { ...own, values });
			return { ...named, ...own, values: resolved, remark };
		},
	};
}

type ParameterReader = ReturnType<typeof createReader>;

function readWatched({ read }: ParameterReader, watchedOnNode: Watch | undefined): WatchChoice {
	if (watchedOnNode !== undefined) return { watch: watchedOnNode, fromNode: true };
	const watched = read(watch) as Watch;
	return { watch: watched, fromNode: onNode.includes(watched) && read(readFrom) === 'node' };
}

/** The chain, and the address or the asset on it. */
function readWhere(
	{ read, refuse }: ParameterReader,
	watched: WatchChoice,
): TransactionSettings['values'] & Pick<NamedAddresses, 'names'> {
	const values: TransactionSettings['values'] & Pick<NamedAddresses, 'names'> = {};
	for (const field of whereFields(watched)) addValue(values, field, read(field));
	const problem = watched.watch === 'asset' ? checkBlockchain(values) : undefined;
	if (problem) throw refuse(problem);
	const { address } = values;
	return typeof address === 'string' ? { ...values, address: address.toLowerCase() } : values;
}

function whereFields({ watch, fromNode }: WatchChoice): Field[] {
	const chain = chainFrom(fromNode);
	switch (watch) {
		case 'asset':
			return [network, blockchainId, assetId];
		case 'chain':
			return [chain];
		case 'token':
			return [chain, tokenContract];
		default:
			return [chain, watchedAddress];
	}
}

function readMethod(
	{ readOption, refuse }: ParameterReader,
	{ fromNode }: WatchChoice,
): string | undefined {
	const chosen = readOption(method);
	if (fromNode && chosen && !chosen.startsWith('0x'))
		throw refuse(
			'Method must be a selector (such as 0xa9059cbb) if you read from a node, because a node knows no method names',
		);
	return chosen;
}

/** All filters but the method. */
const readFilter = ({ read, readOption }: ParameterReader, { watch }: WatchChoice) => ({
	direction: (directed.includes(watch)
		? read(direction)
		: 'any') as TransactionSettings['direction'],
	status: readOption(status) ?? 'any',
	contract: readOption(contract),
	from: readOption(from),
	to: readOption(to),
	tokens: readOption(tokens),
	minimumAmounts: readOption(minimums),
});
