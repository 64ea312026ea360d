/**
 * What the package holds: the nodes, which n8n loads, and the tables of operations and what reads
 * them, of which the docs, the schemas and the tests are made.
 */
import { admin } from './nodes/Admin/operations';
import { data } from './nodes/Data/operations';
import { evm } from './nodes/Evm/operations';
import { evmAdvanced } from './nodes/EvmAdvanced/operations';
import { info } from './nodes/Info/operations';
import { metrics } from './nodes/Metrics/operations';
import { native } from './nodes/Native/operations';
import type { Group } from './nodes/shared/operation/operations';
import { validators } from './nodes/Validators/operations';

export { AvalancheAdmin } from './nodes/Admin/AvalancheAdmin.node';
export { AvalancheData } from './nodes/Data/AvalancheData.node';
export { AvalancheEvm } from './nodes/Evm/AvalancheEvm.node';
export { AvalancheEvmAdvanced } from './nodes/EvmAdvanced/AvalancheEvmAdvanced.node';
export { AvalancheInfo } from './nodes/Info/AvalancheInfo.node';
export { AvalancheMetrics } from './nodes/Metrics/AvalancheMetrics.node';
export { AvalancheNative } from './nodes/Native/AvalancheNative.node';
export { AvalancheStreamTrigger } from './nodes/Stream/AvalancheStreamTrigger.node';
export { AvalancheTrigger } from './nodes/Trigger/AvalancheTrigger.node';
export { AvalancheValidators } from './nodes/Validators/AvalancheValidators.node';
export { parseFunction } from './nodes/Evm/abi';
export { apiOf, defaultEthApis } from './nodes/Evm/apis';
export { addValue, encodeField, isShown } from './nodes/shared/fields/fields';
export { limitFields } from './nodes/shared/connection/limits';
export { forgetGates } from './nodes/shared/network/gates';
export { hosts } from './nodes/shared/network/hosts';
export { fieldsOf, isComposed, isLocal } from './nodes/shared/operation/operations';
export { extrasOf, isList, limit } from './nodes/shared/operation/properties';

/** By the name of the node that offers their operations. */
export const groups: Record<string, Group> = {
	avalancheAdmin: admin,
	avalancheData: data,
	avalancheEvm: evm,
	avalancheEvmAdvanced: evmAdvanced,
	avalancheInfo: info,
	avalancheMetrics: metrics,
	avalancheNative: native,
	avalancheValidators: validators,
};
