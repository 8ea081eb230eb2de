export { isAlreadyThere, isConnectionLoss, isRolledBack, isUniqueViolation } from './connection-loss.js';
export { Database } from './database.js';
export { numberArray } from './number-array.js';
export type { Param, Row, Statements, Tx } from './statements.js';
export { openDatabase } from './open.js';
