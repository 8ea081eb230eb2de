import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { IdentitiesModule } from '#libs/users/identities';
import { ProfilesModule } from '#libs/users/profiles';
import { ConsentModule } from '#libs/users/consent';
import { ActivityTokenRepository } from './activities/activity-token.repository.js';
import { ActivityTokenService } from './activities/activity-token.service.js';
import { DeviceDetailsRepository } from './store/device-details.repository.js';
import { DeviceTokenService } from './tokens/device-token.service.js';
import { DeviceRepository } from './device.repository.js';
import { DeviceService } from './device.service.js';
import { PushPermissionService } from './push-permission.service.js';
import { InstallationRepository } from './store/installation.repository.js';
import { LocationRepository } from './locations/location.repository.js';
import { LocationService } from './locations/location.service.js';
import { TokenAcceptanceRepository } from './tokens/token-acceptance.repository.js';
import { TokenRetirementRepository } from './tokens/token-retirement.repository.js';
import { TokenRetirementService } from './tokens/token-retirement.service.js';
import { TokenRepository } from './tokens/token.repository.js';

const PROVIDERS = [
  ActivityTokenRepository,
  ActivityTokenService,
  DeviceDetailsRepository,
  DeviceRepository,
  DeviceService,
  DeviceTokenService,
  InstallationRepository,
  LocationRepository,
  LocationService,
  PushPermissionService,
  TokenAcceptanceRepository,
  TokenRepository,
  TokenRetirementRepository,
  TokenRetirementService,
];

/** Devices with their tokens and locations, and live activities of iOS. */
@Module({
  imports: [AuditModule, IdentitiesModule, ProfilesModule, ConsentModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class DevicesModule {}
