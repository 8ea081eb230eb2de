export { DISTRIBUTED_TABLES, type DistributedTable, REFERENCE_TABLES } from './distributed-tables.js';
export { distributeTables, hasCitus } from './distribute.repository.js';
