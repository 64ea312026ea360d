/** Recognizes the faults of wrong addresses, IDs and hashes, and advises in one or two sentences on each. */
import type { INodeProperties } from 'n8n-workflow';
import { networks } from '../avalanche/chains';
import { findWellKnown } from '../avalanche/tokens';
import { exampleDay, withExampleDay } from '../values/exampleTimes';
import { decodeCb58, isBech32Address, isNodeId, zeroId } from '../values/ids';
import { gaveNothing, suggestNumber, type Counted, type CountedField } from './countFixes';
import { recognize, testOf, type Identifier } from './identifiers';
import { findInText, isOfOtherNetwork, isOfTransaction, readPage } from './pasted';
import { explainKey } from './secrets';

/** Where an identifier belongs if it was entered into a field for another kind. */
const homes: Record<Identifier, string> = {
	evmAddress:
		'This looks like an EVM address: use Account or Token of Avalanche EVM Chains, or Balance > Get Native of Avalanche Data API.',
	hash: 'This looks like a hash, or like a private key, which belongs nowhere: for a transaction hash, use Transaction > Get of Avalanche EVM Chains.',
	id: 'This looks like the ID of a chain, a subnet or a P-Chain or X-Chain transaction.',
	nodeId: 'This looks like a node ID: use Avalanche Validators, or Reward of Avalanche Data API.',
	primaryAddress:
		'This looks like a P-Chain or X-Chain address: use Balance > Get Many on Primary Network of Avalanche Data API. Reward > Get Report has what it earned.',
};

/** Overrides `homes` for a field of the first kind. People usually mean something else there. */
const meantInstead: Partial<Record<Identifier, Partial<Record<Identifier, string>>>> = {
	hash: {
		id: 'This looks like the ID of a P-Chain or X-Chain transaction: no operation looks one up, but the explorer does. For an import or export of the C-Chain, use Atomic Transaction > Get of Avalanche Cross-Chain Transfers.',
	},
	primaryAddress: {
		evmAddress:
			'This looks like an EVM address: enter the one that begins with P-avax1 or X-avax1. For what this one holds, use Balance > Get Native of Avalanche Data API.',
	},
	nodeId: {
		evmAddress:
			"This looks like an EVM address: enter the validator's node ID, which begins with NodeID-.",
		id: "This looks like the ID of a validation, a transaction or a chain: enter the validator's node ID, which begins with NodeID-.",
		primaryAddress:
			"This looks like a P-Chain or X-Chain address: enter the validator's node ID, which begins with NodeID-. Avalanche Validators lists reward addresses: use Primary Network Validator > Get Many, with Simplify off.",
	},
};

/** Advice for several values in a field of one. No operation has triggers, and no trigger has input items. */
export const adviseSeveral = ({ ifSeveral, isOfTrigger }: Advised): string =>
	ifSeveral ?? `For several, use ${isOfTrigger ? 'a trigger' : 'an item'} for each.`;

/** The fault of hexadecimal text that must have this many digits after 0x. */
function explainHex(entered: string, digits: number): string | undefined {
	if (!/^0x/i.test(entered))
		return new RegExp(`^[0-9a-f]{${digits}}$`, 'i').test(entered) ? 'Put 0x in front.' : undefined;
	const given = entered.slice(2);
	const odd = /[^0-9a-f]/i.exec(given);
	if (odd) return `"${odd[0]}" is not a hexadecimal digit (0 to 9, a to f). Copy the whole value.`;
	const missing = digits - given.length;
	const count = (n: number) => `${n} ${n === 1 ? 'digit' : 'digits'}`;
	if (missing > 0) return `The value is ${count(missing)} too short. Copy the whole value.`;
	if (missing < 0) return `The value is ${count(-missing)} too long. Copy the value alone.`;
	return entered.startsWith('0X')
		? 'Write 0x with a small x.'
		: 'The capital letters do not match the checksum, so a digit may be wrong. Copy the value again from its source.';
}

function explainCb58(entered: string): string {
	if (/^[a-z\d]{25,}$/.test(entered))
		return 'The ID is in small letters, and its capitals count: copy it again from where it has capitals.';
	if (/^[A-Z\d]{25,}$/.test(entered))
		return 'The ID is in capitals, and its small letters count: copy it again from where it has small letters.';
	const odd = /[^1-9A-HJ-NP-Za-km-z]/.exec(entered);
	return odd
		? `"${odd[0]}" is not a character of such an ID. Copy the value again.`
		: 'The checksum does not match: a character is missing or wrong. Copy the value again.';
}

/** Names of the Primary Network and its chains, and the EVM chain IDs of its C-Chain. */
const ofPrimaryNetwork = /^(?:(?:the |avalanche )*(?:primary network|[pxc](?:-chain)?)|4311[34])$/i;

export const isLikeName = (entered: string): boolean =>
	/^\p{L}[\p{L}\d ._'-]{0,30}$/u.test(entered);

/** "fra" or "[fra]". */
const isLikeNameOrGroup = (entered: string): boolean =>
	isLikeName(entered.trim().replace(/^\[(.*)\]$/, '$1'));

function explainShortId(entered: string): string | undefined {
	if (/^1{20,40}$/.test(entered))
		return `The ID of the Primary Network ends in LpoYY: enter ${zeroId}.`;
	if (ofPrimaryNetwork.test(entered))
		return `This is of the Primary Network: its ID is ${zeroId}. Primary Network Validator of Avalanche Validators has its validators.`;
	if (/^\d{1,19}$/.test(entered))
		return 'This looks like an EVM chain ID. Choose the chain or subnet from the list, or enter its long ID.';
	return isLikeName(entered)
		? 'This looks like a name: choose it from the list, or enter its ID.'
		: undefined;
}

/** NodeID and the rest, separated by more than a hyphen. */
const apart = /^node\s?id(?:\s*[-:\u2010-\u2015\u2212]\s*|\s+)(\w{25,})$/i;

function explainApart(entered: string): string | undefined {
	const [, rest] = apart.exec(entered) ?? [];
	if (!rest || /^nodeid-\w/i.test(entered)) return undefined;
	return isNodeId(`NodeID-${rest}`)
		? `A node ID is written in one piece: enter NodeID-${rest}.`
		: explainCb58(rest);
}

function fixPrefix(entered: string): string {
	const written = entered.replace(/^nodeid-(\w+)\W*$/i, 'NodeID-$1');
	const example = isNodeId(written) ? `: enter ${written}` : '';
	return `Write NodeID- with capital N, I and D${example}.`;
}

/** A P-Chain or X-Chain address in lower case, with its chain's letter as a capital in front. */
const inSmallLetters = (entered: string): string =>
	entered.toLowerCase().replace(/^[pxc]-/, (chain) => chain.toUpperCase());

/** Advice for a name in a field that takes the names of the field Names. Without one, no name is known yet. */
const namesMissing = {
	nodeId:
		'This looks like a name: this field takes it once Names, under Additional Fields or Filters, has a line for it. Or enter the node ID, which begins with NodeID-.',
	evmAddress:
		'This looks like a name: enter the address, which begins with 0x. The field takes the name once a line has both: here, or in the field of names that some operations have.',
};
/** An IBAN, with or without spaces. */
const isBankAccount = (entered: string): boolean =>
	/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(entered.replaceAll(' ', ''));

const isBitcoinAddress = (entered: string): boolean =>
	/^(?:(?:bc|tb)1[a-z\d]{20,80}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i.test(entered);

const unknownName =
	"This looks like a name or a group: enter the validator's node ID, which begins with NodeID-.";

/** A symbol is never taken for a contract, because any contract can give itself the same one. */
function explainSymbol(entered: string): string | undefined {
	if (/^(?:native|avax)$/i.test(entered))
		return `This is the chain's own currency, which has no contract: to read AVAX, use Balance > Get Native of Avalanche Data API. Wrapped AVAX has the contract ${findWellKnown('WAVAX')!.contract} on the C-Chain of Mainnet.`;
	const known = findWellKnown(entered);
	return known
		? `This looks like a token's symbol: enter its contract. That of ${known.symbol} on the C-Chain of Mainnet is ${known.contract}. Others can take the same symbol.`
		: undefined;
}

const unknownSymbol =
	"This looks like a name or a token's symbol: enter the address, which begins with 0x. Any contract can take a symbol. Balance > Get Many ERC-20 of Avalanche Data API lists those of a wallet's tokens.";

const explainOwn: Record<
	Identifier,
	(entered: string, field: Pick<Advised, 'takesNames' | 'namesGoTo'>) => string | undefined
> = {
	evmAddress: (entered, { takesNames }) => {
		if (/^O[xX]/.test(entered)) return 'It begins with the letter O: write 0x with a zero.';
		const fault = explainHex(entered, 40);
		if (fault) return fault;
		if (isBankAccount(entered))
			return 'This looks like the number of a bank account (IBAN): enter the address of a wallet or contract, which begins with 0x.';
		if (isBitcoinAddress(entered))
			return 'This looks like a Bitcoin address: enter the address of a wallet or contract on this chain, which begins with 0x.';
		if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(entered) && /\d/.test(entered))
			return 'This looks like an address of Solana, Tron or another network: enter one of this chain, which begins with 0x.';
		if (!isLikeName(entered)) return undefined;
		return explainSymbol(entered) ?? (takesNames ? namesMissing.evmAddress : unknownSymbol);
	},
	hash: (entered) =>
		/^\d+$/.test(entered)
			? 'This looks like a block number: use an operation by number.'
			: explainHex(entered, 64),
	id: (entered) => (entered.length > 40 ? explainCb58(entered) : explainShortId(entered)),
	nodeId: (entered, { takesNames, namesGoTo }) => {
		if (/^0x[\da-f]{96}$/i.test(entered))
			return "This is a BLS public key: enter the validator's node ID, which begins with NodeID-.";
		if (/^\d{1,3}(\.\d{1,3}){3}(:\d+)?$/.test(entered))
			return 'This is the address of a host: enter its node ID, which begins with NodeID-.';
		if (/^(NodeID-){2,}/.test(entered)) return 'The prefix NodeID- stands twice: write it once.';
		if (/^(?:nodeid-[a-z\d]{25,}|NODEID-[A-Z\d]{25,})$/.test(entered))
			return explainCb58(entered.slice('NodeID-'.length));
		if (/^node\s?id\W*$/i.test(entered))
			return 'A node ID is written in one piece: leave out the spaces behind NodeID.';
		if (decodeCb58(entered)?.length === 20) return `Put NodeID- in front: enter NodeID-${entered}.`;
		if (/^nodeid-\w/i.test(entered) && !entered.startsWith('NodeID-')) return fixPrefix(entered);
		const known = explainApart(entered);
		if (known) return known;
		if (entered.startsWith('NodeID-')) return explainCb58(entered.slice('NodeID-'.length));
		if (!entered.split(',').every(isLikeNameOrGroup)) return undefined;
		if (takesNames) return namesMissing.nodeId;
		return namesGoTo ? `${unknownName} ${namesGoTo}` : unknownName;
	},
	primaryAddress: (entered) => {
		if (/^C-/.test(entered) && isBech32Address(entered))
			return 'This is a C-Chain address: enter one of the P-Chain or X-Chain.';
		if (/[A-Z]/.test(entered.slice(2)) && isBech32Address(inSmallLetters(entered)))
			return `Such addresses have small letters: enter ${inSmallLetters(entered)}.`;
		if (/^([PXC]-)?(avax|fuji)1/.test(entered))
			return 'The checksum of the address does not match: a character is missing or wrong. Copy the address again.';
		if (isBankAccount(entered))
			return 'This looks like the number of a bank account (IBAN): enter the address, which begins with P-avax1 or X-avax1.';
		return isLikeName(entered)
			? 'This looks like a name: enter the address, which begins with P-avax1 or X-avax1.'
			: undefined;
	},
};

/** What people call by a name of the Ethereum Name Service or of .avax. */
const whatNamesMean: Partial<Record<Identifier, string>> = {
	evmAddress: 'the address that this one stands for, which begins with 0x',
	primaryAddress: 'the address that this one stands for, which begins with P-avax1 or X-avax1',
};

/** Faults that any kind of value can have. */
function explainAny(wanted: Identifier, entered: string, field: Advised): string | undefined {
	if (/^(?:undefined|null|NaN|\[object Object\]|\{\}|\[\])$/.test(entered)) return gaveNothing;
	if (/\.{3}|\u2026/.test(entered) && !readPage(entered))
		return 'This is a shortened value. Enter all of it.';
	if (/^[\w-]+(\.[\w-]+)*\.(eth|avax)$/i.test(entered))
		return `Names are not looked up: enter ${whatNamesMean[wanted] ?? 'what the name stands for'}.`;
	return explainSurroundings(wanted, entered, field);
}

const nounOfOne: Partial<Record<Identifier, string>> = { nodeId: 'node ID' };

const sayTakesOne = (wanted: Identifier, field: Advised): string =>
	`This field takes one ${nounOfOne[wanted] ?? 'value'}. ${adviseSeveral(field)}`;

/** Longer texts are not searched for a second value. */
const longestSeveral = 10_000;

const isSeveral = (entered: string, test: (text: string) => boolean): boolean =>
	entered.length <= longestSeveral && entered.split(/[,;\s]+/).filter(test).length > 1;

/** Wallets have the same address on all EVM chains. Contracts and transactions do not exist on another one. */
function explainOtherNetwork(wanted: Identifier, inner: string | undefined, page: URL): string {
	const isOfToken = /\/token\//.test(page.pathname);
	if (wanted === 'evmAddress' && inner && !isOfToken)
		return `This page is of another network than Avalanche: for a wallet, which has the same address here, enter ${inner}. A contract has another address here.`;
	const what = wanted === 'hash' ? 'the hash of a transaction or block' : 'the contract';
	return `This page is of another network than Avalanche: enter ${what} of this chain. What ${page.hostname} shows is not here.`;
}

/** Faults around the value: several values, the address of a page, or other text. */
function explainSurroundings(
	wanted: Identifier,
	entered: string,
	field: Advised,
): string | undefined {
	const test = testOf(wanted);
	if (isSeveral(entered, test)) return sayTakesOne(wanted, field);
	const inner = findInText(entered, test);
	const page = readPage(entered);
	if (page) return explainPage(wanted, inner, page);
	return inner === undefined ? undefined : explainText(entered, inner);
}

function explainPage(wanted: Identifier, inner: string | undefined, page: URL): string {
	if (wanted === 'evmAddress' && isOfTransaction(page))
		return 'This is the page of a transaction: Transaction > Get of Avalanche EVM Chains looks one up by its hash. Enter the value for this field alone.';
	if (isOfOtherNetwork(page)) return explainOtherNetwork(wanted, inner, page);
	return `This is the address of a page: enter the value alone${inner ? `: ${inner}` : ''}.`;
}

/** For a value that stands in other text. */
function explainText(entered: string, inner: string): string | undefined {
	if (/^\s*(?:\{|\[\s*\{)/.test(entered))
		return `This is JSON as text: enter the value alone: ${inner}. Or use an expression that returns the object or the list itself.`;
	const isList = /^\s*[{[]/.test(entered);
	const hasMore = inner !== entered && !/[,;]/.test(entered);
	return hasMore || isList
		? `More stands here than the value: enter it alone: ${inner}.`
		: undefined;
}

/** The last ones are of local networks. */
const prefixes = [...Object.values(networks).map(({ prefix }) => prefix), 'local', 'custom'];

/** Other networks write their addresses in the same form, with a prefix of their own. */
function explainForeign(entered: string): string | undefined {
	const [, prefix] = /^(?:[PXC]-)?([a-z\d]+)1[a-z\d]{38}$/.exec(entered) ?? [];
	return prefix === undefined || prefixes.includes(prefix)
		? undefined
		: `This begins with ${prefix}1, so it is an address of another network than Avalanche. Addresses begin with 0x here, or with avax1 on the P-Chain and X-Chain.`;
}

/** For a hexadecimal value with more behind it. */
const explainHexList: typeof suggestFix = (wanted, entered, field) =>
	/^(?:evmAddress|hash)$/.test(wanted) && /^0x[\da-f]*[,;\s]/i.test(entered)
		? sayTakesOne(wanted, field)
		: undefined;

function suggestFix(wanted: Identifier, entered: string, field: Advised): string | undefined {
	const { ifOther = {}, displayName = '' } = field;
	const known = explainAny(wanted, entered, field);
	if (known) return known;
	if (wanted === 'evmAddress' && entered.startsWith('C-') && isBech32Address(entered))
		return 'This address is for transfers between chains: it has no EVM balance. Enter the address that begins with 0x.';
	const found = recognize(entered);
	const elsewhere = found === 'primaryAddress' && explainForeign(entered);
	if (elsewhere) return elsewhere;
	if (found && found !== wanted)
		return ifOther[found] ?? meantInstead[wanted]?.[found] ?? homes[found];
	if (/validation/i.test(displayName) && entered.length < 40)
		return 'This is too short for a validation ID, which has about 50 letters and digits: copy it from the validators of the L1.';
	return explainHexList(wanted, entered, field) ?? explainOwn[wanted](entered, field);
}

/** The parts of a field that change the advice. */
export interface Advised extends CountedField {
	/** Advice for identifiers of another kind, if it differs from the usual one. */
	ifOther?: Partial<Record<Identifier, string>>;
	/** It takes the names that the field Names gives. */
	takesNames?: true;
	/** The sentence that says which other field takes names of validators. */
	namesGoTo?: string;
	/** Its own advice for several values. */
	ifSeveral?: string;
	/** It stands in the dialog of a trigger. */
	isOfTrigger?: boolean;
	/** Its own advice on a wrong value, before that of its kind. */
	fixOf?: (entered: string) => string | undefined;
}

const isCounted = (kind: Identifier | Counted): kind is Counted =>
	['number', 'block', 'blockNumber', 'amount', 'amounts', 'limit', 'whole', 'quantity'].includes(
		kind,
	);

/** An expression of n8n. */
const expression = /\{\{.*\}\}|^=?\s*\$(?:json|now|today|input|node|item|\()/s;
/** Longer text is no expression that was entered by mistake. */
const longestExpression = 1000;

/** Advice on an expression that was entered as text; undefined for anything else. */
export function sayHowToSwitch(entered: string): string | undefined {
	if (entered.length > longestExpression || !expression.test(entered)) return undefined;
	const bare = entered.trim().replace(/^=\s*/, '');
	return `Switch the field to Expression, and enter ${bare.includes('{{') ? bare : `{{ ${bare} }}`} there.`;
}

/** Advice on a value entered into a field of the wanted kind; undefined if none is known. */
export function suggest(
	wanted: Identifier | Counted | undefined,
	entered: string,
	field: Advised = {},
): string | undefined {
	const known = (wanted === 'hash' ? undefined : explainKey(entered)) ?? field.fixOf?.(entered);
	if (known || wanted === undefined) return known;
	return isCounted(wanted)
		? suggestNumber(wanted, entered, field)
		: suggestFix(wanted, entered, field);
}

/** Ends the text with a full stop, unless it has an end of its own. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The parts of a field that tell how its value looks. */
export type Shown = Pick<INodeProperties, 'type' | 'placeholder' | 'description'>;

/** Kinds of fields whose values look alike. */
const exampleOf: Partial<Record<INodeProperties['type'], () => string>> = {
	dateTime: () => `${exampleDay()} 18:00`,
};

/** "Example: C." Empty if the field has none. */
export function sayExample({ type, placeholder = '' }: Partial<Shown>): string {
	const [, shown] = /^e\.g\. ([^\n]+)/.exec(placeholder) ?? [];
	const example = shown === undefined ? type && exampleOf[type]?.() : withExampleDay(shown);
	return example === undefined ? '' : `Example: ${asSentence(example)}`;
}

/** Tells how to find or choose the value of an empty field. */
export function sayHowToFill({ type, placeholder = '', description = '' }: Shown): string {
	const hows: Partial<Record<typeof type, string>> = {
		resourceLocator: 'Choose it from the list, or enter its ID.',
		fixedCollection: `Click ${placeholder}, then choose from the list or enter an ID.`,
		multiOptions: 'Choose from the list.',
		options: 'Choose from the list.',
	};
	const how = hows[type] ?? sayExample({ type, placeholder });
	return [
		description && asSentence(description),
		how,
		'If it has an expression, the result is empty: check the name of the field that it reads.',
	]
		.filter(Boolean)
		.join(' ');
}
