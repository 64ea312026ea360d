/** What a simplified record of a feed says in words, for a chat or an email, and its page in the explorer. */
import type { IDataObject } from 'n8n-workflow';
import { explorerOf, networkWith, type PublicNetwork } from '../../shared/chains';
import { shorten } from '../../shared/fields';
import { zeroHash } from '../../shared/hex';
import { isHash, isHexAddress, shortenNodeId } from '../../shared/ids';
import { isDecimal, round } from '../../shared/numbers';
import { countOf, writeNumber } from '../../shared/report/writing';
import { sayTime, type Clock } from '../words';
import type { RecordName } from './source';

/** How a sentence writes what it names: shortened in a title, whole in a message. */
interface Style {
	isShort: boolean;
	id: (id: unknown) => string;
	/** The arguments of a contract event. */
	args: (args: IDataObject) => string;
}

/**
 * A contract chooses names and texts, so only what cannot mention, link or break a line stays of them: USDC.e, not a.link.
 * It may choose megabytes, of which only the beginning is read.
 */
const plain = (value: unknown, most = 24): string => {
	const beginning = String(value ?? '').slice(0, 10 * most);
	return shorten(beginning.replace(/[^\p{L}\p{N}\p{Sc} ._+-]|\.(?=\p{L}{2})/gu, ''), most).trim();
};

const shortenId = (id: string): string =>
	isHexAddress(id) || isHash(id) ? `${id.slice(0, 6)}...${id.slice(-4)}` : shortenNodeId(id);

/** For a reader, because the record has the exact text: four decimal places, or of less than 1 the first four digits that are no zeros. */
function roundAmount(exact: string): string {
	const [, zeros = ''] = /^-?0\.(0*)[1-9]/.exec(exact) ?? [];
	const isSmall = /^-?0\./.test(exact);
	const rounded = round(exact, isSmall ? zeros.length + 4 : 4).replace(/\.?0+$/, '');
	return isSmall ? rounded : writeNumber(rounded, (rounded.split('.')[1] ?? '').length);
}

/** Of a list or a tuple in the arguments. */
const mostParts = 5;

const inTitle: Style = {
	isShort: true,
	id: (id) => shortenId(plain(id, 80)),
	args: () => '',
};

const inMessage: Style = {
	isShort: false,
	id: (id) => plain(id, 80),
	args: (args) => {
		const said = Object.entries(args).map(([name, value]) => `${plain(name)} ${sayArg(value)}`);
		return said.length ? `: ${shorten(said.join(', '), 500)}` : '';
	},
};

function sayArg(value: unknown): string {
	if (typeof value !== 'object' || value === null) return plain(value, 80) || 'empty';
	const parts = Object.values(value);
	const said = parts.slice(0, mostParts).map(sayArg).join(' ');
	return `(${said}${parts.length > mostParts ? ' ...' : ''})`;
}

const isZero = (exact: unknown): boolean => /^0(\.0*)?$/.test(String(exact));

/** "0.35 DUSD", as far as the record says it. */
const sayAmount = (exact: unknown, symbol: unknown): string =>
	[isDecimal(exact) && roundAmount(exact), plain(symbol)].filter(Boolean).join(' ');

function sayTransaction(record: IDataObject, style: Style): string {
	const { from, to, direction, status, method, symbol, valueExact } = record;
	const hash = record.txHash ?? record.hash;
	if (!from) return `Transaction ${style.id(hash)}`;
	const failed = status === 'failed' ? 'Failed: ' : '';
	if (!to) return `${failed}${style.id(from)} created a contract`;
	if (isZero(valueExact)) {
		const [name] = String(method ?? '').split('(');
		const called = name ? `called ${plain(name, 40)} on` : 'called';
		return `${failed}${style.id(from)} ${called} ${style.id(to)}`;
	}
	const amount = sayAmount(valueExact, symbol) || 'Transaction';
	return failed + sayMove(amount, { from, to, ...(!failed && { direction }) }, style);
}

/** What went from whom to whom, as the watched address sees it, if one is watched. */
function sayMove(what: string, { from, to, direction }: IDataObject, style: Style): string {
	const [sender, receiver] = [`from ${style.id(from)}`, `to ${style.id(to)}`];
	if (direction === 'incoming')
		return `Received ${what} ${sender}${style.isShort ? '' : ` ${receiver}`}`;
	if (direction === 'outgoing')
		return `Sent ${what} ${style.isShort ? '' : `${sender} `}${receiver}`;
	return `${what} ${sender} ${receiver}`;
}

/** A transaction of an X-Chain asset, which no one party sends or receives. */
function sayAssetTransaction(record: IDataObject): string {
	const amount = sayAmount(record.amountCreatedExact, record.symbol);
	return `${plain(record.txType)}${amount && ` of ${amount}`} on the X-Chain`;
}

function sayTransfer(record: IDataObject, style: Style): string {
	const { token, tokenId, symbol, amountExact } = record;
	const amount = sayAmount(amountExact, symbol);
	const what = symbol ? amount : `${amount} of token ${style.id(token)}`.trim();
	const which = tokenId === undefined ? '' : ` #${plain(tokenId)}`;
	return sayMove(`${what}${which}`, record, style);
}

function sayReward(record: IDataObject, style: Style): string {
	const { rewardType, amountExact, symbol, valueAtReceiptExact: value, currency, nodeId } = record;
	const worth = isDecimal(value) ? ` (${writeNumber(value, 2)} ${plain(currency)})` : '';
	return `${plain(rewardType)} of ${sayAmount(amountExact, symbol)}${worth} from ${style.id(nodeId)}`;
}

const say: Record<RecordName, (record: IDataObject, style: Style) => string> = {
	transaction: (record, style) =>
		record.txType === undefined ? sayTransaction(record, style) : sayAssetTransaction(record),
	acceptedTransaction: sayTransaction,
	pendingTransaction: (record, style) => `Pending: ${sayTransaction(record, style)}`,
	tokenTransfer: sayTransfer,
	reward: sayReward,
	log: ({ event, address, args }, style) =>
		`${plain(event ?? 'Log', 60)} on ${style.id(address)}${args ? style.args(args as IDataObject) : ''}`,
	block: ({ number, transactions }) =>
		`Block ${String(number)}` +
		(Array.isArray(transactions) ? ` with ${countOf(transactions.length, 'transaction')}` : ''),
};

/**
 * The page of its transaction or block on the C-Chain, or of its reward on the P-Chain. The record tells the network by
 * the EVM chain ID or by an address of the P-Chain; otherwise it is `known`, if at all.
 */
function findPage(record: IDataObject, known?: PublicNetwork): string | undefined {
	const { chain, chainId, number, rewardTxHash, addresses } = record;
	const ofCChain = chain === 'C-Chain' ? known : undefined;
	const network = networkWith({ cChainId: String(chainId) }) ?? ofCChain;
	const hash = record.txHash ?? record.transactionHash ?? record.hash;
	if (network && hash !== undefined && hash !== zeroHash)
		return number === undefined
			? `${explorerOf(network)}/c-chain/tx/${String(hash)}`
			: `${explorerOf(network)}/c-chain/block/${String(number)}`;
	const [, prefix = ''] = /^([a-z]+)1/.exec(String(addresses)) ?? [];
	const ofPChain = rewardTxHash ? networkWith({ prefix }) : undefined;
	return ofPChain && `${explorerOf(ofPChain)}/p-chain/tx/${String(rewardTxHash)}`;
}

export interface Description {
	title: string;
	message: string;
	explorerUrl?: string;
}

/** A record that says something itself, such as why it is not decoded, keeps its message. */
export function describe(
	name: RecordName,
	record: IDataObject,
	clock: Clock,
	network?: PublicNetwork,
): Description {
	const explorerUrl = findPage(record, network);
	const { blockNumber, message } = record;
	const seconds = Date.parse(String(record.time ?? record.receivedAt)) / 1000;
	const hash = record.rewardTxHash ?? record.txHash ?? record.transactionHash ?? record.hash;
	const sentence = say[name](record, inMessage);
	const page = explorerUrl ?? (sentence.includes(String(hash)) ? undefined : hash);
	const parts = [
		sentence,
		blockNumber !== undefined && ` in block ${String(blockNumber)}`,
		Number.isFinite(seconds) && `, ${sayTime(seconds, clock)}`,
		name !== 'block' && page !== undefined && `\nTransaction: ${String(page)}`,
	];
	return {
		title: say[name](record, inTitle),
		message: typeof message === 'string' ? message : parts.filter(Boolean).join(''),
		...(explorerUrl && { explorerUrl }),
	};
}
