/** Fields that a transaction or transfer must have, as the Data API's description promises. */
import type { IDataObject } from 'n8n-workflow';
import { isRecord, valueAt } from '../../shared/values/records';
import { lackOf, type Fields } from '../fields';
import type { TransactionSettings, Watch } from './settings';

const inBlock: Fields = [
	['txHash', 'text'],
	['blockTimestamp', 'integer'],
	['from.address', 'address'],
];
const to: Fields = [['to.address', 'address']];
const value: Fields = [['value', 'decimal']];

/** A transaction that creates a contract may have no receiver. */
const ofTransaction = (record: IDataObject): Fields => [
	...inBlock,
	...(valueAt(record, 'method.callType') === 'CONTRACT_CREATION' ? [] : to),
	['blockIndex', 'integer'],
	['txStatus', 'decimal'],
];

/** A transfer has the token of one standard. An ERC-721 transfer has no amount. */
function ofToken({ erc721Token, erc1155Token }: IDataObject): Fields {
	if (erc721Token !== undefined) return [['erc721Token.tokenId', 'decimal']];
	if (erc1155Token !== undefined) return [['erc1155Token.tokenId', 'decimal'], ...value];
	return [['erc20Token.address', 'address'], ...value];
}

const ofTransfer: Fields = [...inBlock, ...to, ['logIndex', 'integer']];

/** Fields that identify a record, and those always present that a filter may judge by. */
const neededOf: Record<Watch, (record: IDataObject) => Fields> = {
	address: ofTransaction,
	chain: ofTransaction,
	internal: () => [
		...inBlock,
		...to,
		...value,
		['internalTxType', 'text'],
		['isReverted', 'flag'],
		['gasUsed', 'decimal'],
		['gasLimit', 'decimal'],
	],
	erc20: () => [...ofTransfer, ['erc20Token.address', 'address'], ...value],
	token: (record) => [...ofTransfer, ...ofToken(record)],
	asset: () => [['txHash', 'text']],
};

/** The service leaves out the method if there is none, and its name if it knows none. */
function ofMethod({ method }: IDataObject): Fields {
	if (method === undefined) return [];
	const isNamed = valueAt(method, 'methodName') !== undefined;
	return [
		['method.callType', 'text'],
		...(valueAt(method, 'methodHash') === '' ? [] : ([['method.methodHash', 'text']] as Fields)),
		...(isNamed ? ([['method.methodName', 'text']] as Fields) : []),
	];
}

/** The first field that a transaction lacks, whatever is watched. */
export const lackOfTransaction = (record: IDataObject): string | undefined =>
	lackOf(record, ofTransaction(record));

/** The first field a record lacks that identifies it or that these settings judge by. */
export function lackIn(
	record: IDataObject,
	{ watch, method, minimumAmount }: TransactionSettings,
): string | undefined {
	const needed = [...neededOf[watch](record), ...(method ? ofMethod(record) : [])];
	const lack = lackOf(record, needed);
	if (lack !== undefined || watch !== 'asset' || minimumAmount === undefined) return lack;
	const { amountCreated } = record;
	const isWhole =
		Array.isArray(amountCreated) &&
		amountCreated.every((sum) => isRecord(sum) && lackOf(sum, [['assetId', 'text']]) === undefined);
	return isWhole ? undefined : 'amountCreated';
}
