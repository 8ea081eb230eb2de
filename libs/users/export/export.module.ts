import { Module } from '@nestjs/common';
import { AttributesModule } from '../attributes/attributes.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { UserExportRepository } from './user-export.repository.js';
import { UserExportService } from './user-export.service.js';

/** Everything about one person, for the person. */
@Module({
  imports: [AttributesModule, ConsentModule, IdsModule],
  providers: [UserExportRepository, UserExportService],
  exports: [UserExportService],
})
export class ExportModule {}
