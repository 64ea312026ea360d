import { choice, flag, freeText, integer, text } from '../../shared/fields/kinds';
import { optional, type Field } from '../../shared/fields/fields';
import { isRecord } from '../../shared/values/records';
import { hash } from '../../Evm/fields/bytes';
import { json } from '../../shared/fields/json';
import { blockOverrides, stateOverrides } from '../../Evm/fields/overrides';
import { quantity } from '../../Evm/fields/quantities';

/** "30 seconds" is meant as 30s. */
function fixDuration(entered: string): string | undefined {
	const [, number, word] =
		/^(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)$/i.exec(
			entered,
		) ?? [];
	const unit = /^(?:ms|milli)/i.test(word ?? '') ? 'ms' : word?.[0].toLowerCase();
	return number && `A duration has its unit as letters behind it: enter ${number}${unit}.`;
}

const loggerFields = [
	flag({
		displayName: 'Disable Stack',
		name: 'disableStack',
		description: 'Whether to leave out the stack',
	}),
	flag({
		displayName: 'Disable Storage',
		name: 'disableStorage',
		description: 'Whether to leave out the storage',
	}),
	flag({
		displayName: 'Enable Memory',
		name: 'enableMemory',
		description: 'Whether to include the memory',
	}),
	flag({
		displayName: 'Enable Return Data',
		name: 'enableReturnData',
		description: 'Whether to include the return data',
	}),
	integer(
		{
			displayName: 'Step Limit',
			name: 'limit',
			description: 'Maximum number of steps to record; 0 for all',
		},
		0,
	),
	flag({
		displayName: 'Debug',
		name: 'debug',
		description: 'Whether to print the trace on the node',
	}),
];

const reexec = integer(
	{
		displayName: 'Blocks to Re-Execute',
		name: 'reexec',
		default: 128,
		description: 'Maximum blocks to re-execute for a pruned state',
	},
	0,
);

const traceFields = [
	choice(
		{
			displayName: 'Tracer',
			name: 'tracer',
			default: 'callTracer',
			description: 'What to record; every EVM step if empty',
		},
		[
			{ name: '4byteTracer (Function Selectors)', value: '4byteTracer' },
			{ name: 'callTracer (Tree of Calls)', value: 'callTracer' },
			{ name: 'flatCallTracer (List of Calls)', value: 'flatCallTracer' },
			{ name: 'muxTracer (Several Tracers)', value: 'muxTracer' },
			{ name: 'noopTracer (Nothing)', value: 'noopTracer' },
			{ name: 'opcountTracer (Number of Steps)', value: 'opcountTracer' },
			{ name: 'prestateTracer (State Before)', value: 'prestateTracer' },
		],
	),
	freeText({
		displayName: 'Tracer Code',
		name: 'tracerCode',
		placeholder:
			'e.g. {count: 0, step: function() { this.count++ }, fault: function() {}, result: function() { return this.count }}',
		typeOptions: { rows: 4 },
		description: 'A tracer in JavaScript, or the name of another one; replaces Tracer',
	}),
	json(
		{
			displayName: 'Tracer Config',
			name: 'tracerConfig',
			placeholder: 'e.g. {"onlyTopCall": true}',
			description: 'Settings for the tracer',
		},
		'a JSON object',
		isRecord,
	),
	text(
		{
			displayName: 'Trace Timeout',
			name: 'timeout',
			placeholder: 'e.g. 10s',
			description: 'Time for one transaction, such as 500ms, 10s or 1m30s; 5s by default',
			fixOf: fixDuration,
		},
		'a duration such as 500ms, 10s or 1m30s',
		(value) => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(value),
	),
	reexec,
	...loggerFields,
];

/** TraceConfig. */
export const traceConfig = traceFields.map(optional);

/** TraceCallConfig: adds overrides and the position in the block. */
export const traceCallConfig = [
	...traceConfig,
	stateOverrides,
	blockOverrides,
	optional(
		quantity({
			displayName: 'Transaction Index',
			name: 'txIndex',
			description:
				'Run the call before the transaction at this position in the block; after all of them when empty',
		}),
	),
];

/** StdTraceConfig: only steps, for one transaction or all. */
export const standardTraceConfig = [
	...loggerFields,
	reexec,
	hash({
		displayName: 'Only Transaction',
		name: 'txHash',
		description: 'Hash of the only transaction in the block to trace',
	}),
].map(optional);

/** The values of the fields of a trace config as one object. Undefined if none is set. */
export function toTraceConfig(
	config: Field[],
	values: Record<string, unknown>,
): Record<string, unknown> | undefined {
	const names = config.map(({ name }) => name).filter((name) => values[name] !== undefined);
	const { tracerCode, ...settings } = Object.fromEntries(names.map((name) => [name, values[name]]));
	if (!names.length) return undefined;
	return tracerCode === undefined ? settings : { ...settings, tracer: tracerCode };
}
