/**
 * Contract calls, results, logs and reverts for people: declared by a signature or by ABI JSON, given and returned as
 * plain JSON. Integers of any size come as decimal strings at any depth, addresses with their checksum (EIP-55), bytes
 * as hexadecimal text, tuples as objects.
 */
export {
	parseErrors,
	parseEvent,
	parseEvents,
	parseFunction,
	withStandards,
	type AbiError,
	type AbiEvent,
	type AbiFunction,
} from './declare';
export type { AbiSource } from './signatures';
export {
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
