import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { IdentitiesModule } from './identities.module.js';
import { ProfilesModule } from './profiles.module.js';
import { ConsentModule } from './consent.module.js';
import { ActivityTokenRepository } from './activities/activity-token.repository.js';
import { ActivityTokenService } from './activities/activity-token.service.js';
import { DeviceDetailsRepository } from './devices/device-details.repository.js';
import { DeviceTokenService } from './devices/device-token.service.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DeviceService } from './devices/device.service.js';
import { InstallationRepository } from './devices/installation.repository.js';
import { LocationRepository } from './devices/location.repository.js';
import { LocationService } from './devices/location.service.js';
import { TokenAcceptanceRepository } from './devices/token-acceptance.repository.js';
import { TokenRetirementRepository } from './devices/token-retirement.repository.js';
import { TokenRetirementService } from './devices/token-retirement.service.js';
import { TokenRepository } from './devices/token.repository.js';

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
