/** The Info API, /ext/info (Node JSON-RPC document, Info API), and the node's health and metrics endpoints. */
import {
	asked,
	askedChain,
	avax,
	avaxDecimals,
	avaxWith,
	count,
	exact,
	inAvax,
	scheduled,
	writtenTime,
	truth,
} from '../shared/operation/columns';
import { checkCalls, checkConnection } from '../shared/connection/connection';
import { chain } from '../shared/chains/fields';
import type { Failure } from '../shared/errors';
import { fieldValue, optional } from '../shared/fields/fields';
import { alias, subnetId } from '../shared/fields/common';
import { healthPaths, isHealth } from '../shared/validators/health';
import { isNodeId } from '../shared/values/ids';
import { nodeIds, textList, withNames } from '../shared/fields/listFields';
import { groupColumn, nameOf } from '../shared/fields/names';
import { jsonRpcGroup } from '../shared/operation/groups';
import { same } from '../shared/operation/operations';
import { addNode, healthReport, simplifyNamedHealth } from './health';
import { isMetricChosen, isMetrics, readMetrics } from './metrics';

const aboutOneNode = 'Needs your own node';

/** Explains a 404 of an API that nodes serve unless it is switched off. */
const explainSwitch =
	(setting: string) =>
	({ kind, httpStatus }: Failure): string | undefined =>
		kind === 'not-found' && httpStatus === 404
			? `A node serves this unless it was started with ${setting}=false. Gateways and providers of nodes seldom do.`
			: undefined;

const chosenMetrics = optional(
	textList(
		{
			displayName: 'Metrics',
			name: 'metrics',
			placeholder: 'e.g. avalanche_network_peers, avalanche_health_*',
			description:
				'Names of metrics, separated by commas, with * behind the beginning of a name. Leave empty for all.',
			notSent: true,
			fixOf: (entered) =>
				/[|()[\]^$\\+?.]/.test(entered)
					? 'This field takes no regular expression: enter names separated by commas, with * only behind the beginning of a name, such as avalanche_health_*.'
					: undefined,
		},
		'names of metrics, each whole or with * at its end',
		(name) => /^[A-Za-z_:][\w:]*\*?$/.test(name),
	),
);

const feeFields = [
	'txFee',
	'createAssetTxFee',
	'createSubnetTxFee',
	'transformSubnetTxFee',
	'createBlockchainTxFee',
	'addPrimaryNetworkValidatorFee',
	'addPrimaryNetworkDelegatorFee',
	'addSubnetValidatorFee',
	'addSubnetDelegatorFee',
];

const upgrades = [
	'cortinaTime',
	'durangoTime',
	'etnaTime',
	'fortunaTime',
	'graniteTime',
	'heliconTime',
];

export const info = jsonRpcGroup(
	{ path: '/ext/info', params: 'named', safe: true },
	{
		node: {
			name: 'Node',
			operations: {
				getNodeVersion: {
					name: 'Get Version',
					action: 'Get version of node',
					description:
						'Versions of the node, its database, its virtual machines (VMs) and its plugin protocol',
					method: 'info.getNodeVersion',
				},
				getNodeID: {
					name: 'Get ID',
					action: 'Get ID of node',
					description: "The node's ID and BLS public key, with proof of possession",
					method: 'info.getNodeID',
					notPublic: aboutOneNode,
				},
				getNodeIP: {
					name: 'Get IP',
					action: 'Get IP address of node',
					description: "The node's public IP address and port",
					method: 'info.getNodeIP',
					notPublic: aboutOneNode,
				},
				getVMs: {
					name: 'Get Many VMs',
					action: 'Get many virtual machines of node',
					description: 'Virtual machines (VMs) installed on the node, with their names',
					method: 'info.getVMs',
					output: { kind: 'map', field: 'vms', key: 'vmId', as: 'names' },
					notPublic: aboutOneNode,
				},
				uptime: {
					name: 'Get Uptime',
					action: 'Get uptime of node as network sees it',
					description: 'Uptime as other validators see it, weighted by their stake',
					details: 'Near 0 for 30 seconds after the node connects',
					isWarning: true,
					method: 'info.uptime',
					params: [
						optional({
							...subnetId,
							description:
								'Subnet or L1 to report on. Ignored since avalanchego 1.12, which always reports on the Primary Network.',
						}),
					],
					numeric: ['rewardingStakePercentage', 'weightedAveragePercentage'],
				},
				getHealth: {
					name: 'Get Health',
					action: 'Get health of node',
					description: 'Whether the node is healthy, which checks fail, and its free disk',
					path: healthPaths.health,
					params: [healthReport],
					toRequest: (values) => ({ path: healthPaths[fieldValue(values, healthReport)] }),
					isAnswer: isHealth,
					simplify: simplifyNamedHealth,
					completePage: addNode,
					notPublic: aboutOneNode,
					explain: explainSwitch('--api-health-enabled'),
				},
				getMetrics: {
					name: 'Get Metrics',
					action: 'Get metrics of node',
					description: 'Figures that the node measures of itself, as Prometheus reads them',
					path: '/ext/metrics',
					params: [chosenMetrics],
					isText: true,
					isAnswer: isMetrics,
					output: { kind: 'list', of: readMetrics },
					someForEach: {
						asked: (values) => fieldValue(values, chosenMetrics),
						by: 'metric',
						isOf: (sample, name) => isMetricChosen(sample, [name]),
					},
					extend: (sample, { values }) =>
						isMetricChosen(sample, fieldValue(values, chosenMetrics)) ? sample : undefined,
					simplify: {
						metric: 'metric',
						value: { ...count('value'), unit: 'the unit that the name of the metric says' },
						...same('labels', 'type', 'help'),
					},
					notPublic: aboutOneNode,
					explain: explainSwitch('--api-metrics-enabled'),
				},
			},
		},
		network: {
			name: 'Network',
			operations: {
				getNetworkID: {
					name: 'Get ID',
					action: 'Get ID of network',
					description: "ID of the node's network: 1 for mainnet, 5 for Fuji",
					method: 'info.getNetworkID',
					numeric: ['networkID'],
				},
				getNetworkName: {
					name: 'Get Name',
					action: 'Get name of network',
					description: "Name of the node's network, such as mainnet or fuji",
					method: 'info.getNetworkName',
				},
				getTxFee: {
					name: 'Get Fees',
					action: 'Get transaction fees of network',
					description: 'Fees in AVAX',
					method: 'info.getTxFee',
					deprecated: 'fees are dynamic',
					removed:
						'May be removed in avalanchego 1.15.3; use Avalanche EVM Chains: Fee > Get Base Fee',
					details: 'Only txFee and createAssetTxFee apply',
					note: 'May be removed in avalanchego 1.15.3',
					exact: feeFields,
					units: feeFields.map((fee) => [fee, avaxDecimals]),
					simplify: {
						...Object.fromEntries(
							feeFields.map((fee) => [fee, { ...exact(`${fee}Decimal`), unit: avax }]),
						),
						symbol: avaxWith('txFee'),
					},
				},
				acps: {
					name: 'Get Many ACPs',
					action: 'Get many Avalanche Community Proposals',
					description:
						'Stake in AVAX for, against and abstaining on each current community proposal (ACP)',
					method: 'info.acps',
					output: { kind: 'map', field: 'acps', key: 'acp' },
					exact: ['supportWeight', 'objectWeight', 'abstainWeight'],
					simplify: {
						acp: 'acp',
						supportWeight: inAvax('supportWeight'),
						objectWeight: inAvax('objectWeight'),
						abstainWeight: inAvax('abstainWeight'),
						...same('supporters', 'objectors'),
					},
				},
				upgrades: {
					name: 'Get Upgrades',
					action: 'Get upgrade times of network',
					description: 'Activation time of each network upgrade, past and scheduled',
					method: 'info.upgrades',
					simplify: Object.fromEntries(
						upgrades.map((upgrade) => [upgrade, scheduled(writtenTime(upgrade))]),
					),
				},
			},
		},
		chain: {
			name: 'Chain',
			operations: {
				getBlockchainID: {
					name: 'Get Blockchain ID',
					action: 'Get blockchain ID of alias',
					description: 'Blockchain ID that an alias stands for on this node',
					method: 'info.getBlockchainID',
					params: [alias('e.g. X', 'Alias of a blockchain on this node')],
					simplify: {
						alias: asked('alias'),
						blockchainId: 'blockchainID',
					},
				},
				isBootstrapped: {
					name: 'Get Bootstrap Status',
					action: 'Get bootstrap status of chain',
					description: 'Whether the node has caught up with the network on a chain',
					method: 'info.isBootstrapped',
					params: [chain],
					simplify: { chain: askedChain('chain'), isBootstrapped: truth('isBootstrapped') },
				},
			},
		},
		peer: {
			name: 'Peer',
			operations: {
				peers: {
					name: 'Get Many',
					action: 'Get many peers of node',
					description: 'Nodes that this node is connected to',
					method: 'info.peers',
					params: [
						optional({
							...withNames(nodeIds, isNodeId),
							description:
								'Only these peers, separated by commas or in lines such as "NodeID-... = name". Leave empty for all.',
						}),
					],
					output: { kind: 'list', field: 'peers' },
					oneForEach: {
						asked: (values) => fieldValue(values, nodeIds),
						by: 'nodeID',
						as: 'nodeId',
					},
					named: (names, { nodeID }) => ({
						name: nameOf(names, String(nodeID)) ?? null,
						...groupColumn(names, String(nodeID)),
					}),
					numeric: ['observedUptime', 'numPeers'],
					simplify: {
						nodeId: 'nodeID',
						...same('publicIP', 'version'),
						observedUptime: { ...count('observedUptime'), unit: 'percent' },
						lastSent: writtenTime('lastSent'),
						lastReceived: writtenTime('lastReceived'),
						...same('benched', 'trackedSubnets'),
					},
				},
			},
		},
		connection: {
			name: 'Connection',
			operations: {
				check: {
					name: 'Check',
					action: 'Check connection to hosts of credential',
					description:
						'Network, version and limits, and whether the hosts respond and the API key works',
					run: checkConnection,
					composes: [
						'avalancheInfo network getNetworkName',
						'avalancheInfo node getNodeVersion',
						'avalancheInfo network getNetworkID',
						'avalancheData chain getMany',
						'avalancheMetrics metric getMany',
					],
					sends: checkCalls,
					returns: [
						'network',
						'networkID',
						'version',
						'limits',
						'node',
						'data',
						'metrics',
						'apiKey',
					],
				},
			},
		},
	},
);
