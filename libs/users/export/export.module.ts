import { Module } from '@nestjs/common';
import { AttributesModule } from '../attributes/attributes.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ConsentHistoryService } from './consent-history.service.js';
import { ProfilePageRepository } from './profile-page.repository.js';
import { ProfilePageService } from './profile-page.service.js';
import { UserExportRepository } from './user-export.repository.js';
import { UserExportService } from './user-export.service.js';

/** Everything about one person, for the person; chosen values of many, for a file. */
@Module({
  imports: [AttributesModule, ConsentModule, DevicesModule, HistoryModule, IdsModule],
  providers: [
    ConsentHistoryService,
    ProfilePageRepository,
    ProfilePageService,
    UserExportRepository,
    UserExportService,
  ],
  exports: [ConsentHistoryService, ProfilePageService, UserExportService],
})
export class ExportModule {}
