/** Reads a chain that a user entered, as far as that needs no request. */
import { InvalidField, show } from '../fields/invalid';
import { asText } from '../fields/kinds';
import { isLocator, located } from '../fields/located';
import { readPage } from '../fields/pasted';
import { isHexAddress, isId, isNodeId } from '../values/ids';
import { letterOf, nameChain, networks, type Letter } from '../avalanche/chains';

/** The EVM chain ID if the text names a C-Chain with its network, as in "Avalanche C-Chain Mainnet". */
function cChainIdIn(entered: string): string | undefined {
	const network = /\b(?:mainnet|fuji(?: testnet)?|testnet)\b/i.exec(entered)?.[0];
	if (!network || !/\bc\b/i.test(entered)) return undefined;
	if (letterOf(entered.replace(network, '')) !== 'C') return undefined;
	return networks[/mainnet/i.test(network) ? 'mainnet' : 'fuji'].cChainId;
}

/** The decimal EVM chain ID in eip155:43114 (CAIP-2), 0xa86a, "chain ID 43114", 43114.0 or "Dexalot (432204)". Else the text. */
function plainId(entered: string): string {
	const [, behind] = /^[^()]+ \((\d{1,20})\)$/.exec(entered) ?? [];
	if (behind) return behind;
	const [, id] =
		/^(?:eip155:|chain(?: ?id)?[ :]+)?(0x[\da-f]{1,16}|\d{1,78})(?:\.0+)?(?: *\(.*\))?$/i.exec(
			entered,
		) ?? [];
	return id?.startsWith('0') ? String(BigInt(id.toLowerCase())) : (id ?? entered);
}

/** A chain as entered. A name if the user said so, or if it can be nothing else. One from a list comes with its ID. */
export type Entered = string | { name: string; id?: string };

/** How an API refers to chains. */
export type ChainForm =
	/** By blockchain ID or alias, like a node. */
	| 'node'
	/** By EVM chain ID or blockchain ID, like the data service. */
	| 'data'
	/** By EVM chain ID or a word for many chains together, like the metrics service. */
	| 'metrics';

export const isEvmId = (entered: string): boolean => /^\d{1,20}$/.test(entered);
const isAlias = (entered: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,511}$/.test(entered);
const isName = (entered: string): boolean => /^[\p{L}\d][\p{L}\d '()&+._-]{0,80}$/u.test(entered);

export const ofMany = ['mainnet', 'testnet', 'total'];

export const rules: Record<ChainForm, string> = {
	node: 'a chain: C, a blockchain ID, an EVM chain ID, an alias or a name',
	data: 'an EVM chain: C, an EVM chain ID, a blockchain ID or a name',
	metrics:
		'an EVM chain (C, an EVM chain ID, a blockchain ID or a name), mainnet, testnet or total',
};

const adviceFor = (letter: Letter, form: ChainForm): string => {
	const validators = letter === 'P' ? 'Avalanche Validators' : '';
	if (form !== 'metrics')
		return `For the ${letter}-Chain, use ${validators && `${validators}, or `}Balance > Get Many on Primary Network of Avalanche Data API.`;
	return `The Metrics API has figures of EVM chains only.${validators && ` For validators and their stake, use ${validators}.`}`;
};

/** For P or X in a field that takes only EVM chains. */
export const notEvm = (letter: Letter, form: ChainForm): InvalidField =>
	new InvalidField(`the ${letter}-Chain is not an EVM chain`, undefined, adviceFor(letter, form));

const severalAdvice: Record<ChainForm, string> = {
	node: 'For several chains, use an input item for each.',
	data: 'For several chains, use an input item for each.',
	metrics:
		'Get Report compares several chains: enter one here, and the others under Compare With. For Get Many, use an input item for each.',
};

/** Refuses a list of chains in a field of one. */
function refuseSeveral(value: string, form: ChainForm): void {
	if (/^[1-9]\d{0,2}(?:,\d{3})+$/.test(value))
		throw new InvalidField(
			`${show(value)} has separators`,
			undefined,
			`Enter the digits of the ID alone, such as ${value.replaceAll(',', '')}.`,
		);
	const parts = value.split(/[,;\n]/).map((part) => part.trim());
	if (parts.length > 1 && parts.every(isName))
		throw new InvalidField(`takes one chain, not ${show(value)}`, undefined, severalAdvice[form]);
}

/** Mistaken entries, and advice. A node would take them for aliases. */
const elsewhere: Array<[is: (text: string) => boolean, fault: string, advice: string]> = [
	[
		isNodeId,
		'this looks like a node ID',
		'Choose the chain here. The node ID belongs under Validators or Node IDs, where the operation has them.',
	],
	[
		(text) => readPage(text) !== undefined,
		'this is the address of a page',
		'Choose the chain from the list, or enter its name or ID, such as C or 43114.',
	],
	[
		isHexAddress,
		'this looks like an EVM address',
		'Choose the chain here. The address belongs under Address, where the operation has it.',
	],
];

function refuseElsewhere(value: string): void {
	const found = elsewhere.find(([is]) => is(value));
	if (found) throw new InvalidField(found[1], undefined, found[2]);
}

export function readChain(entered: unknown, form: ChainForm): Entered {
	const given = asText(located(entered));
	if (isLocator(entered) && entered.mode === 'name') {
		const named = readLetter(given, form) ?? readName(given);
		return named ?? readIdOrName(given, form);
	}
	const listed = readListed(entered, form);
	if (listed) return listed;
	const value = cChainIdIn(given) ?? plainId(given);
	return readMany(value, form) ?? readLetter(value, form) ?? readIdOrName(value, form);
}

/** Between the parts of an entry of a list, such as "Dexalot · 432204 · Mainnet". */
export const betweenParts = ' · ';

/** An entry of a list with its name, if the entry shows the ID that is its value. The node's lists show another one. */
function readListed(entered: unknown, form: ChainForm): Entered | undefined {
	if (form === 'node' || !isLocator(entered) || entered.mode !== 'list') return undefined;
	const id = String(entered.value);
	const [name, shown] = String(entered.cachedResultName ?? '').split(betweenParts);
	const isKnown = isEvmId(id) && shown === id && nameChain(id) === id;
	return isKnown && name !== id ? { name, id } : undefined;
}

const refuseMany = (value: string, what: string, more: string): InvalidField =>
	new InvalidField(
		`${show(value)} ${what}`,
		undefined,
		`${more} Choose Chain from the list, or enter C for the C-Chain.`,
	);

/** A word for many chains. Only the metrics service takes it. */
function readMany(value: string, form: ChainForm): string | undefined {
	const word = value.toLowerCase();
	const isOfMany = ofMany.includes(word);
	if (isOfMany && form === 'metrics') return word;
	if (word === 'total')
		throw refuseMany(value, 'stands for many chains', 'Avalanche Chain Metrics alone takes it.');
	if (isOfMany || /^(avalanche )?fuji( testnet)?$/i.test(value))
		throw refuseMany(value, 'is a network, and no chain', 'The credential says which network.');
	return undefined;
}

function readLetter(value: string, form: ChainForm): Letter | undefined {
	const letter = letterOf(value);
	const isFit = letter === undefined || letter === 'C' || form === 'node';
	if (!isFit) throw notEvm(letter, form);
	return letter;
}

const readName = (value: string): Entered | undefined =>
	isName(value) ? { name: value } : undefined;

function readIdOrName(value: string, form: ChainForm): Entered {
	if (isEvmId(value) || (value.length > 40 && isId(value))) return value;
	refuseElsewhere(value);
	if (form === 'node' && foreignChains.test(value))
		throw new InvalidField(
			`${show(value)} is no chain of Avalanche`,
			undefined,
			'Choose Chain from the list, or enter C for the C-Chain. For other networks, use a node of theirs.',
		);
	if (form === 'node' && isAlias(value)) return value;
	refuseSeveral(value, form);
	// A mistyped ID is not a name: nobody gives a chain so long a word.
	const isLikeId = /^(0x[\da-f]*|[\da-z]{30,})$/i.test(value);
	const name = isLikeId ? undefined : readName(value);
	if (!name) throw new InvalidField(`must be ${rules[form]}, not ${show(value)}`);
	return name;
}

/** True if the API takes the chain as it was entered. */
export function isTaken(entered: Entered, form: ChainForm): boolean {
	if (typeof entered !== 'string') return false;
	if (form === 'node') return !isEvmId(entered);
	return isEvmId(entered) || ofMany.includes(entered) || (form === 'data' && isId(entered));
}

/** Well-known chains outside Avalanche. A node would take them for aliases. */
const foreignChains =
	/^(?:ethereum|eth|bitcoin|btc|solana|polygon|arbitrum|optimism|bnb ?chain|bsc)$/i;
