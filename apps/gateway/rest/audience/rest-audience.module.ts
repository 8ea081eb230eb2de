import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { ApplicationController } from './application.controller.js';
import { AudienceController } from './audience.controller.js';
import { ExplainController } from './explain.controller.js';
import { SetupController } from './setup.controller.js';

/** Counts, segments, explanations, and what an application defines. */
@Module({
  controllers: [AccountsController, ApplicationController, AudienceController, ExplainController, SetupController],
})
export class RestAudienceModule {}
