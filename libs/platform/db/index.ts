export { isConnectionLoss, isRolledBack, isUniqueViolation } from './connection-loss.js';
export { Database, type Param, type Row, type Statements, type Tx } from './database.js';
export { openDatabase } from './open.js';
