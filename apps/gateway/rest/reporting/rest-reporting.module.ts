import { Module } from '@nestjs/common';
import { EngagementController } from './engagement.controller.js';

/** What recipients did. */
@Module({ controllers: [EngagementController] })
export class RestReportingModule {}
