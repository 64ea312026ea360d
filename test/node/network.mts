/* A network of two nodes with an L1 of four validators: what a validator alert watches. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	addTxSignatures,
	Context,
	L1Validator,
	networkIDs,
	PChainOwner,
	pvm,
	pvmSerial,
	secp256k1,
	type UnsignedTx,
	utils,
} from '@avalabs/avalanchejs';
import { subnetEvmId } from './avalanchego.mts';
import {
	call,
	chainConfig,
	createFolder,
	fundedKey,
	launchNode,
	localNetwork,
	type Node,
	pause,
	waitFor,
} from './nodes.mts';

/** A validator's ID, and its BLS key with the proof that it owns it, as info.getNodeID gives them. */
export interface Identity {
	nodeID: string;
	nodePOP: { publicKey: string; proofOfPossession: string };
}

/** The validators of the L1, each named by what it is there for. */
interface L1Validators {
	/** Node 1, the one that is asked, of weight 2^60; on the Primary Network the one with a delegator. */
	watching: string;
	/** Node 2, the one that is stopped and started. */
	watched: string;
	/** Paid for, for a day, and never running. */
	neverRan: string;
	/** Without a balance, so inactive. */
	inactive: string;
}

export interface L1Network {
	/** URL of node 1. */
	url: string;
	subnetID: string;
	/** Blockchain ID of the L1. */
	chainID: string;
	nodeIDs: L1Validators;
	/** Ends node 2; resolves when the process is gone. */
	stopNode2: (signal?: NodeJS.Signals) => Promise<void>;
	/** Starts node 2 again; resolves when it is bootstrapped. */
	startNode2: () => Promise<Node>;
	/** Makes a block of the P-Chain, whose validators pay their fee with it up to now. Node 2 must run. */
	makeBlock: () => Promise<void>;
	/**
	 * Registers a fifth validator, which never runs, while at least 15 seconds are left until the chain takes
	 * it in; resolves to its node ID. Node 2 must run.
	 */
	addValidator: () => Promise<string>;
	/** Ends both nodes and takes their folders away. */
	stop: () => Promise<void>;
}

const key = Buffer.from(fundedKey, 'hex');
const owner = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));
const ethOwner = secp256k1.publicKeyToEthAddress(secp256k1.getPublicKey(key));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fromHex = (text: string) => Buffer.from(text.replace(/^0x/, ''), 'hex');
const avax = 1_000_000_000n;
const networkID = 1337;
/** First part of the addresses of every network that has no name of its own. */
const hrp = 'custom';
/** When such a network activates its upgrades, UNIX seconds. */
const upgradeTime = 1_607_144_400;

type Payment = {
	feeState: pvm.FeeState;
	fromAddressesBytes: Uint8Array[];
	utxos: Awaited<ReturnType<pvm.PVMApi['getUTXOs']>>['utxos'];
};

/** Signs a P-Chain transaction with the funded key, sends it, waits until it is committed, returns its ID. */
async function issue(
	url: string,
	buildTx: (payment: Payment, context: Context.Context) => UnsignedTx,
): Promise<string> {
	const api = new pvm.PVMApi(url);
	const context = await Context.getContextFromURI(url);
	const { utxos } = await api.getUTXOs({ addresses: [utils.format('P', context.hrp, owner)] });
	// a new network reports the capacity its last block left, which may be 0 long after it has filled again
	const feeState = { ...(await api.getFeeState()), capacity: 1_000_000n };
	const tx = buildTx({ feeState, fromAddressesBytes: [owner], utxos }, context);
	await addTxSignatures({ unsignedTx: tx, privateKeys: [key] });
	// avalanchejs leaves out the signatures of subnet authorisations
	const signature = await secp256k1.sign(tx.toBytes(), key);
	tx.getCredentials().forEach((credential, i) => {
		credential.getSignatures().forEach((_signature, j) => tx.addSignatureAt(signature, i, j));
	});
	const { txID } = await api.issueSignedTx(tx.getSignedTx());
	await waitFor(`${tx.getTx()._type} is committed`, 20, async () => {
		return (await api.getTxStatus({ txID })).status === 'Committed';
	});
	return txID;
}

/** Makes a node, which should run by then, a validator of the Primary Network with the least stake, for 30 days. */
export async function addPrimaryValidator(
	url: string,
	{ nodeID, nodePOP }: Identity,
): Promise<void> {
	const now = BigInt(Math.floor(Date.now() / 1000));
	await issue(url, (payment, context) =>
		pvm.newAddPermissionlessValidatorTx(
			{
				...payment,
				nodeId: nodeID,
				subnetId: networkIDs.PrimaryNetworkID.toString(),
				start: now,
				end: now + 30n * 86_400n,
				weight: 2_000n * avax,
				delegatorRewardsOwner: [owner],
				rewardAddresses: [owner],
				shares: 20_000,
				publicKey: fromHex(nodePOP.publicKey),
				signature: fromHex(nodePOP.proofOfPossession),
			},
			context,
		),
	);
}

/** Creates a subnet of the funded key and on it a subnet-EVM chain with that key funded; returns both IDs. */
export async function createChain(
	url: string,
	precompiles: object = {},
): Promise<{ subnetID: string; chainID: string }> {
	const subnetID = await issue(url, (payment, context) =>
		pvm.newCreateSubnetTx({ ...payment, subnetOwners: [owner] }, context),
	);
	const feeConfig = {
		gasLimit: 12_000_000,
		targetBlockRate: 2,
		minBaseFee: 1_000_000_000,
		targetGas: 60_000_000,
		baseFeeChangeDenominator: 36,
		minBlockGasCost: 0,
		maxBlockGasCost: 1_000_000,
		blockGasCostStep: 200_000,
	};
	const config = {
		chainId: 99_999,
		feeConfig,
		warpConfig: { blockTimestamp: upgradeTime, quorumNumerator: 67 },
		...precompiles,
	};
	const genesisData = createEvmGenesis(config, feeConfig.gasLimit);
	const chainID = await issue(url, (payment, context) =>
		pvm.newCreateChainTx(
			{
				...payment,
				chainName: 'testchain',
				fxIds: [],
				genesisData,
				subnetAuth: [0],
				subnetId: subnetID,
				vmId: subnetEvmId,
			},
			context,
		),
	);
	return { subnetID, chainID };
}

/**
 * Starts the network of two nodes, both validators of the Primary Network, whose L1 has four validators. When
 * this resolves, some 15 to 20 seconds later, node 1 answers for the L1 and sees node 2 connected.
 */
export async function startL1Network(): Promise<L1Network> {
	const folder = createFolder();
	const running: Node[] = [];
	const stop = async () => {
		await Promise.all(running.map(async (node) => await node.stop()));
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		const folders = ['node1', 'node2', 'neverRan', 'inactive', 'fifth'].map((name) =>
			join(folder, name),
		);
		const identities = await Promise.all(folders.map(createIdentity));
		const [watching, watched, neverRan, inactive, fifth] = identities;
		const flags = createNetwork(folder, watching);
		const founder = await launchNode(folders[0], flags);
		running.push(founder);
		const { subnetID, chainID } = await createChain(founder.url);
		await issue(founder.url, (payment, context) =>
			pvm.newConvertSubnetToL1Tx(
				{
					...payment,
					subnetId: subnetID,
					subnetAuth: [0],
					chainId: chainID,
					address: owner,
					validators: [
						createL1Validator(watching, 2n ** 60n),
						createL1Validator(watched, 100n),
						createL1Validator(neverRan, 100n, 100_000n),
						createL1Validator(inactive, 100n, 0n),
					].sort((a, b) => Buffer.compare(a.nodeId.bytes, b.nodeId.bytes)),
				},
				context,
			),
		);
		await founder.stop();

		const registration = createRegistration(subnetID, chainID, fifth);
		const chain = {
			'warp-api-enabled': true,
			'warp-off-chain-messages': [`0x${toHex(registration)}`],
		};
		const node1 = await launchNode(folders[0], {
			...flags,
			'track-subnets': subnetID,
			'chain-config-content': chainConfig({ [chainID]: chain }),
		});
		const chainStarted = Date.now();
		running.push(node1);
		const startNode2 = async () => {
			const node = await launchNode(folders[1], {
				...flags,
				'track-subnets': subnetID,
				'bootstrap-ips': node1.stakingAddress,
				'bootstrap-ids': watching.nodeID,
			});
			running.push(node);
			return node;
		};
		await startNode2();
		await addPrimaryValidator(node1.url, watched);
		const now = BigInt(Math.floor(Date.now() / 1000));
		await issue(node1.url, (payment, context) =>
			pvm.newAddPermissionlessDelegatorTx(
				{
					...payment,
					nodeId: watching.nodeID,
					subnetId: networkIDs.PrimaryNetworkID.toString(),
					start: now,
					end: now + 30n * 86_400n,
					weight: 25n * avax,
					rewardAddresses: [owner],
				},
				context,
			),
		);
		const makeBlock = async () => {
			await issue(node1.url, (payment, context) =>
				pvm.newBaseTx({ ...payment, outputs: [] }, context),
			);
		};
		return {
			url: node1.url,
			subnetID,
			chainID,
			nodeIDs: {
				watching: watching.nodeID,
				watched: watched.nodeID,
				neverRan: neverRan.nodeID,
				inactive: inactive.nodeID,
			},
			stopNode2: async (signal) => await running.at(-1)!.stop(signal),
			startNode2,
			makeBlock,
			addValidator: async () => {
				const rpc = `${node1.url}/ext/bc/${chainID}/rpc`;
				const messageID = utils.base58check.encode(
					createHash('sha256').update(registration).digest(),
				);
				const message = await call(rpc, 'warp_getMessageAggregateSignature', [
					messageID,
					67,
					subnetID,
				]);
				const register = async () =>
					await issue(node1.url, (payment, context) =>
						pvm.newRegisterL1ValidatorTx(
							{
								...payment,
								balance: avax,
								blsSignature: fromHex(fifth.nodePOP.proofOfPossession),
								message: fromHex(message),
							},
							context,
						),
					);
				// the P-Chain judges the message by the validators at the start of an epoch, perhaps before the
				// L1 had any; the epoch ends with the first block after its 30 seconds
				await waitFor('the validator is registered', 150, async () => {
					await makeBlock();
					// the chain looks for new validators once a minute, counted from its start
					const secondsLeft = 60 - (((Date.now() - chainStarted) / 1000) % 60);
					if (secondsLeft < 30) await pause(secondsLeft + 2);
					return Boolean(await register());
				});
				return fifth.nodeID;
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Writes the genesis of a network that this node validates alone; returns the flags that every node of it needs. */
export function createNetwork(folder: string, founder: Identity): Record<string, unknown> {
	const genesisFile = join(folder, 'genesis.json');
	writeFileSync(genesisFile, JSON.stringify(createGenesis(founder)));
	return { 'network-id': `network-${networkID}`, 'genesis-file': genesisFile };
}

/** Lets a node make its keys in a folder and asks it who it is. */
export async function createIdentity(folder: string): Promise<Identity> {
	mkdirSync(folder);
	const node = await launchNode(folder, { ...localNetwork, 'db-type': 'memdb' });
	const identity = await call(`${node.url}/ext/info`, 'info.getNodeID');
	await node.stop();
	return identity;
}

/** A network that the node validates alone, with funds for the funded key on all chains. */
function createGenesis({ nodeID, nodePOP }: Identity): object {
	const ownerAddress = utils.format('X', hrp, owner);
	// the stake belongs to an address of its own, because all funds of a staker's address are staked
	const stakerAddress = utils.format('X', hrp, new Uint8Array(20));
	const allocation = {
		ethAddr: `0x${'0'.repeat(40)}`,
		initialAmount: Number(1_000_000n * avax),
		unlockSchedule: [{ amount: Number(1_000_000n * avax) }],
	};
	return {
		networkID,
		allocations: [
			{ ...allocation, avaxAddr: ownerAddress },
			{ ...allocation, avaxAddr: stakerAddress, initialAmount: 0 },
		],
		startTime: Math.floor(Date.now() / 1000) - 3600,
		initialStakeDuration: 365 * 86_400,
		initialStakeDurationOffset: 0,
		initialStakedFunds: [stakerAddress],
		initialStakers: [
			{ nodeID, rewardAddress: ownerAddress, delegationFee: 20_000, signer: nodePOP },
		],
		cChainGenesis: JSON.stringify(createEvmGenesis({ chainId: 43_112 }, 100_000_000)),
		message: '',
	};
}

/** Genesis of an EVM chain that funds the funded key. */
const createEvmGenesis = (config: object, gasLimit: number) => ({
	config,
	alloc: { [toHex(ethOwner)]: { balance: '0x52b7d2dcc80cd2e4000000' } },
	gasLimit: `0x${gasLimit.toString(16)}`,
	nonce: '0x0',
	timestamp: `0x${upgradeTime.toString(16)}`,
	extraData: '0x00',
	difficulty: '0x0',
	mixHash: `0x${'0'.repeat(64)}`,
	coinbase: `0x${'0'.repeat(40)}`,
	number: '0x0',
	gasUsed: '0x0',
	parentHash: `0x${'0'.repeat(64)}`,
});

const createL1Validator = ({ nodeID, nodePOP }: Identity, weight: bigint, balance = avax) =>
	L1Validator.fromNative(
		nodeID,
		weight,
		balance,
		new pvmSerial.ProofOfPossession(fromHex(nodePOP.publicKey), fromHex(nodePOP.proofOfPossession)),
		PChainOwner.fromNative([owner]),
		PChainOwner.fromNative([owner]),
	);

/** The L1's unsigned warp message that lets the P-Chain register a validator (ACP-77, RegisterL1Validator). */
function createRegistration(
	subnetID: string,
	chainID: string,
	{ nodeID, nodePOP }: Identity,
): Uint8Array {
	const ownerBytes = [int32(1), int32(1), owner];
	const message = Buffer.concat([
		payloadType(1),
		utils.base58check.decode(subnetID),
		...sized(utils.base58check.decode(nodeID.replace('NodeID-', ''))),
		fromHex(nodePOP.publicKey),
		int64(BigInt(Math.floor(Date.now() / 1000) + 3600)),
		...ownerBytes,
		...ownerBytes,
		int64(100n),
	]);
	const addressedCall = Buffer.concat([payloadType(1), ...sized(owner), ...sized(message)]);
	return Buffer.concat([
		Buffer.alloc(2),
		int32(networkID),
		utils.base58check.decode(chainID),
		...sized(addressedCall),
	]);
}

const int32 = (value: number) => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
};
const int64 = (value: bigint) => {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(value);
	return bytes;
};
/** Codec version 0, then the type. */
const payloadType = (type: number) => Buffer.concat([Buffer.alloc(2), int32(type)]);
const sized = (bytes: Uint8Array) => [int32(bytes.length), bytes];
