export { addAddressFields } from './addresses/address-fields.js';
export {
  ContactRepository,
  type Contact,
  type UploadedContact,
  type UserAddress,
} from './addresses/contact.repository.js';
export { ContactHolderService } from './addresses/contact-holder.service.js';
export { LastInboundRepository } from './addresses/last-inbound.repository.js';
export { ADDRESS_READERS, isNumberKind, kindOfAddress, readEmailAddress } from './addresses/read-address.js';
export { NAMES_ADDRESSES, type ErasedAddresses } from './addresses/replace-addresses.js';
export { rewriteAddresses, type WrittenRow } from './addresses/rewrite-addresses.js';
export { SessionService } from './addresses/session.service.js';
export { AddressSharerRepository } from './addresses/address-sharer.repository.js';
export { IdentitiesModule } from './identities.module.js';
export { AliasRepository, type Alias, type ResultPlace } from './ids/alias.repository.js';
export { UidAllocatorService } from './ids/uid-allocator.service.js';
export { UidBlockRepository } from './ids/uid-block.repository.js';
export { UidCacheService } from './ids/uid-cache.service.js';
export { extIdsOfSql, uidByExtIdSql, uidStampSql, uidsByExtIdsSql, userSql } from './ids/user.sql.js';
export {
  attributeOfAddress,
  putAddresses,
  readStoredAddress,
  type Addresses,
  type StoredAddresses,
  type UserConsent,
} from './model/contact-values.js';
export { addressColumnsSql, addressSql, chosenAddressSql, consentSql } from './model/contact.sql.js';
export { fromInstallationId, toInstallationId } from './model/installation-id.js';
export {
  CONTACT_KINDS,
  contactKey,
  contactKeyText,
  contactKeys,
  lookupKey,
  readContactKey,
  type ContactKind,
  type LookupKey,
} from './model/lookup-key.js';
export {
  MAX_EXT_ID_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TEXT_LENGTH,
  readExtId,
  readName,
  readText,
  readZone,
  withTrimmed,
} from './model/read-text.js';
export { ConcurrentWriteError, retryOnConflict } from './model/retry-on-conflict.js';
export { uniqueExtIds } from './model/unique-ext-ids.js';
