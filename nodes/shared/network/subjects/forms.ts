/** Questions and answers write the same subject in different forms. Each form is read into one text. */
import { keccak256 } from 'ethers';
import { cChainIdOf, findPrimary } from '../../avalanche/chains';
import { toPublicNetwork } from '../../avalanche/publicNetworks';
import { isBytes, isHash, zeroAddress } from '../../values/hex';
import { encodeCb58, isHexAddress } from '../../values/ids';

export interface SubjectForm {
	/** For messages. */
	noun: string;
	/** The subject in a value; undefined if it names none of this form. */
	read: (value: unknown) => string | undefined;
	/** For answers, if they write it in another form than questions. */
	readAnswer?: (value: unknown) => string | undefined;
	/** Ignores a value that cannot be read: its own reader reports it. */
	isReadElsewhere?: true;
	/** False if two names cannot be compared, because the subject has names of several kinds. */
	isComparable?: (asked: string, named: string) => boolean;
}

const matching =
	(pattern: RegExp, toName = (text: string) => text) =>
	(value: unknown): string | undefined =>
		typeof value === 'string' && pattern.test(value) ? toName(value) : undefined;

/** A number of at most 64 bits in any notation. A tag such as latest is none. */
function readNumber(value: unknown): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
	// A hash with many zeros is not a number.
	if (typeof value !== 'string' || isHash(value)) return undefined;
	return /^(0x0*[\da-f]{1,16}|\d{1,20})$/i.test(value) ? String(BigInt(value)) : undefined;
}

/** A word of 256 bits. Some nodes write it without leading zeros. */
const readWord = matching(/^0x[\da-f]{1,64}$/i, (text) => String(BigInt(text)));

const readHash = (value: unknown): string | undefined =>
	isHash(value) ? value.toLowerCase() : undefined;

const readAddress = (value: unknown): string | undefined =>
	typeof value === 'string' && isHexAddress(value) ? value.toLowerCase() : undefined;

/** The address bytes of a bech32 text, without chain, network and checksum. */
const readBech32 = matching(/^([PXC]-)?[a-z][a-z\d]*1[a-z\d]{38}$/i, (text) =>
	text.toLowerCase().slice(-38, -6),
);

const readNodeId = matching(
	/^(NodeID-)?[1-9A-HJ-NP-Za-km-z]{20,60}$/,
	(text) => `NodeID-${text.replace('NodeID-', '')}`,
);

const readId = matching(/^(0x[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{30,60})$/i, (text) =>
	text.startsWith('0x') ? encodeCb58(Buffer.from(text.slice(2), 'hex')) : text,
);

/** A chain of the Primary Network by its letter, any other by its ID. */
function readPrimaryChain(value: unknown): string | undefined {
	const text = String(value);
	const [, letter] = /^([pxc])(?:-chain)?$/i.exec(text) ?? [];
	return letter?.toUpperCase() ?? findPrimary(text)?.letter ?? readId(value);
}

/** By EVM chain ID, or by blockchain ID if only that is known. `C` stays `C`. */
function readEvmChain(value: unknown): string | undefined {
	const text = String(value);
	const { letter, network } = findPrimary(text) ?? {};
	const isLetter = /^(c|c-chain|evm)$/i.test(text);
	if (isLetter) return 'C';
	return letter === 'C' && network ? cChainIdOf(network) : (readNumber(value) ?? readId(value));
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The services write the network of a chain as true for a testnet. */
function readNetwork(value: unknown): string | undefined {
	if (typeof value !== 'boolean') return toPublicNetwork(value);
	return value ? 'fuji' : 'mainnet';
}

const number: SubjectForm = { noun: 'block', read: readNumber };
const hash: SubjectForm = { noun: 'transaction', read: readHash };

export const forms = {
	block: number,
	blockHash: { noun: 'block', read: readHash },
	index: { noun: 'position', read: readNumber },
	nonce: { noun: 'nonce', read: readNumber },
	transaction: hash,
	/** Questions have its hash, answers its bytes. */
	signedTransaction: {
		...hash,
		readAnswer: (value) => (isBytes(value) ? keccak256(value) : undefined),
	},
	/** A transaction between chains, by its ID. */
	atomicTransaction: { noun: 'transaction', read: readId },
	topic: { noun: 'topic', read: readHash, isReadElsewhere: true },
	word: { noun: 'storage slot', read: readWord },
	amount: { noun: 'amount', read: readWord },
	address: { noun: 'address', read: readAddress },
	primaryAddress: { noun: 'address', read: readBech32 },
	nodeId: { noun: 'node', read: readNodeId },
	validation: { noun: 'validation', read: readId },
	asset: { noun: 'asset', read: readId },
	primaryChain: {
		noun: 'chain',
		read: readPrimaryChain,
		isComparable: (asked, named) => (asked.length === 1) === (named.length === 1),
	},
	evmChain: {
		noun: 'chain',
		read: readEvmChain,
		isComparable: (asked, named) =>
			asked !== 'C' && named !== 'C' && isDigits(asked) === isDigits(named),
	},
	network: { noun: 'network', read: readNetwork },
	currency: { noun: 'currency', read: matching(/^[a-z]{2,10}$/i, (text) => text.toUpperCase()) },
	logger: { noun: 'logger', read: matching(/^[\w.-]{1,512}$/) },
} satisfies Record<string, SubjectForm>;

export type FormName = keyof typeof forms;

/** True if a value names nothing, such as null, an empty text or the zero address. */
export const isSilent = (value: unknown): boolean =>
	value === null || value === undefined || ['', '0x', zeroAddress].includes(value as string);
