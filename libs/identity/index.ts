export { ErasureService } from './erasure.service.js';
export { ErasureListRunnerService } from './erasure-list-runner.service.js';
export { ErasureListService } from './lists/erasure-list.service.js';
export {
  ERASURE_LIST_STATES,
  type ErasureList,
  type ErasureListLine,
  type ErasureListState,
} from './lists/erasure-list.types.js';
export { MAX_LIST_TEXT } from './lists/read-erasure-list.js';
export { IdentityModule } from './identity.module.js';
export { IdentityService } from './identity.service.js';
export type { ErasureReceipt } from './erasure-receipt.repository.js';
export { LASTING_SEALED_COLUMNS, SEALED_COLUMNS } from './sealed-columns.js';
export { type PersonalDataOwner, PersonalDataRegistryService } from './personal-data-registry.service.js';
export { PersonExportService } from './person-export.service.js';
export { UserProofService, type ProvingCredentials } from './user-proof.service.js';
export { RecheckService } from './recheck.service.js';
