/** A mock network for each test, and triggers that watch validators. */
import { demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { useTrigger } from '../support/useEngine.mts';

export const devnet = useFreshDevnet({ validators: 60, rewards: 0 });

export const [ours, other] = ourNodeIds;

/** A published trigger as it stands. */
export const create = useTrigger(devnet);

/** A published trigger that watches two validators and is told at once. */
export const createTrigger = useTrigger(devnet, {
	event: 'validatorDown',
	validatorsFrom: 'lines',
	nodeIds: `${ours}, ${other}`,
	options: { failedChecks: 1, goodChecks: 1 },
});

export const onL1 = {
	event: 'l1Validator',
	source: 'blockchain',
	blockchainId: demoL1Chain.blockchainId,
};
export const disconnect = (...nodeIDs: string[]) => devnet.world.disconnect({ nodeIDs });
