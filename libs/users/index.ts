export type { Alias } from './numbers/alias.repository.js';
export type {
  AttributeDefinition,
  AttributeScalar,
  AttributeValue,
  DataType,
  NewAttribute,
  Profile,
} from './attributes/attribute.types.js';
export { readValue } from './attributes/attribute-values.js';
export { readAttributes } from './attributes/attributes.section.js';
export { roundDegrees } from './devices/degrees.js';
export { DepartedUpkeep } from './erasure/departed-upkeep.service.js';
export { DeviceService } from './devices/device.service.js';
export { fromInstallationId, toInstallationId } from './installations/installation-id.js';
export type { DeadToken } from './devices/installation.repository.js';
export { InstallationService } from './installations/installation.service.js';
export type { Location } from './devices/location.repository.js';
export { LocationService } from './devices/location.service.js';
export { AddressService } from './registration/address.service.js';
export { ADDRESS_READERS } from './addresses/addresses.js';
export type { ContactKind } from './lookup-key.js';
export { extIdOfUid, uidOfExtId, userByExtId, userByUid } from './numbers/known-user.sql.js';
export { OwnProfileService, type OwnPreferences, type OwnTags } from './profile/own-profile.service.js';
export { PreferenceService } from './consent/preference.service.js';
export { ProfileService } from './profile/profile.service.js';
export { RemovalService } from './attributes/removal.service.js';
export { STANDARD } from './attributes/standard-attributes.js';
export { contactKeyText } from './lookup-key.js';
export type { Subject } from './numbers/subject.repository.js';
export { SuppressionService } from './suppressions/suppression.service.js';
export {
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type NewSuppression,
  type Suppression,
  type SuppressionChannel,
  type SuppressionPage,
  type SuppressionReason,
} from './suppressions/suppression.types.js';
export type { Merged, OnMerge } from './writing/user-merger.service.js';
export { StruckTokensService } from './devices/struck-tokens.service.js';
export { UserEraser } from './erasure/user-eraser.service.js';
export { visibleAttribute } from './attributes/visible-attribute.sql.js';
export { RegistrationService } from './registration/registration.service.js';
export type { AddressOfUser } from './addresses/address-lookup.repository.js';
export { UnsubscribeService } from './consent/unsubscribe.service.js';
export { UidAllocator } from './numbers/uid-allocator.js';
export { UserEnsurer, type Uids } from './writing/user-ensurer.service.js';
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
