/**
 * What happens on the mock network, for each event of both triggers and each source that they read. What a workflow
 * must have received in the end is read from the network itself, never from a trigger.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	demoAccount,
	demoL1Chain,
	nodeAccount,
	ourNodeIds,
	ourRewardAddress,
} from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { encodeBech32, type Dice } from '../../devnet/ids.mts';
import type { Transaction } from '../../devnet/ledger.mts';
import type { Rest, Workflow } from '../../tools/n8n/rest.mts';
import { packName } from '../../tools/n8n/server.mts';
import { addBlock, stranger } from '../../devnet/addBlock.mts';
import { hashOf, word } from './hex.mts';

export interface Scene {
	name: string;
	parameters: INodeParameters;
	/** Of the Avalanche Stream Trigger. */
	isStream?: true;
	/** A state is read as it is: it changes again only when its last change was reported. */
	isState: boolean;
	/** Two polls are compared: what changes back after one of them was never there. */
	comparesPolls?: true;
	/** The beginning of methods without which a figure is measured by what the scene sets at a stroke, as no network does. */
	measuredWithout?: string;
	/** So many things happen, the first of them one that is watched. */
	happen: (dice: Dice, count: number) => Promise<void> | void;
	/** The names of all that ever happened, the same name as often as the same thing. */
	listHappened: () => string[];
	nameOf: (item: IDataObject) => string;
	/** Whether an item is about what happens. Absent where every item is. */
	isAbout?: (item: IDataObject) => boolean;
}

/** What a feed says of itself where it is behind. */
export const ofBacklog = ['behind', 'caughtUp'];
/** A scene whose feed says when it is behind. */
const saysWhenBehind = (scene: Scene): Scene => ({
	...scene,
	parameters: { ...scene.parameters, options: { behindMinutes: 1 } },
	isAbout: ({ event }) => !ofBacklog.includes(event as string),
});

/** The names of what a scene's items say happened. */
export const namesIn = ({ nameOf, isAbout = () => true }: Scene, items: IDataObject[]): string[] =>
	items.filter(isAbout).map(nameOf);

/** In the workflows that `publishScene` publishes. */
export const triggerName = 'Avalanche';

const day = 86_400;
/** The price of a second of an L1 validator on the mock network, in nAVAX. */
const feeOfSecond = 512n;

/** Something that is so or not: the names of its two changes, in turn. */
function watchState(
	name: string,
	parameters: INodeParameters,
	[begins, ends]: [begins: string, ends: string],
	set: (isOn: boolean) => Promise<void> | void,
	options: INodeParameters = {},
): Scene {
	const happened: string[] = [];
	return {
		name,
		parameters: { ...parameters, options: { failedChecks: 1, goodChecks: 1, ...options } },
		isState: true,
		happen: async () => {
			const isOn = happened.length % 2 === 0;
			await set(isOn);
			happened.push(isOn ? begins : ends);
		},
		listHappened: () => happened,
		nameOf: ({ event }) => event as string,
	};
}

const wallet = '0x00000000000000000000000000000000000a11ce';

/** Balances against a limit, each of an asset of its own. */
function watchBalances(devnet: Devnet): Scene[] {
	const watch = (name: string, parameters: INodeParameters, address: string, token?: string) => {
		const scene = watchState(
			`Balance Below or Above, ${name}`,
			{ event: 'balance', addresses: address, above: '10', ...parameters },
			['balanceAbove', 'balanceNoLongerAbove'],
			async (isOn) => await devnet.setBalance({ address, amount: isOn ? '20' : '2', token }),
		);
		return {
			...scene,
			parameters: { ...scene.parameters, options: { goodChecks: 1 } },
			// Requests that fail twice in a row are reported, too.
			isAbout: ({ event }: IDataObject) => event !== 'unreachable' && event !== 'reachable',
		};
	};
	const { token } = devnet;
	return [
		watch('native', { source: 'native', chain: 'C' }, wallet),
		watch('token', { source: 'erc20', chain: 'C', token }, wallet, token),
		watch('P-Chain', { source: 'pChain' }, `P-${encodeBech32('avax', Buffer.alloc(20, 7))}`),
	];
}

/** The events of validators and nodes, each about a node of its own. */
function watchStates({ world, setHealth, setHead, setMetrics, evm, nodeUrl }: Devnet): Scene[] {
	const [validator, member, payer, old] = ourNodeIds as [string, string, string, string];
	const peer = world.primary.at(-1)!.nodeID;
	const of = (nodeIds: string, ...alertWhen: string[]) => ({
		validatorsFrom: 'lines',
		nodeIds,
		alertWhen,
	});
	const connect = (nodeID: string) => (isDown: boolean) =>
		isDown ? world.disconnect({ nodeIDs: [nodeID] }) : world.reconnect({ nodeIDs: [nodeID] });
	const connection: [string, string] = ['disconnected', 'reconnected'];
	const lasting = (days: number) => feeOfSecond * BigInt(days * day);
	const pays = world.l1.find(({ nodeID }) => nodeID === payer)!;
	pays.balance = lasting(400);
	const runs = world.nodes.get(old)!;
	const newest = runs.version;
	return [
		watchState(
			'Validator Down or at Risk',
			{ event: 'validatorDown', ...of(validator, 'disconnected') },
			connection,
			connect(validator),
		),
		watchState(
			'L1 Validator, connection',
			{
				event: 'l1Validator',
				source: 'blockchain',
				blockchainId: demoL1Chain.blockchainId,
				...of(member, 'disconnected'),
			},
			connection,
			connect(member),
		),
		{
			...watchState(
				'L1 Validator, balance',
				{
					event: 'l1Validator',
					source: 'balances',
					subnetId: demoL1Chain.subnetId,
					...of(payer, 'balanceLow'),
				},
				['balanceLow', 'balanceRestored'],
				(isLow) => {
					const paid = lasting(400) - world.getBalance({ ...pays, balance: lasting(400) });
					pays.balance = paid + lasting(isLow ? 3 : 400);
				},
			),
			measuredWithout: 'platform.getValidatorFee',
		},
		watchState(
			'Node Version',
			{ event: 'nodeVersion', ...of(old, 'outdated') },
			['outdated', 'upToDate'],
			(isOld) => {
				runs.version = isOld ? 'avalanchego/1.13.0' : newest;
			},
		),
		watchState(
			"Own Node, this node's uptime",
			{ event: 'ownNode', source: 'node', alertWhen: ['left'] },
			['left', 'joined'],
			(isGone) => world.setStanding({ isValidator: !isGone }),
		),
		watchState(
			'Node Health',
			{ event: 'nodeHealth', alertWhen: ['unhealthy'] },
			['unhealthy', 'healthy'],
			(isSick) => setHealth({ failing: isSick ? { network: 'no messages received' } : {} }),
		),
		watchState(
			'Node Health, metrics',
			{ event: 'nodeHealth', alertWhen: ['validatorsBenched'] },
			['validatorsBenched', 'validatorsNotBenched'],
			(isBenched) =>
				setMetrics({ 'avalanche_benchlist_benched_num{chain="C"}': isBenched ? 3 : null }),
		),
		// On the L1, so that no other scene loses sight of its blocks.
		{
			comparesPolls: true,
			...watchState(
				'Node Health, head',
				{ event: 'nodeHealth', alertWhen: ['headNotMoving'] },
				['headNotMoving', 'headMoving'],
				async (isStanding) => {
					const chain = demoL1Chain.blockchainId;
					await setHead({ chain, stands: isStanding });
					await setHead({ chain, observer: 'zurich', ahead: isStanding ? 20 : 0 });
					if (!isStanding) await (await evm(chain)).request('anvil_mine', ['0x1']);
				},
				{
					headChain: { mode: 'id', value: demoL1Chain.blockchainId },
					furtherObservers: `Zurich = ${nodeUrl}/observers/zurich`,
				},
			),
		},
		// Another node is ahead, so that the queried one shows the scene above what it is to show.
		watchState(
			'Node Health, behind',
			{ event: 'nodeHealth', alertWhen: ['nodeBehind'] },
			['nodeBehind', 'nodeCaughtUp'],
			async (isBehind) =>
				await setHead({
					chain: demoL1Chain.blockchainId,
					observer: 'geneva',
					lateSeconds: isBehind ? -900 : 0,
				}),
			{
				headChain: { mode: 'id', value: demoL1Chain.blockchainId },
				furtherObservers: `Geneva = ${nodeUrl}/observers/geneva`,
			},
		),
		watchState(
			'Own Node, peers',
			{ event: 'ownNode', source: 'peers', ...of(peer, 'disconnected') },
			connection,
			connect(peer),
		),
	];
}

/** What the Data API shows. */
function watchService({ world }: Devnet): Scene[] {
	const [chain] = world.ledger.chains;
	const { assets, transactions } = world.ledger.primary.mainnet;
	const [asset] = assets;
	const token = chain!.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
	const [validator] = ourNodeIds as [string];
	/** A block with payments, transfers and internal payments, and with others beside them. */
	const addActivity = (dice: Dice, count: number) => {
		const blocks = Array.from({ length: Math.ceil(count / 3) }, () => {
			const others = [1, 2].map(() => dice.pick([demoAccount, stranger]));
			addBlock(chain!, ...[demoAccount, ...others].map((to) => ({ to })));
			return chain!.blocks.at(-1)!;
		});
		for (const [i, transaction] of blocks.flatMap((block) => block.transactions).entries()) {
			const { from, value } = transaction;
			const move = { transaction, from, to: demoAccount, value };
			if (i === 0 || dice.chance(0.5))
				transaction.transfers.push({ ...move, logIndex: 1, contract: token });
			if (i === 0 || dice.chance(0.5))
				transaction.internals.push({ ...move, type: 'CALL', isReverted: false });
		}
	};
	const listHashes = (isWatched: (transaction: Transaction) => boolean) => () =>
		chain!.blocks
			.flatMap((block) => block.transactions)
			.filter(isWatched)
			.map(({ hash }) => hash);
	const watch = (
		name: string,
		more: INodeParameters,
		isWatched: (transaction: Transaction) => boolean,
	): Scene => ({
		name: `New Transaction, ${name}`,
		parameters: { event: 'newTransaction', chainId: '43114', address: demoAccount, ...more },
		isState: false,
		happen: addActivity,
		listHappened: listHashes(isWatched),
		nameOf: ({ txHash }) => txHash as string,
	});
	let added = 0;
	const reward = (of: string, parameters: INodeParameters): Scene => ({
		name: `New Reward of ${of}`,
		parameters: {
			event: 'newReward',
			network: 'mainnet',
			...parameters,
			rewardTypes: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'],
		},
		isState: false,
		happen: (_dice, count) => {
			for (let i = 0; i < count; i++)
				world.addRewards({ nodeIDs: [validator], amount: `${++added}500000000` });
		},
		listHappened: () =>
			world.rewards.mainnet
				.filter(({ nodeId }) => nodeId === validator)
				.map(({ amount }) => `${Number(amount) / 1e9}`),
		nameOf: ({ amountExact }) => amountExact as string,
	});
	return [
		watch('address', { watch: 'address' }, ({ from, to }) => [from, to].includes(demoAccount)),
		watch('internal', { watch: 'internal' }, ({ internals }) =>
			internals.some(({ from, to }) => [from, to].includes(demoAccount)),
		),
		watch(
			'wallets',
			{ watch: 'wallets', addresses: `${demoAccount}\n${wallet}`, kinds: ['address'] },
			({ from, to }) => [from, to].includes(demoAccount),
		),
		watch('token', { watch: 'token', address: token.address }, ({ transfers }) =>
			transfers.some(({ contract }) => contract === token),
		),
		saysWhenBehind(watch('chain', { watch: 'chain' }, () => true)),
		{
			name: 'New Transaction, X-Chain asset',
			parameters: {
				event: 'newTransaction',
				watch: 'asset',
				network: 'mainnet',
				assetId: asset!.assetId,
			},
			isState: false,
			happen: (_dice, count) => {
				const last = transactions.findLast(({ consumed, emitted }) =>
					[...consumed, ...emitted].some((utxo) => utxo.asset === asset),
				)!;
				for (let i = 0; i < count; i++)
					transactions.push({
						...last,
						hash: hashOf(2_000_000_000 + ++added),
						timestamp: Math.floor(world.time),
					});
			},
			listHappened: () =>
				transactions
					.filter(({ consumed, emitted }) =>
						[...consumed, ...emitted].some((utxo) => utxo.asset === asset),
					)
					.map(({ hash }) => hash),
			nameOf: ({ txHash }) => txHash as string,
		},
		reward('a validator', { validatorsFrom: 'lines', nodeIds: validator }),
		saysWhenBehind(reward('an address', { rewardsOf: 'addresses', addresses: ourRewardAddress })),
	];
}

/** Logs Transfer(caller, to, value), whatever it is called with. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const tokenCode = `0x602435600052600435337f${transferTopic}60206000a300`;
const tokenAddress = `0x${'7'.repeat(40)}`;
const transferData = `0xa9059cbb${word(demoAccount)}${word(7)}`;

/** What a node alone shows: the blocks of an EVM of its own. */
function watchNode(devnet: Devnet): Scene[] {
	const sent: Array<{ hash: string; to: string; block: string }> = [];
	let start: Promise<unknown> | undefined;
	/** The first second that is later than all blocks. */
	let free = 0;
	const targets = [
		[demoAccount, '0x'],
		[stranger, '0x'],
		[tokenAddress, transferData],
	] as const;
	const send = async (dice: Dice, count: number, watched?: string) => {
		const { request } = await devnet.evm();
		await (start ??= request('anvil_setCode', [tokenAddress, tokenCode]));
		const now = Math.max(Math.floor(devnet.world.time), free);
		free = now + count;
		await request('evm_setNextBlockTimestamp', [now]);
		for (let i = 0; i < count; i++) {
			const first = i === 0 && targets.find(([to]) => to === watched);
			const [to, data] = first || dice.pick(targets);
			const transaction = { from: nodeAccount, to, data, value: '0x0', gas: '0x30d40' };
			const hash = await request('eth_sendTransaction', [transaction]);
			let receipt;
			// The EVM answers a moment before it mines.
			while (!receipt) receipt = await request('eth_getTransactionReceipt', [hash]);
			sent.push({ hash, to, block: receipt.blockHash });
		}
	};
	const watch = (name: string, parameters: INodeParameters, address?: string): Scene => ({
		name,
		parameters: { chain: 'C', ...parameters },
		isState: false,
		happen: async (dice, count) => await send(dice, count, address),
		listHappened: () => sent.filter(({ to }) => (address ?? to) === to).map(({ hash }) => hash),
		nameOf: ({ txHash, transactionHash, hash }) => (txHash ?? transactionHash ?? hash) as string,
	});
	const transaction = (kind: string, address?: string) =>
		watch(
			`New Transaction, ${kind}, from a node`,
			{
				event: 'newTransaction',
				readFrom: 'node',
				watch: kind,
				...(address && { address }),
			},
			address,
		);
	const contractEvent = (findBy: INodeParameters) => ({
		event: 'contractEvent',
		addresses: tokenAddress,
		...findBy,
	});
	const bySignature = contractEvent({
		findBy: 'declaration',
		events: 'event Transfer(address indexed from, address indexed to, uint256 value)',
	});
	const stream = (name: string, parameters: INodeParameters, address?: string): Scene => ({
		...watch(`Stream, ${name}`, parameters, address),
		isStream: true,
	});
	return [
		saysWhenBehind(transaction('address', demoAccount)),
		transaction('token', tokenAddress),
		transaction('chain'),
		{
			...watch('New Transaction, wallets, from a node', {
				event: 'newTransaction',
				readFrom: 'node',
				watch: 'wallets',
				addresses: `${demoAccount}\n${wallet}`,
			}),
			// AVAX, and tokens of the same account.
			listHappened: () => sent.filter(({ to }) => to !== stranger).map(({ hash }) => hash),
		},
		watch('Contract Event', bySignature, tokenAddress),
		watch(
			'Contract Event, Common Event',
			contractEvent({ findBy: 'common', commonEvent: 'transfer' }),
			tokenAddress,
		),
		watch(
			'Contract Event, topics',
			contractEvent({ findBy: 'topics', topics: `["0x${transferTopic}"]` }),
			tokenAddress,
		),
		stream('Contract Event', bySignature, tokenAddress),
		stream('Token Transfer', { event: 'tokenTransfer', address: tokenAddress }, tokenAddress),
		stream(
			'Transaction of an Address',
			{ event: 'newTransaction', address: demoAccount },
			demoAccount,
		),
		stream('Accepted Transaction', { event: 'acceptedTransaction' }),
		{
			...stream('New Block', { event: 'newBlock' }),
			// One for each transaction.
			listHappened: () => sent.map(({ block }) => block),
			nameOf: ({ hash }) => hash as string,
		},
	];
}

/** All of them on one network; what happens in one scene of the same kind happens in the others too. */
const listAllScenes = (devnet: Devnet): Scene[] => [
	...watchStates(devnet),
	...watchBalances(devnet),
	...watchService(devnet),
	...watchNode(devnet),
];

/** Those of the polling trigger. */
export const listScenes = (devnet: Devnet): Scene[] =>
	listAllScenes(devnet).filter(({ isStream }) => !isStream);

/** Publishes a workflow of the scene's trigger alone; a polling one polls at these times. */
export async function publishScene(
	rest: Rest,
	{ name, isStream, parameters }: Scene,
	avalancheNodesApi: { id: string; name: string },
	{ cronExpressions, redeliver }: { cronExpressions: string[]; redeliver?: boolean },
): Promise<Workflow> {
	const item = cronExpressions.map((cronExpression) => ({ mode: 'custom', cronExpression }));
	const trigger = {
		id: 'trigger',
		name: triggerName,
		typeVersion: 1,
		position: [0, 0],
		type: `${packName}.${isStream ? 'avalancheStreamTrigger' : 'avalancheTrigger'}`,
		credentials: { avalancheNodesApi },
		parameters: {
			...parameters,
			...(!isStream && { pollTimes: { item } }),
			options: {
				...(parameters.options as object),
				...(!isStream && redeliver !== undefined && { redeliver }),
			},
		},
	};
	const workflow = await rest.createWorkflow({ name, nodes: [trigger], connections: {} });
	await rest.publish(workflow);
	return workflow;
}

/** How often each name comes. */
export function countNames(names: Iterable<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** What the first has more of than the second. */
export function listMore(counts: Map<string, number>, than: Map<string, number>): string[] {
	return [...counts].flatMap(([name, count]) =>
		Array.from({ length: Math.max(0, count - (than.get(name) ?? 0)) }, () => name),
	);
}

/** A published trigger, and the names of the items that a workflow received of it. */
export interface Watch {
	scene: Scene;
	/** What had happened before the watch began. */
	before: Map<string, number>;
	received: string[];
}

/** Of the polling trigger, or of both. */
export const openWatches = (devnet: Devnet, { streams = false } = {}): Watch[] =>
	(streams ? listAllScenes : listScenes)(devnet).map((scene) => ({
		scene,
		before: countNames(scene.listHappened()),
		received: [],
	}));

/** What a workflow is to receive. */
export const listExpected = ({ scene, before }: Watch): string[] =>
	listMore(countNames(scene.listHappened()), before);

export const isAllReceived = (watch: Watch): boolean =>
	watch.received.length >= listExpected(watch).length;

/** What did not come, or came too often, in words. */
export function compareWatches(watches: Watch[]): string[] {
	const say = ({ scene }: Watch, what: string, names: string[]) =>
		names.length ? [`${scene.name}: ${names.length} ${what}: ${names.slice(0, 5).join(', ')}`] : [];
	return watches.flatMap((watch) => {
		const [happened, received] = [countNames(listExpected(watch)), countNames(watch.received)];
		return [
			...say(watch, 'never came', listMore(happened, received)),
			...say(watch, 'came too often', listMore(received, happened)),
		];
	});
}
