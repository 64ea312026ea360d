import { fail } from './jsonRpc.mts';
import type { Answer, Service } from './jsonRpc.mts';
import { demoL1Chain, primarySubnetId } from './ledger.mts';
import { isBech32 } from './ids.mts';
import { mainnetFee } from './validatorFee.mts';
import { writeNumber } from './json.mts';
import { makeSigner, ourNodeIds, ownNodeId, subnetEvmId } from './world.mts';
import type { L1Validator, PrimaryValidator, Stake, World } from './world.mts';

/** What the node tells of itself, of its peers and of validators. */

/** When mainnet was upgraded. */
export const upgradeTimes = {
	apricotPhase1Time: '2021-03-31T14:00:00Z',
	apricotPhase2Time: '2021-05-10T11:00:00Z',
	apricotPhase3Time: '2021-08-24T14:00:00Z',
	apricotPhase4Time: '2021-09-22T21:00:00Z',
	apricotPhase4MinPChainHeight: 793_005,
	apricotPhase5Time: '2021-12-02T18:00:00Z',
	apricotPhasePre6Time: '2022-09-05T01:30:00Z',
	apricotPhase6Time: '2022-09-06T20:00:00Z',
	apricotPhasePost6Time: '2022-09-07T03:00:00Z',
	banffTime: '2022-10-18T16:00:00Z',
	cortinaTime: '2023-04-25T15:00:00Z',
	cortinaXChainStopVertexID: 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
	durangoTime: '2024-03-06T16:00:00Z',
	etnaTime: '2024-12-16T17:00:00Z',
	fortunaTime: '2025-04-08T15:00:00Z',
	graniteTime: '2025-11-19T16:00:00Z',
};
const heliconTime = '2026-09-22T15:00:00Z';
export const heliconTimes = {
	'1.14': '9999-12-01T00:00:00Z',
	'1.15': heliconTime,
	'1.15.2': heliconTime,
};
/** The releases that are played. */
export const fullVersions = { '1.14': '1.14.2', '1.15': '1.15.0', '1.15.2': '1.15.2' };

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/\.\d+/, '');

/** A number with the shortest text that names the same 32-bit float: 85.71429. */
const writeFloat32 = (value: number) => {
	const precise = [6, 7, 8, 9].map((digits) => Math.fround(value).toPrecision(digits));
	return Number(precise.find((text) => Math.fround(Number(text)) === Math.fround(value)));
};

/** The chain as info knows it: those of the Primary Network from the start, though their paths may be 404 still. */
const findChain = (world: World, chain: unknown) => {
	const found = world.findChain(String(chain));
	return found?.state === 'unknown' && found.id === demoL1Chain.blockchainId ? undefined : found;
};

const info: Record<string, Answer> = {
	acps: (_, { isReal, number }) => {
		if (isReal) return { acps: {} };
		const vote = {
			supportWeight: number(2n ** 60n),
			supporters: ourNodeIds.slice(0, 2),
			objectWeight: number(0),
			objectors: [],
		};
		return { acps: { 236: { ...vote, abstainWeight: number(2n ** 64n - 1n) } } };
	},
	isBootstrapped: ({ chain }, { world }) => {
		if (!chain) throw fail("argument 'chain' not given");
		const found = findChain(world, chain);
		if (!found) throw fail(`there is no chain with alias/ID '${chain}'`);
		return { isBootstrapped: found.state === 'ready' };
	},
	getBlockchainID: ({ alias = '' }, { world }) => {
		const found = findChain(world, alias);
		if (!found) throw fail(`there is no ID with alias: ${alias}`);
		return { blockchainID: found.id };
	},
	getNetworkID: (_, { number }) => ({ networkID: number(1) }),
	getNetworkName: () => ({ networkName: 'mainnet' }),
	getNodeID: () => ({ nodeID: ownNodeId, nodePOP: makeSigner(ownNodeId) }),
	getNodeIP: () => ({ ip: '203.0.113.7:9651' }),
	getNodeVersion: (_, { version }) => {
		const full = fullVersions[version];
		const plugins = ['evm', subnetEvmId].map((name) => [name, `v${full}`]);
		const own = ['avm', 'platform'].map((name) => [name, `avalanchego/${full}`]);
		return {
			version: `avalanchego/${full}`,
			databaseVersion: 'v1.4.5',
			rpcProtocolVersion: '45',
			gitCommit: '6d1f5a3c0b7e4928a1d0c3f2e5b49786a0d1c2b3',
			vmVersions: Object.fromEntries([...own, ...plugins]),
		};
	},
	getTxFee: (_, { number }) => ({
		txFee: number(1_000_000),
		createAssetTxFee: number(10_000_000),
		createSubnetTxFee: number(1_000_000_000),
		transformSubnetTxFee: number(10_000_000_000),
		createBlockchainTxFee: number(1_000_000_000),
		addPrimaryNetworkValidatorFee: number(0),
		addPrimaryNetworkDelegatorFee: number(0),
		addSubnetValidatorFee: number(1_000_000),
		addSubnetDelegatorFee: number(1_000_000),
	}),
	getVMs: (_, { world, isReal }) => {
		const vms = Object.fromEntries(world.vms);
		if (!isReal) return { vms };
		const fxs = {
			qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT: 'nftfx',
			rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy: 'propertyfx',
			spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: 'secp256k1fx',
		};
		return { vms, fxs };
	},
	peers: ({ nodeIDs }, { world, isReal, number, shuffle }) => {
		const asked = (nodeIDs ?? []) as string[];
		const connected = [...world.nodes.values()].filter(
			({ nodeID, connected }) => connected && nodeID !== ownNodeId,
		);
		const chosen = connected.filter(({ nodeID }) => !asked.length || asked.includes(nodeID));
		const members = new Set(world.l1.map(({ nodeID }) => nodeID));
		const peers = chosen.map(({ nodeID, ip, version }, i) => ({
			ip: ip.replace('9651', String(30_000 + i)),
			publicIP: ip,
			nodeID,
			version,
			// A peer claims what it likes: here and there the greatest number of 64 bits.
			...(isReal && {
				upgradeTime: i % 50 === 49 ? writeNumber('18446744073709551615') : 1_607_144_400,
			}),
			lastSent: toIso(world.time - (i % 4)),
			lastReceived: toIso(world.time - (i % 3)),
			observedUptime: number(world.standing.observedUptime),
			trackedSubnets: members.has(nodeID)
				? [primarySubnetId, demoL1Chain.subnetId]
				: [primarySubnetId],
			...(isReal && { supportedACPs: [], objectedACPs: [] }),
			benched: i % 90 === 60 ? [isReal ? 'C' : world.findChain('C')!.id] : [],
		}));
		return { numPeers: number(peers.length), peers: shuffle(peers) };
	},
	uptime: ({ subnetID }, { world, isReal, number }) => {
		const { isValidator, rewardingStakePercentage, weightedAveragePercentage } = world.standing;
		if (!isValidator) throw fail("couldn't get node uptime: node is not a validator");
		const own = world.l1.find(({ nodeID }) => nodeID === ownNodeId);
		const ofL1 = !isReal && subnetID === demoL1Chain.subnetId && own;
		return {
			rewardingStakePercentage: number(rewardingStakePercentage, 4),
			weightedAveragePercentage: number(
				ofL1 ? world.getUptime(ofL1.uptime).percentage : weightedAveragePercentage,
				4,
			),
		};
	},
	upgrades: (_, { isReal, version }) => ({
		...upgradeTimes,
		...(isReal && { graniteEpochDuration: 300_000_000_000 }),
		heliconTime: heliconTimes[version],
	}),
};

/** The records of those asked for, or of all. */
const choose = <T extends { nodeID: string }>(set: T[], nodeIDs: unknown): T[] => {
	const asked = (nodeIDs ?? []) as string[];
	return asked.length ? set.filter(({ nodeID }) => asked.includes(nodeID)) : set;
};

const validators: Record<string, Answer> = {
	getCurrentValidators: ({ nodeIDs }, { world, shuffle }) => {
		const chosen = choose(world.l1, nodeIDs);
		const unsynced = world.findUnsynced(chosen);
		if (unsynced)
			throw fail(
				`failed to get uptime for validation ID ${unsynced}: validationID not found: ${unsynced}`,
			);
		return { validators: shuffle(chosen.map((validator) => writeValidator(validator, world))) };
	},
};

function writeValidator(
	{ validationID, nodeID, weight, isActive, uptime }: L1Validator,
	world: World,
) {
	const { seconds, percentage } = world.getUptime(uptime);
	return {
		validationID,
		nodeID,
		weight,
		startTimestamp: uptime.start,
		isActive,
		isL1Validator: true,
		isConnected: world.isReportedConnected(nodeID, isActive),
		uptimePercentage: writeFloat32(percentage),
		uptimeSeconds: seconds,
	};
}

const writeOwner = (address: string) => ({
	locktime: '0',
	threshold: '1',
	addresses: [`P-${address}`],
});
const writeStake = ({ txID, startTime, endTime, weight, potentialReward }: Stake) => ({
	txID,
	startTime: String(startTime),
	endTime: String(endTime),
	weight: String(weight),
	potentialReward: String(potentialReward),
});

/** The asset ID of AVAX on mainnet. */
const avaxId = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';

const platform: Record<string, Answer> = {
	getCurrentValidators: ({ nodeIDs, subnetID = primarySubnetId }, { world, shuffle }) => {
		if (subnetID === primarySubnetId) {
			// The delegators come as a list if one validator alone is asked for.
			const isOne = new Set((nodeIDs ?? []) as string[]).size === 1;
			const chosen = choose(world.primary, nodeIDs);
			return {
				validators: shuffle(chosen.map((validator) => writePrimary(validator, world, isOne))),
			};
		}
		const set = subnetID === demoL1Chain.subnetId ? world.l1 : [];
		return {
			validators: shuffle(choose(set, nodeIDs).map((validator) => writeL1(validator, world))),
		};
	},
	getBalance: ({ addresses }, { world }) => {
		const asked = (addresses ?? []) as string[];
		for (const address of asked)
			if (!/^P-/.test(address) || !isBech32('avax', address.slice(2)))
				throw fail(`couldn't parse address "${address}": no separator found in address`);
		const unlocked = asked
			.map((address) => world.platformBalances.get(address.slice(2)) ?? 0n)
			.reduce((sum, balance) => sum + balance, 0n);
		const none = { lockedStakeable: '0', lockedNotStakeable: '0' };
		const ofAssets = unlocked ? { [avaxId]: String(unlocked) } : {};
		return {
			balance: String(unlocked),
			unlocked: String(unlocked),
			...none,
			balances: ofAssets,
			unlockeds: ofAssets,
			lockedStakeables: {},
			lockedNotStakeables: {},
			utxoIDs: [],
		};
	},
	getL1Validator: ({ validationID = primarySubnetId }, { world }) => {
		const validator = world.l1.find((each) => each.validationID === validationID);
		if (!validator) throw fail(`fetching L1 validator "${String(validationID)}" failed: not found`);
		return {
			...writeL1(validator, world),
			subnetID: demoL1Chain.subnetId,
			height: String(Math.floor(world.time / 2)),
		};
	},
	getValidatorFeeConfig: () => mainnetFee,
	getValidatorFeeState: (_, { world }) => {
		const { at, excess, price } = world.getFee();
		return { excess, price, timestamp: toIso(at) };
	},
};

function writePrimary(validator: PrimaryValidator, world: World, withDelegators: boolean) {
	const { nodeID, owner, uptime, delegationFee, delegators, renewal } = validator;
	const delegated = delegators.reduce((sum, { weight }) => sum + weight, 0n);
	const record = {
		...writeStake(validator),
		nodeID,
		validationRewardOwner: writeOwner(owner),
		delegationRewardOwner: writeOwner(owner),
		accruedDelegateeReward: String(delegated / 1000n),
		delegationFee,
		uptime: world.getUptime(uptime).percentage.toFixed(4),
		connected: world.isReportedConnected(nodeID),
		signer: makeSigner(nodeID),
		...(renewal && {
			validatorAuthority: writeOwner(owner),
			nextPeriod: String(renewal.nextPeriod),
			autoCompoundRewardShares: String(renewal.autoCompoundRewardShares),
		}),
		delegatorCount: String(delegators.length),
		delegatorWeight: String(delegated),
	};
	const writeDelegator = (stake: Stake) => ({
		...writeStake(stake),
		nodeID,
		rewardOwner: writeOwner(stake.owner),
	});
	return withDelegators ? { ...record, delegators: delegators.map(writeDelegator) } : record;
}

const writeL1 = (validator: L1Validator, world: World) => ({
	nodeID: validator.nodeID,
	weight: String(validator.weight),
	startTime: String(validator.uptime.start),
	validationID: validator.validationID,
	publicKey: makeSigner(validator.nodeID).publicKey,
	remainingBalanceOwner: writeOwner(validator.owner),
	deactivationOwner: writeOwner(validator.owner),
	minNonce: '18446744073709551615',
	balance: String(world.getBalance(validator)),
});

export const infoService: Service = { name: 'info', path: '/ext/info', answers: info };
export const platformService: Service = {
	name: 'platform',
	path: '/ext/bc/P',
	answers: platform,
	params: {
		getBalance: [
			{
				name: 'addresses',
				isOptional: false,
				type: { kind: 'list', of: { kind: 'leaf', name: 's' } },
			},
		],
	},
};
export const validatorsService: Service = {
	name: 'validators',
	path: '/ext/bc/{blockchainId}/validators',
	answers: validators,
};
