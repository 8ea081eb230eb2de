export { type Erasure, ErasureService } from './erasure.service.js';
export { IdentityModule } from './identity.module.js';
export { IdentityService } from './identity.service.js';
export type { ErasureReceipt } from './erasure-receipt.repository.js';
export { LASTING_SEALED_COLUMNS, SEALED_COLUMNS } from './sealed-columns.js';
export { PersonExportService } from './person-export.service.js';
export { UserProofService, type ProvingCredentials } from './user-proof.service.js';
export { RecheckService } from './recheck.service.js';
