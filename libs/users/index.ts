export type { ResultPlace } from './ids/alias.repository.js';
export {
  DATA_TYPES,
  type AttributeDefinition,
  type AttributeScalar,
  type AttributeValue,
  type DataType,
  type NewAttribute,
  type Profile,
} from './model/attribute.types.js';
export { isPrivateAttribute } from './model/private-attribute.js';
export { isSealedText } from './sealing/sealed-text.js';
export { SEALED_ATTRIBUTE_KEYS } from './sealing/sealing-key.service.js';
export { TextSealService } from './attributes/text-seal.service.js';
export { ValueSealer } from './sealing/value-sealer.js';
export { SealingService } from './sealing/sealing.service.js';
export { readValue } from './attributes/attribute-values.js';
export { readAttributes, toAttributeEntry } from './attributes/attributes.section.js';
export { requireMayShow, SHOWN } from './attributes/private-mark.js';
export { ATTRIBUTE_FIELDS } from './attributes/attributes-reference.js';
export { roundDegrees } from './devices/device-values.js';
export { DeletedUserRetentionService } from './erasure/deleted-user-retention.service.js';
export { DeviceService } from './devices/device.service.js';
export { fromInstallationId, toInstallationId } from './model/installation-id.js';
export {
  UserExportService,
  type ExportedPerson,
  type ExportedUser,
  type PresentedDevice,
} from './export/user-export.service.js';
export { ImportFileService, MAX_FILE_BYTES, type UploadedFile } from './imports/running/import-file.service.js';
export { nameColumn } from './imports/mapping/name-column.js';
export { ImportHeaderService, type ImportHeader } from './imports/running/import-header.service.js';
export { SEALED_IMPORTS } from './imports/running/import-piece.repository.js';
export { ImportRetentionService } from './imports/running/import-retention.service.js';
export { ImportService } from './imports/running/import.service.js';
export { ImportWorkService } from './imports/running/import-work.service.js';
export { ImportViewService } from './imports/running/import-view.service.js';
export {
  MAX_CONSENT_WORDS,
  IMPORT_FORMATS,
  IMPORT_STATES,
  type ImportCounts,
  type ImportFile,
  type ImportFormat,
  type ImportRefusal,
  type ImportRequest,
  type ImportState,
  type StoredImport,
} from './imports/model/import.types.js';
export { TaggingRunnerService } from './taggings/tagging-runner.service.js';
export { TaggingService } from './taggings/tagging.service.js';
export {
  TAGGING_DIRECTIONS,
  TAGGING_STATES,
  type Tagging,
  type TaggingDirection,
  type TaggingState,
} from './taggings/tagging.types.js';
export { measureProgress } from './imports/model/progress.js';
export { InstallationService } from './installations/installation.service.js';
export { ActivityTokenService } from './activities/activity-token.service.js';
export type { ActivityToken } from './activities/activity-token.repository.js';
export { LocationService } from './devices/location.service.js';
export { SessionService } from './addresses/session.service.js';
export { LastInboundRepository } from './addresses/last-inbound.repository.js';
export { AddressService } from './registration/address.service.js';
export type { ContactKind } from './model/lookup-key.js';
export {
  extIdsOfSql,
  uidByExtIdSql,
  uidsByExtIdsSql,
  uidStampSql,
  userByExtIdSql,
  userByUidSql,
} from './ids/user.sql.js';
export { UidCacheService } from './ids/uid-cache.service.js';
export { DeviceProfileService, type DevicePreferences, type DeviceTags } from './profile/device-profile.service.js';
export { ConsentWordService } from './consent/consent-word.service.js';
export { PreferenceService, type CategoryPreference } from './consent/preference.service.js';
export { CONSENT_SUBJECTS } from './history/consent-event.repository.js';
export { CONSENT_SOURCES, type ConsentOrigin } from './history/consent-origin.sql.js';
export { ProfilePageService } from './export/profile-page.service.js';
export { ConsentHistoryService, type ConsentEvent } from './export/consent-history.service.js';
export { ProfileService } from './profile/profile.service.js';
export { RemovalService } from './attributes/removal.service.js';
export { RespellingService } from './respelling/respelling.service.js';
export { STANDARD_ATTRIBUTE_IDS } from './attributes/standard-attributes.js';
export { contactKeyText } from './model/lookup-key.js';
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
export type { UserMerge } from './writes/user-merger.service.js';
export type { AcceptedToken } from './devices/token-acceptance.repository.js';
export { TokenRetirementService } from './devices/token-retirement.service.js';
export { ErasedNameService } from './erasure/erased-name.service.js';
export { UserEraserService } from './erasure/user-eraser.service.js';
export { addressColumnsSql, addressSql, consentSql } from './model/contact.sql.js';
export type { Addresses } from './model/contact-values.js';
export { addAddressFields } from './addresses/address-fields.js';
export { NAMES_ADDRESSES, type ErasedAddresses } from './addresses/replace-addresses.js';
export { rewriteAddresses, type WrittenRow } from './addresses/rewrite-addresses.js';
export { refusesCategorySql } from './consent/consent.sql.js';
export { visibleAttributeSql } from './attributes/attribute.sql.js';
export { RegisterUserDto } from './registration/register-user.dto.js';
export { NumberCheckService, type QuestionableNumber } from './registration/number-check.service.js';
export { TESTER_TAG, TesterService, type Tester } from './registration/tester.service.js';
export { RegistrationService } from './registration/registration.service.js';
export type { UserAddress } from './addresses/contact.repository.js';
export { UnsubscribeService } from './consent/unsubscribe.service.js';
export { UidAllocatorService } from './ids/uid-allocator.service.js';
export { UserEnsurerService } from './writes/user-ensurer.service.js';
export { withTrimmed } from './model/read-text.js';
export { uniqueExtIds } from './model/unique-ext-ids.js';
export { UsersModule } from './users.module.js';
export { RecipientService } from './lookup/recipient.service.js';
export { UserLookupService } from './lookup/user-lookup.service.js';
export type { ContactRecipient, PushRecipient, ReadOptions } from './lookup/recipient.types.js';
export type { DeletedValue, ProfileUnset } from './profile/profile.types.js';
export type { Device, DeviceCursor, AuthenticatedInstallation, DeviceSubject } from './devices/device.types.js';
export type {
  InstallationCredentials,
  RegisteredInstallation,
  UserClaim,
  InstallationRegistration,
} from './installations/installation.types.js';
export type { ProfileUpdate, TagAssignment } from './registration/registration.types.js';
