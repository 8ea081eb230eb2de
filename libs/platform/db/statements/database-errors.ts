import pg from 'pg';

/** SQLSTATE of a write on a server that takes none: a replica, or a primary that has become one. */
const READ_ONLY_CODE = '25006';

/**
 * Socket errors of Node, and SQLSTATEs of a server that is not available (class 08, 57P01..03 and 05, 53300) or has
 * ended the session (25P03, 25P04). A read-only server counts: another connection may reach the new primary.
 */
const LOSS_CODES = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  READ_ONLY_CODE,
  '25P03',
  '25P04',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
]);

/** Messages of connection losses for which `pg` has no code. */
const LOSS_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)/;

/** Tests if an error means that the server is not available, as opposed to a refused statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && LOSS_CODES.has(code)) || LOSS_MESSAGES.test(error.message);
}

/** Tests if a server refused a write because it is read-only: nothing was changed (SQLSTATE 25006). */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY_CODE;
}

/** Tests if a statement was cancelled, mostly by a statement time-out (SQLSTATE 57014). Nothing was changed. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

/** SQLSTATE classes of values that do not fit and of broken constraints. The same write never succeeds. */
const PERMANENT_CLASSES = new Set(['22', '23']);

/**
 * Tests if the same writes may succeed later: any error of the server or the connection, except for a broken invariant.
 * Errors of Herald's own code are none of the server.
 */
export function isTemporary(error: unknown): boolean {
  return (
    isConnectionLoss(error) ||
    (error instanceof pg.DatabaseError && !PERMANENT_CLASSES.has(String(error.code).slice(0, 2)))
  );
}

/** Tests if an error is a unique violation (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Tests if rows break a check, or the bounds of a partition (SQLSTATE 23514). */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}

/** SQLSTATEs of a server without resources for a statement. Nothing was committed, and resources can be added. */
const RESOURCE_CODES = new Set(['53000', '53100', '53200', '58030']);

/** Tests if disk or memory of the server is full, or its disk does not respond. */
export function isOutOfResources(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && RESOURCE_CODES.has(error.code);
}

/** SQLSTATEs of a rolled-back transaction that may succeed in another attempt. */
const ROLLBACK_CODES = new Set(['40001', '40P01', '55P03']);

/** Tests if a transaction ended for a temporary reason: a deadlock, a serialization failure, a lock time-out. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && ROLLBACK_CODES.has(error.code);
}

/**
 * Tests if the object of a CREATE statement exists already. `IF NOT EXISTS` does not help against a concurrent session:
 * the statement fails with 42P07, 42710 or a unique violation in the catalogue.
 */
export function isDuplicateObject(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['42P07', '42710', '23505'].includes(String(error.code));
}
