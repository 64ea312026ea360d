/** What a wrong address, ID or hash looks like, and what to do about it: one sentence or two for each fault. */
import type { INodeProperties } from 'n8n-workflow';
import { isEvmAddress } from './checksum';
import { decodeCb58, isBech32Address, isHash, isId, isNodeId } from './ids';

/** What a field identifies something by. */
export type Identifier = 'evmAddress' | 'hash' | 'id' | 'nodeId' | 'primaryAddress';

const tests = new Map<(text: string) => boolean, Identifier>([
	[isEvmAddress, 'evmAddress'],
	[isHash, 'hash'],
	[isId, 'id'],
	[isNodeId, 'nodeId'],
	[isBech32Address, 'primaryAddress'],
]);

/** What a test accepts, if it is one of those of identifiers. */
export const identifierOf = (test: (text: string) => boolean): Identifier | undefined =>
	tests.get(test);

/** Where an identifier belongs that was entered into a field for others. */
const homes: Record<Identifier, string> = {
	evmAddress:
		'This looks like an EVM address: use Account or Token of Avalanche EVM Chains, or Balance > Get Native of Avalanche Data API.',
	hash: 'This looks like a transaction or block hash: use Transaction > Get of Avalanche EVM Chains to find its addresses.',
	id: 'This looks like the ID of a chain, a subnet or a P-Chain or X-Chain transaction.',
	nodeId: 'This looks like a node ID: use Avalanche Validators, or Reward of Avalanche Data API.',
	primaryAddress:
		'This looks like a P-Chain or X-Chain address: use Balance > Get Many on Primary Network of Avalanche Data API.',
};

const recognize = (entered: string): Identifier | undefined =>
	[...tests].find(([test]) => test(entered))?.[1];

/** What is wrong with hexadecimal of so many digits after 0x. */
function explainHex(entered: string, digits: number): string | undefined {
	if (!/^0x/i.test(entered))
		return new RegExp(`^[0-9a-f]{${digits}}$`, 'i').test(entered) ? 'Put 0x in front.' : undefined;
	const given = entered.slice(2);
	const odd = /[^0-9a-f]/i.exec(given);
	if (odd && /[,;\s]/.test(odd[0]))
		return 'This field takes one value. For several, use an item for each, or a trigger for each.';
	if (odd) return `"${odd[0]}" is not a hexadecimal digit (0 to 9, a to f).`;
	const missing = digits - given.length;
	const count = (n: number) => `${n} ${n === 1 ? 'digit' : 'digits'}`;
	if (missing > 0) return `The value is ${count(missing)} too short. Copy the whole value.`;
	if (missing < 0) return `The value is ${count(-missing)} too long. Copy the value alone.`;
	return entered.startsWith('0X')
		? 'Write 0x with a small x.'
		: 'The capital letters do not match the checksum, so a digit may be wrong. Copy the value again, or write all letters small.';
}

/** What is wrong with base58 text. */
function explainCb58(entered: string): string {
	const odd = /[^1-9A-HJ-NP-Za-km-z]/.exec(entered);
	return odd
		? `"${odd[0]}" is not a character of such an ID. Copy the value again.`
		: 'The checksum does not match: a character is missing or wrong. Copy the value again.';
}

const explainOwn: Record<Identifier, (entered: string) => string | undefined> = {
	evmAddress: (entered) => explainHex(entered, 40),
	hash: (entered) =>
		/^\d+$/.test(entered)
			? 'This looks like a block number: use an operation by number.'
			: explainHex(entered, 64),
	id: (entered) =>
		/^\d+$/.test(entered)
			? 'This looks like an EVM chain ID. Choose the chain or subnet by its long ID.'
			: entered.length > 40
				? explainCb58(entered)
				: undefined,
	nodeId: (entered) => {
		if (decodeCb58(entered)?.length === 20) return 'Put NodeID- in front.';
		if (/^nodeid-/i.test(entered) && !entered.startsWith('NodeID-'))
			return 'Write NodeID- with capital N, I and D.';
		return entered.startsWith('NodeID-') ? explainCb58(entered.slice('NodeID-'.length)) : undefined;
	},
	primaryAddress: (entered) => {
		if (/^C-/.test(entered) && isBech32Address(entered))
			return 'This is a C-Chain address: enter one of the P-Chain or X-Chain.';
		return /^([PXC]-)?(avax|fuji)1/.test(entered)
			? 'The checksum of the address does not match: a character is missing or wrong. Copy the address again.'
			: undefined;
	},
};

/** How to mend what was entered into a field for such identifiers; undefined where nothing is known. */
export function suggestFix(wanted: Identifier, entered: string): string | undefined {
	if (/^[\w-]+(\.[\w-]+)*\.(eth|avax)$/i.test(entered))
		return 'Names are not looked up: enter what the name stands for.';
	const found = recognize(entered);
	if (found && found !== wanted) return homes[found];
	return explainOwn[wanted](entered);
}

/** The text with a full stop, where it has no end of its own. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Where the value of an empty field is found or chosen. */
export function sayHowToFill({
	type,
	placeholder = '',
	description = '',
}: Pick<INodeProperties, 'type' | 'placeholder' | 'description'>): string {
	const [, example] = /^e\.g\. ([^\n]+)/.exec(placeholder) ?? [];
	const hows: Partial<Record<typeof type, string>> = {
		resourceLocator: 'Choose it from the list, or enter its ID.',
		fixedCollection: `Click ${placeholder}, then choose from the list or enter an ID.`,
		multiOptions: 'Choose from the list.',
		options: 'Choose from the list.',
	};
	const how = hows[type] ?? (example && `Example: ${asSentence(example)}`);
	return [description && asSentence(description), how, 'The result of an expression can be empty.']
		.filter(Boolean)
		.join(' ');
}
