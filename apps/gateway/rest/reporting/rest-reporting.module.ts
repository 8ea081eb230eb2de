import { Module } from '@nestjs/common';
import { EngagementController } from './engagement.controller.js';
import { UserOverviewController } from './user-overview.controller.js';

/** What became of sends, and one user with everything. */
@Module({ controllers: [EngagementController, UserOverviewController] })
export class RestReportingModule {}
