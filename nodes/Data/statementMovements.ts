/** Movements of a statement, from the lists of an address. Each appears once, in the smallest units. */
import type { IDataObject } from 'n8n-workflow';
import { networkWith } from '../shared/avalanche/chains';
import { avax, avaxDecimals } from '../shared/operation/columns';
import { OddAnswer } from '../shared/operation/pipeline';
import { sayName, sayText, sayWord } from '../shared/values/foreign';
import { isHexAddress } from '../shared/values/ids';
import { isNobody } from '../shared/values/nobody';
import { isRecord, valueAt } from '../shared/values/records';
import { readPastSecond } from '../shared/values/times';
import { directionOf, type Direction } from './columns';
import { addressAt, isCreation, isListedAgain, movesValue, type NativeSent } from './internals';
import { blockNumberOf, type Lists, type Price } from './statementLists';

export interface Asset {
	/** Empty for the native token, else the token's address in lower case. */
	token: string;
	symbol: string;
	/** Undefined if the service does not tell them. Then no amount in whole tokens is known. */
	decimals?: number;
}

export type MovementKind =
	| 'payment'
	| 'creation'
	| 'internal'
	| 'token'
	| 'import'
	| 'export'
	| 'fee';

/** One movement of an asset, as one address sees it. */
export interface Movement {
	/** UNIX seconds. */
	time: number;
	block: number;
	hash: string;
	/** The address of the statement and the other side, if known. Both in lower case. */
	address: string;
	counterparty?: string;
	direction: Direction | 'fee';
	kind: MovementKind;
	/** True if the other side is the zero address. Absent too if the other side is unknown. */
	isWithNobody?: true;
	/** Between two addresses of the statement. */
	isTransfer: boolean;
	/** Part of an import or an export, which is not an EVM transaction. */
	isAtomic?: true;
	/** True for the fee of a failed transaction, which moved nothing else. */
	isOfFailed: boolean;
	token: string;
	amount: bigint;
	/** The payer of the transaction's fee, if known. */
	feePaidBy?: string;
	price?: Price;
}

/** A moved collectible. `amount` is a number of pieces. */
export interface NftMovement extends Pick<Movement, 'time' | 'block' | 'hash' | 'address'> {
	counterparty?: string;
	isWithNobody?: true;
	direction: Direction;
	isTransfer: boolean;
	token: string;
	tokenId: string;
	ercType: string;
	name: string;
	amount: bigint;
}

interface Noted extends NativeSent {
	from: string;
	isFailed: boolean;
	/** The function that it called, or its selector. Undefined if it called none. */
	method?: string;
}

/** Facts that all addresses of the statement share. */
export interface StatementContext {
	addresses: Set<string>;
	sent: Map<string, Noted>;
	/** By token address. */
	assets: Map<string, Asset>;
}

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

function integerAt(record: IDataObject, path: string): bigint {
	const value = valueAt(record, path);
	if (typeof value !== 'string' || !/^\d{1,80}$/.test(value))
		throw new OddAnswer(`it holds a record whose "${path}" is no whole number`);
	return BigInt(value);
}

function timeOf(record: IDataObject): number {
	const time = readPastSecond(record.blockTimestamp ?? record.timestamp);
	if (time === undefined) throw new OddAnswer('it holds a record without a possible time');
	return time;
}

function hashOf({ txHash }: IDataObject): string {
	if (typeof txHash !== 'string' || txHash === '')
		throw new OddAnswer('it holds a record without a transaction');
	return txHash;
}

/** An address in lower case that decides whose a movement is, or who paid its fee. */
function partyAt(record: IDataObject, path: string): string {
	const found = addressAt(record, path);
	if (found === undefined) throw new OddAnswer(`it holds a record whose "${path}" is no address`);
	return found;
}

const blockColumnsOf = (record: IDataObject) => ({
	time: timeOf(record),
	block: blockNumberOf(record),
	hash: hashOf(record),
});

/** "0" is a failed transaction, "1" a successful one. */
function isFailed({ txStatus }: IDataObject): boolean {
	if (txStatus !== '0' && txStatus !== '1')
		throw new OddAnswer(
			'it holds a transaction that says neither that it failed nor that it did not',
		);
	return txStatus === '0';
}

/** Notes sender and outcome of each transaction that an address takes part in. */
export function noteTransactions({ native }: Lists, { sent }: StatementContext): void {
	for (const record of native)
		sent.set(hashOf(record), {
			from: partyAt(record, 'from.address'),
			to: addressAt(record, 'to.address'),
			value: record.value,
			isFailed: isFailed(record),
			method: sayMethod(record),
		});
}

function sayMethod(record: IDataObject): string | undefined {
	const words = ['methodName', 'methodHash'].map((name) =>
		sayText(valueAt(record, `method.${name}`)),
	);
	return words.find((word) => word !== '');
}

/** The other side of a transaction, for its fee. None of one that issues or burns something. */
function paidFor(record: IDataObject): Pick<Movement, 'counterparty'> {
	const to = addressAt(record, 'to.address');
	return to === undefined || isNobody(to) ? {} : { counterparty: to };
}

const createsContract = (record: IDataObject): boolean =>
	valueAt(record, 'method.callType') === 'CONTRACT_CREATION';

/** The direction as the address sees it. */
function directionSeen(record: IDataObject, address: string): Direction {
	const direction = directionOf(record, address);
	if (direction) return direction;
	partyAt(record, 'from.address');
	partyAt(record, 'to.address');
	throw new OddAnswer('it holds a record of other addresses');
}

/** Direction and other side of a record, as the address sees it. */
function sidesOf(record: IDataObject, address: string, { addresses }: StatementContext) {
	const direction = directionSeen(record, address);
	const other = addressAt(record, direction === 'incoming' ? 'from.address' : 'to.address');
	if (other === undefined) return { direction, isTransfer: false };
	const isTransfer = direction !== 'self' && addresses.has(other);
	if (isNobody(other)) return { direction, isTransfer, isWithNobody: true as const };
	return { direction, isTransfer, counterparty: other };
}

function* readNative(
	record: IDataObject,
	address: string,
	group: StatementContext,
): Generator<Movement> {
	const { from, isFailed: isOfFailed } = group.sent.get(hashOf(record))!;
	const common = { ...blockColumnsOf(record), address, token: '', feePaidBy: from };
	const fee = integerAt(record, 'gasUsed') * integerAt(record, 'gasPrice');
	if (from === address && fee > 0n)
		yield {
			...common,
			...paidFor(record),
			direction: 'fee',
			kind: 'fee',
			isTransfer: false,
			isOfFailed,
			amount: fee,
		};
	const amount = integerAt(record, 'value');
	if (isOfFailed || amount === 0n) return;
	yield {
		...common,
		...sidesOf(record, address, group),
		kind: createsContract(record) ? 'creation' : 'payment',
		isOfFailed,
		amount,
	};
}

function* readInternal(
	record: IDataObject,
	address: string,
	group: StatementContext,
): Generator<Movement> {
	if (typeof record.isReverted !== 'boolean')
		throw new OddAnswer(
			'it holds an internal transaction that does not say whether it was reverted',
		);
	const amount = integerAt(record, 'value');
	const transaction = group.sent.get(hashOf(record));
	if (amount === 0n || transaction?.isFailed || movesValue(record) === false) return;
	partyAt(record, 'from.address');
	const isTransactionItself = transaction ? isListedAgain(record, transaction) : false;
	if (!movesValue({ ...record, isTransactionItself })) return;
	yield {
		...blockColumnsOf(record),
		address,
		token: '',
		amount,
		isOfFailed: false,
		...sidesOf(record, address, group),
		kind: isCreation(record) ? 'creation' : 'internal',
		...(transaction && { feePaidBy: transaction.from }),
	};
}

function readDecimals(decimals: unknown): number | undefined {
	const number = Number(decimals);
	const isKnown = typeof decimals === 'number' && Number.isInteger(number);
	return isKnown && number >= 0 && number <= 255 ? number : undefined;
}

/** Notes symbol and decimals of a token, and returns its address. */
export function noteToken(token: unknown, { assets }: StatementContext): string {
	if (!isRecord(token) || lower(token.address) === '')
		throw new OddAnswer('it holds a token without an address');
	const address = lower(token.address);
	const { symbol, decimals } = token;
	if (!assets.has(address))
		assets.set(address, {
			token: address,
			symbol: sayWord(symbol) || address.slice(0, 10),
			decimals: readDecimals(decimals),
		});
	return address;
}

function* readToken(
	record: IDataObject,
	address: string,
	group: StatementContext,
): Generator<Movement> {
	const token = noteToken(record.erc20Token, group);
	const amount = integerAt(record, 'value');
	const feePaidBy = group.sent.get(hashOf(record))?.from;
	if (amount > 0n)
		yield {
			...blockColumnsOf(record),
			address,
			token,
			amount,
			isOfFailed: false,
			kind: 'token',
			...sidesOf(record, address, group),
			...(feePaidBy && { feePaidBy }),
		};
}

const weiOfNano = 10n ** 9n;

/**
 * Whether an asset is AVAX. One that does not say it would be missing in a sum, as if it were none. Before Banff, other
 * assets could come to the C-Chain, and anyone can call one AVAX.
 */
function isAvax(asset: unknown): asset is IDataObject {
	const { symbol, denomination, assetId } = isRecord(asset) ? asset : {};
	if (typeof symbol !== 'string' || typeof denomination !== 'number')
		throw new OddAnswer('it holds an atomic transaction with an asset without symbol or decimals');
	const isImitation = typeof assetId === 'string' && networkWith({ avaxId: assetId }) === undefined;
	return symbol === avax && denomination === avaxDecimals && !isImitation;
}

/** The AVAX in a list of assets, in wei. */
function sumAvax(assets: unknown): bigint {
	if (!Array.isArray(assets))
		throw new OddAnswer('it holds an atomic transaction without its assets');
	return assets
		.filter(isAvax)
		.reduce((sum, asset) => sum + integerAt(asset, 'amount') * weiOfNano, 0n);
}

/** Inputs or outputs on the C-Chain. An import has no inputs there, and an export no outputs. */
function partsAt(record: IDataObject, field: string): IDataObject[] {
	const parts = record[field] ?? [];
	if (!Array.isArray(parts) || !parts.every(isRecord))
		throw new OddAnswer(`it holds an atomic transaction whose "${field}" is no list`);
	return parts;
}

/** The assets of an address among such parts. */
const ofAddress = (parts: IDataObject[], field: string, address: string): unknown[] =>
	parts.filter((part) => partyAt(part, field) === address).map(({ asset }) => asset);

/** An import or an export. The fee of an export is separate if this address is the only payer. */
function* readAtomic(record: IDataObject, address: string): Generator<Movement> {
	const common = {
		...blockColumnsOf(record),
		address,
		token: '',
		isTransfer: false,
		isOfFailed: false,
		isAtomic: true as const,
	};
	const [inputs, outputs] = [partsAt(record, 'evmInputs'), partsAt(record, 'evmOutputs')];
	if (!inputs.length && !outputs.length)
		throw new OddAnswer('it holds an atomic transaction that moves nothing on the C-Chain');
	const imported = sumAvax(ofAddress(outputs, 'toAddress', address));
	if (imported > 0n) yield { ...common, direction: 'incoming', kind: 'import', amount: imported };
	const own = ofAddress(inputs, 'fromAddress', address);
	const spent = sumAvax(own);
	if (spent === 0n) return;
	const isAlone = own.length === inputs.length;
	const burned = sumAvax(record.amountUnlocked) - sumAvax(record.amountCreated);
	const fee = isAlone && burned > 0n && burned < spent ? burned : 0n;
	const paid = { ...common, ...(fee > 0n && { feePaidBy: address }) };
	if (fee > 0n) yield { ...paid, direction: 'fee', kind: 'fee', amount: fee };
	yield { ...paid, direction: 'outgoing', kind: 'export', amount: spent - fee };
}

export function* readMovements(
	lists: Lists,
	address: string,
	group: StatementContext,
): Generator<Movement, void> {
	for (const record of lists.native) yield* readNative(record, address, group);
	for (const record of lists.internal) yield* readInternal(record, address, group);
	for (const record of lists.erc20) yield* readToken(record, address, group);
	for (const record of lists.atomic ?? []) yield* readAtomic(record, address);
}

/** Contract and ID, without which nobody knows which NFT it is. */
function idOfNft({ address, tokenId }: IDataObject): Pick<NftMovement, 'token' | 'tokenId'> {
	if (!isHexAddress(lower(address)) || !/^\d{1,80}$/.test(String(tokenId)))
		throw new OddAnswer('it holds an NFT without a contract or a token ID');
	return { token: lower(address), tokenId: String(tokenId) };
}

export function* readNfts(
	{ erc721, erc1155 }: Lists,
	address: string,
	group: StatementContext,
): Generator<NftMovement, void> {
	for (const record of [...erc721, ...erc1155]) {
		const found = record.erc721Token ?? record.erc1155Token;
		if (!isRecord(found)) throw new OddAnswer('it holds an NFT without a token');
		yield {
			...blockColumnsOf(record),
			address,
			...sidesOf(record, address, group),
			...idOfNft(found),
			ercType: record.erc721Token ? 'ERC-721' : 'ERC-1155',
			name: sayName(found.name ?? valueAt(found, 'metadata.name') ?? ''),
			amount: record.erc721Token ? 1n : integerAt(record, 'value'),
		};
	}
}
