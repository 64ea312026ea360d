import type { IDataObject } from 'n8n-workflow';
import { isCChain } from '../shared/avalanche/chains';
import { fieldValue } from '../shared/fields/fields';
import { nameOf } from '../shared/fields/names';
import {
	address,
	asked,
	askedChain,
	askedEvmChain,
	capitals,
	chainOf,
	count,
	exact,
	inUnits,
	nativeToken,
	status,
	time,
	type Column,
	type Columns,
} from '../shared/operation/columns';
import { same, type Values } from '../shared/operation/operations';
import { multiply, readAmount, toUnits } from '../shared/values/numbers';
import { byTruth, valueAt } from '../shared/values/records';
import { addressAt, movesValue } from './internals';
import { walletNames } from './rows';

const askedAddress: Column = { ...address('address'), isAsked: true };

/** The requested block of a balance. The answer has no number for the latest block. */
const askedBlock: Column = { ...count('blockNumber'), isAsked: true };

/** AVAX for the C-Chain, under any of its names. Lists of transactions do not name the token of other chains. */
const nativeSymbol: Column = {
	...asked('chainId|chain'),
	read: (chain) => (isCChain(chain) ? 'AVAX' : undefined),
};

/** The fee of a transaction, in the native token. */
const feePaid: Column = {
	...exact('gasPrice'),
	read: (gasPrice, { gasUsed }) => toUnits(multiply(readAmount(gasPrice), readAmount(gasUsed)), 18),
};

const blockTime = time('blockTimestamp');

/** As seen from an EVM address in lower case. */
export type Direction = 'incoming' | 'outgoing' | 'self';

/** A creation without a recipient is listed for its sender and for the new contract. */
const isToNewContract = (record: IDataObject): boolean =>
	valueAt(record, 'method.callType') === 'CONTRACT_CREATION' &&
	addressAt(record, 'from.address') !== undefined &&
	addressAt(record, 'to.address') === undefined;

/** The direction of a record as the address sees it. Undefined if neither side is the address. */
export function directionOf(record: IDataObject, owner: string): Direction | undefined {
	const isOwner = (path: string) => String(valueAt(record, path)).toLowerCase() === owner;
	const [isFrom, isTo] = [isOwner('from.address'), isOwner('to.address')];
	if (isFrom && isTo) return 'self';
	if (isTo || (!isFrom && isToNewContract(record))) return 'incoming';
	return isFrom ? 'outgoing' : undefined;
}

/** An amount or value with its sign, as the address sees the movement. */
export function withSign(
	size: string | undefined,
	direction: Direction | 'fee' | undefined,
): string | undefined {
	if (size === undefined || direction === undefined) return undefined;
	if (direction === 'incoming') return size;
	return direction === 'self' || Number(size) === 0 ? '0' : `-${size}`;
}

const directionSeen = (owner: unknown, record: IDataObject): Direction | undefined =>
	directionOf(record, String(owner).toLowerCase());

/** Short of the fee, which is a sum of its own. */
const signedAmount: Column = {
	...asked('address'),
	isExact: true,
	read: (owner, record) => {
		const amount = readAmount(record.valueDecimal);
		return amount && withSign(amount, directionSeen(owner, record));
	},
};

/** What failed moved nothing. Without a status, nobody knows. */
const movedAmount: Column = {
	...signedAmount,
	read: (owner, record, values) => {
		const outcome = String(record.txStatus);
		if (outcome === '0') return '0';
		return outcome === '1' ? signedAmount.read!(owner, record, values) : undefined;
	},
};

/** What moved nothing, or stands in the list of transactions, does not count. */
const movedInside: Column = {
	...signedAmount,
	read: (owner, record, values) => {
		const moved = movesValue(record);
		if (moved === false) return '0';
		return moved ? signedAmount.read!(owner, record, values) : undefined;
	},
};

/** Of two wallets in one list, the sender alone has the fee, so that a sum counts it once. */
const feeOfOwner: Column = {
	...asked('address'),
	isExact: true,
	unit: nativeToken,
	read: (owner, record, values) => {
		const direction = directionSeen(owner, record);
		if (direction === undefined) return undefined;
		return direction === 'incoming' ? '0' : feePaid.read!(record.gasPrice, record, values);
	},
};

const parties: Columns = {
	from: address('from.address'),
	to: address('to.address'),
};

const partiesOfOwner: Columns = {
	direction: {
		...asked('address'),
		read: directionSeen,
	},
	...parties,
};

/** Amounts come before the two wide addresses, which would push them out of the table. */
const nativeTransfer = (between: Columns): Columns => ({
	time: blockTime,
	amount: exact('valueDecimal'),
	symbol: nativeSymbol,
	...between,
});

const ofTransactions = (between: Columns, fees: Columns = {}): Columns => ({
	...nativeTransfer(between),
	fee: { ...feePaid, unit: nativeToken },
	...fees,
	gasPrice: { ...inUnits('gasPrice', 9), unit: 'gwei' },
	status: status('txStatus'),
	method: 'method.methodName',
	gasUsed: count('gasUsed'),
	blockNumber: count('blockNumber'),
	txHash: 'txHash',
});

export const transactionColumns = ofTransactions(parties);
export const ownTransactionColumns = ofTransactions(
	{ change: movedAmount, ...partiesOfOwner },
	{ feePaid: feeOfOwner },
);

export const ownInternalColumns: Columns = {
	...nativeTransfer({ change: movedInside, ...partiesOfOwner }),
	status: { path: 'isReverted', read: (isReverted) => byTruth(isReverted, 'failed', 'success') },
	...same('internalTxType'),
	gasUsed: count('gasUsed'),
	blockNumber: count('blockNumber'),
	txHash: 'txHash',
};

/** The path of a field of a transfer's token, which is in one of three fields, by its kind. */
const ofToken = (field: string): string =>
	['erc20Token', 'erc721Token', 'erc1155Token'].map((token) => `${token}.${field}`).join('|');

/** In whole tokens. Missing if the decimals of an ERC-20 are unknown. */
const transferred: Column = {
	...exact('value'),
	read: (value, { valueDecimal, erc1155Token }) =>
		erc1155Token
			? toUnits(readAmount(value), valueAt(erc1155Token, 'metadata.decimals') ?? 0)
			: readAmount(valueDecimal),
};

const placeOfLog: Columns = {
	blockNumber: count('blockNumber'),
	logIndex: count('logIndex'),
	txHash: 'txHash',
};

export const transferColumns: Columns = {
	time: blockTime,
	amount: transferred,
	symbol: ofToken('symbol'),
	...parties,
	name: ofToken('name'),
	ercType: ofToken('ercType'),
	tokenId: ofToken('tokenId'),
	token: address(ofToken('address')),
	...placeOfLog,
};

export const ownErc20TransferColumns: Columns = {
	time: blockTime,
	amount: exact('valueDecimal'),
	symbol: 'erc20Token.symbol',
	change: signedAmount,
	...partiesOfOwner,
	name: 'erc20Token.name',
	token: address('erc20Token.address'),
	...placeOfLog,
};

/** The user's name for the other side, which can be one of several wallets of theirs. */
const nameOfOtherSide: Column = {
	...asked('address'),
	read: (owner, record, values) => {
		const direction = directionSeen(owner, record);
		if (direction === undefined) return undefined;
		const other = valueAt(record, direction === 'incoming' ? 'from.address' : 'to.address');
		return nameOf(fieldValue(values, walletNames), String(other));
	},
};

/** The request columns come last, because they are the same in all rows of a list. */
export const askedOwner: Columns = {
	counterpartyName: nameOfOtherSide,
	address: askedAddress,
	...askedEvmChain,
};
const collection: Columns = { collection: 'name', name: 'metadata.name' };
const balance = exact('balanceDecimal|balance');
/** By its standard, an ERC-721 token is a single piece. The service lists it for its owner without a balance. */
const piecesAt = (paths: string): Column => ({
	...exact(paths),
	read: (found) => (found === 'ERC-721' ? '1' : readAmount(found)),
});
const ofCollectible: Columns = {
	...same('ercType', 'tokenId'),
	token: address('address'),
	description: 'metadata.description',
	imageUri: 'metadata.imageUri',
	...same('tokenUri'),
};

/** The chain and block of a balance. Last, because they are the same in all rows. */
const readAt: Columns = { ...askedEvmChain, blockNumber: askedBlock };
const currencyAt = (record: unknown, path: string): string | undefined => {
	const code = valueAt(record, `${path}.currencyCode`);
	return typeof code === 'string' ? code.toUpperCase() : undefined;
};

/** True for a balance of a past block. Nobody says from when its price is, so none is given. */
export const isOfPast = ({ blockNumber, blockTimestamp }: Values): boolean =>
	blockNumber !== undefined || blockTimestamp !== undefined;

/** The price, unless its currency differs from the value's. One column names the currency of both. */
const priceAlike: Column = {
	...exact('price.value'),
	read: (price, record, values) => {
		if (isOfPast(values)) return undefined;
		const [ofValue, ofPrice] = ['balanceValue', 'price'].map((path) => currencyAt(record, path));
		const isOther = ofValue !== undefined && ofPrice !== undefined && ofValue !== ofPrice;
		return isOther ? undefined : readAmount(price);
	},
};

/** Null without a value and a price. */
const currencyOfBalance = capitals('balanceValue.currencyCode|price.currencyCode');
const currencyShown: Column = {
	...currencyOfBalance,
	read: (code, record, values) =>
		isOfPast(values) ? undefined : currencyOfBalance.read!(code, record, values),
};

const valued: Columns = {
	address: askedAddress,
	balance: exact('balanceDecimal'),
	symbol: 'symbol',
	value: {
		...exact('balanceValue.value'),
		read: (value, _record, values) => (isOfPast(values) ? undefined : readAmount(value)),
	},
	price: priceAlike,
	currency: currencyShown,
	...same('name'),
};

/** The address of a balance. Unknown if several were asked for together. */
const onlyAddress: Column = {
	...asked('addresses'),
	read: (addresses) => (String(addresses).includes(',') ? undefined : addresses),
};

/** The columns of the other balances, then those of the Primary Network alone. */
export const primaryBalanceColumns: Columns = {
	...valued,
	address: onlyAddress,
	balance: exact('amountDecimal'),
	...same('balanceType'),
	chain: askedChain('blockchainId'),
	network: asked('network'),
	addresses: asked('addresses'),
	blockTime: { ...time('blockTimestamp'), isAsked: true },
	...same('status', 'type'),
	utxoCount: count('utxoCount'),
	sharedWithChain: chainOf('sharedWithChainId'),
	...same('assetId'),
	// The older name of the balance.
	amount: exact('amountDecimal'),
};

export const balanceColumns: Columns = { ...valued, ...readAt };
export const erc20Columns: Columns = {
	...valued,
	...same('tokenReputation'),
	token: address('address'),
	...readAt,
};

export const erc721Columns: Columns = {
	address: askedAddress,
	...collection,
	balance: piecesAt('ercType'),
	symbol: 'symbol',
	...ofCollectible,
	...askedEvmChain,
};
export const erc1155Columns: Columns = {
	address: askedAddress,
	name: 'metadata.name',
	balance,
	symbol: 'metadata.symbol',
	...ofCollectible,
	...readAt,
};
export const collectibleColumns: Columns = {
	address: askedAddress,
	...collection,
	balance: piecesAt('balanceDecimal|balance|ercType'),
	symbol: 'symbol|metadata.symbol',
	...ofCollectible,
	...askedEvmChain,
};

const findAsset = (amounts: unknown, { assetId }: Values): unknown =>
	Array.isArray(amounts)
		? amounts.find((amount) => valueAt(amount, 'assetId') === assetId)
		: undefined;

const amountOfAsset = (field: string): Column => ({
	...exact(field),
	read: (amounts, _record, values) => valueAt(findAsset(amounts, values), 'amountDecimal'),
});

export const assetTransactionColumns: Columns = {
	assetId: asked('assetId'),
	time: time('timestamp'),
	amountUnlocked: amountOfAsset('amountUnlocked'),
	amountCreated: amountOfAsset('amountCreated'),
	symbol: {
		path: 'amountUnlocked|amountCreated',
		read: (_amounts, { amountUnlocked, amountCreated }, values) =>
			valueAt(findAsset([amountUnlocked, amountCreated].flat(), values), 'symbol'),
	},
	...same('txType'),
	sourceChain: chainOf('sourceChain'),
	destinationChain: chainOf('destinationChain'),
	...same('memo'),
	createdAssetId: 'assetCreated.assetId',
	blockHeight: count('blockHeight'),
	txHash: 'txHash',
};
