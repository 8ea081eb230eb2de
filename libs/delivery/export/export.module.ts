import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { DeliveryExportRepository } from './delivery-export.repository.js';
import { DeliveryExportService } from './delivery-export.service.js';

/** Exports the messages of one person, for the person. */
@Module({
  imports: [UsersModule],
  providers: [DeliveryExportRepository, DeliveryExportService],
  exports: [DeliveryExportService],
})
export class ExportModule {}
