export { BUCKETS, bucketOf, bucketOfId } from './buckets.js';
export { IdBlocks } from './id-blocks.repository.js';
