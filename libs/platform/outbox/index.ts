export { type FeedReader, FeedReaderService } from './feed-reader.service.js';
export { FeedPositionRepository } from './feed-position.repository.js';
export { FeedSubscriptionService } from './feed-subscription.service.js';
export { FeedSubscriberRegistryService, type FeedSubscriber } from './feed-subscriber-registry.service.js';
export { FEED_DAYS, OutboxRepository, PROMPT_READING } from './outbox.repository.js';
export {
  MESSAGE_CHANGES,
  RESULT_CHANGE,
  SEGMENT_CHANGES,
  USER_CHANGES,
  type Change,
  type ChangeKind,
  type Changes,
  type FeedSelection,
} from './changes.types.js';
export { hasPendingChanges } from './pending-changes.sql.js';
export { intersectSnapshots } from './snapshot.js';
