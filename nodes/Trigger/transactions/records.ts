/** Transactions in the shape of the Data API's records, as the feed takes them. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Answer } from '../../shared/errors';
import { zeroAddress, zeroHash } from '../../shared/hex';
import type { RestOperation } from '../../shared/operations';
import { zeroId } from '../../shared/ids';
import { refine } from '../../shared/pipeline';
import { shape } from '../feed/service';
import type { FeedRecord } from '../feed/source';
import { directionOf, isWanted } from './filter';
import type { TransactionSettings, Watch } from './settings';

const { getManyNative, getManyInternal, getManyLatest, getManyOfAsset } =
	data.resources.transaction.operations;

/** The row of the Data node that gives the records. */
export const rowOf: Record<Watch, RestOperation> = {
	address: getManyNative,
	erc20: data.resources.transfer.operations.getManyErc20OfAddress,
	internal: getManyInternal,
	token: data.resources.transfer.operations.getMany,
	chain: getManyLatest,
	asset: getManyOfAsset,
};

const identify: Record<Watch, (record: IDataObject) => unknown[]> = {
	address: ({ txHash }) => [txHash],
	erc20: identifyTransfer,
	chain: ({ txHash }) => [txHash],
	asset: ({ txHash }) => [txHash],
	// The service gives internal transactions no number; calls that are alike in all this are counted.
	internal: ({ txHash, from, to, internalTxType, value, gasUsed, gasLimit, isReverted }) => [
		...[txHash, (from as IDataObject)?.address, (to as IDataObject)?.address],
		...[internalTxType, value, gasUsed, gasLimit, isReverted],
	],
	token: identifyTransfer,
};

/** Watches of which two records may be alike: calls, and the entries of a batch of tokens. */
const hasAlike: Watch[] = ['internal', 'token'];

function identifyTransfer({
	txHash,
	logIndex,
	value,
	erc721Token,
	erc1155Token,
}: IDataObject): unknown[] {
	return [
		...[txHash, logIndex, value],
		((erc721Token ?? erc1155Token) as IDataObject | undefined)?.tokenId,
	];
}

/** Where a record stands: the second of an X-Chain transaction, the block of any other. */
export const positionIn =
	(watch: Watch) =>
	(record: IDataObject): number =>
		Number(watch === 'asset' ? record.timestamp : record.blockNumber);

/** The records of one page that are wanted, as the feed takes them. */
export function toRecords(page: IDataObject[], settings: TransactionSettings): FeedRecord[] {
	const { watch } = settings;
	const alike = new Map<string, number>();
	const records = page.flatMap((record) => {
		const identity = JSON.stringify(identify[watch](record));
		const nth = alike.get(identity) ?? 0;
		alike.set(identity, nth + 1);
		// An address that sends to itself may stand in its list twice.
		if (nth && !hasAlike.includes(watch)) return [];
		return { record, key: nth ? `${identity}#${nth}` : identity };
	});
	return records
		.filter(({ record }) => isWanted(record, settings))
		.map(({ record, key }) => toRecord(record, key, settings));
}

function toRecord(record: IDataObject, key: string, settings: TransactionSettings): FeedRecord {
	const { watch, isSimple, values } = settings;
	const direction = directionOf(record, settings);
	return {
		position: positionIn(watch)(record),
		rank: Number(record.blockIndex ?? record.logIndex ?? 0),
		key,
		json: { ...(direction && { direction }), ...shape(record, rowOf[watch], values, isSimple) },
	};
}

/** A time of 0 would count as unknown. */
const placeOfNone = { blockNumber: '0', blockTimestamp: 1, blockHash: zeroHash, txHash: zeroHash };

/** What a transaction that never was holds, beside what the user chose. */
const emptyOf: Record<Watch, (settings: TransactionSettings) => IDataObject> = {
	address: emptyTransaction,
	chain: emptyTransaction,
	internal: (settings) => ({
		...placeOfNone,
		...partiesOf(settings),
		...{ internalTxType: 'CALL', value: '0', isReverted: false, gasUsed: '0', gasLimit: '0' },
	}),
	erc20: (settings) => ({
		...{ ...placeOfNone, ...partiesOf(settings), logIndex: 0, value: '0' },
		erc20Token: { address: settings.tokens?.[0] ?? zeroAddress, ercType: 'ERC-20', decimals: 0 },
	}),
	token: ({ values: { address }, from = zeroAddress, to = zeroAddress }) => ({
		...placeOfNone,
		...{ logIndex: 0, from: { address: from }, to: { address: to }, value: '0' },
		erc20Token: { address, ercType: 'ERC-20', decimals: 0 },
	}),
	asset: ({ values: { assetId } }) => ({
		...{ blockHeight: 0, timestamp: 1, txHash: zeroId, txType: 'BaseTx', memo: '0x' },
		...{ amountUnlocked: [], amountCreated: [{ assetId, denomination: 0, amount: '0' }] },
	}),
};

function emptyTransaction(settings: TransactionSettings): IDataObject {
	return {
		...{ ...placeOfNone, blockIndex: 0, txStatus: settings.status === 'failed' ? '0' : '1' },
		...{ txType: 0, gasLimit: '0', gasUsed: '0', gasPrice: '0', nonce: '0' },
		...partiesOf(settings),
		...{ method: { callType: 'NATIVE_TRANSFER', methodHash: '' }, value: '0' },
	};
}

const partiesOf = ({ values, direction, contract }: TransactionSettings): IDataObject => {
	const { address = zeroAddress } = values;
	const isOut = direction === 'outgoing' || contract !== undefined;
	const [from, to] = isOut ? [address, contract ?? zeroAddress] : [zeroAddress, address];
	return { from: { address: from }, to: { address: to } };
};

/** A transaction that never was, for a test run. */
export const makeUp = async (settings: TransactionSettings): Promise<Answer<FeedRecord[]>> => {
	const { watch } = settings;
	return {
		ok: true,
		result: [toRecord(refine(emptyOf[watch](settings), rowOf[watch]), '', settings)],
	};
};
