export { numberArray, textArray } from './array-texts.js';
export {
  isAlreadyThere,
  isConnectionLoss,
  isOutOfRoom,
  isNotNullViolation,
  isRolledBack,
  isUniqueViolation,
} from './connection-loss.js';
export { Database } from './database.js';

export type { Param, Row, Statements, Tx } from './statements.js';
export { openDatabase } from './open.js';
export { Turnstile } from './turnstile.js';
