export {
  dropExpiredPartitions,
  ensurePartitions,
  ensurePastDays,
  findFirstKeptDay,
  PARTITIONED_TABLES,
  type Retention,
} from './partitions.repository.js';
