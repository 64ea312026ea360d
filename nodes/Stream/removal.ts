/** A log that the node says it took back, which another EVM server than avalanchego may do. */
import type { IDataObject } from 'n8n-workflow';
import { nameItem } from '../feeds/identity';
import type { ItemSettings } from '../feeds/items/items';
import { markTest } from '../feeds/items/words';
import { toIsoTime } from '../shared/operation/columns';
import { isHash, isQuantity, toInteger, toQuantity, zeroHash } from '../shared/values/hex';

export interface Removal {
	/** Which log it is; undefined where the notification does not say that. */
	log: string | undefined;
	/** Of its block. */
	height: number;
	/** Of the block that held it, and that is no longer in the chain. */
	blockHash: string;
	/** The item that takes an item of the log back. */
	nameItem(removes: string): IDataObject;
}

/** By what logs of items and of notifications are the same; undefined for what is no log. */
export function logOf({ transactionHash, txHash, logIndex }: IDataObject): string | undefined {
	const hash = transactionHash ?? txHash;
	const index = toInteger(logIndex);
	return typeof hash === 'string' && index !== undefined ? `${hash} ${index}` : undefined;
}

/** The item that would take back the item of a sample. */
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

/** What a notification says of it; undefined where it does not say which block held it. */
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
