/**
 * The Admin API of a node, /ext/admin, and that of an EVM chain, /ext/bc/C/admin (Node JSON-RPC document,
 * Admin API and EVM admin API; level names as seen on avalanchego v1.14.2).
 */
import type { Client } from '../shared/network/client';
import { readNodeVersion } from '../shared/connection';
import type { Failure } from '../shared/errors';
import { chain, choice, freeText, optional, text } from '../shared/fields';
import { isId } from '../shared/ids';
import { jsonRpcGroup, type RpcOperation, type Values } from '../shared/operations';

const success = { kind: 'success' } as const;

const notPublic = 'Needs your own node';

/** What all methods of /ext/admin have in common. */
const ofNode = {
	notPublic,
	explain: async ({ httpStatus }: Failure, _values: Values, client: Client) => {
		if (httpStatus !== 404) return undefined;
		const version = await readNodeVersion(client);
		return version
			? `The node responds (${version}), but not for this API, which is off by default. Start the node with --api-admin-enabled=true. A proxy in front of the node may also hide the path.`
			: 'Neither this API nor the Info API responds. Check that the node URL points to an Avalanche node and ends before /ext.';
	},
} satisfies Partial<RpcOperation>;

/** What all methods of /ext/bc/<chain>/admin have in common; nodes know them with a dot in place of the underscore. */
const ofChain = (instead: string) => {
	const removed = `Removed for the C-Chain in avalanchego 1.15; ${instead}`;
	return {
		endpoint: { path: '/ext/bc/{chain}/admin', params: 'wrapped' },
		notPublic,
		removed,
		explain: async ({ kind, httpStatus, message }: Failure, _values: Values, client: Client) => {
			if (kind !== 'not-found' || httpStatus !== 404 || message.includes('does not know the chain'))
				return undefined;
			const version = await readNodeVersion(client);
			const who = version ? `This node (${version}) serves` : 'Nodes serve';
			return `${who} the Admin API of a chain only if the chain's configuration says "admin-api-enabled": true. ${removed}.`;
		},
	} satisfies Partial<RpcOperation>;
};
const profileOfChain = ofChain('use Profile');

const evmChain = {
	...chain,
	default: 'C',
	description: 'C for the C-Chain, or the blockchain ID or alias of another EVM chain on the node',
};

const alias = text(
	{
		displayName: 'Alias',
		name: 'alias',
		placeholder: 'e.g. myChain',
		description: 'Additional name. Applies to this node only, until the node restarts.',
	},
	'an alias of 1 to 512 bytes',
	(name) => Buffer.byteLength(name) <= 512,
);

const loggerName = optional(
	freeText({
		displayName: 'Logger Name',
		name: 'loggerName',
		placeholder: 'e.g. C',
		description: 'Logger such as main, or the alias of a chain. Leave empty for all loggers.',
	}),
);

/** Each level names what it logs, because n8n sorts the list by name. */
const level = (displayName: string, name: string, description: string) =>
	optional(
		choice({ displayName, name, description, default: 'INFO' }, [
			{
				name: 'Debug',
				value: 'DEBUG',
				description: 'Fatal, Error, Warn, Info, Trace and Debug: details for troubleshooting',
			},
			{
				name: 'Error',
				value: 'ERROR',
				description: 'Fatal and Error: faults that the node recovers from',
			},
			{
				name: 'Fatal',
				value: 'FATAL',
				description: 'Fatal only: faults that the node cannot recover from',
			},
			{ name: 'Info', value: 'INFO', description: 'Fatal, Error, Warn and Info: normal activity' },
			{ name: 'Off', value: 'OFF', description: 'No messages' },
			{
				name: 'Trace',
				value: 'TRACE',
				description: 'Fatal, Error, Warn, Info and Trace: single steps',
			},
			{ name: 'Verbo', value: 'VERBO', description: 'All messages' },
			{ name: 'Warn', value: 'WARN', description: 'Fatal, Error and Warn: possible faults' },
		]),
	);

const onDisk = "in the node's profile folder (--profile-dir)";

export const admin = jsonRpcGroup(
	{ path: '/ext/admin', params: 'named' },
	{
		alias: {
			name: 'Alias',
			operations: {
				alias: {
					name: 'Create for Endpoint',
					action: 'Create alias for endpoint of node',
					description:
						'Make an API endpoint of the node available at an additional path until the node restarts',
					method: 'admin.alias',
					params: [
						text(
							{
								displayName: 'Endpoint',
								name: 'endpoint',
								placeholder: 'e.g. bc/X',
								description: 'Path of the endpoint after /ext/',
							},
							'the part of a path after /ext/, such as bc/X',
							(endpoint) => !/^\/|^ext\//.test(endpoint),
						),
						{
							...alias,
							description:
								'Additional path after /ext/. Applies to this node only, until the node restarts.',
						},
					],
					output: success,
					...ofNode,
				},
				aliasChain: {
					name: 'Create for Chain',
					action: 'Create alias for chain on node',
					description: 'Give a blockchain an additional name on this node until the node restarts',
					method: 'admin.aliasChain',
					params: [
						{ ...chain, description: 'Blockchain ID or an existing alias of the chain' },
						alias,
					],
					output: success,
					...ofNode,
				},
				getChainAliases: {
					name: 'Get Many of Chain',
					action: 'Get many aliases of chain',
					description:
						'Names of a blockchain on this node, including its ID. Returns no items for an unknown blockchain',
					method: 'admin.getChainAliases',
					params: [
						text(
							{
								displayName: 'Blockchain ID',
								name: 'blockchainId',
								apiName: 'chain',
								placeholder: 'e.g. 11111111111111111111111111111111LpoYY',
								description: 'ID of the blockchain. Aliases are not accepted.',
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
					description: 'VM configuration of a chain',
					method: 'admin_getVMConfig',
					params: [evmChain],
					output: { kind: 'record', field: 'config' },
					alternatives: [{ method: 'admin.getVMConfig' }],
					safe: true,
					...ofChain('no replacement'),
				},
				lockProfile: {
					name: 'Write Lock Profile',
					action: 'Write lock profile of chain',
					description: 'Write a lock profile to admin-api-dir',
					method: 'admin_lockProfile',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.lockProfile' }],
					...profileOfChain,
				},
				memoryProfile: {
					name: 'Write Memory Profile',
					action: 'Write memory profile of chain',
					description: 'Write a memory profile to admin-api-dir',
					method: 'admin_memoryProfile',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.memoryProfile' }],
					...profileOfChain,
				},
				setLogLevel: {
					name: 'Set Log Level',
					action: 'Set log level of chain',
					description: "Set the log level of a chain's VM",
					method: 'admin_setLogLevel',
					params: [
						evmChain,
						choice(
							{
								displayName: 'Level',
								name: 'level',
								default: 'info',
								description: 'Which messages are logged',
							},
							[
								{ name: 'Crit', value: 'crit', description: 'Crit only' },
								{ name: 'Debug', value: 'debug', description: 'Crit, Error, Warn, Info and Debug' },
								{ name: 'Error', value: 'error', description: 'Crit and Error' },
								{ name: 'Info', value: 'info', description: 'Crit, Error, Warn and Info' },
								{ name: 'Trace', value: 'trace', description: 'All messages' },
								{ name: 'Warn', value: 'warn', description: 'Crit, Error and Warn' },
							],
						),
					],
					output: success,
					alternatives: [{ method: 'admin.setLogLevel' }],
					safe: true,
					...ofChain('use Logger'),
				},
				startCPUProfiler: {
					name: 'Start CPU Profiler',
					action: 'Start CPU profiler of chain',
					description: 'Start a CPU profile in admin-api-dir',
					method: 'admin_startCPUProfiler',
					params: [evmChain],
					output: success,
					alternatives: [{ method: 'admin.startCPUProfiler' }],
					...profileOfChain,
				},
				stopCPUProfiler: {
					name: 'Stop CPU Profiler',
					action: 'Stop CPU profiler of chain',
					description: 'Stop the CPU profile in admin-api-dir',
					method: 'admin_stopCPUProfiler',
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
					description: "Log file and display levels of the node's loggers",
					method: 'admin.getLoggerLevel',
					params: [loggerName],
					output: { kind: 'map', field: 'loggerLevels', key: 'loggerName' },
					safe: true,
					...ofNode,
				},
				setLoggerLevel: {
					name: 'Set Level',
					action: 'Set logger level of node',
					description:
						'Set the log or display level of one logger or of all. Needs Log Level, Display Level or both',
					method: 'admin.setLoggerLevel',
					params: [
						loggerName,
						level(
							'Log Level',
							'logLevel',
							'Level to write to log files. Includes more severe levels.',
						),
						level(
							'Display Level',
							'displayLevel',
							'Level to display. Includes more severe levels.',
						),
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
					description: `Write mutex statistics to lock.profile ${onDisk}`,
					method: 'admin.lockProfile',
					output: success,
					...ofNode,
				},
				memoryProfile: {
					name: 'Write Memory Profile',
					action: 'Write memory profile of node',
					description: `Write a memory profile to mem.profile ${onDisk}`,
					method: 'admin.memoryProfile',
					output: success,
					...ofNode,
				},
				startCPUProfiler: {
					name: 'Start CPU Profiler',
					action: 'Start CPU profiler of node',
					description: `Start a CPU profile that Stop CPU Profiler saves ${onDisk}`,
					method: 'admin.startCPUProfiler',
					output: success,
					...ofNode,
				},
				stopCPUProfiler: {
					name: 'Stop CPU Profiler',
					action: 'Stop CPU profiler of node',
					description: `Stop the CPU profile and write it to cpu.profile ${onDisk}`,
					method: 'admin.stopCPUProfiler',
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
						'Load VMs added to the plugin folder since the node started; newVMs and failedVMs list the results',
					method: 'admin.loadVMs',
					...ofNode,
				},
			},
		},
	},
);
