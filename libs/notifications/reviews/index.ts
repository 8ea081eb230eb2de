export { ReviewExpiryService } from './review-expiry.service.js';
export { ReviewNeighbourService } from './review-neighbour.service.js';
export { ReviewReaderService } from './review-reader.service.js';
export { ReviewService } from './review.service.js';
export { type Review, REVIEW_STATES, type WaitingCampaign } from './review.types.js';
export { type SendReview, SendReviewService } from './send-review.service.js';
