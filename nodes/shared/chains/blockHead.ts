/** The head of a block of an EVM chain: its number and its time. */
import { together, type RpcCall } from '../network/rpcCall';
import { toInteger } from '../values/hex';
import { isRecord } from '../values/records';

/** Asks for a block by its number or a tag, without its transactions. */
export const blockCall = (path: string, block: unknown): RpcCall => ({
	path,
	method: 'eth_getBlockByNumber',
	params: [block, false],
	safe: true,
	...together,
});

interface BlockHead {
	number: number | undefined;
	/** UNIX seconds. */
	time: number | undefined;
}

/** Undefined is what the answer does not say. */
export function readBlockHead(block: unknown): BlockHead {
	const { number, timestamp } = isRecord(block) ? block : {};
	return { number: toInteger(number), time: toInteger(timestamp) };
}
