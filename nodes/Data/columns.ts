/** Columns that operations of the Data API share. */
import type { IDataObject } from 'n8n-workflow';
import { isCChain } from '../shared/chains/chains';
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
import { multiply, toDecimalText, toUnits } from '../shared/values/numbers';
import { byTruth, valueAt } from '../shared/values/records';

/** The address that was asked about, with its checksum. */
const askedAddress: Column = { ...address('address'), isAsked: true };

/** The block that a balance was asked for; the latest has no number in the answer. */
const askedBlock: Column = { ...count('blockNumber'), isAsked: true };

/** AVAX for the C-Chain, also as a node calls it; no list of transactions names the token of any other chain. */
const nativeSymbol: Column = {
	...asked('chainId|chain'),
	read: (chain) => (isCChain(chain) ? 'AVAX' : undefined),
};

/** What a transaction cost, in the native token. */
const feePaid: Column = {
	...exact('gasPrice'),
	read: (gasPrice, { gasUsed }) => toUnits(multiply(gasPrice, gasUsed), 18),
};

const blockTime = time('blockTimestamp');

/** Seen from an address of an EVM chain, in small letters. */
export type Direction = 'incoming' | 'outgoing' | 'self';

/** Which way a record of the address moved what it moves; undefined where it names the address nowhere. */
export function directionOf(record: IDataObject, owner: string): Direction | undefined {
	const isOwner = (path: string) => String(valueAt(record, path)).toLowerCase() === owner;
	const [isFrom, isTo] = [isOwner('from.address'), isOwner('to.address')];
	if (isFrom && isTo) return 'self';
	if (isTo) return 'incoming';
	return isFrom ? 'outgoing' : undefined;
}

const parties: Columns = {
	from: address('from.address'),
	to: address('to.address'),
};

/** Of the records of the address that was asked about. */
const partiesOfOwner: Columns = {
	direction: {
		...asked('address'),
		read: (owner, record) => directionOf(record, String(owner).toLowerCase()),
	},
	...parties,
};

/** What moved stands before the two addresses, whose width would push it out of the table. */
const nativeTransfer = (between: Columns): Columns => ({
	time: blockTime,
	amount: exact('valueDecimal'),
	symbol: nativeSymbol,
	...between,
});

const ofTransactions = (between: Columns): Columns => ({
	...nativeTransfer(between),
	fee: { ...feePaid, unit: nativeToken },
	gasPrice: { ...inUnits('gasPrice', 9), unit: 'gwei' },
	status: status('txStatus'),
	method: 'method.methodName',
	gasUsed: count('gasUsed'),
	blockNumber: count('blockNumber'),
	txHash: 'txHash',
});

export const transactionColumns = ofTransactions(parties);
export const ownTransactionColumns = ofTransactions(partiesOfOwner);

export const ownInternalColumns: Columns = {
	...nativeTransfer(partiesOfOwner),
	status: { path: 'isReverted', read: (isReverted) => byTruth(isReverted, 'failed', 'success') },
	...same('internalTxType'),
	gasUsed: count('gasUsed'),
	blockNumber: count('blockNumber'),
	txHash: 'txHash',
};

/** The token of a transfer stands in a field by its kind; one of the three is there. */
const ofToken = (field: string): string =>
	['erc20Token', 'erc721Token', 'erc1155Token'].map((token) => `${token}.${field}`).join('|');

/** Whole tokens; left out where the decimals of an ERC-20 are not known. */
const transferred: Column = {
	...exact('value'),
	read: (value, { valueDecimal, erc1155Token }) =>
		erc1155Token ? toUnits(value, valueAt(erc1155Token, 'metadata.decimals') ?? 0) : valueDecimal,
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
	...partiesOfOwner,
	name: 'erc20Token.name',
	token: address('erc20Token.address'),
	...placeOfLog,
};

export const primaryBalanceColumns: Columns = {
	addresses: asked('addresses'),
	network: asked('network'),
	chain: askedChain('blockchainId'),
	blockTime: { ...time('blockTimestamp'), isAsked: true },
	...same('balanceType'),
	amount: exact('amountDecimal'),
	...same('symbol', 'name', 'status', 'type'),
	utxoCount: count('utxoCount'),
	sharedWithChain: chainOf('sharedWithChainId'),
	...same('assetId'),
};

/** What was asked about, the same in all rows of a list: behind what differs. */
export const askedOwner: Columns = { address: askedAddress, ...askedEvmChain };
const collection: Columns = { collection: 'name', name: 'metadata.name' };
const balance = exact('balanceDecimal|balance');
const ofCollectible: Columns = {
	...same('ercType', 'tokenId'),
	token: address('address'),
	description: 'metadata.description',
	imageUri: 'metadata.imageUri',
	...same('tokenUri'),
};

/** Where a balance was read: the same in all rows, so behind what differs. */
const readAt: Columns = { ...askedEvmChain, blockNumber: askedBlock };
const currencyAt = (record: unknown, path: string): string | undefined => {
	const code = valueAt(record, `${path}.currencyCode`);
	return typeof code === 'string' ? code.toUpperCase() : undefined;
};

/** The price, unless it is in another currency than the value: one column names that of both. */
const priceAlike: Column = {
	...exact('price.value'),
	read: (price, record) => {
		const [ofValue, ofPrice] = ['balanceValue', 'price'].map((path) => currencyAt(record, path));
		const isOther = ofValue !== undefined && ofPrice !== undefined && ofValue !== ofPrice;
		return isOther ? undefined : toDecimalText(price);
	},
};

const valued: Columns = {
	address: askedAddress,
	balance: exact('balanceDecimal'),
	symbol: 'symbol',
	value: exact('balanceValue.value'),
	price: priceAlike,
	currency: capitals('balanceValue.currencyCode|price.currencyCode'),
	...same('name'),
};

/** What the asked address has of a token, with its value where the price is known. */
export const balanceColumns: Columns = { ...valued, ...readAt };
export const erc20Columns: Columns = {
	...valued,
	...same('tokenReputation'),
	token: address('address'),
	...readAt,
};

/** Tokens that the asked address owns. */
export const erc721Columns: Columns = {
	address: askedAddress,
	...collection,
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
	balance,
	symbol: 'symbol|metadata.symbol',
	...ofCollectible,
	...askedEvmChain,
};

const findAsset = (amounts: unknown, { assetId }: Values): unknown =>
	Array.isArray(amounts)
		? amounts.find((amount) => valueAt(amount, 'assetId') === assetId)
		: undefined;

/** How much of the asset that was asked for stands in this list. */
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
