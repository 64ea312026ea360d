export { AvalancheApi } from './credentials/AvalancheApi.credentials';
export { AvalancheAdmin } from './nodes/Admin/AvalancheAdmin.node';
export { AvalancheData } from './nodes/Data/AvalancheData.node';
export { AvalancheInfo } from './nodes/Info/AvalancheInfo.node';
export { AvalancheMetrics } from './nodes/Metrics/AvalancheMetrics.node';
export { AvalancheNative } from './nodes/Native/AvalancheNative.node';
export { AvalancheTrigger } from './nodes/Trigger/AvalancheTrigger.node';
export { AvalancheValidators } from './nodes/Validators/AvalancheValidators.node';
