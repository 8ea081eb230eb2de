import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { CampaignCheckRepository } from './campaign-check.repository.js';
import { CampaignCheckService } from './campaign-check.service.js';
import { CampaignForecastService } from './campaign-forecast.service.js';

/** Whom campaigns would reach, before they are launched. */
@Module({
  imports: [AudienceModule, DeliveryModule],
  providers: [CampaignCheckRepository, CampaignCheckService, CampaignForecastService],
  exports: [CampaignCheckService, CampaignForecastService],
})
export class ForecastsModule {}
