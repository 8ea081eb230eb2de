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
export { type Hearing, Listening } from './listening.js';
export { asQuery, planOnce, type Param, type Row, type Statements, type Tx } from './statements.js';
export { openDatabase } from './open.js';
export { Turnstile } from './turnstile.js';
