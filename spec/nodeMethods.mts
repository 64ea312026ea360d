/**
 * The JSON-RPC methods of a node beside those of the EVM (evmMethods.mts). Written from the document "Node JSON-RPC
 * Interface", and from what nodes of avalanchego 1.14.2 were seen to answer.
 */
import { describeMethods, each, type MethodEntry } from './entry.mts';

const section = (name: string) => `Node JSON-RPC Interface, ${name}`;

const adminMethods = describeMethods(
	{ node: 'avalancheAdmin', path: '/ext/admin', notPublic: true, source: section('Admin API') },
	{
		'admin.alias': { params: 'endpoint:endpointPath alias:newAlias' },
		'admin.aliasChain': { params: 'chain:blockchain alias:newAlias' },
		'admin.getChainAliases': { params: 'chain:blockchainId', answer: 'aliases:[s]' },
		'admin.getLoggerLevel': {
			params: 'loggerName?:loggerName',
			answer: 'loggerLevels:{(logLevel:s displayLevel:s)}',
		},
		'admin.setLoggerLevel': {
			params: 'loggerName?:loggerName logLevel?:logLevel displayLevel?:logLevel',
			needs: 'logLevel',
		},
		'admin.loadVMs': { answer: 'newVMs:{[s]} failedVMs??:{s}' },
		'admin.lockProfile': {},
		'admin.memoryProfile': {},
		'admin.startCPUProfiler': {},
		'admin.stopCPUProfiler': {},
	},
);

const infoMethods = describeMethods(
	{
		node: 'avalancheInfo',
		path: '/ext/info',
		source: section('Info API'),
		records: {
			Proposal:
				'supportWeight:big/d supporters:[s] objectWeight:big/d objectors:[s] abstainWeight:big/d',
			Peer: `
				ip:s publicIP:s nodeID:s version:s lastSent:s lastReceived:s benched:[s] observedUptime:i/d
				trackedSubnets:[s] upgradeTime+:big supportedACPs+:[i] objectedACPs+:[i]`,
		},
	},
	{
		'info.acps': { answer: 'acps:{Proposal}', isEmptyOnRealNode: true },
		'info.isBootstrapped': { params: 'chain:blockchain', answer: 'isBootstrapped:b' },
		'info.getBlockchainID': { params: 'alias:alias', answer: 'blockchainID:s' },
		'info.getNetworkID': { answer: 'networkID:i/d' },
		'info.getNetworkName': { answer: 'networkName:s' },
		'info.getNodeID': {
			answer: 'nodeID:s nodePOP:(publicKey:s proofOfPossession:s)',
			notPublic: true,
		},
		'info.getNodeIP': { answer: 'ip:s', notPublic: true },
		'info.getNodeVersion': {
			answer: 'version:s databaseVersion:s gitCommit:s vmVersions:{s} rpcProtocolVersion:d',
		},
		'info.getTxFee': {
			answer: each(
				`txFee createAssetTxFee createSubnetTxFee transformSubnetTxFee createBlockchainTxFee
				addPrimaryNetworkValidatorFee addPrimaryNetworkDelegatorFee addSubnetValidatorFee
				addSubnetDelegatorFee`,
				'i/d',
			),
			deprecated: true,
		},
		'info.getVMs': { answer: 'vms:{[s]} fxs+:{s}', notPublic: true },
		'info.peers': { params: 'nodeIDs?:[nodeId]', answer: 'numPeers:i/d peers:[Peer]' },
		'info.uptime': {
			// A node takes no parameters, so it passes over whatever comes.
			params: 'subnetID?:subnetId/any',
			answer: 'rewardingStakePercentage:n/m weightedAveragePercentage:n/m',
		},
		'info.upgrades': {
			answer: `${each(
				`apricotPhase1Time apricotPhase2Time apricotPhase3Time apricotPhase4Time apricotPhase5Time
				apricotPhasePre6Time apricotPhase6Time apricotPhasePost6Time banffTime cortinaTime durangoTime
				etnaTime fortunaTime graniteTime heliconTime`,
				's',
			)} apricotPhase4MinPChainHeight:i cortinaXChainStopVertexID:s graniteEpochDuration+:i`,
		},
	},
);

/** The documents lack the P-Chain, so these are as a node answers. */
const platformMethods = describeMethods(
	{
		path: '/ext/bc/P',
		source: 'avalanchego, vms/platformvm/service.go',
		records: {
			Owner: 'locktime:d threshold:d addresses:[s]',
			Stake: 'txID:s startTime:d endTime:d weight:d potentialReward:d nodeID:s',
			Delegator: '...Stake rewardOwner:Owner',
			PrimaryValidator: `
				...Stake validationRewardOwner:Owner delegationRewardOwner:Owner accruedDelegateeReward:d
				delegationFee:m uptime:m connected:b signer:(publicKey:s proofOfPossession:s)
				validatorAuthority??:Owner nextPeriod??:d autoCompoundRewardShares??:d
				delegatorCount:d delegatorWeight:d delegators??:[Delegator]`,
			L1Validator: `
				nodeID:s weight:d startTime:d validationID:s publicKey:s remainingBalanceOwner:Owner
				deactivationOwner:Owner minNonce:d balance:d`,
		},
	},
	{
		'platform.getCurrentValidators': {
			params: 'nodeIDs?:[nodeId] subnetID?:subnetId',
			answer: 'validators:[PrimaryValidator|L1Validator]',
		},
		'platform.getL1Validator': {
			node: 'avalancheValidators',
			params: 'validationID:validationId',
			answer: '...L1Validator subnetID:s height:d',
		},
		'platform.getValidatorFeeConfig': {
			answer: 'capacity:i target:i minPrice:i excessConversionConstant:i',
		},
		'platform.getValidatorFeeState': { answer: 'excess:big price:big timestamp:s' },
	},
);

const evmAdminMethods = describeMethods(
	{
		node: 'avalancheAdmin',
		path: '/ext/bc/C/admin',
		style: 'wrapped',
		notPublic: true,
		source: section('EVM admin API'),
	},
	{
		admin_startCPUProfiler: {},
		admin_stopCPUProfiler: {},
		admin_memoryProfile: {},
		admin_lockProfile: {},
		admin_setLogLevel: { params: 'level:evmLogLevel' },
		admin_getVMConfig: { answer: 'config:{any}' },
	},
);

const nativeMethods = describeMethods(
	{
		node: 'avalancheNative',
		path: '/ext/bc/C/native',
		style: 'wrapped',
		source: section('Native-namespace API'),
	},
	{
		'native.getUTXOs': {
			params: `
				addresses:[utxoAddress] sourceChain:sourceChain startIndex?:(address:utxoAddress utxo:utxoId)
				limit?:count encoding?:encoding`,
			answer: 'utxos:[s] endIndex:(address:s utxo:s) numFetched:n/d encoding:s',
		},
		'native.issueTx': { params: 'tx:atomicTx encoding?:encoding', answer: 'txID:s' },
		'native.getAtomicTxStatus': {
			params: 'txID:atomicTxId',
			answer: 'status:s blockHeight??:n/d',
		},
		'native.getAtomicTx': {
			params: 'txID:atomicTxId encoding?:encoding',
			answer: 'tx:s encoding:s blockHeight??:n/d',
		},
	},
);

const validatorsMethods = describeMethods(
	{
		node: 'avalancheValidators',
		path: '/ext/bc/{blockchainId}/validators',
		source: section('Validators API'),
		records: {
			Validator: `
				validationID:s nodeID:s weight:big startTimestamp:i isActive:b isL1Validator:b isConnected:b
				uptimeSeconds:i uptimePercentage:n`,
		},
	},
	{
		'validators.getCurrentValidators': {
			params: 'nodeIDs?:[nodeId]',
			answer: 'validators:[Validator]',
		},
	},
);

export const nodeMethods: MethodEntry[] = [
	...adminMethods,
	...infoMethods,
	...platformMethods,
	...evmAdminMethods,
	...nativeMethods,
	...validatorsMethods,
];
