import type { Database } from '#platform/db';

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/** Names of the migrations that a database has had; none on an empty database. A few dozen rows. */
export async function readMigrationNames(db: Database): Promise<string[]> {
  try {
    return (await db.rows<{ name: string }>('SELECT name FROM herald_migration')).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) {
      return [];
    }
    throw error;
  }
}
