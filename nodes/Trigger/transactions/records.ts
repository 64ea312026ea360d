/** Transactions in the shape of the Data API's records, as the feed takes them. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { RestOperation } from '../../shared/operations';
import { shape } from '../feed/service';
import type { FeedRecord } from '../feed/source';
import { directionOf, isWanted } from './filter';
import type { TransactionSettings, Watch } from './settings';

const { getManyNative, getManyInternal, getManyLatest, getManyOfAsset } =
	data.resources.transaction.operations;

/** The row of the Data node that gives the records. */
export const rowOf: Record<Watch, RestOperation> = {
	address: getManyNative,
	internal: getManyInternal,
	token: data.resources.transfer.operations.getMany,
	chain: getManyLatest,
	asset: getManyOfAsset,
};

const identify: Record<Watch, (record: IDataObject) => unknown[]> = {
	address: ({ txHash }) => [txHash],
	chain: ({ txHash }) => [txHash],
	asset: ({ txHash }) => [txHash],
	// The service gives internal transactions no number; calls that are alike in all this are counted.
	internal: ({ txHash, from, to, internalTxType, value, gasUsed, gasLimit, isReverted }) => [
		...[txHash, (from as IDataObject)?.address, (to as IDataObject)?.address],
		...[internalTxType, value, gasUsed, gasLimit, isReverted],
	],
	token: ({ txHash, logIndex, value, erc721Token, erc1155Token }) => [
		...[txHash, logIndex, value],
		((erc721Token ?? erc1155Token) as IDataObject | undefined)?.tokenId,
	],
};

/** Where a record stands: the second of an X-Chain transaction, the block of any other. */
export const positionIn =
	(watch: Watch) =>
	(record: IDataObject): number =>
		Number(watch === 'asset' ? record.timestamp : record.blockNumber);

/** The records of one page that are wanted, as the feed takes them. */
export function toRecords(page: IDataObject[], settings: TransactionSettings): FeedRecord[] {
	const { watch, isSimple, values } = settings;
	const alike = new Map<string, number>();
	const records = page.map((record) => {
		const identity = JSON.stringify(identify[watch](record));
		const nth = alike.get(identity) ?? 0;
		alike.set(identity, nth + 1);
		return { record, key: nth ? `${identity}#${nth}` : identity };
	});
	return records
		.filter(({ record }) => isWanted(record, settings))
		.map(({ record, key }) => {
			const direction = directionOf(record, settings);
			return {
				position: positionIn(watch)(record),
				rank: Number(record.blockIndex ?? record.logIndex ?? 0),
				key,
				json: { ...(direction && { direction }), ...shape(record, rowOf[watch], values, isSimple) },
			};
		});
}
