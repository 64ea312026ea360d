import {
	encodeBech32,
	isNodeId,
	makeBytes,
	makeHex,
	makeId,
	makeNodeId,
	throwDice,
} from './ids.mts';
import { addBlock, hashOf, stranger } from './addBlock.mts';
import { toUnits } from './amounts.mts';
import { listTokens, nextNonce } from './holdings.mts';
import { drawPast } from './past.mts';
import { demoAccount, demoL1Chain, drawChains, primarySubnetId, tokenMethods } from './ledger.mts';
import type { Contract, Ledger } from './ledger.mts';
import { addLater } from './later.mts';
import { newView, type View } from './observers.mts';
import { drawPrimary } from './primaryLedger.mts';
import { advance, calculatePrice, mainnetFee, type FeeState } from './validatorFee.mts';

/** The world the mock network tells of: validators, their connections, rewards, chains. What changes it is a method. */

/** The answering node: it cannot see itself disconnect. */
export const ownNodeId = makeNodeId('this node');
/** The same for every seed, so that examples can name them: on the Primary Network and on the L1. */
export const ourNodeIds = [0, 1, 2, 3].map((i) => makeNodeId('our validator', i));
/** What the examples call them. */
export const ourNames = ['Frankfurt-1', 'Frankfurt-2', 'Zurich-1', 'Zurich-2'];
/** P-Chain address that receives the validation rewards of our validators. */
export const ourRewardAddress = encodeBech32('avax', makeBytes(20, 'our rewards'));

/** A plugin without an alias: known by its ID. */
export const subnetEvmId = 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy';

const nanoAvax = 1_000_000_000n;
const day = 86_400;

export interface WorldOptions {
	seed: number;
	/** Validators of the Primary Network on mainnet, this node and our validators among them. */
	validators: number;
	/** Rewards of the last three years on mainnet. */
	rewards: number;
	/** Milliseconds since 1970. */
	now: () => number;
	/** Seconds since 1970 at which the drawn history of the EVM chains ends; by default it is now. */
	drawnUntil?: number;
	/** Payments of before, each of which comes to the ledger with the block of its number. */
	payments?: Payment[];
}

/** One on the C-Chain, of AVAX or of the token of a symbol. */
export interface Payment {
	number: number;
	timestamp: number;
	from: string;
	to: string;
	nonce: number;
	/** In smallest units. */
	value: string;
	token: string;
}

export interface NetworkNode {
	nodeID: string;
	connected: boolean;
	/** What isConnected says instead, where the answering node's list is behind. */
	reported?: boolean;
	version: string;
	ip: string;
}

/** Time online, in seconds: it counts on from `since`, and the whole is frozen at `until`. */
interface Uptime {
	start: number;
	seconds: number;
	since?: number;
	until?: number;
}

export interface Stake {
	txID: string;
	startTime: number;
	endTime: number;
	weight: bigint;
	potentialReward: bigint;
	owner: string;
}

export interface PrimaryValidator extends Stake {
	nodeID: string;
	uptime: Uptime;
	delegationFee: string;
	delegators: Stake[];
	/** Of one that renews itself (ACP-236): seconds of its next validation, and millionths that it restakes. */
	renewal?: { nextPeriod: number; autoCompoundRewardShares: number };
}

export interface L1Validator {
	validationID: string;
	nodeID: string;
	weight: bigint;
	isActive: boolean;
	uptime: Uptime;
	/** At the start of the world, see {@link World.getBalance}. */
	balance: bigint;
	owner: string;
	/** Seconds since 1970 until which the answering node cannot tell its uptime. */
	unsyncedUntil: number;
}

export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE';

export interface Reward {
	/** What its IDs are made of. */
	key: string;
	nodeId: string;
	owner: string;
	rewardType: RewardType;
	startTimestamp: number;
	endTimestamp: number;
	staked: bigint;
	amount: bigint;
	/** Old rewards whose price was never recorded. */
	priced: boolean;
}

export interface Blockchain {
	id: string;
	aliases: string[];
	state: 'ready' | 'bootstrapping' | 'unknown';
}

export type Network = 'mainnet' | 'fuji';
type ValidatorSet = 'primary' | 'l1';
interface NodeChoice {
	nodeIDs: string[];
}

interface RewardPlan {
	/** What each validator stakes, where its rewards are to fit it. */
	weights: ReadonlyMap<string, bigint | undefined>;
	count: number;
	/** Seconds since 1970. */
	until: number;
}

/** Nanoavax of a stake whose size is spread over the orders of magnitude. */
const drawStake = (share: number, least: number, most: number) =>
	BigInt(Math.round(least * (most / least) ** share)) * nanoAvax + BigInt(Math.floor(share * 1e9));
/** About seven percent a year. */
const computeReward = (stake: bigint, seconds: number) =>
	(stake * BigInt(Math.round(seconds * 7))) / (365n * 86_400n * 100n);

export class World {
	readonly seed: number;
	/** Oldest first. */
	readonly payments: Payment[];
	/** Unlocked on addresses of the P-Chain, in nAVAX; all others hold nothing. */
	readonly platformBalances = new Map<string, bigint>([[ourRewardAddress, 2_500_000_000_000n]]);
	readonly nodes = new Map<string, NetworkNode>();
	readonly primary: PrimaryValidator[] = [];
	readonly l1: L1Validator[] = [];
	/** Newest first. */
	readonly rewards: Record<Network, Reward[]>;
	readonly chains: Blockchain[];
	readonly ledger: Ledger;
	/** Virtual machines with their aliases, by ID. */
	readonly vms = new Map([
		['jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq', ['avm']],
		['mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6', ['evm']],
		['rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT', ['platform']],
		[subnetEvmId, []],
	]);
	/** Those that were put into the plugin folder since the node started, with the reason where one cannot be loaded. */
	readonly plugins = new Map([
		[makeId('new VM'), ''],
		[makeId('broken VM'), 'handshake failed: vm process not found'],
	]);
	/** What peers say of the answering node. */
	readonly standing = {
		isValidator: true,
		rewardingStakePercentage: 100,
		weightedAveragePercentage: 99.8731,
		observedUptime: 99,
	};
	/** Those without a connection from the start. */
	private readonly absent: ReadonlySet<string>;
	private readonly views = new Map<string, View>();
	/** What the Data API saw when it last polled the validators: when, and who answered. */
	private polled: { at: number; answered: Set<string> };
	private readonly clock: () => number;
	/** The fee of L1 validators at a time, and what an active one has paid by then since the start of the world. */
	private fee: FeeState & { at: number; paid: bigint };
	private added = 0;

	constructor({ seed, validators, rewards, now, drawnUntil, payments = [] }: WorldOptions) {
		this.payments = payments;
		this.seed = seed;
		this.clock = () => now() / 1000;
		const start = Math.floor(this.clock());
		this.fee = { at: start, paid: 0n, current: 1500n, excess: 0n };
		this.ledger = {
			chains: drawChains(seed, drawnUntil ?? start, (chain) => drawPast(chain, seed)),
			primary: {
				mainnet: drawPrimary('mainnet', seed, start),
				fuji: drawPrimary('fuji', seed, start),
			},
		};
		this.ledger.chains[0]!.recall = (number) => this.recallPayment(number);
		this.chains = [
			{ id: primarySubnetId, aliases: ['P', 'platform'], state: 'ready' },
			{ id: this.ledger.primary.mainnet.xChainId, aliases: ['X', 'avm'], state: 'ready' },
			{ id: this.ledger.primary.mainnet.cChainId, aliases: ['C', 'evm'], state: 'ready' },
			{ id: demoL1Chain.blockchainId, aliases: ['demo'], state: 'ready' },
		];
		const others = Array.from({ length: Math.max(0, validators - 1 - ourNodeIds.length) }, (_, i) =>
			makeNodeId(seed, 'primary', i),
		);
		for (const nodeID of [ownNodeId, ...ourNodeIds, ...others]) this.joinPrimary(nodeID);
		for (const nodeID of others.filter((_, i) => i % 75 === 40)) this.setConnected([nodeID], false);

		const members = Array.from({ length: 28 }, (_, i) => makeNodeId(seed, 'l1', i));
		for (const nodeID of [ownNodeId, ...ourNodeIds, ...members]) this.joinL1(nodeID);
		this.l1[0]!.weight = 2n ** 60n;
		const neverRan = this.joinL1(makeNodeId(seed, 'never ran'));
		Object.assign(neverRan.uptime, { seconds: (start - neverRan.uptime.start) * 0.985 });
		this.setConnected([neverRan.nodeID], false);
		const inactive = this.joinL1(makeNodeId(seed, 'inactive'));
		this.deactivate({ nodeIDs: [inactive.nodeID] });

		const absent = [...this.nodes.values()].filter(({ connected }) => !connected);
		this.absent = new Set(absent.map(({ nodeID }) => nodeID));

		this.polled = { at: 0, answered: new Set() };
		this.pollValidators();

		const fujiNodes = Array.from({ length: 5 }, (_, i) => makeNodeId('fuji validator', i));
		const weights = new Map(this.primary.map(({ nodeID, weight }) => [nodeID, weight]));
		const unweighed = new Map(fujiNodes.map((nodeID) => [nodeID, undefined]));
		const ofMainnet = addLater({}, ['mainnet'], () => ({
			mainnet: this.drawRewards('mainnet', { weights, count: rewards, until: start }),
		}));
		this.rewards = addLater(ofMainnet, ['fuji'], () => ({
			fuji: this.drawRewards('fuji', { weights: unweighed, count: 60, until: start }),
		}));
	}

	/** Seconds since 1970, with a fraction. */
	get time() {
		return this.clock();
	}

	// ---- what it tells

	/** How a node sees the network: by default as it is. */
	viewOf(observer = ''): View {
		const view = this.views.get(observer) ?? newView();
		this.views.set(observer, view);
		return view;
	}

	get isHealthy(): boolean {
		return this.viewOf().isHealthy;
	}

	/** What the Data API knows of a validator since it last polled. */
	getPolled({ nodeID, uptime }: PrimaryValidator) {
		const { at, answered } = this.polled;
		const online = uptime.since === undefined ? 0 : Math.max(0, at - uptime.since);
		const seconds = uptime.seconds + online;
		const { percentage } = this.getUptime({ start: uptime.start, seconds, until: at });
		return { reachability: answered.has(nodeID) ? 100 : 0, uptime: Number(percentage.toFixed(4)) };
	}

	/** The blockchain of an ID or alias, known to the node or not. */
	findChain(idOrAlias: string): Blockchain | undefined {
		return this.chains.find(({ id, aliases }) => [id, ...aliases].includes(idOrAlias));
	}

	getUptime({ start, seconds, since, until }: Uptime) {
		const online = seconds + (since === undefined ? 0 : this.time - since);
		return {
			seconds: Math.floor(online),
			percentage: Math.min(100, (100 * online) / Math.max(1, (until ?? this.time) - start)),
		};
	}

	isReportedConnected(nodeID: string, isActive = true): boolean {
		const node = this.nodes.get(nodeID)!;
		return node.reported ?? (node.connected && isActive);
	}

	/** The state of the fee at the P-Chain's time, which is the last whole second. */
	getFee() {
		const now = Math.floor(this.time);
		let { at, paid, ...state } = this.fee;
		for (; at < now; at++) {
			state = advance(mainnetFee, state);
			// From here on it stays as it is.
			const seconds = state.excess === 0n && state.current <= mainnetFee.target ? now - at : 1;
			paid += calculatePrice(mainnetFee, state.excess) * BigInt(seconds);
			at += seconds - 1;
		}
		this.fee = { at, paid, ...state };
		return { ...this.fee, price: calculatePrice(mainnetFee, state.excess) };
	}

	/** What an L1 validator has left of its balance: an active one pays the fee each second, and an inactive one has none. */
	getBalance({ balance, isActive }: L1Validator): bigint {
		const { paid } = this.getFee();
		return isActive && paid < balance ? balance - paid : 0n;
	}

	/** The new validator that keeps the list from being read, if one of those asked for is. */
	findUnsynced(asked: L1Validator[]): string | undefined {
		return asked.find(({ unsyncedUntil }) => this.time < unsyncedUntil)?.validationID;
	}

	// ---- what changes it

	/** Cuts the connections to these nodes: on the Primary Network, on the L1 and among the peers. */
	disconnect({ nodeIDs }: NodeChoice) {
		if (nodeIDs.includes(ownNodeId))
			throw new Error(`${ownNodeId} is the answering node: it cannot lose itself`);
		this.setConnected(nodeIDs, false);
	}

	reconnect({ nodeIDs }: NodeChoice) {
		this.setConnected(nodeIDs, true);
	}

	/** Cuts the connections to this share of the Primary Network and of the L1, ours first, and restores all others. */
	disconnectShare({ percentage }: { percentage: number | string }) {
		const share = Number(percentage) / 100;
		if (!(share >= 0 && share <= 1)) throw new Error('percentage must be from 0 to 100');
		const isUsual = (nodeID: string) => nodeID !== ownNodeId && !this.absent.has(nodeID);
		for (const validators of [this.primary, this.l1]) {
			const nodeIDs = validators.map(({ nodeID }) => nodeID).filter(isUsual);
			const count = Math.ceil(nodeIDs.length * share);
			this.setConnected(nodeIDs.slice(0, count), false);
			this.setConnected(nodeIDs.slice(count), true);
		}
	}

	/** Makes isConnected say `connected` whatever is so; null lets it speak the truth again. */
	reportConnected({ nodeIDs, connected }: NodeChoice & { connected: boolean | null }) {
		for (const nodeID of nodeIDs) this.getNode(nodeID).reported = connected ?? undefined;
	}

	/**
	 * Makes a further node see connections otherwise than they are (null: as they are), be sick, or still start. Without a
	 * name it is the answering node, for its health alone.
	 */
	observe(
		choice: Partial<NodeChoice> & {
			observer?: string;
			connected?: boolean | null;
			healthy?: boolean;
			starting?: boolean;
		},
	) {
		const { observer, nodeIDs = [], connected, healthy, starting } = choice;
		const view = this.viewOf(observer);
		for (const nodeID of nodeIDs) {
			this.getNode(nodeID);
			if (typeof connected === 'boolean') view.sees.set(nodeID, connected);
			else view.sees.delete(nodeID);
		}
		view.isHealthy = healthy ?? view.isHealthy;
		view.isStarting = starting ?? view.isStarting;
	}

	/** The Data API polls the validators, and lists from now on what it sees. */
	pollValidators() {
		const answering = [...this.nodes.values()].filter(({ connected }) => connected);
		this.polled = { at: this.time, answered: new Set(answering.map(({ nodeID }) => nodeID)) };
	}

	/** The L1 validators run out of balance. */
	deactivate({ nodeIDs }: NodeChoice) {
		this.setActive(nodeIDs, false);
		this.setRunway({ nodeIDs, days: 0 });
	}

	/** A node activates nobody without a balance, so each gets one that lasts for 90 days. */
	activate({ nodeIDs }: NodeChoice) {
		this.setActive(nodeIDs, true);
		const empty = this.l1.filter((validator) => !this.getBalance(validator));
		const emptyIds = empty.map(({ nodeID }) => nodeID);
		this.setRunway({ nodeIDs: nodeIDs.filter((id) => emptyIds.includes(id)), days: 90 });
	}

	/** Sets the share of time online, in percent, in both sets; it goes on counting from there. */
	setUptime({ nodeIDs, percentage }: NodeChoice & { percentage: number }) {
		for (const nodeID of nodeIDs) {
			this.getNode(nodeID);
			for (const { uptime } of this.getRecords(nodeID)) {
				uptime.seconds = (((uptime.until ?? this.time) - uptime.start) * percentage) / 100;
				if (uptime.since !== undefined) uptime.since = this.time;
			}
		}
	}

	/** Lets nodes run another version, such as 1.13.0, as their peers see it. */
	setVersion({ nodeIDs, version }: NodeChoice & { version: string }) {
		if (!/^\d+\.\d+\.\d+$/.test(version))
			throw new Error(`${version} is no version such as 1.13.0`);
		for (const nodeID of nodeIDs) this.getNode(nodeID).version = `avalanchego/${version}`;
	}

	/** Sets for how many days the balances of L1 validators last, at the fee of now. A top-up activates an inactive one. */
	setRunway({ nodeIDs, days }: NodeChoice & { days: number | string }) {
		const { paid, price } = this.getFee();
		const fee = price * BigInt(Math.round(Number(days) * day));
		for (const validator of this.l1.filter(({ nodeID }) => nodeIDs.includes(nodeID))) {
			validator.balance = paid + fee;
			if (fee && !validator.isActive) this.setActive([validator.nodeID], true);
		}
	}

	/** Sets how many L1 validators are active on the whole network, and the excess that the fee rests on. */
	setFee({ current, excess }: Partial<Record<keyof FeeState, bigint | number | string>>) {
		this.getFee();
		if (current !== undefined) this.fee.current = BigInt(current);
		if (excess !== undefined) this.fee.excess = BigInt(excess);
	}

	/** Makes validators of the Primary Network renew themselves; with a next period of 0 they end instead. */
	setRenewal({
		nodeIDs,
		nextPeriod,
		autoCompoundPercent,
	}: NodeChoice & { nextPeriod: number; autoCompoundPercent: number }) {
		const renewal = { nextPeriod, autoCompoundRewardShares: autoCompoundPercent * 10_000 };
		for (const validator of this.primary)
			if (nodeIDs.includes(validator.nodeID)) validator.renewal = renewal;
	}

	/** Sets what info.uptime and the peers say of the answering node. */
	setStanding(standing: Partial<World['standing']>) {
		Object.assign(this.standing, standing);
	}

	/**
	 * Adds validators: those named, or `count` new ones; new nodes are connected. On the L1 the whole list cannot be read for
	 * `failSeconds` (a real node: up to 60).
	 */
	addValidators(choice: {
		on: ValidatorSet;
		nodeIDs?: string[];
		count?: number;
		failSeconds?: number;
	}): string[] {
		const { on, count = 1, failSeconds = 0 } = choice;
		const nodeIDs =
			choice.nodeIDs ??
			Array.from({ length: count }, () => makeNodeId(this.seed, 'added', this.added++));
		const malformed = nodeIDs.find((nodeID) => !isNodeId(nodeID));
		if (malformed) throw new Error(`${malformed} is no node ID`);
		if (on === 'primary') nodeIDs.forEach((nodeID) => this.joinPrimary(nodeID, this.time));
		else {
			const joined = nodeIDs.map((nodeID) => this.joinL1(nodeID, this.time));
			for (const validator of joined) validator.unsyncedUntil = this.time + failSeconds;
		}
		return nodeIDs;
	}

	removeValidators({ on, nodeIDs }: NodeChoice & { on: ValidatorSet }) {
		const set: Array<{ nodeID: string }> = this[on];
		for (const nodeID of nodeIDs) {
			const at = set.findIndex((validator) => validator.nodeID === nodeID);
			if (at < 0) throw new Error(`${nodeID} is no validator there`);
			set.splice(at, 1);
		}
	}

	/** A payment on the C-Chain, in whole tokens, as the data service lists it: of AVAX, or of the token of a symbol. */
	pay(choice: { from?: string; to?: string; amount?: string; token?: string }) {
		const { from = stranger, to = demoAccount, amount = '5', token = '', ...others } = choice;
		const [unknown] = Object.keys(others);
		if (unknown) throw new Error(`pay takes from, to, amount and token, and no ${unknown}`);
		const malformed = [from, to].find((address) => !/^0x[\da-f]{40}$/i.test(address));
		if (malformed) throw new Error(`${malformed} is no EVM address`);
		const [chain] = this.ledger.chains;
		const contract = token ? this.findCoin(token) : undefined;
		const payment: Payment = {
			number: chain!.blocks.at(-1)!.number + 1,
			timestamp: Math.floor(Date.now() / 1000),
			from,
			to,
			nonce: nextNonce(chain!, from),
			value: String(toUnits(amount, contract?.decimals ?? 18)),
			token,
		};
		this.payments.push(payment);
		return { txHash: this.addPayment(payment) };
	}

	/** The ERC-20 token of the C-Chain with a symbol. */
	private findCoin(symbol: string): Contract {
		const found = listTokens(this.ledger.chains[0]!).find((coin) => coin.symbol === symbol);
		if (!found) throw new Error(`There is no token ${symbol}`);
		return found;
	}

	/** Adds the block of a payment to the C-Chain; gives the hash of the transaction. */
	private addPayment({ number, timestamp, token, value, from, to, nonce }: Payment): string {
		const [chain] = this.ledger.chains;
		const hash = makeHex(32, this.seed, 'payment', number);
		const contract = token ? this.findCoin(token) : undefined;
		const native = { hash, from, nonce, to, value: BigInt(value) };
		const call = { ...native, to: contract?.address, value: 0n, method: tokenMethods.transfer };
		addBlock(chain!, contract ? call : native);
		const block = Object.assign(chain!.blocks.at(-1)!, {
			number,
			timestamp,
			hash: hashOf(number),
		});
		const [transaction] = block.transactions;
		if (contract)
			transaction!.transfers.push({
				transaction: transaction!,
				contract,
				logIndex: 0,
				from,
				to,
				value: BigInt(value),
			});
		return hash;
	}

	private recallPayment(number: number): boolean {
		const payment = this.payments.findLast((one) => one.number === number);
		if (payment) this.addPayment(payment);
		return payment !== undefined;
	}

	/** Sets what is unlocked on an address of the P-Chain, in AVAX. */
	setPlatformBalance({ address, amount }: { address: string; amount: string | number }) {
		this.platformBalances.set(address.replace(/^P-/, ''), toUnits(amount, 9));
	}

	/** Adds rewards that ended now, or at `endTimestamp`, in AVAX or as an amount in nAVAX; one for each node ID. */
	addRewards(
		choice: NodeChoice & {
			avax?: string | number;
			amount?: string;
			rewardType?: RewardType;
			owner?: string;
			endTimestamp?: number;
		},
	) {
		const {
			nodeIDs,
			avax = 1,
			amount = toUnits(avax, 9),
			rewardType = 'VALIDATOR',
			owner = ourRewardAddress,
		} = choice;
		const { endTimestamp = Math.floor(this.time) } = choice;
		for (const nodeId of nodeIDs) {
			const at = this.rewards.mainnet.findIndex((reward) => reward.endTimestamp <= endTimestamp);
			this.rewards.mainnet.splice(at < 0 ? this.rewards.mainnet.length : at, 0, {
				key: `added/${this.added++}`,
				nodeId,
				owner,
				rewardType,
				startTimestamp: endTimestamp - 30 * day,
				endTimestamp,
				staked: 2000n * nanoAvax,
				amount: BigInt(amount),
				priced: true,
			});
		}
	}

	/** Makes the node know a blockchain, be still catching up with it, or not know it (yet). */
	setChain({ chain, state }: { chain: string; state: Blockchain['state'] }) {
		const found = this.findChain(chain);
		if (!found) throw new Error(`${chain} is no blockchain of this world`);
		found.state = state;
	}

	// ---- how it is made

	private getNode(nodeID: string): NetworkNode {
		const node = this.nodes.get(nodeID);
		if (!node) throw new Error(`${nodeID} is no node of this world`);
		return node;
	}

	private getRecords(nodeID: string): Array<PrimaryValidator | L1Validator> {
		return [...this.primary, ...this.l1].filter((validator) => validator.nodeID === nodeID);
	}

	private setConnected(nodeIDs: string[], connected: boolean) {
		for (const node of nodeIDs.map((nodeID) => this.getNode(nodeID))) {
			node.connected = connected;
			this.settleUptime(node.nodeID);
		}
	}

	private setActive(nodeIDs: string[], isActive: boolean) {
		for (const nodeID of nodeIDs) {
			const validator = this.l1.find((member) => member.nodeID === nodeID);
			if (!validator) throw new Error(`${nodeID} is no validator of the L1`);
			validator.isActive = isActive;
			validator.uptime.until = isActive ? undefined : this.time;
			this.settleUptime(nodeID);
		}
	}

	private settleUptime(nodeID: string) {
		const { connected } = this.nodes.get(nodeID)!;
		for (const { uptime } of this.getRecords(nodeID)) {
			const counts = connected && uptime.until === undefined;
			if (counts) uptime.since ??= this.time;
			else if (uptime.since !== undefined) {
				uptime.seconds += (uptime.until ?? this.time) - uptime.since;
				uptime.since = undefined;
			}
		}
	}

	private drawUptime(nodeID: string, start: number): Uptime {
		const dice = throwDice(this.seed, 'node', nodeID);
		if (!this.nodes.has(nodeID)) {
			const ip = `${dice.between(11, 199)}.${dice.between(0, 255)}.${dice.between(0, 255)}.${dice.between(1, 254)}:9651`;
			const version = dice.pick(['1.14.2', '1.14.2', '1.14.2', '1.14.1', '1.14.0']);
			this.nodes.set(nodeID, { nodeID, connected: true, version: `avalanchego/${version}`, ip });
		}
		const share = ourNodeIds.includes(nodeID)
			? 0.9999
			: dice.pick([1, 0.9999, 0.9994, 0.998, 0.9666666, 0.8571429]);
		const since = this.nodes.get(nodeID)!.connected ? this.time : undefined;
		return { start, seconds: (this.time - start) * share, since };
	}

	private drawStake(key: string, dice: ReturnType<typeof throwDice>, startTime: number): Stake {
		const endTime = Math.floor(this.time) + dice.between(2, 300) * day;
		const weight = drawStake(dice.share() ** 2, 25, 900_000);
		const owner = encodeBech32('avax', makeBytes(20, this.seed, 'owner', dice.between(0, 40)));
		return {
			txID: makeId(key),
			startTime,
			endTime,
			weight,
			potentialReward: computeReward(weight, endTime - startTime),
			owner,
		};
	}

	private joinPrimary(nodeID: string, startTime?: number) {
		const dice = throwDice(this.seed, 'primary validator', nodeID);
		const start = Math.floor(startTime ?? this.time - dice.between(1, 300) * day);
		const stake = this.drawStake(`${this.seed}/stake/${nodeID}`, dice, start);
		stake.weight += 2000n * nanoAvax;
		this.primary.push({
			...stake,
			owner: ourNodeIds.includes(nodeID) ? ourRewardAddress : stake.owner,
			nodeID,
			uptime: this.drawUptime(nodeID, start),
			delegationFee: dice.pick(['2.0000', '2.0000', '5.0000', '12.5000']),
			delegators: Array.from({ length: dice.between(0, 6) }, (_, i) =>
				this.drawStake(`${this.seed}/delegation/${nodeID}/${i}`, dice, start + i * 3600),
			),
		});
	}

	private joinL1(nodeID: string, startTime?: number): L1Validator {
		const dice = throwDice(this.seed, 'l1 validator', nodeID);
		const start = Math.floor(startTime ?? this.time - dice.between(10, 200) * day);
		const validator = {
			validationID: makeId(this.seed, 'validation', nodeID, startTime ?? ''),
			nodeID,
			weight: BigInt(dice.pick([20, 50, 100])),
			isActive: true,
			uptime: this.drawUptime(nodeID, start),
			balance: BigInt(dice.between(1, 900)) * (nanoAvax / 100n),
			owner: encodeBech32('avax', makeBytes(20, this.seed, 'owner', dice.between(0, 40))),
			unsyncedUntil: 0,
		};
		this.l1.push(validator);
		return validator;
	}

	/** Rewards of three years, newest first, a quarter of them of our validators; now and then two in one second. */
	private drawRewards(network: Network, { weights, count, until }: RewardPlan): Reward[] {
		const nodeIds = [...weights.keys()];
		const ours = nodeIds.filter((nodeId) => ourNodeIds.includes(nodeId));
		const prefix = network === 'mainnet' ? 'avax' : 'fuji';
		const owners = Array.from({ length: 60 }, (_, i) =>
			encodeBech32(prefix, makeBytes(20, this.seed, 'owner', i)),
		);
		const rewards: Reward[] = [];
		for (let i = 0; i < count; i++) {
			const key = `${this.seed}/${network}/reward/${i}`;
			const dice = throwDice(key);
			const age = ((i + dice.share()) * 3 * 365 * day) / count;
			const endTimestamp = i % 8 === 7 ? rewards[i - 1]!.endTimestamp : until - Math.floor(age);
			const nodeId = ours.length && dice.share() < 0.25 ? dice.pick(ours) : dice.pick(nodeIds);
			const rewardType = dice.pick([
				'VALIDATOR',
				'DELEGATOR',
				'DELEGATOR',
				'DELEGATOR',
				'VALIDATOR_FEE',
			] as const);
			const validator = weights.get(nodeId);
			// What a validator earned fits what it stakes; short stakes, for it has many rewards.
			const staked =
				rewardType === 'DELEGATOR' || !validator
					? drawStake(dice.share() ** 3, rewardType === 'DELEGATOR' ? 25 : 2000, 100_000)
					: validator;
			const seconds = dice.between(14 * day, 30 * day);
			const whole = computeReward(staked, seconds);
			rewards.push({
				key,
				nodeId,
				owner:
					rewardType !== 'DELEGATOR' && ours.includes(nodeId)
						? ourRewardAddress
						: dice.pick(owners),
				rewardType,
				startTimestamp: endTimestamp - seconds,
				endTimestamp,
				staked,
				amount: rewardType === 'VALIDATOR_FEE' ? whole / 50n : whole,
				priced: i % 97 !== 50,
			});
		}
		return rewards;
	}
}

/** IDs of a reward's transactions and output. */
export const identifyReward = ({ key }: Reward) => ({
	txHash: makeId(key, 'stake'),
	utxoId: makeId(key, 'utxo'),
	rewardTxHash: makeId(key, 'reward'),
	outputIndex: throwDice(key, 'output').between(1, 3),
});

/** 48 bytes of a BLS key and 96 of its proof of possession, of the right length only. */
export const makeSigner = (nodeID: string) => ({
	publicKey: makeHex(48, nodeID, 'key'),
	proofOfPossession: makeHex(96, nodeID, 'proof'),
});
