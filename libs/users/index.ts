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
export { DeviceService } from './device.service.js';
export { fromInstallationId, toInstallationId } from './installation-id.js';
export type { DeadToken } from './installation.repository.js';
export { InstallationService } from './installation.service.js';
export type { Location } from './location.repository.js';
export { LocationService } from './location.service.js';
export { RegistrationService } from './registration.service.js';
export type { AddressOfUser } from './address-lookup.repository.js';
export { UidAllocator } from './uid-allocator.js';
export { UserEnsurer, type Uids } from './user-ensurer.service.js';
export { uniqueExtIds } from './user-changes.js';
export { UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
export type {
  ContactRecipient,
  Device,
  InstallationProof,
  ProvenInstallation,
  PushRecipient,
  PushSubject,
  ReadOptions,
  RegisteredInstallation,
  RegisterInstallation,
  RegisterUser,
  SetProfile,
  TagUsers,
} from './users.types.js';
