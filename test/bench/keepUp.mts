/**
 * How much each source of the trigger keeps up with at one poll a minute: far behind, a watch reads as much as a poll
 * takes; the mean of its later polls is what it can follow for ever. `npm run bench -- keepup`.
 */
import { advanceClock } from '../soak/clock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, ourNodeIds, startDevnet } from '../../devnet/devnet.mts';
import { writeRows } from './output.mts';
import { median, turnLabel } from './race.mts';
import { startValidators } from './validatorsNetwork.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { addBlock } from '../../devnet/addBlock.mts';
import { credentialsFor, loadEngine } from '../support/engine.mts';
import type { Engine } from '../support/engine.mts';
import { type LoopMeter, meterLoop } from '../support/loopMeter.mts';
import { address, hashOf } from '../support/hex.mts';
import {
	startDenseChain,
	token,
	transferEvent,
	watched,
	type BlockContents,
} from './denseChain.mts';

const latencyMs = 100;
const secondsBetweenPolls = 60;
const transactionsOfBlock = 5;
const quietPolls = 3;

/** How much is measured. */
interface Extent {
	/** Polls until one is like the other: pages have their size, and what may be late is read again. */
	warmUps: number;
	measuredPolls: number;
	/** More than these polls take. */
	recordsBehind: number;
	drainedBlocks: number;
	rewardsOfDay: number[];
	validators: number[];
	/** Addresses of a watch of balances. */
	balances: number[];
}

const whole: Extent = {
	warmUps: 12,
	measuredPolls: 3,
	recordsBehind: 18_000,
	drainedBlocks: 100_000,
	rewardsOfDay: [100, 1000, 3000],
	validators: [500, 5000],
	balances: [1, 10, 100],
};
const short: Extent = {
	warmUps: 1,
	measuredPolls: 1,
	recordsBehind: 4_000,
	drainedBlocks: 1_000,
	rewardsOfDay: [100],
	validators: [200],
	balances: [10],
};

interface Rate {
	watch: string;
	/** Per second. */
	blocks?: number;
	records: number;
	/** Per poll. */
	requests: number;
	seconds: number;
	/** Compute units per poll. */
	units?: number;
	turnMs: number;
}

/** Where the mock network works in the same process, its turns count too. */
const turnOf = (meter: LoopMeter) => ({ [turnLabel]: Math.round(meter.longestMs) });

interface Watched {
	watch: string;
	url: string;
	parameters: INodeParameters;
	takeRequests: () => number;
	/** Of one request, where the service counts them. */
	unitsOfRequest?: number;
	/** Puts the watch further behind than its polls get. */
	fallBehind: () => void;
}

const createTrigger = (engine: Engine, { url, parameters }: Pick<Watched, 'url' | 'parameters'>) =>
	engine.createPoll('avalancheTrigger', parameters, { credentials: credentialsFor(url) });

interface Place {
	place: { next: number };
}

/** The place that the watch has reached, with all its lists where it has several. */
function placeOf({ cursor }: IDataObject): number {
	const { parts, place } = cursor as unknown as Place & { parts?: Record<string, Place> };
	if (!parts) return place.next;
	return Math.min(...Object.values(parts).map((part) => part.place.next));
}

async function measureRate(
	engine: Engine,
	of: Watched,
	{ warmUps, measuredPolls }: Extent,
): Promise<Rate> {
	const trigger = createTrigger(engine, of);
	await trigger.activate();
	advanceClock(secondsBetweenPolls);
	of.fallBehind();
	let [records, requests, seconds, from] = [0, 0, 0, 0];
	let place = placeOf(trigger.stored);
	const meter = meterLoop();
	for (let i = 0; i < warmUps + measuredPolls; i++) {
		advanceClock(secondsBetweenPolls);
		of.takeRequests();
		const start = performance.now();
		const items = (await trigger.poll()) ?? [];
		if (i === warmUps - 1) from = placeOf(trigger.stored);
		if (i < warmUps) continue;
		place = placeOf(trigger.stored);
		records += items.length;
		requests += of.takeRequests();
		seconds += (performance.now() - start) / 1000;
	}
	meter.stop();
	if (!records) throw new Error(`${of.watch}: not far enough behind`);
	const asked = requests / measuredPolls;
	const time = measuredPolls * secondsBetweenPolls;
	return {
		watch: of.watch,
		...(of.unitsOfRequest
			? { units: asked * of.unitsOfRequest }
			: { blocks: (place - from) / time }),
		records: records / time,
		requests: asked,
		seconds: seconds / measuredPolls,
		turnMs: meter.longestMs,
	};
}

const onNode = { chain: 'C' };
const transactionsOf = (watch: string, more: INodeParameters = {}) => ({
	event: 'newTransaction',
	readFrom: 'node',
	watch,
	...onNode,
	...more,
});
const sparse = { transactions: 20, payments: 0, transfers: 0 };
/** Addresses of which the first one is paid. */
const listWallets = (first: string, count: number): string =>
	[first, ...Array.from({ length: count - 1 }, (_, n) => address(1000 + n))].join('\n');

type NodeWatch = [watch: string, parameters: INodeParameters, contents: BlockContents];
const nodeWatches: NodeWatch[] = [
	[
		'address: 20 transactions a block, 1 of the address',
		transactionsOf('address', { address: watched }),
		{ ...sparse, payments: 1 },
	],
	[
		'address: 20 transactions a block, 1 in 100 blocks of the address',
		transactionsOf('address', { address: watched }),
		{ ...sparse, payments: 1, oneBlockOf: 100 },
	],
	...[1, 50].map(
		(count): NodeWatch => [
			`wallets: ${count}, with AVAX and tokens, 1 payment and 1 transfer a block`,
			transactionsOf('wallets', {
				addresses: listWallets(watched, count),
				kinds: ['address', 'erc20'],
			}),
			{ ...sparse, payments: 1, transfers: 1 },
		],
	),
	['chain: 20 transactions a block', transactionsOf('chain'), sparse],
	[
		'token: 5 transfers a block',
		transactionsOf('token', { address: token }),
		{ ...sparse, transfers: 5 },
	],
	[
		'token: 1 transfer in 100 blocks',
		transactionsOf('token', { address: token }),
		{ ...sparse, transfers: 1, oneBlockOf: 100 },
	],
	[
		'Contract Event: 5 events a block',
		{
			event: 'contractEvent',
			findBy: 'declaration',
			addresses: token,
			events: transferEvent,
			...onNode,
		},
		{ ...sparse, transfers: 5 },
	],
];

async function measureNode(engine: Engine, extent: Extent): Promise<Rate[]> {
	const rates: Rate[] = [];
	for (const [watch, parameters, contents] of nodeWatches) {
		const { url, takeRequests, grow, close } = await startDenseChain(contents, latencyMs);
		const watched = { watch, url, parameters, takeRequests, fallBehind: () => grow(1_000_000) };
		rates.push(await measureRate(engine, watched, extent));
		close();
	}
	return rates;
}

/** What is watched in the Data API, and what puts the watch far behind, with records that all matter. */
function listServiceWatches({ world }: Devnet, recordsBehind: number) {
	const [chain] = world.ledger.chains;
	const { assets, transactions } = world.ledger.primary.mainnet;
	const coin = chain!.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
	const addBlocks = () => {
		for (let n = 0; n < recordsBehind / transactionsOfBlock; n++) {
			addBlock(chain!, ...Array.from({ length: transactionsOfBlock }, () => ({})));
			for (const transaction of chain!.blocks.at(-1)!.transactions) {
				const { from, value } = transaction;
				const move = { transaction, from, to: demoAccount, value };
				transaction.transfers.push({ ...move, logIndex: 1, contract: coin });
				transaction.internals.push({ ...move, type: 'CALL', isReverted: false });
			}
		}
	};
	const onChain = (watch: string, more: INodeParameters = {}) => ({
		watch,
		unitsOfRequest: 20,
		fallBehind: addBlocks,
		parameters: { event: 'newTransaction', chainId: '43114', watch, ...more },
	});
	return [
		onChain('address', { address: demoAccount }),
		onChain('internal', { address: demoAccount }),
		onChain('token', { address: coin.address }),
		onChain('chain'),
		onChain('wallets', { addresses: listWallets(demoAccount, 10), kinds: ['address', 'erc20'] }),
		{
			watch: 'X-Chain asset',
			unitsOfRequest: 100,
			parameters: {
				event: 'newTransaction',
				watch: 'asset',
				network: 'mainnet',
				assetId: assets[0]!.assetId,
			},
			fallBehind: () => {
				const last = transactions.findLast(({ consumed, emitted }) =>
					[...consumed, ...emitted].some((utxo) => utxo.asset === assets[0]),
				)!;
				const from = Math.floor(world.time);
				for (let n = 0; n < recordsBehind; n++)
					transactions.push({
						...last,
						hash: hashOf(3_000_000_000 + n),
						timestamp: from + Math.floor(n / 200),
					});
			},
		},
	];
}

async function measureService(engine: Engine, extent: Extent): Promise<Rate[]> {
	const rates: Rate[] = [];
	for (let i = 0, count = 1; i < count; i++) {
		const devnet = await startDevnet({ validators: 10, rewards: 0 });
		devnet.faults([{ latencyMs }]);
		const watches = listServiceWatches(devnet, extent.recordsBehind);
		// An asset far behind takes many polls until its first records come: too many for the short form.
		count = watches.length - (extent === short ? 1 : 0);
		const takeRequests = () => devnet.log.splice(0).length;
		const watched = { ...watches[i]!, url: devnet.url, takeRequests };
		rates.push(await measureRate(engine, watched, extent));
		await devnet.close();
	}
	return rates;
}

/** Rewards are read anew for as long as the Late Record Window lasts, a day: what a poll costs by their number. */
async function measureRewards(engine: Engine, { rewardsOfDay }: Extent): Promise<object[]> {
	const rows: object[] = [];
	for (const count of rewardsOfDay) {
		const devnet = await startDevnet({ validators: 10, rewards: 0 });
		const [nodeId] = ourNodeIds as [string];
		const trigger = createTrigger(engine, {
			url: devnet.url,
			parameters: {
				event: 'newReward',
				network: 'mainnet',
				validatorsFrom: 'lines',
				nodeIds: nodeId,
				rewardTypes: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'],
			},
		});
		await trigger.activate();
		advanceClock(secondsBetweenPolls);
		devnet.faults([{ latencyMs }]);
		const endOfDay = Math.floor(devnet.world.time);
		for (let n = 0; n < count; n++)
			devnet.world.addRewards({ nodeIDs: [nodeId], endTimestamp: endOfDay + Math.floor(n / 50) });
		let [polls, came, requests] = [0, 0, 0];
		const meter = meterLoop();
		for (; came < count; polls++) {
			advanceClock(secondsBetweenPolls);
			came += (await trigger.poll())?.length ?? 0;
		}
		devnet.clearLog();
		advanceClock(secondsBetweenPolls);
		await trigger.poll();
		requests = devnet.log.length;
		meter.stop();
		rows.push({
			'rewards in a day': count,
			'polls until all came': polls,
			'requests a poll, from then on': requests,
			'CU a poll': requests * 100,
			...turnOf(meter),
		});
		await devnet.close();
	}
	return rows;
}

/** Polls until a watch that was away for so many blocks has them all. */
async function measureDrain(engine: Engine, { drainedBlocks }: Extent): Promise<object[]> {
	const rows: object[] = [];
	const contents = { transactions: 2, payments: 1, transfers: 1, oneBlockOf: 100 };
	for (const [watch, parameters] of [
		['address', transactionsOf('address', { address: watched })],
		['token', transactionsOf('token', { address: token })],
		['chain', transactionsOf('chain')],
	] as const) {
		const { url, takeRequests, grow, close } = await startDenseChain(contents, 0);
		const trigger = createTrigger(engine, { url, parameters });
		await trigger.activate();
		const start = placeOf(trigger.stored);
		grow(drainedBlocks);
		takeRequests();
		let [polls, records] = [0, 0];
		const meter = meterLoop();
		for (; placeOf(trigger.stored) < start + drainedBlocks; polls++) {
			advanceClock(secondsBetweenPolls);
			records += (await trigger.poll())?.length ?? 0;
		}
		meter.stop();
		const requests = takeRequests();
		rows.push({ 'watch, from a node': watch, polls, requests, records, ...turnOf(meter) });
		close();
	}
	return rows;
}

/** A watch of many validators, of which one in a hundred goes down and comes back; the network has a process of its own. */
async function measureValidators(
	engine: Engine,
	{ validators: counts }: Extent,
): Promise<object[]> {
	const rows: object[] = [];
	for (const validators of counts) {
		const network = await startValidators(validators);
		const trigger = createTrigger(engine, {
			url: network.url,
			parameters: {
				event: 'validatorDown',
				validatorsFrom: 'all',
				alertWhen: ['disconnected'],
				options: { failedChecks: 1, goodChecks: 1, reportExisting: false },
			},
		});
		await trigger.activate();
		await network.takeRequests();
		const poll = async () => {
			advanceClock(secondsBetweenPolls);
			const start = performance.now();
			const { length: items = 0 } = (await trigger.poll()) ?? [];
			return { items, seconds: (performance.now() - start) / 1000 };
		};
		const meter = meterLoop();
		const quiet = [await poll(), await poll(), await poll()].map(({ seconds }) => seconds);
		const requests = (await network.takeRequests()) / quiet.length;
		const some = await network.disconnect();
		const down = await poll();
		await network.reconnect();
		const up = await poll();
		meter.stop();
		rows.push({
			'validators watched': validators,
			'requests a quiet poll': requests.toFixed(2),
			'seconds a quiet poll': median(quiet).toFixed(2),
			'went down and came back': some,
			'seconds a poll with these alerts': down.seconds.toFixed(2),
			items: down.items + up.items,
			...turnOf(meter),
			'memory stored (KB)': (JSON.stringify(trigger.stored).length / 1024).toFixed(1),
		});
		network.close();
	}
	return rows;
}

/** A quiet watch of many balances: what a poll asks and takes, and what it stores. */
async function measureBalances(engine: Engine, { balances: counts }: Extent): Promise<object[]> {
	const rows: object[] = [];
	for (const count of counts) {
		const devnet = await startDevnet({ validators: 10, rewards: 0 });
		const addresses = listWallets(demoAccount, count);
		const trigger = createTrigger(engine, {
			url: devnet.url,
			parameters: {
				event: 'balance',
				source: 'native',
				...onNode,
				addresses,
				below: '1',
				options: { reportExisting: false },
			},
		});
		await trigger.activate();
		const poll = async () => {
			advanceClock(secondsBetweenPolls);
			const start = performance.now();
			await trigger.poll();
			return (performance.now() - start) / 1000;
		};
		await poll();
		devnet.faults([{ latencyMs }]);
		devnet.clearLog();
		let seconds = 0;
		const meter = meterLoop();
		for (let i = 0; i < quietPolls; i++) seconds += await poll();
		meter.stop();
		rows.push({
			addresses: count,
			'requests a quiet poll': devnet.log.length / quietPolls,
			'seconds a quiet poll': (seconds / quietPolls).toFixed(2),
			...turnOf(meter),
			'memory stored (KB)': (JSON.stringify(trigger.stored).length / 1024).toFixed(1),
		});
		await devnet.close();
	}
	return rows;
}

const write = ({ watch, blocks, records, requests, units, seconds, turnMs }: Rate) => ({
	watch,
	...(blocks !== undefined && { 'blocks a second': blocks.toFixed(1) }),
	'records a second': records.toFixed(1),
	'requests a poll': requests.toFixed(0),
	...(units !== undefined && { 'CU a poll': units.toFixed(0) }),
	'seconds a poll': seconds.toFixed(1),
	[turnLabel]: Math.round(turnMs),
});

export async function measureKeepUp(isShort: boolean): Promise<void> {
	const extent = isShort ? short : whole;
	const engine = await loadEngine();
	writeRows(
		`Keep-up rates at one poll a minute, ${latencyMs} ms latency: from a node`,
		(await measureNode(engine, extent)).map(write),
	);
	writeRows(
		'From the Data API, where every record is of what is watched',
		(await measureService(engine, extent)).map(write),
	);
	writeRows('New Reward', await measureRewards(engine, extent));
	writeRows(
		`After ${extent.drainedBlocks.toLocaleString('en')} blocks without a poll`,
		await measureDrain(engine, extent),
	);
	writeRows('Validator Down or at Risk, all validators', await measureValidators(engine, extent));
	writeRows('Balance Below or Above, AVAX of the C-Chain', await measureBalances(engine, extent));
	engine.close();
}
