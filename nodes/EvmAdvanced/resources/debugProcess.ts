/** The node's process: its log, its memory and its profiles. */
import { choice, freeText, integer } from '../../shared/fields/kinds';
import { optional } from '../../shared/fields/fields';
import { nodeFile } from '../fields/ownNode';
import { done, single, type EvmRow, type EvmRows } from '../../Evm/rows';
import { hourSeconds } from '../../shared/values/timeUnits';

/** The Admin API profiles the same process. */
const startProfiler = 'Avalanche Node Admin: Profile > Start CPU Profiler';
const useLockProfile =
	'use Avalanche Node Admin: Profile > Write Lock Profile, some time after Start CPU Profiler';
const inMetrics = "similar figures are in the node's /ext/metrics";

const file = nodeFile('file', 'File', 'File to write');
const seconds = integer(
	{
		displayName: 'Seconds',
		name: 'seconds',
		default: 10,
		description: 'How long to record. The answer comes at the end.',
	},
	1,
	hourSeconds,
);
const rate = (description: string) =>
	integer({ displayName: 'Rate', name: 'rate', default: 1, description }, 0);

const forSeconds: Pick<EvmRow, 'params' | 'timeLimit'> = {
	params: [file, seconds],
	timeLimit: { seconds: 30, after: 'seconds' },
};

/** For methods that make the node write a profile or a trace of itself to a file on its disk. */
const toFile = { api: 'profile', effect: true, params: [file], ...done } satisfies Partial<EvmRow>;

export const nodeProcess: EvmRows = {
	setVerbosity: {
		name: 'Set Log Verbosity',
		action: 'Set log verbosity of chain',
		description: 'Set how much the chain writes to its log',
		method: 'debug_verbosity',
		api: 'profile',
		effect: true,
		params: [
			choice(
				{
					displayName: 'Level',
					name: 'level',
					default: 3,
					description: 'Which messages to log',
				},
				[
					{ name: 'Critical', value: 0, description: 'Critical only' },
					{ name: 'Debug', value: 4, description: 'Critical, Error, Warning, Info and Debug' },
					{ name: 'Error', value: 1, description: 'Critical and Error' },
					{ name: 'Info', value: 3, description: 'Critical, Error, Warning and Info' },
					{ name: 'Trace', value: 5, description: 'Everything' },
					{ name: 'Warning', value: 2, description: 'Critical, Error and Warning' },
				],
			),
		],
		...done,
		instead: 'use Avalanche Node Admin: Logger > Set Level',
	},
	setVmodule: {
		name: 'Set Log Pattern',
		action: 'Set log verbosity by source file',
		description: 'Set how much each source file writes to the log',
		method: 'debug_vmodule',
		api: 'profile',
		effect: true,
		params: [
			freeText({
				displayName: 'Pattern',
				name: 'pattern',
				placeholder: 'e.g. eth/*=5,p2p=4',
				description: 'File patterns, each with a level from 0 to 5',
			}),
		],
		...done,
	},
	getMemoryStats: {
		name: 'Get Memory Stats',
		action: 'Get memory statistics of node process',
		description: "Get the node's Go memory statistics, in bytes",
		method: 'debug_memStats',
		api: 'profile',
		exact: ['LastGC', 'PauseEnd', 'PauseTotalNs', 'TotalAlloc', 'Mallocs', 'Frees'],
		instead: inMetrics,
	},
	getGcStats: {
		name: 'Get GC Stats',
		action: 'Get garbage collection statistics',
		description: 'Get garbage collection statistics, in nanoseconds',
		method: 'debug_gcStats',
		api: 'profile',
		instead: inMetrics,
	},
	getStacks: {
		name: 'Get Stacks',
		action: 'Get stacks of node process',
		description: 'Get the stacks of all goroutines, as text',
		method: 'debug_stacks',
		api: 'profile',
		params: [
			optional(
				freeText({
					displayName: 'Filter',
					name: 'filter',
					placeholder: 'e.g. eth && !p2p',
					description:
						'Only return stacks that contain these words; combine words with &&, || and !',
				}),
			),
		],
		...single('stacks'),
	},
	recordCpuProfile: {
		name: 'Record CPU Profile',
		action: 'Record CPU profile for some seconds',
		description: 'Record CPU use for some seconds to a file',
		method: 'debug_cpuProfile',
		...toFile,
		...forSeconds,
		instead: `use ${startProfiler}, then stop it`,
	},
	startCpuProfile: {
		name: 'Start CPU Profile',
		action: 'Start CPU profile',
		description: 'Start recording CPU use to a file',
		method: 'debug_startCPUProfile',
		...toFile,
		instead: `use ${startProfiler}`,
	},
	stopCpuProfile: {
		name: 'Stop CPU Profile',
		action: 'Stop CPU profile',
		description: 'Stop what Start CPU Profile started',
		method: 'debug_stopCPUProfile',
		api: 'profile',
		effect: true,
		...done,
		instead: 'use Avalanche Node Admin: Profile > Stop CPU Profiler',
	},
	recordGoTrace: {
		name: 'Record Go Trace',
		action: 'Record Go trace for some seconds',
		description: 'Record Go scheduling for some seconds to a file',
		method: 'debug_goTrace',
		...toFile,
		...forSeconds,
	},
	startGoTrace: {
		name: 'Start Go Trace',
		action: 'Start Go trace',
		description: 'Start recording Go scheduling to a file',
		method: 'debug_startGoTrace',
		...toFile,
	},
	stopGoTrace: {
		name: 'Stop Go Trace',
		action: 'Stop Go trace',
		description: 'Stop what Start Go Trace started',
		method: 'debug_stopGoTrace',
		api: 'profile',
		effect: true,
		...done,
	},
	recordBlockProfile: {
		name: 'Record Block Profile',
		action: 'Record block profile for some seconds',
		description: 'Record goroutine waits for some seconds to a file',
		method: 'debug_blockProfile',
		...toFile,
		...forSeconds,
	},
	setBlockProfileRate: {
		name: 'Set Block Profile Rate',
		action: 'Set block profile rate',
		description: 'Set how much goroutine waiting the node records',
		method: 'debug_setBlockProfileRate',
		api: 'profile',
		effect: true,
		params: [
			rate(
				'Nanoseconds of waiting per record in Write Block Profile: 1 records all, 0 records none',
			),
		],
		...done,
	},
	writeBlockProfile: {
		name: 'Write Block Profile',
		action: 'Write block profile',
		description: 'Write the recorded goroutine waits to a file',
		method: 'debug_writeBlockProfile',
		...toFile,
	},
	recordMutexProfile: {
		name: 'Record Mutex Profile',
		action: 'Record mutex profile for some seconds',
		description: 'Record lock contention for some seconds to a file',
		method: 'debug_mutexProfile',
		...toFile,
		...forSeconds,
		instead: useLockProfile,
	},
	setMutexProfileFraction: {
		name: 'Set Mutex Profile Fraction',
		action: 'Set mutex profile fraction',
		description: 'Set how much lock contention the node records',
		method: 'debug_setMutexProfileFraction',
		api: 'profile',
		effect: true,
		params: [rate('Record one in this many contentions: 1 records all, 0 records none')],
		...done,
		instead: `use ${startProfiler}, which records all contention`,
	},
	writeMutexProfile: {
		name: 'Write Mutex Profile',
		action: 'Write mutex profile',
		description: 'Write the recorded lock contention to a file',
		method: 'debug_writeMutexProfile',
		...toFile,
		instead: useLockProfile,
	},
	writeMemoryProfile: {
		name: 'Write Memory Profile',
		action: 'Write memory profile',
		description: 'Write memory use by function to a file',
		method: 'debug_writeMemProfile',
		...toFile,
		instead: 'use Avalanche Node Admin: Profile > Write Memory Profile',
	},
	freeMemory: {
		name: 'Free Memory',
		action: 'Return free memory to operating system',
		description: 'Collect garbage and return memory to the system',
		method: 'debug_freeOSMemory',
		api: 'profile',
		effect: true,
		...done,
	},
	setGcPercent: {
		name: 'Set GC Percent',
		action: 'Set garbage collection percentage',
		description: 'Set how much the heap grows before a collection',
		details: 'Returns the former percentage',
		method: 'debug_setGCPercent',
		api: 'profile',
		effect: true,
		params: [
			integer(
				{
					displayName: 'Percent',
					name: 'percent',
					default: 100,
					description: 'Growth in percent; -1 turns garbage collection off',
				},
				-1,
				100_000,
			),
		],
		...single('formerPercent'),
	},
};
