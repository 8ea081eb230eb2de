export { type Erasure, ErasureService } from './erasure.service.js';
export { IdentityModule } from './identity.module.js';
export { IdentityService } from './identity.service.js';
export type { Receipt } from './receipt.repository.js';
export { SecondLookService } from './second-look.service.js';
