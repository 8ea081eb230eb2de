import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { UsersModule } from '#libs/users';
import { CampaignCheckRepository } from './campaign-check.repository.js';
import { CampaignCheckService } from './campaign-check.service.js';
import { CampaignForecastService } from './campaign-forecast.service.js';
import { CheckFactsService } from './check-facts.service.js';
import { NeighbourService } from './neighbour.service.js';

/** Forecasts the recipients of campaigns, before they are launched. */
@Module({
  imports: [AudienceModule, DeliveryModule, UsersModule],
  providers: [
    CampaignCheckRepository,
    CampaignCheckService,
    CampaignForecastService,
    CheckFactsService,
    NeighbourService,
  ],
  exports: [CampaignCheckService, CampaignForecastService, NeighbourService],
})
export class ForecastsModule {}
