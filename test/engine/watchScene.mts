/** A mock network for each test, and triggers of the event Uptime Drop. */
import { demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { useTrigger } from '../support/useEngine.mts';

export const devnet = useFreshDevnet({ validators: 60, rewards: 0 });

export const [ours, other] = ourNodeIds;

/** A published trigger that watches two validators and is told at once. */
export const createTrigger = useTrigger(devnet, {
	event: 'uptimeDrop',
	nodeIds: `${ours}, ${other}`,
	badPolls: 1,
	goodPolls: 1,
});

export const onL1 = { source: 'blockchain', blockchainId: demoL1Chain.blockchainId };
export const disconnect = (...nodeIDs: string[]) => devnet.world.disconnect({ nodeIDs });
