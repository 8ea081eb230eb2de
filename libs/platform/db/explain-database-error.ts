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

/** One sentence for a database that does not let anybody in; undefined for another error. Its stack would tell nothing. */
export function explainDatabaseError(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof Error && UNREACHABLE.includes(code)
    ? `The database cannot be reached: ${error.message || code}`
    : undefined;
}
