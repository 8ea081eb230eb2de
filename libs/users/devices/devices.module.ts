import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { AttributesModule } from '../attributes/attributes.module.js';
import { StoreModule } from '../store/store.module.js';
import { DeviceDetailsRepository } from './device-details.repository.js';
import { DeviceRepository } from './device.repository.js';
import { DeviceService } from './device.service.js';
import { DeviceTokenService } from './device-token.service.js';
import { InstallationRepository } from './installation.repository.js';
import { LocationRepository } from './location.repository.js';
import { LocationService } from './location.service.js';
import { TokenAcceptanceRepository } from './token-acceptance.repository.js';
import { TokenRetirementRepository } from './token-retirement.repository.js';
import { TokenRetirementService } from './token-retirement.service.js';
import { TokenRepository } from './token.repository.js';

/** Devices, their tokens and locations. */
@Module({
  imports: [AttributesModule, AuditModule, StoreModule],
  providers: [
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
  ],
  exports: [
    DeviceDetailsRepository,
    DeviceService,
    DeviceTokenService,
    InstallationRepository,
    LocationRepository,
    LocationService,
    TokenRepository,
    TokenRetirementService,
  ],
})
export class DevicesModule {}
