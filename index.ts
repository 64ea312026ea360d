export { AvalancheApi } from './credentials/AvalancheApi.credentials';
export { AvalancheData } from './nodes/Data/AvalancheData.node';
export { AvalancheInfo } from './nodes/Info/AvalancheInfo.node';
export { AvalancheValidators } from './nodes/Validators/AvalancheValidators.node';
