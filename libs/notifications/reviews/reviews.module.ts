import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ComposeModule } from '../compose/compose.module.js';
import { ReviewExpiryService } from './review-expiry.service.js';
import { ReviewReaderService } from './review-reader.service.js';
import { ReviewService } from './review.service.js';

@Module({
  imports: [ApprovalsModule, ComposeModule, DeliveryModule],
  providers: [ReviewExpiryService, ReviewReaderService, ReviewService],
  exports: [ReviewExpiryService, ReviewReaderService, ReviewService],
})
export class ReviewsModule {}
