/** The Info API, /ext/info (Node JSON-RPC document, Info API). */
import { checkConnection } from '../shared/connection';
import { chain, nodeIds, optional, subnetId, text } from '../shared/fields';
import { jsonRpcGroup, same } from '../shared/operations';

const aboutOneNode = 'The public node does not serve this, because it describes one specific node';

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

export const info = jsonRpcGroup(
	{ path: '/ext/info', params: 'named', safe: true },
	{
		node: {
			name: 'Node',
			operations: {
				getNodeVersion: {
					name: 'Get Version',
					action: 'Get the version of the node',
					description: 'Versions of the node, its database, its virtual machines and its plugin protocol',
					wire: 'info.getNodeVersion',
				},
				getNodeID: {
					name: 'Get ID',
					action: 'Get the ID of the node',
					description: "The node's ID, its BLS public key and the proof that it holds the key",
					wire: 'info.getNodeID',
					notPublic: aboutOneNode,
				},
				getNodeIP: {
					name: 'Get IP',
					action: 'Get the IP address of the node',
					description: "The node's public address with its port",
					wire: 'info.getNodeIP',
					notPublic: aboutOneNode,
				},
				getVMs: {
					name: 'Get Many VMs',
					action: 'Get many virtual machines of the node',
					description: 'The virtual machines installed on the node, each with its names',
					wire: 'info.getVMs',
					output: { kind: 'map', field: 'vms', key: 'vmId', as: 'names' },
					notPublic: aboutOneNode,
				},
				uptime: {
					name: 'Get Uptime',
					action: 'Get the uptime of the node as the network sees it',
					description:
						'The share of stake that sees this node above the required uptime, and the stake-weighted average of the uptimes seen. Both are near 0 for half a minute after the node connects',
					wire: 'info.uptime',
					params: [
						optional({
							...subnetId,
							description: 'Subnet or L1 whose figures are wanted; nodes since v1.12 ignore it and answer for the Primary Network',
						}),
					],
					numeric: ['rewardingStakePercentage', 'weightedAveragePercentage'],
				},
			},
		},
		network: {
			name: 'Network',
			operations: {
				getNetworkID: {
					name: 'Get ID',
					action: 'Get the ID of the network',
					description: 'The number of the network the node takes part in: 1 is mainnet, 5 is Fuji',
					wire: 'info.getNetworkID',
					numeric: ['networkID'],
				},
				getNetworkName: {
					name: 'Get Name',
					action: 'Get the name of the network',
					description: 'The name of the network the node takes part in, such as mainnet or fuji',
					wire: 'info.getNetworkName',
				},
				getTxFee: {
					name: 'Get Fees',
					action: 'Get the transaction fees of the network',
					description:
						'Static transaction fees in nAVAX, each with its amount in AVAX beside it. Only txFee and createAssetTxFee are still used',
					wire: 'info.getTxFee',
					deprecated: 'since avalanchego v1.12.2, fees are dynamic',
					removed:
						'Nodes since avalanchego 1.15.3 may no longer serve this: Get Base Fee of Fee in Avalanche EVM tells the fee of the C-Chain',
					exact: feeFields,
					units: feeFields.map((fee) => [fee, 9]),
				},
				acps: {
					name: 'Get Many ACPs',
					action: 'Get many Avalanche Community Proposals',
					description: 'The stake for, against and undecided on each current Avalanche Community Proposal',
					wire: 'info.acps',
					output: { kind: 'map', field: 'acps', key: 'acp' },
					exact: ['supportWeight', 'objectWeight', 'abstainWeight'],
				},
				upgrades: {
					name: 'Get Upgrades',
					action: 'Get the upgrade times of the network',
					description: 'When each upgrade of the network was or will be activated',
					wire: 'info.upgrades',
					simplify: same('cortinaTime', 'durangoTime', 'etnaTime', 'fortunaTime', 'graniteTime', 'heliconTime'),
				},
			},
		},
		chain: {
			name: 'Chain',
			operations: {
				getBlockchainID: {
					name: 'Get Blockchain ID',
					action: 'Get the blockchain ID of an alias',
					description: 'The ID of the blockchain that the node knows under an alias',
					wire: 'info.getBlockchainID',
					params: [
						text(
							{ displayName: 'Alias', name: 'alias', placeholder: 'e.g. X', description: 'Alias of a blockchain on this node' },
							'an alias of 1 to 512 bytes',
							(alias) => Buffer.byteLength(alias) <= 512,
						),
					],
				},
				isBootstrapped: {
					name: 'Is Bootstrapped',
					action: 'Check whether a chain is bootstrapped',
					description: 'Whether a chain of the node has caught up with the network',
					wire: 'info.isBootstrapped',
					params: [chain],
				},
			},
		},
		peer: {
			name: 'Peer',
			operations: {
				peers: {
					name: 'Get Many',
					action: 'Get many peers of the node',
					description: 'The nodes this node is connected to. A node ID that is asked for and not connected is left out',
					wire: 'info.peers',
					params: [
						optional({
							...nodeIds,
							description: 'Only these peers, separated by commas; all connected peers when empty',
						}),
					],
					output: { kind: 'list', field: 'peers' },
					numeric: ['observedUptime', 'numPeers'],
					simplify: same('nodeID', 'publicIP', 'version', 'observedUptime', 'lastSent', 'lastReceived', 'benched', 'trackedSubnets'),
				},
			},
		},
		connection: {
			name: 'Connection',
			operations: {
				check: {
					name: 'Check',
					action: 'Check the connection to all hosts of the credential',
					description: 'Whether the node, the data service and the metrics service answer, and whether they take the API key',
					wire: 'info.getNetworkName',
					run: checkConnection,
				},
			},
		},
	},
);
