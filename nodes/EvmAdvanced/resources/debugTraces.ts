/** Traces of real or simulated transactions, step by step. */
import type { Field } from '../../shared/fields/fields';
import { anything } from '../../shared/operation/operations';
import { positionalParams } from '../../shared/operation/groups';
import { block, blockHash, blockNumberOrTag } from '../../Evm/fields/blocks';
import { bytes } from '../../Evm/fields/bytes';
import { nodeFile } from '../fields/ownNode';
import {
	standardTraceConfig,
	toTraceConfig,
	traceCallConfig,
	traceConfig,
} from '../fields/tracing';
import { transactionArgs, transactionHash } from '../../Evm/fields/transactions';
import { readable } from '../../Evm/readable';
import { listOrNull, type EvmRow, type EvmRows } from '../../Evm/rows';

/** Sends the fields in order, then the config of the trace. */
const configured = (
	fields: Field[],
	config: Field[],
): Pick<EvmRow, 'params' | 'toParams' | 'noFilters'> => ({
	params: [...fields, ...config],
	noFilters: true,
	toParams: (values) =>
		positionalParams([...fields, { name: 'config' }], {
			...values,
			config: toTraceConfig(config, values),
		}),
});

/** For operations that make the node execute transactions again. */
const replay = (
	fields: Field[],
	config = traceConfig,
): Pick<EvmRow, 'heavy' | 'params' | 'toParams' | 'noFilters' | 'simplify'> => ({
	heavy: true,
	...configured(fields, config),
	simplify: readable(),
});

/** One trace for each transaction. The tracer decides its shape. */
const tracesOf: Pick<EvmRow, 'output'> = { output: { kind: 'list', as: 'result', isAny: true } };

export const traces: EvmRows = {
	traceTransaction: {
		name: 'Trace Transaction',
		action: 'Trace transaction',
		description: 'Re-execute a transaction and record what it did',
		method: 'debug_traceTransaction',
		api: 'tracer',
		...replay([transactionHash]),
		output: anything,
	},
	traceCall: {
		name: 'Trace Call',
		action: 'Trace call',
		description: 'Run a call on top of a block and record what it does',
		method: 'debug_traceCall',
		api: 'tracer',
		...replay([transactionArgs, block()], traceCallConfig),
		output: anything,
	},
	traceBlockByNumber: {
		name: 'Trace Block by Number',
		action: 'Trace block by number',
		description: 'Re-execute a block and record its transactions',
		method: 'debug_traceBlockByNumber',
		api: 'tracer',
		...replay([blockNumberOrTag()]),
		...tracesOf,
	},
	traceBlockByHash: {
		name: 'Trace Block by Hash',
		action: 'Trace block by hash',
		description: 'Re-execute a block and record its transactions',
		method: 'debug_traceBlockByHash',
		api: 'tracer',
		...replay([blockHash]),
		...tracesOf,
	},
	traceBlock: {
		name: 'Trace Raw Block',
		action: 'Trace raw block',
		description: 'Execute a raw block and record its transactions',
		method: 'debug_traceBlock',
		api: 'tracer',
		...replay([
			bytes({
				displayName: 'Raw Block',
				name: 'rawBlock',
				description: 'Block in RLP encoding, as returned by Get Raw Block',
			}),
		]),
		...tracesOf,
	},
	traceBadBlock: {
		name: 'Trace Bad Block',
		action: 'Trace bad block',
		description: 'Re-execute an invalid block and record its transactions',
		method: 'debug_traceBadBlock',
		api: 'tracer',
		...replay([blockHash]),
		...tracesOf,
	},
	getIntermediateRoots: {
		name: 'Get Many Intermediate Roots',
		action: 'Get many state roots within block',
		description: 'Get the state root after each transaction in a block',
		method: 'debug_intermediateRoots',
		api: 'tracer',
		...replay([blockHash]),
		...listOrNull('root'),
	},
	traceBlockFromFile: {
		name: 'Trace Block From File',
		action: 'Trace block from file on node',
		description: 'Execute an RLP-encoded block in a file on the node',
		method: 'debug_traceBlockFromFile',
		api: 'fileTracer',
		...replay([nodeFile('file', 'File', 'File with the block in RLP encoding')]),
		...tracesOf,
	},
	traceBlockToFile: {
		name: 'Trace Block to File',
		action: 'Trace block to files on node',
		description: "Write a block's steps to files on the node",
		method: 'debug_standardTraceBlockToFile',
		api: 'fileTracer',
		effect: true,
		...configured([blockHash], standardTraceConfig),
		...listOrNull('file'),
	},
	traceBadBlockToFile: {
		name: 'Trace Bad Block to File',
		action: 'Trace bad block to files on node',
		description: "Write an invalid block's steps to files on the node",
		method: 'debug_standardTraceBadBlockToFile',
		api: 'fileTracer',
		effect: true,
		...configured([blockHash], standardTraceConfig),
		...listOrNull('file'),
	},
};
