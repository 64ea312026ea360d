import { evmMethods } from '../../spec/evmMethods.mts';
import { apiOf } from '../../tools/groups.mts';

const keystore = 'there is no keystore of a node behind the mock network';
const rlp = 'a block of anvil is not encoded as one of a node';
const database = 'it reads the database of the node';
const invalidBlocks = 'the mock network never sees an invalid block';
const files = 'it reads or writes files on the disk of the node';
const runtime = "it tells of the node's own process, or steers it";
const signatures = 'it needs the BLS keys of validators';

/** APIs whose methods all have one reason, by their names in `eth-apis`. */
const wholeApis: Partial<Record<string, string>> = {
	'internal-personal': keystore,
	'debug-handler': runtime,
	admin: files,
};
const ofWholeApis = evmMethods.flatMap(({ method }): Array<[method: string, reason: string]> => {
	const reason = wholeApis[apiOf(method)?.ethApi ?? ''];
	return reason ? [[method, reason]] : [];
});

/**
 * Proven on avalanchego alone: methods, and names of tracers, that anvil cannot answer for. The mock network refuses them
 * as a node does on which their API is off.
 */
export const provenOnNodeOnly: Record<string, string> = {
	...Object.fromEntries(ofWholeApis),
	debug_getRawHeader: rlp,
	debug_getRawBlock: rlp,
	debug_getRawReceipts: rlp,
	debug_printBlock: rlp,
	debug_traceBlock: rlp,
	debug_dumpBlock: database,
	debug_preimage: database,
	debug_accountRange: database,
	debug_storageRangeAt: database,
	debug_getModifiedAccountsByNumber: database,
	debug_getModifiedAccountsByHash: database,
	debug_getAccessibleState: database,
	debug_intermediateRoots: database,
	debug_getBadBlocks: invalidBlocks,
	debug_traceBadBlock: invalidBlocks,
	debug_standardTraceBadBlockToFile: invalidBlocks,
	debug_traceBlockFromFile: files,
	debug_standardTraceBlockToFile: files,
	warp_getMessage: signatures,
	warp_getMessageSignature: signatures,
	warp_getBlockSignature: signatures,
	warp_getMessageAggregateSignature: signatures,
	warp_getBlockAggregateSignature: signatures,
	'4byteTracer': 'anvil has no such tracer',
	flatCallTracer: 'anvil has no such tracer',
	muxTracer: 'anvil answers with nothing',
	opcountTracer: 'anvil has no such tracer',
};
