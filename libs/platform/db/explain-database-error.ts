/** Codes of Node for no connection, and SQLSTATEs (PostgreSQL manual, appendix A) of one that is refused. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '28000',
  '28P01',
  '3D000',
  '57P03',
  '53300',
];

/** SQLSTATEs of a table and of a schema that do not exist. */
const NOT_MIGRATED = ['42P01', '3F000'];

/** One sentence for a database that lets nobody in or was not migrated; undefined for another error. Its stack would tell nothing. */
export function explainDatabaseError(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_MIGRATED.includes(code)) {
    return 'The database lacks a table of this release: run "herald migrate"';
  }
  return error instanceof Error && UNREACHABLE.includes(code)
    ? `The database cannot be reached: ${error.message || code}`
    : undefined;
}
