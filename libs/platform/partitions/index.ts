export { findFirstKeptDay, PARTITIONED_TABLES, type PartitionedTable, type Retention } from './partitioned-tables.js';
export {
  dropExpiredPartitions,
  ensurePartitions,
  ensurePastDays,
  type PartitionChanges,
  type PartitionState,
  readPartitionStates,
} from './partitions.repository.js';
