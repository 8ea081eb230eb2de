import { Module } from '@nestjs/common';
import { ApplicationController } from './application.controller.js';
import { AudienceController } from './audience.controller.js';
import { ExplainController } from './explain.controller.js';
import { SetupController } from './setup.controller.js';

/** Counts, segments, explanations, and what an application defines. */
@Module({ controllers: [ApplicationController, AudienceController, ExplainController, SetupController] })
export class RestAudienceModule {}
