/**
 * The Admin API of a node, /ext/admin, and that of an EVM chain, /ext/bc/C/admin (Node JSON-RPC document, Admin API and
 * EVM admin API; level names as seen on avalanchego v1.14.2).
 */
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { readNodeVersion } from '../shared/connection/connection';
import { sayVersion } from '../shared/values/foreign';
import type { Failure } from '../shared/errors';
import { chain, chainById, evmChain, unset } from '../shared/chains/fields';
import { choice, freeText, text } from '../shared/fields/kinds';
import { alias } from '../shared/fields/common';
import { optional } from '../shared/fields/fields';
import { jsonRpcGroup } from '../shared/operation/groups';
import {
	mapRows,
	type Resource,
	type RpcOperation,
	type Values,
} from '../shared/operation/operations';

const success = { kind: 'success' } as const;

/** A method of the node's Admin API. With `instead`, a method of the Admin API of an EVM chain. */
interface AdminRow
	extends Omit<RpcOperation, 'alternatives' | 'endpoint' | 'explain' | 'notPublic' | 'removed'> {
	/** What to use if the C-Chain no longer serves the method. */
	instead?: string;
}

const notPublic = 'Needs your own node';

const toOperation = ({ instead, ...row }: AdminRow): RpcOperation =>
	instead === undefined
		? { ...row, notPublic, explain: explainNode }
		: ofChain(row, `Removed for the C-Chain in avalanchego 1.15; ${instead}`);

async function explainNode({ httpStatus }: Failure, _values: Values, client: Client) {
	if (httpStatus !== 404) return undefined;
	const version = await readNodeVersion(client);
	return version
		? `The node responds (${sayVersion(version)}), but not for this API, which is off by default. Start the node with --api-admin-enabled=true. A proxy in front of the node may also hide the path.`
		: 'Neither this API nor the Info API responds. Check that the node URL leads to an Avalanche node.';
}

const ofChain = (row: RpcOperation, removed: string): RpcOperation => ({
	...row,
	endpoint: { path: '/ext/bc/{chain}/admin', params: 'wrapped' },
	params: [evmChain, ...(row.params ?? [])],
	// Some nodes know the method with a dot instead of the underscore.
	alternatives: [{ method: row.method.replace('_', '.') }],
	notPublic,
	removed,
	note: 'Own node only; removed in Helicon',
	explain: async ({ kind, httpStatus, message }, _values, client) => {
		if (kind !== 'not-found' || httpStatus !== 404 || message.includes('does not know the chain'))
			return undefined;
		const version = await readNodeVersion(client);
		const who = version ? `This node (${sayVersion(version)}) serves` : 'Nodes serve';
		return `${who} the Admin API of a chain only if the chain's configuration says "admin-api-enabled": true. ${removed}.`;
	},
});

const newAlias = alias(
	'e.g. myChain',
	'Additional name. Applies to this node only, until the node restarts.',
);

const loggerName = optional(
	freeText({
		displayName: 'Logger Name',
		name: 'loggerName',
		placeholder: 'e.g. C',
		description: 'Logger such as main, or the alias of a chain. Leave empty for all loggers.',
	}),
);

/**
 * Log levels as options. `levels` begins with the most severe. Each level also logs those before it, the last one
 * everything. Sorted by name, as n8n demands.
 */
const listLevels = (
	levels: Array<[name: string, adds?: string]>,
	toValue: (name: string) => string,
	off: INodePropertyOptions[] = [],
): INodePropertyOptions[] =>
	levels
		.map(([name, adds], i): INodePropertyOptions => {
			const before = levels.slice(0, i).map(([severe]) => severe);
			const some = i === 0 ? `${name} only` : `${before.join(', ')} and ${name}`;
			const logged = i === levels.length - 1 ? 'All messages' : some;
			return { name, value: toValue(name), description: adds ? `${logged}: ${adds}` : logged };
		})
		.concat(off)
		.sort((a, b) => (a.name < b.name ? -1 : 1));

const nodeLevels = listLevels(
	[
		['Fatal', 'faults that the node cannot recover from'],
		['Error', 'faults that the node recovers from'],
		['Warn', 'possible faults'],
		['Info', 'normal activity'],
		['Trace', 'single steps'],
		['Debug', 'details for troubleshooting'],
		['Verbo'],
	],
	(name) => name.toUpperCase(),
	[{ name: 'Off', value: 'OFF', description: 'No messages' }],
);

const level = (displayName: string, name: string, description: string) =>
	optional(choice({ displayName, name, description, default: 'INFO' }, nodeLevels));

const onDisk = { details: "The file is in the node's profile folder (--profile-dir)" };

const resources: Record<string, Resource<AdminRow>> = {
	alias: {
		name: 'Alias',
		operations: {
			alias: {
				name: 'Create for Endpoint',
				action: 'Create alias for endpoint of node',
				description: 'Make an API endpoint of the node available at another path',
				details: 'The alias ends when the node restarts',
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
						...newAlias,
						description:
							'Additional path after /ext/. Applies to this node only, until the node restarts.',
					},
				],
				output: success,
			},
			aliasChain: {
				name: 'Create for Chain',
				action: 'Create alias for chain on node',
				description: 'Give a blockchain another name on this node',
				details: 'The alias ends when the node restarts',
				method: 'admin.aliasChain',
				params: [
					{ ...unset(chain), description: 'Blockchain ID or an existing alias of the chain' },
					newAlias,
				],
				output: success,
			},
			getChainAliases: {
				name: 'Get Many of Chain',
				action: 'Get many aliases of chain',
				description: 'Names of a blockchain on this node, including its ID',
				details: 'Returns no items for an unknown blockchain ID',
				method: 'admin.getChainAliases',
				params: [{ ...chainById, name: 'blockchainId', apiName: 'chain' }],
				// For an unknown blockchain, nodes send null instead of the aliases.
				output: { kind: 'list', field: 'aliases', as: 'alias', mayBeNull: true },
				safe: true,
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
				output: { kind: 'record', field: 'config' },
				safe: true,
				instead: 'no replacement',
			},
			lockProfile: {
				name: 'Write Lock Profile',
				action: 'Write lock profile of chain',
				description: 'Write a lock profile to admin-api-dir',
				method: 'admin_lockProfile',
				output: success,
				instead: 'use Profile',
			},
			memoryProfile: {
				name: 'Write Memory Profile',
				action: 'Write memory profile of chain',
				description: 'Write a memory profile to admin-api-dir',
				method: 'admin_memoryProfile',
				output: success,
				instead: 'use Profile',
			},
			setLogLevel: {
				name: 'Set Log Level',
				action: 'Set log level of chain',
				description: "Set the log level of a chain's VM",
				method: 'admin_setLogLevel',
				params: [
					choice(
						{
							displayName: 'Level',
							name: 'level',
							default: 'info',
							description: 'Which messages are logged',
						},
						listLevels([['Crit'], ['Error'], ['Warn'], ['Info'], ['Debug'], ['Trace']], (name) =>
							name.toLowerCase(),
						),
					),
				],
				output: success,
				safe: true,
				effect: true,
				instead: 'use Logger',
			},
			startCPUProfiler: {
				name: 'Start CPU Profiler',
				action: 'Start CPU profiler of chain',
				description: 'Start a CPU profile in admin-api-dir',
				method: 'admin_startCPUProfiler',
				output: success,
				instead: 'use Profile',
			},
			stopCPUProfiler: {
				name: 'Stop CPU Profiler',
				action: 'Stop CPU profiler of chain',
				description: 'Stop the CPU profile in admin-api-dir',
				method: 'admin_stopCPUProfiler',
				output: success,
				instead: 'use Profile',
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
			},
			setLoggerLevel: {
				name: 'Set Level',
				action: 'Set logger level of node',
				description: 'Set the log or display level of one logger or of all',
				details: 'Needs Log Level, Display Level or both',
				method: 'admin.setLoggerLevel',
				params: [
					loggerName,
					level(
						'Log Level',
						'logLevel',
						'Level to write to log files. Includes more severe levels.',
					),
					level('Display Level', 'displayLevel', 'Level to display. Includes more severe levels.'),
				],
				check: ({ logLevel, displayLevel }) =>
					logLevel === undefined && displayLevel === undefined
						? 'Fill in Log Level, Display Level, or both'
						: undefined,
				output: { ...success, reports: 'loggerLevels' },
				safe: true,
				effect: true,
			},
		},
	},
	profile: {
		name: 'Profile',
		operations: {
			lockProfile: {
				name: 'Write Lock Profile',
				action: 'Write lock profile of node',
				description: 'Write mutex statistics to lock.profile',
				...onDisk,
				method: 'admin.lockProfile',
				output: success,
			},
			memoryProfile: {
				name: 'Write Memory Profile',
				action: 'Write memory profile of node',
				description: 'Write a memory profile to mem.profile',
				...onDisk,
				method: 'admin.memoryProfile',
				output: success,
			},
			startCPUProfiler: {
				name: 'Start CPU Profiler',
				action: 'Start CPU profiler of node',
				description: 'Start a CPU profile that Stop CPU Profiler saves',
				...onDisk,
				method: 'admin.startCPUProfiler',
				output: success,
			},
			stopCPUProfiler: {
				name: 'Stop CPU Profiler',
				action: 'Stop CPU profiler of node',
				description: 'Stop the CPU profile and write it to cpu.profile',
				...onDisk,
				method: 'admin.stopCPUProfiler',
				output: success,
			},
		},
	},
	vm: {
		name: 'Virtual Machine',
		operations: {
			loadVMs: {
				name: 'Load Installed',
				action: 'Load virtual machines installed on node',
				description: 'Load VMs added to the plugin folder since the node started',
				details: 'The fields newVMs and failedVMs list the results',
				method: 'admin.loadVMs',
			},
		},
	},
};

export const admin = jsonRpcGroup(
	{ path: '/ext/admin', params: 'named' },
	mapRows(resources, toOperation),
);
