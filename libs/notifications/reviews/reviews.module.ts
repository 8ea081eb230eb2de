import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ForecastsModule } from '../forecasts/forecasts.module.js';
import { ReviewExpiryService } from './review-expiry.service.js';
import { ReviewNeighbourService } from './review-neighbour.service.js';
import { ReviewReaderService } from './review-reader.service.js';
import { SendReviewService } from './send-review.service.js';
import { ReviewService } from './review.service.js';

@Module({
  imports: [ApprovalsModule, DeliveryModule, ForecastsModule],
  providers: [ReviewExpiryService, ReviewNeighbourService, ReviewReaderService, ReviewService, SendReviewService],
  exports: [ReviewExpiryService, ReviewNeighbourService, ReviewReaderService, ReviewService, SendReviewService],
})
export class ReviewsModule {}
