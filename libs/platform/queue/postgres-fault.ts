import { SchemaMigrationRequiredError, SchemaVersionMismatchError } from 'bullmq';
import { isConnectionLoss, isOutOfResources } from '#platform/db';

/** SQLSTATEs of a missing schema, table or function. */
const MISSING_CODES: readonly unknown[] = ['3F000', '42P01', '42883'];

/** A fault of the queue in Postgres that is no fault of a job: in words, or undefined for any other error. */
export function explainPostgresFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isOld = error instanceof SchemaMigrationRequiredError || error instanceof SchemaVersionMismatchError;
  if (isOld || MISSING_CODES.includes(code)) {
    return 'the tables of the queue are missing or old: run "herald migrate"';
  }
  if (isConnectionLoss(error)) {
    return `Postgres cannot be reached: check that it runs, and DATABASE_URL (${codeOf(error)})`;
  }
  return isOutOfResources(error)
    ? `Postgres has no room for the queue: add disk or memory (${codeOf(error)})`
    : undefined;
}

/** A short code for an error: that of Node or Postgres, else the first word in capitals of Redis. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return /\b[A-Z]{3,}\b/.exec(textOf(error))?.[0] ?? 'no code';
}

/** `AggregateError` of a host with several addresses has an empty message. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = 'code' in error ? String(error.code) : '';
  return `${code} ${error.message}`;
}
