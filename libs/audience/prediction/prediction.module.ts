import { Module } from '@nestjs/common';
import { EventsModule } from '#libs/events';
import { UsersModule } from '#libs/users';
import { PredictorService } from './predictor.service.js';
import { PurchaseRepository } from './purchase.repository.js';

/** Scores of users, calculated from their purchases or uploaded. */
@Module({
  imports: [UsersModule, EventsModule],
  providers: [PredictorService, PurchaseRepository],
  exports: [PredictorService],
})
export class PredictionModule {}
