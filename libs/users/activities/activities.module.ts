import { Module } from '@nestjs/common';
import { ActivityTokenRepository } from './activity-token.repository.js';
import { ActivityTokenService } from './activity-token.service.js';

/** Live activities of iOS. */
@Module({ providers: [ActivityTokenRepository, ActivityTokenService], exports: [ActivityTokenService] })
export class ActivitiesModule {}
