export type { Alias } from './alias.repository.js';
export type {
  AttributeDefinition,
  AttributeScalar,
  AttributeValue,
  DataType,
  NewAttribute,
  Profile,
} from './attribute.types.js';
export { readValue } from './attribute-values.js';
export { readAttributes } from './attributes.section.js';
export { roundDegrees } from './degrees.js';
export { DepartedUpkeep } from './departed-upkeep.service.js';
export { DeviceService } from './device.service.js';
export { fromInstallationId, toInstallationId } from './installation-id.js';
export type { DeadToken } from './installation.repository.js';
export { InstallationService } from './installation.service.js';
export type { Location } from './location.repository.js';
export { LocationService } from './location.service.js';
export { AddressService } from './address.service.js';
export { ADDRESS_READERS } from './addresses.js';
export type { ContactKind } from './lookup-key.js';
export { extIdOfUid, uidOfExtId, userByExtId, userByUid } from './known-user.sql.js';
export { OwnProfileService, type OwnPreferences, type OwnTags } from './own-profile.service.js';
export { PreferenceService } from './preference.service.js';
export { ProfileService } from './profile.service.js';
export { RemovalService } from './removal.service.js';
export { STANDARD } from './standard-attributes.js';
export { contactKeyText } from './lookup-key.js';
export type { Subject } from './subject.repository.js';
export { SuppressionService } from './suppression.service.js';
export {
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type NewSuppression,
  type Suppression,
  type SuppressionChannel,
  type SuppressionPage,
  type SuppressionReason,
} from './suppression.types.js';
export type { Merged, OnMerge } from './user-merger.service.js';
export { StruckTokensService } from './struck-tokens.service.js';
export { UserEraser } from './user-eraser.service.js';
export { visibleAttribute } from './visible-attribute.sql.js';
export { RegistrationService } from './registration.service.js';
export type { AddressOfUser } from './address-lookup.repository.js';
export { UnsubscribeService } from './unsubscribe.service.js';
export { UidAllocator } from './uid-allocator.js';
export { UserEnsurer, type Uids } from './user-ensurer.service.js';
export { uniqueExtIds } from './user-changes.js';
export { UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
export type {
  ContactRecipient,
  DeleteValue,
  Device,
  DeviceCursor,
  DevicePage,
  DeviceWalk,
  InstallationProof,
  ProvenInstallation,
  PushRecipient,
  PushSubject,
  ReadOptions,
  RegisteredInstallation,
  RegisterInstallation,
  RegisterUser,
  RemoveAddress,
  SetPreference,
  SetProfile,
  TagUsers,
  UnsetProfile,
} from './users.types.js';
