/** Every method and endpoint that spec/ describes. */
import { dataEndpoints } from './dataEndpoints.mts';
import type { EndpointEntry, MethodEntry } from './entry.mts';
import { documentedEvmMethods } from './evmMethods.mts';
import { nodeMethods } from './nodeMethods.mts';

export const methods: MethodEntry[] = [...nodeMethods, ...documentedEvmMethods];
export const endpoints: EndpointEntry[] = dataEndpoints;
export { nodeGets } from './nodeGets.mts';
