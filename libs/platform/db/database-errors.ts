/** Node's socket errors, and the SQLSTATEs of a server that goes away or refuses (class 08, 57P01..03, 53300). */
const LOSS_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** `pg` gives some losses no code, only these words. */
const LOSS_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)/;

/** Whether an error of the driver says that the server is away, as opposed to a statement that it refused. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && LOSS_CODES.has(code)) || LOSS_MESSAGES.test(error.message);
}

/** Whether an error is a unique violation (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Whether a statement would have written NULL where none may be (SQLSTATE 23502). */
export function isNotNullViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23502';
}

/** SQLSTATEs of a server that has no room for what a statement needs: nothing of it was committed, and room can be made. */
const RESOURCE_CODES = new Set(['53000', '53100', '53200', '58030']);

/** Whether a statement failed because the server's disk is full, its memory used up, or its disk does not answer. */
export function isOutOfResources(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && RESOURCE_CODES.has(error.code);
}

/** SQLSTATEs of a transaction that Postgres rolled back and that may succeed when it is run again. */
const ROLLBACK_CODES = new Set(['40001', '40P01', '55P03']);

/** Whether an error ended a transaction for a reason that passes: a deadlock, a serialization failure, a lock time-out. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && ROLLBACK_CODES.has(error.code);
}

/**
 * Whether a statement that makes an object found it there already. `IF NOT EXISTS` does not help against another session
 * that makes it at the same moment: that ends as 42P07, 42710 or as a unique violation in the catalogue.
 */
export function isDuplicateObject(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['42P07', '42710', '23505'].includes(String(error.code));
}
