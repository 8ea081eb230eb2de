export {
  dropExpiredPartitions,
  ensurePartitions,
  findFirstKeptDay,
  PARTITIONED_TABLES,
  type Retention,
} from './partitions.repository.js';
