export { ensurePartitions, PARTITIONED_TABLES } from './partitions.repository.js';
