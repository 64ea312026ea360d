/** Describes simplified records in words, for a chat or an email, and links to their pages in the explorer. */
import type { IDataObject } from 'n8n-workflow';
import { sayRewardType } from '../../Data/fields';
import { valuesOf } from '../../Evm/abi';
import { networkWith } from '../../shared/avalanche/chains';
import { pageOf, pagesOf } from '../../shared/avalanche/explorer';
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import { findWellKnown } from '../../shared/avalanche/tokens';
import { nameOf, type Names } from '../../shared/fields/names';
import { countOf, writeAmount, writeNumber } from '../../shared/values/writing';
import {
	cutShort,
	sayId,
	sayInteger,
	sayName,
	sayValue,
	sayWord,
} from '../../shared/values/foreign';
import { isHash, zeroHash } from '../../shared/values/hex';
import { asNobody, isNobody } from '../../shared/values/nobody';
import { isHexAddress, shortenHex, shortenNodeId } from '../../shared/values/ids';
import { isAtLeast, isDecimal } from '../../shared/values/numbers';
import { capitalize } from '../../shared/values/text';
import type { RecordName } from '../source';
import { sayDayAndTime, type ZonedTime } from './words';

/** How a sentence writes names and IDs: shortened in a title, whole in a message. */
interface Style {
	isShort: boolean;
	id: (id: unknown) => string;
	args: (args: IDataObject) => string;
}

/** For the name of a function or an event, in characters. */
const longestName = 40;
/** For the name that people give to an address. */
const longestGiven = 60;
/** For all arguments of an event together. */
const longestArgs = 500;

/** Text, or a number as text. Anything else that a server may send counts as none. */
const toText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const shortenId = (id: string): string =>
	isHexAddress(id) || isHash(id) ? shortenHex(id) : shortenNodeId(id);

/** Most parts shown of a list or tuple in the arguments. */
const mostParts = 5;

const inTitle: Style = {
	isShort: true,
	id: (id) => shortenId(sayId(id)),
	args: () => '',
};

const inMessage: Style = {
	isShort: false,
	id: sayId,
	args: (args) => {
		const said = Object.entries(args).map(
			([name, value]) => `${sayParameter(name)} ${sayArg(value)}`,
		);
		return said.length ? `: ${cutShort(said.join(', '), longestArgs)}` : '';
	},
};

/** Many declarations begin their names with an underscore. A parameter without a name has its index. */
const sayParameter = (name: string): string =>
	/^\d+$/.test(name) ? name : sayWord(name.replace(/^_+|_+$/g, ''), longestName);

function sayArg(value: unknown): string {
	if (typeof value !== 'object' || value === null) return sayValue(value) || 'empty';
	const parts = Object.values(value);
	const said = parts.slice(0, mostParts).map(sayArg).join(' ');
	return `(${said}${parts.length > mostParts ? ' ...' : ''})`;
}

const isNone = (value: unknown): boolean => value === undefined || value === null;

const isZero = (exact: unknown): boolean => /^0(\.0*)?$/.test(toText(exact));

/** "0.35 DUSD", or as much of it as the record has. */
const sayAmount = (exact: unknown, symbol: unknown): string =>
	[isDecimal(exact) && writeAmount(exact), sayWord(symbol)].filter(Boolean).join(' ');

function sayTransaction(record: IDataObject, style: Style): string {
	const { from, to, status, symbol, amountExact } = record;
	if (!from) return `Transaction ${style.id(record.txHash)}`;
	const isFailed = status === 'failed';
	const failed = isFailed ? 'Failed: ' : '';
	if (!to) return `${failed}${sayAct(record, style, 'created', 'a contract')}`;
	if (isZero(amountExact))
		return `${failed}${sayAct(record, style, 'called', sayCalled(record, style))}`;
	const amount = sayAmount(amountExact, symbol) || 'Transaction';
	return isFailed ? `${failed}${amount} ${sayWay(record, style)}` : sayMove(amount, record, style);
}

/** "0x8C67...cf13 called what", and of the watched address, whose name may stand before the sentence, "Called what". */
function sayAct(record: IDataObject, style: Style, verb: string, what: string): string {
	const [sender] = sayParties(record, style);
	if (!isSentBy(record)) return `${sender} ${verb} ${what}`;
	const own = `${capitalize(verb)} ${what}`;
	return standsBefore(record, style) ? own : `${own} from ${sender}`;
}

function sayCalled(record: IDataObject, style: Style): string {
	const name = sayWord(toText(record.method).split('(')[0], longestName);
	const receiver = record.direction === 'self' ? 'itself' : sayParties(record, style)[1];
	return name ? `${name} on ${receiver}` : receiver;
}

/** Sender and receiver, by the user's name for them if there is one. */
const sayParties = ({ from, fromName, to, toName }: IDataObject, style: Style): string[] => [
	sayParty(fromName, from, style),
	sayParty(toName, to, style),
];

function sayParty(name: unknown, address: unknown, style: Style): string {
	const called = sayName(name, longestGiven);
	if (!called) return style.id(address);
	return style.isShort ? called : `${called} (${style.id(address)})`;
}

/** True if the watched address is the sender, maybe to itself. */
const isSentBy = ({ direction }: IDataObject): boolean =>
	direction === 'outgoing' || direction === 'self';

/** The two sides of a movement as phrases. What failed is neither issued nor burnt. */
function sayWays(record: IDataObject, style: Style): { origin: string; goal: string } {
	const [from, to] = sayParties(record, style);
	const isDone = record.status !== 'failed';
	const isIssued = isDone && isNobody(record.from);
	const isBurnt = isDone && isNobody(record.to);
	const receiver = isBurnt ? `nobody (${asNobody.to})` : to;
	return {
		origin: isIssued ? asNobody.from : `from ${from}`,
		goal: record.direction === 'self' ? 'to itself' : `to ${receiver}`,
	};
}

/** True if the watched address stands before the sentence: in a title always, in a message by its name alone. */
const standsBefore = ({ direction, isOwnerNamed }: IDataObject, style: Style): boolean =>
	direction !== undefined && (style.isShort || isOwnerNamed === true);

/** Both sides of a transfer, without the watched one if that stands before the sentence. */
function sayWay(record: IDataObject, style: Style): string {
	const { origin, goal } = sayWays(record, style);
	if (!standsBefore(record, style)) return `${origin} ${goal}`;
	return isSentBy(record) ? goal : origin;
}

/** Describes a transfer, from the watched address's point of view if one is watched. */
function sayMove(what: string, record: IDataObject, style: Style): string {
	const way = sayWay(record, style);
	if (record.direction === 'incoming') return `Received ${what} ${way}`;
	return `${isSentBy(record) ? 'Sent ' : ''}${what} ${way}`;
}

/** A transaction of an X-Chain asset, which has no single sender or receiver. */
function sayAssetTransaction(record: IDataObject): string {
	const amount = sayAmount(record.amountCreatedExact, record.symbol);
	return `${sayWord(record.txType, longestName) || 'Transaction'}${amount && ` of ${amount}`} on the X-Chain`;
}

function sayTransfer(record: IDataObject, style: Style): string {
	const { token, tokenId, symbol, amountExact } = record;
	const amount = sayAmount(amountExact, symbol);
	const what = sayWord(symbol) ? amount : `${amount} of token ${style.id(token)}`.trim();
	const which = isNone(tokenId) ? '' : ` #${sayInteger(tokenId)}`;
	const said = sayMove(`${what}${which}`, record, style);
	return isNone(record.direction) ? `${sayKind(record, style)}${said}` : said;
}

/** The verb of a transfer that nobody's point of view gives one, or the minimum that it reaches. */
function sayKind({ from, amountExact, leastAmount }: IDataObject, { isShort }: Style): string {
	const isLarge = !isZero(leastAmount) && isAtLeast(amountExact, leastAmount);
	if (!isLarge) return isNobody(from) ? '' : 'Transferred ';
	const limit = isShort ? '' : ` (${writeAmount(toText(leastAmount))} or more)`;
	return `Large transfer${limit}: `;
}

/** The name that people gave to it, with its ID in a message. Without a name, the ID. */
function sayNamed(name: unknown, id: unknown, style: Style): string {
	const called = sayWord(name, longestGiven);
	if (!called) return style.id(id);
	return style.isShort ? called : `${called} (${style.id(id)})`;
}

function sayReward(record: IDataObject, style: Style): string {
	const {
		rewardType,
		amountExact,
		symbol,
		valueAtReceiptExact: value,
		currency,
		nodeId,
		name,
		addressName,
	} = record;
	const worth = isDecimal(value) ? ` (${writeNumber(value, 2)} ${sayWord(currency)})` : '';
	const receiver = sayWord(addressName, longestGiven);
	const to = receiver && ` to ${receiver}`;
	return `${sayRewardType(rewardType) || 'Reward'} of ${sayAmount(amountExact, symbol)}${worth} from ${sayNamed(name, nodeId, style)}${to}`;
}

/** Nobody reads the 60 digits of an allowance without a limit. */
function sayAmountOfLog({ amountExact, symbol, unlimited }: IDataObject): string {
	if (unlimited === true)
		return sayWord(symbol) ? `unlimited ${sayWord(symbol)}` : 'an unlimited amount';
	return isDecimal(amountExact) ? sayAmount(amountExact, symbol) : '';
}

function sayLog(record: IDataObject, style: Style): string {
	const { event, address, addressName, args } = record;
	const given = (args ?? {}) as IDataObject;
	const said = args === undefined ? '' : sayAmountOfLog(record);
	const amount = said && ` of ${said}`;
	const where = sayNamed(addressName, address, style);
	const sentence = `${sayWord(event, longestName) || 'Log'}${amount} on ${where}${sayNobody(event, given)}`;
	return args ? `${sentence}${style.args(said ? leaveOutWhole(given) : given)}` : sentence;
}

/** The arguments of a Transfer or Approval without its whole number, which the sentence has as an amount. */
const leaveOutWhole = (args: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(args).filter(([, value]) => !/^\d+$/.test(toText(value))));

/** Tells the issue and the burning of tokens from other transfers, whose first two parameters are the sides. */
function sayNobody(event: unknown, args: IDataObject): string {
	if (event !== 'Transfer') return '';
	const [from, to] = valuesOf(args);
	const said = [isNobody(from) && asNobody.from, isNobody(to) && asNobody.to].filter(Boolean);
	return said.length ? ` (${said.join(', ')})` : '';
}

const say: Record<RecordName, (record: IDataObject, style: Style) => string> = {
	transaction: (record, style) =>
		isNone(record.txType) ? sayTransaction(record, style) : sayAssetTransaction(record),
	acceptedTransaction: sayTransaction,
	pendingTransaction: (record, style) => `Pending: ${sayTransaction(record, style)}`,
	tokenTransfer: sayTransfer,
	reward: sayReward,
	log: sayLog,
	block: ({ number, transactions }) =>
		`Block ${sayInteger(number) || 'unknown'}` +
		(Array.isArray(transactions) ? ` with ${countOf(transactions.length, 'transaction')}` : ''),
};

/**
 * The page of a transaction or block on the C-Chain, or of a reward on the P-Chain. The network comes from the record's
 * EVM chain ID or P-Chain address, or is `known` if the record names the C-Chain.
 */
function findPage(record: IDataObject, known?: PublicNetwork): string | undefined {
	const { chain, chainId, number, rewardTxHash, addresses } = record;
	const ofCChain = /\bC-Chain$/.test(toText(chain)) ? known : undefined;
	const network = networkWith({ cChainId: toText(chainId) }) ?? ofCChain;
	const hash = toText(record.txHash ?? record.hash);
	if (network && isHash(hash) && hash !== zeroHash) {
		const pages = pagesOf(network, 'c-chain');
		return isNone(number) ? pageOf(pages, 'tx', hash) : pageOf(pages, 'block', toText(number));
	}
	const [, prefix = ''] = /^([a-z]+)1/.exec(toText([addresses].flat()[0])) ?? [];
	const ofPChain = networkWith({ prefix });
	return ofPChain && pageOf(pagesOf(ofPChain, 'p-chain'), 'tx', toText(rewardTxHash));
}

interface Description {
	title: string;
	message: string;
	explorerUrl: string | null;
}

/** The message of a log that does not fit its declaration. */
export const notDecoded =
	'This log does not fit its declaration, and is not decoded. Check which parameters the contract declares as indexed.';

/** Adds no name of a watched address, because it already stands before the sentence. */
function nameParties(record: IDataObject, names?: Names): IDataObject {
	const { from, to, direction } = record;
	const find = (address: unknown) =>
		typeof address === 'string' ? nameOf(names, address) : undefined;
	return {
		...record,
		// Always set, so that no server can put them there.
		isOwnerNamed: find(isSentBy(record) ? from : to) !== undefined,
		fromName: isNone(direction) || direction === 'incoming' ? find(from) : undefined,
		toName: isNone(direction) || direction === 'outgoing' ? find(to) : undefined,
	};
}

/** The hash of the transaction, unless the sentence already has it. */
function nameTransaction(
	{ rewardTxHash, txHash, hash }: IDataObject,
	sentence: string,
): string | undefined {
	const given = rewardTxHash ?? txHash ?? hash;
	const id = isNone(given) ? undefined : sayId(given);
	return id !== undefined && sentence.includes(id) ? undefined : id;
}

/** The contract of a token, unless the sentence has it: anybody can give a token the symbol of another one. */
function sayContract({ token, symbol, chainId }: IDataObject): string | undefined {
	const called = sayWord(symbol);
	if (isNone(token) || !called) return undefined;
	const contract = sayId(token);
	const known = findWellKnown(called);
	if (known?.contract.toLowerCase() === contract.toLowerCase()) return undefined;
	const isOfMainnet = networkWith({ cChainId: toText(chainId) }) === 'mainnet';
	const other = known && isOfMainnet ? `, which is not that of the well-known ${known.symbol}` : '';
	return `\nToken contract: ${contract}${other}`;
}

/** ", 28 Nov 09:30 CET": when it happened, if the record has a time. */
function sayWhen({ isTimeDoubtful, time, receivedAt }: IDataObject, clock: ZonedTime): string {
	if (isTimeDoubtful === true) return ', with a time in the future';
	const seconds = Date.parse(toText(time ?? receivedAt)) / 1000;
	return Number.isFinite(seconds) ? `, ${sayDayAndTime(seconds, clock)}` : '';
}

interface Telling {
	network?: PublicNetwork;
	names?: Names;
	/** The least amount of the records that are reported. */
	minimumAmount?: string;
}

/** An undecoded log says so in its message. Any other `message` of a record was chosen by a server, and is not used. */
export function describeRecord(
	name: RecordName,
	record: IDataObject,
	clock: ZonedTime,
	{ network, names, minimumAmount }: Telling = {},
): Description {
	const named: IDataObject = { ...nameParties(record, names), leastAmount: minimumAmount };
	const explorerUrl = findPage(record, network);
	const { blockNumber, message, isAmountUnknown } = record;
	const sentence = say[name](named, inMessage);
	const block = sayInteger(blockNumber);
	const page = explorerUrl ?? nameTransaction(record, sentence);
	const parts = [
		sentence,
		isAmountUnknown === true && ' (amount unknown)',
		block && ` in block ${block}`,
		sayWhen(record, clock),
		name === 'tokenTransfer' && sayContract(record),
		name !== 'block' && page !== undefined && `\nTransaction: ${page}`,
	];
	return {
		title: say[name](named, inTitle),
		message: message === notDecoded ? notDecoded : parts.filter(Boolean).join(''),
		explorerUrl: explorerUrl ?? null,
	};
}
