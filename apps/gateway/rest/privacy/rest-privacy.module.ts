import { Module } from '@nestjs/common';
import { ExportController } from './export.controller.js';

/** The operations that persons have a right to. */
@Module({ controllers: [ExportController] })
export class RestPrivacyModule {}
