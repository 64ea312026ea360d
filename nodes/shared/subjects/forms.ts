/** The forms in which questions and answers name the same thing, each read into one text. */
import { keccak256 } from 'ethers';
import { cChainIdOf, findPrimary } from '../chains/chains';
import { toPublicNetwork } from '../chains/publicNetworks';
import { isBytes, isHash, zeroAddress } from '../values/hex';
import { encodeCb58, isHexAddress } from '../values/ids';

/** How a subject is written. */
export interface SubjectForm {
	/** What it is, for people. */
	noun: string;
	/** What a value names; undefined for one that names nothing of this form. */
	read: (value: unknown) => string | undefined;
	/** The same of the answer, where that says it in another form than the question. */
	readAnswer?: (value: unknown) => string | undefined;
	/** A value that cannot be read is ignored here: its reader says what is odd about it. */
	isReadElsewhere?: true;
	/** Whether two names can be told apart, where a thing has names of several kinds. */
	isComparable?: (asked: string, named: string) => boolean;
}

const matching =
	(pattern: RegExp, toName = (text: string) => text) =>
	(value: unknown): string | undefined =>
		typeof value === 'string' && pattern.test(value) ? toName(value) : undefined;

/** A number of at most 64 bits, in whichever way it is written; a tag such as latest is none. */
function readNumber(value: unknown): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
	// A hash with many zeros is no number.
	if (typeof value !== 'string' || isHash(value)) return undefined;
	return /^(0x0*[\da-f]{1,16}|\d{1,20})$/i.test(value) ? String(BigInt(value)) : undefined;
}

/** A word of 256 bits, which some nodes write without its leading zeros. */
const readWord = matching(/^0x[\da-f]{1,64}$/i, (text) => String(BigInt(text)));

const readHash = (value: unknown): string | undefined =>
	isHash(value) ? value.toLowerCase() : undefined;

const readAddress = (value: unknown): string | undefined =>
	typeof value === 'string' && isHexAddress(value) ? value.toLowerCase() : undefined;

/** The bytes that a bech32 address stands for, without the chain, the network and the checksum. */
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

/** A chain of the Primary Network by its letter; another one by its ID. */
function readPrimaryChain(value: unknown): string | undefined {
	const text = String(value);
	const [, letter] = /^([pxc])(?:-chain)?$/i.exec(text) ?? [];
	return letter?.toUpperCase() ?? findPrimary(text)?.letter ?? readId(value);
}

/** An EVM chain by its EVM chain ID; one of which the blockchain ID alone is known by that. */
function readEvmChain(value: unknown): string | undefined {
	const text = String(value);
	const { letter, network } = findPrimary(text) ?? {};
	const isLetter = /^(c|c-chain|evm)$/i.test(text);
	if (isLetter) return 'C';
	return letter === 'C' && network ? cChainIdOf(network) : (readNumber(value) ?? readId(value));
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The services say of a chain whether it is one of a testnet. */
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
	/** Asked for by its hash, and answered with its bytes. */
	signedTransaction: {
		...hash,
		readAnswer: (value) => (isBytes(value) ? keccak256(value) : undefined),
	},
	/** One between chains, by its ID. */
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

/** Whether a value names nothing: nothing is said, or what stands for nothing. */
export const isSilent = (value: unknown): boolean =>
	value === null || value === undefined || ['', '0x', zeroAddress].includes(value as string);
