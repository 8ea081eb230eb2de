export { numberArray, textArray } from './array-literals.js';
export {
  isDuplicateObject,
  isConnectionLoss,
  isOutOfResources,
  isNotNullViolation,
  isRolledBack,
  isUniqueViolation,
} from './database-errors.js';
export { Database } from './database.js';
export { type PgListenerHandler, PgListener } from './pg-listener.js';
export { toQuery, prepared, type Param, type Row, type Statements, type Tx } from './statements.js';
export { openDatabase } from './open-database.js';
export { Semaphore } from '#platform/async';
