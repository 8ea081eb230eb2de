import type { Database } from '#platform/db';

/**
 * A hash of all rows of each table: what changes between two of them was written. When a member was last there is left out:
 * a request notes it once a minute, whatever it asks.
 *
 * @param unrelated  beginnings of `schema.table` that are left out
 */
export async function readTableStates(db: Database, unrelated: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ name: string; hash: string }>(
    `SELECT t.table_schema || '.' || t.table_name AS name,
            md5(query_to_xml(format('SELECT (to_jsonb(r) - ''last_seen_at'')::text FROM %I.%I AS r ORDER BY 1', t.table_schema, t.table_name), true, false, '')::text) AS hash
       FROM information_schema.tables AS t
      WHERE t.table_type = 'BASE TABLE' AND t.table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  return new Map(
    rows.flatMap(({ name, hash }) => (unrelated.some((part) => name.startsWith(part)) ? [] : [[name, hash] as const])),
  );
}

/** Tables whose rows are others, or are there in one of the two alone. */
export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}
