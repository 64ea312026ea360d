/** Every event of the trigger as a workflow of a running n8n: what to let happen on the mock network, and what must come. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAccount, demoL1Chain, fundedAccount, ourNodeIds } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import type { Rest, Workflow, WorkflowFile } from '../../tools/n8n/rest.mts';
import { addBlock } from './addBlock.mts';

export interface Watch {
	/** File in examples/ whose trigger gets these parameters beside its own. */
	example: string;
	parameters: { options: object; [name: string]: unknown };
	/** What recognizes an item among those of its workflow. */
	nameOf: (item: any) => string;
	/** Lets something happen for the `nth` time, from 1; names of the items that must come. */
	happen: (devnet: Devnet, nth: number) => string[] | Promise<string[]>;
	/** The Avalanche Stream Trigger in place of the other. */
	isStream?: true;
	/** What ends before it can begin again: happens only once the last time was reported. */
	isCondition?: true;
}

const immediately = { failedChecks: 1, goodChecks: 1 };

/** A condition that begins and ends in turn. */
function condition(
	parameters: object,
	begin: (devnet: Devnet) => void,
	end: (devnet: Devnet) => void,
	names: [string, string],
): Watch {
	return {
		example: 'validator-watch.json',
		parameters: { ...parameters, options: immediately },
		nameOf: ({ event }) => event,
		isCondition: true,
		happen: (devnet, nth) => {
			const isBeginning = nth % 2 === 1;
			(isBeginning ? begin : end)(devnet);
			return [names[isBeginning ? 0 : 1]];
		},
	};
}

const [first, second, third] = ourNodeIds as [string, string, string];
const lines = (nodeIds: string) => ({ validatorsFrom: 'lines', nodeIds });

/** A contract at this address emits what it is called with, as the topic of a log without data (LOG1). */
function contractEvents(address: string, parameters: object): Watch {
	const code = '0x60003560006000a100';
	return {
		example: 'payment-received.json',
		parameters: {
			...{ ...parameters, event: 'contractEvent', addresses: address },
			...{ findBy: 'topics', options: {} },
		},
		nameOf: ({ topics }) => topics[0],
		happen: async ({ evm }, nth) => {
			const topic = `0x${nth.toString(16).padStart(64, '0')}`;
			const { request } = await evm();
			await request('anvil_setCode', [address, code]);
			await request('anvil_impersonateAccount', [fundedAccount]);
			const call = { from: fundedAccount, to: address, data: topic };
			const hash = await request('eth_sendTransaction', [call]);
			await request('evm_mine', []);
			const receipt = await request('eth_getTransactionReceipt', [hash]);
			assert.equal(receipt.logs[0].topics[0], topic);
			return [topic];
		},
	};
}

/** By the value of Event of the Avalanche Trigger; `stream` is the Avalanche Stream Trigger. */
export const watches: Record<string, Watch> = {
	newTransaction: {
		example: 'payment-received.json',
		parameters: { address: demoAccount, options: {} },
		nameOf: ({ txHash }) => txHash,
		happen: ({ world }) => addBlock(world.ledger.chains[0]!),
	},
	contractEvent: contractEvents(`0x${'e'.repeat(40)}`, { chain: 'C' }),
	newReward: {
		example: 'reward-received.json',
		parameters: { nodeIds: ourNodeIds.join(', '), options: {} },
		nameOf: ({ amountExact }) => amountExact,
		happen: ({ world }, nth) => {
			world.addRewards({ nodeIDs: [first], amount: `${nth}500000000` });
			return [`${nth}.5`];
		},
	},
	validatorDown: condition(
		{ event: 'validatorDown', ...lines(first), alertWhen: ['disconnected'] },
		({ world }) => world.disconnect({ nodeIDs: [first] }),
		({ world }) => world.reconnect({ nodeIDs: [first] }),
		['disconnected', 'reconnected'],
	),
	l1Validator: condition(
		{
			event: 'l1Validator',
			source: 'blockchain',
			blockchainId: demoL1Chain.blockchainId,
			...lines(second),
			alertWhen: ['inactive'],
		},
		({ world }) => world.deactivate({ nodeIDs: [second] }),
		({ world }) => world.activate({ nodeIDs: [second] }),
		['inactive', 'active'],
	),
	nodeVersion: condition(
		{ event: 'nodeVersion', ...lines(third), alertWhen: ['outdated'] },
		({ world }) => void (world.nodes.get(third)!.version = 'avalanchego/1.14.2'),
		({ world }) => void (world.nodes.get(third)!.version = 'avalanchego/1.15.0'),
		['outdated', 'upToDate'],
	),
	ownNode: condition(
		{ event: 'ownNode', source: 'node', alertWhen: ['left'] },
		({ world }) => world.setStanding({ isValidator: false }),
		({ world }) => world.setStanding({ isValidator: true }),
		['left', 'joined'],
	),
	stream: { ...contractEvents(`0x${'d'.repeat(40)}`, { chain: 'C' }), isStream: true },
};

/** A published workflow that watches, and what happened that it must receive. */
export interface Watching {
	name: string;
	watch: Watch;
	workflow: Workflow;
	isRedelivering: boolean;
	/** Names of the items that must come. */
	happened: string[];
	/** How often something happened. */
	times: number;
}

export interface PublishOptions {
	isRedelivering: boolean;
	/** Of the minute, in which a poll comes. */
	second: number;
	/** 60, or a part of it. */
	secondsBetweenPolls: number;
}

/** n8n takes no expression that fires more than once a minute, but many of them. */
const pollTimesFrom = ({ second, secondsBetweenPolls }: PublishOptions) => ({
	item: Array.from({ length: 60 / secondsBetweenPolls }, (_, i) => ({
		mode: 'custom',
		cronExpression: `${(second + i * secondsBetweenPolls) % 60} * * * * *`,
	})),
});

/** Publishes the example with the trigger of a row of `watches`. */
export async function publishWatch(
	rest: Rest,
	name: string,
	avalancheApi: { id: string; name: string },
	options: PublishOptions,
): Promise<Watching> {
	const { isRedelivering } = options;
	const watch = watches[name]!;
	const example: WorkflowFile = JSON.parse(readFileSync(join('examples', watch.example), 'utf8'));
	const trigger = example.nodes.find(({ type }) => type.endsWith('.avalancheTrigger'))!;
	Object.assign(trigger.parameters, watch.parameters, {
		options: { ...watch.parameters.options, ...(isRedelivering && { redeliver: true }) },
		...(!watch.isStream && { pollTimes: pollTimesFrom(options) }),
	});
	if (watch.isStream) trigger.type = 'n8n-nodes-avalanche.avalancheStreamTrigger';
	trigger.credentials = { avalancheApi };
	example.name = isRedelivering ? `${name}, redelivering` : name;
	const workflow = await rest.createWorkflow(example);
	await rest.publish(workflow);
	return { name: example.name, watch, workflow, isRedelivering, happened: [], times: 0 };
}

/** Something happens for each of these; once for those that watch the same. */
export async function letHappen(devnet: Devnet, watching: Watching[]): Promise<void> {
	for (const [watch, same] of Map.groupBy(watching, (one) => one.watch)) {
		const names = await watch.happen(devnet, same[0]!.times + 1);
		for (const one of same) {
			one.happened.push(...names);
			one.times++;
		}
	}
}

const count = (names: string[]): Map<string, number> => {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
};

/** Names of which there are more in the first, as often as that. */
const listMore = (first: Map<string, number>, second: Map<string, number>): string[] =>
	[...first].flatMap(([name, n]) => Array(Math.max(0, n - (second.get(name) ?? 0))).fill(name));

export interface Comparison {
	events: number;
	/** Names of what happened and did not come. */
	lost: string[];
	/** Items whose `eventId` came before. */
	doubled: number;
	/** Items beyond what happened, whose `eventId` is another. */
	doubledAnew: number;
}

/** What came of one watch, beside what happened; throws if one `eventId` stands for two things. */
export function compare({ name, watch, happened }: Watching, items: any[]): Comparison {
	const once = new Map<string, string>();
	for (const item of items) {
		const itemName = watch.nameOf(item);
		assert.equal(once.get(item.eventId) ?? itemName, itemName, `${name}: two items, one event ID`);
		once.set(item.eventId, itemName);
	}
	const [wanted, received] = [count(happened), count([...once.values()])];
	return {
		events: happened.length,
		lost: listMore(wanted, received),
		doubled: items.length - once.size,
		doubledAnew: listMore(received, wanted).length,
	};
}
