export type { ActivityToken } from './activities/activity-token.repository.js';
export { ActivityTokenService } from './activities/activity-token.service.js';
export { DeviceService } from './device.service.js';
export { DevicesModule } from './devices.module.js';
export { LocationRepository } from './locations/location.repository.js';
export { LocationService } from './locations/location.service.js';
export { tokenKey } from './model/device-token.js';
export { readDevicePlatform, roundDegrees } from './model/device-values.js';
export type {
  AuthenticatedInstallation,
  Device,
  DeviceCursor,
  DeviceDetails,
  DeviceSubject,
  DeviceToken,
  UserDevice,
} from './model/device.types.js';
export { PushPermissionService } from './push-permission.service.js';
export { placedInstallationsSql } from './store/installation-home.sql.js';
export { DeviceDetailsRepository, type DetailedInstallation } from './store/device-details.repository.js';
export {
  InstallationRepository,
  type InstallationRow,
  type StoredInstallation,
  type UserProof,
} from './store/installation.repository.js';
export { DeviceTokenService } from './tokens/device-token.service.js';
export type { AcceptedToken } from './tokens/token-acceptance.repository.js';
export { TokenRetirementService } from './tokens/token-retirement.service.js';
export { TokenRepository, type TokenClaim, type TokenOwner } from './tokens/token.repository.js';
