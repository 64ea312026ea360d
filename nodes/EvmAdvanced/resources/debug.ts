import type { EvmResource } from '../../Evm/rows';
import { nodeProcess } from './debugProcess';
import { rawData } from './debugRaw';
import { stateOfBlocks } from './debugState';
import { traces } from './debugTraces';

export const debugResource: EvmResource = {
	name: 'Debug',
	operations: { ...traces, ...rawData, ...stateOfBlocks, ...nodeProcess },
};
