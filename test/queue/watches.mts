/** Every event of the trigger as a workflow that watches the local network: what to let happen, and what must come of it. */
import { demoAccount, demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { addBlock } from '../support/addBlock.mts';

export interface Watch {
	/** File in examples/ whose trigger gets these parameters. */
	example: string;
	parameters: { options: object; [name: string]: unknown };
	/** What recognizes an item among those of its workflow. */
	nameOf: (item: any) => string;
	/** Lets something happen for the `nth` time, from 1; names of the items that must come. */
	happen: (devnet: Devnet, nth: number) => string[];
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

/** By the trigger's value of Event. */
export const watches: Record<string, Watch> = {
	newTransaction: {
		example: 'payment-received.json',
		parameters: { address: demoAccount, options: {} },
		nameOf: ({ txHash }) => txHash,
		happen: ({ world }) => addBlock(world.ledger.chains[0]!),
	},
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
};
