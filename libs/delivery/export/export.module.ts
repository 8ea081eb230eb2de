import { Module } from '@nestjs/common';
import { DeliveryExportRepository } from './delivery-export.repository.js';
import { DeliveryExportService } from './delivery-export.service.js';

/** What was sent to one person, for the person. */
@Module({ providers: [DeliveryExportRepository, DeliveryExportService], exports: [DeliveryExportService] })
export class ExportModule {}
