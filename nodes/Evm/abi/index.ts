/**
 * Contract calls, results, logs and reverts as plain JSON, declared by a signature or ABI JSON. At any depth, integers
 * are decimal text, addresses have their checksum (EIP-55), bytes are hexadecimal text, and tuples are objects.
 */
export {
	keysOf,
	keysOfResult,
	parseErrors,
	parseEvent,
	parseEvents,
	parseFunction,
	valuesOf,
	withStandards,
	type AbiError,
	type AbiEvent,
	type AbiFunction,
} from './declare';
export type { AbiSource } from './signatures';
export {
	decodeArguments,
	decodeCall,
	decodeLog,
	decodeReason,
	decodeResult,
	decodeRevert,
	type DecodedLog,
	type Revert,
} from './decode';
export { encodeCall, encodeEmptyLog, encodeTopics } from './encode';
export { UnreadableData } from './read';
