export {
  dropExpiredPartitions,
  ensurePartitions,
  PARTITIONED_TABLES,
  type Retention,
} from './partitions.repository.js';
