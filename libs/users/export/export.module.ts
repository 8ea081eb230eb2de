import { Module } from '@nestjs/common';
import { AttributesModule } from '../attributes/attributes.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ConsentHistoryService } from './consent-history.service.js';
import { UserExportRepository } from './user-export.repository.js';
import { UserExportService } from './user-export.service.js';

/** Everything about one person, for the person. */
@Module({
  imports: [AttributesModule, ConsentModule, DevicesModule, HistoryModule, IdsModule],
  providers: [ConsentHistoryService, UserExportRepository, UserExportService],
  exports: [ConsentHistoryService, UserExportService],
})
export class ExportModule {}
