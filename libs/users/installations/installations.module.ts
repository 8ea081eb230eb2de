import { Module } from '@nestjs/common';
import { AttributesModule } from '../attributes/attributes.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { StoreModule } from '../store/store.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { InstallationPlannerService } from './installation-planner.service.js';
import { InstallationWriterService } from './installation-writer.service.js';
import { InstallationService } from './installation.service.js';

/** Devices that register themselves. */
@Module({
  imports: [IdsModule, AttributesModule, StoreModule, DevicesModule, WritesModule],
  providers: [InstallationPlannerService, InstallationService, InstallationWriterService],
  exports: [InstallationService],
})
export class InstallationsModule {}
