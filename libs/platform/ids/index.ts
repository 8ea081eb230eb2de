export { BUCKETS, bucketOf, bucketOfId } from './buckets.js';
export { IdBlockRepository } from './id-block.repository.js';
export { joinUids, type UidSelection } from './uid-selection.js';
