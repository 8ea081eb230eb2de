export { RateBucketRepository } from './rate-bucket.repository.js';
export { SHARED_BUCKETS, type BucketUse, type SharedBuckets } from './rate-bucket.types.js';
