export { DeletedUserRetentionService } from './erasure/deleted-user-retention.service.js';
export { readPlaces, type DeletedUser, type StoredPlaces } from './erasure/deleted-user.repository.js';
export { ErasedNameRepository } from './erasure/erased-name.repository.js';
export { PermanentErasureService } from './erasure/permanent-erasure.service.js';
export { UserDeletionService } from './erasure/user-deletion.service.js';
export { UserEraserService } from './erasure/user-eraser.service.js';
export { InstallationService } from './installations/installation.service.js';
export type {
  InstallationCredentials,
  InstallationRegistration,
  RegisteredInstallation,
  UserClaim,
} from './installations/installation.types.js';
export { RecipientService } from './lookup/recipient.service.js';
export type { ContactRecipient, PushRecipient, ReadOptions } from './lookup/recipient.types.js';
export { AddressSharerService } from './lookup/address-sharer.service.js';
export { UserAddressRepository } from './lookup/user-address.repository.js';
export { UserLookupService } from './lookup/user-lookup.service.js';
export { AddressPairService } from './registration/address-pair.service.js';
export { AddressService } from './registration/address.service.js';
export { NumberCheckService, type QuestionableNumber } from './registration/number-check.service.js';
export { ProfileReader, readArrayElements, refuseCalculated } from './registration/profile-reader.js';
export { RegisterUserDto } from './registration/register-user.dto.js';
export { RegistrationService, type RegistrationLine } from './registration/registration.service.js';
export type { ProfileUpdate, TagAssignment } from './registration/registration.types.js';
export { TESTER_TAG, TesterService, type Tester } from './registration/tester.service.js';
export { UserTagService } from './registration/user-tag.service.js';
export { RegistryModule } from './registry.module.js';
export { RespellingService } from './respelling/respelling.service.js';
export { ConsentEditorService } from './writes/consent-editor.service.js';
export { SingleUserWriterService, type UserUpdate } from './single-users/single-user-writer.service.js';
export { SingleUserRepository, type UserContent } from './single-users/single-user.repository.js';
export { sortUnique } from './writes/user-batch.js';
export { UserChanges, type UserChange } from './writes/user-changes.js';
export { UserEditorService, type RequestedRemoval } from './writes/user-editor.service.js';
export { UserEnsurerService } from './writes/user-ensurer.service.js';
export type { UserMerge } from './single-users/user-merger.service.js';
export { UserPreviewService } from './writes/user-preview.service.js';
export { UserWriterService } from './writes/user-writer.service.js';
