export { bigintArray, integerArray, smallintArray } from './binary-arrays.js';
export {
  isCheckViolation,
  isDuplicateObject,
  isConnectionLoss,
  isOutOfResources,
  isRolledBack,
  isTemporary,
  isUniqueViolation,
} from './statements/database-errors.js';
export { countConnections } from './connection-counts.repository.js';
export { tolerateLosses } from './statements/connection-losses.js';
export { Database } from './database.js';
export { ALL_EACH, ONE_EACH, ONE_SERVER } from './citus/distributed.js';
export { isInterruption } from './interruption.js';
export { explainDatabaseError, explainForStrangers } from './explain-database-error.js';
export { type PgListenerHandler, PgListener } from './pg-listener.js';
export {
  numberArray,
  prepared,
  setLocal,
  textArray,
  toQuery,
  type Param,
  type Row,
  type Statements,
  type Tx,
} from './statements/statements.js';
export { openDatabase, openProcessDatabase } from './open-database.js';
export { assertSessions } from './pooler/assert-sessions.js';
export { findLogPosition } from './replica/log-position.js';
export { switchRowSecurity } from './row-security.sql.js';
