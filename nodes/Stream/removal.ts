/** A log that the node reports as removed. EVM servers other than avalanchego may do so. */
import type { IDataObject } from 'n8n-workflow';
import { nameItem } from '../feeds/identity';
import type { ItemSettings } from '../feeds/items/items';
import { markTest } from '../feeds/items/words';
import { toIsoTime } from '../shared/operation/columns';
import { isHash, isQuantity, toInteger, toQuantity, zeroHash } from '../shared/values/hex';

export interface Removal {
	/** The ID of the log. Undefined if the notification does not identify it. */
	log: string | undefined;
	height: number;
	/** Hash of that block, which is no longer in the chain. */
	blockHash: string;
	/** The item that withdraws the log's item with the event ID `removes`. */
	nameItem(removes: string): IDataObject;
}

/** An ID by which items and notifications of a log match. Undefined for anything but a log. */
export function logOf({ transactionHash, txHash, logIndex }: IDataObject): string | undefined {
	const hash = transactionHash ?? txHash;
	const index = toInteger(logIndex);
	return typeof hash === 'string' && index !== undefined ? `${hash} ${index}` : undefined;
}

/** A sample of the item that would withdraw this item. */
export function showRemoval(settings: ItemSettings, item: IDataObject): IDataObject {
	const { blockNumber, blockHash = zeroHash, transactionHash, txHash, logIndex, eventId } = item;
	const removal = readRemoval(settings, {
		blockNumber: toQuantity(Number(blockNumber)),
		blockHash,
		transactionHash: transactionHash ?? txHash,
		logIndex: toQuantity(Number(logIndex)),
	});
	return markTest(removal!.nameItem(String(eventId)));
}

/** Reads the notification of a removed log. Undefined if it does not say which block held the log. */
export function readRemoval({ feed, scope }: ItemSettings, log: IDataObject): Removal | undefined {
	const { blockNumber, blockHash, transactionHash } = log;
	const height = isQuantity(blockNumber) ? toInteger(blockNumber) : undefined;
	if (height === undefined || !isHash(blockHash)) return undefined;
	return {
		log: logOf(log),
		height,
		blockHash,
		nameItem: (removes) => ({
			event: 'removed',
			removes,
			txHash: transactionHash,
			blockNumber: height,
			logIndex: toInteger(log.logIndex),
			observedAt: toIsoTime(Math.floor(Date.now() / 1000)),
			eventId: nameItem('removed', scope, feed.feed, removes, blockHash),
		}),
	};
}
