/** Descriptions of the fields of this node's items. nodes/shared/returns.mts explains the form. */
import { returns as ofEvm } from '../Evm/returns.mts';
import type { Returns } from '../shared/returns.mts';
import { returns as ofTrigger } from '../Trigger/returns.mts';

/** The description from another node, for fields that both have. */
const take = (words: Returns, ...lists: string[]): Returns =>
	Object.fromEntries(lists.flatMap((names) => names.split(' ').map((name) => [name, words[name]])));

export const returns: Returns = {
	...take(
		ofEvm,
		'accessList baseFeePerGas blobGasUsed blockGasCost chainId data',
		'effectiveGasPrice excessBlobGas extDataGasUsed gas gasLimit hash input maxFeePerGas',
		'maxPriorityFeePerGas minDelayExcess miner nonce number parentBeaconBlockRoot parentHash',
		'size timestampMilliseconds transactionCount transactions type',
	),
	...take(
		ofTrigger,
		'change direction eventId feePaid from lagSeconds message name observedAt reason sample to',
	),
	address: 'Contract of the log, or the address that is watched, with checksum',
	event: 'What happened, such as block or transaction, or the name of a decoded event',
	lagBlocks: 'Number of newer blocks that the chain had by then',
	missedBefore: 'Number of pending transactions that were left out before this one',
	removes: 'The eventId of the item that the node took back',
	signature: 'Declaration of the event',
};
