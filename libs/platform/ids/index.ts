export { BUCKETS, bucketOf, bucketOfId } from './buckets.js';
export { IdBlockRepository } from './id-block.repository.js';
