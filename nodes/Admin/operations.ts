/**
 * The Admin API of a node, /ext/admin, and that of an EVM chain, /ext/bc/C/admin (Node JSON-RPC document,
 * Admin API and EVM admin API; level names as seen on avalanchego v1.14.2).
 */
import type { Client } from '../shared/client';
import { readNodeVersion } from '../shared/connection';
import type { Failure } from '../shared/errors';
import { chain, choice, freeText, optional, text } from '../shared/fields';
import { isId } from '../shared/ids';
import { jsonRpcGroup, type Operation, type Values } from '../shared/operations';

const success = { kind: 'success' } as const;

const notPublic = 'The public node does not serve this, because it changes or describes one specific node';

/** What all methods of /ext/admin have in common. */
const ofNode = {
	notPublic,
	explain: async ({ httpStatus }: Failure, _values: Values, client: Client) => {
		if (httpStatus !== 404) return undefined;
		const version = await readNodeVersion(client);
		return version
			? `The node answers (${version}), but not for this API, which is off by default. Start the node with --api-admin-enabled=true. What stands in front of a node may hide the path too.`
			: 'Neither this API nor the Info API answers there. Check that the node URL leads to an Avalanche node and ends before /ext.';
	},
} satisfies Partial<Operation>;

/** What all methods of /ext/bc/<chain>/admin have in common; nodes know them with a dot in place of the underscore. */
const ofChain = (instead: string) => {
	const removed = `Nodes since Helicon (avalanchego 1.15) have it no more for the C-Chain: ${instead}`;
	return {
		endpoint: { path: '/ext/bc/{chain}/admin', params: 'wrapped' },
		notPublic,
		removed,
		explain: async ({ kind, httpStatus, message }: Failure, _values: Values, client: Client) => {
			if (kind !== 'not-found' || httpStatus !== 404 || message.includes('does not know the chain')) return undefined;
			const version = await readNodeVersion(client);
			const who = version ? `This node (${version}) serves` : 'Nodes serve';
			return `${who} the Admin API of a chain only where the configuration of that chain says "admin-api-enabled": true. ${removed}.`;
		},
	} satisfies Partial<Operation>;
};
const profileOfChain = ofChain('use the resource Profile, which writes those of the whole node');

const evmChain = {
	...chain,
	default: 'C',
	description: 'C for the C-Chain, or the blockchain ID or an alias of another EVM chain of the node',
};

const alias = text(
	{
		displayName: 'Alias',
		name: 'alias',
		placeholder: 'e.g. myChain',
		description: 'The further name; it holds on this node alone, until the node restarts',
	},
	'an alias of 1 to 512 bytes',
	(name) => Buffer.byteLength(name) <= 512,
);

const loggerName = optional(
	freeText({ displayName: 'Logger Name', name: 'loggerName', placeholder: 'e.g. C', description: 'Logger such as main, or a chain by its alias; all loggers when empty' }),
);

/** From the least to the most: Off, Fatal, Error, Warn, Info, Trace, Debug, Verbo; n8n sorts lists by name. */
const level = (displayName: string, name: string, description: string) =>
	optional(
		choice({ displayName, name, description, default: 'INFO' }, [
			{ name: 'Debug', value: 'DEBUG', description: 'Fatal, error, warn, info, trace and debug: also what helps to find a fault' },
			{ name: 'Error', value: 'ERROR', description: 'Fatal and error: also what the node recovers from' },
			{ name: 'Fatal', value: 'FATAL', description: 'Fatal alone: what the node cannot recover from' },
			{ name: 'Info', value: 'INFO', description: 'Fatal, error, warn and info: also the ordinary course of things' },
			{ name: 'Off', value: 'OFF', description: 'Nothing' },
			{ name: 'Trace', value: 'TRACE', description: 'Fatal, error, warn, info and trace: also single steps' },
			{ name: 'Verbo', value: 'VERBO', description: 'Everything' },
			{ name: 'Warn', value: 'WARN', description: 'Fatal, error and warn: also what may go wrong later' },
		]),
	);

const onDisk = "written to the node's disk, into its profile folder (--profile-dir)";
const onChainDisk = "written to the node's disk, into the chain's admin-api-dir";

export const admin = jsonRpcGroup(
	{ path: '/ext/admin', params: 'named' },
	{
		alias: {
			name: 'Alias',
			operations: {
				alias: {
					name: 'Create for Endpoint',
					action: 'Create alias for endpoint of node',
					description: 'Makes an API endpoint of the node reachable under a further path as well, until the node restarts',
					wire: 'admin.alias',
					params: [
						text(
							{ displayName: 'Endpoint', name: 'endpoint', placeholder: 'e.g. bc/X', description: 'The part of its path after /ext/' },
							'the part of a path after /ext/, such as bc/X',
							(endpoint) => !/^\/|^ext\//.test(endpoint),
						),
						{ ...alias, description: 'The further path after /ext/; it holds on this node alone, until the node restarts' },
					],
					output: success,
					...ofNode,
				},
				aliasChain: {
					name: 'Create for Chain',
					action: 'Create alias for chain on node',
					description: 'Gives a blockchain a further name on this node, usable wherever its ID is, until the node restarts',
					wire: 'admin.aliasChain',
					params: [{ ...chain, description: 'Blockchain ID, or an alias that the node already knows' }, alias],
					output: success,
					...ofNode,
				},
				getChainAliases: {
					name: 'Get Many of Chain',
					action: 'Get many aliases of chain',
					description:
						'The names a blockchain has on this node, one item each, its ID among them; no items where the node does not know the blockchain',
					wire: 'admin.getChainAliases',
					params: [
						text(
							{
								displayName: 'Blockchain ID',
								name: 'blockchainId',
								wire: 'chain',
								placeholder: 'e.g. 11111111111111111111111111111111LpoYY',
								description: 'ID of the blockchain; an alias is not accepted here',
							},
							'a blockchain ID (cb58 with a valid checksum)',
							isId,
						),
					],
					output: { kind: 'list', field: 'aliases', as: 'alias' },
					safe: true,
					...ofNode,
				},
			},
		},
		chain: {
			name: 'Chain',
			operations: {
				getVMConfig: {
					name: 'Get VM Configuration',
					action: 'Get VM configuration of chain',
					description: 'The configuration that the virtual machine of a chain runs with on this node',
					wire: 'admin_getVMConfig',
					params: [evmChain],
					output: { kind: 'record', field: 'config' },
					alternatives: [{ method: 'admin.getVMConfig' }],
					safe: true,
					...ofChain('there is nothing in its place'),
				},
				lockProfile: {
					name: 'Write Lock Profile',
					action: 'Write lock profile of chain',
					description: `Statistics of mutexes, ${onChainDisk}`,
					wire: 'admin_lockProfile',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.lockProfile' }],
					...profileOfChain,
				},
				memoryProfile: {
					name: 'Write Memory Profile',
					action: 'Write memory profile of chain',
					description: `A memory profile, ${onChainDisk}`,
					wire: 'admin_memoryProfile',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.memoryProfile' }],
					...profileOfChain,
				},
				setLogLevel: {
					name: 'Set Log Level',
					action: 'Set log level of chain',
					description: 'Sets how much the virtual machine of a chain logs',
					wire: 'admin_setLogLevel',
					params: [
						evmChain,
						choice({ displayName: 'Level', name: 'level', default: 'info', description: 'Which messages are logged' }, [
							{ name: 'Crit', value: 'crit', description: 'Crit alone' },
							{ name: 'Debug', value: 'debug', description: 'Crit, error, warn, info and debug' },
							{ name: 'Error', value: 'error', description: 'Crit and error' },
							{ name: 'Info', value: 'info', description: 'Crit, error, warn and info' },
							{ name: 'Trace', value: 'trace', description: 'Everything' },
							{ name: 'Warn', value: 'warn', description: 'Crit, error and warn' },
						]),
					],
					output: success,
					alternatives: [{ method: 'admin.setLogLevel' }],
					safe: true,
					...ofChain('use the resource Logger'),
				},
				startCPUProfiler: {
					name: 'Start CPU Profiler',
					action: 'Start CPU profiler of chain',
					description: `Starts a CPU profile that Stop CPU Profiler ends; its file is ${onChainDisk}`,
					wire: 'admin_startCPUProfiler',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.startCPUProfiler' }],
					...profileOfChain,
				},
				stopCPUProfiler: {
					name: 'Stop CPU Profiler',
					action: 'Stop CPU profiler of chain',
					description: `Ends the CPU profile that was started; its file is ${onChainDisk}`,
					wire: 'admin_stopCPUProfiler',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.stopCPUProfiler' }],
					...profileOfChain,
				},
			},
		},
		logger: {
			name: 'Logger',
			operations: {
				getLoggerLevel: {
					name: 'Get Many Levels',
					action: 'Get many logger levels of node',
					description: 'The levels of the loggers of the node: what they write to files and what they display',
					wire: 'admin.getLoggerLevel',
					params: [loggerName],
					output: { kind: 'map', field: 'loggerLevels', key: 'loggerName' },
					safe: true,
					...ofNode,
				},
				setLoggerLevel: {
					name: 'Set Level',
					action: 'Set logger level of node',
					description:
						'Sets how much a logger, or all of them, write to files and display. At least one of Log Level and Display Level is required',
					wire: 'admin.setLoggerLevel',
					params: [
						loggerName,
						level('Log Level', 'logLevel', 'Which messages are written to log files'),
						level('Display Level', 'displayLevel', 'Which messages are displayed'),
					],
					check: ({ logLevel, displayLevel }) =>
						logLevel === undefined && displayLevel === undefined
							? 'At least one of Log Level and Display Level is required'
							: undefined,
					output: success,
					safe: true,
					...ofNode,
				},
			},
		},
		profile: {
			name: 'Profile',
			operations: {
				lockProfile: {
					name: 'Write Lock Profile',
					action: 'Write lock profile of node',
					description: `Statistics of mutexes, ${onDisk} as lock.profile`,
					wire: 'admin.lockProfile',
					output: success,
					...ofNode,
				},
				memoryProfile: {
					name: 'Write Memory Profile',
					action: 'Write memory profile of node',
					description: `A memory profile, ${onDisk} as mem.profile`,
					wire: 'admin.memoryProfile',
					output: success,
					...ofNode,
				},
				startCPUProfiler: {
					name: 'Start CPU Profiler',
					action: 'Start CPU profiler of node',
					description: `Starts a CPU profile that Stop CPU Profiler ends; it is then ${onDisk} as cpu.profile`,
					wire: 'admin.startCPUProfiler',
					output: success,
					...ofNode,
				},
				stopCPUProfiler: {
					name: 'Stop CPU Profiler',
					action: 'Stop CPU profiler of node',
					description: `Ends the CPU profile that was started; it is ${onDisk} as cpu.profile`,
					wire: 'admin.stopCPUProfiler',
					output: success,
					...ofNode,
				},
			},
		},
		vm: {
			name: 'Virtual Machine',
			operations: {
				loadVMs: {
					name: 'Load Installed',
					action: 'Load virtual machines installed on node',
					description:
						'Loads the virtual machines that were installed in the plugin folder since the node started: newVMs with their names, failedVMs with the reason where one could not be loaded',
					wire: 'admin.loadVMs',
					...ofNode,
				},
			},
		},
	},
);
